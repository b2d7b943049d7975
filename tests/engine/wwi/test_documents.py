"""Positions, views, records, frames, the board, the questions for a skirmish, and the examples of the reference."""

from __future__ import annotations

import copy
import doctest
import json
import re
from pathlib import Path
from typing import Any

import pytest

import engine
from engine import heuristic_player
from engine.core.errors import BadPosition, BadRecord, BadSetup, EngineError
from engine.core.forms import Questions
from engine.core.game import Document
from engine.core.players import RandomPlayer, fly
from engine.wwi.board import board
from tests.engine.broad import broad
from tests.engine.wwi.at_random import players, setup
from tests.engine.wwi.table import Table, fighter, unit

WWI = engine.systems()["wwi"]
REFERENCE = Path(__file__).parents[3] / "docs" / "reference" / "wwi.md"


def standing() -> Document:
    """A position with something of everything."""
    return {
        "turn": 3,
        "step": "leader",
        "active": "allied-1",
        "units": {
            "allied-1": unit("maneuver ims-1b1h", aircraft="spad-xiii", wingmen=1),
            "axis-1": unit("chandelle", aircraft="fokker-dr-i", wingmen=2),
        },
        "engaged": [["allied-1", "axis-1", "advantaged"]],
    }


def changed(path: str, value: object) -> Document:
    """``standing`` with one value changed: "units axis-1 altitude"."""
    document = copy.deepcopy(standing())
    *ways, last = path.split()
    place: Any = document
    for way in ways:
        place = place[way]
    place[last] = value
    return document


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("weather", "fair", "weather"),
        ("units", {}, "no units"),
        ("units", {"allied-7": {}}, "no flight"),
        ("units allied-1", {}, "leader"),
        ("units allied-1 altitude", "very-high", "altitude"),
        ("units allied-1 hand", ["joker"], "no card"),
        ("units allied-1 hand", ["ace-pilot"] * 4, "not 4"),
        ("units allied-1 leader", {"aircraft": "spad-xxx"}, "no aircraft"),
        ("units allied-1 leader", {"aircraft": "spad-xiii", "hits": 90}, r"\[WWI Damage\]"),
        ("units allied-1 leader", {"aircraft": "spad-xiii", "status": "destroyed"}, "holds no cards"),
        ("units allied-1 wingmen", [{}] * 9, "at most 8"),
        ("units axis-1 altitude", "low", "different altitudes"),
        ("engaged", [["allied-1", "axis-1", "behind"]], "behind"),
        ("engaged", [["allied-1", "axis-1"]], "each entry"),
        ("engaged", [["allied-1", "axis-1", "tailing"], ["axis-1", "allied-1", "tailing"]], "each be on the other"),
        ("engaged", [["allied-1", "axis-1", "tailing"]] * 2, "one enemy"),
        ("engaged", [["allied-1", "allied-1", "tailing"]], "one side"),
        ("turn", 99, "turn"),
        ("turn", 0, "set-up"),
        ("step", "lunch", "step"),
        ("active", "axis-4", "active"),
        ("order", ["allied-1"], "Set-Up 6"),
        ("decks", {"allied": ["joker"]}, "no card"),
        ("decks", {"allied": ["ace-pilot"] * 5}, "deck has"),
        ("credits", [[1]], "each entry"),
        ("pending", {"decision": "respond", "actor": "axis-1 leader"}, "attacker"),
        ("pending", {"decision": "over", "actor": "axis-1 leader"}, "no decision"),
        ("pending", {"decision": "leader", "actor": "axis-1 leader"}, "actor"),
        ("pending", {"decision": "wingman", "actor": "allied-1 wingman-1"}, "not asked"),
    ],
)
def test_a_bad_position_is_refused_with_a_sentence(path: str, value: object, said: str) -> None:
    with pytest.raises(BadPosition, match=said):
        engine.position("wwi", changed(path, value))


def test_a_position_by_hand_takes_what_is_usual_for_what_it_leaves_out() -> None:
    game = engine.position("wwi", {"units": {"allied-1": {"leader": {"aircraft": "spad-xiii"}}, "axis-1": unit()}}, 3)
    written = game.position()
    assert (written["turn"], written["turns"], written["step"]) == (1, 12, "altitude")
    assert len(written["decks"]["allied"]) == 100
    assert written["units"]["allied-1"]["altitude"] == "medium"


@pytest.mark.parametrize("seed", broad(range(12), 3))
def test_every_decision_of_a_game_is_written_and_read_back_exactly(seed: int) -> None:
    game = engine.new("wwi", setup(seed), seed)
    flying = players(seed)
    while decision := game.decision:
        written = json.loads(json.dumps(game.position()))
        again = engine.position("wwi", written, seed)
        assert again.position() == written
        assert again.decision == decision
        assert again.legal() == game.legal()
        game.step(flying[decision.side].choose(game))


def test_a_record_that_tells_of_cards_there_are_not_is_refused() -> None:
    game = engine.new("wwi", WWI.scenarios()["duel"].setup, 4)
    record = str(fly(game, {side: heuristic_player("wwi", side, 4) for side in game.sides}).record)
    assert engine.replay(record).position() == game.position()
    wrong = re.sub(r"^= (allied|axis) \S+", r"= \1 joker", record, count=1, flags=re.M)
    with pytest.raises(BadRecord, match="joker"):
        engine.replay(wrong)
    with pytest.raises(BadRecord, match="which cannot be"):
        engine.replay(
            record.replace("= order allied-1 axis-1", "= order allied-2 axis-1").replace(
                "= order axis-1 allied-1", "= order axis-2 allied-1"
            )
        )


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ({"allied": ["joker"]}, "joker"),
        ({"third": ["maneuver"]}, "third"),
        ({"allied": "maneuver"}, "lists"),
        ({"allied": ["immelmann"] * 4}, "left"),
    ],
)
def test_a_script_that_cannot_come_changes_nothing(cards: Any, said: str) -> None:
    game = engine.position("wwi", standing(), 1)
    before = game.position()
    with pytest.raises(EngineError, match=said):
        game.script(cards)
    with pytest.raises(EngineError, match="dice"):
        game.script({}, [6])
    assert game.position() == before


def test_scripted_cards_stand_in_the_record_and_replay() -> None:
    table = Table(engine.position("wwi", standing(), 1)).stack(allied="ace-pilot immelmann")
    table.wait("axis-1 wingman")
    assert {"ace-pilot", "immelmann"} <= set(table.hand("allied-1"))
    assert "! allied ace-pilot immelmann" in str(table.game.record)
    assert engine.replay(str(table.game.record)).position() == table.document


def test_a_card_that_lies_on_top_may_be_put_there_again_and_the_record_replays() -> None:
    table = Table(engine.position("wwi", standing(), 1))
    for _ in range(6):
        table.stack(allied="ace-pilot")
    table.wait("axis-1 wingman")
    assert engine.replay(str(table.game.record)).position() == table.document


def test_nobody_is_told_what_another_draws() -> None:
    table = Table(engine.position("wwi", standing(), 1)).stack(allied="ace-pilot immelmann").play("end", "end")
    drawn = next(event for event in table.events if event.kind == "draw")
    assert "Ace Pilot, Immelmann" in drawn.text("allied")
    assert drawn.text("axis") == "Entente 1 (SPAD XIII) draws 3 cards."


# The board


def looks(document: Document) -> list[str]:
    return [shape.look for shape in board(document).shapes if shape.kind.endswith("plane")]


def test_the_board_shows_how_many_wings_an_aircraft_has_one_above_the_other() -> None:
    types = {"allied-1": "sopwith-triplane", "axis-1": "fokker-e-iii", "axis-2": "albatros-d-iii"}
    units = {name: unit(aircraft=type_, wingmen=1) for name, type_ in types.items()}
    kinds = [shape.kind for shape in board(Table.at(units).game.view(None)).shapes if "plane" in shape.kind]
    assert kinds == ["triplane"] * 2 + ["monoplane"] * 2 + ["biplane"] * 2


def test_a_flight_of_five_finds_room_on_the_board() -> None:
    table = Table.at({"allied-1": unit(wingmen=4), "axis-1": unit(wingmen=4)})
    drawn = board(table.game.view(None))
    wingmen = [shape for shape in drawn.shapes if "Wingman" in shape.title]
    assert len(wingmen) == 8
    for shape in wingmen:
        assert shape.size / 2 < shape.points[0][0] < drawn.width - shape.size / 2


def test_the_board_shows_who_is_on_whom_and_where_their_noses_point() -> None:
    table = Table.at(
        {"allied-1": unit(), "axis-1": unit(altitude="medium"), "axis-2": unit(altitude="high", wingmen=2)},
        engaged="allied-1 tailing axis-1",
    )
    drawn = board(table.game.view("axis"))
    arrows = [shape for shape in drawn.shapes if "arrow" in shape.look]
    assert [arrow.title for arrow in arrows] == ["Entente 1 is Tailing Central Powers 1"]
    leaders = {shape.title.split(",")[0]: shape for shape in drawn.shapes if "Leader" in shape.title}
    assert leaders["Entente 1"].turn == leaders["Central Powers 1"].turn, "both fly one way, one behind the other"
    ((start, _), (end, _)) = arrows[0].points
    assert start < end
    assert leaders["Central Powers 2"].points[0][1] < leaders["Central Powers 1"].points[0][1], "High is above"
    assert "Entente 1 is Tailing Central Powers 1." in drawn.summary
    assert "high" in leaders["Central Powers 2"].title


def test_the_board_shows_smoke_and_who_is_shot_down() -> None:
    frail = fighter(airframe=(1, 9))
    table = Table.at(
        {
            "allied-1": unit(aircraft=frail, hits=1, wingmen=[{"aircraft": frail, "status": "destroyed"}]),
            "axis-1": unit(),
            "axis-2": {"leader": {"aircraft": frail, "status": "destroyed"}},
        }
    )
    assert looks(table.game.view(None)) == ["allied damaged", "allied lost", "axis"]
    texts = [shape.text for shape in board(table.game.view(None)).shapes]
    assert "Shot down: Central Powers 2" in texts
    assert "1 Hit · 0 cards" in texts


@pytest.mark.parametrize("slug", WWI.scenarios())
def test_nothing_on_a_board_is_too_small_to_read_or_off_the_table(slug: str) -> None:
    game = engine.new("wwi", WWI.scenarios()[slug].setup, 7)
    flying = {side: heuristic_player("wwi", side, 7) for side in game.sides}
    while decision := game.decision:
        wide = board(game.view(decision.side))
        assert wide.narrow is not None
        for drawn, letters in ((wide, 48), (wide.narrow, 34)):
            for shape in drawn.shapes:
                assert shape.kind != "text" or shape.size >= drawn.width / letters
                for x, y in shape.points:
                    assert 0 <= x <= drawn.width
                    assert 0 <= y <= drawn.height
        game.step(flying[decision.side].choose(game))


def test_names_beside_each_other_have_a_gap_between_them_and_keep_off_the_arrows() -> None:
    long = "Manfred v Richthofen"
    table = Table.at({"allied-1": unit(pilot=long), "axis-1": unit(pilot=long)})
    wide = board(table.game.view(None))
    names = [shape for shape in wide.shapes if shape.text == long]
    (first, size), (second, _) = ((shape.points[0][0], shape.size) for shape in names)
    wide_of_name = len(long) * size / 2
    assert size <= wide.width / 40, "on a wide screen letters are larger than any other text of the page"
    assert second - first > 2 * wide_of_name
    leaders = [shape.points[0][0] for shape in wide.shapes if shape.key.endswith("leader")]
    assert first + wide_of_name / 2 < leaders[0] < leaders[1] < second - wide_of_name / 2


# Questions


def answers(**more: Any) -> Document:
    questions: Questions = WWI.questions()
    made: Document = {question.name: question.default for question in questions.game}
    made["units"] = {
        "allied": [{"aircraft": "sopwith-camel", "wingmen": 1, "pilot": "Collishaw"}],
        "axis": [{"aircraft": "albatros-d-va", "wingmen": 2, "wingman_aircraft": ""}],
    }
    return made | more


def test_a_skirmish_is_put_together_from_the_answers() -> None:
    game = engine.new("wwi", WWI.setup_of(answers(win="turns", turns=5)), 1)
    position = game.position()
    assert (position["win"], position["turns"], position["points"], position["year"]) == ("turns", 5, 22, 1918)
    assert position["units"]["allied-1"]["leader"]["pilot"] == "Collishaw"
    assert len(position["units"]["axis-1"]["wingmen"]) == 2


def test_a_skirmish_of_three_sides_or_mixed_flights_needs_its_switch() -> None:
    third = answers()["units"] | {"third": [{"aircraft": "spad-vii", "wingmen": 0}]}
    with pytest.raises(BadSetup, match="free_for_all"):
        engine.new("wwi", WWI.setup_of(answers(units=third)), 1)
    assert engine.new("wwi", WWI.setup_of(answers(units=third, free_for_all=True)), 1).sides[2] == "third"
    mixed = answers()["units"] | {
        "allied": [{"aircraft": "sopwith-camel", "wingmen": 2, "wingman_aircraft": "sopwith-pup"}]
    }
    with pytest.raises(BadSetup, match="mixed_flights"):
        engine.new("wwi", WWI.setup_of(answers(units=mixed)), 1)
    assert engine.new("wwi", WWI.setup_of(answers(units=mixed, mixed_flights=True)), 1).decision


@pytest.mark.parametrize("wrong", [{"units": 5}, {"year": "soon"}, {"win": "never"}, {"units": {"allied": [5]}}])
def test_answers_that_make_no_set_up_are_refused(wrong: Document) -> None:
    with pytest.raises(BadSetup):
        WWI.setup_of(answers(**wrong))


# Heuristic players


def test_rules_of_thumb_beat_chance_in_the_first_scenario() -> None:
    first = next(iter(WWI.scenarios().values())).setup
    wins = 0
    for seed in range(20):
        for side, other in (("allied", "axis"), ("axis", "allied")):
            flying = {side: heuristic_player("wwi", side, seed), other: RandomPlayer(seed, other)}
            report = fly(engine.new("wwi", first, seed), flying).report()
            wins += report.points(side) > report.points(other)
    assert wins >= 34


def test_doctrines_fly_differently_and_there_are_no_others() -> None:
    first = next(iter(WWI.scenarios().values())).setup
    records = set()
    for doctrine in ("cautious", "steady", "bold"):
        game = engine.new("wwi", first, 2)
        flying = {side: heuristic_player("wwi", side, 2, doctrine) for side in game.sides}
        records.add(fly(game, flying).record.decisions)
    assert len(records) == 3
    with pytest.raises(EngineError, match="reckless"):
        heuristic_player("wwi", "allied", 1, "reckless")


# The reference


def test_the_examples_of_the_reference_run_as_shown() -> None:
    examples = re.findall(r"^```python\n(.*?)^```", REFERENCE.read_text("utf-8"), re.M | re.S)
    assert examples
    shared: dict[str, Any] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for number, example in enumerate(examples, 1):
        test = doctest.DocTestParser().get_doctest(example, shared, f"wwi.md, example {number}", "wwi.md", 0)
        failures: list[str] = []
        outcome = runner.run(test, out=failures.append, clear_globs=False)
        assert outcome.failed == 0, "".join(failures)
        shared = test.globs


def test_a_game_that_ends_while_others_would_still_follow_is_read_back() -> None:
    """The first who follows tears off a damaged wing, which wins the game for who damaged it."""
    doomed = fighter(airframe=(3, 6))
    game = engine.position(
        "wwi",
        {
            "step": "altitude",
            "active": "axis-1",
            "win": "first-kill",
            "options": {"free_for_all": True},
            "units": {
                "axis-1": {"side": "axis", "altitude": "high", "leader": {"aircraft": fighter()}},
                "allied-1": {
                    "side": "allied",
                    "altitude": "high",
                    "leader": {"aircraft": doomed, "hits": 5, "lasting": {"wing": 1, "wing_by": "axis-1 leader"}},
                },
                "third-1": {"side": "third", "altitude": "high", "leader": {"aircraft": fighter()}},
            },
            "engaged": [["allied-1", "axis-1", "tailing"], ["third-1", "axis-1", "tailing"]],
        },
    )
    game.play(game.parse("dive"))
    while game.decision:
        game.play(game.parse("follow"))
    position = game.position()
    assert position["step"] == "over"
    assert position["engaged"], "somebody had not been asked yet"
    assert engine.position("wwi", position).position() == position
