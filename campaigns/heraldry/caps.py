"""What a man has on his head: drawn over it, his brow at 22 down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from campaigns.heraldry.dress import Cap, Dress
from campaigns.heraldry.shapes import Shape, disc, ellipse, filled, lined

LEATHER: Final = "#6f4e33"
LEATHER_DARK: Final = "#543a26"
FUR: Final = "#8c7358"
FUR_DARK: Final = "#6e5943"
BRASS: Final = "#d3ab55"
PEAK: Final = "#23252a"
GLASS: Final = "#a9c3cc"
RIM: Final = "#2f2a26"


def cap(kind: Cap, dress: Dress, hair: str) -> tuple[Shape, ...]:
    """The cap of that kind in the nation's cloth; of a bare head its hair."""
    return _CAPS[kind](dress, hair)


def _peaked(dress: Dress, hair: str) -> tuple[Shape, ...]:
    return (
        filled(
            "M13.5 13.5 C17 5.5 47 5.5 50.5 13.5 C49.5 16.5 46.5 18 45 18.5 L19 18.5 C17.5 18 14.5 16.5 13.5 13.5 Z",
            dress.cloth,
        ),
        filled("M34 7.5 C42 7.6 48.7 9.5 50.5 13.5 C49.5 16.5 46.5 18 45 18.5 L36 18.5 Z", dress.shade),
        filled("M19 18 L45 18 L44.5 22.5 L19.5 22.5 Z", dress.band),
        filled("M19.3 22.2 C26 20.8 38 20.8 44.7 22.2 C42.5 26.6 21.5 26.6 19.3 22.2 Z", PEAK),
        disc(32, 18, 2.3, BRASS),
    )


def _crusher(dress: Dress, hair: str) -> tuple[Shape, ...]:
    return (
        filled(
            "M12.5 16.5 C12 12 20 7 32 6.2 C44 7 52 12 51.5 16.5 C50 18.8 47 18.6 45 18.5 L19 18.5"
            " C17 18.6 14 18.8 12.5 16.5 Z",
            dress.cloth,
        ),
        filled("M34 6.4 C45 7.5 52 12 51.5 16.5 C50 18.8 47 18.6 45 18.5 L37 18.5 C40 14 38 9 34 6.4 Z", dress.shade),
        filled("M19 17.8 L45 17.8 L44.6 22.5 L19.4 22.5 Z", dress.band),
        filled("M18.8 22.2 C26 20.6 38 20.6 45.2 22.2 C43 27 21 27 18.8 22.2 Z", "#4a2f1d"),
        filled("M29 16.8 C31 13.4 33 13.4 35 16.8 L33.4 20 L30.6 20 Z", BRASS),
    )


def _side(dress: Dress, hair: str) -> tuple[Shape, ...]:
    return (
        filled(
            "M18.8 21.5 C19.5 14 25 8.5 31.5 7.2 C39.5 8.6 45.5 14 46.2 22 C38 18.6 27 18.4 18.8 21.5 Z", dress.cloth
        ),
        filled(
            "M18.8 21.5 C20 17.4 25 13.8 33.2 12.8 C40.6 14 45.4 17.4 46.2 22 C38 18.6 27 18.4 18.8 21.5 Z", dress.shade
        ),
        lined("M18.8 21.5 C20 17.4 25 13.8 33.2 12.8 C40.6 14 45.4 17.4 46.2 22", dress.band, 0.8),
        disc(32.6, 16.4, 1.6, BRASS),
    )


def _field(dress: Dress, hair: str) -> tuple[Shape, ...]:
    return (
        filled("M19.2 21 C18.6 11 24 7.6 32 7.4 C40 7.6 45.4 11 44.8 21 L44.6 22.5 L19.4 22.5 Z", dress.cloth),
        filled("M35 7.5 C41 8.2 45.4 11.6 44.8 21 L44.6 22.5 L37.5 22.5 C39.5 16 38.5 11 35 7.5 Z", dress.shade),
        lined("M19.4 17.6 C27 15.8 37 15.8 44.6 17.6", dress.band, 0.8),
        filled("M19.2 22 C26 20.4 38 20.4 44.8 22 C43.4 26.8 20.6 26.8 19.2 22 Z", dress.band),
        disc(32, 13.2, 1.8, BRASS),
    )


def _kepi(dress: Dress, hair: str) -> tuple[Shape, ...]:
    return (
        filled("M20.6 9.4 C26 7 38 7 43.4 9.4 L45 22.5 L19 22.5 Z", dress.cloth),
        filled("M36 7.7 C39 7.9 41.6 8.6 43.4 9.4 L45 22.5 L37.5 22.5 Z", dress.shade),
        filled("M20.6 9.4 C26 7 38 7 43.4 9.4 C38 11.8 26 11.8 20.6 9.4 Z", dress.band),
        lined("M19.3 18.8 L44.7 18.8", BRASS, 1.0),
        filled("M18.8 22 C26 20.2 38 20.2 45.2 22 C43 26.4 21 26.4 18.8 22 Z", PEAK),
    )


def _fur(dress: Dress, hair: str) -> tuple[Shape, ...]:
    return (
        filled("M21 12 C22 5.4 42 5.4 43 12 L43 18 L21 18 Z", dress.cloth),
        filled(
            "M16.2 33 C14.6 25 15 15.4 18.2 12.4 C26 9.8 38 9.8 45.8 12.4 C49 15.4 49.4 25 47.8 33"
            " C45.4 32.6 44.2 29 43.8 22.4 C36 20.8 28 20.8 20.2 22.4 C19.8 29 18.6 32.6 16.2 33 Z",
            FUR,
        ),
        filled(
            "M45.8 12.4 C49 15.4 49.4 25 47.8 33 C45.4 32.6 44.2 29 43.8 22.4 C41 21.8 39 21.5 36.5 21.4"
            " C39 18 39.6 14 38.4 10.7 C41 11 43.6 11.6 45.8 12.4 Z",
            FUR_DARK,
        ),
        disc(32, 16, 1.9, BRASS),
    )


def _goggles(y: float) -> tuple[Shape, ...]:
    return (
        lined(f"M18.6 {y + 1.2} C26 {y - 1.4} 38 {y - 1.4} 45.4 {y + 1.2}", RIM, 2.2),
        Shape(ellipse(26.4, y, 5.1, 3.9), fill=RIM),
        Shape(ellipse(37.6, y, 5.1, 3.9), fill=RIM),
        Shape(ellipse(26.4, y, 3.7, 2.6), fill=GLASS),
        Shape(ellipse(37.6, y, 3.7, 2.6), fill=GLASS),
    )


def _helmet(dress: Dress, hair: str) -> tuple[Shape, ...]:
    return (
        filled(
            "M18.4 41 C16.4 34 16.4 22 19 16 C22 8.6 27 7.2 32 7.2 C37 7.2 42 8.6 45 16"
            " C47.6 22 47.6 34 45.6 41 C43.6 42.6 42 42 41.2 40.4 C43 34 43 28 41.4 23.4"
            " C36 20.8 28 20.8 22.6 23.4 C21 28 21 34 22.8 40.4 C22 42 20.4 42.6 18.4 41 Z",
            LEATHER,
        ),
        filled(
            "M34 7.3 C38 7.6 42.4 9.4 45 16 C47.6 22 47.6 34 45.6 41 C43.6 42.6 42 42 41.2 40.4"
            " C43 34 43 28 41.4 23.4 C39.4 22.4 37.4 21.8 35.4 21.6 C37.8 17 37.4 11 34 7.3 Z",
            LEATHER_DARK,
        ),
        Shape(ellipse(18.8, 30.4, 2.6, 4.2), fill=LEATHER_DARK),
        Shape(ellipse(45.2, 30.4, 2.6, 4.2), fill="#432d1d"),
        *_goggles(15.6),
    )


def _old_helmet(dress: Dress, hair: str) -> tuple[Shape, ...]:
    return (
        filled(
            "M17.6 43.4 C15.8 34 16 22 19 16 C22 8.8 27 7.4 32 7.4 C37 7.4 42 8.8 45 16"
            " C48 22 48.2 34 46.4 43.4 C44.4 46 40 47 37.4 47.4 C41.4 42 43.6 32 41.2 24"
            " C36 21.6 28 21.6 22.8 24 C20.4 32 22.6 42 26.6 47.4 C24 47 19.6 46 17.6 43.4 Z",
            "#4e3a2c",
        ),
        filled(
            "M34 7.5 C38 7.8 42.4 9.6 45 16 C48 22 48.2 34 46.4 43.4 C44.4 46 40 47 37.4 47.4"
            " C41.4 42 43.6 32 41.2 24 C39 23 37 22.5 35 22.3 C37.8 17 37.4 11 34 7.5 Z",
            "#3b2b20",
        ),
        lined("M32 7.4 L32 21.8", "#3b2b20", 0.8),
        *_goggles(16.6),
    )


def _bare(dress: Dress, hair: str) -> tuple[Shape, ...]:
    return (
        filled(
            "M19 27 C16.4 16 22 9 33 8.6 C43 8.6 47.6 15.6 45 27 C44.2 24 43.6 21.4 42 19.4"
            " C36 20.6 29 19 25.2 15.6 C24.6 18.4 21 20.6 20.4 23 C19.8 24.4 19.4 25.6 19 27 Z",
            hair,
        ),
    )


_CAPS: Final[Mapping[Cap, Callable[[Dress, str], tuple[Shape, ...]]]] = {
    "peaked": _peaked,
    "crusher": _crusher,
    "side": _side,
    "field": _field,
    "kepi": _kepi,
    "fur": _fur,
    "helmet": _helmet,
    "old-helmet": _old_helmet,
    "bare": _bare,
}
