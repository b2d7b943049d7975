"""Fitting text into boxes, measured."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.documents.kit import fonts, styles
from campaigns.documents.kit.lines import Look, Passage, Setter, Span
from campaigns.documents.kit.styles import TextStyle
from campaigns.documents.kit.text import ELLIPSIS, fit, measure, printable, printable_paragraphs

STYLES = [value for value in vars(styles).values() if isinstance(value, TextStyle)]


@settings(deadline=None)
@given(st.text(max_size=120), st.sampled_from(STYLES), st.floats(20, 300), st.floats(8, 80))
def test_a_fitted_text_is_never_wider_or_higher_than_its_box(
    value: str, style: TextStyle, width: float, height: float
) -> None:
    fitted = fit(value, style, width, height)
    one_line = len(fitted.lines) <= 1
    assert fitted.width <= width + 0.01
    assert one_line or fitted.height <= height + 0.01
    assert style.smallest <= fitted.size <= style.size


@settings(deadline=None)
@given(st.text(max_size=80), st.sampled_from(STYLES), st.floats(20, 300), st.floats(8, 80))
def test_a_text_that_was_not_cut_keeps_every_letter(value: str, style: TextStyle, width: float, height: float) -> None:
    fitted = fit(value, style, width, height)
    if not fitted.cut:
        wanted = printable(value.upper() if style.capitals else value)
        assert "".join(fitted.lines).replace(" ", "") == wanted.replace(" ", "")


@settings(deadline=None)
@given(st.text(max_size=300), st.integers(1, 200))
def test_a_printable_text_has_glyphs_for_all_its_letters_and_keeps_the_limit(value: str, limit: int) -> None:
    clean = printable(value, limit)
    assert len(clean) <= limit
    assert all(fonts.covers(letter) for letter in clean)
    assert clean == clean.strip()


def test_a_short_text_keeps_the_size_of_its_style() -> None:
    fitted = fit("Tobruk", styles.CELL, 100, 20)
    assert (fitted.lines, fitted.size, fitted.cut) == (("Tobruk",), styles.CELL.size, False)


def test_a_text_wraps_where_the_box_is_high_enough_and_shrinks_where_it_is_not() -> None:
    long = "Hurricane Element, Small Arms"
    width = measure(long, styles.CELL, styles.CELL.size) - 5
    wrapped, shrunk = fit(long, styles.CELL, width, 40), fit(long, styles.CELL, width, 9)
    assert (len(wrapped.lines), wrapped.size) == (2, styles.CELL.size)
    assert len(shrunk.lines) == 1
    assert shrunk.size < styles.CELL.size


def test_a_text_too_long_at_the_smallest_size_ends_in_an_ellipsis() -> None:
    fitted = fit("Messerschmitt " * 30, styles.CELL, 80, 20)
    assert fitted.cut
    assert fitted.size == styles.CELL.smallest
    assert fitted.lines[-1].endswith(ELLIPSIS)


def test_an_accent_written_apart_joins_its_letter() -> None:
    assert printable("Wis\u0301niewska") == "Wiśniewska"


def test_no_break_spaces_hold_words_together() -> None:
    fitted = fit("2 Hurricane I, 2\xa0Kittyhawk\xa0I", styles.CELL, 75, 40)
    assert fitted.lines == ("2 Hurricane I,", "2\xa0Kittyhawk\xa0I")


@pytest.mark.parametrize("width", range(40, 200, 7))
def test_no_line_of_running_text_ends_between_the_name_of_a_type_and_its_number(width: int) -> None:
    said = "The guns brought down a Bf 110E and a Ju 87B-2 of No. 54 Squadron, a Spitfire Mk I on 18 August."
    look = Look(fonts.SANS.regular, 9, 12)
    spans = (Span(said[:30], fonts.SANS.bold), Span(said[30:], fonts.SANS.regular))
    for passage in (Passage(said, look), Passage(said, look, spans=spans)):
        lines = [line.text for line in Setter().text([passage], width).shown()]
        assert [line for line in lines if line.endswith(("Bf", "Ju", "No.", "Mk"))] == []
        assert "".join("".join(lines).split()) == "".join(said.split())


def test_paragraphs_end_where_their_limit_is_reached() -> None:
    assert printable_paragraphs("one\n\n  two  \nthree", 100) == ("one", "two", "three")
    assert printable_paragraphs("aaaa\nbbbb\ncccc", 6) == ("aaaa", "b" + ELLIPSIS)


@pytest.mark.parametrize("character", "ŁąęśźżčďěřůőűșțăğıĐΑΩάώЖѣіїєґў№—…×−·")
def test_the_faces_hold_the_letters_of_the_nations_that_fly(character: str) -> None:
    assert fonts.covers(character)
