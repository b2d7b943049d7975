"""Ceilings: who may not go higher, and who must dive. [WBY 5.2.7, 5.4.4, 8.2.1]"""

from typing import Any

import pytest

from engine.core.errors import EngineError
from tests.engine.rules import rule
from tests.engine.wildblue.table import KILLER, Table, allied, axis, fighter

CEILING_DROPS = fighter(ceiling=("very-high", "medium"), damage=(3, 6))
"""Undamaged it may go anywhere, Damaged no higher than Medium."""


def altitude_step(hand: str, *, engaged: str = "", altitude: str = "medium", **more: Any) -> Table:
    """axis-1's Altitude Step, an enemy beside it."""
    return Table(axis(hand, altitude=altitude, **more), allied(altitude=altitude), engaged=engaged, step="altitude")


@rule("WBY 5.2.7", "WBY 8.2.1")
def test_an_element_cannot_climb_above_its_ceiling() -> None:
    low_flyer = fighter(ceiling=("medium", "medium"))
    assert not altitude_step("maneuver", aircraft=low_flyer).can("climb")
    assert altitude_step("maneuver", aircraft=low_flyer, altitude="low").can("climb")


@rule("WBY 5.2.7")
def test_the_ceiling_of_the_damaged_side_counts_once_damaged() -> None:
    assert altitude_step("maneuver", aircraft=CEILING_DROPS, hits=2).can("climb")
    assert not altitude_step("maneuver", aircraft=CEILING_DROPS, hits=3).can("climb")


@rule("WBY 8.2.1", "WBY 5.2.7")
def test_an_element_above_the_ceiling_of_its_damaged_leader_must_dive() -> None:
    table = altitude_step("maneuver", aircraft=CEILING_DROPS, hits=3, altitude="very-high")
    assert table.choices == ["dive"]


@rule("WBY 8.2.1", "WBY 5.4.4")
def test_an_element_above_the_ceiling_of_its_damaged_wingman_must_dive_and_may_not_climb_again() -> None:
    assert altitude_step("maneuver", aircraft=CEILING_DROPS, wingman_hits=3, altitude="high").choices == ["dive"]
    table = altitude_step("maneuver", aircraft=CEILING_DROPS, wingman_hits=3)
    assert sorted(table.choices) == ["dive", "stay"]


@rule("WBY 8.2.1e", "WBY 8.2.1")
def test_a_forced_dive_is_followed_as_any_dive() -> None:
    table = altitude_step("", aircraft=CEILING_DROPS, hits=3, altitude="high", engaged="allied-1 tailing axis-1")
    table.play("dive", "follow")
    assert table.stands("allied-1", "axis-1") == "tailing"
    assert table.altitude("allied-1") == "medium"


@rule("WBY 7.3.5a", "WBY 8.2.1", "WBY 5.2.7")
def test_a_damaged_leader_above_his_ceiling_must_choose_the_dive_in_clouds() -> None:
    table = Table(axis("clouds", aircraft=CEILING_DROPS, hits=3, altitude="high"), allied())
    table.play("play clouds")
    assert table.choices == ["hide medium"]


@rule("WBY 5.2.7", "WBY 8.2.2")
def test_a_vertical_roll_cannot_climb_above_the_ceiling() -> None:
    low_flyer = fighter(ceiling=("medium", "medium"))
    table = Table(axis("vertical-roll maneuver", aircraft=low_flyer), allied())
    assert not table.can("play vertical-roll (climb)")
    assert table.can("play vertical-roll (dive)")


@rule("WBY 5.2.7", "WBY 11.2c", "WBY 8.2.1")
def test_a_damaged_wingman_who_is_promoted_above_his_ceiling_must_dive() -> None:
    table = Table(
        axis("ims-2b-fuel", aircraft=KILLER, altitude="high"),
        allied(aircraft=CEILING_DROPS, wingman_hits=3, altitude="high"),
    )
    table.play("play ims-2b-fuel > allied-1 leader", "pass", "end").wait("allied-1 altitude-step")
    assert table.choices == ["dive"]


@rule("WBY 5.4.4", "WBY 11.1", "WBY 8.2.1")
def test_without_its_damaged_wingman_an_element_is_bound_by_the_leaders_ceiling_alone() -> None:
    table = Table(
        axis("ims-3b3h", aircraft=fighter(burst=3), altitude="high"),
        allied("maneuver", aircraft=CEILING_DROPS, wingman_hits=3, altitude="high"),
    )
    table.play("play ims-3b3h > allied-1 wingman", "pass", "end").wait("allied-1 altitude-step")
    assert table.status("allied-1", "wingman") == "destroyed"
    assert sorted(table.choices) == ["climb", "dive", "stay"]


@rule("WBY 5.4.4", "WBY 8.2.1e", "WBY 5.2.7")
def test_an_enemy_whose_damaged_wingman_may_not_go_higher_cannot_follow() -> None:
    table = Table(
        axis("maneuver"),
        allied("maneuver maneuver", aircraft=CEILING_DROPS, wingman_hits=3),
        engaged="allied-1 tailing axis-1",
        step="altitude",
    )
    table.play("climb", "pay maneuver")
    assert not table.can("follow")


@rule("WBY 8.2.1", "WBY 7.3.5a", "WBY 5.4.4")
def test_a_damaged_wingman_above_his_ceiling_makes_the_element_choose_the_dive_in_clouds() -> None:
    table = Table(axis("clouds maneuver", aircraft=CEILING_DROPS, wingman_hits=3, altitude="high"), allied())
    assert table.play("play clouds").choices == ["hide medium"]


@rule("WBY 8.2.1", "WBY 8.2.1d")
def test_an_element_that_must_dive_loses_its_position_by_it() -> None:
    table = Table(
        axis(aircraft=CEILING_DROPS, hits=3, altitude="high"),
        allied(altitude="high"),
        engaged="axis-1 tailing allied-1",
        step="altitude",
    )
    table.play("dive")
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.altitude("allied-1") == "high"


@rule("WBY 8.2.1")
def test_an_element_far_above_its_ceiling_dives_one_level_each_turn() -> None:
    low = fighter(ceiling=("very-high", "low"), damage=(3, 6))
    table = Table(axis(aircraft=low, hits=3, altitude="high"), allied(), step="altitude").play("dive")
    assert table.altitude("axis-1") == "medium"
    table.wait("axis-1 altitude-step")
    assert table.choices == ["dive"]


@rule("WBY 5.4.1", "WBY 5.4.4")
def test_a_wingman_card_without_damage_and_ceiling_has_those_of_its_leader() -> None:
    plane = fighter(damage=(2, 9), ceiling=("medium", "low"))
    for side in ("wingman", "wingman_damaged"):
        del plane["wildblue"][side]["damage"], plane["wildblue"][side]["ceiling"]
    table = Table(axis("maneuver", aircraft=plane, wingman_hits=2), allied(), step="altitude")
    assert table.view("axis")["units"]["axis-1"]["wingman"]["damage"] == [2, 9]
    assert table.choices == ["dive"]


@rule("WBY 5.2.1")
def test_a_damaged_side_that_bears_no_more_hits_than_the_other_is_refused() -> None:
    with pytest.raises(EngineError, match="must bear more Hits"):
        Table(axis(aircraft=fighter(damage=(4, 4))), allied())
