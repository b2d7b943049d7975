"""Rules are named on pages by the rulebooks' printed names; records, and programs that read them, keep the codes."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.access import viewer
from campaigns.catalogue.cards import provenance_of
from config.common.refusals import Refusal
from config.common.vocabulary import rule_name
from engine.core.report import Report
from missions.models import Flight
from missions.prints import registry
from missions.prints.registry import PrintRequest
from tests import make
from tests.campaigns.documents.reading import reader
from tests.cast import Cast
from tests.missions.on_screen import act, fresh

CODED = re.compile(r"\b(A20|SABIN|SUP|WBY|WWI) \w")
"""A rulebook's code and the beginning of a section."""


@pytest.mark.parametrize(
    ("slug", "code", "printed"),
    [
        (make.DOGFIGHTS, "WBY ", "Wild Blue Yonder "),
        ("flying-circus-1917", "WWI ", "Down in Flames WWI, "),
        ("big-week", "SABIN ", "Dogfight, Victory"),
        ("angels-over-kent", "A20 ", "Angels Twenty, "),
    ],
)
def test_what_points_are_for_goes_by_the_printed_name_of_the_rulebook(
    cast: Cast, client: Client, slug: str, code: str, printed: str
):
    campaign = make.campaign(cast.owner, slug, allied="staff", axis="staff")
    mission = make.flown(campaign)
    scores = Report.from_json(Flight.objects.get().report).scores
    assert any(score.section.startswith(code) for score in scores)
    client.force_login(cast.owner)
    told = unescape(client.get(reverse("mission-debrief", args=(campaign.pk, mission.number))).content.decode())
    named = re.findall(r'rule-section">(.*?)</td>', told)
    assert any(each.startswith(printed) for each in named)
    make.debrief(mission)
    journal = unescape(client.get(reverse("campaign-journal", args=(campaign.pk,))).content.decode())
    assert f"({printed}" in journal
    for shown in (*named, journal):
        assert not CODED.search(shown.replace("Down in Flames WWI", "")), shown[:200]


def test_the_book_names_the_rulebook_at_each_award_and_the_narrow_column_of_the_log_once_over_them(cast: Cast):
    campaign = make.campaign(cast.owner, make.DOGFIGHTS, allied="staff", axis="staff")
    make.debrief(make.flown(campaign))
    who = viewer(campaign, cast.owner)
    assert who is not None
    asked = PrintRequest(campaign=campaign, viewer=who, paper="A4", site="https://club.example")
    book, log = (
        " ".join(page.extract_text() for page in reader(registry.make(name, asked).whole()).pages)
        for name in ("book", "log")
    )
    assert "(Wild Blue Yonder 4.9.3)" in book
    assert "WBY 4.9.3" not in book
    assert not CODED.search(log)
    assert log.upper().count("EACH WITH ITS SECTION OF WILD BLUE YONDER") == 1
    assert "Wild Blue Yonder 4.9.3" not in log
    assert " 4.9.3 " in log


@pytest.mark.parametrize(
    ("system", "scenario", "printed"),
    [
        ("wildblue", "duel", "[Wild Blue Yonder "),
        ("wwi", "flanders-1918", "[Down in Flames WWI, "),
        ("sabin", "malta-1940", "[Dogfight, "),
        ("angels", "kent", "[Angels Twenty, "),
    ],
)
def test_why_something_may_not_be_done_goes_by_the_printed_name_of_the_rulebook(
    cast: Cast, client: Client, system: str, scenario: str, printed: str
):
    game = make.game(cast.owner, system, scenario)
    client.force_login(cast.owner)
    seen = ""
    for _ in range(40):
        row = fresh(game)
        page = client.get(reverse("cockpit", args=(game.pk, "allied")) + "?why=1")
        seen += unescape(page.content.decode()).replace("Down in Flames WWI", "…")
        if row.is_over or row.side != "allied" or printed.replace("Down in Flames WWI", "…") in seen:
            break
        act(game, [cast.owner])
    assert printed.replace("Down in Flames WWI", "…") in seen
    assert not CODED.search(seen)


@pytest.mark.parametrize(
    ("page", "said"), [("targets", "Wild Blue Yonder Campaign Rulebook 18.4"), ("pack-format", "[Supplement 27]")]
)
def test_pages_of_reference_name_the_rulebooks_as_they_are_printed(cast: Cast, client: Client, page: str, said: str):
    client.force_login(cast.owner)
    told = unescape(client.get(reverse(page)).content.decode())
    assert said in told
    assert not re.search(r"\[(A20|SABIN|SUP|WBY|WWI) |>(A20|SABIN|SUP|WBY|WBY-C|WBY-D|WWI) ", told)


def test_a_refusal_names_the_rulebooks_as_they_are_printed():
    assert Refusal("One arrives. [WBY 19.2.8; SUP 27 step 3]").sentence == (
        "One arrives. [Wild Blue Yonder 19.2.8; Supplement 27 step 3]"
    )
    assert str(Refusal("It is a note [not a section].")) == "It is a note [not a section]."


@pytest.mark.parametrize(
    ("section", "printed"),
    [
        ("SUP 20.3.2, WBY 7.4", "Supplement 20.3.2, Wild Blue Yonder 7.4"),
        ("A20 Battle of Britain: Dogfight", "Angels Twenty, Battle of Britain: Dogfight"),
        ("WWI Ways to Win 1", "Down in Flames WWI, Ways to Win 1"),
        ("WBY 7.5.1d, 10.3b", "Wild Blue Yonder 7.5.1d, 10.3b"),
        ("WBY-D 4.9.3", "Wild Blue Yonder Dogfight Rulebook 4.9.3"),
        ("Supplement 24.7", "Supplement 24.7"),
        ("24.3 C1", "24.3 C1"),
        ("public: tutorial, mission 1", "public: tutorial, mission 1"),
    ],
)
def test_a_section_is_named_as_its_rulebook_prints_it(section: str, printed: str):
    assert rule_name(section) == printed


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("SABIN Units", "rulebook"),
        ("inferred from WBY-D 4.5.1: over 2", "rulebook"),
        ("rulebook: the list of campaigns in 15.0", "rulebook"),
        ("SUP 23.5", "supplement"),
        ("WBY 10.2b, SUP 20.4.2", "rulebook"),
        ("own: a fighter or so is lost in five weeks", "own"),
        ("public: GMT's campaign tutorial, part 2", "public"),
        ("public: a session report, WBY 4.5", "public"),
        ("Sixty Squadron R.A.F. (1920)", "public"),
        ("", "derived"),
    ],
)
def test_what_kind_of_source_a_figure_has_is_read_from_what_its_source_says(source: str, kind: str):
    assert provenance_of(source, "derived") == kind
