"""The sheet of a mission that is flown at the table: who takes off, and what there is to say of each.

It is read from the engine's own set-up document, so that table and engine fly the same mission.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.catalogue.library import AircraftType, library
from engine.core.campaigns import DAMAGED, HOME, SHOT_DOWN, Ending, MissionOrder
from engine.core.forms import Question
from engine.core.game import Document
from engine.wildblue.aircraft import aircraft as ratings_of
from engine.wildblue.buzz.terms import KIND as WEEK
from engine.wildblue.buzz.terms import MOST_TURNS as MOST_TURNS_OF_WEEK
from engine.wildblue.missions.targets import Target, target
from engine.wildblue.names import unit_names
from engine.wildblue.tables import TABLES
from engine.wildblue.terms import LEVEL, SATURATION
from missions.planning import setups
from missions.planning.mission_context import MissionContext
from missions.planning.places import seats

ORDNANCE = ("bombs", "torpedoes", "mines", "air-rockets", "ground-rockets")
"""Every load but Cargo, Drop Tanks and Gun Pods. [WBY 18.0]"""
BOMBS = ("bombs", "torpedoes", "ground-rockets")
"""What damages a target."""
SECTION = "section"
FLYING_BOMBS = "flying-bombs"
STRAGGLER_TURNS = 1
ENDINGS = (HOME, DAMAGED, SHOT_DOWN, Ending("Disengaged", "undamaged", "disengaged"))
"""A Damaged aircraft that disengaged counts as Damaged: it scores once, at its worst. [WBY 4.9.3]

Who broke off rejoins: that is no end. [WBY 23.2.1]
"""
LEFT_IN_CLOUDS = Ending("Left in Clouds", "undamaged", "clouds")
MOST_TURNS = 99
"""Of a mission of which its system does not say how long it lasts."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One aircraft that took off."""

    key: str
    """``axis-1 leader``: names it in an ``Outcome``."""
    side: str
    unit: str
    unit_name: str
    """What people call the unit: ``Striker 1``."""
    seat: str
    role: str
    number: int
    """The one that its unit goes by among those of its role; 0: as they are counted."""
    aircraft: AircraftType
    pilot: str
    skills: tuple[str, ...]
    load: tuple[str, ...] = ()
    goes_over: bool = False
    """It strikes, or a Resource lets it go Over Target."""
    jettisons: bool = False
    """It carries ordnance that it may jettison. [WBY 16.2, 18.1.2]"""
    cargo: tuple[int, int] = (0, 0)
    """Cargo Points that it delivers Undamaged, and Damaged. [WBY 17.4.1]"""
    mines: tuple[int, int] = (0, 0)
    photographs: bool = False
    airframe: str = ""
    """Its code in the pool."""
    has_fate: bool = False
    """Should it be shot down, a card tells what became of who flies it. [SUP 19.5]"""
    quality: str = ""
    """How good who flies it is, of a system that rates pilots so."""
    endings: tuple[Ending, ...] = ()
    """How the mission may have ended for it."""
    leads: bool = False
    """It is the Leader's, in a system whose seats are numbers."""

    @property
    def place(self) -> str:
        """Which aircraft of its unit: ``leader``, ``wingman``, ``third man``, ``aircraft 2``."""
        if self.seat.isdecimal():
            return f"aircraft {self.seat}{', the Leader' if self.leads else ''}"
        return "third man" if self.seat == SECTION else self.seat

    @property
    def name(self) -> str:
        """``Interceptor 1 wingman``."""
        comma = "," if self.seat.isdecimal() else ""
        return f"{self.unit_name}{comma} {self.place}"

    @property
    def label(self) -> str:
        """Who or what it is, in a few words."""
        return f"{self.pilot}, {self.aircraft.name}" if self.pilot else f"{self.name} ({self.aircraft.name})"

    @property
    def strikes(self) -> bool:
        return self.role == "striker"


@dataclass(frozen=True, slots=True)
class SheetUnit:
    """A unit with its aircraft."""

    id: str
    name: str
    side: str
    role: str
    aircraft: tuple[str, ...]
    """Names of its types."""
    load: tuple[str, ...]
    formation: bool
    goes_over: bool
    jettisons: bool
    keeps_fuel: bool
    """Its Fuel Points are kept. [SUP 24.9]"""
    lines: tuple[SeatLine, ...]
    takes_hits: bool = False
    """The table counts the hits on the whole unit: its men have no names. [SUP The other systems]"""


@dataclass(frozen=True, slots=True)
class Questionnaire:
    """What the table is asked about."""

    context: MissionContext
    """The mission that it is about."""
    type: str
    """Of mission, as ``strike``; ``flying-bombs`` of a week of the solitaire campaign."""
    striker: str
    """The side that strikes; empty if none does."""
    units: tuple[SheetUnit, ...]
    target: Target | None
    phases: tuple[int, int, int]
    """Target-Bound, Over-Target and Home-Bound Turns; all 0 of a mission without them."""
    turns: int
    """The usual number of Game-Turns."""
    blitzkrieg: bool
    effects: Mapping[str, Document]
    """Of the Resources, by side."""
    order: MissionOrder | None = None
    """Of a system that knows its missions itself."""
    questions: tuple[Question, ...] = ()
    """What that system asks beside what became of each aircraft."""

    @property
    def lines(self) -> tuple[SeatLine, ...]:
        """Every aircraft, unit by unit."""
        return tuple(line for unit in self.units for line in unit.lines)

    @property
    def takes_damage(self) -> bool:
        """Whether there is a target that the striking side could damage."""
        bombs = any(load in BOMBS for unit in self.units if unit.side == self.striker for load in unit.load)
        return self.target is not None and bool(self.target.levels) and (self.type == "strike" or bombs)

    @property
    def takes_hits(self) -> bool:
        """Whether hits on whole units are counted. [SUP The other systems]"""
        return any(unit.takes_hits for unit in self.units)

    @property
    def against_bombs(self) -> bool:
        """Whether flying bombs come, and nobody else. [SUP 28]"""
        return self.type == FLYING_BOMBS

    @property
    def keeps_fuel(self) -> bool:
        return any(unit.keeps_fuel for unit in self.units)

    @property
    def most_turns(self) -> int:
        """With the Straggler Turn of a strike. [WBY 23.4]"""
        return self.turns + (STRAGGLER_TURNS if self.phases[0] else 0)

    def enemies(self, side: str) -> tuple[SeatLine, ...]:
        """Who may have shot down an aircraft of ``side``."""
        return tuple(line for line in self.lines if line.side != side)


def sheet(context: MissionContext) -> Questionnaire:
    """Who took off by the orders of both sides, which must be there."""
    pack, orders = context.pack, context.orders
    if not pack.rules.told_by_pack:
        return _of_system(context)
    setup = setups.setup(context)
    if setup["kind"] == WEEK:
        patrols = [{"role": "patrol", **unit} for unit in setup["units"]]
        setup |= {"type": FLYING_BOMBS, "turns": MOST_TURNS_OF_WEEK, "units": patrols}
    names = unit_names(
        {unit["id"]: unit.get("role", "") for unit in setup["units"]},
        {unit["id"]: unit["number"] for unit in setup["units"] if "number" in unit},
    )
    fuel = setup.get("options", {}).get("fuel", False)
    codes = {
        (unit.id, seat.name): seat.airframe
        for signed in orders.values()
        for unit in signed.units
        for seat in seats(unit)
    }
    units = tuple(
        _unit(unit, names[unit["id"]], setup.get("type", ""), codes, fuel=fuel, careers=pack.options.careers)
        for unit in setup["units"]
    )
    phases = _phases(setup, units)
    striker = setup.get("striker") or ""
    effects = setup.get("effects", {})
    return Questionnaire(
        context=context,
        type=setup.get("type", "air-combat"),
        striker=striker,
        units=units,
        target=target(setup["target"]) if setup.get("target") else None,
        phases=phases,
        turns=sum(phases) or setup["turns"],
        blitzkrieg=bool(effects.get(striker, {}).get("blitzkrieg")),
        effects=effects,
    )


def _of_system(context: MissionContext) -> Questionnaire:
    """The sheet of a mission of another system than Wild Blue Yonder: who flew, and what became of it."""
    pack = context.pack
    order = setups.order_of(context)
    setup = pack.rules.setup(order)
    numbers = setups.numbers_of(context, order)
    names = unit_names({unit.id: unit.role for unit in order.units}, numbers, pack.side_titles)
    codes = {
        (unit.id, seat.name): seat.airframe
        for signed in context.orders.values()
        for unit in signed.units
        for seat in seats(unit)
    }
    by_card = pack.rules.fate(lambda: 0.0, "friendly") is None
    units = []
    for unit in order.units:
        kinds = [library().aircraft[slug] for slug in unit.aircraft]
        lines = tuple(
            SeatLine(
                key=f"{unit.id} {seat}",
                side=unit.side,
                unit=unit.id,
                unit_name=names[unit.id],
                seat=str(seat),
                role=unit.role,
                number=numbers.get(unit.id, 0),
                aircraft=kind,
                pilot=man.name if man else "",
                skills=(),
                airframe=codes.get((unit.id, str(seat)), ""),
                has_fate=pack.options.careers and man is not None and by_card,
                quality=pack.rules.rank(man).lower() if man else "",
                endings=pack.rules.endings(order, unit, seat - 1),
                leads=pack.rules.has_leaders and seat == 1,
            )
            for seat, (kind, man) in enumerate(zip(kinds, unit.men, strict=True), 1)
        )
        units.append(
            SheetUnit(
                id=unit.id,
                name=names[unit.id],
                side=unit.side,
                role=unit.role,
                aircraft=tuple(dict.fromkeys(kind.name for kind in kinds)),
                load=(),
                formation=True,
                goes_over=False,
                jettisons=False,
                keeps_fuel=False,
                lines=lines,
                takes_hits=not pack.rules.has_men,
            )
        )
    return Questionnaire(
        context=context,
        type="air-combat",
        striker="",
        units=tuple(units),
        target=None,
        phases=(0, 0, 0),
        turns=setup.get("turns") or MOST_TURNS,
        blitzkrieg=False,
        effects={},
        order=order,
        questions=pack.rules.asked(order),
    )


def _phases(setup: Document, units: tuple[SheetUnit, ...]) -> tuple[int, int, int]:
    """Turns by phase, for the slowest striker and the effects of Resources. [WBY 23.1.1, SUP 24.6]"""
    base = setup.get("base")
    if not base:
        return 0, 0, 0
    table = TABLES["duration"]
    speeds = [line.aircraft.speed for unit in units for line in unit.lines if line.strikes]
    slowest = min(speeds, default=table["speed"])
    bound = max(table["least"], base["target_bound"] - slowest)
    if setup["effects"].get(setup["striker"], {}).get("deceptive_course"):
        bound = max(table["least"], bound + table["deceptive_course"])
    return bound, table["over_target"], max(table["least"], base["home_bound"] - slowest)


def _unit(
    unit: Document,
    name: str,
    mission_type: str,
    codes: Mapping[tuple[str, str], str],
    *,
    fuel: bool,
    careers: bool,
) -> SheetUnit:
    load = unit.get("load") or ()
    load = (load,) if isinstance(load, str) else tuple(load)
    role = unit.get("role", "")
    flown = tuple(_seats(unit))
    kinds = [library().aircraft[slug] for _, slug, _ in flown]
    formation = kinds[0].in_formation
    goes_over = role == "striker" or bool(unit.get("over_target"))
    jettisons = not formation and any(each in ORDNANCE for each in load)
    lines = tuple(
        SeatLine(
            key=f"{unit['id']} {seat}",
            side=unit["side"],
            unit=unit["id"],
            unit_name=name,
            seat=seat,
            role=role,
            number=unit.get("number", 0),
            aircraft=kind,
            pilot=man["name"] if man else "",
            skills=tuple(man["skills"]) if man else (),
            load=load,
            goes_over=goes_over,
            jettisons=jettisons,
            cargo=_cargo(slug, mission_type) if "cargo" in load else (0, 0),
            mines=_mines(slug) if "mines" in load and mission_type == "mine-laying" else (0, 0),
            photographs=role == "striker" and mission_type == "reconnaissance",
            airframe=codes.get((unit["id"], seat), ""),
            has_fate=careers and man is not None,
            endings=_endings(role, seat),
        )
        for (seat, slug, man), kind in zip(flown, kinds, strict=True)
    )
    return SheetUnit(
        id=unit["id"],
        name=name,
        side=unit["side"],
        role=role,
        aircraft=tuple(dict.fromkeys(kind.name for kind in kinds)),
        load=load,
        formation=formation,
        goes_over=goes_over,
        jettisons=jettisons,
        keeps_fuel=fuel and kinds[0].aircraft_class == "fighter",
        lines=lines,
    )


def _endings(role: str, seat: str) -> tuple[Ending, ...]:
    """A Formation never hides in Clouds [WBY 17.3]; a patrol has nobody to run away from. [SUP 28]"""
    if role == "patrol":
        return (HOME, DAMAGED, SHOT_DOWN)
    return ENDINGS if seat.isdecimal() else (*ENDINGS, LEFT_IN_CLOUDS)


def _seats(unit: Document) -> Iterator[tuple[str, str, Document | None]]:
    """Seat, type and man of each aircraft."""
    if isinstance(unit["aircraft"], list):
        for n, (slug, crew) in enumerate(zip(unit["aircraft"], unit["crews"], strict=True), 1):
            yield str(n), slug, crew
        return
    for seat in ("leader", "wingman", SECTION):
        if seat == "leader" or unit.get(seat):
            yield seat, unit["aircraft"], unit.get(f"{seat}_pilot")


def _cards(slug: str) -> tuple[Any, Any]:
    """Both sides of an aircraft's card."""
    kind = ratings_of(slug)
    cards = kind.formation or kind.leader
    assert cards
    return cards


def _cargo(slug: str, mission_type: str) -> tuple[int, int]:
    """Undamaged, and Damaged: what that side of the card says, or half where it says no less. [SUP 21.8.5]"""
    if mission_type not in ("air-drop", "air-transport"):
        return 0, 0
    whole, left = (card.cargo_drop if mission_type == "air-drop" else card.cargo for card in _cards(slug))
    return whole, left if left < whole else whole // int(TABLES["strikes"]["damaged_cargo"])


def _mines(slug: str) -> tuple[int, int]:
    """The Saturation rating, or twice the Level rating. [WBY 18.7]"""
    twice = TABLES["strikes"]["mines_level"]
    front, back = (card.bomb[SATURATION] or twice * card.bomb[LEVEL] for card in _cards(slug))
    return front, back
