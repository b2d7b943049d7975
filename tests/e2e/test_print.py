"""Printing in a browser: a sheet at once, the book in the background, its progress watched, the file fetched."""

from __future__ import annotations

from io import BytesIO

import pytest
from django.utils import timezone
from playwright.sync_api import expect
from pypdf import PdfReader

from accounts.operations import sign_in_links
from missions import tasks
from missions.models import Print, ScreenResult
from missions.operations import jobs
from tests import make
from tests.cast import Cast
from tests.e2e.conftest import NewVisitor, Visitor, in_the_sweep


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
