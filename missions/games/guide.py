"""Guided games: a fixed set-up, and captions that say a rule when a game first comes to it.

Which captions somebody has been shown follows from what his side was asked and what it heard; nothing else is kept of
it. So a page that is loaded again shows the same ones, and after a take back those of the decision that is open again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from engine.core import fixtures
from engine.core.game import Document, Side

OVER = "over"
"""The kind of the last moment of a game, when nothing is asked any more."""
_SENTENCES = re.compile(r"(?<=[.?!]) ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A caption: a rule in our words, and when it is said.

    It is said when a decision of the kind ``asked`` is open; or when something of the kind ``heard`` has happened; or,
    with neither, at the first decision.
    """

    slug: str
    title: str
    text: str
    section: str
    """Where the rulebook says it: ``WBY 7.3``."""
    asked: str = ""
    times: int = 1
    """The decision of the kind ``asked`` at which it is said, the first being 1."""
    heard: str = ""
    """A regular expression for the whole kind."""
    says: str = ""
    """A regular expression that is found in the sentence of what has happened."""
    at: tuple[str, ...] = ()
    """The kinds of decisions at which it waits to be said; empty: at any but the last moment."""

    @property
    def first(self) -> str:
        """Its first sentence, which says most."""
        return _SENTENCES.split(self.text, maxsplit=1)[0]

    @property
    def rest(self) -> str:
        """What comes after that; empty: nothing."""
        return self.text[len(self.first) :].lstrip()


class Heard(NamedTuple):
    """Something that a side was told."""

    kind: str
    sentence: str


class Moment(NamedTuple):
    """Something was asked of the side that is guided, or the game was over."""

    asked: str
    """The kind of decision; ``OVER``; empty: somebody else has to decide, and nothing is said."""
    heard: tuple[Heard, ...]
    """What it has been told since the moment before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guide:
    """A guided game as its file has it."""

    slug: str
    title: str
    system: str
    side: Side
    """Who is guided. The staff decides for the other."""
    level: str
    doctrine: str
    orders: tuple[str, ...]
    """The standing orders that whoever is guided begins with."""
    setup: Document
    lessons: tuple[Lesson, ...]


class Learned(NamedTuple):
    """The captions of a game so far."""

    now: tuple[Lesson, ...]
    """What is said above the open decision: at most one of what has happened, and one of what is asked."""
    before: tuple[Lesson, ...]
    """What was said earlier, the newest first."""


def learned(guide: Guide, moments: Iterable[Moment]) -> Learned:
    """What is said at the last of these moments, and what was said at the others."""
    before: list[Lesson] = []
    now: list[Lesson] = []
    happened: list[Heard] = []
    asked: Counter[str] = Counter()
    for moment in moments:
        happened += moment.heard
        if not moment.asked:
            before, now = [*reversed(now), *before], []
            continue
        asked[moment.asked] += 1
        before = [*reversed(now), *before]
        due = [each for each in guide.lessons if each not in before and _is_due(each, moment.asked, asked, happened)]
        now = [
            *next(([each] for each in due if not each.asked), []),
            *next(([each] for each in due if each.asked), []),
        ]
    return Learned(tuple(now), tuple(before))


def _is_due(lesson: Lesson, kind: str, asked: Counter[str], happened: Iterable[Heard]) -> bool:
    if lesson.asked:
        return lesson.asked == kind and lesson.times <= asked[kind]
    if kind not in lesson.at and (lesson.at or kind == OVER):
        return False
    return not lesson.heard or any(
        re.fullmatch(lesson.heard, each.kind) and re.search(lesson.says, each.sentence) for each in happened
    )


@cache
def guides() -> dict[str, Guide]:
    """The guided games of ``fixtures/guides``, by slug."""
    names = sorted(path.stem for path in fixtures.FIXTURES.joinpath("guides").glob("*.toml"))
    return {name: _guide(name, fixtures.read("guides", f"{name}.toml")) for name in names}


def _guide(slug: str, table: dict[str, Any]) -> Guide:
    table.pop("provenance")
    orders = tuple(table.pop("orders"))
    return Guide(slug=slug, orders=orders, lessons=tuple(map(_lesson, table.pop("lesson"))), **table)


def _lesson(table: dict[str, Any]) -> Lesson:
    return Lesson(at=tuple(table.pop("at", ())), **table)
