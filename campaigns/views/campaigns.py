"""Campaigns as such: a new one, the journal, the log to print."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.documents.logs import log
from campaigns.forms.campaigns import CampaignForm
from campaigns.forms.shelf import ShelfForm
from campaigns.models import Campaign
from campaigns.operations import campaigns
from campaigns.operations.packs import on_shelf
from campaigns.prints.land_log import blank_log
from campaigns.selectors.definitions import definition
from campaigns.selectors.shelf import first_packs, shelf_packs
from campaigns.views.packs import pack_or_404
from campaigns.views.paper import paper_asked
from clubs.access import run_by
from clubs.operations.clubs import start_campaign as start_for_club
from config.common.web import MemberRequest, as_file, render_page


@require_http_methods(["GET", "HEAD", "POST"])
def campaign_new(request: MemberRequest) -> HttpResponse:
    """Start a campaign, one's own or, with ``?club=``, that of a club that one runs.

    ``?pack=`` has been chosen already; the filters of the shelf stand in the address too.
    """
    packs, clubs = on_shelf(request.user), run_by(request.user)
    shelf = ShelfForm(request.GET)
    found = shelf.found(shelf_packs(packs))
    asked = request.GET.get("club", "")
    more = {
        "shelf": shelf,
        "found": {each.pack.slug: each for each in found},
        "first": first_packs(packs),
        "club": asked,
    }
    if request.method == "POST":
        form = CampaignForm(packs, request.POST, clubs=clubs)
        if form.is_valid():
            with form.showing_refusals():
                campaign = _start(request, form)
                messages.success(request, f"{campaign.name} has begun. Below stands what comes first.")
                return redirect("campaign", campaign.pk)
        return render_page(request, "campaigns/campaigns/new.html", {"form": form, **more})
    wanted = request.GET.get("pack", "")
    usual = found[0].pack if found and not wanted else None
    chosen = next((pack for pack in packs if pack.slug == wanted), usual)
    if wanted and chosen is None:
        raise Http404("There is no pack of that name here.")
    packs.sort(key=lambda pack: pack != chosen)  # the chosen one first, on a phone the others are screens away
    initial = {"pack": chosen.slug} if chosen else {}
    if asked and asked in (str(club.pk) for club in clubs):
        # The club's umpire sits as umpire, until players have taken the sides.
        initial |= {"club": asked, "allied": "staff"}
    form = CampaignForm(packs, initial=initial, clubs=clubs)
    return render_page(
        request, "campaigns/campaigns/new.html", {"form": form, "wanted": chosen if wanted else None, **more}
    )


def _start(request: MemberRequest, form: CampaignForm) -> Campaign:
    """Raises ``Refusal``."""
    pack, name, club = form.cleaned_data["pack"], form.cleaned_data["name"], form.chosen_club
    if club is None:
        return campaigns.start_campaign(actor=request.user, pack=pack, name=name, seats=form.seats, of_men=form.of_men)
    return start_for_club(actor=request.user, club=club, pack=pack, name=name, flown_by=form.seats, of_men=form.of_men)


@require_safe
def pack_log_pdf(request: MemberRequest, slug: str) -> HttpResponse:
    """The blank log of a pack; ``?version=`` of an older version of it."""
    pack = pack_or_404(request, slug, request.GET.get("version", ""))
    return as_file(log.render(blank_log(definition(pack)), paper_asked(request)), f"{pack.title} blank log")
