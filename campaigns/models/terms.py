"""What those who play a campaign have agreed on: deadlines, who confirms, how several tables count."""

from __future__ import annotations

from django.db import models


class Terms(models.Model):
    """The terms of a campaign. As a campaign begins nothing waits for anybody: those who play alone need none."""

    class Late(models.TextChoices):
        """What happens when the deadline passes and a side has not handed its orders in."""

        UMPIRE = "umpire", "The umpire decides"
        LAST = "last", "Its latest plan counts"
        STAFF = "staff", "The staff plans for it"

    class Opens(models.TextChoices):
        """When both sides' orders are laid open."""

        BY_HAND = "by-hand", "When somebody opens them"
        TOGETHER = "together", "When both are in"

    class Results(models.TextChoices):
        """How a result from the table comes into the journal."""

        PLAIN = "plain", "A commander records and debriefs it"
        CONFIRMED = "confirmed", "The other side confirms, the umpire approves"

    class Merge(models.TextChoices):
        """What several tables of one mission come to."""

        SUM = "sum", "All points are added"
        MEAN = "mean", "The mean of the tables"
        BEST = "best", "The clearest table counts"
        VOTE = "vote", "What most tables say"

    class Joining(models.TextChoices):
        """How members of its club come to a seat."""

        ASKED = "asked", "The umpire gives them seats"
        FREELY = "freely", "They take a pilot’s seat themselves"

    class Victories(models.TextChoices):
        """Which victories the standings count."""

        CLAIMED = "claimed", "As claimed, until somebody rules otherwise"
        CONFIRMED = "confirmed", "Only those that have been confirmed"

    class Careers(models.TextChoices):
        """Whether a roster of men is kept, with experience and wounds. [SUP 19.5]"""

        PACK = "pack", "As its pack has it"
        KEPT = "kept", "Kept"
        NONE = "none", "Not kept"

    class Fates(models.TextChoices):
        """By which table a card tells what became of who was shot down. [SUP 19.5]"""

        PACK = "pack", "As its pack has it"
        HARD = "hard", "Hard"
        MILD = "mild", "Mild"

    orders_hours = models.PositiveSmallIntegerField(null=True, blank=True)
    """From the draw to the deadline; ``None``: no deadline."""
    late = models.CharField(max_length=8, choices=Late, default=Late.UMPIRE)
    opens = models.CharField(max_length=8, choices=Opens, default=Opens.BY_HAND)
    results = models.CharField(max_length=10, choices=Results, default=Results.PLAIN)
    result_hours = models.PositiveSmallIntegerField(null=True, blank=True)
    """From a submitted result until it stands unopposed; ``None``: it waits for the umpire."""
    tables = models.PositiveSmallIntegerField(default=1)
    """How many tables may fly each mission."""
    merge = models.CharField(max_length=8, choices=Merge, default=Merge.MEAN)
    both_sides = models.BooleanField(default=False)
    """One person may have seats on both sides."""
    joining = models.CharField(max_length=8, choices=Joining, default=Joining.ASKED)
    victories = models.CharField(max_length=10, choices=Victories, default=Victories.CLAIMED)
    careers = models.CharField(max_length=4, choices=Careers, default=Careers.PACK)
    fates = models.CharField(max_length=4, choices=Fates, default=Fates.MILD)
    """What says nothing of it, a campaign or a file, is from before there was any table but the mild one."""

    class Meta:
        abstract = True

    @property
    def only_confirmed(self) -> bool:
        """The standings count a victory once somebody has confirmed or shared it, and not before."""
        return self.victories == self.Victories.CONFIRMED


FIELDS = tuple(field.name for field in Terms._meta.local_fields)
"""Names of all that there are to agree on."""
OF_MEN = ("careers", "fates")
"""Those that are settled before the first Mission is drawn."""
AS_PACK = "pack"
"""How both are of a campaign that begins, unless somebody says otherwise."""
MOST_HOURS = 24 * 366
MOST_TABLES = 20


def wrong(name: str, value: object) -> str:
    """What is wrong with ``value`` for the term ``name``, in a sentence; empty if it may be agreed on."""
    choices = next(field.choices for field in Terms._meta.local_fields if field.name == name)
    if choices is not None:
        return "" if isinstance(value, str) and value in dict(choices) else "Choose one of these."
    if name in ("orders_hours", "result_hours"):
        whole = isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_HOURS
        return "" if value is None or whole else f"Give whole hours, from 1 to {MOST_HOURS:,}, or none."
    if name == "tables":
        whole = isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_TABLES
        return "" if whole else f"From 1 to {MOST_TABLES} tables fly a mission."
    return "" if isinstance(value, bool) else "This is yes or no."
