"""Wingmen: mini-hands, targets, attacks on and by them. [WBY 10, 5.4]"""

import pytest

from tests.engine.rules import rule
from tests.engine.wildblue.table import Details, Table, allied, axis, fighter


def wingman_step(
    cards: str,
    *,
    engaged: str = "",
    hand: str = "",
    enemy: str = "",
    enemy_cards: str = "",
    target: str = "allied-1 leader",
    offensive: int | None = None,
    defensive: int = 2,
) -> Table:
    """The Wingman of axis-1 has drawn ``cards`` and attacks ``target``; ``enemy`` is the Leader's hand,
    ``enemy_cards`` what allied draws next."""
    rating = len(cards.split()) if offensive is None else offensive
    table = Table(
        axis(hand, aircraft=fighter(offensive=rating)),
        allied(enemy, aircraft=fighter(damage=(20, 30), defensive=defensive)),
        engaged=engaged,
        step="wingman",
        draws={"axis": cards, "allied": enemy_cards},
    )
    return table.play(f"attack > {target}")


def cards_left(table: Table, side: str) -> int:
    left: int = table.pile(side)["draw"]
    return left


# 10.0, 10.1 Mini-hands


@rule("WBY 10", "WBY 5.1", "WBY 5.4", "WBY 13.3")
def test_a_lone_leader_has_no_wingman_step_and_an_element_has_one() -> None:
    assert Table(axis(), allied(), step="wingman").asked == "axis-1 wingman-target"
    assert Table(axis(wingman=False), allied(), step="wingman").asked == "axis-1 altitude-step"


@rule("WBY 10.1", "WBY 10.4e")
def test_a_wingman_keeps_no_card_of_his_mini_hand() -> None:
    table = wingman_step("maneuver ims-1b1h tight-turn", hand="clouds").play("play maneuver > allied-1 leader", "pass")
    table.play("end")
    assert table.asked == "axis-1 altitude-step"
    assert table.hand("axis-1") == ["clouds"]
    assert table.pile("axis")["discard"] == 3


@rule("WBY 10.1.1", "WBY 10.4a", "WBY 10.4b")
def test_the_target_is_named_before_the_mini_hand_is_drawn() -> None:
    table = Table(axis(aircraft=fighter(offensive=3)), allied(), step="wingman", draws={"axis": "maneuver"})
    assert sorted(table.choices) == ["attack > allied-1 leader", "attack > allied-1 wingman", "skip"]
    before = cards_left(table, "axis")
    table.play("attack > allied-1 leader")
    assert before - cards_left(table, "axis") == 3


@rule("WBY 10.1.2", "WBY 10.6.1")
def test_a_wingman_draws_when_the_first_attack_card_is_played_at_him_and_not_again_for_the_next() -> None:
    table = Table(axis("maneuver ims-1b1h ims-1b2h"), allied(), draws={"allied": "ace-pilot clouds"})
    before = cards_left(table, "allied")
    table.play("play maneuver > allied-1 wingman")
    assert before - cards_left(table, "allied") == 2
    table.play("respond ace-pilot", "pass", "play ims-1b1h > allied-1 wingman")
    assert before - cards_left(table, "allied") == 2
    assert table.choices == ["pass"]


@rule("WBY 10.1", "WBY 10.1.2")
def test_a_defending_wingman_keeps_no_card_after_the_leader_step() -> None:
    table = Table(axis("ims-1b1h"), allied("clouds"), draws={"allied": "tight-turn barrel-roll"})
    table.play("play ims-1b1h > allied-1 wingman", "pass", "end")
    assert table.hand("allied-1") == ["clouds"]
    assert table.pile("allied")["discard"] == 2


@rule("WBY 10.1.2", "WBY 10.2")
def test_a_wingman_responds_with_his_mini_hand_and_not_with_his_leaders_hand() -> None:
    table = Table(axis("ims-1b1h"), allied("barrel-roll"), draws={"allied": "tight-turn clouds"})
    table.play("play ims-1b1h > allied-1 wingman")
    assert sorted(table.choices) == ["pass", "respond tight-turn"]


@rule("WBY 10.2", "WBY 10.4c")
def test_a_leader_responds_with_his_hand_to_a_wingmans_attack() -> None:
    table = wingman_step("ims-1b1h", enemy="barrel-roll").play("play ims-1b1h > allied-1 leader")
    assert sorted(table.choices) == ["pass", "respond barrel-roll"]


# 10.2 General rules


@rule("WBY 10.2b", "WBY 10.4d")
def test_a_wingman_fires_every_firing_card_he_draws() -> None:
    table = wingman_step("ims-3b3h oots-3b4h ims-2b2h ims-1b1h")
    for card in ("ims-3b3h", "oots-3b4h", "ims-2b2h", "ims-1b1h"):
        table.play(f"play {card} > allied-1 leader", "pass")
    assert table.hits("allied-1") == 3 + 4 + 2 + 1


@rule("WBY 10.2b")
@pytest.mark.parametrize("position", ["disadvantaged", "tailed"])
def test_a_wingman_fires_even_while_his_leader_is_disadvantaged_or_tailed(position: str) -> None:
    table = wingman_step("ims-3b3h", engaged=f"axis-1 {position} allied-1")
    assert table.can("play ims-3b3h > allied-1 leader")


STEPS = {
    "maneuver": {
        "tailed": "disadvantaged",
        "disadvantaged": "neutral",
        "neutral": "advantaged",
        "advantaged": "tailing",
    },
    "half-loop": {"tailed": "neutral", "disadvantaged": "advantaged", "neutral": "tailing"},
    "full-throttle": {"tailed": "disadvantaged", "disadvantaged": "neutral"},
    "scissors": {"disadvantaged": "advantaged"},
}


@rule("WBY 10.2c", "WBY 10.4.1")
@pytest.mark.parametrize("position", ["tailing", "advantaged", "neutral", "disadvantaged", "tailed"])
@pytest.mark.parametrize("card", STEPS)
def test_a_wingmans_position_card_moves_his_leader_as_the_leaders_own_card_would(card: str, position: str) -> None:
    engaged = f"axis-1 {position} allied-1"
    table = wingman_step(f"{card} ims-1b1h", engaged=engaged)
    after = STEPS[card].get(position)
    assert table.can(f"play {card} > allied-1 leader") is (after is not None)
    if after:
        table.play(f"play {card} > allied-1 leader", "pass")
        assert table.stands("axis-1", "allied-1") == after


@rule("WBY 10.4.1", "WBY 10.4c", "WBY 6.2")
def test_a_wingman_answers_the_leaders_response_from_his_mini_hand() -> None:
    table = wingman_step("maneuver scissors", enemy="tight-turn", hand="ace-pilot")
    table.play("play maneuver > allied-1 leader", "respond tight-turn")
    assert sorted(table.choices) == ["pass", "respond scissors"]
    table.play("respond scissors", "pass")
    assert table.stands("axis-1", "allied-1") == "advantaged"


@rule("WBY 10.4.1")
def test_a_wingmans_maneuver_that_is_answered_moves_nobody() -> None:
    table = wingman_step("maneuver ims-1b1h", enemy="tight-turn")
    table.play("play maneuver > allied-1 leader", "respond tight-turn", "pass")
    assert table.stands("axis-1", "allied-1") == "neutral"


@rule("WBY 10.2d", "WBY 7.3.5 note", "WBY 8.2.2")
def test_a_wingman_attacks_neither_with_clouds_nor_with_a_vertical_roll() -> None:
    table = wingman_step("clouds vertical-roll ims-1b1h", engaged="axis-1 tailed allied-1")
    assert not any("clouds" in text or "vertical-roll" in text for text in table.choices)


@rule("WBY 10.2d", "WBY 10.5.1")
def test_a_wingman_responds_with_clouds_and_with_a_vertical_roll() -> None:
    table = Table(axis("oots-1b2h", aircraft=fighter(burst=1)), allied(), draws={"allied": "clouds vertical-roll"})
    table.play("play oots-1b2h > allied-1 wingman")
    assert sorted(table.choices) == ["pass", "respond clouds", "respond vertical-roll"]


@rule("WBY 5.5.1", "WBY 10.2")
def test_a_wingman_of_an_agile_leader_plays_no_card_as_scissors() -> None:
    table = Table(
        axis(aircraft=fighter(special=("agile",))),
        allied(),
        engaged="axis-1 disadvantaged allied-1",
        step="wingman",
        draws={"axis": "tight-turn ims-1b1h"},
    )
    table.play("attack > allied-1 leader")
    assert not any("as scissors" in text for text in table.choices)


# 10.3 Eligible targets


def eligible(table: Table) -> set[str]:
    return {text.removeprefix("attack > ") for text in table.choices if text.startswith("attack")}


@rule("WBY 10.3a", "WBY 10.2a")
@pytest.mark.parametrize("position", ["tailing", "advantaged", "disadvantaged", "tailed"])
def test_a_wingman_with_an_engaged_leader_attacks_only_that_enemy_element(position: str) -> None:
    table = Table(axis(), allied(), allied(n=2), engaged=f"axis-1 {position} allied-1", step="wingman")
    assert eligible(table) == {"allied-1 leader", "allied-1 wingman"}


@rule("WBY 10.3b", "WBY 10.2a")
def test_a_wingman_with_a_neutral_leader_attacks_unengaged_leaders_and_any_wingman() -> None:
    table = Table(axis(), allied(), axis(n=2), allied(n=2), engaged="axis-2 tailing allied-2", step="wingman")
    assert eligible(table) == {"allied-1 leader", "allied-1 wingman", "allied-2 wingman"}


@rule("WBY 10.3b", "WBY 7.5.2")
@pytest.mark.parametrize(
    ("position", "legal"), [("tailing", True), ("advantaged", True), ("disadvantaged", False), ("tailed", False)]
)
def test_a_wingman_with_a_neutral_leader_attacks_a_lone_leader_who_has_a_position(position: str, legal: bool) -> None:
    table = Table(axis(n=2), allied(wingman=False), axis(), engaged=f"allied-1 {position} axis-1", step="wingman")
    assert ("allied-1 leader" in eligible(table)) is legal


@rule("WBY 10.3b", "WBY 3.1", "WBY 10.4a", "WBY 10.5a", "WBY 8")
def test_a_wingman_attacks_only_at_his_elements_altitude() -> None:
    table = Table(axis(), allied(altitude="low"), allied(n=2), step="wingman")
    assert eligible(table) == {"allied-2 leader", "allied-2 wingman"}


@rule("WBY 3.1")
def test_with_no_enemy_at_its_altitude_an_element_has_nothing_to_do_in_its_wingman_step() -> None:
    table = Table(axis(), allied(altitude="low"), step="wingman")
    assert eligible(table) == set()


@rule("WBY 3.1", "WBY 6.1b")
@pytest.mark.parametrize("target", ["allied-1 leader", "allied-1 wingman"])
def test_a_wingman_attacks_one_aircraft_in_a_step(target: str) -> None:
    table = wingman_step("ims-1b1h ims-1b2h", target=target, enemy_cards="clouds clouds")
    table.play(f"play ims-1b1h > {target}", "pass")
    assert {text.split(" > ")[1] for text in table.choices if " > " in text} == {target}


@rule("WBY 6.1b")
def test_leader_and_wingman_may_attack_different_aircraft_in_one_turn() -> None:
    table = Table(
        axis("maneuver"),
        allied(),
        allied(n=2),
        step="wingman",
        draws={"axis": "ims-1b1h clouds"},
    )
    table.play("attack > allied-1 wingman", "play ims-1b1h > allied-1 wingman", "pass").wait("axis-1 leader")
    assert table.can("play maneuver > allied-2 leader")


# 10.4 Wingmen attacking Leaders


@rule("WBY 10.4.2")
def test_a_wingmans_fire_hits_a_leader_who_does_not_stop_it() -> None:
    table = wingman_step("ims-2b2h tight-turn", enemy="barrel-roll")
    table.play("play ims-2b2h > allied-1 leader", "pass")
    assert table.hits("allied-1") == 2
    table = wingman_step("ims-2b2h barrel-roll", enemy="barrel-roll")
    table.play("play ims-2b2h > allied-1 leader", "respond barrel-roll", "respond barrel-roll", "pass")
    assert table.hits("allied-1") == 2
    table = wingman_step("ims-2b2h clouds", enemy="barrel-roll")
    table.play("play ims-2b2h > allied-1 leader", "respond barrel-roll", "pass")
    assert table.hits("allied-1") == 0


@rule("WBY 10.4d", "WBY 10.4e")
def test_a_wingman_need_not_play_what_he_has_drawn() -> None:
    table = wingman_step("ims-2b2h maneuver").play("end")
    assert table.asked == "axis-1 altitude-step"
    assert table.hits("allied-1") == 0
    assert table.pile("axis")["discard"] == 2


P_38 = "p-38j"
FW_190 = "fw-190a-6"


@rule("WBY 10.4.2 example")
def test_worked_example_of_a_p38_wingman_easing_his_leaders_position() -> None:
    table = Table(
        allied("maneuver", altitude="high", aircraft=P_38),
        axis("barrel-roll", altitude="high", aircraft=FW_190),
        engaged="axis-1 tailing allied-1",
        step="wingman",
        draws={"allied": "ims-3b3h maneuver half-loop tight-turn"},
    )
    table.play("attack > axis-1 leader")
    table.play("play maneuver > axis-1 leader", "pass")
    assert table.stands("allied-1", "axis-1") == "disadvantaged"
    table.play("play ims-3b3h > axis-1 leader", "respond barrel-roll")
    table.wait("allied-1 leader")
    assert table.hits("axis-1") == 0
    table.play("play maneuver > axis-1 leader", "pass", "end")
    assert table.stands("allied-1", "axis-1") == "neutral"
    table.wait("allied-1 wingman-target")
    table.play("attack > axis-1 leader", "play half-loop > axis-1 leader", "pass")
    assert table.stands("allied-1", "axis-1") == "tailing"
    if table.asked == "allied-1 wingman":
        assert table.choices == ["end"]
        table.play("end")
    assert table.pile("allied")["top"] == "tight-turn"
    assert table.hand("allied-1") == []


# 10.5 Wingmen attacking Wingmen


@rule("WBY 10.5a", "WBY 10.5b", "WBY 10.5c", "WBY 10.1.2")
@pytest.mark.parametrize(("cards", "draws"), [("ims-1b1h maneuver", 2), ("maneuver oots-1b2h", 2)])
def test_a_wingman_under_attack_draws_when_the_attacker_has_fire(cards: str, draws: int) -> None:
    table = wingman_step(cards, target="allied-1 wingman", enemy_cards="barrel-roll tight-turn")
    fire = next(card for card in cards.split() if card.startswith(("ims", "oots")))
    before = 110 - cards_left(table, "allied")
    table.play(f"play {fire} > allied-1 wingman")
    assert 110 - cards_left(table, "allied") == draws
    assert before in (0, draws)


@rule("WBY 10.5c", "WBY 10.1.2")
def test_a_wingman_without_fire_ends_his_attack_on_a_wingman_and_the_defender_draws_nothing() -> None:
    table = wingman_step("maneuver half-loop", target="allied-1 wingman")
    assert table.asked == "axis-1 altitude-step"
    assert cards_left(table, "allied") == 110
    assert table.pile("axis")["discard"] == 2


@rule("WBY 10.5.1", "WBY 10.5d")
def test_a_wingman_only_fires_at_a_wingman() -> None:
    cards = "maneuver half-loop clouds full-throttle scissors vertical-roll ims-1b1h oots-1b2h"
    table = wingman_step(cards, target="allied-1 wingman")
    assert sorted(table.choices) == ["end", "play ims-1b1h > allied-1 wingman", "play oots-1b2h > allied-1 wingman"]


@rule("WBY 10.5.1", "WBY 10.5d")
def test_white_and_blue_cards_respond_in_a_fight_between_wingmen() -> None:
    table = wingman_step("ims-1b1h scissors", target="allied-1 wingman", enemy_cards="tight-turn full-throttle")
    table.play("play ims-1b1h > allied-1 wingman")
    assert sorted(table.choices) == ["pass", "respond full-throttle", "respond tight-turn"]
    table.play("respond tight-turn", "respond scissors", "pass")
    assert table.hits("allied-1", "wingman") == 1


@rule("WBY 10.5e", "WBY 10.2b")
def test_a_wingman_fires_as_often_as_he_likes_at_a_wingman() -> None:
    table = wingman_step("ims-1b1h oots-3b4h ims-2b2h", target="allied-1 wingman", enemy_cards="clouds maneuver")
    table.play("play ims-1b1h > allied-1 wingman", "pass", "play oots-3b4h > allied-1 wingman", "pass")
    assert table.hits("allied-1", "wingman") == 5
    assert table.can("end")
    assert table.can("play ims-2b2h > allied-1 wingman")


@rule("WBY 10.5f")
def test_both_wingmen_discard_what_they_have_left() -> None:
    table = wingman_step("ims-1b1h ims-2b2h clouds", target="allied-1 wingman", enemy_cards="tight-turn maneuver")
    table.play("play ims-1b1h > allied-1 wingman", "pass", "end")
    assert table.pile("axis")["discard"] == 3
    assert table.pile("allied")["discard"] == 2


@rule("WBY 10.5.1 example")
def test_worked_example_of_a_p38_wingman_firing_out_of_the_sun_at_the_fw190_wingman() -> None:
    table = Table(
        allied(altitude="high", aircraft=P_38),
        axis(altitude="high", aircraft=FW_190),
        engaged="allied-1 tailing axis-1",
        step="wingman",
        draws={"allied": "oots-2b3h maneuver", "axis": "ims-1b1h ims-2b2h"},
    )
    table.play("attack > axis-1 wingman")
    assert not any("maneuver" in text for text in table.choices)
    table.play("play oots-2b3h > axis-1 wingman")
    assert cards_left(table, "axis") == 108
    assert table.choices == ["pass"]
    table.play("pass")
    assert table.hits("axis-1", "wingman") == 3
    table.wait("allied-1 altitude-step")
    assert table.pile("axis")["discard"] == 2
    assert table.pile("allied")["discard"] == 2


# 5.4 Ratings


@rule("WBY 5.4.1", "WBY 9.3.1", "WBY 9.3.2", "WBY 11.1")
@pytest.mark.parametrize(("hits", "status"), [(2, "undamaged"), (3, "damaged"), (5, "damaged"), (6, "destroyed")])
def test_wingmen_take_damage_as_leaders_do(hits: int, status: str) -> None:
    table = Table(
        axis(aircraft=fighter(offensive=hits)),
        allied(aircraft=fighter(damage=(3, 6), defensive=0)),
        step="wingman",
        draws={"axis": "ims-1b1h " * hits},
    )
    table.play("attack > allied-1 wingman")
    for _ in range(hits):
        table.play("play ims-1b1h > allied-1 wingman", "pass")
    assert table.status("allied-1", "wingman") == status


@rule("WBY 9.3.1", "WBY 5.4.2")
def test_a_damaged_wingman_draws_by_his_damaged_side() -> None:
    plane = fighter(offensive=3, defensive=3, damaged={"offensive": 1, "defensive": 2})
    table = Table(axis(aircraft=plane, wingman_hits=3), allied(), step="wingman")
    table.play("attack > allied-1 leader")
    assert cards_left(table, "axis") == 109
    table = Table(axis("ims-1b1h"), allied(aircraft=plane, wingman_hits=3))
    table.play("play ims-1b1h > allied-1 wingman")
    assert cards_left(table, "allied") == 108


@rule("WBY 5.1", "WBY 8.3.2", "WBY 9.3.3")
def test_a_wingmans_rating_never_falls_below_no_cards() -> None:
    plane = fighter(offensive=0, defensive=0)
    table = Table(axis("ims-1b1h", altitude="very-high"), allied(altitude="very-high", aircraft=plane))
    table.play("play ims-1b1h > allied-1 wingman")
    assert table.choices == ["pass"]
    assert cards_left(table, "allied") == 110


@rule("WBY 10.1.1", "WBY 3.1")
@pytest.mark.parametrize("details", [{"aircraft": fighter(offensive=0)}, {"wingman_cockpit": 2}])
def test_a_wingman_who_would_draw_no_card_has_no_step(details: Details) -> None:
    assert Table(axis(**details), allied(), step="wingman").asked == "axis-1 altitude-step"


@rule("WBY 6.2.3", "WBY 10.2")
@pytest.mark.parametrize(
    ("position", "legal"),
    [("tailing", False), ("advantaged", False), ("neutral", True), ("disadvantaged", True), ("tailed", True)],
)
def test_a_wingman_chops_throttle_against_full_throttle_by_the_position_of_his_element(
    position: str, legal: bool
) -> None:
    table = wingman_step("ims-1b1h chop-throttle", enemy="full-throttle", engaged=f"axis-1 {position} allied-1")
    table.play("play ims-1b1h > allied-1 leader", "respond full-throttle")
    assert table.can("respond chop-throttle") is legal
    table = Table(
        axis("ims-1b1h full-throttle"),
        allied(),
        axis(n=2),
        engaged=f"allied-1 {position} axis-2",
        draws={"allied": "full-throttle chop-throttle"},
    )
    table.play("play ims-1b1h > allied-1 wingman", "respond full-throttle", "respond full-throttle")
    assert table.can("respond chop-throttle") is legal
