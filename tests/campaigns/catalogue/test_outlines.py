"""Recognition outlines: every type has one, of its own measures, and no two airframes have the same."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from pydantic import ValidationError
from svgelements import Path as SvgPath

from campaigns.catalogue import shapes as table
from campaigns.catalogue.library import library
from campaigns.catalogue.outlines import Outline, outline, outline_of
from campaigns.catalogue.shapes import PLAIN, Shape, shape_name, shapes
from engine.core import fixtures
from tests.campaigns.catalogue.outlines import APPROVED, TYPES, drawing
from tests.each import for_each

MOST_LETTERS = 1500
"""Of a path: a board may have a dozen of them."""
APART = 0.03
"""How far a wing's area here may be from the one that ratings are derived from: books differ by as much."""
BIPLANES = [name for name, shape in shapes().items() if shape.lower]

Polygon = list[tuple[float, float]]


def polygons(made: Outline) -> Iterator[Polygon]:
    """The closed parts of an outline, curves as eight straight lines."""
    part: Polygon = []
    for letter, points in made.steps:
        if letter == "Z":
            yield part
            part = []
        elif letter == "C":
            (x0, y0), (x1, y1), (x2, y2), (x3, y3) = part[-1], *points
            for step in range(1, 9):
                t, u = step / 8, 1 - step / 8
                part.append(
                    (
                        u**3 * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t**3 * x3,
                        u**3 * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t**3 * y3,
                    )
                )
        else:
            part += points


def covers(parts: Iterable[Polygon], x: float, y: float) -> bool:
    """Whether ink is at a place, as a browser fills: parts that are drawn the same way round add up."""
    turns = 0
    for corners in parts:
        for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
            if (y0 <= y) != (y1 <= y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                turns += 1 if y1 > y0 else -1
    return turns != 0


def test_every_type_of_every_game_has_an_outline_and_the_flying_bomb_too() -> None:
    types = {*library().aircraft, *library().other_types}
    assert {slug for slug in types if shape_name(slug) in PLAIN.values()} == set()
    assert len(types) > 300


@for_each(shapes())
def test_an_outline_is_as_wide_and_about_as_long_as_the_aircraft(name: str) -> None:
    shape, made = shapes()[name], outline_of(name)
    widest = max([shape.span, *(each.span for each in (shape.middle, shape.lower) if each)])
    assert 2 * made.across == pytest.approx(widest * 100, abs=2)
    assert shape.length * 95 <= 2 * made.along <= shape.length * 116, "aerials and fins reach a little further"


@for_each(shapes())
def test_an_outline_is_the_same_on_both_sides_and_drawn_one_way_round(name: str) -> None:
    made = outline_of(name)
    places = Counter(point for _, points in made.steps for point in points)
    mirrored = Counter((-x + 0.0, y) for (x, y), count in places.items() for _ in range(count))
    # what stands on both sides may be rounded to the other centimetre, a middle line begins and ends a part
    assert all(any(mirrored[x + dx, y] for dx in (-1, 0, 1)) for x, y in places if x)
    for corners in polygons(made):
        area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True))
        assert area > 0, "a part that is drawn the other way round would be a hole in the others"


@for_each(shapes())
def test_an_outline_is_one_short_path_of_whole_centimetres_that_readers_of_svg_understand(name: str) -> None:
    made = outline_of(name)
    assert len(made.path) <= MOST_LETTERS
    read = [
        tuple(getattr(step, key) for key in ("control1", "control2", "end") if getattr(step, key, None))
        for step in SvgPath(made.path)
    ]
    ours = [points for letter, points in made.steps if letter != "Z"]
    theirs = [points for step, points in zip(SvgPath(made.path), read, strict=True) if type(step).__name__ != "Close"]
    assert [[tuple(point) for point in points] for points in theirs] == [list(points) for points in ours]


def test_no_two_airframes_look_the_same() -> None:
    looks = defaultdict(list)
    for name in shapes():
        looks[outline_of(name).path].append(name)
    assert [names for names in looks.values() if len(names) > 1] == []


def test_wing_areas_agree_with_those_that_ratings_are_derived_from() -> None:
    known = {slug: each.performance["wing_m2"] for slug, each in library().aircraft.items() if each.performance}
    known |= {slug: each["performance"]["wing_m2"] for slug, each in fixtures.read_all("aircraft", "wwi").items()}
    areas = {slug: shapes()[shape_name(slug)].area for slug in known}
    assert {slug: (areas[slug], area) for slug, area in known.items() if abs(areas[slug] - area) > APART * area} == {}


def test_every_shape_says_where_its_measures_are_from() -> None:
    for name, shape in shapes().items():
        assert (shape.provenance == "own") == (name in PLAIN.values()), name
        assert shape.types or name in PLAIN.values(), f"{name} is nobody's"


@for_each(BIPLANES)
def test_between_the_wings_of_a_biplane_one_sees_through(name: str) -> None:
    """Half way out, where no tailplane reaches: ink, a slit, ink."""
    made = outline_of(name)
    parts = list(polygons(made))
    down = range(int(-made.along) - 5, int(made.along), 4)
    column = [covers(parts, made.across / 2 + 0.5, y + 0.5) for y in down]
    begun = sum(ink and not before for before, ink in pairwise(column))
    assert begun == (3 if shapes()[name].middle else 2)


@pytest.mark.parametrize(
    ("one", "other"),
    [("spitfire-i", "bf-109e-3"), ("ju-87b", "ju-87d"), ("p-51b", "p-51d"), ("hurricane-i", "hurricane-iid"),
     ("b-24d", "b-24j"), ("albatros-d-i", "albatros-d-iii"), ("la-5", "lagg-3")],
)  # fmt: skip
def test_relations_that_can_be_told_apart_from_above_are(one: str, other: str) -> None:
    assert outline(one).path != outline(other).path


@pytest.mark.parametrize(
    ("one", "other"),
    [("spitfire-i", "spitfire-mk-i-ace"), ("he-111h", "he-111-token"), ("sopwith-camel", "sopwith-camel"),
     ("b-17f", "b-17f-squadron")],
)  # fmt: skip
def test_one_airframe_looks_the_same_in_every_game(one: str, other: str) -> None:
    assert outline(one) is outline(other)


def test_a_type_that_has_left_the_files_is_drawn_as_a_plain_fighter() -> None:
    assert outline("wright-flyer").name == "plain-single"


@for_each(TYPES)
def test_outlines_look_as_those_that_somebody_has_looked_at(slug: str) -> None:
    approved = APPROVED / f"{slug}.svg"
    assert drawing(outline(slug)) == approved.read_text(encoding="utf-8"), (
        f"look at it, then python -m tests.campaigns.catalogue.outlines writes {approved.name}"
    )


PLAINEST: dict[str, Any] = {
    "provenance": "own", "span": 10.0, "length": 8.0, "area": 16.0, "wing": {"at": 0.25},
    "body": {"form": "inline", "width": 1.0},
    "pods": {"gun": {"form": "gun", "out": 2, "ahead": 1, "long": 1, "width": 1}},
}  # fmt: skip


def read(monkeypatch: pytest.MonkeyPatch, tables: dict[str, Any]) -> dict[str, Shape]:
    monkeypatch.setattr(table, "_files", lambda: {"one": tables})
    return dict(table.shapes.__wrapped__())


def test_a_shape_takes_from_the_one_that_it_is_like_what_it_does_not_say_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = read(
        monkeypatch,
        {
            "short": PLAINEST | {"types": ["p-40b"]},
            "long": {"like": "short", "length": 9.0, "body": {"width": 1.1}, "types": ["p-40e"]},
            "unarmed": {"like": "long", "pods": {"gun": {}}},
        },
    )
    assert (made["long"].length, made["long"].span) == (9.0, 10.0)
    assert made["long"].body == made["short"].body.model_copy(update={"width": 1.1})  # type: ignore[union-attr]
    assert made["unarmed"].length == 9.0
    assert made["unarmed"].pods == {}
    assert made["unarmed"].types == ()


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ({"one": PLAINEST | {"wings": 2}}, "wings"),
        ({"one": PLAINEST | {"body": {"form": "square", "width": 1.0}}}, "there is no form 'square'; there are inline"),
        ({"one": PLAINEST | {"span": 300.0}}, "span"),
        ({"one": {"like": "two"}}, "'one' is like 'two', which there is not"),
        ({"one": {"like": "two"}, "two": {"like": "one"}}, "in a circle: one, two, one"),
        ({"one": PLAINEST | {"middle": {"at": 0.4, "span": 8.0}}}, "a middle wing has a lower one below it"),
    ],
)
def test_a_table_that_is_wrong_is_refused_with_what_is(
    tables: dict[str, Any], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises((ValidationError, ValueError), match=said):
        read(monkeypatch, tables)
