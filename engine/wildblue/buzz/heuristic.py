"""How the player by rules of thumb flies patrols against flying bombs.

It knows what the Allied side may see. A cautious one keeps away from the closest range, and from attacks with a fighter
that the next blast would bring down.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.core.game import Action
from engine.wildblue.buzz.actions import COUNTS_AS, END, FACE_PLAYED, PASS, SKIP, SPENDS_COUNTER, TARGET
from engine.wildblue.buzz.attack import MOVES
from engine.wildblue.buzz.state import BuzzState, belt_of
from engine.wildblue.buzz.terms import (
    AIMING,
    ANSWERING,
    ATTACKING,
    DAMAGE,
    DISCARDING,
    EXCHANGING,
)
from engine.wildblue.cards import BURSTS, FACE, FACES, FIRST_FIRING, HITS, IMS_ENGINE, IMS_FUEL
from engine.wildblue.missions.formations import bursts_at_bombers
from engine.wildblue.state import State
from engine.wildblue.tables import WINGMAN_BURSTS

if TYPE_CHECKING:
    from engine.wildblue.heuristic import HeuristicPlayer

Rule: TypeAlias = Callable[["HeuristicPlayer", State, tuple[Action, ...]], Action]

_WORTH: Final = tuple(
    {
        "maneuver": 7,
        "half-loop": 10,
        "ace-pilot": 6,
        "tight-turn": 4,
        "scissors": 4,
        "chop-throttle": 3,
        "full-throttle": 2,
    }.get(slug, 1)
    if face < FIRST_FIRING
    else 6 + 3 * (DAMAGE if face in (IMS_ENGINE, IMS_FUEL) else min(HITS[face], DAMAGE)) - 2 * (BURSTS[face] > 2)
    for face, slug in enumerate(FACES)
)
"""What a card is worth in a Leader's hand."""
_JUNK: Final = 7
"""A card worth less makes room for an unknown one."""


def _week(state: State) -> BuzzState:
    assert isinstance(state, BuzzState)
    return state


def _hits(state: State, face: int) -> int:
    """The Hits that a card inflicts on a flying bomb."""
    if face in (IMS_ENGINE, IMS_FUEL):
        return DAMAGE
    return HITS[face] + state.sheet(state.actor).plus


def _aim(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """The flying bomb with the fewest Hits left, of these the one that leaves the belt first."""
    week = _week(state).week
    craft = state.actor
    sheet = state.sheet(craft)
    if not sheet.back and not craft & 1 and sheet.capacity - state.hits[craft] <= player.temper.flight:
        return SKIP

    def urgency(action: Action) -> tuple[int, int]:
        bomb = TARGET[action]
        leaving = belt_of(bomb, state.turn + 1) - belt_of(bomb, state.turn)
        return week.hits[bomb], leaving

    return max(choices[:-1], key=urgency)


def _attack(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """Fire what destroys it, with the fewest Bursts; gain Bursts while the hand can use them; else fire the best."""
    week = _week(state).week
    left = DAMAGE - week.hits[week.target]
    shots = [action for action in choices if COUNTS_AS[action] >= FIRST_FIRING]
    deadly = [action for action in shots if _hits(state, COUNTS_AS[action]) >= left]
    if deadly:
        return min(deadly, key=lambda action: (BURSTS[COUNTS_AS[action]], _WORTH[FACE_PLAYED[action]]))
    moves = [action for action in choices[:-1] if MOVES >> COUNTS_AS[action] & 1]
    if moves and _wants_bursts(player, state, left):
        return min(moves, key=lambda action: _WORTH[FACE_PLAYED[action]])
    if not shots:
        return END
    return max(shots, key=lambda action: (_hits(state, COUNTS_AS[action]), -BURSTS[COUNTS_AS[action]]))


def _wants_bursts(player: HeuristicPlayer, state: State, left: int) -> bool:
    """Whether more Bursts let a Leader fire what he cannot fire now, and it is worth to go nearer."""
    craft = state.actor
    if 0 < _week(state).week.blast["closest"] <= state.bonus + 1 and player.temper.flight > 1:
        return False
    have = bursts_at_bombers(state, craft) - state.fired
    fires = sorted(
        ((BURSTS[FACE[card]], _hits(state, FACE[card])) for card in state.hands[craft] if BURSTS[FACE[card]]),
        key=lambda shot: shot[0],
    )
    gain = sum(WINGMAN_BURSTS[FACE[card]] for card in state.hands[craft])
    inflicted = sum(hits for bursts, hits in fires if bursts <= have)
    needed = sum(bursts for bursts, _ in fires)
    return inflicted < left and needed > have and any(bursts <= have + gain for bursts, _ in fires)


def _answer(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """Answer for the sake of fire; for a mere Maneuver only with a card that is worth little."""
    stake = 20 if state.attack >= FIRST_FIRING else _WORTH[state.attack]

    def cost(action: Action) -> int:
        if action == PASS:
            return stake * 100 // player.temper.thrift
        return 1 if SPENDS_COUNTER[action] else _WORTH[FACE_PLAYED[action]]

    return min(choices, key=cost)


def _discard(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """Make room for as many cards as may be drawn, with those worth less than an unknown one."""
    craft = state.actor
    sheet = state.sheet(craft)
    room = sheet.performance - state.cockpit[craft] - len(state.hands[craft])
    if room >= sheet.draw[state.altitude[craft >> 2]]:
        return END
    return _exchange(player, state, choices)


def _exchange(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """Part with the worst card, if it is worth less than an unknown one."""
    worst = min(choices[:-1], key=lambda action: _WORTH[FACE_PLAYED[action]], default=END)
    return worst if worst != END and _WORTH[FACE_PLAYED[worst]] < _JUNK else END


RULES: Final[dict[int, Rule]] = {
    AIMING: _aim,
    ATTACKING: _attack,
    ANSWERING: _answer,
    DISCARDING: _discard,
    EXCHANGING: _exchange,
}
