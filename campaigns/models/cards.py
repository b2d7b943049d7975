"""Cards that people have made."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from campaigns.models.packs import Pack
from clubs.models import Club


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


class ShelfCard(models.Model):
    """A version of a card on the shelf of a person or of a club; the newest one is the card."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="cards", null=True, blank=True
    )
    """Whose shelf it is; ``None``: a club's."""
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="cards", null=True, blank=True)
    system = models.CharField(max_length=20)
    kind = models.CharField(max_length=10, default="aircraft")
    """``aircraft``, ``targets``, ``nations`` or ``men``, as packs have them under ``cards``; or ``resources``."""
    written = models.SlugField(max_length=40)
    """The slug that its maker calls it by; of men their nation."""
    version = models.PositiveIntegerField()
    card = models.ForeignKey(Card, on_delete=models.PROTECT, related_name="kept")
    kept_at = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    """Who has kept this version for the club."""

    class Meta:
        ordering = ["system", "kind", "written", "-version"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "system", "kind", "written", "version"], name="one_version_of_a_card"
            ),
            models.UniqueConstraint(
                fields=["club", "system", "kind", "written", "version"], name="one_version_of_a_clubs_card"
            ),
            models.CheckConstraint(
                condition=models.Q(owner__isnull=False, club__isnull=True, by__isnull=True)
                | models.Q(owner__isnull=True, club__isnull=False, by__isnull=False),
                name="a_shelf_is_somebodys_or_a_clubs",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.written} {self.version}"
