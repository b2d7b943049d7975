"""Flak. [WBY 16.5, 16.9; SUP 22, 24.6]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.game import Document
from tests.engine.missions.ground import (
    AIRFIELD,
    CALM,
    FREIGHTER,
    NOBODY,
    NORMAL,
    SPECIAL,
    TOUGH,
    aircraft,
    attacker,
    bombs,
    damage,
    lone,
    over,
    plodder,
    spent,
)
from tests.engine.missions.sky import Sky, bomber, escort, formation, interceptor, striker
from tests.engine.rules import rule

FAST = {"target_bound": 7, "home_bound": 7}
"""One Target-Bound Turn: Area Flak at the end of Game-Turns 1 and 2."""


def area(rating: int) -> Document:
    return {"slug": "airfield", "area_flak": rating, "target_flak": 0}


def guns_at(count: int, target: Document = AIRFIELD) -> Document:
    """A target with so many Target Flak cards and no Area Flak."""
    return target | {"target_flak": count}


# Area Flak


@rule("SUP 22.1", "WBY 15.1.2")
@pytest.mark.parametrize(
    ("altitude", "cards"), [("very-low", 3), ("low", 3), ("medium", 3), ("high", 2), ("very-high", 1)]
)
def test_area_flak_thins_out_with_height(altitude: str, cards: int):
    sky = Sky(lone(attacker(bomb={"level": 1}, **TOUGH), altitude), NOBODY, target=area(3), base=FAST)
    assert spent(sky.until("axis-1 strike"), "allied") == cards


@rule("SUP 22.1")
def test_area_flak_never_draws_less_than_no_card():
    sky = Sky(lone(attacker(bomb={"level": 1}), "very-high"), NOBODY, target=area(1), base=FAST)
    assert spent(sky.end(), "allied") == 0


@rule("SUP 22.1", "WBY 16.9 target-bound", "WBY 16.9 over-target")
def test_area_flak_fires_as_the_last_target_bound_turn_and_the_over_target_turn_end():
    sky = Sky(lone(attacker(bomb={"level": 1}, **TOUGH), "medium"), NOBODY, target=area(2))
    fired = [0] * 6
    while sky.decision:
        sky.quiet()
        fired[sky.turn] = spent(sky, "allied")
    assert fired[1:5] == [0, 0, 2, 4]


@rule("SUP 22.1")
@pytest.mark.parametrize(
    ("card", "hits"),
    [
        ("ims-3b3h", 3),
        ("oots-1b2h", 2),
        ("oots-2b3h", 3),
        ("oots-3b4h", 4),
        ("ims-1b-cockpit", 1),
        ("ims-1b1h", 0),
        ("ims-1b2h", 0),
        ("ims-2b2h", 0),
        ("ims-2b3h", 0),
        ("maneuver#2", 0),
    ],
)
def test_only_the_great_bursts_hit_as_area_flak(card: str, hits: int):
    ready = lone(attacker(bomb={"level": 1}, **TOUGH), "medium")
    sky = Sky(ready, NOBODY, target=area(1), base=FAST, draws={"allied": card})
    assert sky.until("axis-1 strike").hits("axis-1") == hits


@rule("SUP 22.1")
def test_cockpit_engine_and_fuel_tank_take_effect_as_area_flak():
    ready = lone(attacker(bomb={"level": 1}, performance=5, **TOUGH), "medium")
    hit = Sky(ready, NOBODY, target=area(1), base=FAST, first="axis").until_turn(1, "allied-1 leader")
    hit.stack(allied="ims-1b-cockpit").until("axis-1 strike")
    assert hit.unit("axis-1")["leader"]["cockpit"] == 1
    for card in ("ims-2b-engine", "ims-2b-fuel"):
        sky = Sky(ready | {"wingman": True}, NOBODY, target=area(1), base=FAST, draws={"allied": f"{CALM} {card}"})
        report = sky.end().report()
        assert aircraft(report, "axis-1 leader").status == "destroyed"
        assert aircraft(report, "axis-1 leader").cause == "flak over the target"
        assert aircraft(report, "axis-1 leader").fuel_tank == (card == "ims-2b-fuel")


@rule("SUP 22.1", "WBY 16.9")
def test_area_flak_is_friend_and_foes_alike_and_comes_from_the_side_that_does_not_strike():
    sky = Sky(
        striker("axis", 1, attacker(bomb={"level": 1}, **TOUGH), load="bombs", altitude="medium"),
        escort("axis", 2, attacker(**TOUGH), wingman=False, over_target=True, altitude="medium"),
        formation("axis", 3, bomber(damage=(30, 60)), altitude="medium"),
        interceptor("allied", 2, attacker(**TOUGH), wingman=False, over_target=True, altitude="medium"),
        escort("axis", 4, attacker(**TOUGH), altitude="medium"),
        NOBODY,
        target=area(1),
        base=FAST,
    )
    sky.until_phase("over-target")
    assert (spent(sky, "allied"), spent(sky, "axis")) == (2 + 1 + 2 + 1, 0)


@rule("SUP 22.1")
def test_area_flak_hits_nobody_twice_when_a_wingman_is_promoted():
    pair = striker("axis", 1, attacker(bomb={"level": 1}, damage=(2, 4)), load="bombs", altitude="medium")
    sky = Sky(pair, NOBODY, target=area(1), base=FAST, draws={"allied": f"{CALM} oots-3b4h oots-2b3h"})
    sky.until("axis-1 strike")
    assert spent(sky, "allied") == 2
    assert sky.hits("axis-1") == 0


# Target Flak: how many cards


def flak_cards(ready: Document, way: str, target: Document, **more: Any) -> int:
    """Target Flak cards drawn at one aircraft."""
    return spent(over(ready, target=target, **more).play(way), "allied")


@rule("SUP 22.2")
@pytest.mark.parametrize(
    ("way", "cards"),
    [
        ("end", 3),
        ("strike level", 3),
        ("strike strafe", 4),
        ("strike level (strafe)", 4),
        ("strike rockets", 2),
        ("strike level (rockets)", 2),
        ("strike rockets (strafe)", 3),
        ("strike level (rockets, strafe)", 3),
    ],
)
def test_rockets_stand_off_and_strafing_exposes(way: str, cards: int):
    ready = lone(attacker(bomb={"level": 2}, **TOUGH), "very-low", ["bombs", "ground-rockets"])
    assert flak_cards(ready, way, guns_at(3)) == cards


@rule("SUP 24.6 flak guns", "SUP 22.2")
def test_flak_guns_add_two_cards_each():
    ready = lone(attacker(bomb={"level": 2}, **TOUGH), "very-low")
    for number in (1, 2):
        more = {"effects": {"allied": {"flak_guns": number}}}
        assert flak_cards(ready, "strike level", guns_at(1), **more) == 1 + 2 * number


@rule("SUP 24.6 small arms", "SUP 22.2")
def test_small_arms_add_a_card_against_strafers_alone():
    ready = lone(attacker(bomb={"level": 2}, **TOUGH), "very-low", ["bombs", "ground-rockets"])
    more = {"effects": {"allied": {"small_arms": 2}}}
    drawn = {
        way: flak_cards(ready, way, guns_at(2), **more) for way in ("strike level", "strike strafe", "strike rockets")
    }
    assert drawn == {"strike level": 2, "strike strafe": 2 + 1 + 2, "strike rockets": 1}


@rule("SUP 24.6 flak guns", "SUP 24.6 small arms", "SUP 24.6 clouds over target", "SUP 24.6 pathfinder")
def test_each_side_has_its_own_effects_and_none_of_the_other_sides():
    wrong = {
        "axis": {"flak_guns": 1, "small_arms": 1, "clouds_over_target": True},
        "allied": {"pathfinder": True, "blitzkrieg": True, "deceptive_course": True},
    }
    ready = lone(attacker(bomb={"level": 2}, strafe=1, **TOUGH), "very-low")
    sky = over(ready, formation("axis", 2, bomber()), target=guns_at(1), effects=wrong)
    sky.play("strike level (strafe)").until_phase("home-bound")
    assert spent(sky, "axis") == 2 + 1 + 2 * 4
    assert spent(sky, "allied") == (1 + 1) + 2 * 1


@rule("WBY 16.5", "SUP 22.2")
def test_target_flak_fires_at_who_is_over_the_target_without_striking():
    ready = lone(attacker(bomb={"level": 2}, **TOUGH), "medium")
    assert flak_cards(ready, "end", guns_at(3)) == 3
    guard = escort("axis", 2, attacker(**TOUGH), wingman=False, over_target=True, altitude="medium")
    sky = over(ready, guard, target=guns_at(3)).play("end")
    sky.until_phase("home-bound")
    assert spent(sky, "allied") == 6


@rule("WBY 16.5")
def test_who_has_broken_off_meets_no_flak():
    guard = escort("axis", 2, attacker(**TOUGH), wingman=False, altitude="medium")
    sky = over(lone(attacker(bomb={"level": 2}, **TOUGH), "medium"), guard, target=guns_at(3) | {"area_flak": 2})
    before = spent(sky, "allied")
    assert before == 2
    assert spent(sky.play("end").until_phase("home-bound"), "allied") == before + 3 + 2


@rule("SUP 22.2", "WBY 16.9 over-target")
def test_each_aircraft_of_a_formation_meets_target_flak_as_it_strikes():
    sky = Sky(formation("axis", 1, bomber(damage=(30, 60), heavy=True), size=3), NOBODY, target=guns_at(2))
    assert spent(sky.end(), "allied") == 6


# Target Flak: what the cards do


@rule("SUP 22.2")
@pytest.mark.parametrize(
    ("card", "hits"),
    [
        ("ims-1b1h", 1),
        ("ims-1b2h", 2),
        ("ims-2b2h", 2),
        ("ims-2b3h", 3),
        ("ims-3b3h", 3),
        ("oots-1b2h", 2),
        ("oots-3b4h", 4),
        ("maneuver#2", 0),
    ],
)
def test_every_firing_card_hits_as_target_flak(card: str, hits: int):
    ready = lone(attacker(bomb={"level": 1}, **TOUGH), "medium")
    sky = over(ready, target=guns_at(1), draws={"allied": card}).play("strike level")
    assert sky.hits("axis-1") == hits


@rule("SUP 22.2.1")
@pytest.mark.parametrize(
    ("way", "hits"),
    [("strike level", 0), ("strike level (strafe)", 0), ("strike strafe", 2), ("strike rockets", 2), ("end", 2)],
)
def test_out_of_the_sun_misses_level_bombers_at_very_low(way: str, hits: int):
    ready = lone(attacker(bomb={"level": 1}, **TOUGH), "very-low", ["bombs", "ground-rockets"])
    sky = over(ready, target=guns_at(2), draws={"allied": f"oots-1b2h {CALM} maneuver#3"}).play(way)
    assert sky.hits("axis-1") == hits


@rule("SUP 22.2.1")
def test_out_of_the_sun_misses_torpedo_and_dive_bombers():
    torpedo = lone(plodder(bomb={"torpedo": 1}, **TOUGH), "very-low", "torpedoes")
    sky = over(torpedo, target=guns_at(1, FREIGHTER), draws={"allied": "oots-3b4h"}).play("strike torpedo")
    assert sky.hits("axis-1") == 0
    sky = Sky(lone(plodder(bomb={"dive": 1}, **TOUGH), "low"), NOBODY, target=guns_at(1), draws={"allied": "oots-3b4h"})
    sky.until_phase("over-target", "axis-1 altitude-step").play("dive-bomb", "strike dive")
    assert sky.hits("axis-1") == 0


@rule("SUP 22.2.1", "WBY 17.5.1")
def test_out_of_the_sun_misses_who_dives_with_brakes():
    diver = bomber(damage=(30, 60), special=("dive-brakes",))
    sky = Sky(
        formation("axis", 1, diver, altitude="low"), NOBODY, target=guns_at(1), draws={"allied": "oots-3b4h oots-2b3h"}
    )
    assert [each.hits for each in sky.end().report().aircraft if each.side == "axis"] == [0, 0]


@rule("SUP 22.2.1")
@pytest.mark.parametrize("altitude", ["very-low", "low"])
def test_out_of_the_sun_hits_saturation_bombers_at_any_altitude(altitude: str):
    sky = Sky(
        formation("axis", 1, bomber(damage=(30, 60)), altitude=altitude),
        NOBODY,
        target=guns_at(1),
        draws={"allied": f"oots-3b4h {CALM}"},
    )
    assert sorted(each.hits for each in sky.end().report().aircraft if each.side == "axis") == [0, 4]


@rule("SUP 22.2.1")
@pytest.mark.parametrize(
    ("way", "flak", "inflicted"),
    [
        ("strike level", NORMAL, 0),
        ("strike level", SPECIAL, 3),
        ("strike strafe", NORMAL, 0),
        ("strike strafe", SPECIAL, 1),
        ("strike rockets", NORMAL, 0),
        ("strike rockets", SPECIAL, 2),
    ],
)
def test_a_normal_symbol_spoils_any_strike_a_special_one_neither_level_bombs_nor_guns(
    way: str, flak: str, inflicted: int
):
    drawn = "scissors#28" if way == "strike level" else "maneuver#5"  # Vital; strafe Hit
    ready = lone(attacker(bomb={"level": 2}, **TOUGH), "very-low", ["bombs", "ground-rockets"])
    sky = over(ready, target=guns_at(2), draws={"axis": drawn, "allied": f"{flak} {CALM}"})
    assert damage(sky.play(way)) == inflicted


@rule("SUP 22.2.1")
@pytest.mark.parametrize("flak", [NORMAL, SPECIAL])
def test_both_symbols_spoil_dive_and_torpedo_strikes(flak: str):
    torpedo = lone(plodder(bomb={"torpedo": 1}), "very-low", "torpedoes")
    sky = over(torpedo, target=guns_at(1, FREIGHTER), draws={"axis": bombs("vital"), "allied": flak})
    assert damage(sky.play("strike torpedo")) == 0
    sky = Sky(lone(plodder(bomb={"dive": 1}), "low"), NOBODY, target=guns_at(1), draws={"allied": flak})
    sky.until_phase("over-target", "axis-1 altitude-step").stack(axis="maneuver#2 scissors#28")
    assert damage(sky.play("dive-bomb", "strike dive")) == 0


@rule("SUP 22.2.1")
def test_a_symbol_spoils_the_strike_of_one_aircraft_only():
    pair = striker("axis", 1, attacker(bomb={"level": 1}), load="bombs", altitude="medium")
    sky = over(pair, target=guns_at(1), draws={"axis": bombs("vital direct"), "allied": f"{NORMAL} {CALM}"})
    report = sky.play("strike level").end().report()
    assert [aircraft(report, f"axis-1 {seat}").struck for seat in ("wingman", "leader")] == [0, 2]


@rule("SUP 22.2.1")
def test_hits_apply_whether_or_not_the_strike_is_spoiled_and_bombs_fall_from_who_is_shot_down():
    ready = lone(attacker(bomb={"level": 1}, damage=(2, 4)), "medium")
    spoiled = over(ready, target=guns_at(2), draws={"axis": bombs("vital"), "allied": f"{NORMAL} oots-1b2h"})
    assert spoiled.play("strike level").hits("axis-1") == 2
    assert damage(spoiled) == 0
    lost = over(ready, target=guns_at(1), draws={"axis": bombs("vital"), "allied": "oots-3b4h"}).play("strike level")
    report = lost.end().report()
    assert aircraft(report, "axis-1 leader").status == "destroyed"
    assert aircraft(report, "axis-1 leader").struck == 3


@rule("SUP 22.2", "WBY 11.2")
def test_what_is_left_of_the_flak_at_a_leader_shot_down_misses_the_new_leader():
    pair = striker("axis", 1, attacker(bomb={"level": 1}, **TOUGH), load="bombs", altitude="medium")
    sky = over(pair, target=guns_at(2), draws={"allied": f"{CALM} maneuver#3 ims-2b-fuel ims-3b3h"})
    sky.play("strike level")
    assert (sky.unit("axis-1")["leader"]["seat"], sky.hits("axis-1")) == ("wingman", 0)


@rule("WBY 16.5", "SUP 22.2")
def test_target_flak_takes_the_wingman_first():
    pair = striker("axis", 1, attacker(bomb={"level": 1}, **TOUGH), load="bombs", altitude="medium")
    sky = over(pair, target=guns_at(1), draws={"allied": f"ims-3b3h {CALM}"}).play("strike level")
    assert (sky.hits("axis-1", "wingman"), sky.hits("axis-1")) == (3, 0)


@rule("WBY 16.5", "WBY 11.2")
def test_a_wingman_whom_target_flak_makes_a_leader_has_no_leader_step():
    pair = striker("axis", 1, attacker(bomb={"level": 1}, damage=(2, 4)), load="bombs", altitude="medium")
    draws = {"allied": f"{CALM} oots-3b4h"}
    for way in ("strike level", "end"):
        sky = over(pair, lone(attacker(bomb={"level": 1}), "high") | {"id": "axis-2"}, target=guns_at(1), draws=draws)
        sky.play(way)
        assert sky.unit("axis-1")["wingman"] is None
        assert sky.asked not in ("axis-1 leader", "axis-1 strike")


@rule("SUP 22.2", "WBY 18.1.1")
def test_a_fighter_that_flak_damages_has_already_dropped_its_bombs():
    ready = lone(attacker(bomb={"level": 1}, damage=(2, 40)), "medium")
    sky = over(ready, target=guns_at(1), draws={"axis": bombs("vital"), "allied": "ims-3b3h"})
    report = sky.play("strike level").end().report()
    (own,) = [each for each in report.aircraft if each.side == "axis"]
    assert (own.status, own.struck, own.jettisoned) == ("damaged", 3, False)


@rule("SUP 22.2")
def test_flak_that_damages_a_lone_leader_scores_for_the_other_side():
    ready = lone(attacker(bomb={"level": 1}, damage=(2, 40)), "medium")
    report = over(ready, target=guns_at(1), draws={"allied": "ims-3b3h"}).play("strike level").end().report()
    assert report.points("allied") == 2
    assert aircraft(report, "axis-1 leader").cause == "flak over the target"
    assert all(not each.kills and not each.damaged for each in report.aircraft)


@rule("WBY 8.2.1", "WBY 7.3.5e", "SUP 22.1")
@pytest.mark.parametrize(
    ("low", "chosen", "out"),
    [("low", "medium", "low"), ("low", "high", "low"), ("medium", "high", "medium"), ("medium", "low", "low")],
)
def test_an_element_in_clouds_whose_ceiling_falls_comes_out_no_higher(low: str, chosen: str, out: str):
    frail = attacker(damage=(2, 40), ceiling=("very-high", low), performance=6)
    guard = escort("axis", 1, frail, wingman=False, over_target=True)
    sky = Sky(guard, formation("axis", 2), NOBODY, target=area(1))
    sky.until_turn(2, "axis-1 leader").deal("axis-1", "clouds maneuver").play("play clouds", f"hide {chosen}")
    sky.until("axis-1 break-off").stack(allied="ims-3b3h").play("continue")
    sky.until_turn(3, "axis-1 leader")
    assert sky.unit("axis-1")["altitude"] == out
