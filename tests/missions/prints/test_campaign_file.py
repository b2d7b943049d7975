"""A long campaign's file and log are made in the background; a short one's at once."""

from __future__ import annotations

import json
from itertools import count

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.operations import pilots
from missions import tasks
from missions.archive import schema
from missions.models import Job, Print
from missions.prints import registry
from missions.prints.registry import Printed, PrintRequest
from missions.selectors.archive import export, export_parts
from tests import long, make
from tests.cast import Cast

pytestmark = pytest.mark.django_db

FILE = "campaign-file"


def page_of(campaign: Campaign) -> str:
    return reverse("campaign-prints", args=(campaign.pk,))


def made(client: Client, campaign: Campaign, document: str) -> Job:
    """The job that a press on the page ordered, once a worker has had it."""
    assert client.post(page_of(campaign), {"document": document, "paper": "A4"}).status_code == 302
    job = Job.objects.get(print__document=document)
    tasks.print_document(str(job.pk))
    job.refresh_from_db()
    return job


def test_a_file_that_is_written_in_parts_is_the_document_as_json_writes_it(cast: Cast) -> None:
    campaign = make.debriefed(make.campaign(cast.owner)).campaign
    content = export(campaign)
    document = json.loads(content)
    assert content == (json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()
    told = document.pop("sha256")
    assert json.loads(schema.seal(document))["sha256"] == told


def test_a_short_campaigns_file_is_had_at_once_from_its_page_and_from_what_can_be_printed(
    cast: Cast, client: Client
) -> None:
    campaign = make.debriefed(make.campaign(cast.owner)).campaign
    client.force_login(cast.owner)
    assert client.get(reverse("campaign-export", args=(campaign.pk,))).content == export(campaign)
    assert "Take the file" in client.get(page_of(campaign)).content.decode()
    assert client.get(f"{page_of(campaign)}{FILE}.json").content == export(campaign)
    assert not Job.objects.exists()


def test_a_kept_file_is_made_anew_when_the_journal_has_an_entry_more_whosever_it_is(cast: Cast, client: Client) -> None:
    campaign = make.club(cast)
    make.debriefed(campaign)
    client.force_login(cast.umpire)
    first = client.get(f"{page_of(campaign)}{FILE}.json").content
    pilots.add_note(actor=cast.axis, campaign=campaign, text="Their eyes only.", mission=1, side="axis")
    assert client.get(f"{page_of(campaign)}{FILE}.json").content == export(campaign) != first


def test_only_who_may_see_everything_is_offered_the_file_and_gets_it(cast: Cast, client: Client) -> None:
    campaign = make.club(cast)
    make.debriefed(campaign)
    for who, status in ((cast.umpire, 200), (cast.allied, 403), (cast.pilot, 403), (cast.reader, 403)):
        client.force_login(who)
        assert client.get(f"{page_of(campaign)}{FILE}.json").status_code == status, who
        assert ("Campaign file" in client.get(page_of(campaign)).content.decode()) == (status == 200)
        assert client.post(page_of(campaign), {"document": FILE, "paper": "A4"}).status_code in (302, 403)
    assert Print.objects.filter(document=FILE).count() == 1


@pytest.mark.sweep
def test_a_long_campaigns_file_and_log_are_made_in_the_background_and_sent_in_parts(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("missions.views.prints.SENT_WHOLE", 100_000)
    monkeypatch.setattr("missions.operations.jobs.monotonic", count().__next__)  # at once, none is told
    campaign = long.campaign(cast.owner, registry.MANY_MISSIONS // long.MISSIONS_A_PERIOD)
    client.force_login(cast.owner)
    led = client.get(reverse("campaign-export", args=(campaign.pk,)), follow=True)
    assert "Make the file" in led.content.decode()
    assert client.get(f"{page_of(campaign)}log.pdf").status_code == 302
    job = made(client, campaign, FILE)
    assert (job.status, job.done) == (Job.Status.DONE, job.total)
    assert job.total > campaign.missions.count()
    answer = client.get(f"{page_of(campaign)}{FILE}.json")
    assert answer.streaming
    content = answer.getvalue()
    assert content == export(campaign)
    assert int(answer["Content-Length"]) == len(content)
    assert len(list(export_parts(campaign))) == Print.objects.get(document=FILE).parts.count() > 3
    assert made(client, campaign, "log").status == Job.Status.DONE
    assert client.get(f"{page_of(campaign)}log.pdf").getvalue().startswith(b"%PDF")


@pytest.mark.sweep
def test_a_file_is_never_of_two_states_of_its_campaign(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign = long.campaign(cast.owner, registry.MANY_MISSIONS // long.MISSIONS_A_PERIOD)
    client.force_login(cast.owner)
    making, changes = registry.make, iter(("Fog over the field.",))

    def interrupted(document: str, asked: PrintRequest) -> Printed:
        printed = making(document, asked)
        for text in changes:
            pilots.add_note(actor=cast.owner, campaign=campaign, text=text, mission=1)
            break
        return printed

    monkeypatch.setattr(registry, "make", interrupted)
    assert made(client, campaign, FILE).status == Job.Status.DONE
    assert client.get(f"{page_of(campaign)}{FILE}.json").getvalue() == export(campaign)
    pilots.add_note(actor=cast.owner, campaign=campaign, text="A first change.", mission=1)
    changes = iter(f"Change {number}." for number in range(9))
    job = made(client, campaign, FILE)
    assert (job.status, Print.objects.get(document=FILE).made_at) == (Job.Status.FAILED, None)
    assert "in a quieter moment" in client.get(page_of(campaign)).content.decode()
