"""Hits, Damaged and Destroyed aircraft, promotion, and leaving the fight. [WBY 9.3, 11, 12, 17.3.6-7, 17.6]"""

from __future__ import annotations

from engine.flames.hands import discard_hand, turn_up
from engine.wildblue.cards import FACE, HITS, IMS_COCKPIT, IMS_ENGINE, IMS_FUEL
from engine.wildblue.hands import draw, set_counters, set_guns, vacate
from engine.wildblue.missions.loads import lose_fuel, release
from engine.wildblue.missions.mission import Mission
from engine.wildblue.sheets import Sheet
from engine.wildblue.state import (
    BY_AERIAL_ROCKETS,
    CHECKED,
    COCKPIT,
    FLIPPED,
    HIT,
    LEFT,
    LOST,
    NONE,
    OUT_OF_FORMATION,
    PROMOTED,
    SIDE_UNITS,
    State,
    break_off,
    event,
)
from engine.wildblue.tables import (
    CHECK_DAMAGED,
    CHECK_GREEN,
    CHECK_LEADERSHIP,
    CHECK_LEVEL,
    CHECK_MISSION,
    CHECK_NAVIGATOR,
    CHECK_NO_ENEMY,
    CHECK_POSITION,
    CHECK_RESULT,
    ENGINE_HITS,
    GREEN_PILOT,
    LEVELS,
    PROMOTION_CARDS_LESS,
    PROMOTION_SPEED_LESS,
)
from engine.wildblue.terms import (
    COMBAT,
    DESTROYED,
    DISENGAGED,
    DROP_TANKS,
    FLYING,
    HOME_BOUND,
    ORDNANCE,
    OVER_TARGET,
    SIDE_OF_CRAFT,
    STRIKER,
    TARGET_BOUND,
)

NOBODY = 255
"""In an event, for an aircraft that nobody shot at."""


def fire(state: State, shooter: int, victim: int, face: int, gunner: bool) -> bool:
    """Apply a successful In My Sights or Out Of The Sun; true if the victim was Destroyed. [WBY 9.3]

    The effect of heavy cannon is the pilot's, not his Gunner's. [WBY 9.3.6]
    """
    return hit(state, victim, face, state.who[shooter], 0 if gunner else state.sheet(shooter).plus)


def hit(state: State, victim: int, face: int, by: int, plus: int = 0, hits: int | None = None) -> bool:
    """Inflict the Hits of a firing card, and what else it does; true if the victim was Destroyed. [WBY 9.3.3-9.3.6]

    ``by`` is the man who fired, ``NONE`` for flak; ``plus`` are Hits that he adds. With ``hits`` given, these are
    inflicted, and no Engine, Fuel Tank or Cockpit is hit: they are those of Aerial Rockets. [WBY 18.3.1]
    """
    cause = face if hits is None else BY_AERIAL_ROCKETS
    if hits is None:
        if face == IMS_FUEL or (face == IMS_ENGINE and not state.sortie(victim).aircraft.multi_engined):
            destroy(state, victim, by, face)
            return True
        hits = ENGINE_HITS if face == IMS_ENGINE else HITS[face]
        if face == IMS_COCKPIT:
            if state.mission is not None:
                _fall_out(state, victim)
            state.cockpit[victim] += 1
            state.log.append(event(COCKPIT, state.who[victim], NOBODY if by < 0 else by))
    hits += plus
    total = state.hits[victim] + hits
    state.hits[victim] = total
    state.log.append(event(HIT, state.who[victim], min(hits, 255), min(total, 255)))
    sheet = state.sheet(victim)
    if total >= (sheet.back or sheet).capacity:
        destroy(state, victim, by, cause)
        return True
    if sheet.back and total >= sheet.capacity:
        flip(state, victim, by, cause)
    return False


def flip(state: State, victim: int, by: int, face: int) -> None:
    """Turn an aircraft to its Damaged side. Its Power Boost is lost, but not what a jet holds. [WBY 9.3.1, 5.5.4]

    A Formation aircraft falls out of formation, a Fighter jettisons its ordnance and may jettison its Drop Tanks.
    [WBY 17.3.7, 18.1.1]
    """
    who = state.who[victim]
    sortie = state.sortie(victim)
    if state.mission is not None:
        _fall_out(state, victim)
        if sortie.aircraft.aircraft_class == "fighter":
            release(state, victim, ORDNANCE)
            if state.mission.load[victim] & DROP_TANKS and state.options.edition > 1:
                state.mission.dropping.append(who)
    state.sheets[victim] = state.sheet(victim).back
    state.damaged[victim] = True
    state.credits.append((by, who, 0, face))
    state.log.append(event(FLIPPED, who, NOBODY if by < 0 else by))
    if "power-boost" in sortie.aircraft.special:
        set_counters(state, victim, 0 if victim & 1 else min(state.counters[victim], sortie.aircraft.jet_speed))


def in_formation(state: State, craft: int) -> bool:
    """Whether a Formation aircraft still flies in its Formation: Undamaged, without a Cockpit Hit. [WBY 17.3.1e]"""
    return not state.damaged[craft] and not state.cockpit[craft]


def _fall_out(state: State, victim: int) -> None:
    """Note that a Formation aircraft, if it is one that still flies there, leaves its Formation. [WBY 17.3.7]"""
    if state.sortie(victim).aircraft.in_formation and in_formation(state, victim):
        state.log.append(event(OUT_OF_FORMATION, state.who[victim]))


def destroy(state: State, victim: int, by: int, face: int) -> None:
    """Shoot an aircraft down; of a Leader his Wingman takes the place. [WBY 11]"""
    who = state.who[victim]
    unit = victim >> 2
    mission = state.mission
    if mission is not None and mission.sections >> unit & 1:
        _break_section(state, mission, victim, by, face)
        return
    state.credits.append((by, who, 1, face))
    state.log.append(event(LOST, who, NOBODY if by < 0 else by))
    _leave_craft(state, victim, DESTROYED)
    if mission is not None and mission.plan.formations >> unit & 1:
        _thin_out(state, unit)
        return
    if victim & 1:
        return
    break_off(state, unit)
    if state.sheets[victim + 1]:
        _promote(state, unit)
    else:
        _eliminate(state, unit)


def _thin_out(state: State, unit: int) -> None:
    """A Formation is gone with its last aircraft. [WBY 17.3.1c]"""
    if not any(state.sheets[4 * unit : 4 * unit + 3]):
        _eliminate(state, unit)


def _break_section(state: State, mission: Mission, victim: int, by: int, face: int, *, leaving: bool = False) -> None:
    """Shoot down the Wingman or the Leader of a Section: its marker goes, and its third man with him. [WBY 17.6c-d]

    He bore the Hits on the Wingman card. Shot down as Wingman he takes them with him. After the Leader he stays on as
    Wingman, with these Hits and without his counter, and the Wingman is the new Leader, unscathed.
    """
    unit = victim >> 2
    leader, wingman, third = 4 * unit, 4 * unit + 1, 4 * unit + 2
    mission.sections &= ~(1 << unit)
    second = state.who[wingman]
    state.credits = [(gun, third if who == second else who, lost, card) for gun, who, lost, card in state.credits]
    mission.dropping = [
        third if who == second else who for who in mission.dropping if victim != wingman or who != second
    ]
    hits, cockpit, damaged = state.hits[wingman], state.cockpit[wingman], state.damaged[wingman]
    lost = third if victim == wingman else state.who[leader]
    state.credits.append((by, lost, 1, face))
    state.log.append(event(LOST, lost, NOBODY if by < 0 else by))
    if victim == wingman:
        state.fate[third] = DESTROYED
        state.final_hits[third] = (hits, cockpit, damaged)
        discard_hand(state, wingman)
        _lay_card(state, wingman, state.sortie(wingman).wingman, 0, 0, damaged=False)
        return
    _leave_craft(state, leader, DESTROYED)
    break_off(state, unit)
    load = mission.load[wingman]
    _lay_card(state, wingman, state.sortie(wingman).wingman, 0, 0, damaged=False)
    _promote(state, unit, leaving=leaving)
    front = state.man(third).wingman
    assert front.back
    state.who[wingman] = third
    mission.load[wingman] = load
    _lay_card(state, wingman, front, min(hits, front.back.capacity - 1), cockpit, damaged=damaged)
    if not damaged and hits >= front.capacity:  # the Skill that bore them has gone to the Leader
        flip(state, wingman, by, face)


def _lay_card(state: State, craft: int, front: Sheet, hits: int, cockpit: int, *, damaged: bool) -> None:
    """Lay the card of an aircraft down on one of its sides with these Hits."""
    state.sheets[craft] = front.back if damaged else front
    state.hits[craft], state.cockpit[craft], state.damaged[craft] = hits, cockpit, damaged


def _promote(state: State, unit: int, *, leaving: bool = False) -> None:
    """Make the Wingman the Leader: Neutral, his own Hits and counters, a new hand less one. [WBY 11.2, 5.3.1]

    If the unit is ``leaving`` he draws none.
    """
    leader, wingman = 4 * unit, 4 * unit + 1
    sortie = state.sortie(wingman)
    state.who[leader] = state.who[wingman]
    state.hits[leader] = state.hits[wingman]
    state.cockpit[leader] = state.cockpit[wingman]
    state.damaged[leader] = state.damaged[wingman]
    state.markers[leader] = state.markers[wingman]
    sheet = sortie.leader.back if state.damaged[leader] else sortie.leader
    assert sheet is not None
    state.sheets[leader] = sheet
    counters = max(0, sortie.aircraft.jet_speed - PROMOTION_SPEED_LESS) + state.counters[wingman]
    guns = state.guns[wingman]
    vacate(state, wingman)
    mission = state.mission
    if mission is not None:
        mission.load[leader], mission.load[wingman] = mission.load[wingman], 0
        if unit == state.active:  # he has no Leader Step any more in this turn [11.2]
            mission.strikers |= 1 << unit
    set_counters(state, leader, counters)
    set_guns(state, leader, guns)
    if leaving:
        return
    state.log.append(event(PROMOTED, state.who[leader]))
    draw(state, leader, max(0, sheet.performance - state.cockpit[leader] - PROMOTION_CARDS_LESS))


def _leave_craft(state: State, craft: int, fate: int) -> None:
    """Note what became of an aircraft and take it off the table."""
    who = state.who[craft]
    state.fate[who] = fate
    state.final_hits[who] = (state.hits[craft], state.cockpit[craft], state.damaged[craft])
    vacate(state, craft)
    mission = state.mission
    if mission is not None:
        mission.load[craft] = 0
        if mission.tanks[craft >> 2] and state.options.edition > 1:
            lose_fuel(mission, craft >> 2)
        mission.face_down &= ~(1 << (craft >> 2)) if not craft & 3 else ~0
        if who in mission.dropping:
            mission.dropping.remove(who)


def _eliminate(state: State, unit: int) -> None:
    """Take a unit without aircraft out of the game. [WBY 4.9.2]"""
    state.flying &= ~(1 << unit)
    state.altitude[unit] = state.hidden[unit] = NONE


def leave(state: State, unit: int, fate: int) -> None:
    """Take a unit's remaining aircraft out of the game."""
    break_off(state, unit)
    for craft in (4 * unit, 4 * unit + 1):
        if state.sheets[craft]:
            state.log.append(event(LEFT, state.who[craft], fate))
            _leave_craft(state, craft, fate)
    mission = state.mission
    if mission is not None and mission.sections >> unit & 1:
        mission.sections &= ~(1 << unit)
        state.fate[4 * unit + 2] = fate
        state.log.append(event(LEFT, 4 * unit + 2, fate))
    _eliminate(state, unit)


def straggler_to_come(state: State) -> bool:
    """Whether a Straggler Turn follows this one, as things stand: a striker is Damaged. [SUP 23.4]"""
    mission = state.mission
    if mission is None or mission.phase != HOME_BOUND or state.turn < state.last_turn:
        return False
    return any(
        state.sheets[craft] and state.damaged[craft] and mission.plan.roles[craft >> 2] == STRIKER
        for craft in state.crafts
    )


def side_gone(state: State) -> bool:
    """Whether one side has no unit left: the fight is over. [WBY 14.7]

    Of a Mission with a target only if that is the side which strikes, or nothing is left to do there. [WBY 15.0]
    """
    allied, axis = SIDE_UNITS
    flying = state.flying
    if flying & allied and flying & axis:
        return False
    mission = state.mission
    if mission is None or mission.phase not in (TARGET_BOUND, OVER_TARGET):
        return True
    plan = mission.plan
    left = flying & SIDE_UNITS[plan.striker]
    return not any(left >> unit & 1 and plan.roles[unit] == STRIKER for unit in state.present)


def disengage(state: State, unit: int) -> None:
    """Voluntary Disengagement: a check for each aircraft, then the unit is gone. [WBY 12.1]"""
    check_unit(state, unit, check_down(state, unit))
    leave(state, unit, DISENGAGED)


def disengage_bomber(state: State, craft: int) -> None:
    """A Formation aircraft leaves for home, with a check. [WBY 12.1, 16.9, 17.3.1h]"""
    unit = craft >> 2
    _check(state, craft, check_down(state, unit))
    if state.sheets[craft]:
        state.log.append(event(LEFT, state.who[craft], DISENGAGED))
        _leave_craft(state, craft, DISENGAGED)
    _thin_out(state, unit)


def check_unit(state: State, unit: int, down: int, cause: int = NONE) -> None:
    """A Disengagement Check of each aircraft of an Element or a Section, so many Levels down for it. [WBY 12.1]

    ``cause`` stands in the credits of who does not get away, in the place of a face. After the Leader of a Section
    that has lost him in his check comes his Wingman as Leader, then the third man as Wingman. [WBY 17.6d]
    """
    leader, wingman = 4 * unit, 4 * unit + 1
    damaged = state.damaged[wingman]
    mission = state.mission
    three = mission is not None and mission.sections >> unit & 1 and state.options.edition > 1
    _check(state, leader, down, cause)
    if three and mission is not None and not mission.sections >> unit & 1:
        three = False
        _check(state, leader, down, cause)
    if state.sheets[wingman]:
        _check(state, wingman, down, cause)
    if three and mission is not None and mission.sections >> unit & 1:
        _check_third(state, mission, wingman, damaged, down, cause)


def check_down(state: State, unit: int, fuel: bool = False) -> int:
    """Levels down for a unit; ``fuel`` for a Fuel Disengagement. [WBY 12.1, Disengagement Table]"""
    down = CHECK_POSITION[state.positions[unit]]
    if not _fighters_near(state, unit):
        down += CHECK_NO_ENEMY
    mission = state.mission
    if mission is None:
        return down
    plan = mission.plan
    aircraft = state.sortie(4 * unit).aircraft
    if plan.night and aircraft.aircraft_class == "fighter" and not aircraft.night_combat:
        down += CHECK_MISSION["night_day_fighter"]
    if fuel:
        down += CHECK_MISSION["fuel_night" if plan.night else "fuel_day"]
    if mission.phase != COMBAT and plan.roles[unit] == STRIKER:
        if mission.phase == TARGET_BOUND and state.turn - 1 >= CHECK_MISSION["target_bound_turns"]:
            down += CHECK_MISSION["target_bound"]
        elif mission.phase == HOME_BOUND and state.last_turn - state.turn >= CHECK_MISSION["home_bound_turns"]:
            down += CHECK_MISSION["home_bound"]
        if aircraft.aircraft_class == "heavy-bomber":
            down += CHECK_MISSION["heavy_bomber"]
    return down


def _fighters_near(state: State, unit: int) -> bool:
    """Whether enemy Fighters are at the unit's altitude; Clouds hide them, but they are there."""
    altitude = state.altitude[unit]
    if altitude < 0:  # it has broken off
        return False
    for foe in state.foes[unit]:
        if state.altitude[foe] == altitude and state.sortie(4 * foe).aircraft.aircraft_class == "fighter":
            return True
    return False


def _check_third(state: State, mission: Mission, wingman: int, damaged: bool, down: int, cause: int) -> None:
    """The Check of a Section's third man; ``damaged`` is the Wingman card, whose Hits are his. [WBY 12.1, 17.6]"""
    third = wingman + 1
    result = _check_result(state, wingman, third, state.man(third).skills, damaged, down)
    if result == "damaged":
        state.final_hits[third] = (state.man(third).wingman.capacity, 0, True)
        state.credits.append((NONE, third, 0, cause))
        state.log.append(event(FLIPPED, third, NOBODY))
    elif result == "destroyed" and damaged:
        _break_section(state, mission, wingman, NONE, cause)
    elif result == "destroyed":  # what the Wingman's own Check has done stays with him
        mission.sections &= ~(1 << (third >> 2))
        state.fate[third] = DESTROYED
        state.credits.append((NONE, third, 1, cause))
        state.log.append(event(LOST, third, NOBODY))


def _check_result(state: State, craft: int, who: int, skills: tuple[str, ...], damaged: bool, down: int) -> str:
    """Draw for a Disengagement Check, so many Levels down for the unit. [WBY 12.1, Disengagement Table]"""
    card = turn_up(state, craft >> SIDE_OF_CRAFT)
    if card < 0:
        return ""
    if damaged:
        down += CHECK_DAMAGED
    if skills:
        if GREEN_PILOT in skills:
            down += CHECK_GREEN
        if "N" in skills:
            down += CHECK_NAVIGATOR
    if state.leadership and _led(state, craft):
        down += CHECK_LEADERSHIP
    level = min(max(CHECK_LEVEL[FACE[card]] + down, 0), len(LEVELS) - 1)
    state.log.append(event(CHECKED, who, level, card))
    result: str = CHECK_RESULT[level][damaged]
    return result


def _check(state: State, craft: int, down: int, cause: int = NONE) -> None:
    """The Disengagement Check of one aircraft, and what comes of it. [WBY 12.1]"""
    who = state.who[craft]
    result = _check_result(state, craft, who, state.sortie(craft).in_force, state.damaged[craft], down)
    if result == "damaged":
        state.hits[craft] = max(state.hits[craft], state.sheet(craft).capacity)
        flip(state, craft, NONE, cause)
    elif result == "destroyed":
        mission = state.mission
        if mission is not None and mission.sections >> (craft >> 2) & 1 and (craft & 1 or state.options.edition > 1):
            _break_section(state, mission, craft, NONE, cause, leaving=True)
            return
        state.credits.append((NONE, who, 1, cause))
        state.log.append(event(LOST, who, NOBODY))
        _leave_craft(state, craft, DESTROYED)


def _led(state: State, craft: int) -> bool:
    """Whether a pilot with Leadership flies the same type on this side. [WBY 12.1; SUP 19.2 L]"""
    mission = state.mission
    own = state.sortie(craft).aircraft
    for leader in state.leadership:
        sortie = state.sorties[leader]
        if not sortie or leader >> SIDE_OF_CRAFT != craft >> SIDE_OF_CRAFT:
            continue
        if mission is not None and leader & 3 > 1 and not mission.sections >> (leader >> 2) & 1:
            continue  # a third man without his counter [17.6d]
        if state.fate[leader] == FLYING and sortie.aircraft.same_type(own):
            return True
    return False
