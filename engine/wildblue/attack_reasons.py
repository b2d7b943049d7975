"""Why a card is not played at an aircraft, or an aircraft not attacked. [WBY 6.1, 7.3-7.5, 9, 10; SUP 20]

Each asks first what ``offers`` asks first, so that the reason is the one for which it was left out there.
"""

from __future__ import annotations

from engine.flames.board import counted
from engine.wildblue.actions import COUNTS_AS, FACE_PLAYED, IS_HEAVY_GUN, SPENDS_COUNTER, TARGET
from engine.wildblue.cards import (
    BURSTS,
    CLOUDS,
    COLOUR,
    FULL_THROTTLE,
    HALF_LOOP,
    MANEUVER,
    NAMES,
    SCISSORS,
    VERTICAL_ROLL,
)
from engine.wildblue.missions.formations import bursts_at_bombers, is_formation, is_light_bomber, offensive_cards
from engine.wildblue.missions.loads import NOT_IF_LOADED, may_attack
from engine.wildblue.missions.prompts import aircraft_called
from engine.wildblue.names import called
from engine.wildblue.state import GONE, NONE, State
from engine.wildblue.tables import NO_GUNS
from engine.wildblue.terms import (
    COUNTER,
    NEUTRAL,
    POSITIONS,
    SIDE_OF_CRAFT,
    SIDE_OF_UNIT,
    WINGMAN_TARGET,
    leader_of,
    unit_of,
    words,
)


def why_not_attack(state: State, target: int) -> str:
    """Why an aircraft is not attacked: who it is, where it is, whom somebody is Engaged with."""
    return _why_not_whom(state, target) or _why_not_by_wingman(state, target) or "it is attacked by a card. [WBY 6.1]"


def why_not_play_at(state: State, action: int) -> str:
    """Why a card that is held is not played at its target."""
    face, target = COUNTS_AS[action], TARGET[action]
    played = FACE_PLAYED[action]
    who = aircraft_called(state, state.actor)
    if COLOUR[face] == "blue":
        return f"{NAMES[face]} is a Response card: it answers others and attacks nobody. [WBY 2.2, 6.2]"
    if face in (CLOUDS, VERTICAL_ROLL):
        if state.actor & 1:
            return f"a Wingman does not attack with {NAMES[face]}. [WBY 10.2d]"
        return f"{NAMES[face]} changes one’s own altitude or position and is aimed at nobody. [WBY 7.3.5, 8.2.2]"
    if reason := _why_not_whom(state, target):
        return reason
    mission = state.mission
    if (
        mission
        and mission.load[state.actor]
        and face == played
        and NOT_IF_LOADED >> face & 1
        and not SPENDS_COUNTER[action]
    ):
        return f"{who} is Loaded and does not play {NAMES[face]}. [WBY 18.1d]"
    if is_formation(state, unit_of(target)):
        return _why_not_at_bomber(state, face, who)
    if state.kind == COUNTER:
        return _why_not_counter(state, face, target, who)
    if action in IS_HEAVY_GUN:
        if not state.guns[state.actor]:
            return f"{who} has no Heavy Gun marker left. [WBY 9.1.2]"
        if state.actor & 1:
            return "Wingmen use Heavy Guns against Formation aircraft alone. [WBY 9.1.2]"
        if state.positions[unit_of(state.actor)] < NEUTRAL and state.sheet(state.actor).gunner:
            return "Gunners use no Heavy Guns. [WBY 9.1.2]"
    if state.actor & 1:
        return _why_not_from_wingman(state, face, target)
    return _why_not_from_leader(state, face, target, who)


# Whom


def _why_not_whom(state: State, target: int) -> str:
    """Why an aircraft cannot be attacked by whatever card; empty if that is not it."""
    craft = state.actor
    unit, foe = unit_of(craft), unit_of(target)
    if target >> SIDE_OF_CRAFT == unit >> SIDE_OF_UNIT or not state.sheets[target]:
        return "there is no such enemy aircraft. [WBY 6.1]"
    mission = state.mission
    if state.kind == COUNTER:
        assert mission
        if target != mission.interrupted:
            return "an escort counter-attacks him whose card it has stopped. [SUP 20.3.2]"
        return ""
    if state.kind != WINGMAN_TARGET:
        if state.target == GONE:
            return "the aircraft attacked is gone, and one only may be attacked in a step. [WBY 6.1b]"
        if state.target not in (NONE, target):
            return "only one aircraft may be attacked in a step. [WBY 6.1b]"
    if state.hidden[foe] >= 0:
        return f"{called(state, foe)} is in the Clouds. [WBY 7.3.5d]"
    formation = is_formation(state, foe)
    if state.altitude[foe] != state.altitude[unit]:
        section = "WBY 17.3.3" if formation else "WBY 8.0"
        return f"{called(state, foe)} is at another altitude. [{section}]"
    engaged = state.engaged[unit]
    if formation:
        if state.positions[unit] != NEUTRAL:
            return f"{called(state, unit)} is Engaged, and so attacks no Formation. [WBY 17.3.3]"
        return ""
    if engaged not in (NONE, foe):
        section = "WBY 7.5.1c, 10.3a" if craft & 1 else "WBY 7.5"
        return f"{called(state, unit)} is Engaged with {called(state, engaged)}. [{section}]"
    if mission and not may_attack(state, craft, target):
        return (
            f"{aircraft_called(state, craft)} leaves alone a Fighter without ordnance with which it did not begin its "
            "turn Engaged. [WBY 17.2c, 18.1d]"
        )
    if target & 1 or engaged == foe:
        return ""
    theirs = state.positions[foe]
    if theirs < NEUTRAL or (theirs > NEUTRAL and state.sheets[target + 1]):
        section = "WBY 7.5.1d, 10.3b" if craft & 1 else "WBY 7.5.1d"
        return f"{called(state, foe)}’s Leader is Engaged. [{section}]"
    return ""


def _why_not_by_wingman(state: State, target: int) -> str:
    """Why a Wingman who is free to choose does not attack it."""
    if state.kind != WINGMAN_TARGET:
        return ""
    cards = state.mission is not None and not offensive_cards(state, state.actor)
    if cards and not is_formation(state, unit_of(target)):
        return f"{aircraft_called(state, state.actor)} draws no card for an attack. [WBY 10.1.1, 18.1d]"
    return f"{aircraft_called(state, state.actor)} has nothing to attack a bomber with. [SUP 20.1.2]"


# With what


def _why_not_from_wingman(state: State, face: int, target: int) -> str:
    unit, foe = unit_of(state.actor), unit_of(target)
    if target & 1:
        return f"a Wingman only fires at a Wingman, and does not play {NAMES[face]}. [WBY 10.5.1]"
    if state.engaged[unit] == foe:
        return _why_no_better(state.positions[unit], face)
    if BURSTS[face]:
        return f"{called(state, foe)}’s Leader must lose his position before anybody fires at him. [WBY 7.5.2]"
    return _why_no_better(4 - state.positions[foe], face)


def _why_not_from_leader(state: State, face: int, target: int, who: str) -> str:
    unit, foe = unit_of(state.actor), unit_of(target)
    position = state.positions[unit]
    if position != NEUTRAL:
        if target & 1:
            return _why_not_at_their_wingman(state, face, who)
        return _why_not_fire(state, face, foe, who) if BURSTS[face] else _why_no_better(position, face)
    if target & 1:
        return _why_not_at_wingman(state, face, who)
    theirs = state.positions[foe]
    if theirs > NEUTRAL:
        if BURSTS[face]:
            return f"{called(state, foe)}’s Leader must lose his position before anybody fires at him. [WBY 7.5.2]"
        return _why_no_better(4 - theirs, face)
    return _why_not_fire(state, face, foe, who) if BURSTS[face] else _why_no_better(position, face)


def _why_not_at_wingman(state: State, face: int, who: str) -> str:
    """A Neutral Leader and a Wingman. [WBY 10.6]"""
    sheet = state.sheet(state.actor)
    if sheet.turret:
        return f"{who} flies a Turret Fighter and fires at Fighters only when Disadvantaged or Tailed. [WBY 5.5.5]"
    if BURSTS[face]:
        if state.fired >= NO_GUNS:
            return rockets_fired(state)
        return _too_few(who, sheet.burst + state.bonus - state.fired, face, "WBY 10.6.2")
    if face not in (MANEUVER, HALF_LOOP):
        return f"{NAMES[face]} gains no Bursts against a Wingman. [WBY 10.6.2]"
    return f"{who} needs a firing card to attack a Wingman. [WBY 10.6.1]"


def _why_not_at_their_wingman(state: State, face: int, who: str) -> str:
    """An Engaged Leader and the Wingman of whom he is Engaged with. [WBY 7.5, 10.6.3]"""
    sheet = state.sheet(state.actor)
    if state.positions[unit_of(state.actor)] > NEUTRAL:
        return f"{who} must first give up his position. [WBY 7.3.6, 10.6]"
    if not sheet.gunner:
        return f"{who} is {_position(state)} and has no Gunner. [WBY 7.5.1b]"
    if not BURSTS[face]:
        return f"only {who}’s Gunner attacks this Wingman, by fire. [WBY 7.5.1b]"
    return _too_few(f"{who}’s Gunner", sheet.gunner - state.gunned, face, "WBY 9.2")


def _why_not_fire(state: State, face: int, foe: int, who: str) -> str:
    """Fire at a Leader. [WBY 5.5.5, 7.4, 9.1, 9.2]"""
    sheet = state.sheet(state.actor)
    position = state.positions[unit_of(state.actor)]
    at_bomber = bool(state.mission) and is_light_bomber(state, foe)
    if sheet.turret and (position <= NEUTRAL if at_bomber else position >= NEUTRAL):
        return f"{who} flies a Turret Fighter, whose guns do not bear on it from this position. [WBY 5.5.5]"
    if position < NEUTRAL:
        if not sheet.gunner:
            return f"{who} is {_position(state)} and has no Gunner. [WBY 7.4, 7.5.1b]"
        return _too_few(f"{who}’s Gunner", sheet.gunner - state.gunned, face, "WBY 9.2")
    if state.fired >= NO_GUNS:
        return rockets_fired(state)
    limits = sheet.bomber_limits if sheet.turret and at_bomber else sheet.limits
    return _too_few(who, limits[position] - state.fired, face, "WBY 7.4, 9.1")


def _why_not_at_bomber(state: State, face: int, who: str) -> str:
    """A card at a Formation aircraft. [SUP 20.1, 20.2, 20.4]"""
    mission = state.mission
    if state.actor & 1 or (mission and mission.oblique):
        section = "WBY 17.5.2" if mission and mission.oblique else "WBY 10.2b, SUP 20.4.2"
        return f"{who} only fires at a bomber so, and does not play {NAMES[face]}. [{section}]"
    if state.target == NONE:
        return "an attack on a Formation is first declared. [SUP 20.2]"
    if BURSTS[face]:
        if state.fired >= NO_GUNS:
            return rockets_fired(state)
        return _too_few(who, bursts_at_bombers(state, state.actor) - state.fired, face, "SUP 20.4.1")
    return f"{NAMES[face]} gains no Bursts against a bomber. [SUP 20.4.1]"


def _why_not_counter(state: State, face: int, target: int, who: str) -> str:
    """An escort's counter-attack. [SUP 20.3.2]"""
    if BURSTS[face]:
        left = state.sheet(leader_of(unit_of(state.actor))).limits[NEUTRAL]
        return _too_few(who, left, face, "SUP 20.3.2, WBY 7.4")
    if target & 1:
        return f"{who} only fires at a Wingman. [SUP 20.3.2, WBY 10.6.2]"
    if state.positions[unit_of(target)] < NEUTRAL:
        return f"{called(state, unit_of(target))}’s Leader is Engaged: {who} only fires at him. [SUP 20.3.2]"
    return _why_no_better(NEUTRAL, face)


def _why_no_better(position: int, face: int) -> str:
    """Why a card does not better this position. [WBY 7.3]"""
    place = words(POSITIONS[position])
    if face == MANEUVER:
        return f"no card betters the position of who is {place}. [WBY 7.3.1]"
    if face == HALF_LOOP:
        return f"Half Loop betters a position by two, and who is {place} has not so far to go. [WBY 7.3.2]"
    if face == FULL_THROTTLE:
        return f"Full Throttle attacks from Disadvantaged or Tailed, not from {place}. [WBY 7.3.3]"
    assert face == SCISSORS, NAMES[face]
    return f"Scissors attacks from Disadvantaged, not from {place}. [WBY 7.3.4]"


def _position(state: State) -> str:
    return words(POSITIONS[state.positions[unit_of(state.actor)]])


def _too_few(who: str, left: int, face: int, section: str) -> str:
    return f"{who} has {counted(max(left, 0), 'Burst')} left here and needs {BURSTS[face]}. [{section}]"


def rockets_fired(state: State) -> str:
    """Why nobody fires his guns in this turn. [WBY 18.3.1]"""
    return f"{called(state, unit_of(state.actor))} has fired Aerial Rockets in this turn. [WBY 18.3.1]"
