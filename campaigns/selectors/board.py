"""The board of a campaign, for one pair of eyes: the track, the weather, stocks, periods, conflicts, pools at a glance.

All from one standing that has been folded; no queries. What a side has is its own business until the campaign is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from campaigns.access import Viewer
from campaigns.catalogue.ships import ship_name
from campaigns.models import Campaign
from campaigns.packs.pools import Progress
from campaigns.packs.schema import SIDES
from campaigns.selectors.campaigns import CampaignPage
from campaigns.selectors.kept_folds import beside
from campaigns.selectors.mission_rows import MissionRow
from campaigns.selectors.sides import side_titles
from campaigns.selectors.squadrons import sees_pool
from campaigns.standing import Standing
from campaigns.standing.model import Airframe, Conflict, Period
from campaigns.standing.news import News, news
from campaigns.standing.questions import SquadronRow, airframes, is_locked, points_left, squadron_rows

MOST_SILHOUETTES = 250
"""Aircraft that a side's pool is drawn with; a larger one is told in numbers only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceRow:
    """A space of the track."""

    number: int
    title: str
    text: str
    is_here: bool
    """The marker stands here."""
    events: tuple[str, ...]
    """Titles of what has yet to happen here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """The track with its marker, from the end that it moves toward down to the other."""

    toward: str
    away: str
    """The side whose end the other is."""
    spaces: tuple[SpaceRow, ...]
    height: int
    """Spaces, each of the drawing's unit."""
    path: str
    """The marker's way by Missions, from left (0) to right (100), as points of a polyline."""
    pegs: tuple[tuple[float, float], ...]
    """Where it stood after each Mission."""
    end: tuple[float, float]
    """Where it stands."""
    summary: str
    """The same in a sentence."""


@dataclass(frozen=True, slots=True)
class WeatherCard:
    """The weather of the latest period."""

    period: Period
    caps: Mapping[str, int | None]
    """Those of the sides with squadrons; where nobody keeps any, of both."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StockBar:
    name: str
    title: str
    now: int
    most: int
    """What the bar is drawn against."""
    note: str
    """What each period brings and takes."""
    is_low: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolGlance:
    """A side's squadrons at a glance."""

    rows: tuple[SquadronRow, ...]
    """Those that are here."""
    expected: tuple[str, ...]
    """Titles of those that are not here yet."""
    lines: Mapping[str, tuple[Airframe, ...]]
    """By squadron the aircraft that stand on its flight line; empty where there are too many to draw."""
    ready: int
    repair: int
    fit: int

    @property
    def names_men(self) -> bool:
        """Whether the men of any of them have names."""
        return any(row.squadron.names_men for row in self.rows)


@dataclass(frozen=True, slots=True)
class Budget:
    """Points of an operation. [SUP 25]"""

    left: int
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """All that a campaign with pools shows beside its Missions."""

    news: News | None
    track: Track | None
    weather: WeatherCard | None
    stocks: Mapping[str, tuple[StockBar, ...]]
    conflicts: tuple[Conflict, ...]
    pools: Mapping[str, PoolGlance]
    hidden: tuple[str, ...]
    """Sides whose pools, stocks and points the viewer may not see."""
    budgets: Mapping[str, Budget]
    ships: tuple[tuple[str, str], ...]
    """Ships that have been hit hard, with what they have come to."""
    rules: tuple[str, ...]

    @property
    def has_stocks(self) -> bool:
        return any(self.stocks.values())


def board(standing: Standing, campaign: Campaign, viewer: Viewer) -> Board:
    """No query."""
    pack = standing.pack
    seen = [side for side in SIDES if sees_pool(campaign, viewer, side)]
    budget: dict[str, int] = dict(pack.budget.items())
    keeping = {squadron.side for squadron in standing.squadrons.values()}
    period = standing.period
    caps = {side: cap for side, cap in period.caps.items() if side in keeping or not keeping} if period else {}
    return Board(
        news=news(standing, seen) if standing.squadrons else None,
        track=track(standing),
        weather=WeatherCard(period, caps) if period and period.weather else None,
        stocks={side: _stocks(standing, side) for side in seen},
        conflicts=tuple(each for each in standing.open_conflicts if not each.side or each.side in seen),
        pools={
            side: beside(campaign, standing, ("pool", side), partial(_glance, standing, side))
            for side in seen
            if side in keeping
        },
        hidden=tuple(side for side in SIDES if side not in seen and side in keeping),
        budgets={side: Budget(points_left(standing, side) or 0, budget[side]) for side in seen if side in budget},
        ships=tuple((ship_name(ship), level) for ship, level in standing.ships.items()),
        rules=tuple(standing.rules),
    )


def locked(standing: Standing) -> dict[str, str]:
    """By key of a Resource that waits for an event, the title of that."""
    pack = standing.pack
    return {
        key: pack.events[resource.event or ""].title
        for key, resource in pack.resources.items()
        if is_locked(standing, key)
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodRow:
    """A period that has begun, with its Missions."""

    period: Period
    missions: tuple[MissionRow, ...]
    is_running: bool
    space: str
    """Where the marker stood at its end."""


def rounds(page: CampaignPage) -> tuple[PeriodRow, ...]:
    """The periods with those of their Missions that the page tells, newest first."""
    standing = page.standing
    if not standing.pack.has_periods:
        return ()
    drawn: dict[int, list[MissionRow]] = {}
    for mission in page.missions:
        drawn.setdefault(mission.period, []).append(mission)
    spaces = standing.pack.progress.spaces if standing.pack.progress else ()
    first = min(drawn, default=0) if page.part.has_next() else 0
    last = max(drawn, default=0) if page.part.has_previous() else len(standing.periods)
    found = []
    for period in reversed(standing.periods):
        if not first <= period.number <= last:
            continue
        flown = standing.missions.get(period.flown[-1]) if period.flown else None
        marker = flown.marker if flown else None
        is_running = period is standing.period and not period.is_over and not standing.is_over
        space = spaces[marker - 1].title if marker and 0 < marker <= len(spaces) else ""
        found.append(
            PeriodRow(period=period, missions=tuple(drawn.get(period.number, ())), is_running=is_running, space=space)
        )
    return tuple(found)


def track(standing: Standing) -> Track | None:
    """``None`` in campaigns without one."""
    progress, marker = standing.pack.progress, standing.marker
    if progress is None or marker is None:
        return None
    length = len(progress.spaces)
    stood = _way(standing, progress)
    across = max(len(stood) - 1, standing.pack.missions_in_all, 1)
    points = [(round(100 * step / across, 2), length - space + 0.5) for step, space in enumerate(stood)]
    waiting = [event for key, event in standing.pack.events.items() if event.space and key not in standing.events]
    spaces = tuple(
        SpaceRow(
            number=number,
            title=space.title,
            text=space.text or "",
            is_here=number == marker,
            events=tuple(event.title for event in waiting if event.space == number),
        )
        for number, space in enumerate(progress.spaces, start=1)
    )
    return Track(
        toward=progress.toward,
        away="axis" if progress.toward == "allied" else "allied",
        spaces=spaces[::-1],
        height=length,
        path=" ".join(f"{x},{y}" for x, y in points),
        pegs=tuple(points[:-1]),
        end=points[-1],
        summary=_summary(progress, marker, len(stood) - 1, side_titles(standing.pack)),
    )


def _way(standing: Standing, progress: Progress) -> list[int]:
    """Where the marker stood at the start and after each Mission that counts; past an end just beyond it."""
    stood = [progress.start]
    stood += [mission.marker for mission in standing.missions.values() if mission.counts and mission.marker is not None]
    if standing.marker is not None:
        if len(stood) > 1:
            stood[-1] = standing.marker
        elif standing.marker != stood[0]:
            stood.append(standing.marker)
    return stood


def _summary(progress: Progress, marker: int, missions: int, titles: Mapping[str, str]) -> str:
    after = f"After {missions} mission{'' if missions == 1 else 's'} the marker" if missions else "The marker"
    if marker < 1 or marker > len(progress.spaces):
        off = progress.toward if marker > 0 else ("axis" if progress.toward == "allied" else "allied")
        return f"{after} has left the track at the {titles[off]} end."
    return f"{after} stands at {progress.spaces[marker - 1].title}, space {marker} of {len(progress.spaces)}."


def _stocks(standing: Standing, side: str) -> tuple[StockBar, ...]:
    bars = []
    for name, stock in standing.pack.stocks_of(side).items():
        now = standing.stocks[side].get(name, 0)
        notes = [f"+{stock.income} each period"] if stock.income else []
        notes += [f"−{stock.drain} at each period’s end"] if stock.drain else []
        notes += [f"+{stock.cargo} for each Cargo Point"] if stock.cargo else []
        shown = stock.most if stock.most < 999 else max(stock.start, now, 1)
        bars.append(
            StockBar(
                name=name,
                title=stock.title,
                now=now,
                most=shown,
                note=", ".join(notes),
                is_low=now <= stock.drain or now * 5 < shown,
            )
        )
    return tuple(bars)


def _glance(standing: Standing, side: str) -> PoolGlance:
    known = squadron_rows(standing, side)
    rows = tuple(row for row in known if row.squadron.status in ("present", "grounded"))
    is_drawn = sum(row.strength for row in rows) <= MOST_SILHOUETTES
    return PoolGlance(
        rows=rows,
        expected=tuple(row.squadron.title for row in known if row.squadron.status == "away"),
        lines={row.squadron.key: _flight_line(standing, row.squadron.key) if is_drawn else () for row in rows},
        ready=sum(row.serviceable for row in rows),
        repair=sum(row.repair for row in rows),
        fit=sum(row.fit for row in rows),
    )


def _flight_line(standing: Standing, squadron: str) -> tuple[Airframe, ...]:
    in_pool = [each for each in airframes(standing, squadron) if each.status in ("serviceable", "repair")]
    return tuple(sorted(in_pool, key=lambda each: each.status != "serviceable"))
