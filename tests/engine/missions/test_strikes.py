"""How bombs and torpedoes strike the Mission Target. [WBY 16.5, 17, 18.2; SUP 21, 24.6]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.game import Document
from tests.engine.missions.ground import (
    AIRFIELD,
    CRUISER,
    FACTORY,
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

# What a unit may do


@rule("WBY 16.5", "SUP 21.3", "WBY 17.1")
@pytest.mark.parametrize("altitude", ["low", "medium", "high", "very-high"])
def test_level_bombs_fall_from_any_altitude(altitude: str):
    sky = over(lone(attacker(bomb={"level": 2}), altitude))
    assert sky.choices == ["strike level", "end"]


@rule("WBY 16.5", "WBY 15.1.2")
def test_at_very_low_a_fighter_may_also_strafe_whether_it_bombs_or_not():
    sky = over(lone(attacker(bomb={"level": 2}), "very-low"))
    assert sky.choices == ["strike strafe", "strike level", "strike level (strafe)", "end"]


@rule("SUP 21.6", "WBY 17.2a")
def test_a_torpedo_runs_at_very_low_against_ships_only():
    torpedoes = {"bomb": {"torpedo": 2}, "burst": 0}
    naval = lone(plodder(**torpedoes), "very-low", "torpedoes")
    assert over(naval, target=CRUISER).choices == ["strike torpedo", "end"]
    sky = Sky(lone(plodder(**torpedoes), "medium", "torpedoes"), NOBODY, target=CRUISER)
    assert not aircraft(sky.end().report(), "axis-1 leader").over_target


@rule("SUP 21.6")
def test_a_torpedo_bomber_may_come_down_from_low_in_its_altitude_step():
    sky = Sky(lone(plodder(bomb={"torpedo": 2}, burst=0), "low", "torpedoes"), NOBODY, target=CRUISER)
    sky.until_phase("over-target", "axis-1 altitude-step").play("dive")
    assert sky.choices == ["strike torpedo", "end"]


@rule("SUP 21.4", "WBY 17.2a")
@pytest.mark.parametrize(("altitude", "cards"), [("low", 1), ("medium", 2)])
def test_a_dive_bomber_comes_down_from_low_or_medium_and_draws_a_card_a_level(altitude: str, cards: int):
    sky = Sky(lone(plodder(bomb={"level": 1, "dive": 3}, burst=0, performance=4), altitude), NOBODY, target=AIRFIELD)
    sky.until_phase("over-target", "axis-1 altitude-step")
    before = sky.pile("axis")["draw"]
    sky.play("dive-bomb")
    assert (sky.altitude("axis-1"), before - sky.pile("axis")["draw"]) == ("very-low", cards)
    assert sky.choices == ["strike level", "strike dive", "end"]


@rule("SUP 21.4")
@pytest.mark.parametrize("altitude", ["very-low", "high"])
def test_nobody_dives_on_a_target_from_very_low_or_high(altitude: str):
    sky = Sky(lone(plodder(bomb={"level": 1, "dive": 3}), altitude), NOBODY, target=AIRFIELD)
    assert not sky.until_phase("over-target", "axis-1 altitude-step").can("dive-bomb")


@rule("SUP 21.4")
def test_who_only_comes_down_a_level_has_not_dived_on_the_target():
    sky = Sky(lone(plodder(bomb={"level": 1, "dive": 3}, burst=0), "low"), NOBODY, target=AIRFIELD)
    sky.until_phase("over-target", "axis-1 altitude-step").play("dive")
    assert sky.choices == ["strike level", "end"]


@rule("SUP 21.4")
def test_one_units_dive_is_not_anothers():
    divers = [
        striker(
            "axis", number, plodder(bomb={"level": 1, "dive": 3}, burst=0), load="bombs", wingman=False, altitude=at
        )
        for number, at in ((1, "low"), (2, "very-low"))
    ]
    sky = Sky(*divers, NOBODY, target=AIRFIELD).until_phase("over-target", "axis-1 altitude-step").play("dive-bomb")
    assert sky.until("axis-2 strike").choices == ["strike level", "end"]


@rule("SUP 21.4")
def test_there_is_no_diving_without_a_dive_rating_without_bombs_or_before_the_target():
    for loaded, load in ((plodder(bomb={"level": 2}), "bombs"), (plodder(bomb={"dive": 2}, burst=1), None)):
        sky = Sky(lone(loaded, "low", load), NOBODY, target=AIRFIELD)
        assert not sky.until_phase("over-target", "axis-1 altitude-step").can("dive-bomb")
    sky = Sky(lone(plodder(bomb={"dive": 2}), "medium"), NOBODY, target=AIRFIELD)
    assert not sky.until("axis-1 altitude-step").can("dive-bomb")


@rule("WBY 16.5", "WBY 16.6")
def test_who_strikes_has_no_leader_step():
    ready = [lone(attacker(bomb={"level": 1}, performance=4), "medium"), lone_escort()]
    struck = over(*ready).play("strike level")
    assert struck.asked != "axis-1 leader"
    assert over(*ready).play("end").asked == "axis-1 leader"


def lone_escort() -> Document:
    return escort("axis", 2, attacker(), wingman=False, over_target=True, altitude="very-high")


@rule("WBY 16.5")
def test_who_strikes_gives_up_his_position():
    ready = over(lone(attacker(bomb={"level": 1}), "medium"), enemy_over())
    for position, kept in (("tailing", "neutral"), ("advantaged", "neutral"), ("tailed", "tailed")):
        assert engaged(ready, position).play("strike level").stands("axis-1", "allied-2") == kept
        assert engaged(ready, position).play("end").stands("axis-1", "allied-2") == position


def enemy_over() -> Document:
    return interceptor("allied", 2, attacker(), wingman=False, over_target=True, altitude="medium")


def engaged(sky: Sky, position: str) -> Sky:
    made = Sky.__new__(Sky)
    made.game, made.events = sky.game, []
    return made.change(lambda document: document.update(engaged=[["axis-1", "allied-2", position]]))


@rule("WBY 16.3b")
def test_a_wingman_who_has_attacked_does_not_strike():
    pair = striker("axis", 1, attacker(strafe=3, offensive=1), load=None, altitude="very-low")
    foe = interceptor("allied", 2, attacker(), wingman=False, over_target=True, altitude="very-low")
    sky = Sky(pair, foe, NOBODY, target=AIRFIELD).until_phase("over-target", "axis-1 wingman-target")
    before = spent(sky, "axis")
    sky.stack(axis="maneuver").play("attack > allied-2 leader").wait("axis-1 strike")
    assert spent(sky.play("strike strafe"), "axis") - before == 1 + 3
    idle = Sky(pair, foe, NOBODY, target=AIRFIELD).until("axis-1 strike").play("strike strafe")
    assert spent(idle, "axis") == 3 + 3


@rule("WBY 16.5", "WBY 18.1.1")
def test_each_aircraft_strikes_with_what_it_still_carries():
    pair = striker("axis", 1, attacker(bomb={"level": 2}), load=["bombs", "ground-rockets"], altitude="low")
    both = ["bombs", "ground-rockets"]
    for leader, wingman, cards in ((both, [], 1 + 1), ([], both, 1 + 1), (["bombs"], ["ground-rockets"], 2 + 1)):
        sky = carrying(over(pair), leader, wingman)
        assert sky.choices == ["strike rockets", "strike level", "strike level (rockets)", "end"]
        assert spent(sky.play("strike level (rockets)"), "axis") == cards


def carrying(sky: Sky, leader: list[str], wingman: list[str]) -> Sky:
    """Go on with other loads of axis-1."""

    def edit(document: Document) -> None:
        unit = document["units"]["axis-1"]
        unit |= {"load": leader, "face_down": False}
        unit["wingman"]["load"] = wingman

    return sky.change(edit)


@rule("WBY 16.3b")
def test_what_a_wingman_who_has_attacked_carries_gives_his_unit_no_way_to_strike():
    pair = striker("axis", 1, attacker(bomb={"level": 2}, offensive=1, **TOUGH), load="bombs", altitude="medium")
    rockets = attacker("air-rockets", **TOUGH)
    foe = interceptor("allied", 2, rockets, load="air-rockets", altitude="medium", over_target=True)
    sky = Sky(pair, foe, target=AIRFIELD).until_phase("over-target", "axis-1 wingman-target")
    carrying(sky, [], ["bombs"]).stack(axis="maneuver").play("attack > allied-2 leader", "end", "stay")
    assert sky.asked == "axis-1 leader"


@rule("SUP 23.2.1", "WBY 16.3b")
def test_a_wingman_who_fights_on_the_way_still_strikes_in_the_over_target_turn():
    """His Leader has lost his bombs; who fought in the Target-Bound Turn may strike in the next one."""
    pair = striker("axis", 1, attacker(bomb={"level": 2}, offensive=1, **TOUGH), load="bombs", altitude="medium")
    foe = interceptor("allied", 2, attacker("air-rockets", **TOUGH), load="air-rockets", altitude="medium")
    sky = Sky(pair, foe, target=AIRFIELD, first="allied").until_turn(2, "axis-1 wingman-target")
    carrying(sky, [], ["bombs"]).stack(axis="maneuver").play("attack > allied-2 leader", "end")
    sky.until("axis-1 break-off").play("continue").until("axis-1 strike")
    assert sky.choices == ["strike level", "end"]


# What the cards count as


LEVEL_CHART = [
    ("very-low", (1, 2, 3)),
    ("low", (1, 2, 3)),
    ("medium", (1, 2, 3)),
    ("high", (0, 2, 3)),
    ("very-high", (0, 1, 3)),
]


@rule("SUP 21.2", "SUP 21.3", "WBY 15.1.2")
@pytest.mark.parametrize(("altitude", "expected"), LEVEL_CHART)
def test_level_bombing_loses_its_hits_with_height(altitude: str, expected: tuple[int, ...]):
    for card, inflicted in zip(("hit", "direct", "vital", "miss"), (*expected, 0), strict=True):
        sky = over(lone(attacker(bomb={"level": 1}, burst=0), altitude), draws={"axis": bombs(card)})
        assert damage(sky.play("strike level")) == inflicted, card


SATURATION_CHART = [
    ("very-low", (1, 2, 3)),
    ("low", (1, 2, 3)),
    ("medium", (1, 2, 3)),
    ("high", (1, 1, 3)),
    ("very-high", (0, 1, 3)),
]


@rule("SUP 21.2", "SUP 21.5", "WBY 17.3.4", "WBY 17.3.1g", "WBY 16.9 over-target")
@pytest.mark.parametrize(("altitude", "expected"), SATURATION_CHART)
def test_saturation_bombing_loses_less(altitude: str, expected: tuple[int, ...]):
    for card, inflicted in zip(("hit", "direct", "vital", "miss"), (*expected, 0), strict=True):
        sky = Sky(
            formation("axis", 1, bomber(bomb={"saturation": 1}, ceiling="very-high"), altitude=altitude),
            NOBODY,
            target=AIRFIELD,
            draws={"axis": bombs(f"{card} miss")},
        )
        assert damage(sky) == inflicted, card


@rule("SUP 21.2", "SUP 21.4")
def test_a_direct_hit_of_a_dive_bomber_is_vital():
    for card, inflicted in (("hit", 1), ("direct", 3), ("vital", 3), ("miss", 0)):
        dived = bombs(f"{card} {card}" if card != "miss" else "miss miss")
        sky = Sky(lone(plodder(bomb={"dive": 1}, burst=0), "low"), NOBODY, target=AIRFIELD)
        sky.until_phase("over-target", "axis-1 altitude-step").stack(axis=f"{NORMAL} {dived}").play("dive-bomb")
        assert damage(sky.play("strike dive")) == inflicted, card


@rule("SUP 21.2", "SUP 21.6")
@pytest.mark.parametrize(("card", "inflicted"), [("hit", 2), ("direct", 4), ("vital", 8), ("miss", 0)])
def test_a_torpedo_does_double_damage(card: str, inflicted: int):
    torpedo = lone(plodder(bomb={"torpedo": 1}, burst=0), "very-low", "torpedoes")
    sky = over(torpedo, target=FREIGHTER, draws={"axis": bombs(card)})
    assert damage(sky.play("strike torpedo")) == inflicted


@rule("SUP 21 targets")
@pytest.mark.parametrize(
    ("slug", "expected"), [("ground-forces", (1, 1, 2)), ("bridge", (0, 1, 3)), ("factory", (1, 2, 4))]
)
def test_a_target_suffers_what_its_card_says(slug: str, expected: tuple[int, ...]):
    target = {"slug": slug, "area_flak": 0, "target_flak": 0}
    for card, inflicted in zip(("hit", "direct", "vital"), expected, strict=True):
        sky = over(lone(attacker(bomb={"level": 1}), "medium"), target=target, draws={"axis": bombs(card)})
        assert damage(sky.play("strike level")) == inflicted, card


@rule("SUP 21 targets", "SUP 24.7 target")
@pytest.mark.parametrize(
    ("cards", "level", "points"),
    [("hit hit", "", 0), ("vital", "Light", 3), ("vital vital", "Light", 3), ("vital vital hit", "Heavy", 6)],
)
def test_a_target_scores_the_highest_level_that_it_has_reached(cards: str, level: str, points: int):
    ready = lone(attacker(bomb={"level": len(cards.split())}), "medium")
    report = over(ready, draws={"axis": bombs(cards)}).play("strike level").end().report()
    assert report.target
    assert (report.target.name, report.target.level, report.target.points) == ("Airfield", level, points)
    assert report.points("axis") == points


# How many cards


def cards_of(ready: Document, way: str, target: Document = AIRFIELD, **more: Any) -> int:
    """How many Bomb cards a strike of one aircraft draws."""
    return spent(over(ready, target=target, **more).play(way), "axis")


@rule("SUP 21.1")
def test_a_strike_draws_as_many_cards_as_the_bomb_rating_for_its_mode():
    ready = lone(attacker(bomb={"level": 3, "saturation": 7}, burst=0), "medium")
    assert cards_of(ready, "strike level") == 3


@rule("SUP 21.1", "WBY 16.5")
def test_a_wingman_has_his_leaders_bombs():
    pair = striker("axis", 1, attacker(bomb={"level": 3}), load="bombs", altitude="medium")
    assert cards_of(pair, "strike level") == 6


@rule("SUP 21.1", "WBY 19.2.2")
@pytest.mark.parametrize(
    ("more", "cards"),
    [
        ({"skills": "BM"}, 3),
        ({"skills": "S T BU"}, 2),
        ({"skills": "Green"}, 1),
    ],
)
def test_men_change_the_number_of_bomb_cards(more: Any, cards: int):
    assert cards_of(lone(attacker(bomb={"level": 2}), "medium", **more), "strike level") == cards


@rule("SUP 21.1", "SUP 19.6")
def test_a_green_pilot_may_be_left_without_a_bomb_card():
    assert cards_of(lone(attacker(bomb={"level": 1}), "medium", skills="Green"), "strike level") == 0


@rule("SUP 21.1", "WBY 19.2.2")
def test_a_wingmans_bomb_skill_counts_for_himself():
    pair = striker("axis", 1, attacker(bomb={"level": 2}), load="bombs", altitude="medium", wingman_skills="BM")
    assert cards_of(pair, "strike level") == 5


@rule("WBY 17.6d", "SUP 19.7", "SUP 21.1")
@pytest.mark.parametrize(("skills", "cards"), [("BM", 4), ("Green", 4)])
def test_the_third_man_of_a_section_that_lost_its_leader_strikes_without_his_counter(skills: str, cards: int):
    three = striker(
        "axis",
        1,
        attacker(bomb={"level": 2}, damage=(2, 4)),
        load="bombs",
        altitude="medium",
        section=True,
        section_skills=skills,
    )
    flak = {"target": AIRFIELD | {"area_flak": 1}, "base": {"target_bound": 7, "home_bound": 7}}
    sky = over(three, draws={"allied": "maneuver#2 oots-3b4h"}, **flak)
    assert sky.unit("axis-1")["wingman"]["seat"] == "section"
    assert spent(sky.play("strike level"), "axis") == cards


@rule("SUP 19.2 T", "SUP 21.6")
@pytest.mark.parametrize(("skills", "cards"), [("", 2), ("T", 3), ("T BM", 4)])
def test_a_torpedo_skill_adds_a_card_to_torpedoes(skills: str, cards: int):
    ready = lone(plodder(bomb={"torpedo": 2}), "very-low", "torpedoes", skills=skills)
    assert cards_of(ready, "strike torpedo", FREIGHTER) == cards


@rule("WBY 18.4", "SUP 21.1")
@pytest.mark.parametrize(("rating", "cards"), [(3, 2), (1, 0)])
def test_rockets_carried_too_take_a_card_but_never_below_none(rating: int, cards: int):
    ready = lone(attacker(bomb={"level": rating}), "medium", ["bombs", "ground-rockets"])
    assert cards_of(ready, "strike level") == cards


def formation_cards(*units: Document, **more: Any) -> int:
    """How many Bomb cards the Formations draw in all."""
    return spent(Sky(*units, NOBODY, **{"target": AIRFIELD} | more).end(), "axis")


@rule("SUP 21.1", "SUP 19.3 B")
def test_a_bombardier_draws_a_card_more():
    crewed = formation("axis", 1, bomber(bomb={"saturation": 4}), crews=("B", None))
    assert formation_cards(crewed) == 9


@rule("SUP 21.1", "SUP 19.6 crew")
@pytest.mark.parametrize(("rating", "cards"), [(3, 2), (1, 1)])
def test_a_green_crew_draws_a_card_less_but_at_least_one(rating: int, cards: int):
    crewed = formation("axis", 1, bomber(bomb={"saturation": rating}), crews=("Green", None))
    assert formation_cards(crewed) == cards + rating


@rule("SUP 24.6 clouds over target")
def test_clouds_over_the_target_take_a_card_from_bombs_but_not_from_torpedoes():
    clouds: dict[str, Any] = {"effects": {"allied": {"clouds_over_target": True}}}
    assert cards_of(lone(attacker(bomb={"level": 2}), "medium"), "strike level", **clouds) == 1
    assert formation_cards(formation("axis", 1, bomber(bomb={"saturation": 4})), **clouds) == 6
    torpedo = lone(plodder(bomb={"torpedo": 2}), "very-low", "torpedoes")
    assert cards_of(torpedo, "strike torpedo", FREIGHTER, **clouds) == 2
    sky = Sky(lone(plodder(bomb={"dive": 2}), "low"), NOBODY, target=AIRFIELD, **clouds)
    sky.until_phase("over-target", "axis-1 altitude-step").play("dive-bomb", "strike dive")
    assert spent(sky, "axis") == 1


@rule("SUP 24.6 pathfinder")
def test_a_pathfinder_gives_each_formation_one_card_more():
    units = [formation("axis", number, bomber(bomb={"saturation": 3})) for number in (1, 2)]
    pathfinder = {"effects": {"axis": {"pathfinder": True}}}
    assert formation_cards(*units) == 12
    assert formation_cards(*units, **pathfinder) == 14
    assert cards_of(lone(attacker(bomb={"level": 2}), "medium"), "strike level", **pathfinder) == 2


@rule("WBY 17.3.6", "SUP 21.1")
def test_a_damaged_bomber_keeps_its_bombs_and_drops_them_worse():
    fragile = bomber(bomb={"saturation": 4}, bomb_damaged={"saturation": 1}, damage=(4, 20))
    sky = Sky(
        formation("axis", 1, fragile),
        NOBODY,
        target={"slug": "airfield", "area_flak": 1, "target_flak": 0},
        draws={"allied": "oots-3b4h maneuver"},
    )
    assert spent(sky.end(), "axis") == 1 + 4


@rule("SUP 24.6 pathfinder", "WBY 17.3.6")
def test_a_pathfinders_card_goes_to_the_first_that_can_bomb():
    blind = bomber(bomb={"saturation": 4}, bomb_damaged={}, damage=(4, 20))
    sky = Sky(
        formation("axis", 1, blind, crews=("B", None)),
        NOBODY,
        target=AIRFIELD | {"area_flak": 1},
        effects={"axis": {"pathfinder": True}},
        draws={"allied": "oots-3b4h maneuver"},
    )
    assert spent(sky.end(), "axis") == 0 + 4 + 1


# What is used up


@rule("WBY 18.2", "WBY 18.1d end")
def test_bombs_are_spent_in_the_strike_whether_they_hit_or_are_spoiled():
    target = AIRFIELD | {"target_flak": 1}
    for flak in (NORMAL, "maneuver#2"):
        ready = lone(attacker(bomb={"level": 1}), "medium")
        sky = over(ready, target=target, draws={"allied": flak}).play("strike level")
        assert sky.unit("axis-1")["load"] == []
    kept = over(lone(attacker(bomb={"level": 1}), "medium"), target=target, draws={"allied": "maneuver#2"}).play("end")
    assert kept.unit("axis-1")["load"] == ["bombs"]


# Formations


@rule("WBY 17.3.4", "SUP 21.3", "SUP 21.6")
def test_some_medium_bombers_bomb_level_or_with_torpedoes():
    level = formation("axis", 1, bomber(bomb={"level": 2}), altitude="high", mode="level")
    assert damage(Sky(level, NOBODY, target=AIRFIELD, draws={"axis": bombs("hit hit direct hit")})) == 2
    torpedo = formation(
        "axis", 1, bomber("torpedoes", bomb={"torpedo": 1}), altitude="very-low", load="torpedoes", mode="torpedo"
    )
    assert damage(Sky(torpedo, NOBODY, target=FREIGHTER, draws={"axis": bombs("hit direct")})) == 2 + 4


@rule("WBY 17.3.1g", "WBY 16.9 over-target")
def test_formations_strike_after_all_player_turns_of_the_over_target_turn():
    sky = Sky(
        formation("axis", 1, bomber(bomb={"saturation": 2})),
        *(lone(attacker(bomb={"level": 1}), "medium") | {"id": f"axis-{number}"} for number in (2, 3)),
        NOBODY,
        target=AIRFIELD,
    )
    sky.until("axis-2 strike").play("strike level").until("axis-3 strike")
    assert spent(sky, "axis") == 1
    assert spent(sky.play("strike level").end(), "axis") == 2 + 4


@rule("WBY 17.5.1")
def test_dive_brakes_are_for_saturation_bombing_alone():
    level = bomber(bomb={"level": 1}, special=("dive-brakes",))
    sky = Sky(
        formation("axis", 1, level, altitude="low", mode="level"),
        NOBODY,
        target=AIRFIELD,
        draws={"axis": bombs("direct miss")},
    )
    assert damage(sky) == 2


def brakes(target: Document, altitude: str, *cards: str, flak: str = "") -> int:
    """Damage by two Ju 88s, of Saturation rating 1 each."""
    ready = formation("axis", 1, bomber(bomb={"saturation": 1}, special=("dive-brakes",)), altitude=altitude)
    draws = {"axis": " ".join(cards)} | ({"allied": flak} if flak else {})
    return damage(Sky(ready, NOBODY, target=target, draws=draws))


@rule("WBY 17.5.1")
@pytest.mark.parametrize(
    ("target", "altitude", "inflicted"),
    [
        (AIRFIELD, "low", 3),
        (FREIGHTER, "low", 4),
        (FACTORY, "low", 2),
        (AIRFIELD, "medium", 2),
        (AIRFIELD, "very-low", 2),
    ],
)
def test_dive_brakes_make_a_direct_hit_vital_from_low_against_military_and_naval_targets(
    target: Document, altitude: str, inflicted: int
):
    assert brakes(target, altitude, bombs("direct miss")) == inflicted


@rule("WBY 17.5.1", "SUP 22.2.1")
def test_a_special_symbol_spoils_a_dive_with_brakes_but_not_saturation_bombing():
    fired = {"target_flak": 1}
    assert brakes(AIRFIELD | fired, "low", bombs("direct hit"), flak=f"{SPECIAL} maneuver#2") == 1
    assert brakes(AIRFIELD | fired, "medium", bombs("direct hit"), flak=f"{SPECIAL} maneuver#2") == 2 + 1


@rule("SUP 21.8.1")
def test_what_each_man_did_to_the_target_stands_in_the_report():
    pair = striker("axis", 1, attacker(bomb={"level": 2}), load="bombs", altitude="medium")
    sky = over(pair, draws={"axis": bombs("hit hit direct vital")}).play("strike level")
    report = sky.end().report()
    assert [aircraft(report, f"axis-1 {seat}").struck for seat in ("wingman", "leader")] == [2, 5]
    assert report.target
    assert report.target.damage == 7
