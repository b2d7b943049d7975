"""Packs: the texts that campaigns are played by."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Pack(models.Model):
    """One version of a campaign definition file, kept word for word so that a running campaign never changes."""

    slug = models.SlugField(max_length=60)
    version = models.CharField(max_length=20)
    title = models.CharField(max_length=120)
    kind = models.CharField(max_length=20)
    system = models.CharField(max_length=20)
    summary = models.TextField(blank=True)
    source = models.TextField()
    sha256 = models.CharField(max_length=64)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="packs", null=True, blank=True
    )
    """Whose own pack it is; ``None``: it ships with the house."""
    on_shelf = models.BooleanField(default=True)
    """Off the shelf no campaign begins on it: it came with a campaign, or the house has another of this version."""
    loaded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["title", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["slug", "version"], condition=models.Q(on_shelf=True), name="one_pack_version_on_the_shelf"
            ),
            models.UniqueConstraint(fields=["slug", "version", "sha256"], name="one_row_per_pack_text"),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.version}"


class PackDraft(models.Model):
    """A pack that somebody is making, right or wrong; it stands on no shelf."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="pack_drafts")
    copied_from = models.ForeignKey(Pack, on_delete=models.SET_NULL, related_name="drafts", null=True, blank=True)
    """What it is a copy of; ``None``: of nothing that is there."""
    title = models.CharField(max_length=120)
    """As its text has it."""
    text = models.TextField()
    changed_on = models.CharField(max_length=32, blank=True)
    """The page that changed it last, by the name that it was given when it was made: it knows what it has written."""
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-changed_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.title} (draft)"
