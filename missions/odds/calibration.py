"""How true forecasts have come, as ``bench.calibration`` has measured it last."""

from __future__ import annotations

from functools import cache
from typing import Final

from pydantic import BaseModel, ConfigDict

from config.common.charts import ChartData, Series
from engine.core import fixtures
from missions.odds.intervals import Share, share
from missions.odds.words import between

_TITLE: Final = "Said, and come true"


class Tenth(BaseModel):
    """The missions of which about the same was said."""

    model_config = ConfigDict(frozen=True)

    missions: int
    said: float
    """Victories that were forecast, percent; a draw is half a victory."""
    came: float
    """Those that came, percent."""

    @property
    def share(self) -> Share:
        """What came, and where it would lie nine times in ten, had one flown without end."""
        return share(self.came / 100 * self.missions, self.missions)

    @property
    def between(self) -> str:
        return between(self.share)

    @property
    def holds(self) -> bool:
        """What was said lies there."""
        return self.share.low <= self.said <= self.share.high


class Calibration(BaseModel):
    """Forecasts of so many missions, held against what then happened."""

    model_config = ConfigDict(frozen=True)

    missions: int
    runs: int
    """Flights of each forecast."""
    off: float
    """Points by which what was said was off, tenth by tenth, weighted by their missions."""
    brier: float
    even: float
    """The Brier score of who always says that both sides are even."""
    within: float
    """Percent of outcomes that lay where 90 in 100 were to lie."""
    tenths: tuple[Tenth, ...]

    @property
    def holding(self) -> int:
        """Tenths of which what was said lies where what came does, nine times in ten."""
        return sum(each.holds for each in self.tenths)

    @property
    def chart(self) -> ChartData:
        """What was said and what came, from the worst prospects to the best."""
        return ChartData(
            title=_TITLE,
            labels=tuple(f"{each.said:.0f}" for each in self.tenths),
            series=(
                Series("said", "", tuple(each.said for each in self.tenths)),
                Series("came", "allied", tuple(each.came for each in self.tenths)),
            ),
            unit="%",
            reach=100,
        )


@cache
def calibration() -> Calibration:
    """As it stands in ``fixtures/tables/calibration.toml``."""
    return Calibration.model_validate(fixtures.read("tables", "calibration.toml"))
