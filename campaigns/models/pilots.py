"""Men and crews."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from campaigns.models.campaigns import Campaign
from config.common.sides import Side


class Pilot(models.Model):
    """A named airman of a campaign. What he did is in the journal."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="pilots")
    side = models.CharField(max_length=10, choices=Side)
    name = models.CharField(max_length=80)
    nation = models.CharField(max_length=20)
    service = models.CharField(max_length=40)
    skills = models.JSONField(default=list)
    """Skill codes, e.g. ``["A", "L"]``. [WBY 19.2]"""
    on_roster = models.BooleanField(default=True)
    """May fly any mission; others fly only the missions whose draw or resource brings them. [WBY 19.4]"""
    resource = models.SlugField(max_length=60, blank=True)
    """The pack's resource that brings him; empty: he is on the roster or comes by a mission's draw."""
    squadron = models.SlugField(max_length=60, blank=True)
    """The squadron that he comes to; empty in campaigns without squadrons. Where he is now is in the journal."""
    delivery = models.CharField(max_length=120, blank=True)
    """The delivery that brings him (``campaigns.standing.deliveries``); empty: he is there from the beginning."""
    is_green = models.BooleanField(default=False)
    """He begins Green. [SUP 19.6]"""
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="airmen", null=True, blank=True
    )
    """Whose man he is, in a campaign that several people play."""

    class Meta:
        ordering = ["side", "name", "id"]
        constraints = [models.UniqueConstraint(fields=["campaign", "side", "name"], name="pilot_names_differ")]

    def __str__(self) -> str:
        return self.name
