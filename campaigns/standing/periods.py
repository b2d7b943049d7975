"""Periods: weather and caps, what their days bring, and what their end takes. [SUP 27]"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable

from campaigns.packs.schema import SIDES, Stage
from campaigns.standing import events, pools, stocks, track
from campaigns.standing.deliveries import Delivery
from campaigns.standing.kinds import PeriodBegun
from campaigns.standing.lines import Line
from campaigns.standing.model import MissionStanding, Period
from campaigns.standing.sortie_text import count
from campaigns.standing.workings import Workings


def begun(work: Workings, line: Line) -> None:
    """Steps 1 and 2 of a period, after the end of the one before."""
    said, standing, pack = PeriodBegun.of(line), work.standing, work.pack
    number = said.number
    close(work)
    if standing.is_over:
        sentence = (
            f"Period {number} was opened although the campaign had ended by then. Accept it, or void its missions"
        )
        work.conflict(f"period:{number}", sentence)
    stage = pack.stage_of_period(min(max(number, 1), pack.periods_in_all))[0]
    weather = next((line for line in stage.weather if line.title == said.weather), None)
    first = datetime.date.fromisoformat(said.first)
    period = Period(
        number=number,
        stage=stage.key,
        first=first,
        last=datetime.date.fromisoformat(said.last),
        weather=weather,
        card=said.card,
        missions=stage.missions,
    )
    standing.periods.append(period)
    work.tick, work.date, work.is_closed = number, first, False
    skies = f": {weather.title}" if weather else ""
    work.tell(standing.life, "period", f"Period {number} begins{skies}")
    if number > 1:
        stocks.income(work)
    calendar(work)
    pools.repaired(work)
    _limit(work, period, stage)
    if period.is_over:
        close(work)


def _limit(work: Workings, period: Period, stage: Stage) -> None:
    """The caps and Missions that the weather and events leave. [SUP 27 step 1]"""
    weather = period.weather
    if weather is not None and weather.missions is not None:
        period.missions = weather.missions
    period.caps = dict.fromkeys(SIDES, weather.cap if weather else None)
    changes, work.caps_to_come = work.caps_to_come, []
    if weather is None or weather.cap != 0:
        for side, amount in changes:
            for each in SIDES if side is None else (side,):
                cap = period.caps[each]
                if cap is not None or amount < 0:
                    period.caps[each] = max(0, (_most_units(work, stage, each) if cap is None else cap) + amount)
    if all(cap == 0 for cap in period.caps.values()):
        period.missions = 0


def _most_units(work: Workings, stage: Stage, side: str) -> int:
    """Units of a side in the greatest Mission of a stage: what a cap is counted from where the weather sets none."""
    missions = (work.pack.mission(line.mission) for line in stage.table)
    return max((sum(unit.count for unit in each.units if unit.side == side) for each in missions), default=0)


def calendar(work: Workings) -> None:
    """What has come by this day or with this period: squadrons, replacements, events. [SUP 27 steps 2 and 8]"""
    today = work.date
    assert today is not None
    for key, line in work.pack.squadrons.items():
        status = work.standing.squadrons[key].status
        if line.last is not None and status in ("present", "grounded") and today > line.last:
            if key not in work.brought:
                work.brought.add(key)
                pools.withdraw(work, key, follows=True)
        elif line.first is not None and status == "away" and today >= line.first:
            pools.join(work, key)
    due = [delivery for delivery in work.replacements.values() if _is_due(work, delivery, today)]
    for delivery in sorted(due, key=lambda delivery: not delivery.re_equips):
        del work.replacements[delivery.key]
        pools.deliver(work, delivery)
    events.of_the_day(work)


def _is_due(work: Workings, delivery: Delivery, today: datetime.date) -> bool:
    if delivery.period:
        return delivery.period <= work.tick
    date = work.pack.replacements[int(delivery.key.split(":")[1])].date
    return date is not None and today >= date


def flown(work: Workings, mission: MissionStanding) -> None:
    """A Mission of a period has been debriefed; the last one ends it."""
    period = _of(work, mission)
    if period is None:
        return
    period.flown.append(mission.number)
    if period is work.standing.period and period.is_over:
        close(work)


def check_caps(work: Workings, mission: MissionStanding, flew: Iterable[str]) -> None:
    """Note each side that flew more units in a Mission than its cap allows.

    ``flew``: the side of each unit that its orders sent and that flew by them.
    """
    period = _of(work, mission)
    if period is None:
        return
    for side, units in Counter(flew).items():
        cap = period.caps[side]
        if cap is None or units <= cap or not work.pack.keeps_pool(side):
            continue
        title = work.pack.side_titles[side]
        sentence = (
            f"The {title} side flew {count(units, 'unit')} in mission {mission.number}, but in period "
            f"{period.number} it might fly {count(cap, 'unit')}. Accept it, or declare the mission void"
        )
        work.conflict(f"cap:{side}:{mission.number}", sentence, mission.number, side)


def unflown(work: Workings, mission: MissionStanding) -> None:
    period = _of(work, mission)
    if period is not None and mission.number in period.flown:
        period.flown.remove(mission.number)


def _of(work: Workings, mission: MissionStanding) -> Period | None:
    return next((each for each in reversed(work.standing.periods) if each.number == mission.period), None)


def close(work: Workings) -> None:
    """The end of the period that is running: what it takes, once. [SUP 27]"""
    if work.is_closed:
        return
    work.is_closed = True
    moved = [track.starve(work, side) for side in stocks.drain(work)]
    if any(moved):
        events.of_the_space(work)
    period = work.standing.period
    latest = work.standing.missions.get(period.flown[-1]) if period is not None and period.flown else None
    if latest is not None:
        latest.marker = work.standing.marker
