"""Skirmishes: ordered once a form, flown by a worker, kept within bounds, every scenario of every system."""

from __future__ import annotations

from itertools import count
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

import engine
from config.common.refusals import Refusal
from engine.core.report import Report
from missions import tasks
from missions.models import Job, Skirmish
from missions.operations import jobs, skirmishes
from tests import make
from tests.cast import Cast

SCENARIOS = [(slug, scenario) for slug, system in engine.systems().items() for scenario in system.scenarios()]
SOME = [
    ("wildblue", "intercept"),
    ("wildblue", "buzz-bomb"),
    ("wwi", "two-seaters"),
    ("sabin", "kamikaze"),
    ("angels", "blitz"),
]
"""Of every system, with all kinds of aircraft. The engine's own tests fly every scenario."""


@pytest.mark.parametrize(
    ("system", "scenario"), [pytest.param(*each, marks=() if each in SOME else pytest.mark.sweep) for each in SCENARIOS]
)
def test_every_scenario_of_every_system_flies_and_its_pages_open(
    system: str, scenario: str, cast: Cast, client: Client
) -> None:
    skirmish = make.flown_skirmish(cast.owner, system, scenario)
    assert make.job_of(skirmish).status == Job.Status.DONE
    assert skirmish.report is not None
    report = Report.from_json(skirmish.report)
    client.force_login(cast.owner)
    page = client.get(reverse("skirmish", args=[skirmish.pk])).content.decode()
    assert page.count('<th scope="row">') >= len(report.aircraft)
    log = client.get(reverse("skirmish-replay", args=[skirmish.pk]))
    assert log.status_code == 200
    last = log.context["watched"].last
    for step in {0, last // 3, last // 2, last}:
        shown = client.get(reverse("skirmish-replay", args=[skirmish.pk, step]))
        assert shown.status_code == 200
        page = shown.content.decode()
        assert all(escape(event.text) in page for event in shown.context["watched"].frames[step].events)
    for side in skirmish.doctrines:
        assert client.get(reverse("skirmish-replay", args=[skirmish.pk, last]), {"eyes": side}).status_code == 200


def test_a_worker_flies_a_skirmish_and_a_second_message_changes_nothing(cast: Cast) -> None:
    skirmish = make.flown_skirmish(cast.owner)
    record, moved = skirmish.record, make.job_of(skirmish).finished_at
    tasks.fly_skirmish(str(make.job_of(skirmish).pk))
    skirmish.refresh_from_db()
    assert (skirmish.record, Job.objects.get(pk=make.job_of(skirmish).pk).finished_at) == (record, moved)


def test_a_worker_that_was_lost_before_it_said_so_finds_what_it_has_flown(cast: Cast) -> None:
    skirmish = make.flown_skirmish(cast.owner)
    Job.objects.filter(pk=make.job_of(skirmish).pk).update(status=Job.Status.RUNNING)
    Skirmish.objects.filter(pk=skirmish.pk).update(record="as it was")
    tasks.fly_skirmish(str(make.job_of(skirmish).pk))
    skirmish.refresh_from_db()
    assert skirmish.record == "as it was"
    assert make.job_of(skirmish).status == Job.Status.DONE


def test_its_job_counts_the_game_turns(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("missions.operations.jobs.monotonic", count(100.0).__next__)  # each Turn takes a second
    job = make.job_of(make.flown_skirmish(cast.owner, scenario="two-elements"))
    assert 1 <= job.done <= job.total == 6


def test_the_same_seed_flies_the_same_fight(cast: Cast) -> None:
    assert make.flown_skirmish(cast.owner, seed=3).record == make.flown_skirmish(cast.axis, seed=3).record
    assert make.flown_skirmish(cast.owner, seed=3).record != make.flown_skirmish(cast.owner, seed=4).record


def test_how_bold_a_side_is_makes_a_difference(cast: Cast) -> None:
    records = {
        make.flown_skirmish(cast.owner, scenario="two-elements", doctrines={"axis": doctrine}).record
        for doctrine in ("cautious", "steady", "bold")
    }
    assert len(records) > 1


def test_a_side_without_a_doctrine_flies_steadily(cast: Cast) -> None:
    assert make.skirmish(cast.owner, doctrines={"axis": "bold"}).doctrines == {"allied": "steady", "axis": "bold"}


def test_each_side_is_flown_by_pilots_of_its_level(cast: Cast) -> None:
    ordered = make.flown_skirmish(cast.owner, levels={"axis": "recruit"})
    assert ordered.levels == {"allied": "regular", "axis": "recruit"}
    assert ordered.record != make.flown_skirmish(cast.owner).record
    assert ordered.record == make.flown_skirmish(cast.axis, levels={"axis": "recruit"}).record


def test_the_same_form_again_is_the_same_skirmish_but_not_anothers(cast: Cast) -> None:
    key = uuid4()
    first = make.skirmish(cast.owner, key=key)
    assert make.skirmish(cast.owner, key=key) == first
    assert make.skirmish(cast.axis, key=key) != first
    assert Job.objects.count() == 2


def test_flown_again_it_has_the_same_set_up_and_another_seed(cast: Cast) -> None:
    first = make.skirmish(cast.owner, doctrines={"allied": "bold"}, levels={"axis": "ace"})
    key = uuid4()
    second = skirmishes.again(actor=cast.owner, skirmish=first, key=key)
    assert second.seed != first.seed
    assert (second.title, second.setup) == (first.title, first.setup)
    assert (second.doctrines, second.levels) == (first.doctrines, first.levels)
    assert skirmishes.again(actor=cast.owner, skirmish=first, key=key) == second


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"seed": -1}, "whole number"),
        ({"seed": 1 << 31}, "whole number"),
        ({"doctrines": {"axis": "reckless"}}, "cautious, steady, bold"),
        ({"levels": {"axis": "champion"}}, "recruit, regular, veteran, ace"),
        ({"title": "  "}, "title"),
        ({"title": "x" * 121}, "title"),
    ],
)
def test_what_cannot_be_ordered_is_refused_in_a_sentence(said: dict[str, Any], sentence: str, cast: Cast) -> None:
    with pytest.raises(Refusal, match=sentence):
        make.skirmish(cast.owner, **said)
    assert not Job.objects.exists()


def test_a_set_up_that_the_rules_do_not_take_is_refused_and_nothing_is_kept(cast: Cast) -> None:
    alone = {"kind": "dogfight", "units": [{"id": "allied-1", "side": "allied", "aircraft": "spitfire-i"}]}
    with pytest.raises(Refusal, match=r"\w+ \w+"):
        skirmishes.order(actor=cast.owner, key=uuid4(), title="Alone", system="wildblue", setup=alone, doctrines={})
    with pytest.raises(Refusal, match="no such game system"):
        skirmishes.order(actor=cast.owner, key=uuid4(), title="Whist", system="whist", setup={}, doctrines={})
    assert not Skirmish.objects.exists()
    assert not Job.objects.exists()


def test_a_set_up_that_later_rules_no_longer_take_ends_its_job_with_the_sentence(cast: Cast) -> None:
    skirmish = make.skirmish(cast.owner)
    Skirmish.objects.filter(pk=skirmish.pk).update(setup={"kind": "dogfight", "units": []})
    tasks.fly_skirmish(str(make.job_of(skirmish).pk))
    skirmish.refresh_from_db()
    assert make.job_of(skirmish).status == Job.Status.FAILED
    assert "The rules no longer take its set-up." in make.job_of(skirmish).message
    assert skirmish.report is None


def test_a_person_keeps_so_many_and_no_more(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skirmishes, "MOST_KEPT", 2)
    first = make.skirmish(cast.owner)
    make.skirmish(cast.owner)
    make.skirmish(cast.axis)
    with pytest.raises(Refusal, match="You keep 2 skirmishes already"):
        make.skirmish(cast.owner)
    skirmishes.delete(actor=cast.owner, skirmish=first)
    make.skirmish(cast.owner)


def test_a_deleted_skirmish_goes_with_its_job_even_while_it_is_in_the_air(cast: Cast) -> None:
    skirmish = make.skirmish(cast.owner)
    assert jobs.begin(UUID(str(make.job_of(skirmish).pk))) is not None
    skirmishes.delete(actor=cast.owner, skirmish=skirmish)
    tasks.fly_skirmish(str(make.job_of(skirmish).pk))
    skirmishes.store(skirmish, record="late", report=Report("wildblue", 1, (), ()))
    assert not Skirmish.objects.exists()
    assert not Job.objects.exists()


def test_nobody_deletes_anothers(cast: Cast) -> None:
    skirmish = make.skirmish(cast.owner)
    skirmishes.delete(actor=cast.axis, skirmish=skirmish)
    assert Skirmish.objects.filter(pk=skirmish.pk).exists()
