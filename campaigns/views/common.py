"""What every view of the house uses: one way to render, one way to say no."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django_htmx.middleware import HtmxDetails

from campaigns.access import MemberRequest
from campaigns.refusals import Refusal

UNPROCESSABLE = 422


class VisitorRequest(HttpRequest):
    """A request of somebody who may not be signed in, with what the middleware adds."""

    htmx: HtmxDetails


def render_page(
    request: HttpRequest, template: str, context: dict[str, Any], *, partial: str = "", status: int = 200
) -> HttpResponse:
    """The whole page, or only its ``partial`` when htmx asked for it (boosted links want the page)."""
    htmx = getattr(request, "htmx", None)
    if partial and htmx and not htmx.boosted:
        template = f"{template}#{partial}"
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def tell_refusal(request: MemberRequest, refusal: Refusal) -> None:
    """Put the refusal's sentence at the top of the next page."""
    messages.error(request, refusal.sentence)
