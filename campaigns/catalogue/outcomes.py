"""How campaigns of the shipped packs came out when staffs flew them, ``fixtures/outcomes.toml``.

``manage.py balance`` flies them and writes the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, fields
from functools import cache
from math import ceil, sqrt
from pathlib import Path
from typing import Final

from config.common.figures import SURE, hundredths
from engine.core import fixtures

FILE: Final = "outcomes.toml"
HEAD: Final = """\
# How simulated campaigns of the shipped packs came out: written by `manage.py balance`, shown on the pages of packs.
#
# `grades` counts the campaigns by row of the victory table, the best of the Allies first.
provenance = "own"
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcomes:
    """Of ``runs`` campaigns of one version of a pack, with the seeds from ``seed`` on, by staffs of one level."""

    version: str
    level: str
    seed: int
    runs: int
    grades: tuple[int, ...]
    """Campaigns by row of the victory table, the best of the Allies first."""

    @property
    def percents(self) -> tuple[float, ...]:
        return tuple(100 * count / self.runs for count in self.grades)

    @property
    def in_hundred(self) -> tuple[int, ...]:
        """The same in whole figures that come to a hundred."""
        return hundredths(self.grades)

    @property
    def sure_to(self) -> int:
        """Points by which none of these is further off, nine times in ten: a share of a half varies most."""
        return ceil(50 * SURE / sqrt(self.runs))


@cache
def outcomes() -> Mapping[str, Outcomes]:
    """By the slug of the pack, as the file has them; read once for each process."""
    tables = {slug: each for slug, each in fixtures.read(FILE).items() if isinstance(each, dict)}
    return {slug: Outcomes(**each | {"grades": tuple(each["grades"])}) for slug, each in tables.items()}


def outcomes_of(slug: str, version: str) -> Outcomes | None:
    """``None``: nobody has flown this version of it."""
    found = outcomes().get(slug)
    return found if found is not None and found.version == version else None


def write(found: Iterable[tuple[str, Outcomes]], path: Path = fixtures.FIXTURES / FILE) -> None:
    """The whole file anew, pack by pack."""
    path.write_text("\n".join([HEAD, *(_table(slug, each) for slug, each in sorted(found))]), encoding="utf-8")


def _table(slug: str, each: Outcomes) -> str:
    values = zip(fields(each), astuple(each), strict=True)
    lines = (f"{field.name} = {list(value) if isinstance(value, tuple) else _text(value)}" for field, value in values)
    return "\n".join([f"[{slug}]", *lines, ""])


def _text(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
