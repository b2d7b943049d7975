"""Cards that people have made: found by slug, who may look at them, and the shelves that they stand on."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q

from campaigns.catalogue.library import AircraftType, library, made_type
from campaigns.models import Card, ShelfCard
from campaigns.packs.bounds import too_much
from campaigns.packs.card_files import aircraft_toml
from campaigns.packs.cards import named, stands_for
from campaigns.selectors.packs import visible
from engine.core import own_types
from engine.core.game import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOnShelf:
    """The newest version of a card on somebody's shelf."""

    type: AircraftType
    version: int
    table: Document
    house: AircraftType | None
    """The house's type in whose place a pack that carries it flies it."""

    @property
    def slug(self) -> str:
        """As its maker calls it."""
        return self.type.written


def table_of(slug: str) -> Document | None:
    """What a card says; ``None`` if nobody has kept it. One query."""
    return Card.objects.filter(slug=slug).values_list("table", flat=True).first()


def type_for(user: User, slug: str) -> AircraftType | None:
    """A type of aircraft that this person may look at. One query for one that is not the house's.

    It is the house's, on a shelf of theirs, or of a pack that is open to them.
    """
    found = library().aircraft.get(slug)
    if found is not None and found.is_own:
        open_to = Q(packs__in=visible(user)) | Q(kept__owner=user)
        return found if Card.objects.filter(open_to, slug=slug).exists() else None
    return found


def shelf_of(user: User, system: str = "") -> list[CardOnShelf]:
    """The cards of a person, of one game if it is said, by game and name. One query."""
    rows = ShelfCard.objects.filter(owner=user, **({"system": system} if system else {})).order_by("version")
    newest = {(row.system, row.written): row for row in rows.select_related("card")}
    found = [_on_shelf(row) for row in newest.values()]
    return sorted(found, key=lambda each: (each.type.system, each.type.name))


def card_of(user: User, system: str, slug: str) -> CardOnShelf | None:
    """A card of a person. One query."""
    rows = ShelfCard.objects.filter(owner=user, system=system, written=slug).order_by("-version")
    row = rows.select_related("card").first()
    return _on_shelf(row) if row is not None else None


def with_own_cards(user: User, text: str) -> str:
    """The text of a pack with the cards from this person's shelf that it names and does not carry itself.

    A slug of the house's means the house's type: who wants their own in its place has the pack carry it. One query.
    """
    try:
        data = tomllib.loads(text) if too_much(text) is None else {}
    except tomllib.TOMLDecodeError:
        return text  # whoever reads it tells where it is wrong
    wanted = [slug for slug in named(data) if slug not in library().aircraft]
    if not wanted or not isinstance(data.get("system"), str):
        return text
    kept = {card.slug: card.table for card in shelf_of(user, data["system"]) if card.slug in wanted}
    return "\n".join([text, *(aircraft_toml(slug, table) for slug, table in kept.items())]) if kept else text


def _on_shelf(row: ShelfCard) -> CardOnShelf:
    own_types.know(row.card.table)
    kind = made_type(row.card.table)
    return CardOnShelf(type=kind, version=row.version, table=row.card.table, house=stands_for(kind))
