"""What was done in a club, as a file for its owners."""

from __future__ import annotations

from django.http import StreamingHttpResponse
from django.views.decorators.http import require_safe

from clubs.access import club_or_404
from clubs.models import ClubRole
from clubs.selectors.audit import audit
from config.common.web import MemberRequest, as_file_by_and_by


@require_safe
def club_audit(request: MemberRequest, pk: int) -> StreamingHttpResponse:
    """Made while it is sent, however much was done."""
    club, _ = club_or_404(request, pk, at_least=ClubRole.OWNER)
    return as_file_by_and_by(audit(club), f"{club.name} what was done", "csv")
