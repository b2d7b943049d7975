"""Which documents are kept, for whom, and whether they still hold."""

from __future__ import annotations

import hashlib
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db.models import Count, Max, Q
from django.utils import timezone

from campaigns.access import Viewer
from campaigns.catalogue.library import FIXTURES
from campaigns.models import Campaign, Entry
from campaigns.selectors.journal import visible
from campaigns.standing.kinds import Named, Pictured
from campaigns.standing.result_kinds import Sortie
from missions.models import CampaignOdds, Mission, Orders, Print
from missions.prints.registry import CAMPAIGN_FILE, PrintRequest
from missions.selectors.after_action_reports import open_stories

KEPT: Final = timedelta(days=30)
"""A print that is older is made anew when somebody wants it."""


def audience(of: Viewer) -> str:
    """What decides what somebody sees of a campaign: two people with the same eyes get the same document."""
    seats = [of.role.name, *(["umpire seat"] if of.is_umpire else []), *(["owner"] if of.is_owner else [])]
    led = {side for side, _ in of.leads}
    for side in sorted(of.sides):
        seats.append(f"{side} {'commander' if side in of.commands else 'leader' if side in led else 'seat'}")
    return ", ".join(seats)


def state(campaign: Campaign, site: str, of: Viewer) -> str:
    """A digest that changes whenever a document that ``of`` may read might, printed at ``site``. Five queries.

    What another side signs or writes for itself changes nothing for who may not read it: not even that it did tells.
    """
    known = (
        _edition(),
        site,
        campaign.name,
        campaign.time_zone,
        campaign.status,
        campaign.pack_id,
        [(seat.side, seat.role, seat.user and seat.user.get_username()) for seat in campaign.seats.all()],
        Entry.objects.filter(_shown(campaign, of), campaign=campaign).aggregate(last=Max("number"))["last"],
        list(
            Mission.objects.filter(campaign=campaign).values_list("number", "status", "opened_at", "flight__stored_at")
        ),
        [
            (mission, side, signed_at if of.sees_plans_of(side) else None)
            for mission, side, signed_at in Orders.objects.filter(mission__campaign=campaign).values_list(
                "mission_id", "side", "signed_at"
            )
        ],
        list(CampaignOdds.objects.filter(campaign=campaign).values_list("flown_at", flat=True)),
        [(story.mission_id, story.side, story.at, story.author.get_username()) for story in open_stories(campaign)],
    )
    return hashlib.sha256(repr(known).encode()).hexdigest()


def state_of_all(campaign: Campaign, now: str) -> str:
    """The same of a document that holds the whole campaign. Two queries."""
    signed = Orders.objects.filter(mission__campaign=campaign).aggregate(last=Max("signed_at"), count=Count("pk"))
    written = campaign.entries.aggregate(last=Max("number"))
    return hashlib.sha256(repr((now, signed, written)).encode()).hexdigest()


def _shown(campaign: Campaign, of: Viewer) -> Q:
    """The entries that a document for ``of`` may show something of.

    What men are called and look like is printed for all who know them, of their own side or because they have flown,
    though only those who decide for the side read so in the journal.
    """
    read = visible(campaign, of)
    if not read:
        return read
    flown = Entry.objects.filter(campaign=campaign, kind=Sortie.kind, pilot__isnull=False).values("pilot")
    return read | Q(kind__in=(Named.kind, Pictured.kind)) & (Q(side__in=of.sides) | Q(pilot__in=flown))


@cache
def _edition() -> str:
    """A digest of ``sources``: what older ones made is made anew."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources())).hexdigest()


def sources() -> list[Path]:
    """All that a document is made by: our code, and the data of the games."""
    house: Path = settings.BASE_DIR
    code = (path for part in ("campaigns", "engine", "missions") for path in (house / part).rglob("*.py"))
    return sorted([*code, *FIXTURES.rglob("*.toml")])


def state_for(document: str, asked: PrintRequest) -> str:
    """The state that decides whether a print of a document still holds."""
    now = state(asked.campaign, asked.site, asked.viewer)
    return state_of_all(asked.campaign, now) if document == CAMPAIGN_FILE else now


def kept(document: str, asked: PrintRequest, now: str) -> Print | None:
    """The print of the campaign as it is ``now`` (``state_for``), if there is one."""
    found = Print.objects.filter(
        campaign=asked.campaign, document=document, paper=asked.paper, audience=audience(asked.viewer)
    ).first()
    return found if found is not None and is_current(found, now) else None


def is_current(found: Print, now: str) -> bool:
    """It is of the campaign as it is ``now`` (``state``), and not too old."""
    return found.state == now and found.made_at is not None and found.made_at > timezone.now() - KEPT
