"""Sheets of cards to cut out, of aircraft or of targets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from campaigns.documents.cards.cutting import CARDS, Piece, render_cuts
from campaigns.documents.kit.styles import Paper

P = TypeVar("P", bound=Piece)


@dataclass(frozen=True, slots=True)
class CardSheet(Generic[P]):
    """Cards that are printed together."""

    title: str
    subject: str
    cards: tuple[P, ...]


def render(sheet: CardSheet[P], paper: Paper = "A4") -> bytes:
    """The cards as a PDF, nine fronts to a page and their backs on the next. The same cards give the same bytes."""

    def name(number: int) -> str:
        return sheet.title if number == 1 else f"{sheet.title}, sheet {number}"

    return render_cuts(sheet.cards, CARDS, paper, title=sheet.title, subject=sheet.subject, name=name)
