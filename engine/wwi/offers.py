"""What a Leader or a Wingman may play, and at whom. [WWI Targeting, Leader Attack, Wingmen Attack, Positioning]"""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.wwi.actions import (
    END,
    GIVE_UP,
    GUN_AT,
    MOVES,
    PLAY_AS_FIRE,
    PLAY_AT,
    PLAY_FOR,
    ROLL_AT,
    ROLL_CLIMB,
    ROLL_DIVE,
    of_mask,
)
from engine.wwi.cards import (
    BURSTS,
    FIRES_WITH,
    FIRING,
    IMMELMANN,
    IMMELMANN_FIRES,
    MANEUVER,
    MANEUVER_FIRES,
    MOST_BURSTS,
    SIDE_SLIP,
    VERTICAL_ROLL,
)
from engine.wwi.state import State, pinned, relation
from engine.wwi.tables import BURSTS_BY_POSITION
from engine.wwi.terms import ADVANTAGED, FLYING, HIGH, LEADER, LOW, NEUTRAL, NONE, TAILING, WINGMAN

_MANEUVER: Final = 1 << MANEUVER
_IMMELMANN: Final = 1 << IMMELMANN
_SLIP: Final = 1 << SIDE_SLIP
_ROLL: Final = 1 << VERTICAL_ROLL
_AT_WINGMAN: Final = _MANEUVER | _IMMELMANN | _SLIP | _ROLL
_Key: TypeAlias = tuple[tuple[int, ...], int, int]
_PLAYS: Final[dict[int, tuple[int, ...]]] = {}
_LEADER: Final[dict[_Key, tuple[int, ...]]] = {}
_WINGMAN: Final[dict[_Key, tuple[int, ...]]] = {}
_MOST_REMEMBERED: Final = 40_000
_ONLY_END: Final = (END,)
_GIVE_UP_OR_END: Final = (GIVE_UP, END)
_ROLLS_OR_END: Final = ((END,), (ROLL_CLIMB, END), (ROLL_DIVE, END), (ROLL_CLIMB, ROLL_DIVE, END))
"""By whether one may climb, 1, and dive, 2, where nobody answers a Vertical Roll."""


def reach(state: State) -> None:
    """Note whom the active unit can reach: the enemies at its altitude. [WWI Targeting, Wingman Altitude]"""
    altitude = state.altitude
    fate = state.fate
    unit = state.active
    level = altitude[unit]
    found: list[int] = []
    for foe in state.foes[unit]:
        if altitude[foe] == level and fate[foe << 4] == FLYING:
            flight = state.flights[foe]
            assert flight is not None
            craft = foe << 4
            found.append(craft)
            for wingman in range(craft + 1, craft + len(flight.aircraft)):
                if fate[wingman] == FLYING:
                    found.append(wingman)
    state.targets = tuple(found)


def at_hand(state: State, unit: int) -> list[int]:
    """The friendly units at this one's altitude, itself first: whose positions a card may better. [WWI Action Cards]"""
    level = state.altitude[unit]
    return [
        friend
        for friend in state.friends[unit]
        if state.altitude[friend] == level and state.fate[friend << 4] == FLYING
    ]


def betters(state: State, friend: int, foe: int) -> int:
    """The faces that better a Leader's position relative to an enemy's. [WWI Maneuver a, Immelmann a, Side Slip a]"""
    return _BETTERS_BY[relation(state, friend, foe)]


_BETTERS_BY: Final = {
    TAILING: 0,
    ADVANTAGED: _MANEUVER,
    NEUTRAL: _MANEUVER | _IMMELMANN,
    -ADVANTAGED: _MANEUVER | _IMMELMANN | _SLIP,
    -TAILING: _MANEUVER | _IMMELMANN,
}
"""An Immelmann helps nobody who is Advantaged already; a Side Slip shakes off an Advantaged enemy alone."""


def plays(row: int, target: int, mask: int) -> tuple[int, ...]:
    """Actions at a craft with the faces of a mask: as they are (0), by the Gunner (1)."""
    key = row << 30 | target << 22 | mask
    made = _PLAYS.get(key)
    if made is None:
        if len(_PLAYS) > _MOST_REMEMBERED:
            _PLAYS.clear()
        made = _PLAYS[key] = of_mask((GUN_AT if row else PLAY_AT)[target], mask)
    return made


def bursts_at(state: State, target: int) -> int:
    """Bursts that the active Leader has against a target: what is left of his own, and those that belong to the
    target alone. [WWI Leader Attack, Positioning]"""
    unit = state.active
    left = state.sheet(unit << 4).bursts - state.spent
    if target & 15:
        return max(left, 0) + state.extra.get(target, 0)
    return max(left, 0) + bursts_by_position(state, target >> 4)


def bursts_by_position(state: State, foe: int) -> int:
    """Bursts against an enemy Leader that the position gives and that are not used up. [WWI Positioning]"""
    unit = state.active
    if state.on[unit] != foe:
        return 0
    return max(BURSTS_BY_POSITION[state.edge[unit]] - (state.used >> 4 * foe & 15), 0)


def open_leader(state: State) -> None:
    """Ask the active Leader for a card."""
    unit = state.active
    craft = unit << 4
    state.kind = LEADER
    state.actor = craft
    targets = state.targets
    mask = state.masks[craft]
    if not targets:
        if mask & _ROLL:
            altitude = state.altitude[unit]
            up = altitude < HIGH and len(state.hands[craft]) > state.sheet(craft).climb
            state.choices = _ROLLS_OR_END[up + 2 * (altitude > LOW)]
        else:
            state.choices = _ONLY_END
        return
    if len(state.friends[unit]) > 1 or len(state.foes[unit]) > 1 or state.extra:
        state.choices = leader_choices(state)
        return
    # One Leader a side: a few numbers say it all, and what they say is remembered.
    foe = state.foes[unit][0]
    sheet = state.sheets[craft]
    assert sheet is not None
    left = sheet.bursts - state.spent
    if left < 0:
        left = 0
    if state.on[unit] == foe:
        stands = state.edge[unit]
        bursts = left + max(BURSTS_BY_POSITION[stands] - (state.used >> 4 * foe & 15), 0)
        if not sheet.gunner and not mask & _ROLL:
            faces = _BETTERS_BY[stands]
            if not state.jammed:
                faces |= FIRES_WITH[min(bursts, MOST_BURSTS)]
            state.choices = plays(0, foe << 4, mask & faces) + _GIVE_UP_OR_END
            return
    else:
        stands = -state.edge[foe]
        bursts = left
    if stands < 0 or state.jammed & 1:
        bursts = 0
    elif bursts > MOST_BURSTS:
        bursts = MOST_BURSTS
    gunner = sheet.gunner - state.gunned if sheet.gunner and not state.jammed & 2 else 0
    altitude = state.altitude[unit]
    free = len(state.hands[craft]) > sheet.climb
    if gunner > 0:
        mask &= FIRES_WITH[min(gunner, MOST_BURSTS)] | FIRES_WITH[bursts] | _AT_WINGMAN
    else:
        gunner = 0
        mask &= FIRES_WITH[bursts] | _AT_WINGMAN
    key = (
        targets,
        mask,
        (((((stands + 2) * 16 + bursts) * 16 + gunner) * 4 + altitude) * 2 + free) << 4 | unit,
    )
    choices = _LEADER.get(key)
    if choices is None:
        if len(_LEADER) > _MOST_REMEMBERED:
            _LEADER.clear()
        choices = _LEADER[key] = leader_choices(state)
    state.choices = choices


def leader_choices(state: State) -> tuple[int, ...]:
    """All that the active Leader may do in his step. [WWI Targeting]"""
    unit = state.active
    craft = unit << 4
    mask = state.masks[craft]
    sheet = state.sheet(craft)
    on = state.on[unit]
    may_fire = not state.jammed & 1
    harried = pinned(state, unit)
    friends = at_hand(state, unit)
    gunner = min(max(sheet.gunner - state.gunned, 0), MOST_BURSTS) if not state.jammed & 2 else 0
    found: list[int] = []
    for target in state.targets:
        foe = target >> 4
        leader = not target & 15
        allowed = on == NONE or (on == foe and leader)
        if allowed:
            fires = may_fire and (on == foe or not harried)
            bursts = min(bursts_at(state, target), MOST_BURSTS) if fires else 0
            aimed = mask & FIRES_WITH[bursts]
            if leader:
                aimed |= mask & betters(state, unit, foe)
            else:
                aimed |= mask & _AT_WINGMAN
            found += plays(0, target, aimed)
            if leader:
                found += for_others(state, friends, foe, mask)
            else:
                found += _as_fire(target, mask, bursts)
        if gunner and (not leader or state.on[foe] == unit):
            found += plays(1, target, mask & FIRES_WITH[gunner])
    if mask & _ROLL:
        found += _rolls(state, unit, on)
    if on != NONE:
        found.append(GIVE_UP)
    found.append(END)
    return tuple(found)


def for_others(state: State, friends: list[int], foe: int, mask: int) -> list[int]:
    """Cards at an enemy Leader that better the position of another friendly Leader. [WWI Action Cards]"""
    found: list[int] = []
    for friend in friends[1:]:
        faces = mask & betters(state, friend, foe)
        if faces:
            found += [action for face, action in zip(MOVES, PLAY_FOR[foe][friend], strict=True) if faces >> face & 1]
    return found


def _as_fire(target: int, mask: int, bursts: int) -> list[int]:
    """A Maneuver or an Immelmann at a Wingman in the place of an In My Sights card. [WWI Maneuver b, Immelmann b]"""
    maneuver, immelmann = PLAY_AS_FIRE[target]
    found = []
    if mask & _MANEUVER and BURSTS[MANEUVER_FIRES] <= bursts:
        found.append(maneuver)
    if mask & _IMMELMANN and BURSTS[IMMELMANN_FIRES] <= bursts:
        found.append(immelmann)
    return found


def _rolls(state: State, unit: int, on: int) -> list[int]:
    """Vertical Rolls to change altitude, by who may answer: an enemy Leader who is on this one if there is any, else
    one at whom he may play cards; where there is none, nobody. [WWI Vertical Roll a, Targeting]"""
    altitude = state.altitude[unit]
    up = altitude < HIGH and len(state.hands[unit << 4]) > state.sheet(unit << 4).climb
    down = altitude > LOW
    foes = [target >> 4 for target in state.targets if not target & 15]
    after = [foe for foe in foes if state.on[foe] == unit]
    answering = after or ([on] if on != NONE else foes)
    rows = [ROLL_AT[foe] for foe in answering] or [(ROLL_CLIMB, ROLL_DIVE)]
    return [action for climb, dive in rows for action, may in ((climb, up), (dive, down)) if may]


def open_wingman(state: State, craft: int) -> bool:
    """Ask a Wingman for a card; whether there is any that he can play. [WWI Wingmen Attack]"""
    unit = craft >> 4
    mask = state.masks[craft]
    if state.jammed & 1:
        mask &= ~FIRING
    if len(state.friends[unit]) > 1 or len(state.foes[unit]) > 1:
        choices = wingman_choices(state, craft)
    else:
        foe = state.foes[unit][0]
        stands = state.edge[unit] - state.edge[foe]
        key = (state.targets, mask & (FIRING | _AT_WINGMAN), ((stands + 2) * 2 + (state.jammed & 1)) << 4 | unit)
        found = _WINGMAN.get(key)
        if found is None:
            if len(_WINGMAN) > _MOST_REMEMBERED:
                _WINGMAN.clear()
            found = _WINGMAN[key] = wingman_choices(state, craft)
        choices = found
    if len(choices) == 1:
        return False
    state.kind = WINGMAN
    state.actor = craft
    state.choices = choices
    return True


def wingman_choices(state: State, craft: int) -> tuple[int, ...]:
    """All that a Wingman may play: no Bursts are counted, and no position of his own. [WWI Wingmen Attack]"""
    unit = craft >> 4
    mask = state.masks[craft]
    jammed = state.jammed & 1
    firing = 0 if jammed else mask & FIRING
    friends = at_hand(state, unit)
    found: list[int] = []
    for target in state.targets:
        foe = target >> 4
        if target & 15:
            found += plays(0, target, firing | mask & (_SLIP | _ROLL))
            if not jammed:
                found += _as_fire(target, mask, MOST_BURSTS)
        else:
            found += plays(0, target, firing | mask & betters(state, unit, foe))
            found += for_others(state, friends, foe, mask)
    found.append(END)
    return tuple(found)
