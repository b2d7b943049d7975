"""The writers of a campaign's odds: asked for by who plays in it, flown by a worker, kept for all its members.

They are no part of the campaign: nothing of them is journalled. They are made of what everybody may know, so that they
tell nobody what a side keeps to itself.
"""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.access import viewer
from campaigns.models import Campaign, Role
from campaigns.operations import quotas
from campaigns.operations.campaigns import locked
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.known import lines_known_to_all, men_known_to_all
from campaigns.standing import fold
from config.common.refusals import Refusal
from missions.models import CampaignOdds, Job
from missions.odds.campaign import campaign_odds
from missions.operations import jobs
from missions.selectors.campaign_odds import digest, why_not
from missions.simulation import Past

CANCELLED = "It has been called off."


def order(*, actor: User, campaign: Campaign) -> CampaignOdds:
    """Have a campaign flown on to its end in the background, many times. As it stands the same finds what there is."""
    with locked(campaign.pk) as campaign:
        _refuse_unless_plays(actor, campaign)
        past = _past(campaign)
        if reason := why_not(campaign, fold(definition_of(campaign), past.men, past.lines)):
            raise Refusal(reason)
        asked = digest(campaign)
        found = CampaignOdds.objects.filter(campaign=campaign).select_related("job").first()
        if found is None:
            quotas.spend(actor.pk, "simulations")
            job = jobs.order(jobs.CAMPAIGN_ODDS, actor)
            return CampaignOdds.objects.create(campaign=campaign, asked=asked, job=job)
        if found.asked == asked and found.job.status != Job.Status.FAILED:
            return found
        quotas.spend(actor.pk, "simulations")
        old = found.job
        found.asked, found.job = asked, jobs.order(jobs.CAMPAIGN_ODDS, actor)
        found.save(update_fields=["asked", "job"])
        old.delete()
        return found


def _refuse_unless_plays(actor: User, campaign: Campaign) -> None:
    member = viewer(campaign, actor)
    if member is None or not member.may(Role.PILOT):
        raise Refusal("Only who plays in this campaign has it flown on.")


def _past(campaign: Campaign) -> Past:
    """What everybody knows of a campaign. Three queries."""
    return Past(men_known_to_all(campaign), lines_known_to_all(campaign))


def make(job: Job) -> None:
    """Fly what ``job`` was ordered for, and keep it. A second run makes the same."""
    wanted = CampaignOdds.objects.select_related("campaign__pack").filter(job=job).first()
    if wanted is None:
        raise Refusal("A newer look was ordered.")
    if wanted.digest == wanted.asked:
        return
    past = _past(wanted.campaign)
    if wanted.asked != digest(wanted.campaign):
        raise Refusal("The campaign has gone on since this was asked. Look again.")
    made = campaign_odds(definition_of(wanted.campaign), past, jobs.progress(job.pk, CANCELLED))
    CampaignOdds.objects.filter(pk=wanted.pk, asked=wanted.asked).update(
        results=made.as_json(), digest=wanted.asked, flown_at=timezone.now()
    )


def cancel(*, actor: User, campaign: Campaign) -> None:
    """Call off what is being flown. Once more does nothing."""
    with locked(campaign.pk) as campaign:
        _refuse_unless_plays(actor, campaign)
        for row in CampaignOdds.objects.filter(campaign=campaign):
            jobs.fail(row.job_id, CANCELLED)
