"""Sections of three aircraft: what becomes of them when one is shot down. [WBY 17.6, SUP 19.7]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import BadSetup
from engine.core.game import Document
from tests.engine.missions.sky import (
    NO_GUNS,
    Sky,
    armed,
    escort,
    formation,
    interceptor,
    light_bomber,
    striker,
)
from tests.engine.rules import rule
from tests.engine.wildblue.table import fighter

FRAIL = armed("drop-tanks", damage=(3, 6), performance=6, heavy_guns=1, special=("power-boost",))
ENEMY = interceptor("allied", 1, fighter(burst=4))


def section(aircraft: Document = FRAIL, **more: Any) -> Sky:
    """An escort of three against a Fighter that fires anything, as he is about to."""
    unit = escort("axis", 1, aircraft, **{"section": True, "section_pilot": {"name": "Third", "skills": ["A"]}} | more)
    return Sky(unit, formation("axis", 2), ENEMY, target=NO_GUNS).until("allied-1 leader")


def fire(sky: Sky, card: str, seat: str) -> Sky:
    """The Fighter hits; nobody answers."""
    sky.deal("allied-1", card).play(f"play {card} > axis-1 {seat}")
    while sky.asked.endswith("respond"):
        sky.play("pass")
    return sky


def reported(sky: Sky) -> dict[str, tuple[str, str]]:
    """Status and pilot of each man of axis-1, by his seat at take-off."""
    return {each.seat: (each.status, each.pilot) for each in sky.end().report().aircraft if each.unit == "axis-1"}


@rule("WBY 17.6", "WBY 15.1.1")
def test_a_section_is_an_element_with_a_marker():
    sky = section()
    unit = sky.unit("axis-1")
    assert unit["section"] is True
    assert [unit[seat]["status"] for seat in ("leader", "wingman")] == ["flying"] * 2
    assert {text.split(" > ")[1] for text in sky.choices if " > axis-1" in text} <= {"axis-1 leader", "axis-1 wingman"}
    assert reported(sky) == {
        "leader": ("undamaged", ""),
        "wingman": ("undamaged", ""),
        "section": ("undamaged", "Third"),
    }


@rule("WBY 17.6", "WBY 15.1.1")
@pytest.mark.parametrize(
    "unit",
    [
        striker("axis", 1, light_bomber(), load="bombs", section=True),
        escort("axis", 1, wingman=False, section=True),
    ],
)
def test_only_fighters_with_a_wingman_fly_in_sections(unit: Document):
    with pytest.raises(BadSetup, match=r"17\.6"):
        Sky(unit, striker("axis", 2), ENEMY)


@rule("WBY 17.6c", "C08", "SUP 19.7")
def test_a_wingman_shot_down_takes_the_marker_and_all_hits_with_it():
    sky = section()
    fire(sky, "ims-2b2h", "wingman")
    assert sky.hits("axis-1", "wingman") == 2
    sky.until_turn(2, "allied-1 leader")
    fire(sky, "ims-2b-fuel", "wingman")
    unit = sky.unit("axis-1")
    assert unit["section"] is False
    assert (unit["wingman"]["status"], unit["wingman"]["hits"], unit["wingman"]["damaged"]) == ("flying", 0, False)
    assert reported(sky) == {
        "leader": ("undamaged", ""),
        "wingman": ("undamaged", ""),
        "section": ("destroyed", "Third"),
    }
    assert [each.hits for each in sky.report().aircraft if each.unit == "axis-1"] == [0, 0, 2]


@rule("WBY 17.6c", "C08", "SUP 24.7")
def test_it_scores_as_a_fighter_destroyed_and_its_damage_is_not_scored_beside_that():
    sky = section()
    fire(sky, "ims-3b3h", "wingman")
    assert sky.unit("axis-1")["wingman"]["damaged"]
    sky.until_turn(2, "allied-1 leader")
    fire(sky, "ims-3b3h", "wingman")
    assert sky.unit("axis-1")["wingman"]["damaged"] is False
    scores = [(score.points, score.reason, score.seat) for score in sky.end().report().scores if score.unit == "axis-1"]
    assert scores == [(5, "destroyed", "section"), (1, "skilled pilot", "section")]
    shooter = next(each for each in sky.report().aircraft if each.side == "allied" and each.seat == "leader")
    assert [(kill.unit, kill.seat) for kill in shooter.kills] == [("axis-1", "section")]
    assert shooter.damaged == ()


@rule("WBY 17.6c")
def test_the_wingman_may_be_shot_down_again_and_then_is_gone():
    sky = section()
    fire(sky, "ims-2b-fuel", "wingman").until_turn(2, "allied-1 leader")
    fire(sky, "ims-2b-engine", "wingman")
    assert sky.unit("axis-1")["wingman"]["status"] == "destroyed"
    assert [each[0] for each in reported(sky).values()] == ["undamaged", "destroyed", "destroyed"]


@rule("WBY 17.6c")
def test_a_wingmans_loss_ends_the_attack_on_him():
    sky = section()
    sky.deal("allied-1", "ims-2b-fuel ims-1b1h").play("play ims-2b-fuel > axis-1 wingman")
    while sky.asked.endswith("respond"):
        sky.play("pass")
    assert sky.asked == "allied-1 leader"
    assert not [text for text in sky.choices if text.startswith("play")]
    assert not sky.unit("axis-1")["wingman"].get("mini_hand")


@rule("WBY 17.6d", "C08", "SUP 19.7")
def test_a_leader_shot_down_takes_the_marker_and_the_new_leader_is_unscathed():
    sky = section(leader_pilot={"name": "First", "skills": []}, wingman_pilot={"name": "Second", "skills": ["V"]})
    fire(sky, "ims-2b2h", "wingman").until_turn(2, "allied-1 leader")
    fire(sky, "ims-2b-fuel", "leader")
    unit = sky.unit("axis-1")
    assert unit["section"] is False
    leader, wingman = unit["leader"], unit["wingman"]
    assert (leader["pilot"], leader["hits"], leader["damaged"]) == ("Second", 0, False)
    assert (wingman["status"], wingman["hits"]) == ("flying", 2)
    assert leader["markers"] == ["veteran"]
    assert wingman["markers"] == []
    assert len(sky.view("axis")["units"]["axis-1"]["hand"]) == 5
    found = reported(sky)
    assert (found["leader"], found["wingman"]) == (("destroyed", "First"), ("undamaged", "Second"))
    assert found["section"][0] == "undamaged"


@rule("WBY 17.6d", "C08")
def test_the_damaged_wingman_card_stays_damaged_and_hits_stay_with_the_third_man():
    sky = section()
    fire(sky, "ims-3b3h", "wingman").until_turn(2, "allied-1 leader")
    fire(sky, "ims-2b-fuel", "leader")
    assert (sky.status("axis-1"), sky.status("axis-1", "wingman")) == ("undamaged", "damaged")
    scores = {(score.reason, score.seat): score.points for score in sky.end().report().scores if score.unit == "axis-1"}
    assert scores == {("destroyed", "leader"): 5, ("damaged", "section"): 2}


@rule("WBY 17.6d", "WBY 9.3.3")
def test_cockpit_hits_stay_with_the_third_man_too():
    sky = section()
    fire(sky, "ims-1b-cockpit", "wingman").until_turn(2, "allied-1 leader")
    fire(sky, "ims-2b-fuel", "leader")
    unit = sky.unit("axis-1")
    assert (unit["leader"]["cockpit"], unit["wingman"]["cockpit"]) == (0, 1)


@rule("WBY 17.6d")
def test_the_new_leader_inherits_the_wingmans_other_markers():
    sky = section(load="drop-tanks")
    sky.set("axis-1", "wingman", full_throttle=1, heavy_guns=1, hits=1)
    fire(sky, "ims-2b-fuel", "leader")
    unit = sky.unit("axis-1")
    assert (unit["full_throttle"], unit["heavy_guns"], unit["load"]) == (1, 1, ["drop-tanks"])
    assert (unit["wingman"]["full_throttle"], unit["wingman"]["heavy_guns"], unit["wingman"]["hits"]) == (0, 0, 1)


@rule("WBY 17.6", "WBY 16.9 target-bound")
def test_all_three_go_over_the_target():
    sky = Sky(escort("axis", 1, FRAIL, section=True, over_target=True), striker("axis", 2), ENEMY, target=NO_GUNS).end()
    assert [each.over_target for each in sky.report().aircraft if each.unit == "axis-1"] == [True] * 3


@rule("WBY 17.6d")
def test_after_that_it_is_an_element_like_any_other():
    sky = section()
    fire(sky, "ims-2b-fuel", "leader").until_turn(2, "allied-1 leader")
    fire(sky, "ims-2b-engine", "leader")
    unit = sky.unit("axis-1")
    assert unit["leader"]["status"] == "flying"
    assert unit["leader"]["seat"] == "section"
    assert unit["wingman"] is None or unit["wingman"]["status"] != "flying"
    assert [each[0] for each in reported(sky).values()] == ["destroyed", "destroyed", "undamaged"]


@rule("SUP 19.6.4b", "WBY 17.6a")
@pytest.mark.parametrize(("skills", "cards"), [(None, 5), ("A", 5), ("Green", 4)])
def test_a_green_third_man_is_no_help_against_bombers(skills: str | None, cards: int):
    hunters = interceptor("allied", 1, armed(offensive=2, defensive=2), section=True)
    if skills:
        hunters["section_pilot"] = {"name": "Third", "skills": [skills]}
    sky = Sky(formation("axis", 1), hunters, target=NO_GUNS).until("allied-1 wingman-target")
    sky.play("attack > axis-1 1")
    assert len(sky.view("allied")["units"]["allied-1"]["wingman"]["mini_hand"]) == cards


@rule("SUP 19.7", "WBY 17.6")
def test_the_third_man_goes_home_with_the_others():
    sky = section().until("axis-1 leader").stack(axis="ace-pilot ace-pilot ace-pilot")
    sky.play("disengage").end()
    exits = {each.seat: each.exit for each in sky.report().aircraft if each.unit == "axis-1"}
    assert exits == dict.fromkeys(("leader", "wingman", "section"), "disengaged")


@rule("WBY 12.1", "WBY 17.6")
@pytest.mark.parametrize(
    ("cards", "fates"),
    [
        ("ace-pilot ace-pilot ace-pilot", ["undamaged", "undamaged", "undamaged"]),
        ("ace-pilot ace-pilot ims-3b3h", ["undamaged", "undamaged", "damaged"]),
        ("ace-pilot ace-pilot oots-3b4h", ["undamaged", "undamaged", "destroyed"]),
        ("ace-pilot ims-3b3h ims-3b3h", ["undamaged", "damaged", "damaged"]),
        ("ace-pilot ims-3b3h oots-3b4h", ["undamaged", "damaged", "destroyed"]),
    ],
)
def test_each_of_a_sections_three_has_a_check_of_his_own(cards: str, fates: list[str]):
    """An Ace Pilot is Level J, a 3-Burst In My Sights C, an Out Of The Sun B."""
    sky = section().until("axis-1 leader").stack(axis=cards).play("disengage")
    assert [text.rpartition("Level ")[2] for text in sky.told if "Level" in text] == [
        {"ace-pilot": "J.", "ims-3b3h": "C.", "oots-3b4h": "B."}[card] for card in cards.split()
    ]
    assert [found[0] for found in reported(sky).values()] == fates


@rule("WBY 12.1", "WBY 17.6c")
def test_a_third_man_with_hits_is_checked_as_damaged_and_takes_them_with_him():
    """A 3-Burst In My Sights, one Level up for who is Damaged, is Level B."""
    sky = fire(section(), "oots-2b3h", "wingman").until("axis-1 leader")
    sky.stack(axis="ace-pilot ace-pilot ims-3b3h").play("disengage")
    assert [found[0] for found in reported(sky).values()] == ["undamaged", "undamaged", "destroyed"]


@rule("WBY 17.6c", "WBY 12.1")
def test_a_wingman_who_does_not_get_away_is_the_third_man():
    sky = section().until("axis-1 leader").stack(axis="ace-pilot oots-3b4h").play("disengage")
    assert [found[0] for found in reported(sky).values()] == ["undamaged", "undamaged", "destroyed"]
    exits = [each.exit for each in sky.report().aircraft if each.unit == "axis-1"]
    assert exits == ["disengaged", "disengaged", ""]


@rule("WBY 17.6d", "WBY 12.1")
@pytest.mark.parametrize(
    ("cards", "levels", "fates"),
    [
        ("oots-3b4h ace-pilot ace-pilot", "BJI", ["destroyed", "undamaged", "damaged"]),
        ("oots-3b4h ims-3b3h ace-pilot", "BCI", ["destroyed", "damaged", "damaged"]),
        ("oots-3b4h ace-pilot ims-3b3h", "BJB", ["destroyed", "undamaged", "destroyed"]),
        ("oots-3b4h oots-2b3h ace-pilot", "BBI", ["destroyed", "destroyed", "damaged"]),
        ("oots-3b4h oots-2b3h ims-3b3h", "BBB", ["destroyed", "destroyed", "destroyed"]),
    ],
)
def test_after_a_leader_who_does_not_get_away_the_hits_are_the_third_mans(cards: str, levels: str, fates: list[str]):
    """The Wingman card is Damaged, so the third man is one Level worse off, and the Wingman is not."""
    sky = fire(section(), "oots-2b3h", "wingman").until("axis-1 leader").stack(axis=cards).play("disengage")
    assert "".join(text[-2] for text in sky.told if "Level" in text) == levels
    assert [found[0] for found in reported(sky).values()] == fates
    exits = [each.exit for each in sky.report().aircraft if each.unit == "axis-1"]
    assert exits == ["" if fate == "destroyed" else "disengaged" for fate in fates]
    hits = [each.hits for each in sky.report().aircraft if each.unit == "axis-1"]
    assert hits[2] == 3


@rule("WBY 17.6d", "WBY 12.1", "SUP 19.7")
def test_after_a_leader_who_does_not_get_away_the_third_man_is_without_his_counter():
    """Green, one Level worse, would be lost on a 3-Burst card; nobody draws a hand on his way home."""
    sky = section(section_pilot={"name": "Third", "skills": ["Green"]}).until("axis-1 leader")
    before = len(sky.told)
    sky.stack(axis="oots-3b4h ace-pilot ims-3b3h").play("disengage")
    told = sky.told[before:]
    assert "".join(text[-2] for text in told if "Level" in text) == "BJC"
    assert not [text for text in told if "leads" in text or "cards" in text]
    assert [found[0] for found in reported(sky).values()] == ["destroyed", "undamaged", "damaged"]


@rule("WBY 17.6d", "SUP 19.7")
@pytest.mark.parametrize("skills", ["Green", "A"])
def test_the_third_man_disengages_without_his_counter(skills: str):
    """A 3-Burst card is Level C, which damages an aircraft; a Green pilot, one Level worse, would be lost."""
    sky = section(section_pilot={"name": "Third", "skills": [skills]})
    fire(sky, "ims-2b-fuel", "leader").until_turn(2, "axis-1 leader").stack(axis="ace-pilot ims-3b3h")
    assert [found[0] for found in reported(sky.play("disengage")).values()] == ["destroyed", "undamaged", "damaged"]


@rule("WBY 17.6d", "WBY 12.1", "SUP 19.7")
@pytest.mark.parametrize(("falls", "level"), [(False, "I"), (True, "H")])
def test_the_third_man_leads_nobody_home_without_his_counter(falls: bool, level: str):
    """A Half Loop is Level H; Leadership makes it I."""
    sky = section(section_pilot={"name": "Third", "skills": ["L"]})
    if falls:
        fire(sky, "ims-2b-fuel", "leader")
    sky.until_turn(2, "axis-1 leader").stack(axis="half-loop half-loop half-loop").play("disengage")
    assert [text.rpartition("Level ")[2] for text in sky.told if "Level" in text] == [f"{level}."] * (3 - falls)


@rule("WBY 17.6c", "WBY 18.1.1", "SUP 22.1")
def test_who_is_damaged_and_lost_to_the_same_flak_leaves_nobody_to_be_asked_about_his_drop_tanks():
    guard = escort("axis", 1, FRAIL, section=True, load="drop-tanks", over_target=True)
    sky = Sky(guard, formation("axis", 2), ENEMY, target={"slug": "airfield", "area_flak": 2, "target_flak": 0})
    sky.until_turn(2, "axis-1 break-off").stack(allied="ims-3b3h ims-3b3h maneuver maneuver").play("continue")
    assert sky.decision
    assert "Damaged" not in sky.decision.prompt
    assert sky.unit("axis-1")["wingman"]["damaged"] is False


@rule("WBY 17.6c")
def test_it_is_said_whom_a_hit_on_a_sections_wingman_card_strikes():
    assert "1 Hit on Escort 1’s Wingman, borne by Third, 1 in all." in fire(section(), "ims-1b1h", "wingman").told
    assert "1 Hit on Escort 1 (Test Fighter), 1 in all." in fire(section(), "ims-1b1h", "leader").told


@rule("WBY 17.6d")
def test_who_was_hit_by_the_third_man_reads_so_in_the_report():
    sky = section(fighter(damage=(3, 6), offensive=3), section_pilot={})
    fire(sky, "ims-2b-fuel", "leader").until("axis-1 wingman-target").stack(axis="ims-3b3h ims-1b1h maneuver")
    sky.play("attack > allied-1 leader", "play ims-3b3h > allied-1 leader").unanswered()
    hit = next(each for each in sky.end().report().aircraft if each.unit == "allied-1" and each.seat == "leader")
    assert hit.cause == "In My Sights (3 Bursts, 3 Hits) by Escort 1 third man in Test Fighter"
