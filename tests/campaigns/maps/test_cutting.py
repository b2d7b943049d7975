"""Coasts and lakes of theatres: read, cut, simplified, kept as data."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from campaigns.catalogue.lakes import Lake, lakes
from campaigns.catalogue.theatres import FOLDER, WIDTH, Box, Place, Point, theatres
from campaigns.maps.cutting import cut, simplified
from campaigns.maps.topology import rings

SQUARE = Box(south=0, west=0, north=10, east=10)


def topology(*, arcs: list[list[list[int]]], numbers: list[list[int]]) -> dict[str, Any]:
    """One polygon, in tenths of a degree from 20° W, 10° S."""
    return {
        "transform": {"scale": [0.1, 0.1], "translate": [-20, -10]},
        "objects": {"land": {"type": "GeometryCollection", "geometries": [{"type": "Polygon", "arcs": numbers}]}},
        "arcs": arcs,
    }


def corners(path: str) -> list[tuple[int, int]]:
    """The points of a path, as a browser goes through its steps."""
    x, y, *steps = map(int, re.findall(r"-?\d+", path))
    places = [(x, y)]
    for across, down in zip(steps[::2], steps[1::2], strict=True):
        places.append((places[-1][0] + across, places[-1][1] + down))
    return places


def test_steps_of_an_arc_are_added_up_and_put_where_the_transform_says() -> None:
    [ring] = rings(topology(arcs=[[[200, 100], [10, 0], [0, 10], [-10, -10]]], numbers=[[0]]), "land")
    assert ring == [Place(0, 0), Place(0, 1), Place(1, 1), Place(0, 0)]


def test_a_ring_goes_through_its_arcs_and_backwards_through_one_with_a_tilde() -> None:
    there, back_reversed = [[200, 100], [10, 0], [0, 10]], [[200, 100], [0, 10], [10, 0]]
    [ring] = rings(topology(arcs=[there, back_reversed], numbers=[[0, ~1]]), "land")
    assert ring == [Place(0, 0), Place(0, 1), Place(1, 1), Place(1, 0), Place(0, 0)]


def test_what_is_no_polygon_is_refused() -> None:
    lines = topology(arcs=[], numbers=[])
    lines["objects"]["land"] = {"type": "LineString", "arcs": [0]}
    with pytest.raises(ValueError, match="LineString is no land"):
        list(rings(lines, "land"))


def test_land_beyond_the_box_is_cut_off_a_little_outside_its_edge() -> None:
    [path] = cut([[Place(2, 5), Place(2, 50), Place(6, 50), Place(6, 5), Place(2, 5)]], SQUARE)
    assert {x for x, _ in corners(path)} == {WIDTH // 2, WIDTH + 40}


def test_land_that_lies_elsewhere_is_not_there() -> None:
    assert not list(cut([[Place(40, 5), Place(40, 6), Place(41, 6), Place(40, 5)]], SQUARE))


def test_an_island_that_nobody_would_see_is_left_out_and_the_largest_stands_first() -> None:
    def island(lon: float, size: float) -> list[Place]:
        return [Place(5, lon), Place(5, lon + size), Place(5 + size, lon + size), Place(5 + size, lon), Place(5, lon)]

    paths = list(cut([island(1, 0.01), island(3, 0.5), island(6, 2)], SQUARE))
    assert [corners(path)[0][0] for path in paths] == [6 * WIDTH // 10, 3 * WIDTH // 10]


def test_a_point_that_hardly_bends_the_coast_goes_and_a_headland_stays() -> None:
    ring = [Point(0, 0), Point(50, 0.01), Point(100, 0), Point(100, 40), Point(70, 40), Point(65, 90), Point(60, 40)]
    assert simplified(ring) == [point for point in ring if point.y != 0.01]


def test_a_line_on_the_map_has_its_true_bearing() -> None:
    """As long to the north as to the east is as far from any place to its neighbours, in the north and in the south."""
    box = Box(south=30, west=0, north=60, east=20)
    for lat, shrunk in ((31.0, 0.857), (59.0, 0.515)):
        here, north, east = box.project(lat, 10), box.project(lat + 0.1, 10), box.project(lat, 10 + 0.1 / shrunk)
        assert here.y - north.y == pytest.approx(east.x - here.x, rel=0.003)


def test_the_command_writes_coasts_under_the_head_of_each_file_and_nothing_else_of_it(tmp_path: Path) -> None:
    land = tmp_path / "land.json"
    land.write_text(json.dumps(topology(arcs=[[[220, 120], [40, 0], [0, 40], [-40, -40]]], numbers=[[0]])))
    theatre = tmp_path / "gulf.toml"
    theatre.write_text('title = "The gulf"\nbox = { south = 0, west = 0, north = 10, east = 10 }\n')
    call_command("cut_theatres", land, folder=tmp_path, verbosity=0)
    once = theatre.read_text()
    call_command("cut_theatres", land, folder=tmp_path, verbosity=0)
    assert theatre.read_text() == once
    assert once.startswith('title = "The gulf"\n')
    assert once.count("M") == 1


def test_without_land_the_command_cuts_lakes_and_leaves_coasts_as_they_are(tmp_path: Path) -> None:
    """What ships is what it gives: no path in those files was touched by hand."""
    for path in FOLDER.glob("*.toml"):
        shutil.copy(path, tmp_path)
    call_command("cut_theatres", folder=tmp_path, verbosity=0)
    for path in FOLDER.glob("*.toml"):
        assert (tmp_path / path.name).read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


def test_the_command_asks_for_land_when_a_theatre_has_none(tmp_path: Path) -> None:
    (tmp_path / "gulf.toml").write_text('title = "The gulf"\nbox = { south = 0, west = 0, north = 10, east = 10 }\n')
    with pytest.raises(CommandError, match=r"gulf\.toml has no coasts yet"):
        call_command("cut_theatres", folder=tmp_path)


@pytest.mark.parametrize("lake", lakes(), ids=lambda lake: lake.name)
def test_a_lake_that_is_kept_is_seen_on_a_theatre_and_says_where_its_shore_comes_from(lake: Lake) -> None:
    shore = [*lake.rings[0], lake.rings[0][0]]
    assert any(list(cut([shore], theatre.box)) for theatre in theatres().values())
    assert "Natural Earth, 1:" in lake.source
    assert "public domain" in lake.source


def test_the_command_says_when_a_file_is_no_land(tmp_path: Path) -> None:
    (tmp_path / "land.json").write_text("{}")
    with pytest.raises(CommandError, match="is no TopoJSON of land"):
        call_command("cut_theatres", tmp_path / "land.json", folder=tmp_path)


@pytest.mark.parametrize("slug", theatres())
def test_a_theatre_that_ships_says_where_its_coasts_come_from_and_weighs_little(slug: str) -> None:
    theatre = theatres()[slug]
    assert "Natural Earth" in theatre.source
    assert "public domain" in theatre.source
    assert theatre.land or slug == "midway", "there is land in every theatre but around an atoll"
    assert (FOLDER / f"{slug}.toml").stat().st_size <= 40_000
    for path in theatre.shores:
        assert all(-41 <= x <= WIDTH + 41 and -41 <= y <= theatre.box.height + 41 for x, y in corners(path))


@pytest.mark.parametrize(
    ("slug", "on_land", "on_water"),
    [
        ("channel", (51.0, -1.3), (50.3, 0.0)),
        ("central-mediterranean", (37.5, 14.3), (36.8, 16.5)),
        ("cyrenaica", (31.5, 21.5), (33.2, 24.0)),
        ("don", (46.8, 42.7), (46.37, 42.7)),
        ("eastern-front", (55.0, 37.0), (43.9, 36.0)),
        ("eastern-front", (60.0, 30.6), (60.2, 31.5)),
        ("eastern-front", (58.3, 27.9), (58.25, 27.51)),
        ("germany", (47.7, 9.9), (47.6, 9.4)),
        ("solomons", (-9.6, 160.2), (-8.9, 159.6)),
        ("burma-yunnan", (21.0, 96.0), (16.0, 95.9)),
        ("france", (48.9, 2.4), (51.5, 2.3)),
        ("germany", (53.01, 5.2), (52.98, 5.3)),
        ("germany", (47.8, 16.95), (47.8, 16.76)),
        ("north-west-europe", (58.66, 13.13), (58.9, 13.3)),
        ("north-west-europe", (53.42, 12.5), (53.42, 12.7)),
        ("north-west-europe", (52.72, 5.75), (52.45, 5.45)),
        ("western-desert", (30.5, 32.4), (30.36, 32.36)),
    ],
)
def test_land_is_where_it_is(slug: str, on_land: tuple[float, float], on_water: tuple[float, float]) -> None:
    """Round lakes and on the islands in them too, on the dam of the IJsselmeer and where Flevoland was yet to be."""
    theatre = theatres()[slug]
    for place, is_land in ((on_land, True), (on_water, False)):
        point = theatre.box.project(*place)
        crossings = sum(_crossings(corners(path), point) for path in theatre.shores)
        assert bool(crossings % 2) is is_land


def _crossings(ring: list[tuple[int, int]], point: Point) -> int:
    """How often a line from the point to the east crosses a ring."""
    pairs = zip(ring, [*ring[1:], ring[0]], strict=True)
    return sum(
        (ay > point.y) != (by > point.y) and point.x < ax + (point.y - ay) * (bx - ax) / (by - ay)
        for (ax, ay), (bx, by) in pairs
    )
