"""Public pages: switching them on, and the pages themselves, for anybody who has the address."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import campaign_or_404
from campaigns.models import Campaign, Role
from campaigns.selectors.sides import side_titles
from campaigns.views.common import render_campaign
from clubs.operations import public
from clubs.selectors.public import campaign_of, honour_page, page_of, public_page
from clubs.selectors.showcase import listed_keys
from config.common import qr
from config.common.charts import bar_plots, plot
from config.common.web import MemberRequest, telling_refusals

ROBOTS = "User-agent: *\n{open}Disallow: /\n"
HEADERS = {"Referrer-Policy": "no-referrer"}
"""The address is the secret: it goes to no other site. Robots and caches are kept out as from every page."""
ACTS = ("on", "off", "new")


@require_http_methods(["GET", "HEAD", "POST"])
def campaign_public(request: MemberRequest, pk: int) -> HttpResponse:
    """Whether the campaign has public pages, and where."""
    campaign, viewer = campaign_or_404(request, pk, at_least=Role.UMPIRE)
    if request.method == "POST":
        _switch(request, campaign, request.POST.get("what", ""))
        return redirect("campaign-public", pk)
    address = ""
    if campaign.public_key is not None:
        address = request.build_absolute_uri(reverse("public-campaign", args=(campaign.public_key,)))
    code = qr.code_of(address) if address else None
    may = viewer.may(Role.UMPIRE)
    return render_campaign(request, "public/switch.html", campaign, address=address, code=code, may_put_up=may)


def _switch(request: MemberRequest, campaign: Campaign, what: str) -> None:
    if what not in ACTS:
        messages.error(request, "Public pages are put up, taken down, or given a new address.")
        return
    with telling_refusals(request):
        if what == "off":
            public.close_pages(actor=request.user, campaign=campaign)
        else:
            public.open_pages(actor=request.user, campaign=campaign, anew=what == "new")
        done = {
            "on": "The public pages are up.",
            "off": "The public pages are down: their address leads nowhere.",
            "new": "The public pages have a new address; the old one leads nowhere.",
        }
        messages.success(request, done[what])


def public_campaign_or_404(key: str) -> Campaign:
    """The campaign whose public pages have this address."""
    campaign = campaign_of(key)
    if campaign is None:
        raise Http404("There is no such page.")
    return campaign


def render_public(template: str, campaign: Campaign, key: str, context: dict[str, Any]) -> HttpResponse:
    """The page is the same for everybody: it is made without the request, and asks for no session."""
    about: dict[str, Any] = {"campaign": campaign, "key": key, "club_page": page_of(campaign.club)}
    about |= {"side_titles": side_titles(campaign), "is_public": True}
    return HttpResponse(render_to_string(template, {**about, **context}), headers=HEADERS)


@login_not_required
@require_safe
def public_campaign(request: HttpRequest, key: str) -> HttpResponse:
    """How the campaign stands."""
    campaign = public_campaign_or_404(key)
    page = public_page(campaign)
    context = {
        "here": "board",
        "page": page,
        "wide_plot": plot(page.chart, 640, 240),
        "narrow_plot": plot(page.chart, 340, 220),
        "lost_plots": bar_plots(page.lost_by_type),
    }
    return render_public("public/campaign.html", campaign, key, context)


@login_not_required
@require_safe
def public_aces(request: HttpRequest, key: str) -> HttpResponse:
    """Everybody who has shot down an enemy."""
    campaign = public_campaign_or_404(key)
    page = public_page(campaign)
    context = {
        "here": "victories",
        "page": page,
        "kill_plots": bar_plots(page.kills_by_type),
    }
    return render_public("public/aces.html", campaign, key, context)


@login_not_required
@require_safe
def public_honour(request: HttpRequest, key: str) -> HttpResponse:
    """Those who did not come back."""
    campaign = public_campaign_or_404(key)
    lists = honour_page(campaign)
    context = {"here": "honour", "lists": lists, "is_empty": not any(rows for _, rows in lists)}
    return render_public("public/honour.html", campaign, key, context)


@login_not_required
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Keeps robots out of everything but the clubs that want to be found."""
    found = "".join(f"Allow: {reverse('public-club', args=(key,))}$\n" for key in listed_keys())
    return HttpResponse(ROBOTS.format(open=found), content_type="text/plain")
