"""The claims board and talk as people see and use them."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.selectors import journal_entries
from campaigns.standing.result_kinds import Kill
from missions.flights.context import sheet_of
from missions.models import Claim, Comment, Mission
from missions.selectors import claims
from missions.selectors.after_action_reports import version
from missions.selectors.comments import COMMENTS_A_PAGE
from tests import make
from tests.cast import Cast

HTMX = {"HX-Request": "true"}
MOST_QUERIES = 12
"""With who is signed in, the campaign with its seats, and the bars of the site and the campaign."""


def queries(client: Client, url: str) -> int:
    """How many a page takes."""
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


def board(campaign: Campaign, query: str = "") -> str:
    return reverse("campaign-claims", args=(campaign.pk,)) + query


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """Debriefed, with a claim that the report bears out."""
    return make.claimed(make.club(cast, make.PERIODS, seed=2))


def seen(client: Client, user: User, url: str) -> str:
    client.force_login(user)
    return client.get(url).content.decode()


def test_a_claim_is_confirmed_with_one_button_and_the_board_comes_back_as_it_was(
    cast: Cast, mission: Mission, client: Client
):
    page = seen(client, cast.axis, board(mission.campaign, "?show=open&mission=1"))
    assert '<button class="btn primary" name="verdict" value="confirmed">' in page
    assert "Claimed by allied" in page
    assert "It burned." in page
    kill = mission.campaign.entries.get(kind=Kill.kind, side="allied")

    answer = client.post(
        board(mission.campaign),
        {
            "kill": journal_entries.key_of(kill.campaign_id, kill.number),
            "verdict": "confirmed",
            "show": "open",
            "mission": "1",
        },
    )

    assert answer["Location"] == board(mission.campaign, "?show=open&mission=1")
    page = client.get(board(mission.campaign)).content.decode()
    assert "Confirmed by axis" in page
    assert "By the other side." in page
    assert "claimed 1, confirmed 1" in " ".join(page.split())


def test_with_htmx_only_the_board_comes_back(cast: Cast, mission: Mission, client: Client):
    client.force_login(cast.axis)
    kill = mission.campaign.entries.get(kind=Kill.kind, side="allied")
    answer = client.post(
        board(mission.campaign),
        {"kill": journal_entries.key_of(kill.campaign_id, kill.number), "verdict": "confirmed"},
        headers=HTMX,
        follow=True,
    )
    page = answer.content.decode()
    assert "<html" not in page
    assert 'id="claims"' in page
    assert "The claim has been confirmed." in page


@pytest.mark.portable
@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"verdict": "denied"}, "Give a reason: the board keeps it."),
        ({"verdict": "shared", "reason": "Both fired"}, "A claim of the other side you may confirm or deny."),
        ({"verdict": "perhaps"}, "Choose one of the three."),
        ({}, "Say what becomes of the claim."),
        ({"verdict": "denied", "reason": "a" * 501}, "This is longer than 500 letters."),
    ],
)
def test_what_is_refused_is_said_at_the_claim_and_nothing_changes(
    cast: Cast, mission: Mission, client: Client, sent: dict[str, str], sentence: str
):
    client.force_login(cast.axis)
    kill = mission.campaign.entries.get(kind=Kill.kind, side="allied")
    before = mission.campaign.entries.count()
    for url, data in (
        (board(mission.campaign), sent | {"kill": journal_entries.key_of(kill.campaign_id, kill.number)}),
        (reverse("claim-judge", args=(mission.campaign_id, Claim.objects.get().pk)), sent),
    ):
        answer = client.post(url, data)
        assert answer.status_code == 422
        assert sentence in answer.content.decode()
    assert mission.campaign.entries.count() == before


def test_enter_in_the_field_of_the_reason_judges_nothing(cast: Cast, mission: Mission, client: Client):
    """A browser presses a form's first button then, and a verdict stands."""
    page = seen(client, cast.umpire, board(mission.campaign))
    (form,) = [form for form in page.split("<form")[1:] if 'name="reason"' in form]
    assert re.findall(r'<button[^>]*name="verdict"[^>]*value="(\w*)"', form) == ["", "shared", "denied"]
    kill = mission.campaign.entries.get(kind=Kill.kind, side="allied")
    key = journal_entries.key_of(kill.campaign_id, kill.number)
    refused = client.post(board(mission.campaign), {"kill": key, "verdict": "", "reason": "Both fired"})
    assert refused.status_code == 422
    assert "Say what becomes of the claim." in refused.content.decode()
    assert 'value="Both fired"' in refused.content.decode()


def test_a_pilot_and_a_reader_find_no_buttons(cast: Cast, mission: Mission, client: Client):
    for user in (cast.pilot, cast.reader):
        assert 'name="verdict"' not in seen(client, user, board(mission.campaign))


def test_who_made_a_claim_is_told_that_somebody_else_judges_it(cast: Cast, mission: Mission, client: Client):
    page = seen(client, cast.allied, board(mission.campaign))
    assert "Nobody judges their own claim: it waits for somebody else." in page
    assert 'name="verdict"' not in page


def test_an_empty_board_says_how_a_victory_is_claimed(cast: Cast, client: Client):
    campaign = make.club(cast)
    page = seen(client, cast.reader, board(campaign))
    assert "Nobody with a name has claimed anything yet." in page
    assert "<select" not in page


def test_a_filter_that_leaves_nothing_offers_everything(cast: Cast, mission: Mission, client: Client):
    page = seen(client, cast.axis, board(mission.campaign, "?show=mine&man=999&mission=none"))
    assert "None of the claims is like that." in page
    assert f'href="{board(mission.campaign)}"' in page


def test_the_page_says_which_victories_the_standings_count(cast: Cast, mission: Mission, client: Client):
    assert "count what is reported, until somebody denies it" in seen(client, cast.axis, board(mission.campaign))
    make.on_terms(mission.campaign, victories="confirmed")
    page = seen(client, cast.axis, board(mission.campaign))
    assert "count what has been confirmed or shared" in page
    assert ">waiting</span>" in page


def test_a_victory_is_claimed_on_a_page_of_the_mission(cast: Cast, client: Client):
    mission = make.opened(make.club(cast, make.PERIODS, seed=2))
    url = reverse("mission-claim", args=(mission.campaign_id, mission.number))
    lines = sheet_of(mission).lines
    victim = next(line for line in lines if line.side == "axis")
    own = next(line for line in lines if line.side == "allied")
    page = seen(client, cast.allied, url)
    assert f'value="{victim.key}"' in page
    assert f'value="{own.key}"' not in page
    pilot = mission.campaign.pilots.get(side="allied", name=own.pilot)

    assert client.post(url, {"pilot": pilot.pk, "victim": own.key}).status_code == 422
    answer = client.post(url, {"pilot": pilot.pk, "victim": victim.key, "words": "<b>Down</b> it went."})

    assert answer["Location"] == board(mission.campaign, "?mission=1")
    page = client.get(board(mission.campaign)).content.decode()
    assert "&lt;b&gt;Down&lt;/b&gt; it went." in page
    again = client.post(url, {"pilot": pilot.pk, "victim": victim.key})
    assert "This aircraft has been claimed" in again.content.decode()


def test_who_has_no_man_in_a_mission_is_told_so(cast: Cast, client: Client):
    mission = make.opened(make.club(cast, make.PERIODS, seed=2))
    url = reverse("mission-claim", args=(mission.campaign_id, mission.number))
    assert "None of those who flew is yours to claim for" in seen(client, cast.pilot, url)


def many(mission: Mission, count: int, user: User) -> None:
    """So many claims of a mission that its report does not bear out."""
    Claim.objects.all().delete()
    pairs = product(mission.campaign.pilots.all(), sheet_of(mission).lines)
    claimed = [(man, line) for man, line in pairs if man.side != line.side][:count]
    assert len(claimed) == count
    Claim.objects.bulk_create(
        Claim(mission=mission, pilot=man, unit=line.unit, seat=line.seat, words="Seen", by=user, at=timezone.now())
        for man, line in claimed
    )


def test_forty_claims_take_as_many_queries_as_ten_and_come_by_the_page(cast: Cast, mission: Mission, client: Client):
    client.force_login(cast.axis)
    many(mission, 10, cast.allied)
    few = queries(client, board(mission.campaign))
    many(mission, 42, cast.allied)
    assert queries(client, board(mission.campaign)) == few <= MOST_QUERIES
    page = client.get(board(mission.campaign)).content.decode()
    assert page.count('<p class="claim-said">') == claims.CLAIMS_A_PAGE
    assert "Page 1 of 3" in " ".join(page.split())
    assert 'href="?show=open&amp;page=2"' in client.get(board(mission.campaign, "?show=open")).content.decode()


# Talk


def talk(mission: Mission) -> str:
    return reverse("mission-talk", args=(mission.campaign_id, mission.number))


def test_what_is_said_stands_on_the_page_in_clean_markdown(cast: Cast, client: Client):
    mission = make.drawn(make.club(cast))
    client.force_login(cast.pilot)
    answer = client.post(talk(mission), {"text": "Well **flown** <script>x</script>", "side": "allied"}, follow=True)
    page = answer.content.decode()
    assert "Well <strong>flown</strong> &lt;script&gt;x&lt;/script&gt;" in page
    assert "the Allied side alone" in page
    assert ">Edit</a>" in page
    assert "(1)" in seen(client, cast.pilot, reverse("mission", args=(mission.campaign_id, mission.number)))


def test_talk_with_htmx_brings_the_talk_alone(cast: Cast, client: Client):
    mission = make.drawn(make.club(cast))
    client.force_login(cast.pilot)
    page = client.post(talk(mission), {"text": "Well flown"}, headers=HTMX, follow=True).content.decode()
    assert "<html" not in page
    assert "Well flown" in page
    refused = client.post(talk(mission), {"text": "a" * 2001}, headers=HTMX)
    assert refused.status_code == 422
    assert "This is longer than 2,000 letters." in refused.content.decode()


@pytest.mark.portable
def test_an_edited_comment_says_so_and_a_removed_one_who_removed_it(cast: Cast, client: Client):
    mission = make.talked(make.club(cast))
    said = Comment.objects.get()
    client.force_login(cast.pilot)
    edit = reverse("comment-edit", args=(mission.campaign_id, said.key))
    assert "Climb at dawn." in client.get(edit).content.decode()
    assert client.post(edit, {"text": " "}).status_code == 422
    page = client.post(edit, {"text": "Climb at noon."}, follow=True).content.decode()
    assert ">edited</span>" in page
    client.force_login(cast.umpire)
    remove = reverse("comment-remove", args=(mission.campaign_id, said.key))
    assert client.get(remove)["Location"] == f"{talk(mission)}#comment-{said.key}"
    page = " ".join(client.post(remove, follow=True).content.decode().split())
    assert "A comment of pilot was removed by umpire." in page
    assert "Climb at noon." not in page
    client.force_login(cast.pilot)
    assert client.get(edit).status_code == 302


def test_the_campaigns_talk_leads_to_that_of_its_missions(cast: Cast, client: Client):
    mission = make.talked(make.club(cast))
    page = " ".join(seen(client, cast.axis, reverse("campaign-talk", args=(mission.campaign_id,))).split())
    assert f'<a href="{talk(mission)}">Mission 1: 1 comment</a>' in page
    assert ">Talk (1)</a>" in page


def campaigns_talk(mission: Mission) -> str:
    return reverse("campaign-talk", args=(mission.campaign_id,))


@pytest.mark.portable
@pytest.mark.parametrize("address", [talk, campaigns_talk])
def test_forty_comments_take_as_many_queries_as_ten(cast: Cast, client: Client, address: Callable[[Mission], str]):
    mission = make.drawn(make.club(cast))
    url = address(mission)
    client.force_login(cast.axis)

    def say(count: int) -> None:
        about = mission if address is talk else None
        Comment.objects.bulk_create(
            Comment(campaign=mission.campaign, mission=about, author=cast.pilot, text=f"{n}", at=timezone.now())
            for n in range(count)
        )

    say(10)
    few = queries(client, url)
    say(30)
    assert queries(client, url) == few <= MOST_QUERIES
    page = client.get(url).content.decode()
    assert page.count('<li id="comment-') == 40 - COMMENTS_A_PAGE
    assert "Page 2 of 2" in page


@pytest.mark.portable
def test_a_report_is_written_on_its_page_and_read_on_the_missions(cast: Cast, client: Client):
    mission = make.debriefed(make.club(cast))
    url = reverse("mission-story", args=(mission.campaign_id, mission.number, "allied"))
    client.force_login(cast.allied)
    page = client.get(url)
    seen_then = page.context["form"]["seen"].value()
    assert client.post(url, {"text": "# Dawn\n\n*Two* down.", "seen": seen_then}).status_code == 302
    late = client.post(url, {"text": "Mine", "seen": seen_then})
    assert late.status_code == 422
    assert "Somebody else has written on this report" in late.content.decode()
    page_of_mission = seen(client, cast.reader, reverse("mission", args=(mission.campaign_id, mission.number)))
    assert "<h3>Dawn</h3>" in page_of_mission
    assert "Allied after-action report, by allied" in page_of_mission
    assert "Write the" not in page_of_mission
    client.force_login(cast.allied)
    gone = client.post(url, {"text": "", "seen": version(mission.stories.get())}, follow=True)
    assert "The report has been taken back." in gone.content.decode()


def test_who_plays_alone_is_offered_no_talk_and_no_claims_before_there_are_any(cast: Cast, client: Client):
    alone = make.drawn(make.campaign(cast.owner))
    client.force_login(cast.owner)
    pages = (reverse("campaign", args=(alone.campaign_id,)), reverse("mission", args=(alone.campaign_id, alone.number)))
    unwanted = [reverse(name, args=(alone.campaign_id,)) for name in ("campaign-claims", "campaign-talk")]
    for page in pages:
        shown = client.get(page).content.decode()
        assert not [url for url in (*unwanted, "Write the Allied report") if url in shown]
