"""Who really flew, said at the table: one page for both sides."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from campaigns.access import not_his, only_for
from campaigns.models import Role
from campaigns.packs.schema import SIDES
from config.common.refusals import Refusal
from config.common.web import MemberRequest, asking, leading_back
from engine.core.report import Report
from missions.access import mission_or_404
from missions.flights.context import context_of, lineup_of, sheet_of
from missions.forms.lineups import LineupForm
from missions.forms.table import answers_of, initial_outcome
from missions.models import Mission
from missions.operations import lineups
from missions.planning.lineup import AS_ORDERED, Lineup
from missions.selectors.lineups import known_of_unseen, lineup_version, may_say, only_umpires, why_not_said
from missions.selectors.missions import flight_of
from missions.views.common import render_mission


@asking
@leading_back("mission")
def lineup(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Say who flew otherwise than by the orders (``store``), or that all flew by them (``as-planned``)."""
    mission, viewer = mission_or_404(request, pk, number, at_least=Role.COMMANDER, to_write=True)
    if not may_say(mission, viewer):
        raise not_his(mission.campaign, str(only_for(Role.UMPIRE if only_umpires(mission) else Role.COMMANDER)))
    if why := why_not_said(mission):
        messages.info(request, why)
        return redirect("mission", pk, number)
    context, unseen = context_of(mission), known_of_unseen(mission.campaign, viewer)
    if request.method != "POST":
        return _page(request, mission, LineupForm(context, lineup_version(mission), unseen=unseen))
    if "as-planned" in request.POST:
        return _said(request, mission, AS_ORDERED, request.POST.get("seen", ""))
    form = LineupForm(context, lineup_version(mission), request.POST, unseen=unseen)
    if form.is_valid():
        try:
            flew = form.lineup()
            said = _said(request, mission, flew, form.cleaned_data["seen"], drawn=form.drawn)
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            if not form.wants_men:
                return said
            messages.info(request, "Another squadron flew: open its unit to say who of its men sat in its aircraft.")
            return redirect("mission-lineup", pk, number)
    return _page(request, mission, form)


def _said(request: MemberRequest, mission: Mission, flew: Lineup, seen: str, **more: Any) -> HttpResponse:
    """Store who flew; then back to the table, or here once more for the units that another Resource brings."""
    place = (mission.campaign_id, mission.number)
    was = lineup_of(mission)
    told = _told(mission)
    changed = lineups.say_who_flew(
        actor=request.user, mission=mission, lineup=flew, expected_version=seen, told=told, **more
    )
    if not changed:
        messages.info(request, "Nothing has changed.")
    elif flew == AS_ORDERED:
        messages.success(request, "All flew by their orders.")
    else:
        messages.success(request, "Noted who flew. What differs from the pack is marked.")
    if told and changed:
        messages.info(request, "The result that was stored is taken back. It is filled in below: look it over.")
    if any(flew.of(side).spent != was.of(side).spent for side in SIDES):
        messages.info(request, "Another Resource was spent: look whether its units flew as they stand here.")
        return redirect("mission-lineup", *place)
    return redirect("mission-table", *place)


def _told(mission: Mission) -> dict[str, list[str]]:
    """The answers of the result that is stored and not debriefed, by field."""
    flight = flight_of(mission)
    if flight is None:
        return {}
    return answers_of(initial_outcome(Report.from_json(flight.report), sheet_of(mission)))


def _page(request: MemberRequest, mission: Mission, form: LineupForm) -> HttpResponse:
    return render_mission(
        request,
        "missions/lineups/lineup.html",
        mission,
        "fly",
        form=form,
        is_told=bool(mission.lineup),
        has_result=flight_of(mission) is not None,
    )
