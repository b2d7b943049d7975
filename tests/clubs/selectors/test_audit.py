"""The file of what was done in a club."""

from __future__ import annotations

import csv
import io

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from clubs.models import ClubRole
from clubs.operations import bans, clubs, nights, words_reports
from clubs.operations.reports import Decision
from clubs.selectors.audit import audit, campaign_audit
from clubs.selectors.moderation import log_page
from missions.operations import comments
from missions.operations.orders import sign_orders
from tests import make
from tests.cast import Cast

pytestmark = pytest.mark.django_db


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.lstrip("\N{BYTE ORDER MARK}"), newline="")))


def test_owners_get_a_file_of_who_did_what_and_when(cast: Cast, client: Client):
    club = make.people_of(cast, name="=Flyers")
    campaign = make.club(cast)
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    make.debriefed(campaign)
    make.night(club, cast.umpire)
    clubs.change_role(actor=cast.owner, club=club, user=cast.reader, role=ClubRole.PLAYER)
    bans.ban(actor=cast.umpire, club=club, user=cast.pilot, reason="Too loud.")
    User.objects.filter(pk=cast.axis.pk).update(email="axis@example.org")
    link = make.invitation(club, cast.owner)
    client.force_login(cast.owner)
    answer = client.get(reverse("club-audit", args=(club.pk,)))
    assert answer.streaming
    text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    found = rows(text)
    done = {(row["what"], row["who"], row["whom"]) for row in found}
    assert ("Banned", "umpire", "pilot") in done
    assert ("Night announced", "umpire", "") in done
    assert ("Invitation made", "owner", "") in done
    assert ("Seat", "owner", "allied") in done
    assert "Allied commander, given" in {row["about"] for row in found}
    assert any(row["where"].endswith("Desert evenings") and "debriefed" in row["what"].lower() for row in found)
    assert {row["where"][0] for row in found} == {"'"}, "no spreadsheet takes the name for a formula"
    assert "example.org" not in text
    assert str(link.pk) not in {row["about"] for row in found}


def test_what_a_side_keeps_to_itself_in_a_running_campaign_is_in_no_file(cast: Cast):
    club = make.people_of(cast)
    campaign = make.club(cast)
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    mission = make.drawn(campaign)
    campaign = Campaign.objects.get(pk=campaign.pk)
    before = "".join(audit(club))
    sign_orders(actor=cast.axis, mission=mission, side="axis", document=make.orders(mission, "axis"))
    secret = comments.comment(actor=cast.axis, campaign=campaign, text="They must not know.", side="axis")
    comments.remove(actor=cast.umpire, comment=secret)
    assert "".join(audit(club)) == before


def test_an_owner_does_not_learn_from_the_file_that_words_of_theirs_were_reported_and_stay(cast: Cast):
    club = make.people_of(cast)
    night = make.night(club, cast.umpire)
    for author in (cast.owner, cast.pilot):
        nights.answer(actor=author, night=night, answer="yes", note="Only fools come")
        made = words_reports.report_answer(actor=cast.axis, night=night, author=author, words="Rude.")
        words_reports.decide(actor=cast.umpire, report=made, decision=Decision.KEEP)
    kept = [row["whom"] for row in rows("".join(audit(club))) if row["what"] == "Reported post kept"]
    assert kept == ["pilot"]


def test_the_file_asks_no_more_of_the_database_for_many_than_for_few(cast: Cast, django_assert_max_num_queries):
    club = make.people_of(cast)
    for days in range(3, 6):
        make.night(club, cast.umpire, days=days)
        make.invitation(club, cast.owner)
        make.poll(club, cast.umpire)
    with django_assert_max_num_queries(10):
        list(audit(club))


def test_who_leaves_the_club_is_in_its_file_though_no_moderator_did_it(cast: Cast):
    club = make.people_of(cast)
    clubs.leave(actor=cast.pilot, club=club)
    (left,) = (row for row in rows("".join(audit(club))) if row["what"] == "Left the club")
    assert (left["who"], left["about"]) == ("pilot", "Player")
    assert "Left the club" not in {row.act for row in log_page(club, cast.owner.pk).rows}


def test_the_owner_of_a_campaign_without_a_club_gets_the_same_of_it(cast: Cast, client: Client):
    campaign = make.club(cast)
    make.debriefed(campaign)
    client.force_login(cast.owner)
    assert (
        reverse("campaign-audit", args=(campaign.pk,))
        in client.get(reverse("campaign-end", args=(campaign.pk,))).content.decode()
    )
    answer = client.get(reverse("campaign-audit", args=(campaign.pk,)))
    found = rows(b"".join(answer.streaming_content).decode())  # type: ignore[attr-defined]
    assert {row["where"] for row in found} == {"Desert evenings"}
    assert found[0]["what"] == "Campaign begun"
    assert ("Seat", "owner", "allied") in {(row["what"], row["who"], row["whom"]) for row in found}
    assert any("debriefed" in row["what"].lower() for row in found)
    client.force_login(cast.umpire)
    assert client.get(reverse("campaign-audit", args=(campaign.pk,))).status_code == 403


def test_the_file_of_a_campaign_keeps_what_a_side_keeps_to_itself(cast: Cast):
    campaign = make.club(cast)
    mission = make.drawn(campaign)
    campaign = Campaign.objects.get(pk=campaign.pk)
    before = "".join(campaign_audit(campaign))
    sign_orders(actor=cast.axis, mission=mission, side="axis", document=make.orders(mission, "axis"))
    assert "".join(campaign_audit(campaign)) == before
