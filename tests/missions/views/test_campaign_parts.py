"""What is kept of the page of a campaign, for whoever opens it next."""

from __future__ import annotations

import re
from unittest import mock

import pytest
from django.test import Client

from campaigns.models import Campaign
from campaigns.selectors import kept_folds
from missions.views import campaign_parts
from tests import make
from tests.cast import Cast

EACH_TIME = re.compile(r'(?<=csrfmiddlewaretoken" value=")\w+|(?<=CSRFToken&quot;: &quot;)\w+|(?<=nonce=")[^"]+')
PEOPLE = ("owner", "umpire", "allied", "axis", "pilot", "reader")


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is worth keeping, and this process has read nothing yet."""
    monkeypatch.setattr(kept_folds, "WORTH_KEEPING", 1)
    kept_folds._at_hand.clear()


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    found = make.club(cast, make.PERIODS, seed=5)
    make.fought(found, 2)
    return found


def seen(cast: Cast, name: str, campaign: Campaign) -> str:
    client = Client()
    client.force_login(getattr(cast, name))
    return EACH_TIME.sub("…", client.get(f"/campaigns/{campaign.pk}/").content.decode())


def test_everybody_sees_the_same_whoever_has_opened_the_page_before(cast: Cast, campaign: Campaign) -> None:
    alone = {}
    for name in PEOPLE:
        kept_folds._at_hand.clear()
        seen(cast, name, campaign)  # the fold is kept by whoever comes first, and at hand from the second on
        kept_folds._at_hand.clear()
        alone[name] = seen(cast, name, campaign)
    kept_folds._at_hand.clear()
    with mock.patch.object(campaign_parts, "_written", wraps=campaign_parts._written) as written:
        after = [(name, seen(cast, name, campaign)) for name in (*PEOPLE, *reversed(PEOPLE))]
    assert written.call_count == 1
    assert [name for name, page in after if page != alone[name]] == []
    assert len(set(alone.values())) > 3, "they do not all see the same"


def test_what_happens_next_stands_on_the_page_at_once(cast: Cast, campaign: Campaign) -> None:
    on_the_board = '<span class="chip brass">on the board</span>'
    before = [seen(cast, "owner", campaign) for _ in range(2)]
    make.drawn(campaign)
    after = [seen(cast, "owner", campaign) for _ in range(2)]
    assert [page.count(on_the_board) for page in (*before, *after)] == [0, 0, 1, 1]
