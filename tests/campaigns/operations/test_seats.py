"""Seats are given, taken, left and covered, and nobody sits on both sides unless the terms allow it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from campaigns.access import viewer, with_seats
from campaigns.models import ON_A_SIDE, Campaign, Role, Seat
from campaigns.operations import journal, pilots, players, seats, terms
from clubs.models import ClubRole
from clubs.operations import clubs
from config.common.refusals import Refusal
from missions.operations import orders
from missions.prints import kept
from missions.selectors.reconcile import assert_reconciled
from notices.models import Happening
from tests import cast as people_of_tests
from tests import make
from tests.campaigns.seating import DAY, give, guild_of, man_of, said, seat_of, seen
from tests.cast import Cast, client_of


@pytest.fixture
def club(cast: Cast) -> Campaign:
    """A campaign in which everybody but the stranger has a seat."""
    return make.club(cast)


@pytest.fixture
def front(cast: Cast) -> Campaign:
    """The same with squadrons and men who belong to them."""
    return make.club(cast, make.PERIODS)


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
