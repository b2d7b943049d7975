"""Standing orders that games of the series share."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.game import Action, Game


def named(game: Game, text: str) -> Action | None:
    """The legal action with this text, if there is one."""
    return next((action for action in game.legal() if game.action_text(action) == text), None)


def always(*texts: str) -> Callable[[Game], Action | None]:
    """The first of these that is legal."""
    return lambda game: next((action for text in texts if (action := named(game, text)) is not None), None)


def if_alone(text: str) -> Callable[[Game], Action | None]:
    """This, if nothing else is legal."""
    return lambda game: named(game, text) if len(game.legal()) == 1 else None
