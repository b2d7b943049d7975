"""Values of a pack as the fields of the builder show them, and what is written there as values."""

from __future__ import annotations

import datetime
import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from campaigns.packs.bounds import too_much
from campaigns.packs.builder.shapes import Shape
from campaigns.packs.rewriting import written

Value: TypeAlias = Any
MOST_ROWS = 300
"""Of a list that a page shows: more than a pack may have of any, so that what is too many can be mended here.

Of what is sent nothing is dropped; a list that has become longer still is left to the text.
"""
WHOLE = re.compile(r"[-+]?[0-9]{1,18}")
_FRACTION = re.compile(r"[-+]?[0-9]{1,6}(\.[0-9]{1,12})?")


def people_as_text(men: list[dict[str, Value]]) -> str:
    """A line each: the name and, behind a comma, the Skills."""
    return "\n".join(", ".join(filter(None, (man["name"], " ".join(man.get("skills", ()))))) for man in men)


def men(told: str, before: list[dict[str, Value]]) -> list[dict[str, Value]]:
    """Men as lines tell them; what else was said of one of the same name stays."""
    known = {man["name"]: man for man in before}
    found = []
    for line in told.split("\n"):
        name, _, skills = (" ".join(each.split()) for each in line.partition(","))
        if name:
            rest = {key: each for key, each in known.get(name, {}).items() if key not in ("name", "skills")}
            found.append({"name": name, **({"skills": skills.split()} if skills else {}), **rest})
    return found


_FITS: Mapping[str, Callable[[Value], bool]] = {
    "table": lambda value: isinstance(value, dict),
    "rows": lambda value: isinstance(value, list),
    "keyed": lambda value: isinstance(value, dict),
    "pairs": lambda value: (
        isinstance(value, dict)
        and not any(isinstance(each, dict | list | datetime.date | datetime.time) for each in value.values())
    ),
    "names": lambda value: isinstance(value, dict) and all(map(_are_men, value.values())),
    "ticks": lambda value: _is_text(value) or (isinstance(value, list) and all(map(_is_text, value))),
    "lines": lambda value: _is_text(value) or (isinstance(value, list) and all(map(_is_text, value))),
    "texts": lambda value: _is_text(value) or (isinstance(value, list) and all(map(_is_text, value))),
    "numbers": lambda value: _is_plain(value) or (isinstance(value, list) and all(map(_is_plain, value))),
    "degrees": lambda value: _is_plain(value) or (isinstance(value, list) and all(map(_is_plain, value))),
    "places": lambda value: (
        isinstance(value, list) and all(isinstance(each, list) and all(map(_is_plain, each)) for each in value)
    ),
    "toml": lambda value: isinstance(value, dict | str),
    "yes-no": lambda value: isinstance(value, bool),
    "choice": lambda value: _is_text(value),
    "date": lambda value: _is_text(value) or type(value) is datetime.date,
}
"""Of each kind of field the values that it can show."""


def is_odd(shape: Shape, value: Value) -> bool:
    """Whether no field can show it, or there is more of it than a page can bear."""
    if isinstance(value, list | dict) and len(value) > MOST_ROWS:
        return True
    return not _FITS.get(shape.kind, _is_plain)(value)


def _are_men(value: Value) -> bool:
    return isinstance(value, list) and all(
        isinstance(man, dict)
        and _is_text(man.get("name"))
        and not {",", "\n"} & set(man["name"])
        and isinstance(skills := man.get("skills", []), list)
        and all(map(_is_text, skills))
        for man in value
    )


def _is_text(value: Value) -> bool:
    return isinstance(value, str)


def _is_plain(value: Value) -> bool:
    return isinstance(value, str | int | float)


def as_toml(value: Value) -> str:
    """The beginning of its text, to be shown."""
    return written(value)[:400]


def number_as_text(value: Value) -> str:
    """As a field shows it; what is no number as it was written."""
    return value if isinstance(value, str) else written(value) if isinstance(value, bool | int | float) else str(value)


def day(told: str) -> datetime.date | None:
    """2026-11-29; ``None`` for what is no day."""
    try:
        return datetime.date.fromisoformat(told)
    except ValueError:
        return None


def whole(told: str) -> int | str:
    """A whole number; text that is none stays text."""
    return int(told) if WHOLE.fullmatch(told) else told


def degrees(told: str) -> list[float | str] | str:
    """A place as it may be written: ``35.82, 14.52``."""
    found = [float(each) if _FRACTION.fullmatch(each) else each for each in re.split(r"[,;\s]+", told.strip())]
    return found if len(found) > 1 else told.strip()


def table(told: str) -> dict[str, Value] | str:
    """Lines of TOML as a table; kept as text if they are none."""
    if too_much(told) is None:
        try:
            return tomllib.loads(told)
        except tomllib.TOMLDecodeError:
            pass
    return told
