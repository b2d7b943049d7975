"""Missions at night: searching in the dark, lone Leaders. [WBY 15.1.1, 16.1, 17.1.1, 19.2.4; SUP 23.5]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import BadSetup
from engine.core.game import Document
from tests.engine.missions.sky import (
    NO_GUNS,
    Sky,
    armed,
    bomber,
    formation,
    interceptor,
    light_bomber,
    striker,
)
from tests.engine.rules import rule
from tests.engine.wildblue.table import fighter

BOMBERS = formation("axis", 1, bomber(damage=(90, 99)))
BLUE, WHITE, RED = "tight-turn", "scissors", "ims-1b1h"
"""A card with a border of each colour."""


def night(*units: Document, **more: Any) -> Sky:
    usual: Document = {"night": True, "target": NO_GUNS, "first": "allied"}
    return Sky(*units, **usual | more)


def hunter(rating: int = 0, **more: Any) -> Document:
    """A lone Fighter, by its Night Combat rating."""
    return interceptor("allied", 1, armed(night_combat=rating, performance=6, horsepower=2), wingman=False, **more)


def searching(unit: Document, cards: str) -> Sky:
    """The first unit's turn begins; its search draws these cards."""
    sky = night(BOMBERS, unit).until("allied order")
    return sky.stack(allied=cards).play("go allied-1")


def shown(sky: Sky) -> int:
    return [event.kind for event in sky.events].count("search")


@rule("WBY 16.1", "WBY 17.1.1")
@pytest.mark.parametrize(
    ("cards", "finds"),
    [(f"{BLUE} {RED} {RED}", True), (f"{RED} {RED} {BLUE}", True), (f"{WHITE} {RED} {WHITE}", False)],
)
def test_a_night_fighter_draws_its_rating_and_needs_a_blue_border(cards: str, finds: bool):
    sky = searching(hunter(3), cards)
    assert sky.pile("allied")["discard"] == 3
    assert (sky.asked == "allied-1 altitude-step") is finds


@rule("WBY 16.1", "SUP 23.5")
@pytest.mark.parametrize(("card", "finds"), [(WHITE, True), (BLUE, False), (RED, False)])
def test_a_day_fighter_draws_one_card_and_needs_a_white_border(card: str, finds: bool):
    sky = searching(hunter(), card)
    assert sky.pile("allied")["discard"] == 1
    assert (sky.asked == "allied-1 altitude-step") is finds


@rule("WBY 16.1")
def test_who_finds_nobody_may_disengage_or_go_on_to_his_draw_step():
    sky = searching(hunter(1), RED)
    assert sky.asked == "allied-1 leader"
    assert sky.choices == ["disengage", "end"]
    sky.deal("allied-1", f"{WHITE} {BLUE}")
    assert sky.choices == ["disengage", "end"]
    sky.play("end")
    assert sky.asked == "allied-1 draw"


@rule("WBY 16.1")
def test_he_may_go_home():
    sky = searching(hunter(1), RED).stack(allied="ace-pilot").play("disengage")
    assert sky.view("axis")["units"]["allied-1"]["status"] == "disengaged"


@rule("WBY 16.1", "WBY 16.5")
def test_a_striker_that_finds_nobody_still_strikes_at_its_altitude():
    bombs = light_bomber(damage=(40, 90))
    sky = Sky(striker("axis", 1, bombs, load="bombs", wingman=False), hunter(), night=True, target=NO_GUNS)
    sky.until("axis-1 break-off").stack(axis=RED).play("continue")
    assert (sky.phase, sky.asked) == ("over-target", "axis-1 strike")
    sky.play("end")
    assert sky.phase == "home-bound" or not sky.asked.endswith("leader")


@rule("WBY 16.1")
def test_in_the_clouds_he_comes_out_all_the_same():
    sky = searching(hunter(1), BLUE).until("allied-1 leader").deal("allied-1", "clouds")
    sky.play("play clouds", "hide low").until("axis-1 formation").play("stay")
    sky.stack(allied=RED).play("stay")
    assert (sky.asked, sky.altitude("allied-1")) == ("allied-1 leader", "low")
    assert sky.choices == ["disengage", "end"]


@rule("WBY 19.2.4 night")
def test_combat_vision_draws_one_card_more_and_exchanges_none():
    sky = searching(hunter(2, skills="CV"), f"{RED} {RED} {BLUE}")
    assert sky.pile("allied")["discard"] == 3
    assert sky.asked == "allied-1 altitude-step"
    assert "exchange" not in [event.kind for event in sky.events]
    assert night(BOMBERS, hunter(2, skills="CV", altitude="medium")).asked == "allied order"


@rule("WBY 19.2.4 night", "SUP 23.5")
def test_combat_vision_helps_a_day_fighter_as_much():
    sky = searching(hunter(skills="CV"), f"{RED} {WHITE}")
    assert sky.pile("allied")["discard"] == 2
    assert sky.asked == "allied-1 altitude-step"


@rule("WBY 10", "WBY 17.1.1")
def test_a_light_bomber_keeps_its_wingman_whatever_it_sees_by_night():
    for night in (False, True):
        sky = Sky(
            striker("axis", 1, light_bomber(night_combat=2)), interceptor("allied", 1, wingman=False), night=night
        )
        assert sky.unit("axis-1")["wingman"]["status"] == "flying"


@rule("WBY 15.1.1", "WBY 17.1.1", "SUP 23.5")
@pytest.mark.parametrize("rating", [0, 3])
def test_fighters_have_no_wingmen_at_night(rating: int):
    unit = interceptor("allied", 1, armed(night_combat=rating))
    with pytest.raises(BadSetup, match=r"15\.1\.1"):
        night(BOMBERS, unit)
    if rating:
        with pytest.raises(BadSetup, match=r"10\.0"):
            Sky(BOMBERS, unit)
    else:
        assert Sky(BOMBERS, unit).decision
    del unit["wingman"]
    assert night(BOMBERS, unit).unit("allied-1")["wingman"] is None


@rule("WBY 15.1.1")
def test_light_bombers_have():
    sky = night(striker("axis", 1), hunter())
    assert sky.unit("axis-1")["wingman"]


# Getting away


@rule("WBY 12.1")
def test_a_light_bomber_does_not():
    lone = striker("axis", 2, light_bomber(), load="bombs", wingman=False)
    sky = Sky(lone, hunter(2), night=True, target=NO_GUNS).until("axis order").stack(axis=f"{WHITE} half-loop")
    sky.play("go axis-2").until("axis-2 leader").play("disengage")
    assert any("Level H" in text for text in sky.told)


@rule("SUP 23.5", "WBY 12.1")
@pytest.mark.parametrize(("rating", "level"), [(0, "G"), (2, "H")])
def test_a_day_fighter_gets_away_less_easily_at_night(rating: int, level: str):
    """Half Loop is Level H; the day fighter goes up one. No enemy Fighter at its altitude: down 3, at most J."""
    sky = night(BOMBERS, hunter(rating), striker("axis", 2, fighter(), load=None, wingman=False, altitude="medium"))
    sky.until("allied-1 leader").stack(allied="half-loop").play("disengage")
    assert any(f"Level {level}" in text for text in sky.told)
