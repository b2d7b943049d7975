"""Periods: begun by a card, flown by the weather's leave, ended by their last mission. And grounded missions."""

from __future__ import annotations

import datetime
from functools import cache
from uuid import uuid4

import pytest

from campaigns.catalogue.library import library
from campaigns.models import Campaign, Side
from campaigns.operations import campaigns as campaign_operations
from campaigns.operations import changes, packs
from campaigns.operations.campaigns import Flyer
from campaigns.packs import PackDefinition, read_pack
from campaigns.selectors import journal_entries, standings
from campaigns.sequence import draws
from campaigns.standing.kinds import Drawn, Finished, PeriodBegun, SkillLearned
from campaigns.standing.questions import serviceable
from campaigns.standing.result_kinds import Debriefed
from config.common import seeds
from config.common.refusals import Refusal
from missions.flights import context
from missions.models import Flight, Mission
from missions.operations import debriefs, drawing, flights
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.rules import rule


@cache
def front() -> PackDefinition:
    return read_pack(make.source(make.PERIODS), "little-front.toml")


def weather_seed(title: str, period: int = 1) -> int:
    """A campaign seed with which the weather card of the period brings this."""
    for seed in range(1000):
        card = library().cards[int(seeds.chance(seed, "weather", period).random() * len(library().cards))]
        line = draws.weather_of(front().stages[0], card)
        if line is not None and line.title == title:
            return seed
    raise AssertionError(f"no seed brings {title}")


def begun(cast: Cast, seed: int = 2) -> Campaign:
    return make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=seed)


def period(campaign: Campaign) -> None:
    drawing.open_period(actor=campaign.owner, campaign=campaign)


@rule("SUP 27.1")
def test_a_period_begins_with_a_card_that_gives_its_weather(cast: Cast):
    campaign = begun(cast, weather_seed("Dust"))
    period(campaign)
    (entry,) = journal_entries.of_kind(journal_entries.in_force(campaign), PeriodBegun)
    assert (entry.data["number"], entry.data["weather"], entry.moment) == (1, "Dust", 1)
    assert (entry.data["first"], entry.data["last"]) == ("1941-04-14", "1941-04-20")
    standing = standings.standing_of(campaign)
    assert standing.period is not None
    assert (standing.period.missions, standing.period.caps) == (2, {"allied": 1, "axis": 1})
    assert_reconciled(campaign)


@pytest.mark.portable
@rule("SUP 27.3")
def test_no_mission_is_drawn_before_the_period_has_begun(cast: Cast):
    campaign = begun(cast)
    with pytest.raises(Refusal, match="begin the next period first"):
        drawing.draw_mission(actor=cast.owner, campaign=campaign)
    assert not Mission.objects.exists()


@rule("SUP 27.3")
def test_the_next_period_waits_for_the_missions_of_this_one(cast: Cast):
    campaign = begun(cast, weather_seed("Dust"))
    for number in (1, 2):
        mission = make.debriefed(campaign)
        assert (mission.number, mission.period) == (number, 1)
        if number == 1:
            with pytest.raises(Refusal, match="1 more Mission"):
                period(campaign)
    with pytest.raises(Refusal, match="begin the next period first"):
        drawing.draw_mission(actor=cast.owner, campaign=campaign)
    period(campaign)
    assert make.debriefed(campaign).period == 2
    assert_reconciled(campaign)


def test_nothing_new_begins_while_a_mission_is_under_way(cast: Cast):
    campaign = begun(cast)
    make.planned(campaign)
    before = campaign.entries.count()
    for act in (drawing.open_period, drawing.draw_mission):
        with pytest.raises(Refusal, match="Mission 1 is not debriefed yet"):
            act(actor=cast.owner, campaign=campaign)
    assert campaign.entries.count() == before


@rule("SUP 27.1")
def test_in_a_sandstorm_nobody_flies_and_the_next_period_may_begin(cast: Cast):
    campaign = begun(cast, weather_seed("Sandstorm"))
    period(campaign)
    with pytest.raises(Refusal, match="begin the next period first"):
        drawing.draw_mission(actor=cast.owner, campaign=campaign)
    period(campaign)
    assert len(standings.standing_of(campaign).periods) == 2
    assert_reconciled(campaign)


def test_campaigns_without_periods_begin_none(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND)
    with pytest.raises(Refusal, match="has no periods"):
        period(campaign)


def test_the_weather_of_a_period_on_paper_is_named_by_the_umpire_alone(cast: Cast):
    campaign = make.club(cast, make.PERIODS)
    with pytest.raises(Refusal, match="Only the owner and the umpires"):
        drawing.open_period(actor=cast.axis, campaign=campaign, weather="Dust")
    with pytest.raises(Refusal, match="no such weather") as refused:
        drawing.open_period(actor=cast.umpire, campaign=campaign, weather="Snow")
    assert refused.value.field == "weather"
    drawing.open_period(actor=cast.umpire, campaign=campaign, weather="Dust")
    (entry,) = journal_entries.of_kind(journal_entries.in_force(campaign), PeriodBegun)
    assert (entry.data["weather"], entry.data["card"]) == ("Dust", None)
    assert_reconciled(campaign)


@rule("SUP 27.3")
def test_a_period_flies_each_mission_of_its_table_once_on_days_of_its_own(cast: Cast):
    campaign = begun(cast, weather_seed("Clear"))
    missions = [make.debriefed(campaign) for _ in range(3)]
    assert len({mission.key for mission in missions}) == 3
    dates = [datetime.date.fromisoformat(mission.date) for mission in missions]
    assert dates == sorted(set(dates))
    assert dates[-1] <= datetime.date(1941, 4, 20)


@rule("SUP 27.9")
def test_a_campaign_of_periods_ends_with_the_last_mission_of_the_last_and_the_space_grades_it(cast: Cast):
    campaign = begun(cast)
    missions = make.finished(campaign)
    standing = standings.standing_of(campaign)
    assert campaign.is_finished
    assert standing.flown == len(missions) == sum(each.missions for each in standing.periods)
    (end,) = journal_entries.of_kind(journal_entries.in_force(campaign), Finished)
    assert standing.marker is not None
    space = standing.marker  # the Axis is whom the table grades and toward whose end the track goes
    axis = next(grade.axis for grade in front().victory.grades if grade.least is None or space >= grade.least)
    assert end.data["grade"]["axis"] == axis
    assert end.data["points"] == standing.points
    assert_reconciled(campaign)
    with pytest.raises(Refusal, match="The campaign is over"):
        period(campaign)


def chooser(cast: Cast, axis: Flyer = "me") -> Campaign:
    """A campaign in which the Axis chooses its missions."""
    text = make.source(make.PERIODS).replace("periods = 3\n", 'periods = 3\nchosen_by = "axis"\n')
    text = text.replace('slug = "little-front"', 'slug = "little-choice"')
    pack, _ = packs.load_pack(text, "little-choice.toml")
    return campaign_operations.start_campaign(
        actor=cast.owner,
        pack=pack,
        name="Choices",
        seats={"allied": "me", "axis": axis},
        seed=weather_seed("Clear"),
    )


@rule("SUP 27.3")
def test_where_a_side_chooses_nobody_draws(cast: Cast):
    campaign = chooser(cast)
    period(campaign)
    with pytest.raises(Refusal, match="The Axis side chooses"):
        drawing.draw_mission(actor=cast.owner, campaign=campaign)
    mission = drawing.choose_mission(actor=cast.owner, campaign=campaign, key="sweep")
    (entry,) = journal_entries.of_kind(journal_entries.in_force(campaign), Drawn)
    assert (mission.key, entry.data["chosen"], entry.data["cards"]) == ("sweep", "axis", [])
    assert_reconciled(campaign)


def test_only_what_is_left_of_the_table_is_chosen_and_only_by_its_side(cast: Cast):
    campaign = chooser(cast)
    period(campaign)
    with pytest.raises(Refusal, match="You do not command"):
        drawing.choose_mission(actor=cast.stranger, campaign=campaign, key="sweep")
    with pytest.raises(Refusal, match="cannot be chosen") as refused:
        drawing.choose_mission(actor=cast.owner, campaign=campaign, key="nowhere")
    assert refused.value.field == "mission"
    assert not Mission.objects.exists()


def test_nobody_chooses_what_a_card_draws(cast: Cast):
    campaign = begun(cast)
    period(campaign)
    with pytest.raises(Refusal, match="A card draws"):
        drawing.choose_mission(actor=cast.owner, campaign=campaign, key="sweep")


def test_the_staff_chooses_where_it_commands(cast: Cast):
    campaign = chooser(cast, axis="staff")
    period(campaign)
    mission = drawing.draw_mission(actor=cast.owner, campaign=campaign)
    (entry,) = journal_entries.of_kind(journal_entries.in_force(campaign), Drawn)
    assert entry.data["chosen"] == "axis"
    assert mission.orders.filter(side="axis").exists()
    assert_reconciled(campaign)


@pytest.fixture
def grounded(cast: Cast) -> Mission:
    """A mission that no aircraft is left for on the Axis side, both orders signed."""
    campaign = begun(cast)
    standing = standings.standing_of(campaign)
    for squadron in ("jagd", "stuka"):
        codes = [airframe.code for airframe in serviceable(standing, squadron)]
        changes.withdraw(actor=cast.owner, campaign=campaign, side=Side.AXIS, codes=codes, reason="Gone to Russia")
    mission = make.planned(campaign)
    assert context.why_grounded(mission)
    return mission


@rule("SUP 27.4")
def test_a_mission_that_nobody_can_fly_is_grounded_and_counts_without_points(grounded: Mission):
    done, applied = debriefs.ground_mission(actor=grounded.campaign.owner, mission=grounded, key=uuid4())
    assert applied
    grounded.refresh_from_db()
    assert (grounded.status, grounded.flight.way) == (Mission.Status.DEBRIEFED, Flight.Way.GROUNDED)
    (entry,) = journal_entries.of_kind(journal_entries.in_force(grounded.campaign), Debriefed)
    assert (entry.data["way"], entry.data["points"]) == ("grounded", {"allied": 0, "axis": 0})
    assert entry.batch == done.batch
    standing = standings.standing_of(grounded.campaign)
    assert standing.flown == 1
    assert standing.stocks["allied"]["fuel"] == front().stocks["allied"]["fuel"].start, "nobody took off"
    assert_reconciled(grounded.campaign)


def test_a_grounded_mission_is_neither_flown_nor_recorded(grounded: Mission):
    owner = grounded.campaign.owner
    with pytest.raises(Refusal):
        flights.queue_flight(actor=owner, mission=grounded)
    with pytest.raises(Refusal):
        make.record(grounded)
    assert not Flight.objects.exists()


def test_grounding_twice_with_one_key_is_one_act_and_with_another_refused(grounded: Mission):
    owner, key = grounded.campaign.owner, uuid4()
    first = debriefs.ground_mission(actor=owner, mission=grounded, key=key)
    assert debriefs.ground_mission(actor=owner, mission=grounded, key=key) == (first[0], False)
    with pytest.raises(Refusal, match="debriefed already"):
        debriefs.ground_mission(actor=owner, mission=grounded, key=uuid4())


def test_a_grounding_may_be_taken_back(grounded: Mission):
    owner = grounded.campaign.owner
    debriefs.ground_mission(actor=owner, mission=grounded, key=uuid4())
    debriefs.withdraw_debrief(actor=owner, mission=grounded)
    grounded.refresh_from_db()
    assert grounded.status == Mission.Status.READY
    assert not Flight.objects.exists()
    assert_reconciled(grounded.campaign)


def test_a_mission_that_can_be_flown_is_not_grounded(cast: Cast):
    mission = make.planned(begun(cast))
    with pytest.raises(Refusal, match="can be flown"):
        debriefs.ground_mission(actor=cast.owner, mission=mission, key=uuid4())


def test_a_debrief_stands_once_the_next_period_has_begun(cast: Cast):
    campaign = begun(cast, weather_seed("Dust"))
    mission = [make.debriefed(campaign) for _ in range(2)][-1]
    period(campaign)
    with pytest.raises(Refusal, match="The next period has begun"):
        debriefs.withdraw_debrief(actor=cast.owner, mission=mission)
    assert_reconciled(campaign)


@rule("SUP 25")
def test_an_operation_flies_its_missions_in_their_order_and_its_days(cast: Cast):
    campaign = make.campaign(cast.owner, make.OPERATION, allied="me", axis="me")
    missions = make.finished(campaign)
    assert [mission.key for mission in missions] == ["first-carrier", "sweep", "second-carrier", "freighter"]
    assert [mission.date for mission in missions] == ["1942-08-11"] * 2 + ["1942-08-12"] * 2
    assert campaign.is_finished
    assert_reconciled(campaign)


@rule("SUP 19.5")
def test_the_staff_chooses_skills_for_its_men_when_the_campaign_goes_on(cast: Cast):
    campaign = make.campaign(cast.owner, make.PERIODS, allied="staff", axis="me", seed=2)
    make.finished(campaign)
    standing = standings.standing_of(campaign)
    learned = journal_entries.of_kind(journal_entries.in_force(campaign), SkillLearned)
    assert learned, "the first Allied man shoots somebody down in every mission"
    assert {entry.side for entry in learned} == {"allied"}
    assert not standing.conflicts
    assert all(entry.data["code"] in standing.airmen[entry.pilot_id].skills for entry in learned if entry.pilot_id)
    assert_reconciled(campaign)
