"""The journal of a campaign: to read, to add notes to, to take away as tables."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from campaigns import spreadsheets
from campaigns.access import MemberRequest, campaign_or_404
from campaigns.journal_page import SUBJECTS, JournalFilter, journal_page
from campaigns.models import Side
from campaigns.views.common import render_page


@require_safe
def campaign_journal(request: MemberRequest, pk: int) -> HttpResponse:
    campaign, viewer = campaign_or_404(request, pk)
    page = journal_page(campaign, viewer, _asked(request), _number(request, "page"))
    return render_page(
        request,
        "campaigns/journal.html",
        {
            "nav": "campaigns",
            "campaign": campaign,
            "journal": page,
            "subjects": [(word, title) for word, (title, _) in SUBJECTS.items()],
            "sides": Side.choices,
            "tables": tuple(spreadsheets.TABLES),
        },
        partial="lines",
    )


def _asked(request: MemberRequest) -> JournalFilter:
    """The filter in the address; what it does not know it takes for everything."""
    subject, side = request.GET.get("what", ""), request.GET.get("side", "")
    return JournalFilter(
        subject=subject if subject in SUBJECTS else "",
        side=side if side in Side.values else "",
        mission=_number(request, "mission"),
    )


def _number(request: MemberRequest, name: str) -> int:
    """A number of the address; 0 if there is none."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


@require_safe
def campaign_table(request: MemberRequest, pk: int, what: str) -> HttpResponse:
    """Missions, sorties, kills or losses for a spreadsheet."""
    campaign, _ = campaign_or_404(request, pk)
    if what not in spreadsheets.TABLES:
        raise Http404(f"There are tables of {', '.join(spreadsheets.TABLES)}.")
    name = f"{slugify(campaign.name) or 'campaign'}-{what}"
    return HttpResponse(
        "\N{BYTE ORDER MARK}" + spreadsheets.table(campaign, what),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )
