"""Cards that people have made: found by slug, and who may look at them."""

from __future__ import annotations

from django.contrib.auth.models import User

from campaigns.catalogue.library import AircraftType, library
from campaigns.models import Card
from campaigns.selectors.packs import visible
from engine.core.game import Document


def table_of(slug: str) -> Document | None:
    """What a card says; ``None`` if nobody has kept it. One query."""
    return Card.objects.filter(slug=slug).values_list("table", flat=True).first()


def type_for(user: User, slug: str) -> AircraftType | None:
    """A type of aircraft that this person may look at: the house's, or of a pack that is open to them. One query."""
    found = library().aircraft.get(slug)
    if found is not None and found.is_own and not Card.objects.filter(slug=slug, packs__in=visible(user)).exists():
        return None
    return found
