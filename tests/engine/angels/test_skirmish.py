"""A battle put together from answers to questions."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.core.errors import BadSetup
from engine.core.game import Document, Game
from tests.engine.rules import rule

ANGELS = engine.systems()["angels"]
FLIGHTS = {
    "allied": [{"aircraft": "spitfire-mk-i-ace"}, {"aircraft": "hurricane-mk-i"}],
    "axis": [{"aircraft": "bf-109e-ace"}, {"aircraft": "bf-109e-wingman"}],
}


def answers(**changed: Any) -> Document:
    """Two against two, the rest as the questions propose it."""
    proposed = {question.name: question.default for question in ANGELS.questions().game}
    return proposed | {"units": FLIGHTS} | changed


def begin(**changed: Any) -> Game:
    return engine.new("angels", ANGELS.setup_of(answers(**changed)), 1)


@rule("A20 Constructing Your Own Scenarios", "A20 Standard Scenario")
def test_a_skirmish_as_it_is_proposed_is_a_standard_scenario() -> None:
    position = begin().position()
    assert [unit["aircraft"] for unit in position["units"].values()] == [
        row["aircraft"] for side in FLIGHTS.values() for row in side
    ]
    assert (position["step"], position["victory"], position["advanced"]) == ("deploy", {"scenario": "standard"}, True)
    assert position["map"]["fixed"] is False


@rule("A20 Bomber Escort Scenario", "A20 Setup")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_bombers_join_the_side_that_escorts_them_and_it_deploys_first(side: str) -> None:
    position = begin(escort=side, points=100).position()
    bombers = [name for name, unit in position["units"].items() if unit["aircraft"] == "medium-bomber-token"]
    assert bombers == [f"{side}-3", f"{side}-4"]
    assert position["victory"] == {"scenario": "escort", "side": side}
    assert position["map"] == {"width": 16, "height": 16, "fixed": True}
    assert position["active"] == f"{side}-1"


def test_every_condition_that_is_asked_for_reaches_the_game() -> None:
    position = begin(
        turns=9,
        situation="4",
        advantage="axis",
        advanced=False,
        midair=True,
        bandits_high=True,
        clouds="random",
        night="darkness",
        direction_allied=2,
        searchlights="axis",
        flak=3,
        balloons=4,
    ).position()
    assert (position["turns"], position["advanced"], position["situation"], position["advantage"]) == (
        9,
        False,
        4,
        "axis",
    )
    assert position["options"] == {"midair": True, "bandits_high": True}
    assert len(position["clouds"]) == 6
    assert position["night"] == {"light": "darkness", "direction": {"allied": 2, "axis": 0}, "searchlights": ["axis"]}
    assert [field["altitude"] for field in position["flak"]] == [2, 3, 4]
    columns = [column for column, _ in position["balloons"]]
    assert len(set(columns)) == 4
    assert position["map"]["fixed"] is True, "what stands on the ground does not move with the map"


@pytest.mark.parametrize("most", [{"flak": 99, "balloons": 99}, {"escort": "axis", "flak": 99, "balloons": 99}])
def test_as_much_flak_and_as_many_balloons_as_may_be_asked_for_fit_on_the_map(most: dict[str, Any]) -> None:
    bounds = {question.name: question.most for question in ANGELS.questions().game}
    asked = {name: min(value, bounds[name]) if value == 99 else value for name, value in most.items()}
    position = begin(**asked).position()
    assert len({tuple(place) for place in position["balloons"]}) == asked["balloons"]
    assert len({tuple(field["hex"]) for field in position["flak"]}) == asked["flak"]


def test_a_pilot_may_have_a_name_and_another_quality_than_the_card_says() -> None:
    allied = [{"aircraft": "hurricane-mk-i", "pilot": "ace", "name": " Bob Doe "}, {"aircraft": "hurricane-mk-i"}]
    units = begin(units=FLIGHTS | {"allied": allied}).view(None)["units"]
    assert (units["allied-1"]["name"], units["allied-1"]["quality"]) == ("Bob Doe", "ace")
    assert (units["allied-2"]["name"], units["allied-2"]["quality"]) == ("", "average")


def test_the_first_choice_of_every_question_is_one_that_is_offered() -> None:
    for question in (*ANGELS.questions().game, *ANGELS.questions().unit):
        if question.kind == "choice":
            assert question.default in {option.value for option in question.options}, question.name
        if question.kind == "number":
            assert question.least <= question.default <= question.most, question.name


def test_every_aircraft_is_offered_by_nation_with_what_it_costs() -> None:
    offered = {option.value: option for option in ANGELS.questions().unit[0].options}
    assert offered["spitfire-mk-i-ace"].group == "Britain"
    assert offered["spitfire-mk-i-ace"].note == "ace, 1940, 46 points"
    assert offered["he-111-token"].group == "Bombers"
    assert len(offered) == 1 + 31 + 1 + 2


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"turns": 0}, "turns"),
        ({"points": 60}, "A20 Building Flights"),
        ({"year": 1938}, "A20 Year Restrictions"),
        ({"theater": "china"}, "A20 Historical Theater Restrictions"),
        ({"theater": "moon"}, "theater"),
        ({"situation": "8"}, "situation"),
        ({"situation": "soon"}, "situation"),
        ({"situation": "²"}, "situation"),
        ({"advantage": "third"}, "advantage"),
        ({"escort": "both"}, "escort"),
        ({"clouds": "pink"}, "clouds"),
        ({"night": "dusk"}, "light"),
        ({"night": "darkness", "searchlights": "third"}, "searchlights"),
        ({"flak": 999}, "flak"),
        ({"balloons": True}, "balloons"),
        ({"units": {"allied": FLIGHTS["allied"]}}, "axis side has no aircraft"),
        ({"units": FLIGHTS | {"axis": [{}]}}, "axis side’s aircraft 1"),
        ({"units": FLIGHTS | {"axis": [{"aircraft": "ufo"}]}}, "ufo"),
        ({"units": FLIGHTS | {"axis": [{"aircraft": "bf-109e-ace", "pilot": "legend"}]}}, "pilot"),
        ({"units": FLIGHTS | {"axis": FLIGHTS["axis"] * 3}}, "A20 Building Flights"),
        ({"units": FLIGHTS | {"axis": "all of them"}}, "axis"),
        ({"units": []}, "units"),
    ],
)
def test_what_cannot_be_flown_is_refused_with_a_sentence(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        begin(**changed)
