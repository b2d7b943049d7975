"""Squadrons, aircraft and men of a campaign."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from campaigns.access import Viewer, campaign_or_404
from campaigns.forms.pictures import FORMS, BadgeForm
from campaigns.models import Campaign
from campaigns.packs.schema import SIDES
from campaigns.selectors.squadrons import (
    SquadronPage,
    airframe_page,
    memorial_page,
    pool_page,
    roster_page,
    squadron_page,
)
from campaigns.views.common import render_campaign
from config.common.web import MemberRequest, number_asked


@require_safe
def squadrons(request: MemberRequest, pk: int) -> HttpResponse:
    """The order of battle."""
    return _shown(request, pk, "squadrons/squadrons", pool_page)


@require_safe
def squadron(request: MemberRequest, pk: int, key: str) -> HttpResponse:
    """One squadron: its aircraft, its men, what happened to it."""
    campaign, viewer = campaign_or_404(request, pk)
    return show_squadron(request, campaign, squadron_page(campaign, viewer, key))


def show_squadron(
    request: MemberRequest, campaign: Campaign, page: SquadronPage, *, opened: BadgeForm | None = None
) -> HttpResponse:
    """The page, with a form ``opened`` if one was asked for or sent."""
    fitting = [kind for kind in FORMS.values() if page.may_picture and kind.fits(page)]
    shown = [opened if opened is not None and isinstance(opened, kind) else kind(page) for kind in fitting]
    if opened is not None and opened not in shown:
        shown.insert(0, opened)
    return render_campaign(
        request, "campaigns/squadrons/squadron.html", campaign, page=page, forms=shown, opened=opened
    )


@require_safe
def airframe(request: MemberRequest, pk: int, code: str) -> HttpResponse:
    """The life of one aircraft."""
    return _shown(request, pk, "squadrons/airframe", partial(airframe_page, code=code))


@require_safe
def pilots(request: MemberRequest, pk: int) -> HttpResponse:
    """The roster."""
    return _shown(request, pk, "pilots/pilots", partial(roster_page, page=max(number_asked(request, "page"), 1)))


@require_safe
def memorial(request: MemberRequest, pk: int) -> HttpResponse:
    """Those who did not come back."""
    return _shown(request, pk, "pilots/memorial", memorial_page)


def _shown(
    request: MemberRequest, pk: int, template: str, page_of: Callable[[Campaign, Viewer], object]
) -> HttpResponse:
    campaign, viewer = campaign_or_404(request, pk)
    page = page_of(campaign, viewer)
    return render_campaign(request, f"campaigns/{template}.html", campaign, page=page, sides=SIDES)
