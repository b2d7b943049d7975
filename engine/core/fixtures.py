"""The data files beside the code."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FIXTURES = Path(__file__).parents[2] / "fixtures"


@dataclass(frozen=True, slots=True)
class Scenario:
    """A set-up that comes with a system."""

    title: str
    about: str
    """What it is like, in a sentence or two; may be empty."""
    setup: dict[str, Any]


def read(*names: str) -> dict[str, Any]:
    """The TOML file at this place within ``fixtures``."""
    return tomllib.loads(FIXTURES.joinpath(*names).read_text("utf-8"))


def read_all(*names: str) -> dict[str, Any]:
    """The tables of every TOML file of this folder within ``fixtures``, by name."""
    found: dict[str, Any] = {}
    for path in sorted(FIXTURES.joinpath(*names).glob("*.toml")):
        found |= tomllib.loads(path.read_text("utf-8"))
    return found


def scenarios(system: str) -> dict[str, Scenario]:
    """The set-ups of ``fixtures/scenarios/SYSTEM.toml``, by slug."""
    return {
        slug: Scenario(table.pop("title"), table.pop("about", ""), table)
        for slug, table in read("scenarios", f"{system}.toml").items()
    }
