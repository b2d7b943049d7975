"""Webhooks of a campaign: for its umpire and its owner, and a side's for its commander."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from campaigns.access import campaign_or_404
from campaigns.models import Role
from campaigns.views.common import render_campaign
from config.common.web import MemberRequest, only_post, sent
from notices.forms.webhooks import KINDS_OFFERED, ChangedWebhookForm, NewWebhookForm
from notices.models import Webhook
from notices.operations import webhooks
from notices.selectors.webhooks import rows, sees, sides_for


@require_http_methods(["GET", "HEAD", "POST"])
def campaign_webhooks(request: MemberRequest, pk: int) -> HttpResponse:
    """The webhooks of a campaign with their latest deliveries; a POST sets one up."""
    campaign, viewer = campaign_or_404(request, pk, at_least=Role.COMMANDER)
    sides = sides_for(campaign, viewer)
    usual = {"format": Webhook.Format.DISCORD, "side": sides[0][0] if sides else ""}
    form = NewWebhookForm(sides, sent(request), initial=usual)
    if form.is_valid():
        with form.showing_refusals():
            webhooks.add(actor=request.user, campaign=campaign, **form.given())
            messages.success(request, "The webhook is set up. Send a test to see whether it arrives.")
            return redirect("campaign-webhooks", pk)
    return render_campaign(
        request,
        "notices/webhooks.html",
        campaign,
        webhooks=rows(campaign, viewer),
        most=webhooks.MOST,
        form=form,
        sides=sides,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def webhook_edit(request: MemberRequest, pk: int, webhook: int) -> HttpResponse:
    """Change a webhook, switch it off or on."""
    campaign, viewer = campaign_or_404(request, pk, at_least=Role.COMMANDER, to_write=True)
    mine = campaign.webhooks.filter(pk=webhook).first()
    if mine is None or not sees(viewer, mine.side):
        raise Http404("This campaign has no such webhook of yours.")
    form = ChangedWebhookForm(sent(request), initial=_as_it_is(mine))
    if form.is_valid():
        with form.showing_refusals():
            webhooks.change(actor=request.user, campaign=campaign, webhook=webhook, **form.given())
            messages.success(request, "The webhook is changed.")
            return redirect("campaign-webhooks", pk)
    return render_campaign(request, "notices/webhook.html", campaign, form=form, webhook=mine)


def _as_it_is(webhook: Webhook) -> dict[str, object]:
    """What stands in the form of a webhook."""
    now = {name: getattr(webhook, name) for name in ("label", "url", "format", "is_on", "picture")}
    now["wanted"] = [kind for kind in KINDS_OFFERED if kind not in webhook.unwanted]
    now["has_colour"] = bool(webhook.colour)
    return now | ({"colour": webhook.colour} if webhook.colour else {})


@only_post("campaign-webhooks")
def webhook_test(request: MemberRequest, pk: int, webhook: int) -> HttpResponse:
    """Send a test."""
    campaign, _ = campaign_or_404(request, pk, at_least=Role.COMMANDER)
    webhooks.test(actor=request.user, campaign=campaign, webhook=webhook)
    messages.success(request, "A test is on its way. Load this page again in a moment to see its answer.")
    return redirect("campaign-webhooks", pk)


@only_post("campaign-webhooks")
def webhook_delete(request: MemberRequest, pk: int, webhook: int) -> HttpResponse:
    """Remove a webhook."""
    campaign, _ = campaign_or_404(request, pk, at_least=Role.COMMANDER)
    webhooks.delete(actor=request.user, campaign=campaign, webhook=webhook)
    messages.success(request, "The webhook is gone.")
    return redirect("campaign-webhooks", pk)
