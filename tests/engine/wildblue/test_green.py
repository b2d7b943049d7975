"""Green pilots. [SUP 19.6]"""

import pytest

import engine
from engine.core.errors import EngineError
from tests.engine.rules import rule
from tests.engine.wildblue.table import Table, allied, axis, fighter, setup


@rule("SUP 19.6.1")
def test_a_green_leader_holds_one_card_less() -> None:
    plane = fighter(performance=5, horsepower=5)
    assert Table(axis(aircraft=plane, skills="Green"), allied(), step="draw").choices[-1] == "draw 4"
    assert Table(axis(aircraft=plane), allied(), step="draw").choices[-1] == "draw 5"
    document = setup({"axis-1": plane, "allied-1": fighter()})
    document["units"][0]["leader_pilot"] = {"name": "New Man", "skills": ["Green"]}
    for unit in document["units"]:
        unit["altitude"] = "medium"
    assert len(Table.of(engine.new("wildblue", document, 1)).hand("axis-1")) == 4


@rule("SUP 19.6.3")
@pytest.mark.parametrize("skills", [["Green", "A"], ["A", "Green"]])
def test_a_green_pilot_has_no_skill(skills: list[str]) -> None:
    document = setup({"axis-1": fighter(), "allied-1": fighter()})
    document["units"][0]["leader_pilot"] = {"name": "New Man", "skills": skills}
    with pytest.raises(EngineError, match="Green pilot has no Skill"):
        engine.new("wildblue", document, 1)


@rule("SUP 19.6.4")
@pytest.mark.parametrize(("offensive", "cards"), [(3, 2), (1, 0), (0, 0)])
def test_a_green_wingman_attacks_with_one_card_less_and_defends_as_ever(offensive: int, cards: int) -> None:
    plane = fighter(offensive=offensive, defensive=2)
    table = Table(axis(aircraft=plane, wingman_skills="Green"), allied(), step="wingman")
    before = table.pile("axis")["draw"]
    if cards:
        table.play("attack > allied-1 leader")
    else:
        assert table.asked == "axis-1 altitude-step"
    assert before - table.pile("axis")["draw"] == cards
    table = Table(allied("ims-1b1h"), axis(aircraft=plane, wingman_skills="Green"))
    table.play("play ims-1b1h > axis-1 wingman")
    assert table.pile("axis")["draw"] == 110 - 2


@rule("SUP 19.6.5", "WBY Disengagement Table modifiers")
@pytest.mark.parametrize(("skills", "status"), [("Green", "destroyed"), ("", "disengaged")])
def test_a_green_pilot_gets_away_a_level_worse(skills: str, status: str) -> None:
    table = Table(axis(wingman=False, skills=skills), allied(), axis(n=2), draws={"axis": "ims-3b3h"})
    assert table.play("disengage").status("axis-1") == status


@rule("SUP 19.6.3", "WBY 13.4")
def test_a_green_pilot_adds_nothing_to_the_balance_of_his_side() -> None:
    document = setup({"axis-1": fighter(), "allied-1": fighter()}, bonus="balance", turns=1)
    document["units"][0]["leader_pilot"] = {"name": "New Man", "skills": ["Green"]}
    assert "bonus" not in engine.new("wildblue", document, 0).position()
    document["units"][0]["leader_pilot"]["skills"] = ["A"]
    assert engine.new("wildblue", document, 0).position()["bonus"] == {"allied": 1}
