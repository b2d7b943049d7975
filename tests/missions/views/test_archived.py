"""Pages of an archived campaign say that it is archived, and offer only what still works."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Role
from campaigns.operations import players
from clubs.operations import invitations, public
from missions.models import Mission
from missions.operations import comments, endings
from missions.operations.after_action_reports import tell_story
from missions.operations.shared_replays import share_mission
from tests import make
from tests.cast import Cast
from tests.crawl.offers import offered, pages_below

pytestmark = pytest.mark.django_db

STILL_WORKS = {
    "end/open/",
    "end/delete/",
    "end/ask/",
    "people/leave/",
    "people/hand-over/",
    "copy/",
    "print/",
    "public/",
    "missions/1/share/",
}
"""What may be sent from pages of an archived campaign, by what stands behind its address."""


def in_talk(cast: Cast) -> Campaign:
    """Debriefed, with claims, talk, reports and a webhook, a mission that is planned and public pages."""
    campaign = make.club(cast)
    make.claimed(campaign)
    make.webhook(campaign)
    mission = make.debriefed(campaign)
    comments.comment(actor=cast.pilot, campaign=campaign, text="Hello.")
    comments.comment(actor=cast.axis, campaign=campaign, mission=mission, text="Well flown.")
    tell_story(actor=cast.allied, mission=mission, side="allied", text="At dawn.")
    public.open_pages(actor=cast.owner, campaign=campaign)
    make.drawn(campaign)
    return campaign


def in_replay(cast: Cast) -> Campaign:
    """What its missions came to is watched: one is shared, and another may be."""
    campaign = make.club(cast)
    shared, _ = make.fought(campaign, 2)
    share_mission(actor=cast.axis, mission=Mission.objects.get(pk=shared.pk))
    return campaign


def in_dispute(cast: Cast) -> Campaign:
    """A result has been told, and its answer is due."""
    campaign = make.confirmed(make.club(cast), tables=2, hours=48)
    mission = make.opened(campaign)
    make.told(mission, cast.pilot)
    return campaign


def in_plan(cast: Cast) -> Campaign:
    """A squadron with a leader, who plays one of its men; a deadline for the orders."""
    campaign = make.led(make.on_terms(make.club(cast, make.PERIODS), orders_hours=24)).campaign
    man = campaign.pilots.filter(side="allied").order_by("pk")[0]
    players.give_pilot(actor=cast.umpire, campaign=campaign, pilot=man, player=cast.pilot)
    return campaign


@pytest.mark.slow("reads every page of a campaign with somebody's eyes")
@pytest.mark.parametrize(
    ("state", "who"),
    [
        (in_talk, "umpire"),
        pytest.param(in_talk, "allied", marks=pytest.mark.sweep),
        pytest.param(in_dispute, "owner", marks=pytest.mark.sweep),
        (in_dispute, "axis"),
        (in_replay, "allied"),
        pytest.param(in_plan, "umpire", marks=pytest.mark.sweep),
        (in_plan, "pilot"),
    ],
)
def test_no_page_of_an_archived_campaign_offers_what_would_be_refused(
    cast: Cast, state: Callable[[Cast], Campaign], who: str, subtests: pytest.Subtests
):
    campaign = state(cast)
    endings.archive(actor=cast.owner, campaign=campaign)
    campaign.refresh_from_db()
    base = reverse("campaign", args=(campaign.pk,))
    for page in pages_below(getattr(cast, who), base):
        with subtests.test(page.path):
            assert page.status in (200, 302), page.text[:2000]
            if page.kind == "text/html" and page.status == 200:
                assert "is archived: nothing is written in it" in page.text
                assert {each.removeprefix(base) for each in offered(page)} <= STILL_WORKS


def test_a_page_that_is_only_a_form_says_that_the_campaign_is_archived(cast: Cast, client: Client):
    campaign = make.club(cast)
    mission = make.drawn(campaign)
    form = reverse("mission-plan", args=(campaign.pk, mission.number, "allied"))
    client.force_login(cast.allied)
    assert client.get(form).status_code == 200
    endings.archive(actor=cast.owner, campaign=campaign)
    answer = client.get(form)
    assert answer.status_code == 403
    assert "Its owner and its umpires can open it again" in answer.content.decode()
    endings.open_again(actor=cast.owner, campaign=campaign)
    assert client.get(form).status_code == 200


def test_who_was_writing_while_the_campaign_was_archived_is_told_so_and_keeps_the_words(cast: Cast, client: Client):
    campaign = make.club(cast)
    endings.archive(actor=cast.owner, campaign=campaign)
    client.force_login(cast.pilot)
    told = client.post(reverse("campaign-talk", args=(campaign.pk,)), {"text": "A long story.", "side": ""})
    noted = client.post(
        reverse("campaign-note", args=(campaign.pk,)), {"text": "A long note.", "mission": "", "side": ""}
    )
    for answer, words in ((told, "A long story."), (noted, "A long note.")):
        assert answer.status_code == 422
        text = answer.content.decode()
        assert "is archived: nothing is written in it" in text[text.index('class="form') :]
        assert words in text


def test_an_umpire_who_was_deciding_while_the_campaign_was_archived_is_told_so(cast: Cast, client: Client):
    campaign = make.club(cast)
    mission = make.opened(campaign)
    terms = reverse("campaign-terms", args=(campaign.pk,))
    lineup = reverse("mission-lineup", args=(campaign.pk, mission.number))
    client.force_login(cast.umpire)
    agreed = {name: value for name, value in client.get(terms).context["form"].initial.items() if value is not None}
    assert client.get(lineup).status_code == 200
    endings.archive(actor=cast.owner, campaign=campaign)
    answer = client.post(terms, agreed | {"orders_hours": "24"})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "is archived: nothing is written in it" in text[text.index('class="form terms-form') :]
    answer = client.post(lineup, {"as-planned": "", "seen": ""})
    assert answer.status_code == 403
    assert "is archived: nothing is written in it" in answer.content.decode()


def test_an_invitation_to_an_archived_campaign_is_withdrawn_where_it_stands(cast: Cast, client: Client):
    campaign = make.club(cast)
    made = invitations.invite(
        actor=cast.umpire,
        campaign=campaign,
        seat=Role.PILOT,
        side="axis",
        lasts=timedelta(days=3),
        most_uses=1,
    )
    endings.archive(actor=cast.owner, campaign=campaign)
    client.force_login(cast.umpire)
    listed, people = (reverse(name, args=(campaign.pk,)) for name in ("campaign-invitations", "campaign-people"))
    assert f'href="{listed}"' in client.get(people).content.decode()
    page = client.get(listed).content.decode()
    withdraw = reverse("campaign-invitation-withdraw", args=(campaign.pk, made.pk))
    assert "is archived: nothing is written in it" in page
    assert withdraw in page
    assert "Make the link" not in page
    answer = client.post(withdraw, follow=True)
    assert answer.status_code == 200
    assert "its link lets nobody in any more" in answer.content.decode()
    made.refresh_from_db()
    assert made.withdrawn_at is not None


@pytest.mark.portable
def test_what_is_read_of_an_archived_campaign_is_read_as_before(cast: Cast, client: Client):
    campaign = make.on_paper(make.campaign(cast.owner, "narrow-sea", allied="me", axis="me", seed=5)).campaign
    endings.archive(actor=cast.owner, campaign=campaign)
    client.force_login(cast.owner)
    for page in ("campaign-export", "campaign-changes", "campaign-journal", "campaign-reports", "campaign-webhooks"):
        assert client.get(reverse(page, args=(campaign.pk,))).status_code == 200, page
