"""The order of battle changed by hand: what may be changed, one change, and taking one back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import Viewer, campaign_or_404
from campaigns.forms.changes import FORMS, ChangeForm, Scope
from campaigns.models import Campaign, Role
from campaigns.operations import changes
from campaigns.packs.schema import SIDES
from campaigns.selectors import journal_entries
from campaigns.selectors.changes import BY_PEOPLE, OF_UMPIRES, changes_made
from campaigns.selectors.journal import visible
from campaigns.selectors.squadrons import sees_pool
from campaigns.selectors.standings import standing_of
from campaigns.views.common import render_campaign
from config.common.refusals import Refusal
from config.common.web import MemberRequest, act, only_post, sent

OPERATIONS: Mapping[str, Callable[..., object]] = {
    "deliver": changes.deliver,
    "withdraw": changes.withdraw,
    "move": changes.move,
    "repair": changes.repair,
    "squadron": changes.add_squadron,
    "re-equip": changes.re_equip,
    "withdraw-squadron": changes.withdraw_squadron,
    "bring-squadron": changes.bring_squadron,
    "man": changes.add_man,
    "pilot": changes.add_man,
    "stock": changes.change_stock,
    "points": changes.change_points,
    "progress": changes.move_marker,
    "rule": changes.add_rule,
}
"""What does each change, by its word."""


@require_safe
def campaign_changes(request: MemberRequest, pk: int) -> HttpResponse:
    """What may be changed, and what has been."""
    campaign, viewer = campaign_or_404(request, pk, at_least=Role.COMMANDER)
    scope = _scope(campaign, viewer)
    groups: dict[str, list[type[ChangeForm]]] = {}
    if not campaign.is_finished and not viewer.is_closed:
        for form in FORMS.values():
            if form.fits(scope):
                groups.setdefault(form.group, []).append(form)
    return render_campaign(
        request,
        "campaigns/changes/changes.html",
        campaign,
        groups=groups,
        made=changes_made(campaign, viewer),
        may_enter=viewer.may(Role.UMPIRE) and not campaign.is_finished,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def campaign_change(request: MemberRequest, pk: int, what: str) -> HttpResponse:
    """One change: its form, and making it."""
    is_umpires = what in OF_UMPIRES
    campaign, viewer = campaign_or_404(
        request, pk, at_least=Role.UMPIRE if is_umpires else Role.COMMANDER, to_write=True
    )
    if what not in FORMS:
        raise Http404("Nothing of that kind is changed.")
    scope = _scope(campaign, viewer)
    if not FORMS[what].fits(scope):
        raise PermissionDenied(
            "There is nothing in this campaign now to which that could be done: see what can on the page of changes."
        )
    form = FORMS[what](scope, sent(request))
    if act(request, form, OPERATIONS[what], campaign=campaign):
        return redirect("campaign-changes", pk)
    return render_campaign(request, "campaigns/changes/change.html", campaign, form=form)


@only_post("campaign-changes")
def campaign_take_back(request: MemberRequest, pk: int) -> HttpResponse:
    """Take back a change that somebody made by hand."""
    campaign, viewer = campaign_or_404(request, pk, at_least=Role.COMMANDER)
    among = visible(campaign, viewer) & Q(kind__in=BY_PEOPLE)
    number = journal_entries.number_of(campaign, request.POST.get("entry", ""), among)
    if not number:
        raise Refusal("There is no such decision for you to take back.")
    changes.take_back(actor=request.user, campaign=campaign, number=number)
    messages.success(request, "It is taken back; the journal shows both.")
    return redirect("campaign-changes", pk)


def _scope(campaign: Campaign, viewer: Viewer) -> Scope:
    is_umpire = viewer.ranks(Role.UMPIRE)
    sides = tuple(side for side in SIDES if is_umpire or side in viewer.commands)
    seen = tuple(side for side in sides if sees_pool(campaign, viewer, side))
    return Scope(standing_of(campaign), sides, seen, is_umpire)
