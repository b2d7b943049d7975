"""Records of the first edition of Wild Blue Yonder: stored games that the rulings of the second do not change."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import engine
from engine.core.errors import BadRecord
from engine.core.game import SIDES, Document
from tests.engine.missions.sky import Sky, interceptor, light_bomber, mission, striker
from tests.engine.rules import rule
from tests.engine.wildblue.table import fighter

STORED = sorted(Path(__file__).with_name("first_edition").glob("*.txt"))


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_record_of_the_first_edition_replays_to_its_end_with_its_points(path: Path) -> None:
    points, _, record = path.read_text("utf-8").partition("\n")
    game = engine.replay(record)
    assert str(game.record) == record
    report = game.report()
    assert [report.points(side) for side in SIDES] == [int(each) for each in points.split()]
    assert list(engine.frames(record, None))


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_by_the_second_it_would_break_or_score_otherwise(path: Path) -> None:
    points, _, record = path.read_text("utf-8").partition("\n")
    try:
        report = engine.replay(record.replace('"seed":', '"rules":2,"seed":', 1)).report()
    except BadRecord:
        return
    assert [report.points(side) for side in SIDES] != [int(each) for each in points.split()]


def points_for_leaving(start: Document, begins: str, rules: int) -> int:
    """The points that the Allied side has of a Light Bomber which Disengages."""
    head = {"format": 1, "system": "wildblue", "seed": 1, "rules": rules, begins: start}
    sky = Sky.of(engine.replay(json.dumps(head) + "\n"))
    sky.until("axis-1 leader").stack(axis="ace-pilot ace-pilot").play("disengage").end()
    return next((score.points for score in sky.report().scores if score.reason == "disengaged"), 0)


@rule("WBY 17.2", "WBY 4.9.3")
@pytest.mark.parametrize("values", [{}, {"jettisoned": 2}, {"disengaged": {"fighter": 3}}])
def test_points_that_a_mission_leaves_out_are_those_of_its_edition(values: Document) -> None:
    start = mission(striker("axis", 1, wingman=False), interceptor("allied", 1), values=values)
    assert [points_for_leaving(start, "setup", rules) for rules in (1, 2)] == [0, 2]
    start["values"] = {"disengaged": {"light-bomber": 2}}
    assert points_for_leaving(start, "setup", 1) == 2


@rule("WBY 17.2", "WBY 4.9.3")
@pytest.mark.parametrize("values", [None, {"fighter": {"damaged": 3}}])
def test_points_that_a_position_leaves_out_are_those_of_its_edition(values: Document | None) -> None:
    units = {"axis-1": {"leader": {"aircraft": light_bomber()}}, "allied-1": {"leader": {"aircraft": fighter()}}}
    start = {"units": units, "active": "axis-1", "step": "leader", "values": values}
    assert [points_for_leaving(start, "position", rules) for rules in (1, 2)] == [0, 2]


def test_a_new_game_is_of_the_second_edition_and_stays_so() -> None:
    game = engine.new("wildblue", engine.systems()["wildblue"].scenarios()["sections"].setup, 1)
    assert game.record.rules == 2
    assert engine.replay(str(game.record)).record == game.record
    with pytest.raises(BadRecord, match="rules"):
        engine.replay(str(game.record).replace('"rules":2', '"rules":"new"'))


@pytest.mark.parametrize("rules", ["0", "-1", "3", "true", "false", "1.0", "null"])
def test_a_record_of_an_edition_that_there_is_not_is_refused(rules: str) -> None:
    start = mission(striker("axis", 1), interceptor("allied", 1))
    head = json.dumps({"format": 1, "system": "wildblue", "seed": 1, "rules": 2, "setup": start})
    record = head.replace('"rules": 2', f'"rules": {rules}') + "\n"
    with pytest.raises(BadRecord, match="rules"):
        engine.replay(record)
    with pytest.raises(BadRecord, match="rules"):
        list(engine.frames(record, None))


@pytest.mark.parametrize("system", sorted(engine.systems().keys() - {"wildblue"}))
def test_a_system_of_one_edition_knows_no_second(system: str) -> None:
    game = engine.new(system, next(iter(engine.systems()[system].scenarios().values())).setup, 1)
    with pytest.raises(BadRecord, match="from 1 to 1"):
        engine.replay(str(game.record).replace('"seed":1', '"seed":1,"rules":2', 1))
