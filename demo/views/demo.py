"""The demo's own page, for the owner of the site: filled by a worker, looked at, taken away."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.common.web import MemberRequest, only_post, render_page
from demo.operations import demos
from demo.selectors.demos import demo_page


@require_safe
@never_cache
def demo(request: MemberRequest) -> HttpResponse:
    """What a demo holds and how far this one is. While it is filled the page asks for itself again."""
    _only_for_owner(request)
    return render_page(request, "demo/demo.html", {"page": demo_page()}, partial="progress")


@only_post("demo")
def demo_fill(request: MemberRequest) -> HttpResponse:
    """Have an empty site filled."""
    _only_for_owner(request)
    demos.order(actor=request.user)
    return redirect("demo")


@only_post("demo")
def demo_away(request: MemberRequest) -> HttpResponse:
    """Take it away."""
    _only_for_owner(request)
    if demos.take_away(actor=request.user):
        messages.success(request, "The demo is gone, and nothing of it is left.")
    return redirect("home")


def _only_for_owner(request: MemberRequest) -> None:
    if not request.user.is_superuser:
        raise Http404("Only whoever owns this site has a demo here.")
