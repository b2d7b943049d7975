"""Target cards: what the page shows, and a track on the back."""

from __future__ import annotations

import re

import pytest

from campaigns.catalogue import target_cards
from campaigns.catalogue.library import TargetLevel
from campaigns.documents.cards.card_parts import SAFE
from campaigns.documents.cards.card_sheet import CardSheet, render
from campaigns.documents.cards.cutting import CARDS
from campaigns.documents.cards.target_cards import TargetCard
from campaigns.documents.kit.styles import PAPERS, Paper
from campaigns.prints.cards import all_target_cards
from engine.core.type_cards import CardFigure
from tests.campaigns.documents import cells
from tests.campaigns.documents.hostile import PAPERS_HERE, SPOILT, nothing_fetched
from tests.campaigns.documents.promises import assert_promises


def filled_with(text: str) -> CardSheet[TargetCard]:
    """A card on which every text is ``text``."""
    rating = CardFigure(text, text, text)
    card = TargetCard(
        name=text,
        kind=text,
        mark="target-naval",
        flak=(rating, rating),
        damage=(rating,) * 3,
        levels=(TargetLevel(text, 3, 1_000_000), TargetLevel(text, 16, 1_000_000)),
        words=(text,) * 4,
        counted=text,
        provenance=text,
    )
    return CardSheet(text, "Target cards", (card,))


def test_target_cards_keep_the_promises_of_a_document() -> None:
    assert_promises(
        "target-cards",
        lambda paper: render(all_target_cards(), paper),
        pages=6,
        outline=["Target cards", "Target cards, sheet 2", "Target cards, sheet 3"],
        words=["Ground Forces", "Shattered", "May be struck with torpedoes.", "CARGO POINTS", "Figures: supplement"],
    )


def test_each_card_has_the_figures_and_levels_of_the_page_and_its_track_ends_at_the_last_level() -> None:
    cards = [card for _, group in target_cards.target_cards() for card in group]
    pages = cells.pieces_of(render(all_target_cards()), CARDS, "A4")
    for number, card in enumerate(cards):
        sheet, place = divmod(number, CARDS.size)
        row, column = divmod(place, CARDS.columns)
        front = cells.text_of(pages[2 * sheet][place])
        back = cells.text_of(pages[2 * sheet + 1][row * CARDS.columns + CARDS.columns - 1 - column])
        assert card.name in front
        assert card.name in back
        for figure in card.figures:
            assert re.search(rf"{figure.label}( \([A-Z]\))? {figure.value}\b", front)
        for level in card.levels:
            assert f"{level.label} from {level.value} {level.plus} VP" in front
            assert f"{level.value} {level.label} {level.plus}" in back
        last = max((int(level.value) for level in card.levels), default=20)
        assert f" {last - 1} {last} " in f" {back} "
        assert f" {last} {last + 1} " not in f" {back} "


@pytest.mark.parametrize("paper", PAPERS)
def test_no_word_of_a_target_card_comes_near_a_cut(paper: Paper) -> None:
    cells.assert_safe(render(all_target_cards(), paper), CARDS, paper, SAFE)


@pytest.mark.parametrize("paper", PAPERS_HERE)
@pytest.mark.parametrize("text", SPOILT)
def test_hostile_texts_stay_on_their_card(text: str, paper: Paper) -> None:
    with nothing_fetched():
        document = render(filled_with(text), paper)
    assert render(filled_with(text), paper) == document
    cells.assert_safe(document, CARDS, paper, SAFE)
