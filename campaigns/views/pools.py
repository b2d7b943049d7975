"""Squadrons, aircraft and men of a campaign."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from campaigns.access import campaign_or_404
from campaigns.models import Campaign
from campaigns.packs.schema import SIDES
from campaigns.selectors.squadrons import airframe_page, memorial_page, pool_page, roster_page, squadron_page
from config.common.web import MemberRequest, render_page


@require_safe
def squadrons(request: MemberRequest, pk: int) -> HttpResponse:
    """The order of battle."""
    campaign, viewer = campaign_or_404(request, pk)
    page = pool_page(campaign, viewer)
    return _page(request, "squadrons/squadrons", campaign, page)


@require_safe
def squadron(request: MemberRequest, pk: int, key: str) -> HttpResponse:
    campaign, viewer = campaign_or_404(request, pk)
    page = squadron_page(campaign, viewer, key)
    return _page(request, "squadrons/squadron", campaign, page)


@require_safe
def airframe(request: MemberRequest, pk: int, code: str) -> HttpResponse:
    """The life of one aircraft."""
    campaign, viewer = campaign_or_404(request, pk)
    page = airframe_page(campaign, viewer, code)
    return _page(request, "squadrons/airframe", campaign, page)


@require_safe
def pilots(request: MemberRequest, pk: int) -> HttpResponse:
    """The roster."""
    campaign, viewer = campaign_or_404(request, pk)
    page = roster_page(campaign, viewer)
    return _page(request, "pilots/pilots", campaign, page)


@require_safe
def memorial(request: MemberRequest, pk: int) -> HttpResponse:
    """Those who did not come back."""
    campaign, viewer = campaign_or_404(request, pk)
    page = memorial_page(campaign, viewer)
    return _page(request, "pilots/memorial", campaign, page)


def _page(request: MemberRequest, template: str, campaign: Campaign, page: object) -> HttpResponse:
    context = {"nav": "campaigns", "campaign": campaign, "page": page, "sides": SIDES}
    return render_page(request, f"campaigns/{template}.html", context)
