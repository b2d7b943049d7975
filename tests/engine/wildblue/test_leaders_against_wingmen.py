"""Leaders, and their Gunners, attacking Wingmen. [WBY 10.6]"""

import pytest

import engine
from tests.engine.rules import rule
from tests.engine.wildblue.table import TOUGH, Table, allied, axis, fighter

P_38 = "p-38j"
FW_190 = "fw-190a-6"


@rule("WBY 10.6")
@pytest.mark.parametrize("position", ["tailing", "advantaged", "disadvantaged", "tailed"])
def test_an_engaged_leader_does_not_attack_the_wingman_of_the_enemy(position: str) -> None:
    table = Table(axis("ims-1b1h maneuver"), allied(), engaged=f"axis-1 {position} allied-1")
    assert not any("allied-1 wingman" in text for text in table.choices)


@rule("WBY 10.6", "WBY 8")
def test_a_neutral_leader_attacks_a_wingman_at_his_altitude_only() -> None:
    table = Table(axis("ims-1b1h maneuver"), allied(), allied(n=2, altitude="high"))
    assert table.can("play ims-1b1h > allied-1 wingman")
    assert not table.can("play ims-1b1h > allied-2 wingman")


@rule("WBY 10.6.1")
@pytest.mark.parametrize(("hand", "legal"), [("maneuver half-loop", False), ("maneuver oots-3b4h", True)])
def test_a_leader_needs_a_firing_card_in_hand_to_attack_a_wingman(hand: str, legal: bool) -> None:
    table = Table(axis(hand), allied())
    assert table.can("play maneuver > allied-1 wingman") is legal
    assert table.can("play maneuver > allied-1 leader")


@rule("WBY 10.6.2")
def test_position_gives_no_bursts_against_a_wingman_and_each_maneuver_and_half_loop_does() -> None:
    hand = "maneuver maneuver half-loop ims-3b3h ims-2b2h ims-1b1h"
    table = Table(axis(hand, aircraft=fighter(burst=0)), allied(aircraft=TOUGH), draws={"allied": "clouds clouds"})

    def bursts() -> int:
        cards = {1: "ims-1b1h", 2: "ims-2b2h", 3: "ims-3b3h"}
        return max((n for n, card in cards.items() if table.can(f"play {card} > allied-1 wingman")), default=0)

    assert bursts() == 0
    table.play("play maneuver > allied-1 wingman", "pass")
    assert bursts() == 1
    table.play("play maneuver > allied-1 wingman", "pass")
    assert bursts() == 2
    table.play("play half-loop > allied-1 wingman", "pass")
    assert bursts() == 3
    table.play("play ims-3b3h > allied-1 wingman", "pass")
    assert table.hits("allied-1", "wingman") == 3
    assert not table.can("play ims-2b2h > allied-1 wingman")
    assert table.can("play ims-1b1h > allied-1 wingman")  # four gained, three used
    assert table.stands("axis-1", "allied-1") == "neutral"


@rule("WBY 10.6.2")
def test_more_than_three_bursts_can_be_gained_against_a_wingman() -> None:
    hand = "half-loop half-loop ims-3b3h ims-2b3h"
    table = Table(axis(hand), allied(aircraft=TOUGH), draws={"allied": "clouds clouds"})
    table.play("play half-loop > allied-1 wingman", "pass", "play half-loop > allied-1 wingman", "pass")
    table.play("play ims-3b3h > allied-1 wingman", "pass", "play ims-2b3h > allied-1 wingman", "pass")
    assert table.hits("allied-1", "wingman") == 6


@rule("WBY 10.6.2", "WBY 6.2")
def test_a_maneuver_that_the_wingman_answers_gives_no_bursts() -> None:
    table = Table(axis("maneuver ims-2b2h"), allied(), draws={"allied": "tight-turn clouds"})
    table.play("play maneuver > allied-1 wingman", "respond tight-turn", "pass")
    assert not table.can("play ims-2b2h > allied-1 wingman")


@rule("WBY 10.6.2")
def test_other_position_cards_are_of_no_use_against_a_wingman() -> None:
    table = Table(axis("full-throttle scissors ims-1b1h"), allied())
    assert {text for text in table.choices if "allied-1 wingman" in text} == {"play ims-1b1h > allied-1 wingman"}


@rule("WBY 10.6.2 example", "WBY 7.3.6")
def test_worked_example_of_a_p38_giving_up_tailing_to_fire_at_the_wingman() -> None:
    table = Table(
        allied("ims-2b2h maneuver", altitude="high", aircraft=P_38),
        axis(altitude="high", aircraft=FW_190),
        engaged="allied-1 tailing axis-1",
        draws={"axis": "full-throttle maneuver"},
    )
    table.play("give up position")
    assert not table.can("play ims-2b2h > axis-1 wingman")
    table.play("play maneuver > axis-1 wingman", "pass")
    table.play("play ims-2b2h > axis-1 wingman", "respond full-throttle")
    table.wait("allied-1 leader")
    assert table.hits("axis-1", "wingman") == 0
    assert table.stands("allied-1", "axis-1") == "neutral"


@rule("WBY 10.6.3", "WBY 7.5.1b")
@pytest.mark.parametrize("position", ["tailing", "advantaged", "neutral", "disadvantaged", "tailed"])
def test_a_gunner_fires_at_a_wingman_only_while_that_wingmans_leader_is_behind_him(position: str) -> None:
    engaged = f"allied-1 {position} axis-1"
    gunner = fighter(burst=0, gunner=2)
    table = Table(axis("ims-2b2h", aircraft=gunner), allied(), allied(n=2), engaged=engaged)
    assert table.can("play ims-2b2h > allied-1 wingman") is (position in ("tailing", "advantaged"))
    assert not table.can("play ims-2b2h > allied-2 wingman")


@rule("WBY 10.6.3", "WBY 11.1")
def test_a_gunner_finds_no_wingman_beside_a_lone_leader() -> None:
    table = Table(
        axis("ims-2b2h", aircraft=fighter(gunner=2)), allied(wingman=False), engaged="allied-1 tailing axis-1"
    )
    assert {text for text in table.choices if " > " in text} == {"play ims-2b2h > allied-1 leader"}


@rule("WBY 10.6.3", "WBY 9.2", "WBY 9.2.2", "WBY 10.6.2")
def test_a_gunner_fires_at_a_wingman_within_his_rating_and_answers_no_response() -> None:
    gunner = fighter(burst=3, gunner=1)
    table = Table(
        axis("ims-1b1h ims-1b2h ims-2b2h maneuver ace-pilot", aircraft=gunner),
        allied(),
        engaged="allied-1 tailing axis-1",
        draws={"allied": "barrel-roll clouds"},
    )
    legal = {text for text in table.choices if "wingman" in text}
    assert legal == {"play ims-1b1h > allied-1 wingman", "play ims-1b2h > allied-1 wingman"}
    table.play("play ims-1b1h > allied-1 wingman", "respond barrel-roll").wait("axis-1 leader")
    assert not any("wingman" in text for text in table.choices)


@rule("WBY 10.6.2")
def test_every_maneuver_and_half_loop_of_a_deck_may_gain_bursts_on_top_of_the_highest_rating() -> None:
    hand = "maneuver " * 21 + "half-loop " * 3 + "ims-3b3h"
    table = Table(axis(hand, aircraft=fighter(burst=15)), allied(aircraft=TOUGH), draws={"allied": "clouds clouds"})
    for card in ["maneuver"] * 21 + ["half-loop"] * 3:
        table.play(f"play {card} > allied-1 wingman", "pass")
    assert table.can("play ims-3b3h > allied-1 wingman")


@rule("WBY 9", "WBY 10.6.2")
@pytest.mark.parametrize("count", ["fired", "gunned", "bonus"])
@pytest.mark.parametrize("position", ["tailing", "neutral", "tailed"])
def test_a_position_may_tell_of_more_bursts_than_any_rating_has(position: str, count: str) -> None:
    table = Table(axis("ims-1b1h", aircraft=fighter(gunner=1)), allied(), engaged=f"axis-1 {position} allied-1")
    document = table.document
    document["pending"][count] = 99
    fires = any("ims-1b1h" in text for text in Table.of(engine.position("wildblue", document)).choices)
    spent = "gunned" if position == "tailed" else "fired"
    assert fires is (count != spent)
