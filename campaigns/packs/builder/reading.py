"""What a draft's text says, however wrong it is as a pack."""

from __future__ import annotations

import tomllib
from typing import Any

from campaigns.packs.bounds import too_much
from campaigns.packs.errors import PackError, Problem
from campaigns.packs.reader import LARGEST, read_pack

FILENAME = "your draft"


class Unreadable(ValueError):
    """A text that is no TOML, or too much of it."""


def data_of(text: str) -> dict[str, Any]:
    """Raises ``Unreadable``."""
    if len(text) > LARGEST or too_much(text) is not None:
        raise Unreadable
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable from error


def problems_of(text: str) -> tuple[Problem, ...]:
    """Everything that is wrong with a draft, in the order of its text."""
    try:
        read_pack(text, FILENAME)
    except PackError as error:
        return error.problems
    return ()
