"""Guns and rockets at the Mission Target. [WBY 16.5, 18.4; SUP 21.7]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.game import Document
from tests.engine.missions.ground import (
    AIRFIELD,
    CALM,
    CRUISER,
    FACTORY,
    NOBODY,
    attacker,
    damage,
    guns,
    over,
    plodder,
    spent,
)
from tests.engine.missions.sky import Sky, interceptor, striker
from tests.engine.rules import rule


def lone(flown: Document | str, altitude: str = "very-low", load: Any = None, **more: Any) -> Document:
    return striker("axis", 1, flown, load=load, wingman=False, altitude=altitude, **more)


def cards_of(flown: Document, way: str = "strike strafe", **more: Any) -> int:
    """How many cards a strafing Leader draws."""
    return spent(over(lone(flown, **more)).play(way), "axis")


# Guns


@rule("SUP 21.7", "WBY 15.1.2")
@pytest.mark.parametrize("altitude", ["low", "medium"])
def test_guns_reach_the_target_from_very_low_alone(altitude: str):
    ready = lone(attacker(bomb={"level": 1}, strafe=2), altitude, "bombs")
    assert over(ready).choices == ["strike level", "end"]


@rule("SUP 21.7")
def test_who_begins_at_low_comes_down_to_strafe():
    sky = Sky(lone(attacker(strafe=2), "low"), NOBODY, target=AIRFIELD)
    sky.until_phase("over-target", "axis-1 altitude-step").play("dive")
    assert sky.choices == ["strike strafe", "end"]


@rule("SUP 21.7.1")
@pytest.mark.parametrize("target", [FACTORY, CRUISER])
def test_hardened_targets_are_not_strafed(target: Document):
    ready = lone(attacker(bomb={"level": 1}, strafe=2), "very-low", "bombs")
    assert over(ready, target=target).choices == ["strike level", "end"]


@rule("SUP 21.7")
def test_a_strafing_run_draws_its_strafe_rating_or_else_its_bursts():
    assert cards_of(attacker(strafe=3, burst=1)) == 3
    assert cards_of(attacker(strafe=0, burst=2)) == 2


@rule("SUP 21.7")
def test_a_strafe_rating_counts_even_if_it_is_less_than_the_bursts():
    assert cards_of(attacker(strafe=1, burst=3)) == 1


@rule("SUP 21.7", "WBY 5.2.1")
def test_a_damaged_strafer_has_the_ratings_of_that_side():
    worn = attacker(burst=3, burst_plus=2, damage=(3, 60), damaged={"burst": 1, "burst_plus": 0})
    sky = over(lone(worn)).set("axis-1", "leader", hits=3, damaged=True)
    assert spent(sky.play("strike strafe"), "axis") == 1


@rule("SUP 21.7", "SUP 19.2 S")
def test_heavy_cannon_and_the_skill_add_cards():
    assert cards_of(attacker(strafe=2, burst=1, burst_plus=1)) == 3
    assert cards_of(attacker(burst=2, burst_plus=2)) == 4
    assert cards_of(attacker(strafe=2), skills="S") == 3
    assert cards_of(attacker(strafe=2), skills="BM T") == 2
    assert cards_of(attacker(burst=2), skills="BU") == 3


@rule("SUP 21.7", "SUP 19.2 S")
def test_a_wingman_strafes_as_his_leader_does():
    pair = striker("axis", 1, attacker(strafe=2, burst_plus=1), load=None, altitude="very-low", wingman_skills="S")
    assert spent(over(pair).play("strike strafe"), "axis") == 3 + 4


@rule("SUP 21.7", "WBY 18.6.2")
def test_what_gun_pods_fire_at_aircraft_does_not_count_on_the_ground():
    podded = attacker("gun-pods-30", strafe=2, burst=2)
    assert cards_of(podded, load="gun-pods-30") == 2


@rule("SUP 21.7")
@pytest.mark.parametrize(("cards", "inflicted"), [("hit hit miss", 2), ("miss miss miss", 0), ("hit hit hit", 3)])
def test_each_strafe_hit_is_one_damage(cards: str, inflicted: int):
    sky = over(lone(attacker(strafe=3)), draws={"axis": guns(cards), "allied": CALM}).play("strike strafe")
    assert damage(sky) == inflicted


@rule("WBY 16.5", "WBY 17.1")
def test_bombs_and_guns_strike_together():
    ready = lone(attacker(bomb={"level": 1}, strafe=1), "very-low", "bombs")
    sky = over(ready, draws={"axis": "maneuver#9 maneuver#12", "allied": CALM})
    assert damage(sky.play("strike level (strafe)")) == 3 + 1


@rule("SUP 21.7")
def test_who_has_only_a_gunner_does_not_strafe():
    turret = plodder(bomb={"level": 1}, burst=0, gunner=2)
    assert over(lone(turret, "very-low", "bombs")).choices == ["strike level", "end"]


@rule("SUP 21.7", "SUP 19.2 S")
def test_no_skill_lets_who_has_no_guns_strafe():
    turret = plodder(bomb={"level": 1}, burst=0, gunner=2)
    assert over(lone(turret, "very-low", "bombs", skills="S")).choices == ["strike level", "end"]


@rule("WBY 16.5")
def test_the_side_that_does_not_strike_leaves_the_target_alone():
    foe = interceptor("allied", 2, attacker(strafe=3), wingman=False, over_target=True, altitude="very-low")
    sky = Sky(lone(attacker(strafe=1), "very-low"), foe, target=AIRFIELD)
    asked = set()
    while sky.decision:
        asked.add(sky.asked)
        sky.quiet()
    assert "axis-1 strike" in asked
    assert "allied-2 strike" not in asked


# Air-to-Ground Rockets


@rule("WBY 18.4", "SUP 21.7")
@pytest.mark.parametrize(
    ("altitude", "choices"),
    [
        ("very-low", ["strike strafe", "strike rockets", "strike rockets (strafe)", "end"]),
        ("low", ["strike rockets", "end"]),
    ],
)
def test_rockets_are_fired_from_very_low_or_low(altitude: str, choices: list[str]):
    assert over(lone(attacker(strafe=1), altitude, "ground-rockets")).choices == choices


@rule("WBY 18.4")
def test_rockets_do_not_reach_down_from_medium():
    ready = lone(attacker(bomb={"level": 1}), "medium", ["bombs", "ground-rockets"])
    assert over(ready).choices == ["strike level", "end"]


@rule("WBY 18.4")
def test_bombs_and_rockets_may_be_used_in_one_strike_or_one_of_them_kept():
    ready = lone(attacker(bomb={"level": 2}), "low", ["bombs", "ground-rockets"])
    sky = over(ready)
    assert sky.choices == ["strike rockets", "strike level", "strike level (rockets)", "end"]
    assert spent(sky.play("strike level (rockets)"), "axis") == 1 + 1
    assert sky.unit("axis-1")["load"] == []
    assert over(ready).play("strike rockets").unit("axis-1")["load"] == ["bombs"]


@rule("WBY 18.4.1i", "SUP 19.2 S")
@pytest.mark.parametrize(("skills", "cards"), [("", 1), ("S", 2), ("BM BU", 1)])
def test_rockets_draw_one_card_whatever_the_bursts_and_two_with_the_skill(skills: str, cards: int):
    ready = lone(attacker(burst=4, strafe=4), "low", "ground-rockets", skills=skills)
    assert spent(over(ready).play("strike rockets"), "axis") == cards


@rule("WBY 18.4.1ii")
@pytest.mark.parametrize(("way", "flak"), [("strike rockets", 2), ("end", 3)])
def test_rockets_stand_off_from_one_flak_card(way: str, flak: int):
    ready = lone(attacker(damage=(30, 60)), "low", "ground-rockets")
    sky = over(ready, target=AIRFIELD | {"target_flak": 3})
    assert spent(sky.play(way), "allied") == flak


@rule("WBY 18.4.1iii", "SUP 21.7")
@pytest.mark.parametrize(("card", "inflicted"), [("hit", 2), ("miss", 0)])
def test_a_rocket_that_hits_does_two_damage(card: str, inflicted: int):
    sky = over(lone(attacker(), "low", "ground-rockets"), draws={"axis": guns(card)})
    assert damage(sky.play("strike rockets")) == inflicted


@rule("WBY 18.4", "SUP 23.2.1")
@pytest.mark.parametrize(("target", "goes"), [(AIRFIELD, True), (None, False)])
def test_without_a_target_nobody_goes_over_it_to_fire_rockets(target: Document | None, goes: bool):
    base = {"target_bound": 8, "home_bound": 7}
    sky = Sky(lone(attacker(), "low", "ground-rockets"), NOBODY, type="intercept", target=target, base=base)
    assert sky.end().report().aircraft[-1].over_target is goes


@rule("WBY 18.4.1iv")
def test_rockets_are_spent():
    sky = over(lone(attacker(), "low", "ground-rockets"))
    assert sky.unit("axis-1")["load"] == ["ground-rockets"]
    assert sky.play("strike rockets").unit("axis-1")["load"] == []


@rule("WBY 18.4", "SUP 21.7.1")
def test_rockets_are_ordnance_and_strike_a_hardened_target_too():
    ready = lone(attacker(strafe=2), "very-low", "ground-rockets")
    assert over(ready, target=CRUISER).choices == ["strike rockets", "end"]


@rule("C02", "WBY 18.4 example")
def test_the_rulebooks_p_47_fires_its_rockets_at_an_airfield_from_low():
    sky = Sky(
        striker("allied", 1, "p-47d", load="ground-rockets", wingman=False, altitude="low"),
        interceptor("axis", 1, attacker(), wingman=False, altitude="high"),
        striker="allied",
        target={"slug": "airfield", "area_flak": 0},
    )
    sky.until("allied-1 strike").stack(allied=guns("hit"), axis=f"{CALM} {guns('hit')}")
    shown = {side: spent(sky, side) for side in ("allied", "axis")}
    sky.play("strike rockets")
    assert [spent(sky, side) - shown[side] for side in ("allied", "axis")] == [1, 2]
    assert damage(sky) == 2
