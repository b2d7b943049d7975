"""On which line of a TOML text each key and list element stands.

``tomllib`` gives values only. This scanner walks a text that ``tomllib`` has accepted, so it needs no
checks of its own, and notes where every path begins.
"""

from __future__ import annotations

import re
import tomllib

from campaigns.packs.bounds import OPAQUE
from campaigns.packs.errors import Path

DEEPEST = 12
"""Steps of a path that are noted. A pack needs nine; a key of hundreds would take time by the square of them."""
_TOKEN = re.compile(
    rf"""(?P<opaque> {OPAQUE.pattern} ) | [\n\[\]{{}}=,.] | [^\s\[\]{{}}=,."'\#]++""", re.DOTALL | re.VERBOSE
)


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
        self.tokens: list[tuple[str, int]] = []
        """Strings, marks, line ends and what stands between them, each with its line; no comments."""
        line = 1
        for found in _TOKEN.finditer(text + "\n"):
            if not found[0].startswith("#"):
                self.tokens.append((found[0], line))
            line += found[0].count("\n")
        self.at = 0
        self.lines: dict[Path, int] = {}
        self.elements: dict[Path, int] = {}
        """How many ``[[…]]`` headers each list of tables has had."""

    @property
    def token(self) -> str:
        return self.tokens[self.at][0]

    def scan(self) -> dict[Path, int]:
        table: Path = ()
        while self._skip_line_ends():
            if self.token == "[":
                table = self._header()
            else:
                self._pair(table)
        return self.lines

    def _skip_line_ends(self) -> bool:
        """Move on to what stands next. False at the end of the text."""
        while self.at < len(self.tokens) and self.token == "\n":
            self.at += 1
        return self.at < len(self.tokens)

    def _mark(self, path: Path, at: int) -> None:
        """``path`` begins with token number ``at``."""
        for length in range(1, min(len(path), DEEPEST) + 1):
            self.lines.setdefault(path[:length], self.tokens[at][1])

    def _header(self) -> Path:
        start = self.at
        brackets = 2 if self.tokens[start + 1][0] == "[" else 1
        self.at += brackets
        name = self._key()
        self.at += brackets
        if brackets == 1:
            path = self._within_lists(name)
        else:
            outer = self._within_lists(name[:-1]) + name[-1:]
            index = self.elements.get(outer, 0)
            self.elements[outer] = index + 1
            path = (*outer, index)
        self._mark(path, start)
        return path

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
        self._mark(path, start)
        self.at += 1  # the equals sign
        self._value(path)

    def _key(self) -> Path:
        """A key, dotted or not, from here to what follows it."""
        steps = [self._step()]
        while self.token == ".":
            self.at += 1
            steps.append(self._step())
        return tuple(steps)

    def _step(self) -> str:
        written = self.token
        self.at += 1
        return next(iter(tomllib.loads(f"{written} = 0"))) if written[0] in "\"'" else written

    def _value(self, path: Path) -> None:
        if self.token in ("[", "{"):
            self._inside(path, "]" if self.token == "[" else "}")
        else:
            while self.token not in (",", "]", "}", "\n"):
                self.at += 1

    def _inside(self, path: Path, end: str) -> None:
        """A list or a table within a line, to its ``end``."""
        self.at += 1
        index = 0
        while self._skip_line_ends() and self.token != end:
            if self.token == ",":
                self.at += 1
            elif end == "}":
                self._pair(path)
            else:
                self._mark((*path, index), self.at)
                self._value((*path, index))
                index += 1
        self.at += 1
