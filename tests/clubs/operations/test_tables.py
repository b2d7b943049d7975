"""The plan of tables: what is played at which, who sits there, and what a suggestion may go by."""

from __future__ import annotations

import pytest

from campaigns.models import Campaign, Role
from campaigns.operations.seats import give_seat
from clubs.models import Club, Night, NightTable, TablePlace
from clubs.operations import clubs as club_operations
from clubs.operations import nights, tables
from clubs.selectors.nights import table_views
from clubs.selectors.tables import plan_of, suggestion, version
from config.common.refusals import Refusal
from missions.models import Mission
from missions.operations import orders
from notices.models import Happening
from tests import make
from tests.cast import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(cast: Cast) -> Club:
    return make.people_of(cast)


@pytest.fixture
def mission(cast: Cast, club: Club) -> Mission:
    """A mission of a campaign of the club's in which everybody has the seat of their name."""
    campaign = make.club(cast)
    club_operations.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    campaign.refresh_from_db()
    return make.drawn(campaign)


@pytest.fixture
def night(cast: Cast, club: Club) -> Night:
    """Everybody comes but the reader, who has not answered."""
    night = make.night(club, cast.umpire)
    for person in (cast.owner, cast.umpire, cast.allied, cast.axis, cast.pilot):
        nights.answer(actor=person, night=night, answer="yes")
    return night


def refusal_of(act: object) -> str:
    with pytest.raises(Refusal) as caught:
        act()  # type: ignore[operator]
    return caught.value.sentence


def sit(cast: Cast, night: Night, **where: tuple[int, str] | None) -> None:
    """Seat people by the names that they have in the cast."""
    places = {getattr(cast, name).pk: place for name, place in where.items()}
    tables.seat_people(actor=cast.umpire, night=night, places=places, expected_version=version(plan_of(night)))


def seating(night: Night) -> dict[str, tuple[int, str]]:
    places = TablePlace.objects.filter(table__night=night).select_related("table", "user")
    assert len(places) == len({place.user_id for place in places}), "somebody sits at two tables"
    return {place.user.username: (place.table.number, place.side) for place in places}


def test_tables_are_numbered_and_keep_their_numbers_when_one_is_taken_away(cast: Cast, night: Night):
    for title in ("Dogfight", "Newcomers", "Angels"):
        tables.lay(actor=cast.umpire, night=night, title=title)
    tables.clear(actor=cast.umpire, night=night, number=2)
    assert "There is no table 2" in refusal_of(lambda: tables.clear(actor=cast.umpire, night=night, number=2))
    assert [(each.number, each.title) for each in plan_of(night)] == [(1, "Dogfight"), (3, "Angels")]
    assert tables.lay(actor=cast.umpire, night=night, title="Sabin").number == 2


def test_a_night_has_room_for_so_many_tables_and_a_table_for_so_many_people(
    cast: Cast, night: Night, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(tables, "MOST_TABLES", 1)
    monkeypatch.setattr(tables, "MOST_AT_A_TABLE", 1)
    tables.lay(actor=cast.umpire, night=night, title="Dogfight")
    assert "up to 1 tables" in refusal_of(lambda: tables.lay(actor=cast.umpire, night=night, title="Second"))
    assert "Table 1 has room for 1" in refusal_of(lambda: sit(cast, night, pilot=(1, ""), axis=(1, "")))
    assert seating(night) == {}


@pytest.mark.portable
def test_only_a_mission_that_the_club_has_to_play_is_laid_out(cast: Cast, club: Club, night: Night, mission: Mission):
    table = tables.lay(actor=cast.umpire, night=night, mission=mission)
    assert (table.campaign, table.mission, table.title) == (mission.campaign, mission, "")
    foreign = make.drawn(make.campaign(cast.umpire))
    flown = make.debriefed(make.campaign(cast.owner))
    club_operations.move_campaign(actor=cast.owner, campaign=flown.campaign, club=club)
    for other in (foreign, flown):
        assert "not to be played" in refusal_of(
            lambda other=other: tables.lay(actor=cast.umpire, night=night, mission=other)
        )
        assert "not to be played" in refusal_of(
            lambda other=other: tables.relay(actor=cast.umpire, night=night, number=1, mission=other)
        )
    assert "Choose a mission" in refusal_of(lambda: tables.lay(actor=cast.umpire, night=night))
    assert NightTable.objects.get().mission == mission


@pytest.mark.portable
def test_people_are_moved_from_table_to_table_and_sit_at_one(cast: Cast, night: Night):
    tables.lay(actor=cast.umpire, night=night, title="Dogfight")
    tables.lay(actor=cast.umpire, night=night, title="Newcomers")
    sit(cast, night, pilot=(1, "allied"), axis=(1, "axis"))
    sit(cast, night, pilot=(2, ""))
    assert seating(night) == {"pilot": (2, ""), "axis": (1, "axis")}  # who is not named stays
    sit(cast, night, axis=None)
    assert seating(night) == {"pilot": (2, "")}
    assert Happening.objects.filter(kind="tables-planned").count() == 1  # told once a day


def test_only_who_comes_is_seated_and_who_says_no_gives_the_place_up(cast: Cast, night: Night):
    tables.lay(actor=cast.umpire, night=night, title="Dogfight")
    assert "does not come any more" in refusal_of(lambda: sit(cast, night, reader=(1, "")))
    assert "does not come any more" in refusal_of(lambda: sit(cast, night, stranger=(1, "")))
    assert "no table 7" in refusal_of(lambda: sit(cast, night, pilot=(7, "")))
    nights.answer(actor=cast.reader, night=night, answer="maybe")
    sit(cast, night, reader=(1, ""), pilot=(1, "allied"))
    nights.answer(actor=cast.pilot, night=night, answer="no")
    assert seating(night) == {"reader": (1, "")}


def test_a_plan_that_somebody_has_changed_meanwhile_is_not_saved_over(cast: Cast, night: Night):
    tables.lay(actor=cast.umpire, night=night, title="Dogfight")
    seen = version(plan_of(night))
    tables.seat_people(actor=cast.owner, night=night, places={cast.pilot.pk: (1, "allied")}, expected_version=seen)
    late = {cast.pilot.pk: (1, "axis"), cast.axis.pk: (1, "allied")}
    sentence = refusal_of(
        lambda: tables.seat_people(actor=cast.umpire, night=night, places=late, expected_version=seen)
    )
    assert sentence == tables.CHANGED
    assert seating(night) == {"pilot": (1, "allied")}


@pytest.mark.portable
def test_nobody_is_seated_with_the_side_that_they_fly_against_unless_the_terms_allow_it(
    cast: Cast, night: Night, mission: Mission
):
    tables.lay(actor=cast.umpire, night=night, mission=mission)
    sentence = refusal_of(lambda: sit(cast, night, pilot=(1, "axis")))
    assert sentence == "pilot flies for the other side in Desert evenings."
    sit(cast, night, pilot=(1, "allied"), umpire=(1, ""))
    tables.lay(actor=cast.umpire, night=night, title="Dogfight")
    sit(cast, night, pilot=(2, "axis"))  # here he has no secrets to be seated beside
    assert "flies for the other side" in refusal_of(
        lambda: tables.relay(actor=cast.umpire, night=night, number=2, mission=mission)
    )
    Campaign.objects.filter(pk=mission.campaign_id).update(both_sides=True)
    tables.relay(actor=cast.umpire, night=night, number=2, mission=mission)
    assert seating(night) == {"pilot": (2, "axis"), "umpire": (1, "")}


def test_places_are_proposed_by_seats_commanders_first_as_far_as_it_goes(cast: Cast, night: Night, mission: Mission):
    nights.answer(actor=cast.reader, night=night, answer="yes")
    tables.lay(actor=cast.umpire, night=night, mission=mission)
    plan = plan_of(night)
    assert suggestion(night, plan) == {
        cast.allied.pk: (1, "allied"),
        cast.axis.pk: (1, "axis"),
        cast.pilot.pk: (1, "allied"),
    }
    assert seating(night) == {}  # nothing is kept before somebody saves it
    sit(cast, night, allied=(1, "allied"))
    nights.answer(actor=cast.pilot, night=night, answer="maybe")
    assert suggestion(night, plan_of(night)) == {cast.axis.pk: (1, "axis")}


def test_people_of_one_side_are_proposed_for_several_tables_of_a_campaign_in_turn(
    cast: Cast, night: Night, mission: Mission, monkeypatch: pytest.MonkeyPatch
):
    give_seat(actor=cast.owner, campaign=mission.campaign, user=cast.reader, role=Role.PILOT, side="allied")
    nights.answer(actor=cast.reader, night=night, answer="yes")
    for _ in range(2):
        tables.lay(actor=cast.umpire, night=night, mission=mission)
    found = suggestion(night, plan_of(night))
    assert found[cast.allied.pk] == (1, "allied")
    assert found[cast.pilot.pk] == (2, "allied")
    assert found[cast.reader.pk] == (1, "allied")
    monkeypatch.setattr("clubs.selectors.tables.MOST_AT_A_TABLE", 1)
    assert len(suggestion(night, plan_of(night))) == 2  # two tables, one chair each


def test_what_a_side_has_planned_changes_nothing_of_what_is_proposed(cast: Cast, night: Night, mission: Mission):
    tables.lay(actor=cast.umpire, night=night, mission=mission)
    before = (
        suggestion(night, plan_of(night)),
        version(plan_of(night)),
    )
    orders.sign_orders(actor=cast.axis, mission=mission, side="axis", document=make.orders(mission, "axis"))
    assert (
        suggestion(night, plan_of(night)),
        version(plan_of(night)),
    ) == before


def test_a_campaign_that_leaves_the_club_is_named_to_its_members_no_more(
    cast: Cast, club: Club, night: Night, mission: Mission
):
    tables.lay(actor=cast.umpire, night=night, mission=mission)
    (shown,) = table_views(club, plan_of(night))
    assert (shown.title, shown.detail) == ("Desert evenings", str(mission))
    club_operations.move_campaign(actor=cast.owner, campaign=mission.campaign, club=None)
    (shown,) = table_views(club, plan_of(night))
    assert (shown.title, shown.detail) == ("A campaign that has left the club", "")
    assert (shown.campaign, shown.mission) == (None, None)
