"""What people say about a campaign and its missions."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from campaigns.models import Campaign, Side
from missions.models.missions import Mission


class Comment(models.Model):
    """A word about a mission or the campaign, for everybody or for one side."""

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    """By which addresses go: a number would tell how much the other side says."""
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="comments")
    mission = models.ForeignKey(Mission, on_delete=models.CASCADE, related_name="comments", null=True, blank=True)
    side = models.CharField(max_length=10, choices=Side, blank=True)
    """Whose eyes it is for; empty: everybody's."""
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.TextField()
    """Markdown."""
    at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)
    removed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )

    class Meta:
        ordering = ["at", "id"]
        indexes = [models.Index(fields=["campaign", "mission", "at"], name="talk_in_order")]

    def __str__(self) -> str:
        return f"Comment {self.pk}"


class Story(models.Model):
    """A side's after-action report of a mission. Its side alone reads it until the mission is debriefed."""

    mission = models.ForeignKey(Mission, on_delete=models.CASCADE, related_name="stories")
    side = models.CharField(max_length=10, choices=Side)
    text = models.TextField()
    """Markdown."""
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    """Who wrote it last."""
    at = models.DateTimeField()

    class Meta:
        ordering = ["mission", "side"]
        verbose_name_plural = "stories"
        constraints = [models.UniqueConstraint(fields=["mission", "side"], name="one_story_a_side")]

    def __str__(self) -> str:
        return f"{self.side} story of mission {self.mission_id}"
