"""The journal, which is only ever added to."""

from __future__ import annotations

from typing import Any, Never, Self

from django.conf import settings
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func
from django.db.models.lookups import IsNull
from django.db.models.sql.compiler import SQLCompiler

from campaigns.models.campaigns import Campaign
from campaigns.models.pilots import Pilot
from config.common.sides import Side


class AppendOnly(TypeError):
    """Something tried to change or remove a journal entry: a bug, never a user's doing."""


class _NotByIndex(Func):
    """A column that SQLite is not to look for by its index: it takes what is unique for rare, ``NULL`` too.

    Nearly all entries of all campaigns reverse none, and it would read them all to find those of one campaign.
    """

    template = "%(expressions)s"

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any) -> tuple[str, Any]:
        """With a plus, which changes nothing."""
        return self.as_sql(compiler, connection, template="+%(expressions)s", **context)


class EntryQuerySet(models.QuerySet["Entry"]):
    def in_force(self) -> Self:
        """Those that count: they neither reverse another nor are reversed."""
        return self.filter(
            IsNull(_NotByIndex("reverses", output_field=models.BigIntegerField()), True), reversed_by__isnull=True
        )

    def update(self, **kwargs: Any) -> Never:
        raise AppendOnly("Journal entries are never changed; write one that reverses.")

    def delete(self) -> Never:
        raise AppendOnly("Journal entries are never removed; write one that reverses.")

    def bulk_update(self, *args: Any, **kwargs: Any) -> Never:
        raise AppendOnly("Journal entries are never changed; write one that reverses.")


class Itself(models.TextChoices):
    """What signs that which happens by itself. No account is called so (``accounts.selectors.usernames``)."""

    CLOCK = "clock", "The clock"
    TERMS = "terms", "The terms"


class Entry(models.Model):
    """One line of a campaign's journal. Append-only; a correction is an entry that reverses an old one."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    batch = models.UUIDField()
    """Entries written by one operation share it."""
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    """``None``: the engine's staff, ``Itself``, or somebody whom an imported campaign knows by name only."""
    by = models.CharField(max_length=150, blank=True)
    """What the actor was called then, or what of ``Itself`` it was; empty: the engine's staff."""
    at = models.DateTimeField()
    moment = models.PositiveIntegerField()
    """Its place in the campaign, whenever it was written: ``2n`` in mission n, ``2n + 1`` after it and before the next.

    The journal is folded in the order of moment and number, so that a correction counts where it belongs.
    """
    kind = models.CharField(max_length=12)
    """One of ``campaigns.standing.kinds.KINDS``, which says what entries of the kind are about and who may know."""
    side = models.CharField(max_length=10, choices=Side, blank=True)
    mission = models.PositiveSmallIntegerField(null=True, blank=True)
    """The number of the mission, if the entry is about one."""
    pilot = models.ForeignKey(Pilot, on_delete=models.PROTECT, related_name="entries", null=True, blank=True)
    data = models.JSONField(default=dict)
    """What happened: the type of its kind reads it."""
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, related_name="reversed_by", null=True, blank=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["campaign", "number"]
        verbose_name_plural = "entries"
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="journal_is_numbered")]
        indexes = [models.Index(fields=["campaign", "kind"], name="journal_by_kind")]

    def __str__(self) -> str:
        return f"{self.number}. {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnly("Journal entries are never changed; write one that reverses.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Never:
        raise AppendOnly("Journal entries are never removed; write one that reverses.")
