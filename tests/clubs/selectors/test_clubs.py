"""The page of a club, the list of mine, and the clubs' campaigns at home."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign, Role
from campaigns.operations import pilots, seats
from campaigns.selectors import home, standings
from campaigns.standing import NewLine
from campaigns.standing.result_kinds import Kill, Sortie
from clubs.models import Club, ClubRole
from clubs.operations import clubs
from clubs.selectors.clubs import ClubPage, club_page, my_clubs, victories
from missions.models import Mission
from missions.operations import orders
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad


def page_of(club: Club, cast: Cast, who: str = "reader") -> ClubPage:
    return club_page(club, getattr(cast, who).pk)


def running(
    club: Club, cast: Cast, slug: str = make.DOGFIGHTS, *, name: str = "Malta", manned: bool = True
) -> Campaign:
    """A campaign of the club, a person on each side."""
    begun = clubs.start_campaign(
        actor=cast.umpire, club=club, pack=make.pack(slug), name=name, flown_by={"allied": "staff", "axis": "staff"}
    )
    for user, side in ((cast.allied, "allied"), (cast.axis, "axis")) if manned else ():
        seats.give_seat(actor=cast.umpire, campaign=begun, user=user, role=Role.COMMANDER, side=side)
    return begun


def test_the_board_says_what_each_campaign_waits_for_and_for_whom(cast: Cast):
    club = make.people_of(cast)
    campaign = running(club, cast)

    def turn(who: str) -> tuple[str, bool]:
        (each,) = page_of(club, cast, who).running
        return each.turn.words, each.turn.is_mine

    assert turn("umpire") == ("The next mission is to be drawn", True)
    assert turn("reader") == ("The next mission is to be drawn", False)
    mission = make.drawn(campaign)
    head = f"Mission 1, {mission.title}"
    assert turn("allied") == (f"{head}: waits for both sides’ orders", True)
    assert turn("umpire") == (f"{head}: waits for both sides’ orders", False)
    orders.sign_orders(actor=cast.allied, mission=mission, side="allied", document=make.orders(mission, "allied"))
    assert turn("allied") == (f"{head}: waits for the Axis orders", False)
    assert turn("axis") == (f"{head}: waits for the Axis orders", True)
    orders.sign_orders(actor=cast.axis, mission=mission, side="axis", document=make.orders(mission, "axis"))
    assert turn("reader") == (f"{head}: ready to fly", False)
    mission.refresh_from_db()
    make.record(mission)
    assert turn("axis") == (f"{head}: to be debriefed", True)
    make.debrief(mission)
    assert turn("axis") == ("The next mission is to be drawn", True)


def test_what_waits_for_me_stands_first(cast: Cast):
    club = make.people_of(cast)
    mine = running(club, cast, name="Mine")
    running(club, cast, name="Newer", manned=False)
    assert page_of(club, cast, "allied").running[0].row.pk == mine.pk
    assert [each.row.name for each in page_of(club, cast).running] == ["Newer", "Mine"]


@pytest.mark.portable
def test_deadlines_are_told_by_the_clubs_clock_the_next_first(cast: Cast):
    club = make.people_of(cast, time_zone="America/New_York")
    later, sooner = running(club, cast, name="Later"), running(club, cast, name="Sooner")
    at = timezone.now().replace(month=7, day=1, hour=17, minute=30) + timedelta(days=365)
    for campaign, due in ((later, at), (sooner, at - timedelta(hours=1))):
        make.drawn(campaign)
        Mission.objects.filter(campaign=campaign).update(orders_due=due)
    dates = page_of(club, cast).dates
    assert [date.campaign for date in dates] == ["Sooner", "Later"]
    assert dates[1].when.endswith("13:30 EDT")
    assert {each.turn.due for each in page_of(club, cast).running} == {date.at for date in dates}


def test_results_and_score_are_those_of_the_journal(cast: Cast):
    club = make.people_of(cast)
    campaign = running(club, cast)
    first, second = make.debriefed(campaign), make.debriefed(campaign)
    page = page_of(club, cast)
    assert [result.number for result in page.results] == [2, 1]
    assert [result.title for result in page.results] == [second.title, first.title]
    standing = standings.standing_of(campaign)
    (each,) = page.running
    assert each.row.points == dict(standing.points)
    assert each.row.flown == 2
    total = {side: sum(result.points[side] for result in page.results) for side in ("allied", "axis")}
    assert total == dict(standing.points)


def test_the_score_of_every_kind_of_campaign_is_what_its_fold_comes_to(cast: Cast):
    for slug in (make.DOGFIGHTS, make.LAND, make.PERIODS, make.EVERY_TYPE):
        campaign = make.campaign(cast.owner, slug, axis="me")
        make.debriefed(campaign)
        row = home.board_row(campaign, home.board_lines([campaign])[campaign.pk])
        # The events of this pack give points, which no few lines tell.
        shown = None if slug == make.PERIODS else dict(standings.standing_of(campaign).points)
        assert row.points == shown, slug


@pytest.mark.portable
@pytest.mark.parametrize("verdict", broad(["", "shared", "confirmed", "denied"], 2))
@pytest.mark.parametrize("only_confirmed", [False, True])
def test_the_aces_have_the_victories_that_a_fold_gives_them(cast: Cast, verdict: str, only_confirmed: bool):
    club = make.people_of(cast)
    campaign = running(club, cast)
    if only_confirmed:
        Campaign.objects.filter(pk=campaign.pk).update(victories="confirmed")
        campaign.refresh_from_db()
    make.debriefed(campaign)
    kill = campaign.entries.get(kind=Kill.kind)
    if verdict:
        flew = campaign.entries.filter(kind=Sortie.kind, side=kill.side).exclude(pilot=kill.pilot)
        pilots.rule_on_kill(
            actor=cast.umpire,
            campaign=campaign,
            kill=kill.number,
            verdict=verdict,
            reason="Seen by both.",
            shared_with=flew[0].pilot if verdict == "shared" else None,
        )
    airmen = standings.standing_of(campaign).airmen.values()
    wanted = {man.pk: man.confirmed if only_confirmed else man.kills for man in airmen}
    shown = {ace.man.pk: ace.kills for ace in page_of(club, cast).aces}
    assert shown == {pk: count for pk, count in wanted.items() if count}
    assert sum(shown.values()) == (0 if verdict == "denied" or (only_confirmed and not verdict) else 1)


def test_a_record_from_paper_counts_among_the_aces(cast: Cast):
    line = NewLine
    foe = {"unit": "axis-1", "seat": "leader", "aircraft": "bf-109e-7"}
    claim = {"unit": "allied-1", "seat": "leader", "aircraft": "hurricane-i", "victim": foe}
    career = {"experience": "9", "missions": 4, "green": False, "skills": []}
    lines = [
        line("kill", claim | {"share": [1, 2]}, "allied", 1, 7, 2, 5),
        line("change", {"what": "career", "kills": "7/2", **career}, "allied", None, 7, 3, 6),
        line("kill", claim, "allied", 2, 7, 4, 9),
        line("kill", claim, "allied", 2, None, 4, 10),
    ]
    assert victories(lines) == {7: Fraction(9, 2)}


@pytest.mark.slow("makes a club of many campaigns")
def test_a_club_opens_with_the_same_few_queries_however_many_campaigns(cast: Cast, client: Client):
    club = make.people_of(cast)
    make.debriefed(running(club, cast, name="Debriefed"))
    make.drawn(running(club, cast, name="Drawn"))
    make.night(club, cast.umpire)
    make.poll(club, cast.umpire)

    def queries(viewer: User) -> int:
        client.force_login(viewer)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(reverse("club", args=(club.pk,))).status_code == 200
        return len(captured)

    for number in range(3):
        running(club, cast, name=f"Campaign {number}")
    with_five = {viewer: queries(viewer) for viewer in (cast.allied, cast.umpire)}
    for number in range(3, 48):
        make.drawn(running(club, cast, name=f"Campaign {number}"))
    for viewer, count in with_five.items():
        assert queries(viewer) == count <= 12, f"{viewer}: one of 13 is for who has unread notices"


def test_the_list_of_members_costs_the_same_for_six_and_for_fifty(cast: Cast, client: Client):
    club = make.people_of(cast)
    client.force_login(cast.owner)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(reverse("club-members", args=(club.pk,))).status_code == 200
        return len(captured)

    with_six = queries()
    for number in range(44):
        user = type(cast.owner).objects.create_user(f"member-{number}")
        clubs.add(club=club, user=user, role=ClubRole.PLAYER)
    assert queries() == with_six
    page = page_of(club, cast)
    assert page.count == 50
    assert [(group.role, len(group.names), group.more) for group in page.members] == [
        ("Owner", 1, 0),
        ("Umpire", 1, 0),
        ("Player", 24, 23),
        ("Reader", 1, 0),
    ]


@pytest.mark.portable
def test_my_clubs_are_listed_with_what_i_am_there(cast: Cast):
    club = make.people_of(cast)
    running(club, cast)
    clubs.found(actor=cast.stranger, name="Others")
    (row,) = my_clubs(cast.pilot.pk)
    assert (row.pk, row.role, row.members, row.campaigns, row.next_night) == (club.pk, "Player", 6, 1, "")
    night = make.night(club, cast.umpire)
    assert str(night.begins_at.day) in my_clubs(cast.pilot.pk)[0].next_night


def test_an_empty_club_says_what_to_do_next(cast: Cast, client: Client):
    club = make.people_of(cast)
    client.force_login(cast.owner)
    assert "Start a campaign" in client.get(reverse("club", args=(club.pk,))).content.decode()
    client.force_login(cast.reader)
    text = client.get(reverse("club", args=(club.pk,))).content.decode()
    assert "Start a campaign" not in text
    assert "umpires of the club start its campaigns" in text
    client.force_login(cast.stranger)
    assert "Found a club" in client.get(reverse("clubs")).content.decode()


def test_at_home_my_campaigns_stand_by_whose_they_are(cast: Cast, client: Client):
    club = make.people_of(cast)
    own = make.campaign(cast.allied)
    seated = running(club, cast, name="With a seat")
    running(club, cast, name="Without", manned=False)
    boards = home.home(cast.allied.pk).boards
    assert [(board.club, [row.pk for row in board.running], board.others) for board in boards] == [
        (None, [own.pk], 0),
        (club, [seated.pk], 1),
    ]
    client.force_login(cast.allied)
    text = client.get(reverse("home")).content.decode()
    assert "and 1 campaign in which you have no seat" in text
    assert "Without" not in text


@pytest.mark.portable
def test_a_campaign_is_started_for_a_club_from_its_page(cast: Cast, client: Client):
    club = make.people_of(cast)
    make.pack()
    client.force_login(cast.umpire)
    page = client.get(reverse("campaign-new"), {"club": club.pk})
    assert f'value="{club.pk}" ' in page.content.decode()
    sent = {"pack": make.DOGFIGHTS, "name": "Club nights", "allied": "staff", "axis": "staff", "club": str(club.pk)}
    assert client.post(reverse("campaign-new"), sent).status_code == 302
    campaign = Campaign.objects.get()
    assert (campaign.club, campaign.owner) == (club, cast.umpire)
    assert campaign.seats.filter(user=cast.umpire, role=Role.UMPIRE).exists()
    client.force_login(cast.pilot)
    assert client.post(reverse("campaign-new"), sent).status_code == 302, "a player is offered no club"
    assert Campaign.objects.get(owner=cast.pilot).club is None


def test_the_page_that_one_leaves_by_says_what_is_given_up(cast: Cast, client: Client):
    club = make.people_of(cast)
    running(club, cast)
    client.force_login(cast.allied)
    page = reverse("club-leave", args=(club.pk,))
    assert "Commander, Allied, in Malta" in client.get(page).content.decode()
    assert client.post(page)["Location"] == reverse("clubs")
    assert client.get(reverse("club", args=(club.pk,))).status_code == 404


def test_the_board_of_a_campaign_leads_back_to_its_club_for_members_only(cast: Cast):
    club = make.people_of(cast)
    begun = running(club, cast)
    seats.give_seat(actor=cast.umpire, campaign=begun, user=cast.stranger, role=Role.READER)
    link = f'<li><a href="{reverse("club", args=(club.pk,))}">{club.name}</a></li>'
    for user, leads in ((cast.reader, True), (cast.stranger, False)):
        client = Client()
        client.force_login(user)
        page = client.get(reverse("campaign", args=(begun.pk,)))
        assert page.status_code == 200
        assert (link in page.content.decode()) is leads


@pytest.mark.portable
def test_late_orders_wait_for_the_umpire_and_are_due_no_more(cast: Cast):
    club = make.people_of(cast)
    make.drawn(running(club, cast))
    Mission.objects.update(orders_due=timezone.now() - timedelta(minutes=1))
    board = {who: page_of(club, cast, who).running[0] for who in ("umpire", "allied")}
    assert board["umpire"].turn.words.endswith("both sides’ orders are late, the umpire decides")
    assert {who: (each.turn.is_mine, each.turn.due) for who, each in board.items()} == {
        "umpire": (True, None),
        "allied": (False, None),
    }
    assert page_of(club, cast).dates == ()
