"""A new skirmish begins with where to start, and finds its scenario by filters in the address."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

import engine
from missions.models import Skirmish
from missions.selectors.skirmishes import START_HERE
from tests.cast import Cast


@pytest.fixture(autouse=True)
def _signed_in(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)


def shown(client: Client, system: str = "wildblue", **asked: str) -> list[str]:
    page = client.get(reverse("skirmish-scenarios", args=(system,)), asked)
    return [option.data["value"] for option in page.context["form"].shown]


@pytest.mark.parametrize("system", sorted(engine.systems()))
def test_each_game_has_a_scenario_to_start_with_that_a_click_chooses(system: str, client: Client) -> None:
    slug, why = START_HERE[system]
    address = f"{reverse('skirmish-scenarios', args=(system,))}?scenario={slug}"
    page = unescape(client.get(reverse("skirmish-new")).content.decode())
    assert why in page
    assert address in page
    form = client.get(address).context["form"]
    assert form["scenario"].value() == slug
    assert form.shown[0].data["value"] == slug


def test_scenarios_are_found_by_their_size_and_by_words(client: Client) -> None:
    everything = engine.systems()["wildblue"].scenarios()
    assert set(shown(client)) == set(everything)
    small, large = set(shown(client, size="small")), set(shown(client, size="large"))
    assert "duel" in small
    assert "eight-units" in large
    assert not small & large
    assert shown(client, words="Jets MUSTANGS") == ["jets"]
    assert shown(client, words="zeppelin raid on mars") == []


def test_a_size_that_is_none_is_named_and_nothing_is_hidden(client: Client) -> None:
    page = client.get(reverse("skirmish-scenarios", args=("wildblue",)), {"size": "enormous"})
    assert "There is no such size." in page.content.decode()
    assert len(page.context["form"].shown) == len(engine.systems()["wildblue"].scenarios())


def test_a_skirmish_is_ordered_from_a_filtered_page(client: Client) -> None:
    address = f"{reverse('skirmish-scenarios', args=('wildblue',))}?words=jets"
    form = client.get(address).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    sent |= {"control-allied": "staff", "control-axis": "staff"}
    assert client.post(address, sent).status_code == 302
    assert Skirmish.objects.get().title == "Jets"
