"""A whole fight as a moving picture for taking along: a GIF, one picture a step, never larger than clubs may post.

Of each step only what has changed since the one before is written. Where that is still too much the picture is made
smaller, and then steps are left out: first those that only routine made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from operator import sub
from typing import Final, TypeAlias

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from engine.core.game import Frame, Side, System
from missions.replay import still
from missions.replay.frames import Heading, is_kill
from missions.replay.pixels import png
from missions.replay.still import FOOT, HEAD, WORDS, Scene

MOST: Final = 3_000_000
"""Bytes."""
SIZES: Final = (800, 640)
"""Pixels across."""
TALLEST: Final = 760.0
"""The room for the table, in units of the picture; taller ones are drawn smaller."""
COLOURS: Final = 127
UNCHANGED: Final = COLOURS
"""The number of the colour that lets through what was there before."""
AREA: Final = 0.001
"""Share of the pictures that a colour covers which is not only that of an edge."""
SAMPLES: Final = 8
"""Steps that the colours are taken from."""
FIRST, STEP, LETTER, LONGEST, LAST = 2400, 1000, 16, 3200, 6000
"""Milliseconds that a step stands: the first, each, more for each letter to be read, at most, the last."""
HEADER: Final = b"GIF89a"
AGAIN: Final = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
"""It begins again when it is over."""
END: Final = b";"
LEAVE: Final = 1
"""What a step draws stays for the next."""

Progress = Callable[[int, int], None]
Colour: TypeAlias = tuple[int, ...]


class TooLarge(Exception):
    """More bytes than there may be."""


def gif(
    system: System,
    frames: Sequence[Frame],
    sides: Sequence[Side],
    heading: Heading,
    on_progress: Progress,
    most: int = MOST,
) -> bytes:
    """The moving picture of what is watched, in ``most`` bytes. The same fight gives the same bytes."""
    scenes = [still.scene(system, frames, sides, frame.number) for frame in frames]
    steps, width = list(range(len(frames))), SIZES[0]
    while True:
        try:
            return _gif([scenes[number] for number in steps], heading, width, on_progress, most)
        except TooLarge:
            if width != SIZES[-1]:
                width = SIZES[SIZES.index(width) + 1]
            else:
                steps = fewer(frames, steps)


def fewer(frames: Sequence[Frame], steps: Sequence[int]) -> list[int]:
    """Without what only routine made; where that is gone already without every other but the kills and both ends.

    Of steps that are all kills every other stays.
    """
    ends = (steps[0], steps[-1])
    kept = [each for each in steps if each in ends or any(event.weight in _NEWS for event in frames[each].events)]
    if len(kept) == len(steps):
        kept = [each for at, each in enumerate(steps) if not at % 2 or each in ends or is_kill(frames[each])]
    if len(kept) == len(steps):
        kept = [each for at, each in enumerate(steps) if not at % 2 or each == ends[1]]
    return kept


_NEWS: Final = ("news", "decisive")


def _gif(scenes: Sequence[Scene], heading: Heading, width: int, on_progress: Progress, most: int) -> bytes:
    height = HEAD + min(max(each.board.height for each in scenes), TALLEST) + WORDS + FOOT
    every = max(1, len(scenes) // SAMPLES)
    samples = [_pixels(each, heading, width, height) for each in scenes[::every]]
    palette, size_of = _palette(samples), samples[0].size
    colours = bytes(palette.getpalette() or ()).ljust(3 * 256, b"\0")[: 3 * (COLOURS + 1)]
    parts = [_beginning(*size_of, colours), AGAIN]
    size = sum(map(len, parts)) + len(END)
    last = len(scenes) - 1
    times = [_time(each, number, last) for number, each in enumerate(scenes)]
    pictures = (_pixels(each, heading, width, height) for each in scenes)
    for number, part in enumerate(_written(pictures, palette, times)):
        parts.append(part)
        size += len(part)
        if size > most and last > 1:
            raise TooLarge
        on_progress(number + 1, len(scenes))
    return b"".join([*parts, END])


def _pixels(found: Scene, heading: Heading, width: int, height: float) -> Image.Image:
    drawn = still.svg(found, heading, height=height, has_letters=False)
    return Image.open(BytesIO(png(drawn, width))).convert("RGB")


def _palette(samples: Sequence[Image.Image]) -> Image.Image:
    """The colours of a few steps, for all of them: those of areas, and of those at edges the most frequent.

    A drawn table has few colours and many in between, at edges: of those that are nearly alike one is enough.
    """
    counts = Counter[Colour]()
    for each in samples:
        width, height = each.size
        for count, colour in each.getcolors(width * height) or ():
            assert isinstance(colour, tuple), "of a picture in full colours"
            counts[colour] += count
    least = counts.total() * AREA
    chosen = [colour for colour, count in counts.most_common(COLOURS) if count >= least]
    for apart in (12, 4, 1):
        for colour, _ in counts.most_common():
            if len(chosen) == COLOURS:
                break
            if all(max(map(abs, map(sub, colour, other))) >= apart for other in chosen):
                chosen.append(colour)
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in chosen for part in colour])
    return palette


def _written(pictures: Iterable[Image.Image], palette: Image.Image, times: Sequence[int]) -> Iterator[bytes]:
    """Each step, where it differs from the one before."""
    before: Image.Image | None = None
    for picture, time in zip(pictures, times, strict=True):
        now = picture.quantize(palette=palette, dither=Image.Dither.NONE)
        if before is None:
            yield b"".join(getdata(now, duration=time, disposal=LEAVE))
        else:
            changed = ImageChops.difference(_numbers(now), _numbers(before)).point(lambda value: 255 * bool(value))
            box = changed.getbbox() or (0, 0, 1, 1)
            part = now.crop(box)
            part.paste(UNCHANGED, mask=ImageChops.invert(changed.crop(box)))
            yield b"".join(getdata(part, box[:2], transparency=UNCHANGED, duration=time, disposal=LEAVE))
        before = now


def _numbers(picture: Image.Image) -> Image.Image:
    """The numbers of its colours as a picture that can be reckoned with."""
    return Image.frombytes("L", picture.size, picture.tobytes())


def _time(found: Scene, number: int, last: int) -> int:
    if number in (0, last):
        return LAST if number else FIRST
    return min(STEP + LETTER * len(found.headline), LONGEST)


def _beginning(width: int, height: int, colours: bytes) -> bytes:
    """Of the file: how large it is, and its colours, 128 of them."""
    return HEADER + width.to_bytes(2, "little") + height.to_bytes(2, "little") + b"\xf6\0\0" + colours
