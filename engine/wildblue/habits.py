"""Standing orders for a game of Wild Blue Yonder. [WBY 3, 8.2, 10; SUP 20.3]

Each knows no more than its side may see, and what the cards are worth to those who fly by rules of thumb.
"""

from __future__ import annotations

from typing import Final

from engine.core.choices import Habit
from engine.core.game import Action, Game
from engine.flames.habits import always, if_alone
from engine.wildblue.actions import ATTACK, BY_ROCKETS, END, FACE_PLAYED, PASS, STAY, TARGET
from engine.wildblue.buzz.game import BuzzBombGame
from engine.wildblue.heuristic_values import ANSWER_RISK, SPENT, WINGMAN_VALUE
from engine.wildblue.missions.formations import is_formation
from engine.wildblue.state import State
from engine.wildblue.terms import NEUTRAL, unit_of


def _state(game: Game) -> State:
    return game  # type: ignore[return-value]  # every game of this system is one


def _draw(game: Game) -> Action | None:
    return game.legal()[-1]


def _worst(game: Game) -> Action | None:
    return min(game.legal(), key=SPENT.__getitem__)


def _keep_altitude(game: Game) -> Action | None:
    """Nobody is Advantaged over the unit or Tailing it."""
    state = _state(game)
    if state.positions[unit_of(state.actor)] < NEUTRAL or STAY not in state.choices:
        return None
    return STAY


def _nothing_to_play(game: Game) -> Action | None:
    state = _state(game)
    plays = any(FACE_PLAYED[action] >= 0 or TARGET[action] >= 0 for action in state.choices)
    return None if plays or END not in state.choices else END


def _wingman_target(game: Game) -> Action | None:
    """The Leader with whom the unit is Engaged, else who is nearest to his next loss; guns before rockets."""
    state = _state(game)
    foe = state.engaged[unit_of(state.actor)]
    if foe >= 0 and ATTACK[4 * foe] in state.choices:
        return ATTACK[4 * foe]
    targets = [action for action in state.choices if TARGET[action] >= 0]
    return min(targets, key=lambda action: (action in BY_ROCKETS, _bears(state, TARGET[action])))


def _bears(state: State, craft: int) -> int:
    """Hits until an aircraft is Damaged, or Destroyed."""
    return state.sheet(craft).capacity - state.hits[craft]


def _wingman(game: Game) -> Action | None:
    return max(game.legal(), key=WINGMAN_VALUE.__getitem__)


def _answer(game: Game) -> Action | None:
    """A mini-hand is lost anyway: the card that fewest others stop."""
    state = _state(game)
    if isinstance(game, BuzzBombGame) or not (state.actor & 1 or is_formation(state, unit_of(state.actor))):
        return None
    return min(state.choices, key=ANSWER_RISK.__getitem__)


def _press_on(game: Game) -> Action | None:
    """The worst card that answers an answer to one's own attack."""
    state = _state(game)
    if isinstance(game, BuzzBombGame) or state.actor != state.attacker:
        return None
    answers = [action for action in state.choices if action != PASS]
    return min(answers, key=SPENT.__getitem__) if answers else None


def _escort(game: Game) -> Action | None:
    return next((action for action in game.legal() if action != PASS), None)


def _first(game: Game) -> Action | None:
    return game.legal()[0]


HABITS: Final = (
    Habit("never-discard", "Never discard", frozenset({"discard"}), always("end")),
    Habit("draw-all", "Draw as many cards as I may", frozenset({"draw"}), _draw),
    Habit("pay-worst", "Pay with the worst card", frozenset({"pay"}), _worst),
    Habit("always-follow", "Always follow", frozenset({"follow"}), always("follow", "stay")),
    Habit("never-follow", "Never follow", frozenset({"follow"}), always("stay")),
    Habit("keep-altitude", "Keep my altitude unless somebody is on me", frozenset({"altitude-step"}), _keep_altitude),
    Habit("pass-unable", "Pass when I have nothing to answer with", frozenset({"respond"}), if_alone("pass")),
    Habit("end-unable", "End the Leader Step when I have no card to play", frozenset({"leader"}), _nothing_to_play),
    Habit(
        "wingmen-aim",
        "Wingmen attack whom I am Engaged with, or who is nearest to falling",
        frozenset({"wingman-target"}),
        _wingman_target,
    ),
    Habit("wingmen-attack", "Wingmen play all they can, the best first", frozenset({"wingman"}), _wingman),
    Habit("wingmen-answer", "Wingmen and bombers answer when they can", frozenset({"respond"}), _answer),
    Habit("press-on", "Answer every answer to my own attacks, with the worst card", frozenset({"respond"}), _press_on),
    Habit("order", "My units take their turns as they are numbered", frozenset({"order"}), _first),
    Habit("escort", "Escorts intervene when they can", frozenset({"escort"}), _escort),
    Habit("keep-loads", "Never jettison", frozenset({"jettison"}), always("keep")),
    Habit("fly-on", "Bombers never turn back", frozenset({"formation"}), always("stay")),
    Habit("go-over", "Go on over the target", frozenset({"break-off"}), always("continue")),
    Habit("keep-hand", "Keep the first hand", frozenset({"exchange"}), always("end")),
)
