"""A set-up document made into a game that is ready to begin. [WBY 4, 13]

{"kind": "dogfight", "turns": 6, "month": "1941-04", "first": "axis" or null,
 "units": [{"id": "axis-1", "side": "axis", "aircraft": slug or ratings, "wingman": true, "altitude": "high" or null,
            "leader_pilot": {"name": "…", "skills": ["A"]} or null, "wingman_pilot": … or null}],
 "bonus": {"axis": 5} or "balance", "options": {"evading_gunners": false, "clouds_exit_scores": false}}
"""

from __future__ import annotations

import re

from engine.core.chance import Chance
from engine.core.errors import BadSetup, EngineError
from engine.core.fields import Fields, keys
from engine.core.game import SIDES, Document
from engine.wildblue.aircraft import Aircraft, Sortie, aircraft, read_skills
from engine.wildblue.state import NONE, Options, State
from engine.wildblue.tables import TURNS
from engine.wildblue.terms import (
    ALTITUDES,
    CRAFT_COUNT,
    MOST_UNITS,
    SIDE_OF_UNIT,
    UNIT_IDS,
    UNIT_NUMBER,
    UNITS,
    words,
)
from engine.wildblue.turn import open_altitudes, starting_altitudes

KEYS = keys("kind turns month first units bonus options")
UNIT_KEYS = keys("id side aircraft wingman altitude leader_pilot wingman_pilot")
PILOT_KEYS = keys("name skills")
OPTIONS = ("evading_gunners", "clouds_exit_scores")
OPTION_KEYS = frozenset(OPTIONS)
SIDE_KEYS = frozenset(SIDES)


def set_up(state: State, document: Document, chance: Chance) -> None:
    """Fill ``state`` and open its first decision. Raises ``BadSetup``."""
    read = Fields("The set-up", document, BadSetup)
    read.only(KEYS)
    read.choice("kind", ("dogfight",), "dogfight")
    options = read_options(read)
    units = read.items("units")
    if not units:
        raise BadSetup("The set-up names no units.")
    if len(units) > MOST_UNITS:
        raise BadSetup(f"A game has at most {MOST_UNITS} units.")
    sorties: list[Sortie | None] = [None] * CRAFT_COUNT
    altitudes: dict[int, int] = {}
    for number, entry in enumerate(units, 1):
        unit = Fields(f"Unit {number} of the set-up", entry, BadSetup)
        altitudes[_unit(unit, sorties, options.month)] = (
            unit.choice("altitude", ALTITUDES) if "altitude" in unit else NONE
        )
    for side in SIDES:
        if not any(sortie and SIDES[sortie.unit >> SIDE_OF_UNIT] == side for sortie in sorties):
            raise BadSetup(f"The {side} side has no unit.")
    options.bonus = read_bonus(read, sorties)
    state.begin(options, sorties, chance)
    for number, altitude in altitudes.items():
        if altitude != NONE and altitude not in starting_altitudes(state, number):
            raise BadSetup(f"{UNITS[number]} cannot begin at {words(ALTITUDES[altitude])}. [WBY 4.5, 5.2.7]")
        state.hidden[number] = altitude
    open_altitudes(state)


def read_options(read: Fields) -> Options:
    """Turns, month, first side and the optional rules of a set-up or a position."""
    options = Options()
    options.turns = read.number("turns", TURNS, least=1)
    options.month = read.text("month")
    if options.month and not re.fullmatch(r"19\d\d-(0[1-9]|1[0-2])", options.month):
        raise read.refuse("'month' must be a text like \"1941-04\".")
    options.first = read.choice("first", SIDES) if "first" in read else NONE
    chosen = read.fields("options", "The options")
    chosen.only(OPTION_KEYS)
    options.evading_gunners = chosen.flag("evading_gunners")
    options.clouds_exit_scores = chosen.flag("clouds_exit_scores")
    return options


def _unit(read: Fields, sorties: list[Sortie | None], month: str) -> int:
    """Read one unit into the two places of its craft; its number."""
    name = read.text("id", None)
    if name not in UNIT_NUMBER:
        raise read.refuse(f"there is no unit {name!r}; they are {UNIT_IDS}.")
    read.place = name
    read.only(UNIT_KEYS)
    unit = UNIT_NUMBER[name]
    side = SIDES[unit >> SIDE_OF_UNIT]
    if SIDES[read.choice("side", SIDES, side)] != side:
        raise read.refuse(f"it is of the {side} side.")
    if sorties[4 * unit]:
        raise read.refuse("it stands twice in the set-up.")
    type_ = _type(read, side, month)
    wingman = read.flag("wingman", True)
    if wingman and not type_.wingman:
        raise read.refuse(f"{type_.name} has no Wingman card. [WBY 5.4]")
    sorties[4 * unit] = Sortie(unit, 0, type_, *_pilot(read, "leader_pilot"))
    pilot = _pilot(read, "wingman_pilot")
    if wingman:
        sorties[4 * unit + 1] = Sortie(unit, 1, type_, *pilot)
    return unit


def _type(read: Fields, side: str, month: str) -> Aircraft:
    """The unit's aircraft: a Fighter of its side, in service by the month. [WBY 4.2-4.4]"""
    try:
        found = aircraft(read.document.get("aircraft"))
    except EngineError as problem:
        raise read.refuse(str(problem)) from None
    if found.aircraft_class != "fighter":
        raise read.refuse(f"{found.name} is a {words(found.aircraft_class)}; a dogfight is for Fighters. [WBY 4.4]")
    if found.side and found.side != side:
        raise read.refuse(f"{found.name} flies for the {found.side} side. [WBY 4.2]")
    if month and found.in_service > month:
        raise read.refuse(f"{found.name} came into service in {found.in_service}, after {month}. [WBY 4.3]")
    return found


def _pilot(read: Fields, key: str) -> tuple[str, tuple[str, ...]]:
    """Name and Skills of a pilot, or of none."""
    if key not in read:
        return "", ()
    pilot = read.fields(key)
    pilot.only(PILOT_KEYS)
    try:
        return pilot.text("name"), read_skills(pilot.document.get("skills") or ())
    except EngineError as problem:
        raise pilot.refuse(str(problem)) from None


def read_bonus(read: Fields, sorties: list[Sortie | None]) -> tuple[int, int]:
    """Victory Points given for balance; ``"balance"`` stands for the difference of Balance Values. [WBY 13.1]"""
    if read.document.get("bonus") == "balance":
        allied, axis = balance(sorties)
        return max(0, axis - allied), max(0, allied - axis)
    bonus = read.fields("bonus", "The bonus")
    bonus.only(SIDE_KEYS)
    return bonus.number("allied", 0, most=999), bonus.number("axis", 0, most=999)


def balance(sorties: list[Sortie | None]) -> tuple[int, int]:
    """Balance Value of each side. [WBY 13.1, 13.4]"""
    totals = [0, 0]
    for sortie in sorties:
        if sortie:
            totals[sortie.unit >> SIDE_OF_UNIT] += sortie.balance
    return totals[0], totals[1]
