"""From a progressive pack or campaign to its log: the track, the periods with their missions, events. [SUP 27]

Positions on paper count from the Allied end, whichever way the pack counts its spaces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from campaigns.documents.logs.progress_log import LogEvent, LogPeriod, ProgressLog, TrackMission
from campaigns.documents.logs.track import Space, Track
from campaigns.packs import planning
from campaigns.packs.definition import PackDefinition
from campaigns.packs.pools import Event, Progress
from campaigns.packs.schema import SIDES
from campaigns.prints.log_rows import (
    blank_chart,
    blank_losses,
    blank_side,
    mission,
    side_names,
    span,
)
from campaigns.selectors.campaigns import CampaignPage
from campaigns.selectors.mission_rows import MissionRow
from campaigns.standing import Standing
from campaigns.standing.model import Period
from campaigns.standing.track import STARVED, moves_of, spaces_for


def blank_progress_log(pack: PackDefinition) -> ProgressLog:
    """The log of a pack before its first period, to be filled by hand."""
    positions = Positions.of(pack)
    return ProgressLog(
        title=pack.title,
        length=pack.missions_in_all,
        dates=span(pack.first, pack.last),
        allied=blank_side(pack, "allied"),
        axis=blank_side(pack, "axis"),
        chart=blank_chart(pack),
        track=_track(pack, positions, None),
        periods=tuple(_to_come(pack, number) for number in range(1, pack.periods_in_all + 1)),
        moves=tuple(_moves(pack, positions)),
        events=tuple(_events(pack, {})),
        losses=blank_losses(pack),
        names=side_names(pack),
    )


def filled_progress_log(log: ProgressLog, page: CampaignPage) -> ProgressLog:
    """The blank ``log`` of a campaign, filled as far as its missions are debriefed with what only this kind has."""
    pack, standing = page.definition, page.standing
    positions = Positions.of(pack)
    return replace(
        log,
        track=_track(pack, positions, standing.marker),
        periods=tuple(_periods(page, positions)),
        events=tuple(_events(pack, _happened(standing))),
    )


@dataclass(frozen=True, slots=True)
class Positions:
    """Spaces as the pack counts them, from 1, and positions as the paper does, from the Allied end."""

    progress: Progress

    @classmethod
    def of(cls, pack: PackDefinition) -> Positions:
        assert pack.progress is not None, "progressive campaigns have a track"
        return cls(pack.progress)

    @property
    def last(self) -> int:
        """The Axis end."""
        return len(self.progress.spaces) + 1

    def of_space(self, space: int) -> int:
        """Of a space its position; and of a position its space, for both are counted from one of the same ends."""
        return space if self.progress.toward == "axis" else self.last - space

    def inside(self, position: int) -> int:
        """A marker goes no farther than off an end."""
        return min(max(position, 0), self.last)


def _track(pack: PackDefinition, positions: Positions, marker: int | None) -> Track:
    progress = positions.progress
    numbers = [positions.of_space(position) for position in range(1, positions.last)]
    by_space: dict[int, list[str]] = {}
    for event in pack.events.values():
        if event.space is not None:
            by_space.setdefault(event.space, []).append(event.title)
    return Track(
        spaces=tuple(
            Space(
                number,
                progress.spaces[number - 1].title,
                progress.spaces[number - 1].text or "",
                tuple(by_space.get(number, ())),
            )
            for number in numbers
        ),
        grades=tuple(_graded(pack, positions, position) for position in range(positions.last + 1)),
        start=positions.of_space(progress.start),
        marker=None if marker is None else positions.of_space(marker),
    )


def _graded(pack: PackDefinition, positions: Positions, position: int) -> tuple[str, str]:
    """What each side calls it when the campaign ends with the marker here. [SUP 27.9]"""
    score = position if pack.victory.side == "axis" else positions.last - position
    grade = next(grade for grade in pack.victory.grades if grade.least is None or score >= grade.least)
    return grade.allied, grade.axis


def _moves(pack: PackDefinition, positions: Positions) -> Iterator[tuple[str, str]]:
    """What moves the marker how far, in words. [SUP 27.7]"""
    moves = moves_of(positions.progress)
    if moves and moves[0][0] > 0:
        moves = [(0, 0), *moves]
    for (least, spaces), (above, _) in pairwise([*moves, (0, 0)]):
        if above == 1:
            yield "as many points as the other side", str(spaces)
            continue
        upper = f" to {above - 1}" if above - 1 > least else "" if above else " or more"
        yield f"{least}{upper} points more than the other side", str(spaces)
    stocks = [stock for named in pack.stocks.values() for stock in named.values()]
    if any(stock.drain for stock in stocks):
        yield "supplies gone at a period’s end: against that side", str(STARVED)


def _events(pack: PackDefinition, happened: Mapping[str, str]) -> Iterator[LogEvent]:
    for key, event in pack.events.items():
        yield LogEvent(event.title, _when(pack, event), happened.get(key, ""))


def _when(pack: PackDefinition, event: Event) -> str:
    """``15 Aug``, ``space 4``, ``2 periods after The forts fall``."""
    if event.date is not None:
        return f"{event.date.day} {event.date:%b}"
    if event.space is not None:
        return f"space {event.space}"
    periods = f"{event.delay} period{'' if event.delay == 1 else 's'}"
    before = pack.events.get(event.after or "")
    return f"{periods} after {before.title}" if before else periods


def _happened(standing: Standing) -> dict[str, str]:
    """By key of an event, when it happened: ``m 4``, at that mission's debrief, or ``p 3``, as a period began."""
    opened = [each.moment for each in standing.life if each.what == "period"]
    found = {}
    for key, moment in standing.events.items():
        periods = [number for number, at in enumerate(opened, start=1) if at == moment]
        found[key] = f"p {periods[-1]}" if periods else f"m {moment // 2}" if moment > 1 else "✓"
    return found


def _to_come(pack: PackDefinition, number: int) -> LogPeriod:
    stage, place = pack.stage_of_period(number)
    days = planning.days_of(pack, number)
    return LogPeriod(number, span(*days), stage.title if place == 1 else "", free=stage.missions)


def _periods(page: CampaignPage, positions: Positions) -> Iterator[LogPeriod]:
    """Those that have begun, and those to come while the campaign is not over."""
    pack, standing = page.definition, page.standing
    by_period: dict[int, list[MissionRow]] = {}
    for row in page.missions:
        by_period.setdefault(row.period, []).append(row)
    position = positions.of_space(positions.progress.start)
    for period in standing.periods:
        missions = []
        for row in by_period.get(period.number, ()):
            missions.append(_mission(page, positions, row, position))
            stands = missions[-1].stands
            position = position if stands is None else stands
        yield _begun(pack, standing, period, tuple(missions))
    if not standing.is_over:
        for number in range(len(standing.periods) + 1, pack.periods_in_all + 1):
            yield _to_come(pack, number)


def _begun(pack: PackDefinition, standing: Standing, period: Period, missions: tuple[TrackMission, ...]) -> LogPeriod:
    stage, place = pack.stage_of_period(min(period.number, pack.periods_in_all))
    counted = sum(not standing.missions[each.mission.number].is_void for each in missions)
    is_open = period is standing.period and not standing.is_over
    return LogPeriod(
        number=period.number,
        dates=span(period.first, period.last),
        stage=stage.title if place == 1 else "",
        weather=period.weather.title if period.weather else "",
        units=units_in_words(pack, period),
        missions=missions,
        free=max(0, period.missions - counted) if is_open else 0,
    )


def units_in_words(pack: PackDefinition, period: Period) -> str:
    """How many units a side may fly in a Mission: ``3``, ``all``, ``Allied 2, Axis 3``. [SUP 27.1]"""
    words = {side: "all" if cap is None else str(cap) for side, cap in period.caps.items()}
    if len(set(words.values())) == 1:
        return words[SIDES[0]]
    return ", ".join(f"{pack.side_titles[side]} {word}" for side, word in words.items())


def _mission(page: CampaignPage, positions: Positions, row: MissionRow, before: int) -> TrackMission:
    """A mission, with the marker at position ``before`` after the one before it."""
    logged = mission(row, page.definition)
    known = page.standing.missions.get(row.number)
    if known is None or not known.counts or known.marker is None:
        return TrackMission(logged)
    margin = row.points["axis"] - row.points["allied"]
    spaces = spaces_for(positions.progress, abs(margin))
    by_points = spaces if margin > 0 else -spaces if margin < 0 else 0
    stands = positions.of_space(known.marker)
    return TrackMission(logged, by_points, stands - positions.inside(before + by_points), stands)
