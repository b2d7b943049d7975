"""Cards that people have made."""

from __future__ import annotations

from django.db import models

from campaigns.models.packs import Pack


class Card(models.Model):
    """A card that a pack, a game or a shelf has held, for good: its slug is made of what it says.

    What was flown names it by this slug years later, whatever has become of the pack or the shelf since.
    """

    slug = models.SlugField(max_length=60, unique=True)
    table = models.JSONField()
    packs = models.ManyToManyField(Pack, related_name="cards")
    """Those that carry it: who may look at one of them may look at the card."""

    def __str__(self) -> str:
        return self.slug
