"""What ships are called that packs know by a key: ``fixtures/ships.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from config.common.vocabulary import words
from engine.core import fixtures


@cache
def _names() -> Mapping[str, str]:
    found: Mapping[str, str] = fixtures.read("ships.toml")["names"]
    return found


def ship_name(key: str) -> str:
    """
    >>> ship_name("soryu"), ship_name("indomitable")
    ('Sōryū', 'Indomitable')
    """
    return _names().get(key) or words(key)
