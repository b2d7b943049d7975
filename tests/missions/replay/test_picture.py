"""The picture of the table: who lies where, facing whom."""

from __future__ import annotations

from typing import Any

import pytest

from missions.replay.picture import FrameSubject, picture, read_action
from missions.replay.shapes import Picture, ShownUnit
from missions.replay.units import CELL_WIDTH


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
        "leader": aircraft(),
        "wingman": aircraft(seat="wingman"),
        **changes,
    }


def table(engaged: list[list[str]] | None = None, /, **units: dict[str, Any]) -> dict[str, Any]:
    return {"units": {name.replace("_", "-"): unit for name, unit in units.items()}, "engaged": engaged or []}


def unit(drawn: Picture, name: str) -> ShownUnit:
    return next(each for each in drawn.units if each.id == name)


def test_elements_lie_in_the_band_of_their_altitude() -> None:
    drawn = picture(table(allied_1=element("allied", "high"), axis_1=element("axis", "very-low")))
    for name, altitude in (("allied-1", "high"), ("axis-1", "very-low")):
        band = next(each for each in drawn.bands if each.altitude == altitude)
        for plane in unit(drawn, name).planes:
            assert band.y < plane.y - plane.half
            assert plane.y + plane.half < band.y + band.height


def test_the_bands_are_stacked_without_gap_from_very_high_down_to_the_ground() -> None:
    drawn = picture(table(allied_1=element("allied")))
    assert [band.altitude for band in drawn.bands] == ["very-high", "high", "medium", "low", "very-low"]
    edge = 0
    for band in drawn.bands:
        assert band.y == edge
        edge += band.height
    assert drawn.ground == edge < drawn.height


def test_unengaged_enemies_look_at_one_another() -> None:
    drawn = picture(table(allied_1=element("allied"), axis_1=element("axis")))
    allied, axis = unit(drawn, "allied-1").planes[0], unit(drawn, "axis-1").planes[0]
    assert allied.x < axis.x
    assert (allied.angle, axis.angle) == (90, 270)


@pytest.mark.parametrize(("position", "angle"), [("tailing", 90), ("advantaged", 0)])
def test_the_better_placed_points_his_nose_at_tail_or_side_as_the_cards_do(position: str, angle: int) -> None:
    drawn = picture(table([["axis-1", "allied-1", position]], allied_1=element("allied"), axis_1=element("axis")))
    chaser, chased = unit(drawn, "axis-1").planes[0], unit(drawn, "allied-1").planes[0]
    assert chaser.y == chased.y
    assert chaser.x < chased.x
    assert (chaser.angle, chased.angle) == (90, angle)
    link = drawn.links[0]
    assert (link.kind, link.label) == (position, position.title())
    assert chaser.x + chaser.half <= link.x1 < link.x2 <= chased.x - 10


def test_a_position_told_from_the_worse_side_is_the_same_picture() -> None:
    units = {"allied_1": element("allied"), "axis_1": element("axis")}
    told = picture(table([["allied-1", "axis-1", "tailed"]], **units))
    assert told == picture(table([["axis-1", "allied-1", "tailing"]], **units))


@pytest.mark.parametrize("columns", [2, 4])
def test_no_two_elements_lie_on_one_another_however_many_meet(columns: int) -> None:
    units = {f"{side}_{n}": element(side) for side in ("allied", "axis") for n in range(1, 5)}
    drawn = picture(table([["axis-2", "allied-3", "tailing"]], **units), columns=columns)
    corners = [(each.x, each.y) for each in drawn.units]
    assert len(set(corners)) == 8
    assert all(0 <= x < drawn.width and 0 <= y < drawn.ground for x, y in corners)
    for each in drawn.units:
        for plane in each.planes:
            assert plane.x - plane.half >= 0
            assert plane.x + plane.half <= drawn.width


@pytest.mark.parametrize(("columns", "count"), [(4, 1), (4, 2), (2, 1)])
def test_a_row_that_is_not_full_lies_in_the_middle_of_its_band(columns: int, count: int) -> None:
    units = {f"{side}_1": element(side, wingman=None) for side in ("allied", "axis")[:count]}
    drawn = picture(table(**units), columns=columns)
    xs = [each.planes[0].x for each in drawn.units]
    assert (min(xs) + max(xs)) / 2 == drawn.width - columns * CELL_WIDTH / 2


def test_hits_fill_boxes_and_those_past_the_damage_line_stand_apart() -> None:
    drawn = picture(table(allied_1=element("allied", leader=aircraft(hits=4))))
    row = unit(drawn, "allied-1").rows[0]
    assert [pip.hit for pip in row.pips] == [True] * 4 + [False] * 2
    assert [pip.beyond for pip in row.pips] == [False] * 3 + [True] * 3
    assert row.title == "Leader: 4 of 6 hits, damaged"
    assert unit(drawn, "allied-1").planes[0].damaged


def test_who_is_down_or_gone_leaves_the_table_and_is_listed() -> None:
    drawn = picture(
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
    assert [each.id for each in drawn.units] == ["allied-1", "axis-2"]
    assert len(unit(drawn, "allied-1").planes) == 1
    assert [(each.label, each.how) for each in drawn.gone] == [
        ("Allied 1 wingman, Hurricane I", "destroyed"),
        ("Axis 1 leader, MC.202", "disengaged"),
        ("Axis 1 wingman, MC.202", "disengaged"),
        ("Axis 2 leader, CR.42", "destroyed"),
    ]


def test_an_altitude_that_may_not_be_known_has_a_band_of_its_own() -> None:
    drawn = picture(table(allied_1=element("allied"), axis_1=element("axis", None)))
    assert drawn.bands[0].label == "Altitude not yet known"
    assert unit(drawn, "axis-1").y < drawn.bands[1].y


def test_fire_is_drawn_from_who_shoots_to_whom() -> None:
    units = {"allied_1": element("allied"), "axis_1": element("axis")}
    step = FrameSubject("wingman", "axis-1", "play ims-2b2h > allied-1 wingman")
    drawn = picture(table(None, **units), step=step)
    (shot,) = drawn.links
    assert shot.kind == "fire"
    assert [plane.mark for plane in unit(drawn, "axis-1").planes] == ["", "actor"]
    assert [plane.mark for plane in unit(drawn, "allied-1").planes] == ["", "target"]


def test_shapes_are_those_of_the_types() -> None:
    drawn = picture(table(allied_1=element("allied")), silhouettes={"hurricane-i": "twin"})
    assert {plane.silhouette for plane in unit(drawn, "allied-1").planes} == {"twin"}


def test_the_picture_is_told_in_sentences_too() -> None:
    drawn = picture(
        table(
            [["axis-1", "allied-1", "advantaged"]],
            allied_1=element("allied", "high", leader=aircraft(hits=1), wingman=None),
            axis_1=element("axis", "high", wingman=None, clouds=True),
        )
    )
    assert drawn.lines == (
        "Allied 1 (Hurricane I, leader): High, disadvantaged by Axis 1, leader has 1 hit.",
        "Axis 1 (Hurricane I, leader): High, advantaged over Allied 1, in the clouds.",
    )


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("play maneuver > allied-1 leader", ("play", "maneuver", "allied-1", "leader", "")),
        ("play ims-2b2h > axis-2 wingman (as scissors)", ("play", "ims-2b2h", "axis-2", "wingman", "as scissors")),
        ("attack > allied-1 leader", ("attack", "", "allied-1", "leader", "")),
        ("respond full-throttle (counter)", ("respond", "full-throttle", "", "", "counter")),
        ("climb", ("climb", "", "", "", "")),
        ("", ("", "", "", "", "")),
    ],
)
def test_an_action_is_read_into_its_parts(text: str, parts: tuple[str, ...]) -> None:
    move = read_action(text)
    assert (move.kind, move.card, move.target, move.seat, move.detail) == parts
