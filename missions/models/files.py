"""Files that people take away, documents and whole campaigns, and those that they bring in."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from campaigns.models import Campaign
from config.common.file_parts import FilePart
from missions.models.missions import Job


class Print(models.Model):
    """A document of a campaign as somebody may see it, kept until the campaign changes."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="prints")
    document = models.CharField(max_length=120)
    """Its address, as ``missions.prints.registry`` knows it: ``logbook/12``."""
    paper = models.CharField(max_length=10)
    audience = models.CharField(max_length=80)
    """For whose eyes it is, as ``missions.prints.kept.audience`` names them."""
    state = models.CharField(max_length=64, blank=True)
    """Of which campaign it is, as ``missions.prints.kept.state`` tells; empty until it has been made."""
    title = models.CharField(max_length=200, blank=True)
    size = models.PositiveIntegerField(default=0)
    """Bytes of all its ``parts``."""
    made_at = models.DateTimeField(null=True, blank=True)
    """``None``: it has not been made yet, or is being made anew."""
    job = models.OneToOneField(Job, on_delete=models.SET_NULL, related_name="print", null=True, blank=True)
    """The work that makes it, of one that takes long."""

    class Meta:
        ordering = ["campaign", "document", "paper"]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "document", "paper", "audience"], name="one_print_for_each_audience"
            )
        ]

    def __str__(self) -> str:
        return f"{self.document} on {self.paper} of campaign {self.campaign_id}"


class PrintPart(FilePart):
    print = models.ForeignKey(Print, on_delete=models.CASCADE, related_name="parts")

    class Meta(FilePart.Meta):
        constraints = [models.UniqueConstraint(fields=["print", "number"], name="one_part_of_a_print_a_number")]

    def __str__(self) -> str:
        return f"Part {self.number} of print {self.print_id}"


class Arrival(models.Model):
    """A campaign's file that somebody brings in, of which nothing is seen before all of it is there."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="arrivals")
    name = models.CharField(max_length=100)
    """What the file is called."""
    size = models.PositiveIntegerField()
    """Bytes."""
    at = models.DateTimeField(auto_now_add=True)
    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="arrival", null=True, blank=True)
    """``None`` while the file is still being stored, and of a small one, which is read at once."""
    key = models.UUIDField(null=True, editable=False)
    """The page that it was sent from, of a small one with what it holds: the same again finds it. ``None``: it had
    none."""
    campaign = models.OneToOneField(Campaign, on_delete=models.SET_NULL, related_name="arrival", null=True, blank=True)
    """What there is of it so far."""

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["owner", "key"], name="one_arrival_a_page")]

    def __str__(self) -> str:
        return self.name


class ArrivalPart(FilePart):
    arrival = models.ForeignKey(Arrival, on_delete=models.CASCADE, related_name="parts")

    class Meta(FilePart.Meta):
        constraints = [models.UniqueConstraint(fields=["arrival", "number"], name="one_part_of_an_arrival_a_number")]

    def __str__(self) -> str:
        return f"Part {self.number} of {self.arrival}"
