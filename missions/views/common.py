"""What the pages of a mission share: how they are shown, its stages, and fetching what the address names."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from campaigns.packs.schema import SIDES, Side
from clubs.selectors.endings import closed_context
from config.common.web import MemberRequest, render_page, whole_number
from missions.models import Flight, Mission, Submission
from missions.selectors.missions import flight_of


@dataclass(frozen=True, slots=True)
class MissionStage:
    """One of the four stages of a mission, as the strip at the head of its pages shows it."""

    title: str
    url: str
    """Empty while there is nothing to see."""
    state: str
    """``here``, ``done`` or ``ahead``."""
    note: str


def stages(mission: Mission, here: str = "") -> list[MissionStage]:
    """The strip for ``mission``; ``here`` is the stage whose page this is, if it is one's own page.

    None for an operation that counts as a mission: its stages were in its own campaign.
    """
    if mission.is_operation:
        return []
    at = (mission.campaign_id, mission.number)
    board = reverse("mission", args=at)
    flight = flight_of(mission)
    has_replay = flight is not None and flight.has_replay
    is_planned = mission.status != Mission.Status.PLANNING
    is_debriefed = mission.status == Mission.Status.DEBRIEFED
    current = here or _waits_for(mission, has_replay)
    rows = (
        ("plan", "Plan", f"{board}#plans", is_planned, "signed" if is_planned else "to be signed"),
        ("fly", "Fly", f"{board}#fly" if is_planned else "", flight is not None, _way(flight) or _told(mission)),
        (
            "watch",
            "Watch",
            reverse("mission-replay", args=(*at, 0)) if has_replay else "",
            is_debriefed and has_replay,
            _watch(flight),
        ),
        (
            "debrief",
            "Debrief",
            reverse("mission-debrief", args=at) if flight else "",
            is_debriefed,
            ("corrected since" if flight and flight.corrected_at else "done") if is_debriefed else "",
        ),
    )
    return [
        MissionStage(title, url, "here" if name == current else "done" if done else "ahead", note)
        for name, title, url, done, note in rows
    ]


def render_mission(
    request: MemberRequest,
    template: str,
    mission: Mission,
    here: str = "",
    *,
    partial: str = "",
    status: int = 0,
    **context: object,
) -> HttpResponse:
    """A page of ``mission`` under the strip of its stages; ``here`` is the stage whose page this is."""
    about: dict[str, object] = {"nav": "campaigns", "mission": mission, "stages": stages(mission, here)}
    about |= closed_context(mission.campaign, "campaign-end")
    return render_page(request, template, about | context, partial=partial, status=status)


def _waits_for(mission: Mission, has_replay: bool) -> str:
    match mission.status:
        case Mission.Status.PLANNING:
            return "plan"
        case Mission.Status.READY:
            return "fly"
        case Mission.Status.FLOWN:
            return "watch" if has_replay else "debrief"
    return ""


def _way(flight: Flight | None) -> str:
    return flight.flyers if flight is not None else ""


def _told(mission: Mission) -> str:
    """Whether a table has told how it went. One query where results are confirmed."""
    waits = mission.is_told_and_confirmed and mission.status == Mission.Status.READY and mission.orders_are_open
    if not waits or not mission.submissions.exclude(status=Submission.Status.WITHDRAWN).exists():
        return ""
    return "result on its way"


def _watch(flight: Flight | None) -> str:
    return "no replay" if flight is not None and flight.way == Flight.Way.TABLE else ""


def side_or_404(side: str) -> Side:
    """A side as it stands in an address."""
    for known in SIDES:
        if side == known:
            return known
    raise Http404("A mission has an allied and an axis side, and no other.")


def key_of_page(request: MemberRequest) -> UUID | None:
    """The name of the page that was sent, unless it was altered on the way."""
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        return None


def table_asked(request: HttpRequest) -> int:
    """Which table of the mission a page is about: the first, if it does not say so."""
    asked = request.POST if request.method == "POST" else request.GET
    return whole_number(asked.get("table", "")) or 1
