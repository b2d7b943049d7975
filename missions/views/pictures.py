"""Pictures of a replay for taking along: a moment of it as PNG or SVG, and the whole fight as a GIF that moves."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from clubs.selectors.endings import closed_context
from config.common.web import MemberRequest, as_file, leading_back, render_page
from missions.access import mission_or_404
from missions.operations import moving_pictures
from missions.replay.frames import Watched
from missions.selectors.missions import replay
from missions.selectors.moving_pictures import is_current, of, picture_page
from missions.selectors.stills import still_at
from missions.views.common import stages


@require_safe
@leading_back("mission")
def mission_still(request: MemberRequest, pk: int, number: int, step: int, suffix: str) -> HttpResponse:
    """A step of the replay of a mission."""
    mission, viewer = mission_or_404(request, pk, number)
    return still_of(request, replay(mission, viewer), step, suffix)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@leading_back("mission")
def mission_moving(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """The whole of it, or the button that orders it."""
    mission, viewer = mission_or_404(request, pk, number)
    watched = replay(mission, viewer)
    context = {
        "nav": "campaigns",
        "head": "parts/mission_head.html",
        "mission": mission,
        "audience_end": "all hands open after the debrief",
        "stages": stages(mission, "watch"),
        **closed_context(mission.campaign, "campaign-end"),
        "is_corrected": mission.flight.corrected_at is not None,
    }
    return moving_of(request, watched, context, lambda: moving_pictures.order(actor=request.user, watched=watched))


@require_safe
@never_cache
@leading_back("mission")
def mission_moving_file(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """The file of it."""
    mission, viewer = mission_or_404(request, pk, number)
    return moving_file_of(replay(mission, viewer))


def still_of(request: HttpRequest, watched: Watched, step: int, suffix: str) -> HttpResponse:
    """A step of what is watched; to a browser that has it as it is only that it has."""
    if suffix not in ("png", "svg"):
        raise Http404("A moment of a replay is had as PNG or SVG.")
    if step > watched.last:
        raise Http404(f"This replay has steps 0 to {watched.last}.")
    drawn = still_at(watched, step, suffix)
    tag = f'"{drawn.tag}"'
    answer = get_conditional_response(request, tag)
    if answer is None:
        answer = as_file(drawn.content(), f"{watched.heading.title} step {step}", suffix, "replay")
    answer.headers["ETag"] = tag
    return answer


def moving_of(
    request: HttpRequest,
    watched: Watched,
    context: dict[str, object],
    order: Callable[[], None],
    *,
    to_stranger: bool = False,
) -> HttpResponse:
    """The page of the whole fight. While it is drawn the page asks for itself again."""
    if request.method == "POST":
        order()
        return redirect(f"{watched.url}moving/{watched.query}")
    context = {**context, "watched": watched, "page": picture_page(watched, to_stranger=to_stranger)}
    return render_page(request, "missions/replay/moving.html", context, partial="moving")


def moving_file_of(watched: Watched) -> HttpResponse:
    """The whole fight, where it has been drawn."""
    found = of(watched).first()
    if found is None or not is_current(found, watched):
        raise Http404("This fight has not been drawn, or not lately.")
    return as_file(bytes(found.content or b""), watched.heading.title, "gif", "replay")
