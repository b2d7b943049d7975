"""A set-up document made into a game at its first decision; everything in it is checked. [A20 Setting Up]"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any, Final

from engine.angels import situations
from engine.angels.actions import FASTEST
from engine.angels.aircraft import Aircraft, aircraft, with_pilot
from engine.angels.flights import check_flights
from engine.angels.hexes import hex_at, hexes
from engine.angels.state import BANDS, ROLLED_FOR, Options, State, event
from engine.angels.tables import (
    FLAK_ALTITUDES,
    HEIGHT,
    LEAST_MAP,
    MOST_BALLOONS,
    MOST_DIRECTION,
    MOST_FLAK,
    MOST_MAP,
    MOST_TURNS,
    RANDOM_CLOUDS,
    TURNS,
    WIDTH,
)
from engine.angels.terms import (
    CLOUDS,
    FACINGS,
    HIGHEST,
    LIGHTS,
    LOWEST,
    MOST,
    QUALITIES,
    SIDE_OF,
    UNIT_IDS,
    UNIT_NUMBER,
)
from engine.angels.turn import DEPLOYING, NEW_TURN, advance
from engine.angels.victory import Conditions, conditions
from engine.core.chance import Chance
from engine.core.dice import roll
from engine.core.errors import BadSetup
from engine.core.fields import Fields, is_whole, keys
from engine.core.game import SIDES, Document

OPTION_KEYS: Final = keys("turns map advanced options night flak balloons")
KEYS: Final = OPTION_KEYS | keys("units clouds situation advantage points year theater victory")
UNIT_KEYS: Final = keys("id side aircraft pilot name hex facing altitude hold")
MAP_KEYS: Final = keys("width height fixed")
ROLL: Final = "roll"
ADVANTAGE: Final = 3
"""A die up to this gives the Allied side the advantage. [A20 Roll for Advantage]"""
SITUATIONS: Final = range(1, 7)
ALL_SITUATIONS: Final = range(1, 8)
"""The last is that of the bomber escort."""
USUAL_ALTITUDE: Final = 3
LONGEST_NAME: Final = 60


class Plan:
    """A set-up that has been read."""

    def __init__(self, document: Document, *, half: bool = False) -> None:
        """Raises ``BadSetup``; ``half``: one side may have no aircraft yet."""
        read = Fields("The set-up", document, BadSetup, only=KEYS)
        self.options = read_options(read)
        self.conditions: Conditions = conditions(read.document.get("victory"), BadSetup)
        self.clouds = read_clouds(read, rolled=True)
        self.situation = _situation(read)
        advantage = read.text("advantage", ROLL)
        if advantage not in (*SIDES, ROLL):
            raise read.refuse(f"'advantage' is {advantage!r}; it must be one of allied, axis, roll.")
        self.advantage = SIDES.index(advantage) if advantage in SIDES else None
        if self.advantage is None and self.situation == situations.ESCORT and self.conditions.scenario == "escort":
            self.advantage = 1 - self.conditions.side  # [A20 Setup]
        self.flown: dict[int, Aircraft] = {}
        self.units: dict[int, Fields] = {}
        self.places: dict[int, tuple[int, int, int]] = {}
        """By aircraft: hex, facing, altitude; of those that are deployed nothing."""
        self._read_units(read)
        for side in (0, 1):
            if not half and not any(n >> SIDE_OF == side for n in self.flown):
                raise read.refuse(f"the {SIDES[side]} side has no aircraft. [A20 Setting Up]")
        check_flights(document, list(self.flown.items()))
        self.conditions.check(list(self.flown.items()), BadSetup)
        self._check_areas(read)

    def _read_units(self, read: Fields) -> None:
        units = read.items("units")
        if len(units) > 2 * MOST:
            raise read.refuse(f"there are {len(units)} units; a side has at most {MOST} aircraft.")
        on_map = hexes(self.options.width, self.options.height)
        stacked: dict[tuple[int, int, int], str] = {}
        for number, entry in enumerate(units, 1):
            unit = Fields(f"Unit {number}", entry, BadSetup)
            name = unit.text("id", None)
            if name not in UNIT_NUMBER:
                raise unit.refuse(f"'id' is {name!r}; aircraft are {UNIT_IDS}.")
            unit.place = name
            unit.only(UNIT_KEYS)
            who = UNIT_NUMBER[name]
            if who in self.flown:
                raise unit.refuse("it is there twice.")
            side = SIDES[who >> SIDE_OF]
            if unit.text("side", side) != side:
                raise unit.refuse(f"it is of the {side} side.")
            self.flown[who] = read_aircraft(unit)
            self.units[who] = unit
            if len(unit.text("name")) > LONGEST_NAME:
                raise unit.refuse(f"'name' has more than {LONGEST_NAME} characters.")
            if unit.flag("hold"):
                self.options.hold |= 1 << who
            if "hex" not in unit:
                if self.situation is None:
                    raise unit.refuse(
                        "'hex' is missing, and there is no situation that places it. [A20 Deploy Aircraft]"
                    )
                continue
            place = read_hex(unit, unit.document["hex"], on_map)
            facing = unit.choice("facing", FACINGS, FACINGS[3 * (who >> SIDE_OF)])
            altitude = unit.number("altitude", USUAL_ALTITUDE, least=LOWEST, most=HIGHEST)
            self.places[who] = place, facing, altitude
            friend = stacked.setdefault((who >> SIDE_OF, place, altitude), name)
            if friend != name:
                raise unit.refuse(f"{friend} is in the same hex at the same altitude. [A20 Stacking]")

    def _check_areas(self, read: Fields) -> None:
        """Whether there is room on this map for those who are deployed, whatever the dice say."""
        waiting = [who for who in self.flown if who not in self.places]
        if not waiting or self.situation is None:
            return
        for number in SITUATIONS if self.situation == 0 else (self.situation,):
            if not _fits(number, self.options.width, self.options.height):
                raise read.refuse(
                    f"starting situation {number} does not fit a map of {self.options.width} by {self.options.height}"
                    " hexes; leave 'map' out or make it larger. [A20 Deploy Aircraft]"
                )


def read(document: Document, rules: int) -> Plan:
    """What a set-up says. Raises ``BadSetup``."""
    return Plan(document)


def set_up(state: State, plan: Plan, chance: Chance) -> None:
    """Fill ``state`` and open its first decision."""
    state.begin(plan.options, plan.conditions, plan.flown, chance)
    waiting = [who for who in plan.flown if who not in plan.places]
    if waiting:
        advantage, situation = plan.advantage, plan.situation
        if advantage is None:
            die = roll(state)
            advantage = int(die > ADVANTAGE)
            state.log.append(event(ROLLED_FOR, 0, advantage, die))
        if not situation:
            situation = roll(state)
            state.log.append(event(ROLLED_FOR, 1, situation))
        deploy_by(state, situation, advantage)
        waiting.sort(key=lambda who: (who >> SIDE_OF == advantage, who))
        state.to_place = waiting
    if plan.clouds == ROLL:
        state.bands = RANDOM_CLOUDS[roll(state) - 1]
        state.log.append(event(BANDS))
    elif isinstance(plan.clouds, tuple):
        state.bands = plan.clouds
    for who, (place, facing, altitude) in plan.places.items():
        state.place[who], state.facing[who], state.altitude[who] = place, facing, altitude
    for who, unit in plan.units.items():
        state.names[who] = unit.text("name")
    state.conditions.bonus(state)
    state.kind = DEPLOYING if waiting else NEW_TURN
    advance(state)


def check(document: Document) -> None:
    """Raise ``BadSetup`` as ``read`` would; one side may have no aircraft yet."""
    Plan(document, half=True)


def deploy_by(state: State, situation: int, advantage: int) -> None:
    """Note where each side is deployed. [A20 Starting Situations]"""
    state.situation, state.advantage = situation, advantage
    state.areas = areas(situation, advantage)


@cache
def _fits(situation: int, width: int, height: int) -> bool:
    """Whether each area has room on the map for as many aircraft as a side may have."""
    on_map = hexes(width, height)
    return all(sum(place in on_map for place in area.places) >= MOST for area in areas(situation, 0))


def areas(situation: int, advantage: int) -> tuple[situations.Area, situations.Area]:
    """The areas of the Allied and of the Axis side; red is the advantaged one's. [A20 Starting Situations]"""
    chosen = situations.situation(situation)
    return (chosen.red, chosen.blue) if advantage == 0 else (chosen.blue, chosen.red)


# What a position has too


def read_options(read: Fields) -> Options:
    """Turns, map, rules and special conditions."""
    options = Options()
    options.turns = read.number("turns", TURNS, least=1, most=MOST_TURNS)
    options.advanced = read.flag("advanced", True)
    sheet = read.fields("map", "The map", only=MAP_KEYS)
    options.width = sheet.number("width", WIDTH, least=LEAST_MAP, most=MOST_MAP)
    options.height = sheet.number("height", HEIGHT, least=LEAST_MAP, most=MOST_MAP)
    options.fixed = sheet.flag("fixed")
    rules = read.fields("options", "The options", only=keys("midair bandits_high"))
    options.midair = rules.flag("midair")
    options.bandits_high = rules.flag("bandits_high")
    _read_night(options, read.fields("night", "The night"))
    _read_dangers(options, read)
    options.hold = 0
    return options


def _read_night(options: Options, night: Fields) -> None:
    night.only(keys("light direction searchlights"))
    options.light = night.choice("light", LIGHTS, LIGHTS[bool(night.document)])
    direction = night.fields("direction", "Fighter direction", only=frozenset(SIDES))
    allied, axis = (direction.number(side, 0, most=MOST_DIRECTION) for side in SIDES)
    options.direction = allied, axis
    lights = night.texts("searchlights")
    if any(side not in SIDES for side in lights):
        raise night.refuse("'searchlights' lists the sides that have them: allied, axis. [A20 Illumination]")
    options.searchlights = SIDES[0] in lights, SIDES[1] in lights


def _read_dangers(options: Options, read: Fields) -> None:
    on_map = hexes(options.width, options.height)
    flak, balloons = read.items("flak"), read.items("balloons")
    if len(flak) > MOST_FLAK or len(balloons) > MOST_BALLOONS:
        raise read.refuse(f"there may be {MOST_FLAK} flak fields and {MOST_BALLOONS} balloons at most.")
    fields = []
    for number, entry in enumerate(flak, 1):
        field = Fields(f"Flak field {number}", entry, read.error, only=keys("hex altitude turn"))
        altitude = field.number("altitude", None)
        if altitude not in FLAK_ALTITUDES:
            raise field.refuse(f"'altitude' must be one of {', '.join(map(str, FLAK_ALTITUDES))}. [A20 Flak Fields]")
        middle = read_hex(field, field.document.get("hex"), on_map)
        fields.append((middle, altitude, field.number("turn", 1, least=1, most=MOST_TURNS)))
    options.flak = tuple(fields)
    options.balloons = tuple(
        read_hex(Fields(f"Balloon {number}", {"hex": place}, read.error), place, on_map)
        for number, place in enumerate(balloons, 1)
    )
    if (options.flak or options.balloons) and not options.fixed:
        raise read.refuse("flak and balloons stay where they are: the map needs 'fixed' = true. [A20 Flak Fields]")


def read_clouds(read: Fields, *, rolled: bool = False) -> tuple[int, ...] | str:
    """The bands from altitude 1 up; empty if there are no clouds; ``ROLL`` if they are to be. [A20 Clouds]"""
    value = read.document.get("clouds")
    if value is None:
        return ()
    if rolled and value == "random":
        return ROLL
    bands = read.texts("clouds") if isinstance(value, (list, tuple)) else []
    if len(bands) != HIGHEST or any(band not in CLOUDS for band in bands):
        wanted = f"a list of {HIGHEST} words of {', '.join(CLOUDS)}, from altitude 1 up"
        raise read.refuse(f"'clouds' must be {wanted}{', or random' if rolled else ''}. [A20 Clouds]")
    return tuple(CLOUDS.index(band) for band in bands)


def read_hex(read: Fields, value: Any, on_map: Collection[int]) -> int:
    """A hex of the map from ``[column, row]``."""
    if not isinstance(value, (list, tuple)) or len(value) != 2 or not all(is_whole(n, 1, MOST_MAP) for n in value):
        raise read.refuse("a hex is [column, row], both whole numbers from 1. [A20 Setting Up]")
    place = hex_at(*value)
    if place not in on_map:
        raise read.refuse(f"the hex [{value[0]}, {value[1]}] is off the map. [A20 Setting Up]")
    return place


def read_aircraft(unit: Fields) -> Aircraft:
    """A unit's aircraft, with the pilot that stands beside it."""
    if "aircraft" not in unit:
        raise unit.refuse("'aircraft' is missing.")
    flown = unit.made(aircraft, unit.document["aircraft"])
    if max(*flown.normal, *flown.high) > FASTEST:
        raise unit.refuse(f"its speed is more than {FASTEST}.")
    if "pilot" in unit:
        flown = with_pilot(flown, unit.choice("pilot", QUALITIES))
    return flown


def _situation(read: Fields) -> int | None:
    """The starting situation; 0 if it is rolled, ``None`` if each aircraft has its place."""
    if "situation" not in read:
        return None
    if read.document["situation"] == ROLL:
        return 0
    return read.number("situation", None, least=ALL_SITUATIONS[0], most=ALL_SITUATIONS[-1])
