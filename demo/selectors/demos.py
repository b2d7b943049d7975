"""How the demo stands, for the owner of the site."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.models import Campaign
from clubs.models import Club, Membership
from config.common.prepared import Prepared
from demo.models import Demo
from missions.models import Controller, Game, Job, Skirmish


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoPage:
    """What the demo's page shows."""

    may_fill: bool
    """There is none, and nobody has begun anything here."""
    job: Job | None
    """The work that fills it, while it is under way or where it has failed."""
    is_there: bool
    seconds: float
    club: Club | None = None
    campaigns: tuple[Campaign, ...] = ()
    game: Game | None = None


def is_empty() -> bool:
    """Nobody has begun anything here. Three queries."""
    return not any(model.objects.exists() for model in (Campaign, Club, Skirmish))


def demo_there() -> Demo | None:
    """The demo, if one has been asked for. One query."""
    return _DEMO.first()


_DEMO = Prepared(lambda: Demo.objects.order_by("pk")[:1])


def demo_page() -> DemoPage:
    """Four queries."""
    demo = Demo.objects.select_related("job").first()
    if demo is None:
        return DemoPage(may_fill=is_empty(), job=None, is_there=False, seconds=0.0)
    if demo.seconds is None:
        return DemoPage(may_fill=False, job=demo.job, is_there=False, seconds=0.0)
    people = demo.people.values("user")
    place = Membership.objects.filter(user=demo.visitor_id, club__members__user__in=people).select_related("club")
    club = next((each.club for each in place.order_by("club_id")), None)
    chair = Controller.objects.filter(user=demo.visitor_id, game__skirmish__owner__in=people).select_related("game")
    return DemoPage(
        may_fill=False,
        job=None,
        is_there=True,
        seconds=demo.seconds,
        club=club,
        campaigns=tuple(Campaign.objects.filter(owner__in=people).select_related("pack").order_by("pk")),
        game=next((each.game for each in chair.order_by("pk")), None),
    )
