"""The sequence of play. [WBY 3]"""

import pytest

from tests.engine.rules import rule
from tests.engine.wildblue.table import Table, allied, axis, fighter, start


@rule("WBY 3")
def test_the_steps_of_a_turn_come_in_their_order() -> None:
    table = Table(axis("maneuver"), allied("maneuver"), step="wingman")
    asked = []
    for text in ("skip", "stay", "end", "end", "draw 0"):
        asked.append(table.asked)
        table.play(text)
    assert asked == [f"axis-1 {kind}" for kind in ("wingman-target", "altitude-step", "leader", "discard", "draw")]
    assert table.asked == "allied-1 wingman-target"


@rule("WBY 3")
def test_nothing_has_to_be_done_in_any_step() -> None:
    table = Table(axis("maneuver ims-1b1h"), allied("maneuver"), step="wingman")
    before = {key: value for key, value in table.document.items() if key in ("units", "engaged", "decks")}
    table.play("skip", "stay", "end", "end", "draw 0")
    assert {key: value for key, value in table.document.items() if key in before} == before


@rule("WBY 3", "WBY 3.6", "WBY 4.7")
def test_a_game_turn_is_one_turn_for_each_element_and_the_next_keeps_their_order() -> None:
    table = Table(allied(n=2), axis(), allied(), axis(n=2), turn=2)
    order = []
    while table.turn < 5:
        order.append((table.turn, table.asked.split()[0]))
        table.wait(f"{order[-1][1]} leader").play("end")
        while table.asked.startswith(f"{order[-1][1]} "):
            table.play("end" if table.can("end") else "draw 0")
    assert order == [(turn, unit) for turn in (2, 3, 4) for unit in ("allied-2", "axis-1", "allied-1", "axis-2")]


@rule("WBY 3.6")
def test_the_turn_marker_advances_once_after_the_last_turn_of_a_game_turn() -> None:
    table = Table(axis(), allied(), turn=3).wait("allied-1 leader")
    assert table.turn == 3
    table.play("end").wait("axis-1 leader")
    assert table.turn == 4


@rule("WBY 3.1")
def test_the_first_element_skips_its_wingman_step_on_the_first_turn_and_nobody_else_does() -> None:
    table = start({"axis-1": fighter(), "allied-1": fighter(), "axis-2": fighter(), "allied-2": fighter()})
    seen = [(table.turn, table.asked)]
    while table.turn < 3:
        before = table.asked.split()[0]
        for text in ("skip", "stay", "end", "draw 0", "go axis-1", "go allied-1", "go axis-2", "go allied-2"):
            if table.can(text):
                table.play(text)
                break
        if table.asked.split()[0] != before and not table.asked.endswith("order"):
            seen.append((table.turn, table.asked))
    assert seen[0] == (1, "axis-1 altitude-step")
    assert [asked for turn, asked in seen if turn == 1] == [
        "axis-1 altitude-step",
        "allied-1 wingman-target",
        "axis-2 wingman-target",
        "allied-2 wingman-target",
    ]
    assert (2, "axis-1 wingman-target") in seen


@rule("WBY 3.2", "WBY 8.2")
def test_in_the_altitude_step_an_element_moves_one_level_at_most() -> None:
    table = Table(axis("maneuver"), allied(), step="altitude")
    assert sorted(table.choices) == ["climb", "dive", "stay"]
    table.play("dive")
    assert table.asked == "axis-1 leader"


@rule("WBY 3.3", "WBY 6.2")
def test_the_enemy_attacked_answers_each_card_before_the_next_is_played() -> None:
    table = Table(axis("maneuver maneuver"), allied("tight-turn"), allied("tight-turn", n=2))
    table.play("play maneuver > allied-1 leader")
    assert table.asked == "allied-1 respond"
    table.play("respond tight-turn")
    assert table.asked == "axis-1 respond"
    table.play("pass")
    assert table.asked == "axis-1 leader"
    table.play("play maneuver > allied-1 leader")
    assert table.asked == "allied-1 respond"
    assert table.choices == ["pass"]


@rule("WBY 3.3")
def test_a_leader_may_stop_playing_cards_at_any_time() -> None:
    table = Table(axis("maneuver maneuver"), allied())
    table.play("play maneuver > allied-1 leader", "pass")
    assert table.can("end")
    table.play("end")
    assert table.asked == "axis-1 discard"


@rule("WBY 3.4")
def test_any_number_of_cards_may_be_discarded_and_the_last_lies_on_top() -> None:
    table = Table(axis("maneuver clouds scissors"), allied(), step="discard")
    assert sorted(table.choices) == ["discard clouds", "discard maneuver", "discard scissors", "end"]
    table.play("discard clouds")
    assert sorted(table.choices) == ["discard maneuver", "discard scissors", "end"]
    table.play("discard scissors")
    assert table.hand("axis-1") == ["maneuver"]
    assert table.pile("axis")["top"] == "scissors"
    table.play("discard maneuver")
    table.wait("axis-1 draw")
    assert table.hand("axis-1") == []


@rule("WBY 3.4")
def test_only_the_top_of_a_discard_pile_can_be_seen() -> None:
    seen = []
    for first in ("clouds", "maneuver"):
        table = Table(axis("clouds maneuver scissors"), allied(), step="discard")
        kept = "maneuver" if first == "clouds" else "clouds"
        table.play(f"discard {first}", "discard scissors", "end")
        assert table.hand("axis-1") == [kept]
        seen.append((table.view("allied")["decks"], [event.text("allied") for event in table.events]))
        assert table.view("axis")["decks"]["axis"].keys() == {"draw", "discard", "top"}
    decks = [entry[0] for entry in seen]
    assert decks[0] == decks[1]
    assert decks[0]["axis"] == {"draw": 107, "discard": 2, "top": "scissors"}


@rule("WBY 3.5", "WBY 5.2.2", "WBY 5.2.3")
@pytest.mark.parametrize(("held", "most"), [(0, 3), (3, 3), (4, 2), (5, 1)])
def test_any_number_of_cards_up_to_horsepower_and_performance_may_be_drawn(held: int, most: int) -> None:
    table = Table(axis("maneuver " * held, aircraft=fighter(performance=6, horsepower=3)), allied(), step="draw")
    assert table.choices == [f"draw {number}" for number in range(most + 1)]
    table.play(f"draw {most}")
    assert len(table.hand("axis-1")) == held + most
    assert table.asked.startswith("allied-1")


@rule("WBY 3.5", "WBY 5.2.2")
@pytest.mark.parametrize("held", [6, 7, 8])
def test_with_a_full_hand_nothing_is_drawn_and_nothing_need_be_discarded(held: int) -> None:
    table = Table(axis("maneuver " * held, aircraft=fighter(performance=6)), allied(), step="discard")
    table.play("end")
    assert table.asked.startswith("allied-1")
    assert len(table.hand("axis-1")) == held


@rule("WBY 5.2.2", "WBY 9.3.1")
def test_a_newly_damaged_leader_keeps_his_cards_but_draws_only_below_his_new_performance() -> None:
    plane = fighter(performance=6, horsepower=4, damage=(1, 6), damaged={"performance": 3})
    table = Table(axis("ims-1b1h"), allied("maneuver " * 5, aircraft=plane))
    table.play("play ims-1b1h > allied-1 leader", "pass", "end").wait("allied-1 discard")
    assert len(table.hand("allied-1")) == 5
    table.play("discard maneuver", "discard maneuver", "discard maneuver", "end")
    assert table.choices == ["draw 0", "draw 1"]


@rule("WBY 5.2.2", "WBY 3.4")
def test_cards_discarded_make_room_for_cards_drawn() -> None:
    table = Table(axis("maneuver " * 6, aircraft=fighter(performance=6)), allied(), step="discard")
    table.play("discard maneuver", "end")
    assert table.choices == ["draw 0", "draw 1"]
