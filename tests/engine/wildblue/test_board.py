"""The table as shapes: who lies where, facing whom."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.core.board import NO_STEP, Board, Shape, Step

WILD_BLUE = engine.systems()["wildblue"]
CRAFT = ("aircraft", "twin", "bomber")
BANDS = ("very-high", "high", "medium", "low", "very-low")


def aircraft(name: str = "Hurricane I", hits: int = 0, status: str = "flying", seat: str = "leader") -> dict[str, Any]:
    return {
        "aircraft": name.lower().replace(" ", "-"),
        "name": name,
        "seat": seat,
        "pilot": "",
        "hits": hits,
        "damage": [3, 6],
        "damaged": hits >= 3,
        "status": status,
    }


def element(side: str, altitude: str | None = "medium", **changes: Any) -> dict[str, Any]:
    return {
        "side": side,
        "altitude": altitude,
        "clouds": False,
        "status": "flying",
        "hand": None,
        "leader": aircraft(),
        "wingman": aircraft(seat="wingman"),
        **changes,
    }


def table(engaged: list[list[str]] | None = None, /, **units: dict[str, Any]) -> dict[str, Any]:
    return {"units": {name.replace("_", "-"): unit for name, unit in units.items()}, "engaged": engaged or []}


def board(view: dict[str, Any], columns: int = 4, step: Step = NO_STEP) -> Board:
    drawn = WILD_BLUE.board(view, step)
    assert drawn.narrow is not None
    return drawn if columns == 4 else drawn.narrow


def looking(drawn: Board, *words: str) -> list[Shape]:
    """The shapes that have all these words in their look."""
    return [shape for shape in drawn.shapes if set(words) <= set(shape.look.split())]


def craft(drawn: Board, side: str = "", seat: str = "") -> list[Shape]:
    """The aircraft at the table, in the order of their units; those of a side, those in a seat."""
    found = [shape for shape in drawn.shapes if shape.kind in CRAFT and "waits" not in shape.look]
    found = [shape for shape in found if not side or side in shape.look.split()]
    return [shape for shape in found if not seat or f", {seat}" in shape.title]


def texts(drawn: Board, *words: str) -> list[str]:
    return [shape.text for shape in looking(drawn, *words) if shape.kind == "text"]


def span(shape: Shape) -> tuple[float, float]:
    """From its upper to its lower edge."""
    ys = [y for _, y in shape.points]
    return min(ys), max(ys)


def marked(drawn: Board, word: str) -> list[str]:
    """The titles of the aircraft that a circle of this look is around."""
    middles = [circle.points for circle in looking(drawn, word) if circle.kind == "circle"]
    return [shape.title for shape in craft(drawn) if shape.points in middles]


def test_elements_lie_in_the_band_of_their_altitude() -> None:
    drawn = board(table(allied_1=element("allied", "high"), axis_1=element("axis", "very-low")))
    for side, altitude in (("allied", "high"), ("axis", "very-low")):
        (band,) = looking(drawn, "band", altitude)
        top, bottom = span(band)
        assert len(craft(drawn, side)) == 2
        for plane in craft(drawn, side):
            assert top < plane.points[0][1] - plane.size / 2
            assert plane.points[0][1] + plane.size / 2 < bottom


def test_the_bands_are_stacked_without_gap_from_very_high_down_to_the_ground() -> None:
    drawn = board(table(allied_1=element("allied")))
    bands = looking(drawn, "band")
    assert [band.look.split()[-1] for band in bands] == [*BANDS]
    edge = 0.0
    for band in bands:
        top, bottom = span(band)
        assert top == edge
        edge = bottom
    (ground,) = looking(drawn, "land")
    assert span(ground) == (edge, drawn.height)


def test_unengaged_enemies_look_at_one_another() -> None:
    drawn = board(table(allied_1=element("allied"), axis_1=element("axis")))
    allied, axis = (craft(drawn, side, "leader")[0] for side in ("allied", "axis"))
    assert allied.points[0][0] < axis.points[0][0]
    assert (allied.turn, axis.turn) == (0, 180)


@pytest.mark.parametrize(("position", "turn"), [("tailing", 0), ("advantaged", 270)])
def test_the_better_placed_points_his_nose_at_tail_or_side_as_the_cards_do(position: str, turn: int) -> None:
    drawn = board(table([["axis-1", "allied-1", position]], allied_1=element("allied"), axis_1=element("axis")))
    chaser, chased = craft(drawn, "axis", "leader")[0], craft(drawn, "allied", "leader")[0]
    (x, y), (x2, y2) = chaser.points[0], chased.points[0]
    assert y == y2
    assert x < x2
    assert (chaser.turn, chased.turn) == (0, turn)
    (link,) = looking(drawn, "arrow")
    assert ("tailing" in link.look) == (position == "tailing")
    assert link.title.startswith("Axis 1 is ")
    assert position.title() in texts(drawn, "label")
    assert x + chaser.size / 2 <= link.points[0][0] < link.points[1][0] <= x2 - 10


def test_a_position_told_from_the_worse_side_is_the_same_picture() -> None:
    units = {"allied_1": element("allied"), "axis_1": element("axis")}
    told = board(table([["allied-1", "axis-1", "tailed"]], **units))
    assert told == board(table([["axis-1", "allied-1", "tailing"]], **units))


@pytest.mark.parametrize("columns", [2, 4])
def test_no_two_elements_lie_on_one_another_however_many_meet(columns: int) -> None:
    units = {f"{side}_{n}": element(side) for side in ("allied", "axis") for n in range(1, 5)}
    drawn = board(table([["axis-2", "allied-3", "tailing"]], **units), columns)
    assert len({plane.points for plane in craft(drawn)}) == len(craft(drawn)) == 16
    for plane in craft(drawn):
        assert plane.points[0][0] - plane.size / 2 >= 0
        assert plane.points[0][0] + plane.size / 2 <= drawn.width


@pytest.mark.parametrize(("columns", "count"), [(4, 1), (4, 2), (2, 1)])
def test_a_row_that_is_not_full_lies_in_the_middle_of_its_band(columns: int, count: int) -> None:
    units = {f"{side}_1": element(side, wingman=None) for side in ("allied", "axis")[:count]}
    drawn = board(table(**units), columns)
    xs = [plane.points[0][0] for plane in craft(drawn)]
    assert (min(xs) + max(xs)) / 2 == drawn.width - columns * 200 / 2


def test_hits_fill_boxes_and_those_past_the_damage_line_stand_apart() -> None:
    drawn = board(table(allied_1=element("allied", leader=aircraft(hits=4), wingman=None)))
    rows = looking(drawn, "pip")
    assert [(row.look, len(row.points)) for row in rows] == [("pip hit", 3), ("pip hit beyond", 1), ("pip beyond", 2)]
    assert {row.title for row in rows} == {"Leader: 4 of 6 hits, damaged"}
    assert rows[1].points[0][0] - rows[0].points[-1][0] > rows[0].points[1][0] - rows[0].points[0][0]
    assert [plane.title for plane in looking(drawn, "damaged")] == ["Hurricane I, leader, damaged"]


@pytest.mark.parametrize("capacity", [6, 9, 10, 15])
def test_the_boxes_of_a_leader_and_his_wingman_never_lie_on_one_another(capacity: int) -> None:
    sturdy = [{**aircraft(seat=seat), "damage": [capacity // 2, capacity]} for seat in ("leader", "wingman")]
    drawn = board(table(allied_1=element("allied", leader=sturdy[0], wingman=sturdy[1])))
    places = [middle for row in looking(drawn, "pip") for middle in row.points]
    assert len(places) == 2 * capacity
    for n, (x, y) in enumerate(places):
        assert all(abs(x - x2) >= 9 or abs(y - y2) >= 9 for x2, y2 in places[:n])


def test_who_is_down_or_gone_leaves_the_table_and_is_listed() -> None:
    drawn = board(
        table(
            allied_1=element("allied", wingman=aircraft(status="destroyed", seat="wingman")),
            axis_1=element(
                "axis",
                status="disengaged",
                leader=aircraft("MC.202", status="disengaged"),
                wingman=aircraft("MC.202", status="disengaged", seat="wingman"),
            ),
            axis_2=element(
                "axis",
                leader=aircraft("CR.42", seat="wingman"),
                wingman=None,
                lost=[aircraft("CR.42", status="destroyed")],
            ),
        )
    )
    assert [plane.title for plane in craft(drawn)] == ["Hurricane I, leader", "CR.42, leader"]
    assert [(each.called, each.how, each.is_lost) for each in drawn.gone] == [
        ("Allied 1 wingman, Hurricane I", "shot down", True),
        ("Axis 1 leader, MC.202", "left", False),
        ("Axis 1 wingman, MC.202", "left", False),
        ("Axis 2 leader, CR.42", "shot down", True),
    ]


def test_an_altitude_that_may_not_be_known_has_a_band_of_its_own() -> None:
    drawn = board(table(allied_1=element("allied"), axis_1=element("axis", None)))
    (band,) = looking(drawn, "unknown")
    assert "Not yet known" in texts(drawn)
    assert all(plane.points[0][1] < span(band)[1] for plane in craft(drawn, "axis"))
    assert all(plane.points[0][1] > span(band)[1] for plane in craft(drawn, "allied"))


def test_fire_is_drawn_from_who_shoots_to_whom() -> None:
    units = {"allied_1": element("allied"), "axis_1": element("axis")}
    drawn = board(table(**units), step=Step("wingman", "axis-1", "play ims-2b2h > allied-1 wingman"))
    assert len(looking(drawn, "fire")) == 1
    assert marked(drawn, "actor") == marked(drawn, "target") == ["Hurricane I, wingman"]


@pytest.mark.parametrize(
    ("action", "look", "seat"),
    [
        ("play maneuver > allied-1 leader", "play", "leader"),
        ("play ims-2b2h > allied-1 wingman (as scissors)", "fire", "wingman"),
        ("attack > allied-1 leader", "play", "leader"),
        ("respond full-throttle (counter)", "", ""),
        ("climb", "", ""),
    ],
)
def test_an_action_with_a_target_is_a_line_to_him(action: str, look: str, seat: str) -> None:
    view = table(allied_1=element("allied"), axis_1=element("axis"))
    drawn = board(view, step=Step("leader", "axis-1", action))
    assert [line.look for line in drawn.shapes if line.kind == "line"] == ([look] if look else [])
    assert marked(drawn, "target") == ([f"Hurricane I, {seat}"] if seat else [])


@pytest.mark.parametrize(
    ("slug", "kind"),
    [("hurricane-i", "aircraft"), ("mosquito-fb-vi", "twin"), ("b-17g", "bomber"), ("none", "aircraft")],
)
def test_shapes_are_those_of_the_types(slug: str, kind: str) -> None:
    drawn = board(table(allied_1=element("allied", leader={**aircraft(), "aircraft": slug}, wingman=None)))
    assert [plane.kind for plane in craft(drawn)] == [kind]


def test_hands_are_told_by_card_or_by_number_or_not_at_all() -> None:
    view = table(
        allied_1=element("allied", hand=["ims-2b3h", "ims-2b-fuel", "oots-3b4h", "half-loop"]),
        axis_1=element("axis", hand=4, face_down=True),
        axis_2=element("axis"),
    )
    hands = board(view).hands
    assert hands is not None
    assert [hand.unit for hand in hands] == ["Allied 1", "Axis 1", "Axis 2"]
    assert [card.short for card in hands[0].cards] == ["IMS 2B/3H", "IMS 2B Fuel", "OotS 3B/4H", "Half Loop"]
    assert [card.fires for card in hands[0].cards] == [True, True, True, False]
    assert [(hand.number, hand.is_unseen) for hand in hands] == [(None, False), (4, True), (None, False)]


def test_the_picture_is_told_in_sentences_too() -> None:
    drawn = board(
        table(
            [["axis-1", "allied-1", "advantaged"]],
            allied_1=element("allied", "high", leader=aircraft(hits=1), wingman=None),
            axis_1=element("axis", "high", wingman=None, clouds=True),
        )
    )
    assert drawn.summary == (
        "Allied 1 (Hurricane I, leader): High, disadvantaged by Axis 1, leader has 1 hit. "
        "Axis 1 (Hurricane I, leader): High, advantaged over Allied 1, in the clouds."
    )
