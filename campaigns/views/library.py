"""Reading matter: aircraft, targets, and about the house."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

import engine
from campaigns.catalogue import cards, outlines, target_cards
from campaigns.catalogue.library import library
from campaigns.catalogue.nicknames import nicknames, why_found
from campaigns.catalogue.shapes import sheets
from campaigns.packs.cards import stands_for
from campaigns.packs.schema import SIDES
from campaigns.selectors.cards import type_for
from config import version
from config.common.finding import MOST, Wanted
from config.common.vocabulary import CLASSES
from config.common.vocabulary import nation_name as nation_title
from config.common.web import MemberRequest, number_asked, render_page

AIRCRAFT_A_PAGE = 48


@require_safe
def aircraft_list(request: MemberRequest) -> HttpResponse:
    """The types of a game system, narrowed by ``?side=``, ``?nation=``, ``?class=``, and by ``?q=``, words of names and
    nicknames.

    Those of the first system unless ``?system=`` names another; an unknown value is refused with a sentence. A page at
    a time: ``?page=``.
    """
    known = list(library().aircraft.values())
    systems = {slug: each.title for slug, each in engine.systems().items() if slug in {each.system for each in known}}
    system = request.GET.get("system", "") or next(iter(systems))
    if system not in systems:
        raise Http404("There is no game system of that name with aircraft here.")
    everything = [each for each in known if each.system == system]
    side, nation, kind = (request.GET.get(key, "") for key in ("side", "nation", "class"))
    classes = {each.aircraft_class for each in everything}
    nations = sorted({each.nation for each in everything if side in ("", each.side)}, key=nation_title)
    if side not in ("", *SIDES):
        raise Http404("Aircraft belong to the allied or the axis side.")
    if nation and nation not in {each.nation for each in everything}:
        raise Http404("No aircraft here come from that nation.")
    if kind not in ("", *CLASSES):
        raise Http404("There is no class of aircraft of that name.")
    asked = " ".join(request.GET.get("q", "").split())[:MOST]
    wanted = Wanted.of(asked)
    called = {each.slug: why_found(wanted, each.name) for each in everything}
    chosen = [
        each
        for each in everything
        if side in ("", each.side) and nation in ("", each.nation) and kind in ("", each.aircraft_class)
        if called[each.slug] is not None
    ]
    in_order = sorted(chosen, key=lambda each: (nation_title(each.nation), each.in_service, each.name))
    shown = Paginator(in_order, AIRCRAFT_A_PAGE).get_page(max(number_asked(request, "page"), 1))
    return render_page(
        request,
        "campaigns/library/aircraft_list.html",
        {
            "nav": "aircraft",
            "aircraft": shown.object_list,
            "found": len(in_order),
            "page": shown.number,
            "pages": shown.paginator.num_pages,
            "asked": asked,
            "called": called,
            "narrowed": {"system": request.GET.get("system", ""), "side": side, "nation": nation, "class": kind},
            "count": len(everything),
            "system": system,
            "systems": systems,
            "side": side,
            "nation": nation,
            "sides": SIDES,
            "nations": nations,
            "kind": kind,
            "kinds": [each for each in CLASSES if each in {*classes, kind}],
        },
        partial="hangar",
    )


@require_safe
def aircraft(request: MemberRequest, slug: str) -> HttpResponse:
    found = type_for(request.user, slug)
    if found is None:
        raise Http404("There is no aircraft of that name here.")
    systems = engine.systems()
    return render_page(
        request,
        "campaigns/library/aircraft.html",
        {
            "nav": "aircraft",
            "aircraft": found,
            "system": systems[found.system],
            "is_usual": found.system == next(iter(systems)),
            "cards": systems[found.system].type_cards(slug),
            "fixed": cards.fixed_of(found),
            "together": cards.together(found),
            "stands_for": stands_for(found),
            "called": nicknames(found.name),
            "history": cards.history(found),
        },
    )


@login_not_required
@require_safe
@gzip_page
def outline_sheet(request: HttpRequest, sheet: str) -> HttpResponse:
    """Drawings for pages to refer to, the same for everybody; ``?v=`` of the address changes whenever they do."""
    if sheet not in sheets():
        raise Http404("There is no sheet of outlines of that name here.")
    answer = HttpResponse(outlines.sheet(sheet), content_type="image/svg+xml")
    if request.GET.get("v") == outlines.version(sheet):
        answer["Cache-Control"] = "public, max-age=31536000, immutable"
    return answer


@require_safe
def targets(request: MemberRequest) -> HttpResponse:
    return render_page(
        request, "campaigns/library/targets.html", {"nav": "packs", "classes": target_cards.target_cards()}
    )


@login_not_required
@require_safe
def about(request: HttpRequest) -> HttpResponse:
    known: dict[str, object] = {"version": version.version(), "revision": version.revision(), "news": version.news()}
    return render_page(request, "campaigns/about.html", known)
