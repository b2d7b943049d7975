"""Squadrons, aircraft and men of a campaign."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from campaigns.access import campaign_or_404
from campaigns.packs.schema import SIDES
from campaigns.selectors.squadrons import airframe_page, memorial_page, pool_page, roster_page, squadron_page
from config.common.web import MemberRequest, render_page


def _shown(template: str, page_of: Callable[..., object]) -> Callable[..., HttpResponse]:
    """A view of what a selector gives of a campaign, for who looks, of what the address names."""

    @require_safe
    def view(request: MemberRequest, pk: int, **named: str) -> HttpResponse:
        campaign, viewer = campaign_or_404(request, pk)
        page = page_of(campaign, viewer, **named)
        context = {"nav": "campaigns", "campaign": campaign, "page": page, "sides": SIDES}
        return render_page(request, f"campaigns/{template}.html", context)

    return view


squadrons = _shown("squadrons/squadrons", pool_page)
"""The order of battle."""
squadron = _shown("squadrons/squadron", squadron_page)
airframe = _shown("squadrons/airframe", airframe_page)
"""The life of one aircraft."""
pilots = _shown("pilots/pilots", roster_page)
"""The roster."""
memorial = _shown("pilots/memorial", memorial_page)
"""Those who did not come back."""
