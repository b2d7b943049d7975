"""Sign-in links, and records and ratings that people show."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class UsedLink(models.Model):
    """A one-time sign-in link, or code for Discord, that has been used; it is refused from then on."""

    token_id = models.UUIDField(unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    used_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.token_id)


NOBODY = "nobody"
"""Who sees a record, or a rating, that is not shown."""


class SeenBy(models.TextChoices):
    """To whom one shows it."""

    CLUB = "club", "Members of a club that I am in"
    EVERYONE = "everyone", "Anybody who has the address"


class LastSeen(models.Model):
    """When somebody opened a page, to the day. Without a row: not since they signed in last."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user}, {self.at:%d %B %Y}"


class ShownRecord(models.Model):
    """Somebody lets others see what they have flown. Without a row nobody but themselves sees it."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="shown_record")
    seen_by = models.CharField(max_length=8, choices=SeenBy)

    def __str__(self) -> str:
        return f"Record of {self.user}"


class ShownRating(models.Model):
    """Somebody lets others see how they are rated. Without a row nobody but themselves sees it."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="shown_rating")
    seen_by = models.CharField(max_length=8, choices=SeenBy)

    def __str__(self) -> str:
        return f"Rating of {self.user}"
