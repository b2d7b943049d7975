"""Campaigns as such: the list of mine, a new one, the journal, the log to print."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import operations, shelf
from campaigns.access import MemberRequest
from campaigns.definitions import definition
from campaigns.documents import log
from campaigns.forms import CampaignForm
from campaigns.logs import blank_log
from campaigns.refusals import Refusal
from campaigns.selectors import home as home_page
from campaigns.views.common import UNPROCESSABLE, as_file, paper_asked, render_page
from campaigns.views.packs import pack_or_404


@require_safe
def home(request: MemberRequest) -> HttpResponse:
    """The campaigns this person has a part in."""
    return render_page(request, "campaigns/home.html", {"nav": "campaigns", "home": home_page(request.user.pk)})


@require_http_methods(["GET", "HEAD", "POST"])
def campaign_new(request: MemberRequest) -> HttpResponse:
    packs = shelf.on_shelf(request.user)
    if request.method == "POST":
        form = CampaignForm(packs, request.POST)
        if form.is_valid():
            try:
                campaign = operations.start_campaign(
                    actor=request.user,
                    pack=form.cleaned_data["pack"],
                    name=form.cleaned_data["name"],
                    seats=form.seats,
                )
            except Refusal as refusal:
                form.refuse(refusal)
            else:
                messages.success(request, f"{campaign.name} has begun. Below stands what comes first.")
                return redirect("campaign", campaign.pk)
        return render_page(request, "campaigns/campaign_new.html", {"form": form}, status=UNPROCESSABLE)
    wanted = request.GET.get("pack", "")
    chosen = next((pack for pack in packs if pack.slug == wanted), packs[0] if packs and not wanted else None)
    if wanted and chosen is None:
        raise Http404("There is no pack of that name here.")
    packs.sort(key=lambda pack: pack != chosen)  # the chosen one first, on a phone the others are screens away
    initial = {"pack": chosen.slug} if chosen else {}
    return render_page(request, "campaigns/campaign_new.html", {"form": CampaignForm(packs, initial=initial)})


@require_safe
def pack_log_pdf(request: MemberRequest, slug: str) -> HttpResponse:
    """The blank log of a pack; ``?version=`` of an older version of it."""
    pack = pack_or_404(request, slug, request.GET.get("version", ""))
    return as_file(log.render(blank_log(definition(pack)), paper_asked(request)), f"{pack.title} blank log")
