"""What is told of skirmishes at a table, and the pilots in whose books people enter them."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from missions.models.missions import Skirmish


class SkirmishTelling(models.Model):
    """How a skirmish went at the table, as somebody said it once; the newest counts, the others are its trace."""

    skirmish = models.ForeignKey(Skirmish, on_delete=models.CASCADE, related_name="tellings")
    outcome = models.JSONField(null=True, blank=True)
    """As ``missions.results.outcomes`` has it; ``None``: what was told before is taken back."""
    summary = models.CharField(max_length=200)
    """What it came to, in a sentence."""
    why = models.CharField(max_length=200, blank=True)
    """Why it was told anew or taken back."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    key = models.UUIDField(unique=True)
    """The page that told it: the same page again finds it."""

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"Telling {self.pk} of {self.skirmish_id}"


class OwnPilot(models.Model):
    """A pilot of somebody's own, of no campaign: his book has the skirmishes in which he is said to have flown."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="own_pilots")
    name = models.CharField(max_length=80)
    begun_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="own_pilots_have_names_of_their_own")]

    def __str__(self) -> str:
        return self.name


class OwnSortie(models.Model):
    """A skirmish in the book of a pilot: which aircraft was his. What he did there the skirmish's report says."""

    pilot = models.ForeignKey(OwnPilot, on_delete=models.CASCADE, related_name="sorties")
    skirmish = models.ForeignKey(Skirmish, on_delete=models.CASCADE, related_name="own_sorties")
    unit = models.CharField(max_length=20)
    seat = models.CharField(max_length=20, blank=True)
    """Both as the report has them."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["skirmish__created_at", "pk"]
        constraints = [models.UniqueConstraint(fields=["pilot", "skirmish"], name="a_pilot_flies_a_skirmish_once")]

    def __str__(self) -> str:
        return f"{self.pilot} in {self.skirmish}"
