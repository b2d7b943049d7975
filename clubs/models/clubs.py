"""Clubs, who belongs to them, how one gets in, their nights, their seasons of skirmishes and their public pages."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from clubs.models.endings import Archivable
from config.common.sides import Side


class ClubRole(models.IntegerChoices):
    """What a member may do in the club; a higher role may do all that a lower one may.

    It says nothing about the club's campaigns: there a seat counts, and every member is at least a reader.
    """

    READER = 10, "Reader"
    PLAYER = 20, "Player"
    UMPIRE = 30, "Umpire"
    OWNER = 40, "Owner"


class Club(Archivable):
    """People who run campaigns together."""

    class PublicNights(models.TextChoices):
        """What its public page says of its nights."""

        NONE = "none", "Nothing"
        TIMES = "times", "What and when"
        PLACES = "places", "What, when and where"

    name = models.CharField(max_length=80)
    about = models.TextField(blank=True)
    """Markdown."""
    time_zone = models.CharField(max_length=64, default="UTC")
    """In which its nights and deadlines are told, e.g. ``Europe/London``."""
    takes_askers = models.BooleanField(default=False, db_default=False)
    """It stands in the list of clubs that anybody signed in may look through and ask to be let in."""
    quiet_from = models.TimeField(null=True, blank=True)
    """From then until ``quiet_until``, by its clock, nothing of it leaves the house by e-mail or webhook."""
    quiet_until = models.TimeField(null=True, blank=True)
    posts_an_hour = models.PositiveSmallIntegerField(null=True, blank=True)
    """How much one person may write in its campaigns; ``None``: as much as the site lets them."""
    public_key = models.CharField(max_length=43, unique=True, null=True, blank=True)
    """The secret part of the address of its public page; ``None``: it has none."""
    public_words = models.TextField(blank=True, db_default="")
    """What its public page says of it. Markdown."""
    public_nights = models.CharField(
        max_length=6, choices=PublicNights, default=PublicNights.NONE, db_default=PublicNights.NONE
    )
    is_listed = models.BooleanField(default=False, db_default=False)
    """Search engines may find its public page: its address is no secret then."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A person's place in a club."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.PositiveSmallIntegerField(choices=ClubRole)
    joined_at = models.DateTimeField(auto_now_add=True)
    remind_hours = models.PositiveSmallIntegerField(null=True, blank=True)
    """How many hours before a night of the club they are reminded; 0: never; ``None``: as usual."""

    class Meta:
        ordering = ["-role", "id"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_membership_per_club")]

    def __str__(self) -> str:
        return f"{self.user} in {self.club}"

    def ranks(self, role: ClubRole) -> bool:
        """Has this role, or one above it: reads what ``role`` may read, even of an archived club."""
        return self.role >= role

    def may(self, role: ClubRole) -> bool:
        """May do now what ``role`` may do: in an archived club nobody does anything."""
        return self.ranks(role) and not self.club.is_archived


class BanQuerySet(models.QuerySet["Ban"]):
    def in_force(self, club_id: int | None) -> BanQuerySet:
        """Those of this club that nobody has lifted; none for no club."""
        return self.filter(club=club_id, lifted_at=None) if club_id is not None else self.none()


class Ban(models.Model):
    """Somebody whom a club lets in no more, nor to a seat in one of its campaigns."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="bans")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="bans")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(auto_now_add=True)
    reason = models.CharField(max_length=200, blank=True)
    """For the owners and umpires of the club."""
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )

    objects = BanQuerySet.as_manager()

    class Meta:
        ordering = ["-at", "-id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], condition=Q(lifted_at=None), name="one_ban_in_force")
        ]

    def __str__(self) -> str:
        return f"{self.user} banned from {self.club}"


class Invitation(models.Model):
    """A link that lets people into a club, to a seat in a campaign, or both. The link itself is signed, not stored."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations", null=True, blank=True)
    role = models.PositiveSmallIntegerField(choices=ClubRole, null=True, blank=True)
    """In the club."""
    campaign = models.ForeignKey(
        "campaigns.Campaign", on_delete=models.CASCADE, related_name="invitations", null=True, blank=True
    )
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    """A ``campaigns.models.Role`` in the campaign."""
    side = models.CharField(max_length=10, choices=Side, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    most_uses = models.PositiveSmallIntegerField(default=1)
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(club__isnull=False, role__isnull=False) | Q(campaign__isnull=False, seat__isnull=False),
                name="an_invitation_leads_somewhere",
            ),
        ]

    def __str__(self) -> str:
        return f"Invitation {self.pk}"


class InvitationUse(models.Model):
    """Somebody came in by an invitation."""

    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, related_name="used")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["invitation", "user"], name="an_invitation_serves_once_each")]

    def __str__(self) -> str:
        return f"{self.invitation} used by {self.user}"


class Night(models.Model):
    """An evening on which a club meets to play."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="nights")
    title = models.CharField(max_length=120)
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    place = models.CharField(max_length=200, blank=True)
    notes = models.TextField(blank=True)
    """Markdown."""
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    titled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    """Who has written its title since; ``None``: it is that of whoever announced it."""
    noted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    """The same of its notes."""
    revision = models.PositiveSmallIntegerField(default=0)
    """How often it has been changed; calendars ask."""
    cancelled_at = models.DateTimeField(null=True, blank=True)
    series = models.UUIDField(null=True, blank=True)
    """Nights that were announced together share it; ``None``: it is by itself."""

    class Meta:
        ordering = ["begins_at", "id"]
        indexes = [models.Index(fields=["begins_at"], name="nights_by_time")]

    def __str__(self) -> str:
        return self.title

    @property
    def title_author_id(self) -> int:
        return self.titled_by_id or self.made_by_id

    @property
    def notes_author_id(self) -> int:
        return self.noted_by_id or self.made_by_id


class Rsvp(models.Model):
    """Whether a member comes to a night."""

    class Answer(models.TextChoices):
        YES = "yes", "Coming"
        MAYBE = "maybe", "Perhaps"
        NO = "no", "Not coming"

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="rsvps")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    answer = models.CharField(max_length=5, choices=Answer)
    note = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["night", "user"], name="one_answer_a_night")]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_answer_display()}"


class NightTable(models.Model):
    """A table of a night, and what is played at it."""

    night = models.ForeignKey(Night, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    campaign = models.ForeignKey(
        "campaigns.Campaign", on_delete=models.SET_NULL, related_name="night_tables", null=True, blank=True
    )
    mission = models.ForeignKey(
        "missions.Mission", on_delete=models.SET_NULL, related_name="night_tables", null=True, blank=True
    )
    title = models.CharField(max_length=120, blank=True)
    """What is played, if it is no campaign's mission."""

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["night", "number"], name="tables_are_numbered")]

    def __str__(self) -> str:
        return f"Table {self.number}"


class TablePlace(models.Model):
    """Who sits at a table."""

    table = models.ForeignKey(NightTable, on_delete=models.CASCADE, related_name="places")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    side = models.CharField(max_length=10, choices=Side, blank=True)

    class Meta:
        ordering = ["side", "id"]
        constraints = [models.UniqueConstraint(fields=["table", "user"], name="one_place_at_a_table")]

    def __str__(self) -> str:
        return f"{self.user} at {self.table}"


class Season(models.Model):
    """Skirmishes between members of a club that count for one table, from one day to another."""

    class Scoring(models.TextChoices):
        RESULTS = "results", "Points for a win and a draw"
        DIFFERENCE = "difference", "Victory Points ahead"

    class Ways(models.TextChoices):
        ANY = "any", "At the table and on screen"
        TABLE = "table", "At the table only"
        SCREEN = "screen", "On screen only"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    title = models.CharField(max_length=120)
    notes = models.TextField(blank=True)
    """Markdown."""
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    system = models.CharField(max_length=40, blank=True)
    """Slug of the only game that counts; empty: every game does."""
    ways = models.CharField(max_length=6, choices=Ways, default=Ways.ANY)
    """How a skirmish is played that counts."""
    begins_on = models.DateField()
    ends_on = models.DateField()
    scoring = models.CharField(max_length=10, choices=Scoring, default=Scoring.RESULTS)
    win = models.PositiveSmallIntegerField(default=3)
    draw = models.PositiveSmallIntegerField(default=1)
    loss = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    final = models.JSONField(null=True, blank=True)
    """The rows of its table when it was closed, as ``clubs.selectors.season_table`` has them."""

    class Meta:
        ordering = ["-begins_on", "-id"]

    def __str__(self) -> str:
        return self.title


class SeasonPlayer(models.Model):
    """Somebody who takes part in a season."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["season", "user"], name="one_place_in_a_season")]

    def __str__(self) -> str:
        return f"{self.user} in {self.season}"


class SeasonGame(models.Model):
    """A skirmish that one player of a season has entered in it: it counts once the other has confirmed it."""

    class Status(models.TextChoices):
        ENTERED = "entered", "To be confirmed"
        CONFIRMED = "confirmed", "Counts"
        DISPUTED = "disputed", "Disputed"
        OUT = "out", "Taken out"

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="games")
    skirmish = models.ForeignKey(
        "missions.Skirmish", on_delete=models.SET_NULL, related_name="season_games", null=True, blank=True
    )
    """``None``: its owner has deleted it since; what it came to stays."""
    skirmish_number = models.PositiveBigIntegerField(null=True, blank=True)
    """Of the skirmish, which this outlives; ``None``: it was deleted before anybody asked."""
    system = models.CharField(max_length=40, blank=True)
    """Slug of the game system; empty: the same."""
    setup_digest = models.CharField(max_length=64, blank=True)
    """As ``Skirmish`` has it."""
    title = models.CharField(max_length=120)
    allied = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    axis = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    allied_points = models.IntegerField()
    axis_points = models.IntegerField()
    status = models.CharField(max_length=9, choices=Status, default=Status.ENTERED)
    words = models.CharField(max_length=200, blank=True)
    """Why it is disputed, or was taken out."""
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    entered_at = models.DateTimeField(auto_now_add=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "skirmish"], condition=~Q(status="out"), name="a_skirmish_counts_once_in_a_season"
            )
        ]

    def __str__(self) -> str:
        return f"{self.title} in {self.season}"
