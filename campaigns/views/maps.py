"""The map of a campaign."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from campaigns.access import campaign_or_404
from campaigns.selectors.maps import map_page
from campaigns.views.common import render_campaign
from config.common.web import MemberRequest, number_asked


@require_safe
def campaign_map(request: MemberRequest, pk: int) -> HttpResponse:
    """The map as it stands or, with ``?until=7``, as it stood after mission 7."""
    campaign, viewer = campaign_or_404(request, pk)
    until = number_asked(request, "until") if "until" in request.GET else None
    page = map_page(campaign, viewer, until)
    if page is None:
        raise Http404("The pack of this campaign has no map.")
    return render_campaign(request, "campaigns/maps/map.html", campaign, map=page, partial="shown")
