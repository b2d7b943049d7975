"""Webhooks of a campaign: for its umpire and its owner."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from campaigns.access import campaign_or_404
from campaigns.models import Role
from campaigns.views.common import render_campaign
from config.common.web import MemberRequest, only_post, render_page, sent
from notices.forms.webhooks import WebhookForm
from notices.models import Webhook
from notices.operations import webhooks
from notices.selectors.webhooks import rows


@require_http_methods(["GET", "HEAD", "POST"])
def campaign_webhooks(request: MemberRequest, pk: int) -> HttpResponse:
    """The webhooks of a campaign with their latest deliveries; a POST sets one up."""
    campaign, _ = campaign_or_404(request, pk, at_least=Role.UMPIRE)
    usual = {"format": Webhook.Format.DISCORD}
    form = WebhookForm(sent(request), initial=usual)
    if form.is_valid():
        with form.showing_refusals():
            webhooks.add(
                actor=request.user,
                campaign=campaign,
                label=form.cleaned_data["label"],
                url=form.cleaned_data["url"],
                format=form.cleaned_data["format"],
            )
            messages.success(request, "The webhook is set up. Send a test to see whether it arrives.")
            return redirect("campaign-webhooks", pk)
    return render_campaign(
        request,
        "notices/webhooks.html",
        campaign,
        webhooks=rows(campaign),
        most=webhooks.MOST,
        form=form,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def webhook_edit(request: MemberRequest, pk: int, webhook: int) -> HttpResponse:
    """Change a webhook, switch it off or on."""
    campaign, _ = campaign_or_404(request, pk, at_least=Role.UMPIRE)
    mine = campaign.webhooks.filter(pk=webhook).first()
    if mine is None:
        raise Http404("This campaign has no such webhook.")
    now = {"label": mine.label, "url": mine.url, "format": mine.format, "is_on": mine.is_on}
    form = WebhookForm(sent(request), initial=now)
    if form.is_valid():
        with form.showing_refusals():
            webhooks.change(actor=request.user, campaign=campaign, webhook=webhook, **form.cleaned_data)
            messages.success(request, "The webhook is changed.")
            return redirect("campaign-webhooks", pk)
    context = {"campaign": campaign, "form": form, "webhook": mine}
    return render_page(request, "notices/webhook.html", context)


@only_post("campaign-webhooks")
def webhook_test(request: MemberRequest, pk: int, webhook: int) -> HttpResponse:
    """Send a test."""
    campaign, _ = campaign_or_404(request, pk, at_least=Role.UMPIRE)
    webhooks.test(actor=request.user, campaign=campaign, webhook=webhook)
    messages.success(request, "A test is on its way. Load this page again in a moment to see its answer.")
    return redirect("campaign-webhooks", pk)


@only_post("campaign-webhooks")
def webhook_delete(request: MemberRequest, pk: int, webhook: int) -> HttpResponse:
    """Remove a webhook."""
    campaign, _ = campaign_or_404(request, pk, at_least=Role.UMPIRE)
    webhooks.delete(actor=request.user, campaign=campaign, webhook=webhook)
    messages.success(request, "The webhook is gone.")
    return redirect("campaign-webhooks", pk)
