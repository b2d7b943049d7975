"""What may be chosen as a person takes it: by a card of his hand, by a thing on the table, by a button.

A choice is reached by what is picked: its ``card``, its ``at``, or both, in whichever order. What is left then is told
apart by ``label``. Keys are the system's own words; a card's is in its ``Hand``, a thing's among the ``spots`` of the
``Board`` that is drawn with the key in ``Step.lit``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from engine.core.game import Action, Game


MOST_TRIES: Final = 60
"""Of one decision: more than anybody looks at."""


class Choice(NamedTuple):
    """An action as a person takes it."""

    action: Action
    label: str
    """What its button says, complete by itself: ``Half Loop at Axis 1's Leader``."""
    card: str = ""
    """The card of the deciding unit's hand that it takes."""
    at: str = ""
    """What it is aimed at, or where it leads."""
    group: str = ""
    """The heading under which its button stands, where the choices are of several sorts."""
    is_plain: bool = False
    """It ends, passes or leaves things as they are: the button that always stands in the same place."""
    is_grave: bool = False
    """It takes a unit out of the fight for good: the button that nobody presses by accident."""


@dataclass(frozen=True, slots=True)
class Habit:
    """What somebody may set once for a whole game, so that he is not asked again and again."""

    slug: str
    label: str
    """``Never discard``."""
    kinds: frozenset[str]
    """The decisions that it takes."""
    choose: Callable[[Game], Action | None]
    """One of the legal actions, from what the deciding side may know; ``None``: this one it leaves to him."""
    topic: str = ""
    """The heading under which it stands, where there are many."""
    is_usual: bool = False
    """It spares clicks and no thought: hardly anybody would want to be asked."""
    suits: Callable[[Game], bool] = lambda game: True
    """Whether such a decision may come in a game at all."""


class Because(NamedTuple):
    """Why the staff chooses what it does, from what its player weighs."""

    why: str
    """The rule of thumb, as a clause: ``it gets away from who is on him``. Empty: nothing."""
    instead: tuple[tuple[Action, str], ...] = ()
    """The next best by the same rule, and what that found of each."""
    found: str = ""
    """What it found of the chosen one; empty: it weighs nothing."""


def no_reason(game: Game, action: Action, doctrine: str) -> Because:
    """Nothing is said."""
    return Because("")


def plain_choices(game: Game, actions: Iterable[Action]) -> tuple[Choice, ...]:
    """Every action by its text alone."""
    return tuple(Choice(action, game.action_text(action).capitalize()) for action in actions)


def not_legal(thoughts: Iterable[Action], legal: Collection[Action]) -> tuple[Action, ...]:
    """What somebody might think of and the rules do not allow now: each once, in the order of the ``thoughts``.

    A negative number stands for no action. At most ``MOST_TRIES``.
    """
    allowed = frozenset(legal)
    found = dict.fromkeys(action for action in thoughts if action not in allowed and action >= 0)
    return tuple(islice(found, MOST_TRIES))


def no_tries(game: Game) -> tuple[Action, ...]:
    """Nothing else that one might think of."""
    return ()
