"""Men are given to players and get names of their own."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from campaigns.models import Campaign, Pilot, Role
from campaigns.operations import changes, players, seats, terms
from campaigns.selectors import standings
from campaigns.standing.result_kinds import Sortie
from config.common.refusals import Refusal
from engine.core.report import Report
from missions.operations import debriefs
from missions.selectors.archive import export
from missions.selectors.reconcile import assert_reconciled, problems
from notices.models import Happening
from tests import make
from tests.campaigns.seating import DAY, give, man_of, said, seat_of
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
    again = make.brought_in(actor=cast.stranger, content=content)
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
