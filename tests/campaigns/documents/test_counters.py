"""Counters: as many as the largest mission needs, two-sided, and none over its edge."""

from __future__ import annotations

from collections import Counter as Tally

import pytest

import engine
from campaigns.catalogue.shapes import shapes
from campaigns.documents.cards.counters import GRIDS, SAFE, Counter, CounterFace, Counters, render
from campaigns.documents.kit.marks import marks
from campaigns.documents.kit.styles import PAPERS, Paper
from campaigns.prints.counters import CounterUnit, Having, counters_of_pack, counters_of_units
from engine.core import fixtures
from tests.campaigns.documents import cells
from tests.campaigns.documents.hostile import SPOILT, nothing_fetched
from tests.campaigns.documents.promises import assert_promises
from tests.campaigns.documents.test_logs import SHIPPED, shipped
from tests.engine.broad import broad

HAVING: tuple[tuple[Having, ...], ...] = ((), ("strikes",), ("fuel",))


def filled_with(text: str) -> Counters:
    """Counters of every kind on which every text is ``text``."""
    plain = CounterFace(text, text)
    marked = CounterFace(text, text, "", "plain-four", "hollow", arrow=True)
    return Counters(
        text,
        text,
        tuple(
            Counter(face, face, side, is_aircraft=is_aircraft)
            for face, is_aircraft in ((plain, False), (CounterFace("", text), False), (marked, True), (marked, False))
            for side in ("allied", "axis", "")
            if side or not is_aircraft
        ),
    )


def test_counters_of_an_element_keep_the_promises_of_a_document() -> None:
    units = (CounterUnit("allied", ("p-47c-5", "p-47c-5")), CounterUnit("axis", ("mc-202", "mc-202")))
    sheet = counters_of_units("Tutorial dogfight", "wildblue", units)
    assert_promises(
        "counters",
        lambda paper: render(sheet, paper),
        pages=2,
        outline=["Counters, sheet 1"],
        words=["Leader", "Very High", "Full Throttle", "Cockpit Hit", "Sheet 1 of 1, backs."],
    )


def test_aircraft_of_a_hex_map_point_where_they_face_and_keep_the_promises_too() -> None:
    units = (CounterUnit("allied", ("hurricane-mk-i",) * 2), CounterUnit("axis", ("bf-109e-ace",)))
    sheet = counters_of_units("Over Kent", "angels", units)
    assert_promises(
        "counters-hex",
        lambda paper: render(sheet, paper),
        pages=2,
        outline=["Counters, sheet 1"],
        words=["A1", "A2", "Hurricane Mk I", "Move finished", "Fire resolved", "Evading left"],
    )
    aircraft = [counter for counter in sheet.counters if counter.is_aircraft]
    assert [counter.front.arrow for counter in aircraft] == [True] * 3
    assert [counter.back.look for counter in aircraft] == ["hollow"] * 3


def test_a_flight_on_the_board_of_boxes_flies_the_other_way_on_the_back_of_its_counter() -> None:
    units = (CounterUnit("allied", ("b-17g-squadron",) * 12), CounterUnit("axis", ("bf-109-flight",) * 4))
    sheet = counters_of_units("Big Week", "sabin", units)
    aircraft = [counter for counter in sheet.counters if counter.is_aircraft]
    assert [(each.side, each.front.value, each.front.mark) for each in aircraft] == [
        ("allied", "A", "bomber-profile"),
        ("axis", "A", "fighter-profile"),
    ]
    assert [(each.front.look, each.back.look) for each in aircraft] == [("full", "mirrored")] * 2


def test_each_aircraft_has_its_own_damage_and_each_unit_its_own_altitudes() -> None:
    units = (CounterUnit("allied", ("", "")), CounterUnit("allied", ("", "", "")), CounterUnit("axis", ("",)))
    sheet = counters_of_units("Three units", "wildblue", units)
    count = Tally((each.side, each.front.value, each.front.caption) for each in sheet.counters)
    assert count["allied", "VH", "Very High"] == 2
    assert count["axis", "VH", "Very High"] == 1
    assert count["allied", "1", "Hit"] == 5
    assert [each.front.caption for each in sheet.counters if each.front.value == "B" and each.side == "allied"] == [
        "Leader",
        "Wingman",
        "Section",
    ]
    assert [each.back for each in sheet.counters if each.front.value == "VH"] == [CounterFace()] * 3


def test_loads_are_for_those_who_strike_and_fuel_for_those_who_count_it() -> None:
    units = (CounterUnit("allied", ("", "")),)
    captions = {
        having: {each.front.caption for each in counters_of_units("One", "wildblue", units, having).counters}
        for having in HAVING
    }
    assert {"Bombs", "Mines"} <= captions["strikes",]
    assert "Bombs" not in captions[()]
    assert "Fuel" in captions["fuel",]
    assert "Fuel" not in captions["strikes",]


def test_the_solitaire_campaign_has_as_many_flying_bombs_as_a_week_may_send() -> None:
    sheet = counters_of_pack(shipped("buzz-bomb"))
    bombs = [each for each in sheet.counters if each.front.caption == "Flying bomb"]
    assert [each.front.value for each in bombs] == [str(number) for number in range(1, 16)]
    assert any(each.front.caption == "Patrol: sea" for each in sheet.counters)
    assert not any(each.front.caption == "Flying bomb" for each in counters_of_pack(shipped("malta-1941-42")).counters)


@pytest.mark.parametrize("slug", SHIPPED)
def test_a_pack_has_counters_for_its_largest_mission(slug: str) -> None:
    pack = shipped(slug)
    sheet = counters_of_pack(pack)
    for side in ("allied", "axis"):
        most = max(sum(line.count for line in mission.units if line.side == side) for _, mission in pack.all_missions())
        letters = {each.front.value.rstrip("123456789") for each in sheet.counters if each.side == side}
        assert set("ABCDEFGHIJKLMNOP"[:most]) <= letters
    assert any(not each.side for each in sheet.counters)


@pytest.mark.parametrize("slug", sorted(engine.systems()))
def test_every_mark_that_a_system_prints_is_drawn(slug: str) -> None:
    kinds = fixtures.read("counters", f"{slug}.toml")
    faces = [side for marker in kinds["markers"] for face in marker["faces"] for side in face.values()]
    assert faces
    assert {face["mark"] for face in faces if "mark" in face} <= set(marks())
    assert {face["outline"] for face in faces if "outline" in face} <= set(shapes())


@pytest.mark.parametrize("paper", broad(PAPERS, 1))
@pytest.mark.parametrize("slug", ["malta-1941-42", "flying-circus-1917", "big-week", "angels-over-kent"])
def test_no_word_of_a_counter_comes_near_a_cut_or_is_cut_short(slug: str, paper: Paper) -> None:
    document = render(counters_of_pack(shipped(slug)), paper)
    cells.assert_safe(document, GRIDS[paper], paper, SAFE)
    assert not any(
        "…" in cells.text_of(piece) for page in cells.pieces_of(document, GRIDS[paper], paper) for piece in page
    )


def _read(face: CounterFace, *, is_aircraft: bool) -> str:
    """What is written on a counter, in the order in which it is written."""
    return " ".join(filter(None, (face.value, face.caption) if is_aircraft else (face.caption, face.value)))


@pytest.mark.parametrize("paper", PAPERS)
def test_the_back_of_each_counter_lies_behind_its_front(paper: Paper) -> None:
    grid = GRIDS[paper]
    sheet = counters_of_units(
        "Two sides", "angels", (CounterUnit("allied", ("hurricane-mk-i",) * 2), CounterUnit("axis", ("",) * 3))
    )
    fronts, backs = cells.pieces_of(render(sheet, paper), grid, paper)
    for side in ("allied", "axis", ""):
        own = [counter for counter in sheet.counters if counter.side == side]
        first = next(number for number, piece in enumerate(fronts) if own[0].front.value in cells.text_of(piece))
        assert (first % grid.columns == 0) or not side
    shown = [
        (cells.text_of(fronts[number]), cells.text_of(backs[number + grid.columns - 1 - 2 * (number % grid.columns)]))
        for number in range(grid.size)
        if fronts[number]
    ]
    printed = [
        tuple(_read(face, is_aircraft=each.is_aircraft) for face in (each.front, each.back)) for each in sheet.counters
    ]
    assert shown == printed


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("text", SPOILT)
def test_hostile_texts_stay_on_their_counter(text: str, paper: Paper) -> None:
    with nothing_fetched():
        document = render(filled_with(text), paper)
    assert render(filled_with(text), paper) == document
    cells.assert_safe(document, GRIDS[paper], paper, SAFE)
