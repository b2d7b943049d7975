"""What somebody is asked who sets up a skirmish, as plain data: pages make a form of it, bots read it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import starmap
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Option:
    """One of the values that may be chosen."""

    value: str
    label: str
    group: str = ""
    """Options of a group are shown together under its name."""
    note: str = ""
    """What to know of it where one chooses, beside its label: what it costs."""


@dataclass(frozen=True, slots=True)
class Question:
    """One value that is asked for."""

    name: str
    label: str
    kind: Literal["choice", "number", "switch", "text"]
    default: Any
    options: tuple[Option, ...] = ()
    """Of a choice; one with the value "" means that nothing is chosen."""
    least: int = 0
    most: int = 99
    """Bounds of a number; of a text the most characters."""
    help: str = ""


def choice(
    name: str, label: str, options: Mapping[str, str] | Iterable[Option], default: str = "", help: str = ""
) -> Question:
    """A question with a few answers: options, or by value what each is called."""
    given = starmap(Option, options.items()) if isinstance(options, Mapping) else options
    return Question(name, label, "choice", default, tuple(given), help=help)


@dataclass(frozen=True, slots=True)
class Questions:
    """All that is asked: once for the whole skirmish, and for each unit of each side."""

    game: tuple[Question, ...]
    unit: tuple[Question, ...]
    """The first says which aircraft; a unit without one is left out."""
    units: int
    """How many units a side may have."""
