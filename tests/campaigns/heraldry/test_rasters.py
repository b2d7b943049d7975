"""What is kept of a picture that somebody uploads, and what is refused."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from threading import Event
from typing import Any

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from campaigns.heraldry import rasters
from campaigns.heraldry.rasters import LARGEST, MOST_BYTES, SIZE, made_anew
from config.common.refusals import Refusal
from tests import make

RED, BLUE, WHITE = (200, 30, 30), (30, 30, 200), (255, 255, 255)


def written(image: Image.Image, kind: str, **how: Any) -> bytes:
    target = BytesIO()
    image.save(target, kind, **how)
    return target.getvalue()


def kept(content: bytes) -> Image.Image:
    """What is kept of a file; the same comes of it again."""
    raster = made_anew(content)
    assert len(raster.jpeg) <= MOST_BYTES
    assert made_anew(raster.jpeg) == raster, "it does not change when it is carried elsewhere"
    image = Image.open(BytesIO(raster.jpeg))
    assert (image.format, image.mode) == ("JPEG", "RGB")
    assert image.width == image.height <= SIZE
    return image


def is_about(seen: Any, wanted: tuple[int, int, int], by: int = 12) -> bool:
    return all(abs(one - other) <= by for one, other in zip(seen, wanted, strict=True))


def noise(width: int, height: int) -> Image.Image:
    return Image.frombytes("RGB", (width, height), random.Random(7).randbytes(3 * width * height))


def halves(mode: str = "RGB", width: int = 200, height: int = 100) -> Image.Image:
    """Red on the left, blue on the right."""
    image = Image.new("RGB", (width, height), RED)
    image.paste(BLUE, (width // 2, 0, width, height))
    return image.convert(mode)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_of_a_picture_its_middle_is_kept_square_and_small(kind: str) -> None:
    image = kept(written(halves(width=900, height=500), kind))
    assert image.size == (SIZE, SIZE)
    assert is_about(image.getpixel((20, 160)), RED)
    assert is_about(image.getpixel((300, 160)), BLUE)


def test_even_noise_is_small_and_a_small_picture_is_not_blown_up() -> None:
    assert kept(written(noise(700, 640), "PNG")).size == (SIZE, SIZE)
    assert kept(make.picture(size=(40, 60))).size == (40, 40)


def test_a_picture_stands_as_its_camera_says() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned a quarter, clockwise
    image = kept(written(halves(width=1000, height=700), "JPEG", exif=exif))
    assert is_about(image.getpixel((160, 10)), RED)
    assert is_about(image.getpixel((160, 310)), BLUE)


@pytest.mark.parametrize(
    ("content", "colour"),
    [
        (written(halves("CMYK"), "JPEG"), RED),
        (written(halves("L"), "JPEG"), None),
        (written(halves("P"), "PNG", transparency=0), None),
        (written(Image.new("RGBA", (64, 64), (200, 30, 30, 0)), "PNG"), WHITE),
        (written(Image.new("RGBA", (64, 64), (200, 30, 30, 0)), "WEBP", lossless=True), WHITE),
        (written(Image.new("LA", (64, 64), (0, 0)), "PNG"), WHITE),
        (written(Image.new("RGB", (64, 64), RED), "PNG", transparency=RED), WHITE),
        (written(Image.new("P", (64, 64), 3), "GIF", transparency=3), WHITE),
        (written(Image.new("I;16", (64, 64), 0x8000), "PNG"), (128, 128, 128)),
        (written(Image.new("1", (64, 64), 1), "PNG"), WHITE),
    ],
    ids=["cmyk", "grey", "palette", "clear", "clear-webp", "clear-grey", "one-clear", "clear-gif", "16-bit", "1-bit"],
)
def test_each_way_of_colours_is_read_and_what_is_clear_lies_on_white(content: bytes, colour: Any) -> None:
    image = kept(content)
    assert colour is None or is_about(image.getpixel((8, 8)), colour, by=30)


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG"])
def test_of_a_picture_that_moves_the_first_moment_is_kept(kind: str) -> None:
    frames = [Image.new("RGB", (64, 64), colour) for colour in (RED, BLUE, WHITE)]
    content = written(frames[0], kind, save_all=True, append_images=frames[1:])
    assert is_about(kept(content).getpixel((30, 30)), RED)


def test_nothing_of_the_file_is_kept_but_what_is_seen() -> None:
    exif = Image.Exif()
    exif[0x010E] = "Taken at home"
    jpeg = written(noise(400, 300), "JPEG", exif=exif, comment=b"Taken at home") + b"PK\x03\x04 Taken at home"
    remarks = PngInfo()
    remarks.add_text("Comment", "Taken at home")
    png = written(noise(100, 100), "PNG", pnginfo=remarks) + b"Taken at home"
    own = made_anew(make.picture()).jpeg
    for content in (jpeg, png, own + b"Taken at home"):
        made = made_anew(content).jpeg
        assert b"Taken at home" not in made
        assert not Image.open(BytesIO(made)).getexif()
        assert made.endswith(b"\xff\xd9")


def headed(width: int, height: int) -> bytes:
    """A PNG of some hundred bytes that says it is so large."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(bytes(100_000), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def webp_of(kind: bytes, head: bytes) -> bytes:
    return b"RIFF" + struct.pack("<I", 100) + b"WEBP" + kind + struct.pack("<I", 10) + head + bytes(80)


@pytest.mark.parametrize(
    "content",
    [
        headed(30_000, 30_000),
        headed(20_000, 9_000),
        headed(4_000, 4_001),
        written(Image.new("P", (4_100, 4_000)), "GIF"),
        webp_of(b"VP8X", bytes(4) + b"\xff\x3f\x00\xff\x3f\x00"),
        webp_of(b"VP8L", b"\x2f\xff\xff\xff\x0f" + bytes(5)),
        webp_of(b"VP8 ", b"\x00\x00\x00\x9d\x01\x2a\xff\x3f\xff\x3f"),
    ],
    ids=["bomb", "warned-of", "a-row-too-many", "gif", "webp", "webp-lossless", "webp-lossy"],
)
def test_what_has_too_many_pixels_is_refused_before_it_is_decoded(
    content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decoded(*_: object) -> None:
        raise AssertionError("it was decoded")

    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", decoded)
    with pytest.raises(Refusal, match="more than 16,000,000 pixels"):
        made_anew(content)


def cut_off(content: bytes) -> bytes:
    return content[: len(content) // 2]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "The file is empty."),
        (b"GIF89a", "damaged|no picture"),
        (b"Dear Sirs, enclosed you find our badge.", "no picture that can be read here: choose a PNG, JPEG"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"><rect width="90" height="90"/></svg>', "no picture"),
        (written(noise(90, 90), "BMP"), "no picture"),
        (written(noise(90, 90), "TIFF"), "no picture"),
        (cut_off(written(noise(90, 90), "PNG")), "damaged or not whole"),
        (cut_off(written(noise(90, 90), "JPEG")), "damaged or not whole"),
        (cut_off(written(noise(90, 90), "WEBP")), "damaged|no picture"),
        (cut_off(written(noise(90, 90), "GIF")), "damaged or not whole"),
        (headed(900, 900), "damaged or not whole"),
        (make.picture(size=(500, 31)), "too small: it takes 32 pixels"),
        (b"\x89PNG" + bytes(LARGEST), "larger than 4 MB"),
    ],
)
def test_a_file_that_is_no_whole_picture_is_refused_with_a_sentence(content: bytes, why: str) -> None:
    with pytest.raises(Refusal, match=why) as refused:
        made_anew(content)
    assert refused.value.field == "file"


def _turned_over(content: bytes, chance: random.Random) -> bytes:
    damaged = bytearray(content)
    for _ in range(chance.randint(1, 12)):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    return bytes(damaged)


@pytest.mark.parametrize(
    "write", [lambda kind=kind: written(noise(48, 40), kind) for kind in ("PNG", "JPEG", "WEBP", "GIF")]
)
def test_whatever_is_wrong_in_a_file_a_sentence_says_so(write: Callable[[], bytes]) -> None:
    whole, chance = write(), random.Random(3)
    for _ in range(60):
        try:
            kept = made_anew(_turned_over(whole, chance))
        except Refusal:
            continue
        assert made_anew(kept.jpeg) == kept, "what is taken is a picture of ours"


def test_one_picture_at_a_time_is_decoded_however_many_are_uploaded(monkeypatch: pytest.MonkeyPatch) -> None:
    first, let_go, begun = Event(), Event(), list[int]()
    square = rasters._square

    def slowly(image: Image.Image) -> Image.Image:
        begun.append(image.width)
        first.set()
        assert let_go.wait(10)
        return square(image)

    monkeypatch.setattr(rasters, "_square", slowly)
    with ThreadPoolExecutor(2) as people:
        one = people.submit(made_anew, written(halves(width=200), "PNG"))
        assert first.wait(10)
        other = people.submit(made_anew, written(halves(width=300), "PNG"))
        with pytest.raises(TimeoutError):
            other.result(0.2)
        assert begun == [200]
        let_go.set()
        assert one.result(10).jpeg
        assert other.result(10).jpeg
    assert begun == [200, 300]
