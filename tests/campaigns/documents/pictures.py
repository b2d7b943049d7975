"""Pages as pictures, compared with pictures that somebody has looked at and approved.

``python -m tests.campaigns.documents.approve`` makes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import pypdfium2
from PIL import Image, ImageChops, ImageStat

APPROVED: Final = Path(__file__).parent / "approved"
FAILED: Final = Path("test-artifacts/pictures")
SCALE: Final = 0.8
"""Pixels a point: about 58 dpi, enough to read large type and to see whether something moved."""
BLOCK: Final = 8
"""Pixels of a block's side; faces and lines may be drawn a little darker or lighter within it."""
MOST_IN_A_BLOCK: Final = 48
MOST_ON_AVERAGE: Final = 1.5
"""Of 255 shades of grey."""


def pictures(document: bytes, pages: Sequence[int]) -> Iterator[tuple[int, Image.Image]]:
    """Each of ``pages``, from 1, with its picture in shades of grey."""
    opened = pypdfium2.PdfDocument(document)
    for page in pages:
        yield page, opened[page - 1].render(scale=SCALE, grayscale=True).to_pil()
    opened.close()


def path_of(name: str, page: int) -> Path:
    return APPROVED / f"{name}-{page}.png"


def difference(ours: Image.Image, theirs: Image.Image) -> tuple[int, float]:
    """How far the grey of two pictures of one size is apart: in the worst block, and on average."""
    size = (max(ours.width // BLOCK, 1), max(ours.height // BLOCK, 1))
    small = [each.convert("L").resize(size, Image.Resampling.BOX) for each in (ours, theirs)]
    apart = ImageChops.difference(*small)
    statistics = ImageStat.Stat(apart)
    return int(statistics.extrema[0][1]), float(statistics.mean[0])


def assert_approved(name: str, document: bytes, pages: Sequence[int]) -> None:
    """The pages look as their approved pictures do; what does not is left in ``test-artifacts/pictures``."""
    for page, ours in pictures(document, pages):
        approved = path_of(name, page)
        assert approved.exists(), (
            f"{approved.name} is missing: look at it, then python -m tests.campaigns.documents.approve {name}"
        )
        theirs = Image.open(approved)
        assert ours.size == theirs.size, f"{approved.name} has another size"
        worst, average = difference(ours, theirs)
        if worst > MOST_IN_A_BLOCK or average > MOST_ON_AVERAGE:
            FAILED.mkdir(parents=True, exist_ok=True)
            ours.save(FAILED / approved.name)
        assert worst <= MOST_IN_A_BLOCK, f"{approved.name}: a place differs by {worst} shades"
        assert average <= MOST_ON_AVERAGE, f"{approved.name}: it differs by {average:.1f} shades on average"
