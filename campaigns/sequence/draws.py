"""What chance brings a campaign: the weather of a period, the next Mission. Pure; the campaign's seed decides.

Operations write what is drawn here, simulations fold it.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Literal

from campaigns.catalogue.library import Card, library
from campaigns.packs import PackDefinition, planning
from campaigns.packs.planning import DrawnMission
from campaigns.packs.schema import COLOURS, Side, Stage, WeatherLine, faces_of, match_up_key
from campaigns.sequence.steps import stage_under_way
from campaigns.standing import NewLine, Standing
from campaigns.standing.kinds import Drawn, DrawnCard, Operation, PeriodBegun
from campaigns.standing.model import MissionStanding
from config.common import seeds


def period_line(pack: PackDefinition, standing: Standing, seed: int, weather: str | None = None) -> NewLine:
    """The line with which the next period begins: its days and its weather. [SUP 27 step 1]

    ``weather`` is the title of the stage's weather line that is known already (of a campaign played on paper);
    raises ``KeyError`` if the stage has no such line. Raises ``IndexError`` past the last period.
    """
    number = len(standing.periods) + 1
    stage, _ = pack.stage_of_period(number)
    card, line = None, None
    if weather is not None:
        line = {line.title: line for line in stage.weather}[weather]
    elif stage.weather:
        cards = library().cards
        card = cards[int(seeds.chance(seed, "weather", number).random() * len(cards))]
        line = weather_of(stage, card)
    first, last = planning.days_of(pack, number)
    said = PeriodBegun(
        number=number,
        first=first.isoformat(),
        last=last.isoformat(),
        stage=stage.key,
        card=_card(card) if card else None,
        weather=line.title if line else None,
    )
    return NewLine.saying(said, moment=2 * max(standing.missions, default=0) + 1)


def weather_of(stage: Stage, card: Card) -> WeatherLine | None:
    """What a weather card brings."""
    return next((line for line in stage.weather if card.face in faces_of(line.cards)), None)


def flown_in_period(standing: Standing) -> list[str]:
    """Keys of the Missions of the running period, in order; void ones are left out."""
    period = standing.period
    here = period.number if period else 0
    return [each.key for each in in_order(standing) if each.period == here]


def next_mission(pack: PackDefinition, standing: Standing, seed: int, chosen: str = "") -> DrawnMission:
    """The next Mission: drawn by a card, ``chosen`` from its stage's table, or the next of an operation.

    [SUP 24.3 C1, 25, 27 step 3] Void Missions count for nothing: their stage draws another. Raises ``KeyError`` if
    the Mission may not be chosen, ``IndexError`` when nothing is left.
    """
    chance = seeds.chance(seed, "draw", max(standing.missions, default=0) + 1)
    if pack.has_periods:
        assert standing.period is not None, "a period has begun"
        number, flown = standing.period.number, flown_in_period(standing)
        if chosen:
            return planning.chosen_in_period(pack, number, flown, chosen)
        return planning.draw_in_period(pack, number, flown, chance)
    stage = stage_under_way(pack, standing)
    if stage is None:
        raise IndexError(f"{pack.slug} has no Mission left")
    drawn = in_order(standing)
    here = [each.key for each in drawn if each.stage == stage.title]
    if pack.kind == "operation":
        left = Counter(here)
        line = next(line for line in stage.table if not _taken(left, line.mission))
        return DrawnMission(line.mission, stage, line.date or stage.first, ())
    return planning.draw_in_stage(pack, stage, [each.key for each in drawn], here, chance)


def named(pack: PackDefinition, standing: Standing, key: str, date: datetime.date) -> DrawnMission:
    """A Mission that was flown on paper: any that the running stage may still fly, on any day of it.

    Raises ``KeyError`` for another Mission, ``ValueError`` with a sentence for another day.
    """
    stage = stage_under_way(pack, standing)
    if stage is None or key not in open_missions(pack, standing, stage):
        raise KeyError(key)
    first, last = days_of(stage, standing)
    if not first <= date <= last:
        raise ValueError(f"This Mission was flown between {first} and {last}.")
    return DrawnMission(key, stage, date, ())


def days_of(stage: Stage, standing: Standing) -> tuple[datetime.date, datetime.date]:
    """The first and the last day on which ``stage``, which is running, flies its next Mission."""
    period = standing.period
    return (period.first, period.last) if period else (stage.first, stage.last)


def next_day(stage: Stage, standing: Standing) -> datetime.date:
    """The earliest day on which ``stage``, which is running, may fly its next Mission: not before the latest one."""
    first, last = days_of(stage, standing)
    days = [datetime.date.fromisoformat(mission.date) for mission in in_order(standing)]
    return max(first, min(last, days[-1] if days else first))


def open_missions(pack: PackDefinition, standing: Standing, stage: Stage) -> tuple[str, ...]:
    """Keys of the Missions that ``stage``, which is running, may still fly."""
    drawn = in_order(standing)
    if pack.has_periods and standing.period is not None:
        lines = planning.mission_lines(pack, standing.period.number, flown_in_period(standing))
        return tuple(line.mission for line in lines)
    if stage.locations:
        flown = {each.key for each in drawn}
        keys = [[match_up_key(location, colour) for colour in COLOURS] for location in stage.locations]
        return tuple(key for location in keys if not flown.intersection(location) for key in location)
    left = Counter(each.key for each in drawn if pack.kind != "operation" or each.stage == stage.title)
    return tuple(line.mission for line in stage.table if not _taken(left, line.mission))


def chosen_by_staff(pack: PackDefinition, standing: Standing, seed: int) -> DrawnMission:
    """What the engine's staff chooses where its side may. [SUP 27 step 3]"""
    stage = stage_under_way(pack, standing)
    assert stage is not None, "a period is running"
    keys = open_missions(pack, standing, stage)
    chance = seeds.chance(seed, "choose", max(standing.missions, default=0) + 1)
    return next_mission(pack, standing, seed, keys[int(chance.random() * len(keys))])


def _taken(left: Counter[str], mission: str) -> bool:
    """Whether one of the Missions flown stands for this line of the table; it is taken off."""
    if left[mission]:
        left[mission] -= 1
        return True
    return False


def in_order(standing: Standing) -> list[MissionStanding]:
    """The Missions that count, by number."""
    return [standing.missions[number] for number in sorted(standing.missions) if not standing.missions[number].is_void]


def drawn_line(
    pack: PackDefinition,
    standing: Standing,
    drawn: DrawnMission,
    *,
    chosen: Side | Literal[""] = "",
    skilled: Mapping[Side, str] | None = None,
    paper: bool = False,
) -> NewLine:
    """The line of a Mission that has been drawn: ``chosen`` by which side, the names of skilled men whom it brings.

    ``paper``: it was flown before the campaign came here.
    """
    number = max(standing.missions, default=0) + 1
    definition = pack.mission(drawn.key)
    said = Drawn(
        key=drawn.key,
        title=definition.title,
        date=drawn.date.isoformat(),
        place=definition.place,
        stage=drawn.stage.title,
        cards=tuple(_card(card) for card in drawn.cards),
        skilled=dict(skilled or {}),
        period=standing.period.number if pack.has_periods and standing.period else 0,
        chosen=chosen,
    )
    said = said.but(paper=True) if paper else said
    return NewLine.saying(said, mission=number, moment=2 * number)


def counted_line(standing: Standing, stage: Stage, operation: Operation) -> NewLine:
    """The line of a Mission of ``stage``, which is running, that an operation counts as. [SUP 25]

    It takes no line of the stage's table.
    """
    number = max(standing.missions, default=0) + 1
    said = Drawn(
        key="",
        title=operation.name,
        date=next_day(stage, standing).isoformat(),
        place="an operation",
        stage=stage.title,
        cards=(),
        skilled={},
        period=0,
        chosen="",
        operation=operation,
    )
    return NewLine.saying(said, mission=number, moment=2 * number)


@cache
def _card(card: Card) -> DrawnCard:
    return DrawnCard.model_validate({"number": card.number, "face": card.face, "colour": card.colour})
