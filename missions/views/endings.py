"""The end of a campaign, and who owns it next: archived, opened again, deleted, handed over."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import Viewer, campaign_or_404
from campaigns.models import Campaign, Role
from campaigns.selectors.home import archived
from campaigns.views.common import render_campaign
from clubs.forms.endings import DeleteForm
from clubs.operations import handovers
from clubs.selectors.handovers import handover_state
from config.common.web import MemberRequest, render_page, telling_refusals
from missions.operations import endings

ACTS: Mapping[str, tuple[Callable[..., object], str]] = {
    "archive": (endings.archive, "The campaign is archived. It can be opened again whenever you like."),
    "open": (endings.open_again, "The campaign goes on where it stood."),
    "keep": (endings.bring_back, "The campaign stays. It is archived still: open it to go on."),
}
"""What is done to the campaign itself, and what is said afterwards."""
HANDOVERS: Mapping[str, tuple[Callable[..., object], str]] = {
    "ask": (handovers.ask, "The owner has been written to. Unless they say no, the campaign will be yours."),
    "accept": (handovers.accept, "The campaign is yours now."),
    "refuse": (handovers.refuse, "You have said no: it stays as it is."),
    "take-back": (handovers.take_back, "That has been taken back."),
}


@require_safe
def campaigns_archived(request: MemberRequest) -> HttpResponse:
    """The campaigns that are put away, of those that the person may read."""
    context: dict[str, object] = {"nav": "campaigns", "rows": archived(request.user.pk)}
    return render_page(request, "missions/campaign/archived.html", context)


@require_safe
def campaign_end(request: MemberRequest, pk: int) -> HttpResponse:
    """How it stands, and what the viewer may do about it."""
    campaign, viewer = campaign_or_404(request, pk)
    return _page(request, campaign, viewer, DeleteForm())


@require_http_methods(["GET", "HEAD", "POST"])
def campaign_end_act(request: MemberRequest, pk: int, what: str) -> HttpResponse:
    """One of ``ACTS`` or ``HANDOVERS``, or ``delete``; a link to it shows the page. Each has its own guard."""
    campaign, viewer = campaign_or_404(request, pk)
    if what not in {*ACTS, *HANDOVERS, "delete"}:
        raise Http404("Nothing of that kind is done to a campaign.")
    if request.method != "POST":
        return redirect("campaign-end", pk)
    if what == "delete":
        form = DeleteForm(request.POST)
        if form.is_valid():
            with form.showing_refusals():
                endings.delete(actor=request.user, campaign=campaign, name=form.cleaned_data["name"])
                messages.success(request, "Everybody is told. As long as it is here you can bring it back.")
                return redirect("campaign-end", pk)
        return _page(request, campaign, viewer, form)
    with telling_refusals(request):
        if what in ACTS:
            done, said = ACTS[what]
            done(actor=request.user, campaign=campaign)
        else:
            done, said = HANDOVERS[what]
            done(actor=request.user, it=campaign)
        messages.success(request, said)
    return redirect("campaign-end", pk)


def _page(request: MemberRequest, campaign: Campaign, viewer: Viewer, form: DeleteForm) -> HttpResponse:
    return render_campaign(
        request,
        "missions/campaign/end.html",
        campaign,
        may_archive=viewer.ranks(Role.UMPIRE),
        may_delete=viewer.is_owner,
        handover=handover_state(campaign, request.user),
        form=form,
        grace=settings.DELETION_GRACE,
    )
