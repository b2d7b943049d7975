"""What a view and a position have of a campaign Mission beside what they have of a dogfight."""

from __future__ import annotations

from engine.core.game import SIDES, Document
from engine.wildblue.damage import in_formation
from engine.wildblue.missions.formations import support
from engine.wildblue.missions.mission import NONE, Mission
from engine.wildblue.scoring import MISSION
from engine.wildblue.state import State
from engine.wildblue.terms import (
    ALTITUDES,
    COMBAT,
    HOME_BOUND,
    LOADS,
    MODES,
    OVER_TARGET,
    PHASES,
    ROLES,
    STRAGGLER,
    TARGET_BOUND,
    TYPES,
    UNITS,
    leader_of,
)

LOAD_NAMES = tuple(tuple(name for bit, name in enumerate(LOADS) if mask >> bit & 1) for mask in range(1 << len(LOADS)))
"""The names of the loads in a mask."""
ACHIEVED = ("struck", "cargo", "mines", "recon")
"""What an aircraft has done, by the slots of ``Mission``."""


def turns_left(state: State, mission: Mission) -> int:
    """Turns of the phase that are left, this one included: TB1 is the last Target-Bound Turn. [WBY 23.2]"""
    outward, over, home = mission.plan.duration
    ends = {
        COMBAT: state.last_turn,
        TARGET_BOUND: outward,
        OVER_TARGET: outward + over,
        HOME_BOUND: outward + over + home,
        STRAGGLER: outward + over + home + 1,
    }
    return ends[mission.phase] - max(state.turn, 1) + 1


def mission_document(state: State, mission: Mission) -> Document:
    """The Mission as everyone knows it."""
    plan = mission.plan
    made: Document = {
        "type": TYPES[plan.type],
        "striker": SIDES[plan.striker] if plan.striker != NONE else None,
        "phase": PHASES[mission.phase],
        "phase_turn": turns_left(state, mission),
        "duration": list(plan.duration),
        "night": plan.night,
        "fuel": plan.fuel,
        "target": _target(mission),
        "effects": plan.effects,
        **{key: sum(getattr(mission, key)) for key in ACHIEVED[1:]},
    }
    if plan.values != MISSION:
        made["values"] = plan.values
    return made


def _target(mission: Mission) -> Document | None:
    target = mission.plan.target
    if not target:
        return None
    level, points = target.level(mission.damage)
    return {
        "slug": target.slug,
        "name": target.name,
        "class": target.target_class,
        "damage": mission.damage,
        "level": level,
        "points": points,
        "area_flak": target.area_flak,
        "target_flak": target.target_flak,
    }


def add_to_unit(state: State, mission: Mission, unit: int, document: Document) -> None:
    """What a unit has in a Mission; all of it is open."""
    plan = mission.plan
    bit = 1 << unit & state.flying
    if mission.to_come & bit:
        document["status"] = "to-come"
    elif mission.away & bit:
        document["status"] = "away"
        document["left_at"] = ALTITUDES[mission.left_altitude[unit]]
    document |= {
        "role": ROLES[plan.roles[unit]],
        "arrives": plan.arrives[unit],
        "broke_off": bool(mission.away & bit),
        "over_target": bool(mission.over & bit),
    }
    if number := plan.numbers.get(UNITS[unit]):
        document["number"] = number
    if plan.limited_to[unit] != COMBAT:
        document["phase"] = PHASES[plan.limited_to[unit]]
    if plan.may_go_over >> unit & 1:
        document["may_go_over"] = True
    if plan.formations >> unit & 1:
        document["mode"] = MODES[plan.modes[unit]]
        return
    document |= {
        "load": list(LOAD_NAMES[mission.load[leader_of(unit)]]),
        "face_down": bool(mission.face_down & bit),
        "section": bool(mission.sections & bit),
        "intervened": bool(mission.intervened & bit),
        "fuel": _fuel(mission, unit),
    }
    third = state.sorties[leader_of(unit) + 2]
    if third and mission.sections & bit and (third.pilot or third.skills):
        document["section_pilot"] = {"name": third.pilot, "skills": list(third.skills)}
    for key, mask in (
        ("has_struck", mission.strikers),
        ("climbed", mission.climbed),
        ("throttled", mission.throttled),
    ):
        if mask & bit:
            document[key] = True


def _fuel(mission: Mission, unit: int) -> Document | None:
    if not mission.plan.fuel:
        return None
    return {"internal": mission.fuel[unit], "tanks": mission.tanks[unit], "spent": mission.spent[unit]}


def add_to_aircraft(state: State, mission: Mission, who: int, craft: int, document: Document) -> None:
    """What an aircraft carries and has done; ``craft`` is its place, ``NONE`` if it is gone."""
    sortie = state.man(who)
    carried = mission.load[craft] if craft != NONE else 0
    bomber = mission.plan.formations >> sortie.unit & 1
    usual = 0 if bomber or craft == NONE else mission.load[leader_of(sortie.unit)]
    if bomber or carried != usual:
        document["load"] = list(LOAD_NAMES[carried])
    if sortie.load != carried:
        document["took_off"] = list(LOAD_NAMES[sortie.load])
    if mission.went_over >> who & 1:
        document["went_over"] = True
    if mission.jettisoned >> who & 1:
        document["jettisoned"] = True
    for key in ACHIEVED:
        done = getattr(mission, key)[who]
        if done:
            document[key] = done


def add_to_bomber(state: State, mission: Mission, craft: int, document: Document) -> None:
    """What a Formation aircraft gives and gets. [WBY 17.3.1, 17.3.7, 18.3.1]"""
    flies = state.sheets[craft] is not None
    document |= {
        "crew": document["pilot"],
        "in_formation": flies and in_formation(state, craft),
        "support": support(state, craft) if flies else 0,
        "no_support": flies and bool(mission.no_support >> craft & 1),
    }
