"""Flown by the engine, in a job: re-runnable, never half done, and the row tells the truth."""

from __future__ import annotations

import errno
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import OperationalError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

import engine
from campaigns.models import Campaign
from campaigns.selectors import journal_entries, standings
from config.common.refusals import Refusal
from engine.core.report import Report
from missions import tasks
from missions.flights import flying
from missions.models import Debrief, Flight, Job, Mission
from missions.operations import corrections, debriefs, flights, jobs, orders
from missions.selectors.archive import export
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.notices import news


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """A dogfight whose orders are signed."""
    return make.planned(make.campaign(cast.owner))


def queued(mission: Mission, *, debrief: bool = False) -> Job:
    """A flight that is queued and of which nobody has told a worker."""
    return flights.queue_flight(actor=mission.campaign.owner, mission=mission, debrief=debrief)


def age(job: Job, seconds: float) -> None:
    """Let the job stand still for so long."""
    then = timezone.now() - timedelta(seconds=seconds)
    Job.objects.filter(pk=job.pk).update(moved_at=then, sent_at=then)


def test_a_queued_mission_is_flown_when_the_transaction_is_committed(
    mission: Mission, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        job = queued(mission)
        assert not Flight.objects.exists()
    job.refresh_from_db()
    mission.refresh_from_db()
    assert (job.status, job.percent) == (Job.Status.DONE, 100)
    assert mission.status == Mission.Status.FLOWN
    assert not Debrief.objects.exists()
    assert_reconciled(mission.campaign)


def test_how_well_its_pilots_flew_is_kept_with_a_flight_told_and_taken_along(mission: Mission, client: Client):
    client.force_login(mission.campaign.owner)
    address = (mission.campaign_id, mission.number)
    client.post(reverse("mission-fly", args=address), {"level": "recruit"})
    tasks.fly(str(Job.objects.get().pk))
    flight = make.flight(mission)
    game = flying.play(mission, "recruit")
    assert (flight.level, flight.record) == ("recruit", str(game.record))
    assert str(flying.play(mission).record) != flight.record
    assert "by recruits of the engine" in client.get(reverse("mission", args=address)).content.decode()
    again = make.brought_in(actor=mission.campaign.owner, content=export(mission.campaign))
    assert make.flight(again.missions.get()).level == "recruit"


def test_a_mission_may_be_debriefed_by_the_job_that_flies_it(mission: Mission):
    job = queued(mission, debrief=True)
    tasks.fly(str(job.pk))
    mission.refresh_from_db()
    assert mission.status == Mission.Status.DEBRIEFED
    assert mission.debrief.key == job.pk
    assert_reconciled(mission.campaign)


def test_a_flight_can_be_replayed_from_its_record(mission: Mission):
    tasks.fly(str(queued(mission).pk))
    flight = make.flight(mission)
    game = engine.replay(flight.record)
    assert game.decision is None
    assert Report.from_json(flight.report) == game.report()
    assert_reconciled(mission.campaign)


def test_the_same_orders_fly_the_same_flight(mission: Mission):
    assert str(flying.play(mission).record) == str(flying.play(mission).record)


def test_pilots_of_a_level_fly_both_sides_and_a_second_message_flies_the_same(mission: Mission):
    job = flights.queue_flight(actor=mission.campaign.owner, mission=mission, level="recruit")
    tasks.fly(str(job.pk))
    flown = make.flight(mission).record
    assert "by recruits on both sides" in Job.objects.get(pk=job.pk).message
    assert flown == str(flying.play(mission, "recruit").record)
    assert flown != str(flying.play(mission).record)


def test_a_job_of_an_earlier_time_that_names_no_level_flies_regulars(mission: Mission):
    job = queued(mission)
    Job.objects.filter(pk=job.pk).update(payload={"debrief": False})
    tasks.fly(str(job.pk))
    assert make.flight(mission).record == str(flying.play(mission, "regular").record)


def test_a_level_that_there_is_not_is_refused_and_flies_nothing(mission: Mission):
    with pytest.raises(Refusal, match="recruit, regular, veteran, ace"):
        flights.queue_flight(actor=mission.campaign.owner, mission=mission, level="champion")
    assert not Job.objects.exists()


def test_who_looks_ahead_tells_at_each_decision_that_he_is_at_it():
    told: list[int] = []
    setup = engine.systems()["wwi"].scenarios()["duel"].setup
    doctrines = {"allied": "steady", "axis": "steady"}
    game = flying.fly("wwi", setup, 3, doctrines, {"axis": "veteran"}, lambda done, total: told.append(done))
    assert told == sorted(told)
    assert len(told) > 3 * game.turn, "a Turn of his may take longer than a worker may be silent"


def test_progress_counts_the_turns_up_to_the_end(mission: Mission):
    told: list[tuple[int, int]] = []
    game = flying.play(mission, on_progress=lambda done, total: told.append((done, total)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][1] == 6
    assert told[-1][0] == game.turn


@pytest.mark.portable
@pytest.mark.parametrize("debrief", [False, True])
def test_a_task_that_comes_twice_does_its_work_once(mission: Mission, debrief: bool):
    job = queued(mission, debrief=debrief)
    tasks.fly(str(job.pk))
    flight, count = make.flight(mission), mission.campaign.entries.count()
    Job.objects.filter(pk=job.pk).update(status=Job.Status.RUNNING)  # as if its worker had died before the last line
    tasks.fly(str(job.pk))
    tasks.fly(str(job.pk))
    job.refresh_from_db()
    assert (job.status, job.attempts) == (Job.Status.DONE, 2)
    assert make.flight(mission).record == flight.record
    assert mission.campaign.entries.count() == count
    assert Debrief.objects.count() == debrief
    assert_reconciled(mission.campaign)


def test_a_worker_that_died_between_flight_and_debrief_is_made_up_for(mission: Mission):
    job = queued(mission, debrief=True)
    game = flying.play(mission)
    flights.store_flight(mission=mission, record=str(game.record), report=game.report(), key=job.pk)
    tasks.fly(str(job.pk))
    assert Debrief.objects.get().key == job.pk
    assert_reconciled(mission.campaign)


def test_a_flight_with_its_debrief_and_the_end_of_its_job_stand_or_fall_together(
    mission: Mission, monkeypatch: pytest.MonkeyPatch
):
    job = queued(mission, debrief=True)
    monkeypatch.setattr(debriefs, "tell_of", away)
    with pytest.raises(OperationalError):
        tasks.fly(str(job.pk))
    job.refresh_from_db()
    assert job.status == Job.Status.RUNNING
    assert not Flight.objects.exists()
    monkeypatch.undo()
    tasks.fly(str(job.pk))
    job.refresh_from_db()
    assert (job.status, job.message) == (Job.Status.DONE, "Mission 1 has been flown, by regulars on both sides.")
    assert_reconciled(mission.campaign)


def test_a_debrief_counts_what_is_written_while_the_engine_flies(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    campaign = make.campaign(cast.owner)
    for _ in range(standings.standing_of(campaign).pack.missions_in_all - 1):
        make.debriefed(campaign)
    last = make.planned(campaign)
    fly = flying.flown

    def flown(*args: Any) -> flying.Flown:
        done = fly(*args)
        first = campaign.missions.get(number=1)
        corrections.void(actor=cast.owner, mission=first, reason="Wrong dice.", expected_version=make.version(campaign))
        return done

    monkeypatch.setattr(flying, "flown", flown)
    tasks.fly(str(queued(last, debrief=True).pk))
    campaign.refresh_from_db()
    last.refresh_from_db()
    assert (last.status, campaign.status) == (Mission.Status.DEBRIEFED, Campaign.Status.RUNNING)
    assert_reconciled(campaign)


def test_what_a_lost_worker_did_not_tell_is_told_when_its_message_comes_again(mission: Mission, cast: Cast):
    job = queued(mission, debrief=True)
    tasks.fly(str(job.pk))
    untold = news.happens(make.club(cast), mission=1, actor=cast.umpire)
    tasks.fly(str(job.pk))
    assert "axis" in news.who_knows(untold)


def away(*args: object, **kwargs: object) -> None:
    raise OperationalError("database is locked")


def test_a_flight_under_way_is_joined_not_doubled(mission: Mission):
    assert queued(mission) == queued(mission)
    assert Job.objects.count() == 1


def test_a_strike_is_flown_debriefed_and_told_in_the_replay_with_the_same_points(cast: Cast):
    mission = make.land_mission(cast.owner, "via-balbia")
    for side in ("allied", "axis"):
        orders.sign_orders(actor=cast.owner, mission=mission, side=side, document=make.orders(mission, side))
    tasks.fly(str(queued(mission, debrief=True).pk))
    mission.refresh_from_db()
    assert mission.status == Mission.Status.DEBRIEFED
    flight = make.flight(mission)
    report = Report.from_json(flight.report)
    assert report == engine.replay(flight.record).report()
    assert report.target is not None
    assert len(report.duration) == 4
    totals = journal_entries.points_by_side(journal_entries.in_force(mission.campaign))
    assert totals == {side: report.points(side) for side in ("allied", "axis")}
    last = list(engine.frames(flight.record, None))[-1]
    assert last.view["score"] == totals
    assert_reconciled(mission.campaign)


def test_a_mission_that_is_not_planned_or_has_been_flown_is_not_queued(cast: Cast):
    campaign = make.campaign(cast.owner)
    with pytest.raises(Refusal, match="Allied orders are not signed"):
        queued(make.drawn(campaign))
    with pytest.raises(Refusal, match="has been flown"):
        queued(make.recorded(make.campaign(cast.owner)))


def test_a_refusal_met_in_a_job_is_shown_to_its_owner(mission: Mission):
    job = queued(mission, debrief=True)
    tasks.fly(str(job.pk))
    other = Job.objects.create(
        owner=job.owner,
        mission=mission,
        kind=jobs.FLY,
        payload={"debrief": True},
        sent_at=job.sent_at,
        moved_at=job.moved_at,
    )
    tasks.fly(str(other.pk))
    other.refresh_from_db()
    assert (other.status, other.message) == (Job.Status.FAILED, "The mission has been debriefed already.")
    assert_reconciled(mission.campaign)


def test_a_bug_ends_the_job_with_a_neutral_sentence_and_leaves_the_mission_as_it_was(
    mission: Mission,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
):
    def break_down(*args: object) -> None:
        raise ZeroDivisionError("the inside story")

    monkeypatch.setattr(flying, "flown", break_down)
    with django_capture_on_commit_callbacks(execute=True):
        job = queued(mission)
    job.refresh_from_db()
    assert (job.status, job.message) == (Job.Status.FAILED, jobs.BROKEN)
    assert "the inside story" in caplog.text
    mission.refresh_from_db()
    assert mission.status == Mission.Status.READY
    monkeypatch.undo()
    tasks.fly(str(queued(mission).pk))  # it may be tried again
    mission.refresh_from_db()
    assert mission.status == Mission.Status.FLOWN


def test_a_broker_that_is_down_costs_a_while_not_the_job(
    mission: Mission,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
):
    def broken(job: Job) -> None:
        raise ConnectionError("no broker")

    monkeypatch.setattr(jobs, "send", broken)
    with django_capture_on_commit_callbacks(execute=True):
        job = queued(mission)
    monkeypatch.undo()
    age(job, 21)
    assert jobs.resend_stuck() == 1
    job.refresh_from_db()
    assert job.status == Job.Status.DONE


@pytest.mark.portable
def test_a_message_about_no_job_flies_nothing(mission: Mission):
    tasks.fly(str(uuid4()))
    mission.refresh_from_db()
    assert mission.status == Mission.Status.READY
    assert not Flight.objects.exists()
    assert not Job.objects.exists()


def test_progress_is_written_a_few_times_a_second_and_at_the_end(mission: Mission, monkeypatch: pytest.MonkeyPatch):
    job = queued(mission)
    jobs.begin(job.pk)
    clock = iter([99.0, 100.0, 100.1, 100.3, 100.31, 100.32])
    monkeypatch.setattr("missions.operations.jobs.monotonic", lambda: next(clock))
    report = jobs.progress(job.pk)
    written = []
    for done in (1, 2, 3, 4, 5):
        report(done, 5)
        written.append(Job.objects.get(pk=job.pk).done)
    assert written == [1, 1, 3, 3, 5]


def test_progress_of_what_takes_no_time_is_not_written(mission: Mission, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("missions.operations.jobs.monotonic", lambda: 100.0)
    job = queued(mission)
    jobs.begin(job.pk)
    report = jobs.progress(job.pk)
    with CaptureQueriesContext(connection) as queries:
        report(1, 2)
        report(2, 2)
    assert not queries.captured_queries


class Sent:
    """Counts what is sent to the workers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.jobs: list[Job] = []
        monkeypatch.setattr(jobs, "send", self.jobs.append)

    def sweep(self) -> int:
        self.jobs.clear()
        assert jobs.resend_stuck() == len(self.jobs)
        return len(self.jobs)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    return Sent(monkeypatch)


def test_a_job_whose_message_was_lost_is_sent_again(mission: Mission, sent: Sent):
    job = queued(mission)
    assert sent.sweep() == 0  # it may still be on its way
    age(job, 21)
    assert sent.sweep() == 1
    assert sent.sweep() == 0  # it has just been sent


def test_a_job_that_moved_before_the_clock_was_put_back_is_not_waited_for_until_then(mission: Mission, sent: Sent):
    job = queued(mission)
    jobs.begin(job.pk)
    age(job, -7200)
    assert sent.sweep() == 1
    age(job, -10)
    assert sent.sweep() == 0, "clocks of two machines differ a little"


@pytest.mark.portable
def test_a_job_that_waits_in_a_long_queue_is_sent_more_rarely_yet_within_the_minute_however_often_it_was_lost(
    mission: Mission, sent: Sent
):
    job = queued(mission)
    for sends in (2, 3, 20):
        Job.objects.filter(pk=job.pk).update(sends=sends)
        age(job, 39)
        assert sent.sweep() == 0
        age(job, 41)
        assert sent.sweep() == 1


def test_a_running_job_that_stands_still_has_lost_its_worker_and_goes_again_at_once(mission: Mission, sent: Sent):
    job = queued(mission)
    jobs.begin(job.pk)
    Job.objects.filter(pk=job.pk).update(sends=3)
    age(job, 21)
    assert sent.sweep() == 1


def test_a_job_that_moves_or_has_ended_is_left_alone(mission: Mission, sent: Sent):
    job = queued(mission)
    jobs.begin(job.pk)
    age(job, 100)
    make.moved(job, 1, 6)
    assert sent.sweep() == 0
    jobs.finish(job.pk, "Done.")
    age(job, 1000)
    assert sent.sweep() == 0


def test_the_sweep_flies_what_was_lost(mission: Mission, capsys: pytest.CaptureFixture[str]):
    job = queued(mission)
    age(job, 30)
    call_command("resend_stuck")
    job.refresh_from_db()
    assert job.status == Job.Status.DONE
    assert capsys.readouterr().out == "1 jobs sent again.\n"
    tasks.resend_stuck()


@pytest.mark.parametrize("error", [OperationalError("database is locked"), OSError(errno.ENOSPC, "no space left")])
def test_a_database_that_is_away_or_a_full_disk_costs_a_while_not_the_job(
    error: Exception,
    mission: Mission,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
):
    def away(**kwargs: object) -> None:
        raise error

    monkeypatch.setattr(flights, "store_flight", away)
    with django_capture_on_commit_callbacks(execute=True):
        job = queued(mission)
    job.refresh_from_db()
    assert (job.status, job.message) == (Job.Status.RUNNING, "")
    monkeypatch.undo()
    age(job, 30)
    call_command("resend_stuck")
    job.refresh_from_db()
    assert (job.status, job.attempts) == (Job.Status.DONE, 2)
    assert_reconciled(mission.campaign)


def test_a_worker_that_was_given_up_does_not_store_the_orders_of_yesterday(mission: Mission):
    job = queued(mission)
    game = flying.play(mission)
    jobs.fail(job.pk, jobs.BROKEN)
    document = make.orders(mission, "allied") | {"doctrine": "bold"}
    orders.sign_orders(actor=mission.campaign.owner, mission=mission, side="allied", document=document)
    with pytest.raises(Refusal, match="given up"):
        flights.store_flight(mission=mission, record=str(game.record), report=game.report(), key=job.pk)
    assert not Flight.objects.exists()


@pytest.mark.portable
def test_a_job_whose_worker_dies_every_time_is_given_up(mission: Mission):
    job = queued(mission)
    Job.objects.filter(pk=job.pk).update(attempts=jobs.MAX_ATTEMPTS)
    tasks.fly(str(job.pk))
    job.refresh_from_db()
    assert (job.status, job.message) == (Job.Status.FAILED, jobs.LOST)
    assert not Flight.objects.exists()


def test_what_was_given_up_or_broken_does_not_become_undone(mission: Mission):
    job = queued(mission)
    tasks.fly(str(job.pk))
    jobs.fail(job.pk, "Too late.")
    job.refresh_from_db()
    assert job.status == Job.Status.DONE
