"""Positions laid out in a line a unit, as the tests of the rules use them."""

from __future__ import annotations

from typing import Any

import engine
from engine.core.game import Document, Game


def unit(role: str, where: str = "", **more: Any) -> Document:
    """``where`` reads as actions do: ``M-N 6-7 left (level back)``; a squadron has its place."""
    if not where:
        return {"role": role} | more
    column, row, depth, pitch, heading = where.replace("(", "").replace(")", "").split()
    return {"role": role, "column": column, "row": row, "depth": depth, "pitch": pitch, "heading": heading} | more


def bombers(type: str = "medium", **more: Any) -> Document:
    return unit("bomber", type=type, **more)


def escort(where: str, *traits: str, **more: Any) -> Document:
    return unit("escort", where, traits=list(traits), **more)


def interceptor(where: str, *traits: str, **more: Any) -> Document:
    return unit("interceptor", where, traits=list(traits), **more)


def position(*escorting: Document, against: tuple[Document, ...], **more: Any) -> Document:
    """The Allies escort: ``allied-1`` … and ``axis-1`` … in their order."""
    units = {f"allied-{number}": each for number, each in enumerate(escorting, 1)}
    units |= {f"axis-{number}": each for number, each in enumerate(against, 1)}
    document = {"escorting": "allied", "units": units, "options": {"turning_back": "never"}}
    return document | more


def begun(*escorting: Document, against: tuple[Document, ...], dice: tuple[int, ...] = (), **more: Any) -> Game:
    """A game from such a position, the interceptors to move unless it says otherwise."""
    game = engine.position("sabin", position(*escorting, against=against, **more), seed=1)
    game.script({}, dice)
    return game


FAR = interceptor("Y-Z 18-19 right (level back)")
"""A flight that has nothing to do with it, so that the game is not over."""


def ends(game: Game) -> set[str]:
    """Where the move may end: ``M-N 6-7 left (level back)``."""
    return {text.removeprefix("fly ") for text in map(game.action_text, game.legal()) if text.startswith("fly ")}


def places(game: Game) -> set[str]:
    """The blocks among these: ``M-N 6-7 left``."""
    return {end.partition(" (")[0] for end in ends(game)}


def play(game: Game, *texts: str) -> list[str]:
    """Carry out decisions by their texts; all that happened, in sentences."""
    return [event.text() for text in texts for event in game.play(game.parse(text))]


def of(game: Game, name: str) -> Document:
    """A unit as it is seen."""
    seen: Document = game.view(None)["units"][name]
    return seen


def where(game: Game, name: str) -> str:
    """Its place and orientation as actions name them; empty off the board."""
    seen = of(game, name)
    if "column" not in seen:
        return ""
    return f"{seen['column']} {seen['row']} {seen['depth']} ({seen['pitch']} {seen['heading']})"
