"""Order in a club: its rules, who is muted, the log of its moderators."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import club_or_404
from clubs.forms.order import MuteForm, RulesForm
from clubs.models import ClubRole
from clubs.operations import mutes, order
from clubs.selectors.moderation import log_page, mute_rows
from clubs.views.clubs import render_club
from config.common.web import MemberRequest, number_asked, only_post, sent


@require_http_methods(["GET", "HEAD", "POST"])
def club_order(request: MemberRequest, pk: int) -> HttpResponse:
    """The rules by which a club goes; an owner changes them."""
    found, membership = club_or_404(request, pk, at_least=ClubRole.OWNER)
    form = RulesForm(sent(request), initial=RulesForm.of(found))
    if form.is_valid():
        with form.showing_refusals():
            order.change(actor=request.user, club=found, rules=form.rules)
            messages.success(request, "The club goes by these rules from now on.")
            return redirect("club-order", pk)
    return render_club(request, "clubs/order/order.html", found, membership, form=form)


@require_safe
def club_moderation(request: MemberRequest, pk: int) -> HttpResponse:
    """What the moderators of a club did, for its owners."""
    found, membership = club_or_404(request, pk, at_least=ClubRole.OWNER)
    log = log_page(found, request.user.pk, number_asked(request, "page") or 1)
    return render_club(request, "clubs/order/log.html", found, membership, log=log)


@require_http_methods(["GET", "HEAD", "POST"])
def club_mutes(request: MemberRequest, pk: int) -> HttpResponse:
    """Who writes nothing for a while, until when and why; a POST mutes somebody by name."""
    found, membership = club_or_404(request, pk, at_least=ClubRole.UMPIRE)
    form = MuteForm(sent(request), initial={"name": request.GET.get("name", "")[:150]})
    if form.is_valid():
        name, reason = form.cleaned_data["name"], form.cleaned_data["reason"]
        with form.showing_refusals():
            made = mutes.mute_by_name(actor=request.user, club=found, name=name, until=form.until, reason=reason)
            messages.success(request, f"{made.user} reads and flies, but writes nothing here for now.")
            return redirect("club-mutes", pk)
    return render_club(request, "clubs/members/mutes.html", found, membership, rows=mute_rows(found), form=form)


@only_post("club-mutes")
def club_mute_lift(request: MemberRequest, pk: int, mute: int) -> HttpResponse:
    """Let somebody write again before their time."""
    found, _ = club_or_404(request, pk, at_least=ClubRole.UMPIRE)
    lifted = mutes.lift(actor=request.user, club=found, mute=mute)
    messages.success(request, f"{lifted.user} may write again.")
    return redirect("club-mutes", pk)
