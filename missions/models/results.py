"""Results on their way from the table into the journal, and victories on theirs to a verdict."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Max, Q

from campaigns.models import Itself, Pilot, Side
from missions.models.missions import Mission, Skirmish


class Submission(models.Model):
    """How a mission went at one table, as somebody who sat there tells it."""

    class Status(models.TextChoices):
        WAITING = "waiting", "Waiting for the other side"
        AGREED = "agreed", "Confirmed by the other side"
        DISPUTED = "disputed", "Disputed"
        APPROVED = "approved", "Approved"
        WITHDRAWN = "withdrawn", "Withdrawn"

    mission = models.ForeignKey(Mission, on_delete=models.CASCADE, related_name="submissions")
    table = models.PositiveSmallIntegerField(default=1)
    outcome = models.JSONField()
    """What was told: ``missions.results.outcomes.Outcome`` as plain data."""
    side = models.CharField(max_length=10, choices=Side, blank=True)
    """Whose side told it; the other one answers. Empty: an umpire told it, and both may answer."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    key = models.UUIDField(unique=True)
    """The form that told it: the same form again finds it."""
    due_at = models.DateTimeField(null=True, blank=True)
    """Unopposed until then, it stands."""
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)

    class Meta:
        ordering = ["mission", "table", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["mission", "table"], condition=~Q(status="withdrawn"), name="one_result_a_table"
            )
        ]
        indexes = [models.Index(fields=["status", "due_at"], name="results_due")]

    def __str__(self) -> str:
        return f"Result of table {self.table} of mission {self.mission_id}"


class ResultDraft(models.Model):
    """A page of the table that somebody has not finished: theirs alone, until it is stored or thrown away."""

    mission = models.ForeignKey(Mission, on_delete=models.CASCADE, related_name="result_drafts", null=True, blank=True)
    """``None`` of a skirmish."""
    skirmish = models.ForeignKey(
        Skirmish, on_delete=models.CASCADE, related_name="result_drafts", null=True, blank=True
    )
    table = models.PositiveSmallIntegerField(default=1)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    answers = models.JSONField()
    """What was sent of each field, good or not: a list of texts under its name."""
    seen = models.CharField(max_length=100, blank=True)
    """The version of the stored result that the page came with; empty if there was none."""
    orders = models.CharField(max_length=100, blank=True)
    """Of which orders it is, as ``missions.selectors.result_drafts.orders_version`` tells; empty of a skirmish."""
    at = models.DateTimeField()

    class Meta:
        ordering = ["mission", "table", "id"]
        constraints = [
            models.UniqueConstraint(fields=["mission", "table", "by"], name="one_draft_a_table_and_person"),
            models.UniqueConstraint(fields=["skirmish", "by"], name="one_draft_a_skirmish_and_person"),
            models.CheckConstraint(
                condition=Q(mission__isnull=True) ^ Q(skirmish__isnull=True), name="a_draft_is_of_one_fight"
            ),
        ]

    def __str__(self) -> str:
        fight = f"mission {self.mission_id}" if self.mission_id else f"skirmish {self.skirmish_id}"
        return f"Draft of table {self.table} of {fight}"


class TableTapQuerySet(models.QuerySet["TableTap"]):
    def latest_of(self, mission_id: int, table: int) -> int:
        """Grows with each tap of a table; 0 before the first. One query."""
        return self.filter(mission=mission_id, table=table).aggregate(latest=Max("pk"))["latest"] or 0


class TableTap(models.Model):
    """One change that somebody has tapped while a mission was played at the table; gone once debriefed or void."""

    mission = models.ForeignKey(Mission, on_delete=models.CASCADE, related_name="taps")
    table = models.PositiveSmallIntegerField(default=1)
    key = models.UUIDField()
    """Its device named it: the same again is the same tap."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.BigIntegerField()
    """As ``missions.results.companion.Tap.at``."""
    number = models.PositiveIntegerField(default=0)
    does = models.CharField(max_length=4, choices=[("add", "Adds"), ("set", "Sets"), ("undo", "Takes back")])
    cell = models.CharField(max_length=80)
    value = models.CharField(max_length=80)

    objects = TableTapQuerySet.as_manager()

    class Meta:
        ordering = ["mission", "table", "made_at", "number"]
        constraints = [models.UniqueConstraint(fields=["mission", "table", "key"], name="a_tap_counts_once")]

    def __str__(self) -> str:
        return f"{self.does} {self.value} of {self.cell}"


class Remark(models.Model):
    """What somebody says of one fact of a submitted result."""

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="remarks")
    fact = models.CharField(max_length=120)
    """Its name (``missions.results.facts``)."""
    agrees = models.BooleanField()
    value = models.JSONField(null=True, blank=True)
    """What it should say instead, of one that is disputed."""
    is_settled = models.BooleanField(default=False)
    """It was disputed, and the umpire has decided."""
    words = models.CharField(max_length=300, blank=True)
    side = models.CharField(max_length=10, choices=Side, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["submission", "id"]
        constraints = [
            models.UniqueConstraint(fields=["submission", "fact", "side"], name="one_remark_a_fact_and_side")
        ]

    def __str__(self) -> str:
        return f"{self.fact} of {self.submission}"


class SubmissionStep(models.Model):
    """One step of a result: who did what, and when. Never changed."""

    class What(models.TextChoices):
        TOLD = "told", "Submitted"
        CHANGED = "changed", "Told anew"
        CONFIRMED = "confirmed", "Confirmed"
        DISPUTED = "disputed", "Disputed"
        DECIDED = "decided", "Decided by the umpire"
        APPROVED = "approved", "Approved"
        STOOD = "stood", "Stood unopposed"
        WITHDRAWN = "withdrawn", "Withdrawn"

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="steps")
    what = models.CharField(max_length=10, choices=What)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    itself = models.CharField(max_length=5, choices=Itself, blank=True)
    """What it happened by, if nobody did it."""
    at = models.DateTimeField()
    words = models.CharField(max_length=300, blank=True)

    class Meta:
        db_table = "missions_step"
        ordering = ["at", "id"]

    def __str__(self) -> str:
        return f"{self.get_what_display()}: {self.submission}"

    @property
    def signature(self) -> str:
        """Who did it, or what it happened by."""
        return self.by.get_username() if self.by else str(self.get_itself_display())


class Claim(models.Model):
    """A victory that somebody claims for a man, before or against the report of the mission.

    What became of one that the report bears out is in the journal, as a ruling on its entry; so is a share in what
    the report gives to another. Only that a claim was turned down is kept here.
    """

    class Verdict(models.TextChoices):
        OPEN = "open", "Waiting"
        DENIED = "denied", "Denied"

    mission = models.ForeignKey(Mission, on_delete=models.CASCADE, related_name="claims")
    pilot = models.ForeignKey(Pilot, on_delete=models.CASCADE, related_name="claims")
    unit = models.CharField(max_length=40)
    seat = models.CharField(max_length=20)
    """Whose aircraft it was: its unit and seat, as in the report."""
    words = models.CharField(max_length=500, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    verdict = models.CharField(max_length=10, choices=Verdict, default=Verdict.OPEN)
    reason = models.CharField(max_length=500, blank=True)
    judge = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    judged_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["mission", "id"]
        constraints = [
            models.UniqueConstraint(fields=["mission", "pilot", "unit", "seat"], name="one_claim_to_each_aircraft")
        ]

    def __str__(self) -> str:
        return f"{self.pilot} claims {self.unit} {self.seat}"
