"""Plans on their way to a signature."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from campaigns.models import Side
from missions.models.missions import Mission


class Draft(models.Model):
    """A plan that is not signed, as secret as orders: a squadron leader's part, or a commander's unfinished work."""

    mission = models.ForeignKey(Mission, on_delete=models.CASCADE, related_name="drafts")
    side = models.CharField(max_length=10, choices=Side)
    squadron = models.SlugField(max_length=60, blank=True)
    """Whose part it is; empty: the whole side's."""
    document = models.JSONField()
    """Of the same shape as ``Orders.document``; of a part, only the units that the squadron flies."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    handed_in_at = models.DateTimeField(null=True, blank=True)
    """When its author gave it to the commander."""

    class Meta:
        ordering = ["mission", "side", "squadron"]
        constraints = [models.UniqueConstraint(fields=["mission", "side", "squadron"], name="one_draft_a_squadron")]

    def __str__(self) -> str:
        return f"{self.side} draft for mission {self.mission_id}"

    @property
    def version(self) -> str:
        """Differs from what it was when it is saved anew."""
        return self.at.isoformat()
