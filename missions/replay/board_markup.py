"""The shapes of a picture as SVG, written by hand: a template takes ten times as long for some hundred shapes.

Every text that a system or a person gives is escaped; numbers and lists of points are this room's own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from html import escape
from typing import NamedTuple

from missions.replay.board_svg import MOST_KEPT, Drawn


class Signs(NamedTuple):
    """Where a page finds what is drawn again and again."""

    marks: str
    """The address of the file of signs."""
    outline_of: Callable[[str], str]
    """Gives the address of an outline by its name."""


@lru_cache(maxsize=MOST_KEPT)
def shape(each: Drawn, signs: Signs) -> str:
    """A shape in its group."""
    key = f' data-key="{escape(each.key)}"' if each.key else ""
    title = f"<title>{escape(each.title)}</title>" if each.title else ""
    return f'<g class="{escape(each.look)}"{key}>{title}{_inside(each, signs)}</g>'


def outline(each: Drawn) -> str:
    """What may be picked, as its outline alone."""
    if each.tag == "circle":
        return f'<circle cx="{each.x}" cy="{each.y}" r="{each.size}"/>'
    return f'<polygon points="{each.points}"/>'


def _inside(each: Drawn, signs: Signs) -> str:
    match each.tag:
        case "polygon" | "circle":
            return outline(each)
        case "boxes":
            return f'<path d="{each.points}"/>'
        case "line":
            head = f'<polygon points="{each.points}"/>' if each.points else ""
            return f'<line x1="{each.x}" y1="{each.y}" x2="{each.x2}" y2="{each.y2}"/>{head}'
        case "text":
            return (
                f'<text x="{each.x}" y="{each.y}" font-size="{each.size}" dy="0.35em" '
                f'text-anchor="{each.anchor}">{escape(each.text)}</text>'
            )
        case "sign":
            back = f'transform="translate(-{each.half} -{each.half})"'
            return _use(f"{signs.marks}#{each.text}", each.x, each.y, each.size, back)
    return _craft(each, signs)


def _craft(each: Drawn, signs: Signs) -> str:
    """Signs have their nose to the right, outlines upwards."""
    flipped = " scale(1 -1)" if each.mirrored else ""
    parts = [
        f'<g class="craft" transform="translate({each.x} {each.y}) rotate({each.turn}){flipped}">',
        _use(signs.outline_of(each.outline), -each.half, -each.half, each.size, 'transform="rotate(90)"')
        if each.outline
        else _use(f"{signs.marks}#{each.symbol}", -each.half, -each.half, each.size),
    ]
    if each.is_damaged:
        smoke = 'class="smoke" transform="rotate(90)"'
        parts.append(_use(f"{signs.marks}#smoke", -each.half, -each.half, each.size, smoke))
    parts.append("</g>")
    if each.side and each.text:
        of_side = f'class="of-side" transform="translate(0 -{each.text_size})"'
        parts.append(_use(f"{signs.marks}#{each.side}", each.mark_x, each.text_y, each.text_size, of_side))
    if each.text:
        parts.append(
            f'<text class="name" x="{each.text_x}" y="{each.text_y}" '
            f'font-size="{each.text_size}">{escape(each.text)}</text>'
        )
    return "".join(parts)


def _use(address: str, x: float, y: float, size: float, more: str = "") -> str:
    return f'<use href="{escape(address)}" x="{x}" y="{y}" width="{size}" height="{size}" {more}/>'
