"""Cards that people have made: found by slug, who may look at them, and the shelves that they stand on."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from campaigns.catalogue.library import AircraftType, Target, library
from campaigns.models import Card, ShelfCard
from campaigns.packs.bounds import too_much
from campaigns.packs.card_files import card_toml, carried_table
from campaigns.packs.card_schema import KINDS, SHELF_KINDS
from campaigns.packs.cards import named, own_nation_of, stands_for
from campaigns.selectors.packs import visible
from clubs.models import Club, ClubRole
from config.common.vocabulary import NATIONS, nation_name
from engine.core import own_types
from engine.core.game import Document

MAY_CHANGE = ClubRole.UMPIRE
"""Who in a club may change its cards; every member may use them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOnShelf:
    """The newest version of a card on the shelf of a person or of a club."""

    kind: str
    system: str
    slug: str
    """As its maker calls it; of men their nation."""
    name: str
    version: int
    table: Document
    house: AircraftType | Target | None
    """What of the house's it stands for in a pack that carries it."""
    club: str
    """Whose it is; empty: a person's own."""
    by: str
    """Who has kept this version for the club."""
    kept_at: datetime

    @property
    def known(self) -> str:
        """The slug that the whole house knows it by."""
        return str(self.table["slug"])

    @property
    def type(self) -> AircraftType:
        """Of an aircraft."""
        return library().aircraft[self.known]

    @property
    def carried(self) -> Document:
        """What a pack that carries it says under its slug."""
        return carried_table(self.system, self.kind, self.table)

    @property
    def nation(self) -> str:
        """The nation of somebody's making that it is of, by the slug that the whole house knows; empty: of none."""
        return own_nation_of(self.table)


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
    """The cards of a person or of the ``club``, of one game if it is said, by game, kind and name. One query."""
    return _newest(_shelf(user, club).filter(**({"system": system} if system else {})))


def nations_of_shelf(user: User, system: str, club: Club | None = None) -> dict[str, Document]:
    """The nations on a shelf by their codes, of which its aircraft and men may be. One query."""
    return {card.slug: card.table for card in _newest(_shelf(user, club).filter(system=system, kind="nations"))}


def usable_cards(user: User, system: str, kind: str = "aircraft") -> list[CardOnShelf]:
    """The cards of a game that a person may fly and put into packs: their own, then those of their clubs. One query.

    ``system``: empty for every game; ``kind``: empty for every kind.
    """
    whose = Q(owner=user) | Q(club__members__user=user)
    of = {key: value for key, value in (("system", system), ("kind", kind)) if value}
    found = _newest(ShelfCard.objects.filter(whose, **of))
    own_first = sorted(found, key=lambda each: (SHELF_KINDS.index(each.kind), each.club))
    return list({each.known: each for each in reversed(own_first)}.values())[::-1]


def clubs_of(user: User) -> list[Club]:
    """The clubs that have a shelf for this person, by name. One query."""
    return list(Club.objects.filter(members__user=user))


def card_of(user: User, system: str, slug: str, club: Club | None = None, kind: str = "aircraft") -> CardOnShelf | None:
    """A card of a person or of the ``club``. One query."""
    return next(iter(_newest(_shelf(user, club).filter(system=system, kind=kind, written=slug))), None)


def _shelf(user: User, club: Club | None) -> QuerySet[ShelfCard]:
    return ShelfCard.objects.filter(owner=user) if club is None else ShelfCard.objects.filter(club=club)


def _newest(rows: QuerySet[ShelfCard]) -> list[CardOnShelf]:
    """The newest version of each card, by game, kind and name."""
    found = {
        (row.club_id, row.system, row.kind, row.written): row
        for row in rows.order_by("version").select_related("card", "club", "by")
    }
    for row in found.values():
        own_types.know(row.card.table)  # nations too, before anything asks for their names
    cards = map(_on_shelf, found.values())
    return sorted(cards, key=lambda each: (each.system, SHELF_KINDS.index(each.kind), each.name))


def with_own_cards(user: User, text: str) -> str:
    """The text of a pack with the cards that this person may use and that it names and does not carry itself.

    Of two of one slug their own is meant, else that of the club that comes first by name. With a card goes the nation
    that it is of, with a nation its men.

    A slug of the house's means the house's: who wants their own in its place has the pack carry it. One query.
    """
    try:
        data = tomllib.loads(text) if too_much(text) is None else {}
    except tomllib.TOMLDecodeError:
        return text  # whoever reads it tells where it is wrong
    system = data.get("system")
    known = library()
    house: Mapping[str, Mapping[str, object]] = {
        "aircraft": known.aircraft, "targets": known.targets, "nations": NATIONS, "men": NATIONS
    }  # fmt: skip
    wanted = {(kind, slug) for kind in KINDS for slug in named(data, kind) if slug not in house[kind]}
    if not wanted or not isinstance(system, str):
        return text
    usable = {(card.kind, card.slug): card for card in reversed(usable_cards(user, system, ""))}
    kept = {which: card for which, card in usable.items() if which in wanted}
    for card in tuple(kept.values()):
        if card.nation and ("nations", own_types.plain(card.nation)) not in kept:
            if own_types.plain(card.nation) in _carried_codes(data):
                continue
            kept |= {which: each for which, each in usable.items() if each.known == card.nation}
    return "\n".join([text, *(card_toml(system, *which, card.table) for which, card in kept.items())]) if kept else text


def _carried_codes(data: Mapping[str, object]) -> frozenset[str]:
    cards = data.get("cards")
    nations = cards.get("nations") if isinstance(cards, dict) else None
    return frozenset(nations) if isinstance(nations, dict) else frozenset()


def _on_shelf(row: ShelfCard) -> CardOnShelf:
    table = row.card.table
    house: AircraftType | Target | None = None
    if row.kind == "aircraft":
        house = stands_for(library().aircraft[table["slug"]])
    elif row.kind == "targets":
        house = library().targets.get(row.written)
    return CardOnShelf(
        kind=row.kind,
        system=row.system,
        slug=row.written,
        name=_name(row.kind, table),
        version=row.version,
        table=table,
        house=house,
        club=row.club.name if row.club else "",
        by=row.by.username if row.by else "",
        kept_at=row.kept_at,
    )


def _name(kind: str, table: Document) -> str:
    if kind == "men":
        return nation_name(table["nation"])
    return str(table["title" if kind == "resources" else "name"])
