"""What every answer carries, and what is refused before a page is asked."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests import make
from tests.cast import Cast


def test_no_page_may_run_foreign_scripts_or_stand_in_a_frame(cast: Cast, client: Client) -> None:
    client.force_login(cast.reader)
    for url in (reverse("home"), reverse("sign-out"), "/no/such/page/"):
        headers = client.get(url).headers
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_what_one_person_sees_no_cache_keeps_for_another(cast: Cast, client: Client) -> None:
    mission = make.flown(make.club(cast))
    client.force_login(cast.allied)
    at = (mission.campaign_id, mission.number)
    for name, args in (
        ("home", ()),
        ("campaign", at[:1]),
        ("campaign-journal", at[:1]),
        ("campaign-print", (at[0], "log", "pdf")),
        ("mission", at),
        ("mission-replay", at),
        ("mission-debrief", at),
    ):
        kept = client.get(reverse(name, args=args)).headers["Cache-Control"]
        assert "private" in kept, name
        assert "no-cache" in kept, name


@pytest.mark.parametrize("charset", ["utf-16", "unicode_escape", "rot13", "hex", "undefined", "no-such-charset"])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=limit"])
def test_a_body_that_is_not_utf_8_is_refused(kind: str, charset: str, cast: Cast, client: Client) -> None:
    part = b'--limit\r\nContent-Disposition: form-data; name="name"\r\n\r\n\\ud800\r\n--limit--\r\n'
    body = part if kind.startswith("multipart") else b"name=x"
    client.force_login(cast.owner)
    response = client.generic("POST", reverse("campaign-new"), body, content_type=f"{kind}; charset={charset}")
    assert response.status_code == 400
    assert "That request made no sense" in response.content.decode()


def test_a_cookie_that_no_database_takes_is_refused(cast: Cast, client: Client) -> None:
    for url in (reverse("home"), reverse("sign-in")):
        response = client.get(url, headers={"Cookie": 'sessionid="\\000abcdefghijk"'})
        assert response.status_code == 400


def test_a_body_that_says_it_is_utf_8_is_read(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    kind = "application/x-www-form-urlencoded; charset=UTF-8"
    assert client.generic("POST", reverse("campaign-new"), "name=x", content_type=kind).status_code == 422
