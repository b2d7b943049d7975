"""Who is to own a club or a campaign next."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubs.models.clubs import Club


class Handover(models.Model):
    """A club or a campaign that is to be somebody else's: its owner offers it, or the heir asks for it.

    Asked for is what belongs to people who have not been seen for months. An offer lapses in the end; what was asked
    for and not refused becomes the heir's.
    """

    class Outcome(models.TextChoices):
        DONE = "done", "Handed over"
        REFUSED = "refused", "Refused"
        WITHDRAWN = "withdrawn", "Taken back"
        LAPSED = "lapsed", "Lapsed"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="handovers", null=True, blank=True)
    campaign = models.ForeignKey(
        "campaigns.Campaign", on_delete=models.CASCADE, related_name="handovers", null=True, blank=True
    )
    heir = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    """The owner who offers it, or the heir who asks for it."""
    at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField()
    """Until when it may be answered."""
    ended_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=9, choices=Outcome, blank=True)
    """Empty as long as it waits."""

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(club__isnull=False, campaign__isnull=True) | Q(club__isnull=True, campaign__isnull=False),
                name="a_handover_is_of_one_thing",
            ),
            models.UniqueConstraint(fields=["club"], condition=Q(ended_at=None), name="one_handover_of_a_club"),
            models.UniqueConstraint(fields=["campaign"], condition=Q(ended_at=None), name="one_handover_of_a_campaign"),
        ]

    def __str__(self) -> str:
        return f"{self.club or self.campaign} to {self.heir}"

    @property
    def is_asked(self) -> bool:
        """Whoever would own it has asked for it."""
        return self.by_id == self.heir_id
