"""The first page says of every kind what waits for who looks at it, and to nobody else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign
from campaigns.standing.result_kinds import Kill
from clubs.models import ClubRole, Handover
from clubs.operations import asking, clubs, handovers, seasons
from missions.models import Claim, Mission
from missions.operations import claims, comments, drafts, post_reports
from missions.operations.orders import sign_orders
from missions.selectors.matters import matters
from tests import make
from tests.cast import Cast

pytestmark = pytest.mark.portable
"""What is united has the same kinds of columns, on each database."""


def words(user: User) -> list[str]:
    return [matter.words for matter in matters(user.pk)]


def who(cast: Cast, sentence: str) -> set[str]:
    """Those of the cast to whom it is said."""
    people = [getattr(cast, name) for name in Cast.__slots__]
    return {user.get_username() for user in people if any(sentence in said for said in words(user))}


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    """A campaign of a club in which everybody but the stranger has a seat."""
    return clubs.move_campaign(actor=cast.owner, campaign=make.club(cast), club=make.people_of(cast))


def test_a_game_of_a_season_waits_for_the_other_player_until_it_is_answered(cast: Cast, client: Client):
    game = make.entered(cast, make.season(cast))
    assert who(cast, "A game waits for you to confirm it") == {"axis"}
    client.force_login(cast.axis)
    shown = unescape(client.get(reverse("home")).content.decode())
    assert "A game waits for you to confirm it" in shown
    assert f'href="{reverse("season", args=(game.season.club_id, game.season_id))}"' in shown
    seasons.answer(actor=cast.axis, game=game, agrees=True, points=(game.allied_points, game.axis_points))
    assert words(cast.axis) == []


def test_who_asks_to_be_let_in_waits_for_the_owners_and_umpires_of_the_club(cast: Cast):
    club = make.people_of(cast)
    club.takes_askers = True
    club.save()
    asking.ask(actor=cast.stranger, club=club, words="I fly.")
    asking.ask(actor=User.objects.create_user("other"), club=club, words="I fly, too.")
    assert who(cast, "2 people ask to be let in") == {"owner", "umpire"}
    for asked in club.asked.all():
        asking.approve(actor=cast.umpire, club=club, asked=asked.pk)
    assert words(cast.owner) == []


def test_a_reported_post_waits_for_umpires_who_may_read_it_and_for_none_whose_it_is(cast: Cast, campaign: Campaign):
    clubs.change_role(actor=cast.owner, club=campaign.club, user=cast.axis, role=ClubRole.UMPIRE)  # type: ignore[arg-type]
    said = comments.comment(actor=cast.pilot, campaign=campaign, text="We come low.", side="allied")
    report = post_reports.report(actor=cast.allied, campaign=campaign, post=said, words="Not here.")
    assert who(cast, "A reported post waits") == {"owner", "umpire"}
    campaign.seats.filter(user=cast.owner).delete()
    assert who(cast, "A reported post waits") == {"umpire"}, "the owner has no seat any more that hears that side"
    post_reports.judge(actor=cast.umpire, report=report, is_removed=False)
    own = comments.comment(actor=cast.umpire, campaign=campaign, text="Silence!")
    post_reports.report(actor=cast.axis, campaign=campaign, post=own, words="Rude.")
    assert who(cast, "A reported post waits") == {"owner"}, "nobody decides about their own words"


def test_a_claim_waits_for_umpires_and_its_sides_judges_but_not_for_who_made_it(cast: Cast):
    mission = make.claimed(make.club(cast))
    claim = Claim.objects.get()
    assert claim.by == cast.allied
    assert who(cast, "A claim is to be judged") == {"owner", "umpire"}
    Claim.objects.update(by=cast.pilot)
    assert who(cast, "A claim is to be judged") == {"owner", "umpire", "allied"}
    kill = mission.campaign.entries.filter(kind=Kill.kind, pilot=claim.pilot).first()
    assert kill is not None, "the report gives it to him"
    claims.judge(actor=cast.umpire, claim=claim, verdict="confirmed")
    assert who(cast, "claim") == set()


def test_who_stands_in_for_a_judge_is_asked_too_until_the_time_is_up(cast: Cast):
    mission = make.claimed(make.club(cast))
    seat = mission.campaign.seats.get(user=cast.umpire)
    seat.stand_in, seat.stand_in_until = cast.pilot, timezone.now() + timedelta(hours=1)
    seat.save()
    assert who(cast, "A claim is to be judged") == {"owner", "umpire", "pilot"}
    seat.stand_in_until = timezone.now() - timedelta(seconds=1)
    seat.save()
    assert who(cast, "A claim is to be judged") == {"owner", "umpire"}


def test_a_handover_waits_for_the_heir_and_one_that_was_asked_for_for_the_owner(cast: Cast, campaign: Campaign):
    handovers.offer(actor=cast.owner, it=campaign, heir=cast.allied)
    assert who(cast, "It is offered to you") == {"allied"}
    Handover.objects.update(by=cast.allied)
    assert who(cast, "It is offered to you") == set()
    assert who(cast, "Somebody asks for it") == {"owner"}


def test_a_squadrons_part_is_missing_until_its_leader_has_handed_it_in_or_the_side_has_signed(cast: Cast):
    campaign = make.club(cast, make.PERIODS)
    mission = make.drawn(campaign)
    squadron = "frontier-fighters"
    leader = make.leader(campaign, "leader", "allied", squadron)
    assert words(leader) == ["Mission 1: your squadron’s part of the plan is missing"]
    assert who(cast, "part of the plan") == set()
    document = make.part(mission, "allied", squadron)
    drafts.save_draft(
        actor=leader,
        mission=mission,
        side="allied",
        squadron=squadron,
        document=document,
        hand_in=True,
        expected_version=None,
    )
    assert words(leader) == []
    Mission.objects.get(pk=mission.pk).drafts.all().delete()
    assert len(words(leader)) == 1
    sign_orders(actor=cast.allied, mission=mission, side="allied", document=make.orders(mission, "allied"))
    assert words(leader) == []


def test_the_first_page_says_that_a_skirmish_waits_where_no_campaign_does(cast: Cast, client: Client):
    make.drawn(make.club(cast))
    game = make.game(cast.pilot, axis=cast.reader)
    people = {"allied": cast.pilot, "axis": cast.reader}
    client.force_login(people[game.side])
    assert "1 skirmish waits for you." in client.get(reverse("home")).content.decode()


@pytest.mark.parametrize("kinds", [0, 3])
def test_all_of_it_is_one_query(kinds: int, cast: Cast, campaign: Campaign):
    acts: tuple[Callable[[], object], ...] = (
        lambda: make.entered(cast, make.season(cast)),
        lambda: handovers.offer(actor=cast.owner, it=campaign, heir=cast.axis),
        lambda: make.claimed(campaign),
    )
    for act in acts[:kinds]:
        act()
    with CaptureQueriesContext(connection) as queries:
        found = matters(cast.axis.pk)
    assert (len(queries), len(found) >= kinds - 1) == (1, True)
