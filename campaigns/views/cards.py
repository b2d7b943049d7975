"""Cards of one's own: the shelf, the desk at which one is made, files in and out."""

from __future__ import annotations

import csv
import io
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

import engine
from campaigns.forms.cards import CardForm, CardsForm
from campaigns.operations import cards as shelf
from campaigns.packs.card_files import copy_of, file_of
from campaigns.packs.card_tables import card_rows
from campaigns.selectors.cards import CardOnShelf, card_of, shelf_of, type_for
from config.common.web import MemberRequest, as_file, asking, only_post, render_page
from engine.core.game import System

NAV = {"nav": "aircraft"}


@require_safe
def own_cards(request: MemberRequest) -> HttpResponse:
    """One's own shelf."""
    return _shelf(request, CardsForm())


@asking
def bring(request: MemberRequest) -> HttpResponse:
    """A file of cards, TOML or CSV, is put on the shelf."""
    if request.method != "POST":
        return redirect("own-cards")
    form = CardsForm(request.POST, request.FILES)
    if form.is_valid():
        system, tables = form.cards
        with form.showing_refusals():
            fresh = shelf.put_on_shelf(actor=request.user, system=system, tables=tables)
            messages.success(request, _kept(len(tables), [row.written for row in fresh if row.version > 1], len(fresh)))
            return redirect("own-cards")
    return _shelf(request, form)


@asking
def card_new(request: MemberRequest, system: str) -> HttpResponse:
    """A new card; ``?from=`` begins with the figures of a type that one may look at."""
    game = _system(system)
    model = request.GET.get("from", "")
    if request.method == "POST" or not model:
        return _desk(request, game, CardForm(system, _sent(request)), None)
    known = type_for(request.user, model)
    if known is None or known.system != system:
        raise Http404("There is no aircraft of that name in this game.")
    return _desk(request, game, CardForm(system, slug=known.written[:40], table=copy_of(model)), None)


@asking
def own_card(request: MemberRequest, system: str, slug: str) -> HttpResponse:
    """A card of one's own, to be looked at and changed: what is kept is its next version."""
    game, card = _system(system), _card(request, system, slug)
    form = CardForm(system, _sent(request), slug=slug, table=card.table)
    return _desk(request, game, form, card)


@only_post("own-cards")
def own_card_delete(request: MemberRequest, system: str, slug: str) -> HttpResponse:
    """Away with it; packs and games that carry it keep it."""
    card = _card(request, system, slug)
    shelf.take_off_shelf(actor=request.user, system=system, slug=slug)
    messages.success(request, f"{card.type.name} is off your shelf. Packs and games that carry it keep it.")
    return redirect("own-cards")


@require_safe
def own_card_toml(request: MemberRequest, system: str, slug: str) -> HttpResponse:
    """One card as a file, to hand on or to paste into a pack."""
    card = _card(request, system, slug)
    return as_file(file_of(system, {slug: card.table}), slug, "toml")


@require_safe
def own_cards_file(request: MemberRequest, system: str, kind: str) -> HttpResponse:
    """All cards of a game: ``toml`` or ``csv``."""
    _system(system)
    cards = {card.slug: card.table for card in shelf_of(request.user, system)}
    if kind == "toml":
        return as_file(file_of(system, cards), f"cards-{system}", "toml")
    text = io.StringIO(newline="")
    csv.writer(text).writerows(card_rows(system, cards.items()))
    return as_file("\N{BYTE ORDER MARK}" + text.getvalue(), f"cards-{system}", "csv")


def _shelf(request: MemberRequest, form: CardsForm) -> HttpResponse:
    found = shelf_of(request.user)
    games = [
        (system, [card for card in found if card.type.system == system.slug]) for system in engine.systems().values()
    ]
    context: dict[str, object] = {**NAV, "games": games, "form": form, "problems": form.problems, "count": len(found)}
    return render_page(request, "campaigns/cards/shelf.html", context)


def _desk(request: MemberRequest, system: System, form: CardForm, card: CardOnShelf | None) -> HttpResponse:
    """The form with its card beside it, drawn anew as one types; kept only if that is asked."""
    draws = "draw" in request.POST
    is_valid = form.is_valid()
    if is_valid and form.made is not None and not draws:
        slug = form.cleaned_data["slug"]
        with form.showing_refusals():
            fresh = shelf.put_on_shelf(actor=request.user, system=system.slug, tables={slug: form.made})
            said = f"version {fresh[0].version} is on your shelf" if fresh else "nothing has changed"
            messages.success(request, f"{form.made['name']}: {said}.")
            return redirect("own-card", system.slug, slug)
    aircraft = form.drawn if form.is_bound else card.type if card else None
    context: dict[str, object] = {
        **NAV,
        "system": system,
        "form": form,
        "card": card,
        "aircraft": aircraft,
        "cards": system.type_cards(aircraft.slug) if aircraft else (),
    }
    return render_page(request, "campaigns/cards/desk.html", context, partial="drawn", status=200 if draws else 0)


def _sent(request: MemberRequest) -> Any:
    return request.POST if request.method == "POST" else None


def _system(slug: str) -> System:
    found = engine.systems().get(slug)
    if found is None:
        raise Http404("There is no game system of that name here.")
    return found


def _card(request: MemberRequest, system: str, slug: str) -> CardOnShelf:
    found = card_of(request.user, system, slug)
    if found is None:
        raise Http404("There is no card of that name on your shelf.")
    return found


def _kept(brought: int, changed: list[str], fresh: int) -> str:
    """What became of the cards of a file."""
    said = [f"{fresh - len(changed)} new"]
    if changed:
        said.append(f"a new version of {', '.join(changed)}")
    if brought > fresh:
        said.append(f"{brought - fresh} as they were")
    return f"The file has {brought} card{'s' if brought != 1 else ''}: {'; '.join(said)}."
