"""Worked examples of Missions: from the campaign rulebook, its designers' tutorial and session reports.

C01 stands beside Oblique Guns, C02 beside strafing, C03 beside Aerial Rockets, C07 beside the scores, C10 beside what
is refused.
"""

from __future__ import annotations

import pytest

from tests.engine.missions.sky import Sky, armed, bomber, element, escort, formation, interceptor, light_bomber, striker
from tests.engine.rules import rule
from tests.engine.wildblue.table import KILLER, Table, allied, axis


def duration(sky: Sky) -> list[int]:
    return list(sky.mission["duration"])


# C04: the Ace marker


def ace_of_a_bf_109() -> Table:
    """The Yak's Out Of The Sun is answered with a Vertical Roll, and that with one of the Yak's own."""
    table = Table(
        allied("oots-1b2h vertical-roll ace-pilot", aircraft="yak-1"),
        axis("vertical-roll scissors", aircraft="bf-109f-2", skills="A"),
    )
    return table.play("play oots-1b2h > axis-1 leader", "respond vertical-roll", "respond vertical-roll")


@rule("C04", "WBY 19.2.1 example", "WBY 19.2.1")
def test_a_scissors_declared_an_ace_pilot_ends_the_attack_and_spends_the_marker() -> None:
    table = ace_of_a_bf_109()
    assert table.choices == ["respond scissors (as ace-pilot)", "pass"]
    table.play("respond scissors (as ace-pilot)", "pass")
    assert table.hits("axis-1") == 0
    assert table.unit("axis-1")["leader"]["markers"] == []
    assert table.hand("axis-1") == []


@rule("C04", "WBY 19.2.1 example")
def test_only_an_ace_pilot_of_the_attacker_answers_it() -> None:
    table = ace_of_a_bf_109().play("respond scissors (as ace-pilot)")
    assert table.choices == ["respond ace-pilot", "pass"]
    table.play("respond ace-pilot")
    assert table.choices == ["pass"]
    assert table.play("pass").hits("axis-1") == 2


# C05, C06: durations


@rule("C05", "WBY 17.5.3", "SUP 23.1.1")
def test_stukas_of_speed_5_with_bases_8_and_7_fly_3_turns_out_and_2_home() -> None:
    sky = Sky(
        striker("axis", 1, "ju-87b", load="bombs"),
        interceptor("allied", 1),
        base={"target_bound": 8, "home_bound": 7},
    )
    assert duration(sky) == [3, 1, 2]


@rule("C06", "WBY 17.5.3", "SUP 23.1.1")
def test_aircraft_of_speed_6_with_bases_9_and_7_fly_3_turns_out_and_1_home() -> None:
    sky = Sky(striker("axis", 1), interceptor("allied", 1), base={"target_bound": 9, "home_bound": 7})
    assert duration(sky) == [3, 1, 1]


@rule("WBY 17.3.1a", "WBY 17.5.3", "SUP 23.1.1")
def test_the_slowest_striker_sets_the_duration_and_an_escort_does_not() -> None:
    sky = Sky(
        striker("axis", 1, light_bomber(slow=5), load="bombs"),
        formation("axis", 2, bomber(speed=4)),
        formation("axis", 3, bomber(speed=7, family="fast-bomber")),
        escort("axis", 4, armed(slow=3)),
        interceptor("allied", 1, armed(slow=3)),
        base={"target_bound": 9, "home_bound": 8},
    )
    assert duration(sky) == [5, 1, 4]


@rule("SUP 23.1.1")
def test_each_way_takes_a_turn_at_least() -> None:
    sky = Sky(striker("axis", 1), interceptor("allied", 1), base={"target_bound": 3, "home_bound": 6})
    assert duration(sky) == [1, 1, 1]


# C08: Sections


def section(hits: int = 2, skill: str = "BU", damaged_by: int = 3) -> Sky:
    """A Section of the Allies, its Wingman with some Hits, as an Axis Leader holds a Fuel Tank Hit."""
    sky = Sky(
        element("allied", 1, armed(damage=(3, 6)), section=True, skills="H", wingman_skills=skill, section_skills="D"),
        element("axis", 1, KILLER, wingman=False),
        type="air-combat",
    )
    sky.until("axis-1 leader").set("allied-1", "wingman", hits=hits, damaged=hits >= damaged_by)
    return sky.deal("allied-1", "maneuver").deal("axis-1", "ims-2b-fuel maneuver")


@rule("C08", "WBY 17.6", "WBY 17.6c", "SUP 19.7")
def test_a_sections_wingman_shot_down_costs_the_marker_its_pilot_and_all_hits() -> None:
    sky = section().play("play ims-2b-fuel > allied-1 wingman").unanswered()
    assert isinstance(sky, Sky)
    flown = sky.unit("allied-1")
    assert not flown["section"]
    assert flown["wingman"]["hits"] == 0
    assert flown["wingman"]["seat"] == "wingman"
    assert flown["wingman"]["skills"] == ["BU"]
    assert [(lost["seat"], lost["status"]) for lost in flown["lost"]] == [("section", "destroyed")]
    lost = {each.seat: each.status for each in sky.end().report().aircraft if each.unit == "allied-1"}
    assert lost == {"leader": "undamaged", "wingman": "undamaged", "section": "destroyed"}


@rule("C08", "WBY 17.6c")
def test_the_next_time_the_wingmans_card_goes() -> None:
    sky = section().play("play ims-2b-fuel > allied-1 wingman").unanswered()
    assert isinstance(sky, Sky)
    sky.until_turn(2, "axis-1 leader").set("allied-1", "wingman", hits=2)
    sky.deal("axis-1", "ims-2b-fuel").play("play ims-2b-fuel > allied-1 wingman").unanswered()
    assert sky.unit("allied-1")["wingman"]["status"] == "destroyed"


@rule("C08", "WBY 17.6", "WBY 17.6d")
def test_a_sections_leader_shot_down_costs_the_marker_and_the_new_leader_is_unscathed() -> None:
    sky = section(hits=2).play("play ims-2b-fuel > allied-1 leader").unanswered()
    assert isinstance(sky, Sky)
    flown = sky.unit("allied-1")
    assert not flown["section"]
    assert (flown["leader"]["seat"], flown["leader"]["hits"], flown["leader"]["skills"]) == ("wingman", 0, ["BU"])
    assert (flown["wingman"]["seat"], flown["wingman"]["hits"]) == ("section", 2)
    assert [(lost["seat"], lost["status"]) for lost in flown["lost"]] == [("leader", "destroyed")]


@pytest.mark.parametrize(("wingman_hits", "damaged"), [(2, False), (4, True)])
@rule("C08", "WBY 17.6d")
def test_the_wingman_of_a_broken_section_keeps_hits_and_damage(wingman_hits: int, damaged: bool) -> None:
    sky = section(hits=wingman_hits).play("play ims-2b-fuel > allied-1 leader").unanswered()
    wingman = sky.unit("allied-1")["wingman"]
    assert (wingman["hits"], wingman["damaged"]) == (wingman_hits, damaged)


@pytest.mark.parametrize(("hits", "kept"), [(3, 3), (6, 5)])
@rule("WBY 17.6d")
def test_hits_that_only_the_new_leaders_skill_bore_damage_the_third_man_but_do_not_destroy_him(
    hits: int, kept: int
) -> None:
    sky = section(hits, "D", damaged_by=4).play("play ims-2b-fuel > allied-1 leader").unanswered()
    wingman = sky.unit("allied-1")["wingman"]
    assert (wingman["seat"], wingman["damaged"], wingman["hits"], wingman["status"]) == (
        "section",
        True,
        kept,
        "flying",
    )
    assert sky.hits("allied-1") == 0
