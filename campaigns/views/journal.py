"""The journal of a campaign: to read, to add notes to, to take away as tables."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from campaigns.access import Viewer, campaign_or_404
from campaigns.forms.campaigns import NoteForm
from campaigns.models import Campaign, Role, Side
from campaigns.operations import pilots
from campaigns.selectors import csv
from campaigns.selectors.journal import SUBJECTS, JournalFilter, journal_page
from campaigns.selectors.sides import side_titles
from campaigns.views.common import render_campaign
from config.common.web import MemberRequest, as_file, number_asked, only_post


@require_safe
def campaign_journal(request: MemberRequest, pk: int) -> HttpResponse:
    campaign, viewer = campaign_or_404(request, pk)
    return _page(request, campaign, viewer, NoteForm() if viewer.may(Role.READER) else None)


def _page(request: MemberRequest, campaign: Campaign, viewer: Viewer, note: NoteForm | None) -> HttpResponse:
    return render_campaign(
        request,
        "campaigns/journal/journal.html",
        campaign,
        journal=journal_page(campaign, viewer, _asked(request), number_asked(request, "page")),
        subjects=SUBJECTS.items(),
        sides=[(side, title) for side, title in side_titles(campaign).items() if side in Side.values],
        tables=tuple(csv.TABLES),
        note=note,
        own_sides=[side for side in Side if viewer.sees_plans_of(side)],
        partial="lines",
    )


@only_post("campaign-journal")
def campaign_note(request: MemberRequest, pk: int) -> HttpResponse:
    """Add a note to the journal."""
    campaign, viewer = campaign_or_404(request, pk)
    form = NoteForm(request.POST)
    if form.is_valid():
        with form.showing_refusals():
            pilots.add_note(actor=request.user, campaign=campaign, **form.cleaned_data)
            messages.success(request, "Your note is in the journal.")
            return redirect("campaign-journal", pk)
    return _page(request, campaign, viewer, form)


def _asked(request: MemberRequest) -> JournalFilter:
    """The filter in the address; what it does not know it takes for everything."""
    subject, side = request.GET.get("what", ""), request.GET.get("side", "")
    return JournalFilter(
        subject=subject if subject in SUBJECTS else "",
        side=side if side in Side.values else "",
        mission=number_asked(request, "mission"),
    )


@require_safe
def campaign_table(request: MemberRequest, pk: int, what: str) -> HttpResponse:
    """Missions, sorties, kills or losses for a spreadsheet."""
    campaign, _ = campaign_or_404(request, pk)
    if what not in csv.TABLES:
        raise Http404(f"There are tables of {', '.join(csv.TABLES)}.")
    content = "\N{BYTE ORDER MARK}" + csv.table(campaign, what)
    return as_file(content, f"{slugify(campaign.name) or 'campaign'}-{what}", "csv")
