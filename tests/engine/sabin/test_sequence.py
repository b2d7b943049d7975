"""Set-up, the phases of a turn, and who wins."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.core.errors import BadSetup
from engine.core.game import Document, Game
from tests.engine.rules import rule
from tests.engine.sabin.table import FAR, begun, bombers, escort, interceptor, play, where

SABIN = engine.systems()["sabin"]
FIRST = SABIN.scenarios()["first-game"].setup


def set_up(*dice: int, **changed: Any) -> Game:
    """The first game, with other dice or other terms."""
    units = changed.pop("units", FIRST["units"])
    game = engine.new("sabin", {**FIRST, "units": units, **changed}, seed=3)
    game.script({}, dice)
    return game


def choose(game: Game, *texts: str) -> Game:
    play(game, *texts)
    return game


def legal(game: Game) -> list[str]:
    return [game.action_text(action) for action in game.legal()]


ESCORTS_SET_UP = ("column O-P", "deploy O-P 10-11 left", "column K-L", "deploy K-L 6-7 right")


@rule("SABIN S08", "SABIN Units a")
def test_the_first_game_is_a_squadron_two_escorts_three_interceptors_up_to_row_8_and_a_handicap_of_1() -> None:
    position = set_up().position()
    assert [unit["role"] for unit in position["units"].values()] == ["bomber", *["escort"] * 2, *["interceptor"] * 3]
    assert (position["handicap"], position["ceiling"], position["turns"]) == (1, "8-9", 20)
    assert position["sky"] == "clear"


@rule("SABIN Set-Up a")
def test_squadrons_stand_in_the_middle_of_column_m_n_one_above_the_other() -> None:
    game = begun(bombers(), bombers(), against=(FAR,))
    assert where(game, "allied-1") == "M-N 6-7 middle (level forwards)"
    assert where(game, "allied-2") == "M-N 8-9 middle (level forwards)"


@rule("SABIN Set-Up b", "SABIN Set-Up e")
def test_escorts_stand_level_forwards_from_e_to_v_up_to_row_10_in_blocks_of_their_own() -> None:
    game = set_up()
    columns = [text.removeprefix("column ") for text in legal(game)]
    assert (columns[0], columns[-1], len(columns)) == ("E-F", "U-V", 9)
    choose(game, "column M-N")
    blocks = legal(game)
    assert len(blocks) == 6 * 3 - 1
    assert "deploy M-N 6-7 middle" not in blocks
    assert "deploy M-N 10-11 left" in blocks
    choose(game, "deploy M-N 10-11 left")
    assert where(game, "allied-2") == "M-N 10-11 left (level forwards)"
    choose(game, "column M-N")
    assert "deploy M-N 10-11 left" not in legal(game)
    assert "deploy M-N 10-11 right" in legal(game)


@rule("SABIN Set-Up c", "SABIN Set-Up d")
@pytest.mark.parametrize(("die", "column", "orientation"), [(2, "A-B", "level forwards"), (3, "Y-Z", "level back")])
def test_a_die_tells_whence_interceptors_come_and_they_stand_there_up_to_the_agreed_row(
    die: int, column: str, orientation: str
) -> None:
    game = choose(set_up(die), *ESCORTS_SET_UP)
    blocks = legal(game)
    assert len(blocks) == 5 * 3
    assert {text.split()[1] for text in blocks} == {column}
    choose(game, f"deploy {column} 8-9 left")
    assert where(game, "axis-1") == f"{column} 8-9 left ({orientation})"
    assert len(legal(game)) == 5 * 3 - 1


@rule("SABIN Set-Up c")
def test_each_die_has_its_side() -> None:
    sides = [choose(set_up(die), *ESCORTS_SET_UP).position()["approach"] for die in range(1, 7)]
    assert sides == ["rear", "rear", "front", "front", "front", "front"]


@rule("SABIN Sequence", "SABIN Movement e", "SABIN Victory a")
def test_a_turn_is_interceptors_then_the_shift_then_escorts() -> None:
    game = begun(
        bombers(),
        escort("O-P 10-11 left (dive back)"),
        against=(interceptor("S-T 14-15 right (level back)"),),
    )
    assert game.turn == 1
    said = play(game, "fly Q-R 14-15 right (climb back)")
    assert where(game, "axis-1") == "O-P 14-15 right (climb back)"
    assert where(game, "allied-2") == "M-N 10-11 left (dive back)"
    assert said.index("The bombers’ phase.") < said.index("The escorts’ phase.")
    assert game.decision is not None
    assert game.decision.unit == "allied-2"
    play(game, "fly I-J 6-7 left (dive back)")
    assert game.turn == 2
    assert game.decision.unit == "axis-1"


@rule("SABIN Victory c", "SABIN Victory a")
def test_the_game_ends_after_20_turns() -> None:
    game = begun(
        bombers(),
        escort("O-P 10-11 left (level forwards)"),
        against=(interceptor("S-T 14-15 right (level back)"),),
        turn=20,
    )
    play(game, "fly Q-R 14-15 right (level back)", "fly O-P 10-11 left (level forwards)")
    assert game.decision is None
    assert game.report().turns == 20
    assert game.position()["ending"] == "out-of-turns"


@rule("SABIN Victory c")
def test_the_game_ends_at_once_when_the_last_interceptors_leave() -> None:
    game = begun(bombers(), escort("O-P 10-11 left (level forwards)"), against=(FAR,))
    said = play(game, "break formation")
    assert game.decision is None
    assert said[-1].startswith("The last interceptors have left.")


@rule("SABIN Victory d")
@pytest.mark.parametrize(
    ("handicap", "on_bombers", "on_fighters", "allied", "axis", "outcome"),
    [
        (1, 3, 1, 2, 3, "The Axis wins, 3 to 2."),
        (2, 3, 1, 3, 3, "A draw, 3 to 3."),
        (4, 3, 1, 5, 3, "The Allies win, 5 to 3."),
    ],
)
def test_hits_and_handicap_decide(
    handicap: int, on_bombers: int, on_fighters: int, allied: int, axis: int, outcome: str
) -> None:
    game = begun(
        bombers(hits=on_bombers),
        against=(FAR | {"hits": on_fighters, "inverted": True},),
        handicap=handicap,
        credits=[["axis-1", "allied-1", 1], ["axis-1", "allied-1", 2], ["allied-1", "axis-1", 1]],
    )
    assert game.decision is None
    report = game.report()
    assert (report.points("allied"), report.points("axis")) == (allied, axis)
    assert report.notes == (outcome,)
    squadron, flight = report.aircraft
    assert (squadron.size, squadron.hits, squadron.status, squadron.exit) == (12, 3, "damaged", "")
    assert (flight.size, flight.hits, flight.exit, len(flight.damaged)) == (4, 1, "disengaged", 3)
    assert flight.cause == "return fire of Bomber"


def end_of_turn(asked: str, handicap: int = 0, **hits: int) -> Game:
    return begun(
        bombers(hits=hits.get("bombers", 0)),
        against=(interceptor("Q-R 14-15 right (level back)"),),
        options={"turning_back": asked},
        handicap=handicap,
        phase="end-of-turn",
    )


@rule("SABIN Victory b")
def test_at_the_end_of_a_turn_the_bombers_may_turn_back_and_lose_whatever_was_hit() -> None:
    game = end_of_turn("always")
    assert game.decision is not None
    assert (game.decision.side, game.decision.kind) == ("allied", "turn-back")
    assert legal(game) == ["press on", "turn back"]
    on = game.copy()
    on.step(on.parse("press on"))
    assert on.turn == 2
    play(game, "turn back")
    report = game.report()
    assert (report.points("allied"), report.points("axis")) == (0, 1)
    assert report.notes == ("The Axis wins, 1 to 0.", "The bombers turned back.")
    winning = begun(
        bombers(hits=2),
        against=(interceptor("Q-R 14-15 right (level back)", hits=3),),
        options={"turning_back": "always"},
        handicap=5,
        phase="end-of-turn",
    )
    assert winning.view(None)["score"] == {"allied": 8, "axis": 2}
    play(winning, "turn back")
    assert winning.view(None)["score"] == {"allied": 0, "axis": 3}
    assert winning.report().notes[0] == "The Axis wins, 3 to 0."


@rule("SABIN Victory b")
def test_the_question_may_be_left_to_when_they_are_behind_or_out_altogether() -> None:
    for asked, handicap, hits, kind in (
        ("behind", 0, 0, "move"),
        ("behind", 0, 1, "turn-back"),
        ("behind", 1, 1, "move"),
        ("never", 0, 1, "move"),
    ):
        decision = end_of_turn(asked, handicap, bombers=hits).decision
        assert decision is not None
        assert decision.kind == kind


def units(escorting: list[Document], interceptors: list[Document]) -> list[Document]:
    """The units of a set-up, the Allies escorting."""
    return [
        *({"id": f"allied-{number}"} | unit for number, unit in enumerate(escorting, 1)),
        *({"id": f"axis-{number}"} | unit for number, unit in enumerate(interceptors, 1)),
    ]


def at(column: str, row: str, depth: str, **more: Any) -> Document:
    return {"at": {"column": column, "row": row, "depth": depth}} | more


@rule("SABIN Set-Up c", "SABIN Set-Up b")
def test_a_set_up_may_say_where_flights_stand_so_that_the_game_begins_at_once() -> None:
    game = set_up(
        units=units(
            [{"role": "bomber"}, at("O-P", "8-9", "middle")],
            [at("Y-Z", "6-7", "left"), at("Y-Z", "6-7", "middle")],
        )
    )
    assert game.turn == 1
    assert game.decision is not None
    assert game.decision.kind == "move"
    assert where(game, "axis-2") == "Y-Z 6-7 middle (level back)"
    assert where(game, "allied-2") == "O-P 8-9 middle (level forwards)"


BOMBER = {"role": "bomber"}


@pytest.mark.parametrize(
    ("escorting", "interceptors", "terms", "problem"),
    [
        ([{}], [{}], {}, "no bombers. [SABIN Units]"),
        ([BOMBER], [], {}, "no interceptors. [SABIN Units]"),
        ([BOMBER] * 3, [{}], {}, "at most 2 squadrons, or 3 of heavy"),
        ([BOMBER, *[{}] * 7], [{}], {}, "at most 6 flights"),
        ([BOMBER], [{}] * 7, {}, "at most 6 flights"),
        ([BOMBER, {"letter": "A"}, {"letter": "a"}], [{}], {}, "the letter A stands twice"),
        ([BOMBER, {"letter": "AB"}], [{}], {}, "one letter from A to Z"),
        ([BOMBER], [{"role": "escort"}], {}, "the other the interceptors"),
        ([BOMBER, {"role": "interceptor"}], [{}], {}, "the other the interceptors"),
        ([BOMBER | {"type": "zeppelin"}], [{}], {}, "must be one of medium"),
        ([BOMBER | {"type": "heavy"}], [{}], {"altitude": "low"}, "do not fly low"),
        ([BOMBER, BOMBER | {"type": "kamikaze"}], [{}], {}, "do not fly with other bombers"),
        ([BOMBER | {"type": "kamikaze"}], [{}], {"options": {"approach": "rear"}}, "met from the front"),
        ([BOMBER | {"traits": ["heavy"]}], [{}], {}, "is not one of bombers"),
        ([BOMBER | {"traits": ["forward-guns"]}], [{}], {}, "light bombers alone"),
        ([BOMBER, {"traits": ["jet"]}], [{}], {}, "is not one of fighters"),
        ([BOMBER, {"type": "medium"}], [{}], {}, "only bombers have a 'type'"),
        ([BOMBER | {"letter": "A"}], [{}], {}, "a squadron has no letter"),
        ([BOMBER, at("C-D", "6-7", "left")], [{}], {}, "column C-D. [SABIN Set-Up]"),
        ([BOMBER, at("E-F", "12-13", "left")], [{}], {}, "as high as row 12-13"),
        ([BOMBER, at("M-N", "6-7", "middle")], [{}], {}, "is taken by its own side"),
        ([BOMBER, at("E-F", "0-1", "left")], [{}], {"options": {"sky": "roll"}}, "not set up in cloud"),
        ([BOMBER | at("M-N", "6-7", "middle")], [{}], {}, "a place of their own"),
        ([BOMBER], [at("Y-Z", "10-11", "left")], {}, "as high as row 10-11"),
        ([BOMBER], [at("Y-Z", "8-9", "left", traits=["heavy"])], {}, "as high as row 8-9"),
        ([BOMBER], [at("Y-Z", "6-7", "left"), at("A-B", "6-7", "left")], {}, "column A-B"),
        ([BOMBER], [at("Y-Z", "6-7", "left"), at("Y-Z", "6-7", "left")], {}, "is taken by its own side"),
        ([BOMBER], [{}] * 4, {"ceiling": "0-1"}, "no room for all interceptors"),
        ([BOMBER], [{"traits": ["heavy"]}], {"ceiling": "0-1"}, "no room for all interceptors"),
        ([BOMBER | {"size": 19}], [{}], {}, "from 1 to 18"),
        ([BOMBER], [{"size": 7}], {}, "from 1 to 6"),
        ([BOMBER], [{"aircraft": "x" * 61}], {}, "at most 60 characters"),
        ([BOMBER], [{"colour": "red"}], {}, "unknown key 'colour'"),
        ([BOMBER], [{"side": "allied"}], {}, "it is of the axis side"),
        ([BOMBER], [{"aircraft": 5}], {}, "must be a text"),
        ([BOMBER], [{}], {"handicap": -1}, "from 0 to 99"),
        ([BOMBER], [{}], {"ceiling": "7-8"}, "must be one of 0-1"),
        ([BOMBER], [{}], {"turns": 21}, "from 1 to 20"),
        ([BOMBER], [{}], {"weather": "fine"}, "unknown key 'weather'"),
        ([BOMBER], [{}], {"options": {"sky": "rain"}}, "must be one of clear"),
        ([BOMBER], [{}], {"options": {"flak": True}}, "unknown key 'flak'"),
    ],
)
@rule("SABIN Units a", "SABIN Set-Up d", "SABIN Set-Up e")
def test_a_set_up_that_the_rules_forbid_is_refused_with_a_sentence(
    escorting: list[Document], interceptors: list[Document], terms: Document, problem: str
) -> None:
    document = {"escorting": "allied", "ceiling": "8-9", "units": units(escorting, interceptors)} | terms
    with pytest.raises(BadSetup) as refusal:
        engine.new("sabin", document, seed=1)
    assert problem in str(refusal.value)


def test_one_side_may_still_be_missing_when_a_set_up_is_only_checked() -> None:
    SABIN.check({"escorting": "allied", "units": units([BOMBER], [])})
    SABIN.check({"escorting": "allied", "units": units([], [{}])})
    with pytest.raises(BadSetup, match="no bombers"):
        SABIN.check({"escorting": "allied", "units": units([{}], [{}])})


@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        {},
        {"units": {}},
        {"units": [None]},
        {"units": [{"id": "allied-10"}]},
        {"units": [{"id": "allied-1"}] * 2},
        {"units": [{"id": "allied-1"}] * 50},
        {"units": [{"id": ["allied-1"]}]},
        {"units": units([BOMBER], [{"at": 5}])},
        {"units": units([BOMBER], [{"traits": "heavy"}])},
        {"units": units([BOMBER], [{}]), "options": []},
        {"units": units([BOMBER], [{}]), "kind": "mission"},
        {"units": units([BOMBER], [{}]), "escorting": 1},
    ],
)
def test_what_is_no_set_up_at_all_is_refused_with_a_sentence(document: Any) -> None:
    with pytest.raises(BadSetup) as refusal:
        engine.new("sabin", document, seed=1)
    assert len(str(refusal.value)) > 15


def test_who_breaks_formation_is_told_once() -> None:
    leaves, stays = interceptor("Q-R 6-7 right (dive back)"), interceptor("K-L 6-7 left (level back)")
    game = begun(bombers(), against=(leaves, stays))
    assert play(game, "break formation") == ["Interceptor A breaks formation and leaves."]
