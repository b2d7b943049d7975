"""The aircraft that have a name here: what kind each is where a set-up says nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from engine.core import fixtures
from engine.core.game import Document
from engine.sabin.terms import TYPES


@dataclass(frozen=True, slots=True)
class Aircraft:
    """One table of ``fixtures/aircraft/sabin``."""

    slug: str
    name: str
    side: str
    """Whose it was; either side may fly it."""
    type: int | None
    """Of a bomber, see ``terms.TYPES``; ``None`` of a fighter."""
    traits: tuple[str, ...]
    table: Document
    """What stands of it in the file."""


@cache
def catalogue() -> dict[str, Aircraft]:
    """All of them by slug, in the order of the file."""
    found = {}
    for slug, table in fixtures.read("aircraft", "sabin", "aircraft.toml").items():
        ratings = table["sabin"]
        type_ = TYPES.index(ratings["type"]) if "type" in ratings else None
        found[slug] = Aircraft(slug, table["name"], table["side"], type_, tuple(ratings["traits"]), table)
    return found
