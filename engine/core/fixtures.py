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


def scenarios(system: str) -> dict[str, Scenario]:
    """The set-ups of ``fixtures/scenarios/SYSTEM.toml``, by slug."""
    return {
        slug: Scenario(table.pop("title"), table.pop("about", ""), table)
        for slug, table in read("scenarios", f"{system}.toml").items()
    }
