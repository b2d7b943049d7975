"""How a club meets: polls of dates, who meets whom in a season, by which clock somebody wants to be told times."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from clubs.models.clubs import Club, Night, Season


class DatePoll(models.Model):
    """The question who can come when; closing it makes a night of the evening that is chosen."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="polls")
    title = models.CharField(max_length=120)
    place = models.CharField(max_length=200, blank=True)
    notes = models.TextField(blank=True)
    """Markdown."""
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    night = models.OneToOneField(Night, on_delete=models.SET_NULL, related_name="poll", null=True, blank=True)
    """What came of it; ``None`` of one that is closed: no evening did."""

    class Meta:
        ordering = ["-made_at", "-id"]

    def __str__(self) -> str:
        return self.title


class PollDate(models.Model):
    """An evening that is asked about."""

    poll = models.ForeignKey(DatePoll, on_delete=models.CASCADE, related_name="dates")
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["begins_at", "id"]
        constraints = [models.UniqueConstraint(fields=["poll", "begins_at"], name="a_poll_asks_once_about_a_time")]

    def __str__(self) -> str:
        return f"{self.poll}: {self.begins_at:%Y-%m-%d %H:%M}"


class PollAnswer(models.Model):
    """Whether a member can come on an evening."""

    class Answer(models.TextChoices):
        YES = "yes", "Yes"
        MAYBE = "maybe", "If need be"
        NO = "no", "No"

    date = models.ForeignKey(PollDate, on_delete=models.CASCADE, related_name="answers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    answer = models.CharField(max_length=5, choices=Answer)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["date", "user"], name="one_answer_to_a_date")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_answer_display()}"


class OwnClock(models.Model):
    """In which time zone somebody lives: beside the club's time they are told their own."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="own_clock")
    time_zone = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"{self.user}: {self.time_zone}"


class Fixture(models.Model):
    """Who meets whom in a season: in which round, at which table."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="fixtures")
    round = models.PositiveSmallIntegerField()
    table = models.PositiveSmallIntegerField()
    one = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["round", "table"]
        constraints = [models.UniqueConstraint(fields=["season", "round", "table"], name="one_fixture_at_a_table")]

    def __str__(self) -> str:
        return f"{self.season}, round {self.round}, table {self.table}"
