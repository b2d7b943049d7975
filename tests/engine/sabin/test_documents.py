"""Positions, texts, records, frames, the board and the questions, as pages and bots use them."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.core.board import NO_STEP, Step
from engine.core.errors import BadPosition, BadSetup, EngineError, IllegalAction
from engine.core.game import SIDES, Document, Game
from engine.sabin.actions import NUMBER, TEXT
from tests.engine.sabin import at_random
from tests.engine.sabin.table import FAR, begun, bombers, escort, interceptor, play, position, unit, where

SABIN = engine.systems()["sabin"]


def test_the_text_of_every_action_names_it_again() -> None:
    assert [NUMBER[text] for text in TEXT] == list(range(len(TEXT)))
    assert all(text == text.lower() or re.fullmatch(r"(fly|column|deploy) [A-Z]-[A-Z].*", text) for text in TEXT)


def test_every_action_of_random_games_is_read_back_from_its_text() -> None:
    for seed in range(40):
        game, players = engine.new("sabin", at_random.setup(seed), seed), at_random.players(seed)
        while game.deciding:
            for action in game.legal():
                assert game.parse(game.action_text(action)) == action
            game.step(players[game.deciding].choose(game))


LEGAL = (bombers(), escort("O-P 10-11 left (level forwards)"))


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"turn": 21}, "from 1 to 20"),
        ({"turn": 0}, "from 1 to 20"),
        ({"phase": "lunch"}, "must be one of set-up"),
        ({"active": "allied-2"}, "does not move in this phase"),
        ({"active": "axis-9"}, "does not move in this phase"),
        ({"sky": "rain"}, "must be one of clear"),
        ({"credits": [["axis-1", "allied-1", 3]]}, "each of 'credits'"),
        ({"credits": [[[], "allied-1", 1]]}, "each of 'credits'"),
        ({"credits": [["axis-1", "allied-1", 1]] * 1001}, "more than 1000"),
        ({"scripted": [7]}, "from 1 to 6"),
        ({"scripted": "6"}, "must be a list"),
        ({"ending": "out-of-turns"}, "only a game that is over"),
        ({"phase": "over", "ending": ""}, "'ending' must be one of"),
        ({"phase": "over", "ending": "last-left"}, "SABIN Victory c"),
        ({"combat": {"by": "axis-1", "against": "allied-2"}}, "both are in one block"),
        ({"combat": {"by": "allied-2", "against": "axis-1"}}, "in this phase"),
        ({"combat": {"by": "axis-1", "against": "axis-2"}}, "a unit of the other side"),
        ({"combat": {"by": "axis-1"}}, "a unit of the other side"),
        ({"combat": 5}, "must be an object"),
        ({"colour": "red"}, "unknown key 'colour'"),
        ({"units": {}}, "names no units"),
        ({"units": {"allied-1": {"role": "bomber"}}}, "bombers and interceptors"),
        ({"units": {"red-1": {}}}, "there is no unit 'red-1'"),
        ({"units": {"allied-1": 5}}, "must be an object"),
        ({"units": []}, "must be an object"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_a_sentence(changed: Document, problem: str) -> None:
    document = position(*LEGAL, against=(interceptor("Q-R 10-11 left (level back)"),)) | changed
    with pytest.raises(BadPosition) as refusal:
        engine.position("sabin", document)
    assert problem in str(refusal.value)


@pytest.mark.parametrize(
    ("unit", "problem"),
    [
        ({"column": None}, "'column' is missing"),
        ({"row": "1-2"}, "must be one of 0-1"),
        ({"depth": 1}, "must be one of left"),
        ({"heading": "up"}, "must be one of forwards"),
        ({"status": "to-deploy"}, "set up before the first turn"),
        ({"status": "lost"}, "must be one of flying"),
        ({"hits": 1, "inverted": False}, "a flight that is hit is inverted"),
        ({"hits": 1000}, "from 0 to 999"),
        ({"inverted": "yes"}, "must be true or false"),
    ],
)
def test_a_unit_that_cannot_be_so_is_refused_with_a_sentence(unit: Document, problem: str) -> None:
    flight = interceptor("Q-R 10-11 left (level back)") | unit
    with pytest.raises(BadPosition) as refusal:
        engine.position("sabin", position(*LEGAL, against=(flight,)))
    assert problem in str(refusal.value)


@pytest.mark.parametrize("unit", [{"status": "broke-formation"}, {"inverted": True}])
def test_bombers_neither_leave_nor_are_inverted(unit: Document) -> None:
    with pytest.raises(BadPosition, match="SABIN Combat h"):
        engine.position("sabin", position(bombers(**unit), against=(FAR,)))


def test_a_combat_in_which_nobody_is_asked_is_refused() -> None:
    shifted = interceptor("M-N 6-7 middle (dive back)")
    document = position(bombers(), against=(shifted,), phase="bombers")
    with pytest.raises(BadPosition, match="SABIN Combat c"):
        engine.position("sabin", document | {"combat": {"by": "axis-1", "against": "allied-1"}})
    head_on = position(*LEGAL, against=(interceptor("M-N 6-7 middle (level back)"), FAR))
    with pytest.raises(BadPosition, match="decides in this combat"):
        engine.position("sabin", head_on | {"active": "axis-2", "combat": {"by": "axis-1", "against": "allied-1"}})


def test_a_position_in_the_middle_of_a_combat_is_taken_up_there() -> None:
    ours, theirs = escort("Q-R 10-11 left (level forwards)"), interceptor("S-T 10-11 left (level back)")
    game = begun(bombers(), ours, against=(theirs, FAR), dice=(6,))
    play(game, "fly Q-R 10-11 left (level back)", "fire")
    again = engine.position("sabin", json.loads(json.dumps(game.position())))
    assert again.decision == game.decision
    assert again.decision is not None
    assert again.decision.unit == "allied-2"
    for each in (game, again):
        play(each, "fire")
    assert again.position() == game.position()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("fly A-B 10-11 left (level back)", "moves 1 or 2 blocks ahead, no more and no less. [SABIN Movement a]"),
        ("fly C-D 10-11 left (level back)", "may not end its move behind column E-F"),
        ("fire", "has another decision to make (move)"),
        ("fly to the moon", "no such action"),
    ],
)
def test_a_refused_move_says_why(text: str, why: str) -> None:
    game = begun(*LEGAL, against=(interceptor("G-H 10-11 left (level back)"), FAR))
    with pytest.raises(IllegalAction) as refusal:
        game.parse(text)
    assert why in refusal.value.why


def test_other_refused_moves_say_why() -> None:
    def why(game: Game, text: str) -> str:
        with pytest.raises(IllegalAction) as refusal:
            game.parse(text)
        return refusal.value.why

    start = interceptor("Q-R 10-11 middle (level back)")
    held = begun(
        bombers(),
        escort("Q-R 10-11 middle (level forwards)"),
        escort("O-P 10-11 middle (level forwards)"),
        against=(start, FAR),
    )
    assert "begins with an enemy" in why(held, "fly O-P 10-11 middle (level back)")
    near = begun(bombers(), against=(interceptor("O-P 6-7 middle (level back)"), FAR))
    assert "so near to the bombers" in why(near, "fly M-N 6-7 left (level forwards)")
    cloudy = begun(bombers(), against=(interceptor("Q-R 12-13 left (level back)"), FAR), sky="high-cloud")
    assert "in cloud" in why(cloudy, "fly O-P 12-13 middle (level forwards)")
    taken = begun(bombers(), escort("K-L 6-7 middle (level forwards)"), against=(FAR,), phase="escorts")
    assert "taken by its own side" in why(taken, "fly M-N 6-7 middle (level forwards)")
    behind_them = begun(
        bombers(),
        against=(
            interceptor("O-P 6-7 middle (level back)"),
            interceptor("M-N 6-7 left (level forwards)"),  # it has yet to move, so that its block is open
            FAR,
        ),
    )
    assert "so near to the bombers" in why(behind_them, "fly M-N 6-7 left (level forwards)")
    first = SABIN.scenarios()["first-game"].setup
    game = engine.new("sabin", first, 1)
    assert "may not be set up there" in why(game, "column A-B")
    play(game, "column M-N")
    assert "taken by its own side" in why(game, "deploy M-N 6-7 middle")
    assert "no higher than row 10-11" in why(game, "deploy M-N 12-13 middle")
    assert "is set up in column M-N" in why(game, "deploy O-P 6-7 middle")


def test_a_script_takes_dice_and_no_cards() -> None:
    game = begun(*LEGAL, against=(FAR,))
    with pytest.raises(EngineError, match="dice and no cards"):
        game.script({"axis": ["maneuver"]})
    with pytest.raises(EngineError, match="from 1 to 6"):
        game.script({}, [0])


# Frames and board


def test_a_frame_tells_of_a_move_with_all_that_it_leads_to() -> None:
    setup = SABIN.scenarios()["first-game"].setup
    game = engine.new("sabin", setup, 5)
    players = at_random.players(5)
    while game.deciding:
        game.step(players[game.deciding].choose(game))
    frames = list(engine.frames(game.record, None))
    assert frames[0].step == "set-up"
    assert frames[0].turn == 0
    assert {frame.step for frame in frames[1:]} <= {"move", "turn-back", "interceptors", "bombers", "escorts"}
    for frame in frames[1:]:
        begins = [n for n, event in enumerate(frame.events) if event.kind == "turn"]
        assert begins in ([], [0]), "a frame goes on past the end of a turn"
        assert frame.view["turn"] == frame.turn
    shifts = [frame for frame in frames if frame.step == "bombers"]
    assert len(shifts) == game.turn - (game.position()["phase"] == "over" and game.position()["ending"] == "last-left")
    moves = [frame for frame in frames if frame.step == "move"]
    assert all(frame.action in ("break formation",) or frame.action.startswith("fly") for frame in moves)
    assert all(frame.actor.startswith(("allied", "axis")) for frame in moves)


def test_the_board_shows_every_unit_where_it_is_and_says_so() -> None:
    game = begun(
        bombers(),
        escort("Q-R 10-11 left (climb forwards)", "weak", aircraft="spitfire"),
        escort("E-F 0-1 right (dive back)", inverted=True),
        against=(interceptor("Q-R 10-11 left (dive back)"), FAR),
        sky="high-cloud",
        altitude="low",
        phase="escorts",
    )
    board = SABIN.board(game.view(None))
    assert board is not None
    assert board.view == "side"
    shown = {shape.title: shape for shape in board.shapes if shape.kind in ("aircraft", "bomber")}
    assert len(shown) == len([name for name in game.view(None)["units"] if where(game, name)])
    spitfire = shown["Spitfire A: Q-R 10-11 left, climb forwards"]
    diver = shown["Interceptor A: Q-R 10-11 left, dive back"]
    assert (spitfire.turn, diver.turn) == (-30, 150)
    assert 0 < diver.points[0][0] - spitfire.points[0][0] < 1.5, "both in one box"
    assert 0 < diver.points[0][1] - spitfire.points[0][1] < 1, "and in one block of it"
    assert spitfire.text == "A"
    assert "allied" in spitfire.look
    assert all(0 <= x <= board.width and 0 <= y <= board.height for shape in board.shapes for x, y in shape.points)
    looks = [shape.look for shape in board.shapes]
    assert looks.count("cloud") == 2
    assert "land" in looks
    assert "Spitfire A: Q-R 10-11 left" in board.summary
    sunny = SABIN.board(begun(bombers(), against=(FAR,), sky="sun-front-right").view(None))
    assert sunny is not None
    (sun,) = (shape for shape in sunny.shapes if shape.look == "sun")
    assert sun.points[0][0] > sunny.width / 2


def test_the_board_shows_the_boxes_around_the_units_and_the_whole_of_it_where_they_are_far_apart() -> None:
    def names(*spots: str) -> set[str]:
        board = SABIN.board(begun(bombers(), against=tuple(map(interceptor, spots))).view(None))
        assert board is not None
        assert all(0 <= x <= board.width and 0 <= y <= board.height for each in board.shapes for x, y in each.points)
        assert min(shape.size for shape in board.shapes if shape.kind == "text") * 34 > board.width
        return {shape.text for shape in board.shapes if shape.look == "label"}

    near = names("Q-R 10-11 left (level back)")
    assert {"MN", "QR", "ST", "6", "10", "12"} <= near
    assert not {"AB", "18"} & near
    assert {"AB", "YZ", "0", "18"} <= names("A-B 0-1 left (level forwards)", "Y-Z 18-19 left (level back)")


def test_units_are_told_by_their_letters_squadrons_by_number_and_sides_only_where_both_fly_one_type() -> None:
    game = begun(
        bombers(),
        unit("bomber", "M-N 8-9 middle (level forwards)", type="medium"),
        escort("Q-R 10-11 left (level back)", aircraft="hurricane"),
        against=(interceptor("E-F 10-11 left (level forwards)", aircraft="hurricane"), FAR),
    )
    titles = [unit["title"] for unit in game.view(None)["units"].values()]
    assert titles == [
        "Bomber squadron 1", "Bomber squadron 2", "Hurricane A (Allied)", "Hurricane A (Axis)", "Interceptor B",
    ]  # fmt: skip


def test_an_inverted_flight_is_drawn_upside_down_and_who_flies_back_is_not() -> None:
    game = begun(
        bombers(),
        escort("E-F 0-1 right (level back)", inverted=True),
        against=(interceptor("Q-R 10-11 left (level back)"),),
    )
    board = SABIN.board(game.view(None))
    assert board is not None
    shown = [shape for shape in board.shapes if shape.kind in ("aircraft", "bomber")]
    on_their_backs = [shape for shape in shown if shape.mirrored != (90 < shape.turn < 270)]
    assert [shape.look for shape in on_their_backs] == ["allied damaged"]


def test_the_board_of_a_replay_marks_who_has_just_moved_and_a_table_who_has_to_move() -> None:
    def marked(view: Document, step: Step = NO_STEP) -> list[str]:
        board = SABIN.board(view, step)
        assert board is not None
        return [shape.title.partition(":")[0] for shape in board.shapes if "moved" in shape.look.split()]

    game = begun(*LEGAL, escort("M-N 6-7 left (level forwards)"), against=(FAR,), phase="escorts")
    mover = game.view(None)["decision"]["unit"]
    before = marked(game.view(None))
    game.step(game.legal()[0])
    assert len(before) == 1
    assert marked(game.view(None), Step("move", mover)) == before
    assert marked(game.view(None)) != before
    assert marked(game.view(None), Step("bombers")) == []


# A game of one's own


def answers(**changed: Any) -> Document:
    proposed = {question.name: question.default for question in SABIN.questions().game}
    units = {
        "allied": [{"aircraft": "spitfire"}],
        "axis": [{"aircraft": "bf-110"}, {"aircraft": "bf-109", "as": "weak"}],
    }
    return proposed | {"units": units} | changed


def test_a_skirmish_as_proposed_has_bombers_and_the_flights_that_were_named() -> None:
    game = engine.new("sabin", SABIN.setup_of(answers()), 1)
    units = game.view(None)["units"]
    told = {name: (unit["role"], unit["name"], unit["traits"]) for name, unit in units.items()}
    assert told == {
        "allied-1": ("bomber", "Blenheim", []),
        "allied-2": ("escort", "Spitfire", []),
        "axis-1": ("interceptor", "Bf 110", ["heavy"]),
        "axis-2": ("interceptor", "Bf 109", ["weak"]),
    }


def test_bombers_among_the_units_are_the_squadrons_and_fighters_may_carry_bombs() -> None:
    units = {
        "allied": [{"aircraft": "p-51"}, {"aircraft": "p-47", "as": "fighter-bomber", "size": 8}],
        "axis": [{"aircraft": "fw-190"}],
    }
    setup = SABIN.setup_of(answers(units=units, altitude="low", sky="low-cloud"))
    game = engine.new("sabin", setup, 1)
    squadron = game.view(None)["units"]["allied-1"]
    assert (squadron["role"], squadron["type"], squadron["size"]) == ("bomber", "fighter-bomber", 8)
    assert game.view(None)["sky"] == "low-cloud"


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"escorting": "neutral"}, "must be one of allied, axis"),
        ({"units": {"axis": [{"aircraft": "ufo"}]}}, "There is no aircraft 'ufo'"),
        ({"units": {"axis": [{}]}}, "'aircraft' is missing|must be a text"),
        ({"units": {"axis": [{"aircraft": "bf-109", "as": "jet"}]}}, "is not known here"),
        ({"units": {"allied": [{"aircraft": "b-25", "as": "weak"}]}}, "cannot be flown as fighters"),
        ({"units": {"axis": [{"aircraft": "bf-109"}] * 10}}, "at most 9 units"),
        ({"units": {"axis": 5}}, "must be a list"),
        ({"handicap": "much"}, "whole number"),
    ],
)
def test_answers_that_make_no_set_up_are_refused(changed: Document, problem: str) -> None:
    with pytest.raises(BadSetup, match=problem):
        SABIN.setup_of(answers(**changed))


def test_every_option_of_every_question_leads_to_a_game() -> None:
    questions = SABIN.questions()
    for question in questions.game:
        for option in question.options:
            flight = [{"aircraft": "fw-190"}]
            given = answers(**{question.name: option.value}, units={"allied": flight, "axis": flight})
            assert engine.new("sabin", SABIN.setup_of(given), 1).decision, (question.name, option.value)
    names = {option.value for option in questions.unit[0].options}
    for scenario in SABIN.scenarios().values():
        assert {unit["aircraft"] for unit in scenario.setup["units"]} <= names


def test_the_sides_are_those_of_the_other_systems() -> None:
    assert tuple(SABIN.sides) == SIDES
    assert SABIN.about


PAGE = Path(__file__).parents[3] / "docs" / "reference" / "sabin.md"


def test_the_examples_of_the_reference_page_run_as_shown() -> None:
    examples = re.findall(r"^```python\n(.*?)^```", PAGE.read_text("utf-8"), re.M | re.S)
    assert examples
    shared: dict[str, Any] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for number, example in enumerate(examples, 1):
        test = doctest.DocTestParser().get_doctest(example, shared, f"sabin.md, example {number}", "sabin.md", 0)
        failures: list[str] = []
        outcome = runner.run(test, out=failures.append, clear_globs=False)
        assert outcome.failed == 0, "".join(failures)
        shared = test.globs


def test_a_combat_over_a_friend_who_has_yet_to_move_is_taken_up_there() -> None:
    """Found by random games: the enemy who was asked was taken for the flight that moves."""
    game = begun(
        bombers(),
        escort("Q-R 10-11 left (level forwards)"),
        against=(interceptor("S-T 10-11 left (level back)"), interceptor("Q-R 10-11 left (dive back)"), FAR),
    )
    play(game, "fly Q-R 10-11 left (level back)", "fire")
    again = engine.position("sabin", game.position())
    assert again.position() == game.position()
    assert again.legal() == game.legal()
