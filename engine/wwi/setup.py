"""A set-up document made into a game; everything in it is checked. [WWI Set-Up, Optional Rules]

``{"win": "leader", "turns": 12, "points": 22, "year": 1918, "order": ["allied-1", …], "options": {…}, "units": [{"id":
"allied-1", "aircraft": "spad-xiii", "wingmen": 1, …}, …]}``
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from engine.core.chance import Chance
from engine.core.errors import BadRecord, BadSetup, EngineError
from engine.core.fields import Fields, keys
from engine.wwi.aircraft import Aircraft, aircraft
from engine.wwi.state import Flight, Options, State
from engine.wwi.tables import MOST_TURNS, POINTS, TURNS, YEAR
from engine.wwi.terms import (
    ALL_SIDES,
    ALTITUDES,
    MOST_UNITS,
    MOST_WINGMEN,
    NONE,
    SIDE_OF_UNIT,
    UNIT_COUNT,
    UNIT_NUMBER,
    UNITS,
    WINS,
)
from engine.wwi.turn import place

KEYS: Final = keys("kind win turns points year order options units")
OPTIONS: Final = ("mixed_flights", "extra_leaders", "teams", "free_for_all")
UNIT_KEYS: Final = keys("id side aircraft wingmen altitude leader_pilot wingman_pilots")
MOST_POINTS: Final = 999
FIRST_YEAR, LAST_YEAR = 1914, 1919
NAMES: Final = "allied-1 to allied-4, axis-1 to axis-4 and, in a free-for-all, third-1 to fourth-4"
STREAM: Final = "order"
"""Chance's stream of the Player Order."""
ReadSetup: TypeAlias = tuple[Options, list[Flight | None]]


def check(setup: object) -> None:
    """Raise ``BadSetup`` unless the document describes a game; one side may have no flights yet."""
    read_setup(setup, whole=False)


def read(setup: object, rules: int) -> ReadSetup:
    """How the game is played, and its flights by unit. Raises ``BadSetup``."""
    return read_setup(setup, whole=True)


def set_up(state: State, read: ReadSetup, chance: Chance) -> None:
    """Fill ``state`` and open its first decision."""
    options, flights = read
    state.begin(options, flights, chance)
    place(state, list(options.order) or draw_order(state))


def read_setup(setup: object, *, whole: bool) -> ReadSetup:
    """Options and, by number, the flights. Raises ``BadSetup``; not ``whole``: one side may have no flights yet."""
    read = Fields("The set-up", setup, BadSetup, only=KEYS)
    if read.text("kind", "dogfight") != "dogfight":
        raise read.refuse("'kind' must be dogfight.")
    options = read_options(read, POINTS, YEAR)
    flights: list[Flight | None] = [None] * UNIT_COUNT
    rows = read.items("units")
    if len(rows) > UNIT_COUNT:
        raise read.refuse(f"a game has at most {UNIT_COUNT} flights.")
    for number, row in enumerate(rows, 1):
        given = Fields(f"Flight {number}", row, BadSetup)
        name = given.text("id", None)
        unit = UNIT_NUMBER.get(name, NONE)
        if unit == NONE:
            raise given.refuse(f"there is no flight {name!r}; they are {NAMES}.")
        if flights[unit]:
            raise given.refuse(f"{name} stands twice in the list.")
        flights[unit] = _read_flight(unit, Fields(name, row, BadSetup))
    check_flights(read, options, flights, whole=whole)
    return options, flights


def read_options(read: Fields, points: int, year: int) -> Options:
    """How the game is played and won; ``points`` and ``year`` are what it has if nothing is said."""
    chosen = read.fields("options", "The options", only=frozenset(OPTIONS))
    order = []
    for name in read.texts("order"):
        unit = UNIT_NUMBER.get(name, NONE)
        if unit == NONE or unit in order:
            raise read.refuse(f"'order' names {name!r}, which is no flight or stands there twice.")
        order.append(unit)
    return Options(
        win=read.choice("win", WINS, WINS[0]),
        turns=read.number("turns", TURNS, least=1, most=MOST_TURNS),
        points=read.number("points", points, most=MOST_POINTS) if read.document.get("points", points) else 0,
        year=read.number("year", year, least=FIRST_YEAR, most=LAST_YEAR) if read.document.get("year", year) else 0,
        order=tuple(order),
        **{name: chosen.flag(name) for name in OPTIONS},
    )


def read_aircraft(read: Fields, key: str, value: object, error: type[EngineError]) -> Aircraft:
    """The aircraft of a slug or of inline ratings."""
    try:
        return aircraft(value)
    except EngineError as problem:
        raise error(f"{read.place}: {key!r}: {problem}") from None


def read_wingmen(read: Fields, leader: Aircraft, error: type[EngineError]) -> list[Aircraft]:
    """The Wingmen of a flight: their number, or a list of aircraft."""
    value = read.document.get("wingmen")
    if not isinstance(value, (list, tuple)):
        return [leader] * read.number("wingmen", 0, most=MOST_WINGMEN)
    if len(value) > MOST_WINGMEN:
        raise read.refuse(f"a Leader has at most {MOST_WINGMEN} Wingmen here.")
    return [read_aircraft(read, "wingmen", each, error) for each in value]


def _read_flight(unit: int, read: Fields) -> Flight:
    read.only(UNIT_KEYS)
    read.of_side(ALL_SIDES, unit >> SIDE_OF_UNIT)
    if "aircraft" not in read:
        raise read.refuse("'aircraft' is missing.")
    leader = read_aircraft(read, "aircraft", read.document["aircraft"], BadSetup)
    wingmen = read_wingmen(read, leader, BadSetup)
    men = read.items("wingman_pilots")
    if len(men) > len(wingmen):
        raise read.refuse("'wingman_pilots' names more men than there are Wingmen.")
    pilots = [_pilot(read, read.document.get("leader_pilot"))]
    pilots += [_pilot(read, man) for man in (men + [None] * (len(wingmen) - len(men)))]
    altitude = read.choice("altitude", ALTITUDES) if "altitude" in read else NONE
    return Flight(
        (leader, *wingmen), tuple(name for name, _ in pilots), tuple(skills for _, skills in pilots), altitude
    )


def _pilot(read: Fields, value: object) -> tuple[str, tuple[str, ...]]:
    """A man's name and Skills; Skills change nothing in the air here. [SUP WWI campaign]"""
    if value is None:
        return "", ()
    man = Fields(f"{read.place}, a pilot", value, read.error, only=frozenset(("name", "skills")))
    name = man.text("name")
    if len(name) > 80:
        raise man.refuse("'name' is longer than 80 letters.")
    return name, tuple(man.texts("skills")[:20])


def cost(flight: Flight) -> int:
    """What a flight costs. [WWI Set-Up 1-3]"""
    leader, *wingmen = flight.aircraft
    return leader.points + sum(each.wingman_points for each in wingmen)


def check_flights(read: Fields, options: Options, flights: list[Flight | None], *, whole: bool) -> None:
    """Whether the rules allow these flights; raises the error of ``read``. [WWI Set-Up 1-4, Optional Rules]"""
    by_side: dict[int, list[int]] = {}
    for unit, flight in enumerate(flights):
        if flight:
            by_side.setdefault(unit >> SIDE_OF_UNIT, []).append(unit)
            _check_flight(read, options, unit, flight)
    if len(by_side) < (2 if whole else 1):
        raise read.refuse("a game needs flights of two sides. [WWI Set-Up 2]")
    if max(by_side) > 1:
        if not options.free_for_all:
            raise read.refuse(
                "more than two sides meet in a free-for-all alone: the option 'free_for_all'. [WWI Free-for-All]"
            )
        if whole and list(by_side) != list(range(max(by_side) + 1)):
            raise read.refuse(f"sides are filled in this order: {', '.join(ALL_SIDES)}. [WWI Free-for-All]")
    if options.teams and options.free_for_all:
        raise read.refuse("a game is played in teams or all against all. [WWI Multi-Player Games, Free-for-All]")
    for side, units in by_side.items():
        if len(units) > 1 and not (options.extra_leaders or options.teams):
            raise read.refuse(
                f"the {ALL_SIDES[side]} side has {len(units)} Leaders; more than one need the option 'extra_leaders' "
                "or 'teams'. [WWI Set-Up 2, Extra Leaders]"
            )
        spent = sum(cost(flight) for unit in units if (flight := flights[unit]))
        if options.points and spent > options.points:
            raise read.refuse(
                f"the {ALL_SIDES[side]} side spends {spent} points; it has {options.points}. [WWI Set-Up 3]"
            )
    taking_off = {unit for unit, flight in enumerate(flights) if flight}
    if options.order and set(options.order) != taking_off and whole:
        raise read.refuse("'order' must name every flight once. [WWI Set-Up 6]")
    assert all(len(units) <= MOST_UNITS for units in by_side.values())


def _check_flight(read: Fields, options: Options, unit: int, flight: Flight) -> None:
    """One Leader and his Wingmen: the year, and of which type they are. [WWI Set-Up 3, 4; Mixed Flights]"""
    leader, *wingmen = flight.aircraft
    for each in flight.aircraft:
        if options.year and each.year > options.year:
            raise read.refuse(
                f"{UNITS[unit]}: {each.name} came in {each.year}; the battle is in {options.year}. [WWI Set-Up 4]"
            )
    for wingman in wingmen:
        if wingman.same_type(leader):
            continue
        if not options.mixed_flights:
            raise read.refuse(
                f"{UNITS[unit]}: a Wingman flies the type of his Leader, {leader.name}, not {wingman.name}; the option "
                "'mixed_flights' lets them differ. [WWI Set-Up 3, Mixed Flights]"
            )
        if wingman.nation != leader.nation:
            raise read.refuse(
                f"{UNITS[unit]}: the Wingman’s {wingman.name} is of another nation than {leader.name}. "
                "[WWI Mixed Flights]"
            )


# Player Order


def draw_order(state: State) -> list[int]:
    """The Player Order as it is drawn; teams take turns. [WWI Set-Up 6, Extra Leaders c, Multi-Player Games b]"""
    left = list(state.present)
    order: list[int] = []
    while left:
        may = left
        if state.options.teams and order:
            others = [unit for unit in left if unit >> SIDE_OF_UNIT != order[-1] >> SIDE_OF_UNIT]
            may = others or left
        unit = _pick(may, state.random, state.chance)
        left.remove(unit)
        order.append(unit)
    return order


def _pick(units: list[int], random: Callable[[], float], chance: Chance) -> int:
    """One of these units, by chance or as a record tells."""
    chosen = units[int(random() * len(units))]
    scripted = chance.scripted(STREAM)
    if scripted is not None:
        chosen = UNIT_NUMBER.get(scripted, NONE)
        if chosen not in units:
            raise BadRecord(f"The record lets {scripted} go next, which cannot be.")
    return chosen
