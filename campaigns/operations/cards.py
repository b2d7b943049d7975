"""Cards that people have made: kept as soon as anything holds them, and on the shelves of who made them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from campaigns.models import Card, Pack, ShelfCard
from campaigns.operations import quotas
from campaigns.packs import PackDefinition
from campaigns.selectors.cards import MAY_CHANGE
from clubs.models import Club, Membership
from clubs.operations.locks import locked
from config.common.refusals import Refusal
from engine.core.game import Document

MOST_KEPT = 300
"""Cards on one shelf; the versions of a card count as one."""
MOST_VERSIONS = 100


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
    *, actor: User, system: str, tables: Mapping[str, Document], club: Club | None = None
) -> list[ShelfCard]:
    """Put cards on a person's shelf or a club's, by the slugs that they call them by; they were read and are right.

    One that is there and says something else gets a new version; one that says the same stays as it is. Gives the
    versions that are new. Raises ``Refusal`` to who may not change the shelf of the ``club``.
    """
    whose: dict[str, Any] = {"owner": actor} if club is None else {"club": club, "by": actor}
    with _locked(actor, club, spending=True) as shelf:
        newest = _newest(shelf, system)
        fresh = {slug: table for slug, table in tables.items() if newest.get(slug, ("", 0))[0] != table["slug"]}
        shelved = shelf.values("system", "written").distinct().count()
        if shelved + len(fresh.keys() - newest.keys()) > MOST_KEPT:
            raise Refusal(f"A shelf has room for {MOST_KEPT} cards. Delete some that you no longer need.")
        for slug in fresh:
            if newest.get(slug, ("", 0))[1] >= MOST_VERSIONS:
                raise Refusal(f"{slug} has {MOST_VERSIONS} versions. Keep it under another slug.", "slug")
        rows = {card.slug: card for card in keep_cards(fresh.values())}
        return [
            ShelfCard.objects.create(
                **whose,
                system=system,
                written=slug,
                version=newest.get(slug, ("", 0))[1] + 1,
                card=rows[table["slug"]],
            )
            for slug, table in fresh.items()
        ]


def take_off_shelf(*, actor: User, system: str, slug: str, club: Club | None = None) -> None:
    """Take a card off a shelf with all its versions; packs and games that have it keep it.

    Raises ``Refusal`` to who may not change the shelf of the ``club``.
    """
    with _locked(actor, club) as shelf:
        shelf.filter(system=system, written=slug).delete()


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


def _newest(shelf: QuerySet[ShelfCard], system: str) -> dict[str, tuple[str, int]]:
    """By slug the card of the newest version, and that version. One query."""
    rows = shelf.filter(system=system).order_by("version")
    return {row.written: (row.card.slug, row.version) for row in rows.select_related("card")}
