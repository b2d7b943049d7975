"""A picture as pixels: drawn by resvg, with our own faces, and nothing fetched."""

from __future__ import annotations

from typing import Final

import resvg_py

from campaigns.documents.kit.fonts import CONDENSED, FOLDER, JAPANESE, SANS

_FACES: Final = (CONDENSED.regular, CONDENSED.bold, SANS.regular, SANS.bold, SANS.italic, *JAPANESE[:2])
_FILES: Final = [str(FOLDER / f"{face}.ttf") for face in _FACES]


def png(svg: str, width: int) -> bytes:
    """The picture so many pixels wide."""
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        font_files=_FILES,
        font_family="Fira Sans Condensed",
        skip_system_fonts=True,
    )
