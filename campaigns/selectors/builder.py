"""Drafts of packs as their pages show them: the parts, what is in each, and where something is wrong."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.safestring import SafeString

from campaigns.models import PackDraft
from campaigns.packs import Problem
from campaigns.packs.builder.differences import where_in_words
from campaigns.packs.builder.parts import Part, Place, item_title, items, parts_of, place_of
from campaigns.packs.builder.words import Data, named
from campaigns.packs.errors import Path
from campaigns.packs.lines import line_numbers, nearest
from campaigns.packs.schema import SIDES
from config.common.markdown import html
from config.common.vocabulary import day, rules_named, words


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """Something wrong, and the page and field where it is mended."""

    place: Place | None
    """``None``: only the text can mend it."""
    path: Path
    anchor: str
    where: str
    line: int
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemLine:
    """One table of a part that has many."""

    item: str
    title: str
    is_linked: bool
    about: str
    """It in a line."""
    mistakes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixLine(ItemLine):
    """A line of the matrix of targets."""

    number: str
    kind: str
    striker: str
    target: str
    units: Mapping[str, str]
    """What flies, by side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartLine:
    part: Part
    count: int
    """Its tables, if it has many."""
    mistakes: int


def drafts_of(user: User) -> QuerySet[PackDraft]:
    """Without their texts."""
    return PackDraft.objects.filter(owner=user).select_related("copied_from").defer("text", "copied_from__source")


def mistakes_of(data: Data, problems: Sequence[Problem]) -> tuple[Mistake, ...]:
    return tuple(_mistake(data, problem) for problem in problems)


def _mistake(data: Data, problem: Problem) -> Mistake:
    place = place_of(problem.path)
    if place is not None and place.item and (place.read(data) is None or not is_linked(place.item)):
        place = None
    inside = problem.path[len(place.path) :] if place else ()
    return Mistake(
        place=place,
        path=problem.path,
        anchor="-".join(("f", *map(str, inside))),
        where=" › ".join(where_in_words(problem.path, data)),
        line=problem.line,
        message=problem.message,
    )


def first_line(text: str, place: Place, data: Data) -> int:
    """The line of a draft's text on which begins what a page writes; 1 where it writes nothing yet."""
    paths: list[Path] = [place.path] if place.item else [(key,) for key in place.part.keys if key in data]
    lines = line_numbers(text)
    return min((nearest(lines, path) for path in paths or [place.part.path]), default=1)


def is_linked(item: str) -> bool:
    """Whether an address may hold this key."""
    return bool(item.strip(". ")) and not set(item) & set("/\\?#\n\r")


def part_lines(data: Data, mistakes: Sequence[Mistake]) -> list[PartLine]:
    """The parts that the pack has, each with how many tables and mistakes there are in it."""
    return [
        PartLine(
            part=part,
            count=sum(1 for _ in items(part, data)) if part.one else 0,
            mistakes=sum(each.place is not None and each.place.part == part for each in mistakes),
        )
        for part in parts_of(data)
    ]


def item_lines(part: Part, data: Data, mistakes: Sequence[Mistake]) -> list[ItemLine]:
    """The tables of a part; of Missions as lines of their matrix."""
    return [_item_line(part, data, item, value, mistakes) for item, value in items(part, data)]


def _item_line(part: Part, data: Data, item: str, value: Any, mistakes: Sequence[Mistake]) -> ItemLine:
    told = value if isinstance(value, dict) else {}
    line: dict[str, Any] = {
        "item": item,
        "title": item_title(part, data, item, value),
        "is_linked": isinstance(value, dict) and is_linked(item),
        "about": " · ".join(filter(None, (_said(data, told, key) for key in ABOUT.get(part.slug, ())))),
        "mistakes": sum(each.place == Place(part, item) for each in mistakes),
    }
    if part.slug != "missions":
        return ItemLine(**line)
    target = told.get("target")
    return MatrixLine(
        **line,
        number=_said(data, told, "number"),
        kind=_said(data, told, "type"),
        striker=told["striker"] if told.get("striker") in SIDES else "",
        target=named("targets", data).get(str(target.get("slug")), "") if isinstance(target, dict) else "",
        units={side: _units(data, told.get("units"), side) for side in SIDES},
    )


def _units(data: Data, units: Any, side: str) -> str:
    """``2 × Hurricane Mk I or Sea Gladiator, …``."""
    types = named("aircraft", data)
    found = []
    for unit in units if isinstance(units, list) else ():
        if isinstance(unit, dict) and unit.get("side") == side and isinstance(unit.get("aircraft"), list):
            names = " or ".join(types.get(str(slug), str(slug)) for slug in unit["aircraft"])
            count = unit.get("count", 1)
            found.append(f"{count} × {names}" if count != 1 else names)
    return ", ".join(found)


ABOUT: Mapping[str, tuple[str, ...]] = {
    "stages": ("first", "last", "note"),
    "squadrons": ("code", "aircraft", "base"),
    "resources": ("side", "text"),
    "events": ("date", "text"),
}
"""What is told of a table in its line."""


def _said(data: Data, told: Mapping[str, Any], key: str) -> str:
    value = told.get(key)
    match value:
        case datetime.date():
            return day(value)
        case str() if key == "aircraft":
            return named("aircraft", data).get(value, value)
        case str() if key in ("type", "side"):
            return words(value)
        case str():
            text = " ".join(value.split())
            return text if len(text) <= 90 else f"{text[:89].rsplit(' ', 1)[0]} …"
        case int():
            return str(value)
    return ""


REFERENCE = settings.BASE_DIR / "docs" / "reference" / "packs.md"
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)")
FOR_PLAYERS_UNTIL = "## In code"


@cache
def format_sections() -> tuple[tuple[str, SafeString], ...]:
    """The reference of packs, as far as it is for those who write one: titles and what stands below them."""
    text = REFERENCE.read_text(encoding="utf-8").partition(FOR_PLAYERS_UNTIL)[0]
    found = []
    for section in text.split("\n## "):
        title, _, below = section.partition("\n")
        found.append((title.lstrip("# ").replace("`", ""), html(rules_named(_LINK.sub(r"\1", below)))))
    return tuple(found)
