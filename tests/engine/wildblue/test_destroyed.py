"""Destroyed aircraft, promotion and Elements that are gone. [WBY 11, 4.9.2]"""

from typing import Any

import pytest

from tests.engine.rules import rule
from tests.engine.wildblue.table import KILLER, Details, Table, allied, axis, fighter


def shot_down(victim: Details, hand: str = "", *, attacker: str = "", **more: Any) -> Table:
    """axis-1 destroys the Leader of allied-1 with a Fuel Tank Hit in its Leader Step."""
    table = Table(
        axis(f"ims-2b-fuel {attacker}", aircraft=KILLER),
        allied(hand, **victim),
        **more,
    )
    return table.play("play ims-2b-fuel > allied-1 leader", "pass")


# 11.1 Wingman


@rule("WBY 11.1", "WBY 4.9.3")
def test_a_destroyed_wingman_leaves_his_leader_alone_and_counts_five_points() -> None:
    table = Table(axis("ims-2b-fuel", aircraft=KILLER), allied("maneuver"), turn=6)
    table.play("play ims-2b-fuel > allied-1 wingman", "pass")
    assert table.status("allied-1", "wingman") == "destroyed"
    assert table.hand("allied-1") == ["maneuver"]
    table.wait("allied-1 altitude-step").wait("over")
    assert table.report().points("axis") == 5


@rule("WBY 11.1", "WBY 7.5.2", "WBY 6.1b")
def test_a_leader_whose_wingman_is_destroyed_is_a_lone_leader() -> None:
    table = Table(
        axis("ims-2b-fuel maneuver", aircraft=KILLER, n=2),
        axis("half-loop", n=3),
        allied(),
        axis(),
        engaged="allied-1 tailing axis-1",
    )
    assert not table.can("play maneuver > allied-1 leader")
    table.play("play ims-2b-fuel > allied-1 wingman", "pass", "end").wait("axis-3 leader")
    assert table.can("play half-loop > allied-1 leader")


@rule("WBY 6.1b", "WBY 10.6")
def test_after_destroying_a_wingman_the_leader_attacks_nobody_else_in_that_turn() -> None:
    table = Table(axis("ims-2b-fuel maneuver ims-1b1h", aircraft=KILLER), allied(), allied(n=2))
    table.play("play ims-2b-fuel > allied-1 wingman", "pass")
    assert not any(" > " in text for text in table.choices)


# 11.2 Promotion


@rule("WBY 11.2", "WBY 11.2a", "WBY 11.2e", "WBY 14.6.2")
def test_the_wingman_takes_over_with_a_new_hand_of_performance_less_one() -> None:
    cards = "half-loop ims-2b2h clouds full-throttle barrel-roll"
    table = shot_down({"aircraft": fighter(performance=6)}, "maneuver tight-turn", draws={"allied": cards})
    assert table.hand("allied-1") == sorted(cards.split())
    assert table.unit("allied-1")["wingman"] is None or table.status("allied-1", "wingman") == "destroyed"
    assert table.pile("allied")["discard"] == 2


@rule("WBY 11.2a")
def test_the_old_leaders_hand_goes_to_the_discards() -> None:
    table = shot_down({}, "maneuver tight-turn scissors")
    assert table.pile("allied")["discard"] == 3


@rule("WBY 11.2b")
def test_the_old_leaders_hits_are_removed() -> None:
    table = shot_down({"hits": 4})
    assert table.hits("allied-1") == 0
    assert table.status("allied-1") == "undamaged"


@rule("WBY 11.2c")
@pytest.mark.parametrize(("hits", "status"), [(2, "undamaged"), (3, "damaged"), (5, "damaged")])
def test_the_wingman_keeps_his_hits_and_his_damage_when_promoted(hits: int, status: str) -> None:
    table = shot_down({"wingman_hits": hits, "hits": 1})
    assert table.hits("allied-1") == hits
    assert table.status("allied-1") == status


@rule("WBY 11.2e", "WBY 11.2c", "WBY 9.3.1")
def test_a_damaged_wingman_draws_his_new_hand_by_the_damaged_side() -> None:
    table = shot_down({"wingman_hits": 3, "aircraft": fighter(performance=6, damaged={"performance": 4})})
    assert len(table.hand("allied-1")) == 3


@rule("WBY 11.2c", "WBY 9.3.3", "WBY 11.2e")
def test_a_wingmans_cockpit_hits_come_along_and_the_old_leaders_do_not() -> None:
    table = shot_down({"wingman_cockpit": 1, "cockpit": 2, "aircraft": fighter(performance=6, horsepower=6)})
    assert table.unit("allied-1")["leader"]["cockpit"] == 1
    assert len(table.hand("allied-1")) == 4


@rule("WBY 11.2e")
def test_the_new_leader_refills_to_his_full_performance_later() -> None:
    table = shot_down({"aircraft": fighter(performance=4, horsepower=5)})
    assert len(table.hand("allied-1")) == 3
    table.play("end").wait("allied-1 draw")
    assert table.choices == ["draw 0", "draw 1"]


@rule("WBY 11.2e")
@pytest.mark.parametrize("performance", [0, 1])
def test_a_new_hand_is_never_less_than_nothing(performance: int) -> None:
    table = shot_down({"aircraft": fighter(performance=performance)})
    assert table.hand("allied-1") == []
    assert table.status("allied-1") == "undamaged"


@rule("WBY 11.2d", "WBY 5.5.4")
def test_the_wingmans_own_full_throttle_counter_comes_along() -> None:
    table = shot_down({"aircraft": fighter(special=("power-boost",))})
    assert table.unit("allied-1")["full_throttle"] == 1


@rule("WBY 11.2d", "WBY 5.5.4")
def test_a_damaged_wingman_has_no_power_boost_counter_to_bring_along() -> None:
    table = shot_down({"aircraft": fighter(special=("power-boost",)), "wingman_hits": 3})
    assert table.unit("allied-1")["full_throttle"] == 0


@rule("WBY 11.2d", "WBY 5.4.3")
def test_the_wingmans_own_heavy_guns_come_along() -> None:
    table = shot_down({"aircraft": fighter(heavy_guns=2), "heavy_guns": 0})
    assert table.unit("allied-1")["heavy_guns"] == 2


@rule("WBY 11.2d", "WBY 19.2")
def test_the_wingmans_pilot_comes_along_and_the_old_leaders_pilot_is_gone() -> None:
    plane = fighter(performance=4, horsepower=6)
    table = shot_down({"aircraft": plane, "wingman_skills": "P", "skills": "BU"})
    assert table.unit("allied-1")["leader"]["skills"] == ["P"]
    assert len(table.hand("allied-1")) == 4


@rule("WBY 11.2d", "WBY 4.9.3")
def test_a_destroyed_leader_counts_five_points_though_his_place_is_taken() -> None:
    table = shot_down({}, turn=6).wait("over")
    report = table.report()
    assert report.points("axis") == 5
    assert {(each.unit, each.seat): each.status for each in report.aircraft if each.side == "allied"} == {
        ("allied-1", "leader"): "destroyed",
        ("allied-1", "wingman"): "undamaged",
    }


@rule("WBY 11.2", "WBY 14.6.2")
@pytest.mark.parametrize("position", ["advantaged", "tailing"])
def test_the_new_leader_is_neutral(position: str) -> None:
    table = shot_down({}, engaged=f"axis-1 {position} allied-1")
    assert table.stands("axis-1", "allied-1") == "neutral"


@rule("WBY 11.2")
def test_the_new_leader_has_no_wingman() -> None:
    table = shot_down({}).play("end").wait("axis-1 wingman-target")
    assert [text for text in table.choices if text.startswith("attack")] == ["attack > allied-1 leader"]


@rule("WBY 6.1b", "WBY 11.2")
def test_the_new_leader_is_another_aircraft_and_cannot_be_attacked_by_the_same_leader_in_that_turn() -> None:
    table = shot_down({}, attacker="maneuver ims-1b1h half-loop")
    assert table.asked == "axis-1 leader"
    assert not any(" > " in text for text in table.choices)


@rule("WBY 11.2", "WBY 14.6.2", "WBY 3.1")
def test_a_wingman_who_destroys_a_leader_ends_his_attack_and_his_leader_may_attack_the_new_one() -> None:
    table = Table(
        axis("maneuver"),
        allied("maneuver"),
        step="wingman",
        draws={"axis": "ims-2b-fuel ims-1b1h"},
    )
    table.play("attack > allied-1 leader", "play ims-2b-fuel > allied-1 leader", "pass")
    assert not any(text.startswith("play") for text in table.choices)
    table.wait("axis-1 leader")
    assert table.can("play maneuver > allied-1 leader")


@rule("WBY 11.2", "WBY 5.5.1")
def test_the_new_leader_of_an_agile_type_is_agile() -> None:
    table = Table(
        axis("ims-2b-fuel half-loop", aircraft=KILLER),
        axis("maneuver", n=2),
        allied(aircraft=fighter(special=("agile",))),
        draws={"allied": "clouds tight-turn"},
    )
    table.play("play ims-2b-fuel > allied-1 leader", "pass", "end").wait("axis-2 leader")
    table.play("play maneuver > allied-1 leader", "pass", "end").wait("allied-1 leader")
    assert table.can("play tight-turn > axis-2 leader (as scissors)")


@rule("WBY 11.2")
def test_a_new_leader_takes_the_altitude_of_his_element() -> None:
    table = shot_down({"altitude": "medium"})
    assert table.altitude("allied-1") == "medium"


# 4.9.2 Elements that are gone


@rule("WBY 4.9.2")
def test_a_lone_leader_who_is_destroyed_has_no_more_turns() -> None:
    table = Table(
        axis("ims-2b-fuel", aircraft=KILLER),
        allied("maneuver", wingman=False),
        axis(n=2),
        allied(n=2),
    )
    table.play("play ims-2b-fuel > allied-1 leader", "pass", "end").wait("axis-2 leader")
    assert table.turn == 2
    table.wait("axis-1 leader")
    table.wait("axis-2 leader")
    assert table.turn == 3
    assert all("allied-1" not in text for text in table.choices)


@rule("WBY 4.9.2", "WBY 4.7")
def test_an_element_destroyed_before_its_first_turn_is_not_chosen_for_one() -> None:
    table = Table(axis("ims-2b-fuel", aircraft=KILLER), allied(wingman=False), allied(n=2), turn=1, order=["axis-1"])
    table.play("play ims-2b-fuel > allied-1 leader", "pass", "end").wait("allied order")
    assert table.choices == ["go allied-2"]


@rule("WBY 4.9.2")
def test_the_element_is_skipped_when_leader_and_wingman_are_both_gone() -> None:
    table = Table(
        axis("ims-2b-fuel ims-2b-engine", aircraft=KILLER),
        axis(n=2),
        allied(),
        allied(n=2),
    )
    table.play("play ims-2b-fuel > allied-1 leader", "pass", "end").wait("allied-1 leader")
    table.play("end").wait("axis-1 leader")
    table.play("play ims-2b-engine > allied-1 leader", "pass", "end").wait("axis-2 leader")
    table.play("end").wait("allied-2 altitude-step")
    assert table.view("axis")["units"]["allied-1"]["status"] == "destroyed"
    assert table.turn == 3


@rule("WBY 4.8", "WBY 4.9.2")
def test_the_game_is_over_when_one_side_has_no_aircraft_left() -> None:
    table = Table(axis("ims-2b-fuel", aircraft=KILLER), allied(wingman=False), turn=2)
    table.play("play ims-2b-fuel > allied-1 leader", "pass")
    assert table.asked == "over"
    assert table.report().points("axis") == 5


@rule("WBY 4.6.2", "WBY 11.2a")
def test_a_new_hand_larger_than_the_draw_pile_comes_from_the_shuffled_discards() -> None:
    table = shot_down({"aircraft": fighter(performance=6)}, "maneuver tight-turn")
    assert len(table.hand("allied-1")) == 5
    assert table.pile("allied")["draw"] + table.pile("allied")["discard"] == 105


# Who did it


@rule("WBY 4.9.1", "WBY 11.1", "WBY 11.2d")
def test_the_report_credits_the_aircraft_that_damaged_or_destroyed_another() -> None:
    table = Table(
        axis("ims-3b3h", aircraft=fighter(burst=3)),
        allied(aircraft=fighter(damage=(3, 6))),
        axis(n=2),
        turn=6,
        draws={"axis": "clouds ims-2b-fuel clouds"},
    )
    table.play("play ims-3b3h > allied-1 leader", "pass", "end").wait("axis-2 wingman-target")
    table.play("attack > allied-1 wingman", "play ims-2b-fuel > allied-1 wingman", "pass").wait("over")
    aircraft = {(each.unit, each.seat): each for each in table.report().aircraft}
    damaged, killed = aircraft["axis-1", "leader"], aircraft["axis-2", "wingman"]
    assert [(each.unit, each.seat) for each in damaged.damaged] == [("allied-1", "leader")]
    assert damaged.kills == ()
    assert [(each.unit, each.seat) for each in killed.kills] == [("allied-1", "wingman")]
    assert killed.damaged == ()
    assert aircraft["allied-1", "leader"].status == "damaged"
    assert aircraft["allied-1", "wingman"].status == "destroyed"


@rule("WBY 4.9.1", "WBY 4.9.3")
def test_an_aircraft_that_first_damages_and_then_destroys_another_is_credited_once() -> None:
    table = Table(axis("ims-3b3h ims-2b-fuel", aircraft=fighter(burst=5)), allied(wingman=False), turn=6)
    table.play("play ims-3b3h > allied-1 leader", "pass", "play ims-2b-fuel > allied-1 leader", "pass")
    shooter = next(each for each in table.report().aircraft if (each.unit, each.seat) == ("axis-1", "leader"))
    assert [each.unit for each in shooter.kills] == ["allied-1"]
    assert shooter.damaged == ()


@rule("WBY 4.9.1", "WBY 11.2d")
def test_a_promoted_wingman_is_credited_as_the_aircraft_that_took_off() -> None:
    table = Table(
        axis("ims-2b-fuel", aircraft=KILLER),
        allied(aircraft=fighter(burst=2, performance=2)),
        axis(n=2),
        turn=6,
        draws={"allied": "ims-2b-engine"},
    )
    table.play("play ims-2b-fuel > allied-1 leader", "pass", "end").wait("allied-1 leader")
    table.play("play ims-2b-engine > axis-2 leader", "pass").wait("over")
    aircraft = {(each.unit, each.seat): each for each in table.report().aircraft}
    assert [(each.unit, each.seat) for each in aircraft["allied-1", "wingman"].kills] == [("axis-2", "leader")]
    assert aircraft["allied-1", "leader"].kills == ()
    assert aircraft["allied-1", "leader"].status == "destroyed"
