"""An operation folds the journal once, and so does a page."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.selectors import standings
from campaigns.standing import Folding, NewLine
from missions.models import Mission
from missions.operations import approvals, corrections, debriefs, drawing, orders, submissions
from missions.results.outcomes import Outcome
from missions.selectors.submissions import version
from tests import make
from tests.cast import Cast


@pytest.fixture
def folds(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How often a journal has been folded since it was asked last."""
    begun: list[None] = []
    begin = Folding.__init__

    def counted(*given: object, **named: object) -> None:
        begun.append(None)
        begin(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Folding, "__init__", counted)

    def since() -> int:
        count = len(begun)
        begun.clear()
        return count

    return since


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    """A campaign of periods, a mission old; people command both sides."""
    begun = make.club(cast, make.PERIODS)
    make.debriefed(begun)
    return Campaign.objects.get(pk=begun.pk)


def test_drawing_signing_and_debriefing_fold_the_journal_once(
    cast: Cast, campaign: Campaign, folds: Callable[[], int]
) -> None:
    folds()
    mission = drawing.draw_mission(actor=cast.owner, campaign=campaign)
    assert folds() == 1
    for side, user in (("allied", cast.allied), ("axis", cast.axis)):
        document = make.orders(mission, side)  # type: ignore[arg-type]
        folds()
        orders.sign_orders(actor=user, mission=mission, side=side, document=document)  # type: ignore[arg-type]
        assert folds() == 1
    make.record(mission)
    folds()
    debriefs.debrief(actor=cast.owner, mission=mission, key=uuid4())
    assert folds() == 1


def test_telling_answering_and_approving_a_result_fold_the_journal_once(
    cast: Cast, campaign: Campaign, folds: Callable[[], int]
) -> None:
    mission = make.opened(make.confirmed(campaign))
    outcome = make.rough(mission)
    folds()
    told = submissions.submit(actor=cast.allied, mission=mission, table_number=1, outcome=outcome, key=uuid4())
    assert folds() == 1
    told = submissions.answer(actor=cast.axis, submission=told, disputes={}, expected_version=version(told))
    assert folds() == 1
    approvals.approve(actor=cast.umpire, submission=told, expected_version=version(told))
    assert folds() == 1, "its scoring reads the standing before the mission, and the debrief carries that fold on"


def test_a_correction_folds_the_journal_as_it_was_before_the_mission_as_it_stood_and_as_it_will_be(
    cast: Cast, campaign: Campaign, folds: Callable[[], int]
) -> None:
    mission = Mission.objects.get(campaign=campaign, number=1)
    seen = make.version(campaign)
    folds()
    corrections.amend(actor=cast.owner, mission=mission, key=uuid4(), expected_version=seen, outcome=Outcome())
    assert folds() == 3, "what has become of men is told by what differs from how it stood"


def test_pages_fold_the_journal_once_at_most(cast: Cast, campaign: Campaign, folds: Callable[[], int]) -> None:
    mission: Mission = make.drawn(campaign)
    client = Client()
    client.force_login(cast.umpire)
    folds()
    for name, *args in (
        ("campaign",),
        ("campaign-pilots",),
        ("campaign-squadrons",),
        ("campaign-journal",),
        ("campaign-changes",),
        ("campaign-people",),
        ("mission", mission.number),
        ("mission", 1),
    ):
        assert client.get(reverse(name, args=(campaign.pk, *args))).status_code == 200
        assert folds() <= 1, name


def test_a_fold_that_is_carried_on_comes_to_what_the_whole_journal_comes_to(cast: Cast, campaign: Campaign) -> None:
    folding = standings.folding_of(campaign)
    written = campaign.entries.count()
    make.debriefed(campaign)
    new = [line for line in standings.lines_of(campaign) if line.number > written]
    assert folding.carry_on(new)
    assert folding.carry_on(new), "what has been taken is not taken twice"
    whole = standings.standing_of(campaign)
    assert repr(folding.standing) == repr(whole)


def test_what_belongs_before_what_has_been_folded_is_not_carried_on(cast: Cast, campaign: Campaign) -> None:
    folding = standings.folding_of(campaign)
    early = standings.lines_of(campaign)[0]
    moved = NewLine(early.kind, early.data, early.side, early.mission, early.pilot_id, early.moment, 10_000)
    before = repr(folding.standing)
    assert not folding.carry_on([moved])
    assert repr(folding.standing) == before
