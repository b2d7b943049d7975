"""Campaigns are archived and opened again, deleted after thirty days, and brought back until then."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign, Entry, Role
from campaigns.operations import seats
from clubs.operations import clubs, public
from clubs.operations import endings as club_endings
from clubs.selectors.open_seats import open_seats
from config.common.refusals import Refusal
from missions import tasks
from missions.models import Game, Mission
from missions.operations import comments, deadlines, drawing, endings, removal
from missions.operations.games import GameTerms
from missions.operations.games_due import due
from missions.operations.orders import sign_orders
from missions.selectors.home import home
from notices.models import Delivery, Happening
from notices.operations import deliveries, fan_out
from tests import make
from tests.cast import Cast
from tests.notices import news
from tests.screen import begun, one_decision, waited_for

pytestmark = pytest.mark.django_db
MONTH = timedelta(days=31)


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """Drawn, with a day for the orders; a person commands each side."""
    return make.drawn(make.on_terms(make.club(cast), orders_hours=24))


def count_rows() -> dict[str, int]:
    return {
        model._meta.label: model._base_manager.count()
        for model in apps.get_models()
        if model._meta.app_label in ("campaigns", "clubs", "missions", "notices")
    }


def text_of(client: Client, user: User, page: str, *named: object) -> str:
    client.force_login(user)
    answer = client.get(reverse(page, args=named))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.portable
def test_in_an_archived_campaign_nobody_writes_and_everybody_is_told_who_opens_it(cast: Cast, mission: Mission):
    campaign = mission.campaign
    with pytest.raises(Refusal, match="Only the owner and the umpires"):
        endings.archive(actor=cast.allied, campaign=campaign)
    endings.archive(actor=cast.umpire, campaign=campaign)
    document = make.orders(mission, "allied")
    for act in (
        lambda: sign_orders(actor=cast.allied, mission=mission, side="allied", document=document),
        lambda: comments.comment(actor=cast.pilot, campaign=campaign, text="Hello?"),
        lambda: drawing.draw_mission(actor=cast.owner, campaign=campaign),
        lambda: seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.stranger, role=Role.READER),
    ):
        with pytest.raises(Refusal, match=r"is archived.*Its owner and its umpires can open it again"):
            act()
    seats.leave(actor=cast.pilot, campaign=campaign, seat=campaign.seats.get(user=cast.pilot).pk)
    endings.open_again(actor=cast.owner, campaign=campaign)
    sign_orders(actor=cast.allied, mission=mission, side="allied", document=document)
    said = list(Entry.objects.filter(campaign=campaign, kind="archived").values_list("data", flat=True))
    assert said == [{"how": "archived"}, {"how": "opened"}]


def test_an_archived_campaign_leaves_the_lists_and_stands_on_one_of_its_own(cast: Cast, client: Client):
    campaign = make.club(cast)
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=make.people_of(cast))
    campaign.refresh_from_db()
    assert campaign.club is not None
    place = campaign.club.members.get(user=cast.pilot)
    seats.take_away(actor=cast.owner, campaign=campaign, seat=campaign.seats.get(user=cast.axis).pk)
    assert open_seats(campaign.club, place)
    endings.archive(actor=cast.owner, campaign=campaign)
    page = home(cast.pilot.pk)
    assert (page.lists.boards, page.lists.finished, page.lists.archived, page.turns) == ((), (), 1, {})
    assert not open_seats(campaign.club, place)
    assert "Archived campaigns" in text_of(client, cast.reader, "home")
    assert campaign.name in text_of(client, cast.reader, "campaigns-archived")
    assert campaign.name not in text_of(client, cast.stranger, "campaigns-archived")
    assert "Archived" in text_of(client, cast.reader, "club", campaign.club.pk)
    board = text_of(client, cast.reader, "campaign", campaign.pk)
    assert "Its owner and its umpires can open it again" in board


def test_the_clock_of_an_archived_campaign_stands_still(cast: Cast, mission: Mission):
    left = mission.orders_due
    assert left is not None
    endings.archive(actor=cast.owner, campaign=mission.campaign)
    since = timezone.now() - timedelta(days=3)
    Campaign.objects.filter(pk=mission.campaign_id).update(archived_at=since)
    Mission.objects.filter(pk=mission.pk).update(orders_due=since + timedelta(hours=1))
    assert deadlines.due_now() == []
    tasks.orders_due()
    assert not mission.orders.exists()
    endings.open_again(actor=cast.owner, campaign=mission.campaign)
    mission.refresh_from_db()
    assert mission.orders_due is not None
    assert timedelta(minutes=55) < mission.orders_due - timezone.now() < timedelta(minutes=65)


def test_a_game_on_screen_waits_until_its_campaign_is_opened_again(cast: Cast):
    mission = make.opened(make.club(cast))
    game = begun(mission, terms=GameTerms(hours=2))
    player = waited_for(game)
    assert player is not None
    endings.archive(actor=cast.owner, campaign=mission.campaign)
    since = timezone.now() - timedelta(days=3)
    Campaign.objects.filter(pk=mission.campaign_id).update(archived_at=since)
    Game.objects.filter(pk=game.pk).update(late_at=since + timedelta(hours=1), waits_since=since)
    with pytest.raises(Refusal, match="is archived"):
        one_decision(Game.objects.get(pk=game.pk))
    assert list(due()) == []
    endings.open_again(actor=cast.owner, campaign=mission.campaign)
    game.refresh_from_db()
    assert game.late_at is not None
    assert game.late_at > timezone.now() + timedelta(minutes=50)
    one_decision(game)


def test_nobody_is_told_and_no_webhook_hears_of_an_archived_campaign(cast: Cast, mission: Mission):
    campaign = mission.campaign
    hook = make.webhook(campaign)
    news.told(campaign, "orders-opened", mission=1)
    assert deliveries.due() == [hook.pk]
    endings.archive(actor=cast.owner, campaign=campaign)
    fan_out.tell_all()
    assert not Delivery.objects.exists()
    assert news.who_knows(Happening.objects.get(kind="archived")) == {"umpire", "allied", "axis", "pilot", "reader"}
    assert news.who_knows(news.told(campaign, "orders-in", mission=1, data={"side": "allied"})) == set()
    assert deliveries.due() == []


def test_a_worker_that_comes_after_a_campaign_was_archived_leaves_its_webhooks_on(cast: Cast, mission: Mission):
    campaign = mission.campaign
    hook = make.webhook(campaign, actor=cast.umpire)
    news.told(campaign, "orders-opened", mission=1)
    [waiting] = deliveries.due()
    endings.archive(actor=cast.owner, campaign=campaign)
    assert deliveries.deliver_to(waiting) == 0
    hook.refresh_from_db()
    assert (hook.is_on, hook.why_off) == (True, "")
    assert not Happening.objects.filter(kind="webhook-off").exists()


@pytest.mark.portable
def test_a_deleted_campaign_can_be_brought_back_for_thirty_days(cast: Cast, client: Client):
    campaign = make.club(cast)
    public.open_pages(actor=cast.owner, campaign=campaign)
    campaign.refresh_from_db()
    with pytest.raises(Refusal, match="Type the name"):
        endings.delete(actor=cast.owner, campaign=campaign, name="Desert mornings")
    with pytest.raises(Refusal, match="Only its owner"):
        endings.delete(actor=cast.umpire, campaign=campaign, name=campaign.name)
    for _ in range(2):
        endings.delete(actor=cast.owner, campaign=campaign, name=" desert  evenings ")
    fan_out.tell_all()
    assert news.who_knows(Happening.objects.get(kind="to-be-deleted")) == {
        "umpire",
        "allied",
        "axis",
        "pilot",
        "reader",
    }
    assert "is to be deleted on" in text_of(client, cast.reader, "campaign", campaign.pk)
    assert client.get(reverse("public-campaign", args=(campaign.public_key,))).status_code == 404
    with pytest.raises(Refusal, match="its owner brings it back first"):
        endings.open_again(actor=cast.umpire, campaign=campaign)
    tasks.campaigns_gone()
    endings.bring_back(actor=cast.owner, campaign=campaign)
    endings.open_again(actor=cast.umpire, campaign=campaign)
    removal.remove(campaign.pk, timezone.now() + MONTH)
    assert Campaign.objects.get(pk=campaign.pk).archived_at is None


def full(campaign: Campaign, cast: Cast) -> None:
    """A campaign with some of everything."""
    make.claimed(campaign)
    make.webhook(campaign)
    make.debriefed(campaign)
    mission = make.talked(campaign)
    comments.comment(actor=cast.pilot, campaign=campaign, text="Hello.")
    night = make.night(make.people_of(cast, name=f"Club {campaign.pk}"), cast.umpire)
    night.tables.create(number=1, campaign=campaign, mission=mission)
    news.told(campaign, "mission-drawn", mission=mission.number)


@pytest.mark.portable
def test_what_is_gone_is_gone_with_all_that_was_its_own_and_nothing_of_anybody_else(cast: Cast):
    other = make.club(cast)
    full(other, cast)
    make.people_of(cast, name="Another")
    before, lines = count_rows(), other.entries.count()
    campaign = make.club(cast, seed=11)
    full(campaign, cast)
    assert count_rows()["campaigns.Entry"] > before["campaigns.Entry"]
    endings.delete(actor=cast.owner, campaign=campaign, name=campaign.name)
    removal.remove(campaign.pk, timezone.now() + timedelta(days=29))
    assert Campaign.objects.filter(pk=campaign.pk).exists()
    for _ in range(2):
        removal.remove(campaign.pk, timezone.now() + MONTH)
    # The second club with its night stays: it is nobody's campaign.
    of_club = {
        "clubs.Club",
        "clubs.Membership",
        "clubs.Night",
        "clubs.NightTable",
        "notices.Happening",
        "notices.Notice",
    }
    assert {name: n for name, n in count_rows().items() if name not in of_club} == {
        name: n for name, n in before.items() if name not in of_club
    }
    assert not Happening.objects.filter(campaign=campaign.pk).exists()
    assert other.entries.count() == lines


def test_a_removal_that_is_cut_off_is_carried_on_and_nobody_sees_what_is_half_there(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
):
    campaign = make.club(cast)
    make.debriefed(campaign)
    endings.delete(actor=cast.owner, campaign=campaign, name=campaign.name)
    take_away, calls = removal.take_away, []

    def cut_off(rows: object, at_once: int) -> None:
        calls.append(rows)
        if len(calls) == 4:
            raise RuntimeError("killed")
        take_away(rows, at_once)  # type: ignore[arg-type]

    monkeypatch.setattr(removal, "take_away", cut_off)
    now: datetime = timezone.now() + MONTH
    with pytest.raises(RuntimeError):
        removal.remove(campaign.pk, now)
    client.force_login(cast.owner)
    assert client.get(reverse("campaign", args=(campaign.pk,))).status_code == 404
    assert campaign.name not in text_of(client, cast.owner, "home")
    monkeypatch.setattr(removal, "take_away", take_away)
    assert removal.gone(now) == [campaign.pk]
    removal.remove(campaign.pk, now)
    left: list[type[Model]] = [Campaign, Entry, Mission]
    assert [model._base_manager.count() for model in left] == [0, 0, 0]


def test_who_clicks_while_it_is_taken_away_is_told_that_it_is_gone(cast: Cast):
    """The page was made before the worker came."""
    campaign, club = make.club(cast), make.people_of(cast)
    mission = make.drawn(campaign)
    endings.delete(actor=cast.owner, campaign=campaign, name=campaign.name)
    club_endings.delete(actor=cast.owner, club=club, name=club.name)
    removal.remove(campaign.pk, timezone.now() + MONTH)
    club_endings.remove(club.pk, timezone.now() + MONTH)
    for act in (
        lambda: endings.bring_back(actor=cast.owner, campaign=campaign),
        lambda: endings.open_again(actor=cast.umpire, campaign=campaign),
        lambda: seats.leave(actor=cast.pilot, campaign=campaign, seat=1),
        lambda: comments.comment(actor=cast.allied, campaign=campaign, mission=mission, text="Hello?"),
        lambda: club_endings.bring_back(actor=cast.owner, club=club),
        lambda: clubs.leave(actor=cast.pilot, club=club),
    ):
        with pytest.raises(Refusal, match="has been deleted"):
            act()


def test_a_comment_in_an_archived_campaign_stays_and_who_would_remove_it_is_told_why(cast: Cast, client: Client):
    campaign = make.club(cast)
    said = comments.comment(actor=cast.pilot, campaign=campaign, text="Hello?")
    endings.archive(actor=cast.owner, campaign=campaign)
    client.force_login(cast.pilot)
    page = client.post(reverse("comment-remove", args=(campaign.pk, said.key)), follow=True).content.decode()
    assert "is archived: nothing is written in it" in page
    assert "Hello?" in page


def test_the_page_of_its_end_offers_what_the_viewer_may_do(cast: Cast, client: Client):
    campaign = make.club(cast)
    page = reverse("campaign-end", args=(campaign.pk,))
    act = lambda what: reverse("campaign-end-act", args=(campaign.pk, what))  # noqa: E731
    client.force_login(cast.reader)
    assert "Delete it" not in client.get(page).content.decode()
    refused = client.post(act("archive"), follow=True).content.decode()
    assert "Only the owner and the umpires" in refused
    client.force_login(cast.owner)
    wrong = client.post(act("delete"), {"name": "Something"})
    assert wrong.status_code == 422
    assert "Type the name as it stands here: Desert evenings" in wrong.content.decode()
    gone = client.post(act("delete"), {"name": campaign.name}, follow=True).content.decode()
    assert "Bring it back" in gone
    assert "Open it again" not in gone
    back = client.post(act("keep"), follow=True).content.decode()
    assert "Open the campaign again" in back
    assert client.post(act("nonsense")).status_code == 404
