"""A set-up document made into a game that is ready to begin. [WBY 4, 13]

{"kind": "dogfight", "turns": 6, "month": "1941-04", "first": "axis" or null,
 "units": [{"id": "axis-1", "side": "axis", "aircraft": slug or ratings, "wingman": true, "altitude": "high" or null,
            "leader_pilot": {"name": "…", "skills": ["A"]} or null, "wingman_pilot": … or null}],
 "values": points by class and reason, "bonus": {"axis": 5} or "balance",
 "options": {"evading_gunners": false, "clouds_exit_scores": false}}

A set-up of the kind "mission" is described in ``missions.setup``.
"""

from __future__ import annotations

import re
from typing import TypeAlias

from engine.core.chance import Chance
from engine.core.errors import BadSetup
from engine.core.fields import Fields, keys
from engine.core.game import SIDES, Document
from engine.wildblue.missions.mission import Plan
from engine.wildblue.missions.setup import begin, read_mission, read_values
from engine.wildblue.scoring import usual_values
from engine.wildblue.sheets import Sortie
from engine.wildblue.state import EDITION, NONE, Options, State
from engine.wildblue.tables import TURNS
from engine.wildblue.terms import MOST_UNITS, SIDE_OF_UNIT, words
from engine.wildblue.turn import advance, open_altitudes
from engine.wildblue.units import Roster, balance

KINDS = ("dogfight", "mission")
KEYS = keys("kind turns month first units values bonus options")
UNIT_KEYS = keys("id side aircraft wingman altitude leader_pilot wingman_pilot")
OPTIONS = ("evading_gunners", "clouds_exit_scores")
OPTION_KEYS = frozenset(OPTIONS)
MISSION_OPTION_KEYS = OPTION_KEYS | {"fuel"}
SIDE_KEYS = frozenset(SIDES)


ReadSetup: TypeAlias = tuple[Options, Roster, Plan | None]


def read(document: Document, rules: int) -> ReadSetup:
    """Options, units and, of a Mission, its plan. Raises ``BadSetup``."""
    options, roster, plan = read_setup(document, rules or EDITION)
    sides = {unit >> SIDE_OF_UNIT for unit in roster.fields}
    for side, name in enumerate(SIDES):
        if side not in sides and (plan is None or plan.striker != 1 - side):  # nobody may be there to defend a target
            raise BadSetup(f"The {name} side has no unit.")
    options.bonus = read_bonus(Fields("The set-up", document, BadSetup), roster.sorties)
    return options, roster, plan


def set_up(state: State, read: ReadSetup, chance: Chance) -> None:
    """Fill ``state`` and open its first decision."""
    options, roster, plan = read
    state.begin(options, roster.sorties, chance, begin(plan, roster.sorties) if plan else None)
    for unit, altitude in roster.altitudes.items():
        state.hidden[unit] = altitude
    open_altitudes(state)
    advance(state)


def check(document: Document) -> None:
    """Raise ``BadSetup`` as ``read`` would, but let one side have no units yet."""
    _, roster, _ = read_setup(document)
    read_bonus(Fields("The set-up", document, BadSetup), roster.sorties)


def read_setup(document: Document, edition: int = EDITION) -> ReadSetup:
    """The same, though one side may have no units yet."""
    read = Fields("The set-up", document, BadSetup)
    is_mission = KINDS[read.choice("kind", KINDS, "dogfight")] == "mission"
    options = read_options(read, MISSION_OPTION_KEYS if is_mission else OPTION_KEYS)
    roster = Roster(options.month, edition)
    units = read.items("units")
    if not units:
        raise BadSetup("The set-up names no units: give each side an aircraft.")
    if is_mission:
        return options, roster, read_mission(read, roster, options)
    read.only(KEYS)
    if len(units) > MOST_UNITS:
        raise BadSetup(f"A game has at most {MOST_UNITS} units.")
    for number, entry in enumerate(units, 1):
        _fighters(roster, roster.add(entry, number))
    if "values" in read:
        options.values = read_values(read.fields("values", "The values"), usual_values(edition))
    return options, roster, None


def _fighters(roster: Roster, unit: int) -> None:
    """One unit of a dogfight. [WBY 4.4]"""
    read = roster.fields[unit]
    read.only(UNIT_KEYS)
    type_ = roster.type(unit, read.document.get("aircraft"))
    if type_.aircraft_class != "fighter":
        raise read.refuse(f"{type_.name} is a {words(type_.aircraft_class)}; a dogfight is for Fighters. [WBY 4.4]")
    roster.element(unit, type_, wingman=read.flag("wingman", not roster.alone(type_)))


def read_options(read: Fields, known: frozenset[str] = OPTION_KEYS) -> Options:
    """Turns, month, first side and the optional rules of a set-up or a position."""
    options = Options()
    options.turns = read.number("turns", TURNS, least=1)
    options.month = read.text("month")
    if options.month and not re.fullmatch(r"19\d\d-(0[1-9]|1[0-2])", options.month):
        raise read.refuse("'month' must be a text like \"1941-04\".")
    options.first = read.choice("first", SIDES) if "first" in read else NONE
    if "options" in read:
        chosen = read.fields("options", "The options", only=known)
        options.evading_gunners = chosen.flag("evading_gunners")
        options.clouds_exit_scores = chosen.flag("clouds_exit_scores")
    return options


def read_bonus(read: Fields, sorties: list[Sortie | None]) -> tuple[int, int]:
    """Victory Points given for balance; ``"balance"`` stands for the difference of Balance Values. [WBY 13.1]"""
    if "bonus" not in read:
        return 0, 0
    if read.document["bonus"] == "balance":
        allied, axis = balance(sorties)
        return max(0, axis - allied), max(0, allied - axis)
    bonus = read.fields("bonus", "The bonus", only=SIDE_KEYS)
    return bonus.number("allied", 0, most=999), bonus.number("axis", 0, most=999)
