"""Why the staff would do what it would: what its player goes by, and what comes next by that."""

from __future__ import annotations

import engine
from engine.core.choices import Because
from tests.engine.wildblue.table import Table, allied, axis, fighter

WILD_BLUE = engine.systems()["wildblue"]


def hint(table: Table, doctrine: str = "steady") -> tuple[str, Because]:
    decision = table.decision
    assert decision
    action = WILD_BLUE.player(decision.side, 0, doctrine).choose(table.game)
    return table.game.action_text(action), WILD_BLUE.because(table.game, action, doctrine)


def others(table: Table, because: Because) -> list[tuple[str, str]]:
    return [(table.game.action_text(action), words) for action, words in because.instead]


def test_fire_is_told_with_its_hits_and_what_its_card_is_worth() -> None:
    table = Table(axis("ims-1b1h ims-2b2h", aircraft=fighter(burst=2)), allied(wingman=False))
    chosen, because = hint(table)
    assert chosen == "play ims-2b2h > allied-1 leader"
    assert because.found == "2 Hits for 2 Bursts, worth 0.8 points in the hand"
    assert others(table, because)[0] == (
        "play ims-1b1h > allied-1 leader",
        "1 Hit for 1 Burst, worth 0.6 points in the hand",
    )


def test_moves_come_before_fire() -> None:
    table = Table(axis("maneuver half-loop ims-1b1h"), allied(wingman=False))
    chosen, because = hint(table)
    assert chosen == "play half-loop > allied-1 leader"
    assert because.why.startswith("moves come before fire")
    assert others(table, because)[0][0] == "play maneuver > allied-1 leader"


def test_an_answer_is_weighed_against_the_threat_and_by_each_doctrine_otherwise() -> None:
    table = Table(axis("ims-1b1h"), allied("tight-turn ace-pilot")).play("play ims-1b1h > allied-1 leader")
    chosen, because = hint(table)
    assert chosen == "pass"
    assert because.why == "any answer counts more than what it saves"
    assert because.found == "0.6 points with 2 cards in hand"
    assert others(table, because) == [("respond tight-turn", "the card counts 1.0 points")]
    assert others(table, hint(table, "bold")[1]) == [("respond tight-turn", "the card counts 1.2 points")]
    hurt = Table(axis("ims-1b1h"), allied("tight-turn ace-pilot", hits=2)).play("play ims-1b1h > allied-1 leader")
    chosen, because = hint(hurt)
    assert chosen == "respond tight-turn"
    assert because.why == "what it saves counts more than the card"
    assert because.found == "2.6 points with 2 cards in hand, the card counts 1.0 points"
    assert others(hurt, because) == [("respond ace-pilot", "the card counts 1.8 points")]


def test_who_follows_counts_the_cards_that_are_left() -> None:
    table = Table(axis("maneuver"), allied("maneuver scissors"), engaged="axis-1 tailed allied-1", step="altitude")
    table.play("dive")
    assert table.asked == "allied-1 follow"
    _, because = hint(table)
    assert because.why.endswith("cards would be left to use the position")
    assert because.found.endswith("and he wants 2")


def test_who_disengages_says_how_near_his_end_is() -> None:
    table = Table(axis("maneuver", hits=5, wingman=False), allied())
    chosen, because = hint(table)
    assert chosen == "disengage"
    assert because.why == "1 Hit more would destroy him, and no sound Wingman can take his place"


def test_fire_that_destroys_at_a_blow_is_not_told_as_no_hits() -> None:
    for card, said in (
        ("ims-2b-fuel", "a Fuel Tank Hit for 2 Bursts"),
        ("ims-2b-engine", "an Engine Hit for 2 Bursts"),
        ("ims-1b-cockpit", "1 Hit and a Cockpit Hit for 1 Burst"),
    ):
        _, because = hint(Table(axis(card, aircraft=fighter(burst=2)), allied(wingman=False)))
        assert because.found.startswith(f"{said}, worth")


def test_who_dives_out_of_a_fight_says_what_his_hand_lacks() -> None:
    few = Table(axis("maneuver"), allied(), step="altitude")
    assert hint(few)[1].why == "with 1 card, fewer than 5, he gathers more out of reach"
    idle = Table(axis("tight-turn tight-turn barrel-roll barrel-roll ace-pilot"), allied(), step="altitude")
    assert hint(idle)[1].why == "none of his cards attacks, and he gathers others out of reach"


def test_one_card_is_told_as_one() -> None:
    table = Table(axis("maneuver", altitude="very-low"), allied(altitude="low"), step="altitude")
    assert hint(table)[1].why == "enemies are above, but 1 card is not enough to climb after them and fight"
