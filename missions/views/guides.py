"""Guided games: begun by one click."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from config.common.forms import KeyForm
from config.common.web import MemberRequest, only_post, telling_refusals
from missions.games.guide import guides
from missions.operations import guides as operations


@only_post("skirmishes")
def guide_begin(request: MemberRequest, slug: str) -> HttpResponse:
    """Begin it. The same button of the same page is one game."""
    guide = guides().get(slug)
    if guide is None:
        raise Http404("There is no such guided game.")
    form = KeyForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["key"])))
        return redirect("skirmishes")
    with telling_refusals(request):
        game = operations.begin(actor=request.user, key=form.cleaned_data["key"], guide=guide)
        return redirect("cockpit", game.pk, guide.side)
    return redirect("skirmishes")
