"""Shared replays: giving their address out, and the pages that whoever has it may watch."""

from __future__ import annotations

from collections.abc import Callable

from allauth.core.internal.ratelimit import consume_or_429
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from config.common.refusals import Refusal
from config.common.web import MemberRequest, only_post, telling_refusals
from missions.access import mission_or_404, own_skirmish_or_404
from missions.operations import moving_pictures, shared_replays
from missions.replay.frames import Watched, telling_step
from missions.selectors.shared_replays import Shared, is_of_the_house, shared_at
from missions.views.pictures import moving_file_of, moving_of, still_of
from missions.views.replay import film_of, watch

HEADERS = {"Referrer-Policy": "no-referrer"}
"""The address is the secret: it goes to no other site. Robots and caches are kept out as from every page."""
NOTHING = "This link leads to no replay: it may have been withdrawn, or altered."


@only_post("mission-replay")
def mission_share(request: MemberRequest, pk: int, number: int) -> HttpResponse:
    """Share the replay of a mission, give it a new address, or withdraw it."""
    mission, _ = mission_or_404(request, pk, number)
    _act(
        request,
        lambda anew: shared_replays.share_mission(actor=request.user, mission=mission, anew=anew),
        lambda: shared_replays.withdraw_mission(actor=request.user, mission=mission),
    )
    return redirect(f"{reverse('mission-replay', args=(pk, number))}#share")


@only_post("skirmish-replay")
def skirmish_share(request: MemberRequest, number: int) -> HttpResponse:
    """The same of a skirmish."""
    skirmish = own_skirmish_or_404(request, number)
    _act(
        request,
        lambda anew: shared_replays.share_skirmish(actor=request.user, skirmish=skirmish, anew=anew),
        lambda: shared_replays.withdraw_skirmish(actor=request.user, skirmish=skirmish),
    )
    return redirect(f"{reverse('skirmish-replay', args=(number,))}#share")


def _act(request: MemberRequest, share: Callable[[bool], object], withdraw: Callable[[], object]) -> None:
    match request.POST.get("what", ""):
        case "off":
            withdraw()
            messages.success(request, "The replay is withdrawn: its address leads nowhere.")
        case "on" | "new" as what:
            share(what == "new")
            done = "has a new address; the old one leads nowhere" if what == "new" else "is shared"
            messages.success(request, f"The replay {done}.")
        case _:
            raise Refusal("A replay is shared, withdrawn, or given a new address.")


@login_not_required
@require_safe
def shared_replay(request: HttpRequest, token: str, step: int | None = None) -> HttpResponse:
    """The log of a shared replay, or one of its steps, all hands open."""
    shared = _shared_or_404(token)
    context: dict[str, object] = {
        "head": "missions/replay/shared_head.html",
        "shared": shared,
        "is_corrected": shared.is_corrected,
    }
    return _to_no_other_site(watch(request, shared.watched, step, context, None))


@login_not_required
@require_safe
def shared_film(request: HttpRequest, token: str) -> HttpResponse:
    """The same as a document that the page of a step plays."""
    return film_of(request, _shared_or_404(token).watched)


@login_not_required
@require_safe
def shared_still(request: HttpRequest, token: str, step: int, suffix: str) -> HttpResponse:
    """One of its steps as a picture."""
    return _drawn(request, token, lambda watched: step, suffix)


@login_not_required
@require_safe
def shared_picture(request: HttpRequest, token: str, suffix: str) -> HttpResponse:
    """The picture that stands for the whole of it."""
    return _drawn(request, token, lambda watched: telling_step(watched.frames), suffix)


def _drawn(request: HttpRequest, token: str, step_of: Callable[[Watched], int], suffix: str) -> HttpResponse:
    """Not without end, for whoever has the address may be anybody."""
    limits = settings.SHARED_RATE_LIMITS
    too_many = consume_or_429(request, app="missions", action="still", config=limits, limit_get=True)
    if too_many is not None:
        return _to_no_other_site(too_many)
    watched = _shared_or_404(token).watched
    return _to_no_other_site(still_of(request, watched, step_of(watched), suffix))


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def shared_moving(request: HttpRequest, token: str) -> HttpResponse:
    """The whole of it as a moving picture, or the button that orders it: a stranger does so in the sharer's name."""
    shared = _shared_or_404(token)
    user = request.user
    is_stranger = not is_of_the_house(shared, user)
    context: dict[str, object] = {
        "head": "missions/replay/shared_head.html",
        "shared": shared,
        "is_corrected": shared.is_corrected,
    }

    def order() -> None:
        with telling_refusals(request):
            actor = user if isinstance(user, User) and not is_stranger else shared.by
            moving_pictures.order(actor=actor, watched=shared.watched, by_stranger=is_stranger)

    response = moving_of(request, shared.watched, context, order, to_stranger=is_stranger)
    # With none at all a browser sends a form without its origin, and it would be refused.
    response.headers["Referrer-Policy"] = "same-origin"
    return response


@login_not_required
@require_safe
@never_cache
def shared_moving_file(request: HttpRequest, token: str) -> HttpResponse:
    """The file of it."""
    return _to_no_other_site(moving_file_of(_shared_or_404(token).watched))


def _to_no_other_site(response: HttpResponse) -> HttpResponse:
    for name, value in HEADERS.items():
        response.headers[name] = value
    return response


def _shared_or_404(token: str) -> Shared:
    try:
        found = shared_at(token)
    except Refusal as why:
        raise Http404(why.sentence) from None
    if found is None:
        raise Http404(NOTHING)
    return found
