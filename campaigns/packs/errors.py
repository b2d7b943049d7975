"""What is wrong with a pack file, in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from config.common.vocabulary import rules_named

Path: TypeAlias = tuple[str | int, ...]
"""Keys and list positions from the top of the file to a value."""


def key_text(path: Path) -> str:
    """A path as a reader would say it; lists count from 1: ``stages.2.table.1.mission``."""
    return ".".join(str(step + 1) if isinstance(step, int) else step for step in path)


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake: where it stands and, in a sentence, what it is and how to mend it."""

    file: str
    line: int
    key: str
    """Empty when the mistake belongs to no key."""
    message: str
    """Sections of rules in square brackets, by the codes of their rulebooks, are shown as printed."""
    path: Path = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", rules_named(self.message))

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}{f', {self.key}' if self.key else ''}: {self.message}"


class PackError(ValueError):
    """A pack file that cannot be used; ``problems`` in the order of the file."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: problem.line))
        super().__init__("\n".join(str(problem) for problem in self.problems))
