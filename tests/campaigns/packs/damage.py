"""Packs with one thing wrong: every place of every shape in a pack, and what may stand there instead."""

from __future__ import annotations

import datetime
import json
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

from campaigns.packs.errors import Path
from tests import make

MISSING = object()
INSTEAD: dict[str, Any] = {
    "nothing": MISSING,
    "a number": 7,
    "a large number": 10**18,
    "a number below zero": -1,
    "a text": "word",
    "no text": "",
    "marks": "\u0000\u202e\U0001f6e9{}%s'\"\\\n",
    "an empty list": [],
    "a list": [1, "two", [3]],
    "an empty table": {},
    "a table": {"zzz": {"yyy": 1}},
    "a truth": True,
    "a fraction": 1.5,
    "no number": float("nan"),
    "no end": float("-inf"),
    "a date": datetime.date(1941, 4, 30),
    "a moment": datetime.datetime(1941, 4, 30, 12, tzinfo=datetime.UTC),
    "an hour": datetime.time(12, 30),
}


class Damage(NamedTuple):
    slug: str
    path: Path
    what: str
    """A key of ``INSTEAD``, or ``a key too many``."""


def shape(path: Path, value: Any) -> tuple[str, ...]:
    """Places that a pack has many of, told apart by the names of the format only."""
    named = {"missions", "resources", "squadrons", "events", "pilots", "fixed"}
    steps = ["*" if isinstance(step, int) or (at and path[at - 1] in named) else step for at, step in enumerate(path)]
    return (*map(str, steps), type(value).__name__)


@cache
def table(slug: str) -> dict[str, Any]:
    return tomllib.loads(make.source(slug))


def places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    yield path, value
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield from places(each, (*path, key))


def damages(*slugs: str) -> list[Damage]:
    """Each kind of damage at one place of every shape in these packs."""
    known: set[tuple[str, ...]] = set()
    found: list[Damage] = []
    for slug in slugs:
        for path, value in places(table(slug)):
            if (kind := shape(path, value)) in known:
                continue
            known.add(kind)
            if isinstance(value, dict):
                found.append(Damage(slug, path, "a key too many"))
            if path:
                found += [Damage(slug, path, what) for what in INSTEAD]
    return found


def damaged(damage: Damage) -> str:
    """The text of the pack with the damage done."""
    pack: Any = deepcopy(table(damage.slug))
    around = pack
    for step in damage.path[:-1]:
        around = around[step]
    if damage.what == "a key too many":
        (around[damage.path[-1]] if damage.path else pack)["zzz"] = 1
    elif (value := INSTEAD[damage.what]) is MISSING:
        del around[damage.path[-1]]
    else:
        around[damage.path[-1]] = value
    return "\n".join(_lines(pack, ()))


def _lines(pack: dict[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """A table as TOML: what is plain first, then its tables, lists of tables one by one."""
    tables = {key: value for key, value in pack.items() if _has_header(value)}
    yield from (f"{json.dumps(key)} = {_value(value)}" for key, value in pack.items() if key not in tables)
    for key, value in tables.items():
        name = (*path, key)
        header = ".".join(map(json.dumps, name))
        for each in value if isinstance(value, list) else [value]:
            yield f"[[{header}]]" if isinstance(value, list) else f"[{header}]"
            yield from _lines(each, name)


def _has_header(value: Any) -> bool:
    if isinstance(value, list):
        return bool(value) and all(isinstance(each, dict) for each in value)
    return isinstance(value, dict)


def _value(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            parts = [_escaped(value[at : at + 400]) for at in range(0, len(value), 400)] or [""]
            return f'"{parts[0]}"' if len(parts) == 1 else '"""' + "\\\n".join(parts) + '"""'
        case list():
            return "[\n" + "".join(f"{_value(each)},\n" for each in value) + "]"
        case dict():
            return "{" + ", ".join(f"{json.dumps(key)} = {_value(each)}" for key, each in value.items()) + "}"
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
    return str(value)


def _escaped(text: str) -> str:
    """For between quotation marks; a space that begins a line would be lost behind the end of the one before."""
    marks = {place for place, char in enumerate(text) if char in '"\\' or ord(char) < 32 or ord(char) == 127}
    if text.startswith(" "):
        marks.add(0)
    return "".join(f"\\U{ord(char):08x}" if place in marks else char for place, char in enumerate(text))
