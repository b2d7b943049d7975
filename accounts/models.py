"""Sign-in links."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class UsedLink(models.Model):
    """A one-time sign-in link that has been used; its token is refused from then on."""

    token_id = models.UUIDField(unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    used_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.token_id)
