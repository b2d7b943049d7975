"""Printing in a browser: a sheet at once, the book in the background, its progress watched, the file fetched."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.utils import timezone
from playwright.sync_api import expect
from pypdf import PdfReader

import engine
from accounts.operations import sign_in_links
from campaigns.selectors.definitions import definition
from missions import tasks
from missions.models import Print, ScreenResult
from missions.operations import jobs
from tests import make
from tests.cast import Cast
from tests.e2e.conftest import NewVisitor, Visitor, in_the_sweep
from tests.missions.on_screen import by_thumbs, drawn, entries, until


@pytest.fixture(autouse=True)
def worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs wait until the test lets the worker go, so that the progress can be watched."""
    monkeypatch.setattr(jobs, "send", lambda job: None)


@pytest.mark.parametrize(("width", "scripted"), [(390, True), in_the_sweep(1280, True), in_the_sweep(390, False)])
def test_a_book_is_ordered_watched_and_fetched(
    width: int, scripted: bool, transactional_db: None, visitor: NewVisitor
) -> None:
    owner = sign_in_links.owner()
    campaign = make.campaign(owner)
    make.debriefed(campaign)
    guest = visitor(width, scripted=scripted)
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/campaigns/{campaign.pk}/")
    guest.press("Print")
    guest.arrives("Print")
    guest.fits()
    guest.press("Make A4: Campaign book")
    expect(guest.page.get_by_text("waiting its turn")).to_be_visible()
    tasks.print_document(str(Print.objects.get(document="book").job_id))
    link = guest.page.get_by_role("link", name="Campaign book on A4")
    if not scripted:
        guest.press("See how far it is")
    expect(link).to_be_visible()
    answer = guest.page.request.get(f"{guest.home}{link.get_attribute('href')}")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.body().startswith(b"%PDF")


@pytest.mark.parametrize("paper", ["A4", in_the_sweep("Letter")])
def test_an_issue_of_the_paper_comes_out_of_the_browser_on_one_sheet(
    paper: str, transactional_db: None, visitor: NewVisitor
) -> None:
    owner = sign_in_links.owner()
    campaign = make.campaign(owner, "battle-of-britain")
    make.fought(campaign, 1)
    guest = visitor()
    guest.enter(sign_in_links.token_for(owner))
    guest.go(f"/campaigns/{campaign.pk}/gazette/1/")
    expect(guest.page.get_by_text("The Channel Observer").first).to_be_visible()
    assert len(printed(guest, paper)) == 1


def printed(guest: Visitor, paper: str = "A4") -> list[str]:
    """What comes out of the browser, the text of a sheet each."""
    return [page.extract_text() for page in PdfReader(BytesIO(guest.page.pdf(format=paper))).pages]


def test_what_the_version_brought_and_whose_work_it_stands_on_fits_two_sheets(
    transactional_db: None, visitor: NewVisitor
) -> None:
    guest = visitor()
    guest.go("/about/")
    assert len(printed(guest)) <= 2
    assert len(printed(guest, "Letter")) <= 2


@pytest.mark.parametrize("paper", ["A4", in_the_sweep("Letter")])
def test_the_track_of_a_campaign_stands_whole_on_one_sheet(
    paper: str, transactional_db: None, visitor: NewVisitor, cast: Cast
) -> None:
    campaign = make.campaign(cast.owner, "battle-of-britain")
    make.fought(campaign, 2)
    track = definition(campaign.pack).progress
    assert track is not None
    titles = [space.title for space in track.spaces]
    guest = visitor()
    guest.enter(sign_in_links.token_for(cast.owner))
    guest.go(f"/campaigns/{campaign.pk}/")
    sheets = [" ".join(sheet.split()) for sheet in printed(guest, paper)]
    assert max(sum(title in sheet for title in titles) for sheet in sheets) == len(titles)
    told = " ".join(sheets)
    guest.go("/packs/battle-of-britain/")
    told += " ".join(printed(guest, paper))
    for of_the_screen in ("Large, and after each mission", "How might it end?", "The page of the mission", "▾", "▸"):
        assert of_the_screen not in told


CUT = """() => [...document.querySelectorAll("body *")]
  .filter((each) => each.offsetWidth > 1 && getComputedStyle(each).clipPath === "none")
  .filter((each) => ["hidden", "auto", "scroll", "clip"].includes(getComputedStyle(each).overflowX)
    || ["hidden", "auto", "scroll", "clip"].includes(getComputedStyle(each).overflowY))
  .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
  .map((each) => each.className)"""
"""What does not show all that it holds."""
SHEETS = {"A4": 672, "Letter": 694}
"""Within their margins, in pixels of style sheets."""


def assert_nothing_is_cut(guest: Visitor, address: str) -> None:
    """On paper no part of the page hides what it holds, and nothing reaches beyond the sheet."""
    page = guest.page
    guest.go(address)
    page.emulate_media(media="print")
    for width in SHEETS.values():
        page.set_viewport_size({"width": width, "height": 960})
        assert page.evaluate(CUT) == [], address
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
    page.emulate_media(media="screen")


def test_nothing_is_cut_on_paper(transactional_db: None, visitor: NewVisitor, cast: Cast) -> None:
    campaign = make.campaign(cast.owner, make.PERIODS)
    make.fought(campaign, 2)
    squadron = next(iter(definition(campaign.pack).squadrons))
    guest = visitor()
    guest.enter(sign_in_links.token_for(cast.owner))
    home = f"/campaigns/{campaign.pk}/"
    for part in ("", "missions/1/", "missions/1/debrief/", "missions/1/replay/5/", "missions/1/replay/", "squadrons/"):
        assert_nothing_is_cut(guest, f"{home}{part}")
    for part in (f"squadrons/{squadron}/", "journal/", "pilots/", "people/", "gazette/"):
        assert_nothing_is_cut(guest, f"{home}{part}")
    assert_nothing_is_cut(guest, "/odds/")


@pytest.mark.parametrize("system", ["wildblue", in_the_sweep("wwi"), in_the_sweep("sabin"), in_the_sweep("angels")])
def test_a_game_on_screen_is_printed_with_all_its_cards_and_all_that_has_happened(
    system: str, transactional_db: None, visitor: NewVisitor, cast: Cast
) -> None:
    scenario = list(engine.systems()[system].scenarios())[-1]
    with drawn(3):
        game = make.game(cast.owner, system, scenario, axis=cast.axis)
    until(game, [cast.owner, cast.axis], lambda row: len(entries(row)) > 30, by_thumbs(game, 2))
    guest = visitor()
    guest.enter(sign_in_links.token_for(cast.owner))
    assert_nothing_is_cut(guest, f"/games/{game.pk}/allied/")


def test_what_is_folded_and_read_is_printed(transactional_db: None, visitor: NewVisitor, cast: Cast) -> None:
    campaign = make.campaign(cast.owner)
    make.debriefed(campaign)
    ScreenResult.objects.create(
        skirmish_number=1,
        system="wildblue",
        setup_digest="a" * 64,
        allied=cast.owner,
        axis=cast.axis,
        allied_points=3,
        axis_points=1,
        ended_at=timezone.now(),
    )
    guest = visitor(390, scripted=False)
    guest.enter(sign_in_links.token_for(cast.owner))
    guest.go("/account/record/")
    months = guest.page.get_by_role("columnheader", name="Surely between")
    expect(months).not_to_be_visible()
    assert "Surely between" in " ".join(printed(guest))
    guest.go(f"/campaigns/{campaign.pk}/")
    losses = guest.page.get_by_role("columnheader", name="Damaged")
    expect(losses).not_to_be_visible()
    on_paper = " ".join(printed(guest))
    assert "Damaged" in on_paper
    assert "Take it along" not in on_paper
