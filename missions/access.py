"""Missions and jobs for views, fetched through the campaign they belong to; who may plan and read orders."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q
from django.http import Http404

from campaigns.access import Viewer, campaign_or_404
from campaigns.models import Campaign, Role
from config.common.prepared import Prepared
from config.common.prepared import number as number_of
from config.common.web import MemberRequest
from missions.models import Controller, Game, Job, Mission, Orders, OwnPilot, Skirmish

_MISSION = Prepared(
    lambda: (
        Mission.objects.filter(campaign=number_of("campaign"), number=number_of("number"))
        .select_related("flight", "debrief")
        .order_by()
    )
)


def mission_or_404(
    request: MemberRequest,
    pk: int,
    number: int,
    *,
    at_least: Role = Role.READER,
    operations: bool = False,
    to_write: bool = False,
) -> tuple[Mission, Viewer]:
    """Mission ``number`` of campaign ``pk`` (as ``mission.campaign``) and what the person is in it.

    ``operations``: the page is also one of a Mission that an operation counts as, which has no orders and no debrief.
    ``to_write``: it is nothing but its form (``campaign_or_404``).
    """
    campaign, viewer = campaign_or_404(request, pk, at_least=at_least, to_write=to_write)
    mission = _MISSION.first(campaign=campaign.pk, number=number)
    if mission is None:
        raise Http404("This campaign has no such mission.")
    if mission.is_operation and not operations:
        raise Http404("An operation counts as this mission: it has its own campaign.")
    mission.campaign = campaign
    return mission, viewer


def may_plan(mission: Mission, viewer: Viewer, side: str) -> bool:
    """Whether ``side``'s orders are his to write now."""
    return not viewer.is_closed and plans(mission, viewer, side)


def plans(mission: Mission, viewer: Viewer, side: str) -> bool:
    """Whether ``side``'s orders are his: to read them, even of an archived campaign.

    Of a mission flown on paper an umpire says who flew, and so does the owner for a side of the staff's: what a person
    commands he does not look into.
    """
    if side in viewer.commands or not mission.is_on_paper:
        return side in viewer.commands
    of_staff = {seat.side for seat in mission.campaign.seats.all() if seat.role == Role.COMMANDER and seat.is_staff}
    return viewer.is_umpire or (viewer.is_owner and side in of_staff)


def may_draft(viewer: Viewer, side: str, squadron: str) -> bool:
    """Whether he keeps its unsigned plan: of a squadron its leader; of a side its commander and who drafts for it."""
    return (side, squadron) in viewer.leads or (not squadron and side in viewer.commands)


def job_or_404(request: MemberRequest, job_id: UUID) -> Job:
    """A job of one of the person's campaigns, with its mission and campaign."""
    job = (
        Job.objects.filter(pk=job_id, mission__campaign__in=Campaign.objects.for_user(request.user.pk))
        .select_related("mission__campaign")
        .first()
    )
    if job is None:
        raise Http404("There is no such job among yours.")
    return job


def skirmish_or_404(request: MemberRequest, number: int) -> Skirmish:
    """A skirmish of the person's own, or in which he played, with its job and its game. One query.

    Who played at a table is known where it stands in a season.
    """
    in_season = Q(season_games__allied=request.user) | Q(season_games__axis=request.user)
    own = Q(owner=request.user) | Q(game__controllers__user=request.user) | in_season
    found = Skirmish.objects.filter(own, pk=number).select_related("job", "game").distinct().first()
    if found is None:
        raise Http404("There is no such skirmish among yours.")
    return found


def own_skirmish_or_404(request: MemberRequest, number: int) -> Skirmish:
    """One of the person's own skirmishes. One query."""
    found = Skirmish.objects.filter(pk=number, owner=request.user).first()
    if found is None:
        raise Http404("There is no such skirmish among yours.")
    return found


def own_pilot_or_404(request: MemberRequest, number: int) -> OwnPilot:
    """One of the person's own pilots, of no campaign. One query."""
    found = OwnPilot.objects.filter(pk=number, owner=request.user).first()
    if found is None:
        raise Http404("There is no such pilot among yours.")
    return found


def game_or_404(request: MemberRequest, number: int, side: str = "") -> Game:
    """A game on screen that the person has a part in; ``side``: on that side. One query."""
    chairs = Controller.objects.held_by(request.user.pk).filter(**({"side": side} if side else {}))
    games = Game.objects.filter(Exists(chairs.filter(game=OuterRef("pk"))), pk=number)
    found = games.select_related("skirmish", "mission").first()
    if found is None:
        raise Http404("There is no such game among yours.")
    return found


_CONTROLLERS = Prepared(lambda: Controller.objects.filter(game=number_of("game")).with_people())
_GAME = Prepared(lambda: Game.objects.filter(pk=number_of("game")).select_related("skirmish", "mission"))


def cockpit_or_404(request: MemberRequest, number: int, side: str) -> tuple[Game, list[Controller]]:
    """The same of a side's table, with all who sit at it. Two queries."""
    controllers = _CONTROLLERS(game=number)
    own = any(each.side == side and each.is_held_by(request.user.pk) for each in controllers)
    found = _GAME.first(game=number) if own else None
    if found is None:
        raise Http404("There is no such game among yours.")
    return found, controllers


def watched_or_404(request: MemberRequest, number: int) -> Game:
    """A game on screen that the person may watch, all hands face down; ``number`` is as its link has it. One query."""
    found = Game.objects.watched_by(request.user.pk).filter(pk=number).select_related("skirmish", "mission").first()
    if found is not None:
        return found
    if Game.objects.of_campaigns_or_none(request.user.pk).filter(pk=number).exists():
        raise PermissionDenied("By the terms of this game nobody watches it.")
    raise Http404("This link leads to no game that you may watch: it may have been altered, or the game is gone.")


def may_see_orders(orders: Orders, mission: Mission, viewer: Viewer) -> bool:
    """Once they are open everybody; before that those who see the side's plans, and nobody those of the staff.

    What was flown on paper, by those who may enter it; what the deadline put there, by the side whose orders they are.
    """
    if mission.orders_are_open or (mission.is_on_paper and plans(mission, viewer, orders.side)):
        return True
    return (orders.signed_by_id is not None or bool(orders.came_late)) and viewer.sees_plans_of(orders.side)
