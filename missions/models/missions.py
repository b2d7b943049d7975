"""Missions and what happens to them: orders, jobs, flights, debriefs.

``missions.operations`` is the only writer.
"""

from __future__ import annotations

import json
import uuid
from hashlib import sha256

from django.conf import settings
from django.db import models
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone

from campaigns.models import Campaign, Pack, Side
from engine.core.levels import USUAL_LEVEL


class Mission(models.Model):
    """One flight of both sides, drawn from the pack's table."""

    class Status(models.TextChoices):
        PLANNING = "planning", "Planning"
        READY = "ready", "Ready to fly"
        FLOWN = "flown", "Flown"
        DEBRIEFED = "debriefed", "Debriefed"
        VOID = "void", "Void"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="missions")
    number = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=60)
    """The mission of the pack that was drawn; empty: an operation counts as it."""
    period = models.PositiveSmallIntegerField(default=0)
    """The period that it is flown in; 0 in campaigns without periods."""
    title = models.CharField(max_length=120)
    date = models.CharField(max_length=20, blank=True)
    """``1941-04`` or ``1941-04-11``."""
    place = models.CharField(max_length=120, blank=True)
    seed = models.BigIntegerField()
    """The engine flies the mission with it, so that a second flight of the same orders is the same flight."""
    status = models.CharField(max_length=10, choices=Status, default=Status.PLANNING)
    scenario = models.JSONField(default=dict)
    """What the draw decided, as ``missions.flights.context`` reads it."""
    lineup = models.JSONField(default=dict, blank=True)
    """Who flew otherwise than the orders say, as ``missions.planning.lineup`` has it; empty: all flew by them."""
    opened_at = models.DateTimeField(null=True, blank=True)
    """When both sides' orders were laid open, to fly the mission at the table."""
    orders_due = models.DateTimeField(null=True, blank=True)
    """Until when orders are taken; ``None``: until they are opened."""

    class Meta:
        ordering = ["campaign", "number"]
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="missions_are_numbered")]
        indexes = [models.Index(fields=["status", "orders_due"], name="orders_due")]

    def __str__(self) -> str:
        return f"Mission {self.number}: {self.title}"

    @property
    def is_on_paper(self) -> bool:
        """It was flown on paper before the campaign came here: who flew is entered, not planned."""
        return bool(self.scenario.get("paper"))

    @property
    def is_late(self) -> bool:
        """The deadline for its orders has passed; one that was flown on paper has none."""
        return self.orders_due is not None and timezone.now() >= self.orders_due

    @property
    def is_told_and_confirmed(self) -> bool:
        """A result from the table waits for the other side and for approval; one of paper is history, and does not."""
        return self.campaign.results == Campaign.Results.CONFIRMED and not self.is_on_paper

    @property
    def is_operation(self) -> bool:
        """A whole operation counts as it: nobody planned or flew it in this campaign. [SUP 25]"""
        return not self.key

    @property
    def orders_are_open(self) -> bool:
        """Everybody may read both sides' orders, and nobody may change them any more."""
        return bool(self.why_orders_stand)

    @property
    def why_orders_stand(self) -> str:
        """Why nobody may change the orders, in a sentence; empty while they are sealed."""
        if self.status in (self.Status.FLOWN, self.Status.DEBRIEFED):
            return "The mission has been flown: its orders stand as they were signed."
        if self.status == self.Status.VOID:
            return "The mission has been declared void: its orders stand as they were signed."
        return "The orders have been opened: they stand as they were signed." if self.opened_at else ""


ORDERS_ARE_OPEN = models.Q(opened_at__isnull=False) | ~models.Q(
    status__in=(Mission.Status.PLANNING, Mission.Status.READY)
)
"""Of rows what ``Mission.orders_are_open`` says of one."""


class Orders(models.Model):
    """A side's secret plan for one mission."""

    mission = models.ForeignKey(Mission, on_delete=models.CASCADE, related_name="orders")
    side = models.CharField(max_length=10, choices=Side)
    document = models.JSONField()
    signed_at = models.DateTimeField()
    signed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    """``None``: the engine's staff."""
    handed_in_at = models.DateTimeField(null=True, blank=True)
    """When the side signed first: the other side knows that, and nothing of a later signature. ``None``: nobody did, or
    before it was kept."""
    came_late = models.CharField(
        max_length=8, blank=True, choices=[("last", "Its latest plan"), ("staff", "By the staff")]
    )
    """How the deadline put them there; empty: somebody signed them, or the staff plans for the side anyway."""

    class Meta:
        ordering = ["mission", "side"]
        verbose_name_plural = "orders"
        constraints = [models.UniqueConstraint(fields=["mission", "side"], name="one_plan_a_side")]

    def __str__(self) -> str:
        return f"{self.get_side_display()} orders for mission {self.mission_id}"

    @property
    def version(self) -> str:
        """Differs from what it was when they are signed anew."""
        return self.signed_at.isoformat()


class Job(models.Model):
    """Background work and how far it is. The row is the truth; the broker's message only wakes a worker."""

    class Status(models.TextChoices):
        QUEUED = "queued", "Queued"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="jobs")
    mission = models.ForeignKey(Mission, on_delete=models.CASCADE, related_name="jobs", null=True, blank=True)
    """``None`` of work that is about no mission."""
    kind = models.CharField(max_length=20)
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    message = models.CharField(max_length=300, blank=True)
    """A sentence for the owner: what is being done, or why it failed."""
    payload = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField()
    """When the workers were last told about it."""
    sends = models.PositiveSmallIntegerField(default=1)
    attempts = models.PositiveSmallIntegerField(default=0)
    """How often a worker began it; more than one means that a worker was lost, or a message came twice."""
    started_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField()
    """When the row last changed: a running job that has not moved for a while has lost its worker."""
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["status", "moved_at"], name="stuck_jobs")]

    def __str__(self) -> str:
        return f"{self.kind} {self.id} ({self.status})"

    @property
    def is_finished(self) -> bool:
        return self.status in (self.Status.DONE, self.Status.FAILED)

    @property
    def percent(self) -> int:
        """Progress from 0 to 100."""
        if self.status == self.Status.DONE:
            return 100
        return min(100, self.done * 100 // self.total) if self.total else 0


class Flight(models.Model):
    """How a mission was flown, and what came of it."""

    class Way(models.TextChoices):
        ENGINE = "engine", "Flown by the engine"
        TABLE = "table", "Flown at the table"
        SCREEN = "screen", "Flown on screen"
        GROUNDED = "grounded", "Not flown"
        """Nobody could fly: for the weather, or for want of serviceable aircraft."""
        OPERATION = "operation", "Counted from an operation"

    mission = models.OneToOneField(Mission, on_delete=models.CASCADE, related_name="flight")
    way = models.CharField(max_length=10, choices=Way)
    record = models.TextField(blank=True)
    """The engine's record; empty for a mission that it has not flown. A correction leaves it as it was."""
    level = models.CharField(max_length=10, default=USUAL_LEVEL)
    """How well the engine's pilots flew, on both sides."""
    report = models.JSONField()
    """``engine.core.report.Report.as_json``."""
    corrected_at = models.DateTimeField(null=True, blank=True)
    """When an umpire last said that it went otherwise: the report is theirs from then on."""
    key = models.UUIDField(unique=True)
    """The job or form that stored it: the same act again finds its own flight."""
    stored_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Flight of mission {self.mission_id} ({self.way})"

    @property
    def flyers(self) -> str:
        """``by the engine``, ``by aces of the engine``, ``on screen`` or ``at the table``."""
        if self.way == self.Way.ENGINE:
            return "by the engine" if self.level == USUAL_LEVEL else f"by {self.level}s of the engine"
        return "on screen" if self.way == self.Way.SCREEN else "at the table"

    @property
    def has_replay(self) -> bool:
        """The engine flew it, or people on screen, whatever was corrected since."""
        return self.way in (self.Way.ENGINE, self.Way.SCREEN)

    @property
    def version(self) -> str:
        """Differs from what it was when the flight is recorded anew."""
        return self.stored_at.isoformat()


class Debrief(models.Model):
    """The one application of a mission's report to the journal."""

    mission = models.OneToOneField(Mission, on_delete=models.CASCADE, related_name="debrief")
    key = models.UUIDField(unique=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    at = models.DateTimeField()
    batch = models.UUIDField(unique=True)
    """The journal entries it wrote."""

    def __str__(self) -> str:
        return f"Debrief of mission {self.mission_id}"


class Simulation(models.Model):
    """Whole campaigns of a pack, flown by the engine's staff on both sides to see how it comes out."""

    pack = models.ForeignKey(Pack, on_delete=models.CASCADE, related_name="simulations", null=True, blank=True)
    """``None``: of a draft that is a copy of nothing."""
    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="simulation")
    runs = models.PositiveSmallIntegerField()
    seed = models.BigIntegerField()
    level = models.CharField(max_length=10, default=USUAL_LEVEL)
    """How well the staff of both sides plays."""
    changed = models.TextField(blank=True)
    """The text of a draft, flown beside the pack that it began as a copy of, if any, with the same seeds."""
    results = models.JSONField(default=dict)
    """What came of it, as ``missions.simulation`` documents, of the pack beside a draft under ``before``; empty while
    it runs."""

    def __str__(self) -> str:
        return f"{self.runs} × {self.pack or 'a draft'}"


class Forecast(models.Model):
    """How a mission might go by a plan of one side, for the eyes of that side alone; kept while it is planned."""

    mission = models.ForeignKey(Mission, on_delete=models.CASCADE, related_name="forecasts")
    side = models.CharField(max_length=10, choices=Side)
    plan = models.JSONField(null=True, blank=True)
    """The orders that it is about, as ``missions.planning.orders`` has them; ``None``: what the staff would send."""
    digest = models.CharField(max_length=64)
    """Of what it is made: the same plan in the same campaign, by the same rules, finds what there is."""
    runs = models.PositiveSmallIntegerField()
    results = models.JSONField(default=dict)
    """What came of it, as ``missions.odds.forecast.Forecast.as_json``; empty while it is flown."""
    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="forecast")
    """It names no mission: whoever is of the campaign may see a mission's jobs."""
    asked_at = models.DateTimeField()
    """When somebody last asked for it."""

    class Meta:
        ordering = ["-asked_at", "-pk"]
        constraints = [models.UniqueConstraint(fields=["mission", "side", "digest"], name="one_forecast_of_a_plan")]

    def __str__(self) -> str:
        return f"Forecast {self.pk} of {self.mission}"


class CampaignOdds(models.Model):
    """How a campaign might end, for all who may read it: the latest look, and the one that is being flown."""

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="odds")
    asked = models.CharField(max_length=64)
    """A digest of what was last asked: the campaign as everybody knew it then, and by which rules."""
    digest = models.CharField(max_length=64, blank=True)
    """Of what the results are of; empty until there are any."""
    results = models.JSONField(default=dict)
    """What came of it, as ``missions.odds.campaign.CampaignOdds.as_json``."""
    flown_at = models.DateTimeField(null=True, blank=True)
    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="campaign_odds")
    """The work that flies what was last asked."""

    class Meta:
        verbose_name_plural = "campaign odds"

    def __str__(self) -> str:
        return f"Odds of {self.campaign}"


class Skirmish(models.Model):
    """One fight outside a campaign: flown by the engine's pilots on every side, played on screen, or at a table."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="skirmishes")
    title = models.CharField(max_length=120)
    system = models.CharField(max_length=40)
    """Slug of the game system."""
    setup = models.JSONField()
    """The set-up document that the engine takes."""
    seed = models.BigIntegerField()
    doctrines = models.JSONField()
    """How much each side ventures; its keys are the sides that fly."""
    levels = models.JSONField(default=dict)
    """How well the staff plays each side; a side that is not there flies as usual."""
    key = models.UUIDField()
    """The form that ordered it: the same form again finds it."""
    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="skirmish", null=True, blank=True)
    """``None`` of one that people play."""
    is_at_table = models.BooleanField(default=False)
    """People play it at a table, and tell how it went."""
    record = models.TextField(blank=True)
    """The engine's record; empty until it has been flown, and of one that was played at a table."""
    report = models.JSONField(null=True, blank=True)
    """``engine.core.report.Report.as_json``; ``None`` until it has been flown, at a table until it has been told."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        verbose_name_plural = "skirmishes"
        constraints = [models.UniqueConstraint(fields=["owner", "key"], name="one_skirmish_a_form")]

    def __str__(self) -> str:
        return f"{self.title} ({self.system})"

    @property
    def setup_digest(self) -> str:
        """The same of skirmishes that begin alike."""
        return sha256(json.dumps([self.system, self.setup], sort_keys=True).encode()).hexdigest()

    @property
    def has_replay(self) -> bool:
        """There is a record of it to be watched."""
        return self.report is not None and not self.is_at_table


class Analysis(models.Model):
    """What was in a fight that has been flown, of a mission or a skirmish: for whoever may see its whole record."""

    mission = models.OneToOneField(Mission, on_delete=models.CASCADE, related_name="analysis", null=True, blank=True)
    skirmish = models.OneToOneField(Skirmish, on_delete=models.CASCADE, related_name="analysis", null=True, blank=True)
    digest = models.CharField(max_length=64)
    """Of the record that it is about: of another it says nothing."""
    rules = models.CharField(max_length=60)
    """Of what game, by which edition of its rules and which method it was ordered last."""
    results = models.JSONField(default=dict)
    """What was found, as ``missions.odds.analysis.Analysis.as_json``; empty until it has been made once."""
    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="analysis")
    """It names no mission: an analysis is no flight."""

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "analyses"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(mission__isnull=True) ^ models.Q(skirmish__isnull=True),
                name="analysis_of_a_mission_or_a_skirmish",
            )
        ]

    def __str__(self) -> str:
        return f"Analysis of {self.mission or self.skirmish}"


@receiver(post_delete, sender=Forecast)
@receiver(post_delete, sender=CampaignOdds)
@receiver(post_delete, sender=Analysis)
def end_the_work(instance: Forecast | CampaignOdds | Analysis, **kwargs: object) -> None:
    """Nobody waits for it any more: its worker finds no job and stops."""
    Job.objects.filter(pk=instance.job_id).delete()
