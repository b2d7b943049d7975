"""Games on screen: flights that people decide, who decides for whom, and every decision that was taken.

The lines of the decisions are the record, and the record is the truth: a row of ``Game`` keeps nothing of how the table
stands but who is waited for.
"""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Q
from django.utils import timezone

from campaigns.models import Campaign, Pilot, Role, Seat
from missions.models.missions import Mission, Skirmish


class GameQuerySet(models.QuerySet["Game"]):
    def of_campaigns_or_none(self, user_id: int) -> GameQuerySet:
        """Those of the campaigns that this person is of, and all that are of none."""
        return self.filter(Q(mission=None) | Q(mission__campaign__in=Campaign.objects.for_user(user_id)))

    def watched_by(self, user_id: int | None) -> GameQuerySet:
        """Those that this person may watch, all hands face down, if he has their links; an umpire by any terms."""
        if user_id is None:
            return self.none()
        umpired = Seat.objects.held_by(user_id).filter(role=Role.UMPIRE).values("campaign_id")
        return self.of_campaigns_or_none(user_id).filter(Q(lets_watch=True) | Q(mission__campaign__in=umpired))


class Game(models.Model):
    """A flight on screen: of a mission or a skirmish, in progress or over."""

    class Status(models.TextChoices):
        PLAYING = "playing", "In progress"
        OVER = "over", "Over"
        GIVEN_UP = "given-up", "Given up"

    mission = models.ForeignKey(Mission, on_delete=models.CASCADE, related_name="games", null=True, blank=True)
    skirmish = models.OneToOneField(Skirmish, on_delete=models.CASCADE, related_name="game", null=True, blank=True)
    key = models.UUIDField(unique=True)
    """The form that began it: the same form again finds it. The flight that it ends in has it too."""
    system = models.CharField(max_length=40)
    """Slug of the game system."""
    setup = models.JSONField()
    """The set-up document that it began with."""
    seed = models.BigIntegerField()
    """What chance is drawn from. Nobody is shown it before the game is over."""
    rules = models.PositiveSmallIntegerField()
    """The edition of the system's rules by which it is played to its end."""
    opening = models.TextField(blank=True)
    """The lines of its record before the first decision."""
    opening_told = models.JSONField(default=dict)
    """What happened until then, as ``missions.games.course.Told``."""
    status = models.CharField(max_length=10, choices=Status, default=Status.PLAYING)
    gives_hints = models.BooleanField(default=True)
    """Whoever plays may ask what the staff would do."""
    takes_back = models.BooleanField(default=True)
    """Whoever plays may take back what told him nothing."""
    lets_watch = models.BooleanField(default=False)
    """Others may watch, all hands face down: who is of its campaign; of a skirmish, who comes with the link."""
    guide = models.CharField(max_length=40, blank=True)
    """Which guided game it is, in ``fixtures/guides``; empty: none."""
    hours = models.PositiveSmallIntegerField(null=True, blank=True)
    """After so many the staff decides for whoever is waited for; ``None``: never."""
    begun_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    begun_at = models.DateTimeField(auto_now_add=True)
    count = models.PositiveIntegerField(default=0)
    """The number of its last entry."""
    side = models.CharField(max_length=10, blank=True)
    """Whose decision is open; empty when it is over."""
    unit = models.CharField(max_length=40, blank=True)
    """The unit that it is about; empty: a whole side."""
    waits_since = models.DateTimeField()
    waits_for = models.JSONField(default=list)
    """The keys of the people whom the open decision has waited for: whoever else comes is told, and has his hours."""
    is_unattended = models.BooleanField(default=True)
    """No person is waited for: the staff decides, or it is over and not yet handed on. The clock looks after it."""
    late_at = models.DateTimeField(null=True, blank=True)
    """When the staff decides for whoever is waited for; ``None``: never."""
    furthest = models.PositiveIntegerField(default=0)
    """The most decisions that have ever stood in it: who takes back and decides anew brings it no further."""
    had = models.JSONField(default=dict)
    """By a person's key, for how many seconds earlier decisions have waited for him since it went ``furthest``."""
    resumes_at = models.DateTimeField(null=True, blank=True)
    """When what is taken without asking will be taken: at once it would tell what is in a hand."""
    told_at = models.DateTimeField(null=True, blank=True)
    """When whoever is waited for was told so; ``None``: he has not been."""
    seen = models.JSONField(default=dict)
    """By side, what its page is called as it stands: another name means that there is something new for it.

    Under ``PUBLIC`` that of who watches.
    """

    objects = GameQuerySet.as_manager()

    class Meta:
        ordering = ["-begun_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(mission__isnull=True) ^ Q(skirmish__isnull=True), name="game_of_a_mission_or_a_skirmish"
            ),
            models.UniqueConstraint(fields=["mission"], condition=Q(status="playing"), name="one_game_a_mission"),
        ]
        indexes = [
            models.Index(fields=["status", "waits_since"], name="games_that_wait"),
            models.Index(fields=["status"], condition=Q(is_unattended=True), name="games_unattended"),
            models.Index(fields=["resumes_at"], condition=Q(resumes_at__isnull=False), name="games_in_a_pause"),
            models.Index(
                fields=["late_at"], condition=Q(status="playing", late_at__isnull=False), name="games_with_hours"
            ),
            models.Index(
                fields=["waits_since"], condition=Q(status="playing", told_at__isnull=True), name="games_untold"
            ),
        ]

    def __str__(self) -> str:
        return f"Game {self.pk} ({self.status})"

    @property
    def is_over(self) -> bool:
        return self.status != self.Status.PLAYING


class ControllerQuerySet(models.QuerySet["Controller"]):
    def held_by(self, user_id: int | None) -> ControllerQuerySet:
        """Those from which this person decides now."""
        if user_id is None:
            return self.none()
        covers = Q(seat__stand_in=user_id, seat__stand_in_until__gt=timezone.now())
        return self.filter(Q(user=user_id) | Q(seat__user=user_id) | covers | Q(man__player=user_id))

    def page_name(self, user_id: int | None, game: int, side: str) -> tuple[dict[str, str], datetime | None] | None:
        """``Game.seen`` and ``resumes_at``, for who decides for ``side`` or a unit of it; ``None``: he does not.

        One query, asked each second by every page that is open: as ``held_by`` says it, but looked for here, for to put
        that into SQL anew each time takes longer than all the rest.
        """
        whose = "user", "seat__user", "man__player", "seat__stand_in", "seat__stand_in_until"
        rows = self.filter(game__pk=game, side=side).order_by().values_list(*whose, "game__seen", "game__resumes_at")
        for *held, stand_in, until, seen, resumes_at in rows if user_id is not None else ():
            if user_id in held or (stand_in == user_id and until is not None and until > timezone.now()):
                return seen, resumes_at
        return None

    def with_people(self) -> ControllerQuerySet:
        """With all that says who sits there."""
        return self.select_related("user", "seat__user", "seat__stand_in", "man__player")


class Controller(models.Model):
    """Who decides for a side, or for one unit of it.

    In a mission of a campaign it names no person but a seat there, or a man whom somebody plays: whoever that is at the
    time decides, so that nothing has to be kept in step when seats and men change hands.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="controllers")
    side = models.CharField(max_length=10)
    unit = models.CharField(max_length=40, blank=True)
    """The one unit that he decides for; empty: the side, but for units that have a controller of their own."""
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="controls", null=True, blank=True
    )
    """``None``: the staff, or whoever comes with the link if it ``is_open``."""
    seat = models.ForeignKey(Seat, on_delete=models.SET_NULL, related_name="+", null=True, blank=True)
    """The commander's whose side it is: who holds it, or stands in, decides; the staff while it is the staff's."""
    man = models.ForeignKey(Pilot, on_delete=models.CASCADE, related_name="+", null=True, blank=True)
    """Whose player decides for the unit that he flies in; while he has none, who decides for the side."""
    gives_up_of = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    """Of a side in a mission: who commands it and would give the game up; it binds nobody who comes after him."""
    is_open = models.BooleanField(default=False)
    """Nobody sits there yet; whoever comes with the link does."""
    level = models.CharField(max_length=10, default="regular")
    """How well the staff plays for him."""
    doctrine = models.CharField(max_length=10, default="steady")
    """How much it ventures."""
    habits = models.JSONField(default=list)
    """The slugs of what need not be asked, for the whole game."""
    habits_of = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    """Who has set them: they hold as long as he decides from it, and no longer bind whoever comes after him."""
    rests_of = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    """For whom the staff decides, as long as he would decide from it; whoever comes after him is asked."""

    objects = ControllerQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["game", "side", "unit"], name="one_controller_a_unit")]

    def __str__(self) -> str:
        return f"{self.side} {self.unit}".strip()

    @property
    def person(self) -> User | None:
        """Who decides; ``None``: the staff, or whoever comes with the link, or nobody for this unit alone."""
        if self.seat is not None:
            return self.seat.user
        return self.man.player if self.man is not None else self.user

    @property
    def person_id(self) -> int | None:
        return self.person.pk if self.person else None

    @property
    def people(self) -> list[User]:
        """Who decides, and who stands in."""
        covers = self.seat.stand_in if self.seat is not None and self.seat.is_covered else None
        return [each for each in (self.person, covers) if each is not None]

    def is_held_by(self, user_id: int) -> bool:
        """This person decides from it now."""
        return any(each.pk == user_id for each in self.people)

    @property
    def habits_in_force(self) -> list[str]:
        """What need not be asked now."""
        return self.habits if self.habits_of_id is not None and self.is_held_by(self.habits_of_id) else []

    @property
    def gives_up(self) -> bool:
        """Who said so still decides for the side, or it is the staff's by his word."""
        return self.gives_up_of_id is not None and (self.seat is None or self.is_held_by(self.gives_up_of_id))

    @property
    def rests(self) -> bool:
        """It has been left to the staff, until he takes over again; when everybody has, it flies to the end."""
        return self.rests_of_id is not None and self.is_held_by(self.rests_of_id)

    @property
    def is_vacant(self) -> bool:
        """The man has no player: who decides for the side does so for his unit."""
        return self.man is not None and self.man.player_id is None

    @property
    def is_of_campaign(self) -> bool:
        """Who sits there is a matter of the campaign."""
        return self.seat is not None or self.man is not None


class GameEntry(models.Model):
    """One decision of a game, or that decisions were taken back. Never changed, never deleted."""

    class How(models.TextChoices):
        PERSON = "person", "By who controls it"
        HABIT = "habit", "By what he has set"
        FORCED = "forced", "There was no choice"
        STAFF = "staff", "By the staff"
        BACK = "back", "Taken back"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    how = models.CharField(max_length=6, choices=How)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    """``None``: the staff."""
    side = models.CharField(max_length=10)
    unit = models.CharField(max_length=40, blank=True)
    decision = models.CharField(max_length=30, blank=True)
    """Its kind."""
    lines = models.TextField(blank=True)
    """Of the record: the decision, and what chance gave after it."""
    told = models.JSONField(default=dict)
    """What came of it, as ``missions.games.course.Told``."""
    has_shown = models.BooleanField(default=False)
    """Who decided knows by it what had been hidden from his side: nobody takes it back."""
    back_to = models.PositiveIntegerField(null=True, blank=True)
    """Where decisions were taken back: the number of the last entry that stands; those after it do not."""
    seen = models.CharField(max_length=40, blank=True)
    """What the page was called that it was taken on: the same click again is the same decision."""
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="entries_of_a_game_are_numbered")]

    def __str__(self) -> str:
        return f"{self.number} {self.lines.partition(chr(10))[0]}"
