"""Cards and their answers, Bursts, Jam Checks, targets, Wingmen, Gunners."""

from __future__ import annotations

import pytest

from tests.engine.rules import rule
from tests.engine.wwi.table import Table, fighter, unit

ANSWERS = {
    "ims-1b1h": {"barrel-roll", "chandelle", "stall-turn", "side-slip", "vertical-roll", "ace-pilot"},
    "oots-1b2h": {"vertical-roll", "ace-pilot"},
    "maneuver": {"chandelle", "stall-turn", "ace-pilot"},
    "immelmann": {"ace-pilot"},
    "side-slip": {"stall-turn", "side-slip", "ace-pilot"},
    "vertical-roll": {"vertical-roll", "ace-pilot"},
    "barrel-roll": {"barrel-roll", "side-slip", "ace-pilot"},
    "chandelle": {"stall-turn", "ace-pilot"},
    "stall-turn": {"chandelle", "ace-pilot"},
    "ace-pilot": {"ace-pilot"},
}
"""What counters each card, as the sections of the cards say."""
ALL = " ".join([*list(ANSWERS), "ims-fuel-tank"])


def answered(choices: list[str]) -> set[str]:
    return {text.split()[1] for text in choices if text != "pass"}


@rule(
    "WWI Barrel Roll",
    "WWI Chandelle",
    "WWI Stall Turn",
    "WWI Ace Pilot",
    "WWI Side Slip b",
    "WWI Vertical Roll d",
    "WWI In My Sights",
    "WWI Out of the Sun",
)
@pytest.mark.parametrize("card", ["ims-1b1h", "oots-1b2h", "maneuver", "immelmann", "side-slip", "vertical-roll"])
def test_an_action_is_answered_by_those_cards_alone_that_counter_it(card: str) -> None:
    engaged = "axis-1 advantaged allied-1" if card == "side-slip" else ""
    table = Table.at({"allied-1": unit(f"{card} maneuver"), "axis-1": unit(ALL)}, engaged=engaged)
    table.play(
        "play vertical-roll > axis-1 leader (dive)" if card == "vertical-roll" else f"play {card} > axis-1 leader"
    )
    assert answered(table.choices) == ANSWERS[card]


@rule("WWI Reaction Cards", "WWI Action and Reaction Cards", "WWI How It Works")
@pytest.mark.parametrize("card", sorted(ANSWERS["ims-1b1h"]))
def test_an_answer_is_answered_in_its_turn(card: str) -> None:
    table = Table.at({"allied-1": unit(f"ims-1b1h {ALL}"), "axis-1": unit(f"{card} maneuver")})
    table.play("play ims-1b1h > axis-1 leader", f"respond {card}")
    assert table.asked == "allied-1 respond"
    assert answered(table.choices) == ANSWERS[card]
    table.play("pass")
    assert table.hits("axis-1") == 0, "the defender's card was the last"


@rule("WWI How It Works")
def test_who_has_no_card_left_to_answer_an_answer_has_failed() -> None:
    table = Table.at({"allied-1": unit("ims-1b1h"), "axis-1": unit("chandelle")})
    table.play("play ims-1b1h > axis-1 leader", "respond chandelle")
    assert table.asked == "allied-1 leader", "nobody is asked who holds nothing"
    assert table.hits("axis-1") == 0


@rule("WWI Leader Attack a", "WWI Your Leader d")
def test_bursts_are_split_among_targets_and_then_used_up() -> None:
    two = fighter(bursts=2)
    table = Table.at(
        {"allied-1": unit("ims-1b1h ims-1b1h ims-2b2h oots-3b4h", aircraft=two), "axis-1": unit("", wingmen=1)}
    )
    assert not table.can("play oots-3b4h > axis-1 leader")
    table.play("play ims-1b1h > axis-1 leader").unanswered()
    assert not table.can("play ims-2b2h > axis-1 leader")
    assert "needs 2" in table.why("play ims-2b2h > axis-1 leader")
    table.play("play ims-1b1h > axis-1 wingman-1").unanswered()
    assert (table.hits("axis-1"), table.hits("axis-1", 1)) == (1, 1)
    assert table.choices == ["end"]


@rule("WWI Positioning a", "WWI Leader Attack b", "WWI Engaged d")
@pytest.mark.parametrize(("position", "bursts"), [("advantaged", 2), ("tailing", 4)])
def test_position_gives_bursts_against_that_enemy_alone(position: str, bursts: int) -> None:
    shots = "ims-1b1h " * 5
    table = Table.at({"allied-1": unit(shots), "axis-1": unit("", wingmen=1)}, engaged=f"allied-1 {position} axis-1")
    for _ in range(bursts):
        table.play("play ims-1b1h > axis-1 leader")
    assert table.hits("axis-1") == bursts
    assert not table.can("play ims-1b1h > axis-1 leader")


@rule("WWI Leader Attack b", "WWI Engaged c", "WWI Engaged d", "WWI Targeting b")
def test_bursts_of_a_position_are_used_first_and_the_own_one_is_left_for_others() -> None:
    table = Table.at(
        {"allied-1": unit("ims-1b1h ims-1b1h"), "axis-1": unit("", wingmen=1)}, engaged="allied-1 advantaged axis-1"
    )
    assert not table.can("play ims-1b1h > axis-1 wingman-1")
    assert "give up position" in table.why("play ims-1b1h > axis-1 wingman-1")
    table.play("play ims-1b1h > axis-1 leader", "give up position")
    assert table.stands("allied-1", "axis-1") == "neutral"
    table.play("play ims-1b1h > axis-1 wingman-1").unanswered()
    assert table.hits("axis-1", 1) == 1


@rule("WWI Your Leader d", "WWI Maneuver b", "WWI Positioning a", "WWI Gunner b")
def test_bursts_are_whole_in_the_next_turn_and_those_gained_by_a_card_are_gone() -> None:
    armed = fighter(bursts=1, gunner=1, horsepower=0)
    units = {"allied-1": unit("maneuver ims-1b1h ims-1b1h ims-1b1h ims-2b2h", aircraft=armed)}
    table = Table.at(units | {"axis-1": unit("", wingmen=1)})
    table.play("play maneuver > axis-1 wingman-1").unanswered()
    assert table.can("play ims-2b2h > axis-1 wingman-1")
    table.play("play ims-1b1h > axis-1 leader", "play ims-1b1h > axis-1 wingman-1 (gunner)").unanswered()
    assert not table.can("play ims-1b1h > axis-1 wingman-1 (gunner)")
    table.play("end", "end").wait("allied-1 leader")
    assert table.can("play ims-1b1h > axis-1 leader")
    assert table.can("play ims-1b1h > axis-1 wingman-1 (gunner)")
    assert not table.can("play ims-2b2h > axis-1 wingman-1")
    hand = unit("ims-1b1h ims-1b1h ims-2b2h", aircraft=armed)
    table = Table.at({"allied-1": hand, "axis-1": unit()}, engaged="allied-1 advantaged axis-1")
    table.play("play ims-1b1h > axis-1 leader", "end", "end").wait("allied-1 leader")
    assert table.can("play ims-2b2h > axis-1 leader"), "the Burst of the position is there again"


@rule("WWI Positioning b", "WWI Targeting a")
@pytest.mark.parametrize("position", ["advantaged", "tailing"])
def test_who_is_disadvantaged_or_tailed_plays_at_everybody_but_fires_at_nobody(position: str) -> None:
    table = Table.at(
        {"allied-1": unit("ims-1b1h oots-1b2h maneuver"), "axis-1": unit("", wingmen=1)},
        engaged=f"axis-1 {position} allied-1",
    )
    assert table.choices == ["play maneuver > axis-1 leader", "play maneuver > axis-1 wingman-1", "end"]
    assert "Disadvantaged or Tailed" in table.why("play ims-1b1h > axis-1 leader")


@rule("WWI Positioning c", "WWI Targeting b")
def test_who_is_tailed_still_fires_at_whom_he_is_on() -> None:
    table = Table.at(
        {"allied-1": unit("ims-1b1h ims-2b2h"), "axis-1": unit(), "axis-2": unit()},
        engaged="allied-1 advantaged axis-1, axis-2 tailing allied-1",
    )
    assert table.can("play ims-2b2h > axis-1 leader")
    assert not table.can("play ims-1b1h > axis-2 leader")


@rule("WWI Jam Checks", "WWI Deck")
def test_a_red_card_jams_the_guns_until_the_end_of_the_turn() -> None:
    table = Table.at(
        {
            "allied-1": unit("ims-2b2h ims-1b1h maneuver maneuver", aircraft=fighter(bursts=5)),
            "axis-1": unit("", wingmen=1),
        }
    )
    table.stack(allied="ims-1b2h")
    table.play("play ims-2b2h > axis-1 leader")
    assert table.hits("axis-1") == 0
    assert table.document["discards"]["allied"][:2] == ["ims-1b2h", "ims-2b2h"]
    assert not table.can("play ims-1b1h > axis-1 leader")
    assert "jammed" in table.why("play ims-1b1h > axis-1 leader")
    assert not table.can("play maneuver > axis-1 wingman-1 (as in-my-sights)"), "that would cost a Burst"
    assert table.can("play maneuver > axis-1 leader")


@rule("WWI Jam Checks")
@pytest.mark.parametrize("card", ["barrel-roll", "side-slip"])
def test_a_card_that_is_not_red_alone_jams_nothing(card: str) -> None:
    table = Table.at({"allied-1": unit("ims-2b2h", aircraft=fighter(bursts=5)), "axis-1": unit()})
    table.stack(allied=card).play("play ims-2b2h > axis-1 leader")
    assert table.hits("axis-1") == 2


# Wingmen


@rule("WWI Sequence of Play 1", "WWI Wingmen Attack a", "WWI Your Wingmen b")
def test_wingmen_draw_by_attack_and_fire_all_one_after_the_other() -> None:
    three = fighter(attack=3)
    table = Table.at(
        {"axis-1": unit("maneuver", wingmen=1), "allied-1": unit("", wingmen=2, aircraft=three)}, step="discard"
    )
    table.stack(allied="ims-1b2h ims-1b1h ims-1b1h maneuver chandelle chandelle")
    table.play("end")
    assert table.asked == "allied-1 wingman"
    assert table.game.position()["pending"]["actor"] == "allied-1 wingman-1"
    table.play("play ims-1b2h > axis-1 leader").unanswered()
    table.play("play ims-1b1h > axis-1 wingman-1").unanswered()
    table.play("play ims-1b1h > axis-1 leader").unanswered()
    assert (table.hits("axis-1"), table.hits("axis-1", 1)) == (3, 1)
    assert table.game.position()["pending"]["actor"] == "allied-1 wingman-2", "with cards of his own"
    assert table.mini_hand("allied-1", 2) == ["chandelle", "chandelle", "maneuver"]
    table.play("end")
    assert table.mini_hand("allied-1", 2) == []
    assert table.asked == "allied-1 altitude-step"


@rule("WWI Wingmen Attack b", "WWI Action Cards", "WWI Maneuver a")
def test_a_wingman_betters_the_position_of_any_friendly_leader() -> None:
    attacker = unit("", wingmen=[{"mini_hand": ["maneuver", "immelmann"]}])
    table = Table.at(
        {"allied-1": attacker, "allied-2": unit(), "axis-1": unit()},
        step="wingman",
        pending={"decision": "wingman", "actor": "allied-1 wingman-1", "seat": 1},
    )
    table.play("play maneuver > axis-1 leader (for allied-2)")
    assert table.stands("allied-2", "axis-1") == "advantaged"
    assert not table.can("play immelmann > axis-1 leader (for allied-2)"), "who is Advantaged gains nothing"
    table.play("play immelmann > axis-1 leader")
    assert table.stands("allied-1", "axis-1") == "tailing"
    assert table.stands("allied-2", "axis-1") == "advantaged", "several may be on one"


@rule("WWI Wingmen Attack c", "WWI Targeting c", "WWI Altitude")
def test_wingmen_attack_at_their_own_altitude_alone() -> None:
    table = Table.at(
        {
            "allied-1": unit("", wingmen=[{"mini_hand": ["ims-1b1h"]}]),
            "axis-1": unit("", altitude="high", wingmen=1),
            "axis-2": unit("", wingmen=1),
        },
        step="wingman",
        pending={"decision": "wingman", "actor": "allied-1 wingman-1", "seat": 1},
    )
    assert table.choices == ["play ims-1b1h > axis-2 leader", "play ims-1b1h > axis-2 wingman-1", "end"]
    assert "another altitude" in table.why("play ims-1b1h > axis-1 leader")


@rule("WWI Your Wingmen c", "WWI Your Wingmen d")
def test_a_wingman_keeps_his_answers_while_one_aircraft_attacks_and_draws_anew_for_the_next() -> None:
    hand = "ims-1b1h ims-1b1h ims-1b1h ims-1b1h maneuver"
    table = Table.at({"allied-1": unit(hand, aircraft=fighter(bursts=4)), "axis-1": unit("", wingmen=1)})
    table.stack(axis="chandelle maneuver")
    table.play("play ims-1b1h > axis-1 wingman-1", "respond chandelle", "pass")
    assert table.mini_hand("axis-1") == ["maneuver"]
    table.play("play ims-1b1h > axis-1 leader", "play ims-1b1h > axis-1 wingman-1")
    assert table.mini_hand("axis-1") == ["maneuver"], "he draws no others"
    table.play("pass", "end")
    assert table.mini_hand("axis-1") == []
    assert table.document["discards"]["axis"][0] == "maneuver"


@rule("WWI Your Wingmen d", "WWI Sequence of Play 1")
def test_a_wingman_attacked_by_two_wingmen_draws_anew_for_the_second() -> None:
    single = fighter(attack=1, response=1)
    table = Table.at(
        {
            "allied-1": unit("", aircraft=single, wingmen=[{"mini_hand": ["ims-1b1h"]}, {}]),
            "axis-1": unit("", aircraft=single, wingmen=1),
        },
        step="wingman",
        pending={"decision": "wingman", "actor": "allied-1 wingman-1", "seat": 1},
    )
    table.stack(allied="ims-1b1h", axis="maneuver chandelle")
    table.play("play ims-1b1h > axis-1 wingman-1", "pass")
    assert table.mini_hand("axis-1") == []
    table.play("play ims-1b1h > axis-1 wingman-1")
    assert table.mini_hand("axis-1") == ["chandelle"]


@rule("WWI Maneuver b", "WWI Immelmann b")
def test_a_leader_gains_bursts_against_a_wingman_or_fires_with_the_card() -> None:
    table = Table.at(
        {
            "allied-1": unit("maneuver immelmann ims-3b3h ims-2b2h"),
            "axis-1": unit(
                "",
                wingmen=2,
            ),
        }
    )
    table.play("play maneuver > axis-1 wingman-1").unanswered()
    assert table.can("play ims-2b2h > axis-1 wingman-1")
    assert not table.can("play ims-2b2h > axis-1 wingman-2"), "the Burst is good against him alone"
    table.play("play immelmann > axis-1 wingman-1").unanswered()
    table.stack(allied="chandelle")
    table.play("play ims-3b3h > axis-1 wingman-1").unanswered()
    assert table.hits("axis-1", 1) == 3
    again = Table.at(
        {"allied-1": unit("maneuver immelmann", aircraft=fighter(bursts=2)), "axis-1": unit("", wingmen=1)}
    )
    again.play("play maneuver > axis-1 wingman-1 (as in-my-sights)").unanswered()
    assert again.hits("axis-1", 1) == 1
    again.play("play immelmann > axis-1 wingman-1 (as in-my-sights)").unanswered()
    assert again.hits("axis-1", 1) == 3
    assert again.choices == ["end"]


@rule("WWI Maneuver b")
def test_a_maneuver_that_fires_is_answered_like_an_in_my_sights() -> None:
    table = Table.at({"allied-1": unit("maneuver"), "axis-1": unit("", wingmen=[{"mini_hand": ["barrel-roll"]}])})
    table.stack(axis="barrel-roll vertical-roll")
    table.play("play maneuver > axis-1 wingman-1 (as in-my-sights)")
    assert answered(table.choices) == {"barrel-roll", "vertical-roll"}


@rule("WWI Maneuver c", "WWI Immelmann c")
def test_a_wingmans_maneuver_at_a_wingman_is_a_shot() -> None:
    table = Table.at(
        {
            "allied-1": unit("", wingmen=[{"mini_hand": ["maneuver", "immelmann"]}]),
            "axis-1": unit("", wingmen=1),
        },
        step="wingman",
        pending={"decision": "wingman", "actor": "allied-1 wingman-1", "seat": 1},
    )
    assert not table.can("play maneuver > axis-1 wingman-1")
    table.play("play maneuver > axis-1 wingman-1 (as in-my-sights)").unanswered()
    table.play("play immelmann > axis-1 wingman-1 (as in-my-sights)").unanswered()
    assert table.hits("axis-1", 1) == 3


@rule("WWI Side Slip c", "WWI Vertical Roll c")
@pytest.mark.parametrize("card", ["side-slip", "vertical-roll"])
def test_at_a_wingman_the_card_lets_the_leader_draw_one(card: str) -> None:
    table = Table.at({"allied-1": unit(card, aircraft=fighter(performance=0)), "axis-1": unit("", wingmen=1)})
    table.stack(allied="ace-pilot", axis="maneuver maneuver")
    table.play(f"play {card} > axis-1 wingman-1", "pass")
    assert table.hand("allied-1") == ["ace-pilot"], "beyond Performance too"


# Position


@rule("WWI Immelmann a")
def test_an_immelmann_gains_two_steps() -> None:
    for before, after in (("tailing", "neutral"), ("advantaged", "advantaged")):
        table = Table.at({"allied-1": unit("immelmann"), "axis-1": unit()}, engaged=f"axis-1 {before} allied-1")
        table.play("play immelmann > axis-1 leader")
        assert table.stands("allied-1", "axis-1") == after
    table = Table.at({"allied-1": unit("immelmann"), "axis-1": unit()}, engaged="allied-1 advantaged axis-1")
    assert not table.can("play immelmann > axis-1 leader")


@rule("WWI Side Slip a")
def test_a_side_slip_turns_the_tables_on_an_advantaged_enemy_and_on_no_other() -> None:
    table = Table.at({"allied-1": unit("side-slip"), "axis-1": unit()}, engaged="axis-1 advantaged allied-1")
    table.play("play side-slip > axis-1 leader")
    assert table.stands("allied-1", "axis-1") == "advantaged"
    for engaged in ("", "axis-1 tailing allied-1", "allied-1 advantaged axis-1"):
        table = Table.at({"allied-1": unit("side-slip"), "axis-1": unit()}, engaged=engaged)
        assert not table.can("play side-slip > axis-1 leader")


@rule("WWI Positioning c")
def test_a_leader_may_be_on_one_enemy_while_others_are_on_him() -> None:
    table = Table.at(
        {"allied-1": unit("maneuver"), "axis-1": unit(), "axis-2": unit(), "axis-3": unit()},
        engaged="axis-1 tailing allied-1, axis-2 advantaged allied-1",
    )
    table.play("play maneuver > axis-3 leader")
    assert table.stands("allied-1", "axis-3") == "advantaged"
    assert table.stands("axis-1", "allied-1") == "tailing"
    assert table.stands("axis-2", "allied-1") == "advantaged"


@rule("WWI Engaged a", "WWI Engaged b")
@pytest.mark.parametrize(("kept", "other"), [("axis-1", "axis-2"), ("axis-2", "axis-1")])
def test_who_would_be_on_two_enemies_chooses_one(kept: str, other: str) -> None:
    table = Table.at(
        {"allied-1": unit("", wingmen=[{"mini_hand": ["maneuver"]}]), "axis-1": unit(), "axis-2": unit()},
        step="wingman",
        engaged="allied-1 tailing axis-1",
        pending={"decision": "wingman", "actor": "allied-1 wingman-1", "seat": 1},
    )
    table.play("play maneuver > axis-2 leader")
    assert table.asked == "allied-1 keep"
    assert table.choices == ["keep > axis-1", "keep > axis-2"]
    table.play(f"keep > {kept}")
    assert table.stands("allied-1", kept) in ("tailing", "advantaged")
    assert table.stands("allied-1", other) == "neutral"


# Gunners


@rule("WWI Gunner a", "WWI Gunner b", "WWI Good Guns")
def test_a_gunner_fires_at_who_is_behind_and_at_wingmen_with_bursts_of_his_own() -> None:
    two_seater = fighter("good-guns", gunner=2)
    table = Table.at(
        {
            "allied-1": unit("ims-1b1h ims-1b1h ims-1b1h", aircraft=two_seater),
            "axis-1": unit("", wingmen=1),
            "axis-2": unit(),
        },
        engaged="axis-1 tailing allied-1",
    )
    assert not table.can("play ims-1b1h > axis-1 leader")
    assert not table.can("play ims-1b1h > axis-2 leader (gunner)")
    assert "Gunner" in table.why("play ims-1b1h > axis-2 leader (gunner)")
    table.play("play ims-1b1h > axis-1 leader (gunner)")
    assert table.hits("axis-1") == 1, "Good Guns are the pilot's"
    table.play("play ims-1b1h > axis-1 wingman-1 (gunner)").unanswered()
    assert table.hits("axis-1", 1) == 1
    assert not table.can("play ims-1b1h > axis-1 leader (gunner)"), "his Bursts are used up"


@rule("WWI Gunner b", "WWI Jam Checks")
def test_a_gunners_jam_leaves_the_pilots_guns_free_and_the_other_way_round() -> None:
    two_seater = fighter(gunner=2, bursts=2)
    for first, second in ((" (gunner)", ""), ("", " (gunner)")):
        table = Table.at(
            {"allied-1": unit("ims-2b2h ims-1b1h ims-1b1h", aircraft=two_seater), "axis-1": unit("", wingmen=1)}
        )
        table.stack(allied="maneuver")
        table.play(f"play ims-2b2h > axis-1 wingman-1{first}")
        assert not table.can(f"play ims-1b1h > axis-1 wingman-1{first}")
        assert table.can(f"play ims-1b1h > axis-1 wingman-1{second}")


@rule("WWI Good Guns")
def test_good_guns_hit_harder_with_every_shot_of_the_leader() -> None:
    table = Table.at(
        {"allied-1": unit("ims-1b1h oots-1b2h", aircraft=fighter("good-guns", bursts=2)), "axis-1": unit()}
    )
    table.play("play ims-1b1h > axis-1 leader", "play oots-1b2h > axis-1 leader")
    assert table.hits("axis-1") == 2 + 3


@rule("WWI Good Turn")
def test_good_turn_draws_for_a_leaders_chandelle_and_not_for_a_wingmans() -> None:
    turner = fighter("good-turn")
    table = Table.at({"allied-1": unit("maneuver"), "axis-1": unit("chandelle", aircraft=turner)})
    table.stack(axis="ace-pilot").play("play maneuver > axis-1 leader", "respond chandelle")
    assert table.hand("axis-1") == ["ace-pilot"]
    table = Table.at({"allied-1": unit("ims-1b1h"), "axis-1": unit("", aircraft=turner, wingmen=1)})
    table.stack(axis="chandelle maneuver").play("play ims-1b1h > axis-1 wingman-1", "respond chandelle")
    assert table.mini_hand("axis-1") == ["maneuver"]
    assert table.hand("axis-1") == []
