"""A whole fight as one document that a page plays: each shape that is ever drawn once, and each step as a list of them.

What stands in it is what the pages of the steps show, board and words; hands stay with those pages.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from config.common.figures import figure
from engine.core.board import Board, Gone
from engine.core.game import Frame, Side, System
from missions.replay import board_markup, board_svg
from missions.replay.board_markup import Signs
from missions.replay.board_svg import CRAFT, BoardPicture
from missions.replay.frames import frames_of, is_kill, line_of, score, table_at

MOST_KEPT = 24
"""Films that a process keeps as they are sent: 20 to 100 kilobytes each."""


class Cel(NamedTuple):
    """A table of one width: its shapes by their numbers, from the lowest up."""

    height: float
    least: int
    """``BoardPicture.least``."""
    shapes: tuple[int, ...]


class Throw(NamedTuple):
    """A card that is played, and the keys of the shapes by whom and at whom; empty: at nobody who is drawn."""

    card: str
    by: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmStep:
    """One step, as it is shown."""

    wide: Cel
    narrow: Cel | None
    is_night: bool
    summary: str
    turn: int
    where: str
    """Its turn in a word or two."""
    eyebrow: str
    """The step of the sequence of play, and who acts."""
    events: tuple[str, ...]
    headline: str
    score: tuple[tuple[Side, str], ...] = ()
    gone: tuple[Gone, ...]
    is_kill: bool
    """Somebody falls."""
    about: tuple[str, ...] = ()
    """The units that act here, or to whom something is done."""
    throw: Throw | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    shapes: tuple[str, ...]
    """As SVG; the index is the number."""
    steps: tuple[FilmStep, ...]
    units: Mapping[str, str]
    """What those are called who are ever in it, by their keys."""
    sides: Mapping[Side, str]

    def as_json(self) -> str:
        document = {
            "widths": (board_svg.WIDTH, board_svg.NARROW),
            "sides": dict(self.sides),
            "units": dict(self.units),
            "shapes": self.shapes,
            "steps": [_written(step) for step in self.steps],
        }
        return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def _written(step: FilmStep) -> dict[str, object]:
    return {
        "wide": step.wide,
        "narrow": step.narrow,
        "night": step.is_night,
        "summary": step.summary,
        "turn": step.turn,
        "where": step.where,
        "eyebrow": step.eyebrow,
        "events": step.events,
        "headline": step.headline,
        "score": step.score,
        "gone": step.gone,
        "kill": step.is_kill,
        "about": step.about,
        "throw": step.throw,
    }


class Reel(NamedTuple):
    """A film as it is sent."""

    name: str
    """Another for every other film."""
    packed: bytes

    @property
    def plain(self) -> bytes:
        """For who cannot unpack it."""
        return gzip.decompress(self.packed)


@lru_cache(maxsize=MOST_KEPT)
def reel_of(record: str, system: System, audience: Side | None, sides: tuple[Side, ...], signs: Signs) -> Reel:
    """The film of a record, as a side or the umpire may watch it."""
    plain = film_of(system, frames_of(record, audience), sides, signs).as_json().encode()
    return Reel(sha256(plain).hexdigest(), gzip.compress(plain, 6, mtime=0))


def film_of(system: System, frames: Sequence[Frame], sides: Sequence[Side], signs: Signs) -> Film:
    """All steps of what is watched."""
    numbers: dict[str, int] = {}
    units: dict[str, str] = {}
    steps = []
    before: dict[str, str] = {}
    for frame in frames:
        for unit in frame.view["units"]:
            if unit not in units:
                units[unit] = system.caption(replace(frame, actor=unit)).actor
        table = table_at(system, frames, frame.number)
        looks = {shape.key: _lasting(shape.look) for shape in table.shapes if shape.key and shape.kind in CRAFT}
        steps.append(
            replace(
                _step(frame, table, signs, numbers),
                score=tuple((side, figure(points)) for side, points in score(sides, frame.view)),
                about=tuple(_about(frame, before, looks)),
            )
        )
        before = looks
    seen = {unit for step in steps for unit in step.about}
    return Film(
        shapes=tuple(numbers),
        steps=tuple(steps),
        units={unit: title for unit, title in units.items() if unit in seen},
        sides={side: system.sides[side] for side in sides},
    )


def _step(frame: Frame, table: Board, signs: Signs, numbers: dict[str, int]) -> FilmStep:
    def cel(picture: BoardPicture) -> Cel:
        written = (board_markup.shape(shape, signs) for shape in picture.shapes)
        return Cel(picture.height, picture.least, tuple(numbers.setdefault(each, len(numbers)) for each in written))

    picture = board_svg.draw(table)
    line = line_of(frame)
    return FilmStep(
        wide=cel(picture),
        narrow=cel(picture.narrow) if picture.narrow else None,
        is_night=picture.is_night,
        summary=picture.summary,
        turn=frame.turn,
        where=frame.caption.turn,
        eyebrow=" · ".join(filter(None, (frame.caption.step, frame.caption.actor))),
        events=line.events,
        headline=line.headline,
        gone=table.gone,
        is_kill=is_kill(frame),
        throw=throw_of(frame, table),
    )


def _lasting(look: str) -> str:
    """A look without what it only has because it is its turn."""
    return look.replace(" moved", "")


def _aim(frame: Frame) -> str:
    """Whom its action is aimed at: ``axis-1 leader``."""
    return frame.action.partition(" (")[0].partition(" > ")[2]


def _about(frame: Frame, before: dict[str, str], now: dict[str, str]) -> Iterator[str]:
    """Who acts, at whom, and whose aircraft are hit, come or are gone; the first table is about nobody."""
    others = [key for key in (before | now if before else ()) if before.get(key) != now.get(key)]
    named = (frame.actor, _aim(frame), *others)
    yield from dict.fromkeys(unit for unit in (each.partition(" ")[0] for each in named) if unit in frame.view["units"])


def throw_of(frame: Frame, table: Board) -> Throw | None:
    """The card that a step began with."""
    if table.played is None:
        return None
    keys = [shape.key for shape in table.shapes if shape.key]
    seat = "wingman" if frame.step.startswith("wingman") else ""
    return Throw(table.played.short, _key(keys, f"{frame.actor} {seat}"), _key(keys, _aim(frame)))


def _key(keys: list[str], wanted: str) -> str:
    """The first aircraft that is meant; of a unit without that seat its first."""
    unit = f"{wanted.partition(' ')[0]} "
    fitting = [key for key in keys if key.startswith(wanted)] or [key for key in keys if key.startswith(unit)]
    return fitting[0] if fitting and wanted else ""
