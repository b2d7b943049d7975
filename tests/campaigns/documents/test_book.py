"""The book of a campaign on paper."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaigns.documents.book.book import render
from campaigns.documents.book.chapter import BookStory, FightTurn
from campaigns.documents.book.overview import MissionLine
from campaigns.documents.kit import fonts
from config.common import markdown
from tests.campaigns.documents import books, reading
from tests.campaigns.documents.hostile import HOSTILE, SPOILT, assert_inside, nothing_fetched
from tests.campaigns.documents.promises import assert_promises


def test_a_book_keeps_what_every_document_promises():
    assert_promises(
        "book",
        lambda paper: render(books.BOOK, paper),
        pages=7,
        outline=[
            "Contents",
            "The campaign",
            "1 · Ground Forces",
            "2 · Airfield",
            "3 · Convoy",
            "4 · Harbour",
            "Table of victories",
            "Roll of honour",
            "Journal",
        ],
        words=[
            "Bożena Wiśniewska",
            "Rommel stands before Tobruk",
            "Иван Кожедуб",
            "Medium · bombs (dive)",
            "TB1: last turn to the target",
            "Johann Gschwandtner is shot down by Terence Mulgrave.",
            "1 of 1 lost",
            "14 · Column: Heavy (Supplement 24.7)",
            "Never again at Low.",
            "The dog ate the log.",
            "These orders are sealed until the mission is flown.",
            "Taken back later.",
        ],
        pictured=(1, 2, 3, 4, 5, 6, 7),
    )


def test_the_book_of_a_campaign_that_has_just_begun_is_short():
    document = render(books.BEGUN)
    assert len(reading.pages_of(document)) == 3, "its journal stands under how it stands"
    assert reading.outline_of(document) == ["Contents", "The campaign", "Journal"]
    assert "none has been flown yet" in reading.text_of(document, 3)


def test_the_contents_tell_the_page_on_which_each_chapter_begins():
    document = render(books.BOOK)
    contents = reading.text_of(document, 2)
    labels = reading.reader(document).page_labels
    for chapter in books.CHAPTERS:
        page = next(number for number in range(3, len(labels) + 1) if chapter.when in reading.text_of(document, number))
        assert labels[page - 1] in contents.split(chapter.title)[1], chapter.title


def test_short_chapters_share_a_page_and_one_that_does_not_fit_begins_a_new_one():
    document = render(books.BOOK)
    pages = [page.text for page in reading.pages_of(document)]
    table = next(page for page in pages if books.AT_THE_TABLE.when in page)
    assert books.VOID.when in table
    assert books.FLOWN.when not in table


def test_the_head_of_a_page_names_the_section_that_the_page_opens_with():
    document = render(replace(books.BOOK, journal=books.BOOK.journal * 60))
    pages = [page.text for page in reading.pages_of(document)]
    for words, head in (
        (books.FLOWN.when, books.FLOWN.heading),
        ("HB1: last turn to go home", books.FLOWN.heading),
        (books.VOID.when, books.AT_THE_TABLE.heading),
        ("Roll of honour", books.SEALED.heading),
    ):
        (page,) = [page for page in pages[3:] if words in page]
        assert f"{books.COVER.title} {head} Made with" in page, words
    assert f"{books.COVER.title} Journal Made with" in pages[-1]


def test_the_head_of_a_chapter_never_stands_alone_at_the_foot_of_a_page():
    """Whatever room the chapter before it leaves."""
    for facts in range(35, 40):
        before = replace(books.VOID, facts=books.VOID.facts * facts)
        document = render(replace(books.BEGUN, chapters=(before, books.SEALED)))
        (page,) = [page.text for page in reading.pages_of(document)[3:] if books.SEALED.when in page.text]
        assert "These orders are sealed" in page, facts


def test_no_page_is_left_half_empty_before_a_chapter():
    """A page and a half of fight: the next chapter begins under it."""
    steps = tuple(replace(books.FIGHT[0].steps[0], text=f"Step {number} of a long fight.") for number in range(100))
    told = [
        replace(
            books.FLOWN,
            number=number,
            key=f"mission-{number}",
            when=f"Day {number}",
            fight=(FightTurn("Turn 1", steps),),
        )
        for number in range(1, 7)
    ]
    pages = reading.pages_of(render(replace(books.BOOK, chapters=tuple(told))))
    chapters = [page for page in pages[3:] if "Step" in page.text or "Day" in page.text][:-1]
    assert len(chapters) > 6
    for page in chapters:
        text = [words for words in page.words if words.bottom > 40]
        assert min(words.bottom for words in text) < page.height / 2, page.text[:200]


def test_a_text_in_columns_is_there_whole_and_in_order_over_its_pages():
    steps = [f"Step {number} of a very long fight." for number in range(1, 2_000)]
    turn = FightTurn("Turn 1", tuple(replace(books.FIGHT[0].steps[0], text=step) for step in steps))
    document = render(replace(books.BOOK, chapters=(replace(books.FLOWN, fight=(turn,)),)))
    found = [int(word.split()[0]) for word in reading.whole_text_of(document).split("Step ")[1:]]
    assert found == list(range(1, 2_000))


def test_a_heading_never_stands_alone_at_the_foot_of_a_column():
    turns = tuple(FightTurn(f"Turn {number}", books.FIGHT[0].steps[:4]) for number in range(1, 60))
    document = render(replace(books.BOOK, chapters=(replace(books.FLOWN, fight=turns),)))
    for found in (page.words for page in reading.pages_of(document)):
        for words in found:
            if words.text.startswith("Turn "):
                below = [each for each in found if abs(each.left - words.left) < 1 and each.top < words.bottom]
                assert below, f"{words.text} stands alone"
                assert words.bottom - max(each.top for each in below) < 12


@pytest.mark.parametrize("text", SPOILT)
def test_whatever_people_write_stays_within_its_place_and_nothing_is_fetched(text: str):
    with nothing_fetched():
        document = render(books.filled_with(text))
    assert_inside(document)


def test_how_far_the_book_is_is_told_up_to_its_last_chapter():
    told: list[tuple[int, int]] = []
    render(books.BOOK, progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == list(range(1, 2 * len(books.CHAPTERS) + 1))
    assert {total for _, total in told} == {2 * len(books.CHAPTERS)}


def test_markup_is_printed_as_it_was_written():
    document = render(books.filled_with(HOSTILE["markup"]))
    assert HOSTILE["markup"] in reading.text_of(document, 5)


def test_what_markdown_lets_through_is_printed_as_it_was_written():
    story = BookStory("allied", "bożena", markdown.blocks("</para><font size=99>&amp; **<b>x</i>**"))
    document = render(replace(books.BOOK, chapters=(replace(books.AT_THE_TABLE, stories=(story,)),)))
    told = reading.whole_text_of(document)
    assert "</para><font size=99>& <b>x</i>" in told


def test_an_after_action_report_is_printed_as_it_was_meant_to_be_read():
    document = render(replace(books.BOOK, chapters=(replace(books.AT_THE_TABLE, notes=()),)))
    page = page_of(document, "The raid")
    told = reading.text_of(document, page)
    for sentence in (
        "They came out of the sun, as always, and two three of us went home; see the log.",
        "• More fuel, and: 1. a spare tail wheel 2. a mechanic",
    ):
        assert sentence in told
    assert not any(sign in told for sign in ("**", "##", "~~", "log.example"))
    words = reading.pages_of(document)[page - 1].words
    for said, face in (("sun", fonts.SANS.bold), ("always", fonts.SANS.italic), ("The raid", fonts.SANS.bold)):
        assert [each.face for each in words if said in each.text] == [face], said


def test_a_table_of_aces_leaves_out_what_nobody_has():
    aces = tuple(replace(ace, rank="", fate="") for ace in books.BOOK.aces or ())
    told = reading.whole_text_of(render(replace(books.BOOK, aces=aces)))
    assert "SQUADRON FLEW MISSIONS VICTORIES" in told
    assert "RATING SQUADRON FLEW FATE MISSIONS" in reading.whole_text_of(render(books.BOOK))


def test_a_book_of_no_aces_and_nobody_lost_says_so():
    whole = replace(books.BOOK, aces=(), fallen=())
    document = render(whole)
    told = reading.whole_text_of(document)
    assert "Nobody has a victory to his name yet." in told
    assert "Everybody has come back so far." in told


def page_of(document: bytes, start: str) -> int:
    """The number of the only page on which words begin so."""
    (number,) = [
        number
        for number, page in enumerate(reading.pages_of(document), start=1)
        if any(words.text.startswith(start) for words in page.words)
    ]
    return number


def test_a_few_lines_of_notes_stay_together_in_one_column():
    note = replace(books.FLOWN.notes[0], text="alpha " * 60)
    document = render(replace(books.BOOK, chapters=(replace(books.FLOWN, fight=(), notes=(note,)),)))
    page = reading.pages_of(document)[page_of(document, "alpha") - 1]
    lines = [words for words in page.words if words.text.startswith("alpha")]
    assert len(lines) > 2
    assert len({round(words.left) for words in lines}) == 1


def test_the_charts_of_a_campaign_give_way_to_the_list_of_its_missions():
    overview = replace(books.BOOK.overview, bars=books.BOOK.overview.bars * 4)
    document = render(replace(books.BOOK, overview=overview))
    assert page_of(document, "AIRCRAFT IN THE POOLS") == page_of(document, "Mission by mission")


def test_what_is_short_after_the_last_chapter_shares_its_page():
    document = render(replace(books.BOOK, chapters=(books.SEALED,)))
    (last,) = [page.text for page in reading.pages_of(document)[3:]]
    assert [
        title for title in ("Harbour", "Table of victories", "Roll of honour", "Journal") if title not in last
    ] == []


def test_the_list_of_missions_names_sides_and_places_whole_whatever_they_are_called() -> None:
    lines = (
        MissionLine(1, "1 April 1917", "Six", "Valenciennes, thirty miles over", "by the engine", "0", "118"),
        MissionLine(2, "5 April 1917", "Two", "Off Dover", "by the engine", "0", "118", "Central Powers +188"),
    )
    overview = replace(books.BOOK.overview, missions=lines)
    document = render(replace(books.BOOK, overview=overview, sides=("Entente", "Central Powers")))
    page = next(page for page in reading.pages_of(document) if "Mission by mission" in page.text and "Six" in page.text)
    for text in ("CENTRAL POWERS", "Central Powers +188", "Valenciennes, thirty miles over"):
        assert [words for words in page.words if words.text == text and words.top - words.bottom > 3], text
    assert_inside(document)
