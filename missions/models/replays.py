"""Replays that anybody may watch who has their address."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from missions.models.missions import Mission, Skirmish


class SharedReplay(models.Model):
    """The address at which a fight is watched by whoever has it; withdrawn, the row is gone."""

    mission = models.OneToOneField(
        Mission, on_delete=models.CASCADE, related_name="shared_replay", null=True, blank=True
    )
    skirmish = models.OneToOneField(
        Skirmish, on_delete=models.CASCADE, related_name="shared_replay", null=True, blank=True
    )
    token = models.CharField(max_length=64, unique=True)
    """What the address ends with: it is the secret."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(mission__isnull=True) ^ models.Q(skirmish__isnull=True),
                name="replay_of_a_mission_or_a_skirmish",
            )
        ]

    def __str__(self) -> str:
        return f"Shared replay of {self.mission or self.skirmish}"
