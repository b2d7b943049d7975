"""Moving aircraft hex by hex. Columns are even or odd: even ones lie half a hex lower."""

from __future__ import annotations

import pytest

import engine
from engine.core.errors import BadPosition, IllegalAction
from tests.engine.angels.make import at, card, kind, legal, moving, play, position, unit, where
from tests.engine.rules import rule

MANEUVERS = {"break", "barrel-roll", "climb", "power-dive", "split-s", "scissors", "tight-turn"}


def difficult(texts: list[str]) -> set[str]:
    return {text.split()[0] for text in texts} & MANEUVERS


# The rulebook's three examples


@rule("A20 A01", "A20 Normal Movement", "A20 Tight Turn")
def test_the_zero_turns_and_turns_tightly_to_come_out_behind_the_p_40() -> None:
    game = moving("axis_1", [3, 3], axis_1=at(8, 8, "n", aircraft="a6m2-zeke"))
    told = play(game, "speed 3", "turn left", "tight-turn left", "ahead")
    assert "6 +6 = 12 against 10, success" in told
    assert where(game, "axis-1") == ([7, 8], "s", 3)


@rule("A20 A02", "A20 High Speed", "A20 Break")
def test_the_p_40_breaks_at_high_speed_and_turns_twice_but_not_in_consecutive_hexes() -> None:
    game = moving("allied_1", [4, 4], allied_1=at(5, 9, "n", aircraft="p-40c-flying-tiger"))
    told = play(game, "speed 5", "break right")
    assert "8 +5 = 13 against 13, success" in told
    assert where(game, "allied-1") == ([7, 8], "ne", 3), "aside to 6.8, and straight on for it may not turn there"
    play(game, "turn left")
    assert where(game, "allied-1") == ([8, 6], "n", 3)
    play(game, "turn left")
    assert where(game, "allied-1") == ([8, 5], "nw", 3)
    assert kind(game) == "aircraft"


@rule("A20 A02", "A20 Maneuver Checks")
def test_with_one_pip_less_the_p_40_flies_straight_on() -> None:
    game = moving("allied_1", [4, 3], allied_1=at(5, 9, "n", aircraft="p-40c-flying-tiger"))
    assert "12 against 13, failure" in play(game, "speed 5", "break right")
    assert where(game, "allied-1") == ([5, 7], "n", 3)


@rule("A20 A03", "A20 Split S", "A20 Difficult Maneuvers")
def test_the_bf_109_fails_its_split_s_loses_height_all_the_same_and_has_turns_left_only() -> None:
    game = moving("axis_1", [1, 3], axis_1=at(5, 9, "n", 4, aircraft="bf-109e-wingman"))
    told = play(game, "speed 3", "split-s back")
    assert "4 +4 = 8 against 10, failure" in told
    assert where(game, "axis-1") == ([5, 8], "n", 3)
    assert legal(game) == ["ahead", "turn left", "turn right"]
    with pytest.raises(IllegalAction, match="one difficult maneuver"):
        game.parse("tight-turn left")
    play(game, "turn left", "turn left")
    assert where(game, "axis-1") == ([4, 6], "sw", 3)


# Speed and normal turns


@rule("A20 Choose Speed", "A20 Aircraft Must Move")
def test_an_aircraft_flies_as_many_hexes_as_it_announces() -> None:
    game = moving("allied_1", allied_1=at(5, 15))
    assert legal(game) == ["speed 2", "speed 3", "speed 4", "speed 5", "speed 6"]
    play(game, "speed 4", "ahead", "ahead", "ahead")
    assert kind(game) == "hex"
    play(game, "ahead")
    assert where(game, "allied-1") == ([5, 11], "n", 3)
    assert unit(game, "allied-1")["moved"]


@rule("A20 Facing", "A20 Turn")
@pytest.mark.parametrize(
    ("facing", "hex_", "left", "right"),
    [
        ("n", [5, 4], "nw", "ne"),
        ("ne", [6, 4], "n", "se"),
        ("se", [6, 5], "ne", "s"),
        ("s", [5, 6], "se", "sw"),
        ("sw", [4, 5], "s", "nw"),
        ("nw", [4, 4], "sw", "n"),
    ],
)
def test_an_aircraft_goes_where_its_nose_points_and_turns_one_side_there(
    facing: str, hex_: list[int], left: str, right: str
) -> None:
    for action, after in (("ahead", facing), ("turn left", left), ("turn right", right)):
        game = moving("allied_1", allied_1=at(5, 5, facing))
        play(game, "speed 2", action)
        assert where(game, "allied-1") == (hex_, after, 3)


@rule("A20 High Speed", "A20 Turn")
def test_at_high_speed_the_hex_after_a_turn_is_flown_straight() -> None:
    game = moving("allied_1", allied_1=at(5, 15))
    told = play(game, "speed 5", "turn left")
    assert told.count("is in ") == 2, "the second hex leaves no choice"
    assert where(game, "allied-1") == ([4, 13], "nw", 3)
    game = moving("allied_1", allied_1=at(5, 15))
    play(game, "speed 4", "turn left", "turn left", "turn left")
    assert where(game, "allied-1")[1] == "s"


@rule("A20 High Speed")
def test_at_high_speed_a_failed_maneuver_bars_the_next_hex_too() -> None:
    game = moving("allied_1", [1, 1], allied_1=at(5, 15))
    told = play(game, "speed 5", "tight-turn left")
    assert told.count("is in ") == 2
    assert unit(game, "allied-1")["facing"] == "nw"


# Difficult maneuvers: success and failure of each


@rule(
    "A20 Maneuver Checks",
    "A20 Break",
    "A20 Barrel Roll",
    "A20 Climb",
    "A20 Power Dive",
    "A20 Split S",
    "A20 Scissors",
    "A20 Tight Turn",
)
@pytest.mark.parametrize(
    ("action", "success", "failure"),
    [
        ("break left", ([4, 9], "nw", 3), ([5, 9], "n", 3)),
        ("break right", ([6, 9], "ne", 3), ([5, 9], "n", 3)),
        ("barrel-roll left", ([4, 9], "n", 3), ([5, 9], "n", 3)),
        ("barrel-roll right", ([6, 9], "n", 3), ([5, 9], "n", 3)),
        ("climb", ([5, 9], "n", 4), ([5, 9], "n", 3)),
        ("power-dive (1)", ([5, 9], "n", 2), ([5, 9], "n", 2)),
        ("power-dive (2)", ([5, 9], "n", 1), ([5, 9], "n", 2)),
        ("split-s left", ([5, 9], "sw", 2), ([5, 9], "n", 2)),
        ("split-s right", ([5, 9], "se", 2), ([5, 9], "n", 2)),
        ("split-s back", ([5, 9], "s", 2), ([5, 9], "n", 2)),
        ("scissors", ([5, 10], "n", 3), ([5, 9], "n", 3)),
        ("tight-turn left", ([5, 9], "sw", 3), ([5, 9], "nw", 3)),
        ("tight-turn right", ([5, 9], "se", 3), ([5, 9], "ne", 3)),
    ],
)
def test_each_maneuver_on_a_check_of_10_and_of_9(
    action: str, success: tuple[list[int], str, int], failure: tuple[list[int], str, int]
) -> None:
    for dice, outcome in (([4, 6], success), ([4, 5], failure)):
        game = moving("allied_1", dice, allied_1=at(5, 10))
        play(game, "speed 2", action)
        assert where(game, "allied-1") == outcome
        assert game.legal() == game.legal()
        assert legal(game) == ["ahead", "turn left", "turn right"], "one hex is left and the one maneuver is used"


@rule("A20 Maneuver Checks")
@pytest.mark.parametrize(
    ("bonus", "action"),
    [
        ("roll", "break left"),
        ("roll", "barrel-roll left"),
        ("roll", "split-s back"),
        ("climb", "climb"),
        ("dive", "power-dive (2)"),
        ("turn", "scissors"),
        ("turn", "tight-turn left"),
    ],
)
def test_each_maneuver_has_the_bonus_of_its_kind(bonus: str, action: str) -> None:
    for figures, told in (({bonus: 5}, "7 +5 = 12 against 10, success"), ({}, "7 +0 = 7 against 10, failure")):
        others = {name: -9 for name in ("roll", "climb", "dive", "turn") if name != bonus}
        game = moving("allied_1", [3, 4], allied_1=at(5, 10, aircraft=card(**{bonus: 0} | others | figures)))
        assert told in play(game, "speed 2", action)


@rule("A20 Altitude", "A20 Difficult Maneuvers")
def test_no_maneuver_leads_out_of_the_six_bands() -> None:
    game = moving("allied_1", allied_1=at(5, 10, altitude=1))
    play(game, "speed 2")
    assert difficult(legal(game)) == MANEUVERS - {"power-dive", "split-s"}
    game = moving("allied_1", allied_1=at(5, 10, altitude=6))
    play(game, "speed 2")
    assert difficult(legal(game)) == MANEUVERS - {"climb"}
    game = moving("allied_1", allied_1=at(5, 10, altitude=2))
    play(game, "speed 2")
    assert "power-dive (1)" in legal(game)
    assert "power-dive (2)" not in legal(game)
    with pytest.raises(IllegalAction, match="altitude 2"):
        game.parse("power-dive (2)")


@rule("A20 Crippled")
def test_a_crippled_aircraft_checks_at_2_less_and_keeps_to_normal_speed() -> None:
    game = moving("allied_1", [5, 6], allied_1=at(5, 10, hits=2, aircraft=card(turn=0)))
    assert legal(game) == ["speed 2", "speed 3", "speed 4"]
    with pytest.raises(IllegalAction, match="crippled"):
        game.parse("speed 5")
    assert "11 −2 = 9 against 10, failure" in play(game, "speed 2", "tight-turn left")


@rule("A20 Damaged")
def test_a_damaged_aircraft_flies_as_before_until_its_last_hit_point() -> None:
    game = moving("allied_1", [5, 6], allied_1=at(5, 10, hits=1))
    assert "speed 6" in legal(game)
    assert "11 +0 = 11 against 10, success" in play(game, "speed 2", "tight-turn left")


@rule("A20 Crippled")
def test_an_undamaged_aircraft_of_one_hit_point_is_not_crippled() -> None:
    game = moving("allied_1", [5, 6], allied_1=at(5, 10, aircraft=card(hit_points=1)))
    assert "speed 6" in legal(game)
    assert "11 +0 = 11 against 10, success" in play(game, "speed 2", "tight-turn left")


# Abilities that change maneuvers


@rule("A20 Special Abilities a")
def test_poor_at_altitude_costs_2_at_5_and_6_but_not_in_a_dive() -> None:
    for altitude, action, bonus in (
        (5, "tight-turn left", "−2"),
        (6, "break left", "−2"),
        (5, "climb", "−2"),
        (4, "climb", "+0"),
        (6, "power-dive (2)", "+0"),
    ):
        game = moving(
            "allied_1", [6, 6], allied_1=at(5, 10, altitude=altitude, aircraft=card(abilities=["poor-at-altitude"]))
        )
        assert f"12 {bonus} =" in play(game, "speed 2", action), action


@rule("A20 Special Abilities b")
def test_powered_roll_helps_a_split_s_by_1_and_no_other_roll() -> None:
    for action, bonus in (("split-s back", "+1"), ("break left", "+0")):
        game = moving("allied_1", [6, 6], allied_1=at(5, 10, aircraft=card(abilities=["powered-roll"])))
        assert f"12 {bonus} =" in play(game, "speed 2", action), action


@rule("A20 Difficult Maneuvers")
def test_boom_and_zoom_allows_one_climb_or_dive_beside_the_one_maneuver() -> None:
    game = moving("allied_1", [6, 6, 1, 1], allied_1=at(5, 10, aircraft=card(abilities=["boom-and-zoom"])))
    play(game, "speed 4", "climb")
    assert difficult(legal(game)) == MANEUVERS
    play(game, "tight-turn left")
    assert difficult(legal(game)) == set()
    game = moving("allied_1", [6, 6, 1, 1], allied_1=at(5, 10, aircraft=card(abilities=["boom-and-zoom"])))
    play(game, "speed 4", "climb", "climb")
    assert difficult(legal(game)) == set(), "the second climb is its one maneuver"
    game = moving("allied_1", [1, 1, 6, 6], allied_1=at(5, 10, aircraft=card(abilities=["boom-and-zoom"])))
    play(game, "speed 4", "tight-turn left")
    assert difficult(legal(game)) == {"climb", "power-dive"}


def test_what_our_own_abilities_add_to_checks() -> None:
    for ability, speed, altitude, action, bonus in (
        ("high-altitude", 2, 5, "climb", "+1"),
        ("high-altitude", 2, 4, "climb", "+0"),
        ("energy-fighter", 5, 3, "climb", "+2"),
        ("energy-fighter", 2, 3, "climb", "+0"),
        ("fast-dive", 2, 3, "power-dive (2)", "+2"),
    ):
        game = moving("allied_1", [6, 6], allied_1=at(5, 10, altitude=altitude, aircraft=card(abilities=[ability])))
        assert f"12 {bonus} =" in play(game, f"speed {speed}", action), ability


# The edge of the map, and stacks


@rule("A20 Managing the Battle Map b")
def test_who_flies_off_a_map_that_stays_in_its_place_has_retreated() -> None:
    game = moving("allied_1", allied_1=at(5, 2), allied_2=at(9, 9))
    told = play(game, "speed 3", "ahead", "ahead")
    assert "leaves the map over the north edge" in told
    gone = unit(game, "allied-1")
    assert (gone["fate"], gone["edge"], gone["gone"]) == ("retreated", "north", 1)


@rule("A20 Managing the Battle Map b")
@pytest.mark.parametrize(
    ("hex_", "facing", "edge"),
    [([5, 1], "n", "north"), ([20, 5], "ne", "east"), ([5, 20], "s", "south"), ([1, 5], "sw", "west")],
)
def test_each_edge_of_the_map_has_its_name(hex_: list[int], facing: str, edge: str) -> None:
    game = moving("allied_1", allied_1=at(hex_[0], hex_[1], facing), allied_2=at(9, 9))
    play(game, "speed 2", "ahead")
    assert unit(game, "allied-1")["edge"] == edge


@rule("A20 Managing the Battle Map a")
@pytest.mark.parametrize(
    ("hex_", "facing", "other", "moved"),
    [
        ([5, 1], "n", [9, 9], [9, 10]),
        ([5, 20], "s", [9, 9], [9, 8]),
        ([20, 5], "ne", [9, 9], [8, 8]),
        ([1, 5], "sw", [9, 9], [10, 8]),
    ],
)
def test_on_a_map_that_floats_all_aircraft_are_moved_away_from_the_edge(
    hex_: list[int], facing: str, other: list[int], moved: list[int]
) -> None:
    units = {"allied-1": at(hex_[0], hex_[1], facing), "axis-1": at(other[0], other[1]), "axis-2": at(9, 12)}
    document = position(units, step="speed", active="allied-1", first="allied", map={"width": 20, "height": 20})
    game = engine.position("angels", document)
    before = where(game, "axis-2")[0]
    told = play(game, "speed 2", "ahead")
    assert "All aircraft are moved away" in told
    assert unit(game, "axis-1")["hex"] == moved
    assert unit(game, "axis-2")["hex"][0] - before[0] == moved[0] - other[0]
    assert unit(game, "allied-1")["fate"] == "flying"


@rule("A20 Managing the Battle Map a")
@pytest.mark.parametrize("facing", ["n", "ne", "se", "s", "sw", "nw"])
@pytest.mark.parametrize("corner", [[1, 1], [1, 20], [20, 1], [20, 20], [19, 1], [19, 20]])
def test_who_is_about_to_leave_by_a_corner_is_given_room_too(corner: list[int], facing: str) -> None:
    units = {"allied-1": at(corner[0], corner[1], facing), "axis-1": at(9, 9), "axis-2": at(9, 12)}
    size = {"width": corner[0] if corner[0] > 1 else 20, "height": 20}
    document = position(units, step="speed", active="allied-1", first="allied", map=size)
    game = engine.position("angels", document)
    play(game, "speed 2", "ahead")
    assert unit(game, "allied-1")["fate"] == "flying"


@rule("A20 Managing the Battle Map a")
def test_with_no_room_straight_down_the_map_all_are_moved_aslant() -> None:
    """The enemy at the southern edge still has half a hex below him, which a move to the south-east takes."""
    units = {"allied-1": at(6, 1), "axis-1": at(9, 20), "axis-2": at(13, 12)}
    document = position(units, step="speed", active="allied-1", first="allied", map={"width": 20, "height": 20})
    game = engine.position("angels", document)
    assert "away from the north edge" in play(game, "speed 2", "ahead")
    assert (where(game, "allied-1")[0], unit(game, "axis-1")["hex"]) == ([7, 1], [10, 20])


@rule("A20 Managing the Battle Map a")
def test_aircraft_that_are_gone_do_not_keep_the_map_in_its_place() -> None:
    units = {"allied-1": at(5, 1), "axis-1": at(9, 20, fate="destroyed", gone=1), "axis-2": at(9, 12)}
    document = position(units, step="speed", active="allied-1", first="allied", map={"width": 20, "height": 20})
    game = engine.position("angels", document)
    play(game, "speed 2", "ahead")
    assert unit(game, "allied-1")["fate"] == "flying"


@rule("A20 Managing the Battle Map a", "A20 Managing the Battle Map b")
def test_it_is_not_moved_if_another_would_be_pushed_off_it() -> None:
    units = {"allied-1": at(5, 1), "axis-1": at(9, 20), "axis-2": at(9, 12)}
    document = position(units, step="speed", active="allied-1", first="allied", map={"width": 20, "height": 20})
    game = engine.position("angels", document)
    play(game, "speed 2", "ahead")
    assert unit(game, "allied-1")["fate"] == "retreated"
    assert unit(game, "axis-1")["hex"] == [9, 20]


@rule("A20 Stacking a", "A20 Stacking b")
def test_the_later_of_two_friends_in_one_place_goes_back_a_hex_and_may_not_attack() -> None:
    units = {"allied-1": at(5, 8), "allied-2": at(5, 10), "axis-1": at(5, 6), "axis-2": at(20, 20)}
    order = ["allied-1", "axis-1", "axis-2"]
    game = engine.position("angels", position(units, step="speed", active="allied-2", first="allied", order=order))
    told = play(game, "speed 2", "ahead", "ahead")
    assert "Test (Allied 2) makes room for a friend, goes back to 5.9 and may not attack" in told
    assert where(game, "allied-2") == ([5, 9], "n", 3)
    assert legal(game) == ["attack allied-1 > axis-1", "decline"], "axis-1 is in the arc of both, three hexes off"


@rule("A20 Stacking a")
def test_friends_at_different_altitudes_and_enemies_may_share_a_hex() -> None:
    units = {"allied-1": at(5, 8, altitude=4), "allied-2": at(5, 10), "axis-1": at(5, 8), "axis-2": at(5, 5)}
    document = position(units, step="speed", active="allied-2", first="allied", order=["allied-1", "axis-1", "axis-2"])
    game = engine.position("angels", document)
    play(game, "speed 2", "ahead", "ahead")
    assert where(game, "allied-2") == ([5, 8], "n", 3)
    assert legal(game) == ["attack allied-2 > axis-2", "decline"]


@rule("A20 Stacking a")
def test_who_finds_a_friend_in_its_previous_hex_too_goes_back_further() -> None:
    units = {"allied-1": at(5, 8), "allied-3": at(5, 9), "allied-2": at(5, 10), "axis-1": at(15, 15)}
    order = ["allied-1", "allied-3", "axis-1"]
    document = position(units, step="speed", active="allied-2", first="allied", order=order, turns=1)
    game = engine.position("angels", document)
    assert "goes back to 5.10" in play(game, "speed 2", "ahead", "ahead")


@rule("A20 Stacking a")
def test_nobody_makes_room_for_a_friend_who_is_out_of_the_game() -> None:
    units = {
        "allied-1": at(5, 8, fate="destroyed", gone=1),
        "allied-2": at(5, 10),
        "allied-3": at(1, 1),
        "axis-1": at(15, 15),
    }
    order = ["allied-1", "allied-3", "axis-1"]
    document = position(units, step="speed", active="allied-2", first="allied", order=order)
    assert "makes room" not in play(engine.position("angels", document), "speed 2", "ahead", "ahead")


@rule("A20 Stacking a", "A20 Managing the Battle Map a")
@pytest.mark.parametrize(("row", "back"), [(8, 10), (19, 20)])
def test_the_way_back_is_moved_with_the_map_and_ends_at_its_edge(row: int, back: int) -> None:
    """Two friends in one hex; then an enemy at the northern edge has the map moved a hex to the south."""
    units = {
        "allied-1": at(5, row),
        "allied-2": at(5, row, trail=[[5, row + 1]]),
        "axis-1": at(12, 1, aircraft=card(normal=[1, 1], high=[])),
    }
    size = {"width": 20, "height": 20}
    order = ["allied-1", "allied-2"]
    document = position(units, step="aircraft", active="axis", first="allied", order=order, map=size)
    game = engine.position("angels", document)
    assert f"goes back to 5.{back} and may not attack" in play(game, "ahead")


def test_a_position_in_the_middle_of_a_move_that_is_nobodys_is_refused() -> None:
    units = {"allied-1": at(5, 8), "axis-1": at(9, 9)}
    with pytest.raises(BadPosition, match="'active'"):
        engine.position("angels", position(units, step="hex"))
    with pytest.raises(BadPosition, match="not under way"):
        engine.position("angels", position(units, step="hex", active="allied-1", order=["allied-1"]))
