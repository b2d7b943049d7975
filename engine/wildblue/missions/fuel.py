"""Fuel, an optional rule. [WBY 18.5; SUP 24.9]"""

from __future__ import annotations

from engine.wildblue.damage import check_down, check_unit, leave
from engine.wildblue.missions.mission import mission_of
from engine.wildblue.state import FUEL_SPENT, OUT_OF_FUEL, State, event
from engine.wildblue.tables import FUEL_SPENT_FOR
from engine.wildblue.terms import HOME, TARGET_BOUND


def expend(state: State) -> None:
    """Record the Fuel Points that each Fighter unit has spent in this Game-Turn; last of its Final Step.

    Who has none left, or has completed his last Turn, makes a Fuel Disengagement, all at once. [WBY 16.9;
    SUP 24.9.5]
    """
    mission = mission_of(state)
    plan = mission.plan
    empty = []
    for unit in state.present:
        if not (state.flying & ~mission.to_come) >> unit & 1:
            continue
        if plan.formations >> unit & 1 or state.sortie(4 * unit).aircraft.aircraft_class != "fighter":
            continue
        spent = FUEL_SPENT_FOR["turn"]
        if mission.climbed >> unit & 1:
            spent += FUEL_SPENT_FOR["climbed"]
        if mission.throttled >> unit & 1:
            spent += FUEL_SPENT_FOR["throttle"]
        if state.engaged[unit] >= 0:
            spent += FUEL_SPENT_FOR["engaged"]
        from_tanks = min(spent, mission.tanks[unit])  # first [24.9]
        mission.tanks[unit] -= from_tanks
        mission.fuel[unit] -= spent - from_tanks
        mission.spent[unit] += spent
        left = mission.tanks[unit] + mission.fuel[unit]
        state.log.append(event(FUEL_SPENT, unit, spent, min(max(left, 0), 255)))
        last = plan.limited_to[unit] == TARGET_BOUND and state.turn == plan.duration[0]
        if left <= 0 or last:
            empty.append(unit)
    downs = [check_down(state, unit, fuel=True) for unit in empty]
    for unit, down in zip(empty, downs, strict=True):
        check_unit(state, unit, down, OUT_OF_FUEL)
    for unit in empty:
        mission.away &= ~(1 << unit)
        leave(state, unit, HOME)
