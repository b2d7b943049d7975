"""What a mission told at the table is worth where the first loss decides."""

from __future__ import annotations

from dataclasses import replace

import engine
from engine.core.campaigns import MissionOrder, MissionUnit
from engine.core.game import SIDES
from engine.core.players import fly, heuristic_player

ORDER = MissionOrder(
    {"scenario": "dogfight"},
    "1940-08",
    tuple(
        MissionUnit(f"{side}-{n}", side, "fighter", (slug,), (None,))
        for side, slugs in (
            ("allied", ("spitfire-mk-i-ace", "hurricane-mk-i")),
            ("axis", ("bf-109e-ace", "bf-109e-wingman")),
        )
        for n, slug in enumerate(slugs, 1)
    ),
)


def test_a_dogfight_told_at_the_table_gives_the_point_that_the_game_gives() -> None:
    rules = engine.systems()["angels"].campaign
    assert rules
    for seed in range(6):
        game = engine.new("angels", rules.setup(ORDER), seed)
        report = fly(game, {side: heuristic_player("angels", side, seed) for side in SIDES}).report()
        flown = rules.flown(ORDER, report)
        told = replace(report, scores=rules.scores(ORDER, flown))
        assert {side: told.points(side) for side in SIDES} == {side: report.points(side) for side in SIDES}
