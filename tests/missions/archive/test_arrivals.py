"""A large campaign file is brought in by a worker, a little at a time, and seen when all of it is there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from unittest import mock
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign, Entry, Pilot
from config.common import file_parts
from config.common.refusals import Refusal
from missions import tasks
from missions.archive import layout, schema
from missions.archive.streamed import StreamedFile
from missions.models import Arrival, ArrivalPart, Job, Mission
from missions.operations import archive, jobs
from missions.selectors.archive import export, export_parts
from missions.selectors.reconcile import assert_reconciled
from missions.views import archive as views
from tests import long, make
from tests.cast import Cast
from tests.missions.archive import test_archive

pytestmark = pytest.mark.django_db

PERIODS = 2
"""Of ten missions: the file is larger than what is read at once, where that is little."""
AS_SHIPPED = 8
"""The same, where as much is read at once as anywhere."""
HERE = "/campaigns/import/"


@pytest.fixture(autouse=True)
def _little_is_read_at_once(request: pytest.FixtureRequest) -> Iterator[None]:
    """So that a short campaign is read and written in as many pieces as a long one; all the same in the sweep."""
    if request.node.get_closest_marker("sweep"):
        yield
        return
    with (
        mock.patch.object(views, "AT_ONCE", 100_000),
        mock.patch.object(file_parts, "PART", 20_000),
        mock.patch.object(archive, "MISSIONS_AT_ONCE", 6),
        mock.patch.object(archive, "ENTRIES_AT_ONCE", 60),
    ):
        yield


@pytest.fixture
def content() -> bytes:
    found = long.content(PERIODS)
    assert len(found) > views.AT_ONCE
    return found


def brought(client: Client, content: bytes) -> Job:
    """The job that was ordered when a file was uploaded."""
    answer = client.post(HERE, {"key": uuid4(), "file": SimpleUploadedFile("long.json", content)})
    assert (answer.status_code, answer["Location"]) == (302, HERE)
    return Job.objects.get(arrival__isnull=False, status=Job.Status.QUEUED)


def spoilt(content: bytes, change: Callable[[test_archive.Document], object]) -> bytes:
    """The file with something else in it, laid out and sealed as a Ready Room would."""
    document = json.loads(content)
    del document["sha256"]
    change(document)
    return schema.seal(document)


def assert_nothing_came() -> None:
    assert not Campaign.arriving_too.exists()
    assert not Mission.objects.exists()
    assert not Entry.objects.exists()
    assert not Pilot.objects.exists()
    assert not ArrivalPart.objects.exists()


@pytest.mark.sweep
@pytest.mark.portable
def test_a_file_of_eighty_missions_is_brought_in_in_the_pieces_that_it_comes_in(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    content = long.content(AS_SHIPPED)
    tasks.arrive(str(brought(client, content).pk))
    campaign = Campaign.objects.get()
    assert export(campaign) == content
    assert_reconciled(campaign)


@pytest.mark.portable
def test_a_large_file_is_brought_in_by_a_worker_and_is_the_campaign_it_came_from(
    cast: Cast, client: Client, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(cast.owner)
    job = brought(client, content)
    assert "Waiting its turn" in client.get(HERE).content.decode()
    seen_meanwhile = list[bool]()
    progress = jobs.progress

    def looking(job_id: object, over: str = "") -> Callable[[int, int], None]:
        seen_meanwhile.append(Campaign.objects.exists() or "The long front" in client.get("/").content.decode())
        return progress(job.pk)

    monkeypatch.setattr(jobs, "progress", looking)
    tasks.arrive(str(job.pk))
    job.refresh_from_db()
    assert (job.status, job.done) == (Job.Status.DONE, job.total)
    assert seen_meanwhile == [False]
    campaign = Campaign.objects.get()
    assert export(campaign) == content
    assert_reconciled(campaign)
    assert not ArrivalPart.objects.exists()
    page = client.get(HERE).content.decode()
    assert "Open The long front" in page
    assert reverse("campaign", args=(campaign.pk,)) in page


def test_nothing_of_a_campaign_is_seen_before_all_of_it_is_there(
    cast: Cast, client: Client, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(cast.owner)
    job = brought(client, content)
    monkeypatch.setattr(archive._Import, "_refuse_what_disagrees", refusing_after_a_look(client))
    tasks.arrive(str(job.pk))
    assert_nothing_came()


def refusing_after_a_look(client: Client) -> Callable[[object, Campaign], None]:
    def look(self: object, campaign: Campaign) -> None:
        assert campaign.missions.count() == 10 * PERIODS
        for address in (
            f"/campaigns/{campaign.pk}/",
            f"/campaigns/{campaign.pk}/journal/",
            f"/campaigns/{campaign.pk}/export/",
        ):
            assert client.get(address).status_code == 404
        assert campaign.name not in client.get("/").content.decode()
        raise Refusal("It was seen.")

    return look


def test_a_file_that_was_cut_off_or_altered_is_refused_with_a_sentence_on_the_page_and_leaves_nothing(
    cast: Cast, client: Client, content: bytes
) -> None:
    client.force_login(cast.owner)
    for wrong, sentence in (
        (content[:-20], "not whole"),
        (content[: len(content) // 2], "not whole"),
        (content.replace(b'"name": "The long front"', b'"name": "A short front"'), "has been altered"),
        (spoilt(content, lambda file: file["journal"].pop(40)), "contradicts itself"),
        (spoilt(content, lambda file: file["missions"].append(file["missions"][3])), "holds a mission twice"),
        (spoilt(content, lambda file: file.update(version=2)), "reads up to 1"),
        (spoilt(content, lambda file: file.update(more=[])), "cannot be read at more"),
        (spoilt(content, lambda file: file.pop("pilots")), "cannot be read at pilots"),
        (spoilt(content, lambda file: file.update(missions=7)), "missions are no list"),
        (content + b" \n", "stands behind its end"),
    ):
        tasks.arrive(str(brought(client, wrong).pk))
        assert sentence in Job.objects.order_by("created_at").reverse()[0].message
        assert sentence in client.get(HERE).content.decode()
        assert_nothing_came()


def test_what_is_no_campaign_file_is_refused_at_once(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    for wrong in (b"PK\x03\x04" + b"\0" * views.AT_ONCE, b"[" * (views.AT_ONCE + 1), b"{" + b" " * views.AT_ONCE):
        answer = client.post(HERE, {"key": uuid4(), "file": SimpleUploadedFile("wrong.json", wrong)})
        assert answer.status_code == 422
        assert "This is not a campaign file of the Ready Room" in answer.content.decode()
    assert not Arrival.objects.exists()


def test_a_worker_that_was_lost_half_way_is_followed_by_one_that_begins_anew(
    cast: Cast, client: Client, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(cast.owner)
    job = brought(client, content)

    def away(*about: object) -> None:
        raise OperationalError("the database has gone")

    with monkeypatch.context() as patched:
        patched.setattr(archive._Import, "_entries", away)
        with pytest.raises(OperationalError):
            tasks.arrive(str(job.pk))
    assert Campaign.arriving_too.get().missions.count() == 10 * PERIODS
    assert not Campaign.objects.exists()
    tasks.arrive(str(job.pk))
    assert export(Campaign.arriving_too.get()) == content


def test_of_two_workers_at_one_file_the_one_that_began_last_brings_it_in(
    cast: Cast, client: Client, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(cast.owner)
    job = brought(client, content)
    further = archive._Import._further
    others = iter((partial(tasks.arrive, str(job.pk)),))

    def overtaken(self: archive._Import, count: int) -> None:
        for other in others:
            other()
        further(self, count)

    monkeypatch.setattr(archive._Import, "_further", overtaken)
    tasks.arrive(str(job.pk))
    job.refresh_from_db()
    assert job.status == Job.Status.DONE
    assert export(Campaign.arriving_too.get()) == content


def test_a_worker_that_is_overtaken_leaves_the_work_to_the_other(
    cast: Cast, client: Client, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(cast.owner)
    job = brought(client, content)
    with monkeypatch.context() as patched:
        patched.setattr(archive._Import, "_further", lambda self, count: jobs.begin(job.pk))
        tasks.arrive(str(job.pk))
    job.refresh_from_db()
    assert job.status == Job.Status.RUNNING
    tasks.arrive(str(job.pk))
    assert export(Campaign.arriving_too.get()) == content


def test_somebody_brings_in_one_large_file_at_a_time(cast: Cast, client: Client, content: bytes) -> None:
    client.force_login(cast.owner)
    brought(client, content)
    answer = client.post(HERE, {"key": uuid4(), "file": SimpleUploadedFile("again.json", content)})
    assert answer.status_code == 422
    assert "Let it arrive first." in answer.content.decode()
    assert Arrival.objects.count() == 1


def test_others_see_nothing_of_what_somebody_brings_in(cast: Cast, client: Client, content: bytes) -> None:
    client.force_login(cast.owner)
    brought(client, content)
    client.force_login(cast.stranger)
    assert "long.json" not in client.get(HERE).content.decode()


@pytest.mark.slow("offers more than a hundred files")
def test_a_file_that_is_read_a_member_at_a_time_is_refused_as_one_that_is_read_whole(
    cast: Cast, subtests: pytest.Subtests
) -> None:
    begun = make.campaign(cast.owner, make.LAND)
    make.debriefed(begun)
    make.debrief(make.flown(begun))
    make.drawn(begun)
    whole = export(begun)
    for number, (change, sentence) in enumerate(test_archive.SPOILT):
        with subtests.test(sentence, number=number):
            try:
                content = spoilt(whole, change)
            except ValueError:  # it cannot even be written
                continue
            with pytest.raises(Refusal, match=sentence):
                archive.bring_in(cast.owner, StreamedFile(lambda content=content: [content]))  # type: ignore[misc]


def test_the_pieces_of_a_file_are_the_same_however_it_was_cut_into_parts(cast: Cast) -> None:
    campaign = make.debriefed(make.campaign(cast.owner)).campaign
    content = b"".join(export_parts(campaign))
    whole = list(layout.members([content]))
    assert len(whole) > 20
    for size in (1, 7, 1000):
        assert list(layout.members(content[place : place + size] for place in range(0, len(content), size))) == whole
    assert {json.dumps(json.loads(each.text)) for each in whole if each.key == "journal"} == {
        json.dumps(each) for each in json.loads(content)["journal"]
    }
