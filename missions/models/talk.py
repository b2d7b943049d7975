"""What people say about a campaign and its missions."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from campaigns.models import Campaign, Entry, Side
from clubs.models.reported import Reported
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


class PostReport(Reported):
    """Somebody tells the umpires of a campaign that a comment, a side's report, a note, the words with a claim or those
    with a dispute should not stand there."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="post_reports")
    comment = models.ForeignKey(Comment, on_delete=models.CASCADE, related_name="reports", null=True, blank=True)
    story = models.ForeignKey(Story, on_delete=models.SET_NULL, related_name="reports", null=True, blank=True)
    """``None`` of this and all others: it was a side's report, and has been taken back since."""
    claim = models.ForeignKey("missions.Claim", on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    submission = models.ForeignKey(
        "missions.Submission", on_delete=models.CASCADE, related_name="+", null=True, blank=True
    )
    """A result of which ``author`` disputes ``fact``. What is said of it is written anew with each answer."""
    fact = models.CharField(max_length=120, blank=True, db_default="")
    """As ``Remark`` has it."""
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    """A note in the journal."""
    mission = models.ForeignKey(Mission, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    side = models.CharField(max_length=10, choices=Side, blank=True)
    """Whose eyes the post was for; empty: everybody's."""

    class Meta(Reported.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["comment", "by"], condition=models.Q(verdict="open"), name="a_comment_is_reported_once_by_each"
            ),
            models.UniqueConstraint(
                fields=["story", "by"], condition=models.Q(verdict="open"), name="a_story_is_reported_once_by_each"
            ),
            models.UniqueConstraint(
                fields=["claim", "by"], condition=models.Q(verdict="open"), name="a_claim_is_reported_once_by_each"
            ),
            models.UniqueConstraint(
                fields=["submission", "fact", "author", "by"],
                condition=models.Q(verdict="open"),
                name="a_dispute_is_reported_once_by_each",
            ),
            models.UniqueConstraint(
                fields=["entry", "by"], condition=models.Q(verdict="open"), name="a_note_is_reported_once_by_each"
            ),
        ]
