"""Games on screen: the cockpit of a side, what is decided there, and what has changed since one looked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseForbidden, HttpResponseNotModified
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

import engine
from config.common.refusals import Refusal
from config.common.web import MemberRequest, asking, only_post, render_page, tell_refusal, telling_refusals
from engine.core.game import Side
from missions.access import cockpit_or_404, game_or_404
from missions.models import Controller, Game
from missions.operations import games
from missions.replay import board_svg
from missions.selectors.cockpit import Extras, Picks, cockpit
from missions.selectors.games import (
    NO_CHAIR,
    by_token,
    controls,
    home_of,
    is_kept_for,
    is_newcomer,
    looked_at,
    pause_is_over,
    token_of,
)
from missions.selectors.guides import guided_by
from missions.selectors.mission_games import talk_of
from missions.selectors.playback import since
from missions.selectors.watching import token_of_table

LONGEST = 120
"""Letters of an action, and of what is picked."""
MOST_HABITS = 30


@require_safe
@never_cache
def game(request: MemberRequest, number: int) -> HttpResponse:
    """To the side that the person decides for; who decides for both is shown a curtain, to hand the screen over."""
    found = game_or_404(request, number)
    own = controls(found, request.user)
    if len(own) == 1 or found.is_over:
        return redirect("cockpit", number, own[0])
    system = engine.systems()[found.system]
    side = found.side if found.side in own else own[0]
    context = {"nav": nav(found), "game": found, "side": side, "title": system.sides[side], "system": system}
    return render_page(request, "missions/games/curtain.html", context)


@require_safe
@never_cache
def cockpit_view(request: MemberRequest, number: int, side: Side) -> HttpResponse:
    """The table of a side, and what it may do."""
    found, controllers = cockpit_or_404(request, number, side)
    with telling_refusals(request):
        _go_on(found)
    return _cockpit(request, found, side, controllers)


@asking
def game_join(request: MemberRequest, token: str) -> HttpResponse:
    """Take the chair that a link keeps open."""
    if request.method == "POST":
        with telling_refusals(request):
            joined = games.sit_down(actor=request.user, token=token)
            return redirect("game", joined.pk)
        return redirect("game-join", token)
    chair = by_token(token)
    if chair is None:
        raise Http404(NO_CHAIR)
    if chair.user_id == request.user.pk:
        return redirect("game", chair.game_id)
    system = engine.systems()[chair.game.system]
    context = {"nav": "skirmishes", "chair": chair, "system": system, "is_kept": is_kept_for(chair, token)}
    return render_page(request, "missions/games/join.html", context)


def _go_on(found: Game) -> None:
    """What the clock has brought meanwhile."""
    if pause_is_over(found.resumes_at):
        games.resume(found)
        found.refresh_from_db()
    games.land(found)


def _cockpit(
    request: MemberRequest, found: Game, side: Side, controllers: Sequence[Controller] | None = None
) -> HttpResponse:
    picks = Picks(request.GET.get("card", "")[:LONGEST], request.GET.get("at", "")[:LONGEST])
    asked = Extras("hint" in request.GET, "why" in request.GET)
    try:
        with looked_at(found) as course:
            page = cockpit(found, course, side, request.user.pk, picks, asked, controllers)
            guided = guided_by(found, course, side)
    except Refusal as refusal:
        tell_refusal(request, refusal)
        home = home_of(found)
        return HttpResponseClientRedirect(home) if request.htmx else redirect(home)
    is_part = bool(request.htmx)
    context = {
        "nav": nav(found),
        "page": page,
        "picks": picks,
        "guided": guided,
        "is_part": is_part,
        "is_newcomer": not is_part and guided is None and not found.is_over and is_newcomer(request.user),
        "talk": "" if is_part else talk_of(found, request.user),
        "link": _link(request, page.chair) if page.chair and page.chair.is_open else "",
        "invitations": [
            (page.system.sides[each.side], _link(request, each)) for each in page.awaited if not found.is_over
        ],
        "watch_link": watch_link(request, found),
        "board": board_svg.draw(page.board),
        "url": reverse("cockpit", args=(found.pk, side)),
        "playback": reverse("game-playback", args=(found.pk, side)),
    }
    return render_page(request, "missions/games/cockpit.html", context, partial="cockpit")


@require_safe
@never_cache
def game_playback(request: MemberRequest, number: int, side: Side) -> HttpResponse:
    """What has happened on a side's table, step by step, ``since`` an entry of its log."""
    found = game_or_404(request, number, side)
    try:
        played = list(since(found, side, request.GET.get("since", "")[:LONGEST]))
    except Refusal as refusal:
        tell_refusal(request, refusal)
        return redirect(home_of(found))
    system = engine.systems()[found.system]
    context: dict[str, object] = {
        "nav": nav(found),
        "url": reverse("cockpit", args=(found.pk, side)),
        "title": system.sides[side],
        "steps": [(each, board_svg.draw(each.board)) for each in played],
        "on": request.GET.get("on", ""),
    }
    return render_page(request, "missions/games/playback.html", context, partial="steps")


def nav(found: Game) -> str:
    """Under what of the menu it stands."""
    return "skirmishes" if found.mission_id is None else "campaigns"


def _link(request: MemberRequest, chair: Controller) -> str:
    """What one sends to whoever shall take the chair."""
    return request.build_absolute_uri(reverse("game-join", args=(token_of(chair),)))


def watch_link(request: MemberRequest, found: Game) -> str:
    """What one sends to whoever shall watch; empty where nobody may, and of a mission, whose page leads there."""
    if not found.lets_watch or found.mission_id is not None:
        return ""
    return request.build_absolute_uri(reverse("game-watch", args=(token_of_table(found),)))


@only_post("cockpit")
def game_decide(request: MemberRequest, number: int, side: Side) -> HttpResponse:
    """Take the open decision."""
    found = game_or_404(request, number, side)
    return _done(
        request,
        side,
        lambda: games.decide(
            actor=request.user,
            game=found,
            side=side,
            action=request.POST.get("action", "")[:LONGEST],
            seen=request.POST.get("seen", ""),
        ),
        found,
    )


@only_post("cockpit")
def game_take_back(request: MemberRequest, number: int, side: Side) -> HttpResponse:
    """Take back one's last decision."""
    found = game_or_404(request, number, side)
    seen = request.POST.get("seen", "")
    return _done(request, side, lambda: games.take_back(actor=request.user, game=found, side=side, seen=seen), found)


@only_post("cockpit")
def game_habits(request: MemberRequest, number: int, side: Side) -> HttpResponse:
    """Set what one need not be asked any more."""
    found = game_or_404(request, number, side)
    chosen = [slug[:LONGEST] for slug in request.POST.getlist("habit")[:MOST_HABITS]]
    if "usual" in request.POST:
        chosen += [each.slug for each in engine.systems()[found.system].habits if each.is_usual]
    act = partial(games.set_habits, actor=request.user, game=found, side=side, habits=chosen)
    return _done(request, side, act, found)


@only_post("cockpit")
def game_rest(request: MemberRequest, number: int, side: Side) -> HttpResponse:
    """Leave it to the staff, or take over again."""
    found = game_or_404(request, number, side)
    act = partial(games.rest, actor=request.user, game=found, side=side, rests="rests" in request.POST)
    return _done(request, side, act, found)


@only_post("cockpit")
def game_hand_over(request: MemberRequest, number: int, side: Side) -> HttpResponse:
    """Keep one's chair for whoever comes with a link."""
    found = game_or_404(request, number, side)
    return _done(request, side, lambda: games.hand_over(actor=request.user, game=found, side=side).game, found)


def _done(request: MemberRequest, side: Side, act: Callable[[], Game], found: Game) -> HttpResponse:
    """Do it, and show the table as it stands then; what was refused is said above it."""
    try:
        found = act()
    except Refusal as refusal:
        tell_refusal(request, refusal)
        found.refresh_from_db()
    with telling_refusals(request):
        games.land(found)
    if request.htmx:
        return _cockpit(request, found, side)
    return redirect("cockpit", found.pk, side)


@require_safe
@login_not_required
def game_news(request: HttpRequest, number: int, side: Side) -> HttpResponse:
    """Whether a side has another page than the one whose name is sent: 304 if not. Two queries.

    It is asked every second or so by every page that is open, and so reads neither the person nor his notices.
    """
    user = request.session.get(SESSION_KEY)
    told = Controller.objects.page_name(int(user) if user is not None else None, number, side)
    if told is None:
        return HttpResponseForbidden("This table is not yours: sign in, or open it again.")
    seen, resumes_at = told
    if pause_is_over(resumes_at):
        try:
            games.resume(Game.objects.get(pk=number))
            seen = Game.objects.values_list("seen", flat=True).get(pk=number)
        except Refusal:  # the page that is asked for then says why
            seen = {side: "cannot go on"}
    return news(request, seen[side])


def news(request: HttpRequest, seen: str) -> HttpResponse:
    """Whether a page whose name is ``seen`` by now is another than the one whose name is sent."""
    etag = f'"{seen}"'
    response: HttpResponse = HttpResponse(status=200)
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponseNotModified()
    response["ETag"] = etag
    response["Cache-Control"] = "no-store, private"
    return response
