"""A campaign brought in from its file."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Final, TypeAlias

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from pydantic import TypeAdapter

import engine
from campaigns.documents.kit.document import Progress
from campaigns.models import Campaign, Entry, Pack, Pilot, Role, Seat, UploadedPicture, terms
from campaigns.operations.packs import keep_pack
from campaigns.packs import PackError
from campaigns.packs.schema import SIDES
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.standings import folding_of, standing_of
from campaigns.standing.kinds import Pictured, TermsAgreed
from config.common import lookalikes
from config.common.lengths import NAME_LENGTH
from config.common.refusals import Refusal
from config.common.steps import batched, by_steps
from engine.core.errors import EngineError
from engine.core.report import Report
from missions.archive.schema import (
    By,
    CampaignFile,
    FileEntry,
    FileFlight,
    FileHead,
    FileMission,
    FilePicture,
    read_time,
    refuse_doubles,
    said_by,
    with_men_of_scenario,
)
from missions.flights.context import as_planned
from missions.models import Debrief, Flight, Mission, Orders
from missions.models.missions import ORDERS_ARE_OPEN
from missions.operations import debriefs
from missions.planning import setups
from missions.selectors import reconcile
from missions.selectors.missions import flight_of

MISSIONS_AT_ONCE: Final = 25
ENTRIES_AT_ONCE: Final = 250
PICTURES_AT_ONCE: Final = 10
_REPORT = TypeAdapter(Report)


Step: TypeAlias = Callable[[], AbstractContextManager[object]]
"""A transaction of what is written at once."""


def bring_in(
    actor: User,
    file: CampaignFile,
    step: Step = transaction.atomic,
    begun: Callable[[Campaign], None] = lambda campaign: None,
    progress: Progress = lambda done, total: None,
) -> Campaign:
    """Write what a file holds, in transactions of half a second at most, and show it when all is there and agrees.

    Whoever brings it in owns the campaign and takes the seats that people had.

    ``begun`` gets the campaign, which nobody can see yet, in the ``step`` that makes it: whoever calls takes it away if
    this raises. ``progress`` counts journal entries, and missions twice: written and looked at.
    Raises ``Refusal``.
    """
    try:
        refuse_doubles(file)
        return _Import(actor, file, step, progress).campaign(begun)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, EngineError) as error:
        raise Refusal(f"The file holds something that does not belong there: {error!r:.200}.") from None


class _Import:
    """Rows from a file."""

    def __init__(self, actor: User, file: CampaignFile, step: Step, progress: Progress) -> None:
        self._actor = actor
        self._file = file
        self._step = step
        self._progress = progress
        self._batches: dict[int, uuid.UUID] = {}
        self._rasters: dict[tuple[str, str], str] = {}
        """Digests of the pictures made anew, by side and the digest that the file gives them."""
        self._done = 0
        self._total = 0

    def campaign(self, begun: Callable[[Campaign], None]) -> Campaign:
        head = self._file.campaign
        for _ in self._file.missions:
            self._total += 2
        for _ in self._file.journal:
            self._total += 1
        with self._step():
            campaign = Campaign.arriving_too.create(
                pack=self._pack(),
                name=head.name,
                owner=self._actor,
                seed=head.seed,
                status=Campaign.Status.ARRIVING,
                **self._terms(head),
            )
            campaign.created_at = read_time(head.created_at)
            campaign.save(update_fields=["created_at"])
            pilots = [Pilot(campaign=campaign, **pilot.model_dump()) for pilot in self._file.pilots]
            Pilot.objects.bulk_create(pilots)
            self._places = {place: pilot.pk for place, pilot in enumerate(pilots, 1)}
            begun(campaign)
        for pictures in batched(enumerate(self._file.pictures, 1), PICTURES_AT_ONCE):
            self._pictures(campaign, pictures)
        for missions in batched(self._file.missions, MISSIONS_AT_ONCE):
            with self._step():
                self._missions(campaign, missions)
            self._further(len(missions))
        for entries in batched(enumerate(self._file.journal, 1), ENTRIES_AT_ONCE):
            with self._step():
                self._entries(campaign, entries)
            self._further(len(entries))
        campaign.status = head.status
        self._refuse_what_disagrees(campaign)
        with self._step():
            self._show(campaign)
        return campaign

    def _further(self, count: int) -> None:
        self._done += count
        self._progress(self._done, self._total)

    def _refuse_what_disagrees(self, campaign: Campaign) -> None:
        if found := reconcile.problems(campaign):
            raise Refusal(f"The file contradicts itself: {found[0]}")
        _look_at_everything(campaign, self._further)
        _try_debriefs(campaign)

    def _show(self, campaign: Campaign) -> None:
        """Everything is there: those who may see it now find it."""
        head = self._file.campaign
        for side, by in (("allied", head.allied), ("axis", head.axis)):
            Seat.objects.create(campaign=campaign, side=side, role=Role.COMMANDER, user=self._person(by))
        if "person" not in (head.allied, head.axis):
            Seat.objects.create(campaign=campaign, role=Role.UMPIRE, user=self._actor)
        campaign.committed = campaign.missions.filter(ORDERS_ARE_OPEN).aggregate(last=Max("number"))["last"] or 0
        campaign.name = self._name(head.name)
        campaign.save(update_fields=["committed", "name", "status"])

    def _pictures(self, campaign: Campaign, told: Sequence[tuple[int, FilePicture]]) -> None:
        """A file may come from anywhere: what it holds is no picture until it has been made anew.

        Two of a file may come to the same picture.
        """
        rows = []
        for number, picture in told:
            try:
                raster = picture.raster()
            except Refusal as refusal:
                raise Refusal(f"Picture {number} of the file cannot be taken. {refusal.sentence}") from None
            if (picture.side, raster.digest) not in {(side, kept) for (side, _), kept in self._rasters.items()}:
                rows.append((picture.side, raster))
            self._rasters[picture.side, picture.digest] = raster.digest
        with self._step():
            UploadedPicture.objects.bulk_create(
                UploadedPicture(campaign=campaign, side=side, digest=raster.digest, content=raster.jpeg, by=self._actor)
                for side, raster in rows
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

    def _missions(self, campaign: Campaign, told: Sequence[FileMission]) -> None:
        missions = [
            Mission(
                campaign=campaign,
                opened_at=each.opened_at and read_time(each.opened_at),
                scenario=with_men_of_scenario(each.scenario, self._places),
                lineup=each.lineup.with_men(self._places).as_json(),
                **each.model_dump(exclude={"orders", "flight", "debrief", "opened_at", "scenario", "lineup"}),
            )
            for each in told
        ]
        Mission.objects.bulk_create(missions)
        both = list(zip(missions, told, strict=True))
        Orders.objects.bulk_create(
            Orders(
                mission=mission,
                side=orders.side,
                document=orders.document.with_men(self._places).as_json(),
                signed_at=read_time(orders.signed_at),
                signed_by=self._person(orders.signed_by),
            )
            for mission, each in both
            for orders in each.orders
        )
        Flight.objects.bulk_create(_flight(mission, each.flight) for mission, each in both if each.flight)
        Debrief.objects.bulk_create(
            Debrief(
                mission=mission,
                key=uuid.uuid4(),
                actor=self._person(each.debrief.by),
                at=read_time(each.debrief.at),
                batch=self._batch(each.debrief.batch),
            )
            for mission, each in both
            if each.debrief
        )

    def _entries(self, campaign: Campaign, told: Sequence[tuple[int, FileEntry]]) -> None:
        """An entry that takes another back needs that one's row first."""
        written = {number: self._entry(campaign, number, entry) for number, entry in told}
        taken_back = {number: entry.reverses for number, entry in told if entry.reverses is not None}
        Entry.objects.bulk_create(entry for number, entry in written.items() if number not in taken_back)
        if not taken_back:
            return
        rows = campaign.entries.filter(number__in=taken_back.values()).values_list("number", "pk")
        keys = dict(rows)
        for number, old in taken_back.items():
            if old not in keys:
                raise Refusal(f"Journal entry {number} takes back an entry that takes another back.")
            written[number].reverses_id = keys[old]
        Entry.objects.bulk_create(written[number] for number in taken_back)

    def _entry(self, campaign: Campaign, number: int, told: FileEntry) -> Entry:
        if told.reverses is not None and told.reverses >= number:
            raise Refusal(f"Journal entry {number} takes back an entry that does not come before it.")
        said = said_by(number, told)
        if isinstance(said, TermsAgreed):
            _refuse_odd_terms(number, said)
        if isinstance(said, Pictured) and (digest := self._rasters.get((told.side, said.digest))):
            said = said.but(digest=digest)
        return Entry(
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

    def _person(self, by: By) -> User | None:
        return self._actor if by == "person" else None

    def _batch(self, number: int) -> uuid.UUID:
        return self._batches.setdefault(number, uuid.uuid4())


def _refuse_odd_terms(number: int, said: TermsAgreed) -> None:
    for name, values in said.changed.items():
        if name not in terms.FIELDS or any(terms.wrong(name, value) for value in values):
            raise Refusal(f"Journal entry {number} (terms) cannot be read: there are no such terms as {name!r:.40}.")


def _flight(mission: Mission, told: FileFlight) -> Flight:
    corrected_at = told.stored_at if told.is_corrected_engines else told.corrected_at
    return Flight(
        mission=mission,
        way=Flight.Way.ENGINE if told.is_corrected_engines else told.way,
        record=told.record,
        level=told.level,
        report=told.report,
        key=uuid.uuid4(),
        stored_at=read_time(told.stored_at),
        corrected_at=corrected_at and read_time(corrected_at),
    )


def _look_at_everything(campaign: Campaign, further: Callable[[int], None]) -> None:
    """Read what pages will read, so that nothing in a file can break them later."""
    pack, standing = definition_of(campaign), standing_of(campaign)
    stages = {stage.key for stage in pack.stages}
    missions = campaign.missions.select_related("flight").defer("flight__record").prefetch_related("orders")
    for mission in by_steps(missions, "number", MISSIONS_AT_ONCE):
        mission.campaign = campaign
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
        further(1)


def _try_debriefs(campaign: Campaign) -> None:
    """What has been flown and is not debriefed yet can be: its report is one that the journal takes."""
    for mission in campaign.missions.filter(status=Mission.Status.FLOWN).select_related("flight"):
        mission.campaign = campaign
        flight = flight_of(mission)
        if flight is None:
            raise KeyError("flight")
        if found := debriefs.problems_of(mission, flight, folding_of(campaign)):
            raise Refusal(f"The file contradicts itself: {found[0]}")
