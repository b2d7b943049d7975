"""Seats are given, taken, left and covered, and nobody sits on both sides unless the terms allow it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from pytest_django import DjangoAssertNumQueries

from campaigns import access
from campaigns.access import viewer, with_seats
from campaigns.models import ON_A_SIDE, Campaign, Pilot, Role, Seat
from campaigns.operations import changes, journal, pilots, players, seats, terms
from campaigns.selectors import standings
from campaigns.selectors.journal import JournalFilter, journal_page
from campaigns.standing.result_kinds import Sortie
from clubs.models import Club, ClubRole
from clubs.operations import clubs
from config.common.refusals import Refusal
from engine.core.report import Report
from missions.operations import debriefs, orders
from missions.operations.archive import import_campaign
from missions.prints import kept
from missions.selectors.archive import export
from missions.selectors.reconcile import assert_reconciled, problems
from notices.models import Happening
from tests import cast as people_of_tests
from tests import make
from tests.cast import Cast

DAY = timedelta(days=1)


@pytest.fixture
def club(cast: Cast) -> Campaign:
    """A campaign in which everybody but the stranger has a seat."""
    return make.club(cast)


@pytest.fixture
def front(cast: Cast) -> Campaign:
    """The same with squadrons and men who belong to them."""
    return make.club(cast, make.PERIODS)


def give(campaign: Campaign, user: User, role: Role, side: str = "", squadron: str = "") -> Seat:
    return seats.give_seat(actor=campaign.owner, campaign=campaign, user=user, role=role, side=side, squadron=squadron)


def seat_of(campaign: Campaign, user: User, role: Role | None = None) -> Seat:
    found = campaign.seats.filter(user=user)
    return found.get(role=role) if role else found.get()


def seen(campaign: Campaign, user: User) -> access.Viewer:
    found = viewer(with_seats().get(pk=campaign.pk), user)
    assert found is not None
    return found


def said(campaign: Campaign, user: User) -> list[str]:
    """The journal's sentences that a person reads, the newest first."""
    page = journal_page(campaign, seen(campaign, user), JournalFilter())
    return [line.text for batch in page.batches for line in batch.lines]


def guild_of(cast: Cast) -> Club:
    """A club: its players are those of the cast who play."""
    club = clubs.found(actor=cast.owner, name="The Tuesday Club")
    for user in (cast.umpire, cast.allied, cast.axis, cast.pilot):
        clubs.add(club=club, user=user, role=ClubRole.PLAYER)
    clubs.add(club=club, user=cast.reader, role=ClubRole.READER)
    return club


def man_of(campaign: Campaign, side: str = "allied", **named: Any) -> Pilot:
    """Somebody on the roster who keeps no name by a card."""
    return campaign.pilots.filter(side=side, resource="", on_roster=True, **named).order_by("pk")[0]


@pytest.mark.portable
def test_every_change_of_seats_is_in_the_journal_in_words(club: Campaign, cast: Cast):
    give(club, cast.stranger, Role.COMMANDER, "allied")
    seats.leave(actor=cast.pilot, campaign=club, seat=seat_of(club, cast.pilot).pk)
    seats.take_away(actor=cast.umpire, campaign=club, seat=seat_of(club, cast.stranger).pk)
    assert said(club, cast.reader)[:3] == [
        "A seat was taken from stranger, that of the Allied commander. The staff commands now.",
        "pilot left the seat of an Allied pilot.",
        "stranger is now the Allied commander in place of allied.",
    ]
    assert club.seats.get(side="allied", role=Role.COMMANDER).is_staff
    assert not club.seats.filter(user__in=[cast.pilot, cast.allied, cast.stranger]).exists()
    assert_reconciled(club)


@pytest.mark.portable
def test_whoever_gets_or_loses_a_seat_is_told(club: Campaign, cast: Cast):
    Happening.objects.all().delete()
    give(club, cast.stranger, Role.PILOT, "axis")
    told = Happening.objects.get()
    assert (told.kind, told.person, told.data["role"], told.data["side"]) == (
        "seat-given",
        cast.stranger,
        "Pilot",
        "axis",
    )
    give(club, cast.stranger, Role.PILOT, "axis")
    assert Happening.objects.count() == 1  # he has it already
    seats.leave(actor=cast.axis, campaign=club, seat=seat_of(club, cast.axis).pk)
    left = Happening.objects.get(kind="seat-left")
    assert (left.person, left.data["user"], left.data["role"]) == (None, cast.axis.pk, "Commander")


def test_a_staffs_seat_is_not_taken_from_it_and_others_seats_are_not_left(club: Campaign, cast: Cast):
    axis = seat_of(club, cast.axis)
    with pytest.raises(Refusal, match="not yours to leave"):
        seats.leave(actor=cast.allied, campaign=club, seat=axis.pk)
    with pytest.raises(Refusal, match="Only the owner and the umpires"):
        seats.take_away(actor=cast.allied, campaign=club, seat=axis.pk)
    seats.take_away(actor=cast.owner, campaign=club, seat=axis.pk)
    with pytest.raises(Refusal, match="staff holds this seat already"):
        seats.take_away(actor=cast.owner, campaign=club, seat=axis.pk)
    with pytest.raises(Refusal, match="no such seat"):
        seats.leave(actor=cast.pilot, campaign=make.campaign(cast.owner), seat=seat_of(club, cast.pilot).pk)


def test_the_last_umpire_may_leave_and_the_owner_remains(club: Campaign, cast: Cast):
    for seat in club.seats.filter(role=Role.UMPIRE):
        assert seat.user is not None
        seats.leave(actor=seat.user, campaign=club, seat=seat.pk)
    assert not club.seats.filter(role=Role.UMPIRE).exists()
    give(club, cast.umpire, Role.UMPIRE)
    with pytest.raises(Refusal, match="Only the owner"):
        seats.give_seat(actor=cast.allied, campaign=club, user=cast.allied, role=Role.UMPIRE)


def test_nobody_is_given_a_seat_on_the_other_side(club: Campaign, cast: Cast):
    for role in ON_A_SIDE:
        with pytest.raises(Refusal, match="pilot has a seat on the Allied side") as refused:
            give(club, cast.pilot, role, "axis")
        assert refused.value.field == "person"
    terms.change_terms(actor=cast.umpire, campaign=club, both_sides=True)
    give(club, cast.pilot, Role.PILOT, "axis")
    assert seen(club, cast.pilot).sides == {"allied", "axis"}


@pytest.mark.parametrize("role", [Role.COMMANDER, Role.LEADER, Role.INTELLIGENCE])
def test_an_umpire_decides_for_no_side_and_may_fly_for_one(club: Campaign, cast: Cast, role: Role):
    with pytest.raises(Refusal, match="sees both sides’ plans"):
        give(club, cast.umpire, role, "axis")
    give(club, cast.umpire, Role.PILOT, "axis")
    give(club, cast.stranger, role, "axis")
    with pytest.raises(Refusal, match="decides for a side"):
        give(club, cast.stranger, Role.UMPIRE)
    terms.change_terms(actor=cast.owner, campaign=club, both_sides=True)
    give(club, cast.umpire, role, "axis")
    give(club, cast.stranger, Role.UMPIRE)


def test_nobody_sits_behind_flying_bombs(cast: Cast):
    solitaire = make.campaign(cast.owner, "buzz-bomb")
    for role in (Role.COMMANDER, Role.PILOT):
        with pytest.raises(Refusal, match="flying bombs"):
            give(solitaire, cast.axis, role, "axis")


def test_a_squadron_leader_leads_a_squadron_of_that_side_or_the_whole_side(front: Campaign, cast: Cast):
    give(front, cast.pilot, Role.LEADER, "allied", "frontier-fighters")
    give(front, cast.pilot, Role.LEADER, "allied")
    assert seen(front, cast.pilot).leads == {("allied", "frontier-fighters"), ("allied", "")}
    for side, squadron, role in (
        ("allied", "jagd", Role.LEADER),
        ("allied", "nobody", Role.LEADER),
        ("allied", "frontier-fighters", Role.PILOT),
    ):
        with pytest.raises(Refusal) as refused:
            give(front, cast.pilot, role, side, squadron)
        assert refused.value.field == "squadron"


def test_which_squadron_somebody_leads_is_read_by_those_alone_who_see_its_sides_plans(front: Campaign, cast: Cast):
    give(front, cast.stranger, Role.LEADER, "allied", "frontier-fighters")
    now = "stranger is now an Allied squadron leader of Frontier Fighters."
    for user in (cast.stranger, cast.allied, cast.umpire):
        assert now in said(front, user)
    for user in (cast.axis, cast.reader, cast.pilot):
        assert not any("stranger" in line for line in said(front, user))
    for user, is_there in ((cast.allied, True), (cast.axis, False), (cast.reader, False)):
        shown = client_of(user).get(reverse("campaign-people", args=[front.pk])).content.decode()
        assert "stranger" in shown
        assert ("Frontier Fighters" in shown) == is_there


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_players_of_the_club_join_where_the_terms_let_them(club: Campaign, cast: Cast):
    guild = guild_of(cast)
    Campaign.objects.filter(pk=club.pk).update(club=guild)
    clubs.add(club=guild, user=cast.stranger, role=ClubRole.PLAYER)
    with pytest.raises(Refusal, match="umpire gives the seats"):
        seats.join(actor=cast.stranger, campaign=club, side="axis")
    terms.change_terms(actor=cast.owner, campaign=club, joining="freely")
    with pytest.raises(Refusal, match="Only players"):
        seats.join(actor=cast.reader, campaign=club, side="axis")
    with pytest.raises(Refusal, match="have a seat on this side already"):
        seats.join(actor=cast.axis, campaign=club, side="axis")
    with pytest.raises(Refusal, match="on the Allied side"):
        seats.join(actor=cast.allied, campaign=club, side="axis")
    seats.join(actor=cast.stranger, campaign=club, side="axis")
    assert said(club, cast.reader)[0] == "stranger is now an Axis pilot, by joining."
    with pytest.raises(Refusal, match="already"):
        seats.join(actor=cast.stranger, campaign=club, side="axis")


def test_nobody_changes_sides_without_the_umpire(club: Campaign, cast: Cast):
    clubs.move_campaign(actor=cast.owner, campaign=club, club=make.people_of(cast))
    terms.change_terms(actor=cast.owner, campaign=club, joining="freely")
    seats.leave(actor=cast.pilot, campaign=club, seat=seat_of(club, cast.pilot).pk)
    give(club, cast.stranger, Role.COMMANDER, "axis")
    for user, side, other in ((cast.pilot, "axis", "Allied"), (cast.axis, "allied", "Axis")):
        with pytest.raises(Refusal, match=f"You have sat on the {other} side"):
            seats.join(actor=user, campaign=club, side=side)
    seats.join(actor=cast.pilot, campaign=club, side="allied")
    seats.leave(actor=cast.pilot, campaign=club, seat=seat_of(club, cast.pilot).pk)
    give(club, cast.pilot, Role.PILOT, "axis")
    terms.change_terms(actor=cast.owner, campaign=club, both_sides=True)
    seats.join(actor=cast.axis, campaign=club, side="allied")
    assert_reconciled(club)


@pytest.mark.portable
def test_a_stand_in_acts_like_the_holder_until_the_day_comes(club: Campaign, cast: Cast):
    mission = make.drawn(club)
    commander = seat_of(club, cast.allied)
    document = make.orders(mission, "allied")
    with pytest.raises(Refusal, match="do not command"):
        orders.sign_orders(actor=cast.reader, mission=mission, side="allied", document=document)
    until = timezone.now() + 3 * DAY
    seats.name_stand_in(actor=cast.allied, campaign=club, seat=commander.pk, user=cast.reader, until=until)
    assert seen(club, cast.reader).commands == {"allied"}
    orders.sign_orders(actor=cast.reader, mission=mission, side="allied", document=document)
    stands = f"reader stands in for allied as the Allied commander until {until.astimezone(UTC):%-d %B %Y, %H:%M} UTC."
    assert stands in said(club, cast.axis)
    Seat.objects.filter(pk=commander.pk).update(stand_in_until=timezone.now() - timedelta(seconds=1))
    assert seen(club, cast.reader).commands == frozenset()
    with pytest.raises(Refusal, match="do not command"):
        orders.sign_orders(actor=cast.reader, mission=mission, side="allied", document=document)
    assert_reconciled(club)


def test_only_the_holder_and_umpires_name_a_stand_in_who_takes_part_and_for_a_year_at_most(club: Campaign, cast: Cast):
    commander = seat_of(club, cast.allied).pk
    soon = timezone.now() + DAY

    def refused(actor: User, user: User, until: datetime = soon, seat: int = commander) -> str:
        with pytest.raises(Refusal) as found:
            seats.name_stand_in(actor=actor, campaign=club, seat=seat, user=user, until=until)
        return found.value.sentence

    assert "say who stands in" in refused(cast.pilot, cast.pilot)
    assert "of the campaign or of its club" in refused(cast.allied, cast.stranger)
    assert "holds this seat" in refused(cast.umpire, cast.allied)
    assert "Axis side" in refused(cast.allied, cast.axis)
    assert "sees both sides" in refused(cast.allied, cast.umpire)
    assert "at most a year" in refused(cast.allied, cast.pilot, timezone.now() - DAY)
    assert "at most a year" in refused(cast.allied, cast.pilot, timezone.now() + 400 * DAY)
    seats.take_away(actor=cast.owner, campaign=club, seat=seat_of(club, cast.axis).pk)
    staffs = club.seats.get(side="axis", role=Role.COMMANDER).pk
    assert "staff" in refused(cast.umpire, cast.pilot, seat=staffs)
    seats.name_stand_in(actor=cast.umpire, campaign=club, seat=commander, user=cast.pilot, until=soon)
    seats.end_stand_in(actor=cast.pilot, campaign=club, seat=commander)
    assert seen(club, cast.pilot).commands == frozenset()
    with pytest.raises(Refusal, match="Nobody stands in"):
        seats.end_stand_in(actor=cast.allied, campaign=club, seat=commander)


def test_who_stands_in_on_one_side_gets_no_seat_on_the_other_while_it_lasts(club: Campaign, cast: Cast):
    commander = seat_of(club, cast.allied)
    until = timezone.now() + DAY
    seats.name_stand_in(actor=cast.allied, campaign=club, seat=commander.pk, user=cast.reader, until=until)
    with pytest.raises(Refusal, match="on the Allied side"):
        give(club, cast.reader, Role.PILOT, "axis")
    give(club, cast.stranger, Role.COMMANDER, "allied")  # a new commander, and nobody stands in for him
    give(club, cast.reader, Role.PILOT, "axis")


def test_leaving_the_club_ends_every_seat_and_standing_in(club: Campaign, cast: Cast):
    until = timezone.now() + DAY
    give(club, cast.allied, Role.PILOT, "allied")
    seats.name_stand_in(
        actor=cast.pilot, campaign=club, seat=seat_of(club, cast.pilot).pk, user=cast.allied, until=until
    )
    seats.give_up_seats(actor=cast.allied, campaign=club, user=cast.allied)
    assert not club.seats.held_by(cast.allied.pk).exists()
    assert club.seats.get(side="allied", role=Role.COMMANDER).is_staff
    entries = club.entries.count()
    seats.give_up_seats(actor=cast.allied, campaign=club, user=cast.allied)
    assert club.entries.count() == entries


def test_a_campaign_is_handed_over_by_its_owner_to_somebody_who_takes_part(club: Campaign, cast: Cast):
    for actor, user in ((cast.umpire, cast.umpire), (cast.owner, cast.stranger), (cast.owner, cast.owner)):
        with pytest.raises(Refusal):
            seats.hand_over(actor=actor, campaign=club, user=user)
    seats.hand_over(actor=cast.owner, campaign=club, user=cast.allied)
    club.refresh_from_db()
    assert club.owner == cast.allied
    assert said(club, cast.reader)[0] == "allied is now the owner of the campaign in place of owner."


def test_a_forgotten_person_is_named_nowhere_in_the_journal(club: Campaign, cast: Cast):
    give(club, cast.stranger, Role.COMMANDER, "allied")
    players.give_pilot(actor=cast.stranger, campaign=club, pilot=man_of(club), player=cast.pilot)
    journal.anonymise(cast.pilot, "Somebody")
    journal.anonymise(cast.allied, "Another")
    lines = said(club, cast.umpire)
    assert not any("pilot’s" in line or "allied" in line for line in lines)
    assert any("Somebody’s man" in line for line in lines)
    assert "stranger is now the Allied commander in place of Another." in lines


# Men and their players.


@pytest.mark.portable
def test_a_man_is_given_to_a_player_of_his_side_who_sees_him_then(front: Campaign, cast: Cast):
    man = man_of(front, squadron="frontier-fighters")
    page = reverse("campaign-pilot", args=[front.pk, man.pk])
    assert client_of(cast.pilot).get(page).status_code == 404
    with pytest.raises(Refusal, match="no seat on this side"):
        players.give_pilot(actor=cast.allied, campaign=front, pilot=man, player=cast.axis)
    for actor in (cast.axis, cast.pilot, cast.reader, cast.stranger):
        with pytest.raises(Refusal, match="leads this squadron"):
            players.give_pilot(actor=actor, campaign=front, pilot=man, player=cast.pilot)
    players.give_pilot(actor=cast.allied, campaign=front, pilot=man, player=cast.pilot)
    assert client_of(cast.pilot).get(page).status_code == 200
    assert client_of(cast.axis).get(page).status_code == 404
    for user, is_there in ((cast.allied, True), (cast.umpire, True), (cast.axis, False), (cast.reader, False)):
        assert any(f"{man.name} is pilot’s man" in line for line in said(front, user)) == is_there
    assert Happening.objects.filter(kind="pilot-given", person=cast.pilot).count() == 1


@pytest.mark.portable
def test_a_squadron_leader_gives_the_men_of_the_own_squadron_only(front: Campaign, cast: Cast):
    give(front, cast.reader, Role.LEADER, "allied", "frontier-fighters")
    own = man_of(front, squadron="frontier-fighters")
    other = front.pilots.filter(side="allied").exclude(squadron="frontier-fighters").order_by("pk")[0]
    players.give_pilot(actor=cast.reader, campaign=front, pilot=own, player=cast.pilot)
    with pytest.raises(Refusal, match="leads this squadron"):
        players.give_pilot(actor=cast.reader, campaign=front, pilot=other, player=cast.pilot)


@pytest.mark.portable
def test_men_of_a_player_who_leaves_the_side_are_free_again(club: Campaign, cast: Cast):
    man = man_of(club)
    players.give_pilot(actor=cast.allied, campaign=club, pilot=man, player=cast.pilot)
    seats.leave(actor=cast.pilot, campaign=club, seat=seat_of(club, cast.pilot).pk)
    man.refresh_from_db()
    assert man.player is None
    assert f"{man.name} is no player’s man any more." in said(club, cast.allied)


def test_a_player_names_his_man_once_and_before_he_flies(club: Campaign, cast: Cast):
    man = man_of(club)
    was = man.name
    players.give_pilot(actor=cast.allied, campaign=club, pilot=man, player=cast.pilot)
    with pytest.raises(Refusal, match="Only the player"):
        players.name_pilot(actor=cast.allied, campaign=club, pilot=man, name="Leo Barker")
    players.name_pilot(actor=cast.pilot, campaign=club, pilot=man, name="  Leo   Barker ")
    man.refresh_from_db()
    assert man.name == "Leo Barker"
    with pytest.raises(Refusal, match="named once"):
        players.name_pilot(actor=cast.pilot, campaign=club, pilot=man, name="Leopold Barker")
    with pytest.raises(Refusal, match="Give a reason"):
        players.name_pilot(actor=cast.umpire, campaign=club, pilot=man, name="Leopold Barker")
    players.name_pilot(actor=cast.umpire, campaign=club, pilot=man, name="Leopold Barker", reason="He asked")
    assert said(club, cast.allied)[:2] == [
        "Leo Barker is called Leopold Barker from now on: He asked.",
        f"{was} is called Leo Barker from now on.",
    ]
    assert_reconciled(club)


def test_the_other_side_learns_nothing_of_men_who_are_given_and_named_before_they_fly(front: Campaign, cast: Cast):
    man = man_of(front, squadron="frontier-fighters")
    pages = ("campaign", "campaign-people", "campaign-pilots", "campaign-journal", "campaign-squadrons")

    def shown(user: User) -> list[str]:
        client = client_of(user)
        contents = [client.get(reverse(page, args=[front.pk])).content.decode() for page in pages]
        return [re.sub(r'csrfmiddlewaretoken" value="\w+"', "", content) for content in contents]

    before = {user: shown(user) for user in (cast.axis, cast.reader)}
    players.give_pilot(actor=cast.allied, campaign=front, pilot=man, player=cast.pilot)
    players.name_pilot(actor=cast.pilot, campaign=front, pilot=man, name="Leo Barker")
    for user, contents in before.items():
        assert shown(user) == contents
    assert "Leo Barker" in "".join(shown(cast.allied))
    assert "Leo Barker" in "".join(shown(cast.pilot))


@pytest.mark.portable
def test_a_man_who_has_flown_is_named_by_an_umpire_alone(cast: Cast):
    club = make.club(cast)
    mission = make.debriefed(club)
    flew = club.pilots.filter(side="allied", resource="", entries__kind=Sortie.kind).order_by("pk")[0]
    players.give_pilot(actor=cast.allied, campaign=club, pilot=flew, player=cast.pilot)
    with pytest.raises(Refusal, match="flown under this name"):
        players.name_pilot(actor=cast.pilot, campaign=club, pilot=flew, name="Leo Barker")
    players.name_pilot(actor=cast.umpire, campaign=club, pilot=flew, name="Leo Barker", reason="A slip")
    shown = client_of(cast.reader).get(reverse("mission", args=[club.pk, mission.number])).content.decode()
    assert "Leo Barker" in shown
    assert flew.name not in shown
    assert_reconciled(club)


@pytest.mark.parametrize(
    ("name", "why"),
    [("", "Write a name"), ("x" * 81, "up to 80"), ("Leo\u202eBarker", "cannot be seen"), ("a\0b", "cannot be seen")],
)
def test_what_is_no_name_is_refused(club: Campaign, cast: Cast, name: str, why: str):
    man = man_of(club)
    players.give_pilot(actor=cast.allied, campaign=club, pilot=man, player=cast.pilot)
    with pytest.raises(Refusal, match=why):
        players.name_pilot(actor=cast.pilot, campaign=club, pilot=man, name=name)


@pytest.mark.portable
def test_no_man_takes_the_name_of_another_or_of_one_who_may_come_by_a_card(club: Campaign, cast: Cast):
    man, other = club.pilots.filter(side="allied", resource="", on_roster=True).order_by("pk")[:2]
    players.give_pilot(actor=cast.allied, campaign=club, pilot=man, player=cast.pilot)
    with pytest.raises(Refusal, match="called that already"):
        players.name_pilot(actor=cast.pilot, campaign=club, pilot=man, name=other.name.upper())
    front = make.club(cast, make.LAND)
    skilled = next(pilot for pilot in front.pilots.filter(side="allied").exclude(resource="") if pilot.skills)
    plain = man_of(front)
    with pytest.raises(Refusal, match="keeps that name"):
        players.name_pilot(actor=cast.owner, campaign=front, pilot=skilled, name="Leo Barker", reason="No")
    Pilot.objects.filter(pk=skilled.pk).update(name="Somebody Else")
    with pytest.raises(Refusal, match="may come by a card or a Resource"):
        players.name_pilot(actor=cast.owner, campaign=front, pilot=plain, name=skilled.name, reason="No")


def test_a_new_name_changes_no_draw_of_a_man_who_is_looked_for(cast: Cast):
    """The card of a search goes by the name that he began with, so that a correction draws it again."""
    front = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)
    man = man_of(front, "axis", squadron="jagd")
    changes.set_status(actor=cast.owner, campaign=front, pilot=man, status="missing", back=None, reason="Over the sea")
    mission = make.recorded(front)
    flight = make.flight(mission)

    def found() -> list[Any]:
        standing = standings.standing_of(front)
        standing.airmen[man.pk].sought = True
        lines = debriefs.debrief_lines(mission, Report.from_json(flight.report), flight.way, standing)
        return [line.data for line in lines if line.kind == "search"]

    before = found()
    players.name_pilot(actor=cast.owner, campaign=front, pilot=man, name="Leo Barker", reason="A slip")
    assert before
    assert found() == before


@pytest.mark.portable
def test_names_and_terms_come_along_in_the_campaigns_file_and_seats_do_not(cast: Cast):
    club = make.club(cast)
    man = man_of(club)
    players.give_pilot(actor=cast.allied, campaign=club, pilot=man, player=cast.pilot)
    players.name_pilot(actor=cast.pilot, campaign=club, pilot=man, name="Leo Barker")
    terms.change_terms(actor=cast.owner, campaign=club, orders_hours=48, tables=3, victories="confirmed")
    seats.name_stand_in(
        actor=cast.pilot,
        campaign=club,
        seat=seat_of(club, cast.pilot).pk,
        user=cast.reader,
        until=timezone.now() + DAY,
    )
    make.debriefed(club)
    club.refresh_from_db()
    content = export(club)
    assert b'"people"' not in content
    again = import_campaign(actor=cast.stranger, content=content)
    assert_reconciled(again)
    assert export(again) == content
    assert (again.orders_hours, again.tables, again.victories, again.merge) == (48, 3, "confirmed", "mean")
    assert again.both_sides  # whoever brings it in sits where two people sat
    assert set(again.seats.values_list("user", flat=True)) == {cast.stranger.pk}
    assert again.pilots.get(name="Leo Barker").player is None
    assert [line for line in said(again, cast.stranger) if "Leo Barker" in line]


def test_a_name_that_the_journal_does_not_know_is_found(club: Campaign, cast: Cast):
    man = man_of(club)
    players.name_pilot(actor=cast.owner, campaign=club, pilot=man, name="Leo Barker", reason="A slip")
    assert problems(club) == []
    Pilot.objects.filter(pk=man.pk).update(name="Nobody")
    assert problems(club) == ["Nobody was named Leo Barker in the journal."]


def test_documents_are_made_for_each_side_and_role_apart(front: Campaign, cast: Cast):
    give(front, cast.stranger, Role.LEADER, "allied", "frontier-fighters")
    eyes = {
        kept.audience(seen(front, user)) for user in (cast.stranger, cast.pilot, cast.allied, cast.axis, cast.reader)
    }
    assert len(eyes) == 5
    assert max(map(len, eyes)) <= 80


def test_stand_ins_write_notes_for_the_side_that_they_stand_in_for(club: Campaign, cast: Cast):
    until = timezone.now() + DAY
    seats.name_stand_in(
        actor=cast.allied, campaign=club, seat=seat_of(club, cast.allied).pk, user=cast.reader, until=until
    )
    pilots.add_note(actor=cast.reader, campaign=club, text="They know.", side="allied")
    assert "They know." in said(club, cast.reader)
    assert "They know." not in said(club, cast.axis)


# The page.


def test_the_page_shows_who_sits_where_and_ones_own_seats_first(front: Campaign, cast: Cast):
    give(front, cast.stranger, Role.LEADER, "allied", "frontier-fighters")
    shown = client_of(cast.stranger).get(reverse("campaign-people", args=[front.pk])).content.decode()
    mine = shown.index("Squadron leader of Frontier Fighters")
    assert mine < shown.index('id="people-allied"')
    assert "Give a seat" not in shown
    assert "Give a seat" in client_of(cast.umpire).get(reverse("campaign-people", args=[front.pk])).content.decode()


def test_who_leaves_is_told_before_what_comes_of_it_and_led_to_a_page_that_is_still_theirs(front: Campaign, cast: Cast):
    for user, words in ((cast.allied, "Orders that you have signed stay"), (cast.reader, "You get a seat again")):
        client = client_of(user)
        assert words in client.get(reverse("campaign-people", args=[front.pk])).content.decode()
        left = client.post(
            reverse("campaign-people-act", args=[front.pk, "leave"]), {"seat": seat_of(front, user).pk}, follow=True
        )
        assert left.redirect_chain == [(reverse("home"), 302)]
        assert (left.status_code, "You have left the seat." in left.content.decode()) == (200, True)


@pytest.mark.portable
def test_a_seat_is_given_covered_and_taken_on_the_page(front: Campaign, cast: Cast):
    client = client_of(cast.umpire)
    page = reverse("campaign-people", args=[front.pk])

    def send(what: str, **data: Any) -> int:
        return client.post(reverse("campaign-people-act", args=[front.pk, what]), data).status_code

    assert send("give", person=cast.reader.pk, seat="leader allied frontier-fighters") == 302
    led = seat_of(front, cast.reader, Role.LEADER)
    assert led.squadron == "frontier-fighters"
    assert send("give", person=cast.stranger.pk, seat="umpire") == 422  # nobody whom the campaign knows
    day = (timezone.now() + 2 * DAY).date()
    assert send("stand-in", seat=led.pk, person=cast.pilot.pk, until=day.isoformat()) == 302
    led.refresh_from_db()
    assert led.stand_in == cast.pilot
    assert led.stand_in_until == datetime(day.year, day.month, day.day, tzinfo=UTC) + DAY
    assert "pilot stands in" in client.get(page).content.decode()
    assert send("stand-in", seat=led.pk, person=cast.axis.pk, until=day.isoformat()) == 422
    assert send("stand-in", seat=led.pk, person=cast.pilot.pk, until="9999-12-31") == 422
    assert send("end", seat=led.pk) == 302
    assert send("take", seat=led.pk) == 302
    assert not front.seats.filter(pk=led.pk).exists()
    assert send("end", seat="nonsense") == 302
    assert "There is no such seat any more" in client.get(page).content.decode()


def test_a_command_that_was_given_since_the_page_was_opened_is_not_taken_unseen(front: Campaign, cast: Cast):
    client, address = client_of(cast.umpire), reverse("campaign-people-act", args=[front.pk, "give"])
    page = client.get(reverse("campaign-people", args=[front.pk])).content.decode()
    held = seat_of(front, cast.allied, Role.COMMANDER)
    opened = f"allied:{cast.allied.pk} axis:{cast.axis.pk}"
    assert f'name="seen" value="{opened}"' in page
    give(front, cast.reader, Role.COMMANDER, "allied")
    sent = {"person": cast.pilot.pk, "seat": "commander allied", "seen": opened}
    answer = client.post(address, sent)
    assert (answer.status_code, "reader has it now" in answer.content.decode()) == (422, True)
    now = f"allied:{cast.reader.pk} axis:{cast.axis.pk}"
    assert f'name="seen" value="{now}"' in answer.content.decode()
    assert client.post(address, sent | {"seen": "allied:x"}).status_code == 422
    assert client.post(address, sent | {"seen": now}).status_code == 302
    held.refresh_from_db()
    assert held.user == cast.pilot


@pytest.mark.portable
def test_the_page_asks_no_more_of_the_database_for_forty_people_than_for_ten(
    cast: Cast, django_assert_max_num_queries: DjangoAssertNumQueries
):
    club = make.club(cast)
    guild = guild_of(cast)
    Campaign.objects.filter(pk=club.pk).update(club=guild)
    man = man_of(club)
    players.give_pilot(actor=cast.allied, campaign=club, pilot=man, player=cast.pilot)
    client = client_of(cast.umpire)
    page = reverse("campaign-people", args=[club.pk])
    client.get(page)
    for start, count in ((0, 10), (10, 30)):
        for number in range(start, start + count):
            user = User.objects.create_user(f"member{number}")
            clubs.add(club=guild, user=user, role=ClubRole.PLAYER)
            give(club, user, Role.PILOT, "allied" if number % 2 else "axis")
        with django_assert_max_num_queries(11):
            assert client.get(page).status_code == 200


# Nobody ever sits on both sides.


class TestNobodyEverSitsOnBothSides(TestCase):
    """Whatever anybody tries, and in whatever order."""

    @pytest.mark.slow("ten random lists of what people do with seats")
    @settings(max_examples=10)
    @given(
        acts=st.lists(
            st.tuples(
                st.sampled_from(["give", "join", "stand-in", "leave", "take", "end", "allow", "forbid"]),
                st.integers(0, 3),
                st.sampled_from(list(Role)),
                st.sampled_from(["allied", "axis"]),
                st.integers(0, 9),
            ),
            max_size=25,
        )
    )
    def test_unless_it_is_allowed(self, acts: list[tuple[str, int, Role, str, int]]) -> None:
        cast = people_of_tests.assemble()
        campaign = make.campaign(cast.owner, allied="staff", axis="staff")
        guild = guild_of(cast)
        Campaign.objects.filter(pk=campaign.pk).update(club=guild, joining="freely")
        users = [cast.umpire, cast.allied, cast.axis, cast.pilot]
        for what, who, role, side, number in acts:
            user = users[who]
            pks = list(campaign.seats.order_by("pk").values_list("pk", flat=True))
            seat = pks[number % len(pks)]
            try:
                match what:
                    case "give":
                        give(campaign, user, role, side if role in ON_A_SIDE else "")
                    case "join":
                        seats.join(actor=user, campaign=campaign, side=side)
                    case "stand-in":
                        until = timezone.now() + DAY
                        seats.name_stand_in(actor=cast.owner, campaign=campaign, seat=seat, user=user, until=until)
                    case "leave":
                        seats.leave(actor=user, campaign=campaign, seat=seat)
                    case "take":
                        seats.take_away(actor=cast.owner, campaign=campaign, seat=seat)
                    case "end":
                        seats.end_stand_in(actor=cast.owner, campaign=campaign, seat=seat)
                    case _:
                        terms.change_terms(actor=cast.owner, campaign=campaign, both_sides=what == "allow")
            except Refusal:
                pass
            campaign = with_seats().get(pk=campaign.pk)
            for each in [*users, cast.owner]:
                member = viewer(campaign, each)
                if member is not None and not campaign.both_sides:
                    assert len(member.sides) < 2
                    assert not (member.is_umpire and (member.commands or member.leads or member.judges))
        assert_reconciled(campaign)


def test_beside_a_player_stands_what_has_become_of_his_man(front: Campaign, cast: Cast):
    page = reverse("campaign-people", args=[front.pk])
    man = man_of(front, squadron="frontier-fighters")
    players.give_pilot(actor=cast.allied, campaign=front, pilot=man, player=cast.pilot)
    assert ">killed<" not in client_of(cast.allied).get(page).content.decode()
    changes.set_status(actor=cast.umpire, campaign=front, pilot=man, status="killed", reason="He did not come back.")
    for user in (cast.allied, cast.umpire):
        assert ">killed<" in client_of(user).get(page).content.decode()


def test_whose_only_man_does_not_come_back_is_told_who_gives_another(front: Campaign, cast: Cast):
    page, words = reverse("campaign-people", args=[front.pk]), "None of your men comes back."
    men = standings.standing_of(front).airmen
    fit = [each for each in front.pilots.filter(squadron="frontier-fighters") if men[each.pk].status == "fit"]
    first, second = fit[:2]
    players.give_pilot(actor=cast.allied, campaign=front, pilot=first, player=cast.allied)
    changes.set_status(actor=cast.umpire, campaign=front, pilot=first, status="killed", reason="He did not come back.")
    assert words in client_of(cast.allied).get(page).content.decode()
    players.give_pilot(actor=cast.allied, campaign=front, pilot=second, player=cast.allied)
    assert words not in client_of(cast.allied).get(page).content.decode()
