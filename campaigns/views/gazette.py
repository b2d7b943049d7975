"""The newspaper of a campaign, for its people. Its public pages have it too (``clubs.views.gazette``)."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from campaigns.access import campaign_or_404
from campaigns.documents.gazette import gazette
from campaigns.prints.gazette import printed
from campaigns.selectors.gazette import edition_of, issue_list
from campaigns.views.common import render_campaign
from campaigns.views.paper import paper_asked
from config.common.web import MemberRequest, as_file, number_asked


@require_safe
def issues(request: MemberRequest, pk: int) -> HttpResponse:
    """All issues, a page at a time, the newest first."""
    campaign, _ = campaign_or_404(request, pk)
    shown = issue_list(campaign, max(number_asked(request, "page"), 1))
    return render_campaign(request, "campaigns/gazette/issues.html", campaign, list=shown)


@require_safe
def issue(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """The issue after a mission."""
    campaign, _ = campaign_or_404(request, pk)
    return render_campaign(request, "campaigns/gazette/issue.html", campaign, edition=edition_of(campaign, number))


@require_safe
def issue_pdf(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """The same to print."""
    campaign, _ = campaign_or_404(request, pk)
    edition = edition_of(campaign, number)
    content = gazette.render(printed(campaign, edition), paper_asked(request))
    return as_file(content, f"{edition.issue.paper} {number}")
