"""That the house holds a demo, and who in it is made up."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from missions.models import Job


class Demo(models.Model):
    """A made-up club with its campaigns and a game, for somebody to walk into. There is one at most."""

    place = models.PositiveSmallIntegerField(default=1, unique=True)
    """Always the same: of two who ask for one at once the second finds the first's."""
    visitor = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    """Who asked for it, and has a place in it."""
    job = models.OneToOneField(Job, on_delete=models.SET_NULL, related_name="demo", null=True, blank=True)
    """The work that fills it; ``None``: it was filled from the command line."""
    seconds = models.FloatField(null=True, blank=True)
    """How long that took; ``None``: it is not filled yet."""
    asked_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(place=1), name="one_demo_in_one_place")]

    def __str__(self) -> str:
        return "The demo"


class DemoPerson(models.Model):
    """Somebody made up: an account without a password, an address or anybody behind it."""

    demo = models.ForeignKey(Demo, on_delete=models.CASCADE, related_name="people")
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "demo people"

    def __str__(self) -> str:
        return self.user.get_username()
