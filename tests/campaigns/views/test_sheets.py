"""Cards and counters to cut out: where they are offered, and what comes."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from campaigns.documents.kit.styles import PAPERS
from campaigns.models import Pack
from tests import make
from tests.campaigns.documents import reading
from tests.cast import Cast


@pytest.fixture(autouse=True)
def signed_in(cast: Cast, client: Client) -> None:
    client.force_login(cast.reader)


@pytest.mark.parametrize(
    ("page", "document", "args", "filename", "word"),
    [
        ("aircraft", "aircraft-cards", ("mc-202",), "macchi-mc202-folgore-cards.pdf", "WINGMAN"),
        pytest.param(
            "aircraft",
            "aircraft-cards",
            ("sopwith-camel",),
            "sopwith-camel-cards.pdf",
            "Airframe",
            marks=pytest.mark.sweep,
        ),
        ("targets", "target-cards", (), "target-cards.pdf", "Area Flak"),
        pytest.param(
            "pack", "pack-cards", (make.LAND,), "rommel-attacks-cards.pdf", "Performance", marks=pytest.mark.sweep
        ),
        ("pack", "pack-counters", (make.LAND,), "rommel-attacks-counters.pdf", "Full Throttle"),
    ],
)
def test_a_page_offers_its_cards_on_both_papers(
    page: str, document: str, args: tuple[str, ...], filename: str, word: str, client: Client
) -> None:
    land = make.pack(make.LAND)
    address = reverse(document, args=args)
    shown = client.get(reverse(page, args=args)).content.decode()
    of_pack = f"version={land.version}" if page == "pack" else ""
    assert f'href="{address}{of_pack and f"?{of_pack}"}"' in shown
    assert f'href="{address}?paper=letter{of_pack and f"&amp;{of_pack}"}"' in shown
    for paper, size in PAPERS.items():
        response = client.get(address, {"paper": paper})
        assert response["Content-Type"] == "application/pdf"
        assert response["Content-Disposition"] == f'inline; filename="{filename}"'
        first = reading.pages_of(response.content)[0]
        assert first.width == pytest.approx(size[0], abs=0.1)
        assert word in first.text


def test_the_list_of_a_games_aircraft_offers_its_poster(client: Client) -> None:
    address = reverse("aircraft-poster", args=("angels",))
    shown = client.get(reverse("aircraft-list"), {"system": "angels"}).content.decode()
    assert f'href="{address}"' in shown
    assert f'href="{address}?paper=letter"' in shown
    for paper, size in PAPERS.items():
        response = client.get(address, {"paper": paper})
        assert response["Content-Disposition"] == 'inline; filename="know-your-aircraft-angels-twenty.pdf"'
        first = reading.pages_of(response.content)[0]
        assert first.width == pytest.approx(size[0], abs=0.1)
        assert "Angels Twenty, by nation" in first.text
    assert client.get(reverse("aircraft-poster", args=("checkers",))).status_code == 404


@pytest.mark.parametrize("paper", ["A3", "", "LETTER"])
def test_there_is_no_other_paper(paper: str, client: Client) -> None:
    assert client.get(reverse("target-cards"), {"paper": paper}).status_code == 404


def test_nobody_prints_what_there_is_not(client: Client) -> None:
    for name in ("aircraft-cards", "pack-cards", "pack-counters"):
        assert client.get(reverse(name, args=("flying-carpet",))).status_code == 404


@pytest.mark.portable
def test_the_cards_of_another_persons_own_pack_are_not_given_away(cast: Cast, client: Client) -> None:
    pack = make.pack(make.LAND)
    Pack.objects.filter(pk=pack.pk).update(owner=cast.stranger)
    for name in ("pack-cards", "pack-counters"):
        assert client.get(reverse(name, args=(make.LAND,))).status_code == 404


@pytest.mark.portable
def test_an_older_version_of_a_pack_prints_its_own_aircraft(client: Client) -> None:
    pack = make.pack(make.LAND)
    address = reverse("pack-cards", args=(make.LAND,))
    assert client.get(address, {"version": pack.version}).status_code == 200
    assert client.get(address, {"version": "99"}).status_code == 404


def test_printing_a_pack_asks_the_database_as_little_as_its_page(client: Client) -> None:
    make.pack(make.LAND)
    for name in ("pack-cards", "pack-counters"):
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse(name, args=(make.LAND,)))
        assert len(captured) <= 4
