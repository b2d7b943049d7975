"""Reading a QR code back from the squares that a page draws, up to version 10 of level M. [ISO/IEC 18004]

No error is corrected: what is drawn has none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pypdf import PageObject

BLOCKS: Final = (
    (16,), (28,), (44,), (32,) * 2, (43,) * 2, (27,) * 4, (31,) * 4, (38, 38, 39, 39), (36, 36, 36, 37, 37),
    (43, 43, 43, 43, 44),
)  # fmt: skip
"""Data codewords of each block, by version from 1."""
ALIGNED: Final = (
    (), (6, 18), (6, 22), (6, 26), (6, 30), (6, 34), (6, 22, 38), (6, 24, 42), (6, 26, 46), (6, 28, 50),
)  # fmt: skip
"""Centres of alignment patterns, by version from 1."""
MASKS: Final = (
    lambda row, column: (row + column) % 2 == 0,
    lambda row, column: row % 2 == 0,
    lambda row, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
)
LEVEL_M: Final = 0b00
FORMAT_MASK: Final = 0b101010000010010
BYTES: Final = 0b0100

Grid = list[list[bool]]


def grid_of(page: PageObject) -> tuple[Grid, float]:
    """The modules of the only QR code of a page, dark where true, and the side of one in points."""
    squares: list[tuple[float, float, float, float]] = []
    path: list[tuple[float, float, float, float]] = []

    def read(operator: bytes, operands: list[Any], cm: list[float], _tm: list[float]) -> None:
        if operator == b"re":
            x, y, width, height = map(float, operands)
            path.append((x + cm[4], y + cm[5], width, height))
        elif operator in (b"f", b"f*", b"S", b"B", b"b", b"n", b"B*", b"s"):
            if len(path) > 100:
                squares.extend(path)
            path.clear()

    page.extract_text(visitor_operand_before=read)
    side = min(height for _, _, _, height in squares)
    left, top = min(x for x, *_ in squares), max(y + height for _, y, _, height in squares)
    size = round((max(x + width for x, _, width, _ in squares) - left) / side)
    grid = [[False] * size for _ in range(size)]
    for x, y, width, height in squares:
        row = round((top - y - height) / side)
        for column in range(round((x - left) / side), round((x + width - left) / side)):
            grid[row][column] = True
    return grid, side


def text_of(grid: Grid) -> str:
    """What the code says."""
    version = (len(grid) - 17) // 4
    level, mask = _format(grid)
    assert level == LEVEL_M
    bits = [grid[row][column] ^ MASKS[mask](row, column) for row, column in _places(len(grid), version)]
    words = [int("".join("01"[bit] for bit in bits[n : n + 8]), 2) for n in range(0, len(bits) - 7, 8)]
    lengths = BLOCKS[version - 1]
    blocks: list[list[int]] = [[] for _ in lengths]
    stream = iter(words)
    for number in range(max(lengths)):
        for block, length in zip(blocks, lengths, strict=True):
            if number < length:
                block.append(next(stream))
    data = "".join(f"{word:08b}" for block in blocks for word in block)
    assert int(data[:4], 2) == BYTES
    start = 12 if version < 10 else 20
    count = int(data[4:start], 2)
    return bytes(int(data[n : n + 8], 2) for n in range(start, start + 8 * count, 8)).decode()


def _format(grid: Grid) -> tuple[int, int]:
    """Level and mask, from the copy beside the upper left pattern."""
    places = [(8, column) for column in (0, 1, 2, 3, 4, 5, 7, 8)] + [(row, 8) for row in (7, 5, 4, 3, 2, 1, 0)]
    bits = int("".join("01"[grid[row][column]] for row, column in places), 2) ^ FORMAT_MASK
    return bits >> 13, bits >> 10 & 0b111


def _places(size: int, version: int) -> Iterator[tuple[int, int]]:
    """The modules that carry data, in the order in which it is written."""
    fixed = {(row, column) for row in range(9) for column in (*range(9), *range(size - 8, size))}
    fixed |= {(row, column) for row in range(size - 8, size) for column in range(9)}
    fixed |= {(6, each) for each in range(size)} | {(each, 6) for each in range(size)}
    if version >= 7:
        fixed |= {(row, column) for row in range(6) for column in range(size - 11, size - 8)}
        fixed |= {(row, column) for row in range(size - 11, size - 8) for column in range(6)}
    centres = ALIGNED[version - 1]
    for row in centres:
        for column in centres:
            if (row, column) not in ((6, 6), (6, size - 7), (size - 7, 6)):
                fixed |= {(row + down, column + right) for down in range(-2, 3) for right in range(-2, 3)}
    upwards = True
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        for step in range(size):
            row = size - 1 - step if upwards else step
            for column in (right, right - 1):
                if (row, column) not in fixed:
                    yield row, column
        upwards = not upwards
