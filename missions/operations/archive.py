"""A campaign brought in from its file."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from django.contrib.auth.models import User
from django.db import transaction
from pydantic import TypeAdapter

import engine
from campaigns.heraldry.rasters import Raster
from campaigns.models import Campaign, Entry, Pack, Pilot, Role, Seat, UploadedPicture, terms
from campaigns.operations import quotas
from campaigns.operations.packs import keep_pack
from campaigns.packs import PackError
from campaigns.packs.schema import SIDES
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.standings import standing_of
from campaigns.standing.kinds import Pictured, TermsAgreed
from config.common import lookalikes
from config.common.lengths import NAME_LENGTH
from config.common.refusals import Refusal
from engine.core.errors import EngineError
from engine.core.report import Report
from missions.archive.schema import (
    By,
    File,
    FileEntry,
    FileHead,
    FileMission,
    read,
    read_time,
    refuse_doubles,
    said_by,
    with_men_of_scenario,
)
from missions.flights.context import as_planned
from missions.models import Debrief, Flight, Mission, Orders
from missions.operations import debriefs
from missions.planning import setups
from missions.selectors import reconcile
from missions.selectors.missions import flight_of

_REPORT = TypeAdapter(Report)


def import_campaign(*, actor: User, content: bytes) -> Campaign:
    """Bring a campaign in from its file; whoever does so owns it and takes the seats that people had.

    The whole file is refused with a sentence if it was cut off or altered, comes from a newer Ready Room, or does
    not agree with itself.
    """
    quotas.spend(actor.pk, "imports")
    file = read(content)
    refuse_doubles(file)
    pictures = _made_anew(file)
    try:
        with transaction.atomic():
            campaign = _Import(actor, file, pictures).campaign()
            if found := reconcile.problems(campaign):
                raise Refusal(f"The file contradicts itself: {found[0]}")
            _look_at_everything(campaign)
            _try_debriefs(actor, campaign)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, EngineError) as error:
        raise Refusal(f"The file holds something that does not belong there: {error!r:.200}.") from None
    return campaign


Pictures: TypeAlias = Mapping[tuple[str, str], Raster]
"""Those of a file, by side and the digest that the file gives them."""


def _made_anew(file: File) -> Pictures:
    """A file may come from anywhere: what it holds is no picture until it has been through here."""
    found: dict[tuple[str, str], Raster] = {}
    for number, picture in enumerate(file.pictures, 1):
        try:
            found[picture.side, picture.digest] = picture.raster()
        except Refusal as refusal:
            raise Refusal(f"Picture {number} of the file cannot be taken. {refusal.sentence}") from None
    return found


class _Import:
    """Rows from a file."""

    def __init__(self, actor: User, file: File, pictures: Pictures) -> None:
        self._actor = actor
        self._file = file
        self._rasters = pictures
        self._batches: dict[int, uuid.UUID] = {}

    def campaign(self) -> Campaign:
        head = self._file.campaign
        campaign = Campaign.objects.create(
            pack=self._pack(),
            name=self._name(head.name),
            owner=self._actor,
            seed=head.seed,
            status=head.status,
            **self._terms(head),
        )
        campaign.created_at = read_time(head.created_at)
        campaign.save(update_fields=["created_at"])
        for side, by in (("allied", head.allied), ("axis", head.axis)):
            Seat.objects.create(campaign=campaign, side=side, role=Role.COMMANDER, user=self._person(by))
        if "person" not in (head.allied, head.axis):
            Seat.objects.create(campaign=campaign, role=Role.UMPIRE, user=self._actor)
        pilots = [Pilot(campaign=campaign, **pilot.model_dump()) for pilot in self._file.pilots]
        Pilot.objects.bulk_create(pilots)
        self._places = {place: pilot.pk for place, pilot in enumerate(pilots, 1)}
        for mission in self._file.missions:
            self._mission(campaign, mission)
        stand = (each.number for each in campaign.missions.all() if each.orders_are_open)
        campaign.committed = max(stand, default=0)
        campaign.save(update_fields=["committed"])
        self._journal(campaign)
        self._pictures(campaign)
        return campaign

    def _pictures(self, campaign: Campaign) -> None:
        """Two of a file may come to the same picture."""
        UploadedPicture.objects.bulk_create(
            UploadedPicture(campaign=campaign, side=side, digest=digest, content=content, by=self._actor)
            for side, digest, content in sorted(
                {(side, raster.digest, raster.jpeg) for (side, _), raster in self._rasters.items()}
            )
        )

    def _terms(self, head: FileHead) -> dict[str, object]:
        for name, value in head.terms.items():
            if name not in terms.FIELDS or terms.wrong(name, value):
                raise Refusal(f"The file’s terms cannot be read at {name!r:.40}.")
        return head.terms | ({"both_sides": True} if head.allied == head.axis == "person" else {})

    def _name(self, told: str) -> str:
        """Its own, or with ``(imported)`` behind it if the person knows a campaign of that name already."""
        if why := lookalikes.why_not(told):
            raise Refusal(f"The file cannot be read at the campaign’s name. {why}")
        taken = set(Campaign.objects.for_user(self._actor.pk).values_list("name", flat=True))
        name, copies = told, 0
        while name in taken:
            copies += 1
            mark = f" (imported {copies})" if copies > 1 else " (imported)"
            name = told[: NAME_LENGTH - len(mark)].rstrip() + mark
        return name

    def _pack(self) -> Pack:
        told = self._file.pack
        try:
            pack = keep_pack(actor=self._actor, text=told.source, filename=f"{told.slug}.toml", on_shelf=False)
        except PackError as error:
            raise Refusal(f"The file’s pack cannot be used here: {error.problems[0]}") from None
        if (pack.slug, pack.version) != (told.slug, told.version):
            raise Refusal("The file’s pack is not the one that it names.")
        return pack

    def _mission(self, campaign: Campaign, told: FileMission) -> None:
        own = told.model_dump(exclude={"orders", "flight", "debrief", "opened_at", "scenario", "lineup"})
        mission = Mission.objects.create(
            campaign=campaign,
            opened_at=told.opened_at and read_time(told.opened_at),
            scenario=with_men_of_scenario(told.scenario, self._places),
            lineup=told.lineup.with_men(self._places).as_json(),
            **own,
        )
        for orders in told.orders:
            Orders.objects.create(
                mission=mission,
                side=orders.side,
                document=orders.document.with_men(self._places).as_json(),
                signed_at=read_time(orders.signed_at),
                signed_by=self._person(orders.signed_by),
            )
        if told.flight is not None:
            corrected_at = told.flight.stored_at if told.flight.is_corrected_engines else told.flight.corrected_at
            Flight.objects.create(
                mission=mission,
                way=Flight.Way.ENGINE if told.flight.is_corrected_engines else told.flight.way,
                record=told.flight.record,
                level=told.flight.level,
                report=told.flight.report,
                key=uuid.uuid4(),
                stored_at=read_time(told.flight.stored_at),
                corrected_at=corrected_at and read_time(corrected_at),
            )
        if told.debrief is not None:
            Debrief.objects.create(
                mission=mission,
                key=uuid.uuid4(),
                actor=self._person(told.debrief.by),
                at=read_time(told.debrief.at),
                batch=self._batch(told.debrief.batch),
            )

    def _journal(self, campaign: Campaign) -> None:
        written: list[Entry] = []
        for number, told in enumerate(self._file.journal, 1):
            if told.reverses is not None and told.reverses >= number:
                raise Refusal(f"Journal entry {number} takes back an entry that does not come before it.")
            said = said_by(number, told)
            if isinstance(said, TermsAgreed):
                _refuse_odd_terms(number, said)
            if isinstance(said, Pictured) and (raster := self._rasters.get((told.side, said.digest))):
                said = said.but(digest=raster.digest)
            written.append(
                Entry(
                    campaign=campaign,
                    number=number,
                    batch=self._batch(told.batch),
                    by=told.by,
                    at=read_time(told.at),
                    moment=told.moment,
                    kind=told.kind,
                    side=told.side,
                    mission=told.mission,
                    pilot_id=None if told.pilot is None else self._places[told.pilot],
                    data=said.with_men(self._places).as_json(accounts=False),
                )
            )
        Entry.objects.bulk_create([each for each, told in self._with_reversal(written, reverse=False)])
        for entry, told in self._with_reversal(written, reverse=True):
            entry.reverses = written[(told.reverses or 0) - 1]
        Entry.objects.bulk_create([each for each, _ in self._with_reversal(written, reverse=True)])

    def _with_reversal(self, written: list[Entry], *, reverse: bool) -> Iterator[tuple[Entry, FileEntry]]:
        """Entries that take another back, which must have a row first, or those that do not."""
        for entry, told in zip(written, self._file.journal, strict=True):
            if (told.reverses is not None) == reverse:
                yield entry, told

    def _person(self, by: By) -> User | None:
        return self._actor if by == "person" else None

    def _batch(self, number: int) -> uuid.UUID:
        return self._batches.setdefault(number, uuid.uuid4())


def _refuse_odd_terms(number: int, said: TermsAgreed) -> None:
    for name, values in said.changed.items():
        if name not in terms.FIELDS or any(terms.wrong(name, value) for value in values):
            raise Refusal(f"Journal entry {number} (terms) cannot be read: there are no such terms as {name!r:.40}.")


def _look_at_everything(campaign: Campaign) -> None:
    """Read what pages will read, so that nothing in a file can break them later."""
    pack, standing = definition_of(campaign), standing_of(campaign)
    stages = {stage.key for stage in pack.stages}
    for mission in campaign.missions.select_related("flight").prefetch_related("orders"):
        if mission.scenario["stage"] not in stages:
            raise KeyError(mission.scenario["stage"])
        if not mission.is_operation:
            pack.mission(mission.key)
        planned = as_planned(pack, mission, mission.orders.all(), standing)
        if len(planned.orders) == len(SIDES) and not setups.why_grounded(pack, mission.key, planned.orders):
            engine.systems()[pack.system].check(setups.setup(planned))
        flight = flight_of(mission)
        if flight is not None:
            if flight.way in (Flight.Way.ENGINE, Flight.Way.TABLE, Flight.Way.SCREEN) and len(planned.orders) < len(
                SIDES
            ):
                raise Refusal(f"Mission {mission.number} was flown without the orders of both sides.")
            _REPORT.validate_json(json.dumps(flight.report), strict=True)
            Report.from_json(flight.report)


def _try_debriefs(actor: User, campaign: Campaign) -> None:
    """Debrief what has been flown and is not debriefed yet, and undo it: its report is one that the journal takes."""
    for mission in campaign.missions.filter(status=Mission.Status.FLOWN):
        before = transaction.savepoint()
        debriefs.debrief(actor=actor, mission=mission, key=uuid.uuid4())
        found = reconcile.problems(Campaign.objects.get(pk=campaign.pk))
        transaction.savepoint_rollback(before)
        if found:
            raise Refusal(f"The file contradicts itself: {found[0]}")
