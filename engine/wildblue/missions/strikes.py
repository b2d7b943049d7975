"""Striking the Mission Target. [WBY 16.5, 16.9, 17.3.4, 17.4, 17.5.1, 18.2, 18.4, 18.7; SUP 21]

What an aircraft does with its load is a *way*: an index of ``terms.MODES`` for bombs and torpedoes, or one of the two
below for what lies beyond them, or ``NONE``. Each aircraft draws for its strike, is fired at, and only then strikes.
"""

from __future__ import annotations

from typing import Any, Final

from engine.wildblue.actions import END, STRIKE_WAY, STRIKE_WITH
from engine.wildblue.cards import BOMB_RESULT, BOMB_RESULTS, STRAFE_HIT
from engine.wildblue.hands import show
from engine.wildblue.missions.flak import crafts_over, target_flak
from engine.wildblue.missions.loads import release
from engine.wildblue.missions.mission import NONE, mission_of
from engine.wildblue.state import (
    DELIVERED,
    FOR_BOMB,
    FOR_RECON,
    FOR_ROCKETS,
    FOR_STRAFE,
    SPOILED,
    STRUCK,
    State,
    engage,
    event,
)
from engine.wildblue.tables import GREEN, GREEN_PILOT, TABLES
from engine.wildblue.terms import (
    AIR_DROP,
    AIR_TRANSPORT,
    BOMBS,
    CARGO,
    DESTROYED,
    DIVE_BOMBING,
    GROUND_ROCKETS,
    LEVEL,
    LOW,
    MEDIUM,
    MINE_LAYING,
    MINES,
    MODES,
    NEUTRAL,
    OVER_TARGET,
    RECONNAISSANCE,
    SATURATION,
    SIDE_OF_CRAFT,
    SIDE_OF_UNIT,
    STRIKE,
    STRIKE_OVER,
    STRIKER,
    TORPEDO,
    TORPEDOES,
    TURN_OVER,
    VERY_LOW,
)

LAY, DELIVER = range(len(MODES), len(MODES) + 2)
"""Ways beside the modes of bombing: to lay mines, to deliver Cargo."""
_WAYS: Final = (NONE, LEVEL, DIVE_BOMBING, TORPEDO, LAY, DELIVER)
"""The way of each of ``actions.STRIKE_MODES``."""
_SPENDS: Final = {LEVEL: BOMBS, DIVE_BOMBING: BOMBS, SATURATION: BOMBS, TORPEDO: TORPEDOES, LAY: MINES, DELIVER: CARGO}
_STRIKES: Final[dict[str, Any]] = TABLES["strikes"]
_CHART: Final = tuple(
    tuple(
        (0, *(BOMB_RESULTS.index(column[printed][altitude]) for printed in BOMB_RESULTS[1:]))
        for altitude in range(len(column["hit"]))
    )
    for column in (TABLES["bombing"][mode] for mode in MODES)
)
"""What each printed Bomb result counts as: ``_CHART[mode][altitude][result]``. [SUP 21.2]"""
CARGO_DELIVERED, MINES_LAID, PHOTOGRAPHS = range(3)
"""What a ``DELIVERED`` event counts."""


# Fighters and Light Bombers


def begin_strike_step(state: State) -> None:
    """The Air Strike Step of the active unit in the Over-Target Turn: offer its ways to strike (decision ``strike``),
    or go on with ``STRIKE_OVER``; Target Flak comes either way. [WBY 16.5, SUP 22.2]"""
    mission = mission_of(state)
    unit = state.active
    if mission.phase != OVER_TARGET or not mission.over >> unit & 1:
        state.kind = STRIKE_OVER
        return
    offers = _offers(state, unit)
    if offers:
        state.choices = (*offers, END)
        state.kind = STRIKE
        state.actor = 4 * unit
    else:
        _fly_over(state, unit, NONE, False, False)


def strike(state: State, action: int) -> None:
    """Strike with Wingman and Leader, each under Target Flak; ends with ``STRIKE_OVER``. [WBY 16.5, SUP 21]

    Who strikes becomes Neutral if he was Advantaged or Tailing.
    """
    unit = state.active
    if action == END:
        _fly_over(state, unit, NONE, False, False)
        return
    mode, rockets, strafe = STRIKE_WAY[action]
    if state.positions[unit] > NEUTRAL:
        engage(state, unit, state.engaged[unit], NEUTRAL)
    mission_of(state).strikers |= 1 << unit
    _fly_over(state, unit, _WAYS[mode], bool(rockets), bool(strafe))


def _offers(state: State, unit: int) -> tuple[int, ...]:
    """What the aircraft of a unit that may strike can do, together or each for itself."""
    ways, rockets, strafe = _able(state, unit, state.altitude[unit], mission_of(state).dived)
    return tuple(
        STRIKE_WITH[mode][with_rockets][with_guns]
        for mode in range(len(_WAYS))
        for with_rockets in (False, True)
        for with_guns in (False, True)
        if (mode or with_rockets or with_guns)
        and (not mode or _WAYS[mode] in ways)
        and (rockets or not with_rockets)
        and (strafe or not with_guns)
    )


def _able(state: State, unit: int, altitude: int, dived: bool) -> tuple[set[int], bool, bool]:
    """Ways, rockets and strafing that a unit of Elements has at an altitude, its Wingman unless he has fought."""
    mission = mission_of(state)
    ways: set[int] = set()
    rockets = strafe = False
    alone = mission.fought and mission.phase == OVER_TARGET and state.active == unit
    for craft in crafts_over(state, unit):
        if not (craft & 1 and alone):
            ways.update(_ways(state, craft, altitude, dived))
            rockets = rockets or _may_fire_rockets(state, craft, altitude)
            strafe = strafe or _may_strafe(state, craft, altitude)
    return ways, rockets, strafe


def _may_bomb(state: State, craft: int) -> bool:
    """Whether there is a target here that this side's bombs can damage."""
    plan = mission_of(state).plan
    return plan.striker == craft >> SIDE_OF_CRAFT and plan.target is not None and bool(plan.target.levels)


def _ways(state: State, craft: int, altitude: int, dived: bool) -> tuple[int, ...]:
    """How an aircraft of an Element can use its load at an altitude. [SUP 21.3-21.6, 21.8; WBY 17.4, 18.7]"""
    mission = mission_of(state)
    plan = mission.plan
    load = mission.load[craft]
    sheet = state.sheet(craft)
    if load & (BOMBS | TORPEDOES):
        if not _may_bomb(state, craft):
            return ()
        if load & BOMBS:
            level = (LEVEL,) if sheet.bomb[LEVEL] else ()
            return (*level, DIVE_BOMBING) if dived and altitude == VERY_LOW and sheet.bomb[DIVE_BOMBING] else level
        assert plan.target
        able = plan.target.target_class == "naval" and altitude == VERY_LOW and sheet.bomb[TORPEDO]
        return (TORPEDO,) if able else ()
    if plan.striker == craft >> SIDE_OF_CRAFT:
        if load & MINES and plan.type == MINE_LAYING and _mines(state, craft):
            return (LAY,)
        if load & CARGO and _cargo_points(state, craft):
            return (DELIVER,)
    return ()


def _may_fire_rockets(state: State, craft: int, altitude: int) -> bool:
    """From Very Low or Low. [WBY 18.4]"""
    return bool(mission_of(state).load[craft] & GROUND_ROCKETS) and altitude <= LOW and _may_bomb(state, craft)


def _may_strafe(state: State, craft: int, altitude: int) -> bool:
    """At Very Low, with guns that fire forward, at what is not Hardened. [WBY 16.5, SUP 21.7]"""
    if altitude != VERY_LOW or not _may_bomb(state, craft):
        return False
    target = mission_of(state).plan.target
    assert target
    return not target.hardened and _strafe_cards(state, craft) > 0


def _fly_over(state: State, unit: int, way: int, rockets: bool, strafe: bool) -> None:
    """Every aircraft of a unit strikes as far as it can and is fired at, the Wingman first. [WBY 16.5]"""
    mission = mission_of(state)
    altitude = state.altitude[unit]
    for craft in crafts_over(state, unit):
        if craft & 1 and mission.fought:  # [WBY 16.3b]
            _attack(state, craft, NONE, False, False)
        else:
            _attack(
                state,
                craft,
                way if way in _ways(state, craft, altitude, mission.dived) else NONE,
                rockets and _may_fire_rockets(state, craft, altitude),
                strafe and _may_strafe(state, craft, altitude),
            )
    state.kind = STRIKE_OVER if state.flying >> unit & 1 else TURN_OVER


# Formations


def formations_strike(state: State) -> None:
    """Every surviving Formation aircraft Over Target strikes, under Target Flak. [WBY 16.9]"""
    mission = mission_of(state)
    plan = mission.plan
    for unit in state.present:
        if (mission.over & plan.formations & state.flying) >> unit & 1:
            leads = plan.pathfinder
            for craft in crafts_over(state, unit):
                way = _formation_way(state, craft)
                bombs = 0 <= way < len(MODES)
                _attack(state, craft, way, False, False, _STRIKES["pathfinder"] if leads and bombs else 0)
                leads = leads and not bombs


def _formation_way(state: State, craft: int) -> int:
    """How a Formation aircraft uses its load: as its Formation bombs, or with Dive Brakes. [WBY 17.3.4, 17.5.1]"""
    mission = mission_of(state)
    plan = mission.plan
    load = mission.load[craft]
    if not load & (BOMBS | TORPEDOES):
        ways = _ways(state, craft, state.altitude[craft >> 2], False)
        return ways[0] if ways else NONE
    mode = plan.modes[craft >> 2]
    if not _may_bomb(state, craft) or not load & _SPENDS[mode] or not state.sheet(craft).bomb[mode]:
        return NONE
    assert plan.target
    if mode == TORPEDO:
        return TORPEDO if plan.target.target_class == "naval" and state.altitude[craft >> 2] == VERY_LOW else NONE
    if (
        mode == SATURATION
        and "dive-brakes" in state.sortie(craft).aircraft.special
        and state.altitude[craft >> 2] == LOW
        and plan.target.target_class in _STRIKES["dive_brakes_at"]
    ):
        return DIVE_BOMBING
    return mode


# One aircraft


def _attack(state: State, craft: int, way: int, rockets: bool, strafe: bool, more: int = 0) -> None:
    """One aircraft draws for its strike, drops what it uses, is fired at, and strikes unless it is spoiled.

    ``more`` bomb cards are drawn than usual. What is drawn counts by the side of the card in force before Target Flak.
    A Transport that lands delivers what it brings through the flak. [SUP 21.8.5, 22.2]
    """
    mission = mission_of(state)
    man = state.who[craft]
    bombs = 0 <= way < len(MODES)
    damage = _bomb(state, craft, way, more) if bombs else 0
    used = _SPENDS[way] if way != NONE else 0
    if rockets:
        used |= GROUND_ROCKETS
        cards = _STRIKES["rocket_cards_skilled" if "S" in state.sortie(craft).in_force else "rocket_cards"]
        damage += _strafe(state, man, cards, FOR_ROCKETS) * _STRIKES["rocket_damage"]
    if strafe:
        damage += _strafe(state, man, _strafe_cards(state, craft), FOR_STRAFE) * _STRIKES["strafe_damage"]
    count = _mines(state, craft) if way == LAY else _cargo_points(state, craft) if way == DELIVER else 0
    if used:
        release(state, craft, used)
    spoiled = target_flak(state, craft, way if bombs else NONE, rockets, strafe)
    if way == DELIVER and mission.plan.type == AIR_TRANSPORT:
        spoiled = False
        count = 0 if state.fate[man] == DESTROYED else _cargo_points(state, craft)
    if spoiled:
        if way != NONE or rockets or strafe:
            state.log.append(event(SPOILED, man))
        return
    if bombs or rockets or strafe:
        mission.damage += damage
        mission.struck[man] += damage
        state.log.append(event(STRUCK, man, min(damage, 255), min(mission.damage, 255)))
    if way == LAY:
        mission.mines[man] += count
        state.log.append(event(DELIVERED, man, count, MINES_LAID))
    elif way == DELIVER:
        mission.cargo[man] += count
        state.log.append(event(DELIVERED, man, count, CARGO_DELIVERED))


def _bomb(state: State, craft: int, mode: int, more: int) -> int:
    """Draw the bomb cards of a strike; the damage if it is not spoiled. [SUP 21.1-21.6]"""
    mission = mission_of(state)
    assert mission.plan.target
    scale = mission.plan.target.damage
    chart = _CHART[mode][state.altitude[craft >> 2]]
    side = craft >> SIDE_OF_CRAFT
    man = state.who[craft]
    damage = 0
    for _ in range(_bomb_cards(state, craft, mode) + more):
        card = show(state, side, man, FOR_BOMB)
        if card < 0:
            break
        damage += scale[chart[BOMB_RESULT[card]]]
    return damage * _STRIKES["torpedo_damage"] if mode == TORPEDO else damage


def _bomb_cards(state: State, craft: int, mode: int) -> int:
    """Bomb cards of an aircraft: its rating, Skills, rockets carried too, Green men, clouds. [SUP 21.1, 24.6]"""
    mission = mission_of(state)
    sortie = state.sortie(craft)
    rating = state.sheet(craft).bomb
    brakes = mode == DIVE_BOMBING and sortie.aircraft.in_formation
    cards = rating[SATURATION if brakes else mode]
    for skill in sortie.in_force:
        cards += _STRIKES["skill"].get(skill, 0)
        if mode == TORPEDO:
            cards += _STRIKES["torpedo_skill"].get(skill, 0)
    if mission.load[craft] & GROUND_ROCKETS:
        cards = max(0, cards + _STRIKES["with_rockets"])
    if GREEN_PILOT in sortie.in_force:
        cards += GREEN["bomb"]
        if sortie.aircraft.in_formation:
            cards = max(cards, GREEN["bomb_least_crew"])
    if mission.plan.clouds and mode != TORPEDO:
        cards += _STRIKES["clouds_over_target"]
    return max(0, cards)


def _strafe_cards(state: State, craft: int) -> int:
    """Cards of a strafing run: the Strafe rating, else Bursts; heavy cannon and the Skill add. [SUP 21.7]

    Heavy cannon are those of the aircraft's own card; what Gun Pods add is for fire at aircraft. [WBY 5.2.4, 18.6.2]
    """
    sortie = state.sortie(craft)
    sheet = state.sheet(craft)
    cards = sheet.strafe or sheet.burst
    if cards and sortie.aircraft.leader:
        cards += sortie.aircraft.leader[state.damaged[craft]].burst_plus
        for skill in sortie.in_force:
            cards += _STRIKES["strafe_skill"].get(skill, 0)
    return cards


def _strafe(state: State, man: int, cards: int, purpose: int) -> int:
    """Draw the cards of guns or rockets; how many hit. [WBY 18.4, SUP 21.7]"""
    side = man >> SIDE_OF_CRAFT
    hits = 0
    for _ in range(cards):
        card = show(state, side, man, purpose)
        if card < 0:
            break
        hits += STRAFE_HIT[card]
    return hits


def _mines(state: State, craft: int) -> int:
    """Mines of an aircraft: its Saturation rating, or twice its Level rating. [WBY 18.7]"""
    rating = state.sheet(craft).bomb
    return rating[SATURATION] or _STRIKES["mines_level"] * rating[LEVEL]


def _cargo_points(state: State, craft: int) -> int:
    """Cargo Points that an aircraft brings in a Mission of this type. [WBY 17.4.1, SUP 21.8.5]

    A Damaged one brings what that side of its card says, or half where it says nothing less.
    """
    type_ = mission_of(state).plan.type
    sheet = state.sheet(craft)
    if type_ not in (AIR_DROP, AIR_TRANSPORT):
        return 0
    points = sheet.cargo_drop if type_ == AIR_DROP else sheet.cargo
    if not state.damaged[craft]:
        return points
    front = state.sortie(craft).leader
    whole = front.cargo_drop if type_ == AIR_DROP else front.cargo
    return points if points < whole else whole // int(_STRIKES["damaged_cargo"])


# After the strike, and before it


def reconnoitre(state: State) -> None:
    """Results of each surviving aircraft of a Reconnaissance Mission. [WBY 16.9, SUP 21.8.7]"""
    mission = mission_of(state)
    plan = mission.plan
    if plan.type != RECONNAISSANCE:
        return
    for unit in state.present:
        if plan.roles[unit] != STRIKER or not state.flying >> unit & 1:
            continue
        for craft in crafts_over(state, unit):
            man = state.who[craft]
            if mission.went_over >> man & 1:
                card = show(state, craft >> SIDE_OF_CRAFT, man, FOR_RECON)
                points = plan.values["recon"][BOMB_RESULTS[BOMB_RESULT[card]]] if card >= 0 else 0
                mission.recon[man] = points
                state.log.append(event(DELIVERED, man, points, PHOTOGRAPHS))


def can_strike(state: State, unit: int) -> bool:
    """Whether an Element could strike in the Over-Target Turn that comes next, from where it is now. [WBY 23.2.1]

    Only a striker goes Over Target in order to strafe alone, and only from Very Low or Low can it come down to do so.
    """
    if mission_of(state).plan.striker != unit >> SIDE_OF_UNIT:
        return False
    altitude = state.altitude[unit]
    return (
        _has_means(state, unit, altitude, False)
        or (altitude > VERY_LOW and _has_means(state, unit, altitude - 1, False))
        or (_dives_from(state, unit, altitude) and _has_means(state, unit, VERY_LOW, True))
    )


def _has_means(state: State, unit: int, altitude: int, dived: bool) -> bool:
    """Whether an Element could do anything at this altitude for which it may go Over Target."""
    plan = mission_of(state).plan
    ways, rockets, strafe = _able(state, unit, altitude, dived)
    if ways or rockets:
        return True
    return plan.roles[unit] == STRIKER and (strafe or plan.type == RECONNAISSANCE)


def can_dive_bomb(state: State, unit: int) -> bool:
    """Whether a unit may dive on the target in its Altitude Step. [SUP 21.4]"""
    mission = mission_of(state)
    return (
        mission.phase == OVER_TARGET
        and bool(mission.over >> unit & 1)
        and _dives_from(state, unit, state.altitude[unit])
    )


def _dives_from(state: State, unit: int, altitude: int) -> bool:
    return altitude in (LOW, MEDIUM) and DIVE_BOMBING in _able(state, unit, VERY_LOW, True)[0]
