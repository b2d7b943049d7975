"""Tables from a spreadsheet: read with every problem at its line and column, looked at, entered line by line."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.operations import changes
from campaigns.selectors.standings import standing_of
from campaigns.standing.kinds import NoteWritten
from campaigns.standing.model import Airman
from config.common.refusals import Refusal
from missions.archive.sheets import LARGEST, MOST_ROWS, What, decoded, read_sheet
from missions.operations.sheets import enter_sheet, preview_sheet
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast

MEN = """side;name;nation;service;missions;victories
Allied;Ralph Ashcombe;gb;RAF;12;2,5
allied;Peter Howe;gb;RAF;3;0
"""


def kept(cast: Cast, slug: str = make.LAND) -> Campaign:
    return make.campaign(cast.owner, slug, allied="me", axis="me")


def man(campaign: Campaign, name: str) -> Airman:
    return next(each for each in standing_of(campaign).airmen.values() if each.name == name)


def told(what: What, text: str) -> list[tuple[int, int, str]]:
    return [(each.line, each.column, each.heading) for each in read_sheet(what, text).problems]


def test_a_table_is_read_whatever_parts_its_cells_and_however_numbers_and_days_are_written():
    sheet = read_sheet("men", 'name,side,victories,green\r\nA. Man,allied,2½,yes\r\n\r\n"B, Man",axis,2.5,no\r\n')
    assert [(row.line, row.cells["name"], row.cells["victories"], row.cells["green"]) for row in sheet.rows] == [
        (2, "A. Man", Fraction(5, 2), True),
        (4, "B, Man", Fraction(5, 2), False),
    ]
    days = [
        read_sheet("missions", f"mission\tdate\nm\t{day}").rows[0].cells["date"].isoformat()
        for day in ("1941-04-16", "16.4.1941", "16/04/1941")
    ]
    assert days == ["1941-04-16"] * 3
    assert decoded("name;Müller".encode("cp1252")) == decoded("\ufeffname;Müller".encode()) == "name;Müller"
    assert decoded("name;Müller".encode("utf-16")) == "name;Müller"


def test_every_problem_is_told_at_its_line_and_column():
    assert told("men", "side;nmae;victories;green\nallied;x;-1;perhaps\n;y;=1+1;;z\n") == [
        (1, 2, "nmae"),
        (1, 0, ""),
        (2, 3, "victories"),
        (2, 4, "green"),
        (3, 5, ""),
        (3, 3, "victories"),
        (3, 1, "side"),
    ]
    assert told("missions", "mission;date\nm;31.2.1941\nn;4/1941") == [(2, 2, "date"), (3, 2, "date")]


def test_a_cell_that_a_spreadsheet_would_calculate_is_no_name_unless_it_is_marked_as_text():
    assert told("men", "side;name\nallied;=cmd()") == [(2, 2, "name")]
    assert read_sheet("men", "side;name\nallied;'=cmd()").rows[0].cells["name"] == "=cmd()"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "nothing in it"),
        ("side;name\nallied;\x00", "characters"),
        ('side;name\nallied;"x', "quotation mark"),
        ("side;name\n" + "allied;x\n" * (MOST_ROWS + 1), "Enter it in parts"),
        ("x" * (LARGEST + 1), "larger than"),
    ],
)
def test_what_is_no_table_is_refused_with_a_sentence(text: str, sentence: str):
    with pytest.raises(Refusal, match=sentence):
        read_sheet("men", text)


def test_men_join_and_get_their_record_and_the_same_table_again_is_known(cast: Cast):
    campaign = kept(cast)
    sheet, before = read_sheet("men", MEN), campaign.entries.count()
    preview = preview_sheet(actor=cast.owner, campaign=campaign, sheet=sheet)
    assert not preview.problems
    assert campaign.entries.count() == before, "nothing is written by looking"
    assert enter_sheet(actor=cast.owner, campaign=campaign, sheet=sheet) == 2
    assert campaign.entries.count() == before + len(preview.entries)
    ralph = man(campaign, "Ralph Ashcombe")
    assert (ralph.missions, ralph.kills) == (12, Fraction(5, 2))
    again = read_sheet("men", MEN.replace("2,5", "2.5").replace(";", ","))
    with pytest.raises(Refusal, match="entered already"):
        enter_sheet(actor=cast.owner, campaign=campaign, sheet=again)
    assert_reconciled(campaign)


def test_what_a_table_wrote_is_taken_back_as_what_was_entered_by_hand(cast: Cast):
    campaign = kept(cast, make.PERIODS)
    men = standing_of(campaign).airmen.values()
    name = next(each.name for each in men if each.side == "allied" and each.status == "fit")
    sheet = read_sheet("losses", f"side;name;state;victories\nAllied;{name};captured;1½")
    enter_sheet(actor=cast.owner, campaign=campaign, sheet=sheet)
    assert (man(campaign, name).status, man(campaign, name).kills) == ("captured", Fraction(3, 2))
    for entry in campaign.entries.in_force().filter(kind__in=("change", NoteWritten.kind)).order_by("-number"):
        changes.take_back(actor=cast.owner, campaign=campaign, number=entry.number)
    assert man(campaign, name).status == "fit"
    assert not man(campaign, name).kills
    assert enter_sheet(actor=cast.owner, campaign=campaign, sheet=sheet) == 1, "it may be entered again"
    assert_reconciled(campaign)


def test_one_bad_line_keeps_all_of_them_out_and_each_is_told(cast: Cast):
    campaign = kept(cast)
    head = "side;name;nation;service;missions"
    text = f"{head}\nallied;A. Man;gb;RAF;1\nallied;B. Man;gb;Navy;1\nnobody;C. Man;gb;RAF;1\n"
    sheet = read_sheet("men", text)
    preview = preview_sheet(actor=cast.owner, campaign=campaign, sheet=sheet)
    assert [(each.line, each.heading) for each in preview.problems] == [(3, "service"), (4, "side")]
    with pytest.raises(Refusal, match=r"Nothing has been entered\. Line 3"):
        enter_sheet(actor=cast.owner, campaign=campaign, sheet=sheet)
    assert not campaign.entries.filter(kind="change").exists()
    assert not campaign.pilots.filter(name="A. Man").exists()


def test_a_mission_comes_in_with_its_day_its_men_and_its_losses(cast: Cast):
    campaign = kept(cast)
    line = standing_of(campaign).pack.stages[0].table[0]
    assert line.date is not None
    asked = f"mission;date\n{line.mission};{line.date}"
    by_staff = preview_sheet(actor=cast.owner, campaign=campaign, sheet=read_sheet("missions", asked))
    first, second, *_ = (each.pilot.name for each in by_staff.entries if each.kind == "sortie" and each.pilot)
    side = next(each.side for each in by_staff.entries if each.kind == "sortie" and each.pilot)
    text = f"mission;date;damaged;{side};notes\n{line.mission};{line.date};{second};{second}/{first};The old book"
    sheet = read_sheet("missions", text)
    preview = preview_sheet(actor=cast.owner, campaign=campaign, sheet=sheet)
    assert list(preview.problems) == []
    leads = next(each for each in preview.entries if each.kind == "sortie" and each.side == side)
    assert leads.pilot is not None
    assert leads.pilot.name == second
    assert not campaign.missions.exists()
    enter_sheet(actor=cast.owner, campaign=campaign, sheet=sheet)
    assert campaign.missions.get().status == "debriefed"
    assert (man(campaign, second).missions, man(campaign, second).home_damaged) == (1, 1)
    wrong = read_sheet("missions", f"mission;date\nnowhere;{line.date}")
    (problem,) = preview_sheet(actor=cast.owner, campaign=campaign, sheet=wrong).problems
    assert (problem.line, problem.heading) == (2, "mission")
    assert_reconciled(campaign)


def test_who_shot_down_whom_comes_in_with_the_mission_and_is_shown_before(cast: Cast):
    campaign = kept(cast)
    line = standing_of(campaign).pack.stages[0].table[0]
    asked = f"mission;date\n{line.mission};{line.date}"
    by_staff = preview_sheet(actor=cast.owner, campaign=campaign, sheet=read_sheet("missions", asked))
    flew = [each for each in by_staff.entries if each.kind == "sortie" and each.pilot]
    victim = next(each for each in flew if each.pilot and each.side == "axis").pilot
    victor = next(each for each in flew if each.pilot and each.side == "allied").pilot
    assert victim
    assert victor
    head = f"mission;date;destroyed\n{line.mission};{line.date}"
    sheet = read_sheet("missions", f"{head};{victim.name} by {victor.name}")
    preview = preview_sheet(actor=cast.owner, campaign=campaign, sheet=sheet)
    assert list(preview.problems) == []
    assert [each.pilot for each in preview.entries if each.kind == "kill"] == [victor]
    enter_sheet(actor=cast.owner, campaign=campaign, sheet=sheet)
    assert man(campaign, victor.name).kills == 1
    assert_reconciled(campaign)
    for wrong, sentence in (
        (f"{victim.name} by Nobody Known", "Nobody flew as 'Nobody Known' there."),
        (f"Nobody Known by {victor.name}", "Nobody flew as 'Nobody Known' there."),
        (f"{victim.name} by {victim.name}", ""),
    ):
        (problem,) = preview_sheet(
            actor=cast.owner, campaign=kept(cast), sheet=read_sheet("missions", f"{head};{wrong}")
        ).problems
        assert sentence in problem.sentence


def test_the_page_shows_what_would_be_written_and_writes_it_when_confirmed(cast: Cast, client: Client):
    campaign = kept(cast)
    client.force_login(cast.owner)
    address = reverse("campaign-sheet", args=[campaign.pk])
    looked = client.post(address, {"what": "men", "text": MEN})
    assert looked.status_code == 200
    assert "What would be written" in looked.content.decode()
    assert "Ralph Ashcombe: 12 missions and 2½ victories in all." in looked.content.decode()
    assert not campaign.pilots.filter(name="Peter Howe").exists()
    assert client.post(address, {"what": "men", "text": MEN, "confirm": "yes"}).status_code == 302
    assert campaign.pilots.filter(name="Peter Howe").exists()
    wrong = client.post(address, {"what": "men", "text": "side;name;<b>\n<b>;<i>"})
    assert wrong.status_code == 422
    assert "<i>" not in wrong.content.decode().partition("<main")[2]


def test_nobody_but_owner_and_umpires_enters_a_table(cast: Cast):
    club = make.club(cast, make.LAND)
    for user in (cast.allied, cast.pilot, cast.reader):
        with pytest.raises(Refusal):
            enter_sheet(actor=user, campaign=club, sheet=read_sheet("men", MEN))
