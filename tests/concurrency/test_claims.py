"""Two who judge a claim at once, and one who judges while another corrects the result: one verdict, and it fits."""

from __future__ import annotations

from threading import Barrier
from uuid import uuid4

import pytest
from django.db import IntegrityError
from django.db.models import Q

from campaigns.models import Campaign, Entry
from campaigns.operations import pilots
from campaigns.selectors import journal_entries
from campaigns.standing.kinds import Ruling
from campaigns.standing.result_kinds import Kill
from config.common.refusals import Refusal
from missions.models import Claim, Mission
from missions.operations import claims, corrections
from missions.results.outcomes import Outcome
from missions.selectors.claims import took_off
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.concurrency.test_once import PATIENCE, all_at_once, kinds, unlocked
from tests.engine.broad import broad

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """Debriefed, with a claim of the Allied commander's that the report bears out."""
    return make.claimed(make.club(cast, make.PERIODS, seed=2))


def rulings(campaign: Campaign) -> list[Entry]:
    return journal_entries.of_kind(journal_entries.in_force(campaign), Ruling)


def kill(mission: Mission) -> int:
    return mission.campaign.entries.get(kind=Kill.kind, side="allied").number


def test_without_the_lock_two_judges_both_find_it_unjudged_and_only_the_journals_numbers_hold(
    cast: Cast, mission: Mission, monkeypatch: pytest.MonkeyPatch
):
    both_have_looked = Barrier(2, timeout=PATIENCE)
    read = journal_entries.in_force

    def look_together(campaign: Campaign, among: Q) -> list[Entry]:
        force = read(campaign, among)
        both_have_looked.wait()
        return force

    monkeypatch.setattr(pilots, "locked", unlocked)
    monkeypatch.setattr(journal_entries, "in_force", look_together)
    number = kill(mission)
    results = all_at_once(
        *(
            lambda verdict=verdict: pilots.rule_on_kill(
                actor=cast.axis, campaign=mission.campaign, kill=number, verdict=verdict, reason="Film"
            )
            for verdict in ("confirmed", "denied")
        )
    )
    # No guard has stopped the second: both wrote, the one behind the other or into the same numbers.
    assert not any(isinstance(result, Refusal) for result in results)
    monkeypatch.setattr(journal_entries, "in_force", read)
    clashed = kinds(results)[IntegrityError.__name__]
    assert len(rulings(mission.campaign)) == 2 - clashed


def test_of_two_who_judge_at_once_one_is_told_that_it_has_been_judged(cast: Cast, mission: Mission):
    second = make.leader(mission.campaign, "second", "axis")
    claim = Claim.objects.get()
    number = kill(mission)
    results = all_at_once(
        lambda: claims.judge(actor=cast.axis, claim=claim, verdict="confirmed"),
        lambda: claims.judge_kill(
            actor=second, campaign=mission.campaign, kill=number, verdict="denied", reason="It flew on"
        ),
    )
    assert kinds(results) == {"NoneType": 1, "Refusal": 1}, results
    assert len(rulings(mission.campaign)) == 1
    assert_reconciled(mission.campaign)


def test_the_same_claim_made_twice_at_once_is_one(cast: Cast):
    campaign = make.club(cast, make.PERIODS, seed=2)
    mission = make.opened(campaign)
    flew = took_off(mission)
    own = next(each for each in flew if each.side == "allied")
    victim = next(each for each in flew if each.side == "axis")
    pilot = campaign.pilots.get(side="allied", name=own.pilot)
    results = all_at_once(
        *[
            lambda: claims.claim(
                actor=cast.allied, mission=mission, pilot=pilot, unit=victim.unit, seat=victim.seat, words="Down"
            )
        ]
        * 4
    )
    assert kinds(results) == {"Claim": 4}, results
    assert Claim.objects.count() == 1


@pytest.mark.parametrize("turn", broad(range(3), 1))
def test_a_verdict_and_a_correction_at_once_leave_no_ruling_on_what_is_gone(cast: Cast, mission: Mission, turn: int):
    confirm = make.version(mission.campaign)
    claim = Claim.objects.get()
    fresh = Mission.objects.get(pk=mission.pk)
    acts = [
        lambda: claims.judge(actor=cast.axis, claim=claim, verdict="confirmed"),
        lambda: corrections.amend(
            actor=cast.umpire,
            mission=fresh,
            key=uuid4(),
            expected_version=confirm,
            outcome=Outcome(notes="They all came home."),
        ),
    ]
    judged, amended = all_at_once(*acts)

    if amended.__class__.__name__ == "Debrief":
        # It came first: the verdict found a report that does not bear the claim out.
        assert isinstance(judged, Refusal)
        assert "only be denied" in judged.sentence
        assert rulings(mission.campaign) == []
    else:
        # The verdict came first: the correction was of a campaign that had moved on.
        assert isinstance(amended, Refusal)
        assert amended.sentence == corrections.STALE
        (ruling,) = rulings(mission.campaign)
        assert ruling.data["kill"] == kill(mission)
    assert_reconciled(mission.campaign)
