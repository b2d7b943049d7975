"""How a club keeps order: who asks to be let in, who may not write for a while, and what its moderators did."""

from __future__ import annotations

from typing import Any, Never

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from clubs.models.clubs import Club, Night, Season, SeasonGame
from clubs.models.meeting import DatePoll
from clubs.models.reported import Reported
from config.common.sides import Side


class Asked(models.Model):
    """Somebody asks to be let into a club."""

    class Status(models.TextChoices):
        OPEN = "open", "Waiting"
        APPROVED = "approved", "Let in"
        REFUSED = "refused", "Refused"
        WITHDRAWN = "withdrawn", "Taken back"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="asked")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    words = models.CharField(max_length=500)
    """Who they are and what they would fly, for the club's owners and umpires."""
    at = models.DateTimeField(auto_now_add=True)
    status = models.CharField(max_length=9, choices=Status, default=Status.OPEN)
    answer = models.CharField(max_length=200, blank=True)
    """What they are told with a refusal."""
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["at", "id"]
        verbose_name_plural = "asked"
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], condition=Q(status="open"), name="asks_once_at_a_time")
        ]

    def __str__(self) -> str:
        return f"{self.user} asks to be let into {self.club}"


class MuteQuerySet(models.QuerySet["Mute"]):
    def in_force(self, club_id: int | None) -> MuteQuerySet:
        """Those of this club that last, and that nobody has lifted; none for no club."""
        if club_id is None:
            return self.none()
        return self.filter(club=club_id, ended_at=None, until__gt=timezone.now())


class Mute(models.Model):
    """Somebody who for a while writes nothing in a club and its campaigns, though they read and fly."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="mutes")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField()
    reason = models.CharField(max_length=200)
    """Told to them, and to the owners and umpires of the club."""
    ended_at = models.DateTimeField(null=True, blank=True)
    """When it was lifted, or gave way to another; ``None`` of one that lasts, or has run out by itself."""
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )

    objects = MuteQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], condition=Q(ended_at=None), name="one_mute")]

    def __str__(self) -> str:
        return f"{self.user} muted in {self.club}"


class Posting(models.Model):
    """How much somebody has written in a club's campaigns since the hour began that counts."""

    # Written under a campaign's lock. The check of a constraint would wait there for whoever holds the club's row, who
    # may be waiting for the campaign's.
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    since = models.DateTimeField()
    count = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_count_of_posts")]

    def __str__(self) -> str:
        return f"{self.user} in {self.club}: {self.count}"


class NeverChanged(TypeError):
    """Something tried to change what moderators did: a bug, never a user's doing."""


class ModerationQuerySet(models.QuerySet["ModerationEntry"]):
    def update(self, **kwargs: Any) -> Never:
        raise NeverChanged("What moderators did is never changed.")

    def delete(self) -> Never:
        raise NeverChanged("What moderators did is never taken back.")


class ModerationEntry(models.Model):
    """One thing that a moderator did: who, what, to whom, why and when. Only ever added."""

    class Act(models.TextChoices):
        BANNED = "banned", "Banned"
        BAN_LIFTED = "ban-lifted", "Ban lifted"
        REMOVED = "removed", "Removed from the club"
        MUTED = "muted", "Muted"
        MUTE_LIFTED = "mute-lifted", "Mute lifted"
        LET_IN = "let-in", "Let in"
        TURNED_AWAY = "turned-away", "Not let in"
        POST_REMOVED = "post-removed", "Post removed"
        POST_KEPT = "post-kept", "Reported post kept"
        LEFT = "left", "Left the club"
        AWARDED = "awarded", "Award given"
        AWARD_BACK = "award-back", "Award withdrawn"
        ORDER_CHANGED = "order-changed", "Rules of the club changed"
        HANDED_OVER = "handed-over", "Club handed over"
        ARCHIVED = "archived", "Club archived"
        OPENED = "opened", "Club opened again"
        TO_BE_DELETED = "to-be-deleted", "Club to be deleted"
        BROUGHT_BACK = "brought-back", "Club brought back"

    # As with ``Posting``: what becomes of a post is written under its campaign's lock.
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="moderation", db_constraint=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    act = models.CharField(max_length=13, choices=Act)
    whom = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    what = models.CharField(max_length=200, blank=True)
    """What it was about: until when, which post."""
    why = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    campaign = models.ForeignKey(
        "campaigns.Campaign", on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    side = models.CharField(max_length=10, choices=Side, blank=True)
    """Of a post that was for one side of a campaign alone: whoever does not hear that side does not learn of it."""

    objects = ModerationQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-id"]
        verbose_name_plural = "moderation entries"

    def __str__(self) -> str:
        return f"{self.by}: {self.get_act_display()} {self.whom or ''}".rstrip()

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise NeverChanged("What moderators did is never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Never:
        raise NeverChanged("What moderators did is never taken back.")


class WordsReport(Reported):
    """Somebody tells the owners and umpires of a club that words should not stand there: what a season or a night is
    called and what is said of it, the word on a game, those with somebody's answer to a night, those of a poll."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="words_reports")
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    is_title = models.BooleanField(default=False, db_default=False)
    """It is what the season or the night is called, not what is said of it."""
    game = models.ForeignKey(SeasonGame, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    """The game of a season on which ``author`` has had a word."""
    poll = models.ForeignKey(DatePoll, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    """The night that is called so, or that ``author`` has answered."""
    is_notes = models.BooleanField(default=False, db_default=False)
    """It is what is said of the night, not a word with an answer to it."""

    class Meta(Reported.Meta):
        constraints = [
            models.CheckConstraint(
                condition=Q(season__isnull=False, night=None, game=None, poll=None, is_notes=False)
                | Q(season=None, night__isnull=False, game=None, poll=None, is_notes=False)
                | Q(season=None, night__isnull=False, game=None, poll=None, is_title=False)
                | Q(season=None, night=None, game__isnull=False, poll=None, is_title=False, is_notes=False)
                | Q(season=None, night=None, game=None, poll__isnull=False, is_title=False, is_notes=False),
                name="words_stand_in_one_place",
            ),
            models.UniqueConstraint(
                fields=["season", "is_title", "by"],
                condition=Q(verdict="open"),
                name="words_of_a_season_are_reported_once_by_each",
            ),
            models.UniqueConstraint(
                fields=["game", "author", "by"],
                condition=Q(verdict="open"),
                name="a_word_on_a_game_is_reported_once_by_each",
            ),
            models.UniqueConstraint(
                fields=["poll", "by"], condition=Q(verdict="open"), name="a_poll_is_reported_once_by_each"
            ),
            models.UniqueConstraint(
                fields=["night", "is_title", "is_notes", "author", "by"],
                condition=Q(verdict="open"),
                name="words_of_a_night_are_reported_once_by_each",
            ),
        ]
