"""What a position document has of a campaign Mission, made into its state or refused. See ``positions``."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from engine.core.errors import BadPosition, EngineError
from engine.core.fields import Fields, is_whole, keys
from engine.core.game import SIDES
from engine.wildblue.aircraft import Aircraft, aircraft, skills_in
from engine.wildblue.missions.mission import NONE, Mission, Plan, mission_of
from engine.wildblue.missions.setup import (
    ALL_FOR_TARGETS,
    TOGETHER,
    WAYS_OF_FORMATIONS,
    read_effects,
    read_number,
    read_values,
)
from engine.wildblue.missions.targets import Target, read_target
from engine.wildblue.missions.views import ACHIEVED
from engine.wildblue.scoring import usual_values
from engine.wildblue.sheets import Sortie
from engine.wildblue.state import Options, State
from engine.wildblue.tables import CREW_SKILLS, FORMATION_MOST, FUEL, TABLES
from engine.wildblue.terms import (
    AIR_COMBAT,
    AIR_DROP,
    AIR_TRANSPORT,
    ALTITUDES,
    BOMBS,
    CARGO,
    COMBAT,
    DROP_TANKS,
    ESCORTING,
    FLYING,
    HOME_BOUND,
    INTERCEPT,
    LOADS,
    MINE_LAYING,
    MINES,
    MODES,
    OVER_TARGET,
    PHASES,
    PLACES,
    ROLES,
    SATURATION,
    SIDE_OF_UNIT,
    STRAGGLER,
    STRIKE_MISSION,
    TARGET_BOUND,
    TORPEDO,
    TORPEDOES,
    TYPES,
    UNSEEN,
    leader_of,
)

KEYS = keys("type striker phase phase_turn duration night fuel target effects values cargo mines recon")
"""``cargo``, ``mines`` and ``recon`` are read past: they are sums."""
TARGET_KEYS = keys("slug name class damage level points area_flak target_flak")
TARGET_CHANGES = ("slug", "name", "area_flak", "target_flak")
UNIT_KEYS = keys(
    "role number formation mode face_down section section_pilot arrives phase may_go_over broke_off left_at "
    "over_target has_struck intervened climbed throttled fuel aside"
)
"""Fields of a unit that it has not in a dogfight."""
AIRCRAFT_KEYS = keys("load took_off went_over struck cargo mines recon jettisoned")
BOMBER_KEYS = AIRCRAFT_KEYS | keys(
    "aircraft name seat crew pilot skills hits cockpit damage damaged status exit markers mini_hand "
    "in_formation support no_support"
)
"""``in_formation`` and ``support`` are read past."""
FUEL_KEYS = keys("internal tanks spent")
PILOT_KEYS = keys("name skills")
USUAL_LOAD = {
    STRIKE_MISSION: BOMBS,
    INTERCEPT: BOMBS,
    AIR_DROP: CARGO,
    AIR_TRANSPORT: CARGO,
    MINE_LAYING: MINES,
}
"""What a Formation carries, by type of Mission. [WBY 17.4, 18.2, 18.7]"""
USUAL_DURATION = (2, 1, 2)
MOST_TURNS = 49
MOST_SPENT = 50
"""Fuel Points; far more than any Fighter has."""
TO_COME = "to-come"


def read_mission(read: Fields, units: dict[int, Fields], edition: int) -> Mission | None:
    """The Mission of a position, with its plan, before a phase is known; ``None`` in a dogfight."""
    if "mission" not in read:
        return None
    own = read.fields("mission", "The mission", only=KEYS)
    plan = Plan()
    mission = Mission(plan)
    _read_plan(plan, own, edition)
    for unit, fields in units.items():
        _read_part(plan, unit, fields, edition)
    if plan.target and isinstance(own.document["target"], dict):
        mission.damage = own.fields("target").number("damage", 0, most=255)
    return mission


def _read_plan(plan: Plan, read: Fields, edition: int) -> None:
    """What was fixed when the Mission began, but for its units."""
    plan.type = read.choice("type", TYPES, "strike")
    plan.striker = read.choice("striker", SIDES) if "striker" in read else NONE
    plan.duration = _duration(read)
    plan.night = read.flag("night")
    plan.fuel = read.flag("fuel")
    plan.target = _target(read)
    if plan.striker == NONE and (plan.target or any(plan.duration)):
        raise read.refuse("with a target or phases it needs the side that strikes, as 'striker'. [SUP 21.8]")
    read_effects(plan, read.fields("effects", "The effects"))
    plan.values = read_values(read.fields("values", "The values"), usual_values(edition, mission=True))


def _duration(read: Fields) -> tuple[int, int, int]:
    """Turns of each phase; none of a Mission without phases. [WBY 15.0, SUP 23.1.1]"""
    phased = TYPES[AIR_COMBAT] != read.document.get("type") and "striker" in read
    given = read.document.get("duration", USUAL_DURATION if phased else (0, 0, 0))
    if not isinstance(given, (list, tuple)) or len(given) != 3 or not all(is_whole(n, 0, MOST_TURNS) for n in given):
        raise read.refuse("'duration' is a list: Target-Bound, Over-Target and Home-Bound Turns.")
    outward, over, home = given
    if any(given) and not (outward and over == 1 and home):
        raise read.refuse("there is one Over-Target Turn, and at least one before it and after it. [WBY 15.0]")
    return outward, over, home


def _target(read: Fields) -> Target | None:
    if "target" not in read:
        return None
    source = read.document["target"]
    if isinstance(source, dict):
        Fields("The mission, target", source, BadPosition).only(TARGET_KEYS)
        source = {key: source[key] for key in TARGET_CHANGES if key in source}
    return read_target(Fields(read.place, {"target": source}, BadPosition), "target")


def _read_part(plan: Plan, unit: int, read: Fields, edition: int) -> None:
    """What the plan says of one unit. Fighters alone are escorts. [WBY 17.2b]"""
    light_bombers = edition > 1 and _are_light_bombers(read)
    role = plan.roles[unit] = read.choice("role", ROLES, _usual_role(plan, unit, read, light_bombers))
    if role == ESCORTING and not light_bombers:
        plan.escorts |= 1 << unit
    read_number(plan, unit, read)
    plan.arrives[unit] = read.number("arrives", 1, least=1)
    phase = plan.limited_to[unit] = read.choice("phase", PHASES, PHASES[COMBAT])
    if phase not in (COMBAT, TARGET_BOUND, HOME_BOUND):
        raise read.refuse("a unit is limited to the 'target-bound' or the 'home-bound' phase, or to none.")
    if read.flag("may_go_over"):
        plan.may_go_over |= 1 << unit
    if "formation" in read:
        plan.formations |= 1 << unit


def _are_light_bombers(read: Fields) -> bool:
    """Whether a unit's Leader flies a Light Bomber; what is wrong with his aircraft is found out later."""
    with suppress(EngineError):
        return aircraft(read.fields("leader").document.get("aircraft")).aircraft_class == "light-bomber"
    return False


def _usual_role(plan: Plan, unit: int, read: Fields, light_bombers: bool) -> str:
    """Bombers, and whoever carries something for the target, strike; their side's others escort them, the enemy's
    intercept."""
    if plan.striker == NONE:
        return "fighter"
    if unit >> SIDE_OF_UNIT != plan.striker:
        return "interceptor"
    return "striker" if light_bombers or "formation" in read or load_mask(read, 0) & ALL_FOR_TARGETS else "escort"


def read_turn(mission: Mission, read: Fields, options: Options) -> int:
    """The Game-Turn, from ``turn`` or from the phase and its turns that are left; sets the phase. [WBY 23.2]"""
    own = read.fields("mission", "The mission")
    phase = own.choice("phase", PHASES) if "phase" in own else NONE
    outward, over, home = mission.plan.duration
    if not outward:
        if phase not in (NONE, COMBAT):
            raise own.refuse("a Mission without a duration has no phases.")
        return read.number("turn", 1, most=options.turns)
    total = outward + over + home
    if "turns" in read and options.turns != total:
        raise own.refuse(f"its phases have {total} Turns, and 'turns' says {options.turns}.")
    options.turns = total
    lengths = {TARGET_BOUND: outward, OVER_TARGET: over, HOME_BOUND: home, STRAGGLER: 1}
    ends = {TARGET_BOUND: outward, OVER_TARGET: outward + over, HOME_BOUND: total, STRAGGLER: total + 1}
    if "turn" in read:
        turn = read.number("turn", None, most=total + 1)
        mission.phase = next(part for part, end in ends.items() if turn <= end)
    else:
        mission.phase = TARGET_BOUND if phase in (NONE, COMBAT) else phase
        turn = ends[mission.phase] - lengths[mission.phase] + 1
        if "phase_turn" in own:
            turn = ends[mission.phase] + 1 - own.number("phase_turn", 1, least=1, most=lengths[mission.phase])
    if phase not in (NONE, mission.phase):
        raise own.refuse(f"Turn {turn} is not in the phase {PHASES[phase]!r}.")
    if own.number("phase_turn", ends[mission.phase] - turn + 1) != ends[mission.phase] - turn + 1 and turn:
        raise own.refuse(f"Turn {turn} and 'phase_turn' do not fit each other.")
    return turn


# Units and aircraft


def load_mask(read: Fields, usual: int) -> int:
    """The loads of a unit or an aircraft: nothing, one name, or a list of names. [WBY 18.0]"""
    return _loads(read, "load", usual)


def _loads(read: Fields, key: str, usual: int) -> int:
    value = read.document.get(key, usual)
    if value == usual and isinstance(value, int) and not isinstance(value, bool):
        return usual
    names = [] if value is None else [value] if isinstance(value, str) else value
    if not isinstance(names, (list, tuple)) or any(name not in LOADS for name in names):
        raise read.refuse(f"{key!r} must be one or some of {', '.join(LOADS)}.")
    mask = sum(1 << LOADS.index(name) for name in set(names))
    if mask & (mask - 1) and mask != TOGETHER:
        raise read.refuse("only bombs and ground-rockets are carried together. [WBY 18.1b, 18.4]")
    return mask


def took_off_with(read: Fields, usual: int) -> int:
    """What an aircraft took off with; ``usual`` is what its unit carries."""
    return _loads(read, "took_off", load_mask(read, usual))


def unit_load(plan: Plan, unit: int, read: Fields) -> int:
    """What the aircraft of a unit carry; a Formation, if it is not said, what its Mission is flown with."""
    usual = 0
    if plan.formations >> unit & 1:
        usual = TORPEDOES if read.document.get("mode") == MODES[TORPEDO] else USUAL_LOAD.get(plan.type, 0)
    return load_mask(read, usual)


def read_formation(plan: Plan, unit: int, read: Fields, sorties: list[Sortie | None]) -> list[tuple[int, int, Fields]]:
    """The aircraft of a Formation: craft of take-off, craft now, fields. [WBY 17.3.1]"""
    usual = unit_load(plan, unit, read)
    entries = read.items("formation")
    found: list[tuple[int, int, Fields]] = []
    family = ""
    for key in ("leader", "wingman", "hand"):
        if read.document.get(key):
            raise read.refuse(f"a Formation has no {key!r}. [WBY 17.3]")
    for number, entry in enumerate(entries):
        own = Fields(f"{read.place}, aircraft {number + 1}", entry, BadPosition, only=BOMBER_KEYS)
        seat = own.choice("seat", PLACES, PLACES[number] if number < len(PLACES) else None)
        who = leader_of(unit) + seat
        if sorties[who]:
            raise own.refuse(f"seat {PLACES[seat]!r} stands twice in this Formation.")
        type_ = _bomber(own, entries)
        if family not in ("", type_.family):
            raise own.refuse(f"{type_.name} does not fly with the others in one Formation. [WBY 17.3.1d]")
        family = type_.family
        if seat >= FORMATION_MOST[type_.aircraft_class]:
            raise own.refuse(f"a Formation of {type_.name} has not so many aircraft. [WBY 17.3.1c]")
        skills = skills_in(own, tuple(CREW_SKILLS))
        crew = own.text("crew", own.text("pilot"))
        sorties[who] = Sortie(unit, seat, type_, crew, skills, took_off_with(own, usual))
        found.append((who, who, own))
    if not sorties[leader_of(unit)]:
        raise read.refuse("a Formation has at least its first aircraft. [WBY 17.3.1c]")
    return found


def _bomber(read: Fields, entries: list[Any]) -> Aircraft:
    """A Formation aircraft's type, if left out that of the first."""
    source = read.document.get("aircraft")
    if source is None and isinstance(entries[0], dict):
        source = entries[0].get("aircraft")
    found = read.made(aircraft, source)
    if not found.in_formation:
        raise read.refuse(f"{found.name} does not fly in a Formation. [WBY 17.3]")
    return found


def read_section(unit: int, read: Fields, sorties: list[Sortie | None]) -> Sortie | None:
    """The third man of a Section that has its marker. [WBY 17.6]"""
    if not read.flag("section"):
        return None
    leader = sorties[leader_of(unit)]
    if not leader or not sorties[leader_of(unit) + 1] or sorties[leader_of(unit) + 2]:
        raise read.refuse("a Section is a Leader, a Wingman and a third man who has not left it. [WBY 17.6]")
    pilot = read.fields("section_pilot", only=PILOT_KEYS)
    skills = skills_in(pilot)
    return Sortie(unit, 2, leader.aircraft, pilot.text("name"), skills, leader.load)


def lay_aircraft(state: State, who: int, craft: int, read: Fields, usual: int) -> None:
    """What an aircraft carries, and what it has done so far. ``usual`` is what its unit carries."""
    mission = mission_of(state)
    if state.fate[who] == FLYING:
        mission.load[craft] = load_mask(read, usual)
        mission.no_support |= read.flag("no_support") << craft
    mission.went_over |= read.flag("went_over") << who
    mission.jettisoned |= read.flag("jettisoned") << who
    for key in ACHIEVED:
        getattr(mission, key)[who] = read.number(key, 0)


def lay_unit(state: State, unit: int, read: Fields, *, setting_up: bool) -> None:
    """Where a unit is in the course of the Mission."""
    mission = mission_of(state)
    bit = 1 << unit
    if mission.plan.formations & bit:
        mission.plan.modes[unit] = read.choice("mode", MODES, _usual_mode(state, unit))
    elif mission.plan.fuel and state.sortie(leader_of(unit)).aircraft.aircraft_class == "fighter":
        _lay_fuel(state, unit, read)
    if read.flag("section") and not state.sheets[leader_of(unit) + 1]:
        raise read.refuse("a Section marker lies on a Wingman. [WBY 17.6]")
    if not state.flying & bit:
        return
    if read.text("status") == TO_COME:
        mission.to_come |= bit
        if not setting_up:
            mission.left_altitude[unit] = read.choice("altitude", ALTITUDES, "medium")
    if read.flag("broke_off"):
        mission.away |= bit
        mission.left_altitude[unit] = read.choice("left_at", ALTITUDES, "medium")
    here = not (mission.to_come | mission.away) & bit
    if read.flag("over_target", mission.phase == OVER_TARGET and here):
        if not here:
            raise read.refuse("a unit that is not there is not Over Target.")
        mission.over |= bit
        flying = (craft for craft in range(leader_of(unit), leader_of(unit) + 3) if state.sheets[craft])
        mission.went_over |= sum(1 << state.who[craft] for craft in flying)
    for key in ("has_struck", "intervened", "climbed", "throttled"):
        name = "strikers" if key == "has_struck" else key
        setattr(mission, name, getattr(mission, name) | read.flag(key) << unit)
    if not mission.plan.formations & bit:
        carried = mission.load[leader_of(unit)] & UNSEEN
        if read.flag("face_down", bool(carried)):
            mission.face_down |= bit
        if read.flag("section"):
            mission.sections |= bit
            for name in ("went_over", "jettisoned"):  # the third man with his Wingman
                mask, wingman = getattr(mission, name), leader_of(unit) + 1
                setattr(mission, name, mask | (mask >> wingman & 1) << wingman + 1)


def _usual_mode(state: State, unit: int) -> str:
    """How a Formation bombs unless it is said: the first way that it can."""
    bomb = state.sortie(leader_of(unit)).leader.bomb
    return MODES[next((mode for mode in WAYS_OF_FORMATIONS if bomb[mode]), SATURATION)]


def _lay_fuel(state: State, unit: int, read: Fields) -> None:
    """Fuel Points: as given, or as an aircraft of this endurance has them at the start. [SUP 24.9]"""
    mission = mission_of(state)
    sortie = state.sortie(leader_of(unit))
    own = read.fields("fuel", only=FUEL_KEYS)
    most = FUEL[sortie.aircraft.endurance or "medium"]
    mission.fuel[unit] = own.number("internal", most, least=-99, most=most)
    tanks = TABLES["fuel"]["drop_tanks"]
    mission.tanks[unit] = own.number("tanks", tanks if mission.load[leader_of(unit)] & DROP_TANKS else 0, most=tanks)
    mission.spent[unit] = own.number("spent", 0, most=MOST_SPENT)
