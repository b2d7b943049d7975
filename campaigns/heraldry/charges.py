"""What stands in the middle of a badge: figures of our own, on a field of 40 by 40."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi, sin
from typing import Final, TypeAlias

from campaigns.heraldry.shapes import Shape, Steps, disc, filled, lined, polygon


def star(points: int, outer: float, inner: float) -> Steps:
    """Round the middle of the field, a ray upward."""
    around = ((outer if n % 2 == 0 else inner, pi * n / points) for n in range(2 * points))
    return polygon((20 + radius * sin(angle), 20 - radius * cos(angle)) for radius, angle in around)


def _bolt(light: str, dark: str) -> tuple[Shape, ...]:
    return (
        filled("M24 2 L8 22 L18 22 L13 38 L32 16 L21 16 L28 2 Z", light),
        filled("M24 2 L28 2 L21 16 L32 16 L13 38 L23 19 L16 19 Z", dark),
    )


def _wing(light: str, dark: str) -> tuple[Shape, ...]:
    return (
        filled(
            "M37 7 C26 4 10 6 2 13 C8 16.6 14 17.8 19 17.2 C14.6 19.6 12.4 22 12 25 C17 26.6 22 25.6 25.6 23 "
            "C23 26 22.4 29 23 33 C32 29 38 19 37 7 Z",
            light,
        ),
        filled("M37 7 C38 19 32 29 23 33 C22.4 29 23 26 25.6 23 C31 20 34 15 37 7 Z", dark),
        lined("M19 17.2 C25 16 30 13.6 33 10.4", dark, 1.4),
    )


def _compass(light: str, dark: str) -> tuple[Shape, ...]:
    return (
        Shape(star(8, 12, 5), fill=dark),
        Shape(star(4, 19, 4.2), fill=light),
        filled("M20 1 L23 17 L20 20 Z M39 20 L23 23 L20 20 Z M20 39 L17 23 L20 20 Z M1 20 L17 17 L20 20 Z", dark),
    )


def _sun(light: str, dark: str) -> tuple[Shape, ...]:
    return (Shape(star(12, 18, 10.5), fill=light), disc(20, 20, 8, dark), disc(20, 20, 6.4, light))


def _comet(light: str, dark: str) -> tuple[Shape, ...]:
    return (
        filled("M28 12 L2 30 L20 23 L6 38 L25 26 L18 38 L33 18 Z", dark),
        Shape(star(6, 10, 5), fill=light).moved(8.5, -8.5),
    )


def _peaks(light: str, dark: str) -> tuple[Shape, ...]:
    return (
        filled("M2 34 L15 9 L21 20 L26 13 L38 34 Z", light),
        filled("M15 9 L21 20 L18 26 L22 34 L14 34 L16 25 Z M26 13 L38 34 L29 34 L27 23 Z", dark),
    )


def _waves(light: str, dark: str) -> tuple[Shape, ...]:
    row = "M3 {0} C7 {1} 11 {1} 15 {0} C19 {2} 23 {2} 27 {0} C30.5 {1} 34 {1} 37 {0}"
    return tuple(
        lined(row.format(y, y - 5, y + 5), colour, 3.4) for y, colour in ((11, light), (20, dark), (29, light))
    )


def _horseshoe(light: str, dark: str) -> tuple[Shape, ...]:
    return (
        filled(
            "M8 6 L15 6 L13.5 20 C13.5 32 26.5 32 26.5 20 L25 6 L32 6 L34 21 C34 41 6 41 6 21 Z",
            light,
        ),
        *(disc(x, y, 1.3, dark) for x, y in ((10.4, 12), (9.8, 20), (12, 28), (28, 28), (30.2, 20), (29.6, 12))),
    )


def _bell(light: str, dark: str) -> tuple[Shape, ...]:
    return (
        filled("M20 4 C28 4 29 12 29.6 19 C30 25 33 27 35 30 L5 30 C7 27 10 25 10.4 19 C11 12 12 4 20 4 Z", light),
        filled("M20 4 C28 4 29 12 29.6 19 C30 25 33 27 35 30 L25 30 C25 20 25 10 20 4 Z", dark),
        disc(20, 33.5, 3.6, light),
    )


def _clover(light: str, dark: str) -> tuple[Shape, ...]:
    leaves = ((13.2, 12.2), (26.8, 12.2), (13.2, 25), (26.8, 25))
    return (
        lined("M20 19 C20 28 22 33 27 37.5", dark, 2.6),
        *(disc(x, y, 7.4, light) for x, y in leaves),
        lined("M10 9.4 L30 28 M30 9.4 L10 28", dark, 1.1),
    )


def _arrow(light: str, dark: str) -> tuple[Shape, ...]:
    return (
        filled("M20 2 L32 17 L24 15 L24 38 L16 38 L16 15 L8 17 Z", light),
        filled("M20 2 L32 17 L24 15 L24 38 L20 38 Z", dark),
    )


def _hourglass(light: str, dark: str) -> tuple[Shape, ...]:
    return (
        filled("M9 7 L31 7 C31 14 24 17 22 20 C24 23 31 26 31 33 L9 33 C9 26 16 23 18 20 C16 17 9 14 9 7 Z", light),
        filled("M13 11 L27 11 C25.4 14.4 22 16.6 20 18.6 C18 16.6 14.6 14.4 13 11 Z M20 24 L27 31 L13 31 Z", dark),
        lined("M7 5 L33 5 M7 35 L33 35", light, 3.2),
    )


def _propeller(light: str, dark: str) -> tuple[Shape, ...]:
    blade = "M18.6 20 C15 12 15.5 4 20 1 C22.6 5 22.6 13 21.4 20 Z"
    turned = "M21 18.6 C28 13.6 36 12.6 39 16 C36 20 28 22 20.8 21.4 Z"
    return (
        filled(blade, light),
        filled(turned, dark),
        filled("M21.4 20 C25 28 24.5 36 20 39 C17.4 35 17.4 27 18.6 20 Z", light),
        filled("M19 21.4 C12 26.4 4 27.4 1 24 C4 20 12 18 19.2 18.6 Z", dark),
        disc(20, 20, 3.6, light),
        disc(20, 20, 1.6, dark),
    )


def _flame(light: str, dark: str) -> tuple[Shape, ...]:
    return (
        filled("M20 3 C28 10 33 17 33 24 C33 32 27 37 20 37 C13 37 7 32 7 24 C7 17 12 10 20 3 Z", light),
        filled("M20 14 C24 19 27 22 27 27 C27 31.6 24 34 20 34 C16 34 13 31.6 13 27 C13 22 16 19 20 14 Z", dark),
    )


Charge: TypeAlias = Callable[[str, str], tuple[Shape, ...]]
"""The figure: ``light`` on the field, ``dark`` where it has a shaded side."""
CHARGES: Final[Mapping[str, Charge]] = {
    "bolt": _bolt,
    "wing": _wing,
    "compass": _compass,
    "sun": _sun,
    "comet": _comet,
    "peaks": _peaks,
    "waves": _waves,
    "horseshoe": _horseshoe,
    "bell": _bell,
    "clover": _clover,
    "arrow": _arrow,
    "hourglass": _hourglass,
    "propeller": _propeller,
    "flame": _flame,
}
