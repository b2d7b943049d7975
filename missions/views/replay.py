"""Replays of what the engine flew: the whole log, and every step as a picture with its own address."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from clubs.selectors.endings import closed_context
from config.common.web import MemberRequest, leading_back, render_page
from missions.access import mission_or_404
from missions.models import SharedReplay
from missions.odds.analysis import Analysis
from missions.replay import board_svg, film, frames
from missions.replay.frames import Watched
from missions.selectors.analyses import found_of, under_replay, why_not_of_mission
from missions.selectors.missions import replay
from missions.selectors.shared_replays import may_withdraw, why_not_mission
from missions.selectors.signs import signs
from missions.views.common import stages


@require_safe
@leading_back("mission")
def replay_view(request: MemberRequest, pk: int, number: int, step: int | None = None) -> HttpResponse:
    """The replay of a mission."""
    mission, viewer = mission_or_404(request, pk, number)
    watched = replay(mission, viewer)
    is_open = not why_not_of_mission(mission, viewer)
    context: dict[str, object] = {
        "nav": "campaigns",
        "head": "parts/mission_head.html",
        "mission": mission,
        "audience_end": "all hands open after the debrief",
        "stages": stages(mission, "watch"),
        **closed_context(mission.campaign, "campaign-end"),
        "is_corrected": mission.flight.corrected_at is not None,
        "analysis_url": reverse("mission-analysis", args=(pk, number)) if is_open else "",
    }
    if step is None:
        may_share, row = not why_not_mission(mission, viewer), SharedReplay.objects.filter(mission=mission).first()
        if may_share or (row is not None and may_withdraw(viewer, row.by_id)):
            act_url = reverse("mission-share", args=(pk, number))
            context |= share_panel(request, row, act_url, only_withdraws=not may_share)
    found = found_of(mission.flight.record, mission=mission) if is_open else None
    return watch(request, watched, step, context, found)


@require_safe
@leading_back("mission")
def mission_film(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """The same as a document that the page of a step plays."""
    mission, viewer = mission_or_404(request, pk, number)
    return film_of(request, replay(mission, viewer))


def film_of(request: HttpRequest, watched: Watched) -> HttpResponse:
    """What is watched as a film; whoever has it already is only told so."""
    reel = film.reel_of(watched.record, watched.system, watched.audience, tuple(watched.sides), signs())
    name = f'"{reel.name}"'
    if request.headers.get("If-None-Match", "").removeprefix("W/") == name:
        return HttpResponseNotModified(headers={"ETag": name})
    is_packed = "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(
        reel.packed if is_packed else reel.plain, content_type="application/json", headers={"ETag": name}
    )
    if is_packed:
        response.headers["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def share_panel(
    request: MemberRequest, row: SharedReplay | None, act_url: str, *, only_withdraws: bool = False
) -> dict[str, object]:
    """What the log needs to offer an address to whoever may share; ``row``: the address that there is;
    ``only_withdraws``: to whoever may no more than withdraw it."""
    address = reverse("shared-replay", args=(row.token, 0)) if row is not None else ""
    address = address and request.build_absolute_uri(address)
    return {"share_url": act_url, "share_address": address, "only_withdraws": only_withdraws}


def watch(
    request: HttpRequest,
    watched: Watched,
    step: int | None,
    context: dict[str, object],
    analysis: Analysis | None,
) -> HttpResponse:
    """The log of the whole fight; with ``step`` the table after that step. ``?step=`` leads there too.

    ``context``: what the ``head`` of the pages needs. ``analysis``: what was found in the fight, if anything was.
    """
    if step is None and (wanted := request.GET.get("step")) is not None:
        if not wanted.isdecimal() or len(wanted) > 6:
            raise Http404("A step of the replay is a whole number.")
        return redirect(f"{watched.url}{int(wanted)}/{watched.query}")
    turns = watched.turns
    context = {**context, "watched": watched, "turns": turns}
    if step is None:
        curves = under_replay(analysis, watched, None) if analysis else ()
        return render_page(request, "missions/replay/log.html", {**context, "curves": curves})
    if step >= len(watched.frames):
        raise Http404(f"This replay has steps 0 to {watched.last}.")
    frame = watched.frames[step]
    table = frames.table_at(watched.system, watched.frames, step)
    return render_page(
        request,
        "missions/replay/replay.html",
        {
            **context,
            "curves": under_replay(analysis, watched, frame.decisions) if analysis else (),
            "board": board_svg.draw(table),
            "gone": table.gone,
            "hands": table.hands,
            "frame": frame,
            "line": frames.line_of(frame),
            "score": frames.score(watched.sides, frame.view),
            "turn": next(turn for turn in turns if turn.number == frame.turn),
            "jumps": frames.jumps(step, len(watched.frames), turns),
        },
    )
