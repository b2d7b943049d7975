"""What people write at length as plain data for paper: lines, their marks, and how their words are emphasised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Words(NamedTuple):
    """Words of a line that are emphasised in one way."""

    text: str
    is_strong: bool = False
    is_emphatic: bool = False
    is_struck: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A line of a text as paper has it: a paragraph, heading, item of a list or row of a table."""

    words: tuple[Words, ...]
    """White space between words is one space; what follows without one belongs to the same word."""
    mark: str = ""
    """What an item of a list begins with: ``•``, ``3.``"""
    depth: int = 0
    """How many lists and quotations it stands in."""
    is_heading: bool = False

    @property
    def text(self) -> str:
        """Its plain words."""
        return "".join(words.text for words in self.words)
