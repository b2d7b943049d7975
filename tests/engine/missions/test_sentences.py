"""What is said of the decisions and events of Missions, and what a decision asks."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.errors import IllegalAction
from engine.core.game import SIDES, Document
from engine.core.players import RandomPlayer
from tests.engine.missions.at_random import mission
from tests.engine.missions.positions import bombers, diver, element, loaded, stand
from tests.engine.missions.sky import Sky, armed, bomber, escort, formation, interceptor
from tests.engine.wildblue.table import Table, fighter

OVER = {"phase": "over-target"}
SPOILED = "maneuver#4"
"""A card with the Normal Spoiled symbol, Bomb result Hit and Strafe result Hit."""


def told(table: Table, viewer: str | None = None) -> list[str]:
    return [event.text(viewer) for event in table.events]


def fight(units: Document, active: str, *texts: str, draws: dict[str, str] | None = None, **more: Any) -> list[str]:
    """What is said while the active unit's Leader attacks."""
    table = stand(units, more.pop("mission", None), step=more.pop("step", "leader"), active=active, turn=2, **more)
    table.stack(**(draws or {})).play(*texts)
    return told(table)


def test_units_are_called_by_their_part_in_the_mission() -> None:
    units = {"axis-1": loaded(), "axis-2": element(), "axis-3": bombers(), "allied-1": element("ims-1b1h")}
    said = fight(
        units,
        "allied-1",
        "attack > axis-3 2",
        "pass",
        "play ims-1b1h > axis-3 2",
        draws={"axis": "clouds scissors maneuver"},
    )
    assert said == [
        "Interceptor 1 (Test Fighter) attacks Striker 2’s second aircraft (Test Bomber).",
        "Interceptor 1 (Test Fighter) plays In My Sights (1 Burst, 1 Hit) at "
        "Striker 2’s second aircraft (Test Bomber).",
        "Striker 2’s second aircraft draws a mini-hand: Clouds, Scissors, Maneuver.",
    ]


def test_without_parts_units_are_called_by_their_side() -> None:
    units = {"axis-1": element("maneuver"), "allied-1": element()}
    said = fight(
        units,
        "axis-1",
        "play maneuver > allied-1 leader",
        "pass",
        mission={"type": "air-combat", "striker": None, "target": None},
    )
    assert said[0] == "Axis 1 (Test Fighter) plays Maneuver at Allied 1 (Test Fighter)."


@pytest.mark.parametrize(
    ("draws", "texts", "expected"),
    [
        (
            "ims-1b1h",
            ("respond ims-1b1h (return fire)", "pass"),
            [
                "Striker 1’s first aircraft fires back with In My Sights (1 Burst, 1 Hit).",
                "The attack fails.",
                "1 Hit on Interceptor 1 (Test Fighter), 1 in all.",
            ],
        ),
        (
            SPOILED,
            ("respond maneuver (spoiled attack)", "pass"),
            ["Striker 1’s first aircraft spoils the attack with Maneuver."],
        ),
    ],
)
def test_gunners_answer(draws: str, texts: tuple[str, ...], expected: list[str]) -> None:
    units = {"axis-3": bombers(), "allied-1": element("ims-3b3h ims-1b1h")}
    begin = ("attack > axis-3 1", "play ims-1b1h > axis-3 1")
    said = fight(units, "allied-1", *begin, *texts, draws={"axis": draws})
    assert said[-len(expected) :] == expected


def test_an_answer_is_the_last_word_on_an_attack_that_it_stops() -> None:
    said = fight(
        {"axis-1": element("maneuver"), "allied-1": element("tight-turn")},
        "axis-1",
        "play maneuver > allied-1 leader",
        "respond tight-turn",
        "pass",
    )
    assert said[-1] == "Interceptor 1 (Test Fighter) answers with Tight Turn."


def test_an_escort_intervenes_wards_off_and_attacks_in_turn() -> None:
    units = {
        "axis-2": element("tight-turn ims-1b1h"),
        "axis-3": bombers(),
        "allied-1": element("maneuver ims-1b1h"),
    }
    texts = ("attack > axis-3 1", "intervene > axis-2", "play maneuver > axis-3 1", "respond tight-turn", "pass")
    said = fight(units, "allied-1", *texts, "play ims-1b1h > allied-1 leader", "pass")
    assert said[1] == "Escort 1 (Test Fighter) intervenes for Striker 1’s first aircraft."
    assert said[-4:] == [
        "Escort 1 (Test Fighter) answers with Tight Turn.",
        "Escort 1 (Test Fighter) wards off Maneuver.",
        "Escort 1 (Test Fighter) plays In My Sights (1 Burst, 1 Hit) at Interceptor 1 (Test Fighter).",
        "1 Hit on Interceptor 1 (Test Fighter), 1 in all.",
    ]


def test_rockets_are_told_aircraft_by_aircraft() -> None:
    units = {
        "axis-3": bombers(3),
        "allied-1": element() | {"leader": {"aircraft": armed("air-rockets")}, "load": "air-rockets"},
    }
    said = fight(
        units, "allied-1", "attack > axis-3 1 (rockets)", draws={"allied": "ims-2b2h ims-1b1h maneuver"}, step="leader"
    )
    assert said[:7] == [
        "Interceptor 1 (Test Fighter) attacks Striker 1’s first aircraft (Test Bomber) with rockets.",
        "Rockets at Striker 1’s first aircraft: In My Sights (2 Bursts, 2 Hits).",
        "4 Hits on Striker 1’s first aircraft, 4 in all.",
        "Striker 1’s first aircraft lends no Turret Support in this Turn.",
        "Rockets at Striker 1’s second aircraft: In My Sights (1 Burst, 1 Hit).",
        "Striker 1’s second aircraft lends no Turret Support in this Turn.",
        "Rockets at Striker 1’s third aircraft: Maneuver.",
    ]
    assert said[7] == "Interceptor 1 (Test Fighter) carries no Aerial Rockets any more."


def test_a_bomber_that_is_damaged_falls_out_of_formation() -> None:
    units = {"axis-3": bombers(), "allied-1": element("ims-1b1h")}
    units["axis-3"]["formation"][0] = {"aircraft": bomber(turret_defense=0, turret_support=0), "hits": 5}
    said = fight(units, "allied-1", "attack > axis-3 1", "play ims-1b1h > axis-3 1", "pass")
    assert said[-3:-1] == [
        "1 Hit on Striker 1’s first aircraft, 6 in all.",
        "Striker 1’s first aircraft falls out of formation.",
    ]


def test_a_load_is_jettisoned_and_the_hand_turned_up() -> None:
    said = fight({"axis-1": loaded("clouds"), "allied-1": element()}, "axis-1", "jettison", step="jettison")
    assert said == [
        "Striker 1 (Test Fighter) jettisons its load.",
        "Striker 1 (Test Fighter) carries no bombs any more.",
        "Striker 1 (Test Fighter) turns up its hand.",
        "Striker 1’s Wingman carries no bombs any more.",
    ]


def test_a_strike_is_told_with_what_was_drawn_and_the_flak() -> None:
    table = stand({"axis-1": diver(), "allied-1": element()}, OVER, step="strike", active="axis-1")
    table.stack(axis="maneuver#1 maneuver#2", allied="maneuver#1 ims-1b1h tight-turn").play("strike level")
    assert told(table)[:7] == [
        "Striker 1 (Test Fighter) bombs from level flight.",
        "Striker 1 (Test Fighter) bombs: Maneuver (hit); Maneuver (miss).",
        "Striker 1 (Test Fighter) carries no bombs any more.",
        "Striker 1 (Test Fighter) turns up its hand.",
        *told(table)[4:5],
        "1 Hit on Striker 1 (Test Fighter), 1 in all.",
        "Striker 1 (Test Fighter) does 1 damage: Airfield, 1 in all.",
    ]
    assert told(table)[4].startswith("Target Flak at Striker 1 (Test Fighter): Maneuver; In My Sights (1 Burst, 1 Hit)")


def test_a_spoiled_strike_and_one_without_effect_are_told() -> None:
    spoiled = stand({"axis-1": diver(), "allied-1": element()}, OVER, step="strike", active="axis-1")
    spoiled.stack(allied=SPOILED).play("strike level")
    assert "Striker 1 (Test Fighter)’s strike is spoiled." in told(spoiled)
    missed = stand(
        {"axis-1": diver(), "allied-1": element()},
        OVER | {"target": {"slug": "airfield", "target_flak": 0}},
        step="strike",
        active="axis-1",
    )
    missed.stack(axis="maneuver#2 maneuver#6").play("strike level")
    assert told(missed)[-1] == "Striker 1 (Test Fighter) does no damage."


def test_who_falls_to_flak_is_said_to() -> None:
    weak = diver() | {
        "leader": {"aircraft": fighter(damage=(1, 2), aircraft_class="light-bomber"), "hits": 1},
        "load": None,
    }
    table = stand(
        {"axis-1": weak | {"role": "striker"}, "axis-2": element(), "allied-1": element()},
        OVER,
        step="altitude",
        active="axis-1",
    )
    table.stack(allied="ims-1b1h").play("stay")
    assert "Striker 1 (Test Fighter) is shot down by Flak." in told(table)


def test_the_course_of_a_mission_is_told() -> None:
    """Phases, arrivals, breaking off, going over, Flak, fuel, rejoining."""
    units = (
        formation("axis", 1),
        escort("axis", 2),
        interceptor("allied", 1),
        interceptor("allied", 2, arrives=2),
    )
    sky = Sky(*units, options={"fuel": True}, seed=1).end()
    said = sky.told
    for sentence in (
        "Target-Bound for 2 Turns.",
        "Interceptor 2 (Test Fighter) arrives at Medium.",
        "Escort 1 (Test Fighter) breaks off before the target.",
        "Striker 1 (Test Bomber) goes over the target.",
        "Over the target.",
        "Home-Bound for 1 Turn.",
        "Escort 1 (Test Fighter) rejoins at Medium.",
        "Escort 1 (Test Fighter) spends 1 Fuel Point; 7 left.",
    ):
        assert sentence in said, sentence
    assert any(sentence.startswith("Area Flak at Striker 1’s first aircraft: ") for sentence in said)
    assert any(sentence.startswith("Striker 1’s second aircraft bombs: ") for sentence in said)


@pytest.mark.parametrize(
    ("drawn", "end"), [("scissors", "finds the enemy in the dark."), ("maneuver", "finds nobody in the dark.")]
)
def test_a_search_is_told(drawn: str, end: str) -> None:
    lone = element() | {"wingman": None}
    table = stand(
        {"axis-3": bombers(), "allied-1": lone, "allied-2": lone},
        {"night": True},
        step="draw",
        active="allied-1",
        turn=2,
        order=["allied-1", "allied-2"],
    )
    table.stack(allied=f"clouds {drawn}").play("draw 1")
    said = told(table)
    assert (
        f"Interceptor 2 (Test Fighter) searches the dark: {'Scissors' if drawn == 'scissors' else 'Maneuver'}." in said
    )
    assert f"Interceptor 2 (Test Fighter) {end}" in said


@pytest.mark.parametrize(
    ("type_", "load", "sentence"),
    [
        ("air-drop", "cargo", "delivers 3 Cargo Points."),
        ("mine-laying", "mines", "lays 4 mines."),
        ("reconnaissance", None, "takes photographs: Maneuver (hit)."),
        ("reconnaissance", None, "brings photographs worth 1 VP."),
    ],
)
def test_what_is_delivered_is_told(type_: str, load: str | None, sentence: str) -> None:
    plane = bomber("cargo", "mines", cargo=4, cargo_drop=3)
    units = {"axis-3": {"formation": [{"aircraft": plane}], "load": load}, "allied-1": element()}
    block = {"type": type_, "target": None, **OVER}
    table = stand(units, block, step="draw", active="allied-1", order=["allied-1"])
    table.stack(axis="maneuver#1").play("draw 0")
    assert f"Striker 1 {sentence}" in [text.replace("’s first aircraft", "") for text in told(table)]


# What is asked


@pytest.mark.parametrize(
    ("units", "block", "more", "texts", "prompt"),
    [
        (
            {"axis-1": loaded()},
            {},
            {"step": "jettison", "active": "axis-1"},
            (),
            "Jettison the bombs of Striker 1, or keep them.",
        ),
        (
            {"axis-1": diver()},
            OVER,
            {"step": "strike", "active": "axis-1"},
            (),
            "Choose how Striker 1 strikes the Airfield, or end.",
        ),
        (
            {"axis-1": diver(altitude="low")},
            OVER,
            {"step": "altitude", "active": "axis-1"},
            (),
            "Dive on the target with Striker 1, climb, dive or stay at Low.",
        ),
        (
            {"axis-1": loaded()},
            {"phase_turn": 1},
            {"step": "final"},
            (),
            "Break off with Striker 1 before the target, or continue over it.",
        ),
        ({"axis-3": bombers()}, {}, {"step": "final"}, (), "Disengage with Striker 1’s first aircraft, or stay."),
        (
            {"axis-3": bombers(), "axis-2": element()},
            {},
            {"active": "allied-1", "step": "leader"},
            ("attack > axis-3 2",),
            "Choose an escort that intervenes for Striker 1’s second aircraft, or pass.",
        ),
    ],
)
def test_a_decision_says_what_it_asks(
    units: Document, block: Document, more: Document, texts: tuple[str, ...], prompt: str
) -> None:
    table = stand(units | {"allied-1": element("ims-1b1h")}, block, **more)
    assert table.play(*texts).decision is not None
    assert table.decision.prompt == prompt  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("units", "block", "text", "reason"),
    [
        (
            {"allied-1": element("ims-1b1h", altitude="low")},
            {},
            "attack > axis-3 1",
            "Striker 1 is at another altitude. [WBY 17.3.3]",
        ),
        ({"allied-1": element()}, {}, "attack > axis-3 1", "needs a firing card to attack with. [SUP 20.1.1]"),
        ({"allied-1": element("ims-1b1h")}, {}, "attack > axis-3 1 (rockets)", "carries no Aerial Rockets. [WBY 18.3]"),
        (
            {"allied-1": element("ims-1b1h")},
            {},
            "attack > axis-3 1 (oblique guns)",
            "has no Oblique Guns to use here. [WBY 17.5.2]",
        ),
        ({"allied-1": element("ims-1b1h")}, {}, "attack > axis-3 3", "there is no such enemy aircraft. [WBY 6.1]"),
        ({"allied-1": element("ims-1b1h")}, {}, "play ims-1b1h > axis-3 1", "is first declared. [SUP 20.2]"),
        ({"allied-1": element()}, OVER, "disengage", "nobody disengages Over Target. [WBY 16.6]"),
        ({"allied-1": loaded("ims-1b1h")}, {}, "attack > axis-3 1", "’s Leader lies face down. [WBY 18.1d]"),
    ],
)
def test_a_refusal_says_why(units: Document, block: Document, text: str, reason: str) -> None:
    table = stand(units | {"axis-3": bombers()}, block, step="leader", active="allied-1")
    with pytest.raises(IllegalAction) as refusal:
        table.play(text)
    assert reason in str(refusal.value)


@pytest.mark.parametrize("seed", range(40))
def test_everything_is_said_in_sentences_and_every_decision_asks_something(seed: int) -> None:
    game = mission(seed)
    players = {side: RandomPlayer(seed, side) for side in SIDES}
    while decision := game.decision:
        assert decision.prompt.endswith((".", "?"))
        for event in game.play(players[decision.side].choose(game)):
            for viewer in (*SIDES, None):
                assert event.text(viewer).endswith((".", "!"))
                assert "  " not in event.text(viewer)
