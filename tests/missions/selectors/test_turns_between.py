"""Lists of campaigns say what comes next as the campaign's own page does, and fold nothing for it."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.access import viewer, with_seats
from campaigns.models import Campaign, Role
from campaigns.operations import seats
from campaigns.selectors import standings
from campaigns.selectors.home import board_lines, board_row
from campaigns.sequence.steps import next_action
from missions.operations import drawing
from missions.selectors.home import home
from missions.selectors.next_step import next_step_of
from missions.selectors.turns import Turn
from tests import make
from tests.cast import Cast
from tests.missions.operations.test_corrections import void
from tests.missions.operations.test_periods import chooser

WORDS = {
    "open-period": "Period {} is to be opened",
    "draw": "The next mission is to be drawn",
    "choose": "The Axis side chooses the next mission",
}


def turn(campaign: Campaign, user: object) -> Turn:
    return home(user.pk).turns[campaign.pk]  # type: ignore[attr-defined]  # a person


def on_its_page(campaign: Campaign) -> str:
    """What the campaign's own page has as its next step, as a list is to say it."""
    campaign = with_seats().get(pk=campaign.pk)
    reader = viewer(campaign, campaign.owner)
    assert reader is not None
    standing = standings.standing_of(campaign)
    return WORDS[next_step_of(campaign, reader, standing).action].format(len(standing.periods) + 1)


@pytest.mark.parametrize("seed", range(1, 4))
def test_from_the_first_period_to_the_last_mission_a_list_says_what_the_page_says(cast: Cast, seed: int) -> None:
    campaign = make.club(cast, make.PERIODS, seed=seed)
    said = []
    while not standings.standing_of(campaign).is_over:
        said.append(turn(campaign, cast.allied).words)
        assert said[-1] == on_its_page(campaign)
        if said[-1] == WORDS["draw"]:
            make.debriefed(campaign)
        else:
            drawing.open_period(actor=cast.owner, campaign=campaign)
    assert len(said) > 4


@pytest.mark.parametrize("slug", ["battle-of-britain", "flying-circus-1917", "stalingrad-airlift"])
def test_where_events_and_the_weather_take_missions_nothing_wrong_is_said(cast: Cast, slug: str) -> None:
    campaign = make.campaign(cast.owner, slug, allied="staff", axis="staff", seed=3)
    for _ in range(8):
        pack, standing = standings.standing_of(campaign).pack, standings.standing_of(campaign)
        said = board_row(campaign, board_lines([campaign])[campaign.pk]).between
        assert said is None or said.action == next_action(pack, standing)
        if next_action(pack, standing) == "open-period":
            assert said is not None
            assert said.period == len(standing.periods) + 1
            drawing.open_period(actor=cast.owner, campaign=campaign)
        else:
            make.debriefed(campaign)


def test_in_the_place_of_a_void_mission_another_is_drawn(cast: Cast) -> None:
    campaign = make.club(cast, make.PERIODS, seed=2)
    drawing.open_period(actor=cast.owner, campaign=campaign)
    mission = make.debriefed(campaign)
    assert turn(campaign, cast.allied).words == on_its_page(campaign)
    void(mission)
    assert turn(campaign, cast.allied).words == on_its_page(campaign) == WORDS["draw"]


def test_where_a_side_chooses_its_commander_is_waited_for_by_name(cast: Cast) -> None:
    campaign = chooser(cast)
    drawing.open_period(actor=cast.owner, campaign=campaign)
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.axis, role=Role.COMMANDER, side="axis")
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.reader, role=Role.READER, side="")
    theirs, reads = turn(campaign, cast.axis), turn(campaign, cast.reader)
    assert (theirs.words, theirs.is_mine) == (on_its_page(campaign), True)
    assert (reads.words, reads.is_mine) == ("The Axis side chooses the next mission: axis", False)


def test_where_the_staff_would_choose_whoever_draws_is_waited_for(cast: Cast) -> None:
    campaign = chooser(cast, axis="staff")
    drawing.open_period(actor=cast.owner, campaign=campaign)
    found = turn(campaign, cast.owner)
    assert (found.words, found.is_mine) == (on_its_page(campaign), True)
    assert found.words == WORDS["draw"]


def test_many_campaigns_of_periods_ask_as_often_as_one(cast: Cast) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            home(cast.allied.pk)
        return len(queries)

    make.club(cast, make.PERIODS)
    few = asked()
    for seed in (8, 9):
        drawing.open_period(actor=cast.owner, campaign=make.club(cast, make.PERIODS, seed=seed))
    assert asked() == few
