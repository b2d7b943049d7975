"""What a campaign of periods does next while no Mission is under way, told by a few lines of its journal.

Lists of many campaigns ask: none is folded for it. ``steps.next_action`` says the same of a campaign that is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from campaigns.packs import PackDefinition
from campaigns.packs.schema import SIDES, Stage
from campaigns.standing.kinds import PeriodBegun
from campaigns.standing.lines import Line, saying
from campaigns.standing.result_kinds import Debriefed


@dataclass(frozen=True, slots=True, kw_only=True)
class Between:
    """What comes next."""

    action: Literal["open-period", "draw", "choose"]
    period: int
    """Of ``open-period`` the one to be opened, else the one that is running."""
    side: str = ""
    """Of ``choose`` the one that chooses."""


def between(pack: PackDefinition, lines: Iterable[Line]) -> Between | None:
    """What comes next in a campaign of periods that is not over, by its ``period`` and ``debriefed`` lines in force.

    ``None``: events of the pack may have left the period without a Mission, which only a fold knows; and of a campaign
    without periods.
    """
    if not pack.has_periods:
        return None
    read = list(lines)
    periods = list(saying(read, PeriodBegun))
    if not periods:
        return Between(action="open-period", period=1)
    line, begun = periods[-1]
    stage, _ = pack.stage_of_period(begun.number)
    weather = next((each for each in stage.weather if each.title == begun.weather), None)
    cap = weather.cap if weather else None
    missions = stage.missions if weather is None or weather.missions is None else weather.missions
    flown = sum(each.moment > line.moment for each, _ in saying(read, Debriefed))
    if cap == 0 or flown >= missions:
        return Between(action="open-period", period=begun.number + 1)
    if not flown and all(_least_cap(pack, stage, side, cap) <= 0 for side in SIDES):
        return None
    return Between(action="choose" if stage.chosen_by else "draw", period=begun.number, side=stage.chosen_by or "")


def _least_cap(pack: PackDefinition, stage: Stage, side: str, cap: int | None) -> int:
    """How many units of a side may fly if all events that take some of it happen at once. [SUP 27 step 1]"""
    if cap is None:
        missions = (pack.mission(line.mission) for line in stage.table)
        cap = max((sum(unit.count for unit in each.units if unit.side == side) for each in missions), default=0)
    effects = [effect for event in pack.events.values() for effect in event.gives if effect.effect == "cap"]
    return cap + sum(min(effect.amount, 0) for effect in effects if effect.side in (None, side))
