"""The map as shapes."""

from __future__ import annotations

from typing import Any

import engine
from engine.core.board import NO_STEP, Board, Shape, Step
from engine.core.game import Frame
from tests.engine.angels.make import at, legal, play, position
from tests.engine.rules import rule


def board_of(units: dict[str, dict[str, Any]], **keys: Any) -> Board:
    return drawn(engine.position("angels", position(units, **keys)).view(None))


def drawn(view: dict[str, Any]) -> Board:
    board = engine.systems()["angels"].board(view)
    assert board
    return board


def aircraft(board: Board) -> list[Shape]:
    return [shape for shape in board.shapes if shape.kind in ("aircraft", "bomber")]


def texts(board: Board) -> list[str]:
    return [shape.text for shape in board.shapes if shape.kind == "text"]


def hexes(board: Board) -> set[str]:
    return {shape.title for shape in board.shapes if shape.look == "hex"}


PAIR = {"allied-1": at(8, 9, "n"), "axis-1": at(9, 7, "se", 5, aircraft="bf-109e-ace")}


def test_sentences_name_the_pilot_and_who_has_no_name_by_side_and_number() -> None:
    units = {"allied-1": at(8, 9, name="Emil"), "axis-1": at(3, 3)}
    for active, said in (("allied-1", "Test (Emil)"), ("axis-1", "Test (Axis 1)")):
        game = engine.position("angels", position(units, step="speed", active=active, first=active.partition("-")[0]))
        assert game.decision is not None
        assert said in game.decision.prompt


def test_a_step_is_called_as_in_the_replay_and_not_by_what_is_asked_in_it() -> None:
    angels = engine.systems()["angels"]
    called = {
        kind: angels.caption(Frame(0, 1, kind, "", "", (), {"units": {}})).step
        for kind in ("turn-position", "direction", "aircraft", "speed", "hex", "clouds", "status", "attack", "over")
    }
    assert set(called.values()) == {"Initiative", "Movement", "Attack", "The end"}
    assert called["turn-position"] == called["direction"] == "Initiative"
    assert called["attack"] == "Attack"


@rule("A20 Facing", "A20 Altitude")
def test_aircraft_point_where_they_fly_and_have_name_and_altitude_beside_them() -> None:
    board = board_of(PAIR)
    assert [(shape.look, shape.turn) for shape in aircraft(board)] == [("allied", 270), ("axis moved", 30)]
    assert [shape.text for shape in aircraft(board)] == ["Test", "Bf 109E"]
    assert {"alt 3", "alt 5"} <= set(texts(board))


def test_neighbours_on_the_map_are_neighbours_on_the_drawing() -> None:
    """A step north is as long as a step north-east; in even columns hexes lie half a hex lower."""
    board = board_of({"allied-1": at(8, 9), "allied-2": at(8, 8), "axis-1": at(9, 9), "axis-2": at(7, 9)})
    middle, *others = (shape.points[0] for shape in aircraft(board))
    for x, y in others:
        assert abs((x - middle[0]) ** 2 + (y - middle[1]) ** 2 - 3) < 1e-6
        assert y < middle[1]


def test_status_and_damage_are_marked_and_told() -> None:
    units = {"allied-1": at(8, 9, status="diving", hits=2), "axis-1": at(3, 3)}
    board = board_of(units, advanced=True)
    assert "alt 3↓ ✕✕" in texts(board)
    shape = aircraft(board)[0]
    assert "damaged" in shape.look
    assert "nose down" in shape.title
    assert "2 of 3 hit points gone, crippled" in shape.title
    assert shape.title in board.summary


def test_on_a_table_that_is_looked_at_the_aircraft_that_is_asked_about_stands_out_and_in_a_replay_who_has_moved() -> (
    None
):
    view = engine.position("angels", position(PAIR, step="speed", active="allied-1", first="allied")).view(None)
    view["units"]["axis-1"]["moved"] = True
    angels = engine.systems()["angels"]
    for step, marked in ((NO_STEP, "allied moved"), (Step("movement", "axis-1"), "axis moved")):
        board = angels.board(view, step)
        assert board
        assert [shape.look for shape in aircraft(board) if "moved" in shape.look] == [marked]


def test_aircraft_of_one_hex_are_drawn_apart_and_listed_beside_it() -> None:
    board = board_of({"allied-1": at(8, 9), "allied-2": at(8, 9, altitude=4), "axis-1": at(8, 9, "s", 2)})
    assert len({shape.points for shape in aircraft(board)}) == 3
    assert {"Test 1 alt 3", "Test 2 alt 4", "Test alt 2"} <= set(texts(board))


def test_names_cover_no_aircraft_and_no_other_name_where_neighbours_have_room_around_them() -> None:
    middle = {"allied-1": at(8, 9), "axis-1": at(8, 8, "s", 5, aircraft="bf-109e-ace")}
    for others in ({}, {"allied-2": at(9, 9)}, {"allied-2": at(9, 9), "axis-2": at(7, 9)}):
        board = board_of(middle | others)
        hulls = [(*shape.points[0], shape.size * 0.9, shape.size * 0.9) for shape in aircraft(board)]
        written = [(shape.name_at, shape.text) for shape in aircraft(board) if shape.name_at]
        written += [(shape.points[0], shape.text) for shape in board.shapes if shape.text.startswith("alt ")]
        names = [(*where, 0.5 * 0.55 * len(text), 0.5) for where, text in written]
        assert len(names) == 2 * len(hulls)
        for number, (x, y, wide, high) in enumerate(names):
            for other_x, other_y, other_wide, other_high in names[:number] + hulls:
                assert abs(x - other_x) >= (wide + other_wide) / 2 or abs(y - other_y) >= (high + other_high) / 2


def test_a_list_at_the_edge_of_the_map_stays_on_the_drawing() -> None:
    for column in (1, 20):
        board = board_of({"allied-1": at(column, 9), "axis-1": at(column, 9, "s", 2)})
        for shape in board.shapes:
            if shape.kind == "text":
                half = 0.3 * shape.size * len(shape.text)
                assert shape.points[0][0] - half + 0.3 >= 0
                assert shape.points[0][0] + half - 0.3 <= board.width


def test_only_the_part_of_the_map_is_drawn_where_the_aircraft_are() -> None:
    board = board_of(PAIR)
    assert {"8.9", "9.7", "7.8"} <= hexes(board)
    assert "20.20" not in hexes(board)
    smallest = min(shape.size for shape in board.shapes if shape.kind == "text")
    assert smallest * 34 >= board.width, "small texts can be read on a telephone"


def test_all_aircraft_are_on_the_drawing_however_far_apart() -> None:
    board = board_of({"allied-1": at(1, 1), "axis-1": at(20, 20)})
    assert {"1.1", "20.20"} <= hexes(board)
    for shape in board.shapes:
        for x, y in shape.points:
            assert -0.01 <= x <= board.width + 0.01
            assert -0.01 <= y <= board.height + 0.01


@rule("A20 Firing Arc")
def test_the_firing_arc_of_who_moves_is_marked() -> None:
    board = board_of(PAIR, step="speed", active="allied-1", first="allied")
    arc = [shape for shape in board.shapes if shape.look == "arc"]
    assert arc
    assert {shape.title for shape in arc} == {"In the firing arc of Allied 1"}
    _, y = aircraft(board)[0].points[0]
    assert all(sum(py for _, py in shape.points) / 6 < y for shape in arc), "it flies north"


def test_who_is_destroyed_is_shown_lost_in_that_turn_and_then_no_more() -> None:
    units = PAIR | {"allied-2": at(5, 5, fate="destroyed", gone=2)}
    assert [shape.look for shape in aircraft(board_of(units, turn=2))] == ["allied", "allied lost", "axis moved"]
    later = board_of(units, turn=3)
    assert len(aircraft(later)) == 2
    assert "Gone: Test (Allied 2)." in later.summary


@rule("A20 Flak Fields a", "A20 Barrage Balloons a")
def test_flak_and_balloons_are_drawn_and_a_flak_field_only_from_its_turn_on() -> None:
    keys: dict[str, Any] = {
        "flak": [{"hex": [7, 8], "altitude": 3}, {"hex": [5, 9], "altitude": 2, "turn": 4}],
        "balloons": [[9, 9]],
    }
    board = board_of(PAIR, **keys)
    assert len([shape for shape in board.shapes if shape.look == "flak"]) == 7
    assert "flak 3" in texts(board)
    assert "flak 2" not in texts(board)
    assert [shape.title for shape in board.shapes if shape.look == "balloon"] == ["Barrage balloon, up to altitude 1"]


def test_night_clouds_and_who_is_in_them_are_told() -> None:
    units = {"allied-1": at(8, 9, clouds=True), "axis-1": at(3, 3)}
    bands = ["clear", "clear", "solid", "clear", "clear", "light"]
    board = board_of(units, clouds=bands, night={"light": "moonlight"})
    assert "It is night, in moonlight." in board.summary
    assert "Clouds by altitude: solid at 3, light at 6." in board.summary
    assert any(shape.look == "cloud" for shape in board.shapes)
    assert "in the clouds" in aircraft(board)[0].title


def test_while_aircraft_are_deployed_the_set_up_area_is_marked() -> None:
    setup = engine.systems()["angels"].scenarios()["head-on"].setup
    game = engine.new("angels", setup, 1)
    board = drawn(game.view(None))
    assert len([shape for shape in board.shapes if shape.look == "arc"]) == 12
    assert not aircraft(board)
    play(game, legal(game)[0])
    assert len(aircraft(drawn(game.view(None)))) == 1


def test_who_is_deployed_already_is_on_the_drawing_while_the_next_one_chooses_his_hex() -> None:
    for name in ("kent", "head-on", "out-of-the-sun"):
        game = engine.new("angels", engine.systems()["angels"].scenarios()[name].setup, 1)
        while game.view(None)["phase"] == "deploy":
            view = game.view(None)
            places = {"{}.{}".format(*unit["hex"]) for unit in view["units"].values() if unit["hex"]}
            assert places <= hexes(drawn(view)), name
            play(game, legal(game)[-1])


def test_bombers_look_like_bombers() -> None:
    board = board_of({"allied-1": at(8, 9), "axis-1": at(9, 7, aircraft="he-111-token")})
    assert [shape.kind for shape in aircraft(board)] == ["aircraft", "bomber"]
