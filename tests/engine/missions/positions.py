"""Positions of Missions written by hand, for tests: what is not said has its usual value."""

from __future__ import annotations

from typing import Any

import engine
from engine.core.game import Document
from tests.engine.missions.sky import armed, bomber, light_bomber
from tests.engine.wildblue.table import Table, fighter

STRIKE = {"type": "strike", "striker": "axis", "target": "airfield"}


def written(units: Document, mission: Document | None = None, **more: Any) -> Document:
    """A position of a strike of the Axis at an airfield; ``mission`` changes what its block says."""
    return {"mission": STRIKE | (mission or {}), "units": units} | more


def stand(units: Document, mission: Document | None = None, *, seed: int = 1, **more: Any) -> Table:
    """The table of such a position."""
    return Table.of(engine.position("wildblue", written(units, mission, **more), seed))


def loaded(hand: str = "", **more: Any) -> Document:
    """A fighter-bomber and its Wingman with bombs, hand face down."""
    ratings = armed("bombs", bomb={"level": 2})
    return {"leader": {"aircraft": ratings}, "wingman": {}, "load": "bombs", "hand": hand.split()} | more


def diver(hand: str = "", **more: Any) -> Document:
    """A lone dive bomber with its bombs."""
    ratings = light_bomber(bomb={"level": 2, "dive": 3})
    return {"leader": {"aircraft": ratings}, "load": "bombs", "hand": hand.split()} | more


def element(hand: str = "", **more: Any) -> Document:
    """A Fighter and its Wingman."""
    return {"leader": {"aircraft": fighter()}, "wingman": {}, "hand": hand.split()} | more


def bombers(size: int = 2, **more: Any) -> Document:
    """A Formation at Medium altitude, with bombs."""
    return {"formation": [{"aircraft": bomber(heavy=size > 2)}] + [{}] * (size - 1)} | more
