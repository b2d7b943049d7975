"""Fuel, an optional rule. [WBY 18.5; supplement 24.9]"""

from __future__ import annotations

from engine.wildblue.state import State


def expend(state: State) -> None:
    """Record the Fuel Points that each Fighter unit has spent in this Game-Turn; last of its Final Step."""
    raise NotImplementedError
