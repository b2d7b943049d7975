"""Results of tables on their way: read, confirmed or disputed, decided, approved."""

from __future__ import annotations

from functools import wraps

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from campaigns.access import Viewer
from campaigns.models import Role
from campaigns.selectors.sides import side_titles
from config.common.web import MemberRequest, View, asking, only_post, whole_number
from missions.access import mission_or_404
from missions.forms.results import AnswerForm, DecideForm
from missions.models import Mission, Submission
from missions.operations import approvals, submissions
from missions.selectors.results import ResultPage, closing_page, on_its_way, result_page
from missions.selectors.submissions import live_of
from missions.views.common import render_mission


class NoResult(Exception):
    """The table has told nothing, or what it told has been withdrawn."""


def _of_a_result(view: View) -> View:
    """Who comes for a result that is not there (any more) is led to the tables of the mission and told so."""

    @wraps(view)
    def led(request: MemberRequest, pk: int, number: int, table: int) -> HttpResponseBase:
        try:
            return view(request, pk, number, table)
        except NoResult:
            messages.info(request, f"There is no result of table {table}: nobody has told it, or it was withdrawn.")
            return redirect("mission-results", pk, number)

    return led


@require_safe
@never_cache
def results(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """The tables of a mission, and what each has told; a mission that one table flies shows its result."""
    mission, viewer = mission_or_404(request, pk, number)
    found = on_its_way(mission, viewer)
    if found is None:
        messages.info(request, "No table has told a result of this mission.")
        return redirect("mission", pk, number)
    if not found.several and found.tables[0].status:
        return redirect("mission-result", pk, number, found.tables[0].table)
    closing = closing_page(mission) if found.several and not found.is_closed else None
    return render_mission(request, "missions/results/results.html", mission, "fly", results=found, closing=closing)


@asking
@_of_a_result
def result(request: MemberRequest, pk: int, number: int, table: int) -> HttpResponse:
    """What a table has told, fact by fact; the other side says of each whether it was so."""
    mission, viewer, page = _page(request, pk, number, table, Role.PILOT if request.method == "POST" else Role.READER)
    if request.method != "POST":
        return _result_page(request, mission, viewer, page)
    form = AnswerForm(page, data=request.POST)
    if form.is_valid():
        with form.showing_refusals():
            submissions.answer(
                actor=request.user,
                submission=page.submission,
                disputes=form.disputes(),
                expected_version=form.cleaned_data["seen"],
            )
            messages.success(request, _answered(form, mission))
            return redirect("mission-result", pk, number, table)
    return _result_page(request, mission, viewer, page, answer=form)


def _answered(form: AnswerForm, mission: Mission) -> str:
    """What an answer has done, in a sentence."""
    if form.disputes():
        return "What you corrected waits for the umpire."
    held = form.held()
    if not held:
        return "You have confirmed this result."
    who = " and ".join(dict.fromkeys(said.remark.by.get_username() for said in held))
    side = side_titles(mission.campaign)[held[0].remark.side]
    return f"You have confirmed the rest. Only {who}, the {side} commander or an umpire takes back what is disputed."


@only_post("mission-result")
@_of_a_result
def decide(request: MemberRequest, pk: int, number: int, table: int) -> HttpResponse:
    """Decide what is disputed, and approve the result if that is asked for."""
    mission, viewer, page = _page(request, pk, number, table, Role.UMPIRE)
    form = DecideForm(page, side_titles(mission.campaign), data=request.POST)
    if form.is_valid():
        with form.showing_refusals():
            approvals.decide(
                actor=request.user,
                submission=page.submission,
                values=form.decisions(),
                expected_version=form.cleaned_data["seen"],
                approve="approve" in request.POST,
            )
            done = "decided and approved" if "approve" in request.POST else "decided"
            messages.success(request, f"It is {done}.")
            return redirect("mission-result", pk, number, table)
    return _result_page(request, mission, viewer, page, decision=form)


@only_post("mission-result")
@_of_a_result
def approve(request: MemberRequest, pk: int, number: int, table: int) -> HttpResponse:
    mission, _, page = _page(request, pk, number, table, Role.UMPIRE)
    approvals.approve(actor=request.user, submission=page.submission, expected_version=request.POST.get("seen", ""))
    mission.refresh_from_db(fields=["status"])
    entered = mission.status == Mission.Status.DEBRIEFED
    messages.success(request, f"The result is approved{' and in the journal' if entered else ''}.")
    return redirect("mission-result", pk, number, table)


@only_post("mission-result")
@_of_a_result
def withdraw(request: MemberRequest, pk: int, number: int, table: int) -> HttpResponse:
    _, _, page = _page(request, pk, number, table, Role.PILOT)
    submissions.withdraw(actor=request.user, submission=page.submission, expected_version=request.POST.get("seen", ""))
    messages.success(request, f"The result of table {table} is withdrawn.")
    return redirect("mission", pk, number)


@only_post("mission-results")
def close(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Close a mission with the tables whose results have been approved."""
    mission, _ = mission_or_404(request, pk, number, at_least=Role.UMPIRE)
    shown = [whole_number(each) for each in request.POST.getlist("table")]
    approvals.close(actor=request.user, mission=mission, tables=shown)
    messages.success(request, f"Mission {number} is closed, and in the journal.")
    return redirect("mission-debrief", pk, number)


def _page(
    request: MemberRequest, pk: int, number: int, table: int, at_least: Role
) -> tuple[Mission, Viewer, ResultPage]:
    """The result of a table for one viewer. Raises ``NoResult`` if it has told none."""
    mission, viewer = mission_or_404(request, pk, number, at_least=at_least)
    found: Submission | None = live_of(mission, table)
    if found is None:
        raise NoResult
    return mission, viewer, result_page(mission, found, viewer)


def _result_page(
    request: MemberRequest,
    mission: Mission,
    viewer: Viewer,
    page: ResultPage,
    *,
    answer: AnswerForm | None = None,
    decision: DecideForm | None = None,
) -> HttpResponse:
    """The page; a form that was sent comes back with what is wrong in it, even if its time has passed."""
    if answer is None and page.may.answer:
        answer = AnswerForm(page)
    if decision is None and page.may.decide:
        decision = DecideForm(page, side_titles(mission.campaign))
    return render_mission(
        request,
        "missions/results/result.html",
        mission,
        "debrief" if page.submission.status == Submission.Status.APPROVED else "fly",
        page=page,
        answer=answer,
        decision=decision,
    )
