"""What has happened, who is told of it, and by which way.

A ``Happening`` is written in the same transaction as what it tells of (``notices.operations.outbox``): nothing is told
that has not happened, and nothing that has happened is forgotten. Everything else here is made from it by workers. Its
``data`` holds only what everybody whom it is for may know.
"""

from __future__ import annotations

import uuid
from base64 import b64encode

from django.conf import settings
from django.db import models

from campaigns.models import Campaign
from clubs.models import Club
from config.common.sides import Side


class Happening(models.Model):
    """Something that people are told of, once."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    key = models.CharField(max_length=200, unique=True)
    """What it is, so that it is told once: ``mission-drawn 12 3``."""
    kind = models.CharField(max_length=30)
    """One of ``notices.selectors.kinds``."""
    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="happenings", null=True, blank=True)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="happenings", null=True, blank=True)
    mission = models.PositiveSmallIntegerField(null=True, blank=True)
    side = models.CharField(max_length=10, choices=Side, blank=True)
    """Only this side's people are told; empty: everybody who takes part."""
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", null=True, blank=True
    )
    """Only this person is told."""
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    """Who did it, and need not be told; ``None``: the staff, or the clock."""
    data = models.JSONField(default=dict)
    at = models.DateTimeField()
    told_at = models.DateTimeField(null=True, blank=True)
    """When its notices and deliveries were made."""

    class Meta:
        ordering = ["at", "id"]
        indexes = [models.Index(fields=["told_at", "at"], name="untold_happenings")]

    def __str__(self) -> str:
        return self.key


class Notice(models.Model):
    """A happening in somebody's inbox."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notices")
    happening = models.ForeignKey(Happening, on_delete=models.CASCADE, related_name="notices")
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)
    """When it went out by e-mail."""

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [models.UniqueConstraint(fields=["user", "happening"], name="told_once")]
        indexes = [models.Index(fields=["user", "read_at", "at"], name="unread_notices")]

    def __str__(self) -> str:
        return f"{self.happening} to {self.user}"


class Wishes(models.Model):
    """How somebody wants to be told."""

    class Mail(models.TextChoices):
        NEVER = "never", "Never"
        AT_ONCE = "at-once", "At once"
        DAILY = "daily", "Daily"
        WEEKLY = "weekly", "Weekly"

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="wishes")
    mail = models.CharField(max_length=8, choices=Mail, default=Mail.DAILY)
    unwanted = models.JSONField(default=list)
    """Kinds of which nothing comes into the inbox."""
    muted = models.ManyToManyField(Campaign, related_name="+", blank=True)
    """Campaigns of which nothing comes."""
    digest_at = models.DateTimeField(null=True, blank=True)
    """When the last digest went out."""
    calendar = models.UUIDField(default=uuid.uuid4, unique=True)
    """The secret part of the address of this person's calendar."""
    mail_at = models.DateTimeField(null=True, blank=True)
    """When it is to be looked whether an e-mail is due; ``None``: nothing waits for one."""
    refused_at = models.DateTimeField(null=True, blank=True)
    """When the last e-mail was written that the mail server refused for good; ``None`` if a later one went out."""
    refusal = models.CharField(max_length=100, blank=True)
    """Why, in words."""

    class Meta:
        indexes = [
            models.Index(fields=["mail_at"], condition=models.Q(mail_at__isnull=False), name="letters_due"),
            models.Index(fields=["refused_at"], condition=models.Q(refused_at__isnull=False), name="refused_letters"),
        ]

    def __str__(self) -> str:
        return f"Wishes of {self.user}"


class Webhook(models.Model):
    """Where a campaign's news are sent."""

    class Format(models.TextChoices):
        JSON = "json", "JSON"
        DISCORD = "discord", "Discord"

    class Picture(models.TextChoices):
        NONE = "", "None"
        STILL = "still", "How the fight ended"
        MAP = "map", "The map"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="webhooks")
    label = models.CharField(max_length=60, blank=True)
    """What its people call it; empty of one that is older than labels."""
    side = models.CharField(max_length=10, choices=Side, blank=True, default="", db_default="")
    """It is this side's, and is sent what the side alone is told besides; empty: only what everybody is told."""
    unwanted = models.JSONField(default=list, db_default=[])
    """Kinds of which nothing is sent."""
    colour = models.CharField(max_length=7, blank=True, default="", db_default="")
    """Of the bar beside its messages in Discord: ``#rrggbb``; empty: Discord's own."""
    picture = models.CharField(max_length=8, choices=Picture, blank=True, default=Picture.NONE, db_default="")
    """What goes with the news of a debrief, in Discord."""
    url = models.CharField(max_length=500)
    format = models.CharField(max_length=8, choices=Format, default=Format.JSON)
    secret = models.CharField(max_length=64)
    """Signs the body of JSON, so that the receiver knows who sent it."""
    is_on = models.BooleanField(default=True)
    why_off = models.CharField(max_length=200, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    """Who set it up, or took it over; it is on as long as they may set up such a webhook."""
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"Webhook {self.pk} of campaign {self.campaign_id}"

    @property
    def standard_secret(self) -> str:
        """The secret as the Standard Webhooks write one down: their libraries sign with what it encodes."""
        return f"whsec_{b64encode(self.secret.encode()).decode()}"


class Delivery(models.Model):
    """One happening on its way to one webhook: sent once, tried several times."""

    class Status(models.TextChoices):
        WAITING = "waiting", "Waiting"
        SENT = "sent", "Sent"
        FAILED = "failed", "Given up"

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    happening = models.ForeignKey(Happening, on_delete=models.CASCADE, related_name="deliveries")
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    """When it may be tried (again); set ahead while a worker is trying."""
    answer = models.CharField(max_length=200, blank=True)
    """What the last try came to, in words."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name_plural = "deliveries"
        constraints = [models.UniqueConstraint(fields=["webhook", "happening"], name="delivered_once")]
        indexes = [models.Index(fields=["status", "next_at"], name="deliveries_due")]

    def __str__(self) -> str:
        return f"{self.happening} to {self.webhook}"
