"""What somebody might think of on the map that the rules do not allow now, so that it can be said why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from engine.angels.actions import (
    ADJUST_LEFT,
    ADJUST_RIGHT,
    DIRECT,
    EFFECT,
    FLY,
    PLACE,
    SPEED_OF,
    STATUS,
)
from engine.angels.actions import ATTACK as ATTACKS
from engine.angels.actions import SPEED as SPEEDS
from engine.angels.hexes import STEP
from engine.angels.terms import ADJUST, AIRCRAFT, ATTACK, DEPLOY, DIRECTION, FLYING, HEX, OF_SIDE, SIDE_OF, SPEED
from engine.angels.terms import STATUS as STATUS_ASKED
from engine.core.choices import not_legal
from engine.core.game import Action, Game

if TYPE_CHECKING:
    from engine.angels.state import State


def tries(game: Game) -> tuple[Action, ...]:
    """None of them legal."""
    state: State = game  # type: ignore[assignment]  # every game of this system is one
    thought = _THOUGHT.get(state.kind)
    return not_legal(thought(state), state.choices) if thought is not None else ()


def _places(state: State) -> Iterator[Action]:
    """What of the set-up area is not free, and the hexes around it."""
    area = state.areas[state.actor >> SIDE_OF].places
    yield from (PLACE[place] for place in area if place in state.hexes)
    around = dict.fromkeys(place + step for place in area for step in STEP)
    yield from (PLACE[place] for place in around if place in state.hexes)


def _speeds(state: State) -> Iterator[Action]:
    """Those of its card and the next below and above them."""
    own = [SPEED_OF[action] for action in state.sheets[state.actor].speeds]
    yield from SPEEDS[max(1, min(own) - 1) : max(own) + 2]


def _hexes(state: State) -> Iterator[Action]:
    yield from range(len(EFFECT))


def _statuses(state: State) -> Iterator[Action]:
    yield from STATUS


def _own(state: State) -> list[int]:
    """The aircraft of the side that decides."""
    return _flying(state, state.actor >> SIDE_OF)


def _flying(state: State, side: int) -> list[int]:
    return [who for who in OF_SIDE[side] if who in state.present and state.fate[who] == FLYING]


def _aircraft(state: State) -> Iterator[Action]:
    yield from (FLY[who] for side in (0, 1) for who in _flying(state, side))


def _directed(state: State) -> Iterator[Action]:
    yield from (DIRECT[who] for who in _own(state))


def _adjusted(state: State) -> Iterator[Action]:
    for who in _own(state):
        yield from (ADJUST_LEFT[who], ADJUST_RIGHT[who])


def _attacks(state: State) -> Iterator[Action]:
    """Every aircraft of the side at every enemy."""
    for target in _flying(state, 1 - (state.actor >> SIDE_OF)):
        for attacker in _own(state):
            yield ATTACKS[attacker][target]


_THOUGHT: Final[dict[int, Callable[[State], Iterator[Action]]]] = {
    DEPLOY: _places,
    DIRECTION: _directed,
    AIRCRAFT: _aircraft,
    SPEED: _speeds,
    HEX: _hexes,
    STATUS_ASKED: _statuses,
    ADJUST: _adjusted,
    ATTACK: _attacks,
}
"""By kind of decision; in the others all that there is is legal."""
