"""Angels Twenty in a campaign: set-ups of its units, and what became of each of their aircraft.

A mission's own table may name one of the scenarios, whose map, conditions and places it then takes: an aircraft gets
the first place that is left for its class, else the first that is left. Any key of a set-up beside it stands above it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cache
from typing import Any, Final

from engine.angels import questions, table_battle, victory
from engine.angels.aircraft import KINDS, Aircraft, aircraft, catalogue, with_pilot
from engine.angels.setup import KEYS, USUAL_ALTITUDE, Plan
from engine.angels.state import BY_FUEL, CAUSES
from engine.angels.tables import TABLES
from engine.angels.terms import (
    FACING_WORDS,
    FACINGS,
    HIGHEST,
    LOWEST,
    MOST,
    NEUTRAL,
    QUALITIES,
    STATUSES,
    UNIT_NUMBER,
)
from engine.core import fixtures
from engine.core.campaigns import (
    OUT_OF_FUEL,
    CampaignRules,
    CatalogueEntry,
    Fate,
    Ground,
    Man,
    MissionOrder,
    MissionUnit,
    Place,
    first_of,
    numbered,
)
from engine.core.errors import BadSetup, EngineError
from engine.core.fields import Fields
from engine.core.forms import Question
from engine.core.game import SIDES, Document
from engine.core.own_types import given
from engine.core.report import AircraftReport, Answer, Exit, Report, Score, TargetReport
from engine.core.retelling import OneByOne, Retelling, Seat
from engine.core.table_marks import Mark, TableMarks, hits, values
from engine.core.table_sheet import DAMAGED, HOME, SHOT_DOWN, Ending

_TABLES: Final[dict[str, Any]] = fixtures.read("tables", "angels-campaign.toml")
_SURVIVED: Final[list[int]] = _TABLES["quality"]["survived"]
_KILLS: Final[list[int]] = _TABLES["quality"]["kills"]
_FATE: Final[dict[str, Any]] = _TABLES["fate"]
_SERVICES: Final[dict[str, str]] = _TABLES["services"]
_SURVIVAL: Final[dict[str, Any]] = TABLES["survival"]
_FIGHTERS: Final = frozenset(kind for kind in KINDS if kind.endswith("fighter"))
OWN_KEYS: Final = (KEYS - {"units"}) | {"scenario"}
"""What the table of a mission may say."""
_ALTITUDES: Final = tuple((str(band), str(band)) for band in range(LOWEST, HIGHEST + 1))
_OF_FLIGHTS: Final = ("points", "year", "theater")
"""What a scenario's flights keep to; a campaign's come from its pools."""


class AngelsCampaign(CampaignRules):
    """Angels Twenty in a campaign."""

    sizes = (1, 5)
    has_men = True
    rates_men = True

    def catalogue(self) -> Mapping[str, CatalogueEntry]:
        """Its bombers are its tokens."""
        return _entries()

    def table(self, slug: str) -> Document:
        return aircraft.table(slug)

    def entry(self, table: Document) -> CatalogueEntry:
        return _entry(aircraft(table), table)

    def setup(self, order: MissionOrder) -> Document:
        read = order.read(OWN_KEYS)
        scenario = _scenario(read)
        slots = {side: [each for each in scenario["units"] if each["id"].startswith(side)] for side in SIDES}
        places = {side: list(slots[side]) for side in SIDES}
        placed = any("hex" in each for each in scenario["units"])
        taken: dict[str, str] = {}
        units = []
        for number, unit, place in _numbered(order):
            flown = _aircraft(unit, place)
            made: Document = {"id": number, "aircraft": given(unit.aircraft[place]), "pilot": QUALITIES[flown.pilot]}
            man = unit.men[place]
            if man:
                made["name"] = man.name[:60]
            if placed:
                more = unit.is_told and not _fitting(slots[unit.side], flown)
                slot = _beside(places[unit.side], flown, unit) if more else _slot(slots[unit.side], flown, unit)
                if more:
                    places[unit.side].append(slot)
                else:
                    taken[slot["id"]] = number
                made |= {key: slot[key] for key in ("hex", "facing", "altitude", "hold") if key in slot}
            units.append(made)
        setup = {key: value for key, value in scenario.items() if key not in (*_OF_FLIGHTS, "units")}
        if "victory" in setup and "units" in setup["victory"]:
            named = [taken[each] for each in setup["victory"]["units"] if each in taken]
            setup["victory"] = setup["victory"] | {"units": named}
        own = {key: value for key, value in read.document.items() if key != "scenario"}
        return setup | own | {"units": units}

    def flyers(self, order: MissionOrder) -> Mapping[str, tuple[Place, ...]]:
        """Each aircraft decides for itself."""
        return {number: ((unit.id, place),) for number, unit, place in _numbered(order)}

    def retelling(self, order: MissionOrder) -> Retelling:
        flown = OneByOne(((number, ""), unit, place) for number, unit, place in _numbered(order))

        def retold(report: Report) -> Report:
            aircraft = [
                entry.but(aircraft_class=_class(entry.aircraft_class), hits=min(entry.hits, 1))
                for entry in report.aircraft
            ]
            return flown.retold(report.but(aircraft, report.scores), _causes(report))

        return retold

    def endings(self, order: MissionOrder, unit: MissionUnit, place: int) -> tuple[Ending, ...]:
        """Off the map too; where the scenario names an edge for such an aircraft, over that one or another."""
        plan = self._plan(order)
        who = next(who for who, of, at in _places(order) if of.id == unit.id and at == place)
        card = plan.flown[who]
        if not plan.conditions.leaves(who, card):
            return (HOME, DAMAGED, SHOT_DOWN, *_left("Left the map", "disengaged"))
        still = (Ending("Still there", "undamaged"), Ending("Still there, damaged", "damaged"))
        if card.token:
            return (*still, SHOT_DOWN, *_left("Through", "through"), *_left("Turned back", "disengaged"))
        dry = Ending("Out of fuel", "destroyed", by_fuel=True)
        return (*still, SHOT_DOWN, dry, *_left("Home in time", "home"), *_left("Left elsewhere", "disengaged"))

    def table_marks(self, order: MissionOrder) -> TableMarks:
        """Each aircraft flies for itself; the first point of damage damages it. [A20 Altitude, Facing, Damaged]"""
        begins = {each["id"]: each for each in self.setup(order)["units"]}
        marks = TableMarks()
        for number, unit, place in _numbered(order):
            card, start = _aircraft(unit, place), begins[number]
            marks.seats[unit.id, str(place + 1)] = (
                Mark(
                    name="altitude",
                    label="Altitude",
                    choices=_ALTITUDES,
                    is_ladder=True,
                    is_brief=True,
                    starts=str(start.get("altitude", "")),
                ),
                Mark(
                    name="facing",
                    label="Facing",
                    choices=tuple(zip(FACINGS, (word.capitalize() for word in FACING_WORDS), strict=True)),
                    starts=start.get("facing", ""),
                ),
                Mark(name="status", label="Status", choices=values(STATUSES), starts=STATUSES[NEUTRAL]),
                hits(1, card.hits),
            )
        return marks

    def asked(self, order: MissionOrder) -> tuple[Question, ...]:
        """How the battle began, whether all got above it, and what was strafed. [A20 Scenarios]"""
        return tuple(questions.questions(self._plan(order)))

    def beforehand(self, order: MissionOrder) -> tuple[Score, ...]:
        """The bonus of who begins at a disadvantage, where no dice say who does. [A20 Advantaged Position]"""
        return self._scored(order, table_battle.beforehand(self._plan(order)))

    def scores(
        self,
        order: MissionOrder,
        flown: tuple[AircraftReport, ...],
        answers: Mapping[str, Answer],
        target: TargetReport | None = None,
    ) -> tuple[Score, ...]:
        """As the scenario of the mission scores a game. [A20 End of Turn, Scenarios]"""
        entries = {(entry.unit, entry.seat): entry for entry in flown}
        facts = {who: entries[unit.id, str(place + 1)] for who, unit, place in _places(order)}
        return self._scored(order, table_battle.awards(self._plan(order), facts, answers))

    def _scored(self, order: MissionOrder, awards: Iterable[table_battle.Award]) -> tuple[Score, ...]:
        seats = {who: (unit.id, str(place + 1)) for who, unit, place in _places(order)}
        return tuple(
            Score(SIDES[side], points, *victory.REASONS[reason][1:], *seats.get(who, ()))
            for side, points, reason, who in awards
        )

    def _plan(self, order: MissionOrder) -> Plan:
        """What the game is set up from; one side may still be secret."""
        return Plan(self.setup(order), half=True)

    def rank(self, man: Man) -> str:
        """His quality, by the battles that he has survived or by his kills. [SUP The other systems]"""
        return QUALITIES[_quality(man)].capitalize()

    def fate(self, random: Callable[[], float], ground: Ground) -> Fate | None:
        """The rulebook's die; of those who do not fly again, a 1 is dead. [A20 Pilot Survival]"""
        die = int(random() * 6) + 1
        drawn = {"die": die}
        if pilot_survives(die, "" if ground == "water" else ground):
            return Fate("unhurt", drawn=drawn)
        if die <= _FATE["killed"]:
            return Fate("killed", drawn=drawn)
        fate = _FATE[ground]
        return Fate(fate, _FATE["missions_out"] if fate == "wounded" else 0, drawn)


def pilot_survives(die: int, over: str = "") -> bool:
    """Whether a die of 1 to 6 lets him live to fly again; ``over``: whose territory he comes down in, if anybody's.

    [A20 Pilot Survival]
    """
    return bool(die + (_SURVIVAL[over] if over else 0) >= _SURVIVAL["die"])


def _left(label: str, exit_: Exit) -> tuple[Ending, Ending]:
    """Off the map, undamaged and damaged."""
    return Ending(label, "undamaged", exit_), Ending(f"{label}, damaged", "damaged", exit_)


def _causes(report: Report) -> dict[Seat, str]:
    by = {kill.unit: entry for entry in report.aircraft for kill in entry.damaged}
    by |= {kill.unit: entry for entry in report.aircraft for kill in entry.kills}
    return {(entry.unit, entry.seat): _cause(entry, by.get(entry.unit)) for entry in report.aircraft}


def _cause(entry: AircraftReport, by: AircraftReport | None) -> str:
    """By whom it was damaged or destroyed, else by what; empty if it was not.

    The game knows the aircraft of who has no name by its number at the table, which a campaign does not.
    """
    if entry.cause == CAUSES[BY_FUEL]:
        return OUT_OF_FUEL
    if by is None or by.pilot or entry.cause in CAUSES:
        return entry.cause
    return f"by a {aircraft(by.aircraft).name}"


def _quality(man: Man) -> int:
    """By number, see ``terms.QUALITIES``."""
    by_battles = sum(man.missions >= step for step in _SURVIVED)
    return max(by_battles, sum(man.kills >= step for step in _KILLS))


def _class(kind: str) -> str:
    """A campaign knows fighters of one class only."""
    return "fighter" if kind in _FIGHTERS else kind


def _numbered(order: MissionOrder) -> Iterator[tuple[str, MissionUnit, int]]:
    """Each aircraft with the id that it has in the game, its unit, and its place there, from 0."""
    singles = [(unit, place) for unit in order.units for place in range(len(unit.aircraft))]
    names = numbered((unit for unit, _ in singles), MOST, "aircraft. [A20 Setting Up]")
    return ((name, unit, place) for name, (unit, place) in zip(names, singles, strict=True))


def _places(order: MissionOrder) -> Iterator[tuple[int, MissionUnit, int]]:
    """As ``_numbered``, by the numbers of ``terms``."""
    return ((UNIT_NUMBER[name], unit, place) for name, unit, place in _numbered(order))


def _aircraft(unit: MissionUnit, place: int) -> Aircraft:
    """An aircraft in the hands of the man who flies it; without one, of the pilot on its card."""
    try:
        flown = aircraft(unit.aircraft[place])
    except EngineError as problem:
        raise BadSetup(str(problem), unit.id) from None
    man = unit.men[place]
    return with_pilot(flown, _quality(man)) if man and not flown.token else flown


def _scenario(read: Fields) -> Document:
    """The set-up of the scenario that a mission names, or one without anything."""
    slug = read.text("scenario")
    if not slug:
        return {"situation": "roll", "units": []}
    known = _scenarios()
    if slug not in known:
        raise read.refuse(f"there is no scenario {slug!r}; they are {', '.join(known)}.")
    return deepcopy(known[slug].setup)


@cache
def _scenarios() -> dict[str, fixtures.Scenario]:
    return fixtures.scenarios("angels")


def _fitting(places: list[Document], flown: Aircraft) -> list[Document]:
    return [each for each in places if aircraft(each["aircraft"]).token == flown.token]


def _altitude(place: Document) -> int:
    return int(place.get("altitude", USUAL_ALTITUDE))


def _beside(places: list[Document], flown: Aircraft, unit: MissionUnit) -> Document:
    """A place of one more than the scenario has places for, above or below one of its like. [A20 Stacking]

    Where it began is nowhere counted: the battle has been fought at the table.
    """
    for like in _fitting(places, flown) or places:
        own = _altitude(like)
        free = set(range(LOWEST, HIGHEST + 1)) - {_altitude(each) for each in places if each["hex"] == like["hex"]}
        if free:
            return like | {"altitude": min(free, key=lambda altitude: (abs(altitude - own), altitude))}
    return _slot([], flown, unit)


def _slot(left: list[Document], flown: Aircraft, unit: MissionUnit) -> Document:
    """The place in a scenario that an aircraft takes; it is left to nobody else."""
    fitting = _fitting(left, flown)
    if not fitting:
        kind = "bombers" if flown.token else "fighters"
        raise BadSetup(f"this mission has no place for so many {kind} of the {unit.side} side.", unit.id)
    same = [each for each in fitting if aircraft(each["aircraft"]).kind == flown.kind]
    slot = (same or fitting)[0]
    left.remove(slot)
    return slot


@cache
def _entries() -> dict[str, CatalogueEntry]:
    return {slug: _entry(aircraft(slug), table) for slug, table in catalogue().items()}


def _entry(card: Aircraft, table: Document) -> CatalogueEntry:
    nation = card.nation or "us"
    return CatalogueEntry(
        name=card.name,
        nation=nation,
        service=table.get("service") or _SERVICES[nation],
        side=card.side or SIDES[0],
        aircraft_class=_class(card.kind),
        in_service=first_of(card.in_service),
        note=table["note"],
        provenance=table["angels"]["provenance"],
        value=card.cost,
    )
