"""Skirmishes: one fight outside a campaign, ordered, watched, read, flown again and thrown away."""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

import engine
from campaigns.selectors.cards import usable_cards
from clubs.selectors.seasons import open_to
from config.common.forms import KeyForm
from config.common.refusals import Refusal
from config.common.web import MemberRequest, leading_back, only_post, render_page, sent
from engine.core.game import Side, System
from engine.core.levels import USUAL_LEVEL
from missions.access import own_skirmish_or_404, skirmish_or_404
from missions.forms.skirmish_tables import TakeBackForm
from missions.forms.skirmishes import OwnForm, ScenarioForm
from missions.models import Game, SharedReplay, Skirmish
from missions.operations import games, moving_pictures, skirmishes
from missions.replay.frames import Watched
from missions.selectors.analyses import found_of, why_not_of_skirmish
from missions.selectors.games import chair_rows, controls
from missions.selectors.own_pilots import entries_of, places
from missions.selectors.result_drafts import begun_of_skirmish
from missions.selectors.shared_replays import why_not_skirmish
from missions.selectors.skirmish_tables import in_seasons, live_telling, told_rows, told_version
from missions.selectors.skirmishes import first_scenario, outcome, sides_of, skirmish_rows, watched
from missions.views.games import watch_link
from missions.views.pictures import moving_file_of, moving_of, still_of
from missions.views.replay import film_of, share_panel, watch

NAV = {"nav": "skirmishes"}


@require_safe
@never_cache
def skirmish_list(request: MemberRequest) -> HttpResponse:
    """One's own skirmishes."""
    rows = skirmish_rows(request.user.pk)
    return render_page(
        request, "missions/skirmishes/skirmishes.html", {**NAV, "rows": rows, "most": skirmishes.MOST_KEPT}
    )


@require_safe
def skirmish_new(request: MemberRequest) -> HttpResponse:
    """Which game it shall be, and with what to begin each."""
    games = [(system, first_scenario(system)) for system in engine.systems().values()]
    return render_page(request, "missions/skirmishes/new.html", {**NAV, "games": games})


@require_http_methods(["GET", "HEAD", "POST"])
def skirmish_scenarios(request: MemberRequest, system: str) -> HttpResponse:
    """Order one of the scenarios of a game; the address filters them, and may have chosen one (``?scenario=``)."""
    form = ScenarioForm(_system_or_404(system), sent(request), asked=request.GET)
    return _order(request, form, "missions/skirmishes/scenarios.html")


@require_http_methods(["GET", "HEAD", "POST"])
def skirmish_own(request: MemberRequest, system: str) -> HttpResponse:
    """Order a set-up of one's own."""
    game = _system_or_404(system)
    own = [(card.club, card.type) for card in usable_cards(request.user, system)]
    return _order(request, OwnForm(game, sent(request), own=own), "missions/skirmishes/own.html")


def _order(request: MemberRequest, form: ScenarioForm | OwnForm, template: str) -> HttpResponse:
    if form.is_valid():
        title = form.title if isinstance(form, ScenarioForm) else form.cleaned_data["title"]
        with form.showing_refusals():
            if "at-table" in request.POST:
                put = skirmishes.put_on_table(
                    actor=request.user,
                    key=form.cleaned_data["key"],
                    title=title,
                    system=form.system.slug,
                    setup=form.setup,
                )
                return redirect("skirmish", put.pk)
            if form.is_on_screen:
                game = games.begin_skirmish(
                    actor=request.user,
                    key=form.cleaned_data["key"],
                    title=title,
                    system=form.system.slug,
                    setup=form.setup,
                    seats=form.seats(request.user),
                    terms=form.terms,
                )
                return redirect("game", game.pk)
            ordered = skirmishes.order(
                actor=request.user,
                key=form.cleaned_data["key"],
                title=title,
                system=form.system.slug,
                setup=form.setup,
                doctrines=form.doctrines,
                levels=form.levels,
                seed=form.cleaned_data["seed"],
            )
            return redirect("skirmish", ordered.pk)
    return render_page(request, template, {**NAV, "system": form.system, "form": form})


@require_safe
@never_cache
def skirmish(request: MemberRequest, number: int) -> HttpResponse:
    """How far a skirmish is, and what came of it. While it is in the air the page asks for itself again.

    A page whose skirmish has been deleted meanwhile, in another window or while it asked, goes to the list.
    """
    try:
        found = skirmish_or_404(request, number)
    except Http404:
        if not request.htmx:
            raise
        return HttpResponseClientRedirect(resolve_url("skirmishes"))
    system = engine.systems()[found.system]
    game = getattr(found, "game", None)
    return render_page(
        request,
        "missions/skirmishes/skirmish.html",
        {
            **(_on_screen(request, game) if game is not None else {}),
            **(_at_table(request, found) if found.is_at_table else {}),
            **NAV,
            "skirmish": found,
            "system": system,
            "staffs": [
                (system.sides[side], found.levels.get(side, USUAL_LEVEL), found.doctrines[side])
                for side in sides_of(found)
            ],
            "outcome": outcome(found),
            "entries": entries_of(found, request.user.pk),
            "has_men": any(places(found)),
            "in_seasons": in_seasons(found),
            "has_open_season": bool(open_to(found, request.user)),
            "is_own": found.owner_id == request.user.pk,
            "is_analysed": not why_not_of_skirmish(found),
            "key": uuid.uuid4(),
        },
        partial="progress",
    )


def _at_table(request: MemberRequest, found: Skirmish) -> dict[str, object]:
    """What was told of it, how it is taken back, and what the viewer has begun to tell."""
    live = live_telling(found)
    return {
        "begun": begun_of_skirmish(found, request.user.pk),
        "trace": told_rows(found),
        "take_back": TakeBackForm(initial={"seen": told_version(live)}),
    }


def _on_screen(request: MemberRequest, game: Game) -> dict[str, object]:
    """Who is at the controls, and the links to chairs that are still empty."""
    rows = [
        (row, request.build_absolute_uri(reverse("game-join", args=(row.token,))) if row.token else "")
        for row in chair_rows(game, request.user.pk)
    ]
    return {
        "chairs": rows,
        "plays": bool(controls(game, request.user)),
        "watch_link": watch_link(request, game),
    }


@only_post("skirmish")
def skirmish_again(request: MemberRequest, number: int) -> HttpResponse:
    """The same once more, with another seed. The same button of the same page is one act."""
    found = skirmish_or_404(request, number)
    form = KeyForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["key"])))
        return redirect("skirmish", number)
    ordered = skirmishes.again(actor=request.user, skirmish=found, key=form.cleaned_data["key"])
    return redirect("skirmish", ordered.pk)


@only_post("skirmish")
def skirmish_delete(request: MemberRequest, number: int) -> HttpResponse:
    """Throw it away."""
    found = own_skirmish_or_404(request, number)
    skirmishes.delete(actor=request.user, skirmish=found)
    messages.success(request, f"{found.title} has been deleted.")
    return redirect("skirmishes")


@dataclass(frozen=True, slots=True)
class Audience:
    """A pair of eyes that the replay may be watched with."""

    side: Side | None
    title: str
    url: str
    current: bool


@require_safe
@leading_back("skirmish")
def skirmish_replay(request: MemberRequest, number: int, step: int | None = None) -> HttpResponse:
    """The replay, all hands open; ``?eyes=`` a side's, as that side saw it."""
    found = skirmish_or_404(request, number)
    shown = _watched(request, found)
    system, sides, audience = shown.system, shown.sides, shown.audience
    here = shown.url if step is None else f"{shown.url}{step}/"
    offered = [Audience(None, "All hands open", here, audience is None)]
    offered += [Audience(side, f"{system.sides[side]} eyes", f"{here}?eyes={side}", side == audience) for side in sides]
    is_analysed = not why_not_of_skirmish(found)
    context: dict[str, object] = {
        **NAV,
        "head": "missions/skirmishes/head.html",
        "skirmish": found,
        "system": system,
        "audiences": offered,
        "analysis_url": reverse("skirmish-analysis", args=(number,)) if is_analysed else "",
    }
    if step is None and not why_not_skirmish(found, request.user.pk):
        row = SharedReplay.objects.filter(skirmish=found).first()
        context |= share_panel(request, row, reverse("skirmish-share", args=(number,)))
    analysis = found_of(found.record, skirmish=found) if is_analysed else None
    return watch(request, shown, step, context, analysis)


@require_safe
@leading_back("skirmish")
def skirmish_film(request: MemberRequest, number: int) -> HttpResponse:
    """The same as a document that the page of a step plays."""
    return film_of(request, _watched(request, skirmish_or_404(request, number)))


@require_safe
@leading_back("skirmish")
def skirmish_still(request: MemberRequest, number: int, step: int, suffix: str) -> HttpResponse:
    """A step of it as a picture."""
    return still_of(request, _watched(request, skirmish_or_404(request, number)), step, suffix)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@leading_back("skirmish")
def skirmish_moving(request: MemberRequest, number: int) -> HttpResponse:
    """The whole of it as a moving picture, or the button that orders it."""
    found = skirmish_or_404(request, number)
    shown = _watched(request, found)
    context: dict[str, object] = {
        **NAV,
        "head": "missions/skirmishes/head.html",
        "skirmish": found,
        "system": shown.system,
    }
    return moving_of(request, shown, context, lambda: moving_pictures.order(actor=request.user, watched=shown))


@require_safe
@never_cache
@leading_back("skirmish")
def skirmish_moving_file(request: MemberRequest, number: int) -> HttpResponse:
    """The file of it."""
    return moving_file_of(_watched(request, skirmish_or_404(request, number)))


def _watched(request: MemberRequest, found: Skirmish) -> Watched:
    if found.is_at_table:
        raise Refusal("What was played at a table has no replay.")
    if found.report is None:
        raise Refusal("There is a replay once it has been flown.")
    audience: Side | None = request.GET.get("eyes") or None
    if audience is not None and audience not in sides_of(found):
        raise Http404("No such side flew in this skirmish.")
    return watched(found, audience)


def _system_or_404(slug: str) -> System:
    try:
        return engine.systems()[slug]
    except KeyError:
        raise Http404("There is no such game here.") from None
