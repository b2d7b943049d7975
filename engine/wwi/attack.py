"""A card played at an enemy, the chain of answers, and its effect. [WWI How It Works, Jam Checks, The Cards]"""

from __future__ import annotations

from engine.flames.hands import discard_hand
from engine.wwi.actions import BENEFITS, BY_GUNNER, COUNTS_AS, DIRECTION, FACE_PLAYED, KEEP_ON, PASS, REPLIES, TARGET
from engine.wwi.altitude import open_payment
from engine.wwi.cards import (
    ANSWERS,
    BURSTS,
    CHANDELLE,
    COLOUR,
    EFFECT,
    FIRST_FIRING,
    HITS,
    IMMELMANN,
    JAMS,
    MANEUVER,
    SIDE_SLIP,
    WOUNDED,
)
from engine.wwi.damage import inflict
from engine.wwi.hands import draw, show, spend
from engine.wwi.offers import bursts_by_position, reach
from engine.wwi.state import FOR_JAM, GAINED, JAMMED, POSITION_NOW, State, event, relation
from engine.wwi.tables import GOOD_TURN, IMMELMANN_STEPS, MANEUVER_STEPS, WOUND
from engine.wwi.terms import FLYING, KEEP, NEUTRAL, NONE, RESPOND, TAILING
from engine.wwi.terms import WOUNDED as WOUNDED_KIND

_STEPS = {MANEUVER: MANEUVER_STEPS, IMMELMANN: IMMELMANN_STEPS}
_RED = tuple(colour == "red" for colour in COLOUR)


def play_card(state: State, action: int) -> bool:
    """Play an action card. False while somebody is asked; True when it has had its effect, or none."""
    craft = state.actor
    counts_as = COUNTS_AS[action]
    target = TARGET[action]
    benefit = BENEFITS[action]
    gunner = BY_GUNNER[action]
    state.attacker = craft
    state.defender = target
    state.attack = state.last = counts_as
    state.gunner = gunner
    state.benefit = craft >> 4 if benefit < 0 else benefit
    state.direction = DIRECTION[action]
    spend(state, craft, FACE_PLAYED[action])
    if target < 0:
        return True
    if target & 15 and target not in state.with_hand:
        state.with_hand.append(target)
        sheet = state.sheets[target]
        assert sheet is not None
        count = sheet.response[state.altitude[target >> 4]] - state.tail_hits[target]
        if count > 0:
            draw(state, target, count)
    if counts_as >= FIRST_FIRING:
        if not craft & 15:
            _use_bursts(state, target, BURSTS[counts_as], gunner)
        if JAMS[counts_as]:
            card = show(state, craft, FOR_JAM)
            if card >= 0 and _RED[card]:
                state.jammed |= 2 if gunner else 1
                state.log.append(event(JAMMED, craft, gunner))
                _end(state)
                return True
    return ask(state, target)


def _use_bursts(state: State, target: int, count: int, gunner: bool) -> None:
    """Count the Bursts of a shot: first those that are good against this target alone. [WWI Leader Attack, Gunner]"""
    if gunner:
        state.gunned += count
        return
    if target & 15:
        own = state.extra.get(target, 0)
        if own:
            from_own = min(own, count)
            state.extra[target] = own - from_own
            count -= from_own
    else:
        by_position = min(bursts_by_position(state, target >> 4), count)
        state.used += by_position << 4 * (target >> 4)
        count -= by_position
    state.spent += count


def ask(state: State, craft: int) -> bool:
    """Ask an aircraft for an answer to the last card; who holds no card at all has none. True when it is settled."""
    mask = state.masks[craft]
    if not mask:
        state.actor = craft
        return _settle(state)
    state.kind = RESPOND
    state.actor = craft
    state.choices = REPLIES[mask & ANSWERS[state.last]]
    return False


def respond(state: State, action: int) -> bool:
    """An answer, which the other side may answer in its turn, or none. True when the card is settled."""
    if action == PASS:
        return _settle(state)
    craft = state.actor
    face = FACE_PLAYED[action]
    spend(state, craft, face)
    state.last = face
    if face == CHANDELLE and not craft & 15 and state.sheet(craft).good_turn:
        draw(state, craft, GOOD_TURN)
    return ask(state, state.attacker if craft == state.defender else state.defender)


def _settle(state: State) -> bool:
    """Nobody answers any more: whose card was the last has his way. [WWI How It Works]"""
    if state.actor == state.attacker:
        _end(state)
        return True
    return _take_effect(state)


def _end(state: State) -> None:
    """The card is off the table; a Vertical Roll that failed changes no altitude."""
    state.attack = NONE
    state.direction = 0


def _take_effect(state: State) -> bool:
    """The card that was not countered does what it does. [WWI The Cards]"""
    counts_as, craft, target = state.attack, state.attacker, state.defender
    if counts_as >= FIRST_FIRING:
        state.attack = NONE
        plus = 0 if state.gunner or craft & 15 else state.sheet(craft).plus
        inflict(state, target, craft, counts_as, plus)
        if state.fate[target] != FLYING:
            reach(state)
        elif EFFECT[counts_as] == WOUNDED and HITS[counts_as]:
            return wound(state, target)
        return True
    if state.direction:  # a Vertical Roll: the change of altitude goes on from here
        return True
    state.attack = NONE
    if counts_as in _STEPS:
        steps = _STEPS[counts_as]
        if target & 15:
            state.extra[target] = state.extra.get(target, 0) + steps
            state.log.append(event(GAINED, craft, steps, target))
            return True
        return shift(state, state.benefit, target >> 4, relation(state, state.benefit, target >> 4) + steps)
    if target & 15:  # a Side Slip or a Vertical Roll at a Wingman
        draw(state, craft & ~15, 1)
        return True
    assert counts_as == SIDE_SLIP
    return shift(state, state.benefit, target >> 4, -relation(state, state.benefit, target >> 4))


def shift(state: State, unit: int, foe: int, position: int) -> bool:
    """Set a Leader's position relative to an enemy's. False if he must choose whom he stays on. [WWI Positioning]"""
    position = min(position, TAILING)
    on, edge = state.on, state.edge
    if on[foe] == unit:
        on[foe] = NONE
        edge[foe] = NEUTRAL
    if position > NEUTRAL and on[unit] not in (NONE, foe):
        state.log.append(event(POSITION_NOW, unit, foe, position + 2))
        state.kept = on[unit]
        state.placed = position
        state.defender = foe << 4
        state.benefit = unit
        state.kind = KEEP
        state.actor = unit << 4
        state.choices = tuple(sorted((KEEP_ON[foe], KEEP_ON[state.kept])))
        return False
    if position > NEUTRAL:
        on[unit], edge[unit] = foe, position
    elif position < NEUTRAL:
        on[foe], edge[foe] = unit, -position
    elif on[unit] == foe:
        on[unit], edge[unit] = NONE, NEUTRAL
    state.log.append(event(POSITION_NOW, unit, foe, position + 2))
    return True


def keep(state: State, action: int) -> None:
    """Choose on whom of two enemies to stay; the other is Neutral. [WWI Engaged c]"""
    unit = state.benefit
    foe = state.defender >> 4
    chosen = TARGET[action]
    if chosen == foe:
        state.on[unit], state.edge[unit] = foe, state.placed
    state.log.append(event(POSITION_NOW, unit, state.kept if chosen == foe else foe, 2))
    state.kept = NONE
    state.placed = NEUTRAL


def wound(state: State, craft: int) -> bool:
    """The pilot is wounded: cards to discard. False while he chooses them. [WWI Wounded]"""
    if len(state.hands[craft]) <= WOUND:
        discard_hand(state, craft)
        return True
    state.kind = WOUNDED_KIND
    state.actor = state.victim = craft
    state.pay_left = WOUND
    open_payment(state)
    return False
