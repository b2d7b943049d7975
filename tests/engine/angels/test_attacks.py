"""Attacks: arcs, dice, target numbers, bonuses, armor and what comes of hits."""

from __future__ import annotations

import pytest

from engine.core.errors import IllegalAction
from tests.engine.angels.make import at, attacking, card, kind, legal, play, unit
from tests.engine.rules import rule

FAR = at(20, 20)


# Examples of play, each attack placed as the text says


@rule("A20 A04", "A20 In-between Shots", "A20 Pilot Quality", "A20 Resolving Attacks b", "A20 Resolving Attacks c")
def test_turn_1_the_p_40_between_two_aspects_of_the_tony_deals_it_a_point_of_damage() -> None:
    units = {
        "allied-1": at(5, 5, "se", aircraft="p-40c-flying-tiger"),
        "axis-1": at(7, 6, "n", aircraft="ki-61-tony"),
        "axis-2": FAR,
    }
    # two columns to the side: exactly abeam, here at 9 o'clock as in the book at 3
    game = attacking(units, [6, 6, 4, 4, 2])
    told = play(game, "attack allied-1 > axis-1")
    assert "needing 6, +1 on each (better pilot), and rolls 6 6 4 4 2 (a 6 is two hits): 4 hits, through armor" in told
    assert unit(game, "axis-1")["hits"] == 1


@rule("A20 A05", "A20 A12")
def test_turn_1_the_tony_at_the_hurricanes_10_o_clock_misses() -> None:
    units = {
        "axis-1": at(4, 4, "se", aircraft="ki-61-tony"),
        "allied-1": at(5, 5, "n", aircraft="hurricane-mk-i"),
        "allied-2": FAR,
    }
    game = attacking(units, [5, 4, 4, 3, 2, 1], active="axis")
    told = play(game, "attack axis-1 > allied-1")
    assert "needing 6, and rolls 5 4 4 3 2 1: 0 hits, armor" in told
    assert unit(game, "allied-1")["hits"] == 0


@rule("A20 A06", "A20 Pilot Quality", "A20 Resolving Attacks c")
def test_turn_1_the_zekes_bonus_makes_sixes_that_count_once() -> None:
    units = {
        "axis-1": at(6, 6, "nw", aircraft="a6m2-zeke"),
        "allied-1": at(4, 5, "sw", aircraft="hurricane-mk-i"),
        "allied-2": FAR,
    }
    # 4 o'clock of the Hurricane, two hexes off
    game = attacking(units, [5, 5, 4, 1], active="axis")
    told = play(game, "attack axis-1 > allied-1")
    assert "needing 5, +1 on each (better pilot), and rolls 5 5 4 1: 3 hits, through armor" in told
    assert unit(game, "allied-1")["hits"] == 1


@rule("A20 A07", "A20 Immediate Effect", "A20 Resolving Attacks c")
def test_turn_2_the_p_40_destroys_the_tony_before_it_fires() -> None:
    units = {
        "allied-1": at(5, 8, "n", aircraft="p-40c-flying-tiger"),
        "allied-2": at(4, 5, "n", aircraft="hurricane-mk-i"),
        "axis-1": at(5, 6, "nw", hits=1, aircraft="ki-61-tony"),
        "axis-2": FAR,
    }
    game = attacking(units, [6, 6, 4, 4, 1])
    assert "attack axis-1 > allied-2" in legal(attacking(units, active="axis"))
    told = play(game, "attack allied-1 > axis-1")
    assert (
        "needing 5, +1 on each (better pilot), and rolls 6 6 4 4 1 (a 6 is two hits): 6 hits, through vital armor"
        in told
    )
    assert unit(game, "axis-1")["fate"] == "destroyed"
    assert kind(game) != "attack", "the Tony does not fire"


@rule("A20 A08")
def test_turn_2_the_zekes_instinct_gives_a_die_which_is_not_enough() -> None:
    units = {
        "axis-1": at(6, 6, "nw", aircraft="a6m2-zeke", maneuvered=True),
        "allied-1": at(4, 5, "sw", hits=1, aircraft="hurricane-mk-i"),
        "allied-2": FAR,
    }
    game = attacking(units, [5, 4, 3, 2, 1], active="axis")
    told = play(game, "attack axis-1 > allied-1")
    shown = "needing 5, +1 on each (better pilot), 1 more die (damaged target), and rolls 5 4 3 2 1: 2 hits, armor"
    assert shown in told


@rule("A20 A09", "A20 Resolving Attacks a")
def test_turn_3_the_hurricane_fires_head_on_at_an_expert() -> None:
    units = {
        "allied-1": at(5, 8, "n", hits=1, maneuvered=True, aircraft="hurricane-mk-i"),
        "axis-1": at(5, 5, "s", aircraft="a6m2-zeke"),
        "axis-2": FAR,
    }
    game = attacking(units, [4, 3])
    told = play(game, "attack allied-1 > axis-1")
    assert "needing 5, −1 on each (ahead of an expert), and rolls 4 3: 0 hits, armor" in told


@rule("A20 A10", "A20 Resolving Attacks a")
def test_turn_3_the_zeke_right_behind_the_p_40_falls_one_short_of_its_vital_armor() -> None:
    units = {
        "axis-1": at(5, 6, "n", aircraft="a6m2-zeke"),
        "allied-1": at(5, 5, "n", aircraft="p-40c-flying-tiger"),
        "allied-2": FAR,
    }
    game = attacking(units, [6, 5, 5, 4, 4, 3, 2], active="axis")
    told = play(game, "attack axis-1 > allied-1")
    assert "needing 4, and rolls 6 5 5 4 4 3 2 (a 6 is two hits): 6 hits, through armor" in told
    assert unit(game, "allied-1")["hits"] == 1


@rule("A20 A13", "A20 Attack Bonuses and Penalties")
@pytest.mark.parametrize(
    ("mine", "other", "told"),
    [
        ("veteran", "average", "needing 6, +1 on each (better pilot), and rolls 1 3 5 6 (a 6 is two hits): 3 hits"),
        ("average", "average", "needing 6, and rolls 1 3 5 6 (a 6 is two hits): 2 hits"),
        ("average", "ace", "needing 6, and rolls 1 3 5 6 (a 6 is two hits): 2 hits"),
    ],
)
def test_1_3_5_6_with_a_bonus_and_without_one(mine: str, other: str, told: str) -> None:
    """A bonus makes 2, 4, 6, 6, of which the natural 6 alone counts twice."""
    units = {
        "allied-1": at(5, 8, pilot=mine, aircraft=card(attack=[4, 4, 4])),
        "axis-1": at(5, 6, "sw", pilot=other),
        "axis-2": FAR,
    }
    assert told in play(attacking(units, [1, 3, 5, 6]), "attack allied-1 > axis-1")


@rule("A20 A13", "A20 Resolving Attacks b")
def test_a_penalty_takes_nothing_from_an_unmodified_6() -> None:
    """1, 3, 5, 6 with −1 become 0, 2, 4 and a 6 that still counts twice."""
    night = {"light": "moonlight"}
    units = {"allied-1": at(5, 8, aircraft=card(attack=[4, 4, 4])), "axis-1": at(5, 6, "s"), "axis-2": FAR}
    told = play(attacking(units, [1, 3, 5, 6], night=night), "attack allied-1 > axis-1")
    assert "needing 5, −1 on each (night), and rolls 1 3 5 6 (a 6 is two hits): 2 hits" in told


# Aspect, arc, range


@rule("A20 Target Aspect", "A20 A12")
@pytest.mark.parametrize(("facing", "number"), [("n", 4), ("ne", 5), ("se", 6), ("s", 5), ("sw", 6), ("nw", 5)])
def test_the_target_number_by_where_the_attack_comes_from(facing: str, number: int) -> None:
    units = {"allied-1": at(5, 8), "axis-1": at(5, 7, facing), "axis-2": FAR}
    game = attacking(units, [1] * 6)
    assert f"needing {number}" in play(game, "attack allied-1 > axis-1")


@rule("A20 In-between Shots")
@pytest.mark.parametrize(
    ("facing", "number"),
    [("n", 5), ("ne", 5), ("se", 6), ("s", 6), ("sw", 6), ("nw", 6)],
)
def test_halfway_between_two_aspects_the_higher_number_is_needed(facing: str, number: int) -> None:
    """The attacker lies two hexes off, halfway between the target's south and south-west."""
    units = {"allied-1": at(4, 8, "n"), "axis-1": at(5, 7, facing), "axis-2": FAR}
    game = attacking(units, [1] * 6)
    assert f"needing {number}" in play(game, "attack allied-1 > axis-1")


def test_deflection_takes_the_lower_number_of_an_in_between_shot() -> None:
    units = {
        "allied-1": at(4, 8, aircraft=card(abilities=["deflection"])),
        "axis-1": at(5, 7, "se"),
        "axis-2": FAR,
    }
    assert "needing 5" in play(attacking(units, [1] * 6), "attack allied-1 > axis-1")


@rule("A20 Firing Arc", "A20 Resolving Attacks a")
def test_the_firing_arc_widens_before_the_nose_to_a_range_of_three_hexes() -> None:
    inside = {(5, 7): 6, (5, 6): 4, (4, 6): 4, (6, 6): 4, (5, 5): 2, (4, 5): 2, (6, 5): 2}
    for column in range(1, 10):
        for row in range(1, 13):
            if (column, row) == (5, 8):
                continue
            units = {"allied-1": at(5, 8), "axis-1": at(column, row, "n"), "axis-2": FAR}
            game = attacking(units, [1] * 6)
            dice = inside.get((column, row), 0)
            if dice:
                told = play(game, "attack allied-1 > axis-1")
                assert f"rolls {' '.join('1' * dice)}:" in told
            else:
                assert "attack allied-1 > axis-1" not in legal(game), (column, row)


@rule("A20 Firing Arc and Altitude")
@pytest.mark.parametrize("altitude", [1, 2, 4, 5])
def test_only_targets_at_the_same_altitude_can_be_attacked(altitude: int) -> None:
    units = {"allied-1": at(5, 8), "axis-1": at(5, 7, altitude=altitude), "allied-2": at(5, 9), "axis-2": at(5, 6)}
    assert legal(attacking(units)) == [
        "attack allied-1 > axis-2",
        "attack allied-2 > axis-2",
        "decline",
    ]


@rule("A20 No Range 0 Attacks")
def test_nobody_attacks_in_his_own_hex() -> None:
    units = {"allied-1": at(5, 8), "axis-1": at(5, 8), "axis-2": at(5, 7)}
    game = attacking(units)
    assert legal(game) == ["attack allied-1 > axis-2", "decline"]
    with pytest.raises(IllegalAction, match="nobody attacks into his own"):
        game.parse("attack allied-1 > axis-1")


def test_a_rear_gun_fires_into_the_arc_behind() -> None:
    gun = card(abilities=["rear-gun"], rear=[2, 1])
    units = {"allied-1": at(5, 8, aircraft=gun), "axis-1": at(5, 9), "axis-2": at(5, 11), "axis-3": at(4, 8)}
    game = attacking(units, [1, 1])
    assert legal(game) == ["attack allied-1 > axis-1", "decline"], "three hexes behind it has no dice"
    assert "rolls 1 1:" in play(game, "attack allied-1 > axis-1")


@rule("A20 Bomber Stats")
def test_a_bombers_guns_fire_all_round() -> None:
    for column, row in ((5, 7), (5, 9), (4, 7), (6, 8), (7, 8), (3, 7), (5, 6)):
        units = {"axis-1": at(5, 8, aircraft="he-111-token"), "allied-1": at(column, row), "allied-2": FAR}
        assert "attack axis-1 > allied-1" in legal(attacking(units, active="axis")), (column, row)
    units = {"axis-1": at(5, 8, aircraft="he-111-token"), "allied-1": at(5, 5), "allied-2": at(8, 8)}
    assert kind(attacking(units, active="axis")) != "attack", "beyond two hexes it has no dice"


# Bonuses, penalties, abilities


@rule("A20 Crippled", "A20 Attack Bonuses and Penalties")
def test_crippled_aircraft_are_easier_to_hit_and_attack_worse_and_it_all_adds_up() -> None:
    for mine, other, pilot, told in (
        (0, 2, "average", "+1 on each"),
        (2, 0, "average", "−1 on each"),
        (0, 2, "ace", "+2 on each"),
        (2, 2, "average", "needing 4, +0 on each (crippled target +1, crippled −1), and rolls"),
        (1, 1, "average", "needing 4, and rolls"),
    ):
        units = {"allied-1": at(5, 8, hits=mine, pilot=pilot), "axis-1": at(5, 7, hits=other), "axis-2": FAR}
        assert told in play(attacking(units, [1] * 6), "attack allied-1 > axis-1"), (mine, other, pilot)


@rule("A20 Special Abilities c")
def test_a_steady_shooter_has_a_die_more_if_it_attempted_no_difficult_maneuver() -> None:
    for maneuvered, dice in ((False, 7), (True, 6)):
        units = {
            "allied-1": at(5, 8, maneuvered=maneuvered, aircraft=card(abilities=["steady-shooter"])),
            "axis-1": at(5, 7),
            "axis-2": FAR,
        }
        assert f"rolls {' '.join('1' * dice)}:" in play(attacking(units, [1] * 7), "attack allied-1 > axis-1")


def test_killer_instinct_gives_a_die_against_damaged_targets_only() -> None:
    for hits, dice in ((0, 6), (1, 7)):
        units = {
            "allied-1": at(5, 8, aircraft=card(abilities=["killer-instinct"])),
            "axis-1": at(5, 7, hits=hits),
            "axis-2": FAR,
        }
        assert f"rolls {' '.join('1' * dice)}:" in play(attacking(units, [1] * 7), "attack allied-1 > axis-1")


def test_an_expert_dogfighter_is_harder_to_hit_from_its_front_half_only() -> None:
    for facing, told in (("s", "−1 on each"), ("sw", "−1 on each"), ("n", "needing 4, and rolls")):
        units = {
            "allied-1": at(5, 8),
            "axis-1": at(5, 7, facing, aircraft=card(abilities=["expert-dogfighter"])),
            "axis-2": FAR,
        }
        assert told in play(attacking(units, [1] * 6), "attack allied-1 > axis-1"), facing


def test_where_bandits_high_is_played_a_6_counts_once_when_more_than_6_is_needed() -> None:
    units = {"allied-1": at(5, 8, hits=2), "axis-1": at(5, 7, "se"), "axis-2": FAR}
    for options, hits in (({}, " (a 6 is two hits): 12"), ({"bandits_high": True}, ": 6")):
        told = play(attacking(units, [6] * 6, options=options), "attack allied-1 > axis-1")
        assert f"needing 6, −1 on each (crippled), and rolls 6 6 6 6 6 6{hits} hits" in told
    units["allied-1"]["hits"] = 0
    told = play(attacking(units, [6] * 6, options={"bandits_high": True}), "attack allied-1 > axis-1")
    assert "12 hits" in told


# Damage


@rule("A20 Resolving Attacks c", "A20 Damaged", "A20 Destroyed")
def test_armor_vital_armor_and_hit_points_decide_what_hits_do() -> None:
    for dice, before, after, fate in (
        ([4, 4, 1, 1, 1, 1], 0, 0, "flying"),
        ([4, 4, 4, 1, 1, 1], 0, 1, "flying"),
        ([6, 6, 4, 1, 1, 1], 0, 1, "flying"),
        ([6, 6, 4, 4, 1, 1], 0, 0, "destroyed"),
        ([4, 4, 4, 1, 1, 1], 1, 2, "flying"),
        ([4, 4, 4, 1, 1, 1], 2, 3, "destroyed"),
    ):
        units = {"allied-1": at(5, 8, pilot="ace"), "axis-1": at(5, 7, hits=before, pilot="ace"), "axis-2": FAR}
        if before == 2:
            dice = [3, 3, 3, 1, 1, 1]
        game = attacking(units, dice)
        play(game, "attack allied-1 > axis-1")
        found = unit(game, "axis-1")
        assert (found["hits"], found["fate"]) == (after, fate), dice
        assert found["crippled"] == (fate == "flying" and after == 2)


# The Attack Phase


@rule("A20 Attack Phase a", "A20 One Attack per Game Turn")
def test_attacks_alternate_each_aircraft_once_the_first_player_first() -> None:
    units = {
        "allied-1": at(5, 8),
        "allied-2": at(5, 9),
        "axis-1": at(5, 6, "s", aircraft=card(hit_points=9)),
        "axis-2": at(5, 7, "s", aircraft=card(hit_points=9)),
    }
    game = attacking(units, [1] * 60)
    play(game, "attack allied-1 > axis-1")
    assert game.deciding == "axis"
    play(game, "attack axis-2 > allied-1")
    assert game.deciding == "allied"
    assert legal(game) == ["attack allied-2 > axis-1", "attack allied-2 > axis-2", "decline"]
    with pytest.raises(IllegalAction, match="has attacked"):
        game.parse("attack allied-1 > axis-2")
    play(game, "attack allied-2 > axis-2")
    assert legal(game) == ["attack axis-1 > allied-1", "attack axis-1 > allied-2", "decline"]


@rule("A20 Attack Phase a")
def test_when_one_side_has_no_attack_left_the_other_goes_on() -> None:
    units = {"allied-1": at(5, 8), "allied-2": at(5, 9), "axis-1": at(5, 7, "n"), "axis-2": FAR}
    game = attacking(units, [1] * 12)
    play(game, "attack allied-1 > axis-1")
    assert game.deciding == "allied"


@rule("A20 Attack Phase b")
def test_who_declines_makes_no_more_attacks_this_turn() -> None:
    units = {"allied-1": at(5, 8), "allied-2": at(5, 9), "axis-1": at(5, 7, "s"), "axis-2": at(5, 6, "s")}
    game = attacking(units, [1] * 12)
    assert "makes no more attacks" in play(game, "decline")
    play(game, "attack axis-1 > allied-1")
    assert game.deciding == "axis", "the Allied side is not asked again"


@rule("A20 Immediate Effect")
def test_an_aircraft_damaged_in_this_phase_attacks_as_one_that_is() -> None:
    units = {"allied-1": at(5, 8), "axis-1": at(5, 7, "s", hits=1), "axis-2": FAR, "allied-2": FAR | {"hex": [1, 1]}}
    game = attacking(units, [6, 6, 1, 1, 1, 1, *[1] * 6])
    play(game, "attack allied-1 > axis-1")
    assert "−1 on each" in play(game, "attack axis-1 > allied-1")


@rule("A20 Immediate Effect")
def test_nobody_attacks_an_aircraft_that_has_been_destroyed() -> None:
    units = {"allied-1": at(5, 8), "allied-2": at(5, 9), "axis-1": at(5, 7), "axis-2": at(5, 6)}
    game = attacking(units, [6, 6, 6, 1, 1, 1])
    play(game, "attack allied-1 > axis-1")
    assert unit(game, "axis-1")["fate"] == "destroyed"
    assert legal(game) == ["attack allied-2 > axis-2", "decline"]


@rule("A20 Battle of Britain: Limited Fuel d")
def test_a_bomber_that_has_been_attacked_in_vain_has_been_attacked() -> None:
    units = {"allied-1": at(5, 8), "axis-1": at(5, 7, aircraft="he-111-token", hold=True), "axis-2": FAR}
    game = attacking(units, [1] * 6)
    play(game, "attack allied-1 > axis-1")
    assert (unit(game, "axis-1")["hits"], unit(game, "axis-1")["attacked"]) == (0, True)
