"""What a club shows on its public page."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubs.models.clubs import Club


class Exhibit(models.Model):
    """A fight or an after-action report that somebody shows on the public page of a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="exhibits")
    replay = models.OneToOneField(
        "missions.SharedReplay", on_delete=models.CASCADE, related_name="exhibit", null=True, blank=True
    )
    """A fight goes with the address at which it is watched: withdrawn, it is not on the page either."""
    story = models.OneToOneField(
        "missions.Story", on_delete=models.CASCADE, related_name="exhibit", null=True, blank=True
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(replay__isnull=True) ^ Q(story__isnull=True), name="exhibit_of_a_fight_or_a_report"
            )
        ]

    def __str__(self) -> str:
        return f"{self.replay or self.story} on the page of {self.club}"
