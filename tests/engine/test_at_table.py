"""A set-up outside campaigns that is played at a table: who takes off, and the points of what became of them."""

from __future__ import annotations

import pytest

import engine
from engine.core.at_table import AtTable
from engine.core.campaigns import answered
from engine.core.errors import BadAnswer
from engine.core.game import Document
from engine.core.players import fly
from engine.core.report import Report
from engine.wwi.at_table import DRAW, WINNER
from tests.engine.broad import broad_rows
from tests.engine.rules import rule

SCENARIOS = [(slug, name) for slug, system in engine.systems().items() for name in system.scenarios()]
HERE = SCENARIOS[::4]


def flown(slug: str, setup: Document) -> Report:
    game = engine.new(slug, setup, seed=3)
    fly(game, {side: engine.heuristic_player(slug, side, 3, "bold") for side in game.sides})
    return game.report()


def table(slug: str, setup: Document) -> AtTable:
    return engine.systems()[slug].at_table(setup)


@pytest.mark.parametrize(
    ("slug", "name"), broad_rows([*HERE, *(each for each in SCENARIOS if each not in HERE)], len(HERE))
)
def test_a_table_reckons_every_scenario_as_its_game_does(slug: str, name: str) -> None:
    setup = engine.systems()[slug].scenarios()[name].setup
    at_table, report = table(slug, setup), flown(slug, setup)
    sheet = at_table.sheet(at_table.order)
    assert [unit.id for unit in at_table.order.units]
    if len({each.side for each in report.aircraft}) > 2:
        return  # a campaign's terms know two sides: what is told of more has a test of its own
    asked = {question.name for question in sheet.questions}
    said = {question: answer for question, answer in report.answers.items() if question in asked}
    if WINNER in asked:
        said[WINNER] = report.scores[0].side if report.scores else DRAW
    told = at_table.retold(at_table.order, report).aircraft
    scores = at_table.scores(at_table.order, told, answered(sheet.questions, said), report.target)
    assert {side: sum(each.points for each in scores if each.side == side) for side in ("allied", "axis")} == {
        side: report.points(side) for side in ("allied", "axis")
    }


def test_hits_of_a_flight_are_told_as_one_line_with_whom_it_hit() -> None:
    setup = engine.systems()["sabin"].scenarios()["first-game"].setup
    at_table, report = table("sabin", setup), flown("sabin", setup)
    told = at_table.as_game_tells(at_table.retold(at_table.order, report).aircraft)
    units = [unit.id for unit in at_table.order.units]
    assert [(each.unit, each.aircraft, each.size, each.hits, each.status) for each in told] == [
        (each.unit, each.aircraft, each.size, each.hits, each.status)
        for each in sorted(report.aircraft, key=lambda each: units.index(each.unit))
    ]


@rule("WWI How to Win")
def test_who_has_won_by_the_fall_of_leaders_is_asked_and_has_a_leader_in_the_air() -> None:
    setup = engine.systems()["wwi"].scenarios()["duel"].setup
    at_table, report = table("wwi", setup), flown("wwi", setup)
    fallen = [each.side for each in report.aircraft if each.status == "destroyed"]
    assert len(fallen) == 1
    told = at_table.retold(at_table.order, report).aircraft
    with pytest.raises(BadAnswer, match="no Leader left"):
        at_table.scores(at_table.order, told, {WINNER: fallen[0]})
    assert at_table.scores(at_table.order, told, {WINNER: DRAW}) == ()


def test_all_sides_of_a_free_for_all_are_asked_about() -> None:
    setup = engine.systems()["wwi"].scenarios()["free-for-all"].setup
    at_table = table("wwi", setup)
    assert {unit.side for unit in at_table.order.units} == {unit["id"].rpartition("-")[0] for unit in setup["units"]}
    (question,) = at_table.sheet(at_table.order).questions or (None,)
    assert question is None or len(question.options) > 2
