"""A portrait for each man, drawn from a seed: the same man has the same face everywhere and always.

His nation and his war say what he wears. A Green man is clean-shaven; an ace has a scarf, and more often the cap of
which he is proud; who was decorated wears his ribbons.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from campaigns.heraldry.caps import cap
from campaigns.heraldry.draw import Draw
from campaigns.heraldry.dress import Cap, Collar, Dress, dress_of, hairs_of, skins_of
from campaigns.heraldry.shapes import Picture, Point, Shape, Steps, bar, disc, ellipse, filled, lined

SIZE: Final = 64.0
MOST_RIBBONS: Final = 3
Rank = Literal["green", "pilot", "ace"]

_BACKS: Final = (
    ("#c9d3d6", "#dbe2e3"), ("#d8cfb8", "#e6dfcd"), ("#b9c7c0", "#cdd8d2"),
    ("#cdbfae", "#ded3c5"), ("#b8c2d1", "#ccd4df"),
)  # fmt: skip
_SCARVES: Final = (
    ("#ece6d6", "#cfc7b3"), ("#ece6d6", "#cfc7b3"), ("#a63d33", "#822d26"),
    ("#3d5a86", "#2d4568"), ("#d2a94a", "#b08a33"), ("#4c7059", "#385543"),
)  # fmt: skip
_RIBBONS: Final = ("#7a3b6b", "#a63d33", "#2f5b8c", "#c79a3a", "#3f6b4c", "#ded8c8")
INK: Final = "#33271f"


@dataclass(frozen=True, slots=True)
class Face:
    """Whose portrait it is: all that it is drawn from."""

    seed: int
    nation: str
    great_war: bool
    rank: Rank
    ribbons: int
    """Decorations, as many as are drawn."""


@lru_cache(maxsize=2048)
def portrait(face: Face) -> Picture:
    """Head and shoulders on a sheet of 64 by 64."""
    draw = Draw(face.seed)
    dress = dress_of(face.nation, great_war=face.great_war)
    skin = draw.weighed("skin", skins_of(face.nation))
    shade = _darker(skin, 0.86)
    hair = draw.weighed("hair", hairs_of(face.nation, skin))
    kind = _cap(draw, face, dress)
    has_scarf = draw.happens("scarf", {"green": 0.15, "pilot": 0.35, "ace": 0.8}[face.rank])
    back, light = draw.one_of("back", _BACKS)
    return Picture(
        SIZE,
        SIZE,
        (
            bar(0, 0, SIZE, SIZE, back),
            disc(32, 30, 27, light),
            *_shoulders(dress),
            *_ribbons(draw, face.ribbons),
            filled("M26 36 L38 36 L39 49 L32 54 L25 49 Z", _darker(skin, 0.74)),
            *_collar(draw.weighed("collar", dress.collars), dress),
            *(_scarf(draw) if has_scarf else ()),
            *_head(draw, skin, shade, hair, is_capped=kind in ("helmet", "old-helmet")),
            *_features(draw, face, skin, hair),
            *cap(kind, dress, hair),
        ),
    )


def _cap(draw: Draw, face: Face, dress: Dress) -> Cap:
    worn = dict(dress.caps)
    for each in worn:
        if face.rank == "ace" and each in ("peaked", "crusher", "kepi"):
            worn[each] *= 2
        if face.rank == "green" and each in ("side", "helmet", "old-helmet"):
            worn[each] *= 2
    return draw.weighed("cap", worn)


def _shoulders(dress: Dress) -> tuple[Shape, ...]:
    return (
        filled("M3 64 C4 54 13 49.5 24 46.5 L40 46.5 C51 49.5 60 54 61 64 Z", dress.cloth),
        filled("M34 64 L34 46.5 L40 46.5 C51 49.5 60 54 61 64 Z", dress.shade),
    )


def _ribbons(draw: Draw, count: int) -> tuple[Shape, ...]:
    """On his left breast; which they are his page tells."""
    colours = [_RIBBONS[(int(draw.between("ribbons", 0, 6)) + n) % len(_RIBBONS)] for n in range(count)]
    return tuple(bar(43 + 4 * n, 57.5, 3.6, 3.2, colour) for n, colour in enumerate(colours))


def _collar(kind: Collar, dress: Dress) -> tuple[Shape, ...]:
    if kind == "fur":
        return (
            filled("M20 47 C22 44 26 45.5 28 49 L32 60 L26.5 62 C22 59 18.6 52 20 47 Z", "#a48a66"),
            filled("M44 47 C42 44 38 45.5 36 49 L32 60 L37.5 62 C42 59 45.4 52 44 47 Z", "#8a7353"),
        )
    if kind == "stand":
        return (
            filled("M24 45 L32 50.5 L40 45 L41 50 L32 55.5 L23 50 Z", dress.band),
            lined("M32 55.5 L32 64", dress.band, 1.0),
        )
    shirt = (
        filled("M25 46.5 L32 54 L39 46.5 L41.5 50 L32 64 L22.5 50 Z", "#d9d2bf"),
        filled("M22.5 49.5 L32 64 L26 64 L19.5 52 Z", dress.band),
        filled("M41.5 49.5 L32 64 L38 64 L44.5 52 Z", dress.band),
    )
    tie = (filled("M30.2 53 L33.8 53 L34.6 60 L32 64 L29.4 60 Z", INK),)
    return (*shirt, *tie) if kind == "tie" else shirt


def _scarf(draw: Draw) -> tuple[Shape, ...]:
    cloth, shade = draw.one_of("scarf cloth", _SCARVES)
    return (
        filled("M29 52 L35 51 L38.5 64 L29.5 64 Z", shade),
        filled("M23.5 43.5 C26 49.5 38 49.5 40.5 43.5 L43 49.5 C38.5 56.5 25.5 56.5 21 49.5 Z", cloth),
        lined("M24 50.5 C28 53.4 36 53.4 40 50.5", shade, 0.9),
    )


def _head(draw: Draw, skin: str, shade: str, hair: str, *, is_capped: bool) -> tuple[Shape, ...]:
    wide = draw.between("width", 10.6, 12.4)
    jaw = draw.between("jaw", 5.6, 8.8)
    chin = draw.between("chin", 44.4, 47.4)
    ears = (
        ()
        if is_capped
        else (Shape(ellipse(32 - wide, 29.5, 2, 3.3), fill=skin), Shape(ellipse(32 + wide, 29.5, 2, 3.3), fill=shade))
    )
    sides = () if is_capped else (
        bar(32 - wide - 0.3, 20, 1.9, 7.6, hair),
        bar(32 + wide - 1.6, 20, 1.9, 7.6, hair),
    )  # fmt: skip
    return (
        *ears,
        Shape(_outline(wide, jaw, chin), fill=skin),
        Shape(_shaded(wide, jaw, chin), fill=shade),
        *sides,
    )


def _right(wide: float, jaw: float, chin: float) -> tuple[tuple[Point, ...], ...]:
    """The right contour from the crown to the chin, as curves."""
    return (
        ((32 + wide * 0.7, 11), (32 + wide, 16), (32 + wide, 24)),
        ((32 + wide, 33), (32 + jaw + 2.2, chin - 4), (32 + jaw * 0.55, chin - 0.6)),
        ((32 + jaw * 0.3, chin + 0.2), (32, chin + 0.2), (32, chin + 0.2)),
    )


def _outline(wide: float, jaw: float, chin: float) -> Steps:
    right = _right(wide, jaw, chin)
    start: Point = (32, 11)
    back: list[tuple[str, tuple[Point, ...]]] = []
    ends = (start, *(curve[-1] for curve in right))
    for curve, end in zip(reversed(right), reversed(ends[:-1]), strict=True):
        one, two, _ = curve
        back.append(("C", tuple((64 - x, y) for x, y in (two, one, end))))
    return (("M", (start,)), *(("C", curve) for curve in right), *back, ("Z", ()))


def _shaded(wide: float, jaw: float, chin: float) -> Steps:
    """The side away from the light."""
    right = _right(wide, jaw, chin)
    back: tuple[Point, ...] = ((36.5, chin - 3), (41.4, 34), (38, 11.5))
    return (("M", ((34, 11.2),)), *(("C", curve) for curve in right[:2]), ("C", back), ("Z", ()))


def _features(draw: Draw, face: Face, skin: str, hair: str) -> tuple[Shape, ...]:
    apart = draw.between("eyes", 4.7, 5.7)
    lids = draw.between("lids", 1.1, 1.5)
    brow = draw.between("brow", 0.9, 1.7)
    slope = draw.between("slope", -0.9, 0.9)
    nose = draw.between("nose", 1.4, 2.8)
    tip = draw.between("tip", 34, 36)
    smile = draw.between("smile", -0.3, 1.5)
    dark = _darker(skin, 0.6)
    return (
        *(Shape(ellipse(32 + x, 29, 1.15, lids), fill=INK) for x in (-apart, apart)),
        lined(f"M{29.6 - apart:.2f} {26 - slope:.2f} L{34.2 - apart:.2f} 26", hair, brow),
        lined(f"M{29.8 + apart:.2f} 26 L{34.4 + apart:.2f} {26 - slope:.2f}", hair, brow),
        filled(f"M31.6 28 L{32 + nose:.2f} {tip:.2f} L30.6 {tip + 0.5:.2f} Z", _darker(skin, 0.78)),
        lined(f"M28.6 39.4 C30.6 {39.4 + smile:.2f} 33.4 {39.4 + smile:.2f} 35.6 39.2", dark, 1.1),
        *_lip(draw, face, hair),
        *_pipe(draw, face),
    )


def _lip(draw: Draw, face: Face, hair: str) -> tuple[Shape, ...]:
    """A moustache, of those who have one."""
    old = {"handlebar": 2.0} if face.great_war else {"handlebar": 0.7}
    worn = {"": 9.0, "pencil": 2.0, "full": 2.0, **old}
    if face.rank == "green" or (face.nation in ("us", "jp") and draw.happens("shaven", 0.5)):
        return ()
    kind = draw.weighed("moustache", worn)
    if kind == "pencil":
        return (lined("M28.2 37.9 C30 37 31.4 37.4 32 37.6 C32.6 37.4 34 37 35.8 37.9", hair, 1.0),)
    if kind == "full":
        return (
            filled(
                "M26.6 39.6 C27.4 36.6 30.4 36 32 36.8 C33.6 36 36.6 36.6 37.4 39.6 C35 38.8 33.4 39 32 38.8"
                " C30.6 39 29 38.8 26.6 39.6 Z",
                hair,
            ),
        )
    if kind == "handlebar":
        return (
            filled(
                "M32 37 C30 35.8 27.6 37.6 24.8 37.2 C23.8 37 23 36.2 23 35 C22 37.4 23.6 39.8 26 39.8"
                " C28.4 39.8 30.8 39.4 32 38.6 C33.2 39.4 35.6 39.8 38 39.8 C40.4 39.8 42 37.4 41 35"
                " C41 36.2 40.2 37 39.2 37.2 C36.4 37.6 34 35.8 32 37 Z",
                hair,
            ),
        )
    return ()


def _pipe(draw: Draw, face: Face) -> tuple[Shape, ...]:
    if face.rank == "green" or not draw.happens("pipe", 0.09):
        return ()
    return (
        lined("M35.4 39.8 L43.6 42.8", "#2b211a", 1.4),
        filled("M42.4 39 L47.8 39.4 C47.8 42 47.2 45 45.4 45.4 C43.6 45.4 42.4 43.4 42.4 39 Z", "#6b3f24"),
        filled("M42.2 38.4 L48 38.8 L48 40 L42.2 39.6 Z", "#4a2b18"),
    )


def _darker(colour: str, part: float) -> str:
    """
    >>> _darker("#ff8000", 0.5)
    '#7f4000'
    """
    return "#" + "".join(f"{int(int(colour[n : n + 2], 16) * part):02x}" for n in (1, 3, 5))
