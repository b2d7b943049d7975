"""Replays that anybody may watch who has their address."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from missions.models.missions import Job, Mission, Skirmish


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


class MovingPicture(models.Model):
    """A whole fight as somebody may watch it, as a file that clubs post; kept for a while, for it can be made again."""

    mission = models.ForeignKey(
        Mission, on_delete=models.CASCADE, related_name="moving_pictures", null=True, blank=True
    )
    skirmish = models.ForeignKey(
        Skirmish, on_delete=models.CASCADE, related_name="moving_pictures", null=True, blank=True
    )
    audience = models.CharField(max_length=10, blank=True)
    """The side with whose eyes; empty: all hands open."""
    digest = models.CharField(max_length=64, blank=True)
    """Of what it shows; empty until it has been made."""
    content = models.BinaryField(null=True)
    """The file."""
    made_at = models.DateTimeField(null=True, blank=True)
    job = models.OneToOneField(Job, on_delete=models.SET_NULL, related_name="moving_picture", null=True, blank=True)
    """The work that makes it. It names no mission: whoever is of the campaign may see a mission's jobs."""

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(mission__isnull=True) ^ models.Q(skirmish__isnull=True),
                name="picture_of_a_mission_or_a_skirmish",
            ),
            models.UniqueConstraint(fields=["mission", "audience"], name="one_moving_picture_of_a_mission"),
            models.UniqueConstraint(fields=["skirmish", "audience"], name="one_moving_picture_of_a_skirmish"),
        ]

    def __str__(self) -> str:
        return f"Moving picture of {self.mission or self.skirmish}"
