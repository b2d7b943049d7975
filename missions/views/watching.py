"""Games on screen as those watch them who have no part in them: all hands face down, or open for an umpire."""

from __future__ import annotations

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from campaigns.access import only_for
from campaigns.models import Role
from config.common.refusals import Refusal
from config.common.web import MemberRequest, render_page, tell_refusal
from engine.core.game import PUBLIC
from missions.access import mission_or_404, watched_or_404
from missions.models import Game
from missions.replay import board_svg
from missions.selectors.flights import open_game
from missions.selectors.games import controls, home_of, looked_at, title_of
from missions.selectors.mission_games import may_watch
from missions.selectors.parts import has_part
from missions.selectors.table_odds import table_odds
from missions.selectors.watching import table_by, watched_table
from missions.views.games import nav, news

NOBODY_FLIES = "Nobody flies this mission on screen now."


@require_safe
@never_cache
def game_watch(request: MemberRequest, token: str) -> HttpResponse:
    """The table, all hands face down. Who plays in the game is led to his own."""
    found = watched_or_404(request, table_by(token))
    if controls(found, request.user):
        return redirect("game", found.pk)
    home = home_of(found) if found.mission_id is not None else reverse("skirmishes")
    return _table(request, found, home, is_open=False)


@require_safe
@never_cache
def umpire(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """All hands, for an umpire who has no part in it."""
    found, home = _umpired(request, pk, number), reverse("mission", args=(pk, number))
    if found is None:
        return _led_back(request, Refusal(NOBODY_FLIES), home)
    return _table(request, found, home, is_open=True)


@require_safe
@never_cache
def umpire_odds(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """How it stands in the odds, by some flights more than at the last look."""
    found, home = _umpired(request, pk, number), reverse("mission", args=(pk, number))
    if found is None:
        return _led_back(request, Refusal(NOBODY_FLIES), home)
    table = reverse("mission-screen-umpire", args=(pk, number))
    try:
        with looked_at(found) as course:
            game = course.game.copy()  # others go on with the game while it is flown on here
    except Refusal as refusal:
        return _led_back(request, refusal, home)
    odds = table_odds(found, game)
    context: dict[str, object] = {
        "nav": nav(found),
        "title": title_of(found),
        "table": table,
        "odds": odds,
        "url": request.path,
    }
    return render_page(request, "missions/games/table_odds.html", context, partial="odds")


def _umpired(request: MemberRequest, pk: int, number: int) -> Game | None:
    """The mission's game under way, for an umpire who has no part in it; ``None``: there is none."""
    mission, viewer = mission_or_404(request, pk, number)
    found = open_game(mission)
    if found is None:
        return None
    controllers = list(found.controllers.with_people())
    if not viewer.is_umpire or not may_watch(viewer, has_part=has_part(found, mission, viewer, controllers)):
        raise only_for(Role.UMPIRE)
    return found


@require_safe
@login_not_required
def game_watch_news(request: HttpRequest, token: str) -> HttpResponse:
    """Whether who watches has another page than the one whose name is sent: 304 if not. Two queries."""
    user = request.session.get(SESSION_KEY)
    games = Game.objects.watched_by(int(user) if user is not None else None).filter(pk=table_by(token))
    seen = games.values_list("seen", flat=True).first()
    if seen is None:
        return HttpResponseForbidden("This table is not yours to watch: sign in, or open it again.")
    return news(request, seen[PUBLIC])


def _table(request: MemberRequest, found: Game, home: str, *, is_open: bool) -> HttpResponse:
    try:
        with looked_at(found) as course:
            page = watched_table(found, course, is_open=is_open)
    except Refusal as refusal:
        return _led_back(request, refusal, home)
    context: dict[str, object] = {
        "nav": nav(found),
        "page": page,
        "board": board_svg.draw(page.board),
        "url": request.path,
        "odds_url": f"{request.path}odds/" if is_open else "",
    }
    return render_page(request, "missions/games/watch.html", context, partial="cockpit")


def _led_back(request: MemberRequest, refusal: Refusal, home: str) -> HttpResponse:
    tell_refusal(request, refusal)
    return HttpResponseClientRedirect(home) if request.htmx else redirect(home)
