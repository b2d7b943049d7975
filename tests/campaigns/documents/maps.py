"""Maps to print."""

from __future__ import annotations

from campaigns.documents.kit.theatre import MapSheet
from campaigns.packs import PackDefinition
from tests.campaigns.maps.test_drawing import TITLES, busy
from tests.campaigns.maps.test_situation import shipped


def sheet(pack: PackDefinition) -> MapSheet:
    """Every mission of a pack flown once."""
    return MapSheet(busy(pack), TITLES)


def titled(text: str) -> PackDefinition:
    """A pack in which every town has this title."""
    pack = shipped("rommel-attacks")
    assert pack.map is not None
    towns = tuple(town.but(title=text[:120]) for town in pack.map.towns)
    return pack.but(map=pack.map.but(towns=towns))
