"""A mission flown on screen: begun, left to the staff, given up."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from campaigns.models import Role
from config.common.refusals import Refusal
from config.common.web import MemberRequest, asking, leading_back, only_post, sent
from missions.access import mission_or_404
from missions.forms.mission_games import MissionGameForm
from missions.models import Game, Mission
from missions.operations import games, mission_games
from missions.selectors.flights import open_game
from missions.selectors.games import controls
from missions.selectors.mission_games import parties, refuse_to_begin
from missions.views.common import render_mission


@asking
@leading_back("mission")
def begin(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Say who decides, and begin. A game that is under way is led to instead."""
    mission, viewer = mission_or_404(request, pk, number, at_least=Role.COMMANDER, to_write=True)
    if (found := open_game(mission)) is not None:
        return _to(request, mission, found)
    refuse_to_begin(mission)
    form = MissionGameForm(parties(mission, viewer), sent(request))
    if form.is_valid():
        with form.showing_refusals():
            game = mission_games.begin_mission(
                actor=request.user,
                mission=mission,
                key=form.cleaned_data["key"],
                choices=form.sides,
                terms=form.terms,
            )
            games.land(game)
            return _to(request, mission, game)
    return render_mission(request, "missions/games/begin.html", mission, "fly", form=form)


def _to(request: MemberRequest, mission: Mission, game: Game) -> HttpResponse:
    """To the controls, if some are his; else to the mission, which says how it stands."""
    if controls(game, request.user):
        return redirect("game", game.pk)
    return redirect("mission", mission.campaign_id, mission.number)


@only_post("mission")
def give_up(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Say that the game is to be given up; ``not``: no longer."""
    mission, _ = mission_or_404(request, pk, number, at_least=Role.COMMANDER)
    game = _under_way(mission)
    is_meant = "not" not in request.POST
    game = mission_games.give_up(actor=request.user, game=game, is_meant=is_meant)
    if game.status == Game.Status.GIVEN_UP:
        messages.success(request, "The game has been given up. Fly the mission otherwise, by the same orders.")
    elif is_meant:
        messages.success(request, "The other side has been told. The game ends when it says so too.")
    else:
        messages.success(request, "The game goes on.")
    return redirect("mission", pk, number)


@only_post("mission")
def leave_to_staff(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """By an umpire's word the staff flies it to its end."""
    mission, _ = mission_or_404(request, pk, number, at_least=Role.UMPIRE)
    game = mission_games.leave_to_staff(actor=request.user, game=_under_way(mission))
    games.land(game)
    is_flown = game.status == Game.Status.OVER
    messages.success(request, f"The staff {'has flown' if is_flown else 'flies'} the mission to its end.")
    return redirect("mission", pk, number)


def _under_way(mission: Mission) -> Game:
    game = open_game(mission)
    if game is None:
        raise Refusal("Nobody flies this mission on screen now.")
    return game
