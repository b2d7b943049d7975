"""The book of a campaign: what is in it, and that each pair of eyes finds in its book no more than it may know."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns import access
from campaigns.access import with_seats
from campaigns.documents.book import book as document
from campaigns.documents.book.book import Book
from campaigns.documents.book.chapter import Chapter
from campaigns.models import Campaign
from campaigns.operations import pictures, pilots, players
from campaigns.selectors import journal_entries
from campaigns.selectors.definitions import definition
from campaigns.selectors.squadrons import pool_page
from missions import tasks
from missions.flights import context
from missions.models import Mission
from missions.odds import campaign as odds
from missions.operations import after_action_reports, campaign_odds, corrections, games, mission_games, orders
from missions.planning import staff
from missions.prints.book import book
from missions.prints.kept import state
from missions.replay.narrative import retold
from missions.results.outcomes import Outcome
from tests import long, make, screen
from tests.campaigns.documents import reading
from tests.cast import Cast
from tests.engine.broad import broad


def book_of(campaign: Campaign, user: User) -> Book:
    """The campaign's book as this person gets it."""
    found = with_seats().get(pk=campaign.pk)
    seen = access.viewer(found, user)
    assert seen is not None
    return book(found, seen)


def text_of(printed: Book) -> str:
    """All that is printed, without regard to where."""
    return repr(printed)


@pytest.mark.parametrize(
    "slug",
    broad(
        [
            make.PERIODS,
            make.OPERATION,
            "angels-over-kent",
            make.DOGFIGHTS,
            make.LAND,
            "buzz-bomb",
            "big-week",
            "flying-circus-1917",
        ],
        3,
    ),
)
def test_every_kind_of_campaign_of_every_game_gets_a_book_with_its_fights(slug: str, cast: Cast):
    campaign = make.campaign(cast.owner, slug, allied="me", axis="staff")
    missions = make.fought(campaign, 2)
    made = book_of(campaign, cast.owner)
    assert [chapter.number for chapter in made.chapters] == [1, 2]
    for chapter, mission in zip(made.chapters, missions, strict=True):
        if mission.flight.way != "engine":
            continue
        assert chapter.fight
        assert all(turn.steps for turn in chapter.fight)
        assert any(plan.units for plan in chapter.plans)
        assert any(losses.sorties for losses in chapter.losses)
        assert chapter.points is not None
        assert sum(chapter.points) == sum(score.points for score in chapter.scores)
    printed = document.render(made)
    assert "1 · " in " ".join(reading.outline_of(printed))


@pytest.mark.parametrize("slug", [make.LAND, make.PERIODS, "buzz-bomb"])
def test_a_campaign_that_has_just_begun_has_a_book_without_chapters(slug: str, cast: Cast):
    made = book_of(make.campaign(cast.owner, slug), cast.owner)
    assert made.chapters == ()
    assert "none has been flown yet" in made.overview.sentences[0]
    assert made.journal[0].lines[0].text.startswith("The campaign began")
    assert len(reading.pages_of(document.render(made))) <= 5


def test_under_each_named_man_stands_the_story_of_his_sortie(cast: Cast):
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me")
    make.fought(campaign, most=2)
    for chapter in book_of(campaign, cast.owner).chapters:
        assert chapter.losses
        for losses in chapter.losses:
            assert {sortie.pilot for sortie in losses.sorties if sortie.pilot} == set(losses.stories)
            for sortie in losses.sorties:
                down = sortie.is_lost and sortie.pilot
                assert not down or "home" not in losses.stories[sortie.pilot]


def test_a_mission_flown_at_the_table_has_its_notes_and_no_fight(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    mission = make.debriefed(campaign)
    after_action_reports.tell_story(
        actor=cast.owner, mission=mission, side="axis", text="All **home**:\n\n- one\n- two"
    )
    (chapter,) = book_of(campaign, cast.owner).chapters
    assert chapter.fight == ()
    (story,) = chapter.stories
    assert [(block.mark, block.text) for block in story.blocks] == [("", "All home:"), ("•", "one"), ("•", "two")]
    assert [words.text for words in story.blocks[0].words if words.is_strong] == ["home"]
    assert ("Flown", "At the table.") in chapter.facts
    assert [(note.side, note.text) for note in chapter.notes] == [("", "Written down between two rounds.")]
    lost = [sortie for losses in chapter.losses for sortie in losses.sorties if sortie.is_lost]
    assert len(lost) == 1
    assert lost[0].fate.startswith("shot down")


def test_a_void_mission_says_why_and_counts_for_nothing(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    mission = make.debriefed(campaign)
    corrections.void(
        actor=cast.owner,
        mission=mission,
        reason="The dog ate the log",
        expected_version=journal_entries.version(mission.campaign),
    )
    made = book_of(campaign, cast.owner)
    (chapter,) = made.chapters
    assert chapter.facts == (("Void", "The dog ate the log"),)
    assert chapter.points is None
    assert chapter.losses == ()
    assert made.overview.missions[0].how == "void"
    assert any(line.is_reversed for act in made.journal for line in act.lines)


def test_an_operation_that_counts_is_a_chapter_with_its_ending(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    make.counted(campaign)
    (chapter,) = book_of(campaign, cast.owner).chapters
    assert chapter.title == "Malta convoy"
    assert chapter.plans == ()
    assert chapter.facts[0][0] == "Operation"
    assert "The operation ended" in chapter.facts[0][1]
    assert chapter.points is not None


def under_way(campaign: Campaign, user: User) -> Chapter:
    return book_of(campaign, user).chapters[-1]


@pytest.mark.slow("the books of both sides are made before and after a plan")
@pytest.mark.parametrize("slug", broad([make.PERIODS, make.LAND], 1))
def test_whatever_a_side_plans_the_others_books_stay_the_same_until_it_is_flown(slug: str, cast: Cast):
    campaign = make.club(cast, slug)
    make.debriefed(campaign)
    mission = make.drawn(campaign)
    others = dict.fromkeys((cast.axis, cast.pilot, cast.reader), "")
    own = set()
    for seed in range(1, 7):
        document = staff.plan(context.choices(mission, "allied"), seed=seed, missions_left=seed % 3 + 1)
        orders.sign_orders(actor=cast.allied, mission=mission, side="allied", document=document)
        for user, known in others.items():
            told = text_of(book_of(campaign, user))
            assert told == (known or told), f"the book of {user} tells of another plan"
            others[user] = told
        own.add(text_of(book_of(campaign, cast.allied)))
        assert under_way(campaign, cast.allied).plans == under_way(campaign, cast.umpire).plans
    assert len(own) > 1
    plan, foe = under_way(campaign, cast.axis).plans
    assert (plan.units, plan.resource, plan.sealed) == ((), "", "These orders are sealed until the mission is flown.")
    assert foe.sealed == "No orders have been signed yet."


@pytest.mark.portable
def test_nobody_s_book_tells_what_the_staff_has_planned(cast: Cast):
    campaign = make.duel(cast, make.PERIODS)
    campaign.seats.filter(side="axis").update(user=None)
    mission = make.drawn(campaign)
    assert mission.orders.filter(side="axis").exists()
    for user in (cast.owner, cast.umpire):
        assert under_way(campaign, user).plans[1].units == ()


def test_of_a_fight_that_waits_for_its_debrief_each_side_reads_what_it_saw_and_others_nothing(cast: Cast):
    campaign = make.club(cast)
    mission = make.flown(campaign)
    record = mission.flight.record
    assert under_way(campaign, cast.allied).fight == retold(record, "allied")
    assert under_way(campaign, cast.axis).fight == retold(record, "axis")
    assert under_way(campaign, cast.umpire).fight == retold(record, None)
    for user in (cast.pilot, cast.reader):
        assert under_way(campaign, user).fight == ()
    assert under_way(campaign, cast.umpire).points is None
    make.debrief(mission)
    assert under_way(campaign, cast.reader).fight == retold(record, None)


def test_notes_and_hangars_of_a_side_stay_with_it_until_the_campaign_is_over(cast: Cast):
    campaign = make.club(cast, make.PERIODS)
    mission = make.debriefed(campaign)
    pilots.add_note(actor=cast.allied, campaign=campaign, text="Secret talk", mission=mission.number, side="allied")
    pilots.add_note(actor=cast.allied, campaign=campaign, text="Secret plans", side="allied")
    pilots.add_note(actor=cast.reader, campaign=campaign, text="Well flown", mission=mission.number)
    for user, knows in (
        (cast.allied, True),
        (cast.umpire, True),
        (cast.axis, False),
        (cast.pilot, False),
        (cast.reader, False),
    ):
        made = book_of(campaign, user)
        assert ("Secret talk" in text_of(made)) is knows, user
        assert ("Secret plans" in text_of(made)) is knows, user
        assert "Well flown" in [note.text for note in made.chapters[0].notes]
    pools = {
        user: [line.side for chart in book_of(campaign, user).overview.charts[1:] for line in chart.series]
        for user in (cast.allied, cast.axis, cast.umpire, cast.reader)
    }
    assert pools == {
        cast.allied: ["allied"],
        cast.axis: ["axis"],
        cast.umpire: ["allied", "axis"],
        cast.reader: [],
    }
    make.finished(campaign)
    campaign.refresh_from_db()
    assert campaign.is_finished
    made = book_of(campaign, cast.reader)
    assert "Secret plans" in text_of(made)
    assert [line.side for line in made.overview.charts[1].series] == ["allied", "axis"]


def test_the_chart_of_the_pools_ends_with_what_the_hangars_hold(cast: Cast):
    campaign = make.duel(cast, make.PERIODS)
    make.fought(campaign, 3)
    chart = book_of(campaign, cast.umpire).overview.charts[1]
    found = with_seats().get(pk=campaign.pk)
    seen = access.viewer(found, cast.umpire)
    assert seen is not None
    page = pool_page(found, seen)
    held = {side: sum(row.strength for row in rows) for side, rows in page.sides.items()}
    assert {line.side: line.values[-1] for line in chart.series} == held


@pytest.mark.portable
def test_a_fight_is_retold_without_hands_and_paths_and_the_fallen_stand_by_themselves(cast: Cast):
    campaign = make.campaign(cast.owner, "battle-of-britain", allied="staff", axis="staff")
    missions = make.fought(campaign, 2)
    steps = [step for mission in missions for turn in retold(mission.flight.record, None) for step in turn.steps]
    texts = " ".join(step.text for step in steps)
    assert " draws a mini-hand" not in texts
    assert " discards " not in texts
    assert " attacks " in texts
    assert " answers with " in texts
    fallen = [step.text for step in steps if step.is_decisive]
    lost = Mission.objects.filter(campaign=campaign, flight__report__aircraft__icontains="destroyed").count()
    assert bool(fallen) == bool(lost)
    assert all(" is shot down" in text or text.endswith(" is lost.") for text in fallen)


@pytest.mark.slow("a long campaign, and a book of it")
def test_a_long_campaign_takes_no_more_queries_for_its_book_than_a_short_one(cast: Cast):
    counts = []
    for periods in (1, 4):
        campaign = long.campaign(cast.owner, periods)
        with CaptureQueriesContext(connection) as captured:
            made = book_of(campaign, cast.owner)
        assert len(made.chapters) == 10 * periods
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 15


def test_a_fight_whose_result_was_corrected_is_told_as_it_was_flown_and_said_to_be_so(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND, allied="me", axis="me")
    mission = make.fought(campaign, 1)[0]
    fight = book_of(campaign, cast.owner).chapters[0].fight
    assert fight
    corrections.amend(
        actor=cast.owner,
        mission=mission,
        key=uuid4(),
        expected_version=make.version(campaign),
        outcome=make.rough(mission),
    )
    (chapter,) = book_of(campaign, cast.owner).chapters
    assert chapter.fight == fight
    assert ("Flown", "By the engine. Its result has been corrected since; the fight is told as it was flown.") in (
        chapter.facts
    )


def test_a_fight_on_screen_is_told_from_its_record_as_one_of_people(cast: Cast):
    campaign = make.club(cast)
    mission = make.opened(campaign)
    games.land(mission_games.leave_to_staff(actor=cast.umpire, game=screen.begun(mission)))
    mission.refresh_from_db()
    make.debrief(mission)
    book = book_of(campaign, cast.owner)
    (chapter,) = book.chapters
    assert chapter.fight == retold(make.flight(mission).record, None)
    assert "on screen" in [line.how for line in book.overview.missions]
    assert not any(plan.doctrine for plan in chapter.plans), "people decided, not their pilots' doctrine"
    corrections.amend(
        actor=cast.owner,
        mission=mission,
        key=uuid4(),
        expected_version=make.version(campaign),
        outcome=make.rough(mission),
    )
    (chapter,) = book_of(campaign, cast.owner).chapters
    assert ("Flown", "On screen. Its result has been corrected since; the fight is told as it was flown.") in (
        chapter.facts
    )


def test_a_correction_is_one_line_of_the_journal_of_a_book_and_the_debrief_that_it_replaced_another(cast: Cast):
    campaign = make.campaign(cast.owner, allied="me", axis="me")
    mission = make.debriefed(campaign)
    acts = len(book_of(campaign, cast.owner).journal)
    corrections.amend(
        actor=cast.owner,
        mission=mission,
        key=uuid4(),
        expected_version=make.version(campaign),
        outcome=Outcome(aircraft=()),
    )
    *_, debriefed, corrected = book_of(campaign, cast.owner).journal
    assert len(book_of(campaign, cast.owner).journal) == acts + 1
    (struck,), (line,) = debriefed.lines, corrected.lines
    assert struck.is_reversed
    assert not line.is_reversed
    assert line.text.startswith("Mission 1 was corrected. ")


def test_what_a_side_writes_for_itself_is_no_reason_to_print_anew_for_the_other(cast: Cast) -> None:
    campaign = make.club(cast)
    make.debriefed(campaign)

    def states() -> list[str]:
        found = with_seats().get(pk=campaign.pk)
        seen = [access.viewer(found, user) for user in (cast.allied, cast.reader, cast.axis)]
        return [state(found, "", each) for each in seen if each is not None]

    allied, reader, axis = states()
    pilots.add_note(actor=cast.axis, campaign=campaign, text="They expect nothing.", side="axis")
    assert states()[:2] == [allied, reader]
    assert states()[2] != axis


def test_a_man_whom_somebody_knows_is_printed_anew_when_he_has_another_face_or_name(cast: Cast) -> None:
    """A pilot reads in no journal what is decided about the men of the side, nor does a reader; both have logbooks."""
    campaign = make.club(cast)
    make.debriefed(campaign)
    allied = campaign.pilots.filter(side="allied", on_roster=True)
    flown = allied.filter(entries__kind="sortie").first()
    new = allied.exclude(entries__kind="sortie").first()
    assert flown is not None
    assert new is not None

    def states() -> list[str]:
        found = with_seats().get(pk=campaign.pk)
        seen = [access.viewer(found, user) for user in (cast.pilot, cast.reader, cast.axis)]
        return [state(found, "", each) for each in seen if each is not None]

    before = states()
    pictures.set_portrait(actor=cast.allied, campaign=campaign, pilot=new, file=make.picture())
    pilot, *others = states()
    assert (pilot != before[0], others) == (True, before[1:]), "they have not met this one"
    pictures.set_portrait(actor=cast.allied, campaign=campaign, pilot=flown, file=make.picture())
    pictured = states()
    players.name_pilot(actor=cast.umpire, campaign=campaign, pilot=flown, name="Leo Barker", reason="A slip")
    for was, seen, now in zip(before, pictured, states(), strict=True):
        assert len({was, seen, now}) == 3


def test_how_it_might_end_is_in_the_book_of_who_has_looked_and_makes_it_anew(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "RUNS", 8)
    monkeypatch.setattr(odds, "FEWEST", 1)
    campaign = make.club(cast)
    make.debriefed(campaign)
    assert book_of(campaign, cast.reader).overview.ends is None
    found = with_seats().get(pk=campaign.pk)
    seen = access.viewer(found, cast.reader)
    assert seen is not None
    before = state(found, "", seen)
    tasks.campaign_odds(str(campaign_odds.order(actor=cast.allied, campaign=campaign).job_id))
    assert state(found, "", seen) != before
    made = book_of(campaign, cast.reader)
    assert made == book_of(campaign, cast.reader)
    ends = made.overview.ends
    assert ends is not None
    assert "as it stood after 1 mission: 8 ends" in ends.sentences[0]
    assert len(ends.grades) == len(definition(campaign.pack).victory.grades)
    assert ends.chart.band is not None
    assert ends.chart.band.start == 1
    printed = " ".join(page.text for page in reading.pages_of(document.render(made)))
    assert "HOW IT MIGHT END" in printed
    assert ends.grades[0].ends in printed
