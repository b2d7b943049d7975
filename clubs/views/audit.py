"""What was done in a club or a campaign, as a file for its owners."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import StreamingHttpResponse
from django.views.decorators.http import require_safe

from campaigns.access import campaign_or_404
from clubs.access import club_or_404
from clubs.models import ClubRole
from clubs.selectors import audit
from config.common.web import MemberRequest, as_file_by_and_by


@require_safe
def club_audit(request: MemberRequest, pk: int) -> StreamingHttpResponse:
    """Made while it is sent, however much was done."""
    club, _ = club_or_404(request, pk, at_least=ClubRole.OWNER)
    return as_file_by_and_by(audit.audit(club), f"{club.name} what was done", "csv")


@require_safe
def campaign_audit(request: MemberRequest, pk: int) -> StreamingHttpResponse:
    """The same of one campaign, whether it is of a club or not."""
    campaign, viewer = campaign_or_404(request, pk)
    if not viewer.is_owner:
        raise PermissionDenied("Only the owner of a campaign takes along what was done in it.")
    return as_file_by_and_by(audit.campaign_audit(campaign), f"{campaign.name} what was done", "csv")
