"""Tokens, by which programs read what their person may read, and who somebody is at Discord."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models

from campaigns.models import Campaign


class Scope(models.TextChoices):
    """What a token reads."""

    CAMPAIGNS = "campaigns", "Campaigns: what every reader of them sees"
    SIDES = "sides", "And what my own seats show me: my side’s plans, hangars and men"
    CLUBS = "clubs", "Clubs: their boards, members and nights"


class Token(models.Model):
    """A person's key for a program. The key itself is shown once; the row only knows it again."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="api_tokens")
    key = models.UUIDField(unique=True, default=uuid.uuid4)
    """Of the form that made it: sent twice, it makes one token."""
    label = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the token, in hexadecimal: it is too long to be guessed, and needs no slower one."""
    begins = models.CharField(max_length=10)
    """Its first letters, by which its person knows it again."""
    scopes = models.JSONField(default=list)
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    """The only one that it reads; ``None``: all of the person's."""
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    """When it was last used, to the hour."""

    class Meta:
        ordering = ["-made_at", "-id"]
        indexes = [models.Index(fields=["expires_at"], name="expiring_tokens")]

    def __str__(self) -> str:
        return f"{self.label} of {self.user}"


class DiscordLink(models.Model):
    """Who somebody is at Discord, whose slash commands are answered as theirs."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="discord_link")
    discord_id = models.CharField(max_length=20, unique=True)
    """Of the account there: a number too large for some."""
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.user} at Discord"
