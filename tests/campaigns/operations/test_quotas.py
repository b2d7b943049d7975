"""A person may have so much of what is dear in a day, and is told how much and when it goes again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from campaigns.models import Quota
from campaigns.operations import packs, pilots, quotas
from campaigns.packs import PackError
from config.common.refusals import Refusal
from missions.models import Claim, Job, Print
from missions.operations import after_action_reports, claims, comments, simulations
from tests import make
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def read_wrong_pack(user: User) -> None:
    with pytest.raises(PackError):
        packs.check_pack(actor=user, text="slug = 1", filename="mine.toml")


def read_wrong_file(user: User) -> None:
    try:
        make.brought_in(actor=user, content=b"{")
    except Refusal as refusal:
        if "not whole" not in refusal.sentence:
            raise


def talker(user: User) -> Callable[[], object]:
    campaign = make.campaign(user)
    return lambda: comments.comment(actor=user, campaign=campaign, text=uuid4().hex)


def simulator(user: User) -> Callable[[], object]:
    pack = make.pack(make.OPERATION)

    def simulate() -> None:
        simulations.queue(actor=user, pack=pack, runs=1, seed=Job.objects.count())
        Job.objects.filter(owner=user).update(status=Job.Status.DONE)

    return simulate


DEAR: dict[quotas.What, Callable[[User], Callable[[], object]]] = {
    "packs": lambda user: partial(read_wrong_pack, user),
    "imports": lambda user: partial(read_wrong_file, user),
    "comments": talker,
    "simulations": simulator,
    "skirmishes": lambda user: partial(make.skirmish, user),
}


@pytest.fixture(autouse=True)
def twice_a_day(settings: Settings) -> None:
    settings.A_DAY = dict.fromkeys(settings.A_DAY, 2)


@pytest.mark.parametrize("what", DEAR)
def test_a_third_one_of_a_day_is_refused_with_how_many_and_when_it_goes_again(what: quotas.What, cast: Cast):
    mine, others = DEAR[what](cast.owner), DEAR[what](cast.stranger)
    mine()
    mine()
    with pytest.raises(
        Refusal, match=r"Today you have .* 2 .* as many as one day allows. It goes again after midnight"
    ):
        mine()
    others()
    Quota.objects.update(day=Quota.objects.get(user=cast.owner).day - timedelta(days=1))
    mine()
    assert Quota.objects.get(user=cast.owner).count == 1


def test_claims_count_like_comments(cast: Cast):
    mission = make.claimed(make.club(cast))
    claimed = Claim.objects.get()
    assert Quota.objects.get(user=claimed.by).what == "comments"
    comments.comment(actor=claimed.by, campaign=mission.campaign, text="Well flown.")
    again = partial(claims.claim, mission=mission, pilot=claimed.pilot, unit=claimed.unit, seat="wingman")
    with pytest.raises(Refusal, match="written 2 comments, notes, reports and claims, as many as one day allows"):
        again(actor=claimed.by)
    assert Claim.objects.count() == 1
    Quota.objects.all().delete()
    again(actor=claimed.by)
    assert Claim.objects.count() == 2


def test_one_of_a_day_is_told_as_one(cast: Cast, settings: Settings):
    settings.A_DAY = dict.fromkeys(settings.A_DAY, 1)
    campaign = make.campaign(cast.owner)
    comments.comment(actor=cast.owner, campaign=campaign, text="Well flown.")
    with pytest.raises(Refusal, match="Today you have written 1 comment, note, report or claim, as many as"):
        comments.comment(actor=cast.owner, campaign=campaign, text="Very well flown.")


def test_edits_notes_and_reports_count_like_comments(cast: Cast):
    mission = make.opened(make.campaign(cast.owner))
    said = comments.comment(actor=cast.owner, campaign=mission.campaign, text="Well flown.")
    comments.edit(actor=cast.owner, comment=said, text="Very well flown.")
    for go_on in (
        lambda: comments.edit(actor=cast.owner, comment=said, text="Not badly flown."),
        lambda: pilots.add_note(actor=cast.owner, campaign=mission.campaign, text="Fog."),
        lambda: after_action_reports.tell_story(actor=cast.owner, mission=mission, side="allied", text="As planned."),
    ):
        with pytest.raises(Refusal, match="written 2 comments, notes, reports and claims, as many as one day allows"):
            go_on()
    said.refresh_from_db()
    assert said.text == "Very well flown."
    assert not mission.campaign.entries.filter(kind="note").exists()


def test_the_day_is_the_house_s_whichever_clock_a_club_tells_its_times_by(cast: Cast):
    """At any moment it is another day at Kiritimati than at Niue."""
    for zone in ("Pacific/Kiritimati", "Pacific/Niue"):
        with timezone.override(zone):
            quotas.spend(cast.stranger.pk, "packs")
    with pytest.raises(Refusal, match="as many as one day allows"):
        quotas.spend(cast.stranger.pk, "packs")


def test_nought_lets_everybody_do_as_much_as_they_like(cast: Cast, settings: Settings):
    settings.A_DAY = dict.fromkeys(settings.A_DAY, 0)
    for _ in range(4):
        read_wrong_pack(cast.owner)
    assert not Quota.objects.exists()


def test_what_is_refused_for_another_reason_or_there_already_does_not_count(cast: Cast):
    campaign = make.campaign(cast.owner)
    for _ in range(4):
        comments.comment(actor=cast.owner, campaign=campaign, text="Well flown.")
        with pytest.raises(Refusal, match="take part"):
            comments.comment(actor=cast.stranger, campaign=campaign, text="Let me in.")
    assert [(quota.user, quota.what, quota.count) for quota in Quota.objects.all()] == [(cast.owner, "comments", 1)]


def test_the_page_of_packs_says_so_and_keeps_the_text(client: Client, cast: Cast):
    client.force_login(cast.owner)
    sent: dict[str, Any] = {"text": "slug = 1", "check": "1"}
    answers = [client.post("/packs/new/", sent) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [422, 422, 422]
    told = answers[-1].content.decode()
    assert "had 2 packs read, as many as one day allows" in told
    assert "slug = 1" in told


def test_a_kept_document_is_fetched_however_often_and_a_third_new_one_is_refused_in_words(client: Client, cast: Cast):
    campaign = make.campaign(cast.owner)
    client.force_login(cast.owner)

    def fetch(paper: str) -> Any:
        return client.get(f"/campaigns/{campaign.pk}/print/log.pdf?paper={paper}")

    assert [fetch("A4").status_code for _ in range(3)] == [200] * 3
    assert fetch("letter").status_code == 200
    Print.objects.all().delete()
    refused = client.get(f"/campaigns/{campaign.pk}/print/log.pdf", follow=True)
    assert refused.redirect_chain == [(f"/campaigns/{campaign.pk}/print/", 302)]
    assert "had 2 documents made" in refused.content.decode()
    ordered = client.post(f"/campaigns/{campaign.pk}/print/", {"document": "book", "paper": "A4"}, follow=True)
    assert "had 2 documents made" in ordered.content.decode()
    assert not Job.objects.exists()
