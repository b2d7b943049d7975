"""The journal as people read it: whole, by the page, through a filter, with their own side's secrets only."""

from __future__ import annotations

import csv
import io
import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from campaigns.access import viewer
from campaigns.models import Campaign
from campaigns.operations import changes, pilots
from campaigns.operations.journal import Batch
from campaigns.selectors.csv import TABLES, table
from campaigns.selectors.journal import (
    BATCHES_A_PAGE,
    SUBJECTS,
    JournalFilter,
    JournalPage,
    LinesTogether,
    journal_page,
)
from campaigns.standing.kinds import KINDS, NoteWritten, Started
from campaigns.standing.result_kinds import Kill, Scored, Sortie
from missions.flights.context import sheet_of
from missions.operations import corrections, debriefs
from missions.results.outcomes import AircraftOutcome, Outcome
from tests import make
from tests.cast import Cast

EVERYTHING = JournalFilter()


def read(campaign: Campaign, asked: JournalFilter = EVERYTHING, page: int = 1, who: str = "") -> JournalPage:
    """The journal as its owner reads it, or as somebody else."""
    reader = campaign.seats.get(user__username=who).user if who else campaign.owner
    assert reader is not None
    found = viewer(campaign, reader)
    assert found is not None
    return journal_page(campaign, found, asked, page)


def test_it_shows_every_entry_once_and_marks_what_was_taken_back(cast: Cast):
    campaign = make.campaign(cast.owner)
    debriefs.withdraw_debrief(actor=cast.owner, mission=make.debriefed(campaign))
    batches = read(campaign).batches
    numbers = sorted(line.number for batch in batches for line in batch.lines)
    assert numbers == list(range(1, campaign.entries.count() + 1))
    assert all(line.text.startswith("Taken back") for line in batches[0].lines)
    assert all(line.is_reversed for line in batches[1].lines)
    assert {batch.who for batch in batches} == {"owner"}
    assert all(line.text.endswith(".") for batch in batches for line in batch.lines)


def test_points_say_whose_they_are_before_what_was_done_for_them(cast: Cast):
    campaign = make.campaign(cast.owner)
    make.debriefed(campaign)
    told = [line.text for batch in read(campaign).batches for line in batch.lines if " VP: " in line.text]
    assert told
    assert all(re.fullmatch(r"(Allied|Axis) \S+ VP: [^:]+: [^:]+ \(.+\)\.", line) for line in told), told


@pytest.mark.parametrize(
    ("slug", "said"),
    [("big-week", "20 February 1944. Weather"), ("flying-circus-1917", "1 April 1917 to 14 April 1917. Weather")],
)
def test_a_period_of_one_day_is_told_by_that_day(cast: Cast, client: Client, slug: str, said: str):
    campaign = make.campaign(cast.owner, slug)
    make.drawn(campaign)
    told = [line.text for batch in read(campaign).batches for line in batch.lines]
    assert any(line.startswith(f"Period 1 began: {said}") for line in told), told
    client.force_login(cast.owner)
    page = client.get(reverse("campaign", args=[campaign.pk])).content.decode()
    assert f'<span class="muted">{said.removesuffix(". Weather")} ·' in page


def test_a_correction_is_one_line_with_all_that_it_wrote_folded_under_it(cast: Cast, client: Client):
    campaign = make.campaign(cast.owner, allied="me", axis="me")
    mission = make.debriefed(campaign)
    lines = sheet_of(mission).lines
    lost, by = (next(line for line in lines if line.side == side) for side in ("allied", "axis"))
    outcome = Outcome(aircraft=(AircraftOutcome(lost.key, status="destroyed", by=by.key),))
    corrections.amend(
        actor=cast.owner, mission=mission, key=uuid4(), expected_version=make.version(campaign), outcome=outcome
    )
    corrected, debriefed, *others = read(campaign).batches
    assert corrected.head
    assert debriefed.head
    assert corrected.head.text.startswith("Mission 1 was corrected. ")
    assert f"{lost.pilot}, {lost.aircraft.name}: destroyed instead of damaged." in corrected.head.text
    assert corrected.head.text.endswith("instead of Allied 5, Axis 2.")
    assert (corrected.head.is_reversed, debriefed.head.is_reversed) == (False, True)
    assert not [batch for batch in others if batch.head]
    client.force_login(cast.owner)
    page = client.get(reverse("campaign-journal", args=[campaign.pk])).content.decode()
    assert page.count('<span class="line-number">') == campaign.entries.count(), "nothing is lost"
    debriefs.withdraw_debrief(actor=cast.owner, mission=mission)
    taken, corrected, *_ = read(campaign).batches
    assert taken.head
    assert corrected.head
    assert taken.head.text == "The debrief of mission 1 was taken back."
    assert corrected.head.is_reversed


def test_who_came_home_undamaged_is_told_in_one_line_a_side_that_opens(cast: Cast, client: Client):
    campaign = make.campaign(cast.owner, "big-week", allied="me", axis="me")
    mission = make.debriefed(campaign)
    act = read(campaign, JournalFilter(subject="sorties", mission=mission.number)).batches[0]
    told = [line for line in act.told if isinstance(line, LinesTogether)]
    assert [line.side for line in told] == ["allied", "axis"]
    assert re.fullmatch(r"\d+ came home undamaged: \d+ \S.*\.", told[0].text)
    folded = [line for each in told for line in each.lines]
    assert all("came home undamaged" in line.text for line in folded)
    apart = [line for line in act.told if line not in told]
    assert any("came home damaged" in line.text or "was destroyed" in line.text for line in apart)
    assert sorted(line.number for line in (*folded, *apart)) == [line.number for line in act.lines], "nothing is lost"
    client.force_login(cast.owner)
    page = client.get(reverse("campaign-journal", args=[campaign.pk])).content.decode()
    assert page.count('<span class="line-number">') == campaign.entries.count()
    assert re.search(r'came home undamaged: \d+ <span class="nowrap">B-17G', page), "a code does not break"
    debriefs.withdraw_debrief(actor=cast.owner, mission=mission)
    assert not [line for batch in read(campaign).batches for line in batch.told if isinstance(line, LinesTogether)]


@pytest.mark.parametrize(
    ("slug", "cards"), [(make.LAND, r"\(card \d+\)\."), (make.DOGFIGHTS, r"\(card \d+ and a (red|white|blue) card\)\.")]
)
def test_it_names_the_cards_that_drew_a_mission(cast: Cast, slug: str, cards: str):
    campaign = make.campaign(cast.owner, slug)
    make.drawn(campaign)
    assert re.search(cards, read(campaign).batches[0].lines[0].text)


def test_every_kind_of_entry_belongs_to_a_subject_of_the_filter():
    assert {kind.subject for kind in KINDS.values()} == set(SUBJECTS)


@pytest.mark.portable
def test_a_filter_shows_only_what_was_asked_for(cast: Cast):
    campaign = make.campaign(cast.owner)
    make.debriefed(campaign)
    make.debriefed(campaign)
    for subject in SUBJECTS:
        kinds = [kind for kind, each in KINDS.items() if each.subject == subject]
        shown = [line for batch in read(campaign, JournalFilter(subject=subject)).batches for line in batch.lines]
        assert {line.kind for line in shown} <= set(kinds)
        assert len(shown) == campaign.entries.filter(kind__in=kinds).count()
    second = read(campaign, JournalFilter(subject="sorties", side="axis", mission=2))
    assert {(line.side, line.mission) for batch in second.batches for line in batch.lines} == {("axis", 2)}
    assert read(campaign).missions == (1, 2)


@pytest.mark.portable
def test_a_long_journal_comes_by_the_page_newest_first(cast: Cast, client: Client):
    campaign = make.campaign(cast.owner)
    for number in range(BATCHES_A_PAGE + 5):
        noted(campaign, f"Note {number}.")
    first, second = read(campaign), read(campaign, page=2)
    assert (first.pages, len(first.batches), len(second.batches)) == (2, BATCHES_A_PAGE, 6)
    assert first.batches[0].lines[0].text == f"Note {BATCHES_A_PAGE + 4}."
    assert second.batches[-1].lines[0].kind == Started.kind
    assert read(campaign, page=99).page == 2
    client.force_login(cast.owner)
    address = reverse("campaign-journal", args=[campaign.pk])
    newest, oldest = (client.get(f"{address}?what=notes{more}").content.decode() for more in ("", "&page=2"))
    assert 'href="?what=notes&amp;page=2">Older' in newest
    assert ">Newer" not in newest
    assert 'href="?what=notes&amp;page=1">Newer' in oldest
    assert ">Older" not in oldest


def test_it_takes_as_many_queries_for_a_long_journal_as_for_a_short_one(
    cast: Cast, client: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    campaign = make.campaign(cast.owner)
    client.force_login(cast.owner)
    for count in (1, 30):
        for number in range(count):
            noted(campaign, f"Note {number}.")
        with django_assert_num_queries(10):  # with the bars: unread notices, comments
            client.get(reverse("campaign-journal", args=[campaign.pk]))


@pytest.mark.portable
def test_one_sides_notes_and_changes_are_for_its_own_people_until_the_campaign_is_over(cast: Cast):
    campaign = make.club(cast)
    noted(campaign, "We go at dawn.", side="axis")
    noted(campaign, "For everybody.")

    def texts(who: str) -> set[str]:
        return {line.text for batch in read(campaign, who=who).batches for line in batch.lines}

    def numbers(who: str) -> list[int]:
        return sorted(line.number for batch in read(campaign, who=who).batches for line in batch.lines)

    written = campaign.entries.count()
    assert "We go at dawn." in texts("axis") & texts("umpire")
    assert numbers("axis") == numbers("umpire") == list(range(1, written + 1))
    for other in ("allied", "pilot", "reader"):
        assert "We go at dawn." not in texts(other)
        assert "For everybody." in texts(other)
        assert numbers(other) == list(range(1, written)), "not even that there is one more is told"
    Campaign.objects.filter(pk=campaign.pk).update(status=Campaign.Status.FINISHED)
    campaign.refresh_from_db()
    assert "We go at dawn." in texts("reader")


def noted(campaign: Campaign, text: str, side: str = "") -> None:
    batch = Batch(campaign, campaign.owner)
    batch.add(NoteWritten(text=text), side=side)
    batch.write()


def test_the_tables_for_spreadsheets_add_up_to_the_journal(cast: Cast, client: Client):
    campaign = make.campaign(cast.owner, make.LAND)
    make.debrief(make.flown(campaign))
    make.debriefed(campaign)
    changes.change_points(actor=cast.owner, campaign=campaign, side="axis", points=4, reason="A round sum")
    client.force_login(cast.owner)
    rows = {}
    for what in TABLES:
        answer = client.get(reverse("campaign-table", args=[campaign.pk, what]))
        assert answer["Content-Disposition"] == f'attachment; filename="desert-evenings-{what}.csv"'
        rows[what] = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"), newline="")))
    assert [row["mission"] for row in rows["missions"]] == ["1", "2"]
    assert len(rows["sorties"]) == campaign.entries.filter(kind=Sortie.kind).count() > 0
    assert len(rows["kills"]) == campaign.entries.filter(kind=Kill.kind).count() > 0
    assert len(rows["losses"]) == sum(row["status"] == "destroyed" for row in rows["sorties"])
    points = sum(entry.data["points"] for entry in campaign.entries.filter(kind=Scored.kind, side="axis"))
    assert int(rows["missions"][-1]["axis total"]) == points + 4
    shown = client.get(reverse("campaign", args=[campaign.pk])).context["page"]
    assert [int(row["axis total"]) for row in rows["missions"]] == [row.total["axis"] for row in shown.missions]


@pytest.mark.portable
def test_a_text_that_a_spreadsheet_would_calculate_is_kept_a_text(cast: Cast):
    campaign = make.campaign(cast.owner, make.LAND)
    mission = make.debriefed(campaign)
    flown = campaign.entries.exclude(pilot=None).filter(kind=Sortie.kind).first()
    assert flown is not None
    assert flown.pilot is not None
    flown.pilot.name = '=HYPERLINK("http://example.org")'
    flown.pilot.save()
    rows = list(csv.DictReader(io.StringIO(table(campaign, "sorties"))))
    assert mission.number == 1
    assert '\'=HYPERLINK("http://example.org")' in {row["pilot"] for row in rows}


def test_there_is_no_table_of_anything_else(cast: Cast, client: Client):
    campaign = make.campaign(cast.owner)
    client.force_login(cast.owner)
    assert client.get(reverse("campaign-table", args=[campaign.pk, "secrets"])).status_code == 404


@pytest.mark.parametrize(
    "query", ["what=windmills", "side=both", "mission=-1", "page=abc", "mission=999999999", "page=0"]
)
def test_an_address_with_nonsense_in_it_shows_the_whole_journal(cast: Cast, client: Client, query: str):
    campaign = make.campaign(cast.owner)
    client.force_login(cast.owner)
    answer = client.get(f"{reverse('campaign-journal', args=[campaign.pk])}?{query}")
    assert answer.status_code == 200
    assert "The campaign began" in answer.content.decode()


@pytest.mark.portable
def test_whoever_takes_part_adds_a_note_for_everybody_or_for_his_own_side(cast: Cast, client: Client):
    campaign = make.club(cast)
    client.force_login(cast.axis)
    address = reverse("campaign-note", args=[campaign.pk])
    assert client.post(address, {"text": "  "}).status_code == 422
    assert client.post(address, {"text": "x" * 2001}).status_code == 422
    assert client.post(address, {"text": "Theirs.", "side": "allied"}).status_code == 422
    assert client.post(address, {"text": "No such mission.", "mission": "9"}).status_code == 422
    assert not campaign.entries.filter(kind=NoteWritten.kind).exists()
    assert client.post(address, {"text": "<b>Dust</b> all day.", "side": "axis"}).status_code == 302
    shown = client.get(reverse("campaign-journal", args=[campaign.pk])).content.decode()
    assert "&lt;b&gt;Dust&lt;/b&gt; all day." in shown
    client.force_login(cast.reader)
    assert "all day." not in client.get(reverse("campaign-journal", args=[campaign.pk])).content.decode()


def test_the_table_of_victories_says_of_each_what_the_board_of_claims_says(cast: Cast):
    campaign = make.campaign(cast.owner)
    make.debriefed(campaign)
    entry = campaign.entries.filter(kind=Kill.kind, pilot__isnull=False)[0]

    def verdict() -> set[str]:
        text = table(Campaign.objects.get(pk=campaign.pk), "kills")
        return {row["verdict"] for row in csv.DictReader(io.StringIO(text, newline=""))}

    assert verdict() == {"as reported"}
    make.on_terms(campaign, victories="confirmed")
    assert verdict() == {"waiting"}
    pilots.rule_on_kill(actor=cast.owner, campaign=campaign, kill=entry.number, verdict="confirmed")
    assert verdict() == {"confirmed"}
