"""The people of a campaign and their seats, and the terms that they have agreed on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import access
from campaigns.access import Viewer, campaign_or_404, not_his
from campaigns.forms.seats import FORMS, GiveForm, SeatForm, TermsForm
from campaigns.models import Campaign, Role
from campaigns.operations import seats, terms
from campaigns.selectors.seats import people_page
from campaigns.selectors.terms import term_rows
from campaigns.views.common import render_campaign
from clubs.operations import handovers
from config.common.web import MemberRequest, act, sent, telling_refusals, to_the_top, whole_number

OPERATIONS: Mapping[str, Callable[..., object]] = {
    "join": seats.join,
    "give": seats.give_seat,
    "stand-in": seats.name_stand_in,
    "take": seats.take_away,
    "hand-over": handovers.offer_campaign,
}
"""What does that for which there is a form, by its word."""
ACTS: Mapping[str, tuple[Callable[..., None], str]] = {
    "leave": (seats.leave, "You have left the seat."),
    "end": (seats.end_stand_in, "Nobody stands in for that seat any more."),
}
"""What is done to one seat, and what is said afterwards."""


@require_safe
def campaign_people(request: MemberRequest, pk: int) -> HttpResponse:
    """Who plays: seats of both sides, and whoever has none yet; ``?person=7&seat=commander axis``: it is about to be
    given."""
    campaign, viewer = campaign_or_404(request, pk)
    return _page(request, campaign, viewer)


@require_http_methods(["GET", "HEAD", "POST"])
def campaign_people_act(request: MemberRequest, pk: int, what: str) -> HttpResponse:
    """Give a seat, take one away, join, leave, name somebody to stand in; a link to it shows the page."""
    campaign, viewer = campaign_or_404(request, pk)
    if what not in FORMS and what not in ACTS:
        raise Http404("Nothing of that kind is done about seats.")
    if request.method != "POST":
        return redirect("campaign-people", pk)
    if what in ACTS:
        return _act(request, campaign, what)
    page = people_page(campaign, viewer)
    kind = FORMS[what]
    if not kind.is_for(page):
        raise not_his(campaign, "That is not yours to decide in this campaign.")
    form = kind(page, request.POST)
    if act(request, form, OPERATIONS[what], campaign=campaign):
        return to_the_top("campaign-people", pk)
    return _page(request, campaign, viewer, opened=form)


def _act(request: MemberRequest, campaign: Campaign, what: str) -> HttpResponse:
    """Something about one seat: its guard is the operation's."""
    leave, done = ACTS[what]
    with telling_refusals(request):
        leave(actor=request.user, campaign=campaign, seat=whole_number(request.POST.get("seat", "")))
        messages.success(request, done)
        if access.viewer(access.with_seats().get(pk=campaign.pk), request.user) is None:
            return redirect("home")
    return redirect("campaign-people", campaign.pk)


def _page(
    request: MemberRequest, campaign: Campaign, viewer: Viewer, *, opened: SeatForm | None = None
) -> HttpResponse:
    page = people_page(campaign, viewer)
    if opened is None and request.GET.get("seat"):
        opened = GiveForm(page)
        opened.initial = {name: request.GET.get(name, "") for name in ("person", "seat")}
    forms = [
        opened if opened is not None and isinstance(opened, kind) else kind(page)
        for kind in FORMS.values()
        if kind.is_for(page)
    ]
    return render_campaign(request, "campaigns/seats/seats.html", campaign, page=page, forms=forms, opened=opened)


@require_http_methods(["GET", "HEAD", "POST"])
def campaign_terms(request: MemberRequest, pk: int) -> HttpResponse:
    """What has been agreed on; the owner and the umpires change it."""
    at_least = Role.UMPIRE if request.method == "POST" else Role.READER
    campaign, viewer = campaign_or_404(request, pk, at_least=at_least)
    changes = viewer.may(Role.UMPIRE) or request.method == "POST"
    form = TermsForm(campaign, sent(request)) if changes else None
    if form is not None and form.is_valid():
        with form.showing_refusals():
            changed = terms.change_terms(actor=request.user, campaign=campaign, **form.cleaned_data)
            messages.success(request, _told(changed))
            return redirect("campaign-terms", pk)
    return render_campaign(
        request,
        "campaigns/terms/terms.html",
        campaign,
        terms=term_rows(campaign),
        form=form,
        tells=viewer.may(Role.COMMANDER),
    )


def _told(changed: tuple[str, ...]) -> str:
    if not changed:
        return "The terms stay as they were."
    late = " A mission under way keeps the deadline that it was drawn with." if "orders_hours" in changed else ""
    return f"The terms have been changed, and everybody is told.{late}"
