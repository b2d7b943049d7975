"""Coming in and going out."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user
from django.test import Client
from django.urls import reverse

from accounts.operations import sign_in_links
from tests.cast import Cast


def test_a_one_time_link_lets_in_once(cast: Cast, client: Client) -> None:
    url = reverse("enter", args=(sign_in_links.token_for(cast.owner),))
    assert client.post(url)["Location"] == reverse("home")
    assert get_user(client) == cast.owner
    other = Client()
    for refused in (other.get(url, follow=True), other.post(url, follow=True)):
        assert "This sign-in link has been used." in refused.content.decode()
    assert not get_user(other).is_authenticated


def test_a_chats_preview_of_the_link_does_not_use_it_up(cast: Cast, client: Client) -> None:
    url = reverse("enter", args=(sign_in_links.token_for(cast.owner),))
    preview = Client()
    assert preview.head(url).status_code == 200
    page = preview.get(url)
    assert f"Sign in as {cast.owner.username}</button>" in page.content.decode()
    assert not get_user(preview).is_authenticated
    client.post(url)
    assert get_user(client) == cast.owner


def test_a_spent_link_keeps_him_in_who_is_in(cast: Cast, client: Client) -> None:
    url = reverse("enter", args=(sign_in_links.token_for(cast.owner),))
    client.post(url)
    assert client.get(url)["Location"] == reverse("home")
    assert client.post(url)["Location"] == reverse("home")
    assert get_user(client) == cast.owner


@pytest.mark.parametrize("token", ["nonsense", "a:b:c", "\N{SNOWMAN}", "x" * 2000])
def test_a_false_link_is_refused_with_a_sentence(token: str, db: None, client: Client) -> None:
    page = client.get(reverse("enter", args=(token,)), follow=True)
    assert "not a sign-in link of this Ready Room" in page.content.decode()


def test_a_password_lets_in_and_leads_where_one_wanted_to_go(cast: Cast, client: Client) -> None:
    response = client.post(
        reverse("sign-in"), {"login": "reader", "password": "reader", "next": reverse("aircraft-list")}
    )
    assert response["Location"] == reverse("aircraft-list")


def test_a_wrong_password_is_refused(cast: Cast, client: Client) -> None:
    response = client.post(reverse("sign-in"), {"login": "reader", "password": "wrong"})
    assert response.status_code == 422
    assert "There is no such name and password here." in response.content.decode()


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
def test_signing_in_never_leads_to_another_site(target: str, cast: Cast, client: Client) -> None:
    response = client.post(reverse("sign-in"), {"login": "reader", "password": "reader", "next": target})
    assert response["Location"] == reverse("home")


def test_a_part_asked_for_after_the_session_has_ended_sends_its_page_to_the_door(db: None, client: Client) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/aircraft/"}
    response = client.get(reverse("sign-in"), headers=headers)
    assert response["HX-Redirect"] == f"{reverse('sign-in')}?next=%2Faircraft%2F"


def test_signing_out_takes_a_click_on_the_button(cast: Cast, client: Client) -> None:
    client.force_login(cast.reader)
    client.post(reverse("sign-out"))
    assert not get_user(client).is_authenticated


def test_a_stale_form_is_explained(cast: Cast) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.reader)
    response = client.post(reverse("sign-out"))
    assert response.status_code == 403
    assert "The form had gone stale" in response.content.decode()


def test_a_page_that_is_not_there_is_said_so_in_the_house_style(cast: Cast, client: Client) -> None:
    client.force_login(cast.reader)
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    assert "There is no page at this address." in response.content.decode()
    assert "Ready Room" in response.content.decode()


def test_a_fault_of_ours_shows_a_page_without_the_traceback(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(user_id: int) -> None:
        raise RuntimeError("a secret of the machine")

    monkeypatch.setattr("missions.selectors.home.home", broken)
    client.force_login(cast.reader)
    client.raise_request_exception = False
    response = client.get(reverse("home"))
    assert response.status_code == 500
    assert "Something broke on our side" in response.content.decode()
    assert "secret of the machine" not in response.content.decode()
