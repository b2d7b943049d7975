"""Victory Points and the report of a Mission. [WBY 16.2, 17.2e-f, 18.1.2; SUP 24.6, 24.7]"""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.core.game import Document
from engine.core.report import AircraftReport, Report, Score, TargetReport
from engine.wildblue.missions import targets
from engine.wildblue.scoring import MISSION, mission_scores
from tests.engine.missions.ground import AIRFIELD, CALM, NOBODY, aircraft, attacker, bombs, plodder
from tests.engine.missions.sky import Sky, bomber, element, escort, formation, interceptor, striker
from tests.engine.rules import rule

CLASSES = ("fighter", "light-bomber", "medium-bomber", "heavy-bomber")


def flown(aircraft_class: str = "fighter", **more: Any) -> AircraftReport:
    """An Allied aircraft that came home."""
    usual: dict[str, Any] = {
        "side": "allied",
        "unit": "allied-1",
        "seat": "leader",
        "aircraft": "test",
        "aircraft_class": aircraft_class,
        "status": "undamaged",
        "role": "striker",
    }
    return AircraftReport(**usual | more)


def points(*reports: AircraftReport, target: TargetReport | None = None, **more: Any) -> tuple[int, int]:
    """Victory Points of the Allies, who strike, and of the Axis."""
    scores = mission_scores(reports, target, "allied", **more)
    return tuple(sum(score.points for score in scores if score.side == side) for side in ("allied", "axis"))  # type: ignore[return-value]


# By reason and class


@rule("SUP 24.7", "WBY 17.2e")
@pytest.mark.parametrize(
    ("aircraft_class", "destroyed", "damaged"),
    [("fighter", 5, 2), ("light-bomber", 6, 3), ("medium-bomber", 8, 4), ("heavy-bomber", 10, 5)],
)
def test_an_aircraft_shot_at_scores_for_the_enemy_by_its_class(aircraft_class: str, destroyed: int, damaged: int):
    assert points(flown(aircraft_class, status="destroyed")) == (0, destroyed)
    assert points(flown(aircraft_class, status="damaged")) == (0, damaged)


@rule("SUP 24.7", "WBY 4.9.3", "WBY 17.2")
def test_a_fighter_or_light_bomber_that_disengages_is_two_points_a_formation_aircraft_none():
    assert [points(flown(kind, exit="disengaged")) for kind in CLASSES] == [(0, 2), (0, 2), (0, 0), (0, 0)]


@rule("WBY 4.9.3", "WBY 17.2")
def test_two_light_bombers_that_disengage_are_four_points_for_the_enemy():
    sky = Sky(striker("axis", 1, plodder(bomb={"level": 1}), load="bombs"), NOBODY, target=AIRFIELD)
    sky.until("axis-1 leader").stack(axis="half-loop half-loop").play("disengage")
    report = sky.end().report()
    assert [(score.side, score.points, score.reason) for score in report.scores] == 2 * [("allied", 2, "disengaged")]


@rule("SUP 24.7", "WBY 12.2")
def test_leaving_through_clouds_scores_as_disengaging_does_if_so_chosen():
    assert points(flown(exit="clouds")) == (0, 0)
    assert points(flown(exit="clouds"), clouds_exit_scores=True) == (0, 2)
    assert points(flown("light-bomber", exit="clouds", over_target=True)) == (3, 0)


@rule("SUP 24.7")
def test_an_aircraft_scores_once_at_its_worst():
    assert points(flown(status="damaged", exit="disengaged")) == (0, 2)
    assert points(flown("heavy-bomber", status="destroyed", hits=9, over_target=True)) == (0, 10)


@rule("SUP 24.7", "WBY 18.1.2")
def test_each_aircraft_that_jettisons_ordnance_is_a_point():
    assert points(flown(jettisoned=True), flown(seat="wingman", jettisoned=True)) == (0, 2)
    assert points(flown(jettisoned=True, status="damaged")) == (0, 1 + 2)


@rule("SUP 24.7 men")
def test_each_skill_of_who_is_destroyed_is_a_point():
    assert points(flown(status="destroyed", skills=("A", "BM", "CV"))) == (0, 5 + 3)
    assert points(flown(status="damaged", skills=("A", "BM"))) == (0, 2)
    assert points(flown(status="destroyed", skills=("Green",))) == (0, 5)


@rule("SUP 24.7 home", "WBY 17.2f")
def test_a_striker_over_the_target_and_home_undamaged_scores_for_its_owner():
    assert [points(flown(kind, over_target=True)) for kind in CLASSES] == [(0, 0), (3, 0), (3, 0), (4, 0)]


@rule("SUP 24.7 home", "WBY 17.2f")
@pytest.mark.parametrize(
    "how",
    [
        {"over_target": False},
        {"status": "damaged"},
        {"exit": "disengaged"},
        {"role": "escort"},
        {"role": "interceptor"},
    ],
)
def test_who_was_not_over_the_target_not_undamaged_not_home_or_no_striker_scores_nothing_for_it(how: dict[str, Any]):
    report = flown("light-bomber", **{"over_target": True} | how)
    assert points(report)[0] == 0


def test_a_report_that_does_not_say_who_was_to_strike_scores_bombers_home():
    assert points(flown("light-bomber", over_target=True, role="")) == (3, 0)


@rule("SUP 24.7 target", "SUP 24.6 blitzkrieg")
def test_blitzkrieg_is_two_points_more_if_the_target_scores():
    airfield = targets.target("airfield")
    assert points(target=airfield.report(7)) == (6, 0)
    assert points(target=airfield.report(7), blitzkrieg=True) == (8, 0)
    assert points(target=airfield.report(2), blitzkrieg=True) == (0, 0)


@rule("SUP 24.6 blitzkrieg")
def test_a_mission_with_blitzkrieg_scores_it_and_says_so():
    ready = striker("axis", 1, attacker(bomb={"level": 1}), load="bombs", wingman=False, altitude="medium")
    sky = Sky(ready, NOBODY, target=AIRFIELD, draws={"axis": bombs("vital")}, effects={"axis": {"blitzkrieg": True}})
    report = sky.until("axis-1 strike").play("strike level").end().report()
    assert report.scores == (
        Score("axis", 3, "Supplement 24.7", "Airfield: Light"),
        Score("axis", 2, "Supplement 24.6", "Blitzkrieg"),
    )
    assert report.resources == {"axis": ("Blitzkrieg",)}


@rule("SUP 21.8.5", "SUP 21.8.6", "SUP 21.8.7")
def test_cargo_mines_and_photographs_count_as_the_reports_say():
    assert points(flown("medium-bomber", cargo=5), flown("medium-bomber", cargo=2)) == (7, 0)
    assert points(flown("medium-bomber", mines=3), flown("medium-bomber", mines=4)) == (3, 0)
    assert points(flown(recon=4), flown(recon=1)) == (5, 0)


@rule("SUP 24.7")
def test_a_campaign_brings_its_own_points():
    own = MISSION | {
        "destroyed": MISSION["destroyed"] | {"fighter": 50},
        "cargo": MISSION["cargo"] | {"points": 2},
        "mines": MISSION["mines"] | {"each": 1},
        "jettisoned": 0,
    }
    reports = (flown(status="destroyed"), flown(cargo=3), flown(mines=3), flown(jettisoned=True))
    assert points(*reports, values=own) == (6 + 3, 50)


@rule("SUP 24.7", "WBY 13.1")
def test_a_set_up_may_bring_its_own_points_and_a_bonus():
    ready = striker("axis", 1, plodder(bomb={"level": 1}), load="bombs", wingman=False, altitude="medium")
    sky = Sky(ready, NOBODY, target=AIRFIELD, values={"home": {"light-bomber": 7}}, bonus={"allied": 5})
    report = sky.end().report()
    assert (report.points("axis"), report.points("allied")) == (7, 5)


# Whole Missions


@rule("C07", "SUP 24.7", "SUP 24.7 home")
def test_two_light_bombers_home_a_fighter_and_a_damaged_airfield_make_fourteen():
    pair = striker("axis", 1, plodder(bomb={"level": 1}), load="bombs", altitude="medium")
    guard = escort("axis", 2, attacker(performance=6), wingman=False, altitude="high")
    foe = interceptor("allied", 2, attacker(damage=(2, 4)), wingman=False, altitude="high")
    sky = Sky(pair, guard, foe, NOBODY, target=AIRFIELD)
    sky.until_turn(2, "axis-2 altitude-step").play("stay")
    sky.deal("axis-2", "oots-3b4h maneuver half-loop scissors")
    sky.change(lambda document: document.update(engaged=[["axis-2", "allied-2", "tailing"]]))
    sky.play("play oots-3b4h > allied-2 leader").unanswered().until("axis-1 strike")
    sky.stack(axis=bombs("vital miss")).play("strike level")
    report = sky.end().report()
    assert sorted((score.points, score.reason) for score in report.scores if score.side == "axis") == [
        (3, "Airfield: Light"),
        (3, "home undamaged"),
        (3, "home undamaged"),
        (5, "destroyed"),
    ]
    assert (report.points("axis"), report.points("allied")) == (14, 0)
    assert [kill.unit for kill in aircraft(report, "axis-2 leader").kills] == ["allied-2"]


@rule("WBY 16.2", "WBY 18.1.2", "SUP 24.7")
def test_a_mission_scores_and_reports_who_jettisoned():
    pair = striker("axis", 1, attacker(bomb={"level": 1}), load="bombs", altitude="medium")
    report = Sky(pair, NOBODY, target=AIRFIELD).until("axis-1 jettison").play("jettison").end().report()
    assert report.points("allied") == 2
    for seat in ("leader", "wingman"):
        told = aircraft(report, f"axis-1 {seat}")
        assert (told.jettisoned, told.load, told.over_target) == (True, ("bombs",), False)


# The report


def test_the_report_names_every_aircraft_and_man_with_his_part_and_load():
    sky = Sky(
        striker("axis", 1, attacker(bomb={"level": 1}), load=["bombs", "ground-rockets"], skills="BM"),
        formation("axis", 2, bomber(heavy=True), size=3, crews=("B", None, "Green")),
        escort("axis", 3, attacker(), section=True, section_skills="Green"),
        NOBODY,
        target=AIRFIELD,
    )
    told = sky.end().report()
    assert [(each.unit, each.seat, each.role, each.load, each.pilot, each.skills) for each in told.aircraft] == [
        ("allied-1", "leader", "interceptor", (), "", ()),
        ("axis-1", "leader", "striker", ("bombs", "ground-rockets"), "Test leader_pilot", ("BM",)),
        ("axis-1", "wingman", "striker", ("bombs", "ground-rockets"), "", ()),
        ("axis-2", "1", "striker", ("bombs",), "Crew 1", ("B",)),
        ("axis-2", "2", "striker", ("bombs",), "", ()),
        ("axis-2", "3", "striker", ("bombs",), "Crew 3", ("Green",)),
        ("axis-3", "leader", "escort", (), "", ()),
        ("axis-3", "wingman", "escort", (), "", ()),
        ("axis-3", "section", "escort", (), "Test section_pilot", ("Green",)),
    ]
    over = {(each.unit, each.seat) for each in told.aircraft if each.over_target}
    assert over == {("axis-1", "leader"), ("axis-1", "wingman"), ("axis-2", "1"), ("axis-2", "2"), ("axis-2", "3")}
    assert all(each.status == "undamaged" and each.exit == "" and each.fuel is None for each in told.aircraft)


@pytest.mark.parametrize(
    ("base", "duration"), [({"target_bound": 8, "home_bound": 8}, (2, 1, 2, 0)), (None, ())], ids=["phases", "none"]
)
def test_the_report_says_how_many_turns_of_each_phase_were_flown(base: Document | None, duration: tuple[int, ...]):
    ready = striker("axis", 1, attacker(bomb={"level": 1}), load="bombs", altitude="medium")
    if base:
        told = Sky(ready, NOBODY, target=AIRFIELD, base=base).end().report()
        assert told.turns == sum(duration)
    else:
        told = Sky(element("axis", 1), element("allied", 1), type="air-combat").end().report()
    assert told.duration == duration


@rule("SUP 23.4")
def test_a_straggler_turn_stands_in_the_report():
    ready = striker("axis", 1, plodder(bomb={"level": 1}, damage=(2, 40)), load="bombs", altitude="medium")
    sky = Sky(ready, NOBODY, target={"slug": "airfield", "area_flak": 1, "target_flak": 0})
    sky.until_turn(2).stack(allied=f"ims-3b3h {CALM}")
    told = sky.end().report()
    assert told.duration == (2, 1, 1, 1)
    assert told.turns == 5


def test_a_mission_cut_short_reports_the_turns_that_were_flown():
    ready = striker("axis", 1, attacker(bomb={"level": 1}, damage=(1, 2)), load="bombs", wingman=False)
    sky = Sky(ready, NOBODY, target={"slug": "airfield", "area_flak": 1, "target_flak": 0})
    told = sky.until_turn(2).stack(allied="oots-3b4h").end().report()
    assert told.duration == (2, 0, 0, 0)


def test_resources_stand_in_the_report_in_words():
    ready = striker("axis", 1, attacker(bomb={"level": 1}), load="bombs", altitude="medium")
    effects = {
        "axis": {"pathfinder": True, "deceptive_course": True},
        "allied": {"flak_guns": 2, "small_arms": 1, "clouds_over_target": True, "blitzkrieg": False},
    }
    told = Sky(ready, NOBODY, target=AIRFIELD, effects=effects).end().report()
    assert {side: sorted(effects) for side, effects in told.resources.items()} == {
        "axis": ["Deceptive Course", "Pathfinder"],
        "allied": ["Clouds Over Target", "Flak Guns (2)", "Small Arms"],
    }


def test_fuel_spent_stands_in_the_report_of_fighters_where_it_is_kept():
    ready = striker("axis", 1, plodder(bomb={"level": 1}), load="bombs", altitude="medium")
    guard = escort("axis", 2, attacker())
    told = Sky(ready, guard, NOBODY, target=AIRFIELD, options={"fuel": True}).end().report()
    assert aircraft(told, "axis-2 leader").fuel == 4
    assert aircraft(told, "axis-1 leader").fuel is None


@rule("WBY 17.3.5")
def test_gunners_shoot_to_the_credit_of_their_bomber():
    foe = interceptor("allied", 1, attacker(performance=6, damage=(2, 30)), wingman=False, altitude="medium")
    sky = Sky(formation("axis", 1, bomber(turret_defense=4), crews=("B", None)), foe, target=AIRFIELD)
    sky.until("allied-1 leader").deal("allied-1", "ims-1b1h maneuver")
    sky.stack(axis="ims-1b2h maneuver tight-turn barrel-roll clouds")
    sky.play("attack > axis-1 1", "play ims-1b1h > axis-1 1", "respond ims-1b2h (return fire)").unanswered()
    told = sky.end().report()
    assert [(kill.unit, kill.seat) for kill in aircraft(told, "axis-1 1").damaged] == [("allied-1", "leader")]
    assert aircraft(told, "allied-1 leader").cause == "return fire of Crew 1 in Test Bomber"


@rule("WBY 18.3.1")
def test_aerial_rockets_are_named_as_the_cause():
    armed = attacker("air-rockets", performance=4)
    foe = interceptor("allied", 1, armed, load="air-rockets", wingman=False, altitude="medium")
    for card, status in (("ims-3b3h", "damaged"), ("ims-2b-fuel", "destroyed")):
        sky = Sky(formation("axis", 1, bomber(damage=(4, 20))), foe, target=AIRFIELD)
        sky.until("allied-1 leader").stack(allied=f"{card} {CALM}").play("attack > axis-1 1 (rockets)")
        told = aircraft(sky.end().report(), "axis-1 1")
        assert (told.status, told.cause) == (status, "aerial rockets of Interceptor 1 leader in Test Fighter")


def test_reports_stored_before_there_were_missions_are_read():
    """They have none of the fields that a Mission needs, as the report of a dogfight has not today."""
    document = Report("wildblue", 6, (flown(role=""),), (), None).as_json()
    assert not {"duration", "resources"} & document.keys()
    assert not {"role", "load", "struck", "cargo", "mines", "recon", "fuel"} & document["aircraft"][0].keys()
    read = Report.from_json(document)
    assert read.aircraft == (flown(role=""),)
    assert (read.duration, read.resources) == ((), {})


def test_a_missions_report_survives_being_stored():
    told = Sky(
        striker("axis", 1, attacker(bomb={"level": 2}), load=["bombs", "ground-rockets"], skills="BM"),
        formation("axis", 2, bomber()),
        NOBODY,
        target=AIRFIELD,
        effects={"axis": {"pathfinder": True}},
        options={"fuel": True},
    )
    report = told.until("axis-1 strike").play("strike level").end().report()
    assert Report.from_json(json.loads(json.dumps(report.as_json()))) == report
