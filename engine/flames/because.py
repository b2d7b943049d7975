"""How games of the series tell why their staff chooses what it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from engine.core.choices import Because
from engine.core.game import Action

NEXT: Final = 2
"""How many are told of that come after what is chosen."""


def ranked(
    why: str,
    chosen: Action,
    choices: Iterable[Action],
    value: Callable[[Action], float],
    words: Callable[[Action], str],
) -> Because:
    """The chosen, and the best of the others after it, each with what is to be said of it.

    ``value`` is what the player has gone by, so nothing is worth more than what he has chosen.
    """
    others = sorted((each for each in choices if each != chosen), key=value, reverse=True)
    assert not others or value(others[0]) <= value(chosen), "the player has gone by something else"
    return Because(why, tuple((each, words(each)) for each in others[:NEXT]), words(chosen))
