"""Cards, counters and posters of the library as PDFs, to print and cut out."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

import engine
from campaigns.documents.cards import card_sheet, counters, poster
from campaigns.packs.definition import PackDefinition
from campaigns.prints import cards
from campaigns.prints import counters as counter_sheets
from campaigns.prints.poster import poster_of
from campaigns.selectors.cards import type_for
from campaigns.selectors.definitions import definition
from campaigns.views.packs import pack_or_404
from campaigns.views.paper import paper_asked
from config.common.web import MemberRequest, as_file


@require_safe
def aircraft_cards_pdf(request: MemberRequest, slug: str) -> HttpResponse:
    """The cards of one type."""
    found = type_for(request.user, slug)
    if found is None:
        raise Http404("There is no aircraft of that name here.")
    sheet = cards.cards_of_type(found)
    return as_file(card_sheet.render(sheet, paper_asked(request)), f"{sheet.title} cards")


@require_safe
def aircraft_poster_pdf(request: MemberRequest, system: str) -> HttpResponse:
    """The outlines of every type of a game, by nation and to scale."""
    if system not in engine.systems():
        raise Http404("There is no game system of that name with aircraft here.")
    made = poster_of(system)
    return as_file(poster.render(made, paper_asked(request)), f"{poster.TITLE} {made.subject}")


@require_safe
def pack_cards_pdf(request: MemberRequest, slug: str) -> HttpResponse:
    """The cards of all types of a pack; ``?version=`` of an older version of it."""
    sheet = cards.cards_of_pack(_pack(request, slug))
    return as_file(card_sheet.render(sheet, paper_asked(request)), f"{sheet.title} cards")


@require_safe
def pack_counters_pdf(request: MemberRequest, slug: str) -> HttpResponse:
    """The counters of a pack; ``?version=`` of an older version of it."""
    sheet = counter_sheets.counters_of_pack(_pack(request, slug))
    return as_file(counters.render(sheet, paper_asked(request)), f"{sheet.title} counters")


@require_safe
def pack_target_cards_pdf(request: MemberRequest, slug: str) -> HttpResponse:
    """The cards of what a pack's Missions strike; ``?version=`` of an older version of it."""
    sheet = cards.target_cards_of_pack(_pack(request, slug))
    if not sheet.cards:
        raise Http404("No Mission of this pack strikes a target.")
    return as_file(card_sheet.render(sheet, paper_asked(request)), f"{sheet.title} targets")


@require_safe
def target_cards_pdf(request: MemberRequest) -> HttpResponse:
    """Every Target card."""
    sheet = cards.all_target_cards()
    return as_file(card_sheet.render(sheet, paper_asked(request)), sheet.title)


def _pack(request: MemberRequest, slug: str) -> PackDefinition:
    return definition(pack_or_404(request, slug, request.GET.get("version", "")))
