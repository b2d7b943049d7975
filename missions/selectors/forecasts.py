"""What a side is shown of its forecasts of a mission, beside each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from campaigns.packs.schema import Side
from campaigns.selectors.definitions import definition_of
from config.common.figures import figure, hundredths, signed
from config.common.leads import AHEAD
from config.common.prepared import Prepared, number, text
from missions.models import Forecast as Row
from missions.models import Job, Mission
from missions.odds.forecast import Forecast
from missions.odds.intervals import Mean, Share, share
from missions.odds.words import between
from missions.planning.briefing import target_card

BARS = 21
"""Columns of the picture of the margins at most; an odd number, so that one is about a draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A column of the picture: flights that ended with these margins."""

    low: int
    high: int
    x: float
    """From the left, in percent of the picture's width, and how wide."""
    width: float
    height: float
    """In percent of the highest."""
    count: int
    kind: str
    """``won``, ``even`` or ``lost``."""

    @property
    def top(self) -> float:
        """From the top, in a picture that is 50 high."""
        return 50 - self.tall

    @property
    def tall(self) -> float:
        return self.height / 2

    @property
    def label(self) -> str:
        """``+2 to +4``."""
        ends = dict.fromkeys((self.low, self.high))
        return " to ".join(signed(each) for each in ends)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One forecast of several beside each other."""

    title: str
    forecast: Forecast
    bars: tuple[Bar, ...]

    @property
    def widest(self) -> int:
        """The margin at the right end of the picture."""
        return self.bars[-1].high

    @property
    def won_drawn_lost(self) -> tuple[int, ...]:
        """Of a hundred flights, a hundred together."""
        return _won_drawn_lost(self.forecast)


class Cell(NamedTuple):
    """A figure, and between which two it lies."""

    main: str
    between: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsRow:
    """A figure of all columns beside each other."""

    title: str
    cells: tuple[Cell | None, ...]
    """``None``: that column knows no such figure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForecastPanel:
    """What stands under "How might this go?"."""

    side: Side
    job: Job | None
    """Of what is still being flown, or was called off; ``None``: nothing is."""
    columns: tuple[Column, ...]
    """This plan, the one before, the staff's: those that have been flown."""
    rows: tuple[OddsRow, ...]
    is_of_this_plan: bool
    """The first column is about the plan that was asked about last."""

    @property
    def is_under_way(self) -> bool:
        return self.job is not None and not self.job.is_finished


_ROWS = Prepared(lambda: Row.objects.filter(mission=number("mission"), side=text("side")).select_related("job"))


def panel(mission: Mission, side: Side) -> ForecastPanel | None:
    """``None``: nobody of the side has asked yet. One query."""
    rows = _ROWS(mission=mission.pk, side=side)
    plans = [row for row in rows if row.plan is not None]
    if not plans:
        return None
    staffs = next((row for row in rows if row.plan is None), None)
    shown = [("This plan", plans[0]), *[("The plan before", row) for row in plans[1:] if row.results][:1]]
    if staffs is not None:
        shown.append(("The staff’s plans", staffs))
    told = {title: Forecast.from_json(row.results) for title, row in shown if row.results}
    most = max((abs(margin) for each in told.values() for margin in each.margins), default=0)
    columns = tuple(Column(title=title, forecast=each, bars=tuple(bars(each, most))) for title, each in told.items())
    pending = next((row.job for _, row in shown if not row.results), None)
    return ForecastPanel(
        side=side,
        job=pending,
        columns=columns,
        rows=tuple(_rows([each.forecast for each in columns], _levels(mission))),
        is_of_this_plan=bool(plans[0].results),
    )


def _won_drawn_lost(forecast: Forecast) -> tuple[int, ...]:
    margins = forecast.margins
    return hundredths((sum(each > 0 for each in margins), margins.count(0), sum(each < 0 for each in margins)))


def _levels(mission: Mission) -> list[str]:
    """To what the target of a mission may come, from unharmed to the worst."""
    pack = definition_of(mission.campaign)
    card = target_card(pack.rules, pack.mission(mission.key))
    return ["", *(level.name for level in card.target.levels)] if card else [""]


def _rows(forecasts: Sequence[Forecast], levels: Sequence[str]) -> Iterator[OddsRow]:
    """Who wins, by how much, what is lost and what is hit: a row each. ``levels``: of the target, the least first."""
    parts = [_won_drawn_lost(each) for each in forecasts]
    for place, title in enumerate(("Won", "Drawn", "Lost")):
        shares = [(each.won, each.drawn, each.lost)[place] for each in forecasts]
        yield _row(title, [_percent(each, part[place]) for each, part in zip(shares, parts, strict=True)])
    yield _row(f"{AHEAD}, yours less theirs", [_average(each.margin) for each in forecasts])
    if any(each.grounded for each in forecasts):
        yield _row(
            "Stays on the ground", [_percent(share(each.grounded, each.grounded + each.flown)) for each in forecasts]
        )
    yield _row("Enemy aircraft lost", [_percent(each.enemy_lost.share) for each in forecasts])
    yield _row("Own aircraft lost", [_percent(each.own_lost.share) for each in forecasts])
    titles = {unit.unit: unit.title for each in reversed(forecasts) for unit in each.units}
    for name in sorted(titles, key=list(dict.fromkeys(u.unit for each in forecasts for u in each.units)).index):
        fates = [next((unit for unit in each.units if unit.unit == name), None) for each in forecasts]
        yield _row(f"{titles[name]}: lost", [None if fate is None else _percent(fate.lost.share) for fate in fates])
        yield _row(
            f"{titles[name]}: damaged", [None if fate is None else _percent(fate.damaged.share) for fate in fates]
        )
    reached = {level for each in forecasts for level in each.target}
    shown = [level for level in dict.fromkeys((*levels, *sorted(reached))) if level in reached]
    hits = [[each.target.get(level, 0) for level in shown] for each in forecasts]
    for place, level in enumerate(shown):
        title = f"Target: {level}" if level else "Target unharmed"
        cells = [
            _percent(share(found[place], each.flown), hundredths(found)[place])
            for each, found in zip(forecasts, hits, strict=True)
        ]
        yield _row(title, cells)


def _row(title: str, cells: Sequence[Cell | None]) -> OddsRow:
    return OddsRow(title=title, cells=tuple(cells))


def _percent(found: Share, shown: int | None = None) -> Cell:
    """``shown``: of a hundred, where several such come to a hundred together."""
    return Cell(f"{found.percent if shown is None else shown:.0f}\N{NO-BREAK SPACE}%", between(found))


def _average(found: Mean) -> Cell:
    return Cell(_signed(found.value), f"({_signed(found.low)} to {_signed(found.high)})")


def _signed(value: float) -> str:
    return figure(value, "+.1f")


def bars(forecast: Forecast, most: int) -> Sequence[Bar]:
    """The margins as columns, on a scale from ``-most`` to ``most`` with a draw in the middle."""
    step = max(1, -(-(2 * most + 1) // BARS))
    step += 1 - step % 2
    half = -(-max(0, most - step // 2) // step)
    counts = [0] * (2 * half + 1)
    for margin in forecast.margins:
        counts[half + (margin + step // 2) // step if margin >= 0 else half - (step // 2 - margin) // step] += 1
    highest, width = max(counts, default=0) or 1, 100 / len(counts)
    return [
        Bar(
            low=(place - half) * step - step // 2,
            high=(place - half) * step + step // 2,
            x=place * width,
            width=width,
            height=100 * count / highest,
            count=count,
            kind="won" if place > half else "lost" if place < half else "even",
        )
        for place, count in enumerate(counts)
    ]
