"""Pictures that people upload, on pages and on paper: who is shown them, who may change them, what a form says."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image, ImageChops
from pypdf import PdfReader
from pytest_django import DjangoAssertNumQueries

from campaigns.access import Viewer, viewer
from campaigns.documents.people import logbook, squadron_book
from campaigns.heraldry.rasters import LARGEST, Raster
from campaigns.models import Campaign, Pilot
from campaigns.operations import pictures, players
from campaigns.prints import logbook as logbooks
from campaigns.prints import squadron_book as squadron_books
from clubs.operations.public import open_pages
from tests import make
from tests.cast import Cast

SQUADRON = "frontier-fighters"
SHOWN = re.compile(r'class="(?:portrait|badge uploaded)" src="(/campaigns/[^"]+\.jpg)"')


@pytest.fixture
def front(cast: Cast, client: Client) -> Campaign:
    """A campaign with squadrons and careers; the Allied commander looks at it."""
    client.force_login(cast.allied)
    return make.club(cast, make.PERIODS)


def man(campaign: Campaign) -> Pilot:
    return campaign.pilots.filter(squadron=SQUADRON, delivery="")[0]


def page(client: Client, name: str, *args: object) -> str:
    return unescape(client.get(reverse(name, args=args)).content.decode())


def file(content: bytes, name: str = "own.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def eyes(campaign: Campaign, user: object) -> Viewer:
    seen_by = viewer(campaign, user)  # type: ignore[arg-type]
    assert seen_by is not None
    return seen_by


def test_a_player_uploads_the_portrait_of_their_man_and_takes_it_away_again(
    front: Campaign, cast: Cast, client: Client
) -> None:
    pilot = man(front)
    players.give_pilot(actor=cast.allied, campaign=front, pilot=pilot, player=cast.pilot)
    client.force_login(cast.pilot)
    shown = page(client, "campaign-pilot", front.pk, pilot.pk)
    assert "What is shown now: the drawn portrait." in shown
    assert 'enctype="multipart/form-data"' in shown
    assert "The drawn portrait again" not in shown
    address = reverse("campaign-pilot-act", args=(front.pk, pilot.pk, "portrait"))
    done = client.post(address, {"file": file(make.picture())}, follow=True)
    assert done.redirect_chain[-1][0].endswith("#main"), "what was done is said at the top"
    shown = unescape(done.content.decode())
    assert f"{pilot.name} is shown with the portrait that you have uploaded." in shown
    assert len(set(SHOWN.findall(shown))) == 1
    assert "What is shown now: a picture that was uploaded." in shown
    for what in ("portrait", "portrait-drawn"):
        looked = client.get(reverse("campaign-pilot-act", args=(front.pk, pilot.pk, what)))
        assert looked.status_code == 200, "whoever only looks changes nothing"
        assert b"Choose a picture." not in looked.content
    away = reverse("campaign-pilot-act", args=(front.pk, pilot.pk, "portrait-drawn"))
    assert "the picture is gone" in client.post(away, follow=True).content.decode()
    assert not SHOWN.findall(page(client, "campaign-pilot", front.pk, pilot.pk))


def test_what_cannot_be_taken_is_said_at_its_field(front: Campaign, client: Client) -> None:
    address = reverse("campaign-pilot-act", args=(front.pk, man(front).pk, "portrait"))
    for sent, why in (
        ({}, "Choose a picture."),
        ({"file": file(b"")}, "The file is empty."),
        ({"file": file(b"<svg></svg>", "own.svg")}, "This is no picture that can be read here"),
        ({"file": file(bytes(LARGEST + 1))}, "The file is larger than 4 MB."),
    ):
        answer = client.post(address, sent)
        shown = unescape(answer.content.decode())
        assert answer.status_code == 422
        assert re.search(rf'<ul class="errorlist"[^>]*>\s*<li>{why}', shown), why
        assert re.search(r'<details[^>]*id="portrait"[^>]* open', shown)
    assert not front.pictures.exists()


def test_a_commander_uploads_a_badge_where_it_is_shown_and_others_are_not_offered_to(
    front: Campaign, cast: Cast, client: Client
) -> None:
    address = reverse("campaign-squadron-act", args=(front.pk, SQUADRON, "badge"))
    shown = unescape(client.post(address, {"file": file(make.picture())}, follow=True).content.decode())
    assert "is shown with the badge that you have uploaded." in shown
    (own,) = set(SHOWN.findall(shown))
    assert SHOWN.findall(page(client, "campaign-squadrons", front.pk)) == [own]
    answer = client.post(address, {"file": file(b"Nothing of the kind")})
    assert answer.status_code == 422
    assert "no picture that can be read here" in answer.content.decode()
    assert b"Choose a picture." not in client.get(address).content
    client.force_login(cast.axis)
    assert client.get(address).status_code == 404
    away = reverse("campaign-squadron-act", args=(front.pk, SQUADRON, "badge-drawn"))
    client.force_login(cast.umpire)
    assert "the drawn badge again" in client.post(away, follow=True).content.decode()
    assert client.post(away).status_code == 422, "it is drawn already"
    assert client.get(reverse("campaign-squadron-act", args=(front.pk, SQUADRON, "nothing"))).status_code == 404


def test_a_leader_is_offered_the_badge_of_their_own_squadron_alone(front: Campaign, client: Client) -> None:
    client.force_login(make.leader(front, "flora", "allied", SQUADRON))
    assert "A badge of your own" in page(client, "campaign-squadron", front.pk, SQUADRON)
    other = "frontier-bombers"
    assert "A badge of your own" not in page(client, "campaign-squadron", front.pk, other)
    assert client.get(reverse("campaign-squadron-act", args=(front.pk, other, "badge"))).status_code == 403


def test_a_picture_is_for_those_of_the_campaign_and_kept_by_their_browsers(
    front: Campaign, cast: Cast, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    pictures.set_portrait(actor=cast.allied, campaign=front, pilot=man(front), file=make.picture())
    (address,) = set(SHOWN.findall(page(client, "campaign-pilots", front.pk)))
    with django_assert_num_queries(5):
        answer = client.get(address)
    assert answer.content == bytes(front.pictures.get().content)
    assert answer.headers["Content-Type"] == "image/jpeg"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    for user, status in ((cast.reader, 200), (cast.axis, 200), (cast.stranger, 404)):
        client.force_login(user)
        assert client.get(address).status_code == status
    assert Client().get(address).status_code == 302
    other = make.campaign(cast.axis, make.PERIODS, seed=9)
    client.force_login(cast.axis)
    assert client.get(address.replace(f"/{front.pk}/", f"/{other.pk}/")).status_code == 404
    pictures.draw_portrait(actor=cast.allied, campaign=front, pilot=man(front))
    assert client.get(address).status_code == 404


def test_the_other_side_sees_a_portrait_once_it_has_met_the_man_and_the_public_sees_the_drawn_one(
    front: Campaign, cast: Cast, client: Client
) -> None:
    for pilot in front.pilots.filter(side="allied", on_roster=True):
        pictures.set_portrait(actor=cast.umpire, campaign=front, pilot=pilot, file=make.picture())
    client.force_login(cast.axis)
    assert not SHOWN.findall(page(client, "campaign-pilots", front.pk))
    assert "uploaded" not in page(client, "campaign-journal", front.pk)
    make.fought(front, most=2)
    assert SHOWN.findall(page(client, "campaign-pilots", front.pk))
    open_pages(actor=cast.owner, campaign=front)
    front.refresh_from_db()
    for name in ("public-campaign", "public-aces", "public-honour"):
        shown = page(Client(), name, front.public_key)
        assert ".jpg" not in shown


def test_a_plan_and_the_lists_of_the_campaign_show_it_too(front: Campaign, cast: Cast, client: Client) -> None:
    for pilot in front.pilots.filter(on_roster=True):
        pictures.set_portrait(actor=cast.umpire, campaign=front, pilot=pilot, file=make.picture())
    make.fought(front, most=1)
    mission = make.drawn(front)
    shown = page(client, "mission-plan", front.pk, mission.number, "allied")
    assert SHOWN.findall(shown)
    assert "/faces/" not in shown
    victors = page(client, "campaign", front.pk)
    assert SHOWN.findall(victors)
    assert "/faces/" not in victors


def photograph(canvas: bytes) -> list[Image.Image]:
    """What photographs stand on the first page of a document."""
    return [each.image for each in PdfReader(BytesIO(canvas)).pages[0].images if each.image is not None]


def test_books_have_what_was_uploaded_on_their_covers(
    front: Campaign, cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    pilot, seen_by = man(front), eyes(front, cast.allied)
    drawn = logbooks.logbook(front, seen_by, pilot.pk)
    assert not photograph(logbook.render(drawn))
    pictures.set_portrait(actor=cast.allied, campaign=front, pilot=pilot, file=make.picture("#3050a0"))
    pictures.set_badge(actor=cast.allied, campaign=front, squadron=SQUADRON, file=make.picture("#30a050"))
    rows = {row.digest: Raster(bytes(row.content)) for row in front.pictures.all()}
    with django_assert_num_queries(3):
        book = logbooks.logbook(front, seen_by, pilot.pk)
    with django_assert_num_queries(3):
        squadron = squadron_books.squadron_book(front, seen_by, SQUADRON)
    for raster, content in (
        (book.portrait, logbook.render(book)),
        (squadron.badge, squadron_book.render(squadron)),
    ):
        assert raster in rows.values()
        assert isinstance(raster, Raster)
        (found,) = photograph(content)
        assert ImageChops.difference(found.convert("RGB"), Image.open(BytesIO(raster.jpeg))).getbbox() is None
    with django_assert_num_queries(3):
        portraits = [each.portrait for _, each in logbooks.all_logbooks(front, seen_by)]
    assert sum(isinstance(each, Raster) for each in portraits) == 1
    assert logbook.render(book) == logbook.render(book)


def test_the_journal_tells_those_of_the_side(front: Campaign, cast: Cast, client: Client) -> None:
    pilot = man(front)
    pictures.set_portrait(actor=cast.allied, campaign=front, pilot=pilot, file=make.picture())
    pictures.set_badge(actor=cast.allied, campaign=front, squadron=SQUADRON, file=make.picture())
    pictures.draw_badge(actor=cast.allied, campaign=front, squadron=SQUADRON)
    told = page(client, "campaign-journal", front.pk)
    assert f"{pilot.name} has a portrait that was uploaded." in told
    assert "has a badge that was uploaded." in told
    assert "has the drawn badge again." in told
