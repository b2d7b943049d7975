"""What the sides of a campaign are called: as the game calls them that it is played by."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import engine
from campaigns.models import Campaign, Pack
from campaigns.packs.definition import PackDefinition

USUAL: Mapping[str, str] = {"allied": "Allied", "axis": "Axis"}


def side_titles(of: Campaign | Pack | PackDefinition) -> Mapping[str, str]:
    """``{"allied": "Entente", "axis": "Central Powers"}`` in 1917. No query for a campaign that a view has fetched."""
    pack = of.pack if isinstance(of, Campaign) else of
    return engine.systems()[pack.system].sides


ABOUT = frozenset({"mission", "campaign", "pack", "definition", "system"})
"""What a view calls that which its page is about."""


def titles_on_page(said: Mapping[str, Any]) -> Mapping[str, str]:
    """By what a page is about, as its view ``said`` it: a campaign, a mission of one, a pack, a game system."""
    if "mission" in said:
        return side_titles(said["mission"].campaign)
    for about in ("campaign", "pack", "definition"):
        if about in said:
            return side_titles(said[about])
    system = said.get("system")
    if isinstance(system, str):
        system = engine.systems()[system]
    return system.sides if system is not None else USUAL
