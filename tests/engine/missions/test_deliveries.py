"""Cargo, mines and photographs. [WBY 17.4, 18.7; SUP 21.8]"""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import IllegalAction
from engine.core.game import Document
from tests.engine.missions.ground import (
    AIRFIELD,
    CALM,
    DROP_ZONE,
    NOBODY,
    NORMAL,
    attacker,
    bombs,
    plodder,
    spent,
)
from tests.engine.missions.sky import Sky, bomber, escort, formation, striker
from tests.engine.rules import rule

FIRED = DROP_ZONE | {"target_flak": 1}


def transports(**more: Any) -> Document:
    """Two Transports that land 5 Cargo Points each, or drop 3."""
    ratings: dict[str, Any] = {"bomb": {}, "cargo": 5, "cargo_drop": 3, "damage": (3, 20)}
    return formation("axis", 1, bomber("cargo", **ratings | more), load="cargo", altitude="low")


def delivered(type_: str, *units: Document, flak: str = "", target: Document = DROP_ZONE) -> tuple[list[int], int]:
    """Cargo Points by aircraft, and the Victory Points for them."""
    draws = {"allied": flak} if flak else None
    sky = Sky(*(units or (transports(),)), NOBODY, type=type_, target=target, draws=draws)
    report = sky.end().report()
    scored = sum(score.points for score in report.scores if score.reason == "cargo")
    assert report.target
    assert report.target.points == 0
    return [each.cargo for each in report.aircraft if each.side == "axis"], scored


@rule("SUP 21.8.5", "WBY 17.4.1")
def test_transports_that_land_deliver_their_cargo_points():
    assert delivered("air-transport") == ([5, 5], 10)


@rule("SUP 21.8.4", "WBY 17.4.1")
def test_an_air_drop_has_cargo_points_of_its_own():
    assert delivered("air-drop") == ([3, 3], 6)


@rule("SUP 21.8.5", "WBY 17.4.1")
def test_a_damaged_transport_delivers_half_of_its_points():
    shot = f"oots-3b4h {CALM}"
    assert delivered("air-transport", flak=shot, target=FIRED) == ([2, 5], 7)
    early = DROP_ZONE | {"area_flak": 1}
    assert delivered("air-drop", flak=shot, target=early) == ([1, 3], 4)


@rule("WBY 17.4.1")
def test_a_card_may_say_itself_what_a_damaged_transport_delivers():
    units = transports()
    units["aircraft"]["wildblue"]["formation_damaged"]["cargo"] = 4
    assert delivered("air-transport", units, flak=f"oots-3b4h {CALM}", target=FIRED) == ([4, 5], 9)


@rule("SUP 21.8.4", "SUP 22.2.1")
def test_flak_spoils_a_drop_but_keeps_nobody_from_landing():
    assert delivered("air-drop", flak=f"{NORMAL} {CALM}", target=FIRED) == ([0, 3], 3)
    assert delivered("air-transport", flak=f"{NORMAL} {CALM}", target=FIRED) == ([5, 5], 10)


@rule("SUP 21.8.5")
def test_a_transport_shot_down_before_it_lands_delivers_nothing():
    assert delivered("air-transport", transports(damage=(2, 4)), flak=f"oots-3b4h {CALM}", target=FIRED) == ([0, 5], 5)


@rule("WBY 17.4.1", "WBY 16.5")
def test_light_bombers_deliver_in_their_air_strike_step():
    flown = plodder("cargo", cargo=2, cargo_drop=1, burst=0)
    pair = striker("axis", 1, flown, load="cargo", altitude="low")
    sky = Sky(pair, NOBODY, type="air-transport", target=DROP_ZONE).until("axis-1 strike")
    assert sky.choices == ["strike cargo", "end"]
    with pytest.raises(IllegalAction, match=r"cannot be damaged\. \[SUP 21\.2\]"):
        sky.play("strike strafe")
    assert sky.play("strike cargo").unit("axis-1")["load"] == []
    assert [each.cargo for each in sky.end().report().aircraft if each.side == "axis"] == [2, 2]
    kept = Sky(pair, NOBODY, type="air-transport", target=DROP_ZONE).until("axis-1 strike").play("end")
    assert kept.end().report().points("axis") == 2 * 3  # home undamaged


# Mines


def laid(*units: Document, **more: Any) -> tuple[list[int], int]:
    """Mines by aircraft, and the Victory Points for them."""
    report = Sky(*units, NOBODY, type="mine-laying", **{"target": None} | more).end().report()
    scored = sum(score.points for score in report.scores if score.reason.endswith("mines"))
    return [each.mines for each in report.aircraft if each.side == "axis"], scored


def layers(bomb: dict[str, int], **more: Any) -> Document:
    return formation("axis", 1, bomber("mines", bomb=bomb, **more), load="mines", altitude="low")


@rule("WBY 18.7", "SUP 21.8.6")
def test_bombers_carry_as_many_mines_as_their_saturation_rating_or_twice_their_level_rating():
    assert laid(layers({"saturation": 3})) == ([3, 3], 3)
    assert laid(layers({"level": 2})) == ([4, 4], 4)


@rule("WBY 18.7")
def test_who_has_both_ratings_lays_by_the_one_for_saturation():
    assert laid(layers({"saturation": 3, "level": 2})) == ([3, 3], 3)


@rule("SUP 21.8.6")
def test_mines_are_counted_together_two_a_point():
    report = Sky(
        layers({"saturation": 3}),
        layers({"saturation": 1}) | {"id": "axis-2"},
        NOBODY,
        type="mine-laying",
        target=None,
    )
    scores = [score for score in report.end().report().scores if score.reason.endswith("mines")]
    assert [(score.points, score.section, score.reason) for score in scores] == [(4, "Supplement 21.8", "8 mines")]
    odd = striker("axis", 1, plodder("mines", bomb={"saturation": 3}), load="mines", wingman=False, altitude="low")
    sky = Sky(odd, NOBODY, type="mine-laying", target=None).until("axis-1 strike").play("strike mines")
    assert [score.points for score in sky.end().report().scores if "mines" in score.reason] == [1]


@rule("WBY 18.7", "WBY 16.5")
def test_light_bombers_lay_mines_in_their_air_strike_step():
    pair = striker("axis", 1, plodder("mines", bomb={"level": 1}), load="mines", altitude="very-low")
    sky = Sky(pair, NOBODY, type="mine-laying", target=None).until("axis-1 strike")
    assert sky.choices == ["strike mines", "end"]
    assert sky.play("strike mines").unit("axis-1")["load"] == []
    assert [each.mines for each in sky.end().report().aircraft if each.side == "axis"] == [2, 2]


@rule("SUP 21.8.6", "SUP 22.2.1")
def test_flak_spoils_the_laying_of_mines():
    fired = {"slug": "freighter", "area_flak": 0, "target_flak": 1}
    assert laid(layers({"saturation": 4}), target=fired, draws={"allied": f"{NORMAL} {CALM}"}) == ([0, 4], 2)


# Reconnaissance


def photographs(card: str, *units: Document, target: Document = AIRFIELD, flak: str = CALM) -> tuple[list[int], int]:
    scout = striker("axis", 1, attacker(burst=0, damage=(2, 4)), load=None, wingman=False, altitude="high")
    sky = Sky(*(units or (scout,)), NOBODY, type="reconnaissance", target=target, draws={"axis": card, "allied": flak})
    report = sky.end().report()
    scored = sum(score.points for score in report.scores if score.reason == "reconnaissance")
    return [each.recon for each in report.aircraft if each.side == "axis"], scored


@rule("SUP 21.8.7", "WBY 16.9 over-target")
@pytest.mark.parametrize(("card", "points"), [("vital", 4), ("direct", 2), ("hit", 1), ("miss", 0)])
def test_a_survivor_over_the_target_brings_home_photographs(card: str, points: int):
    assert photographs(bombs(card)) == ([points], points)


@rule("SUP 21.8.7")
def test_each_scout_draws_for_himself_and_nobody_else_does():
    pair = striker("axis", 1, attacker(burst=0), load=None, altitude="high")
    guard = escort("axis", 2, attacker(), wingman=False, over_target=True, altitude="high")
    sky = Sky(pair, guard, NOBODY, type="reconnaissance", target=AIRFIELD)
    assert spent(sky.end(), "axis") == 2


@rule("SUP 21.8.7", "WBY 16.9 over-target")
def test_who_broke_off_before_the_target_has_no_photographs():
    pair = [striker("axis", number, attacker(burst=0), load=None, wingman=False, altitude="high") for number in (1, 2)]
    sky = Sky(*pair, NOBODY, type="reconnaissance", target=AIRFIELD).until("axis-1 break-off").play("break-off")
    assert spent(sky.end(), "axis") == 1


@rule("SUP 21.8.7", "WBY 16.9 over-target")
def test_who_is_lost_to_area_flak_has_no_result():
    doomed = {"slug": "airfield", "area_flak": 2, "target_flak": 0}
    flak = f"{CALM} oots-3b4h"  # at High one card at TB1, one in the Over-Target Turn
    assert photographs(bombs("vital"), target=doomed, flak=flak) == ([0], 0)
