"""What may be chosen in an attack: targets, cards to play, responses. [WBY 3.1, 3.3, 6.2, 7.5, 9, 10]

The tuples of actions are made once for each set of cards and offered again; see ``actions``.
"""

from __future__ import annotations

from engine.wildblue.actions import (
    ATTACK,
    DISENGAGE,
    END,
    GIVE_UP,
    INTO_CLOUDS,
    PASS,
    RESPOND_AS,
    ROLL_CLIMB,
    ROLL_DIVE,
    SKIP,
    heavy_gun_plays,
    of_mask,
    plays,
    plays_as_scissors,
    replies,
)
from engine.wildblue.altitude import ceiling
from engine.wildblue.cards import (
    ACE_PILOT,
    ALL_FACES,
    ANSWERS,
    ANSWERS_OR_COUNTER,
    BARREL_ROLL,
    BURSTS,
    CHOP_THROTTLE,
    CLOUDS,
    COUNTER,
    FIRING,
    FULL_THROTTLE,
    HEAVY_GUN,
    IMS_HEAVY_GUN,
    SCISSORS,
    TIGHT_TURN,
    VERTICAL_ROLL,
)
from engine.wildblue.state import ACE_MARKER, GONE, NONE, VETERAN_MARKER, State
from engine.wildblue.tables import FIRE, MOVES, WINGMAN_BURSTS
from engine.wildblue.terms import (
    CRAFT_COUNT,
    DISADVANTAGED,
    LEADER,
    NEUTRAL,
    RESPOND,
    WINGMAN,
    WINGMAN_OVER,
    WINGMAN_TARGET,
)

_CHOP: int = 1 << CHOP_THROTTLE

_REPLIES: dict[int, tuple[int, ...]] = {}
_PLAYS: tuple[dict[int, tuple[int, ...]], ...] = tuple({} for _ in range(CRAFT_COUNT))
_TARGETS: dict[int, tuple[int, ...]] = {}

_ROLL_UP, _ROLL_DOWN, _CLOUDS, _FRESH, _BETTER = 1, 2, 4, 8, 16
_OWN = tuple(
    tuple(
        action
        for action, offered in (
            (ROLL_CLIMB, key & _ROLL_UP),
            (ROLL_DIVE, key & _ROLL_DOWN),
            (INTO_CLOUDS, key & _CLOUDS),
            (GIVE_UP, key & _FRESH and key & _BETTER),
            (DISENGAGE, key & _FRESH),
            (END, True),
        )
        if offered
    )
    for key in range(32)
)
"""What a Leader may do without a target."""


def _plays(target: int, mask: int) -> tuple[int, ...]:
    """Attacks at a craft with these faces, made once."""
    try:
        return _PLAYS[target][mask]
    except KeyError:
        made = _PLAYS[target][mask] = plays(target, mask)
        return made


# The Wingman Step


def begin_wingman_step(state: State) -> None:
    """Offer the Wingman his targets; without any, or with nothing to play, the step is over. [WBY 3.1, 10.3]"""
    unit = state.active
    craft = 4 * unit + 1
    sheet = state.sheets[craft]
    state.kind = WINGMAN_OVER
    if not sheet or not (sheet.offensive[state.altitude[unit]] > state.cockpit[craft] or state.counters[craft]):
        return
    sheets = state.sheets
    targets = 0
    if state.positions[unit] != NEUTRAL:
        foe = state.engaged[unit]
        targets = (3 if sheets[4 * foe + 1] else 1) << 4 * foe
    else:
        altitude = state.altitude[unit]
        for foe in state.foes[unit]:
            if state.altitude[foe] == altitude and state.hidden[foe] < 0:
                if sheets[4 * foe + 1]:
                    targets |= (3 if state.positions[foe] == NEUTRAL else 2) << 4 * foe
                elif state.positions[foe] >= NEUTRAL:
                    targets |= 1 << 4 * foe
    if targets:
        try:
            state.choices = _TARGETS[targets]
        except KeyError:
            state.choices = _TARGETS[targets] = (*of_mask(ATTACK, targets), SKIP)
        state.kind = WINGMAN_TARGET
        state.actor = craft


def open_wingman(state: State) -> None:
    """The attacks that the mini-hand allows; firing costs a Wingman no Bursts. [WBY 10.2]"""
    target = state.target
    unit = state.active
    craft = 4 * unit + 1
    if target & 1:
        allowed = FIRING
    else:
        foe = target >> 2
        if state.engaged[unit] == foe:
            allowed = MOVES[state.positions[unit]] | FIRING
        elif state.positions[foe] == NEUTRAL:
            allowed = MOVES[NEUTRAL] | FIRING
        else:  # a lone Leader must first lose his position [7.5.2]
            allowed = MOVES[4 - state.positions[foe]]
    state.choices = (*_plays(target, state.masks[craft] & allowed), END)
    state.kind = WINGMAN
    state.actor = craft


# The Leader Step


def open_leader(state: State) -> None:
    """What the active Leader may play, at whom, and what else he may do. [WBY 3.3, 7.5, 9]"""
    unit = state.active
    craft = 4 * unit
    mask = state.masks[craft]
    sheet = state.sheets[craft]
    assert sheet is not None
    position = state.positions[unit]
    target = state.target
    special = mask & HEAVY_GUN or state.agile == craft
    choices: tuple[int, ...] = ()
    if position != NEUTRAL:
        lead = 4 * state.engaged[unit]
        gunner = 0 if sheet.turret and _is_bomber(state, lead) else sheet.gunner  # [5.5.5]
        if target < 0 or target == lead:
            if position > NEUTRAL:
                limits = sheet.bomber_limits if sheet.turret and _is_bomber(state, lead) else sheet.limits
                left = limits[position] - state.fired
                allowed = MOVES[position] | FIRE[left]
            else:
                left = 0
                allowed = MOVES[position] | FIRE[gunner - state.gunned]
            try:
                choices = _PLAYS[lead][mask & allowed]
            except KeyError:
                choices = _plays(lead, mask & allowed)
            if special:
                choices += _special_plays(state, lead, mask, left, position)
        if position < NEUTRAL and gunner and target in (NONE, lead + 1) and state.sheets[lead + 1]:
            choices += _plays(lead + 1, mask & FIRE[gunner - state.gunned])
    elif target == NONE:
        altitude = state.altitude[unit]
        altitudes = state.altitude
        for foe in state.foes[unit]:
            if altitudes[foe] == altitude and state.hidden[foe] < 0:
                choices += _from_neutral(state, 4 * foe, mask)
                if mask & FIRING and state.sheets[4 * foe + 1]:
                    choices += _from_neutral(state, 4 * foe + 1, mask)
    elif target != GONE and state.altitude[target >> 2] == state.altitude[unit]:
        choices = _from_neutral(state, target, mask)
    own = 0 if state.played else _FRESH
    if position > NEUTRAL:
        own += _BETTER
    if mask >> CLOUDS & 3:  # the bits of Clouds and Vertical Roll are neighbours
        if mask >> CLOUDS & 1:
            own += _CLOUDS
        if mask >> VERTICAL_ROLL & 1:
            altitude = state.altitude[unit]
            if altitude:
                own += _ROLL_DOWN
            if (len(state.hands[craft]) > 1 or mask & COUNTER) and altitude < ceiling(state, unit):
                own += _ROLL_UP
    state.choices = choices + _OWN[own]
    state.kind = LEADER
    state.actor = craft


def _from_neutral(state: State, target: int, mask: int) -> tuple[int, ...]:
    """A Neutral Leader's attacks at one aircraft. [WBY 7.5, 7.5.2, 10.6]"""
    craft = 4 * state.active
    sheet = state.sheet(craft)
    position = NEUTRAL
    if target & 1:
        if sheet.turret:  # [5.5.5]
            return ()
        left = sheet.burst + state.bonus - state.fired
        allowed = _AT_WINGMAN | FIRE[left]
    else:
        theirs = state.positions[target >> 2]
        if theirs == NEUTRAL:
            left = sheet.limits[NEUTRAL] - state.fired
            allowed = MOVES[NEUTRAL] | FIRE[left]
        elif theirs > NEUTRAL and not state.sheets[target + 1]:
            left = 0
            position = 4 - theirs
            allowed = MOVES[position]
        else:
            return ()
    try:
        choices = _PLAYS[target][mask & allowed]
    except KeyError:
        choices = _plays(target, mask & allowed)
    if mask & HEAVY_GUN or state.agile == craft:
        choices += _special_plays(state, target, mask, left, position)
    return choices


_AT_WINGMAN = sum(1 << face for face, bursts in enumerate(WINGMAN_BURSTS) if bursts)


def _is_bomber(state: State, craft: int) -> bool:
    return state.sortie(craft).aircraft.aircraft_class == "light-bomber"


def _special_plays(state: State, target: int, mask: int, left: int, position: int) -> tuple[int, ...]:
    """Attacks with a Heavy Gun marker, and with any card as a Scissors. [WBY 9.1.2, 5.5.1]"""
    choices: tuple[int, ...] = ()
    if mask & HEAVY_GUN and BURSTS[IMS_HEAVY_GUN] <= left:
        choices = heavy_gun_plays(target, mask)
    if state.agile == 4 * state.active and position == DISADVANTAGED and not target & 1:
        choices += plays_as_scissors(target, mask)
    return choices


# Responses


def open_respond(state: State, craft: int) -> None:
    """What a hand or mini-hand answers to the last card; there is always the choice to pass. [WBY 6.2]"""
    last = state.last
    mask = state.masks[craft] & ANSWERS_OR_COUNTER[last]
    if last == FULL_THROTTLE and state.positions[craft >> 2] > NEUTRAL:
        mask &= ~_CHOP  # [6.2.3]
    if state.markers[craft] or craft == state.agile:
        state.choices = _special_replies(state, craft, mask)
    else:
        try:
            state.choices = _REPLIES[mask]
        except KeyError:
            state.choices = _REPLIES[mask] = replies(mask)
    state.kind = RESPOND
    state.actor = craft


def _special_replies(state: State, craft: int, mask: int) -> tuple[int, ...]:
    """Responses of a pilot who may make a card something else. [WBY 5.5.1, 19.2.1; 19.2 Veteran]"""
    hand = state.masks[craft] & (ALL_FACES | COUNTER)
    answers = ANSWERS[state.last]
    made: list[int] = []
    if state.markers[craft] & ACE_MARKER:
        made.append(ACE_PILOT)
    if state.markers[craft] & VETERAN_MARKER:
        made += [face for face in (BARREL_ROLL, TIGHT_TURN) if answers >> face & 1]
    if craft == state.agile and answers >> SCISSORS & 1:
        made.append(SCISSORS)
    choices = list(replies(mask)[:-1])
    for face in made:
        choices += of_mask(RESPOND_AS[face], hand & ~(1 << face))
    return (*choices, PASS)
