"""Missions as the cards draw them one after the other, without a campaign."""

from __future__ import annotations

from collections.abc import Sequence

from campaigns.packs import PackDefinition
from campaigns.packs.planning import DrawnMission, draw_in_stage
from campaigns.packs.schema import Stage
from engine.core.chance import Chance


def stage_of(pack: PackDefinition, number: int) -> Stage:
    """The stage that the ``number``-th Mission belongs to."""
    return [stage for stage in pack.stages for _ in range(stage.missions)][number - 1]


def draw(pack: PackDefinition, number: int, flown: Sequence[str], chance: Chance) -> DrawnMission:
    """The ``number``-th Mission, after those ``flown`` (keys in order); an operation's stand in order."""
    stage = stage_of(pack, number)
    before = sum(each.missions for each in pack.stages[: pack.stages.index(stage)])
    if pack.kind == "operation":
        line = stage.table[number - 1 - before]
        return DrawnMission(line.mission, stage, line.date or stage.first, ())
    return draw_in_stage(pack, stage, flown, flown[before:], chance)
