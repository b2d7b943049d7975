"""Cards of one's own or of a club: the shelf, the desk at which one is made, files in and out."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

import engine
from campaigns.catalogue.library import AircraftType, library
from campaigns.documents.cards import card_sheet
from campaigns.forms.card_kinds import KindForm
from campaigns.forms.cards import CardForm, CardsForm
from campaigns.models import ShelfCard
from campaigns.operations import cards as operations
from campaigns.packs.builder.parts import shelf_parts
from campaigns.packs.card_files import copy_of, file_of
from campaigns.packs.card_tables import card_rows
from campaigns.packs.kind_tables import COLUMNS, kind_rows
from campaigns.prints.cards import card_of_target
from campaigns.selectors.cards import (
    MAY_CHANGE,
    CardOnShelf,
    card_of,
    clubs_of,
    nations_of_shelf,
    shelf_of,
    type_for,
)
from campaigns.selectors.shelf_kinds import drawn_card, shelf_games
from campaigns.views.paper import paper_asked
from clubs.access import club_or_404, run_by
from clubs.models import Club, ClubRole, Membership
from clubs.selectors.endings import closed_context
from config.common.refusals import Refusal
from config.common.web import UNPROCESSABLE, MemberRequest, as_file, asking, render_page, sent, tell_refusal
from engine.core.game import System


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """The shelf that an address is about: a person's own, or a club's."""

    club: Club | None
    membership: Membership | None
    may_change: bool

    def address(self, page: str, *args: object) -> str:
        """Of ``cards``, ``card``, ``card-new`` …"""
        return reverse(f"club-{page}", args=(self.club.pk, *args)) if self.club else reverse(f"own-{page}", args=args)


def _shelf(request: MemberRequest, pk: int | None, *, to_change: bool = False) -> Shelf:
    """One's own, or that of the club ``pk``: 404 to strangers, 403 to who may use its cards and not change them, and
    instead of a form to all while the club is archived."""
    if pk is None:
        return Shelf(club=None, membership=None, may_change=True)
    at_least = MAY_CHANGE if to_change else ClubRole.READER
    club, membership = club_or_404(request, pk, at_least=at_least, to_write=to_change)
    # What has been sent is refused by its operation, and stays in the form.
    may_change = membership.ranks(MAY_CHANGE) if to_change else membership.may(MAY_CHANGE)
    return Shelf(club=club, membership=membership, may_change=may_change)


@require_safe
def cards_page(request: MemberRequest, pk: int | None = None) -> HttpResponse:
    """One's own shelf, or a club's."""
    shelf = _shelf(request, pk)
    return _shelf_page(request, shelf, CardsForm(nations=partial(nations_of_shelf, request.user, club=shelf.club)))


@asking
def bring(request: MemberRequest, pk: int | None = None) -> HttpResponse:
    """A file of cards, TOML or CSV, is put on the shelf."""
    shelf = _shelf(request, pk, to_change=True)
    if request.method != "POST":
        return redirect(shelf.address("cards"))
    nations = partial(nations_of_shelf, request.user, club=shelf.club)
    form = CardsForm(request.POST, request.FILES, nations=nations)
    if form.is_valid():
        system, cards = form.cards
        with form.showing_refusals():
            fresh = operations.put_on_shelf(actor=request.user, system=system, cards=cards, club=shelf.club)
            brought = [row for row in fresh if row.written in cards.get(row.kind, {})]
            changed = [row.written for row in brought if row.version > 1]
            said = _kept(sum(map(len, cards.values())), changed, len(brought))
            messages.success(request, f"{said}{_followed(len(fresh) - len(brought))}")
            return redirect(shelf.address("cards"))
    return _shelf_page(request, shelf, form)


@asking
def card_new(request: MemberRequest, system: str, pk: int | None = None) -> HttpResponse:
    """A new card; ``?from=`` begins with the figures of a type that one may look at."""
    shelf, game = _shelf(request, pk, to_change=True), _system(system)
    model = request.GET.get("from", "")
    nations = nations_of_shelf(request.user, system, shelf.club)
    if request.method == "POST" or not model:
        return _desk(request, shelf, game, CardForm(system, sent(request), nations=nations), None)
    known = type_for(request.user, model)
    if known is None or known.system != system:
        raise Http404("There is no aircraft of that name in this game.")
    form = CardForm(system, slug=known.written[:40], table=copy_of(model, nations), nations=nations)
    return _desk(request, shelf, game, form, None, known)


@asking
def card_page(request: MemberRequest, system: str, slug: str, pk: int | None = None) -> HttpResponse:
    """A card of the shelf, to be looked at and changed: what is kept is its next version."""
    shelf, game = _shelf(request, pk, to_change=request.method == "POST"), _system(system)
    card = _card(request, shelf, system, slug)
    nations = nations_of_shelf(request.user, system, shelf.club)
    form = CardForm(system, sent(request), slug=slug, table=card.table, nations=nations)
    return _desk(request, shelf, game, form, card)


@asking
def kind_new(request: MemberRequest, kind: str, system: str, pk: int | None = None) -> HttpResponse:
    """A new target, nation or list of men; ``?from=`` begins with one of one's own shelf, for a club."""
    shelf, game = _shelf(request, pk, to_change=True), _of_kind(system, kind)
    on_shelf = shelf_of(request.user, system, shelf.club)
    model = card_of(request.user, system, slug, kind=kind) if (slug := request.GET.get("from", "")) else None
    form = KindForm(
        kind, system, on_shelf, sent(request), slug=model.slug if model else "", table=model.table if model else None
    )
    return _kind_desk(request, shelf, game, form, None)


@asking
def kind_card(request: MemberRequest, kind: str, system: str, slug: str, pk: int | None = None) -> HttpResponse:
    """A target, nation or list of men of the shelf, to be looked at and changed."""
    shelf, game = _shelf(request, pk, to_change=request.method == "POST"), _of_kind(system, kind)
    card = _card(request, shelf, system, slug, kind)
    on_shelf = shelf_of(request.user, system, shelf.club)
    form = KindForm(kind, system, on_shelf, sent(request), slug=slug, table=card.table)
    return _kind_desk(request, shelf, game, form, card)


def _kind_desk(
    request: MemberRequest, shelf: Shelf, system: System, form: KindForm, card: CardOnShelf | None
) -> HttpResponse:
    """The form, in which rows come and go; kept only if that is asked."""
    draws = form.acts or "draw" in request.POST
    refusal = form.refusal
    if form.is_right and form.made is not None and not draws:
        try:
            fresh = operations.put_on_shelf(
                actor=request.user, system=system.slug, cards={form.kind: {form.slug: form.made}}, club=shelf.club
            )
            messages.success(
                request, _put(shelf, str(form.made.get("title", form.made.get("name", "The list"))), fresh)
            )
            return redirect(shelf.address("kind", form.kind, system.slug, form.slug))
        except Refusal as refused:
            refusal = refused
    is_wrong = refusal is not None or (form.is_sent and not draws)
    shown = form.made if form.is_sent else card.table if card else None
    context = _about(shelf) | {
        "system": system,
        "form": form,
        "part": form.part,
        "card": card,
        "root": form.root,
        "refusal": refusal,
        "drawn": drawn_card(form.kind, shown) if shown else None,
        "for_clubs": run_by(request.user) if card and shelf.club is None else (),
    }
    status = UNPROCESSABLE if is_wrong else 200
    part = "drawn" if not form.acts else ""
    return render_page(request, "campaigns/cards/kind.html", context, partial=part, status=status)


@asking
def card_delete(
    request: MemberRequest, system: str, slug: str, kind: str = "aircraft", pk: int | None = None
) -> HttpResponse:
    """Away with it; packs and games that carry it keep it."""
    shelf = _shelf(request, pk, to_change=True)
    if request.method == "POST":
        card = _card(request, shelf, system, slug, kind)
        try:
            operations.take_off_shelf(actor=request.user, system=system, slug=slug, kind=kind, club=shelf.club)
        except Refusal as refused:
            tell_refusal(request, refused)
        else:
            messages.success(request, f"{card.name} is off the shelf. Packs and games that carry it keep it.")
    return redirect(shelf.address("cards"))


@require_safe
def card_toml(
    request: MemberRequest, system: str, slug: str, kind: str = "aircraft", pk: int | None = None
) -> HttpResponse:
    """One card as a file, to hand on or to paste into a pack; the nation that it is of goes with it."""
    card = _card(request, _shelf(request, pk), system, slug, kind)
    return as_file(file_of(system, [(kind, slug, card.table)]), slug, "toml")


@require_safe
def target_pdf(request: MemberRequest, system: str, slug: str, pk: int | None = None) -> HttpResponse:
    """A target's card to cut out."""
    card = _card(request, _shelf(request, pk), system, slug, "targets")
    sheet = card_of_target(library().targets[card.known])
    return as_file(card_sheet.render(sheet, paper_asked(request)), f"{sheet.title} card")


@require_safe
def cards_file(request: MemberRequest, system: str, suffix: str, pk: int | None = None) -> HttpResponse:
    """All cards of a game: ``toml``, or its aircraft as ``csv``."""
    shelf = _shelf(request, pk)
    _system(system)
    cards = shelf_of(request.user, system, shelf.club)
    if suffix == "toml":
        file = file_of(system, [(card.kind, card.slug, card.table) for card in cards])
        return as_file(file, f"cards-{system}", "toml")
    aircraft = [(card.slug, card.table) for card in cards if card.kind == "aircraft"]
    return _spreadsheet(card_rows(system, aircraft), f"cards-{system}")


@require_safe
def kind_csv(request: MemberRequest, kind: str, system: str, pk: int | None = None) -> HttpResponse:
    """All nations or lists of names of a game as a spreadsheet."""
    shelf = _shelf(request, pk)
    _of_kind(system, kind)
    if kind not in COLUMNS:
        raise Http404("Cards of that kind are no flat table.")
    cards = [(card.slug, card.table) for card in shelf_of(request.user, system, shelf.club) if card.kind == kind]
    return _spreadsheet(kind_rows(kind, cards), f"{kind}-{system}")


def _spreadsheet(rows: list[list[str]], title: str) -> HttpResponse:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return as_file("\N{BYTE ORDER MARK}" + text.getvalue(), title, "csv")


def _about(shelf: Shelf) -> dict[str, object]:
    """What every page of a shelf shows."""
    about: dict[str, object] = {"nav": "clubs" if shelf.club else "aircraft", "shelf": shelf, "here": "cards"}
    about |= {"club": shelf.club, "membership": shelf.membership}
    return about | (closed_context(shelf.club, "club-end") if shelf.club else {})


def _shelf_page(request: MemberRequest, shelf: Shelf, form: CardsForm) -> HttpResponse:
    games = shelf_games(shelf_of(request.user, club=shelf.club))
    context = _about(shelf) | {"games": games, "form": form, "problems": form.problems}
    if shelf.club is None:
        context["clubs"] = clubs_of(request.user)
    return render_page(request, "campaigns/cards/shelf.html", context)


def _desk(
    request: MemberRequest,
    shelf: Shelf,
    system: System,
    form: CardForm,
    card: CardOnShelf | None,
    model: AircraftType | None = None,
) -> HttpResponse:
    """The form with its card beside it, drawn anew as one types; kept only if that is asked.

    ``model``: whose figures a new card begins with.
    """
    draws = "draw" in request.POST
    is_valid = form.is_valid()
    if is_valid and form.made is not None and not draws:
        slug = form.cleaned_data["slug"]
        with form.showing_refusals():
            fresh = operations.put_on_shelf(
                actor=request.user, system=system.slug, cards={"aircraft": {slug: form.made}}, club=shelf.club
            )
            messages.success(request, _put(shelf, form.made["name"], fresh))
            return redirect(shelf.address("card", system.slug, slug))
    aircraft = form.drawn if form.is_bound else card.type if card else model
    context = _about(shelf) | {
        "system": system,
        "form": form,
        "card": card,
        "for_clubs": run_by(request.user) if card and shelf.club is None else (),
        "aircraft": aircraft,
        "cards": system.type_cards(aircraft.slug) if aircraft else (),
    }
    return render_page(request, "campaigns/cards/desk.html", context, partial="drawn", status=200 if draws else 0)


def _system(slug: str) -> System:
    found = engine.systems().get(slug)
    if found is None:
        raise Http404("There is no game system of that name here.")
    return found


def _of_kind(system: str, kind: str) -> System:
    found = _system(system)
    if kind not in shelf_parts(system):
        raise Http404("This game has no cards of that kind.")
    return found


def _card(request: MemberRequest, shelf: Shelf, system: str, slug: str, kind: str = "aircraft") -> CardOnShelf:
    found = card_of(request.user, system, slug, shelf.club, kind)
    if found is None:
        raise Http404("There is no card of that name on this shelf.")
    return found


def _put(shelf: Shelf, name: str, fresh: list[ShelfCard]) -> str:
    """What became of one card, the first of the versions that are new."""
    where = "the club’s" if shelf.club else "your"
    said = f"version {fresh[0].version} is on {where} shelf" if fresh else "nothing has changed"
    return f"{name}: {said}.{_followed(len(fresh) - 1)}"


def _followed(count: int) -> str:
    """Of a nation that was put on the shelf."""
    if count < 1:
        return ""
    return f" So has what is of that nation: {count} new version{'s' if count > 1 else ''}."


def _kept(brought: int, changed: list[str], fresh: int) -> str:
    """What became of the cards of a file."""
    said = [f"{fresh - len(changed)} new"]
    if changed:
        said.append(f"a new version of {', '.join(changed)}")
    if brought > fresh:
        said.append(f"{brought - fresh} as they were")
    return f"The file has {brought} card{'s' if brought != 1 else ''}: {'; '.join(said)}."
