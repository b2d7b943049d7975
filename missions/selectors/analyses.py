"""What was in a fight, as its page and its replay show it, and who may have it analysed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from typing import NamedTuple

from django.urls import reverse

import engine
from campaigns.access import Viewer
from config.common.curves import Curve, CurveData, Mark, laid_out
from config.common.figures import SURE, figure
from config.common.refusals import Refusal
from engine.core.game import SIDES, Side, System
from missions.models import Analysis as Row
from missions.models import Flight, Game, Job, Mission, Skirmish
from missions.odds.analysis import METHOD, Account, Analysis, Judged
from missions.odds.intervals import share
from missions.odds.judging import Worth
from missions.odds.outlooks import TurningPoint
from missions.odds.words import between
from missions.replay.frames import Watched
from missions.selectors.missions import audience_of, flight_of

FIRST = 8
"""Decisions of people that are shown at once, of those that mattered."""
LEAST_FIRST = 3
CANCELLED = "It has been called off."
WIDE, NARROW = 960.0, 340.0
TALL, LOW = 210.0, 124.0


def digest(record: str) -> str:
    return sha256(record.encode()).hexdigest()


def rules_of(system: str) -> str:
    """The game, the edition of its rules and the method by which an analysis is made today."""
    return f"{system} {engine.systems()[system].edition} {METHOD}"


@cache
def every_rules() -> tuple[str, ...]:
    return tuple(rules_of(system) for system in engine.systems())


def why_not_of_mission(mission: Mission, viewer: Viewer) -> str:
    """Why somebody is shown no analysis of a mission, in a sentence; empty if he is. No query of one with its flight
    and its debrief."""
    flight = flight_of(mission)
    if flight is None or not flight.has_replay:
        return "Only a mission that was flown by the engine or on screen is analysed."
    try:
        is_open = audience_of(mission, viewer) is None
    except Refusal:
        is_open = False
    return "" if is_open else "It is analysed for you after the debrief: an analysis looks into all hands."


def why_not_of_skirmish(skirmish: Skirmish) -> str:
    """The same of a skirmish, for whoever may watch it. No query."""
    if skirmish.is_at_table:
        return "What was played at a table has no record to analyse."
    if skirmish.report is None:
        return "It is analysed once it has been flown."
    return "" if set(skirmish.doctrines) == set(SIDES) else "Only a fight of two sides is analysed."


@dataclass(frozen=True, slots=True)
class Recorded:
    """What an analysis is made of."""

    record: str
    game: Game | None
    """In which people decided."""


def fight_of(job: Job) -> Recorded | None:
    """The fight that a job is to analyse; ``None``: it is gone, was flown anew, or another job is to. Three queries."""
    row = Row.objects.filter(job=job).select_related("mission__flight", "skirmish").first()
    if row is None:
        return None
    if row.mission is not None:
        flight = flight_of(row.mission)
        record = flight.record if flight is not None else ""
        over = Game.objects.filter(mission=row.mission, status=Game.Status.OVER)
        is_on_screen = flight is not None and flight.way == Flight.Way.SCREEN
        game = over.order_by("-begun_at").first() if is_on_screen else None
    else:
        assert row.skirmish is not None, "of one of both"
        record, game = row.skirmish.record, Game.objects.filter(skirmish=row.skirmish).first()
    return Recorded(record, game) if digest(record) == row.digest else None


def found_of(record: str, **fight: Mission | Skirmish) -> Analysis | None:
    """What has been found of a record; ``None``: nothing yet. One query."""
    return _read(Row.objects.filter(**fight).only("digest", "results").first(), record)


def _read(row: Row | None, record: str) -> Analysis | None:
    if row is None or not row.results or row.digest != digest(record):
        return None
    return Analysis.from_json(row.results)


class Chance(NamedTuple):
    """``52 %``, and between which two figures it lies; empty where that is certain or was not kept."""

    main: str
    between: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurningRow:
    """A turning point, by its number on the curve."""

    point: TurningPoint
    url: str
    before: Chance
    after: Chance


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountRow:
    """Where a side's margin came from, entry by entry."""

    side: Side
    title: str
    entries: tuple[tuple[str, str], ...]
    """What it is, and the Victory Points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRow:
    """A decision of a person."""

    judged: Judged
    url: str
    who: str
    worth: str
    """Of the best alternative; empty: nothing better was found."""
    is_sure: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisPage:
    """All that the page shows."""

    url: str
    replay_url: str
    system: System
    job: Job | None
    """Of what is being made, or did not come off."""
    may_order: bool
    may_cancel: bool = False
    curves: tuple[tuple[str, Curve], ...] = ()
    """By the width of the screen; empty: nothing has been found yet."""
    turning: tuple[TurningRow, ...] = ()
    accounts: tuple[AccountRow, ...] = ()
    decisions: tuple[DecisionRow, ...] = ()
    """Those that mattered most."""
    others: tuple[DecisionRow, ...] = ()

    @property
    def is_under_way(self) -> bool:
        return self.job is not None and not self.job.is_finished

    @property
    def is_called_off(self) -> bool:
        return self.job is not None and self.job.message == CANCELLED

    @property
    def first(self) -> str:
        """Whose chances the figures are."""
        return self.system.sides[SIDES[0]]


def page_of_mission(mission: Mission, user_id: int) -> AnalysisPage:
    """For whoever ``why_not_of_mission`` lets in. One query."""
    at = (mission.campaign_id, mission.number)
    return _page(
        Row.objects.filter(mission=mission).select_related("job").first(),
        mission.flight.record,
        system=engine.systems()[mission.campaign.pack.system],
        url=reverse("mission-analysis", args=at),
        replay_url=reverse("mission-replay", args=at),
        may_order=not mission.campaign.is_archived,
        user_id=user_id,
    )


def page_of_skirmish(skirmish: Skirmish, user_id: int) -> AnalysisPage:
    """For whoever may watch it. One query."""
    return _page(
        Row.objects.filter(skirmish=skirmish).select_related("job").first(),
        skirmish.record,
        system=engine.systems()[skirmish.system],
        url=reverse("skirmish-analysis", args=(skirmish.pk,)),
        replay_url=reverse("skirmish-replay", args=(skirmish.pk,)),
        may_order=skirmish.owner_id == user_id,
        user_id=user_id,
    )


def _page(
    row: Row | None, record: str, *, system: System, url: str, replay_url: str, may_order: bool, user_id: int
) -> AnalysisPage:
    is_of_this = row is not None and row.digest == digest(record)
    job = row.job if row is not None and is_of_this and row.job.status != Job.Status.DONE else None
    found = _read(row, record)
    page = AnalysisPage(
        url=url,
        replay_url=replay_url,
        system=system,
        job=job,
        may_order=may_order,
        may_cancel=may_order and job is not None and not job.is_finished and job.owner_id == user_id,
    )
    if found is None:
        return page
    steps = {point.decisions: point.step for point in found.turning}
    rows = sorted((_decision(each, system, replay_url) for each in found.judged), key=lambda row: not row.is_sure)
    matter = max(LEAST_FIRST, min(FIRST, sum(row.is_sure for row in rows)))
    return replace(
        page,
        curves=_curves(_data(found, system, lambda decisions: f"{replay_url}{steps[decisions]}/"), TALL),
        turning=tuple(
            TurningRow(
                point=point,
                url=f"{replay_url}{point.step}/",
                before=_chance(point.before, point.flights[0]),
                after=_chance(point.after, point.flights[1]),
            )
            for point in found.turning
        ),
        accounts=tuple(_account(each, system) for each in found.accounts),
        decisions=tuple(rows[:matter]),
        others=tuple(rows[matter:]),
    )


def under_replay(found: Analysis, watched: Watched, now: int | None) -> tuple[tuple[str, Curve], ...]:
    """The curve under a replay; ``now``: the decisions that have been taken at the step that is shown."""

    def url_at(decisions: int) -> str:
        step = next(frame.number for frame in watched.frames if frame.decisions >= decisions)
        return f"{watched.url}{step}/{watched.query}"

    return _curves(_data(found, watched.system, url_at, now), LOW)


def _curves(data: CurveData, height: float) -> tuple[tuple[str, Curve], ...]:
    return ("wide", laid_out(data, WIDE, height)), ("narrow", laid_out(data, NARROW, height))


def _data(found: Analysis, system: System, url_at: Callable[[int], str], now: int | None = None) -> CurveData:
    first, other = ((side, system.sides[side]) for side in SIDES)
    start, end = found.moments[0].outlook, found.moments[-1].outlook
    return CurveData(
        points=[(moment.decisions, moment.outlook.chance) for moment in found.moments],
        length=max(found.decisions, 1),
        sides=(first, other),
        stretches=[(begins.decisions, begins.turn.removeprefix("Turn ")) for begins in found.turns],
        marks=[
            Mark(
                at=point.decisions,
                url=url_at(point.decisions),
                title=f"{point.turn}: {_percent(point.before)} → {_percent(point.after)}. {point.events[0]}",
            )
            for point in found.turning
        ],
        summary=f"{first[1]} chances: {_percent(start.chance)} at the start, {_percent(end.chance)} at the end.",
        now=now,
    )


def _chance(chance: float, flights: int) -> Chance:
    return Chance(_percent(chance), between(share(chance / 100 * flights, flights)) if flights > 1 else "")


def _percent(chance: float) -> str:
    return f"{chance:.0f} %"


def _decision(judged: Judged, system: System, replay_url: str) -> DecisionRow:
    is_better = judged.gain.points > 0
    return DecisionRow(
        judged=judged,
        url=f"{replay_url}{judged.step}/",
        who=judged.unit or system.sides[judged.side],
        worth=_worth(judged.gain) if is_better else "",
        is_sure=is_better and judged.gain.is_sure,
    )


def _worth(worth: Worth) -> str:
    """``+2.3 ± 1.1``: it lies within nine times in ten."""
    return f"{_tenths(round(10 * worth.points))} ± {SURE * worth.error:.1f}"


def _account(account: Account, system: System) -> AccountRow:
    return AccountRow(
        side=account.side,
        title=system.sides[account.side],
        entries=(
            ("Expected at the start", _within(account.expected, account.expected_error)),
            ("Luck", _within(account.luck, account.luck_error)),
            ("Own play", _within(account.play, account.play_error)),
            ("The others’ play", _tenths(account.others)),
            ("Came out", _tenths(account.came)),
        ),
    )


def _within(points: int, error: int) -> str:
    """With what it lies within nine times in ten, unless it is known exactly."""
    return f"{_tenths(points)} ± {SURE * error / 10:.1f}" if error else _tenths(points)


def _tenths(points: int) -> str:
    return figure(points / 10, "+.1f") if points else "0.0"
