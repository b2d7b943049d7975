"""What a map shows after a mission: missions where they were fought, ways, fronts, the track, and what has none."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence

import pytest

from campaigns.catalogue.library import FIXTURES
from campaigns.catalogue.theatres import Place
from campaigns.maps.situation import Flown, situation
from campaigns.packs import PackDefinition, read_pack


def shipped(slug: str) -> PackDefinition:
    return read_pack((FIXTURES / "packs" / f"{slug}.toml").read_text(encoding="utf-8"), f"{slug}.toml")


def flown(
    number: int,
    key: str,
    day: str,
    *,
    points: tuple[int, int] | None = (4, 2),
    lost: tuple[int, int] = (0, 0),
    bases: Mapping[str, Sequence[str]] | None = None,
) -> Flown:
    """A mission; without ``points`` it has yet to be debriefed."""
    return Flown(
        number=number,
        key=key,
        title=key.title(),
        place="Somewhere",
        date=datetime.date.fromisoformat(day),
        is_debriefed=points is not None,
        points=dict(zip(("allied", "axis"), points or (0, 0), strict=True)),
        lost=dict(zip(("allied", "axis"), lost, strict=True)),
        bases=bases or {},
    )


ROMMEL = [
    flown(1, "gazala", "1941-04-07", points=(0, 6)),
    flown(2, "mechili", "1941-04-07", points=(3, 3)),
    flown(3, "harbour", "1941-05-12", points=None),
]


def test_a_mission_lies_where_the_pack_says_with_the_side_that_came_out_ahead() -> None:
    told = situation(shipped("rommel-attacks"), ROMMEL, 3)
    assert told is not None
    assert [(mark.flown.number, mark.result) for mark in told.missions] == [(1, "axis"), (2, "level"), (3, "next")]
    assert told.missions[0].at == Place(32.13, 23.38)
    assert [(way.side, way.start) for way in told.missions[0].ways] == [("axis", Place(31.7, 20.25))]


def test_an_earlier_map_has_only_what_had_been_flown_by_then_and_its_own_day_and_front() -> None:
    pack = shipped("rommel-attacks")
    before, early, late = (situation(pack, ROMMEL, until) for until in (0, 1, 3))
    assert before is not None
    assert early is not None
    assert late is not None
    assert (before.missions, before.day, before.fronts) == ((), pack.first, ("The front at Mersa Brega",))
    assert [mark.flown.number for mark in early.missions] == [1]
    assert early.fronts == ()
    assert late.day == datetime.date(1941, 5, 12)
    assert late.fronts == ("The Tobruk perimeter", "The front on the frontier")


def test_a_side_whose_squadrons_are_known_comes_from_their_bases() -> None:
    pack = shipped("kursk")
    mission = flown(1, "butovo", "1943-07-05", bases={"axis": ("Krestovoi", "Nowhere that the pack names")})
    told = situation(
        pack, [mission], 1, stationed={"axis": [("StG 2", "Krestovoi"), ("The cannon birds", "Krestovoi")]}
    )
    assert told is not None
    assert [(way.side, way.base) for way in told.missions[0].ways] == [("axis", "Krestovoi")]
    [base] = told.bases
    assert (base.title, base.squadrons) == ("Krestovoi", ("StG 2", "The cannon birds"))


@pytest.mark.parametrize(
    ("marker", "front"),
    [
        (3, "The front on the start lines"),
        (5, "The front in the belts"),
        (11, "The front at Prokhorovka"),
        (12, "The front at Prokhorovka"),
        (0, "The front before Orel"),
    ],
)
def test_a_front_moves_with_the_marker_and_stays_when_that_has_left_the_track(marker: int, front: str) -> None:
    told = situation(shipped("kursk"), [], 0, marker=marker)
    assert told is not None
    assert told.fronts == (front,)
    assert told.track is not None
    assert told.track.number == marker


def test_where_the_marker_is_not_told_no_front_is_drawn_that_goes_by_it() -> None:
    told = situation(shipped("kursk"), [], 0)
    assert told is not None
    assert (told.fronts, told.track) == ((), None)


def test_what_has_no_place_is_told_and_not_drawn() -> None:
    text = (FIXTURES / "packs" / "rommel-attacks.toml").read_text(encoding="utf-8")
    bare = text.replace("at = [32.13, 23.38]\nstart = { axis = [31.7, 20.25] }", 'unplaced = "Nobody wrote it down"')
    told = situation(read_pack(bare, "mine.toml"), [*ROMMEL, flown(4, "", "1941-06-01")], 4)
    assert told is not None
    assert [mark.flown.number for mark in told.missions] == [2, 3]
    assert [(one.number, why) for one, why in told.elsewhere] == [
        (1, "Nobody wrote it down."),
        (4, "An operation with a map of its own."),
    ]
