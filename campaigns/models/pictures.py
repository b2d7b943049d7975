"""Pictures that people upload, of their men and squadrons."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from campaigns.models.campaigns import Campaign
from config.common.sides import Side


class UploadedPicture(models.Model):
    """A picture in the place of a drawn portrait or badge, as it was made anew; the journal says whose it is.

    A side has one of each digest, whoever of it wears it, and none that nobody wears.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="pictures")
    side = models.CharField(max_length=10, choices=Side)
    digest = models.CharField(max_length=64)
    content = models.BinaryField()
    """A JPEG of our own making (``campaigns.heraldry.rasters``)."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    """Who brought it here."""

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "side", "digest"], name="one_picture_of_a_digest_a_side")
        ]

    def __str__(self) -> str:
        return f"Picture {self.digest[:8]} of {self.campaign}"
