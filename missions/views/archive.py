"""A campaign as a file: out, and in again."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from campaigns.access import campaign_or_404
from campaigns.models import Role
from config.common.web import MemberRequest, as_file, leading_back, render_page, sent
from missions.forms.archive import CampaignFileForm
from missions.operations.archive import import_campaign
from missions.prints import registry
from missions.selectors.archive import export, refuse_secrets


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


@require_http_methods(["GET", "HEAD", "POST"])
def campaign_import(request: MemberRequest) -> HttpResponse:
    form = CampaignFileForm(sent(request), request.FILES or None)
    if form.is_valid():
        with form.showing_refusals():
            campaign = import_campaign(actor=request.user, content=form.cleaned_data["file"])
            messages.success(request, f"{campaign.name} is here. Every line of its journal came with it.")
            return redirect("campaign", campaign.pk)
    return render_page(request, "missions/archive/import.html", {"nav": "campaigns", "form": form})
