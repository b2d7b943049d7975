"""How strong the levels of the staff are, as ``bench.levels`` has measured it last."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from engine import systems
from engine.core import fixtures
from engine.core.levels import LEVELS
from missions.odds.intervals import Share, share
from missions.odds.words import between


class Met(BaseModel):
    """Games that two levels have flown against each other, each set-up once with either side."""

    model_config = ConfigDict(frozen=True)

    system: str
    better: str
    other: str
    won: int
    """By the better level."""
    drawn: int
    lost: int

    @property
    def share(self) -> Share:
        """What the better level won of those that were won or lost."""
        return share(self.won, self.won + self.lost)

    @property
    def between(self) -> str:
        return between(self.share)


class StrengthRow(NamedTuple):
    game: str
    cells: tuple[Met | None, ...]
    """By pair; ``None``: those two have not met in this game."""


class Strengths(BaseModel):
    """All that have met."""

    model_config = ConfigDict(frozen=True)

    met: tuple[Met, ...]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The better level and the other, weakest first."""
        return sorted({(each.better, each.other) for each in self.met}, key=lambda pair: LEVELS.index(pair[0]))

    @property
    def games(self) -> int:
        """That each two have flown in each game."""
        return min(each.won + each.drawn + each.lost for each in self.met)

    def rows(self) -> Iterator[StrengthRow]:
        known = {(each.system, each.better, each.other): each for each in self.met}
        for slug, system in systems().items():
            yield StrengthRow(system.title, tuple(known.get((slug, *pair)) for pair in self.pairs))


@cache
def strengths() -> Strengths:
    """As it stands in ``fixtures/tables/levels.toml``."""
    return Strengths.model_validate(fixtures.read("tables", "levels.toml"))
