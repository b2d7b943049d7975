"""No number that is shown, or stands in an address, tells how much the other side writes."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from accounts.selectors.exports import everything_about
from campaigns.access import viewer, with_seats
from campaigns.models import Campaign, Role
from campaigns.operations import changes, pilots
from campaigns.selectors.changes import changes_made
from campaigns.selectors.journal import JournalFilter, journal_page, whole_journal
from campaigns.standing.result_kinds import Kill
from missions.models import Comment
from missions.operations import comments
from notices.models import Notice
from tests import make
from tests.cast import Cast
from tests.notices import news


def whispers(campaign: Campaign, user: User, side: str, count: int) -> None:
    """A side writes notes and comments for its own eyes."""
    for number in range(count):
        pilots.add_note(actor=user, campaign=campaign, text=f"Quietly {number}.", side=side)
        comments.comment(actor=user, campaign=campaign, text=f"Between us {number}.", side=side)


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    """Both sides have written, the Axis more than the Allied side may know, and one thing has been taken back."""
    campaign = make.club(cast, make.PERIODS)
    whispers(campaign, cast.axis, "axis", 3)
    pilots.add_note(actor=cast.allied, campaign=campaign, text="Ours.", side="allied")
    whispers(campaign, cast.axis, "axis", 2)
    changes.add_rule(actor=cast.owner, campaign=campaign, text="No night flying.", reason="Agreed.")
    rule = campaign.entries.latest("number")
    whispers(campaign, cast.axis, "axis", 1)
    changes.take_back(actor=cast.owner, campaign=campaign, number=rule.number)
    comments.comment(actor=cast.pilot, campaign=campaign, text="Well flown.")
    return with_seats().get(pk=campaign.pk)


def test_the_journal_counts_what_its_reader_may_read(campaign: Campaign, cast: Cast):
    for user, hidden in ((cast.allied, 6), (cast.axis, 1), (cast.umpire, 0)):
        seen = viewer(campaign, user)
        assert seen is not None
        lines = [line for batch in journal_page(campaign, seen, JournalFilter()).batches for line in batch.lines]
        shown = campaign.entries.count() - hidden
        assert sorted(line.number for line in lines) == list(range(1, shown + 1))
        back = next(line for line in lines if line.text.startswith("Taken back"))
        old = next(line for line in lines if line.is_reversed)
        assert back.text.startswith(f"Taken back: entry {old.number}. ")
        printed = [line.number for batch in whole_journal(campaign, seen) for line in batch.lines]
        assert printed == list(range(1, shown + 1))


def test_a_change_is_taken_back_by_a_key_and_counted_as_in_the_journal(campaign: Campaign, cast: Cast, client: Client):
    changes.add_rule(actor=cast.owner, campaign=campaign, text="No flak.", reason="Agreed.")
    seen = viewer(campaign, cast.allied)
    assert seen is not None
    (made,) = changes_made(campaign, seen)
    assert made.number == campaign.entries.count() - 6
    client.force_login(cast.umpire)
    client.post(reverse("campaign-take-back", args=(campaign.pk,)), {"entry": made.key})
    assert campaign.entries.latest("number").reverses is not None


def test_comments_go_by_keys_and_an_address_with_a_number_leads_nowhere(campaign: Campaign, cast: Cast, client: Client):
    client.force_login(cast.pilot)
    page = client.get(reverse("campaign-talk", args=(campaign.pk,))).content.decode()
    said = Comment.objects.get(text="Well flown.")
    assert re.findall(r'id="comment-([^"]*)"', page) == [str(said.key)]
    assert reverse("comment-edit", args=(campaign.pk, said.key)) in page
    assert client.get(f"/campaigns/{campaign.pk}/talk/{said.pk}/edit/").status_code == 404
    other = Comment.objects.filter(side="axis")[0]
    assert client.get(reverse("comment-edit", args=(campaign.pk, other.key))).status_code == 404


def test_claims_are_judged_by_keys(cast: Cast, client: Client):
    campaign = make.debriefed(make.club(cast, make.PERIODS)).campaign
    client.force_login(cast.axis)
    url = reverse("campaign-claims", args=(campaign.pk,))
    keys = re.findall(r'name="kill" value="([^"]*)"', client.get(url).content.decode())
    assert keys
    assert not any(key.isdecimal() and len(key) < 10 for key in keys)
    kill = campaign.entries.filter(kind=Kill.kind)[0]
    refused = client.post(url, {"kill": kill.number, "verdict": "confirmed"})
    assert refused.status_code == 422


def test_what_somebody_takes_away_about_themselves_numbers_nothing(campaign: Campaign, cast: Cast):
    told = everything_about(cast.allied)
    assert told["campaigns"]["journal"]
    assert all("number" not in row for row in told["campaigns"]["journal"])
    assert campaign.seats.get(user=cast.allied).role == Role.COMMANDER


def test_notices_go_by_keys(campaign: Campaign, cast: Cast, client: Client):
    """A number would tell how much the other side is told of."""
    notice = Notice.objects.get(happening=news.told(campaign), user=cast.axis)
    client.force_login(cast.axis)
    shown = client.get(reverse("notices")).content.decode()
    assert f'name="notice" value="{notice.happening_id}"' in shown
    assert not re.findall(r'name="notice" value="\d+"', shown)
