"""Pictures that people upload, as the house keeps them: square, small, made anew, nothing of the file but what is seen.

Whatever comes in is decoded, turned as its camera says, cut square around its middle, scaled, laid on white and written
as a JPEG of our own: no remark, no place, no second file behind the picture goes with it. What has been through here
once comes out as it is, so a picture has the same bytes wherever its campaign is carried.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from threading import Lock
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

from config.common.refusals import Refusal

LARGEST: Final = 4_000_000
"""Bytes of a file that are read."""
MOST_PIXELS: Final = 16_000_000
"""Of a picture that is decoded, whatever a small file says of itself: 64 MB, and of a WebP file six times that while it
is read."""
LEAST: Final = 32
"""Pixels, across and down."""
SIZE: Final = 320
"""Pixels, of what is kept: twice as many as any page shows, and sharp on the cover of a book."""
MOST_BYTES: Final = 30_000
MOST_OF_A_SIDE: Final = 100
"""Pictures that a side has in a campaign: three megabytes."""
FORMATS: Final = ("PNG", "JPEG", "WEBP", "GIF")
TAKEN: Final = "PNG, JPEG, WebP or GIF"

_QUALITIES: Final = (88, 80, 72, 64, 56, 46, 36, 26, 16)
_ROUNDS: Final = 12
"""In which what is written and read again comes to rest, but for pictures that are nothing but noise."""
_PAPER: Final = "#ffffff"
_ONE_AT_A_TIME: Final = Lock()
"""Eight people at once, each with a file of two hundred bytes, would take three gigabytes of a server."""


@dataclass(frozen=True, slots=True)
class Raster:
    """One that is kept."""

    jpeg: bytes

    @property
    def digest(self) -> str:
        """By which journals and addresses name it."""
        return sha256(self.jpeg).hexdigest()


def made_anew(content: bytes, *, most_pixels: int = MOST_PIXELS) -> Raster:
    """What is kept of a file. Raises ``Refusal``."""
    if not content:
        raise Refusal("The file is empty.", "file")
    if len(content) > LARGEST:
        raise Refusal(f"The file is larger than {LARGEST // 1_000_000} MB. Make the picture smaller first.", "file")
    _refuse_unless_small(_webp_size(content), most_pixels)
    try:
        with _ONE_AT_A_TIME, Image.open(BytesIO(content), formats=FORMATS) as image:
            _refuse_unless_small(image.size, most_pixels)
            return Raster(_written(_square(image), content))
    except Refusal:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _too_many(most_pixels) from None
    except UnidentifiedImageError:
        raise Refusal(f"This is no picture that can be read here: choose a {TAKEN} file.", "file") from None
    except Exception:  # decoders raise whatever a broken file leads them into
        raise Refusal(
            "The picture cannot be read: the file is damaged or not whole. Save it anew, or choose another.", "file"
        ) from None


def _refuse_unless_small(size: tuple[int, int] | None, most_pixels: int) -> None:
    """Before anything is decoded."""
    if size is None:
        return
    width, height = size
    if width * height > most_pixels:
        raise _too_many(most_pixels)
    if min(width, height) < LEAST:
        raise Refusal(f"The picture is too small: it takes {LEAST} pixels across and down, or more.", "file")


def _too_many(most_pixels: int) -> Refusal:
    return Refusal(f"The picture has more than {most_pixels:,} pixels. Make it smaller first.", "file")


def _webp_size(content: bytes) -> tuple[int, int] | None:
    """What a WebP file says of its size; ``None`` of any other. Opened, it takes the room for all its pixels at once.

    >>> _webp_size(b"RIFF....WEBPVP8X...." + bytes(4) + bytes([255, 255, 0, 15, 0, 0]))
    (65536, 16)
    """
    if content[:4] != b"RIFF" or content[8:12] != b"WEBP":
        return None
    kind, head = content[12:16], content[20:30]
    if kind == b"VP8X":
        return int.from_bytes(head[4:7], "little") + 1, int.from_bytes(head[7:10], "little") + 1
    if kind == b"VP8L":
        both = int.from_bytes(head[1:5], "little")
        return (both & 0x3FFF) + 1, (both >> 14 & 0x3FFF) + 1
    return int.from_bytes(head[6:8], "little") & 0x3FFF, int.from_bytes(head[8:10], "little") & 0x3FFF


def _square(image: Image.Image) -> Image.Image:
    """The middle of its first frame, upright, in plain colours."""
    if image.format == "JPEG":
        image.draft("RGB", (4 * SIZE, 4 * SIZE))  # a large photograph is not read larger than it is wanted
    image.load()
    ImageOps.exif_transpose(image, in_place=True)
    side = min(image.size)
    left, top = (image.width - side) // 2, (image.height - side) // 2
    cut = image.crop((left, top, left + side, top + side))
    if cut.mode.startswith("I"):
        cut = cut.point(lambda value: value / 256).convert("L")  # sixteen bits a pixel
    seen = cut.convert("RGB") if cut.mode in ("CMYK", "YCbCr") else cut.convert("RGBA")
    if side > SIZE:
        seen = seen.resize((SIZE, SIZE), Image.Resampling.LANCZOS, reducing_gap=3.0)
    if seen.mode != "RGBA":
        return seen
    paper = Image.new("RGBA", seen.size, _PAPER)
    paper.alpha_composite(seen)
    return paper.convert("RGB")


def _written(image: Image.Image, content: bytes) -> bytes:
    """The best that is small enough; ``content`` itself if it is a picture that we have written."""
    if len(content) <= MOST_BYTES and any(_jpeg(image, quality) == content for quality in _QUALITIES):
        return content
    found = b""
    for quality in _QUALITIES:
        found = _jpeg(image, quality)
        if len(found) > MOST_BYTES:
            continue
        for _ in range(_ROUNDS):
            again = _jpeg(Image.open(BytesIO(found), formats=("JPEG",)), quality)
            if again == found:
                return found
            found = again
    return found


def _jpeg(image: Image.Image, quality: int) -> bytes:
    target = BytesIO()
    image.save(target, "JPEG", quality=quality, subsampling=0)
    return target.getvalue()
