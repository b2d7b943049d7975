"""The public page of a club: switching it on, what is shown on it, and the page itself for whoever has the address."""

from __future__ import annotations

from hashlib import sha256

from allauth.core.internal.ratelimit import consume_or_429
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.feedgenerator import Atom1Feed
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from clubs.access import club_or_404
from clubs.forms.showcase import ShowcaseForm
from clubs.models import Club, ClubRole, Exhibit
from clubs.operations import showcase
from clubs.selectors.showcase import club_of_key, feed_of_club, showable
from clubs.selectors.showcase import public_club as page_of
from clubs.views.clubs import render_club
from clubs.views.public import HEADERS
from config.common.refusals import Refusal
from config.common.web import MemberRequest, asking, only_post, telling_refusals
from missions.models import SharedReplay, Story

DONE = {
    "on": "The public page is up.",
    "off": "The public page is down: its address leads nowhere.",
    "new": "The public page has a new address; the old one leads nowhere.",
}


@asking
def club_public(request: MemberRequest, pk: int) -> HttpResponse:
    """Whether the club has a public page, what it says, and what a member shows on it; its owners decide."""
    club, membership = club_or_404(request, pk)
    is_sent = request.method == "POST" and request.POST.get("what") == "save"
    now = {"words": club.public_words, "nights": club.public_nights, "is_listed": club.is_listed}
    form = ShowcaseForm(request.POST if is_sent else None, initial=now)
    if request.method == "POST":
        if not membership.ranks(ClubRole.OWNER):
            raise PermissionDenied("Only owners of this club may do that.")
        if not is_sent:
            _switch(request, club, request.POST.get("what", ""))
            return redirect("club-public", pk)
        if form.is_valid():
            with form.showing_refusals():
                showcase.change_page(actor=request.user, club=club, **form.cleaned_data)
                messages.success(request, "The public page says so now.")
                return redirect("club-public", pk)
    address = reverse("public-club", args=(club.public_key,)) if club.public_key else ""
    return render_club(
        request,
        "clubs/showcase/switch.html",
        club,
        membership,
        form=form,
        address=request.build_absolute_uri(address) if address else "",
        showable=showable(club, request.user),
        may_decide=membership.ranks(ClubRole.OWNER),
    )


def _switch(request: MemberRequest, club: Club, what: str) -> None:
    if what not in DONE:
        messages.error(request, "The public page is put up, taken down, or given a new address.")
        return
    with telling_refusals(request):
        if what == "off":
            showcase.close_page(actor=request.user, club=club)
        else:
            showcase.open_page(actor=request.user, club=club, anew=what == "new")
        messages.success(request, DONE[what])


@only_post("club-public")
def club_show(request: MemberRequest, pk: int) -> HttpResponse:
    """Show a fight or a report on the page, or take it off."""
    club, _ = club_or_404(request, pk)
    row = _row(request.POST.get("name", ""))
    if row is None:
        raise Refusal("That is not there any more: its address was withdrawn, or the report removed.")
    if request.POST.get("what") == "off":
        exhibit = Exhibit.objects.filter(club=club, **_one(row)).first()
        if exhibit is not None:
            showcase.hide(actor=request.user, club=club, exhibit=exhibit)
        messages.success(request, "It is off the page.")
    else:
        if isinstance(row, SharedReplay):
            showcase.show_replay(actor=request.user, club=club, replay=row)
        else:
            showcase.show_story(actor=request.user, club=club, story=row)
        messages.success(request, "It is on the page.")
    return redirect("club-public", pk)


def _row(name: str) -> SharedReplay | Story | None:
    """What ``replay-12`` or ``story-5`` names."""
    what, _, number = name.partition("-")
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    if what == "replay":
        return SharedReplay.objects.filter(pk=number).select_related("mission__campaign", "mission__flight").first()
    if what == "story":
        return Story.objects.filter(pk=number).select_related("mission__campaign").first()
    return None


def _one(row: SharedReplay | Story) -> dict[str, object]:
    return {"replay": row} if isinstance(row, SharedReplay) else {"story": row}


def _club_or_404(key: str) -> Club:
    club = club_of_key(key)
    if club is None:
        raise Http404("There is no such page.")
    return club


def _open(club: Club, response: HttpResponse) -> HttpResponse:
    """Its address goes to no other site, and robots are kept out, unless the owners want it found."""
    for name, value in ({"X-Robots-Tag": "all"} if club.is_listed else HEADERS).items():
        response.headers[name] = value
    return response


@login_not_required
@require_safe
def public_club(request: HttpRequest, key: str) -> HttpResponse:
    """The page is the same for everybody: it is made without the request, and asks for no session."""
    club = _club_or_404(key)
    context = {"club": club, "key": key, "page": page_of(club)}
    return _open(club, HttpResponse(render_to_string("clubs/showcase/page.html", context)))


@login_not_required
@require_safe
def public_club_feed(request: HttpRequest, key: str) -> HttpResponse:
    """The latest issues of its papers as an Atom feed; not without end, for whoever has the address may be anybody."""
    limits = settings.SHARED_RATE_LIMITS
    if too_many := consume_or_429(request, app="clubs", action="gazette", config=limits, limit_get=True):
        return too_many
    club = _club_or_404(key)
    content = feed_of_club(club, key, request.build_absolute_uri).writeString("utf-8")
    response = _open(club, HttpResponse(content, content_type=Atom1Feed.content_type))
    etag = quote_etag(sha256(content.encode()).hexdigest())
    response.headers["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=response) or response
