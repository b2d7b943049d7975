"""Cards as TOML, to be taken away, changed and carried by a pack."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import engine
from campaigns.catalogue.library import library
from campaigns.packs.card_schema import AIRCRAFT_CARDS
from engine.core import own_types
from engine.core.game import Document

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_of(table: Mapping[str, Any], *header: str) -> str:
    """A table under its header, with the tables inside it behind its own values.

    >>> print(toml_of({"name": "Kite", "wwi": {"points": 3}}, "cards", "kite"))
    [cards.kite]
    name = "Kite"
    [cards.kite.wwi]
    points = 3
    """
    return "\n".join(_lines(table, header))


def aircraft_toml(slug: str, table: Document) -> str:
    """The card of an aircraft as a pack carries it; ``slug`` as the pack calls it."""
    return toml_of({key: value for key, value in table.items() if key != "slug"}, "cards", "aircraft", slug) + "\n"


def file_of(system: str, cards: Mapping[str, Document]) -> str:
    """A file of cards of one game, by the slugs that their maker calls them by."""
    return "\n".join([f"system = {_value(system)}\n", *(aircraft_toml(slug, table) for slug, table in cards.items())])


def copy_of(slug: str) -> Document:
    """The table of a type as the beginning of somebody's own; no source stands behind its figures any more.

    A nation that somebody has made stays with the pack that has it.

    Raises ``KeyError`` for a slug that there is not.
    """
    known = library().aircraft[slug]
    house: Document = own_types.table_of(slug) or engine.systems()[known.system].campaign.table(slug)
    about = AIRCRAFT_CARDS[known.system].model_fields
    keys = {field.alias or name for name, field in about.items()}
    table = {key: value for key, value in house.items() if key in keys - {"taken_from", "nation"}}
    ratings = {key: value for key, value in house[known.system].items() if key not in ("fixed", "section")}
    given = {
        "like": house.get("like") or own_types.plain(slug),
        "nation": known.nation if not own_types.is_own(known.nation) else "",
        "service": known.service,
        "side": known.side,
        "note": known.note,
    }
    return {
        **table,
        **{key: value for key, value in given.items() if value},
        known.system: {**ratings, "provenance": "own"},
    }


def _lines(table: Mapping[str, Any], header: tuple[str, ...]) -> Iterator[str]:
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping) and key != "bomb"}
    yield f"[{'.'.join(map(_key, header))}]"
    for key, value in table.items():
        if key not in inner and value is not None:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inner.items():
        yield from _lines(value, (*header, key))


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else json.dumps(key, ensure_ascii=False)


def _value(value: Any) -> str:
    """Texts, figures and lists are written in TOML as in JSON."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    return json.dumps(value, ensure_ascii=False)
