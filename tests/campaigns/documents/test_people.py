"""Logbooks, squadron books, orders of battle and the tables of men, as a reader of the PDF finds them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from campaigns.documents.kit.document import Document, body_box
from campaigns.documents.kit.styles import PAPERS, Paper
from campaigns.documents.people import logbook, order_of_battle, squadron_book
from campaigns.documents.people.roll import aces_table, roll_of_honour
from tests.campaigns.documents import people, reading
from tests.campaigns.documents.hostile import SPOILT, assert_inside, nothing_fetched
from tests.campaigns.documents.promises import assert_promises


def test_a_logbook_has_a_cover_a_record_and_the_log() -> None:
    assert_promises(
        "logbook",
        lambda paper: logbook.render(people.logbook(23), paper),
        pages=4,
        outline=["Cover", "Record", "Victories", "Decorations", "Wounds, leave and captivity", "Log"],
        words=[
            "Flying log book", "Mikhail Tyutchenko", "240th Fighter Regiment, Urazovo", "Ace Pilot, Performance",
            "Order of the Red Banner", "Junkers Ju 87G-1", "Wounded, back for mission 15", "240-B",
            "Interceptor 1 leader", "Has earned a Skill", "OFFICER COMMANDING",
        ],
    )  # fmt: skip


def test_totals_are_carried_from_each_page_of_the_log_to_the_next() -> None:
    document = logbook.render(people.logbook(60))
    log = [page.text for page in reading.pages_of(document)]
    log = [page for page in log if "BROUGHT FORWARD" in page]
    assert len(log) >= 3
    assert after("BROUGHT FORWARD", log[0]) == ["0", "0", "0", "0"]
    for page, following in pairwise(log):
        assert after("CARRIED FORWARD", page) == after("BROUGHT FORWARD", following)
        assert int(after("CARRIED FORWARD", page)[0]) == page.count("Lavochkin") + int(
            after("BROUGHT FORWARD", page)[0]
        )
    assert after("TO DATE", log[-1]) == ["60", "15", "20", "30"]


def after(words: str, page: str) -> list[str]:
    """The four figures of a line of totals: sorties, victories, damaged, strikes."""
    return page.partition(words)[2].split()[:4]


@pytest.mark.parametrize("count", [0, 1, 14, 15, 16, 17, 18, 19])
def test_a_logbook_always_has_room_to_go_on_by_hand(count: int) -> None:
    document = logbook.render(people.logbook(count))
    words, rules, *_ = reading.pages_of(document)[-1]
    foot = next(each for each in words if each.text == "CARRIED FORWARD")
    entries = [each.bottom for each in words if each.bottom > foot.top and "FORWARD" not in each.text]
    free = min(entries, default=foot.top) - foot.top
    lines = {round(rule.y1) for rule in rules if rule.y1 == rule.y2 and foot.top < rule.y1 < foot.top + free}
    assert len(lines) >= logbook.FREE_LINES


def test_a_logbook_that_is_closed_ends_with_what_it_comes_to() -> None:
    document = logbook.render(people.logbook(7, is_closed=True))
    last = reading.pages_of(document)[-1].text
    assert after("IN ALL", last) == ["7", "1", "2", "3"]
    assert "TO DATE" not in last


def test_a_man_who_has_not_flown_has_a_logbook_to_begin() -> None:
    assert_promises(
        "logbook-recruit",
        lambda paper: logbook.render(people.RECRUIT, paper),
        pages=3,
        outline=["Cover", "Record", "Victories", "Decorations", "Log"],
        words=["Jan Nowak", "Poland", "BROUGHT FORWARD", "OFFICER COMMANDING"],
    )


def test_more_victories_than_marks_fit_on_the_cover_are_told_as_a_number() -> None:
    assert "352 victories" in reading.text_of(logbook.render(replace(people.RECRUIT, marks=352)))


def test_a_squadron_book_has_its_strength_aircraft_men_missions_and_diary() -> None:
    assert_promises(
        "squadron-book",
        lambda paper: squadron_book.render(people.squadron_book(), paper),
        pages=3,
        outline=["Cover", "Strength", "Aircraft", "Men", "Missions", "Diary"],
        words=[
            "Operations record book", "III./JG 52", "in the East since the beginning", "J52-D",
            "1; lost in mission 1, Butovo (flak)", "Eberhard von Malchenow", "5½", "The road to Oboyan",
            "Joined with the Messerschmitt Bf 109G-6 at Ugrim", "ADJUTANT",
        ],
    )  # fmt: skip


def test_a_squadron_whose_men_have_no_names_has_a_book_without_them() -> None:
    document = squadron_book.render(people.squadron_book(names_men=False))
    assert "Men" not in reading.outline_of(document)
    assert "Aircraft" in reading.outline_of(document)


def test_a_long_list_goes_on_over_pages_each_with_its_head_and_no_row_alone() -> None:
    document = squadron_book.render(people.squadron_book(missions=80))
    pages = [page.text for page in reading.pages_of(document)]
    with_missions = [page for page in pages if "The road to Oboyan" in page]
    assert len(with_missions) >= 3
    assert all("WHERE" in page for page in with_missions)
    assert all(page.count("The road to Oboyan") > 1 for page in with_missions)


def test_an_order_of_battle_tells_each_squadrons_aircraft_men_and_what_is_due() -> None:
    assert_promises(
        "order-of-battle",
        lambda paper: order_of_battle.render(people.order_of_battle(), paper),
        pages=1,
        outline=["Order of battle"],
        words=[
            "Luftflotten 4 and 6",
            "No. 3 Squadron",
            "J52-C until period 5",
            "period 6: 1 aircraft, 2 men",
            "WOUNDED",
        ],
    )


def test_an_order_of_battle_of_many_squadrons_repeats_its_head_on_each_page() -> None:
    document = order_of_battle.render(people.order_of_battle(40))
    pages = [page.text for page in reading.pages_of(document)]
    assert all("READY" in page and "RESTING" in page for page in pages)
    assert sum(page.count(" Squadron") for page in pages) >= 40


def test_an_order_of_battle_of_squadrons_without_names_counts_no_men() -> None:
    told = reading.text_of(order_of_battle.render(people.order_of_battle(names_men=False)))
    assert "READY" in told
    assert "WOUNDED" not in told


def test_a_side_without_squadrons_tells_what_has_flown_and_who_there_is() -> None:
    assert_promises(
        "order-of-battle-without-squadrons",
        lambda paper: order_of_battle.render(people.WITHOUT_SQUADRONS, paper),
        pages=1,
        outline=["Order of battle", "Flown so far", "Men"],
        words=["keeps no squadrons", "Hawker Hurricane Mk I 18 5 4", "Reginald Stainmore"],
    )


def rolls(paper: Paper, aces: int = 1) -> bytes:
    """The table of victories and the roll of honour on a page."""
    document = Document(title="Rolls", subject="", paper=paper)
    width = body_box(document.page_box, 0).width
    return document.produce([*aces_table(people.ACES * aces, width), *roll_of_honour(people.FALLEN, width)])


def test_the_table_of_aces_and_the_roll_of_honour_name_the_men() -> None:
    told = reading.text_of(rolls("A4"))
    for expected in (
        "1. Mikhail Tyutchenko Ace 240th Fighter Regiment Lavochkin La-5 7 7",
        "Günther Stahlhofen",
        "Killed",
        "Hans Möllenbeck",
        "Prisoners of war",
    ):
        assert expected in told
    assert "Missing" not in told


def test_empty_rolls_say_so() -> None:
    document = Document(title="Rolls", subject="", paper="A4")
    told = reading.text_of(document.produce([*aces_table((), 500), *roll_of_honour((), 500)]))
    assert "Nobody has a victory" in told
    assert "Everybody has come back" in told


FILLED: dict[str, Callable[[str, Paper], bytes]] = {
    "logbook": lambda text, paper: logbook.render(people.hostile_logbook(text), paper),
    "squadron book": lambda text, paper: squadron_book.render(people.hostile_squadron_book(text), paper),
    "order of battle": lambda text, paper: order_of_battle.render(people.hostile_order_of_battle(text), paper),
}


@pytest.mark.parametrize("text", SPOILT)
@pytest.mark.parametrize(
    ("make", "paper"),
    [
        *(pytest.param(make, "A4", id=f"{name} on A4") for name, make in FILLED.items()),
        pytest.param(FILLED["order of battle"], "letter", id="order of battle on letter"),
        *(
            pytest.param(FILLED[name], "letter", id=f"{name} on letter", marks=pytest.mark.sweep)
            for name in ("logbook", "squadron book")
        ),
    ],
)
def test_hostile_text_prints_inside_its_box_and_fetches_nothing(
    make: Callable[[str, Paper], bytes], text: str, paper: Paper
) -> None:
    with nothing_fetched():
        assert_inside(make(text, paper))


@pytest.mark.parametrize("paper", PAPERS)
def test_ordinary_books_have_no_word_over_another_or_across_a_rule(paper: Paper) -> None:
    assert_inside(logbook.render(people.logbook(40), paper))
    assert_inside(squadron_book.render(people.squadron_book(30), paper))
    assert_inside(order_of_battle.render(people.order_of_battle(14), paper))
    assert_inside(rolls(paper, aces=40))


@pytest.mark.parametrize(
    "name", ["Anna Wiśniewska", "Jiří Dvořák", "Ιωάννης Πλαγής", "Иван Кожедуб", "Győző Szentgyörgyi", "笹井醇一"]
)
def test_a_name_prints_letter_for_letter_on_cover_and_record(name: str) -> None:
    document = logbook.render(replace(people.RECRUIT, name=name))
    assert name in reading.text_of(document, 1)
    assert name in reading.text_of(document, 2)
