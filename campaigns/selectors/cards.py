"""Cards that people have made: found by slug, who may look at them, and the shelves that they stand on."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from campaigns.catalogue.library import AircraftType, library, made_type
from campaigns.models import Card, ShelfCard
from campaigns.packs.bounds import too_much
from campaigns.packs.card_files import aircraft_toml
from campaigns.packs.cards import named, stands_for
from campaigns.selectors.packs import visible
from clubs.models import Club, ClubRole
from engine.core import own_types
from engine.core.game import Document

MAY_CHANGE = ClubRole.UMPIRE
"""Who in a club may change its cards; every member may use them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOnShelf:
    """The newest version of a card on the shelf of a person or of a club."""

    type: AircraftType
    version: int
    table: Document
    house: AircraftType | None
    """The house's type in whose place a pack that carries it flies it."""
    club: str
    """Whose it is; empty: a person's own."""
    by: str
    """Who has kept this version for the club."""
    kept_at: datetime

    @property
    def slug(self) -> str:
        """As its maker calls it."""
        return self.type.written

    @property
    def carried(self) -> Document:
        """What a pack that carries it says under its slug."""
        return {key: value for key, value in self.table.items() if key != "slug"}


def table_of(slug: str) -> Document | None:
    """What a card says; ``None`` if nobody has kept it. One query."""
    return Card.objects.filter(slug=slug).values_list("table", flat=True).first()


def type_for(user: User, slug: str) -> AircraftType | None:
    """A type of aircraft that this person may look at. One query for one that is not the house's.

    It is the house's, on a shelf of theirs or of a club that they are in, or of a pack that is open to them.
    """
    found = library().aircraft.get(slug)
    if found is not None and found.is_own:
        open_to = Q(packs__in=visible(user)) | Q(kept__owner=user) | Q(kept__club__members__user=user)
        return found if Card.objects.filter(open_to, slug=slug).exists() else None
    return found


def shelf_of(user: User, system: str = "", club: Club | None = None) -> list[CardOnShelf]:
    """The cards of a person or of the ``club``, of one game if it is said, by game and name. One query."""
    return _newest(_shelf(user, club).filter(**({"system": system} if system else {})))


def usable_cards(user: User, system: str) -> list[CardOnShelf]:
    """The cards of a game that a person may fly and put into packs: their own, then those of their clubs. One query."""
    whose = Q(owner=user) | Q(club__members__user=user)
    found = _newest(ShelfCard.objects.filter(whose, system=system))
    own_first = sorted(found, key=lambda each: each.club)
    return list({each.type.slug: each for each in reversed(own_first)}.values())[::-1]


def clubs_of(user: User) -> list[Club]:
    """The clubs that have a shelf for this person, by name. One query."""
    return list(Club.objects.filter(members__user=user))


def card_of(user: User, system: str, slug: str, club: Club | None = None) -> CardOnShelf | None:
    """A card of a person or of the ``club``. One query."""
    return next(iter(_newest(_shelf(user, club).filter(system=system, written=slug))), None)


def _shelf(user: User, club: Club | None) -> QuerySet[ShelfCard]:
    return ShelfCard.objects.filter(owner=user) if club is None else ShelfCard.objects.filter(club=club)


def _newest(rows: QuerySet[ShelfCard]) -> list[CardOnShelf]:
    """The newest version of each card, by game and name."""
    found = {
        (row.club_id, row.system, row.written): row
        for row in rows.order_by("version").select_related("card", "club", "by")
    }
    return sorted(map(_on_shelf, found.values()), key=lambda each: (each.type.system, each.type.name))


def with_own_cards(user: User, text: str) -> str:
    """The text of a pack with the cards that this person may use and that it names and does not carry itself.

    Of two of one slug their own is meant, else that of the club that comes first by name.

    A slug of the house's means the house's type: who wants their own in its place has the pack carry it. One query.
    """
    try:
        data = tomllib.loads(text) if too_much(text) is None else {}
    except tomllib.TOMLDecodeError:
        return text  # whoever reads it tells where it is wrong
    wanted = [slug for slug in named(data) if slug not in library().aircraft]
    if not wanted or not isinstance(data.get("system"), str):
        return text
    usable = {card.slug: card.table for card in reversed(usable_cards(user, data["system"]))}
    kept = {slug: usable[slug] for slug in wanted if slug in usable}
    return "\n".join([text, *(aircraft_toml(slug, table) for slug, table in kept.items())]) if kept else text


def _on_shelf(row: ShelfCard) -> CardOnShelf:
    own_types.know(row.card.table)
    kind = made_type(row.card.table)
    return CardOnShelf(
        type=kind,
        version=row.version,
        table=row.card.table,
        house=stands_for(kind),
        club=row.club.name if row.club else "",
        by=row.by.username if row.by else "",
        kept_at=row.kept_at,
    )
