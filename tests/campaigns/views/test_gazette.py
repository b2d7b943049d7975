"""The newspaper: what all may know of a mission, and nothing else, the same for everybody."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.http import Http404
from django.test import Client
from django.urls import reverse

from campaigns.access import with_seats
from campaigns.models import Campaign
from campaigns.operations import changes
from campaigns.selectors.gazette import edition_of, issue_list
from campaigns.selectors.standings import standing_of
from clubs.operations import clubs
from missions.flights.context import sheet_of
from missions.models import Mission
from missions.operations import claims, corrections
from missions.results.outcomes import AircraftOutcome, Outcome
from tests import make
from tests.campaigns.documents.reading import whole_text_of
from tests.campaigns.views.test_campaigns import queries
from tests.cast import Cast


def text_of(campaign: Campaign, number: int = 1) -> str:
    """All that an issue says."""
    issue = edition_of(with_seats().get(pk=campaign.pk), number).issue
    told = [issue.headline, issue.deck]
    told += [f"{each.head} {each.text}" for article in issue.articles for each in article.paragraphs]
    told += [f"{item.text} {item.aside}" for column in issue.columns for item in column.items]
    return "\n".join(told)


def pilots_of(mission: Mission) -> dict[str, str]:
    """The first man of each side who flies."""
    lines = sheet_of(mission).lines
    return {side: next(line.pilot for line in lines if line.side == side) for side in ("axis", "allied")}


def test_an_issue_says_who_shot_down_whom_and_what_it_came_to(cast: Cast) -> None:
    mission = make.debriefed(make.club(cast))
    men, told = pilots_of(mission), text_of(mission.campaign)
    (won,) = [line for line in told.splitlines() if men["allied"] in line and men["axis"] in line][:1]
    assert any(word in won for word in ("shot down", "fell to", "brought down", "goes", "went down"))
    assert f"A first victory for {men['allied']}" in told or men["allied"] in told
    points = standing_of(mission.campaign).missions[1].points
    assert f"{max(points.values())} points to {min(points.values())}" in told


def test_the_paper_names_no_people_and_no_notes(cast: Cast, client: Client) -> None:
    for user in (cast.owner, cast.umpire, cast.allied, cast.axis, cast.pilot):
        user.username = f"quokka-{user.username}"
        user.save()
    campaign = make.debriefed(make.club(cast)).campaign
    told = text_of(campaign)
    assert "quokka" not in told
    assert "Written down between two rounds" not in told


def test_both_sides_and_the_umpire_read_the_same(cast: Cast, client: Client) -> None:
    campaign = make.debriefed(make.club(cast, make.PERIODS)).campaign
    read = set()
    for user in (cast.allied, cast.axis, cast.umpire, cast.reader):
        client.force_login(user)
        page = client.get(reverse("gazette-issue", args=(campaign.pk, 1))).content.decode()
        read.add(page.partition('<article class="gazette"')[2].partition("</article>")[0])
    assert len(read) == 1
    assert read.pop()


def test_what_a_side_decides_about_its_men_does_not_show(cast: Cast) -> None:
    campaign = make.debriefed(make.club(cast, make.PERIODS)).campaign
    before = text_of(campaign)
    man = next(man for man in standing_of(campaign).airmen.values() if man.missions and man.status == "fit")
    pilot = campaign.pilots.get(pk=man.pk)
    changes.set_status(actor=cast.owner, campaign=campaign, pilot=pilot, status="killed", reason="He went home.")
    assert text_of(campaign) == before


def test_a_result_that_is_corrected_is_a_paper_that_is_corrected(cast: Cast, client: Client) -> None:
    mission = make.debriefed(make.club(cast))
    campaign, men = mission.campaign, pilots_of(mission)
    before = text_of(campaign)
    key = {side: next(line.key for line in sheet_of(mission).lines if line.side == side) for side in men}
    outcome = Outcome(aircraft=(AircraftOutcome(key["allied"], status="destroyed", by=key["axis"]),))
    version = make.version(campaign)
    corrections.amend(actor=cast.owner, mission=mission, key=uuid4(), expected_version=version, outcome=outcome)
    after = text_of(campaign)
    assert before != after
    assert edition_of(with_seats().get(pk=campaign.pk), 1).issue.is_corrected
    client.force_login(cast.reader)
    assert "No. 1, corrected" in client.get(reverse("gazette-issue", args=(campaign.pk, 1))).content.decode()


def test_a_victory_that_is_denied_is_not_told_and_one_that_is_shared_names_both(cast: Cast) -> None:
    mission = make.debriefed(make.club(cast))
    campaign, men = mission.campaign, pilots_of(mission)
    entry = campaign.entries.in_force().get(kind="kill")

    def lines() -> list[str]:
        issue = edition_of(with_seats().get(pk=campaign.pk), 1).issue
        return [each.text for article in issue.articles if article.key == "air" for each in article.paragraphs]

    assert men["allied"] in lines()[0]
    other = campaign.pilots.get(name=[line.pilot for line in sheet_of(mission).lines if line.side == "allied"][1])
    claims.judge_kill(
        actor=cast.owner,
        campaign=campaign,
        kill=entry.number,
        verdict="shared",
        reason="Both fired.",
        shared_with=other,
    )
    assert men["allied"] in lines()[0]
    assert other.name in lines()[0]
    claims.judge_kill(actor=cast.owner, campaign=campaign, kill=entry.number, verdict="denied", reason="Nobody saw it.")
    assert not [line for line in lines() if men["allied"] in line]


def test_there_is_an_issue_of_each_mission_that_counts_and_of_no_other(cast: Cast) -> None:
    campaign = make.club(cast)
    assert not issue_list(campaign).issues
    mission = make.debriefed(campaign)
    make.drawn(campaign)
    assert [issue.number for issue in issue_list(campaign).issues] == [1]
    for number in (0, 2, 9):
        with pytest.raises(Http404):
            edition_of(campaign, number)
    corrections.void(
        actor=cast.owner, mission=mission, reason="By wrong rules", expected_version=make.version(campaign)
    )
    assert not issue_list(campaign).issues


def test_a_page_of_issues_takes_as_many_queries_for_three_as_for_one(cast: Cast, client: Client) -> None:
    campaign = make.club(cast)
    client.force_login(cast.owner)
    counted = []
    for _ in range(2):
        make.debriefed(campaign)
        counted.append(
            [
                queries(client, reverse(name, args=args))
                for name, args in (("gazette", (campaign.pk,)), ("gazette-issue", (campaign.pk, 1)))
            ]
        )
    assert counted[0] == counted[1]
    assert max(counted[0]) <= 10


def test_an_issue_prints_on_a_page(cast: Cast, client: Client) -> None:
    campaign = make.debriefed(make.club(cast)).campaign
    client.force_login(cast.reader)
    answer = client.get(reverse("gazette-pdf", args=(campaign.pk, 1)))
    assert answer.headers["Content-Type"] == "application/pdf"
    told, issue = whole_text_of(answer.content), edition_of(with_seats().get(pk=campaign.pk), 1).issue
    for each in (issue.paper, issue.headline, issue.others[0].title, "Page 1 of 1"):
        assert each in told


def test_a_campaign_of_a_club_says_who_is_wanted(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, allied="me", axis="staff")
    clubs.move_campaign(actor=campaign.owner, campaign=campaign, club=make.people_of(cast))
    make.debriefed(campaign)
    (wanted,) = [
        each for each in edition_of(with_seats().get(pk=campaign.pk), 1).issue.columns if each.title == "Wanted"
    ]
    assert [(item.text, item.side) for item in wanted.items] == [("a commander", "axis")]
