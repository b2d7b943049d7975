"""Which rulebook section a test proves: ``@rule("WBY 7.3.4")``.

``rules.toml`` beside this file, and one in the folder of each other system, list the sections. A test may name several;
a section that is not listed is an error when the test module is imported, so that a misprint cannot pass as coverage.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import pytest

Kind = Literal["rule", "component", "example"]

SOURCES = [Path(__file__).with_name("rules.toml"), *sorted(Path(__file__).parent.glob("*/rules.toml"))]
"""The first has Wild Blue Yonder and our supplement; every other system's stands with its tests."""
MARK = "rule"


class UnknownSection(ValueError):
    """A test names a section that ``rules.toml`` does not list."""


@dataclass(frozen=True, slots=True)
class Section:
    """One numbered section, lettered item or worked example of a rulebook."""

    id: str
    kind: Kind
    title: str
    rulebook: str

    @property
    def needs_test(self) -> bool:
        """Whether the suite fails while no test names this section."""
        return self.kind != "component"


@cache
def sections() -> dict[str, Section]:
    """All sections by id, in the order of the rulebooks."""
    found: dict[str, Section] = {}
    books = (book for path in SOURCES for book in tomllib.loads(path.read_text(encoding="utf-8"))["rulebook"])
    for rulebook in books:
        for entry in rulebook["sections"]:
            section = Section(rulebook=rulebook["name"], **entry)
            if section.id in found:
                raise ValueError(f"rules.toml lists {section.id} twice")
            found[section.id] = section
    return found


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test as proof of the sections named."""
    unknown = [each for each in ids if each not in sections()]
    if unknown or not ids:
        raise UnknownSection(f"rules.toml does not list {', '.join(unknown) or 'a section without a name'}")
    return pytest.mark.rule(*ids)
