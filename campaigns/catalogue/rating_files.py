"""The text of an aircraft file: reading its tables and writing the ``wildblue`` ones anew."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

from campaigns.catalogue.library import Table
from campaigns.catalogue.ratings import Block, Performance, derive, keep_fixed, mission_speed

WHOLE = ("class", "family", "mission_speed")
"""Figures outside the ratings that ``fixed`` may name as well."""
_SPEED = re.compile(r"^mission_speed = \d+$")
_HEADER = re.compile(r"^\[([a-z0-9-]+)((?:\.[a-z_]+)*)\]\s*$")


class AircraftFileError(ValueError):
    """An aircraft file that does not hold what it should; the message is a sentence with the aircraft's slug."""


def performance_of(slug: str, table: Table) -> Performance:
    """The formula's input from an aircraft's table. Raises ``AircraftFileError``."""
    try:
        figures = dict(table["performance"])
        figures.pop("provenance")
        return Performance(**figures)
    except KeyError as missing:
        raise AircraftFileError(f"{slug} has no {missing}: give its performance with provenance.") from None
    except TypeError as wrong:
        raise AircraftFileError(f"{slug}: its performance has a key the formula does not know ({wrong}).") from None


def derived_block(slug: str, table: Table) -> Block:
    """The ``wildblue`` block as formula and fixed figures give it. Raises ``AircraftFileError``."""
    standing = table.get("wildblue", {})
    fixed = dict(standing.get("fixed", {}))
    ratings = {**standing, "fixed": {path: source for path, source in fixed.items() if path not in WHOLE}}
    try:
        block = keep_fixed(derive(performance_of(slug, table), table["class"]), ratings)
    except KeyError as missing:
        raise AircraftFileError(f"{slug}: fixed names {missing}, which its ratings do not have.") from None
    return {"provenance": "own", **block, "fixed": fixed}


def derived_speed(slug: str, table: Table) -> int:
    """``mission_speed`` as the formula gives it, or as it is fixed. Raises ``AircraftFileError``."""
    if "mission_speed" in table.get("wildblue", {}).get("fixed", {}):
        return int(table["mission_speed"])
    return mission_speed(performance_of(slug, table), table["class"])


def rederive(text: str) -> str:
    """The file with every ``wildblue`` block and ``mission_speed`` as derived; all else stays as it is.

    Comments between two aircraft belong to the second.
    """
    tables = tomllib.loads(text)
    kept: list[str] = []
    comments: list[str] = []
    slug, inside = "", False
    for line in text.splitlines():
        header = _HEADER.match(line)
        if header:
            if slug and header[1] != slug:
                kept += [*_render(f"{slug}.wildblue", derived_block(slug, tables[slug])), "", *comments]
            slug, inside = header[1], header[2].startswith(".wildblue")
        comments = [*comments, line] if inside and line.startswith("#") else []
        if _SPEED.match(line):
            line = f"mission_speed = {derived_speed(slug, tables[slug])}"
        if not inside:
            kept.append(line)
    if slug:
        kept += [*_render(f"{slug}.wildblue", derived_block(slug, tables[slug])), "", *comments]
    return "\n".join(kept).rstrip() + "\n"


def _render(name: str, block: Block) -> list[str]:
    lines = [f"[{name}]"]
    inner: list[str] = []
    for key, value in block.items():
        if key == "fixed":
            inner.extend(_fixed(name, value))
        elif isinstance(value, dict):
            inner.extend([f"[{name}.{key}]", *(f"{k} = {_value(v)}" for k, v in value.items())])
        else:
            lines.append(f"{key} = {_value(value)}")
    return lines + inner


def _fixed(name: str, fixed: dict[str, str]) -> list[str]:
    if not fixed:
        return []
    return [f"[{name}.fixed]", *(f'"{path}" = {_value(source)}' for path, source in fixed.items())]


def _value(value: Any) -> str:
    """Texts, figures and lists are written in TOML as in JSON."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {_value(v)}" for k, v in value.items()) + " }" if value else "{}"
    return json.dumps(value, ensure_ascii=False)
