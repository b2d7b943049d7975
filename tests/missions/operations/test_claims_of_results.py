"""Claims to victories of a result that has been approved: only an umpire takes experience from a man by a verdict."""

from __future__ import annotations

from fractions import Fraction

import pytest
from django.contrib.auth.models import User

from campaigns.models import Campaign, Entry, Pilot
from campaigns.selectors import journal_entries, standings
from campaigns.standing.kinds import Ruling
from campaigns.standing.result_kinds import Kill
from config.common.refusals import Refusal
from missions.flights.context import sheet_of
from missions.models import Mission
from missions.operations import approvals, claims
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.reconcile import assert_reconciled
from missions.selectors.submissions import version
from tests import make
from tests.cast import Cast


def approved(cast: Cast, slug: str) -> Mission:
    """A mission whose result the umpire has approved: the first Allied man shot the first Axis one down."""
    mission = make.opened(make.confirmed(make.club(cast, slug, seed=2)))
    first = {
        side: next(line.key for line in sheet_of(mission).lines if line.side == side) for side in ("allied", "axis")
    }
    down = Outcome(aircraft=(AircraftOutcome(first["axis"], status="destroyed", by=first["allied"]),), target_damage=0)
    told = make.told(mission, cast.umpire, down if sheet_of(mission).takes_damage else Outcome(aircraft=down.aircraft))
    approvals.approve(actor=cast.owner, submission=told, expected_version=version(told))
    return Mission.objects.get(pk=mission.pk)


def victory(mission: Mission) -> tuple[Entry, Pilot]:
    """The victory of the report, and whose it is."""
    (kill,) = journal_entries.of_kind(journal_entries.in_force(mission.campaign), Kill)
    assert kill.pilot is not None
    return kill, kill.pilot


def experience(mission: Mission) -> Fraction:
    campaign = Campaign.objects.get(pk=mission.campaign_id)
    return standings.standing_of(campaign).airmen[victory(mission)[1].pk].experience


def judge(mission: Mission, actor: User, verdict: str, shared_with: Pilot | None = None) -> None:
    claims.judge_kill(
        actor=actor,
        campaign=mission.campaign,
        kill=victory(mission)[0].number,
        verdict=verdict,
        reason="No wreck was found.",
        shared_with=shared_with,
    )


def test_nobody_but_an_umpire_takes_experience_from_a_man_once_the_result_is_approved(cast: Cast) -> None:
    mission = approved(cast, make.PERIODS)
    before, (_, victor) = experience(mission), victory(mission)
    flew = [line.pilot for line in sheet_of(mission).lines if line.side == victor.side and line.pilot != victor.name]
    partner = Pilot.objects.get(campaign=mission.campaign, side=victor.side, name=flew[0])
    for actor, verdict, shared_with in ((cast.axis, "denied", None), (cast.allied, "shared", partner)):
        with pytest.raises(Refusal, match=f"would take experience from {victor.name}: only an umpire does that"):
            judge(mission, actor, verdict, shared_with)
    assert experience(mission) == before
    judge(mission, cast.axis, "confirmed")
    judge(mission, cast.umpire, "denied")
    assert experience(mission) < before
    assert_reconciled(mission.campaign)


def test_where_no_experience_is_kept_the_other_side_denies_as_ever(cast: Cast) -> None:
    mission = approved(cast, make.DOGFIGHTS)
    judge(mission, cast.axis, "denied")
    (ruling,) = journal_entries.of_kind(journal_entries.in_force(mission.campaign), Ruling)
    assert ruling.data["verdict"] == "denied"
