"""A whole campaign as one JSON file, and back. ``docs/reference/campaign-file.md`` describes it.

The same campaign always gives the same bytes, and a campaign that was brought in gives the file it came from, but for
its name if whoever brought it in has one of that name already. Rows
go by their place in the file, never by database keys; people by whether a person or the staff did it, and in the
journal by the name they had then.
"""

from __future__ import annotations

import hashlib
import json
import re
import uuid
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, TypeAlias

from django.contrib.auth.models import User
from django.db import transaction
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

import engine
from campaigns.access import Viewer
from campaigns.models import Campaign, Entry, Pack, Pilot, Role, Seat, Side, terms
from campaigns.models.terms import Terms
from campaigns.operations import quotas
from campaigns.operations.campaigns import NAME_LENGTH
from campaigns.operations.packs import keep_pack
from campaigns.packs import PackError
from campaigns.packs.schema import SIDES
from campaigns.selectors.definitions import definition
from campaigns.selectors.seats import PLANNERS
from campaigns.selectors.sides import side_titles
from campaigns.selectors.standings import standing_of
from config.common import lookalikes
from config.common.refusals import Refusal
from engine.core.errors import EngineError
from engine.core.report import Report
from missions.archive import entry_shapes, order_shapes
from missions.flights.context import as_planned
from missions.models import Debrief, Flight, Mission, Orders
from missions.operations import debriefs
from missions.planning import setups
from missions.selectors import reconcile

FORMAT = "ready-room-campaign"
VERSION = 1
LARGEST = 10_000_000
"""Bytes of a file: 250 missions with the engine's records, or 500 told at the table; it is read within the request."""
MOST_OF_A_BATCH = 2_000
"""Journal entries that one act writes; a page shows a batch whole."""
MOST_VALUES = 800_000
"""In a file: twice what a file of the largest size holds. Ten megabytes of nothing but brackets take a third of a
gigabyte when they are read."""
_TEXT_OR_MARK = re.compile(rb'"(?:[^"\\]++|\\.)*+"|".*|[,\[{]', re.DOTALL)
"""A text in JSON (one that does not end goes on to the end of the file), or what stands before a value."""
_SUM = "sha256"
_REPORT = TypeAdapter(Report)
_MEN_OF_UNIT = ("leader_pilot", "wingman_pilot", "section_pilot")

By: TypeAlias = Literal["person", "staff"]
Number: TypeAlias = Annotated[int, Field(ge=1, le=100_000)]
Words: TypeAlias = Annotated[str, Field(max_length=200)]
SideName: TypeAlias = Literal["allied", "axis"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class _Pack(_Part):
    slug: Words
    version: Words
    source: Annotated[str, Field(max_length=1_000_000)]


class _Head(_Part):
    name: Annotated[str, Field(pattern=r"\S", max_length=NAME_LENGTH)]
    seed: Annotated[int, Field(ge=0, lt=1 << 63)]
    status: Literal["running", "finished"]
    created_at: str
    allied: By
    axis: By
    terms: dict[str, Any] = {}


class _Pilot(_Part):
    side: SideName
    name: Annotated[str, Field(pattern=r"\S", max_length=80)]
    nation: Annotated[str, Field(max_length=2)]
    service: Annotated[str, Field(max_length=40)]
    skills: Annotated[list[Words], Field(max_length=20)]
    on_roster: bool
    resource: Annotated[str, Field(max_length=60)]
    squadron: Annotated[str, Field(pattern=r"^[-a-zA-Z0-9_]{0,60}$")]
    delivery: Annotated[str, Field(max_length=120)]
    is_green: bool


class _Orders(_Part):
    side: SideName
    document: dict[str, Any]
    signed_at: str
    signed_by: By


class _Flight(_Part):
    way: Literal["engine", "table", "grounded", "operation"]
    record: str
    report: dict[str, Any]
    stored_at: str
    corrected_at: str | None = None

    @property
    def is_corrected_engines(self) -> bool:
        """It is from before ``corrected_at``: the engine flew it, and a correction called it the table's."""
        return self.way == "table" and bool(self.record)


class _Debrief(_Part):
    at: str
    by: By
    batch: Number


class _Mission(_Part):
    number: Annotated[int, Field(ge=1, le=30_000)]
    key: Annotated[str, Field(max_length=60)]
    period: Annotated[int, Field(ge=0, le=30_000)]
    title: Annotated[str, Field(max_length=120)]
    date: Annotated[str, Field(max_length=20)]
    place: Annotated[str, Field(max_length=120)]
    seed: Annotated[int, Field(ge=0, lt=1 << 63)]
    status: Literal["planning", "ready", "flown", "debriefed", "void"]
    scenario: dict[str, Any]
    opened_at: str | None
    orders: Annotated[list[_Orders], Field(max_length=2)]
    flight: _Flight | None
    debrief: _Debrief | None


class _Entry(_Part):
    batch: Number
    by: Annotated[str, Field(max_length=150)]
    at: str
    moment: Annotated[int, Field(ge=0, le=100_000)]
    kind: Annotated[str, Field(max_length=12)]
    side: Literal["", "allied", "axis"]
    mission: Annotated[int, Field(ge=1, le=30_000)] | None
    pilot: Number | None
    data: dict[str, Any]
    reverses: Number | None


class _File(_Part):
    format: Literal["ready-room-campaign"]
    version: Literal[1]
    pack: _Pack
    campaign: _Head
    pilots: Annotated[list[_Pilot], Field(max_length=5_000)]
    missions: Annotated[list[_Mission], Field(max_length=2_000)]
    journal: Annotated[list[_Entry], Field(min_length=1, max_length=100_000)]
    sha256: str


def refuse_secrets(campaign: Campaign, viewer: Viewer) -> None:
    """The file holds the seed and what each side keeps to itself: while the campaign runs it is for who may see it all.

    What people of a side have written stays theirs when they have left it. Four queries at most.
    """
    unseen = [side for side in Side.values if not viewer.sees_plans_of(side)]
    if campaign.is_finished or not unseen:
        return
    people = {seat.side for seat in campaign.seats.all() if seat.role in PLANNERS and not seat.is_staff}
    signed = Orders.objects.filter(mission__campaign=campaign, signed_by__isnull=False, side__in=unseen)
    signed = signed.exclude(signed_by=viewer.user_id).select_related("mission")
    people |= {orders.side for orders in signed if not orders.mission.orders_are_open}
    notes = campaign.entries.filter(kind=Entry.Kind.NOTE, side__in=unseen).exclude(actor=viewer.user_id)
    people |= set(notes.values_list("side", flat=True))
    titles = side_titles(campaign)
    if hidden := [titles[side] for side in unseen if side in people]:
        raise Refusal(
            f"The file would show you the sealed orders and notes of the {' and the '.join(hidden)} side. "
            "An umpire may export the campaign, or you when it is over."
        )


def export(campaign: Campaign) -> bytes:
    """The campaign's file. Six queries."""
    commanders = {seat.side: seat for seat in campaign.seats.filter(role=Role.COMMANDER)}
    pilots = list(campaign.pilots.order_by("pk"))
    places = {pilot.pk: place for place, pilot in enumerate(pilots, 1)}
    entries = list(campaign.entries.order_by("number"))
    numbers = {entry.pk: entry.number for entry in entries}
    batches: dict[uuid.UUID, int] = {}
    for entry in entries:
        batches.setdefault(entry.batch, len(batches) + 1)
    missions = campaign.missions.select_related("flight", "debrief").prefetch_related("orders").order_by("number")
    document = {
        "format": FORMAT,
        "version": VERSION,
        "pack": {"slug": campaign.pack.slug, "version": campaign.pack.version, "source": campaign.pack.source},
        "campaign": {
            "name": campaign.name,
            "seed": campaign.seed,
            "status": campaign.status,
            "created_at": _written(campaign.created_at),
            **{side: _by(commanders[side].user_id if side in commanders else None) for side in Side.values},
            **_terms(campaign, [seat.user_id for seat in commanders.values()]),
        },
        "pilots": [
            {
                "side": pilot.side,
                "name": pilot.name,
                "nation": pilot.nation,
                "service": pilot.service,
                "skills": pilot.skills,
                "on_roster": pilot.on_roster,
                "resource": pilot.resource,
                "squadron": pilot.squadron,
                "delivery": pilot.delivery,
                "is_green": pilot.is_green,
            }
            for pilot in pilots
        ],
        "missions": [_mission(mission, places, batches) for mission in missions],
        "journal": [
            {
                "batch": batches[entry.batch],
                "by": entry.by,
                "at": _written(entry.at),
                "moment": entry.moment,
                "kind": entry.kind,
                "side": entry.side,
                "mission": entry.mission,
                "pilot": places.get(entry.pilot_id or 0),
                "data": _entry_data(entry.kind, _without_accounts(entry.data), places),
                "reverses": numbers.get(entry.reverses_id or 0),
            }
            for entry in entries
        ],
    }
    return seal(document)


def _terms(campaign: Campaign, commanders: Collection[int | None]) -> dict[str, dict[str, Any]]:
    """Terms that are not as a campaign begins with.

    Where people command both sides nothing is said of seats on both: whoever brings the campaign in has them.
    """
    implied = {"both_sides"} if None not in commanders else set()
    own = {
        field.name: value
        for field in Terms._meta.local_fields
        if field.name not in implied and (value := getattr(campaign, field.name)) != field.get_default()
    }
    return {"terms": own} if own else {}


def seal(document: Mapping[str, Any]) -> bytes:
    """A campaign's document as a file, with its check sum."""
    return _text({**document, _SUM: _sum(document)}).encode()


def _mission(mission: Mission, places: Mapping[int, int], batches: Mapping[uuid.UUID, int]) -> dict[str, Any]:
    flight: Flight | None = getattr(mission, "flight", None)
    debrief: Debrief | None = getattr(mission, "debrief", None)
    return {
        "number": mission.number,
        "key": mission.key,
        "period": mission.period,
        "title": mission.title,
        "date": mission.date,
        "place": mission.place,
        "seed": mission.seed,
        "status": mission.status,
        "scenario": _scenario(mission.scenario, places),
        "opened_at": mission.opened_at and _written(mission.opened_at),
        "orders": [
            {
                "side": orders.side,
                "document": _document(orders.document, places),
                "signed_at": _written(orders.signed_at),
                "signed_by": _by(orders.signed_by_id),
            }
            for orders in sorted(mission.orders.all(), key=lambda orders: orders.side)
        ],
        "flight": flight
        and {
            "way": flight.way,
            "record": flight.record,
            "report": flight.report,
            "stored_at": _written(flight.stored_at),
            **({"corrected_at": _written(flight.corrected_at)} if flight.corrected_at else {}),
        },
        "debrief": debrief
        and {"at": _written(debrief.at), "by": _by(debrief.actor_id), "batch": batches[debrief.batch]},
    }


def import_campaign(*, actor: User, content: bytes) -> Campaign:
    """Bring a campaign in from its file; whoever does so owns it and takes the seats that people had.

    The whole file is refused with a sentence if it was cut off or altered, comes from a newer Ready Room, or does
    not agree with itself.
    """
    quotas.spend(actor.pk, "imports")
    file = _read(content)
    _refuse_doubles(file)
    try:
        with transaction.atomic():
            campaign = _Import(actor, file).campaign()
            if found := reconcile.problems(campaign):
                raise Refusal(f"The file contradicts itself: {found[0]}")
            _look_at_everything(campaign)
            _try_debriefs(actor, campaign)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, EngineError) as error:
        raise Refusal(f"The file holds something that does not belong there: {error!r:.200}.") from None
    return campaign


def _holds_too_much(content: bytes) -> bool:
    """Whether it has more values than ``MOST_VALUES``, counted without a copy; a value comes with two texts at most."""
    values = texts = 0
    for found in _TEXT_OR_MARK.finditer(content):
        if content[found.start()] == ord('"'):
            texts += 1
        else:
            values += 1
        if values > MOST_VALUES or texts > 2 * MOST_VALUES:
            return True
    return False


def _read(content: bytes) -> _File:
    if len(content) > LARGEST:
        raise Refusal(f"The file is larger than {LARGEST // 1_000_000} MB.")
    if b"\\u0000" in content or b"\0" in content:
        raise Refusal("The file holds characters that no text has.")
    if _holds_too_much(content):
        raise Refusal(f"The file holds more than {MOST_VALUES:,} values. No campaign has so many.")
    try:
        document = json.loads(content.decode(), parse_constant=_refuse_constant)
        found = _sum(document) if isinstance(document, dict) else ""
    except UnicodeError:
        raise Refusal("This is not a campaign file: it is not text.") from None
    except (ValueError, RecursionError):
        raise Refusal("The file is not whole, or no campaign file at all. Export the campaign anew.") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Refusal("This is not a campaign file of the Ready Room.")
    version = document.get("version")
    if isinstance(version, int) and version > VERSION:
        raise Refusal(
            f"The file has format version {version}; this Ready Room reads up to {VERSION}. Bring it up to date first."
        )
    if document.pop(_SUM, None) != found:
        raise Refusal("The file has been altered since it was exported: its check sum does not fit. Export it anew.")
    try:
        return _File.model_validate(document | {_SUM: found})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(step + 1) if isinstance(step, int) else step for step in first["loc"])
        raise Refusal(f"The file cannot be read at {where}: {first['msg']}.") from None


def _refuse_constant(name: str) -> None:
    raise Refusal(f"The file is not whole, or no campaign file at all: {name} is no number.")


def _refuse_doubles(file: _File) -> None:
    """Nothing stands in a file twice that there can be only one of, and no act wrote more than a page can show."""
    once: dict[str, Iterable[Hashable]] = {
        "a man": ((pilot.side, pilot.name) for pilot in file.pilots),
        "a mission": (mission.number for mission in file.missions),
        "a mission's orders": ((mission.number, orders.side) for mission in file.missions for orders in mission.orders),
        "a batch of a debrief": (mission.debrief.batch for mission in file.missions if mission.debrief),
        "an entry taken back": (entry.reverses for entry in file.journal if entry.reverses is not None),
    }
    for what, keys in once.items():
        if twice := next((key for key, count in Counter(keys).items() if count > 1), None):
            raise Refusal(f"The file contradicts itself: it holds {what} twice ({twice!r:.100}).")
    batch, count = Counter(entry.batch for entry in file.journal).most_common(1)[0]
    if count > MOST_OF_A_BATCH:
        raise Refusal(f"No act writes more than {MOST_OF_A_BATCH:,} entries at once: batch {batch} has {count:,}.")


class _Import:
    """Rows from a file."""

    def __init__(self, actor: User, file: _File) -> None:
        self._actor = actor
        self._file = file
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
        campaign.created_at = _read_time(head.created_at)
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
        return campaign

    def _terms(self, head: _Head) -> dict[str, Any]:
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
            raise Refusal(f"The file's pack cannot be used here: {error.problems[0]}") from None
        if (pack.slug, pack.version) != (told.slug, told.version):
            raise Refusal("The file's pack is not the one that it names.")
        return pack

    def _mission(self, campaign: Campaign, told: _Mission) -> None:
        own = told.model_dump(exclude={"orders", "flight", "debrief", "opened_at", "scenario"})
        mission = Mission.objects.create(
            campaign=campaign,
            opened_at=told.opened_at and _read_time(told.opened_at),
            scenario=_scenario(told.scenario, self._places),
            **own,
        )
        for orders in told.orders:
            if wrong := order_shapes.wrong(orders.document):
                raise Refusal(f"The {orders.side} orders of Mission {told.number} cannot be read: {wrong}.")
            Orders.objects.create(
                mission=mission,
                side=orders.side,
                document=_document(orders.document, self._places),
                signed_at=_read_time(orders.signed_at),
                signed_by=self._person(orders.signed_by),
            )
        if told.flight is not None:
            corrected_at = told.flight.stored_at if told.flight.is_corrected_engines else told.flight.corrected_at
            Flight.objects.create(
                mission=mission,
                way=Flight.Way.ENGINE if told.flight.is_corrected_engines else told.flight.way,
                record=told.flight.record,
                report=told.flight.report,
                key=uuid.uuid4(),
                stored_at=_read_time(told.flight.stored_at),
                corrected_at=corrected_at and _read_time(corrected_at),
            )
        if told.debrief is not None:
            Debrief.objects.create(
                mission=mission,
                key=uuid.uuid4(),
                actor=self._person(told.debrief.by),
                at=_read_time(told.debrief.at),
                batch=self._batch(told.debrief.batch),
            )

    def _journal(self, campaign: Campaign) -> None:
        written: list[Entry] = []
        for number, told in enumerate(self._file.journal, 1):
            if told.kind not in Entry.Kind.values:
                raise Refusal(f"Journal entry {number} is of a kind that this Ready Room does not know: {told.kind}.")
            if told.reverses is not None and told.reverses >= number:
                raise Refusal(f"Journal entry {number} takes back an entry that does not come before it.")
            if wrong := entry_shapes.wrong(told.kind, told.side, told.mission, told.pilot, told.data):
                raise Refusal(f"Journal entry {number} ({told.kind}) cannot be read: {wrong}.")
            written.append(
                Entry(
                    campaign=campaign,
                    number=number,
                    batch=self._batch(told.batch),
                    by=told.by,
                    at=_read_time(told.at),
                    moment=told.moment,
                    kind=told.kind,
                    side=told.side,
                    mission=told.mission,
                    pilot_id=None if told.pilot is None else self._places[told.pilot],
                    data=_entry_data(told.kind, _without_accounts(told.data), self._places),
                )
            )
        Entry.objects.bulk_create([each for each, told in self._with_reversal(written, reverse=False)])
        for entry, told in self._with_reversal(written, reverse=True):
            entry.reverses = written[(told.reverses or 0) - 1]
        Entry.objects.bulk_create([each for each, _ in self._with_reversal(written, reverse=True)])

    def _with_reversal(self, written: list[Entry], *, reverse: bool) -> Iterator[tuple[Entry, _Entry]]:
        """Entries that take another back, which must have a row first, or those that do not."""
        for entry, told in zip(written, self._file.journal, strict=True):
            if (told.reverses is not None) == reverse:
                yield entry, told

    def _person(self, by: By) -> User | None:
        return self._actor if by == "person" else None

    def _batch(self, number: int) -> uuid.UUID:
        return self._batches.setdefault(number, uuid.uuid4())


def _look_at_everything(campaign: Campaign) -> None:
    """Read what pages will read, so that nothing in a file can break them later."""
    pack, standing = definition(campaign.pack), standing_of(campaign)
    stages = {stage.key for stage in pack.stages}
    for mission in campaign.missions.select_related("flight").prefetch_related("orders"):
        if mission.scenario["stage"] not in stages:
            raise KeyError(mission.scenario["stage"])
        if not mission.is_operation:
            pack.mission(mission.key)
        rows = {orders.side: orders.document for orders in mission.orders.all()}
        planned = as_planned(pack, mission, rows, standing)
        if len(rows) == len(SIDES) and not setups.why_grounded(pack, mission.key, planned.orders):
            engine.systems()[pack.system].check(setups.setup(planned))
        flight: Flight | None = getattr(mission, "flight", None)
        if flight is not None:
            if flight.way in (Flight.Way.ENGINE, Flight.Way.TABLE) and len(rows) < len(SIDES):
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


def _scenario(scenario: Mapping[str, Any], keys: Mapping[int, int]) -> dict[str, Any]:
    """A mission's scenario with its men under other keys."""
    skilled = {side: keys[man] for side, man in scenario.get("skilled", {}).items()}
    return {**scenario, "skilled": skilled}


def _document(document: Mapping[str, Any], keys: Mapping[int, int]) -> dict[str, Any]:
    """Orders with their men under other keys."""
    units = []
    for unit in document["units"]:
        men = {name: man and keys[man] for name in _MEN_OF_UNIT if name in unit for man in (unit[name],)}
        crews = [man and keys[man] for man in unit["crews"]] if unit.get("crews") else unit.get("crews")
        units.append({**unit, **men} | ({"crews": crews} if "crews" in unit else {}))
    return {**document, "units": units}


def _entry_data(kind: str, data: Mapping[str, Any], keys: Mapping[int, int]) -> dict[str, Any]:
    """What an entry says, with its men under other keys."""
    said = dict(data)
    name = {"ruling": "with", "resolved": "pilot"}.get(kind)
    if name is not None and said.get(name) is not None:
        said[name] = keys[said[name]]
    if kind == "resolved":
        said["conflict"] = _conflict_key(said["conflict"], keys)
    return said


def _conflict_key(key: str, keys: Mapping[int, int]) -> str:
    """The key of a conflict, one about a man with his other key; files of an earlier time have none that is known."""
    what, _, about = key.partition(":")
    who, _, rest = about.partition(":")
    if what in ("man", "twice", "search", "skill") and who.isdecimal() and int(who) in keys:
        return f"{what}:{keys[int(who)]}:{rest}"
    return key


def _without_accounts(data: Mapping[str, Any]) -> dict[str, Any]:
    """What an entry says without the keys of the accounts of those whom it names."""
    return {name: value for name, value in data.items() if name != "people"}


def _by(user_id: int | None) -> By:
    return "staff" if user_id is None else "person"


def _written(moment: datetime) -> str:
    return moment.isoformat()


def _read_time(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(f"the time {text} has no zone")
    moment.astimezone(UTC)  # raises OverflowError for the ends of time
    return moment


def _text(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def _sum(document: Mapping[str, Any]) -> str:
    """Of the document without its own sum. Raises ``UnicodeError`` for what no text may hold."""
    return hashlib.sha256(_text({name: part for name, part in document.items() if name != _SUM}).encode()).hexdigest()
