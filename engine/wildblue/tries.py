"""What the deciding side might think of with what it holds and sees, and the rules do not allow now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from engine.core.choices import not_legal
from engine.core.game import Action, Game
from engine.wildblue.actions import (
    ATTACK,
    ATTACK_BOMBER,
    ATTACK_ROCKETS,
    CHOOSE_ALTITUDE,
    CLIMB,
    DISENGAGE,
    DIVE,
    DIVE_BOMB,
    DRAW_CARDS,
    FACE_PLAYED,
    FOLLOW_ON,
    GIVE_UP,
    GO,
    HEAVY_GUN_AT_BOMBER,
    HIDE_AT,
    INTERVENE,
    INTO_CLOUDS,
    MOST_DRAWN,
    PLAY_AT,
    PLAY_AT_BOMBER,
    PLAY_HEAVY_GUN,
    RESPOND_WITH,
    RETURN_FIRE,
    ROLL_CLIMB,
    ROLL_DIVE,
    STAY,
    STRIKE_WITH,
    TARGET,
)
from engine.wildblue.cards import (
    ALL_FACES,
    BURSTS,
    CLOUDS,
    COLOUR,
    COUNTER,
    FACES,
    IMS,
    VERTICAL_ROLL,
)
from engine.wildblue.missions.formations import is_formation
from engine.wildblue.missions.mission import Mission
from engine.wildblue.state import SIDE_UNITS, State
from engine.wildblue.terms import (
    AIR_ROCKETS,
    ALTITUDE,
    ALTITUDE_STEP,
    ALTITUDES,
    BOMBS,
    CARGO,
    DRAW,
    ESCORT,
    FOLLOW,
    GROUND_ROCKETS,
    HIDE,
    LEADER,
    MINES,
    NEUTRAL,
    ORDER,
    OVER_TARGET,
    RESPOND,
    SIDE_OF_CRAFT,
    STRIKE,
    TORPEDOES,
    WINGMAN,
    WINGMAN_TARGET,
    unit_of,
)
from engine.wildblue.terms import COUNTER as COUNTER_ATTACK
from engine.wildblue.views import with_oblique_guns

_COUNTER_ROW: Final = len(FACES)
"""The place of a Full Throttle counter in a row of actions."""
_TOP: Final = len(ALTITUDES) - 1
_STRIKES: Final = ((BOMBS, 1), (BOMBS, 2), (TORPEDOES, 3), (MINES, 4), (CARGO, 5))
"""What must be carried to think of a way to strike, an index of ``STRIKE_MODES``."""


def tries(game: Game) -> tuple[Action, ...]:
    """Of each card and each enemy something first; none of them is legal."""
    state: State = game  # type: ignore[assignment]  # every game of this system is one
    thought = _TRIES.get(state.kind)
    return not_legal(thought(state), state.choices) if thought is not None else ()


# Who is seen, and what is held


def _there(state: State, side: int) -> list[int]:
    """The units of a side that are at the table."""
    mission = state.mission
    there = state.flying & SIDE_UNITS[side]
    if mission:
        there &= ~(mission.to_come | mission.away)
    return [unit for unit in state.present if there >> unit & 1]


def _enemies(state: State) -> list[int]:
    """The enemy's aircraft at the table, those that are attacked already or Engaged with first."""
    side = state.actor >> SIDE_OF_CRAFT
    found = [craft for foe in _there(state, 1 - side) for craft in range(4 * foe, 4 * foe + 3) if state.sheets[craft]]
    unit = unit_of(state.actor)
    return sorted(found, key=lambda craft: (craft != state.target, unit_of(craft) != state.engaged[unit]))


def _held(state: State) -> list[int]:
    """The faces in the hand that decides, as far as its side has looked at it; those that attack first."""
    craft = state.actor
    mission = state.mission
    if mission and mission.face_down >> unit_of(craft) & 1 and not craft & 3 and not with_oblique_guns(state):
        return []
    mask = state.masks[craft] & ALL_FACES
    return sorted((face for face in range(len(FACES)) if mask >> face & 1), key=lambda face: COLOUR[face] == "blue")


def _has_counter(state: State) -> bool:
    return bool(state.masks[state.actor] & COUNTER)


# Attacks


def _at(state: State, face: int, target: int) -> Action:
    row = PLAY_AT_BOMBER if is_formation(state, unit_of(target)) else PLAY_AT
    return row[target][face]


def _cards_at(state: State, targets: list[int]) -> Iterator[Action]:
    """Each card at the first target, and each target with the first card that attacks; then all the rest."""
    held = _held(state)
    used = {FACE_PLAYED[action] for action in state.choices}
    first, others = targets[:1], targets[1:]
    idle = [face for face in held if face not in used]
    attacking = [face for face in held if COLOUR[face] != "blue" and face not in (VERTICAL_ROLL, CLOUDS)]
    aimed = {TARGET[action] for action in state.choices if TARGET[action] >= 0}
    for face in idle:
        if face == VERTICAL_ROLL:
            yield from (ROLL_CLIMB, ROLL_DIVE)
        elif face == CLOUDS:
            yield INTO_CLOUDS
        else:
            yield from (_at(state, face, target) for target in first)
    for target in others:
        if target not in aimed:
            yield from (_at(state, face, target) for face in attacking[:1])
    if VERTICAL_ROLL in used:
        yield from (ROLL_CLIMB, ROLL_DIVE)
    if _has_counter(state):
        yield from (PLAY_AT[target][_COUNTER_ROW] for target in first if not is_formation(state, unit_of(target)))
    if state.guns[state.actor]:
        rows = [HEAVY_GUN_AT_BOMBER if is_formation(state, unit_of(target)) else PLAY_HEAVY_GUN for target in first]
        for row, target in zip(rows, first, strict=True):
            yield from (row[target][face] for face in attacking if IMS >> face & 1)
    for target in targets:
        yield from (_at(state, face, target) for face in attacking)


def _declared(state: State, targets: list[int]) -> Iterator[Action]:
    """Attacks that are named before a card is played."""
    mission = state.mission
    for target in targets:
        if not is_formation(state, unit_of(target)):
            continue
        yield ATTACK_BOMBER[target]
        if mission and mission.load[state.actor] & AIR_ROCKETS:
            yield ATTACK_ROCKETS[target]


def _leader(state: State) -> Iterator[Action]:
    enemies = _enemies(state)
    elements = [craft for craft in enemies if not is_formation(state, unit_of(craft))]
    if state.positions[state.active] > NEUTRAL:
        yield GIVE_UP
    yield DISENGAGE
    yield from _cards_at(state, elements if state.target not in enemies or state.target in elements else enemies)
    bombers = [craft for craft in enemies if is_formation(state, unit_of(craft)) and craft != state.target]
    yield from _declared(state, bombers)
    yield from (_at(state, face, craft) for craft in bombers for face in _held(state) if BURSTS[face])
    if state.altitude[state.active] < _TOP:
        yield CLIMB
    if state.altitude[state.active]:
        yield DIVE


def _wingman(state: State) -> Iterator[Action]:
    yield from _cards_at(state, _enemies(state))


def _counter(state: State) -> Iterator[Action]:
    assert state.mission
    attacked = state.mission.interrupted
    elements = [craft for craft in _enemies(state) if not is_formation(state, unit_of(craft))]
    yield from _cards_at(state, sorted(elements, key=lambda craft: craft != attacked))


def _wingman_target(state: State) -> Iterator[Action]:
    enemies = _enemies(state)
    yield from (ATTACK[craft] for craft in enemies if not is_formation(state, unit_of(craft)))
    yield from _declared(state, enemies)


def _respond(state: State) -> Iterator[Action]:
    formation = is_formation(state, unit_of(state.actor))
    used = {FACE_PLAYED[action] for action in state.choices}
    for face in _held(state):
        if face not in used:
            yield RETURN_FIRE[face] if formation and BURSTS[face] else RESPOND_WITH[face]
    if _has_counter(state):
        yield RESPOND_WITH[_COUNTER_ROW]


# Altitudes


def _altitude_step(state: State) -> Iterator[Action]:
    unit = state.active
    now = state.altitude[unit]
    if now < _TOP:
        yield CLIMB
    if now:
        yield DIVE
    yield STAY
    yield from (CHOOSE_ALTITUDE[level] for level in range(len(ALTITUDES)) if abs(level - now) > 1)
    mission = state.mission
    if mission and mission.phase == OVER_TARGET and _load(mission, unit) & BOMBS:
        yield DIVE_BOMB


def _load(mission: Mission, unit: int) -> int:
    return mission.load[4 * unit] | mission.load[4 * unit + 1]


# The rest


def _go(state: State) -> Iterator[Action]:
    return (GO[unit] for unit in _there(state, state.actor >> SIDE_OF_CRAFT))


def _draw(state: State) -> Iterator[Action]:
    more = len(state.choices)
    if more <= MOST_DRAWN:
        yield DRAW_CARDS[more]


def _strike(state: State) -> Iterator[Action]:
    assert state.mission
    load = _load(state.mission, state.active)
    yield from (STRIKE_WITH[mode][0][0] for needed, mode in _STRIKES if load & needed)
    if load & GROUND_ROCKETS:
        yield STRIKE_WITH[0][1][0]
    yield STRIKE_WITH[0][0][1]


def _escort(state: State) -> Iterator[Action]:
    side = state.actor >> SIDE_OF_CRAFT
    return (INTERVENE[unit] for unit in _there(state, side) if not is_formation(state, unit))


_TRIES: Final[dict[int, Callable[[State], Iterable[Action]]]] = {
    ALTITUDE: lambda state: CHOOSE_ALTITUDE,
    ORDER: _go,
    WINGMAN_TARGET: _wingman_target,
    WINGMAN: _wingman,
    RESPOND: _respond,
    ALTITUDE_STEP: _altitude_step,
    FOLLOW: lambda state: (FOLLOW_ON,),
    LEADER: _leader,
    HIDE: lambda state: HIDE_AT,
    DRAW: _draw,
    STRIKE: _strike,
    ESCORT: _escort,
    COUNTER_ATTACK: _counter,
}
