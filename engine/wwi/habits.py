"""Standing orders for a game of Down in Flames WWI. [WWI Sequence of Play]

Each knows no more than its side may see, and what the cards are worth to those who fly by rules of thumb.
"""

from __future__ import annotations

from typing import Final

from engine.core.choices import Habit
from engine.core.game import Action, Game
from engine.flames.habits import always, if_alone
from engine.wwi.actions import DIRECTION, END, FACE_PLAYED, PASS, STAY, TARGET
from engine.wwi.heuristic import KEPT, HeuristicPlayer
from engine.wwi.prompts import fate_of_attacked
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


def _is_move(action: Action) -> bool:
    """It is a Vertical Roll to another altitude. [WWI Vertical Roll c]"""
    return DIRECTION[action] != 0


def _only_rolls(game: Game) -> Action | None:
    """Vertical Rolls, which answer attacks too, and nobody is Advantaged on the Leader, or Tailing him."""
    state = _state(game)
    cards = [action for action in state.choices if FACE_PLAYED[action] >= 0]
    spared = bool(cards) and all(map(_is_move, cards))
    return END if spared and not pinned(state, state.actor >> 4) else None


def _only_attack(game: Game) -> Action | None:
    """Where there is a single one, and nobody to get away from."""
    state = _state(game)
    cards = [action for action in state.choices if FACE_PLAYED[action] >= 0]
    attacks = [action for action in cards if TARGET[action] >= 0 and not _is_move(action)]
    return attacks[0] if len(attacks) == 1 and (cards == attacks or not pinned(state, state.actor >> 4)) else None


def _altitude_by_thumb(game: Game) -> Action | None:
    return None if pinned(_state(game), _state(game).actor >> 4) else _THUMB.choose(game)


def _nothing_to_play(game: Game) -> Action | None:
    return None if any(FACE_PLAYED[action] >= 0 for action in game.legal()) else END


def _by_thumb(game: Game) -> Action | None:
    return _THUMB.choose(game)


def _answer(game: Game) -> Action | None:
    """A Wingman's cards are lost anyway."""
    return _THUMB.choose(game) if _state(game).actor & 15 else None


def _answer_losses(game: Game) -> Action | None:
    """The worst card against fire that is enough to damage or destroy the aircraft."""
    state = _state(game)
    answers = [action for action in state.choices if action != PASS]
    if not answers or state.actor & 15 or state.actor == state.attacker or not fate_of_attacked(state):
        return None
    return min(answers, key=_kept)


def _press_on(game: Game) -> Action | None:
    """The worst card that answers an answer to one's own card."""
    state = _state(game)
    answers = [action for action in state.choices if action != PASS]
    return min(answers, key=_kept) if answers and state.actor == state.attacker else None


HABITS: Final = (
    Habit("never-discard", "Never discard", frozenset({"discard"}), always("end"), "Cards"),
    Habit("make-room", "Discard as the staff would, to draw more", frozenset({"discard"}), _by_thumb, "Cards"),
    Habit(
        "pay-worst",
        "Pay with the worst card, for a wound too",
        frozenset({"pay", "wounded"}),
        _worst,
        "Cards",
        is_usual=True,
    ),
    Habit(
        "keep-altitude",
        "Keep my altitude unless somebody is on me",
        frozenset({"altitude-step"}),
        _keep_altitude,
        "Altitude",
    ),
    Habit(
        "staffs-altitude",
        "Change altitude as the staff would unless somebody is on me",
        frozenset({"altitude-step"}),
        _altitude_by_thumb,
        "Altitude",
    ),
    Habit("always-follow", "Always follow", frozenset({"follow"}), always("follow"), "Altitude"),
    Habit("never-follow", "Never follow", frozenset({"follow"}), always("stay"), "Altitude"),
    Habit(
        "end-unable",
        "End the Leader’s attacks when I have no card to play",
        frozenset({"leader"}),
        _nothing_to_play,
        "Leaders",
        is_usual=True,
    ),
    Habit(
        "keep-rolls",
        "Keep Vertical Rolls for answers unless somebody is on me",
        frozenset({"leader"}),
        _only_rolls,
        "Leaders",
    ),
    Habit("only-attack", "Leaders make the only attack that there is", frozenset({"leader"}), _only_attack, "Leaders"),
    Habit("wingmen-attack", "Wingmen play all they can, the best first", frozenset({"wingman"}), _by_thumb, "Wingmen"),
    Habit(
        "pass-unable",
        "Pass when I have nothing to answer with",
        frozenset({"respond"}),
        if_alone("pass"),
        "Answers",
        is_usual=True,
    ),
    Habit("wingmen-answer", "Wingmen answer when they can", frozenset({"respond"}), _answer, "Answers"),
    Habit(
        "answer-losses",
        "Leaders answer fire that would damage or destroy them, with the worst card",
        frozenset({"respond"}),
        _answer_losses,
        "Answers",
    ),
    Habit(
        "press-on",
        "Answer every answer to my own cards, with the worst card",
        frozenset({"respond"}),
        _press_on,
        "Answers",
    ),
)
