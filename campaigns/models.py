"""Packs, campaigns, the people in them, and the journal that everything else is read from.

Rows here hold what was decided once (a seed, a seat, a pilot's name). Whatever adds up over a campaign
(points, kills, losses, resources used) is folded from ``Entry`` rows by ``campaigns.journal``.
``campaigns.operations`` and ``missions.operations`` are the only writers.
"""

from __future__ import annotations

from typing import Any, Never

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from campaigns.terms import Terms
from clubs.models import Club, Membership
from config.common.sides import Side as Side


class Pack(models.Model):
    """One version of a campaign definition file, kept word for word so that a running campaign never changes."""

    slug = models.SlugField(max_length=60)
    version = models.CharField(max_length=20)
    title = models.CharField(max_length=120)
    kind = models.CharField(max_length=20)
    system = models.CharField(max_length=20)
    summary = models.TextField(blank=True)
    source = models.TextField()
    sha256 = models.CharField(max_length=64)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="packs", null=True, blank=True
    )
    """Whose own pack it is; ``None``: it ships with the house."""
    on_shelf = models.BooleanField(default=True)
    """Off the shelf no campaign begins on it: it came with a campaign, or the house has another of this version."""
    loaded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["title", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["slug", "version"], condition=models.Q(on_shelf=True), name="one_pack_version_on_the_shelf"
            ),
            models.UniqueConstraint(fields=["slug", "version", "sha256"], name="one_row_per_pack_text"),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.version}"


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
    def for_user(self, user_id: int, at_least: Role = Role.READER) -> CampaignQuerySet:
        """The campaigns in which this person may do what ``at_least`` may; the owner may do everything.

        Every member of a club reads the club's campaigns.
        """
        seats = Seat.objects.held_by(user_id).filter(role__gte=at_least).values("campaign_id")
        mine = Q(owner_id=user_id) | Q(pk__in=seats)
        if at_least <= Role.READER:
            mine |= Q(club_id__in=Membership.objects.filter(user_id=user_id).values("club_id"))
        return self.filter(mine)


class Campaign(Terms):
    """One running of a pack."""

    class Status(models.TextChoices):
        RUNNING = "running", "Running"
        FINISHED = "finished", "Finished"

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

    objects = CampaignQuerySet.as_manager()

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
    def held_by(self, user_id: int | models.OuterRef) -> SeatQuerySet:
        """Those this person acts from now: his own, and those that he stands in for."""
        return self.filter(Q(user_id=user_id) | Q(stand_in_id=user_id, stand_in_until__gt=timezone.now()))


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

    def is_held_by(self, user_id: int | None) -> bool:
        """This person acts from it now: it is his own, or he stands in."""
        if user_id is None:
            return False
        until = self.stand_in_until
        return self.user_id == user_id or (self.stand_in_id == user_id and until is not None and until > timezone.now())


class Pilot(models.Model):
    """A named airman of a campaign. What he did is in the journal."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="pilots")
    side = models.CharField(max_length=10, choices=Side)
    name = models.CharField(max_length=80)
    nation = models.CharField(max_length=2)
    service = models.CharField(max_length=40)
    skills = models.JSONField(default=list)
    """Skill codes, e.g. ``["A", "L"]``. [WBY 19.2]"""
    on_roster = models.BooleanField(default=True)
    """May fly any mission; others fly only the missions whose draw or resource brings them. [WBY 19.4]"""
    resource = models.SlugField(max_length=60, blank=True)
    """The pack's resource that brings him; empty: he is on the roster or comes by a mission's draw."""
    squadron = models.SlugField(max_length=60, blank=True)
    """The squadron that he comes to; empty in campaigns without squadrons. Where he is now is in the journal."""
    delivery = models.CharField(max_length=120, blank=True)
    """The delivery that brings him (``campaigns.standing.deliveries``); empty: he is there from the beginning."""
    is_green = models.BooleanField(default=False)
    """He begins Green. [SUP 19.6]"""
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, related_name="airmen", null=True, blank=True
    )
    """Whose man he is, in a campaign that several people play."""

    class Meta:
        ordering = ["side", "name", "id"]
        constraints = [models.UniqueConstraint(fields=["campaign", "side", "name"], name="pilot_names_differ")]

    def __str__(self) -> str:
        return self.name


class AppendOnly(TypeError):
    """Something tried to change or remove a journal entry: a bug, never a user's doing."""


class EntryQuerySet(models.QuerySet["Entry"]):
    def update(self, **kwargs: Any) -> Never:
        raise AppendOnly("Journal entries are never changed; write one that reverses.")

    def delete(self) -> Never:
        raise AppendOnly("Journal entries are never removed; write one that reverses.")

    def bulk_update(self, *args: Any, **kwargs: Any) -> Never:
        raise AppendOnly("Journal entries are never changed; write one that reverses.")


class Itself(models.TextChoices):
    """What signs that which happens by itself: nobody did it. No account is called so (``accounts.names``)."""

    CLOCK = "clock", "The clock"
    TERMS = "terms", "The terms"


class Entry(models.Model):
    """One line of a campaign's journal. Append-only; a correction is an entry that reverses an old one."""

    class Kind(models.TextChoices):
        STARTED = "started", "Campaign started"
        DRAWN = "drawn", "Mission drawn"
        RESOURCE = "resource", "Resource used"
        SORTIE = "sortie", "Sortie"
        KILL = "kill", "Enemy destroyed"
        TARGET = "target", "Target damaged"
        POINTS = "points", "Victory Points"
        DEBRIEFED = "debriefed", "Mission debriefed"
        FATE = "fate", "Fate of a man"
        SEARCH = "search", "Search for a missing man"
        VOIDED = "voided", "Mission declared void"
        PERIOD = "period", "Period begun"
        SKILL = "skill", "Skill learned"
        RULING = "ruling", "Claim ruled on"
        DECORATED = "decorated", "Decoration awarded"
        CHANGE = "change", "Order of battle changed"
        RESOLVED = "resolved", "Conflict resolved"
        PACK = "pack", "Pack version changed"
        NOTE = "note", "Note"
        SEAT = "seat", "Seat"
        TERMS = "terms", "Terms"
        ORDERS = "orders", "Orders decided on"
        NAMED = "named", "Man given to a player"
        FINISHED = "finished", "Campaign finished"

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
    kind = models.CharField(max_length=12, choices=Kind)
    side = models.CharField(max_length=10, choices=Side, blank=True)
    mission = models.PositiveSmallIntegerField(null=True, blank=True)
    """The number of the mission, if the entry is about one."""
    pilot = models.ForeignKey(Pilot, on_delete=models.PROTECT, related_name="entries", null=True, blank=True)
    data = models.JSONField(default=dict)
    """What happened; ``campaigns.journal`` documents the keys of each kind."""
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, related_name="reversed_by", null=True, blank=True)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["campaign", "number"]
        verbose_name_plural = "entries"
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="journal_is_numbered")]

    def __str__(self) -> str:
        return f"{self.number}. {self.get_kind_display()}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnly("Journal entries are never changed; write one that reverses.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Never:
        raise AppendOnly("Journal entries are never removed; write one that reverses.")


class UsedLink(models.Model):
    """A one-time sign-in link that has been used; its token is refused from then on."""

    token_id = models.UUIDField(unique=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    used_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.token_id)


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
