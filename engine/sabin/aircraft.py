"""The aircraft that have a name here, or a table: what kind each is where a set-up says nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from engine.core import fixtures, own_types
from engine.core.catalogue import Types
from engine.core.fields import Fields, keys
from engine.core.game import SIDES, Document
from engine.sabin.terms import BOMBER_TRAITS, FIGHTER_TRAITS, LIGHT_TYPE, TYPES

KEYS: Final = keys("slug name like nation service side class in_service note sabin")
RATINGS_KEYS: Final = keys("type traits provenance")


@dataclass(frozen=True, slots=True)
class Aircraft:
    """One table of ``fixtures/aircraft/sabin``, or of somebody's own."""

    slug: str
    name: str
    side: str
    """Whose it was; either side may fly it."""
    type: int | None
    """Of a bomber, see ``terms.TYPES``; ``None`` of a fighter."""
    traits: tuple[str, ...]
    table: Document
    """What stands of it in the file."""
    document: str | Document
    """What it was made from: the slug, or the table given inline."""


@cache
def catalogue() -> dict[str, Aircraft]:
    """All of them by slug, in the order of the file."""
    tables = fixtures.read("aircraft", "sabin", "aircraft.toml")
    return {slug: _read(slug, table, slug) for slug, table in tables.items()}


def _read(key: str, table: Document, source: str | Document) -> Aircraft:
    read = Fields(own_types.plain(key), table, only=KEYS)
    ratings = read.fields("sabin", only=RATINGS_KEYS)
    type_ = ratings.choice("type", TYPES) if "type" in ratings else None
    traits = tuple(ratings.texts("traits"))
    known = FIGHTER_TRAITS if type_ is None else BOMBER_TRAITS
    if wrong := next((trait for trait in traits if trait not in known), None):
        what = "fighters" if type_ is None else "bombers"
        raise read.refuse(f"the trait {wrong!r} is not one of {what}; they have {', '.join(known)}. [SABIN Units]")
    if traits and type_ not in (None, LIGHT_TYPE):
        raise read.refuse("forward guns matter to light bombers alone. [SABIN Light Bombers]")
    side = ("", *SIDES)[read.choice("side", ("", *SIDES), "")]
    return Aircraft(key, read.text("name", key), side, type_, traits, table, source)


aircraft: Final = Types(lambda: {slug: each.table for slug, each in catalogue().items()}, _read, longest=60)
"""The aircraft of a slug or of a table given inline. Raises ``EngineError`` with a sentence."""
