"""Campaigns and the seats in them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from campaigns.models.packs import Pack
from campaigns.models.terms import Terms
from clubs.models import Club
from clubs.models.endings import Archivable
from config.common.prepared import Given
from config.common.sides import Side


class Role(models.IntegerChoices):
    """What a seat may do; a higher role may do all that a lower one may."""

    READER = 10, "Reader"
    PILOT = 20, "Pilot"
    INTELLIGENCE = 23, "Intelligence officer"
    LEADER = 25, "Squadron leader"
    COMMANDER = 30, "Commander"
    UMPIRE = 40, "Umpire"


ON_A_SIDE = (Role.PILOT, Role.INTELLIGENCE, Role.LEADER, Role.COMMANDER)
"""Roles whose seats belong to one side."""


class CampaignQuerySet(models.QuerySet["Campaign"]):
    def for_user(
        self, user_id: int | Given | None, at_least: Role = Role.READER, now: datetime | Given | None = None
    ) -> CampaignQuerySet:
        """The campaigns in which this person may do what ``at_least`` may; the owner may do everything.

        Every member of a club reads the club's campaigns. Each way is a query with an index of its own: of one
        condition that says them all PostgreSQL makes a look at every campaign of the site.
        """
        if user_id is None:
            return self.none()
        seats = Seat.objects.filter(role__gte=at_least).order_by()
        all_ = Campaign.arriving_too.order_by()
        ways: list[models.QuerySet[Any, Any]] = [
            seats.filter(user_id=user_id).values("campaign_id"),
            seats.filter(stand_in_id=user_id, stand_in_until__gt=now or timezone.now()).values("campaign_id"),
        ]
        if at_least <= Role.READER:
            ways.append(all_.filter(club__members__user_id=user_id).values("pk"))
        return self.filter(pk__in=all_.filter(owner_id=user_id).values("pk").union(*ways))


class ArrivedCampaigns(models.Manager["Campaign"]):
    """All but those that are on their way in or out: nobody sees anything of what is half there."""

    def get_queryset(self) -> CampaignQuerySet:
        return CampaignQuerySet(self.model, using=self._db).exclude(status__in=Campaign.HALF_THERE)

    def for_user(
        self, user_id: int | Given, at_least: Role = Role.READER, now: datetime | Given | None = None
    ) -> CampaignQuerySet:
        return self.get_queryset().for_user(user_id, at_least, now)


class Campaign(Terms, Archivable):
    """One running of a pack."""

    class Status(models.TextChoices):
        RUNNING = "running", "Running"
        FINISHED = "finished", "Finished"
        ARRIVING = "arriving", "On its way in"
        LEAVING = "leaving", "On its way out"

    HALF_THERE = (Status.ARRIVING, Status.LEAVING)

    pack = models.ForeignKey(Pack, on_delete=models.PROTECT, related_name="campaigns")
    name = models.CharField(max_length=80)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="campaigns")
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="campaigns", null=True, blank=True)
    """The club that it belongs to; ``None``: it is its owner's own."""
    public_key = models.CharField(max_length=43, unique=True, null=True, blank=True)
    """The secret part of the address of its public pages; ``None``: it has none."""
    seed = models.BigIntegerField()
    """Every draw of the campaign derives from it; shown to nobody while the campaign runs."""
    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    created_at = models.DateTimeField(auto_now_add=True)
    committed = models.PositiveSmallIntegerField(default=0)
    """The latest Mission whose orders nobody can change any more: what men learn from then on counts after it."""

    objects = ArrivedCampaigns()
    arriving_too = CampaignQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return self.name

    @property
    def is_finished(self) -> bool:
        return self.status == self.Status.FINISHED

    @property
    def time_zone(self) -> str:
        """By whose clock its times are told and its days begin: its club's, or the site's."""
        return self.club.time_zone if self.club else settings.TIME_ZONE


class SeatQuerySet(models.QuerySet["Seat"]):
    def held_by(self, user_id: int | models.OuterRef | Given, now: datetime | Given | None = None) -> SeatQuerySet:
        """Those this person acts from now: his own, and those that he stands in for."""
        return self.filter(Q(user_id=user_id) | Q(stand_in_id=user_id, stand_in_until__gt=now or timezone.now()))


class Seat(models.Model):
    """A place in a campaign. A commander's seat without a user is flown by the engine's staff."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="seats")
    side = models.CharField(max_length=10, choices=Side, blank=True)
    role = models.PositiveSmallIntegerField(choices=Role)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seats", null=True, blank=True
    )
    squadron = models.SlugField(max_length=60, blank=True)
    """Of a squadron leader: which one he leads; empty: he drafts for the whole side."""
    stand_in = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    """Who acts from it too, until ``stand_in_until``."""
    stand_in_until = models.DateTimeField(null=True, blank=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        ordering = ["-role", "side", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "side"], condition=Q(role=Role.COMMANDER), name="one_commander_a_side"
            ),
            models.UniqueConstraint(
                fields=["campaign", "side", "role", "squadron", "user"], name="one_seat_of_a_kind_a_user"
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=False) | Q(role=Role.COMMANDER), name="only_commanders_are_staff"
            ),
            models.CheckConstraint(
                condition=Q(role__in=ON_A_SIDE, side__in=Side.values) | Q(role__in=[Role.READER, Role.UMPIRE], side=""),
                name="commanders_and_pilots_have_a_side",
            ),
            models.CheckConstraint(condition=Q(role=Role.LEADER) | Q(squadron=""), name="leaders_lead_squadrons"),
        ]

    def __str__(self) -> str:
        return f"{self.get_side_display() or 'Both sides'}: {self.get_role_display()}"

    @property
    def is_staff(self) -> bool:
        """The engine's staff plans for this side."""
        return self.role == Role.COMMANDER and self.user_id is None

    @property
    def is_covered(self) -> bool:
        """Somebody stands in for its holder now."""
        return self.stand_in_until is not None and self.stand_in_until > timezone.now()

    def is_held_by(self, user_id: int | None) -> bool:
        """This person acts from it now: it is his own, or he stands in."""
        if user_id is None:
            return False
        return self.user_id == user_id or (self.stand_in_id == user_id and self.is_covered)
