"""Cards that people have made are kept as soon as anything holds them."""

from __future__ import annotations

from collections.abc import Iterable

from campaigns.models import Card, Pack
from campaigns.packs import PackDefinition
from engine.core.game import Document


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
