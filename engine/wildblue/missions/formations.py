"""Formation aircraft, and what they and their attackers draw and fire. [WBY 17.3, 17.5.2; SUP 20]"""

from __future__ import annotations

from engine.wildblue.damage import in_formation
from engine.wildblue.missions.mission import mission_of
from engine.wildblue.state import SIDE_UNITS, State
from engine.wildblue.tables import (
    CREW_COCKPIT_HIT,
    EXTRA_BURST,
    LIGHT_BOMBER_WINGMAN,
    OBLIQUE_TURRETS,
    SECTION_AT_BOMBERS,
    SECTION_DEFENSIVE,
    TURRET_FIGHTER_OBLIQUE_GUNS,
)
from engine.wildblue.terms import SIDE_OF_UNIT


def is_formation(state: State, unit: int) -> bool:
    """Whether a unit is a Formation: without Leader, position or turn. [WBY 17.3]"""
    return state.mission is not None and state.mission.plan.formations >> unit & 1 == 1


def is_fighter(state: State, unit: int) -> bool:
    return state.sortie(4 * unit).aircraft.aircraft_class == "fighter"


def is_light_bomber(state: State, unit: int) -> bool:
    return state.sortie(4 * unit).aircraft.aircraft_class == "light-bomber"


def within_reach(state: State, unit: int) -> list[int]:
    """The enemy's Formation aircraft at a unit's altitude. [WBY 17.3]"""
    mission = mission_of(state)
    found: list[int] = []
    left = mission.plan.formations & state.flying & SIDE_UNITS[1 - (unit >> SIDE_OF_UNIT)]
    while left:
        foe = left.bit_length() - 1
        left -= 1 << foe
        if state.altitude[foe] == state.altitude[unit]:
            found = [craft for craft in range(4 * foe, 4 * foe + 3) if state.sheets[craft]] + found
    return found


def support(state: State, craft: int) -> int:
    """The Turret Support that a Formation aircraft receives now. [WBY 17.3.7, 18.3.1; SUP 20.5.1]"""
    mission = mission_of(state)
    if not in_formation(state, craft):
        return 0
    total = 0
    first = craft & ~3
    for mate in (first, first + 1, first + 2):
        sheet = state.sheets[mate]
        if mate != craft and sheet and in_formation(state, mate) and not mission.no_support >> mate & 1:
            total += sheet.turret_support
    return total


def turret_cards(state: State, craft: int, oblique: bool) -> int:
    """Cards of an attacked Formation aircraft's mini-hand. [SUP 20.5.1, 20.5.4; WBY 17.5.2]"""
    turrets = state.sheet(craft).turret_defense + CREW_COCKPIT_HIT * state.cockpit[craft]
    if oblique:
        turrets += OBLIQUE_TURRETS
    return max(0, turrets) + support(state, craft)


def offensive_cards(state: State, craft: int) -> int:
    """Cards with which a Wingman attacks an Element: Cockpit Hits less, and half of them Loaded. [WBY 16.3, 18.1d]"""
    mission = mission_of(state)
    unit = craft >> 2
    cards = max(0, state.sheet(craft).offensive[state.altitude[unit]] - state.cockpit[craft])
    if mission.load[craft]:
        return (cards + is_fighter(state, unit)) // 2
    return cards


def cards_at_bombers(state: State, craft: int, escorted: bool) -> int:
    """Cards with which a Wingman attacks a Formation aircraft. [WBY 17.2d, 17.6a, 18.6; SUP 20.1.2]"""
    mission = mission_of(state)
    unit = craft >> 2
    sheet = state.sheet(craft)
    cards = offensive_cards(state, craft) + sheet.at_bombers
    section = state.sorties[4 * unit + 2]
    if mission.sections >> unit & 1 and section and not section.green and (not escorted or state.options.edition > 1):
        cards += SECTION_AT_BOMBERS
    if escorted:
        return cards
    return cards + (
        sheet.defensive_at_bombers[state.altitude[unit]] if is_fighter(state, unit) else LIGHT_BOMBER_WINGMAN
    )


def defensive_cards(state: State, craft: int, attacker: int) -> int:
    """Cards with which a Wingman defends himself; a Section is easier to attack for a Fighter. [WBY 10.1.2, 17.6b]"""
    mission = mission_of(state)
    unit = craft >> 2
    cards = state.sheet(craft).defensive[state.altitude[unit]]
    if mission.sections >> unit & 1 and is_fighter(state, attacker >> 2):
        cards += SECTION_DEFENSIVE
    return max(0, cards)


def bursts_at_bombers(state: State, craft: int) -> int:
    """Bursts of a Leader at Formation aircraft, with what cards have gained in this turn. [SUP 20.4.1]"""
    sheet = state.sheet(craft)
    return (sheet.gunner if sheet.turret else sheet.burst + EXTRA_BURST) + state.bonus


def oblique_guns(state: State, craft: int) -> int:
    """The Oblique Guns rating that a Leader has in this Mission; at day none. [WBY 17.5.2, 5.5.5]"""
    mission = state.mission
    if mission is None or not mission.plan.night:
        return 0
    aircraft = state.sortie(craft).aircraft
    return aircraft.oblique_guns or (TURRET_FIGHTER_OBLIQUE_GUNS if state.sheet(craft).turret else 0)
