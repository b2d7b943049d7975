"""Whom a Leader may attack: Engagement, its restrictions, and the lone Leader. [WBY 7.5]"""

import pytest

from engine.core.errors import EngineError
from tests.engine.rules import rule
from tests.engine.wildblue.table import Table, allied, axis, fighter

FOUR = (axis("maneuver ims-1b1h full-throttle"), allied(), axis(n=2), allied(n=2))


def targets(table: Table) -> set[str]:
    """Everyone a card may be played at now."""
    return {text.split(" > ")[1].split(" (")[0] for text in table.choices if " > " in text}


@rule("WBY 7.5")
@pytest.mark.parametrize("position", ["advantaged", "tailing", "disadvantaged", "tailed"])
def test_an_engaged_leader_attacks_only_the_leader_he_is_engaged_with(position: str) -> None:
    table = Table(*FOUR, engaged=f"axis-1 {position} allied-1")
    assert targets(table) == {"allied-1 leader"}


@rule("WBY 7.5")
def test_a_neutral_leader_attacks_any_unengaged_leader_and_any_wingman_at_his_altitude() -> None:
    assert targets(Table(*FOUR)) == {"allied-1 leader", "allied-1 wingman", "allied-2 leader", "allied-2 wingman"}


@rule("WBY 7.5", "WBY 8")
def test_enemies_at_another_altitude_cannot_be_attacked() -> None:
    table = Table(axis("maneuver ims-1b1h"), allied(altitude="low"), allied(n=2, altitude="high"))
    assert targets(table) == set()


@rule("WBY 7.5.1a", "WBY 7.5.1d")
def test_an_engaged_leader_is_safe_from_other_leaders_but_his_wingman_is_not() -> None:
    table = Table(*FOUR, engaged="axis-2 tailing allied-1")
    assert targets(table) == {"allied-1 wingman", "allied-2 leader", "allied-2 wingman"}


@rule("WBY 7.5.1d")
def test_an_advantaged_leader_with_a_wingman_is_safe_from_other_leaders() -> None:
    table = Table(*FOUR, engaged="allied-1 tailing axis-2")
    assert "allied-1 leader" not in targets(table)
    assert "allied-1 wingman" in targets(table)


@rule("WBY 7.5.1d", "WBY 10.3b")
@pytest.mark.parametrize("position", ["advantaged", "tailing", "disadvantaged", "tailed"])
def test_an_engaged_leader_with_a_wingman_is_safe_from_other_wingmen(position: str) -> None:
    table = Table(*FOUR, engaged=f"allied-1 {position} axis-2", step="wingman")
    assert targets(table) == {"allied-1 wingman", "allied-2 leader", "allied-2 wingman"}


@rule("WBY 7.5.1b", "WBY 7.4")
@pytest.mark.parametrize("position", ["disadvantaged", "tailed"])
def test_a_leader_with_the_enemy_behind_him_plays_no_burst_cards_without_a_gunner(position: str) -> None:
    table = Table(
        axis("ims-1b1h oots-1b2h", aircraft=fighter(burst=3)), allied(), engaged=f"axis-1 {position} allied-1"
    )
    assert targets(table) == set()


@rule("WBY 7.5.1b", "WBY 10.6.3", "WBY 5.2.5")
@pytest.mark.parametrize("position", ["disadvantaged", "tailed"])
def test_a_gunner_fires_at_the_engaged_leader_or_his_wingman_and_nobody_else(position: str) -> None:
    table = Table(
        axis("ims-1b1h", aircraft=fighter(burst=3, gunner=1)),
        allied(),
        allied(n=2),
        engaged=f"axis-1 {position} allied-1",
    )
    assert targets(table) == {"allied-1 leader", "allied-1 wingman"}


@rule("WBY 7.5.1c", "WBY 10.3a")
@pytest.mark.parametrize("position", ["advantaged", "tailing", "disadvantaged", "tailed"])
def test_the_wingman_of_an_engaged_leader_attacks_only_that_enemy_element(position: str) -> None:
    table = Table(*FOUR, engaged=f"axis-1 {position} allied-1", step="wingman")
    assert targets(table) == {"allied-1 leader", "allied-1 wingman"}


@rule("WBY 7.5")
def test_a_leader_back_at_neutral_by_maneuvering_may_not_turn_on_another_in_the_same_turn() -> None:
    table = Table(*FOUR, engaged="axis-1 disadvantaged allied-1")
    table.play("play maneuver > allied-1 leader", "pass")
    assert targets(table) == {"allied-1 leader"}


# 7.5.2 A lone Leader


def lone(position: str, hand: str = "", spitfire: str = "maneuver maneuver half-loop scissors ims-1b1h") -> Table:
    """axis-1, alone, stands so to allied-1; allied-2 is Unengaged and has its Leader Step."""
    return Table(allied(spitfire, n=2), axis(hand, wingman=False), allied(), engaged=f"axis-1 {position} allied-1")


@rule("WBY 7.5.2", "WBY 7.5.2a")
@pytest.mark.parametrize("position", ["advantaged", "tailing"])
def test_a_lone_leader_with_a_position_may_be_attacked_with_position_cards_only(position: str) -> None:
    table = lone(position)
    assert table.can("play maneuver > axis-1 leader")
    assert table.can("play half-loop > axis-1 leader")
    assert not table.can("play ims-1b1h > axis-1 leader")


@rule("WBY 7.5.2", "WBY 7.5.1d")
@pytest.mark.parametrize("position", ["disadvantaged", "tailed"])
def test_a_lone_leader_without_a_position_is_safe_from_others(position: str) -> None:
    assert targets(lone(position)) == set()


@rule("WBY 7.5.2", "WBY 7.5.1d")
def test_a_leader_who_has_his_wingman_is_not_a_lone_leader() -> None:
    table = Table(allied("maneuver half-loop scissors", n=2), axis(), allied(), engaged="axis-1 advantaged allied-1")
    assert "axis-1 leader" not in targets(table)


@rule("WBY 7.5.2", "WBY 7.5")
def test_an_engaged_leader_cannot_attack_a_lone_leader() -> None:
    table = Table(
        allied("maneuver half-loop", n=2),
        axis(wingman=False),
        allied(),
        axis(n=2),
        engaged="axis-1 advantaged allied-1, axis-2 disadvantaged allied-2",
    )
    assert targets(table) == {"axis-2 leader"}


@rule("WBY 7.5.2", "WBY 8")
def test_a_lone_leader_at_another_altitude_cannot_be_attacked() -> None:
    table = Table(
        allied("maneuver half-loop", n=2, altitude="high"),
        axis(wingman=False),
        allied(),
        engaged="axis-1 advantaged allied-1",
    )
    assert targets(table) == set()


@rule("WBY 7.5.2a", "WBY 7.3.4")
@pytest.mark.parametrize(("position", "legal"), [("advantaged", True), ("tailing", False)])
def test_a_lone_leader_may_be_scissored_only_while_he_is_advantaged(position: str, legal: bool) -> None:
    assert lone(position).can("play scissors > axis-1 leader") is legal


@rule("WBY 7.5.2a")
@pytest.mark.parametrize(
    ("position", "cards", "hurricanes", "spitfire"),
    [
        ("advantaged", ["maneuver"], "neutral", "neutral"),
        ("tailing", ["maneuver"], "disadvantaged", "neutral"),
        ("tailing", ["maneuver", "maneuver"], "neutral", "neutral"),
        ("tailing", ["half-loop"], "neutral", "neutral"),
        ("advantaged", ["full-throttle"], "neutral", "neutral"),
        ("tailing", ["full-throttle"], "disadvantaged", "neutral"),
        ("advantaged", ["half-loop"], "neutral", "advantaged"),
        ("advantaged", ["scissors"], "neutral", "advantaged"),
        ("tailing", ["maneuver", "half-loop"], "neutral", "advantaged"),
    ],
)
def test_position_cards_take_away_a_lone_leaders_position_and_what_is_over_is_gained(
    position: str, cards: list[str], hurricanes: str, spitfire: str
) -> None:
    """``hurricanes`` and ``spitfire``: how they stand to the lone Leader afterwards."""
    table = lone(position, spitfire=" ".join(cards))
    for card in cards:
        table.play(f"play {card} > axis-1 leader", "pass")
    assert table.stands("allied-1", "axis-1") == hurricanes
    assert table.stands("allied-2", "axis-1") == spitfire


@rule("WBY 7.5.2b")
def test_once_a_lone_leader_has_lost_his_position_he_is_attacked_normally() -> None:
    table = lone("tailing", spitfire="half-loop maneuver ims-1b1h scissors full-throttle")
    table.play("play half-loop > axis-1 leader", "pass")
    assert table.can("play ims-1b1h > axis-1 leader")
    assert table.can("play maneuver > axis-1 leader")
    assert not table.can("play scissors > axis-1 leader")
    assert not table.can("play full-throttle > axis-1 leader")
    table.play("play maneuver > axis-1 leader", "pass", "play ims-1b1h > axis-1 leader", "pass")
    assert table.stands("allied-2", "axis-1") == "advantaged"
    assert table.hits("axis-1") == 1


@rule("WBY 7.5.2b", "WBY 7.5.2a")
def test_a_lone_leader_still_advantaged_after_one_card_cannot_be_fired_at() -> None:
    table = lone("tailing").play("play maneuver > axis-1 leader", "pass")
    assert table.stands("axis-1", "allied-1") == "advantaged"
    assert not table.can("play ims-1b1h > axis-1 leader")
    assert table.can("play scissors > axis-1 leader")


@rule("WBY 7.5.2c")
def test_a_half_loop_gains_tailing_on_a_lone_leader_who_has_lost_his_position() -> None:
    table = lone("advantaged", spitfire="maneuver half-loop")
    table.play("play maneuver > axis-1 leader", "pass", "play half-loop > axis-1 leader", "pass")
    assert table.stands("allied-2", "axis-1") == "tailing"


@rule("WBY 7.5.2a", "WBY 6.2")
def test_a_lone_leader_responds_normally() -> None:
    table = lone("advantaged", hand="tight-turn")
    table.play("play maneuver > axis-1 leader", "respond tight-turn", "respond scissors", "pass")
    assert table.stands("axis-1", "allied-1") == "neutral"
    table = lone("advantaged", hand="tight-turn", spitfire="maneuver")
    table.play("play maneuver > axis-1 leader", "respond tight-turn", "pass")
    assert table.stands("axis-1", "allied-1") == "advantaged"


@rule("WBY 7.5.2 example")
def test_worked_example_of_a_spitfire_scissoring_a_lone_bf109_off_the_hurricanes() -> None:
    table = lone("advantaged", hand="ace-pilot", spitfire="scissors ace-pilot ims-1b1h ims-2b2h maneuver")
    table.play("play scissors > axis-1 leader", "respond ace-pilot", "respond ace-pilot", "pass")
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.stands("axis-1", "allied-2") == "disadvantaged"
    assert table.can("play ims-2b2h > axis-1 leader")
    table.play("play maneuver > axis-1 leader", "pass")
    assert table.stands("allied-2", "axis-1") == "tailing"


@rule("WBY 7.5.2", "WBY 10.3b", "WBY 10.4.1")
def test_a_wingman_whose_leader_is_unengaged_takes_a_lone_leaders_position_for_his_leader() -> None:
    table = Table(
        allied(n=2),
        axis(wingman=False),
        allied(),
        engaged="axis-1 advantaged allied-1",
        step="wingman",
        draws={"allied": "half-loop ims-1b1h"},
    )
    table.play("attack > axis-1 leader")
    assert not table.can("play ims-1b1h > axis-1 leader")
    table.play("play half-loop > axis-1 leader", "pass")
    assert table.stands("allied-1", "axis-1") == "neutral"
    assert table.stands("allied-2", "axis-1") == "advantaged"
    assert table.can("play ims-1b1h > axis-1 leader")


@rule("WBY 7.5.2")
def test_the_leader_over_whom_a_lone_leader_is_advantaged_attacks_him_as_ever() -> None:
    table = Table(
        allied("maneuver scissors half-loop ims-1b1h"), axis(wingman=False), engaged="axis-1 advantaged allied-1"
    )
    assert {card for card in ("maneuver", "scissors", "half-loop") if table.can(f"play {card} > axis-1 leader")} == {
        "maneuver",
        "scissors",
        "half-loop",
    }
    assert not table.can("play ims-1b1h > axis-1 leader")


@rule("WBY 7.5.2a", "WBY 7.5.2b", "WBY 9.1.2")
def test_a_heavy_gun_is_not_fired_at_a_lone_leader_before_he_has_lost_his_position() -> None:
    table = Table(
        allied("maneuver ims-1b1h", n=2, aircraft=fighter(burst=3, heavy_guns=1)),
        axis(wingman=False),
        allied(),
        engaged="axis-1 advantaged allied-1",
    )
    assert not table.can("play ims-1b1h > axis-1 leader (heavy gun)")
    table.play("play maneuver > axis-1 leader", "pass")
    assert table.can("play ims-1b1h > axis-1 leader (heavy gun)")


@rule("WBY 7.5.2a", "WBY 6.2.3")
@pytest.mark.parametrize("position", ["advantaged", "tailing"])
def test_a_lone_leader_with_a_position_does_not_chop_throttle_against_whoever_would_take_it(position: str) -> None:
    table = lone(position, hand="chop-throttle", spitfire="full-throttle")
    table.play("play full-throttle > axis-1 leader")
    assert table.choices == ["pass"]


@rule("WBY 8", "WBY 7.5")
def test_leaders_at_different_altitudes_are_not_engaged() -> None:
    with pytest.raises(EngineError, match="not at the same altitude"):
        Table(axis(), allied(altitude="low"), engaged="axis-1 tailing allied-1")
