"""The shapes of a table as they stand in a picture without style sheets: each says itself how it looks.

What the pages' sheets say is worked out for each element and written into it, and each sign and outline is drawn where
it is used. So a picture that somebody takes along looks as the page did, in whatever shows it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from campaigns.catalogue import outlines
from missions.replay import board_markup
from missions.replay.board_markup import Signs
from missions.replay.board_svg import MOST_KEPT, Drawn
from missions.replay.style_sheets import MAP, STATIC, TABLE, Thing, rules

_SVG: Final = "{http://www.w3.org/2000/svg}"
_OUTLINE: Final = "outline-"
"""What the names of outlines begin with, so that none is taken for a sign."""
_MIX: Final = re.compile(r"color-mix\(in srgb, (#[0-9a-f]+) ([\d.]+)%, (#[0-9a-f]+)\)")
_PAINTED: Final = frozenset({
    "color", "fill", "fill-opacity", "filter", "font-family", "font-weight", "opacity", "paint-order", "stroke",
    "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity", "stroke-width", "text-anchor",
    "text-decoration",
})  # fmt: skip
"""What of all that is said changes a drawing."""
SIGNS: Final = Signs(marks="", outline_of=lambda name: f"#{_OUTLINE}{name}")
"""Addresses within a picture."""
_UNWRITABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no XML holds; names may."""
_WRITTEN: Final = str.maketrans({"✕": "×", "↶": "←", "↷": "→"})
"""What our faces have not, as they write it; a page leaves that to the reader's machine."""

Values = Mapping[str, str]


@lru_cache(maxsize=MOST_KEPT)
def painted(each: Drawn, *, is_night: bool) -> str:
    """A shape of a table in its group."""
    return paint(board_markup.shape(each, SIGNS), is_night=is_night)


@lru_cache(maxsize=256)
def paint(markup: str, *, is_night: bool) -> str:
    """Something that is drawn on a table."""
    element = ElementTree.fromstring(_UNWRITABLE.sub("", markup))
    board = board_thing(is_night)
    _paint(element, [board], values(board))
    return ElementTree.tostring(element, encoding="unicode")


def paint_map(markup: str) -> str:
    """A whole map, as ``campaigns.maps.markup.alone`` draws it."""
    element = ElementTree.fromstring(_UNWRITABLE.sub("", markup))
    _paint(element, [], values(Thing("svg", frozenset({MAP.removeprefix(".")}))))
    element.set("xmlns", _SVG.strip("{}"))
    return ElementTree.tostring(element, encoding="unicode")


def board_thing(is_night: bool) -> Thing:
    """A table itself."""
    word = TABLE.removeprefix(".")
    return Thing("svg", frozenset({word, "night"} if is_night else {word}))


@cache
def values(thing: Thing) -> Values:
    """The palette and what else is said once for all that stands in ``thing``."""
    found: dict[str, str] = {}
    for rule in rules():
        if rule.fits([thing]):
            found |= rule.says
    return MappingProxyType({name: value for name, value in found.items() if name.startswith("--")})


def colour(name: str, *, is_night: bool = False) -> str:
    """One of the palette: ``ink``, ``brass`` …"""
    return _worked_out(f"var(--{name})", values(board_thing(is_night)))


def _paint(element: Element, around: list[Thing], inherited: Values) -> None:
    line = [*around, Thing(element.tag, frozenset(element.attrib.pop("class", "").split()))]
    element.attrib.pop("data-key", None)
    said: dict[str, str] = {}
    for rule in rules():
        if rule.weight[0] >= 0 and rule.fits(line):
            said |= rule.says
    own = {**inherited, **{name: value for name, value in said.items() if name.startswith("--")}}
    for name, value in said.items():
        if name in _PAINTED:
            element.set(name, _measured(_worked_out(value, own), element))
    if element.text:
        element.text = element.text.translate(_WRITTEN)
    for child in element:
        _paint(child, line, own)
    if element.tag == "use":
        _put_in(element, own)


def _worked_out(value: str, known: Values) -> str:
    """Without a variable or a mixture."""
    while (begin := value.rfind("var(")) >= 0:
        end = value.index(")", begin)
        name, _, otherwise = value[begin + 4 : end].partition(",")
        found = known.get(name.strip(), otherwise.strip())
        if not found:
            raise ValueError(f"A rule of tables or maps asks for {name.strip()}, which no sheet names.")
        value = f"{value[:begin]}{found}{value[end + 1 :]}"
    return _MIX.sub(lambda match: _mixed(*match.groups()), value)


def _mixed(first: str, percent: str, second: str) -> str:
    share = float(percent) / 100
    parts = zip(_parts(first), _parts(second), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in parts)


def _parts(value: str) -> list[int]:
    digits = value[1:] if len(value) == 7 else "".join(2 * digit for digit in value[1:])
    return [int(digits[at : at + 2], 16) for at in (0, 2, 4)]


def _measured(value: str, element: Element) -> str:
    """In units of the picture."""
    if not value.endswith("em"):
        return value
    return f"{float(value.removesuffix('em')) * float(element.attrib['font-size']):g}"


def _put_in(use: Element, known: Values) -> None:
    """The sign or outline in the place of what refers to it, scaled to its square."""
    symbol = _symbols()[use.attrib.pop("href").removeprefix("#")]
    x, y, size = (float(use.attrib.pop(name)) for name in ("x", "y", "width"))
    del use.attrib["height"]
    left, top, width, height = map(float, symbol.attrib["viewBox"].split())
    scale = size / max(width, height)
    across, down = x + (size - width * scale) / 2 - left * scale, y + (size - height * scale) / 2 - top * scale
    use.tag = "g"
    moved = f"translate({across:g} {down:g}) scale({scale:g})"
    use.set("transform", f"{use.get('transform', '')} {moved}".strip())
    for part in symbol:
        drawn = {name: _worked_out(value, known) for name, value in part.attrib.items()}
        use.append(Element(part.tag.removeprefix(_SVG), drawn))


@cache
def _symbols() -> Mapping[str, Element]:
    found = ElementTree.parse(STATIC / "img" / "marks.svg").getroot().iter(f"{_SVG}symbol")
    return _Symbols({symbol.attrib["id"]: symbol for symbol in found})


class _Symbols(dict[str, Element]):
    """Signs by their names; outlines are read as they are wanted."""

    def __missing__(self, name: str) -> Element:
        self[name] = ElementTree.fromstring(outlines.symbol(name.removeprefix(_OUTLINE)))
        return self[name]
