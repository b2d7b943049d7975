"""A table from a spreadsheet goes into a running campaign: missions, men, or losses and victories, line by line.

Each line is entered by the operation that enters it by hand, so it is checked, journalled and taken back as that is.
All lines are one transaction; a preview is the same, undone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final
from uuid import uuid4

from django.contrib.auth.models import User
from django.db import transaction

from campaigns.access import refuse_unless_umpire
from campaigns.models import Campaign, Entry, Pilot
from campaigns.operations import changes, quotas
from campaigns.operations.campaigns import locked
from campaigns.operations.journal import Batch
from campaigns.packs.schema import SIDES, Side
from campaigns.selectors.sides import side_titles
from campaigns.selectors.standings import standing_of
from campaigns.sequence import draws
from campaigns.sequence.steps import stage_under_way
from campaigns.standing import Standing
from campaigns.standing.kinds import NoteWritten
from campaigns.standing.model import Airman
from config.common.refusals import Refusal
from missions.archive.sheets import Problem, Sheet
from missions.flights import context
from missions.flights.context import sheet_of
from missions.models import Mission
from missions.operations import debriefs, drawing, orders, table
from missions.planning.orders import PILOT_KEYS, SideOrders, UnitOrders
from missions.planning.places import SEATS, seats
from missions.results.outcomes import CAUSES, AircraftOutcome, Outcome
from missions.results.questionnaire import Questionnaire

REASON: Final = "From a table"
_HEADINGS: Final = {
    "kills": "victories", "is_green": "green", "status": "state", "codes": "aircraft", "pilot": "name",
    "squadron": "squadron", "service": "service", "name": "name", "experience": "experience", "missions": "missions",
    "skills": "skills", "back": "back", "mission": "mission", "date": "date", "weather": "weather", "side": "side",
    "allied": "allied", "axis": "axis", "destroyed": "destroyed", "damaged": "damaged", "target_damage": "damage",
    "turns": "turns", "notes": "notes", "victories": "victories", "aircraft": "aircraft",
}  # fmt: skip
"""The column that a field is entered in, by what operations call it."""
_BY, _AND = " by ", "+"
"""In a cell: before who shot somebody down, and between several who share it."""
_LINES_CALLED: Final = {"missions": "missions", "men": "men", "losses": "losses and victories"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPreview:
    problems: Sequence[Problem]
    entries: Sequence[Entry]
    """What would be written; they are in no database."""


def enter_sheet(*, actor: User, campaign: Campaign, sheet: Sheet) -> int:
    """Enter every line of a table, or none. Returns how many there were.

    Refused if anything is wrong with any line, and if the same table has been entered already.
    """
    with locked(campaign.pk) as campaign:
        quotas.spend(actor.pk, "imports")
        if found := _enter(actor, campaign, sheet):
            first = found[0]
            raise Refusal(f"Nothing has been entered. Line {first.line}: {first.sentence}")
    return len(sheet.rows)


def preview_sheet(*, actor: User, campaign: Campaign, sheet: Sheet) -> SheetPreview:
    """What entering it would write, or everything that is wrong with it. Nothing is kept."""
    with transaction.atomic():
        with locked(campaign.pk) as fresh:
            before = max(fresh.entries.values_list("number", flat=True), default=0)
            problems = _enter(actor, fresh, sheet)
            entries = list(fresh.entries.filter(number__gt=before).select_related("pilot").order_by("number"))
        transaction.set_rollback(True)
    return SheetPreview(problems=problems, entries=() if problems else entries)


def _enter(actor: User, campaign: Campaign, sheet: Sheet) -> list[Problem]:
    """Part of an operation: what is wrong; if nothing is, all of it has been written."""
    refuse_unless_umpire(campaign, actor)
    mark = f"(mark {sheet.mark})."
    if campaign.entries.in_force().filter(kind=NoteWritten.kind, data__text__endswith=mark).exists():
        raise Refusal(
            "This table has been entered already: the journal has a note of it. If its lines have been taken back, "
            "take that note back too, and it may be entered again."
        )
    problems = list(sheet.problems)
    entry = _ROWS[sheet.what]
    for row in sheet.rows:
        try:
            with transaction.atomic():
                entry(_Entering(actor, campaign), row.cells)
        except Refusal as refusal:
            problems.append(sheet.problem(row.line, _HEADINGS.get(refusal.field, refusal.field), refusal.sentence))
            if sheet.what == "missions":
                break  # those after it are flown after it
    if not problems:
        batch = Batch(campaign, actor)
        lines = len(sheet.rows)
        counted = f"{lines} line{'' if lines == 1 else 's'}"
        batch.add(NoteWritten(text=f"Entered from a table of {_LINES_CALLED[sheet.what]}: {counted} {mark}"))
        batch.write()
    return problems


class _Entering:
    """One line that is being entered."""

    def __init__(self, actor: User, campaign: Campaign) -> None:
        self.actor, self.campaign = actor, campaign
        self.by: Mapping[str, Any] = {"actor": actor, "campaign": campaign, "reason": REASON}

    def side(self, said: str) -> Side:
        titles = side_titles(self.campaign)
        for side in SIDES:
            if said.lower() in (side, titles[side].lower()):
                return side
        raise Refusal(f"A side is {' or '.join(titles[side] for side in SIDES)}.", "side")

    def pilot(self, side: str, name: str) -> Pilot | None:
        return self.campaign.pilots.filter(side=side, name=name).first()

    def named(self, side: str, name: str, field: str = "name") -> Pilot:
        if (found := self.pilot(side, name)) is None:
            title = side_titles(self.campaign)[side]
            raise Refusal(f"The {title} side has no {name}. Enter new men by a table of men first.", field)
        return found

    def career(self, pilot: Pilot, cells: Mapping[str, Any], kills: Fraction | None = None) -> None:
        """His record with what the line says of it."""
        man: Airman = standing_of(self.campaign).airmen[pilot.pk]
        changes.set_career(
            **self.by,
            pilot=pilot,
            experience=cells.get("experience", man.experience),
            kills=cells.get("victories", man.kills) if kills is None else man.kills + kills,
            missions=cells.get("missions", man.missions),
            is_green=cells.get("green", man.is_green and "experience" not in cells),
            skills=cells.get("skills", man.skills),
        )


def _man(entering: _Entering, cells: Mapping[str, Any]) -> None:
    """Somebody new joins; of who is there already the record is set."""
    side = entering.side(cells["side"])
    pilot = entering.pilot(side, cells["name"])
    new = pilot is None
    if pilot is None:
        pilot = changes.add_man(
            **entering.by,
            side=side,
            squadron=_squadron(standing_of(entering.campaign), side, cells.get("squadron", "")),
            nation=cells.get("nation", "").lower(),
            service=cells.get("service", ""),
            name=cells["name"],
            is_green=cells.get("green", False),
        )
    record = cells.keys() & {"missions", "victories", "experience", "skills"} or (not new and "green" in cells)
    if record:
        entering.career(pilot, cells)
    elif not new:
        raise Refusal(f"{cells['name']} is there already, and the line says nothing new of his record.", "name")


def _squadron(standing: Standing, side: str, said: str) -> str:
    """The key of a squadron that is named by its key or its title."""
    for key, squadron in standing.squadrons.items():
        if squadron.side == side and said.lower() in (key, squadron.title.lower()):
            return key
    return said


def _loss(entering: _Entering, cells: Mapping[str, Any]) -> None:
    """What has become of a man, what he has shot down beside, and an aircraft that is gone."""
    side = entering.side(cells["side"])
    of_man = cells.keys() & {"state", "victories"}
    if not of_man and "aircraft" not in cells:
        raise Refusal("The line says of nothing what became of it: give a state, victories or an aircraft.")
    if of_man:
        if "name" not in cells:
            raise Refusal("Say whose state or victories these are.", "name")
        pilot = entering.named(side, cells["name"])
        if "victories" in cells:
            entering.career(pilot, {}, cells["victories"])
        if "state" in cells:
            changes.set_status(**entering.by, pilot=pilot, status=cells["state"].lower(), back=cells.get("back"))
    if "aircraft" in cells:
        changes.withdraw(**entering.by, side=side, codes=[cells["aircraft"]])


def _mission(entering: _Entering, cells: Mapping[str, Any]) -> None:
    """The next mission, as it was flown: its period if that is over, who flew, the result, the debrief."""
    actor, campaign = entering.actor, entering.campaign
    standing = standing_of(campaign)
    if standing.pack.has_periods and not standing.is_over and (standing.period is None or standing.period.is_over):
        stage, _ = standing.pack.stage_of_period(len(standing.periods) + 1)
        if stage.weather and "weather" not in cells:
            raise Refusal("A period begins with this mission: say what the weather was.", "weather")
        drawing.open_period(actor=actor, campaign=campaign, weather=cells.get("weather"))
        standing = standing_of(campaign)
    key = _key(standing, cells["mission"])
    mission = drawing.draw_on_paper(actor=actor, campaign=campaign, key=key, date=cells["date"])
    for side in SIDES:
        if side in cells:
            document = _flown_by(entering, mission, side, cells[side])
            orders.sign_orders(actor=actor, mission=mission, side=side, document=document.as_json())
    mission.refresh_from_db()
    if why := context.why_grounded(mission):
        raise Refusal(f"{why} Enter this mission by hand.")
    mission = orders.open_orders(mission=mission, actor=actor)
    asked = sheet_of(mission)
    outcome = Outcome(
        aircraft=tuple(_aircraft(asked, cells)),
        turns=cells.get("turns", 0),
        target_damage=cells.get("damage"),
        notes=cells.get("notes", ""),
    )
    table.record_table(actor=actor, mission=mission, outcome=outcome, key=uuid4())
    debriefs.debrief(actor=actor, mission=mission, key=uuid4())


def _key(standing: Standing, said: str) -> str:
    """The mission that is named by its key or its title, of those that may be the next."""
    stage = stage_under_way(standing.pack, standing)
    if stage is None:
        raise Refusal("The campaign is over: there is no mission left to enter.", "mission")
    open_ = dict.fromkeys(draws.open_missions(standing.pack, standing, stage))
    for key in open_:
        if said.lower() in (key, standing.pack.mission(key).title.lower()):
            return key
    raise Refusal(f"This mission cannot be the next. There are {', '.join(open_)}.", "mission")


def _flown_by(entering: _Entering, mission: Mission, side: Side, names: Sequence[str]) -> SideOrders:
    """The staff's plan with these men in its seats, in order; the seats after them stay as the staff has them."""
    plan = context.orders_of(mission.orders.get(side=side))
    men = [entering.named(side, name, side).pk for name in names]
    there = [(unit.id, seat.name) for unit in plan.flying for seat in seats(unit)]
    if len(men) > len(there):
        raise Refusal(f"The staff’s plan has {len(there)} seats on this side. Enter this mission by hand.", side)
    sits = dict(zip(there, men, strict=False))
    return plan.but(units=tuple(_seated(unit, sits, set(men)) for unit in plan.units))


def _seated(unit: UnitOrders, sits: Mapping[tuple[str, str], int], named: set[int]) -> UnitOrders:
    """A unit with the men who sit in it; who is named for another seat leaves his own to anybody."""

    def free(man: int | None) -> int | None:
        return None if man in named else man

    if unit.crews is not None:
        crews = tuple(sits.get((unit.id, str(place)), free(man)) for place, man in enumerate(unit.crews, 1))
        return unit.but(crews=crews)
    pairs = zip(PILOT_KEYS, SEATS, unit.pilots, strict=True)
    return unit.but(**{key: sits.get((unit.id, seat), free(man)) for key, seat, man in pairs})


def _aircraft(asked: Questionnaire, cells: Mapping[str, Any]) -> Iterator[AircraftOutcome]:
    """Who came down or home damaged, each with who did it where the cell says so: ``Otto Weiss by Ralph Ashcombe``."""
    for status in ("destroyed", "damaged"):
        for said in cells.get(status, ()):
            whole = _place(asked, said)
            victim, _, by = ("", "", "") if whole else said.rpartition(_BY)
            key = whole or _flew_as(asked, victim or said, status)
            first, *others = [_did_it(asked, each.strip(), status) for each in by.split(_AND)] if victim else [""]
            yield AircraftOutcome(key, status=status, by=first, shared_with=tuple(others))


def _did_it(asked: Questionnaire, said: str, status: str) -> str:
    """Who shot somebody down, or what did."""
    return said.lower() if said.lower() in CAUSES else _flew_as(asked, said, status)


def _flew_as(asked: Questionnaire, said: str, status: str) -> str:
    if found := _place(asked, said):
        return found
    places = ", ".join(line.pilot or line.key for line in asked.lines)
    raise Refusal(f"Nobody flew as {said!r} there. There were {places}."[:400], status)


def _place(asked: Questionnaire, said: str) -> str:
    """The seat of a man, an aircraft by its code, or a seat itself; empty if there is none."""
    flew = ((line.key, (line.key, line.pilot.lower(), line.airframe.lower())) for line in asked.lines)
    return next((key for key, names in flew if said and said.lower() in names), "")


_ROWS: Final[Mapping[str, Callable[[_Entering, Mapping[str, Any]], None]]] = {
    "missions": _mission,
    "men": _man,
    "losses": _loss,
}
