"""A dogfight put together from answers to questions."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.core.errors import BadSetup

WILD_BLUE = engine.systems()["wildblue"]


def answers(**changed: Any) -> dict[str, Any]:
    """Two Spitfires against a lone Emil, the rest as the questions propose it."""
    proposed = {question.name: question.default for question in WILD_BLUE.questions().game}
    units = {"allied": [{"aircraft": "spitfire-i"}], "axis": [{"aircraft": "bf-109e-3", "wingman": False}]}
    return proposed | {"units": units} | changed


def test_a_skirmish_as_it_is_proposed_flies_with_the_units_that_were_named() -> None:
    game = engine.new("wildblue", WILD_BLUE.setup_of(answers()), 1)
    units = game.view(None)["units"]
    assert {name: bool(unit["wingman"]) for name, unit in units.items()} == {"allied-1": True, "axis-1": False}
    assert game.view(None)["turns"] == 6


def test_a_leader_has_the_name_and_the_skills_that_were_given() -> None:
    units = {
        "allied": [{"aircraft": "spitfire-i", "pilot": "Jane Doe", "skills": "a  d"}],
        "axis": [{"aircraft": "mc-202"}],
    }
    setup = WILD_BLUE.setup_of(answers(units=units))
    assert setup["units"][0]["leader_pilot"] == {"name": "Jane Doe", "skills": ["A", "D"]}
    assert engine.new("wildblue", setup, 1).decision


def test_the_first_choice_of_every_question_is_one_that_is_offered() -> None:
    for question in (*WILD_BLUE.questions().game, *WILD_BLUE.questions().unit):
        if question.kind == "choice":
            assert question.default in {option.value for option in question.options}


def test_only_fighters_are_offered() -> None:
    offered = {option.value for option in WILD_BLUE.questions().unit[0].options}
    assert "spitfire-i" in offered
    assert "b-17f" not in offered


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"turns": 0}, "turns"),
        ({"month": "spring"}, "month"),
        ({"units": {"allied": [{"aircraft": "spitfire-i"}]}}, "axis side has no unit"),
        ({"units": {"allied": [{}], "axis": [{"aircraft": "mc-202"}]}}, "allied side’s unit 1"),
        ({"units": {"allied": "all of them"}}, "allied"),
        ({"month": "1935-01"}, "1935"),
    ],
)
def test_what_cannot_be_flown_is_refused_with_a_sentence(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        engine.new("wildblue", WILD_BLUE.setup_of(answers(**changed)), 1)
