"""What somebody tells those who keep order: of words in a campaign and in a club alike."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models


class Reported(models.Model):
    """Words that should not stand where they do, as they stood, why somebody thinks so, and what was decided."""

    class Verdict(models.TextChoices):
        OPEN = "open", "Waiting"
        KEPT = "kept", "Stays"
        REMOVED = "removed", "Removed"

    key = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    """By which addresses go: a number would tell how much is reported."""
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    """Whose words they were when they were reported; of a season its organiser."""
    text = models.TextField()
    """What stood there then, so that nobody edits it away."""
    removed = models.TextField(blank=True, db_default="")
    """What was taken away, which may have been edited since it was reported."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    words = models.CharField(max_length=500)
    at = models.DateTimeField(auto_now_add=True)
    verdict = models.CharField(max_length=7, choices=Verdict, default=Verdict.OPEN)
    why = models.CharField(max_length=200, blank=True)
    judge = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    judged_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ["-at", "-id"]

    def __str__(self) -> str:
        return f"Report {self.key}"
