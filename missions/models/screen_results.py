"""What games on screen between two people came to."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class ScreenResult(models.Model):
    """A skirmish that two people have played to its end on screen, or in a season of a club that is gone. Never
    changed; whoever set it up may delete the skirmish, and its owners the club, but not what it came to.
    """

    skirmish_number = models.PositiveBigIntegerField(unique=True)
    """Of the skirmish, which this outlives."""
    system = models.CharField(max_length=40)
    """Slug of the game system."""
    setup_digest = models.CharField(max_length=64)
    """The same of skirmishes that began alike."""
    allied = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    axis = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    allied_points = models.IntegerField()
    axis_points = models.IntegerField()
    ended_at = models.DateTimeField()

    class Meta:
        ordering = ["ended_at", "pk"]

    def __str__(self) -> str:
        return f"Skirmish {self.skirmish_number}: {self.allied_points} to {self.axis_points}"
