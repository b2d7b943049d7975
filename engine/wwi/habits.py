"""Standing orders for a game of Down in Flames WWI. [WWI Sequence of Play]

Each knows no more than its side may see, and what the cards are worth to those who fly by rules of thumb.
"""

from __future__ import annotations

from typing import Final

from engine.core.choices import Habit
from engine.core.game import Action, Game
from engine.flames.habits import always, if_alone
from engine.wwi.actions import END, FACE_PLAYED, PASS, STAY
from engine.wwi.heuristic import KEPT, HeuristicPlayer
from engine.wwi.state import State, pinned
from engine.wwi.terms import ALL_SIDES

_THUMB: Final = HeuristicPlayer(ALL_SIDES[0], 0)
"""Whoever's side it is: he asks the game who decides."""


def _state(game: Game) -> State:
    return game  # type: ignore[return-value]  # every game of this system is one


def _kept(action: Action) -> int:
    return KEPT[FACE_PLAYED[action]]


def _worst(game: Game) -> Action | None:
    return min(game.legal(), key=_kept)


def _keep_altitude(game: Game) -> Action | None:
    """Nobody is Advantaged on the Leader, or Tailing him."""
    state = _state(game)
    return None if pinned(state, state.actor >> 4) else STAY


def _nothing_to_play(game: Game) -> Action | None:
    return None if any(FACE_PLAYED[action] >= 0 for action in game.legal()) else END


def _wingman(game: Game) -> Action | None:
    return _THUMB.choose(game)


def _answer(game: Game) -> Action | None:
    """A Wingman's cards are lost anyway."""
    return _THUMB.choose(game) if _state(game).actor & 15 else None


def _press_on(game: Game) -> Action | None:
    """The worst card that answers an answer to one's own card."""
    state = _state(game)
    answers = [action for action in state.choices if action != PASS]
    return min(answers, key=_kept) if answers and state.actor == state.attacker else None


HABITS: Final = (
    Habit("never-discard", "Never discard", frozenset({"discard"}), always("end")),
    Habit("pay-worst", "Pay with the worst card", frozenset({"pay", "wounded"}), _worst),
    Habit("always-follow", "Always follow", frozenset({"follow"}), always("follow")),
    Habit("never-follow", "Never follow", frozenset({"follow"}), always("stay")),
    Habit("keep-altitude", "Keep my altitude unless somebody is on me", frozenset({"altitude-step"}), _keep_altitude),
    Habit("pass-unable", "Pass when I have nothing to answer with", frozenset({"respond"}), if_alone("pass")),
    Habit(
        "end-unable", "End the Leader's attacks when I have no card to play", frozenset({"leader"}), _nothing_to_play
    ),
    Habit("wingmen-attack", "Wingmen play all they can, the best first", frozenset({"wingman"}), _wingman),
    Habit("wingmen-answer", "Wingmen answer when they can", frozenset({"respond"}), _answer),
    Habit("press-on", "Answer every answer to my own cards, with the worst card", frozenset({"respond"}), _press_on),
)
