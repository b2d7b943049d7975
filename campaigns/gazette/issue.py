"""An issue of the paper as plain data: pages, paper and feed are made of it."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple


class Paragraph(NamedTuple):
    """A text, and what stands before it in bold letters."""

    text: str
    head: str = ""


@dataclass(frozen=True, slots=True)
class Article:
    """A story under its title; the lead has none, for the headline is its."""

    key: Literal["lead", "target", "air", "home", "names", "cockpits", "standings", "over"]
    title: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a small column; ``side`` puts that side's sign before it."""

    text: str
    aside: str = ""
    side: str = ""


@dataclass(frozen=True, slots=True)
class Notices:
    """A small column."""

    title: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Star:
    """The man whose picture stands on the page."""

    man: int
    """His key."""
    name: str
    side: str
    caption: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Issue:
    """What the paper says of one mission."""

    paper: str
    """What it is called."""
    motto: str
    number: int
    """Of the mission."""
    day: datetime.date
    """Of the mission."""
    mission: str
    place: str
    stage: str
    headline: str
    deck: str
    """The line under the headline; a sentence without a full stop."""
    articles: tuple[Article, ...]
    """The lead first."""
    columns: tuple[Notices, ...]
    points: Mapping[str, int]
    """What the mission brought each side."""
    total: Mapping[str, int]
    """What each side has after it."""
    star: Star | None
    is_corrected: bool
    """The umpire has corrected the result since: the paper is printed anew."""

    @property
    def score(self) -> tuple[tuple[str, int, int], ...]:
        """Each side, what the mission brought it and what it has after it."""
        return tuple((side, points, self.total[side]) for side, points in self.points.items())

    @property
    def lead(self) -> Article:
        return self.articles[0]

    @property
    def others(self) -> tuple[Article, ...]:
        return self.articles[1:]
