"""How clubs and campaigns come to their end: put away, and after a time of grace gone."""

from __future__ import annotations

from django.db import models


class Archivable(models.Model):
    """Something that may be archived, which can be read but not written in, and deleted some weeks after."""

    archived_at = models.DateTimeField(null=True, blank=True)
    """Since when nothing is written in it; ``None``: it is open. What is to be deleted is archived too."""
    goes_at = models.DateTimeField(null=True, blank=True)
    """When it is deleted with all that belongs to it; ``None``: it stays."""

    class Meta:
        abstract = True

    @property
    def is_archived(self) -> bool:
        return self.archived_at is not None
