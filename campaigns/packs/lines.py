"""On which line of a TOML text each key and list element stands.

``tomllib`` gives values only. This scanner walks a text that ``tomllib`` has accepted, so it needs no
checks of its own, and notes where every path begins.
"""

from __future__ import annotations

import tomllib
from bisect import bisect_left

from campaigns.packs.errors import Path

DEEPEST = 12
"""Steps of a path that are noted. A pack needs nine; a key of hundreds would take time by the square of them."""


def line_numbers(text: str) -> dict[Path, int]:
    """The line (from 1) of every key, table header and list element of a valid TOML text."""
    return _Scanner(text.replace("\r\n", "\n")).scan()


def nearest(lines: dict[Path, int], path: Path) -> int:
    """The line of ``path``, or of the innermost table or list around it that has one; 1 if none has."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 1


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text + "\n"
        self.ends = [place for place, char in enumerate(self.text) if char == "\n"]
        self.at = 0
        self.lines: dict[Path, int] = {}
        self.elements: dict[Path, int] = {}
        """How many ``[[…]]`` headers each list of tables has had."""

    def scan(self) -> dict[Path, int]:
        table: Path = ()
        while self._skip_space(newlines=True):
            if self.text.startswith("[[", self.at):
                table = self._list_header()
            elif self.text[self.at] == "[":
                self._mark(table := self._within_lists(self._header(1)))
            else:
                self._pair(table)
        return self.lines

    def _mark(self, path: Path) -> None:
        line = bisect_left(self.ends, self.at) + 1
        for length in range(1, min(len(path), DEEPEST) + 1):
            self.lines.setdefault(path[:length], line)

    def _skip_space(self, newlines: bool) -> bool:
        """Move past blanks and, if ``newlines``, line ends and comments. False at the end of the text."""
        while self.at < len(self.text):
            char = self.text[self.at]
            if newlines and char == "#":
                self.at = self.text.index("\n", self.at)
            elif char in " \t" or (newlines and char in "\r\n"):
                self.at += 1
            else:
                return True
        return False

    def _list_header(self) -> Path:
        start = self.at
        name = self._header(2)
        outer = self._within_lists(name[:-1]) + name[-1:]
        index = self.elements.get(outer, 0)
        self.elements[outer] = index + 1
        self.at, end = start, self.at
        self._mark((*outer, index))
        self.at = end
        return (*outer, index)

    def _header(self, brackets: int) -> Path:
        self.at += brackets
        name = self._key()
        self._skip_space(newlines=False)
        self.at += brackets
        return name

    def _within_lists(self, name: Path) -> Path:
        """``name`` with the position of the current element after each list of tables it goes through."""
        path: Path = ()
        for step in name[:DEEPEST]:
            path = (*path, step)
            if path in self.elements:
                path = (*path, self.elements[path] - 1)
        return path

    def _pair(self, table: Path) -> None:
        start = self.at
        path = (table + self._key())[:DEEPEST]
        end, self.at = self.at, start
        self._mark(path)
        self.at = end
        self._skip_space(newlines=False)
        self.at += 1  # the equals sign
        self._skip_space(newlines=False)
        self._value(path)

    def _key(self) -> Path:
        """A key, dotted or not, from here to what follows it."""
        steps: list[str] = []
        while True:
            self._skip_space(newlines=False)
            start = self.at
            if self.text[start] in "\"'":
                self._string()
                steps.append(next(iter(tomllib.loads(f"{self.text[start : self.at]} = 0"))))
            else:
                while self.text[self.at].isalnum() or self.text[self.at] in "-_":
                    self.at += 1
                steps.append(self.text[start : self.at])
            self._skip_space(newlines=False)
            if self.text[self.at] != ".":
                return tuple(steps)
            self.at += 1

    def _value(self, path: Path) -> None:
        char = self.text[self.at]
        if char == "[":
            self._array(path)
        elif char == "{":
            self._inline_table(path)
        elif char in "\"'":
            self._string()
        else:
            while self.text[self.at] not in ",]}#\n":
                self.at += 1

    def _array(self, path: Path) -> None:
        self.at += 1
        index = 0
        while True:
            self._skip_space(newlines=True)
            match self.text[self.at]:
                case "]":
                    self.at += 1
                    return
                case ",":
                    self.at += 1
                case _:
                    self._mark((*path, index))
                    self._value((*path, index))
                    index += 1

    def _inline_table(self, path: Path) -> None:
        self.at += 1
        while True:
            self._skip_space(newlines=True)
            match self.text[self.at]:
                case "}":
                    self.at += 1
                    return
                case ",":
                    self.at += 1
                case _:
                    self._pair(path)

    def _string(self) -> None:
        quote = self.text[self.at]
        fence = quote * 3 if self.text.startswith(quote * 3, self.at) else quote
        self.at += len(fence)
        while not self.text.startswith(fence, self.at):
            self.at += 2 if quote == '"' and self.text[self.at] == "\\" else 1
        self.at += len(fence)
        while len(fence) == 3 and self.text[self.at] == quote:
            self.at += 1  # a multi-line string may end in up to two quotes of its own
