"""What a Mission adds to the sequence of play: its phases, steps and Final Step. [WBY 16; SUP 23]"""

from __future__ import annotations

from typing import Final

from engine.wildblue.actions import BREAK_OFF as BREAKS_OFF
from engine.wildblue.actions import CONTINUE, DISENGAGE, END, JETTISON, KEEP, STAY
from engine.wildblue.cards import COLOUR, FACE
from engine.wildblue.damage import disengage_bomber, leave, side_gone, straggler_to_come
from engine.wildblue.hands import show
from engine.wildblue.missions.flak import area_flak
from engine.wildblue.missions.fuel import expend
from engine.wildblue.missions.loads import jettisonable, release
from engine.wildblue.missions.mission import Mission, mission_of
from engine.wildblue.missions.resume import ask_about_tanks, decide_tanks, open_tanks
from engine.wildblue.missions.strikes import begin_strike_step, can_strike, formations_strike, reconnoitre
from engine.wildblue.offers import open_leader
from engine.wildblue.state import (
    ARRIVED,
    BROKE_OFF,
    FOR_SEARCH,
    FOUND,
    NONE,
    OVER_TARGET_NOW,
    PHASE,
    REJOINED,
    STRAGGLERS,
    State,
    break_off,
    event,
)
from engine.wildblue.tables import TABLES
from engine.wildblue.terms import (
    ALTITUDE_OVER,
    BREAK_OFF,
    FINAL_OVER,
    FORMATION,
    GAME_TURN_OVER,
    HOME,
    HOME_BOUND,
    JETTISON_OVER,
    LEADER,
    LEADER_OVER,
    ORDNANCE,
    OVER_TARGET,
    SIDE_OF_UNIT,
    STRAGGLER,
    TARGET_BOUND,
    WINGMAN_OVER,
)
from engine.wildblue.terms import JETTISON as JETTISON_STEP

FORMATIONS_DECIDE, UNITS_DECIDE, FLAK_FIRED = range(3)
"""The stages of a Final Step in which somebody may decide: see ``Mission.final``."""
NIGHT: Final[dict[str, int]] = TABLES["night"]


# One unit's turn


def begin_turn(state: State) -> None:
    """The Search Step at night, then the Jettison Step. [WBY 16.1, 16.2]

    Who finds nobody skips his other steps, but he leaves the Clouds and strikes the target. [WBY 16.1]
    """
    mission = mission_of(state)
    unit = state.active
    begin_afresh(state)
    if mission.plan.night and not _search(state):
        mission.searched = True
        state.kind = ALTITUDE_OVER if state.hidden[unit] < 0 else WINGMAN_OVER
    else:
        begin_jettison(state)


def begin_afresh(state: State) -> None:
    """Nothing has happened in this unit's turn yet."""
    mission = mission_of(state)
    mission.engaged_with = state.engaged[state.active]
    mission.searched = mission.fought = mission.guns = mission.dived = False


def _search(state: State) -> bool:
    """Draw for the Night Combat rating; whether a card of the right colour has come. [WBY 16.1, 19.2.4]"""
    unit = state.active
    sortie = state.sortie(4 * unit)
    rating = sortie.aircraft.night_combat
    colour = "blue" if rating else "white"
    count = (rating or NIGHT["day_fighter"]) + (NIGHT["combat_vision"] if "CV" in sortie.skills else 0)
    found = False
    for _ in range(count):
        card = show(state, unit >> SIDE_OF_UNIT, state.who[4 * unit], FOR_SEARCH)
        found = found or (card >= 0 and COLOUR[FACE[card]] == colour)
    state.log.append(event(FOUND, unit, int(found)))
    return found


def begin_jettison(state: State) -> None:
    """Offer to jettison, if there is anything that can be. [WBY 16.2]"""
    if jettisonable(state, state.active):
        open_jettison(state)
    else:
        state.kind = JETTISON_OVER


def open_jettison(state: State) -> None:
    mission = mission_of(state)
    if mission.dropping:
        open_tanks(state, mission)
        return
    state.choices = (JETTISON, KEEP)
    state.kind = JETTISON_STEP
    state.actor = 4 * state.active


def jettison(state: State, action: int) -> None:
    """All aircraft of a unit drop what they carry, or keep it: two, or a Section's three. [WBY 16.2, 18.1c, 18.1.2]

    One that has just been Damaged decides about its Drop Tanks alone. [WBY 18.1.1]
    """
    mission = mission_of(state)
    if mission.dropping:
        decide_tanks(state, mission, action)
        return
    state.kind = JETTISON_OVER
    if action == KEEP:
        return
    unit = state.active
    loads = jettisonable(state, unit)
    for craft in (4 * unit, 4 * unit + 1):
        if mission.load[craft] & ORDNANCE:
            mission.jettisoned |= 1 << state.who[craft]
            if craft & 1 and mission.sections >> unit & 1:
                mission.jettisoned |= 1 << 4 * unit + 2
        release(state, craft, loads)


def after_altitude(state: State) -> None:
    """The Air Strike Step Over Target, else the Leader Step. [WBY 16.5]"""
    mission = mission_of(state)
    if mission.phase == OVER_TARGET and mission.over >> state.active & 1:
        begin_strike_step(state)
    else:
        begin_leader_step(state)


def begin_leader_step(state: State) -> None:
    """Skipped by who has struck; who has found nobody may at most Disengage. [WBY 16.1, 16.5, 16.6]"""
    mission = mission_of(state)
    if mission.dropping:  # by Target Flak
        ask_about_tanks(state, mission)
    elif mission.strikers >> state.active & 1 or (mission.searched and mission.phase == OVER_TARGET):
        state.kind = LEADER_OVER
    else:
        open_leader_step(state)


def open_leader_step(state: State) -> None:
    if mission_of(state).searched:
        state.choices = (DISENGAGE, END)
        state.kind = LEADER
        state.actor = 4 * state.active
    else:
        open_leader(state)


# The Final Step


def begin_final_step(state: State) -> None:
    """In a Target-Bound Turn every Formation aircraft may Disengage. [WBY 16.9, 17.3.1h]"""
    mission = mission_of(state)
    mission.strikers = 0
    mission.final = FORMATIONS_DECIDE
    mission.queue = []
    if mission.phase == TARGET_BOUND:
        mission.queue = [craft for craft in state.crafts if mission.plan.formations >> (craft >> 2) & 1]
    state.kind = FINAL_OVER


def final_step(state: State) -> None:
    """Go on with the Final Step to its next decision, or to its end. [WBY 16.9]"""
    mission = mission_of(state)
    if mission.final == FORMATIONS_DECIDE:
        if _formations_decide(state, mission):
            return
        if side_gone(state):
            state.kind = GAME_TURN_OVER
            return
        mission.final = UNITS_DECIDE
        if _is_last_target_bound(state, mission):
            mission.queue = [4 * unit for unit in state.present if _on_the_table(state, mission) >> unit & 1]
    if _units_decide(state, mission):
        return
    if mission.final == UNITS_DECIDE:
        mission.final = FLAK_FIRED
        if _is_last_target_bound(state, mission):
            _go_over_target(state, mission)
        elif mission.phase == OVER_TARGET:
            formations_strike(state)
            area_flak(state)
            mission.over = 0
            reconnoitre(state)
        if mission.dropping:
            ask_about_tanks(state, mission)
            return
    _end_game_turn(state, mission)


def _is_last_target_bound(state: State, mission: Mission) -> bool:
    return mission.phase == TARGET_BOUND and state.turn == mission.plan.duration[0]


def _on_the_table(state: State, mission: Mission) -> int:
    """Mask of the units of Elements that are in the fight now."""
    return state.flying & ~(mission.plan.formations | mission.to_come | mission.away)


def _formations_decide(state: State, mission: Mission) -> bool:
    """Whether a Formation aircraft still has to decide."""
    while mission.queue:
        if state.sheets[mission.queue[0]]:
            open_formation(state)
            return True
        mission.queue.pop(0)
    return False


def open_formation(state: State) -> None:
    state.choices = (DISENGAGE, STAY)
    state.kind = FORMATION
    state.actor = mission_of(state).queue[0]


def decide_formation(state: State, action: int) -> None:
    """A Formation aircraft disengages in the Final Step of a Target-Bound Turn, or flies on. [WBY 16.9]"""
    craft = mission_of(state).queue.pop(0)
    if action == DISENGAGE:
        disengage_bomber(state, craft)
    state.kind = FINAL_OVER


def _units_decide(state: State, mission: Mission) -> bool:
    """Whether a unit still has to decide about breaking off; who has no choice breaks off. [WBY 23.2.1]"""
    while mission.queue:
        unit = mission.queue[0] >> 2
        stays = mission.plan.limited_to[unit] != TARGET_BOUND
        if stays and (mission.plan.may_go_over >> unit & 1 or can_strike(state, unit)):
            open_break_off(state)
            return True
        mission.queue.pop(0)
        _break_off(state, mission, unit)
    return False


def open_break_off(state: State) -> None:
    state.choices = (BREAKS_OFF, CONTINUE)
    state.kind = BREAK_OFF
    state.actor = mission_of(state).queue[0]


def decide_break_off(state: State, action: int) -> None:
    """A unit breaks off before the target, or goes on. [WBY 23.2.1]"""
    mission = mission_of(state)
    unit = mission.queue.pop(0) >> 2
    if action == BREAKS_OFF:
        _break_off(state, mission, unit)
    state.kind = FINAL_OVER


def _break_off(state: State, mission: Mission, unit: int) -> None:
    """Wait for the Home-Bound Turns, Neutral, out of everyone's reach. [SUP 23.2.1]"""
    state.log.append(event(BROKE_OFF, unit))
    break_off(state, unit)
    mission.away |= 1 << unit
    mission.left_altitude[unit] = state.altitude[unit]
    state.altitude[unit] = state.hidden[unit] = NONE


def _go_over_target(state: State, mission: Mission) -> None:
    """Everyone who has not broken off is Over Target, and under Area Flak. [WBY 16.9, 23.3.2]"""
    there = state.flying & ~(mission.to_come | mission.away)
    for unit in state.present:
        if there >> unit & 1:
            _mark(state, mission, unit)
    area_flak(state)


def _mark(state: State, mission: Mission, unit: int) -> None:
    """Give a unit its Over Target marker. [WBY 23.3.2]"""
    state.log.append(event(OVER_TARGET_NOW, unit))
    mission.over |= 1 << unit
    for craft in range(4 * unit, 4 * unit + 3):
        if state.sheets[craft]:
            mission.went_over |= 1 << state.who[craft]
    if mission.sections >> unit & 1:
        mission.went_over |= 1 << 4 * unit + 2


def _end_game_turn(state: State, mission: Mission) -> None:
    """Markers are removed, fuel is recorded; who is limited to the Target-Bound Turns leaves. [WBY 16.9]

    With a Damaged striker a Straggler Turn follows the last Home-Bound Turn. [SUP 23.4]
    """
    plan = mission.plan
    mission.no_support = mission.intervened = mission.strikers = 0
    if plan.fuel:
        expend(state)
    mission.climbed = mission.throttled = 0
    if _is_last_target_bound(state, mission):
        for unit in state.present:
            if state.flying >> unit & 1 and plan.limited_to[unit] == TARGET_BOUND:
                mission.away &= ~(1 << unit)
                mission.to_come &= ~(1 << unit)
                leave(state, unit, HOME)
    if straggler_to_come(state):
        state.last_turn += 1
    state.kind = GAME_TURN_OVER


# A new Game-Turn


def begin_game_turn(state: State) -> None:
    """The phase may change; units arrive, and those that broke off come back. [SUP 23.1.2, 23.2.1]"""
    mission = mission_of(state)
    out, over, back = mission.plan.duration
    if out:
        ends = (out, out + over, out + over + back)
        phase = next((TARGET_BOUND + place for place, end in enumerate(ends) if state.turn <= end), STRAGGLER)
        if phase != mission.phase or state.turn == 1:
            mission.phase = phase
            if phase == STRAGGLER:
                state.log.append(event(STRAGGLERS))
            else:
                state.log.append(event(PHASE, phase, ends[phase - TARGET_BOUND] - state.turn + 1))
            if phase == HOME_BOUND:
                _rejoin(state, mission)
    if mission.to_come:
        _arrive(state, mission)


def _rejoin(state: State, mission: Mission) -> None:
    for unit in state.present:
        if (mission.away & state.flying) >> unit & 1:
            state.altitude[unit] = mission.left_altitude[unit]
            state.log.append(event(REJOINED, unit, state.altitude[unit]))
    mission.away = 0


def _arrive(state: State, mission: Mission) -> None:
    """Units that are due take their place at the end of the play order. [SUP 23.1.2]

    Over Target none does whom no Resource lets go there: he waits for the Home-Bound Turns. [WBY 23.2.1]
    """
    plan = mission.plan
    for unit in state.present:
        if not mission.to_come >> unit & 1 or plan.arrives[unit] > state.turn:
            continue
        if mission.phase != OVER_TARGET or plan.may_go_over >> unit & 1:
            mission.to_come &= ~(1 << unit)
            state.altitude[unit] = mission.left_altitude[unit]
            state.order.append(unit)
            state.log.append(event(ARRIVED, unit, state.altitude[unit]))
            if mission.phase == OVER_TARGET:
                _mark(state, mission, unit)
