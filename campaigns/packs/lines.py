"""On which line of a TOML text each key and list element stands."""

from __future__ import annotations

from bisect import bisect_left

from campaigns.packs.errors import Path
from campaigns.packs.layout import layout


def line_numbers(text: str) -> dict[Path, int]:
    """The line (from 1) of every key, table header and list element of a valid TOML text."""
    text = text.replace("\r\n", "\n")
    ends = [place for place, letter in enumerate(text) if letter == "\n"]
    return {path: bisect_left(ends, start) + 1 for path, start in layout(text).starts.items()}


def nearest(lines: dict[Path, int], path: Path) -> int:
    """The line of ``path``, or of the innermost table or list around it that has one; 1 if none has."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 1
