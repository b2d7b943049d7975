"""Positions of Angels Twenty for tests: aircraft by inline figures, put where a rule is to be seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import engine
from engine.core.game import Document, Game


def card(**figures: Any) -> dict[str, Any]:
    """The figures of an aircraft of no special merit, but for what is given. Any bonus but these is 0."""
    return {
        "name": "Test",
        "cost": 30,
        "normal": [2, 4],
        "high": [5, 6],
        "armor": 3,
        "vital_armor": 6,
        "hit_points": 3,
        "attack": [6, 4, 2],
    } | figures


def at(column: int, row: int, facing: str = "n", altitude: int = 3, **more: Any) -> dict[str, Any]:
    """An aircraft in a hex; ``aircraft`` and anything else of a unit may be given."""
    return {"aircraft": card(), "hex": [column, row], "facing": facing, "altitude": altitude} | more


def position(units: dict[str, dict[str, Any]], dice: Sequence[int] = (), **keys: Any) -> Document:
    """By the basic rules on a map that stays in its place, unless ``keys`` say otherwise."""
    usual = {"advanced": False, "map": {"width": 20, "height": 20, "fixed": True}}
    return {**usual, "units": units, "dice": list(dice), **keys}


def moving(who: str, dice: Sequence[int] = (), /, enemies: int = 2, **units: dict[str, Any]) -> Game:
    """A game in which ``who`` (with ``_`` for ``-``) chooses its speed and, far away, enemies have yet to move.

    Units are given by names like ``axis_1``.
    """
    fleet = {name.replace("_", "-"): unit for name, unit in units.items()}
    side = who.partition("_")[0]
    other = "allied" if side == "axis" else "axis"
    for number in range(enemies):
        fleet.setdefault(f"{other}-{8 - number}", at(20, 20 - 2 * number, "n", 6))
    return engine.position("angels", position(fleet, dice, step="speed", active=who.replace("_", "-"), first=side))


def attacking(units: dict[str, dict[str, Any]], dice: Sequence[int] = (), active: str = "allied", **keys: Any) -> Game:
    """A game in the Attack Phase, ``active`` being the first player."""
    keys = {"first": active} | keys
    return engine.position("angels", position(units, dice, step="attack", active=active, **keys))


def play(game: Game, *actions: str) -> str:
    """Play actions by their texts; what happened, as one text."""
    told = []
    for action in actions:
        told += [event.text() for event in game.play(game.parse(action))]
    return " ".join(told)


def legal(game: Game) -> list[str]:
    """The texts of the legal actions."""
    return [game.action_text(action) for action in game.legal()]


def unit(game: Game, name: str) -> dict[str, Any]:
    """An aircraft as a view shows it."""
    found: dict[str, Any] = game.view(None)["units"][name]
    return found


def where(game: Game, name: str) -> tuple[list[int], str, int]:
    """Hex, facing and altitude."""
    found = unit(game, name)
    return found["hex"], found["facing"], found["altitude"]


def kind(game: Game) -> str:
    """Of the open decision; empty if there is none."""
    return game.decision.kind if game.decision else ""
