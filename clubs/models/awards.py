"""What a club honours its members with."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from clubs.models.clubs import Club


class AwardQuerySet(models.QuerySet["Award"]):
    def in_force(self) -> AwardQuerySet:
        return self.filter(withdrawn_at=None)


class Award(models.Model):
    """A title that a club has given to somebody of its own, by the word of an owner or umpire."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="awards")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="awards", null=True, blank=True
    )
    """``None``: somebody whom the club's file knows by ``name`` only, until who is called so comes in."""
    name = models.CharField(max_length=150, blank=True)
    title = models.CharField(max_length=60)
    why = models.CharField(max_length=200)
    day = models.DateField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    """``None``: it was given where the club's file comes from."""
    at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = AwardQuerySet.as_manager()

    class Meta:
        ordering = ["-day", "-id"]

    def __str__(self) -> str:
        return self.title
