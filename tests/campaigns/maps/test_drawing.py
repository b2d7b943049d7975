"""A map laid out: nothing over anything else, what lies off it at its edge, and every text in it escaped."""

from __future__ import annotations

import re
from itertools import combinations
from typing import NamedTuple

import pytest

from campaigns.maps import markup
from campaigns.maps.drawing import CORNER, LETTER, NARROW, SMALL_NARROW, WIDE, Label, Picture, Size, draw
from campaigns.maps.situation import Situation, situation
from campaigns.packs import PackDefinition
from tests.campaigns.maps.test_situation import flown, shipped
from tests.campaigns.packs.test_maps import SHIPPED
from tests.engine.broad import broad

TITLES = {"allied": "Allied", "axis": "Axis"}


def busy(pack: PackDefinition) -> Situation:
    """Every mission of a pack flown once, the sides ahead by turns, with losses on both, from all bases."""
    day = pack.last.isoformat()
    missions = [
        flown(number, key, day, points=(4, 2) if number % 2 else (2, 4), lost=(number % 3, number % 2))
        for number, (key, _) in enumerate(pack.all_missions(), start=1)
    ]
    stationed = {
        side: [(line.title, line.base) for line in pack.squadrons.values() if line.side == side and line.base]
        for side in ("allied", "axis")
    }
    told = situation(pack, missions, len(missions), marker=5 if pack.progress else None, stationed=stationed)
    assert told is not None
    return told


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def box_of(label: Label, size: Size) -> Box:
    """Where a name stands, at least."""
    wide = len(label.text) * size.text * LETTER
    left = label.at.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor] * wide
    return Box(left, label.at.y - size.text / 2, left + wide, label.at.y + size.text / 2)


def marks(picture: Picture) -> list[Box]:
    """Where the marks with numbers stand; one on its corner reaches farther."""
    boxes = []
    for drawn in picture.missions:
        if not drawn.is_dot:
            (x, y), far = drawn.mark, picture.size.radius * (CORNER if drawn.result == "axis" else 1)
            boxes.append(Box(x - far, y - far, x + far, y + far))
    return boxes


@pytest.mark.parametrize("size", [WIDE, NARROW, SMALL_NARROW], ids=["wide", "narrow", "small"])
@pytest.mark.parametrize("slug", broad(SHIPPED, 7))
def test_no_name_stands_over_another_or_over_a_mission_and_all_are_on_the_map(slug: str, size: Size) -> None:
    picture = draw(busy(shipped(slug)), size, TITLES)
    names = [box_of(label, size) for label in picture.labels]
    assert names
    assert not [pair for pair in combinations(names, 2) if pair[0].overlaps(pair[1])]
    assert not [(name, mark) for name in names for mark in marks(picture) if name.overlaps(mark)]
    assert all(box.left >= 0 and box.right <= picture.width for box in [*names, *marks(picture)])
    assert all(box.top >= 0 and box.bottom <= picture.height for box in [*names, *marks(picture)])


@pytest.mark.parametrize("size", [WIDE, NARROW, SMALL_NARROW], ids=["wide", "narrow", "small"])
@pytest.mark.parametrize("slug", broad(SHIPPED, 7))
def test_the_numbers_of_missions_do_not_cover_one_another(slug: str, size: Size) -> None:
    boxes = marks(draw(busy(shipped(slug)), size, TITLES))
    assert not [pair for pair in combinations(boxes, 2) if pair[0].overlaps(pair[1])]


def test_a_base_off_the_map_stands_at_its_edge_and_points_the_way() -> None:
    picture = draw(busy(shipped("battle-of-britain")), WIDE, TITLES)
    [stavanger] = [spot for spot in picture.spots if spot.name == "Stavanger"]
    assert stavanger.off is not None
    assert -90 < stavanger.off < 0, "up and to the right, north-east"
    assert stavanger.at.x == pytest.approx(picture.width, abs=10)
    assert stavanger.at.y == pytest.approx(0, abs=10)
    assert "off the map" in stavanger.title


def test_long_ago_is_a_dot_and_the_newest_have_their_numbers() -> None:
    picture = draw(busy(shipped("battle-of-britain")), SMALL_NARROW, TITLES)
    newest = max(drawn.number for drawn in picture.missions)
    assert [drawn.number for drawn in picture.missions if not drawn.is_dot] == list(range(newest - 5, newest + 1))


@pytest.mark.parametrize("slug", SHIPPED)
def test_the_markup_is_well_formed_and_says_of_each_mission_how_it_ended(slug: str) -> None:
    from xml.etree import ElementTree

    picture = draw(busy(shipped(slug)), WIDE, TITLES)
    svg = ElementTree.fromstring(markup.svg(picture, "wide"))
    said = [title.text or "" for title in svg.iter("title")]
    for drawn in picture.missions:
        assert any(each.startswith(f"Mission {drawn.number}: ") and "4 to 2" in each for each in said)
    assert svg.get("role") == "img"
    assert svg.get("aria-label", "").startswith("Map: ")


def test_the_text_of_a_pack_cannot_break_out_of_the_picture() -> None:
    pack = shipped("rommel-attacks")
    assert pack.map is not None
    town = pack.map.towns[0].but(title='<script>"&')
    evil = pack.but(map=pack.map.but(towns=(town,)))
    made = markup.svg(draw(busy(evil), WIDE, TITLES), 'wide" onload="x')
    assert "<script" not in made
    assert 'onload="x' not in made
    assert "&lt;script&gt;" in made


def test_the_scale_is_as_long_as_it_says() -> None:
    """From Tobruk to Bardia it is 111 km as the crow flies."""
    told = busy(shipped("rommel-attacks"))
    picture = draw(told, WIDE, TITLES)
    tobruk, bardia = (told.theatre.box.project(*place) for place in ((32.08, 23.96), (31.76, 25.08)))
    pixels = ((tobruk.x - bardia.x) ** 2 + (tobruk.y - bardia.y) ** 2) ** 0.5 * picture.scale
    assert pixels * picture.kilometres / picture.length == pytest.approx(111, rel=0.02)


def test_the_coasts_stand_in_a_page_once_and_are_used_by_both_widths() -> None:
    told = busy(shipped("malta-1940-41"))
    page = markup.land(told.theatre) + markup.svg(draw(told, WIDE, TITLES), "wide")
    page += markup.svg(draw(told, NARROW, TITLES), "narrow")
    assert len(re.findall(f'id="{markup.LAND}"', page)) == 1
    assert page.count(f'href="#{markup.LAND}"') == 2
