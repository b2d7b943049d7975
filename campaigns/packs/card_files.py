"""Cards as TOML, to be taken away, changed and carried by a pack."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, get_args

from pydantic import BaseModel

import engine
from campaigns.catalogue.library import library
from campaigns.packs.card_fields import bare
from campaigns.packs.card_schema import AIRCRAFT_CARDS, SHELF_KINDS, model_of
from campaigns.packs.cards import own_nation_of
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


def carried_table(system: str, kind: str, table: Document) -> Document:
    """What a pack that carries a card says under its slug, in the order of the format.

    A database need not keep the order of keys, so that of the format, or of the alphabet, is the same everywhere.
    """
    if nation := own_nation_of(table):
        table = {**table, "nation": own_types.plain(nation)}
    found: Document = _in_order(model_of(system, kind), table)
    return found


def _in_order(shape: Any, value: Any) -> Any:
    """``value`` without what its shape does not have, its keys in the order of it."""
    shape, _ = bare(shape)
    inside = get_args(shape)
    if isinstance(value, Mapping):
        if isinstance(shape, type) and issubclass(shape, BaseModel):
            fields = {info.alias or name: info.annotation for name, info in shape.model_fields.items()}
            said = {key: value[key] for key in fields if key in value and (value[key] or key != "fixed")}
            return {key: _in_order(fields[key], each) for key, each in said.items()}
        return {key: _in_order(inside[1] if inside else None, value[key]) for key in sorted(value)}
    if isinstance(value, list | tuple):
        return [_in_order(inside[0] if inside else None, each) for each in value]
    return value


def card_toml(system: str, kind: str, slug: str, table: Document) -> str:
    """A card as a pack carries it; ``slug`` as the pack calls it."""
    return toml_of(carried_table(system, kind, table), "cards", kind, slug) + "\n"


def file_of(system: str, cards: Iterable[tuple[str, str, Document]]) -> str:
    """A file of cards of one game: the kind of each, the slug that its maker calls it by, and what it says.

    The nations that they are of go with them.
    """
    wanted = {(kind, slug): table for kind, slug, table in cards}
    for nation in map(own_nation_of, [*wanted.values()]):
        if nation and (known := own_types.table_of(nation)) is not None:
            wanted.setdefault(("nations", own_types.plain(nation)), known)
    in_order = sorted(wanted.items(), key=lambda each: SHELF_KINDS.index(each[0][0]))
    return "\n".join([f"system = {_value(system)}\n", *(card_toml(system, *which, table) for which, table in in_order)])


def copy_of(slug: str, nations: Container[str] = ()) -> Document:
    """The table of a type as the beginning of somebody's own; no source stands behind its figures any more.

    A nation that somebody has made stays with the pack that has it, unless its code is among ``nations``.

    Raises ``KeyError`` for a slug that there is not.
    """
    known = library().aircraft[slug]
    house: Document = own_types.table_of(slug) or engine.systems()[known.system].campaign.table(slug)
    about = AIRCRAFT_CARDS[known.system].model_fields
    keys = {field.alias or name for name, field in about.items()}
    table = {key: value for key, value in house.items() if key in keys - {"taken_from", "nation"}}
    nation = own_types.plain(known.nation)
    ratings = {key: value for key, value in house[known.system].items() if key not in ("fixed", "section")}
    given = {
        "like": house.get("like") or own_types.plain(slug),
        "nation": nation if nation == known.nation or nation in nations else "",
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
    """Texts, figures and lists of them are written in TOML as in JSON; of tables each has a line."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list) and any(isinstance(each, Mapping) for each in value):
        return "\n".join(["[", *(f"  {_value(each)}," for each in value), "]"])
    return json.dumps(value, ensure_ascii=False)
