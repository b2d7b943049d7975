"""A map as SVG, written by hand: a template takes ten times as long for some hundred shapes.

The coasts, which are the most of it, are written once (``land``) and used by every map of a page. Every text of a pack
is escaped; numbers and lists of points are this room's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from campaigns.catalogue.theatres import Point, Theatre
from campaigns.maps.drawing import CORNER, LOSSES, Drawn, Label, Leg, Picture, Spot, Stroke

LAND: Final = "map-land"
"""The id of the coasts on a page."""


def land(theatre: Theatre) -> str:
    """The coasts of a page's maps, which shows nothing itself."""
    return (
        f'<svg class="map-source" width="0" height="0" aria-hidden="true"><defs>'
        f'<path id="{LAND}" fill-rule="evenodd" d="{"".join(theatre.shores)}"/></defs></svg>'
    )


def svg(picture: Picture, look: str) -> str:
    """``look``: its class, by which the style sheet shows it on wide or on narrow screens."""
    return _svg(picture, look, f'<use class="land" href="#{LAND}" transform="scale({picture.scale:.5g})"/>')


def alone(picture: Picture, theatre: Theatre) -> str:
    """A map that needs no coasts beside it, but the style sheets."""
    shores = "".join(theatre.shores)
    return _svg(
        picture,
        "",
        f'<path class="land" fill-rule="evenodd" d="{shores}" transform="scale({picture.scale:.5g})"/>',
    )


def _svg(picture: Picture, look: str, coasts: str) -> str:
    width, height = picture.width, picture.height
    parts = [
        f'<svg class="theatre {escape(look)}" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="{escape(picture.summary)}" font-size="{picture.size.text:g}">',
        f'<rect class="sea" width="{width:g}" height="{height:g}"/>',
        coasts,
        *map(_stroke, picture.strokes),
        *map(_leg, picture.legs),
        *_spots(picture.spots),
        *_leaders(picture.missions),
        *(_mission(drawn, picture.size.radius, picture.size.text) for drawn in picture.missions),
        *map(_label, picture.labels),
        _bar(picture),
        "</svg>",
    ]
    return "".join(parts)


def _stroke(stroke: Stroke) -> str:
    points = _points(stroke.points)
    under = f'<polyline class="under" points="{points}"/>' if stroke.kind == "front" else ""
    over = f'<polyline class="over" points="{points}"/>'
    return f'<g class="line {stroke.kind}"><title>{escape(stroke.title)}</title>{under}{over}</g>'


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def _leg(leg: Leg) -> str:
    old = " old" if leg.is_old else ""
    return f'<path class="leg {leg.side}{old}" d="M{leg.start.x:g} {leg.start.y:g}L{leg.end.x:g} {leg.end.y:g}"/>'


def _spots(spots: Iterable[Spot]) -> Iterator[str]:
    for spot in spots:
        x, y = spot.at
        title = f"<title>{escape(spot.title)}</title>"
        if spot.off is not None:
            shape = f'<path d="M6 0L-3 -4.5V4.5z" transform="translate({x:g} {y:g}) rotate({spot.off:g})"/>'
        elif spot.kind == "base":
            shape = _sign(spot.side, x, y, 3.6)
        else:
            shape = f'<circle cx="{x:g}" cy="{y:g}" r="2"/>'
        yield f'<g class="spot {spot.kind} {spot.side}">{title}{shape}</g>'


def _sign(side: str, x: float, y: float, size: float) -> str:
    """The shape of a side: Allied round, Axis on its corner, neither square."""
    if side == "allied":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}"/>'
    if side == "axis":
        far = size * CORNER
        return f'<path d="M{x:g} {y - far:.1f}L{x + far:.1f} {y:g}L{x:g} {y + far:.1f}L{x - far:.1f} {y:g}z"/>'
    return f'<rect x="{x - size:.1f}" y="{y - size:.1f}" width="{2 * size:g}" height="{2 * size:g}" rx="2"/>'


def _leaders(missions: Iterable[Drawn]) -> Iterator[str]:
    """From marks that had to make room to where they belong."""
    for drawn in missions:
        (x, y), (to_x, to_y) = drawn.mark, drawn.at
        if (x, y) != (to_x, to_y):
            yield f'<path class="leader" d="M{x:g} {y:g}L{to_x:g} {to_y:g}"/>'


def _mission(drawn: Drawn, radius: float, text: float) -> str:
    x, y = drawn.mark
    title = f"<title>{escape(drawn.title)}</title>"
    if drawn.is_dot:
        return f'<g class="mission dot {drawn.result}">{title}{_sign(drawn.result, x, y, 3)}</g>'
    number = f'<text x="{x:g}" y="{y:g}" dy=".36em" font-size="{text * 0.92:.3g}">{drawn.number}</text>'
    shape = _sign(drawn.result, x, y, radius)
    return f'<g class="mission {drawn.result}">{title}{shape}{number}{_losses(drawn, radius, text)}</g>'


def _losses(drawn: Drawn, radius: float, text: float) -> str:
    """Under the mark, by side: a cross and how many were lost."""
    x, y = drawn.mark
    size = text * 0.86
    step = text * LOSSES
    left = x - step * (len(drawn.lost) - 1) / 2
    return "".join(
        f'<text class="lost {side}" x="{left + step * place:.1f}" y="{y + radius + size * 0.78:.1f}" '
        f'font-size="{size:.3g}">×{count}</text>'
        for place, (side, count) in enumerate(drawn.lost)
    )


def _label(label: Label) -> str:
    x, y = label.at
    return (
        f'<text class="name {label.kind}" x="{x:g}" y="{y:g}" dy=".36em" '
        f'text-anchor="{label.anchor}">{escape(label.text)}</text>'
    )


def _bar(picture: Picture) -> str:
    """The scale, at the lower left corner."""
    y = picture.height - 8
    return (
        f'<g class="bar"><path d="M8 {y - 4:g}v4h{picture.length:g}v-4"/>'
        f'<text x="{8 + picture.length / 2:g}" y="{y - 6:g}" text-anchor="middle">{picture.kilometres} km</text></g>'
    )
