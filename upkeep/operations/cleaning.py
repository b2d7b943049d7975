"""What has had its time is cleaned away: a few rows at once, each few in a transaction of their own.

What goes by age can be made anew, or is worth nothing to anybody: no journal, no flight of a mission, nothing that
stands under somebody's eyes as theirs. ``settings.KEPT`` says for how many days each kind is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic, sleep
from typing import Any, Final

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import UsedLink
from accounts.operations.sign_in_links import MAX_AGE_SECONDS
from api.models import Token
from clubs.models import ClubArrival, ClubFile, Invitation
from clubs.operations import club_arrivals
from config.busy import OTHERS_TURN
from missions.models import (
    Analysis,
    Arrival,
    CampaignOdds,
    Forecast,
    Game,
    Job,
    MovingPicture,
    Print,
    Simulation,
    Skirmish,
)
from missions.operations import arrivals, skirmishes
from notices.models import Delivery, Happening, Notice

AT_ONCE: Final = 200
"""Rows that go in one transaction."""
HEAVY: Final = 10
"""The same of what takes hundreds of other rows with it."""
A_WHILE: Final = 120.0
"""Seconds after which a worker leaves the rest to the next time."""
LEAST: Final = timedelta(seconds=2 * MAX_AGE_SECONDS)
"""Used sign-in links are remembered for longer than a link is good, whatever the setting: else it were good again."""

Remove = Callable[[QuerySet[Any]], object]


@dataclass(frozen=True, slots=True)
class Kind:
    """Rows that go by their age."""

    rows: Callable[[datetime], QuerySet[Any]]
    """Those that have had their time at a moment so long ago."""
    at_once: int = AT_ONCE
    remove: Remove = QuerySet.delete
    least: timedelta = timedelta(0)


def _ended(before: datetime) -> QuerySet[Job]:
    return Job.objects.filter(status__in=(Job.Status.DONE, Job.Status.FAILED), finished_at__lt=before)


def _done_with(before: datetime) -> QuerySet[Job]:
    """Ended jobs whose result stands elsewhere; where it goes with the job, its own kind says for how long it stays."""
    own = Q(simulation=None, forecast=None, campaign_odds=None, skirmish=None, analysis=None, arrival=None)
    own &= Q(club_arrival=None, club_file=None)
    return _ended(before).filter(own, print=None, moving_picture=None, demo=None)


def _not_under_way(before: datetime) -> QuerySet[Arrival]:
    """Files that have arrived, could not, or were never stored to their end."""
    return Arrival.objects.filter(Q(job=None) | Q(job__in=_ended(timezone.now())), at__lt=before)


def _clubs_not_under_way(before: datetime) -> QuerySet[ClubArrival]:
    """The same of files of clubs."""
    return ClubArrival.objects.filter(Q(job=None) | Q(job__in=_ended(timezone.now())), at__lt=before)


def _files_of_clubs(before: datetime) -> QuerySet[ClubFile]:
    """Files that were made, or whose making came to nothing; not those that are being made anew."""
    came_to_nothing = Q(made_at=None, job=None) | Q(made_at=None, job__in=_ended(before))
    found = ClubFile.objects.filter(Q(made_at__lt=before) | came_to_nothing)
    return found.exclude(job__status__in=(Job.Status.QUEUED, Job.Status.RUNNING))


def _jobs_of(field: str) -> Callable[[QuerySet[Any]], object]:
    """Rows that go with their job."""
    return lambda rows: Job.objects.filter(**{f"{field}__in": rows}).delete()


def _over(before: datetime) -> QuerySet[Invitation]:
    """Invitations that let nobody in any more, for so long."""
    used_up = Invitation.objects.annotate(uses=Count("used")).filter(uses__gte=F("most_uses"), made_at__lt=before)
    return Invitation.objects.filter(
        Q(expires_at__lt=before) | Q(withdrawn_at__lt=before) | Q(pk__in=used_up.values("pk"))
    )


def _of_no_worth(before: datetime) -> QuerySet[Skirmish]:
    """Fights that are over, or were never told, and that nobody keeps: in a book, in a season, for others to watch."""
    playing = Game.objects.filter(skirmish=OuterRef("pk"), status=Game.Status.PLAYING)
    lately = Game.objects.filter(skirmish=OuterRef("pk"), entries__at__gte=before)
    told = Skirmish.objects.filter(Q(tellings__at__gte=before) | Q(result_drafts__isnull=False)).values("pk")
    return (
        Skirmish.objects.filter(created_at__lt=before, own_sorties=None, season_games=None, shared_replay=None)
        .exclude(Exists(playing) | Exists(lately))
        .exclude(job__status__in=(Job.Status.QUEUED, Job.Status.RUNNING))
        .exclude(pk__in=told)
    )


def _unheard(before: datetime) -> QuerySet[Happening]:
    """Those of which no notice and no delivery is left: until then the same cannot be told again."""
    return Happening.objects.filter(told_at__lt=before).exclude(
        Exists(Notice.objects.filter(happening=OuterRef("pk")))
        | Exists(Delivery.objects.filter(happening=OuterRef("pk")))
    )


KINDS: Final[Mapping[str, Kind]] = {
    "sessions": Kind(lambda before: Session.objects.filter(expire_date__lt=before)),
    "sign_in_links": Kind(lambda before: UsedLink.objects.filter(used_at__lt=before), least=LEAST),
    "api_tokens": Kind(lambda before: Token.objects.filter(expires_at__lt=before)),
    "invitations": Kind(_over),
    "prints": Kind(lambda before: Print.objects.filter(made_at__lt=before)),
    "arrivals": Kind(_not_under_way, 1, arrivals.remove),
    "club_arrivals": Kind(_clubs_not_under_way, 1, club_arrivals.remove),
    "club_files": Kind(_files_of_clubs, 1),
    "pictures": Kind(lambda before: MovingPicture.objects.filter(made_at__lt=before)),
    "simulations": Kind(
        lambda before: Simulation.objects.filter(job__in=_ended(before)), HEAVY, _jobs_of("simulation")
    ),
    "forecasts": Kind(
        lambda before: Forecast.objects.filter(job__in=_ended(before), asked_at__lt=before), remove=_jobs_of("forecast")
    ),
    "odds": Kind(lambda before: CampaignOdds.objects.filter(job__in=_ended(before)), HEAVY, _jobs_of("campaign_odds")),
    "analyses": Kind(lambda before: Analysis.objects.filter(job__in=_ended(before)), HEAVY, _jobs_of("analysis")),
    "skirmishes": Kind(_of_no_worth, HEAVY, skirmishes.remove),
    "read_notices": Kind(lambda before: Notice.objects.filter(read_at__lt=before)),
    "notices": Kind(lambda before: Notice.objects.filter(at__lt=before)),
    "deliveries": Kind(
        lambda before: Delivery.objects.filter(status__in=(Delivery.Status.SENT, Delivery.Status.FAILED), at__lt=before)
    ),
    "happenings": Kind(_unheard),
    "jobs": Kind(_done_with),
}
"""In the order in which they go: what goes with another, or only after it, stands below it."""


@dataclass(frozen=True, slots=True)
class Cleaned:
    counts: dict[str, int]
    """Rows that went, by kind."""
    is_done: bool
    """Nothing is left for the next time."""


def clean(now: datetime | None = None, *, patience: float | None = None) -> Cleaned:
    """Clean away what has had its time. After ``patience`` seconds the rest is left to the next time."""
    now, began = now or timezone.now(), monotonic()
    counts: dict[str, int] = {}
    for name, kind in KINDS.items():
        if not settings.KEPT[name]:
            continue
        counts[name], before = 0, now - max(timedelta(days=settings.KEPT[name]), kind.least)
        while gone := _a_few(kind, before):
            counts[name] += gone
            if patience is not None and monotonic() - began > patience:
                return Cleaned(counts, is_done=False)
            sleep(OTHERS_TURN)
    return Cleaned(counts, is_done=True)


def _a_few(kind: Kind, before: datetime) -> int:
    """One transaction; how many rows went, 0 once there are none left. Looked for outside: to look may take long."""
    found = list(kind.rows(before).order_by("pk").values_list("pk", flat=True)[: kind.at_once])
    if not found:
        return 0
    old = kind.rows(before).filter(pk__in=found)
    with transaction.atomic():
        kind.remove(old)
        return len(found) - old.count()
