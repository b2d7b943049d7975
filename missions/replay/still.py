"""A moment of a replay as a picture for taking along: the table with its fight's title, and what is told of the moment.

It is one SVG that needs nothing beside it; ``missions.replay.pixels`` makes a PNG of it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from campaigns.documents.kit import fonts
from campaigns.documents.kit.document import NOTICE
from campaigns.documents.kit.text import printable
from config.common.figures import figure
from engine.core.board import Gone
from engine.core.game import Frame, Side, System
from missions.replay import board_svg
from missions.replay.board_svg import LETTER, MARKED_SIDES, WIDTH, BoardPicture
from missions.replay.film import Throw, throw_of
from missions.replay.frames import Heading, line_of, score, table_at
from missions.replay.painting import colour, paint, painted
from missions.replay.style_sheets import faces

HEAD: Final = 70.0
WORDS: Final = 118.0
"""Height of what is told, under the table."""
FOOT: Final = 24.0
LINE: Final = 22.0
"""From line to line of what else is told."""
MOST_LINES: Final = 3
"""Of that."""
EDGE: Final = 22.0
BOLD, PLAIN = "700", "500"
_FACES: Final = {BOLD: fonts.CONDENSED.bold, PLAIN: fonts.CONDENSED.regular}
_FAMILY: Final = "Fira Sans Condensed"
CARD: Final = 17.0
"""Height of the words on a card that is played."""
MARK: Final = 15.0
"""Width of the mark of a side in a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The table after a step, and what is told there."""

    board: BoardPicture
    where: str
    """Its turn in a word or two."""
    eyebrow: str
    headline: str
    more: tuple[str, ...]
    """What else is told of it, each a sentence or two."""
    score: tuple[tuple[Side, str, str], ...]
    """Each side, what it is called, and its points."""
    gone: tuple[Gone, ...]
    throw: Throw | None

    @property
    def is_night(self) -> bool:
        return self.board.is_night


def scene(system: System, frames: Sequence[Frame], sides: Sequence[Side], number: int) -> Scene:
    """A step of what is watched."""
    frame = frames[number]
    table = table_at(system, frames, number)
    line = line_of(frame)
    return Scene(
        board=board_svg.draw(table),
        where=frame.caption.turn,
        eyebrow=" · ".join(filter(None, (frame.caption.step, frame.caption.actor))),
        headline=line.headline,
        more=tuple(event for event in line.events if event != line.headline) if frame.turn else (line.outcome,),
        score=tuple((side, system.sides[side], figure(points)) for side, points in score(sides, frame.view)),
        gone=table.gone,
        throw=throw_of(frame, table),
    )


def height_of(found: Scene) -> float:
    """Of a picture as high as its table asks for."""
    return HEAD + found.board.height + WORDS + FOOT


def svg(found: Scene, heading: Heading, *, height: float | None = None, has_letters: bool = True) -> str:
    """The picture; of a given ``height`` there is more room for what is told, or the table is smaller.

    ``has_letters``: it brings its letters along, for whoever has not our faces.
    """
    height = height or height_of(found)
    is_night = found.is_night
    room = height - HEAD - WORDS - FOOT
    scale = min(1.0, room / found.board.height)
    across, below = (WIDTH - WIDTH * scale) / 2, HEAD + found.board.height * scale
    parts = [
        _box(0, 0, WIDTH, height, colour("sheet", is_night=is_night)),
        f'<g transform="translate({across:g} {HEAD:g}) scale({scale:g})" font-weight="{PLAIN}">',
        *(painted(shape, is_night=is_night) for shape in found.board.shapes),
        *_thrown(found),
        "</g>",
        *_head(found, heading),
        *_words(found, below, height - FOOT - below),
        *_foot(height - FOOT, is_night),
    ]
    drawn = "\n".join(parts)
    letters = _letters(drawn) if has_letters else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {height:g}" width="{WIDTH:g}" '
        f'height="{height:g}" role="img" font-family="{_FAMILY}">\n'
        f"<title>{_told(f'{heading.title}: {found.where}')}</title>\n"
        f"<desc>{_told(f'{found.headline} {found.board.summary}')}</desc>\n{letters}{drawn}\n</svg>\n"
    )


def _head(found: Scene, heading: Heading) -> Iterator[str]:
    """On the blackboard of the pages: what was fought, the turn and the score."""
    ink, soft = colour("chalk"), colour("chalk-soft")
    yield _box(0, 0, WIDTH, HEAD, colour("board"))
    right = list(_score(found, WIDTH - EDGE, 56))
    room = WIDTH - 2 * EDGE - max(fonts.width(found.where, _FACES[BOLD], 24), 260 if right else 0) - 20
    title, size = _fitting(heading.title, BOLD, room, (30, 26, 22))
    yield _text(title, EDGE, 36, size, BOLD, ink)
    yield _text(_cut(heading.about, PLAIN, 16, room), EDGE, 58, 16, PLAIN, soft)
    yield _text(found.where, WIDTH - EDGE, 34, 24, BOLD, ink, "end")
    yield from right


def _score(found: Scene, right: float, y: float) -> Iterator[str]:
    """From its right end to the left."""
    x = right
    for side, called, points in reversed(found.score):
        for told, weight, size in ((points, BOLD, 18), (called, PLAIN, 16)):
            yield _text(told, x, y, size, weight, colour("chalk"), "end")
            x -= fonts.width(told, _FACES[weight], size) + 6
        if side in MARKED_SIDES:
            yield _mark(side, x - MARK, y - MARK * 0.85, colour(side, is_night=True))
            x -= MARK
        x -= 18


def _words(found: Scene, y: float, height: float) -> Iterator[str]:
    """What happens, large enough to be read on a phone; then who is gone."""
    night = found.is_night
    ink, soft = colour("ink", is_night=night), colour("ink-soft", is_night=night)
    yield _box(0, y, WIDTH, height, colour("sheet-deep", is_night=True) if night else colour("paper"))
    room = WIDTH - 2 * EDGE
    yield _text(_cut(found.eyebrow, PLAIN, 16, room), EDGE, y + 24, 16, PLAIN, colour("brass-ink", is_night=night))
    lines = _wrapped(found.headline, BOLD, 24, room, 2)
    for number, line in enumerate(lines):
        yield _text(line, EDGE, y + 50 + 26 * number, 24, BOLD, ink)
    at = y + 48 + 26 * len(lines)
    most = min(int((y + height - 30 - at) // LINE) + 1, MOST_LINES)
    more = _wrapped(" ".join(found.more), PLAIN, 17, room, most) if most > 0 else []
    for number, line in enumerate(more):
        yield _text(line, EDGE, at + LINE * number, 17, PLAIN, soft)
    yield from _gone(found, at + LINE * len(more) + 10, y + height - 12)


def _gone(found: Scene, y: float, lowest: float) -> Iterator[str]:
    """Who left, the last of them first, as many as there is room for; at least one line of them."""
    night = found.is_night
    x, y = EDGE, min(y, lowest)
    for each in reversed(found.gone):
        told = f"{each.called}: {each.how}"
        width = fonts.width(told, _FACES[PLAIN], 15)
        if x > EDGE and x + MARK + 6 + width > WIDTH - EDGE:
            x, y = EDGE, y + LINE
            if y > lowest:
                return
        if each.side in MARKED_SIDES:
            yield _mark(each.side, x, y - MARK * 0.82, colour(each.side, is_night=night))
        x += MARK + 6
        yield _text(told, x, y, 15, PLAIN, colour("bad" if each.is_lost else "ink-soft", is_night=night))
        x += width + 22


def _foot(y: float, is_night: bool) -> Iterator[str]:
    yield _box(0, y, WIDTH, FOOT, colour("sheet-deep", is_night=is_night))
    yield _text(NOTICE, EDGE, y + 16, 12, PLAIN, colour("ink-soft", is_night=is_night))


def _thrown(found: Scene) -> Iterator[str]:
    """The card that is played, over whom plays it."""
    if found.throw is None:
        return
    by = next((each for each in found.board.shapes if each.tag == "craft" and each.key == found.throw.by), None)
    if by is None:
        return
    width, height = (len(found.throw.card) * LETTER + 1.2) * CARD, 1.8 * CARD
    x = min(max(by.x, width / 2 + 4), WIDTH - width / 2 - 4)
    y = max(by.y - by.half - height * 0.4, height / 2 + 2)
    card = (
        f'<g class="thrown {escape(found.throw.by.partition("-")[0])}">'
        f'<rect x="{x - width / 2:g}" y="{y - height / 2:g}" width="{width:g}" height="{height:g}" rx="{CARD / 4:g}"/>'
        f'<text x="{x:g}" y="{y:g}" dy="0.35em" font-size="{CARD:g}" text-anchor="middle">'
        f"{escape(found.throw.card)}</text></g>"
    )
    yield paint(card, is_night=found.is_night)


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"/>'


def _text(told: str, x: float, y: float, size: float, weight: str, fill: str, anchor: str = "start") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="{weight}" fill="{fill}" '
        f'text-anchor="{anchor}">{_told(told)}</text>'
    )


def _told(words: str) -> str:
    """What our faces can print, as SVG writes it."""
    return escape(printable(words))


def _mark(side: Side, x: float, y: float, fill: str) -> str:
    """The mark of a side in a line of words."""
    used = f'<g fill="{fill}"><use href="#{side}" x="{x:g}" y="{y:g}" width="{MARK:g}" height="{MARK:g}"/></g>'
    return paint(used, is_night=False)


def _fitting(told: str, weight: str, room: float, sizes: Iterable[float]) -> tuple[str, float]:
    """As large as there is room for; at the smallest cut."""
    for size in sizes:
        if fonts.width(told, _FACES[weight], size) <= room:
            return told, size
    return _cut(told, weight, size, room), size


def _cut(told: str, weight: str, size: float, room: float) -> str:
    if fonts.width(told, _FACES[weight], size) <= room:
        return told
    while told and fonts.width(f"{told}…", _FACES[weight], size) > room:
        told = told[:-1].rstrip()
    return f"{told}…"


def _wrapped(told: str, weight: str, size: float, room: float, most: int) -> list[str]:
    """In lines of whole words, the last of ``most`` cut."""
    lines: list[str] = []
    words = told.split()
    while words and len(lines) < most - 1:
        line = [words.pop(0)]
        while words and fonts.width(" ".join([*line, words[0]]), _FACES[weight], size) <= room:
            line.append(words.pop(0))
        lines.append(_cut(" ".join(line), weight, size, room))
    return [*lines, _cut(" ".join(words), weight, size, room)] if words else lines


def _letters(drawn: str) -> str:
    """The faces that hold what is written, in the picture itself."""
    used = frozenset(map(ord, drawn))
    wanted = (
        face for face in faces() if face.family == _FAMILY and face.weight in (BOLD, PLAIN) and face.has_any(used)
    )
    told = "".join(
        f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};'
        f"src:url(data:font/woff2;base64,{b64encode(face.file.read_bytes()).decode()})}}"
        for face in wanted
    )
    return f"<style>{told}</style>\n"
