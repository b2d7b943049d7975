"""A campaign as a file: out, and in again."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from campaigns.access import campaign_or_404
from campaigns.models import Role
from config.common.web import MemberRequest, as_file, asking, leading_back, render_page, sent
from missions.forms.archive import CampaignFileForm
from missions.operations import arrivals
from missions.prints import registry
from missions.selectors.archive import export, refuse_secrets
from missions.selectors.arrivals import arrivals_of

AT_ONCE = 500_000
"""Bytes of a file: what it holds is written in half a second."""


@require_safe
@leading_back("campaign")
def campaign_export(request: MemberRequest, pk: int) -> HttpResponse:
    """The campaign's file. It holds both sides' orders and the seed, so it is for those who may see them.

    A long campaign's is made in the background, among what can be printed.
    """
    found, viewer = campaign_or_404(request, pk, at_least=Role.UMPIRE)
    refuse_secrets(found, viewer)
    if registry.kind_of(registry.CAMPAIGN_FILE).takes_long(found):
        return redirect(f"{reverse('campaign-prints', args=(pk,))}#{registry.CAMPAIGN_FILE}")
    return as_file(export(found), found.name, "json", usual="campaign")


@asking
def campaign_import(request: MemberRequest) -> HttpResponse:
    """Take a file in: a small one at once, a large one in the background, of which the page asks for itself again."""
    form = CampaignFileForm(sent(request), request.FILES or None)
    if form.is_valid():
        file = form.cleaned_data["file"]
        with form.showing_refusals():
            name, key = file.name or "", form.cleaned_data["key"]
            if file.size > AT_ONCE:
                arrivals.order(actor=request.user, name=name, size=file.size, content=file.chunks(), key=key)
                return redirect("campaign-import")
            campaign = arrivals.at_once(actor=request.user, name=name, content=file.read(), key=key)
            messages.success(request, f"{campaign.name} is here. Every line of its journal came with it.")
            return redirect("campaign", campaign.pk)
    lately = list(arrivals_of(request.user.pk))
    context = {
        "nav": "campaigns",
        "form": form,
        "arrivals": lately,
        "under_way": any(each.job and not each.job.is_finished for each in lately),
    }
    return render_page(request, "missions/archive/import.html", context, partial="arrivals")
