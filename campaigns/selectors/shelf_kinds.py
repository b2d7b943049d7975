"""What stands on a shelf as its page shows it: game by game, kind by kind; and how a card of each kind is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import engine
from campaigns.catalogue.library import library
from campaigns.catalogue.target_cards import CLASSES, TargetCard, target_card
from campaigns.heraldry.kill_board import mark
from campaigns.heraldry.shapes import Picture
from campaigns.packs.builder.parts import Part, shelf_parts
from campaigns.packs.kind_tables import COLUMNS
from campaigns.selectors.cards import CardOnShelf
from engine.core.game import Document, System

AROUND = 18.0
"""How wide and high the picture of a roundel is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfKind:
    """The cards of one kind but aircraft."""

    kind: str
    part: Part
    """The part of a draft that has the same forms."""
    cards: Sequence[CardOnShelf]

    @property
    def is_flat(self) -> bool:
        """There is a spreadsheet of them."""
        return self.kind in COLUMNS


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfGame:
    """The cards of one game."""

    system: System
    aircraft: Sequence[CardOnShelf]
    kinds: Sequence[ShelfKind]

    @property
    def is_empty(self) -> bool:
        return not self.aircraft and not any(kind.cards for kind in self.kinds)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnCard:
    """A card as its desk draws it; of men and Resources there is nothing to draw."""

    target: TargetCard | None
    title: str
    """The class of the target, in words."""
    roundel: Picture | None


def shelf_games(cards: Sequence[CardOnShelf]) -> list[ShelfGame]:
    """The cards of a shelf, which are in order."""
    return [
        ShelfGame(
            system=system,
            aircraft=[each for each in cards if each.system == slug and each.kind == "aircraft"],
            kinds=[
                ShelfKind(
                    kind=kind, part=part, cards=[each for each in cards if each.system == slug and each.kind == kind]
                )
                for kind, part in shelf_parts(slug).items()
            ],
        )
        for slug, system in engine.systems().items()
    ]


def drawn_card(kind: str, table: Document) -> DrawnCard | None:
    """A card that the house knows, drawn."""
    if kind == "targets":
        target = library().targets[table["slug"]]
        return DrawnCard(target=target_card(target), title=CLASSES[target.target_class], roundel=None)
    if kind == "nations":
        shapes = tuple(shape.moved(AROUND / 2, AROUND / 2, 1) for shape in mark(table["slug"]))
        return DrawnCard(target=None, title="", roundel=Picture(AROUND, AROUND, shapes))
    return None
