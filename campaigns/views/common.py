"""What the pages about a campaign share."""

from __future__ import annotations

from django.http import HttpResponse

from campaigns.models import Campaign
from clubs.selectors.endings import closed_context
from config.common.web import MemberRequest, render_page


def render_campaign(
    request: MemberRequest,
    template: str,
    campaign: Campaign,
    *,
    partial: str = "",
    status: int = 0,
    **context: object,
) -> HttpResponse:
    """A page about ``campaign``, in its place of the menu."""
    about = {"nav": "campaigns", "campaign": campaign, **closed_context(campaign, "campaign-end")}
    return render_page(request, template, about | context, partial=partial, status=status)
