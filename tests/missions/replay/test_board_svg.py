"""A system's board as a picture: scaled by its smallest text, every shape written down, sides told apart by marks."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

import engine
from campaigns.catalogue.library import FIXTURES
from campaigns.catalogue.shapes import shapes
from engine.core.board import Board, Shape
from missions.replay.board_svg import WIDTH, draw
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad

MARKS = (Path(settings.BASE_DIR) / "static" / "img" / "marks.svg").read_text(encoding="utf-8")
CSS = (Path(settings.BASE_DIR) / "static" / "css" / "pages" / "replay.css").read_text(encoding="utf-8")
LOOKS = {*re.findall(r"\.([a-z][a-z-]*)", CSS), "bomber", "damaged"}
"""What the style sheet knows; a bomber has a shape of its own, who is damaged smokes."""
SCENARIOS = [(slug, scenario) for slug, system in engine.systems().items() for scenario in system.scenarios()]

SYSTEM = re.compile(r'^system = "(\w+)"$', re.MULTILINE)
SHIPPED = {path.stem: SYSTEM.findall(path.read_text("utf-8"))[0] for path in (FIXTURES / "packs").glob("*.toml")}
ONE_EACH = sorted({system: slug for slug, system in sorted(SHIPPED.items())}.values())


def written(board: Board) -> str:
    return render_to_string("parts/board.svg", {"picture": draw(board)})


def table(*shapes: Shape, view: str = "above", width: float = 20.0) -> Board:
    return Board(width, 10.0, shapes, "Two aircraft & a cloud.", view)  # type: ignore[arg-type]


def craft(look: str = "allied", **said: object) -> Shape:
    return Shape("aircraft", ((5.0, 5.0),), look, **said)  # type: ignore[arg-type]


def test_a_board_is_as_wide_as_any_other_and_keeps_its_proportions() -> None:
    assert (draw(table()).width, draw(table()).height) == (WIDTH, WIDTH / 2)
    assert (draw(table(width=40.0)).width, draw(table(width=40.0)).height) == (WIDTH, WIDTH / 4)


def test_the_smallest_text_is_never_smaller_than_eleven_pixels() -> None:
    large, small = Shape("text", ((1.0, 1.0),), "label", "A", size=2.0), Shape("text", ((1.0, 2.0),), "", "b", size=0.5)
    assert draw(table(large)).least == 20 * 11 / 2
    assert draw(table(large, small)).least == 20 * 11 / 0.5
    assert draw(table()).least == 0
    assert 'width="440"' in written(table(large, small))


def test_an_aircrafts_name_is_as_high_as_the_smallest_text() -> None:
    text = Shape("text", ((1.0, 1.0),), "", "b", size=0.5)
    named = draw(table(text, craft(text="Emil", size=9.0))).shapes[1]
    assert named.text_size == 0.5 * WIDTH / 20


def test_sides_differ_by_a_mark_before_the_name_and_by_what_is_filled() -> None:
    both = written(table(craft("allied", text="Spitfire"), craft("axis", text="Emil")))
    assert "marks.svg#allied" in both
    assert "marks.svg#axis" in both
    assert re.search(r"\.board :is\(\.axis, \.fourth\) \.craft \{\s+fill: var\(--sheet\)", CSS)


def test_an_aircraft_turns_and_is_mirrored_and_smokes_where_it_is_damaged() -> None:
    shown = written(table(craft("axis damaged", turn=150.0, mirrored=True, size=2.0)))
    assert "rotate(150.0) scale(1 -1)" in shown
    assert "marks.svg#smoke" in shown
    assert "marks.svg#smoke" not in written(table(craft("axis")))


@pytest.mark.parametrize("kind", ["aircraft", "bomber"])
def test_on_a_board_that_is_seen_from_the_side_aircraft_are_too(kind: str) -> None:
    shape = Shape(kind, ((5.0, 5.0),), "allied", type="spitfire-i")  # type: ignore[arg-type]
    symbol = {"aircraft": "fighter-profile", "bomber": "bomber-profile"}[kind]
    assert f"marks.svg#{symbol}" in written(table(shape, view="side"))
    assert f'id="{symbol}"' in MARKS


def test_from_above_each_type_has_its_own_outline_with_its_nose_where_it_flies() -> None:
    shown = written(table(craft("allied", type="spitfire-v", turn=30.0), craft("axis", type="fokker-dr-i")))
    assert re.search(
        r'rotate\(30.0\)"><use href="/aircraft/outlines/gb.svg\?v=\w+#spitfire-i" [^>]*rotate\(90\)', shown
    )
    assert re.search(r'"/aircraft/outlines/wood-and-wire.svg\?v=\w+#fokker-dr-i"', shown)


@pytest.mark.parametrize(
    ("kind", "plain"),
    [("aircraft", "single"), ("bomber", "four"), ("twin", "twin"), ("monoplane", "monoplane"), ("biplane", "biplane"),
     ("triplane", "triplane")],
)  # fmt: skip
def test_an_aircraft_of_no_known_type_is_drawn_by_its_engines_or_wings(kind: str, plain: str) -> None:
    shape = Shape(kind, ((5.0, 5.0),), "allied")  # type: ignore[arg-type]
    assert f"#plain-{plain}" in written(table(shape))
    assert f"plain-{plain}" in shapes()


def test_a_board_for_a_narrow_screen_is_drawn_beside_the_wide_one_with_lines_as_strong_for_its_width() -> None:
    both = draw(replace(table(craft()), narrow=table(craft(), width=10.0)))
    assert both.narrow is not None
    assert both.narrow.width < both.width / 2
    assert draw(table(craft())).narrow is None


def test_boxes_are_one_path_and_a_sign_lies_around_its_middle() -> None:
    boxes = Shape("boxes", ((2.0, 2.0), (3.0, 2.0)), "pip", title="1 of 2 hits", size=0.5)
    shown = written(table(boxes, Shape("sign", ((5.0, 5.0),), "flak", "flak", size=2.0), width=WIDTH))
    assert 'd="M1.75 1.75h0.5v0.5h-0.5zM2.75 1.75h0.5v0.5h-0.5z"' in shown
    assert "1 of 2 hits" in shown
    assert 'marks.svg#flak" x="5.0" y="5.0" width="2.0" height="2.0" transform="translate(-1.0 -1.0)"' in shown


def test_an_arrow_has_a_point_at_its_end_and_another_line_has_none() -> None:
    ends = ((1.0, 1.0), (9.0, 1.0))
    arrow, line = draw(table(Shape("line", ends, "arrow axis"), Shape("line", ends, "grid"))).shapes
    assert arrow.points.startswith(f"{arrow.x2},{arrow.y2} ")
    assert len(arrow.points.split()) == 3
    assert all(float(corner.split(",")[0]) <= arrow.x2 for corner in arrow.points.split())
    assert not line.points


def test_who_cannot_see_it_is_told_the_table_and_each_thing_on_it() -> None:
    shown = written(table(craft(title="Spitfire <one>")))
    assert "<desc" in shown
    assert "Two aircraft &amp; a cloud." in shown
    assert "<title>Spitfire &lt;one&gt;</title>" in shown


@pytest.mark.parametrize(("system", "scenario"), SCENARIOS)
def test_every_board_of_a_game_is_drawn_within_its_edges_with_looks_that_the_sheet_knows(
    system: str, scenario: str
) -> None:
    game = engine.new(system, engine.systems()[system].scenarios()[scenario].setup, seed=3)
    for _ in range(40):
        if game.deciding is None:
            break
        game.play(game.legal()[0])
    board = engine.systems()[system].board(game.view(None))
    assert board.summary
    wide = draw(board)
    narrow = wide.narrow or wide
    assert narrow.least <= 720, "a phone would have to scroll two screens"
    for picture in (wide, narrow):
        for shape in picture.shapes:
            assert set(shape.look.split()) <= LOOKS, shape.look
            if shape.tag == "sign":
                assert f'id="{shape.text}"' in MARKS
            if shape.tag == "craft":
                assert shape.title
                if shape.symbol:
                    assert f'id="{shape.symbol}"' in MARKS
                else:
                    assert shapes()[shape.outline].types, "of a scenario every type is known"
                assert -1 <= shape.x <= picture.width + 1
                assert -1 <= shape.y <= picture.height + 1


@pytest.mark.parametrize("slug", broad([*ONE_EACH, "buzz-bomb"], 2))
def test_a_mission_of_a_campaign_is_watched_on_the_board_of_its_game(slug: str, cast: Cast, client: Client) -> None:
    mission = make.flown(make.campaign(cast.owner, slug, allied="me", axis="me"))
    client.force_login(cast.owner)
    at = (mission.campaign_id, mission.number)
    last = client.get(reverse("mission-replay", args=at)).context["watched"].last
    for step in (0, last // 2, last):
        page = client.get(reverse("mission-replay", args=(*at, step))).content.decode()
        widths = 2 if SHIPPED[slug] in ("wildblue", "wwi") else 1
        assert page.count("The table after this step") == widths
        assert len({*re.findall(r'id="(board-[a-z-]+)"', page)}) == 2 * widths
