"""Cards that people have made: kept as soon as anything holds them, and on the shelves of who made them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from campaigns.catalogue.library import library
from campaigns.models import Card, Pack, ShelfCard
from campaigns.operations import posts, quotas
from campaigns.packs import PackDefinition
from campaigns.packs.card_schema import SHELF_KINDS
from campaigns.packs.cards import changed_card, own_nation_of
from campaigns.packs.shelf_cards import given_aircraft
from campaigns.selectors.cards import MAY_CHANGE
from clubs.models import Club, Membership
from clubs.operations.locks import locked
from config.common.refusals import Refusal
from engine.core import own_types
from engine.core.game import Document

MOST_KEPT = 300
"""Cards on one shelf; the versions of a card count as one."""
MOST_VERSIONS = 100
RESERVED = ("new",)
"""A word of an address, by which no card is found."""
Which: TypeAlias = tuple[str, str]
"""The kind of a card on a shelf, and what its maker calls it."""


def keep_cards(tables: Iterable[Document]) -> list[Card]:
    """A row for each card, by its table with its slug; one that is there already is the same."""
    tables = list(tables)
    if not tables:
        return []
    Card.objects.bulk_create((Card(slug=each["slug"], table=each) for each in tables), ignore_conflicts=True)
    return list(Card.objects.filter(slug__in=[each["slug"] for each in tables]))


def carry(pack: Pack, parsed: PackDefinition) -> None:
    """Keep the cards of a pack that has just been stored."""
    pack.cards.set(keep_cards(parsed.cards.tables))


def put_on_shelf(
    *, actor: User, system: str, cards: Mapping[str, Mapping[str, Document]], club: Club | None = None
) -> list[ShelfCard]:
    """Put cards, by kind and by the slugs that they are called by, on a person's shelf or a club's.

    They were read and are right. One that is there and says something else gets a new version; one that says the same
    stays as it is. What is of a nation of the shelf gets a new version with it. Gives the versions that are new, those
    that were put there first. Raises ``Refusal`` to who may not change the shelf of the ``club``.
    """
    whose: dict[str, Any] = {"owner": actor} if club is None else {"club": club, "by": actor}
    with _locked(actor, club, spending=True) as shelf:
        newest = _newest(shelf, system)
        wanted = {(kind, slug): table for kind in SHELF_KINDS for slug, table in cards.get(kind, {}).items()}
        wanted = _of_their_nations(wanted, {which: card for which, (card, _) in newest.items()})
        _check_given(wanted, newest, system)
        fresh = {
            which: table
            for which, table in wanted.items()
            if which not in newest or newest[which][0]["slug"] != table["slug"]
        }
        shelved = shelf.values("system", "kind", "written").distinct().count()
        if shelved + len(fresh.keys() - newest.keys()) > MOST_KEPT:
            raise Refusal(f"A shelf has room for {MOST_KEPT} cards. Delete some that you no longer need.")
        if wrong := next((slug for _, slug in fresh.keys() - newest.keys() if slug in RESERVED), ""):
            raise Refusal(f"No card can be called {wrong}: it is a word of an address. Give it another slug.", "slug")
        for which in fresh.keys() & newest.keys():
            if newest[which][1] >= MOST_VERSIONS:
                raise Refusal(f"{which[1]} has {MOST_VERSIONS} versions. Keep it under another slug.", "slug")
        if fresh:
            posts.write_in(club, actor, counts=False)
        rows = {card.slug: card for card in keep_cards(fresh.values())}
        return [
            ShelfCard.objects.create(
                **whose,
                system=system,
                kind=which[0],
                written=which[1],
                version=newest[which][1] + 1 if which in newest else 1,
                card=rows[table["slug"]],
            )
            for which, table in fresh.items()
        ]


def _of_their_nations(wanted: Mapping[Which, Document], there: Mapping[Which, Document]) -> dict[Which, Document]:
    """What is put on a shelf, and what stands there of a nation that is among it, each of the nation as it is now."""
    found = dict(wanted)
    changed = {slug for kind, slug in wanted if kind == "nations"}
    found |= {
        which: table
        for which, table in there.items()
        if which not in wanted and own_types.plain(own_nation_of(table)) in changed
    }
    for which, table in found.items():
        if not (nation := own_nation_of(table)):
            continue
        now = found.get(("nations", own_types.plain(nation))) or there.get(("nations", own_types.plain(nation)))
        if now is None:
            raise Refusal(f"{which[1]} is of a nation that is not on this shelf. Put the nation there first.", "nation")
        if now["slug"] != nation:
            found[which] = changed_card(table, nation=now["slug"])
    return found


def _check_given(wanted: Mapping[Which, Document], there: Container[Which], system: str) -> None:
    """Raises ``Refusal`` where a Resource brings a type that neither the house nor the shelf has."""
    known = library().aircraft
    for (kind, _), table in wanted.items():
        for slug in given_aircraft(table) if kind == "resources" else ():
            is_here = ("aircraft", slug) in wanted or ("aircraft", slug) in there
            if not is_here and not (slug in known and not known[slug].is_own and known[slug].system == system):
                raise Refusal(
                    f"{table['title']} brings {slug}, and no aircraft of this game is called so, here or on this "
                    "shelf. Put it there first, or choose another."
                )


def take_off_shelf(*, actor: User, system: str, slug: str, kind: str = "aircraft", club: Club | None = None) -> None:
    """Take a card off a shelf with all its versions; packs and games that have it keep it.

    Raises ``Refusal`` for a nation that others there are of, and to who may not change the shelf of the ``club``.
    """
    with _locked(actor, club) as shelf:
        if kind == "nations":
            newest = _newest(shelf, system)
            of_it = [
                str(table.get("name", f"men of {slug}"))
                for table, _ in newest.values()
                if own_types.plain(own_nation_of(table)) == slug
            ]
            if of_it:
                raise Refusal(f"Others on this shelf are of that nation: {', '.join(of_it)}. Take these off first.")
        shelf.filter(system=system, kind=kind, written=slug).delete()


@contextmanager
def _locked(actor: User, club: Club | None, *, spending: bool = False) -> Iterator[QuerySet[ShelfCard]]:
    """One operation on a shelf: a transaction that holds whose it is, and what stands there."""
    with transaction.atomic():
        if spending:
            quotas.spend(actor.pk, "cards")
        if club is None:
            User.objects.select_for_update().get(pk=actor.pk)
            yield ShelfCard.objects.filter(owner=actor)
            return
        with locked(club.pk):
            if not Membership.objects.filter(club=club, user=actor, role__gte=MAY_CHANGE).exists():
                raise Refusal("Only umpires and owners of the club change its cards.")
            yield ShelfCard.objects.filter(club=club)


def _newest(shelf: QuerySet[ShelfCard], system: str) -> dict[Which, tuple[Document, int]]:
    """By kind and slug the card of the newest version, and that version. One query."""
    rows = shelf.filter(system=system).order_by("version")
    return {(row.kind, row.written): (row.card.table, row.version) for row in rows.select_related("card")}
