"""Records of the first edition of Wild Blue Yonder: stored games that the rulings of the second do not change."""

from __future__ import annotations

from pathlib import Path

import pytest

import engine
from engine.core.errors import BadRecord
from engine.core.game import SIDES

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


def test_a_new_game_is_of_the_second_edition_and_stays_so() -> None:
    game = engine.new("wildblue", engine.systems()["wildblue"].scenarios()["sections"].setup, 1)
    assert game.record.rules == 2
    assert engine.replay(str(game.record)).record == game.record
    with pytest.raises(BadRecord, match="rules"):
        engine.replay(str(game.record).replace('"rules":2', '"rules":"new"'))
