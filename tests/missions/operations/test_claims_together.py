"""All claims that a page shows, confirmed in one press; what is disputed or was judged meanwhile stays as it is."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Entry
from campaigns.operations import players
from campaigns.selectors import journal_entries
from campaigns.standing.kinds import Ruling
from campaigns.standing.result_kinds import Kill
from config.common.refusals import Refusal
from missions.models import Mission
from missions.operations import claims
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.reconcile import assert_reconciled
from notices.models import Happening
from tests import make
from tests.cast import Cast
from tests.missions.operations.test_claims import FIRST, claimed, debriefed, man

PRESS = re.compile(r'<input type="hidden" name="kill" value="(\w+)">')


@pytest.fixture
def opened(cast: Cast) -> Mission:
    """Both sides' orders are open; the Allied leader is the pilot's man."""
    opened = make.opened(make.club(cast, make.PERIODS, seed=2))
    players.give_pilot(actor=cast.umpire, campaign=opened.campaign, pilot=man(opened, FIRST), player=cast.pilot)
    return opened


def down(mission: Mission) -> list[int]:
    """Both aircraft of the first Axis unit were shot down, each by one Allied man: the entries that say so."""
    fell = (AircraftOutcome(f"axis-1 {seat}", status="destroyed", by=f"allied-1 {seat}") for seat in (FIRST, "wingman"))
    debriefed(mission, Outcome(aircraft=tuple(fell)))
    return [entry.number for entry in in_force(mission, Kill)]


def in_force(mission: Mission, kind: type[Kill] | type[Ruling]) -> list[Entry]:
    return journal_entries.of_kind(journal_entries.in_force(mission.campaign), kind)


def ruled(mission: Mission) -> list[tuple[int, str, str]]:
    """Each ruling: on which entry, what, and in what words."""
    said = [Ruling.of(entry) for entry in in_force(mission, Ruling)]
    return sorted((each.kill, each.verdict, each.reason) for each in said)


def board(mission: Mission, query: str = "") -> str:
    return reverse("campaign-claims", args=(mission.campaign_id,)) + query


def shown(client: Client, mission: Mission) -> list[str]:
    """What the press on the board names."""
    page = client.get(board(mission)).content.decode()
    (form,) = [form for form in page.split("<form")[1:] if "Confirm all" in form]
    return PRESS.findall(form)


def press(client: Client, mission: Mission, keys: list[str], filtered: dict[str, str] | None = None) -> str:
    """The page that follows it, in one line."""
    url = reverse("claims-confirm", args=(mission.campaign_id,))
    return " ".join(client.post(url, {"kill": keys} | (filtered or {}), follow=True).content.decode().split())


@pytest.mark.portable
def test_each_claim_has_its_own_line_in_the_journal_and_its_own_notice(cast: Cast, opened: Mission) -> None:
    kills = down(opened)

    assert claims.confirm_all(actor=cast.axis, campaign=opened.campaign, kills=kills) == 2

    assert ruled(opened) == [(kill, "confirmed", "By the other side.") for kill in kills]
    told = Happening.objects.filter(kind="claim-judged")
    assert {each.data["pilot"] for each in told} == {man(opened, FIRST).name, man(opened, "wingman").name}
    assert_reconciled(opened.campaign)


def test_only_what_was_named_is_confirmed(cast: Cast, opened: Mission) -> None:
    first, _ = down(opened)
    assert claims.confirm_all(actor=cast.axis, campaign=opened.campaign, kills=[first]) == 1
    assert [kill for kill, *_ in ruled(opened)] == [first]


def test_an_aircraft_that_somebody_else_claims_is_left_for_a_verdict_of_its_own(cast: Cast, opened: Mission) -> None:
    claimed(opened, cast.pilot, FIRST, victim="wingman")
    first, second = down(opened)

    assert claims.confirm_all(actor=cast.axis, campaign=opened.campaign, kills=[first, second]) == 1
    assert [kill for kill, *_ in ruled(opened)] == [first]

    claims.judge_kill(actor=cast.axis, campaign=opened.campaign, kill=second, verdict="confirmed")
    assert [kill for kill, *_ in ruled(opened)] == [first, second]


def test_a_claim_that_was_turned_down_disputes_nothing_any_more(cast: Cast, opened: Mission) -> None:
    claim = claimed(opened, cast.pilot, FIRST, victim="wingman")
    kills = down(opened)
    claims.judge(actor=cast.umpire, claim=claim, verdict="denied", reason="He was miles away.")
    assert claims.confirm_all(actor=cast.axis, campaign=opened.campaign, kills=kills) == 2


def test_nobody_confirms_their_own_mans_victory_in_the_crowd(cast: Cast, opened: Mission) -> None:
    kills = down(opened)
    players.give_pilot(actor=cast.umpire, campaign=opened.campaign, pilot=man(opened, "wingman"), player=cast.allied)
    assert claims.confirm_all(actor=cast.allied, campaign=opened.campaign, kills=kills) == 1
    (entry,) = in_force(opened, Ruling)
    assert entry.pilot == man(opened, FIRST)


@pytest.mark.parametrize("who", ["pilot", "reader", "stranger"])
def test_who_judges_no_claims_confirms_none(cast: Cast, opened: Mission, who: str) -> None:
    kills = down(opened)
    with pytest.raises(Refusal):
        claims.confirm_all(actor=getattr(cast, who), campaign=opened.campaign, kills=kills)
    assert ruled(opened) == []


def test_the_board_offers_one_press_for_all_that_it_shows_and_comes_back_as_it_was(
    cast: Cast, opened: Mission, client: Client
) -> None:
    down(opened)
    client.force_login(cast.axis)
    page = press(client, opened, shown(client, opened), {"show": "open", "mission": "1"})
    assert "2 claims have been confirmed." in page
    assert "None of the claims is like that." in page
    assert len(ruled(opened)) == 2


def test_a_second_press_says_that_nothing_is_left_and_writes_nothing(
    cast: Cast, opened: Mission, client: Client
) -> None:
    down(opened)
    client.force_login(cast.axis)
    keys = shown(client, opened)
    press(client, opened, keys)
    before, told = make.version(opened.campaign), Happening.objects.count()
    for named in (keys, [], ["nonsense"]):
        assert "nothing is left to confirm" in press(client, opened, named)
    assert (make.version(opened.campaign), Happening.objects.count()) == (before, told)


def test_a_page_from_before_a_verdict_confirms_the_others_and_says_what_it_left(
    cast: Cast, opened: Mission, client: Client
) -> None:
    first, second = down(opened)
    client.force_login(cast.axis)
    keys = shown(client, opened)
    claims.judge_kill(actor=cast.umpire, campaign=opened.campaign, kill=first, verdict="denied", reason="It flew on.")
    page = press(client, opened, keys)
    assert "One claim has been confirmed. One more was judged or disputed meanwhile" in page
    assert [(kill, verdict) for kill, verdict, _ in ruled(opened)] == [(first, "denied"), (second, "confirmed")]


def test_a_page_from_before_a_dispute_leaves_what_is_disputed_now(cast: Cast, opened: Mission, client: Client) -> None:
    first, _ = down(opened)
    client.force_login(cast.axis)
    keys = shown(client, opened)
    claimed(opened, cast.pilot, FIRST, victim="wingman")
    assert "One claim has been confirmed. One more was" in press(client, opened, keys)
    assert [kill for kill, *_ in ruled(opened)] == [first]
    page = client.get(board(opened)).content.decode()
    assert "Somebody else claims this aircraft, too." in page
    assert "Confirm all" not in page
