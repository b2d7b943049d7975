"""Documents that are kept, as the page where everything is printed shows them."""

from __future__ import annotations

import html
import re
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaigns import documents
from campaigns.catalogue import library
from campaigns.catalogue.library import FIXTURES
from campaigns.models import Campaign, Pilot, Role, Seat
from campaigns.operations import packs, pilots
from campaigns.standing import words as words_of_standing
from config.common.file_parts import contents
from engine import wildblue
from missions import tasks
from missions.models import Job, Mission, Print
from missions.prints import kept, registry
from missions.prints.registry import Printed, PrintRequest
from tests import make
from tests.campaigns.documents.reading import pages_of
from tests.campaigns.documents.reading import whole_text_of as words
from tests.cast import Cast, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def mission(cast: Cast) -> Mission:
    return make.debriefed(make.club(cast))


def page_of(campaign: Campaign) -> str:
    return f"/campaigns/{campaign.pk}/print/"


def order(client: Client, campaign: Campaign, document: str = "book", paper: str = "A4") -> Job:
    answer = client.post(page_of(campaign), {"document": document, "paper": paper})
    assert answer.status_code == 302
    job = Print.objects.get(document=document, paper=paper).job
    assert job is not None
    return job


def test_a_quick_document_is_made_once_and_anew_when_the_campaign_has_changed(cast: Cast, mission: Mission) -> None:
    client, address = client_of(cast.allied), f"{page_of(mission.campaign)}log.pdf"
    first = client.get(address)
    made_at = Print.objects.get(document="log").made_at
    assert client.get(address).content == first.content
    assert Print.objects.get(document="log").made_at == made_at
    make.drawn(mission.campaign)
    assert client.get(address).content != first.content
    assert Print.objects.filter(document="log").count() == 1


def test_a_file_is_named_after_the_campaign_and_its_document(cast: Cast, mission: Mission) -> None:
    answer = client_of(cast.allied).get(f"{page_of(mission.campaign)}log.pdf?paper=letter")
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"].endswith('-log.pdf"')
    assert pages_of(answer.content)[0].width == 792


def test_a_book_is_made_in_the_background_and_fetched_from_the_page(cast: Cast, mission: Mission) -> None:
    client, campaign = client_of(cast.allied), mission.campaign
    job = order(client, campaign)
    assert "waiting its turn" in client.get(page_of(campaign)).content.decode()
    tasks.print_document(str(job.pk))
    page = client.get(page_of(campaign)).content.decode()
    assert f"{page_of(campaign)}book.pdf?paper=A4" in page
    assert "waiting its turn" not in page
    assert mission.title in words(client.get(f"{page_of(campaign)}book.pdf").content)


def test_a_document_that_is_being_made_is_not_ordered_again(cast: Cast, mission: Mission) -> None:
    client = client_of(cast.allied)
    assert order(client, mission.campaign) == order(client, mission.campaign)
    assert Job.objects.filter(kind="print").count() == 1


def test_a_book_that_is_kept_is_not_made_again_until_the_campaign_changes(cast: Cast, mission: Mission) -> None:
    client = client_of(cast.allied)
    first = order(client, mission.campaign)
    tasks.print_document(str(first.pk))
    assert order(client, mission.campaign) == first
    pilots.add_note(actor=cast.umpire, campaign=mission.campaign, text="Fog over the field.", mission=1)
    answer = client.get(f"{page_of(mission.campaign)}book.pdf", follow=True)
    assert "There is none of the campaign as it stands now." in answer.content.decode()
    assert order(client, mission.campaign) != first


def test_a_book_that_is_out_of_date_is_offered_anew_without_a_word_of_failure(cast: Cast, mission: Mission) -> None:
    client = client_of(cast.allied)
    tasks.print_document(str(order(client, mission.campaign).pk))
    pilots.add_note(actor=cast.umpire, campaign=mission.campaign, text="Fog over the field.", mission=1)
    page = client.get(page_of(mission.campaign)).content.decode()
    assert "Make A4: Campaign book" in page
    assert "notice error" not in page
    assert "The campaign has changed since this was made." in page


def test_a_book_that_is_older_than_prints_are_kept_is_offered_anew(cast: Cast, mission: Mission) -> None:
    client = client_of(cast.allied)
    tasks.print_document(str(order(client, mission.campaign).pk))
    Print.objects.update(made_at=timezone.now() - kept.KEPT - timedelta(minutes=1))
    assert client.get(f"{page_of(mission.campaign)}book.pdf").status_code == 302
    page = client.get(page_of(mission.campaign)).content.decode()
    assert "Make A4: Campaign book" in page
    tasks.print_document(str(order(client, mission.campaign).pk))
    assert client.get(f"{page_of(mission.campaign)}book.pdf").status_code == 200


def test_what_changes_while_a_book_is_made_makes_it_out_of_date(
    cast: Cast, mission: Mission, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, making = client_of(cast.allied), registry.make

    def interrupted(document: str, asked: PrintRequest) -> Printed:
        made = making(document, asked)
        pilots.add_note(actor=cast.umpire, campaign=mission.campaign, text="Fog over the field.", mission=1)
        return made

    monkeypatch.setattr(registry, "make", interrupted)
    tasks.print_document(str(order(client, mission.campaign).pk))
    assert client.get(f"{page_of(mission.campaign)}book.pdf").status_code == 302


def test_a_book_made_twice_has_the_same_bytes(cast: Cast, mission: Mission) -> None:
    job = order(client_of(cast.allied), mission.campaign)
    tasks.print_document(str(job.pk))
    first = b"".join(contents(Print.objects.get(document="book").parts))
    Job.objects.filter(pk=job.pk).update(status=Job.Status.RUNNING)
    tasks.print_document(str(job.pk))
    assert b"".join(contents(Print.objects.get(document="book").parts)) == first


def test_whose_seat_has_changed_meanwhile_gets_a_sentence_and_no_document(cast: Cast, mission: Mission) -> None:
    client = client_of(cast.allied)
    job = order(client, mission.campaign)
    Seat.objects.filter(campaign=mission.campaign, user=cast.allied).update(side="", role=Role.READER)
    tasks.print_document(str(job.pk))
    job.refresh_from_db()
    assert job.status == Job.Status.FAILED
    assert "Your part in this campaign has changed" in job.message
    assert Print.objects.get(document="book").made_at is None


def test_a_failed_job_is_told_on_the_page_and_can_be_ordered_anew(cast: Cast, mission: Mission) -> None:
    client = client_of(cast.allied)
    job = order(client, mission.campaign)
    Job.objects.filter(pk=job.pk).update(status=Job.Status.FAILED, message="The work was interrupted.")
    assert "The work was interrupted." in client.get(page_of(mission.campaign)).content.decode()
    assert order(client, mission.campaign) != job


def test_two_people_with_the_same_eyes_share_a_print_and_others_do_not(cast: Cast, mission: Mission) -> None:
    address = f"{page_of(mission.campaign)}log.pdf"
    client_of(cast.reader).get(address)
    client_of(cast.reader).get(address)
    assert Print.objects.filter(document="log").count() == 1
    client_of(cast.allied).get(address)
    client_of(cast.axis).get(address)
    client_of(cast.umpire).get(address)
    assert Print.objects.filter(document="log").count() == 4


def test_all_logbooks_come_as_one_archive_with_a_file_for_each_man(cast: Cast, mission: Mission) -> None:
    client = client_of(cast.umpire)
    tasks.print_document(str(order(client, mission.campaign, "logbooks").pk))
    answer = client.get(f"{page_of(mission.campaign)}logbooks.zip")
    assert answer["Content-Type"] == "application/zip"
    with ZipFile(BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        assert len(archive.namelist()) == Pilot.objects.filter(campaign=mission.campaign, on_roster=True).count()
        name = next(iter(archive.namelist()))
        assert archive.read(name).startswith(b"%PDF")


@pytest.mark.parametrize(
    "address",
    [
        "nothing.pdf",
        "log/1.pdf",
        "log.zip",
        "logbook.pdf",
        "logbook/x.pdf",
        "logbook/0.pdf",
        f"logbook/{'9' * 5000}.pdf",
        "log.pdf?paper=A3",
    ],
)
def test_what_is_no_document_is_not_found(cast: Cast, mission: Mission, address: str) -> None:
    assert client_of(cast.umpire).get(page_of(mission.campaign) + address).status_code == 404
    assert not Print.objects.exists()


def test_a_document_has_one_address_however_its_numbers_might_be_written(cast: Cast, mission: Mission) -> None:
    client, man = client_of(cast.umpire), mission.campaign.pilots.filter(on_roster=True)[0]
    number = make.drawn(mission.campaign).number
    assert client.get(f"{page_of(mission.campaign)}logbook/{man.pk}.pdf").status_code == 200
    assert client.get(f"{page_of(mission.campaign)}briefing/{number}/allied.pdf").status_code == 200
    arabic = "".join(chr(0x660 + int(figure)) for figure in str(man.pk))
    for odd in (
        f"logbook/0{man.pk}",
        f"logbook/{'0' * 120}{man.pk}",
        f"logbook/{arabic}",
        f"briefing/0{number}/allied",
    ):
        assert client.get(f"{page_of(mission.campaign)}{odd}.pdf").status_code == 404
    assert Print.objects.count() == 2


def test_an_order_for_what_is_no_document_is_not_found_and_orders_nothing(cast: Cast, mission: Mission) -> None:
    client = client_of(cast.umpire)
    for document, paper in (("nothing", "A4"), ("book", "A3"), ("book/2", "A4")):
        assert client.post(page_of(mission.campaign), {"document": document, "paper": paper}).status_code == 404
    assert not Job.objects.filter(kind="print").exists()


def test_the_page_takes_as_many_queries_for_many_missions_as_for_few(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client, few, many = client_of(cast.umpire), make.club(cast), make.club(cast)
    for campaign, missions in ((few, 1), (many, 4)):
        for _ in range(missions):
            make.debriefed(campaign)
        make.drawn(campaign)
    with CaptureQueriesContext(connection) as before:
        client.get(page_of(few))
    with django_assert_num_queries(len(before)):
        client.get(page_of(many))
    assert len(before) <= 15


@pytest.mark.parametrize(
    ("slug", "said", "cards"),
    [
        (make.LAND, "LEADER, DAMAGED from December 1937 Allied 1 · Neville Rotomere", 6),
        ("flying-circus-1917", "WINGMAN from April 1915 Striker 1 · Theodore Arrowsmithe · 16-B", 7),
        ("big-week", "SQUADRON from September 1943 Striker 1 Aircraft", 3),
        ("angels-over-kent", "POOR PILOT, 19 POINTS from January 1940 Allied 1 · Owen Llanfaredd", 2),
    ],
)
def test_the_cards_of_a_mission_are_those_of_the_aircraft_that_its_orders_send(
    cast: Cast, slug: str, said: str, cards: int
) -> None:
    mission = make.planned(make.club(cast, slug))
    address = f"{page_of(mission.campaign)}cards/{mission.number}/"
    told = words(client_of(cast.allied).get(f"{address}allied.pdf").content)
    assert said in told
    assert told.count("Figures:") == 2 * cards
    assert client_of(cast.allied).get(f"{address}axis.pdf").status_code == 404


def test_before_the_orders_are_signed_the_cards_are_of_all_types_that_may_fly(cast: Cast) -> None:
    mission = make.drawn(make.club(cast, make.LAND))
    answer = client_of(cast.allied).get(f"{page_of(mission.campaign)}cards/{mission.number}/allied.pdf")
    assert "what may fly" in words(answer.content)


@pytest.mark.sweep
def test_no_document_of_1917_calls_the_sides_by_the_names_of_another_war(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, "flying-circus-1917", allied="me", axis="me")
    for _ in range(2):
        make.debriefed(campaign)
    number = make.planned(campaign).number
    client = client_of(cast.owner)
    man = campaign.entries.filter(kind="sortie", side="axis", pilot__isnull=False)[0].pilot_id
    documents = [
        "log",
        "order-of-battle/axis",
        "squadron/jasta-11",
        f"logbook/{man}",
        *(f"{what}/{number}/{side}" for what in ("briefing", "cards") for side in ("allied", "axis")),
    ]
    told = {document: client.get(f"{page_of(campaign)}{document}.pdf").content for document in documents}
    tasks.print_document(str(order(client, campaign).pk))
    told["book"] = client.get(f"{page_of(campaign)}book.pdf").content
    told["blank log"] = client.get("/packs/flying-circus-1917/log.pdf").content
    told["counters"] = client.get("/packs/flying-circus-1917/counters.pdf").content
    strange = re.compile(r"(?i).{0,30}\b(?:allied|allies|axis)\b.{0,30}")
    found = {document: strange.findall(words(pdf)) for document, pdf in told.items()}
    assert {document: places for document, places in found.items() if places} == {}
    named = {document for document, pdf in told.items() if "central powers" in words(pdf).lower()}
    assert named >= {"log", "blank log", "book", f"briefing/{number}/axis", f"cards/{number}/axis"}


@pytest.mark.parametrize("module", [documents, library, words_of_standing, wildblue])
def test_a_document_is_made_anew_whatever_part_of_the_house_has_changed(module: ModuleType) -> None:
    assert Path(str(module.__file__)) in kept.sources()
    assert {FIXTURES / "decorations.toml", *(FIXTURES / "aircraft").glob("*.toml")} <= set(kept.sources())


def test_blank_sheets_are_of_the_version_of_the_pack_that_the_campaign_runs_on(cast: Cast, mission: Mission) -> None:
    newer = make.with_version(make.source(make.DOGFIGHTS), "2.0")
    newer = re.sub('(?m)^title = ".*"', 'title = "Another Desert"', newer, count=1)
    packs.load_pack(newer, "newer.toml")
    client = client_of(cast.reader)
    for address in (page_of(mission.campaign), f"/packs/{make.DOGFIGHTS}/?version={mission.campaign.pack.version}"):
        links = re.findall(r'href="(/packs/[^"]*\.pdf[^"]*)"', client.get(address).content.decode())
        assert len(links) == 6
        for link in links:
            assert "another-desert" not in client.get(html.unescape(link))["Content-Disposition"]
    assert "another-desert" in client.get(f"/packs/{make.DOGFIGHTS}/log.pdf")["Content-Disposition"]


def test_a_side_whose_units_have_no_cards_gets_no_empty_document(cast: Cast) -> None:
    campaign = make.campaign(cast.owner, "buzz-bomb", allied="me", axis="me")
    client, number = client_of(cast.owner), make.planned(campaign).number
    assert client.get(f"{page_of(campaign)}cards/{number}/axis.pdf").status_code == 404
    assert client.get(f"{page_of(campaign)}cards/{number}/allied.pdf").status_code == 200
    page = client.get(page_of(campaign)).content.decode()
    assert f"cards/{number}/axis" not in page
    assert f"cards/{number}/allied" in page
