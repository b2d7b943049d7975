"""The table while a mission is played there: kept tap by tap on many phones, and at the end the result."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseForbidden, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from campaigns.models import Role
from config.common.refusals import Refusal
from config.common.web import MemberRequest, asking, only_post, tell_refusal
from missions.access import mission_or_404
from missions.flights.context import sheet_of
from missions.forms.companion import tap_pressed, taps_sent
from missions.models import Mission
from missions.operations import companion
from missions.results.companion import LONGEST, cells, unit_of
from missions.selectors.companion import TableState, companion_page, mission_of, table_state, version_of, why_not_kept
from missions.views.common import render_mission, table_asked


@asking
def table(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """The page; a button that is pressed without a script (``tap``) is a form of its own."""
    at_least = Role.PILOT if request.method == "POST" else Role.READER
    mission, viewer = mission_or_404(request, pk, number, at_least=at_least)
    at = table_asked(request)
    opened = request.GET.get("open", "")[:LONGEST]
    if request.method == "POST":
        return _pressed(request, mission, at)
    if why := why_not_kept(mission, at):
        messages.info(request, why)
        return redirect("mission", pk, number)
    page = companion_page(mission, viewer, at, opened)
    return render_mission(
        request, "missions/companion/companion.html", mission, "fly", page=page, key=uuid.uuid4(), opened=opened
    )


def _pressed(request: MemberRequest, mission: Mission, at: int) -> HttpResponse:
    """Keep what was pressed, and show the page again, as open as it was."""
    unit = request.POST.get("open", "")[:LONGEST]
    try:
        tap = tap_pressed(request.POST.get("tap", ""), request.POST.get("key", ""), request.user.pk)
        unit = unit_of(tap) or unit
        taken = companion.take(actor=request.user, mission=mission, table_number=at, taps=[tap])
        for sentence in taken.refused.values():
            messages.error(request, sentence)
    except Refusal as refusal:
        tell_refusal(request, refusal)
    return _back_to(mission.campaign_id, mission.number, at, unit)


@require_POST
def taps(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """What a device has tapped (``taps``), each tap once however often it comes; answered by how the table stands."""
    mission, _ = mission_or_404(request, pk, number, at_least=Role.PILOT)
    at = table_asked(request)
    try:
        sent = taps_sent(request.POST.get("taps", ""), request.user.pk)
        taken = companion.take(actor=request.user, mission=mission, table_number=at, taps=sent)
    except Refusal as refusal:
        return _not_kept(refusal.sentence)
    refused = {str(key): sentence for key, sentence in taken.refused.items()}
    return _told(table_state(mission, taken.cells, at, request.user.pk), refused)


@require_safe
@login_not_required
def news(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """How the table stands, if that is otherwise than the device knows it; 304 if not, by three queries.

    It is asked every other second by every phone at the table, and so reads neither the person nor his notices.
    """
    mission = mission_of(request.session, pk, number)
    if mission is None:
        return HttpResponseForbidden("This table is not yours: sign in, or open it again.")
    at = table_asked(request)
    version = version_of(mission, at)
    if mission.status == Mission.Status.READY and request.headers.get("If-None-Match") == f'"{version}"':
        return HttpResponseNotModified(headers={"ETag": f'"{version}"'})
    if why := why_not_kept(mission, at):
        return _not_kept(why)
    return _told(table_state(mission, cells(sheet_of(mission)), at, int(request.session[SESSION_KEY])))


@only_post("mission-companion")
def clear(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Begin anew with an empty table."""
    mission, _ = mission_or_404(request, pk, number, at_least=Role.PILOT)
    at = table_asked(request)
    if companion.clear(actor=request.user, mission=mission, table_number=at):
        messages.success(request, "The table begins anew: nothing is kept of it any more.")
    return _back_to(pk, number, at)


def _back_to(pk: int, number: int, at: int, unit: str = "") -> HttpResponse:
    """To the page of a table, one unit open."""
    query = ({"table": str(at)} if at > 1 else {}) | ({"open": unit} if unit else {})
    return redirect(reverse("mission-companion", args=(pk, number), query=query, fragment=unit or None))


def _told(state: TableState, refused: Mapping[str, str] | None = None) -> HttpResponse:
    """``refused``: of what was sent, by key, what is kept nowhere, and why."""
    headers = {"ETag": f'"{state.version}"', "Cache-Control": "no-store, private"}
    return JsonResponse(state.as_json() | {"refused": refused or {}}, headers=headers)


def _not_kept(why: str) -> HttpResponse:
    """The device keeps what it has, and says why."""
    return JsonResponse({"why": why}, status=HTTPStatus.CONFLICT, headers={"Cache-Control": "no-store, private"})
