"""A set-up document of a campaign Mission made into its plan; what the rules forbid is refused. [WBY 15-19, 23]

{"kind": "mission", "type": "strike", "striker": "axis" or null, "target": slug, object or null,
 "base": {"target_bound": 8, "home_bound": 7} or "turns": 6, "month": "1941-04", "first": "axis" or null,
 "night": false, "units": [an Element or a Formation], "effects": {"axis": {"blitzkrieg": true}}, "values": {…},
 "bonus": {…} or "balance", "options": {"evading_gunners": false, "clouds_exit_scores": false, "fuel": false}}

An Element: {"id": "axis-1", "side": "axis", "role": "striker", "aircraft": slug or ratings, "wingman": true,
 "section": false, "altitude": null, "load": null, "bombs" or ["bombs", "ground-rockets"], "arrives": 1,
 "phase": null, "target-bound" or "home-bound", "over_target": false, "leader_pilot": {"name": "…", "skills": []},
 "wingman_pilot": …, "section_pilot": …}. A Formation: {"id", "side", "role", "aircraft": one or a list of them,
 "size": 2, "altitude": "high", "load", "mode": "saturation" or null, "crews": [{"name", "skills"} or null]}.
A unit may have a ``number``: the one that it goes by among those of its role, where others of it stayed at home.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.core.fields import Fields, keys
from engine.core.game import SIDES
from engine.wildblue.aircraft import CLASSES, Aircraft
from engine.wildblue.missions.mission import NONE, Mission, Plan
from engine.wildblue.missions.targets import read_target
from engine.wildblue.scoring import usual_values
from engine.wildblue.sheets import Sortie
from engine.wildblue.state import Options
from engine.wildblue.tables import DURATION, FORMATION_MOST, FUEL, TABLES
from engine.wildblue.terms import (
    AIR_COMBAT,
    AIR_DROP,
    AIR_ROCKETS,
    AIR_TRANSPORT,
    ALTITUDES,
    BOMBS,
    CARGO,
    DIVE_BOMBING,
    DROP_TANKS,
    ESCORTING,
    FIGHTER,
    GROUND_ROCKETS,
    GUN_PODS,
    HOME_BOUND,
    INTERCEPT,
    INTERCEPTOR,
    LEVEL,
    LOADS,
    MINE_LAYING,
    MINES,
    MODES,
    ROLES,
    SATURATION,
    SIDE_OF_UNIT,
    STRIKE_MISSION,
    STRIKER,
    TARGET_BOUND,
    TORPEDO,
    TORPEDOES,
    TYPES,
    UNITS,
    VERY_LOW,
    leader_of,
    unit_of,
    words,
)
from engine.wildblue.units import Roster

KEYS: Final = keys("kind type striker target base turns month first night units effects values bonus options")
ELEMENT_KEYS: Final = keys(
    "id side role number aircraft wingman section altitude load arrives phase over_target leader_pilot wingman_pilot "
    "section_pilot"
)
FORMATION_KEYS: Final = keys("id side role number aircraft size altitude load mode arrives phase crews")
BASE_KEYS: Final = keys("target_bound home_bound")
MOST_BASE: Final = 40
"""The longest base duration of either flight that is read: whatever it comes to, the Turns have two digits."""
MOST_NUMBER: Final = 99
"""The highest number that a unit goes by."""
SIDE_KEYS: Final = frozenset(SIDES)
FLAGS: Final = ("blitzkrieg", "clouds_over_target", "deceptive_course", "pathfinder")
COUNTS: Final = ("flak_guns", "small_arms")
EFFECT_KEYS: Final = frozenset(FLAGS + COUNTS)
PHASES: Final = {"target-bound": TARGET_BOUND, "home-bound": HOME_BOUND}
"""The phases to which a unit may be limited. [SUP 23.1.2]"""
FOR_TARGETS: Final = BOMBS | TORPEDOES | GROUND_ROCKETS
CARRIED_BY_TYPE: Final = {
    STRIKE_MISSION: FOR_TARGETS,
    INTERCEPT: FOR_TARGETS,
    AIR_DROP: CARGO,
    AIR_TRANSPORT: CARGO,
    MINE_LAYING: MINES,
}
"""The loads for the target that a type of Mission has. [WBY 17.4, 18.2, 18.4, 18.7; SUP 21.8]"""
ALL_FOR_TARGETS: Final = FOR_TARGETS | CARGO | MINES
_FLOWN_BY: Final[dict[int, tuple[str, ...]]] = {
    FIGHTER: ("fighter",),
    STRIKER: CLASSES,
    ESCORTING: ("fighter",),
    INTERCEPTOR: ("fighter", "light-bomber"),
}
"""By role: the classes of aircraft that have it. [WBY 17.1, 17.2d, 17.3.5]"""
OF_FIGHTERS: Final = AIR_ROCKETS | DROP_TANKS | GUN_PODS
"""Loads of Fighters alone. [WBY 18.3, 18.5, 18.6]"""
TOGETHER: Final = BOMBS | GROUND_ROCKETS
"""The only two loads that one aircraft carries at once. [WBY 18.1b, 18.4]"""
WAYS_OF_FORMATIONS: Final = (SATURATION, LEVEL, TORPEDO)
"""How Formation aircraft bomb, the usual way first. [WBY 17.3.4]"""


def read_mission(read: Fields, roster: Roster, options: Options) -> Plan:
    """The plan of a set-up; its units go into ``roster``, its Turns into ``options``. Raises ``BadSetup``."""
    read.only(KEYS)
    plan = Plan()
    _read_type(plan, read, roster.edition)
    for number, entry in enumerate(read.items("units"), 1):
        _Unit(plan, roster, roster.add(entry, number), phased="base" in read).read()
    _check_strikers(plan, read, roster)
    _check_formations(plan, roster)
    if "base" in read:
        plan.duration = _duration(plan, read.fields("base"), roster)
        options.turns = sum(plan.duration)
    _check_arrivals(plan, roster, options.turns)
    return plan


def read_number(plan: Plan, unit: int, read: Fields) -> None:
    """The number that a unit goes by, where others of its role stayed at home."""
    if "number" in read:
        plan.numbers[UNITS[unit]] = read.number("number", None, least=1, most=MOST_NUMBER)


def begin(plan: Plan, sorties: list[Sortie | None]) -> Mission:
    """A Mission with this plan before its first Game-Turn."""
    mission = Mission(plan)
    if plan.duration[0]:
        mission.phase = TARGET_BOUND
    for craft, sortie in enumerate(sorties):
        if not sortie:
            continue
        unit = unit_of(craft)
        if sortie.seat > 1 and not sortie.aircraft.in_formation:
            mission.sections |= 1 << unit
        else:
            mission.load[craft] = sortie.load
        if plan.arrives[unit] > 1:
            mission.to_come |= 1 << unit
        if plan.fuel and not sortie.seat and sortie.aircraft.aircraft_class == "fighter":
            mission.fuel[unit] = FUEL[sortie.aircraft.endurance or "medium"]
            mission.tanks[unit] = TABLES["fuel"]["drop_tanks"] if sortie.load & DROP_TANKS else 0
    return mission


# The Mission


def _read_type(plan: Plan, read: Fields, edition: int) -> None:
    """What the Mission is about. [SUP 21.8, 23.1, 24.6]"""
    plan.type = read.choice("type", TYPES)
    name = words(TYPES[plan.type])
    plan.night = read.flag("night")
    plan.fuel = read.fields("options").flag("fuel")
    if "striker" in read:
        plan.striker = read.choice("striker", SIDES)
    plan.target = read_target(read, "target")
    if plan.type == AIR_COMBAT:
        for key in ("striker", "target", "base"):
            if key in read:
                raise read.refuse(f"an Air Combat Mission has no {key!r}. [SUP 21.8.2]")
    elif plan.striker == NONE:
        raise read.refuse(f"{name} needs the side that strikes, as 'striker'. [SUP 21.8]")
    if plan.type == STRIKE_MISSION and not plan.target:
        raise read.refuse("a Strike needs its 'target'. [SUP 21.8.1]")
    if "base" in read:
        if read.document.get("turns") is not None:
            raise read.refuse("the base duration gives its Turns, so it has no 'turns'. [WBY 23.1.1]")
    elif plan.type not in (AIR_COMBAT, INTERCEPT):
        raise read.refuse(f"{name} needs its base duration, as 'base'. [WBY 23.1.1]")
    elif plan.target:
        raise read.refuse("a Mission with a target needs its base duration, as 'base'. [WBY 23.1.1]")
    plan.values = usual_values(edition, mission=True)
    if "values" in read:
        plan.values = read_values(read.fields("values", "The values"), plan.values)
    read_effects(plan, read.fields("effects", "The effects"))


def read_effects(plan: Plan, read: Fields) -> None:
    """What the sides' Resources change, each for the side that can use it. [SUP 24.6]"""
    read.only(SIDE_KEYS)
    for side in SIDES:
        own = read.fields(side, f"The effects of the {side} side", only=EFFECT_KEYS)
        given: dict[str, Any] = {key: True for key in FLAGS if own.flag(key)}
        given |= {key: count for key in COUNTS if (count := own.number(key, 0))}
        if given:
            plan.effects[side] = given
        if plan.striker != NONE and SIDES[plan.striker] == side:
            plan.pathfinder = "pathfinder" in given
        else:
            plan.flak_guns = given.get("flak_guns", 0)
            plan.small_arms = given.get("small_arms", 0)
            plan.clouds = "clouds_over_target" in given


def read_values(read: Fields, usual: Mapping[str, Any]) -> dict[str, Any]:
    """A table of Victory Points in the shape of ``usual``, which it takes for what is left out. [SUP 24.7]"""
    read.only(usual.keys())
    values: dict[str, Any] = {}
    for key, value in usual.items():
        if isinstance(value, dict):
            values[key] = read_values(read.fields(key), value)
        elif isinstance(value, str):
            values[key] = read.text(key, value)
        else:
            values[key] = read.number(key, value, least=1 if key == "each" else 0, most=999)
    return values


def _duration(plan: Plan, read: Fields, roster: Roster) -> tuple[int, int, int]:
    """Target-Bound, Over-Target and Home-Bound Turns, by the slowest striker. [WBY 17.5.3, 23.1.1; SUP 24.6]"""
    read.only(BASE_KEYS)
    speeds = [
        sortie.aircraft.speed
        for sortie in roster.sorties
        if sortie and plan.roles[sortie.unit] == STRIKER and sortie.unit >> SIDE_OF_UNIT == plan.striker
    ]
    speed = min(speeds, default=DURATION["speed"])
    least = DURATION["least"]
    out = max(least, read.number("target_bound", None, least=1, most=MOST_BASE) - speed)
    if "deceptive_course" in plan.effects.get(SIDES[plan.striker], {}):
        out = max(least, out + DURATION["deceptive_course"])
    return out, DURATION["over_target"], max(least, read.number("home_bound", None, least=1, most=MOST_BASE) - speed)


# Checks of all units together


def _check_strikers(plan: Plan, read: Fields, roster: Roster) -> None:
    """The striking side, if it has units here, has one that strikes."""
    own = [unit for unit in roster.fields if unit >> SIDE_OF_UNIT == plan.striker]
    if own and not any(plan.roles[unit] == STRIKER for unit in own):
        raise read.refuse(f"the {SIDES[plan.striker]} side strikes, and none of its units is a striker. [WBY 23.0]")


def _check_formations(plan: Plan, roster: Roster) -> None:
    """All Formation aircraft of one type fly at one altitude. [WBY 17.3.2]"""
    found: dict[tuple[int, str], int] = {}
    for unit, read in roster.fields.items():
        if not plan.formations >> unit & 1:
            continue
        sortie = roster.sorties[leader_of(unit)]
        assert sortie
        family = sortie.aircraft.family
        first = found.setdefault((unit >> SIDE_OF_UNIT, family), unit)
        if roster.altitudes[first] != roster.altitudes[unit]:
            altitude = words(ALTITUDES[roster.altitudes[first]])
            raise read.refuse(
                f"all Formations of one type fly at one altitude, and {roster.fields[first].place} is at {altitude}. "
                "[WBY 17.3.2]"
            )


def _check_arrivals(plan: Plan, roster: Roster, turns: int) -> None:
    """When units come: one a Game-Turn and side, two where one brings Leadership. [WBY 19.2.8; SUP 23.1.2]

    Who does not strike may be due after the last Turn: his side does not know how long the Mission will be.
    """
    out, over, _ = plan.duration
    scheduled: dict[tuple[int, int], list[int]] = {}
    for unit, read in roster.fields.items():
        turn = plan.arrives[unit]
        if plan.limited_to[unit] == HOME_BOUND:
            plan.arrives[unit] = out + over + 1
            continue
        if turn == 1:
            continue
        if plan.roles[unit] == STRIKER and turn > (out or turns):
            raise read.refuse(f"it strikes, so it must arrive on one of the first {out or turns} Turns. [WBY 23.2]")
        together = scheduled.setdefault((unit >> SIDE_OF_UNIT, turn), [])
        together.append(unit)
        if len(together) > 1 + any(_has_leadership(roster, each) for each in together):
            raise read.refuse(
                f"one Element of a side arrives on Turn {turn}, and one more with a pilot who has Leadership. "
                "[WBY 19.2.8]"
            )


def _has_leadership(roster: Roster, unit: int) -> bool:
    return any(sortie and "L" in sortie.skills for sortie in roster.sorties[leader_of(unit) : leader_of(unit) + 3])


# One unit


class _Unit:
    """One unit that is read into plan and roster."""

    def __init__(self, plan: Plan, roster: Roster, unit: int, *, phased: bool) -> None:
        self.plan = plan
        self.roster = roster
        self.unit = unit
        self.fields = roster.fields[unit]
        self.side = SIDES[unit >> SIDE_OF_UNIT]
        self.strikes = unit >> SIDE_OF_UNIT == plan.striker
        """Whether its side strikes."""
        self.phased = phased
        """Whether the Mission has phases."""

    def read(self) -> None:
        source = self.fields.document.get("aircraft")
        sources = source if isinstance(source, list) else [source]
        if not sources:
            raise self.fields.refuse("it has no aircraft.")
        types = [self.roster.type(self.unit, each) for each in sources]
        if any(type_.in_formation for type_ in types):
            self._formation(types, given=isinstance(source, list))
        elif isinstance(source, list):
            raise self.fields.refuse(f"{types[0].name} flies in no Formation; it is one aircraft type. [WBY 17.3]")
        else:
            self._element(types[0])

    def _element(self, type_: Aircraft) -> None:
        """A lone Leader, an Element or a Section. [WBY 15.1.1, 17.1, 17.2, 17.6]"""
        read, plan, unit = self.fields, self.plan, self.unit
        for key in sorted(FORMATION_KEYS - ELEMENT_KEYS):
            if key in read:
                raise read.refuse(f"{type_.name} flies in no Formation, so it has no {key!r}. [WBY 17.3]")
        read.only(ELEMENT_KEYS | FORMATION_KEYS)
        is_fighter = type_.aircraft_class == "fighter"
        load = self._load([type_])
        role = self._role(type_, load)
        alone = plan.night and is_fighter
        wingman = read.flag("wingman", not (alone or self.roster.alone(type_)) and type_.wingman is not None)
        section = read.flag("section")
        if wingman and alone:
            raise read.refuse("at night Fighters fly as Lone Leaders. [WBY 15.1.1]")
        if section and not is_fighter:
            raise read.refuse(f"{type_.name} is a Light Bomber; Fighters fly in Sections. [WBY 15.1.1, 17.6]")
        if section and not wingman:
            raise read.refuse("a Section marker lies on a Wingman. [WBY 17.6]")
        self.roster.element(unit, type_, load, wingman=wingman, section=section)
        plan.arrives[unit] = read.number("arrives", 1, least=1)
        if "phase" in read:
            if not self.phased:
                raise read.refuse("only a Mission with phases limits a unit to one. [SUP 23.1.2]")
            plan.limited_to[unit] = tuple(PHASES.values())[read.choice("phase", tuple(PHASES))]
            if role == STRIKER:
                raise read.refuse("a striker flies in every phase. [WBY 23.0]")
            if plan.limited_to[unit] == HOME_BOUND and plan.arrives[unit] > 1:
                raise read.refuse("it arrives on the first Home-Bound Turn, not by schedule. [SUP 23.1.2]")
        if read.flag("over_target"):
            plan.may_go_over |= 1 << unit

    def _formation(self, types: list[Aircraft], *, given: bool) -> None:
        """Bombers of one type under one number, each with its crew. [WBY 17.3]"""
        read, plan, unit = self.fields, self.plan, self.unit
        for key in sorted(ELEMENT_KEYS - FORMATION_KEYS):
            if read.document.get(key):
                raise read.refuse(
                    f"{types[0].name} flies in Formations, without Wingmen, so it has no {key!r}. [WBY 17.3.1c]"
                )
        read.only(ELEMENT_KEYS | FORMATION_KEYS)
        for type_ in types:
            if not type_.in_formation:
                raise read.refuse(f"{type_.name} does not fly in a Formation. [WBY 17.3]")
            if type_.family != types[0].family:
                raise read.refuse(f"{types[0].name} and {type_.name} are not of one type. [WBY 17.3.1d]")
        most = FORMATION_MOST[types[0].aircraft_class]
        size = read.number("size", len(types) if given else min(2, most), least=1)
        if given and size != len(types):
            raise read.refuse(f"its 'size' is {size}, and it names {len(types)} aircraft.")
        if size > most:
            kind = words(types[0].aircraft_class)
            raise read.refuse(f"a Formation of {kind}s has {most} aircraft at most. [WBY 17.3.1c]")
        if not given:
            types = types * size
        load = self._load(types)
        self._role(types[0], load)
        if read.number("arrives", 1, least=1) > 1 or "phase" in read:
            raise read.refuse("Elements arrive later or fly in one phase, Formations do not. [WBY 19.2.8]")
        plan.formations |= 1 << unit
        plan.modes[unit] = self._mode(types, load)
        self.roster.formation(unit, types, load)
        if load & TORPEDOES and self.roster.altitudes[unit] != VERY_LOW:
            raise read.refuse("Torpedoes are released at Very Low, and it keeps its altitude. [SUP 21.6]")

    def _role(self, type_: Aircraft, load: int) -> int:
        """Its part: Fighters may have any, Light Bombers strike or intercept, others strike. [WBY 17.1-17.3, 20.3.1]"""
        read, plan = self.fields, self.plan
        if plan.type == AIR_COMBAT:
            usual = FIGHTER
        elif not self.strikes:
            usual = INTERCEPTOR
        elif type_.aircraft_class != "fighter" or load & ALL_FOR_TARGETS:
            usual = STRIKER
        else:
            usual = ESCORTING
        role = read.choice("role", ROLES, ROLES[usual])
        name = words(ROLES[role])
        if plan.type == AIR_COMBAT and role != FIGHTER:
            raise read.refuse(f"an Air Combat Mission has Fighters, and no {name}. [SUP 21.8.2]")
        if self.strikes and role == INTERCEPTOR:
            raise read.refuse("its own side strikes, so it intercepts nobody. [WBY 17.1]")
        if not self.strikes and role in (STRIKER, ESCORTING):
            raise read.refuse(f"the other side strikes, so this one has no {name}. [WBY 17.1]")
        if type_.aircraft_class not in _FLOWN_BY[role]:
            raise read.refuse(f"{type_.name} is a {words(type_.aircraft_class)} and no {name}. [WBY 17.1-17.3]")
        plan.roles[self.unit] = role
        read_number(plan, self.unit, read)
        if role == ESCORTING:
            plan.escorts |= 1 << self.unit
        return role

    def _load(self, types: list[Aircraft]) -> int:
        """What each of its aircraft carries, as a mask. [WBY 17.4, 18.1-18.7]"""
        read, plan = self.fields, self.plan
        given = read.document.get("load")
        names = [given] if isinstance(given, str) else read.texts("load")
        load = 0
        for name in names:
            if name not in LOADS:
                raise read.refuse(f"there is no load {name!r}; they are {', '.join(LOADS)}. [WBY 18.0]")
            bit = 1 << LOADS.index(name)
            if load & bit:
                raise read.refuse(f"it carries {words(name)} once.")
            load |= bit
        if len(names) > 1 and load != TOGETHER:
            raise read.refuse("an aircraft carries one type of load, or Bombs and Ground Rockets. [WBY 18.1b, 18.4]")
        for type_ in dict.fromkeys(types) if load else ():
            self._check_load(type_, load)
        for_target = load & ALL_FOR_TARGETS
        if for_target & ~CARRIED_BY_TYPE.get(plan.type, 0):
            kind = words(TYPES[plan.type])
            raise read.refuse(f"{_said(for_target)} are not for a Mission of the type {kind}. [SUP 21.8]")
        if for_target and not self.strikes:
            raise read.refuse(f"its side strikes nothing, so it carries no {_said(for_target)}. [WBY 18.1a]")
        if load & TORPEDOES and (not plan.target or plan.target.target_class != "naval"):
            raise read.refuse("Torpedoes are for Naval targets. [SUP 21.6]")
        return load

    def _check_load(self, type_: Aircraft, load: int) -> None:
        """One aircraft type's card must allow for the load, and for what is done with it."""
        read = self.fields
        too_much = load & ~type_.carries
        if type_.aircraft_class == "fighter" and "blitzkrieg" in self.plan.effects.get(self.side, {}):
            too_much &= ~BOMBS  # Fighters may carry them [24.6]
        if too_much:
            raise read.refuse(f"{type_.name} carries no {_said(too_much)}. [WBY 18.1a]")
        if load & OF_FIGHTERS and type_.aircraft_class != "fighter":
            raise read.refuse(f"{_said(load & OF_FIGHTERS)} are for Fighters. [WBY 18.3, 18.5, 18.6]")
        card = (type_.formation or type_.leader or (None,))[0]
        assert card
        bombs = any(cards for mode, cards in enumerate(card.bomb) if mode != TORPEDO)
        if load & BOMBS and not bombs:
            raise read.refuse(f"{type_.name} has no Bomb rating. [WBY 5.2.8]")
        if load & TORPEDOES and not card.bomb[TORPEDO]:
            raise read.refuse(f"{type_.name} makes no torpedo strikes. [SUP 21.6]")
        if load & MINES and not (card.bomb[SATURATION] or card.bomb[LEVEL]):
            raise read.refuse(f"{type_.name} has no Bomb rating to lay Mines by. [WBY 18.7]")
        if load & CARGO and not (card.cargo_drop if self.plan.type == AIR_DROP else card.cargo):
            raise read.refuse(f"{type_.name} has no Cargo rating. [WBY 17.4.1]")

    def _mode(self, types: list[Aircraft], load: int) -> int:
        """How a Formation bombs: as given, or the first way that all its aircraft can. [WBY 17.3.4, 17.5.1]"""
        read = self.fields
        able = [
            mode
            for mode in WAYS_OF_FORMATIONS
            if all(type_.formation and type_.formation[0].bomb[mode] for type_ in types)
            and (mode == TORPEDO) == bool(load & TORPEDOES)
        ]
        if "mode" not in read:
            return able[0] if able else SATURATION
        mode = read.choice("mode", MODES)
        if mode == DIVE_BOMBING:
            raise read.refuse("Formation aircraft do not dive, but for Dive Brakes, which need no mode. [WBY 17.5.1]")
        if mode not in able:
            name = types[0].name
            raise read.refuse(f"{name} cannot make a {words(MODES[mode])} strike with this load. [WBY 17.3.4]")
        return mode


def _said(load: int) -> str:
    """The loads of a mask in words."""
    return " and ".join(words(name) for bit, name in enumerate(LOADS) if load >> bit & 1)
