"""Changing altitude, following, Vertical Rolls, and what altitude does."""

from __future__ import annotations

import pytest

from tests.engine.rules import rule
from tests.engine.wwi.table import Table, fighter, unit


@rule("WWI Changing Altitude a", "WWI Changing Altitude b", "WWI Sequence of Play 2", "WWI Altitude")
def test_a_climb_costs_a_card_of_ones_choice_and_a_dive_gives_one() -> None:
    table = Table.at({"allied-1": unit("maneuver chandelle"), "axis-1": unit()}, step="altitude")
    assert table.choices == ["climb", "dive", "stay"]
    table.play("climb")
    assert table.choices == ["pay maneuver", "pay chandelle"]
    table.play("pay chandelle")
    assert table.altitude("allied-1") == "high"
    assert table.hand("allied-1") == ["maneuver"]
    table = Table.at({"allied-1": unit("maneuver", aircraft=fighter(performance=1)), "axis-1": unit()}, step="altitude")
    table.stack(allied="ace-pilot").play("dive")
    assert table.altitude("allied-1") == "low"
    assert table.hand("allied-1") == ["ace-pilot", "maneuver"], "above Performance too"


@rule("WWI Changing Altitude a")
def test_nobody_goes_beyond_high_and_low_nor_climbs_without_a_card() -> None:
    for altitude, hand, choices in (
        ("high", "maneuver", ["dive", "stay"]),
        ("low", "maneuver", ["climb", "stay"]),
        ("medium", "", ["dive", "stay"]),
    ):
        table = Table.at({"allied-1": unit(hand, altitude=altitude), "axis-1": unit()}, step="altitude")
        assert table.choices == choices


@rule("WWI Good Climb", "WWI Bad Climb", "WWI Good Dive", "WWI Bad Dive")
@pytest.mark.parametrize(
    ("ability", "climbed", "dived"),
    [("good-climb", 3, 4), ("bad-climb", 1, 4), ("good-dive", 2, 5), ("bad-dive", 2, 3)],
)
def test_special_abilities_change_what_a_climb_costs_and_a_dive_gives(ability: str, climbed: int, dived: int) -> None:
    for action, left in (("climb", climbed), ("dive", dived)):
        table = Table.at(
            {"allied-1": unit("maneuver chandelle maneuver", aircraft=fighter(ability)), "axis-1": unit()},
            step="altitude",
        )
        table.play(action)
        while table.asked == "allied-1 pay":
            table.play(table.choices[0])
        assert len(table.hand("allied-1")) == left


@rule("WWI Following a", "WWI Following b", "WWI Following c", "WWI Vertical Roll b")
@pytest.mark.parametrize(
    ("position", "action", "left"),
    [
        ("advantaged", "climb", 1),
        ("tailing", "climb", 2),
        ("advantaged", "dive", 3),
        ("tailing", "dive", 4),
        ("advantaged", "roll climb", 0),
        ("tailing", "roll climb", 1),
        ("advantaged", "roll dive", 2),
        ("tailing", "roll dive", 3),
    ],
)
def test_following_costs_by_position_and_by_the_way_it_is_shaken(position: str, action: str, left: int) -> None:
    roll = action.startswith("roll")
    table = Table.at(
        {"allied-1": unit("maneuver maneuver vertical-roll"), "axis-1": unit("chandelle barrel-roll stall-turn")},
        engaged=f"axis-1 {position} allied-1",
        step="leader" if roll else "altitude",
    )
    table.play(f"play vertical-roll > axis-1 leader ({action.split()[1]})" if roll else action)
    if roll:
        table.play("pass")
    if table.asked == "allied-1 pay":
        table.play("pay maneuver")
    assert table.asked == "axis-1 follow"
    table.play("follow")
    while table.asked == "axis-1 pay":
        table.play(table.choices[0])
    assert len(table.hand("axis-1")) == left
    assert table.altitude("axis-1") == table.altitude("allied-1") == ("high" if "climb" in action else "low")
    assert table.stands("axis-1", "allied-1") == position


@rule("WWI Following b", "WWI Good Climb", "WWI Bad Climb", "WWI Good Dive", "WWI Bad Dive")
@pytest.mark.parametrize(
    ("ability", "climbed", "dived"),
    [("good-climb", 3, 4), ("bad-climb", 1, 4), ("good-dive", 2, 5), ("bad-dive", 2, 3)],
)
def test_who_follows_climbs_and_dives_as_his_own_aircraft_can(ability: str, climbed: int, dived: int) -> None:
    for action, left in (("climb", climbed), ("dive", dived)):
        table = Table.at(
            {
                "allied-1": unit("maneuver"),
                "axis-1": unit("maneuver chandelle maneuver", aircraft=fighter(ability)),
            },
            engaged="axis-1 tailing allied-1",
            step="altitude",
        )
        table.play(action, "follow")
        while table.asked == "axis-1 pay":
            table.play(table.choices[0])
        assert len(table.hand("axis-1")) == left


@rule("WWI Following a")
def test_who_stays_behind_or_cannot_pay_loses_his_position() -> None:
    table = Table.at(
        {"allied-1": unit("maneuver"), "axis-1": unit("chandelle")},
        engaged="axis-1 advantaged allied-1",
        step="altitude",
    )
    table.play("dive", "stay")
    assert table.stands("axis-1", "allied-1") == "neutral"
    assert table.altitude("axis-1") == "medium"
    table = Table.at(
        {"allied-1": unit("maneuver chandelle"), "axis-1": unit("chandelle")},
        engaged="axis-1 advantaged allied-1",
        step="altitude",
    )
    table.play("climb", "pay maneuver")
    assert table.asked == "allied-1 leader", "one card is not enough to follow and climb: nobody is asked"
    assert table.stands("axis-1", "allied-1") == "neutral"


def test_who_leaves_the_altitude_of_the_enemy_he_is_on_gives_up_his_position() -> None:
    table = Table.at(
        {"allied-1": unit("maneuver"), "axis-1": unit("chandelle")},
        engaged="allied-1 tailing axis-1",
        step="altitude",
    )
    table.play("dive")
    assert table.stands("allied-1", "axis-1") == "neutral"
    assert table.asked == "allied-1 leader"


@rule("WWI Following e")
def test_a_chain_decides_from_front_to_back() -> None:
    table = Table.at(
        {
            "allied-1": unit("maneuver"),
            "axis-1": unit("maneuver", wingmen=1),
            "allied-2": unit("maneuver"),
            "axis-2": unit("maneuver"),
        },
        engaged="axis-1 tailing allied-1, allied-2 tailing axis-1, axis-2 tailing allied-2",
        step="altitude",
    )
    table.play("dive")
    assert table.asked == "axis-1 follow"
    table.play("follow")
    assert table.asked == "allied-2 follow"
    table.play("stay")
    assert table.asked == "allied-1 leader", "the last in the chain stays with the one before him"
    assert [table.altitude(name) for name in ("allied-1", "axis-1", "allied-2", "axis-2")] == [
        "low",
        "low",
        "medium",
        "medium",
    ]
    assert table.stands("axis-2", "allied-2") == "tailing"
    assert table.stands("allied-2", "axis-1") == "neutral"


@rule("WWI Following e", "WWI Vertical Roll b")
def test_only_who_is_on_the_roller_himself_pays_more_for_the_vertical_roll() -> None:
    table = Table.at(
        {"allied-1": unit("vertical-roll maneuver"), "axis-1": unit("chandelle"), "allied-2": unit()},
        engaged="axis-1 tailing allied-1, allied-2 tailing axis-1",
    )
    table.play("play vertical-roll > axis-1 leader (dive)", "pass", "follow")
    assert table.asked == "allied-2 follow", "without a card: he pays nothing for the roll of who is further ahead"
    assert len(table.hand("axis-1")) == 1, "one paid for the roll, one drawn for the dive"


@rule("WWI Following e", "WWI Following f")
def test_those_on_the_mover_himself_decide_before_those_further_back() -> None:
    table = Table.at(
        {"allied-1": unit(), "axis-1": unit(), "allied-2": unit(), "axis-2": unit()},
        engaged="axis-1 tailing allied-1, axis-2 tailing allied-1, allied-2 tailing axis-1",
        step="altitude",
    )
    table.play("dive", "follow")
    assert table.asked == "axis-2 follow"
    table.play("stay")
    assert table.asked == "allied-2 follow"


@rule("WWI Following f")
def test_several_behind_one_decide_in_player_order() -> None:
    table = Table.at(
        {"allied-1": unit("maneuver"), "axis-2": unit("maneuver"), "axis-1": unit("maneuver maneuver")},
        engaged="axis-1 advantaged allied-1, axis-2 tailing allied-1",
        step="altitude",
    )
    table.play("dive")
    assert table.asked == "axis-2 follow", "first in Player Order"
    table.play("follow")
    assert table.asked == "axis-1 follow"
    table.play("follow", "pay maneuver")
    assert table.asked == "allied-1 leader"
    assert table.altitude("axis-1") == table.altitude("axis-2") == "low"


@rule("WWI Vertical Roll a")
def test_a_vertical_roll_changes_altitude_unless_it_is_countered() -> None:
    units = {"allied-1": unit("vertical-roll maneuver"), "axis-1": unit("vertical-roll maneuver")}
    table = Table.at(units)
    assert table.can("play vertical-roll > axis-1 leader (climb)")
    table.play("play vertical-roll > axis-1 leader (dive)", "respond vertical-roll", "pass")
    assert table.altitude("allied-1") == "medium"
    table = Table.at(units).stack(allied="ace-pilot")
    table.play("play vertical-roll > axis-1 leader (dive)", "pass")
    assert table.altitude("allied-1") == "low"
    assert table.hand("allied-1") == ["ace-pilot", "maneuver"]
    assert table.asked == "allied-1 leader", "his step goes on"
    alone = Table.at({"allied-1": unit("vertical-roll maneuver"), "axis-1": unit("ace-pilot", altitude="low")})
    alone.play("play vertical-roll (climb)")
    assert alone.altitude("allied-1") == "high", "where nobody is, nobody answers"


@rule("WWI Vertical Roll a", "WWI Changing Altitude a")
def test_a_climb_by_vertical_roll_costs_a_card_too() -> None:
    table = Table.at({"allied-1": unit("vertical-roll maneuver chandelle"), "axis-1": unit()})
    table.play("play vertical-roll > axis-1 leader (climb)")
    assert table.choices == ["pay maneuver", "pay chandelle"]
    table.play("pay maneuver")
    assert table.altitude("allied-1") == "high"
    assert table.hand("allied-1") == ["chandelle"]
    table = Table.at({"allied-1": unit("vertical-roll"), "axis-1": unit()})
    assert not table.can("play vertical-roll > axis-1 leader (climb)"), "there is no card to discard for it"


@rule("WWI Vertical Roll a")
def test_who_is_on_the_leader_answers_his_vertical_roll_before_others() -> None:
    table = Table.at(
        {"allied-1": unit("vertical-roll maneuver"), "axis-1": unit("ace-pilot"), "axis-2": unit("maneuver")},
        engaged="axis-1 tailing allied-1",
    )
    assert table.can("play vertical-roll > axis-1 leader (dive)")
    assert not table.can("play vertical-roll > axis-2 leader (dive)")
    assert not table.can("play vertical-roll (dive)")


@rule("WWI Weak Wing")
def test_a_weak_wing_suffers_from_a_dive_by_vertical_roll_and_from_no_other() -> None:
    weak = fighter("weak-wing")
    table = Table.at({"allied-1": unit("vertical-roll maneuver", aircraft=weak), "axis-1": unit()})
    table.play("play vertical-roll > axis-1 leader (dive)")
    assert table.hits("allied-1") == 1
    table = Table.at({"allied-1": unit("vertical-roll maneuver", aircraft=weak), "axis-1": unit()})
    table.play("play vertical-roll > axis-1 leader (climb)")
    assert table.hits("allied-1") == 0
    table = Table.at({"allied-1": unit("maneuver", aircraft=weak), "axis-1": unit()}, step="altitude").play("dive")
    assert table.hits("allied-1") == 0


@rule("WWI Weak Wing")
def test_a_weak_wing_bears_following_a_vertical_roll_down() -> None:
    table = Table.at(
        {
            "allied-1": unit("vertical-roll maneuver"),
            "axis-1": unit("chandelle", aircraft=fighter("weak-wing")),
        },
        engaged="axis-1 tailing allied-1",
    )
    table.play("play vertical-roll > axis-1 leader (dive)", "pass", "follow")
    assert table.altitude("axis-1") == "low"
    assert table.hits("axis-1") == 0, "only who plays the card suffers"


@rule("WWI Weak Wing", "WWI Damage c")
def test_a_wing_that_breaks_in_the_dive_ends_the_turn_and_the_game() -> None:
    weak = fighter("weak-wing", airframe=(1, 2))
    table = Table.at({"allied-1": unit("vertical-roll maneuver", aircraft=weak, hits=1), "axis-1": unit()})
    table.play("play vertical-roll > axis-1 leader (dive)")
    assert table.status("allied-1") == "destroyed"
    assert table.asked == "over"
    assert table.game.report().points("axis") == 1


@rule("WWI Weak Wing", "WWI Your Wingmen d")
def test_when_a_leader_falls_in_his_own_step_the_wingmen_under_his_attack_discard() -> None:
    weak = fighter("weak-wing", airframe=(1, 2))
    table = Table.at(
        {
            "allied-1": unit("ims-1b1h vertical-roll", aircraft=weak, hits=1),
            "axis-1": unit("", wingmen=1),
            "third-1": unit("maneuver"),
        }
    )
    table.stack(axis="maneuver maneuver").play("play ims-1b1h > axis-1 wingman-1", "pass")
    assert table.mini_hand("axis-1") == ["maneuver", "maneuver"]
    table.play("play vertical-roll > axis-1 leader (dive)")
    assert table.status("allied-1") == "destroyed"
    assert table.document["discards"]["axis"] == ["maneuver", "maneuver"]


@rule("WWI Following d", "WWI Your Leader b", "WWI Your Leader c", "WWI Sequence of Play 5", "WWI High Altitude")
@pytest.mark.parametrize(
    ("altitude", "ability", "drawn"),
    [("low", "", 3), ("medium", "", 2), ("high", "", 1), ("high", "high-altitude", 2), ("low", "high-altitude", 3)],
)
def test_horsepower_and_altitude_say_how_many_cards_are_drawn(altitude: str, ability: str, drawn: int) -> None:
    aircraft = fighter(*filter(None, [ability]), horsepower=2)
    table = Table.at({"allied-1": unit("maneuver", aircraft=aircraft, altitude=altitude), "axis-1": unit()})
    table.play("end", "end")
    assert len(table.hand("allied-1")) == 1 + drawn


@rule("WWI Your Leader b", "WWI Sequence of Play 4")
def test_performance_bounds_the_hand_and_discards_make_room() -> None:
    aircraft = fighter(performance=3, horsepower=3)
    table = Table.at({"allied-1": unit("maneuver maneuver chandelle stall-turn", aircraft=aircraft), "axis-1": unit()})
    table.play("end")
    assert table.choices == ["discard maneuver", "discard chandelle", "discard stall-turn", "end"]
    table.play("discard maneuver", "discard stall-turn", "end")
    assert len(table.hand("allied-1")) == 3
    table = Table.at({"allied-1": unit("maneuver maneuver chandelle stall-turn", aircraft=aircraft), "axis-1": unit()})
    table.play("end", "end")
    assert len(table.hand("allied-1")) == 4, "nobody must discard what is too much"


@rule("WWI Following d", "WWI High Altitude")
@pytest.mark.parametrize(
    ("altitude", "ability", "drawn"),
    [("low", "", 3), ("medium", "", 3), ("high", "", 2), ("high", "high-altitude", 3)],
)
def test_wingmen_attack_and_answer_with_a_card_less_at_high(altitude: str, ability: str, drawn: int) -> None:
    aircraft = fighter(*filter(None, [ability]), attack=3, response=3)
    units = {
        "allied-1": unit("ims-1b1h", altitude=altitude),
        "axis-1": unit("", altitude=altitude, aircraft=aircraft, wingmen=1),
    }
    table = Table.at(units).stack(axis="chandelle maneuver maneuver ims-1b1h ims-1b1h ims-1b1h")
    table.play("play ims-1b1h > axis-1 wingman-1")
    assert len(table.mini_hand("axis-1")) == drawn
    table.play("pass", "end")
    assert table.asked == "axis-1 wingman"
    assert len(table.mini_hand("axis-1")) == drawn
