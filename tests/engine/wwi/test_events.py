"""What the log of Down in Flames WWI says of a Leader who has done with his attack."""

from __future__ import annotations

import pytest

from tests.engine.wwi.table import Table, fighter, unit


def last_word(hand: str, *plays: str, engaged: str = "", altitude: str = "medium", deck: str = "") -> str:
    """What everybody hears when Axis 1, with 2 Bursts of his own, ends his attack after these plays."""
    units = {
        "axis-1": unit(hand, aircraft=fighter(bursts=2), altitude=altitude),
        "allied-1": unit("maneuver"),
    }
    table = Table.at(units, engaged=engaged)
    if deck:
        table.stack(axis=deck)
    for play in plays:
        table.play(play).unanswered()
    (said, *_) = [event.text("allied") for event in table.game.play(table.game.parse("end"))]
    return said.partition(") ")[2]


@pytest.mark.parametrize(
    ("plays", "engaged", "said"),
    [
        ((), "", "ends his attack with 2 Bursts left."),
        (("play ims-1b1h > allied-1 leader",), "", "ends his attack with 1 Burst left."),
        (("play ims-1b1h > allied-1 leader",) * 2, "", "ends his attack with no Bursts left."),
        (("play ims-1b1h > allied-1 leader",), "axis-1 tailing allied-1", "ends his attack with 4 Bursts left."),
    ],
)
def test_the_bursts_that_are_left_are_told(plays: tuple[str, ...], engaged: str, said: str) -> None:
    assert last_word("ims-1b1h ims-1b1h ims-3b3h", *plays, engaged=engaged) == said


@pytest.mark.parametrize(("position", "said"), [("tailing", "Tailed"), ("advantaged", "Disadvantaged")])
def test_who_has_an_enemy_behind_him_is_told_why_his_guns_are_silent(position: str, said: str) -> None:
    told = last_word("ims-1b1h", engaged=f"allied-1 {position} axis-1")
    assert told == f"is {said}: his guns cannot fire."


def test_who_finds_nobody_at_his_altitude_is_told_so() -> None:
    assert last_word("ims-1b1h", altitude="high") == "finds no enemy at High."


def test_jammed_guns_are_told_at_the_end_of_the_attack_too() -> None:
    assert last_word("ims-2b2h ims-1b1h", "play ims-2b2h > allied-1 leader", deck="maneuver") == (
        "ends his attack with jammed guns."
    )


def test_an_empty_hand_is_told() -> None:
    assert last_word("ims-1b1h", "play ims-1b1h > allied-1 leader") == "has no cards left."


def test_an_answer_is_the_last_word_on_a_card_that_it_counters() -> None:
    table = Table.at({"axis-1": unit("maneuver", aircraft=fighter()), "allied-1": unit("chandelle")})
    table.play("play maneuver > allied-1 leader", "respond chandelle").unanswered()
    assert table.heard()[-1].endswith("answers with Chandelle.")


def test_one_burst_is_one_burst_in_a_refusal_and_one_turn_one_turn() -> None:
    table = Table.at({"axis-1": unit("ims-2b2h"), "allied-1": unit()}, turn=1, turns=1)
    assert "has 1 Burst there and needs 2." in table.why("play ims-2b2h > allied-1 leader")
    table.wait("over")
    assert table.heard()[-1] == "A draw: nobody has won within 1 turn."
