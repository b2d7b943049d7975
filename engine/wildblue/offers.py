"""What may be chosen in an attack: targets and cards to play. [WBY 3.1, 3.3, 7.5, 9, 10]

The tuples of actions are made once for each set of cards and offered again; see ``actions``.
"""

from __future__ import annotations

from engine.wildblue.actions import (
    ATTACK,
    ATTACK_BOMBER,
    ATTACK_OBLIQUE,
    ATTACK_ROCKETS,
    DISENGAGE,
    END,
    GIVE_UP,
    HEAVY_GUN_AT_BOMBER,
    INTO_CLOUDS,
    PLAY_AT_BOMBER,
    ROLL_CLIMB,
    ROLL_DIVE,
    SKIP,
    TARGET,
    heavy_gun_plays,
    of_mask,
    plays,
    plays_as_scissors,
)
from engine.wildblue.altitude import ceiling
from engine.wildblue.cards import (
    BURSTS,
    CLOUDS,
    COUNTER,
    FIRING,
    HEAVY_GUN,
    IMS,
    IMS_HEAVY_GUN,
    VERTICAL_ROLL,
)
from engine.wildblue.damage import in_formation
from engine.wildblue.missions.formations import (
    bursts_at_bombers,
    cards_at_bombers,
    is_formation,
    is_light_bomber,
    oblique_guns,
    offensive_cards,
    within_reach,
)
from engine.wildblue.missions.loads import NOT_IF_LOADED, leader_is_loaded, may_attack
from engine.wildblue.state import GONE, NONE, State
from engine.wildblue.tables import FIRE, MOVES, NO_GUNS, WINGMAN_BURSTS
from engine.wildblue.terms import (
    AIR_ROCKETS,
    CRAFT_COUNT,
    DISADVANTAGED,
    LEADER,
    NEUTRAL,
    WINGMAN,
    WINGMAN_OVER,
    WINGMAN_TARGET,
)

_PLAYS: tuple[dict[int, tuple[int, ...]], ...] = tuple({} for _ in range(CRAFT_COUNT))
_AT_BOMBER: tuple[dict[int, tuple[int, ...]], ...] = tuple({} for _ in range(CRAFT_COUNT))
_TARGETS: dict[int, tuple[int, ...]] = {}
_ATTACKS: dict[int, tuple[int, ...]] = {}

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
_OWN_OVER_TARGET = tuple(tuple(action for action in actions if action != DISENGAGE) for actions in _OWN)
"""The same Over Target, whence nobody may Disengage. [WBY 16.6]"""


def _plays(target: int, mask: int) -> tuple[int, ...]:
    """Attacks at a craft with these faces, made once."""
    try:
        return _PLAYS[target][mask]
    except KeyError:
        made = _PLAYS[target][mask] = plays(target, mask)
        return made


def _plays_at_bomber(target: int, mask: int) -> tuple[int, ...]:
    """Attacks at a Formation aircraft with these faces, made once."""
    try:
        return _AT_BOMBER[target][mask]
    except KeyError:
        made = _AT_BOMBER[target][mask] = of_mask(PLAY_AT_BOMBER[target], mask)
        return made


def _attacks(targets: int) -> tuple[int, ...]:
    """Declarations of a Wingman's attack at these Elements' aircraft, made once."""
    try:
        return _ATTACKS[targets]
    except KeyError:
        made = _ATTACKS[targets] = of_mask(ATTACK, targets)
        return made


def playable(state: State, craft: int) -> int:
    """What of its hand an Element's aircraft may play in a Mission: nothing unseen, and Loaded not all.

    Its Full Throttle counters it may always spend. [WBY 6.3, 18.1d]
    """
    mission = state.mission
    assert mission is not None
    mask = state.masks[craft]
    if mission.face_down >> (craft >> 2) & 1 and not craft & 1 and not mission.oblique:
        return mask & COUNTER
    return mask & ~NOT_IF_LOADED if mission.load[craft] else mask


# The Wingman Step


def begin_wingman_step(state: State) -> None:
    """Offer the Wingman his targets; without any, or with nothing to play, the step is over. [WBY 3.1, 10.3]"""
    unit = state.active
    craft = 4 * unit + 1
    sheet = state.sheets[craft]
    state.kind = WINGMAN_OVER
    if state.mission is not None:
        _offer_wingman_targets(state, craft)
        return
    if not sheet or not (sheet.offensive[state.altitude[unit]] > state.cockpit[craft] or state.counters[craft]):
        return
    targets = _wingman_targets(state, unit)
    if targets:
        try:
            state.choices = _TARGETS[targets]
        except KeyError:
            state.choices = _TARGETS[targets] = (*of_mask(ATTACK, targets), SKIP)
        state.kind = WINGMAN_TARGET
        state.actor = craft


def _wingman_targets(state: State, unit: int) -> int:
    """The enemy Elements' aircraft that a unit's Wingman may attack, as a mask. [WBY 10.3]"""
    sheets = state.sheets
    targets = 0
    if state.positions[unit] != NEUTRAL:
        foe = state.engaged[unit]
        return (3 if sheets[4 * foe + 1] else 1) << 4 * foe
    altitude = state.altitude[unit]
    for foe in state.foes[unit]:
        if state.altitude[foe] == altitude and state.hidden[foe] < 0:
            if sheets[4 * foe + 1]:
                targets |= (3 if state.positions[foe] == NEUTRAL else 2) << 4 * foe
            elif state.positions[foe] >= NEUTRAL:
                targets |= 1 << 4 * foe
    return targets


def _offer_wingman_targets(state: State, craft: int) -> None:
    """Offer a Wingman of a Mission his targets, Formation aircraft among them. [WBY 16.3, 17.2c, 18.1d, 18.3]"""
    if not state.sheets[craft]:
        return
    mission = state.mission
    assert mission is not None
    unit = craft >> 2
    choices: list[int] = []
    if offensive_cards(state, craft) or state.counters[craft]:
        attacks = _attacks(_wingman_targets(state, unit))
        choices += [action for action in attacks if may_attack(state, craft, TARGET[action])]
    if state.positions[unit] == NEUTRAL:
        bombers = within_reach(state, unit)
        if bombers and cards_at_bombers(state, craft, False):
            choices += [ATTACK_BOMBER[bomber] for bomber in bombers]
        if bombers and mission.load[craft] & AIR_ROCKETS:
            choices += _rocket_targets(state, bombers)
    if choices:
        state.choices = (*choices, SKIP)
        state.kind = WINGMAN_TARGET
        state.actor = craft


def _rocket_targets(state: State, bombers: list[int]) -> list[int]:
    """Aerial Rockets at each Formation, by one of its aircraft's names, and at each aircraft out of it. [WBY 18.3]"""
    named: list[int] = []
    formation = NONE
    for bomber in bombers:
        if in_formation(state, bomber):
            if bomber >> 2 == formation:
                continue
            formation = bomber >> 2
        named.append(ATTACK_ROCKETS[bomber])
    return named


def open_wingman(state: State) -> None:
    """The attacks that the mini-hand allows; firing costs a Wingman no Bursts. [WBY 10.2]

    A Loaded one leaves off when his target has dropped its ordnance. [WBY 18.1d]
    """
    target = state.target
    unit = state.active
    craft = 4 * unit + 1
    state.kind = WINGMAN
    state.actor = craft
    mask = state.masks[craft]
    if state.mission is not None:
        if is_formation(state, target >> 2):
            state.choices = (*_fire_at_bomber(target, mask, state.guns[craft]), END)
            return
        mask = playable(state, craft) if may_attack(state, craft, target) else 0
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
    state.choices = (*_plays(target, mask & allowed), END)


def _fire_at_bomber(target: int, mask: int, guns: int) -> tuple[int, ...]:
    """What is fired at a Formation aircraft without a limit of Bursts. [WBY 9.1.2, 10.2b]"""
    choices = _plays_at_bomber(target, mask & FIRING)
    return choices + of_mask(HEAVY_GUN_AT_BOMBER[target], mask & IMS) if guns else choices


# The Leader Step


def open_leader(state: State) -> None:
    """What the active Leader may play, at whom, and what else he may do. [WBY 3.3, 7.5, 9]"""
    unit = state.active
    craft = 4 * unit
    mission = state.mission
    if mission is None:
        mask = state.masks[craft]
    else:
        mask = playable(state, craft)
        if mission.oblique:
            _offer_oblique_guns(state, craft)
            return
    position = state.positions[unit]
    target = state.target
    choices: tuple[int, ...] = ()
    if position != NEUTRAL:
        sheet = state.sheets[craft]
        assert sheet is not None
        lead = 4 * state.engaged[unit]
        gunner = 0 if sheet.turret and is_light_bomber(state, lead >> 2) else sheet.gunner  # [5.5.5]
        if (target < 0 or target == lead) and (mission is None or may_attack(state, craft, lead)):
            if position > NEUTRAL:
                limits = sheet.bomber_limits if sheet.turret and is_light_bomber(state, lead >> 2) else sheet.limits
                left = limits[position] - state.fired
                allowed = MOVES[position] | FIRE[left]
            else:
                left = 0
                allowed = MOVES[position] | FIRE[gunner - state.gunned]
            try:
                choices = _PLAYS[lead][mask & allowed]
            except KeyError:
                choices = _plays(lead, mask & allowed)
            if mask & HEAVY_GUN or state.agile == craft:
                choices += _special_plays(state, lead, mask, left, position)
        if position < NEUTRAL and gunner and target in (NONE, lead + 1) and state.sheets[lead + 1]:
            allowed = FIRE[gunner - state.gunned] if mission is None or may_attack(state, craft, lead + 1) else 0
            choices += _plays(lead + 1, mask & allowed)
    elif mission is not None:
        choices = _from_neutral_in_mission(state, craft, mask)
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
            if (len(state.hands[craft]) > 1 or state.masks[craft] & COUNTER) and altitude < ceiling(state, unit):
                own += _ROLL_UP
    state.choices = choices + (_OWN if mission is None or not mission.over >> unit & 1 else _OWN_OVER_TARGET)[own]
    state.kind = LEADER
    state.actor = craft


def _from_neutral(state: State, target: int, mask: int) -> tuple[int, ...]:
    """A Neutral Leader's attacks at one aircraft. [WBY 7.5, 7.5.2, 10.6]"""
    craft = 4 * state.active
    sheet = state.sheets[craft]
    assert sheet is not None
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


def _from_neutral_in_mission(state: State, craft: int, mask: int) -> tuple[int, ...]:
    """What a Neutral Leader of a Mission may attack, or goes on attacking. [WBY 17.2c, 18.1d; SUP 20.1]"""
    target = state.target
    unit = craft >> 2
    altitude = state.altitude[unit]
    firing = mask & FIRING if state.fired < NO_GUNS else 0
    if target == NONE:
        choices: tuple[int, ...] = ()
        for foe in state.foes[unit]:
            if state.altitude[foe] == altitude and state.hidden[foe] < 0:
                lead = 4 * foe
                if may_attack(state, craft, lead):
                    choices += _from_neutral(state, lead, mask)
                if firing and state.sheets[lead + 1] and may_attack(state, craft, lead + 1):
                    choices += _from_neutral(state, lead + 1, mask)
        return choices + _declarations(state, craft, firing)
    if target == GONE or state.altitude[target >> 2] != altitude:
        return ()
    if is_formation(state, target >> 2):
        return _at_bomber(state, target, mask)
    return _from_neutral(state, target, mask) if may_attack(state, craft, target) else ()


def _declarations(state: State, craft: int, firing: int) -> tuple[int, ...]:
    """The Formation aircraft that a Neutral Leader may attack, and with what. [WBY 18.3.1; SUP 20.1, 20.2]

    ``firing`` are the faces that he may fire.
    """
    mission = state.mission
    assert mission is not None
    rockets = mission.load[craft] & AIR_ROCKETS and not mission.guns
    oblique = oblique_guns(state, craft)
    if not (firing or rockets or oblique):
        return ()
    bombers = within_reach(state, craft >> 2)
    choices = [ATTACK_BOMBER[bomber] for bomber in bombers] if firing else []
    if rockets:
        choices += _rocket_targets(state, bombers)
    if oblique:
        choices += [ATTACK_OBLIQUE[bomber] for bomber in bombers]
    return tuple(choices)


def _offer_oblique_guns(state: State, craft: int) -> None:
    """The mini-hand of Oblique Guns fires as a Wingman's does, and nothing else may be done. [WBY 17.5.2]"""
    target = state.target
    able = target != GONE and state.positions[craft >> 2] == NEUTRAL
    state.choices = (*(_fire_at_bomber(target, state.masks[craft], 0) if able else ()), END)
    state.kind = LEADER
    state.actor = craft


def _at_bomber(state: State, target: int, mask: int) -> tuple[int, ...]:
    """What a Leader plays at the Formation aircraft that he has named. [SUP 20.4, WBY 9.1.2]"""
    left = bursts_at_bombers(state, 4 * state.active) - state.fired
    choices = _plays_at_bomber(target, mask & (_AT_WINGMAN | FIRE[left]))
    if mask & HEAVY_GUN and BURSTS[IMS_HEAVY_GUN] <= left:
        choices += of_mask(HEAVY_GUN_AT_BOMBER[target], mask & IMS)
    return choices


def _special_plays(state: State, target: int, mask: int, left: int, position: int) -> tuple[int, ...]:
    """Attacks with a Heavy Gun marker, and with any card as a Scissors. [WBY 9.1.2, 5.5.1]"""
    choices: tuple[int, ...] = ()
    if mask & HEAVY_GUN and BURSTS[IMS_HEAVY_GUN] <= left:
        choices = heavy_gun_plays(target, mask)
    if state.agile == 4 * state.active and position == DISADVANTAGED and not target & 1 and not leader_is_loaded(state):
        choices += plays_as_scissors(target, mask)
    return choices
