"""No page leads its reader to a page that they may not open, or that is not there."""

from __future__ import annotations

import pytest

from campaigns.models import Campaign
from tests import make
from tests.cast import Cast
from tests.crawl.crawler import crawl


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    """A campaign of a club, four missions old, one of them flown by the engine; the next one is in planning."""
    begun = make.club(cast, make.PERIODS)
    make.fought(begun, 1)
    for _ in range(2):
        make.debriefed(begun)
    make.of_a_club(begun)
    return begun


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["umpire", "allied", "reader"])
def test_every_link_of_every_page_leads_somewhere(cast: Cast, campaign: Campaign, name: str) -> None:
    pages = list(crawl(getattr(cast, name)))
    assert {page.path: page.status for page in pages if page.status not in (200, 302)} == {}
    assert len(pages) > 100
