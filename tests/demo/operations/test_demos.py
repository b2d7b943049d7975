"""The demo is filled by what people do, is played on, and goes without a trace."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core import mail
from django.utils import timezone

from campaigns.models import Campaign, Entry, Role
from campaigns.operations import seats
from campaigns.selectors import standings
from clubs.models import Club, Night
from clubs.operations.clubs import start_campaign
from config.common.file_parts import contents
from config.common.refusals import Refusal
from demo.models import Demo, DemoPerson
from demo.operations import campaigns, demos, filling
from demo.tasks import fill
from missions.models import Flight, Game, Job, Mission, Print
from missions.operations import games_due
from missions.operations.orders import sign_orders
from missions.selectors import reconcile
from notices.models import Delivery, Notice
from notices.operations.email import send_due
from notices.operations.fan_out import tell_all
from tests import make
from tests.cast import Cast
from tests.missions.on_screen import act, course

pytestmark = [pytest.mark.django_db, pytest.mark.slow("Seventeen missions are flown and a book is printed.")]


@pytest.fixture
def owner(cast: Cast) -> User:
    """Who owns the site."""
    return make.site_owner(cast)


def rows() -> Counter[str]:
    """How many rows of each model there are, tables that Django makes by itself among them."""
    return Counter(
        {model._meta.label: model._base_manager.count() for model in apps.get_models(include_auto_created=True)}
    )


def all_rows() -> dict[str, list[Any]]:
    return {
        model._meta.label: sorted(map(repr, model._base_manager.values_list()))
        for model in apps.get_models(include_auto_created=True)
    }


def test_the_demo_holds_a_club_of_twelve_a_battle_at_mission_fourteen_a_finished_campaign_and_a_game(owner: User):
    demo = make.demo(owner)
    club = Club.objects.get()
    assert club.members.count() == 12
    assert demo.people.count() == 11
    battle, land = Campaign.objects.order_by("pk")
    assert (battle.pack.kind, land.pack.kind) == ("progressive", "land")
    mission = battle.missions.get(number=14)
    assert (mission.status, battle.missions.count()) == (Mission.Status.PLANNING, 14)
    assert mission.orders_due is not None
    assert timedelta(days=6) < mission.orders_due - timezone.now() < timedelta(days=8)
    night = Night.objects.order_by("begins_at")[0]
    assert timezone.now() < night.begins_at < timezone.now() + timedelta(days=8)
    assert [table.mission for table in night.tables.all()] == [mission]
    assert land.is_finished
    book = b"".join(contents(Print.objects.get(campaign=land, document="book").parts))
    assert book.startswith(b"%PDF")
    for campaign in (battle, land):
        assert standings.standing_of(campaign).conflicts == []
        reconcile.assert_reconciled(campaign)
    assert course(Game.objects.get()).game.position()["turn"] == 3


def test_each_part_of_the_demo_is_played_on(owner: User):
    make.demo(owner)
    battle = Campaign.objects.order_by("pk")[0]
    mission = battle.missions.get(number=14)
    sign_orders(actor=owner, mission=mission, side="allied", document=make.orders(mission, "allied"))
    mission.refresh_from_db()
    assert mission.status == Mission.Status.READY
    make.fly(mission)
    make.debrief(mission)
    game = Game.objects.get()
    before = game.count
    act(game, [owner])
    assert Game.objects.get().count > before


@pytest.mark.sweep
def test_two_demos_are_the_same_to_the_last_line_of_their_journals(owner: User):
    def told() -> list[Any]:
        flown = list(Flight.objects.order_by("mission").values_list("report", flat=True))
        lines = Entry.objects.order_by("campaign", "number").values_list("number", "kind", "side", "mission")
        return [flown, list(lines), course(Game.objects.get()).game.position()]

    make.demo(owner)
    first = told()
    demos.take_away(actor=owner)
    make.demo(owner)
    assert told() == first


def test_taken_away_the_demo_leaves_no_row_in_any_table(owner: User):
    before = all_rows()
    make.demo(owner)
    Game.objects.update(waits_since=timezone.now() - timedelta(hours=1))
    for each in games_due.due():
        each()
    battle = Campaign.objects.order_by("pk")[0]
    mission = battle.missions.get(number=14)
    sign_orders(actor=owner, mission=mission, side="allied", document=make.orders(mission, "allied"))
    act(Game.objects.get(), [owner])
    tell_all()
    assert Notice.objects.filter(user=owner, happening__kind="game-turn").exists()
    assert demos.take_away(actor=owner)
    left, wishes = all_rows(), "notices.Wishes"  # one, of a person who is real and was told something
    assert len(left.pop(wishes)) == 1 + len(before.pop(wishes))
    assert left == before
    assert not demos.take_away(actor=owner)


def test_what_real_people_made_stays_when_the_demo_goes(owner: User, cast: Cast):
    make.demo(owner)
    own = make.flown(make.campaign(cast.owner))
    before = rows()
    club = Club.objects.get()
    of_club = start_campaign(
        actor=owner, club=club, pack=make.pack(), name="My own", flown_by={"allied": "me", "axis": "staff"}
    )
    demos.take_away(actor=owner)
    of_club.refresh_from_db()
    assert of_club.club is None
    own.refresh_from_db()
    assert own.status == Mission.Status.FLOWN
    after = rows()
    assert after["campaigns.Campaign"] == 2
    assert after["auth.User"] == before["auth.User"] - 11
    reconcile.assert_reconciled(own.campaign)


def test_made_up_people_in_a_real_campaign_are_former_members_there(owner: User, cast: Cast):
    demo = make.demo(owner)
    guest = demo.people.all()[3].user
    campaign = make.campaign(cast.owner)
    seats.give_seat(actor=cast.owner, campaign=campaign, user=guest, role=Role.PILOT, side="allied")
    make.talked(campaign)
    demos.take_away(actor=owner)
    guest.refresh_from_db()
    assert (guest.get_username(), guest.is_active) == (f"Former member {guest.pk}", False)
    assert not Demo.objects.exists()
    assert campaign.comments.count() == 1


def test_nobody_made_up_can_sign_in_by_a_password_or_is_written_to(owner: User):
    demo = make.demo(owner)
    tell_all()
    people = [each.user for each in demo.people.all()]
    assert all(user.get_username().endswith(" Demo") for user in people)
    assert not any(user.has_usable_password() or user.email for user in people)
    send_due(timezone.now() + timedelta(days=8))
    assert mail.outbox == []
    assert not Delivery.objects.exists()


def test_the_visitor_comes_to_a_quiet_house(owner: User):
    make.demo(owner)
    tell_all()
    kinds = Counter(Notice.objects.filter(user=owner).values_list("happening__kind", flat=True))
    assert sum(kinds.values()) <= 5, kinds
    for person in DemoPerson.objects.all():
        unread = Notice.objects.filter(user=person.user, read_at=None)
        assert unread.count() <= 8, (person.user, list(unread.values_list("happening__kind", flat=True)))


def test_a_demo_that_is_there_is_not_filled_twice(owner: User):
    make.demo(owner)
    before = rows()
    assert demos.ask(actor=owner).seconds == filling.fill(demos.ask(actor=owner))
    assert rows() == before


@pytest.mark.sweep
def test_a_worker_that_was_lost_leaves_a_half_which_the_next_one_begins_anew(owner: User, monkeypatch: Any):
    demo = demos.order(actor=owner)
    assert demo.job is not None

    class Lost(BaseException):
        pass

    def lost(*given: object) -> None:
        raise Lost

    monkeypatch.setattr(campaigns, "FLOWN", 1)
    monkeypatch.setattr(campaigns, "print_book", lambda *given: None)
    with monkeypatch.context() as until_then:
        until_then.setattr(campaigns, "talk_about", lost)
        with pytest.raises(Lost):
            fill(str(demo.job.pk))
    with pytest.raises(Refusal, match="being filled"):
        demos.take_away(actor=owner)
    fill(str(demo.job.pk))
    demo.refresh_from_db()
    assert demo.seconds is not None
    assert (Club.objects.count(), Campaign.objects.count(), demo.people.count()) == (1, 2, 11)
    fill(str(demo.job.pk))
    assert Club.objects.count() == 1


def test_who_fills_it_from_the_command_line_is_let_finish_unless_he_is_lost(owner: User):
    by_command = demos.ask(actor=owner).job
    assert by_command is not None
    for ask in (demos.ask, demos.take_away):
        with pytest.raises(Refusal, match="being filled"):
            ask(actor=owner)
    assert demos.order(actor=owner).job == by_command, "the button finds what is under way"
    Job.objects.update(moved_at=timezone.now() - timedelta(minutes=2))
    anew = demos.ask(actor=owner).job
    assert anew is not None
    assert list(Job.objects.all()) == [anew]
    fill(str(by_command.pk))
    assert not Club.objects.exists(), "who comes back finds that it is over"
    Job.objects.update(moved_at=timezone.now() - timedelta(minutes=2))
    assert demos.take_away(actor=owner)
    assert not Job.objects.exists()


def test_only_the_owner_of_an_empty_site_orders_a_demo(owner: User, cast: Cast):
    with pytest.raises(Refusal, match="owns this site"):
        demos.order(actor=cast.owner)
    make.campaign(cast.owner)
    with pytest.raises(Refusal, match="empty site"):
        demos.order(actor=owner)
    assert not Demo.objects.exists()
