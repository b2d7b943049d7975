"""How often a person may have the house do something dear."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Quota(models.Model):
    """How often a person had the house do something dear, on the last day that they did."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    what = models.CharField(max_length=20)
    day = models.DateField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "what"], name="one_quota_of_a_kind")]

    def __str__(self) -> str:
        return f"{self.what} on {self.day}: {self.count}"
