"""Clouds: into them, in them, and out of them. [WBY 7.3.5]"""

import pytest

from tests.engine.rules import rule
from tests.engine.wildblue.table import POSITIONS, TOUGH, Table, allied, axis, fighter


@rule("WBY 7.3.5", "WBY 7.3")
@pytest.mark.parametrize("position", POSITIONS)
def test_clouds_make_the_leader_neutral_from_any_position(position: str) -> None:
    table = Table(axis("clouds"), allied(), engaged=f"axis-1 {position} allied-1")
    table.play("play clouds").unanswered()
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.asked == "axis-1 hide"
    table.play("hide medium")
    assert table.view("allied")["units"]["axis-1"]["clouds"] is True


@rule("WBY 7.3.5a")
@pytest.mark.parametrize(
    ("altitude", "choices"),
    [
        ("very-low", ["very-low", "low"]),
        ("low", ["very-low", "low", "medium"]),
        ("medium", ["low", "medium", "high"]),
        ("high", ["medium", "high", "very-high"]),
        ("very-high", ["high", "very-high"]),
    ],
)
def test_in_clouds_the_next_altitude_is_chosen_at_once_at_most_a_level_away(altitude: str, choices: list[str]) -> None:
    table = Table(axis("clouds maneuver", altitude=altitude), allied(altitude="medium"))
    table.play("play clouds")
    assert sorted(table.choices) == sorted(f"hide {each}" for each in choices)


@rule("WBY 7.3.5a", "WBY 5.2.7")
def test_in_clouds_no_altitude_above_the_ceiling_can_be_chosen() -> None:
    table = Table(axis("clouds maneuver", aircraft=fighter(ceiling=("medium", "medium"))), allied())
    table.play("play clouds")
    assert sorted(table.choices) == ["hide low", "hide medium"]


@rule("WBY 7.3.5a")
def test_the_altitude_chosen_in_clouds_is_hidden_from_the_enemy_until_it_is_revealed() -> None:
    seen = []
    for altitude in ("low", "medium", "high"):
        table = Table(axis("clouds maneuver"), allied(wingman=False), draws={"axis": "ace-pilot"})
        table.play("play clouds", f"hide {altitude}")
        view = table.view("allied")
        seen.append((view["units"]["axis-1"], [event.text("allied") for event in table.events]))
    assert seen[0] == seen[1] == seen[2]


@rule("WBY 7.3.5b", "WBY 7.3.5c")
def test_in_clouds_the_rest_of_the_turn_is_skipped() -> None:
    table = Table(axis("clouds maneuver maneuver"), allied(wingman=False))
    table.play("play clouds", "hide medium")
    assert table.asked.startswith("allied-1")
    assert table.hand("axis-1") == ["maneuver", "maneuver"]


@rule("WBY 7.3.5c", "WBY 7.3.5e", "WBY 3.2")
@pytest.mark.parametrize(("altitude", "hand"), [("low", 3), ("medium", 2), ("high", 1)])
def test_out_of_clouds_the_element_skips_its_wingman_step_and_pays_or_draws_for_its_altitude(
    altitude: str, hand: int
) -> None:
    table = Table(axis("clouds maneuver maneuver"), allied(wingman=False), draws={"axis": "ace-pilot"})
    table.play("play clouds", f"hide {altitude}")
    if altitude == "high":
        table.wait("axis-1 pay").play("pay maneuver")
    else:
        table.wait("allied-1 draw").play("draw 0")
    assert table.asked == "axis-1 leader"
    assert table.altitude("axis-1") == altitude
    assert len(table.hand("axis-1")) == hand
    assert table.view("allied")["units"]["axis-1"]["clouds"] is False
    assert table.can("play maneuver > allied-1 leader") is (altitude == "medium")


@pytest.mark.parametrize(
    ("altitude", "said"),
    [
        ("low", ["comes out of the Clouds, bound for Low.", "dives to Low."]),
        ("medium", ["comes out of the Clouds at Medium."]),
        ("high", ["comes out of the Clouds, bound for High.", "climbs to High."]),
    ],
)
def test_out_of_clouds_one_is_said_to_be_nowhere_but_where_one_is(altitude: str, said: list[str]) -> None:
    table = Table(axis("clouds maneuver maneuver"), allied(wingman=False), draws={"axis": "ace-pilot"})
    table.play("play clouds", f"hide {altitude}")
    table.wait("axis-1 pay").play("pay maneuver") if altitude == "high" else table.wait("axis-1 leader")
    told = [event.text() for event in table.events if event.kind in ("revealed", "altitude")]
    assert [text.partition(") ")[2] for text in told] == said


@rule("WBY 7.3.5a", "WBY 8.2.1b")
def test_a_climb_cannot_be_chosen_in_clouds_without_a_card_to_pay_for_it() -> None:
    table = Table(axis("clouds"), allied()).play("play clouds")
    assert sorted(table.choices) == ["hide low", "hide medium"]


@rule("WBY 7.3.5d")
@pytest.mark.parametrize("altitude", ["very-low", "low", "medium"])
def test_aircraft_in_clouds_cannot_be_attacked_by_leader_or_wingman_wherever_they_will_come_out(altitude: str) -> None:
    table = Table(
        axis("clouds maneuver", altitude="low"),
        allied("maneuver ims-1b1h oots-1b2h", altitude="low"),
        draws={"allied": "ims-1b1h ims-1b2h"},
    )
    table.play("play clouds", f"hide {altitude}")
    while table.asked != "allied-1 leader":
        assert not any(text.startswith("attack") for text in table.choices)
        table.play("skip" if table.can("skip") else "stay")
    assert not any("axis-1" in text for text in table.choices)


@rule("WBY 7.3.5e", "WBY 7.3.5c")
def test_an_element_comes_out_of_clouds_at_very_low_too() -> None:
    table = Table(axis("clouds", altitude="low"), allied(), draws={"axis": "scissors"})
    table.play("play clouds", "hide very-low").wait("allied-1 leader").play("end")
    table.wait("axis-1 leader")
    assert table.altitude("axis-1") == "very-low"
    assert table.hand("axis-1") == ["scissors"]


@rule("WBY 7.3.5d", "WBY 7.3.5")
def test_out_of_clouds_the_element_can_be_attacked_again() -> None:
    table = Table(axis("clouds maneuver"), allied("maneuver", wingman=False))
    table.play("play clouds", "hide medium").wait("axis-1 leader").play("end").wait("allied-1 leader")
    assert table.can("play maneuver > axis-1 leader")


@rule("WBY 7.3.5 note", "WBY 6.2.5")
@pytest.mark.parametrize("position", ["disadvantaged", "tailed"])
@pytest.mark.parametrize("card", ["clouds", "ace-pilot"])
def test_the_leader_who_is_advantaged_or_tailing_stops_clouds_with_clouds_or_an_ace_pilot(
    position: str, card: str
) -> None:
    table = Table(axis("clouds tight-turn"), allied(card), engaged=f"axis-1 {position} allied-1")
    table.play("play clouds", f"respond {card}", "pass")
    assert table.stands("axis-1", "allied-1") == position
    assert table.asked == "axis-1 leader"
    assert table.view("allied")["units"]["axis-1"]["clouds"] is False


@rule("WBY 7.3.5 note")
def test_a_response_to_clouds_is_answered_in_turn() -> None:
    table = Table(axis("clouds ace-pilot"), allied("clouds"), engaged="axis-1 tailed allied-1")
    table.play("play clouds", "respond clouds", "respond ace-pilot", "pass")
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.asked == "axis-1 hide"


@rule("WBY 7.3.5 note")
@pytest.mark.parametrize("position", ["neutral", "advantaged", "tailing"])
def test_nobody_else_can_stop_clouds(position: str) -> None:
    table = Table(axis("clouds"), allied("clouds ace-pilot"), engaged=f"axis-1 {position} allied-1")
    table.play("play clouds")
    if table.asked == "allied-1 respond":
        assert table.choices == ["pass"]
        table.play("pass")
    assert table.asked == "axis-1 hide"


@rule("WBY 7.3.5 note")
def test_an_enemy_who_is_not_engaged_with_the_leader_cannot_stop_his_clouds() -> None:
    table = Table(axis("clouds"), allied(), allied("clouds ace-pilot", n=2), engaged="axis-1 tailed allied-1")
    table.play("play clouds")
    assert table.asked == "allied-1 respond"
    table.play("pass")
    assert table.asked == "axis-1 hide"


@rule("WBY 7.3.5 note", "WBY 6.2.5")
def test_clouds_as_a_response_change_no_position() -> None:
    table = Table(axis("oots-1b2h", aircraft=fighter(burst=1)), allied("clouds"), engaged="axis-1 tailing allied-1")
    table.play("play oots-1b2h > allied-1 leader", "respond clouds", "pass")
    assert table.stands("axis-1", "allied-1") == "tailing"
    assert table.view("axis")["units"]["allied-1"]["clouds"] is False
    assert table.hits("allied-1") == 0


@rule("WBY 7.3.5", "WBY 12.2")
def test_clouds_on_the_last_turn_disengage_the_element_at_once() -> None:
    table = Table(axis("clouds"), allied(), axis(n=2), turn=6, engaged="axis-1 tailed allied-1")
    table.play("play clouds", "pass")
    assert table.status("axis-1") == "disengaged"
    assert table.status("axis-1", "wingman") == "disengaged"
    assert table.asked.startswith("allied-1")


@rule("WBY 7.3.5")
def test_clouds_on_the_turn_before_the_last_do_not_disengage() -> None:
    table = Table(axis("clouds"), allied(wingman=False), turn=5)
    table.play("play clouds", "hide medium")
    assert table.status("axis-1") == "undamaged"


@rule("WBY 7.3.5", "WBY 7.3.5c", "WBY 5.3.2")
def test_a_jet_in_clouds_gets_no_counters_for_its_draw_step_is_skipped() -> None:
    table = Table(axis("clouds", aircraft=fighter(jet=(3, 2)), full_throttle=0), allied())
    table.play("play clouds", "hide medium")
    assert table.unit("axis-1")["full_throttle"] == 0


@rule("WBY 7.3.5", "WBY 6.1")
def test_a_leader_may_attack_before_he_hides_in_clouds() -> None:
    table = Table(axis("ims-1b1h clouds"), allied(aircraft=TOUGH))
    table.play("play ims-1b1h > allied-1 leader", "pass", "play clouds", "hide medium")
    assert table.hits("allied-1") == 1
    assert table.view("axis")["units"]["axis-1"]["clouds"] is True


@rule("WBY 7.3.5e", "WBY 8.2.1c")
def test_an_element_out_of_clouds_may_not_change_altitude_a_second_time() -> None:
    table = Table(axis("clouds maneuver"), allied(), draws={"axis": "scissors"})
    table.play("play clouds", "hide low").wait("axis-1 leader")
    assert table.altitude("axis-1") == "low"
    assert table.hand("axis-1") == ["maneuver", "scissors"]


@rule("WBY 7.3.5d", "WBY 7.3.5c")
def test_an_element_in_clouds_is_attacked_by_nobody_through_the_whole_game_turn() -> None:
    table = Table(
        axis("clouds"), allied("maneuver ims-1b1h"), axis(n=2, altitude="high"), allied("half-loop ims-1b1h", n=2)
    )
    table.play("play clouds", "hide medium")
    for unit in ("allied-1", "allied-2"):
        table.wait(f"{unit} leader")
        assert not any("axis-1" in text for text in table.choices)
    table.wait("axis-1 leader").play("end").wait("allied-1 leader")
    assert table.can("play maneuver > axis-1 leader")


@rule("WBY 7.3.5", "WBY 12.2")
def test_clouds_played_on_the_turn_before_the_last_bring_the_element_back_on_the_last() -> None:
    table = Table(axis("clouds clouds"), allied(), turn=5).play("play clouds", "hide medium").wait("axis-1 leader")
    assert table.turn == 6
    table.play("play clouds")
    assert table.status("axis-1") == "disengaged"
