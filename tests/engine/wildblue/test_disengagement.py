"""Getting out: the Disengagement Table, and Clouds on the last Turn. [WBY 12]"""

import pytest

from tests.engine.rules import rule
from tests.engine.wildblue.table import MANIFEST, Table, allied, axis, fighter

LEVEL = {
    "ims-2b-engine": "A",
    "ims-2b-fuel": "A",
    "oots-1b2h": "B",
    "oots-2b3h": "B",
    "oots-3b4h": "B",
    "ims-3b3h": "C",
    "ims-2b2h": "D",
    "ims-2b3h": "D",
    "ims-1b1h": "E",
    "ims-1b2h": "E",
    "ims-1b-cockpit": "E",
    "clouds": "F",
    "maneuver": "G",
    "half-loop": "H",
    "full-throttle": "I",
    "scissors": "I",
    "vertical-roll": "I",
    "barrel-roll": "I",
    "chop-throttle": "I",
    "tight-turn": "I",
    "ace-pilot": "J",
}
"""The Level of each card, before it is modified."""
BY_LEVEL = {
    "A": "ims-2b-fuel",
    "B": "oots-1b2h",
    "C": "ims-3b3h",
    "D": "ims-2b2h",
    "E": "ims-1b1h",
    "F": "clouds",
    "G": "maneuver",
    "H": "half-loop",
    "I": "barrel-roll",
    "J": "ace-pilot",
}
UNDAMAGED = {"A": "destroyed", "B": "destroyed", "C": "damaged", "D": "damaged", "E": "damaged"}
DAMAGED = {"A": "destroyed", "B": "destroyed", "C": "destroyed"}
"""Results by modified Level; Levels not named are a safe escape."""


def outcome(table: Table, name: str = "axis-1", seat: str = "leader") -> str:
    """``safe``, ``damaged`` or ``destroyed``, of an aircraft that was Undamaged before."""
    aircraft = table.view("axis")["units"][name][seat]
    if aircraft["status"] == "destroyed":
        return "destroyed"
    assert aircraft["status"] == "disengaged"
    return "damaged" if aircraft["damaged"] else "safe"


def escape(
    card: str, *, hits: int = 0, position: str = "neutral", enemy_altitude: str = "medium", skills: str = ""
) -> Table:
    """A lone axis-1 disengages and draws ``card``; a second Axis Element fights on."""
    engaged = f"axis-1 {position} allied-1"
    table = Table(
        axis(wingman=False, hits=hits, skills=skills),
        allied(altitude=enemy_altitude),
        axis(n=2, altitude="very-low"),
        engaged=engaged,
        draws={"axis": card},
    )
    return table.play("disengage")


@rule("WBY 12.1", "WBY 12.1a", "WBY 12.1b", "WBY 12.1e", "WBY Disengagement Table")
@pytest.mark.parametrize("card", MANIFEST)
def test_the_card_drawn_gives_the_level_and_the_level_the_result(card: str) -> None:
    table = escape(card)
    assert outcome(table) == UNDAMAGED.get(LEVEL[card], "safe")
    assert any(event.text().endswith(f"to get away: Level {LEVEL[card]}.") for event in table.events)


@rule("WBY 12.1a")
def test_a_check_draws_one_card_from_the_own_draw_pile_and_discards_it() -> None:
    table = escape("maneuver")
    assert table.pile("axis")["draw"] == 109
    assert table.pile("axis")["discard"] == 1
    assert table.pile("allied")["draw"] == 110


SHIFTS = [
    ("tailing", 2),
    ("advantaged", 1),
    ("neutral", 0),
    ("disadvantaged", -1),
    ("tailed", -2),
]
"""Levels down the table (towards J) by position."""


def shifted(level: str, by: int) -> str:
    letters = "ABCDEFGHIJ"
    return letters[min(max(letters.index(level) + by, 0), 9)]


@rule("WBY 12.1c", "WBY 12.1d", "WBY Disengagement Table modifiers")
@pytest.mark.parametrize("level", BY_LEVEL)
@pytest.mark.parametrize(("position", "down"), SHIFTS)
def test_position_moves_the_level(position: str, down: int, level: str) -> None:
    expected = UNDAMAGED.get(shifted(level, down), "safe")
    assert outcome(escape(BY_LEVEL[level], position=position)) == expected


@rule("WBY 12.1c", "WBY 12.1d", "WBY Disengagement Table modifiers")
@pytest.mark.parametrize("level", BY_LEVEL)
def test_no_enemy_fighters_at_the_altitude_move_the_level_down_three(level: str) -> None:
    expected = UNDAMAGED.get(shifted(level, 3), "safe")
    assert outcome(escape(BY_LEVEL[level], enemy_altitude="high")) == expected


@rule("WBY Disengagement Table modifiers", "WBY Disengagement Table note 1", "WBY Disengagement Table note 2")
@pytest.mark.parametrize("level", BY_LEVEL)
def test_a_damaged_aircraft_is_a_level_up_destroyed_by_c_and_spared_by_d_and_e(level: str) -> None:
    table = escape(BY_LEVEL[level], hits=3)
    status = table.view("axis")["units"]["axis-1"]["leader"]["status"]
    expected = DAMAGED.get(shifted(level, -1), "disengaged")
    assert status == expected


@rule("WBY 12.1c", "WBY Disengagement Table modifiers", "WBY Disengagement Table note 1")
@pytest.mark.parametrize("level", BY_LEVEL)
def test_modifiers_are_cumulative(level: str) -> None:
    table = escape(BY_LEVEL[level], hits=3, position="tailed")
    assert table.view("axis")["units"]["axis-1"]["leader"]["status"] == DAMAGED.get(shifted(level, -3), "disengaged")


@rule("WBY Disengagement Table modifiers", "WBY 12.1c", "WBY 19.2.8")
def test_leadership_moves_the_level_of_its_own_aircraft_type_down_by_one() -> None:
    assert outcome(escape("oots-1b2h")) == "destroyed"
    assert outcome(escape("oots-1b2h", skills="L")) == "damaged"
    other_type = fighter(damage=(4, 8))
    for aircraft, expected in ((fighter(side="axis"), "damaged"), (other_type, "destroyed")):
        table = Table(
            axis(wingman=False),
            allied(),
            axis(n=2, skills="L", aircraft=aircraft),
            draws={"axis": "oots-1b2h"},
        )
        assert outcome(table.play("disengage")) == expected


@rule("WBY Disengagement Table modifiers", "WBY 19.2.8")
def test_the_leadership_of_an_enemy_in_the_same_type_is_of_no_use() -> None:
    captured = fighter()
    table = Table(
        axis(wingman=False, aircraft=captured),
        allied(aircraft=captured, skills="L"),
        axis(n=2),
        draws={"axis": "oots-1b2h"},
    )
    assert outcome(table.play("disengage")) == "destroyed"


@rule("WBY 12.1e", "WBY 12.1", "WBY Disengagement Table modifiers")
@pytest.mark.parametrize(
    ("cards", "results"),
    [
        ("maneuver oots-1b2h", ("safe", "destroyed")),
        ("oots-1b2h maneuver", ("destroyed", "safe")),
        ("ims-3b3h ims-2b2h", ("damaged", "damaged")),
    ],
)
def test_the_wingman_has_a_check_of_his_own(cards: str, results: tuple[str, str]) -> None:
    table = Table(axis(), allied(), axis(n=2), draws={"axis": cards}).play("disengage")
    assert (outcome(table), outcome(table, seat="wingman")) == results


@rule("WBY Disengagement Table modifiers")
def test_the_wingman_uses_his_leaders_position_and_his_own_damage() -> None:
    """Tailed is up two; ims-1b1h (E) becomes C for the Wingman, who is Undamaged: Damaged."""
    table = Table(
        axis(hits=3), allied(), axis(n=2), engaged="axis-1 tailed allied-1", draws={"axis": "full-throttle ims-1b1h"}
    )
    table.play("disengage")
    units = table.view("axis")["units"]
    assert units["axis-1"]["leader"]["status"] == "disengaged"  # I, up 3: F
    assert units["axis-1"]["wingman"]["status"] == "disengaged"
    assert units["axis-1"]["wingman"]["damaged"] is True


@rule("WBY 12.1", "WBY 3.3")
@pytest.mark.parametrize("answers", [[], ["tight-turn"]])
def test_disengaging_is_done_instead_of_playing_cards(answers: list[str]) -> None:
    table = Table(axis("maneuver maneuver"), allied("tight-turn"))
    assert table.can("disengage")
    table.play("play maneuver > allied-1 leader", *(f"respond {card}" for card in answers), "pass")
    assert not table.can("disengage")


@rule("WBY 12.1")
def test_disengaging_is_for_the_leader_step_of_the_own_turn_only() -> None:
    for step in ("wingman", "altitude", "discard", "draw"):
        assert not Table(axis("maneuver"), allied(), step=step).can("disengage")


@rule("WBY 12.1", "WBY 4.9.2")
def test_an_element_that_has_disengaged_is_gone_and_its_engagement_ended() -> None:
    table = Table(
        axis("maneuver"),
        allied(),
        axis(n=2),
        engaged="axis-1 tailed allied-1",
        draws={"axis": "ace-pilot ace-pilot"},
    )
    table.play("disengage")
    assert table.status("axis-1") == "disengaged"
    assert table.document["engaged"] == []
    table.wait("allied-1 leader")
    assert not any("axis-1" in text for text in table.choices)
    table.wait("axis-2 leader").play("end").wait("allied-1 leader")
    assert table.turn == 3


@rule("WBY 12.1", "WBY 4.9.3")
def test_each_aircraft_that_disengages_voluntarily_counts_two_points_damaged_or_not() -> None:
    table = Table(axis(hits=3), allied(), turn=6, draws={"axis": "ace-pilot ace-pilot"}).play("disengage")
    table.wait("over")
    assert table.report().points("allied") == 4


@rule("WBY 12.1e", "WBY 4.9.3")
def test_an_aircraft_destroyed_while_disengaging_counts_five_points_and_not_seven() -> None:
    table = Table(axis(wingman=False), allied(), turn=6, draws={"axis": "oots-1b2h"}).play("disengage")
    assert table.asked == "over"
    assert table.report().points("allied") == 5


@rule("WBY 12.1e", "WBY 4.9.3")
def test_an_aircraft_damaged_while_disengaging_counts_two_points_once() -> None:
    table = Table(axis(wingman=False), allied(), turn=6, draws={"axis": "ims-1b1h"}).play("disengage")
    assert table.report().points("allied") == 2


@rule("WBY 12.1", "WBY 4.8")
def test_the_dogfight_is_over_when_one_side_has_disengaged() -> None:
    table = Table(axis(), allied(), turn=2, draws={"axis": "ace-pilot ace-pilot"}).play("disengage")
    assert table.asked == "over"


# 12.2


@rule("WBY 12.2", "WBY 7.3.5")
def test_clouds_on_the_last_turn_take_the_element_out_without_a_check_and_without_points() -> None:
    table = Table(axis("clouds"), allied(), turn=6, draws={"axis": "oots-1b2h oots-1b2h"}).play("play clouds")
    assert outcome(table) == "safe"
    assert outcome(table, seat="wingman") == "safe"
    assert table.asked == "over"
    assert table.report().points("allied") == 0
    assert {each.exit for each in table.report().aircraft if each.side == "axis"} == {"clouds"}


@rule("WBY 12.2")
def test_by_option_leaving_through_clouds_scores_as_disengaging_does() -> None:
    table = Table(axis("clouds"), allied(), turn=6, options={"clouds_exit_scores": True}).play("play clouds")
    assert table.report().points("allied") == 4


@rule("WBY 12.2", "WBY 7.3.5 note")
def test_clouds_that_are_stopped_on_the_last_turn_disengage_nobody() -> None:
    table = Table(axis("clouds"), allied("ace-pilot"), turn=6, engaged="axis-1 tailed allied-1")
    table.play("play clouds", "respond ace-pilot", "pass")
    assert table.status("axis-1") == "undamaged"


@rule("WBY Disengagement Table modifiers")
@pytest.mark.parametrize(("aircraft_class", "result"), [("fighter", "destroyed"), ("light-bomber", "damaged")])
def test_only_enemy_fighters_at_the_altitude_hinder_an_escape(aircraft_class: str, result: str) -> None:
    table = Table(
        axis(wingman=False),
        allied(aircraft=fighter(aircraft_class=aircraft_class)),
        axis(n=2),
        draws={"axis": "oots-1b2h"},
    )
    assert outcome(table.play("disengage")) == result


@rule("WBY Disengagement Table modifiers", "WBY 7.3.5")
def test_an_enemy_in_the_clouds_at_the_altitude_hinders_an_escape() -> None:
    table = Table(allied("clouds"), axis(wingman=False), axis(n=2), draws={"axis": "oots-1b2h"})
    table.play("play clouds", "hide low").wait("axis-1 leader").play("disengage")
    assert outcome(table) == "destroyed"


@rule("SUP 19.2 L", "WBY Disengagement Table modifiers")
@pytest.mark.parametrize(("gone", "result"), [(False, "damaged"), (True, "destroyed")])
def test_leadership_helps_the_others_of_its_type_as_long_as_its_pilot_flies(gone: bool, result: str) -> None:
    table = Table(
        axis(wingman=False, skills="L"),
        axis(n=2, wingman=False),
        allied(wingman=False),
        axis(n=3),
        draws={"axis": "maneuver oots-1b2h" if gone else "oots-1b2h"},
    )
    if gone:
        table.play("disengage")
    table.wait("axis-2 leader").play("disengage")
    assert outcome(table, "axis-2") == result


@rule("SUP 19.2 L")
def test_leadership_helps_its_own_side_alone_and_counts_once() -> None:
    table = Table(axis(wingman=False), allied(skills="L"), axis(n=2), draws={"axis": "oots-1b2h"})
    assert outcome(table.play("disengage")) == "destroyed"
    table = Table(
        axis(wingman=False, skills="L"),
        allied(),
        axis(n=2, skills="L"),
        draws={"axis": "ims-2b-fuel"},
    )
    assert outcome(table.play("disengage")) == "destroyed"


@rule("WBY 12.1e", "WBY 4.9.1")
def test_an_aircraft_damaged_while_disengaging_bears_the_hits_that_damage_it() -> None:
    table = escape("ims-1b1h", hits=1)
    assert outcome(table) == "damaged"
    assert table.unit("axis-1")["leader"]["hits"] == 3


@rule("WBY 12.1d", "WBY Disengagement Table")
@pytest.mark.parametrize(("card", "position", "level"), [("ims-2b-fuel", "tailed", "A"), ("ace-pilot", "tailing", "J")])
def test_levels_beyond_the_ends_of_the_table_are_its_ends(card: str, position: str, level: str) -> None:
    table = escape(card, position=position)
    assert any(event.text().endswith(f"Level {level}.") for event in table.events)
