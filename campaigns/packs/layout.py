"""Where in a TOML text everything stands: each table, key, value and element of a list.

``tomllib`` gives values only. This scanner walks a text that ``tomllib`` has accepted, so it needs no
checks of its own, and notes where every path begins and ends.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from campaigns.packs.bounds import OPAQUE
from campaigns.packs.errors import Path

DEEPEST = 12
"""Steps of a path that are noted. A pack needs nine; a key of hundreds would take time by the square of them."""
Span: TypeAlias = tuple[int, int]
_TOKEN = re.compile(
    rf"""(?P<opaque> {OPAQUE.pattern} ) | [\n\[\]{{}}=,.] | [^\s\[\]{{}}=,."'\#]++""", re.DOTALL | re.VERBOSE
)


@dataclass(slots=True)
class Section:
    """A table with a header of its own; the first of a text is what stands before all headers."""

    path: Path
    """With the position of each element of a list of tables that it lies in, or is."""
    start: int
    end: int
    """Of the header."""
    pairs: list[Path] = field(default_factory=list)


@dataclass(slots=True)
class Layout:
    sections: list[Section] = field(default_factory=lambda: [Section((), 0, 0)])
    starts: dict[Path, int] = field(default_factory=dict)
    """Where every path is spoken of first."""
    pairs: dict[Path, Span] = field(default_factory=dict)
    """Each key with its value."""
    values: dict[Path, Span] = field(default_factory=dict)
    """Each value of a key, and each element of a list."""
    inside: dict[Path, Literal["table", "list"]] = field(default_factory=dict)
    """Those of them that are tables and lists."""
    commas: dict[Path, int] = field(default_factory=dict)
    """After an element of a list, if one stands there."""
    steps: list[tuple[Path, Span]] = field(default_factory=list)
    """Each step of a key, in headers and pairs, and the path that it completes."""


def layout(text: str) -> Layout:
    """The layout of a valid TOML text with line feeds alone at the ends of its lines."""
    return _Scanner(text).scan()


class _Scanner:
    def __init__(self, text: str) -> None:
        self.tokens: list[tuple[str, int]] = []
        """Strings, marks, line ends and what stands between them, each with its place; no comments."""
        for found in _TOKEN.finditer(text + "\n"):
            if not found[0].startswith("#"):
                self.tokens.append((found[0], found.start()))
        self.at = 0
        self.found = Layout()
        self.elements: dict[Path, int] = {}
        """How many ``[[…]]`` headers each list of tables has had."""

    @property
    def token(self) -> str:
        return self.tokens[self.at][0]

    @property
    def start(self) -> int:
        """Where the next token begins."""
        return self.tokens[self.at][1]

    @property
    def end(self) -> int:
        """Where the last token ended."""
        token, start = self.tokens[self.at - 1]
        return start + len(token)

    def scan(self) -> Layout:
        section = self.found.sections[0]
        while self._skip_line_ends():
            if self.token == "[":
                section = self._header()
                self.found.sections.append(section)
            else:
                section.pairs.append(self._pair(section.path))
        return self.found

    def _skip_line_ends(self) -> bool:
        """Move on to what stands next. False at the end of the text."""
        while self.at < len(self.tokens) and self.token == "\n":
            self.at += 1
        return self.at < len(self.tokens)

    def _mark(self, path: Path, start: int) -> None:
        for length in range(1, min(len(path), DEEPEST) + 1):
            self.found.starts.setdefault(path[:length], start)

    def _header(self) -> Section:
        start = self.start
        brackets = 2 if self.tokens[self.at + 1][0] == "[" else 1
        self.at += brackets
        steps = self._key()
        self.at += brackets
        name: Path = tuple(step for step, _ in steps)
        if brackets == 1:
            path = self._within_lists(name)
        else:
            outer = self._within_lists(name[:-1]) + name[-1:]
            index = self.elements.get(outer, 0)
            self.elements[outer] = index + 1
            path = (*outer, index)
        self._mark(path, start)
        self._note(steps, path)
        return Section(path, start, self.end)

    def _within_lists(self, name: Path) -> Path:
        """``name`` with the position of the current element after each list of tables it goes through."""
        path: Path = ()
        for step in name[:DEEPEST]:
            path = (*path, step)
            if path in self.elements:
                path = (*path, self.elements[path] - 1)
        return path

    def _pair(self, table: Path) -> Path:
        start = self.start
        steps = self._key()
        path = (table + tuple(step for step, _ in steps))[:DEEPEST]
        self._mark(path, start)
        self._note(steps, path)
        self.at += 1  # the equals sign
        self._value(path)
        self.found.pairs[path] = (start, self.end)
        return path

    def _note(self, steps: list[tuple[str, Span]], path: Path) -> None:
        """Each step of a key that ends at ``path``."""
        places = [length for length, step in enumerate(path, 1) if isinstance(step, str)][-len(steps) :]
        self.found.steps += [(path[:length], span) for length, (_, span) in zip(places, steps, strict=False)]

    def _key(self) -> list[tuple[str, Span]]:
        """A key, dotted or not, from here to what follows it."""
        steps = [self._step()]
        while self.token == ".":
            self.at += 1
            steps.append(self._step())
        return steps

    def _step(self) -> tuple[str, Span]:
        written, start = self.tokens[self.at]
        self.at += 1
        name = next(iter(tomllib.loads(f"{written} = 0"))) if written[0] in "\"'" else written
        return name, (start, start + len(written))

    def _value(self, path: Path) -> None:
        start = self.start
        if self.token in ("[", "{"):
            self.found.inside[path] = "list" if self.token == "[" else "table"
            self._inside(path, "]" if self.token == "[" else "}")
        else:
            while self.token not in (",", "]", "}", "\n"):
                self.at += 1
        self.found.values[path] = (start, self.end)

    def _inside(self, path: Path, end: str) -> None:
        """A list or a table within a line, to its ``end``."""
        self.at += 1
        index = 0
        while self._skip_line_ends() and self.token != end:
            if self.token == ",":
                if end == "]":
                    self.found.commas[(*path, index - 1)] = self.start
                self.at += 1
            elif end == "}":
                self._pair(path)
            else:
                self._mark((*path, index), self.start)
                self._value((*path, index))
                index += 1
        self.at += 1
