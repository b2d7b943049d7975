"""Who flies a man is told what became of him, once the debrief is in; nobody else is."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Pilot, Role
from campaigns.operations import campaigns as campaign_operations
from campaigns.operations import changes, players, seats
from missions.models import Mission
from missions.operations import debriefs
from missions.results.outcomes import AircraftOutcome, Outcome
from notices.models import Happening, Notice
from notices.operations import fan_out, inbox
from notices.selectors.inbox import words
from tests import make
from tests.cast import Cast
from tests.missions.operations.test_claims import man
from tests.missions.operations.test_corrections import amend, quiet, seed_that_misses, shot_down, void

pytestmark = pytest.mark.portable
FATAL = 4
"""A campaign's seed with which the first Axis man to be shot down is killed, and the second captured."""


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """Both sides' orders are open; the first Axis man is the commander's."""
    return opened(make.club(cast, make.PERIODS, seed=FATAL), cast.axis)


def opened(campaign: Campaign, player: User) -> Mission:
    """The next mission, its orders open, and the first Axis man given to a player."""
    mission = make.opened(campaign)
    give(campaign, man(mission, "leader", "axis-1"), player)
    return mission


def give(campaign: Campaign, pilot: Pilot, player: User) -> None:
    players.give_pilot(actor=campaign.owner, campaign=campaign, pilot=pilot, player=player)


def down(mission: Mission, *seats: str) -> None:
    """The men in these seats of the first Axis unit are shot down, and the mission is debriefed."""
    make.record(mission, Outcome(aircraft=tuple(AircraftOutcome(f"axis-1 {seat}", "destroyed") for seat in seats)))
    make.debrief(mission)
    mission.refresh_from_db()


def told() -> dict[str, list[str]]:
    """What is told of men, by whom it is told to."""
    fan_out.tell_all()
    found: dict[str, list[str]] = {}
    for notice in Notice.objects.filter(happening__kind="man-fate").select_related("happening", "user").order_by("pk"):
        sentence = words([notice.happening], notice.user_id)[notice.happening.key].sentence
        found.setdefault(notice.user.get_username(), []).append(sentence)
    return found


def home(client: Client, user: User) -> str:
    client.force_login(user)
    return " ".join(unescape(client.get(reverse("home")).content.decode()).split())


def test_the_player_of_a_man_is_told_of_his_death_and_nobody_else(cast: Cast, mission: Mission) -> None:
    assert told() == {}
    down(mission, "leader")
    name = man(mission, "leader", "axis-1").name
    assert told() == {"axis": [f"{name}, whom you fly, was killed in mission 1."]}


def test_each_of_two_players_is_told_of_their_own_man(cast: Cast, mission: Mission) -> None:
    second = make.leader(mission.campaign, "second", "axis")
    give(mission.campaign, man(mission, "wingman", "axis-1"), second)
    down(mission, "leader", "wingman")
    said = told()
    assert {who: len(each) for who, each in said.items()} == {"axis": 1, "second": 1}
    assert said["second"] == [f"{man(mission, 'wingman', 'axis-1').name}, whom you fly, was captured in mission 1."]


def test_before_the_debrief_nothing_is_told_though_the_result_is_in(cast: Cast, mission: Mission) -> None:
    make.record(mission, Outcome(aircraft=(AircraftOutcome("axis-1 leader", "destroyed"),)))
    assert told() == {}


def test_of_who_came_home_and_of_who_is_nobodys_man_nothing_is_told(cast: Cast, mission: Mission) -> None:
    down(mission, "wingman")
    assert told() == {}


def test_a_missing_man_is_told_of_and_again_when_he_has_been_searched_for(cast: Cast) -> None:
    mission = opened(make.club(cast, make.OPERATION, seed=seed_that_misses(1)), cast.axis)
    name = man(mission, "leader", "axis-1").name
    down(mission, "leader")
    first = f"{name}, whom you fly, is missing after mission 1: the next debrief searches."
    assert told() == {"axis": [first]}
    make.debriefed(mission.campaign, quiet)
    (_, then) = told()["axis"]
    assert then in (
        f"{name}, whom you fly, was found after mission 2, and flies again.",
        f"{name}, whom you fly, was searched for in vain after mission 2, and does not come back.",
    )


@pytest.mark.parametrize("correct", [void, lambda mission: amend(mission, quiet(mission))])
def test_a_correction_by_which_he_never_went_missing_takes_along_that_he_was_found(
    cast: Cast, correct: Callable[[Mission], object]
) -> None:
    mission = opened(make.club(cast, make.OPERATION, seed=seed_that_misses(1)), cast.axis)
    down(mission, "leader")
    make.debriefed(mission.campaign, quiet)
    assert len(told()["axis"]) == 2
    mission.refresh_from_db()
    correct(mission)
    assert told() == {}


def test_a_correction_that_changes_no_fate_tells_it_to_nobody_anew_though_the_man_is_somebody_elses_now(
    cast: Cast,
) -> None:
    mission = opened(make.club(cast, make.OPERATION, seed=seed_that_misses(1)), cast.axis)
    down(mission, "leader")
    make.debriefed(mission.campaign, quiet)
    once = told()
    second = make.leader(mission.campaign, "second", "axis")
    give(mission.campaign, man(mission, "leader", "axis-1"), second)
    mission.refresh_from_db()
    amend(mission, Outcome(aircraft=(AircraftOutcome("axis-1 leader", "destroyed"),), notes="Over the sea."))
    assert told() == once


def test_a_debrief_that_is_taken_back_takes_the_notice_along_and_the_next_one_tells_it_again(
    cast: Cast, mission: Mission
) -> None:
    down(mission, "leader")
    once = told()
    debriefs.withdraw_debrief(actor=cast.owner, mission=mission)
    assert told() == {}
    mission.refresh_from_db()
    make.debrief(mission)
    assert told() == once


def test_a_correction_by_which_he_came_home_takes_the_notice_along_and_one_by_which_he_did_not_brings_one(
    cast: Cast, mission: Mission
) -> None:
    down(mission, "leader")
    once = told()
    amend(mission, quiet(mission))
    assert told() == {}
    amend(mission, shot_down(mission))
    assert told() == once
    inbox.read_all(actor=cast.axis)
    amend(mission, Outcome(aircraft=shot_down(mission).aircraft, notes="Over the sea."))
    assert told() == once
    assert Notice.objects.get(happening__kind="man-fate").read_at is not None, "nothing new is told"
    void(mission)
    assert told() == {}


def test_the_first_page_says_it_to_that_player_until_the_notice_is_read(
    cast: Cast, mission: Mission, client: Client
) -> None:
    down(mission, "leader")
    (sentence,) = told()["axis"]
    shown = home(client, cast.axis)
    assert sentence in shown
    assert f'href="{reverse("notices")}?campaign={mission.campaign_id}&show=unread"' in shown
    for other in (cast.owner, cast.umpire, cast.allied, cast.pilot, cast.reader):
        assert sentence not in home(client, other)
    inbox.read(actor=cast.axis, happening=Happening.objects.get(kind="man-fate").pk)
    assert sentence not in home(client, cast.axis)


def test_a_line_s_end_in_the_name_of_a_campaign_does_not_close_the_first_page(cast: Cast, client: Client) -> None:
    campaign = campaign_operations.start_campaign(
        actor=cast.owner,
        pack=make.pack(make.PERIODS),
        name="Desert\nevenings",
        seats={"allied": "staff", "axis": "staff"},
        seed=FATAL,
    )
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.axis, role=Role.COMMANDER, side="axis")
    down(opened(campaign, cast.axis), "leader")
    ((sentence,),) = told().values()
    shown = home(client, cast.axis)
    assert sentence in shown
    assert "Desert evenings" in shown


def test_who_wishes_no_notice_of_the_kind_gets_none(cast: Cast, mission: Mission) -> None:
    inbox.wish(actor=cast.axis, mail="never", unwanted=["man-fate"], muted=[])
    down(mission, "leader")
    assert told() == {}


def test_what_a_commander_notes_of_a_man_is_told_to_who_flies_him_and_so_is_that_it_was_taken_back(
    cast: Cast, client: Client
) -> None:
    campaign = make.club(cast, make.PERIODS, seed=FATAL)
    pilot = campaign.pilots.filter(side="axis")[0]
    give(campaign, pilot, cast.axis)
    changes.set_status(actor=cast.owner, campaign=campaign, pilot=pilot, status="leave", back=5, reason="Tired")
    assert told() == {}
    changes.set_status(actor=cast.owner, campaign=campaign, pilot=pilot, status="captured", reason="By the film")
    noted = f"{pilot.name}, whom you fly, has been noted as captured."
    assert told() == {"axis": [noted]}
    assert noted in home(client, cast.axis)
    last = campaign.entries.order_by("-number").values_list("number", flat=True)[0]
    changes.take_back(actor=cast.owner, campaign=campaign, number=last)
    assert told()["axis"][1:] == [f"{pilot.name}, whom you fly, is no longer noted as captured."]
