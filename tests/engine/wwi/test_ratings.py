"""The aircraft: enough of them, rated by the formula, with what the rulebook fixes."""

from __future__ import annotations

import pytest

from engine.wwi.aircraft import aircraft, catalogue
from engine.wwi.setup import cost
from engine.wwi.state import Flight
from engine.wwi.terms import NONE
from tests.engine.rules import rule
from tests.engine.wwi.ratings import derive


@pytest.mark.parametrize("slug", catalogue())
def test_every_rating_is_what_the_formula_makes_of_the_public_figures(slug: str) -> None:
    table = catalogue()[slug]
    assert table["performance"]["provenance"] == "public"
    assert table["wwi"]["provenance"] == "own"
    given = {key: value for key, value in table["wwi"].items() if key not in ("provenance", "fixed")}
    assert given == derive(table["performance"])


def test_there_are_aircraft_of_every_year_on_both_sides() -> None:
    assert len(catalogue()) >= 36
    for side in ("allied", "axis"):
        years = {table["in_service"][:4] for table in catalogue().values() if table["side"] == side}
        assert years == {"1915", "1916", "1917", "1918"}
    assert len({table["name"] for table in catalogue().values()}) == len(catalogue())
    assert all(table["note"] and table["short"] for table in catalogue().values())


@rule("WWI V04")
def test_the_figures_of_the_rulebooks_example_are_kept() -> None:
    spad, triplane = aircraft("spad-xiii"), aircraft("fokker-dr-i")
    leader = spad.leader[0]
    assert (leader.performance, leader.horsepower, leader.bursts) == (8, 3, 1)
    assert "good-guns" in spad.special
    assert spad.wingman[0].attack == 3
    assert "good-turn" in triplane.special
    assert triplane.leader[0].airframe > 3
    assert triplane.wingman[0].response == 2
    assert triplane.wingman[0].airframe <= 4
    assert triplane.wingman[1].airframe == 5

    def flight(type_: str, wingmen: int) -> int:
        return cost(Flight((aircraft(type_),) * (wingmen + 1), (), (), NONE))

    assert flight("fokker-dr-i", 3) <= 22 < flight("fokker-dr-i", 4), "as many as 22 points buy"
    assert flight("spad-xiii", 1) <= 22 < flight("spad-xiii", 2)
