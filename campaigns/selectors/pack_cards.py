"""The cards that a draft of a pack carries, and those of its maker's shelves that it might."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.models import User

from campaigns.catalogue.library import library
from campaigns.packs.builder.words import Data, carried, named
from campaigns.packs.card_schema import KINDS
from campaigns.packs.cards import named as names_in_pack
from campaigns.packs.cards import read_cards
from campaigns.packs.shelf_cards import read_shelf_cards, without_pack
from campaigns.selectors.builder import Mistake, is_linked
from campaigns.selectors.cards import CardOnShelf, usable_cards
from config.common.vocabulary import NATIONS, nation_name


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedCard:
    """A card that the draft carries."""

    kind: str
    slug: str
    """As the pack calls it."""
    title: str
    house: str
    """What of the house's it stands for; empty: nothing."""
    is_unlike_shelf: bool
    """The shelf has it, and says something else."""
    is_kept: bool
    """It stands on its maker's shelf just so."""
    mistakes: Sequence[Mistake]

    @property
    def part(self) -> str:
        """The part whose forms change it; empty: its shelf's do, or only the text can."""
        return f"own-{self.kind}" if self.kind != "aircraft" and is_linked(self.slug) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """A card of a shelf that the draft does not carry as it stands there."""

    card: CardOnShelf
    is_carried: bool
    is_named: bool
    """The draft names it and does not carry it."""

    @property
    def title(self) -> str:
        """Its name, of others than aircraft with what it is."""
        return f"{_WHAT.get(self.card.kind, '')}{self.card.name}"


_WHAT: Final[Mapping[str, str]] = {
    "targets": "Target: ",
    "nations": "Nation: ",
    "men": "Men of ",
    "resources": "Resource: ",
}


def carried_cards(
    data: Data, mistakes: Sequence[Mistake], offered: Sequence[Offered], kept: Collection[tuple[str, str]]
) -> list[CarriedCard]:
    """In the order of its text, kind by kind; ``kept``: those that the shelf has just so."""
    unlike = {(each.card.kind, each.card.slug) for each in offered if each.is_carried}
    return [
        CarriedCard(
            kind=kind,
            slug=slug,
            title=_title(kind, slug, data),
            house=_house(kind, slug),
            is_unlike_shelf=(kind, slug) in unlike,
            is_kept=(kind, slug) in kept,
            mistakes=[each for each in mistakes if each.path[:3] == ("cards", kind, slug)],
        )
        for kind in KINDS
        for slug in carried(data, kind)
    ]


def offered_cards(user: User, data: Data) -> tuple[list[Offered], frozenset[tuple[str, str]]]:
    """What the draft's maker has for it, on their shelf and on those of their clubs. One query.

    And what it carries just as their own shelf has it, by kind and slug.
    """
    system = data.get("system")
    if not isinstance(system, str) or not system:
        return [], frozenset()
    there = {kind: carried(data, kind) for kind in KINDS} | {"resources": _resources(data)}
    read = read_cards(data).by_kind
    read |= {"resources": read_shelf_cards({"system": system, "cards": {"resources": there["resources"]}}).resources}
    wanted = {kind: frozenset(names_in_pack(data, kind)) for kind in KINDS} | {"resources": frozenset()}
    usable = usable_cards(user, system, "")
    same = {card.known for card in usable if read[card.kind].get(card.slug, {}).get("slug") == card.known}
    offered = [
        Offered(
            card=card,
            is_carried=card.slug in there[card.kind],
            is_named=card.slug in wanted[card.kind] and not card.house and card.slug not in NATIONS,
        )
        for card in usable
        if card.known not in same
    ]
    return offered, frozenset((card.kind, card.slug) for card in usable if card.known in same and not card.club)


def _resources(data: Data) -> Mapping[str, Mapping[str, Any]]:
    """The Resources of the draft as a shelf has them."""
    there = data.get("resources")
    found = there.items() if isinstance(there, dict) else ()
    return {slug: without_pack(each) for slug, each in found if isinstance(each, dict)}


def _title(kind: str, slug: str, data: Data) -> str:
    if kind == "men":
        return named("nations", data).get(slug) or nation_name(slug)
    return named(kind, data).get(slug, slug)


def _house(kind: str, slug: str) -> str:
    if kind == "aircraft" and slug in library().aircraft:
        return library().aircraft[slug].name
    return library().targets[slug].name if kind == "targets" and slug in library().targets else ""
