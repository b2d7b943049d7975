"""Formation aircraft: who flies with whom, and how they fall out and are lost. [WBY 9.3.3, 9.3.4, 17.3]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import BadSetup
from engine.core.game import Document
from tests.engine.missions.sky import (
    NO_GUNS,
    Sky,
    bomber,
    escort,
    formation,
    interceptor,
)
from tests.engine.rules import rule
from tests.engine.wildblue.table import fighter

ENEMY = interceptor("allied", 1, fighter(burst=4))
HELPLESS: dict[str, Any] = {"turret_defense": 0, "turret_support": 0}


def under_fire(aircraft: Document, card: str, *, size: int = 2, crews: tuple[str | None, ...] = ()) -> Sky:
    """A Fighter has hit the first aircraft of a Formation with this card."""
    sky = Sky(formation("axis", 1, aircraft, size=size, crews=crews), ENEMY, target=NO_GUNS).until("allied-1 leader")
    return fire(sky, card)


def fire(sky: Sky, card: str, seat: str = "1") -> Sky:
    sky.until("allied-1 leader").deal("allied-1", card)
    sky.play(f"attack > axis-1 {seat}", f"play {card} > axis-1 {seat}")
    while sky.asked.endswith("respond"):
        sky.play("pass")
    return sky


def kinds(sky: Sky) -> list[str]:
    return [event.kind for event in sky.events]


@rule("WBY 17.3.1c", "WBY 15.1.1")
@pytest.mark.parametrize(("heavy", "size"), [(False, 1), (False, 2), (True, 1), (True, 2), (True, 3)])
def test_formations_have_up_to_two_medium_or_three_heavy_bombers(heavy: bool, size: int):
    sky = Sky(formation("axis", 1, bomber(heavy=heavy), size=size), ENEMY)
    assert [each["seat"] for each in sky.unit("axis-1")["formation"]] == ["1", "2", "3"][:size]


@rule("WBY 17.3.2")
@pytest.mark.parametrize("altitude", ["very-low", "low", "medium", "high"])
def test_they_keep_the_altitude_that_the_mission_gives_them(altitude: str):
    sky = Sky(formation("axis", 1, altitude=altitude), ENEMY, target=NO_GUNS)
    assert "axis-1 altitude" not in sky.asked
    seen = set()
    while sky.decision:
        if sky.turn:
            seen.add(sky.altitude("axis-1"))
        sky.quiet()
    assert seen == {altitude}


@rule("WBY 17.3.2")
def test_other_types_may_fly_at_other_altitudes():
    low, high = bomber(family="low"), bomber(family="high")
    assert Sky(formation("axis", 1, low, altitude="low"), formation("axis", 2, high, altitude="high"), ENEMY).decision
    with pytest.raises(BadSetup, match=r"17\.3\.2"):
        Sky(formation("axis", 1, low, altitude="low"), formation("axis", 2, low, altitude="high"), ENEMY)


@rule("WBY 17.3.2", "SUP 21.6")
def test_a_formation_with_torpedoes_flies_at_very_low_where_they_are_released():
    boats = bomber("torpedoes", bomb={"level": 2, "torpedo": 3})
    assert Sky(formation("axis", 1, boats, load="torpedoes", altitude="very-low"), ENEMY, target="freighter").decision
    with pytest.raises(BadSetup, match=r"21\.6"):
        Sky(formation("axis", 1, boats, load="torpedoes", altitude="low"), ENEMY, target="freighter")


@rule("WBY 17.3.1e", "WBY 17.3.7", "WBY 9.3.3")
def test_a_cockpit_hit_puts_an_undamaged_bomber_out_of_formation_at_once():
    sky = under_fire(bomber(damage=(9, 18), **HELPLESS), "ims-1b-cockpit")
    hit, mate = sky.bomber("axis-1", "1"), sky.bomber("axis-1", "2")
    assert (hit["cockpit"], hit["damaged"], hit["in_formation"]) == (1, False, False)
    assert mate["in_formation"] is True
    assert "out-of-formation" in kinds(sky)


@rule("WBY 17.3.1e", "WBY 17.3.7")
def test_so_does_damage_and_not_a_mere_hit():
    sky = under_fire(bomber(damage=(5, 18), **HELPLESS), "ims-2b3h")
    assert sky.bomber("axis-1", "1")["in_formation"] is True
    fire(sky.until_turn(2), "ims-2b3h")
    assert (sky.bomber("axis-1", "1")["damaged"], sky.bomber("axis-1", "1")["in_formation"]) == (True, False)


@rule("WBY 17.3.7")
def test_it_falls_out_once():
    sky = under_fire(bomber(damage=(2, 18), **HELPLESS), "ims-1b-cockpit")
    fire(sky.until_turn(2), "ims-2b3h")
    assert sky.bomber("axis-1", "1")["damaged"]
    assert kinds(sky).count("out-of-formation") == 1


@rule("WBY 17.3.7")
def test_two_that_fell_out_do_not_support_each_other():
    sky = under_fire(bomber(heavy=True, damage=(9, 18), turret_defense=0, turret_support=2), "ims-1b-cockpit", size=3)
    sky.set("axis-1", "2", cockpit=1)
    assert [sky.bomber("axis-1", seat)["support"] for seat in "123"] == [0, 0, 0]


@rule("WBY 17.3.1c", "WBY 17.3.7")
def test_a_formation_is_gone_with_its_last_aircraft():
    sky = under_fire(bomber(**HELPLESS), "ims-2b-fuel")
    assert (sky.bomber("axis-1", "1")["status"], sky.unit("axis-1")["status"]) == ("destroyed", "flying")
    assert {text for text in sky.until_turn(2, "allied-1 leader").choices if text.startswith("attack")} == set()
    sky.deal("allied-1", "ims-2b-engine")
    assert {text for text in sky.choices if text.startswith("attack")} == {"attack > axis-1 2"}
    sky.set("axis-1", "2", hits=6, damaged=True)
    fire(sky, "ims-2b-engine", "2")
    assert not sky.decision
    assert [each.status for each in sky.report().aircraft if each.unit == "axis-1"] == ["destroyed", "destroyed"]


@rule("WBY 9.3.4")
@pytest.mark.parametrize(("special", "status"), [((), "flying"), (("single-engined",), "destroyed")])
def test_an_engine_hit_is_six_hits_unless_it_has_one_engine(special: tuple[str, ...], status: str):
    sky = under_fire(bomber(damage=(9, 18), special=special, **HELPLESS), "ims-2b-engine")
    hit = sky.bomber("axis-1", "1")
    assert hit["status"] == status
    if status == "flying":
        assert hit["hits"] == 6


@rule("SUP 19.3 D", "WBY 19.1")
def test_a_crew_keeps_its_bomber_together():
    sky = under_fire(bomber(damage=(3, 6), **HELPLESS), "ims-2b3h", crews=("D", None))
    assert (sky.bomber("axis-1", "1")["damaged"], sky.bomber("axis-1", "1")["damage"]) == (False, [4, 7])
    assert sky.bomber("axis-1", "2")["damage"] == [3, 6]


@rule("WBY 19.1")
def test_crews_fly_in_formations_and_pilots_in_elements():
    with pytest.raises(BadSetup, match="Skill 'H'"):
        Sky(formation("axis", 1, crews=("H", None)), ENEMY)
    with pytest.raises(BadSetup, match="Skill 'N'"):
        Sky(formation("axis", 1), escort("axis", 2, skills="N"), ENEMY)
    sky = Sky(formation("axis", 1, crews=("N", None)), escort("axis", 2, skills="H"), ENEMY)
    assert sky.bomber("axis-1", "1")["skills"] == ["N"]
    sky = sky.end()
    assert {each.skills for each in sky.report().aircraft} == {("N",), ("H",), ()}


@rule("WBY 17.3.3", "WBY 15.1.3")
def test_formations_are_never_engaged():
    sky = under_fire(bomber(damage=(90, 99), **HELPLESS), "ims-1b1h")
    assert sky.document["engaged"] == []
    assert not [text for text in sky.choices if text.startswith("give up")]
