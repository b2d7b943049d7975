"""Axis bombers and the Allied Fighters that attack them, for tests of SUP 20."""

from __future__ import annotations

from typing import Any

from engine.core.game import Document
from tests.engine.missions.sky import Sky, bomber, formation, interceptor
from tests.engine.wildblue.table import fighter

PAIR = formation("axis", 3, bomber(turret_defense=2, turret_support=1, damage=(20, 40)))
"""Two tough bombers: each draws 2 + 1 cards."""


def near(*units: Document, aircraft: Document | None = None, unit: Document | None = None, **more: Any) -> Sky:
    """The first Allied Fighters and all these units, PAIR if there are none, in Turn 1 before anybody's turn."""
    return Sky(
        *(units or (PAIR,)), interceptor("allied", 1, aircraft or fighter(), **(unit or {})), first="allied", **more
    )


def leader(hand: str, *units: Document, axis: str = "", allied: str = "", **more: Any) -> Sky:
    """An Allied Leader with this hand in his Leader Step; ``axis`` and ``allied`` lie on top of the decks."""
    sky = near(*units, **more)
    sky.until("allied-1 leader")
    return stacked(sky.deal("allied-1", hand), axis, allied)


def wingman(allied: str, *units: Document, axis: str = "", **more: Any) -> Sky:
    """His Wingman, who has a target to choose, in Turn 2; ``allied`` are the cards that he will draw."""
    sky = near(*units, **more)
    sky.until_turn(2, "allied-1 wingman-target")
    return stacked(sky, axis, allied)


def stacked(sky: Sky, axis: str = "", allied: str = "") -> Sky:
    sky.stack(axis=axis, allied=allied)
    return sky


def mini_hand(sky: Sky, unit: str = "axis-3", seat: str = "1") -> list[str]:
    """The mini-hand of a Formation aircraft, or of a Wingman."""
    place: Document = sky.unit(unit)["wingman"] if seat == "wingman" else sky.bomber(unit, seat)
    cards: list[str] = place.get("mini_hand", [])
    return cards
