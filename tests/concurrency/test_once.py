"""Two tabs, a double click, a task that comes twice at once: still once. On SQLite and on PostgreSQL."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Barrier, Thread
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from campaigns.access import viewer, with_seats
from campaigns.models import Campaign, Quota
from campaigns.operations import changes, quotas
from campaigns.standing.change_kinds import Change
from campaigns.standing.result_kinds import Debriefed
from config.common.refusals import Refusal
from demo.models import Demo
from demo.operations import demos
from engine.core.report import Report
from missions import tasks
from missions.flights import flying
from missions.models import Debrief, Flight, Job, Mission, Print, Skirmish
from missions.operations import (
    arrivals,
    corrections,
    debriefs,
    flights,
    jobs,
    orders,
    prints,
    skirmishes,
    table,
    under_lock,
)
from missions.prints.registry import Printed, PrintRequest
from missions.results.outcomes import Outcome
from missions.selectors.archive import export
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 300
"""Seconds that a test waits for what is sure to come, however busy the machine is."""


def all_at_once(*acts: Callable[[], object]) -> list[object]:
    """Run every act in a thread of its own, released together; what each returned or raised, in order."""
    barrier = Barrier(len(acts))
    results: list[object] = [None] * len(acts)

    def run(place: int, act: Callable[[], object]) -> None:
        try:
            barrier.wait()
            results[place] = act()
        except Exception as error:
            results[place] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def kinds(results: list[object]) -> Counter[str]:
    return Counter(type(result).__name__ for result in results)


def test_eight_debriefs_at_once_apply_one(cast: Cast):
    mission = make.recorded(make.campaign(cast.owner))
    shared = uuid4()
    keys = [shared, uuid4(), shared, uuid4(), shared, uuid4(), shared, uuid4()]
    results = all_at_once(
        *(lambda key=key: debriefs.debrief(actor=cast.owner, mission=mission, key=key) for key in keys)
    )
    assert set(kinds(results)) <= {"tuple", "Refusal"}, results
    answered = [result for result in results if isinstance(result, tuple)]
    assert sum(applied for _, applied in answered) == 1
    assert len({debrief.pk for debrief, _ in answered}) == 1
    winner = Debrief.objects.get().key
    assert len(answered) == keys.count(winner)
    assert mission.campaign.entries.filter(kind=Debriefed.kind).count() == 1
    assert_reconciled(mission.campaign)


@contextmanager
def unlocked(campaign_id: int, *, archived_too: bool = False) -> Iterator[Campaign]:
    """What an operation would be without its lock and its transaction."""
    yield Campaign.objects.select_related("pack").get(pk=campaign_id)


def test_without_the_lock_both_pass_the_guard_and_only_the_constraint_holds(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
):
    mission = make.recorded(make.campaign(cast.owner))
    past_the_guard = Barrier(2, timeout=PATIENCE)
    read = Report.from_json

    def wait_for_the_other(data: dict[str, Any]) -> Report:
        past_the_guard.wait()
        return read(data)

    monkeypatch.setattr(under_lock, "locked", unlocked)
    monkeypatch.setattr(Report, "from_json", wait_for_the_other)
    results = all_at_once(
        *[lambda: debriefs.debrief(actor=cast.owner, mission=mission, key=uuid4())] * 2,
    )
    assert kinds(results) == {"tuple": 1, IntegrityError.__name__: 1}
    assert Debrief.objects.count() == 1


def test_four_draws_at_once_draw_one_mission(cast: Cast):
    campaign = make.campaign(cast.owner)
    results = all_at_once(*[lambda: make.drawn(campaign)] * 4)
    assert kinds(results) == {"Mission": 1, "Refusal": 3}
    assert Mission.objects.count() == 1
    assert_reconciled(campaign)


def test_both_commanders_sign_at_once_and_the_mission_is_ready(cast: Cast):
    mission = make.drawn(make.club(cast))
    documents = {side: make.orders(mission, side) for side in ("allied", "axis")}

    def sign(side: str) -> object:
        user = getattr(cast, side)
        return orders.sign_orders(actor=user, mission=mission, side=side, document=documents[side])  # type: ignore[arg-type]

    results = all_at_once(lambda: sign("allied"), lambda: sign("axis"))
    assert kinds(results) == {"Orders": 2}
    mission.refresh_from_db()
    assert mission.status == Mission.Status.READY


def test_four_clicks_on_fly_queue_one_flight(cast: Cast):
    mission = make.planned(make.campaign(cast.owner))
    results = all_at_once(*[lambda: flights.queue_flight(actor=cast.owner, mission=mission)] * 4)
    assert set(kinds(results)) <= {"Job", "Refusal"}, results  # a late click may find the mission flown
    assert Job.objects.count() == 1
    assert Flight.objects.count() == 1
    assert_reconciled(mission.campaign)


def test_a_task_that_comes_four_times_at_once_flies_and_debriefs_once(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    mission = make.planned(make.campaign(cast.owner))
    monkeypatch.setattr("missions.operations.jobs.send", lambda job: None)
    job = flights.queue_flight(actor=cast.owner, mission=mission, debrief=True)
    undisturbed = str(flying.play(mission).record)
    results = all_at_once(*[lambda: tasks.fly(str(job.pk))] * 4)
    assert kinds(results) == {"NoneType": 4}, results
    job.refresh_from_db()
    assert job.status == Job.Status.DONE
    assert Flight.objects.get().record == undisturbed
    assert Debrief.objects.get().key == job.pk
    assert_reconciled(mission.campaign)


def test_four_clicks_on_one_form_order_one_skirmish_which_is_flown_once(cast: Cast):
    key = uuid4()
    results = all_at_once(*[partial(make.skirmish, cast.owner, key=key)] * 4)
    assert len(set(results)) == 1, results
    assert Skirmish.objects.exclude(report=None).count() == 1
    assert Job.objects.get().status == Job.Status.DONE


def test_four_clicks_on_one_form_bring_a_small_campaign_file_in_once(cast: Cast):
    content, key = export(make.campaign(cast.owner)), uuid4()
    brings = partial(arrivals.at_once, actor=cast.stranger, name="evenings.json", content=content, key=key)
    results = all_at_once(*[brings] * 4)
    assert kinds(results) == {"Campaign": 4}, results
    assert Campaign.objects.filter(owner=cast.stranger).count() == 1


def test_nobody_gets_past_the_most_that_he_may_keep_by_ordering_in_many_tabs(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(skirmishes, "MOST_KEPT", 2)
    results = all_at_once(*[partial(make.skirmish, cast.owner)] * 5)
    assert kinds(results) == {"Skirmish": 2, "Refusal": 3}
    assert Skirmish.objects.count() == 2


def test_two_records_of_one_mission_at_once_leave_one(cast: Cast):
    mission = make.planned(make.campaign(cast.owner))
    outcome = make.rough(mission)
    results = all_at_once(
        *[lambda: table.record_table(actor=cast.owner, mission=mission, outcome=outcome, key=uuid4())] * 2
    )
    assert kinds(results) == {"Flight": 2}  # the later one replaces the earlier
    assert Flight.objects.count() == 1
    assert_reconciled(mission.campaign)


def test_a_debrief_and_a_new_record_at_once_do_not_mix(cast: Cast):
    mission = make.recorded(make.campaign(cast.owner))
    outcome = Outcome()
    results = all_at_once(
        lambda: debriefs.debrief(actor=cast.owner, mission=mission, key=uuid4()),
        lambda: table.record_table(actor=cast.owner, mission=mission, outcome=outcome, key=uuid4()),
    )
    assert {type(result) for result in results} <= {tuple, Flight, Refusal}
    assert_reconciled(mission.campaign)


@pytest.mark.parametrize("rounds", [10, pytest.param(50, marks=pytest.mark.sweep)])
def test_two_people_who_debrief_one_mission_at_once_again_and_again_debrief_it_once_each_time(cast: Cast, rounds: int):
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)
    mission = make.recorded(campaign)
    for _ in range(rounds):
        results = all_at_once(
            *[lambda: debriefs.debrief(actor=cast.owner, mission=mission, key=uuid4())] * 2,
        )
        assert kinds(results) == {"tuple": 1, "Refusal": 1}, results
        assert Debrief.objects.count() == 1
        debriefs.withdraw_debrief(actor=cast.owner, mission=mission)
    make.debrief(mission)
    assert campaign.entries.filter(kind=Debriefed.kind, reverses=None).count() == rounds + 1
    assert_reconciled(campaign)


@pytest.mark.parametrize("rounds", [3, pytest.param(8, marks=pytest.mark.sweep)])
def test_a_correction_and_the_next_debrief_at_once_do_not_mix(cast: Cast, rounds: int):
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)
    old = make.debriefed(campaign)
    new = make.recorded(campaign)
    for number in range(rounds):
        outcome = Outcome(notes=f"Corrected {number}")
        confirm = make.version(campaign)
        correct = partial(corrections.amend, actor=cast.owner, mission=old, expected_version=confirm, outcome=outcome)
        results = all_at_once(
            partial(correct, key=uuid4()), lambda: debriefs.debrief(actor=cast.owner, mission=new, key=uuid4())
        )
        # Whoever comes second finds the campaign changed: a correction that was looked at before is refused.
        assert isinstance(results[1], tuple), results
        assert isinstance(results[0], (Debrief, Refusal)), results
        assert_reconciled(campaign)
        debriefs.withdraw_debrief(actor=cast.owner, mission=new)
    assert_reconciled(campaign)


def test_two_corrections_of_one_page_at_once_are_one(cast: Cast):
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)
    mission = make.debriefed(campaign)
    key, confirm = uuid4(), make.version(campaign)
    results = all_at_once(
        *[
            lambda: corrections.amend(
                actor=cast.owner, mission=mission, key=key, expected_version=confirm, outcome=Outcome(notes="Once")
            )
        ]
        * 4
    )
    assert kinds(results) == {"Debrief": 4}, results
    assert campaign.entries.filter(kind=Debriefed.kind, reverses=None).count() == 2
    assert_reconciled(campaign)


@pytest.mark.parametrize("rounds", [3, pytest.param(8, marks=pytest.mark.sweep)])
def test_a_correction_a_debrief_and_a_change_of_the_pools_at_once_come_one_after_the_other(cast: Cast, rounds: int):
    campaign = make.campaign(cast.owner, make.PERIODS, allied="me", axis="me", seed=2)
    old = make.debriefed(campaign)
    new = make.recorded(campaign)
    for number in range(rounds):
        results = all_at_once(
            partial(
                corrections.amend,
                actor=cast.owner,
                mission=old,
                key=uuid4(),
                expected_version=make.version(campaign),
                outcome=Outcome(notes=f"Corrected {number}"),
            ),
            lambda: debriefs.debrief(actor=cast.owner, mission=new, key=uuid4()),
            lambda: changes.deliver(
                actor=cast.owner,
                campaign=campaign,
                side="allied",
                squadron="frontier-fighters",
                count=1,
                reason="A convoy",
            ),
        )
        assert isinstance(results[0], (Debrief, Refusal)), results
        assert isinstance(results[1], tuple), results
        assert isinstance(results[2], list), results
        assert_reconciled(campaign)
        debriefs.withdraw_debrief(actor=cast.owner, mission=new)
    codes = [code for entry in campaign.entries.filter(kind=Change.kind) for code in entry.data["codes"]]
    assert len(set(codes)) == len(codes) == rounds
    assert_reconciled(campaign)


def test_a_book_that_eight_order_at_once_is_made_by_one_job(cast: Cast):
    campaign = make.club(cast)
    make.debriefed(campaign)
    fetched = with_seats().get(pk=campaign.pk)
    seen = viewer(fetched, cast.allied)
    assert seen is not None
    asked = PrintRequest(campaign=fetched, viewer=seen, paper="A4", site="https://club.example")
    results = all_at_once(*[partial(prints.order, actor=cast.allied, document="book", asked=asked)] * 8)
    assert kinds(results) == {"NoneType": 8}
    assert Job.objects.filter(kind=jobs.PRINT).count() == 1
    assert Print.objects.count() == 1


def test_a_log_that_eight_want_at_once_is_kept_once(cast: Cast):
    campaign = make.club(cast)
    make.debriefed(campaign)
    fetched = with_seats().get(pk=campaign.pk)
    seen = viewer(fetched, cast.allied)
    assert seen is not None
    asked = PrintRequest(campaign=fetched, viewer=seen, paper="A4", site="https://club.example")
    results = all_at_once(*[partial(prints.quick, "log", asked)] * 8)
    assert kinds(results) == {"Printed": 8}
    assert len({each.whole() for each in results if isinstance(each, Printed)}) == 1
    assert Print.objects.count() == 1


def test_one_book_ordered_in_many_tabs_at_once_is_one_job_and_its_page_one_print(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
):
    sent = list[Job]()
    monkeypatch.setattr(jobs, "send", sent.append)
    campaign = make.debriefed(make.campaign(cast.owner)).campaign
    page = f"/campaigns/{campaign.pk}/print/"
    tabs = [Client() for _ in range(6)]
    for tab in tabs:
        tab.force_login(cast.owner)
    ordered = all_at_once(*(partial(tab.post, page, {"document": "book", "paper": "A4"}) for tab in tabs))
    assert [answer.status_code for answer in ordered if isinstance(answer, HttpResponse)] == [302] * 6
    assert sent == [Job.objects.get(kind=jobs.PRINT)]
    made = all_at_once(*(partial(tasks.print_document, str(sent[0].pk)) for _ in range(3)))
    assert made == [None] * 3
    fetched = all_at_once(*(partial(tab.get, f"{page}{name}.pdf") for tab in tabs for name in ("log", "book")))
    assert [answer.status_code for answer in fetched if isinstance(answer, HttpResponse)] == [200] * 12
    assert sorted(Print.objects.values_list("document", flat=True)) == ["book", "log"]


def test_of_two_owners_who_fill_the_demo_at_once_the_second_finds_the_firsts(cast: Cast, monkeypatch):
    monkeypatch.setattr(jobs, "send", lambda job: None)
    owners = [make.site_owner(cast), cast.umpire]
    User.objects.filter(pk=cast.umpire.pk).update(is_superuser=True)
    owners[1].refresh_from_db()
    results = all_at_once(*(partial(demos.order, actor=owner) for owner in owners * 2))
    assert results == [Demo.objects.get()] * 4
    assert Job.objects.get().owner == Demo.objects.get().visitor
    Demo.objects.all().delete()
    assert kinds(all_at_once(*(partial(demos.ask, actor=owner) for owner in owners * 2))) == {"Demo": 1, "Refusal": 3}


def test_of_six_acts_at_once_a_person_gets_no_more_than_a_day_has(cast: Cast, settings: Settings):
    settings.A_DAY = settings.A_DAY | {"skirmishes": 2, "packs": 2}
    for what in ("skirmishes", "packs"):
        results = all_at_once(*[partial(quotas.spend, cast.owner.pk, what)] * 6)
        assert kinds(results) == {"NoneType": 2, "Refusal": 4}
    assert [quota.count for quota in Quota.objects.all()] == [2, 2]
