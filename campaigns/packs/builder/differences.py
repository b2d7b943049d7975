"""What one pack says otherwise than another, by what it means and not by its lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from campaigns.packs.builder.parts import PARTS
from campaigns.packs.builder.shapes import ROW_NAMES, Shape, pack_shape
from campaigns.packs.builder.words import Data, title_of
from campaigns.packs.errors import Path
from campaigns.packs.rewriting import matched, same, written
from config.common.vocabulary import words

LONGEST = 300
"""Characters of a value that are shown."""
NOTHING = ""
MOST_ROWS = 250
MOST = 500
"""Differences that are told."""


@dataclass(frozen=True, slots=True)
class Difference:
    where: tuple[str, ...]
    before: str
    """Empty: it was not there."""
    after: str
    """Empty: it is gone."""


def differences(old: Data, new: Data) -> list[Difference]:
    """In the order in which a pack is made; the first of them where there are very many."""
    found: list[Difference] = []
    for part in PARTS:
        shape = pack_shape(part.keys)
        for key in part.keys:
            if key not in old and key not in new:
                continue
            where = (part.title,) if len(part.keys) == 1 else (part.title, _label(shape.field(key), key))
            found += _between(shape.field(key), old.get(key), new.get(key), where)
    known = {key for part in PARTS for key in part.keys}
    for key in dict.fromkeys((*old, *new)):
        if key not in known:
            found += _between(None, old.get(key), new.get(key), (words(key),))
    return found[:MOST]


def _between(shape: Shape | None, old: Any, new: Any, where: tuple[str, ...]) -> Iterator[Difference]:
    if same(old, new):
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            inside, label = _inside(shape, key, new.get(key, old.get(key)))
            yield from _between(inside, old.get(key), new.get(key), (*where, label))
    elif _has_tables(old) and _has_tables(new):
        yield from _between_rows(shape, old, new, where)
    else:
        yield Difference(where, _shown(old), _shown(new))


def _has_tables(value: Any) -> bool:
    """Whether it is a list of tables, and not of more than are compared one by one."""
    return isinstance(value, list) and 0 < len(value) <= MOST_ROWS and all(isinstance(each, dict) for each in value)


def _between_rows(shape: Shape | None, old: list[Any], new: list[Any], where: tuple[str, ...]) -> Iterator[Difference]:
    places = matched(old, new)
    row = None if shape is None else Shape(kind="table", key="", label="", fields=shape.fields, model=shape.model)
    for at, place in enumerate(places):
        label = _row_label(shape, at, new[at])
        if place is None:
            yield Difference((*where, label), NOTHING, _shown(new[at]))
        else:
            yield from _between(row, old[place], new[at], (*where, label))
    for place, each in enumerate(old):
        if place not in places:
            yield Difference((*where, _row_label(shape, place, each)), _shown(each), NOTHING)
    kept = [place for place in places if place is not None]
    if kept != sorted(kept):
        yield Difference((*where, "Order"), _order(shape, old, sorted(kept)), _order(shape, old, kept))


def _order(shape: Shape | None, rows: list[Any], places: list[int]) -> str:
    return _cut(", ".join(_row_label(shape, place, rows[place]) for place in places))


def _row_label(shape: Shape | None, at: int, row: Any) -> str:
    """A row by its title, or by its number and what it is called."""
    one = ROW_NAMES.get(shape.model, "row") if shape else "row"
    return title_of(f"{words(one)} {at + 1}", row)


def _inside(shape: Shape | None, key: str, value: Any) -> tuple[Shape | None, str]:
    if shape is not None and shape.kind == "keyed":
        return Shape(kind="table", key=key, label="", fields=shape.fields, model=shape.model), title_of(key, value)
    if shape is not None and shape.kind == "pairs":
        return shape.value, key
    inside = shape.field(key) if shape is not None else None
    return inside, _label(inside, key)


def _label(shape: Shape | None, key: str) -> str:
    return shape.label if shape is not None and shape.label else words(key.replace("_", "-"))


def _shown(value: Any) -> str:
    if value is None:
        return NOTHING
    if isinstance(value, dict):
        return _cut(", ".join(f"{words(key.replace('_', '-'))} {_shown(each)}" for key, each in value.items()))
    if isinstance(value, list):
        return _cut(", ".join(map(_shown, value)))
    if isinstance(value, str):
        return _cut(" ".join(value.split()) or "“”")
    return "yes" if value is True else "no" if value is False else written(value)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def where_in_words(path: Path, data: Data) -> tuple[str, ...]:
    """A path as a reader of the forms would say it."""
    part = next((part for part in PARTS if path and path[0] in part.keys), None)
    if part is None:
        return tuple(words(str(step)) for step in path[:1])
    shape: Shape | None = pack_shape(part.keys).field(str(path[0]))
    value: Any = data.get(str(path[0]))
    found = [part.title] if len(part.keys) == 1 else [part.title, _label(shape, str(path[0]))]
    for step in path[1:]:
        if isinstance(step, int):
            value = value[step] if isinstance(value, list) and step < len(value) else None
            found.append(_row_label(shape, step, value) if shape and shape.kind == "rows" else str(step + 1))
            if shape and shape.kind == "rows":
                shape = Shape(kind="table", key="", label="", fields=shape.fields, model=shape.model)
        else:
            value = value.get(step) if isinstance(value, dict) else None
            shape, label = _inside(shape, step, value)
            found.append(label)
    return tuple(found)
