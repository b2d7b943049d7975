"""The table on the page: tapped with a script or without one, seen by all, handed in as the result."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from missions.flights.context import sheet_of
from missions.models import Flight, Mission, Submission, TableTap
from missions.selectors.companion import CompanionPage
from tests import make
from tests.cast import Cast, client_of
from tests.engine.broad import broad
from tests.missions.views.test_results import text, url, values


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """A dogfight whose orders are open; a person commands each side."""
    return make.opened(make.club(cast))


def page_of(client: Client, mission: Mission, table: int = 1) -> CompanionPage:
    page: CompanionPage = client.get(f"{url(mission, 'mission-companion')}?table={table}").context["page"]
    return page


def press(client: Client, mission: Mission, tap: str, key: str = "", table: int = 1) -> Any:
    """A button of the page without a script."""
    sent = {"tap": tap, "key": key or str(uuid4()), "table": str(table)}
    return client.post(url(mission, "mission-companion"), sent, follow=True)


def send(client: Client, mission: Mission, *taps: dict[str, Any], table: int = 1) -> Any:
    """What the script sends."""
    return client.post(url(mission, "mission-companion-taps"), {"taps": json.dumps(taps), "table": str(table)})


def tap(does: str, cell: str, value: object, number: int = 1) -> dict[str, Any]:
    now = int(timezone.now().timestamp() * 1000)
    return {"key": uuid4().hex, "at": now, "number": number, "does": does, "cell": cell, "value": str(value)}


def test_a_button_pressed_without_a_script_is_kept_and_everybody_sees_it(cast: Cast, mission: Mission) -> None:
    pilot, key = client_of(cast.pilot), str(uuid4())
    back = press(pilot, mission, "add|axis-1 leader.hits|1", key)
    assert back.redirect_chain[-1][0].endswith("?open=axis-1#axis-1")
    assert (
        '<details class="unit-card axis kept-unit"\n           id="axis-1"\n           open>' in back.content.decode()
    )
    press(pilot, mission, "add|axis-1 leader.hits|1", key)
    for person in (cast.axis, cast.reader):
        seen = page_of(client_of(person), mission)
        assert seen.state.values == {"axis-1 leader.hits": "1"}, "pressed twice before the page came back, it is one"
    press(client_of(cast.axis), mission, "set|axis-1.altitude|high")
    assert "High" in text(pilot.get(url(mission, "mission-companion")))
    press(pilot, mission, f"undo|axis-1 leader.hits|{page_of(pilot, mission).state.back[-1].key}")
    assert page_of(pilot, mission).state.values == {"axis-1.altitude": "high"}


@pytest.mark.slow("presses every button of a page")
def test_every_button_of_the_page_can_be_pressed(cast: Cast, mission: Mission) -> None:
    pilot = client_of(cast.pilot)
    page = pilot.get(url(mission, "mission-companion")).content.decode()
    buttons = re.findall(r'name="tap"\s+value="([^"]+)"[^>]*?(disabled)?>', page)
    taps = [value for value, is_off in buttons if not is_off]
    assert len(taps) > 50
    for value in taps[:: len(taps) // 20]:
        assert 'class="notice error"' not in press(pilot, mission, value).content.decode(), value


def test_who_only_reads_sees_the_table_and_has_no_buttons(cast: Cast, mission: Mission) -> None:
    page = client_of(cast.reader).get(url(mission, "mission-companion")).content.decode()
    assert 'name="tap"' not in page
    assert "Hand in as the result" not in page
    assert "Altitude" in page


def test_before_the_orders_are_open_nobody_learns_what_flies(cast: Cast) -> None:
    sealed = make.planned(make.club(cast))
    for person in (cast.allied, cast.axis, cast.umpire, cast.pilot, cast.reader):
        back = client_of(person).get(url(sealed, "mission-companion"), follow=True)
        assert back.redirect_chain[-1][0] == url(sealed, "mission")
        assert "Open the orders of both sides first" in text(back)
        news = client_of(person).get(url(sealed, "mission-companion-news"))
        assert (news.status_code, list(news.json())) == (409, ["why"])


def test_a_device_is_told_only_what_is_new_and_for_three_queries_that_nothing_is(cast: Cast, mission: Mission) -> None:
    phone, other = client_of(cast.pilot), client_of(cast.axis)
    news = url(mission, "mission-companion-news")
    known = phone.get(news)["ETag"]
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert phone.get(news, headers={"If-None-Match": known}).status_code == 304
    assert len(queries) <= 3, [query["sql"] for query in queries]
    sent = send(other, mission, tap("add", "axis-1 leader.hits", 1))
    assert sent.json()["refused"] == {}
    told = phone.get(news, headers={"If-None-Match": known})
    assert told.json()["values"] == {"axis-1 leader.hits": "1"}
    assert told.json()["back"] == [], "the tap is somebody else's"
    assert "private" in told["Cache-Control"]
    assert "no-store" in told["Cache-Control"]
    assert phone.get(news, headers={"If-None-Match": told["ETag"]}).status_code == 304


def test_news_of_a_table_is_for_whoever_is_signed_in_still(cast: Cast, mission: Mission) -> None:
    phone, lost = client_of(cast.pilot), client_of(cast.pilot)
    news = url(mission, "mission-companion-news")
    person = User.objects.get(pk=cast.pilot.pk)
    person.set_password("another")
    person.save()
    assert lost.get(news).status_code == 403, "who changes the password is signed out on all other devices"
    phone.force_login(person)
    assert phone.get(news).status_code == 200
    User.objects.filter(pk=person.pk).update(is_active=False)
    assert phone.get(news).status_code == 403
    assert Client().get(news).status_code == 403


def test_news_of_a_campaign_whose_number_no_database_can_hold_is_nobodys(cast: Cast, mission: Mission) -> None:
    for pk, number in ((1 << 63, 1), (mission.campaign_id, 1 << 63), (10**30, 10**30)):
        address = reverse("mission-companion-news", args=(pk, number))
        assert client_of(cast.pilot).get(address).status_code == 403


def test_a_delivery_that_comes_twice_and_one_that_is_wrong_in_part(cast: Cast, mission: Mission) -> None:
    phone = client_of(cast.pilot)
    good, bad = tap("add", "axis-1 leader.hits", 1), tap("set", "axis-1.altitude", "on the moon")
    for _ in range(2):
        answer = send(phone, mission, bad, good)
        assert answer.status_code == 200
        assert len(answer.json()["refused"]) == 1
        assert answer.json()["values"] == {"axis-1 leader.hits": "1"}
    assert TableTap.objects.count() == 1


ALTERED = (
    "",
    "{}",
    "[1]",
    "nonsense",
    '[{"key": "x"}]',
    json.dumps([tap("add", "a" * 81, 1)]),
    json.dumps([tap("explode", "turns", 1)]),
    json.dumps([tap("set", "turns", "\0")]),
    json.dumps([tap("set", "turns", 2) | {"at": -1}]),
    json.dumps([tap("set", "turns", 2) | {"at": 1 << 60}]),
    json.dumps([tap("set", "turns", 2) | {"by": 1}]),
    " " * 50_000,
    json.dumps([tap("set", "turns", 2) for _ in range(101)]),
)


def test_what_is_altered_on_the_way_is_answered_with_a_sentence(
    cast: Cast, mission: Mission, subtests: pytest.Subtests
) -> None:
    phone = client_of(cast.pilot)
    for sent in ALTERED:
        with subtests.test(sent[:80]):
            answer = phone.post(url(mission, "mission-companion-taps"), {"taps": sent})
            assert answer.status_code == 409
            assert answer.json()["why"].endswith(".")
            assert press(phone, mission, sent[:200]).status_code == 200
            assert not TableTap.objects.exists()


def test_it_fills_in_the_result_which_is_looked_over_and_handed_in(cast: Cast, mission: Mission) -> None:
    commander = client_of(cast.allied)
    mission_page = text(commander.get(url(mission, "mission")))
    assert "Keep the table" in mission_page
    send(client_of(cast.pilot), mission, tap("add", "axis-1 leader.hits", 20), tap("set", "turns", 4))
    send(client_of(cast.axis), mission, tap("set", "axis-1 leader.by", "allied-1 leader"))
    plain = commander.get(url(mission, "mission-table"))
    assert "Fill this page in from there" in text(plain)
    assert values(plain.context["form"])["axis-1-leader-fate"] == "undamaged", "nobody has asked for it"
    filled = commander.get(url(mission, "mission-table"), {"taps": "1"})
    assert "look it over" in text(filled)
    sent = values(filled.context["form"])
    assert (sent["axis-1-leader-fate"], sent["axis-1-leader-by"], sent["turns"]) == ("destroyed", "allied-1 leader", 4)
    assert not Flight.objects.exists()
    commander.post(url(mission, "mission-table"), sent | {"store": "1"})
    report = Flight.objects.get().report
    assert report["turns"] == 4
    down = [each for each in report["aircraft"] if each["status"] == "destroyed"]
    assert [(each["unit"], each["seat"]) for each in down] == [("axis-1", "leader")]
    again = client_of(cast.pilot).get(url(mission, "mission-companion"))
    assert "The result of this table is there already: stored, and waits for its debrief." in text(again)
    assert f'<a href="{url(mission, "mission-debrief")}">See the result</a>' in again.content.decode()


def test_what_was_begun_on_the_page_of_the_result_stays_beside_what_was_tapped(cast: Cast, mission: Mission) -> None:
    commander = client_of(cast.allied)
    begun = values(commander.get(url(mission, "mission-table")).context["form"])
    begun |= {"notes": "Sand in everything", "allied-1-leader-fate": "damaged", "axis-1-leader-fate": "damaged"}
    commander.post(url(mission, "mission-table-keep"), begun)
    send(commander, mission, tap("set", "axis-1 leader.fate", "destroyed"))
    filled = values(commander.get(url(mission, "mission-table"), {"taps": "1"}).context["form"])
    assert filled["notes"] == "Sand in everything"
    assert (filled["allied-1-leader-fate"], filled["axis-1-leader-fate"]) == ("damaged", "destroyed")


def test_each_table_of_a_mission_keeps_its_own(cast: Cast) -> None:
    mission = make.opened(make.confirmed(make.club(cast), tables=2))
    pilot = client_of(cast.pilot)
    assert text(pilot.get(url(mission, "mission"))).count("Keep the table") == 2
    send(pilot, mission, tap("set", "turns", 3), table=2)
    press(pilot, mission, "set|axis-1.altitude|low", table=2)
    assert page_of(pilot, mission).state.values == {}
    assert page_of(pilot, mission, 2).state.values == {"turns": "3", "axis-1.altitude": "low"}
    assert "Tables 1 to 2" in text(pilot.get(url(mission, "mission-companion"), {"table": 3}, follow=True))
    filled = values(pilot.get(f"{url(mission, 'mission-table')}?table=2&taps=1").context["form"])
    pilot.post(url(mission, "mission-table"), filled | {"table": "2", "store": "1"})
    assert Submission.objects.get().outcome["turns"] == 3
    there = pilot.get(url(mission, "mission-companion"), {"table": 2})
    assert "is there already: told by pilot, waits for" in text(there)
    assert f'<a href="{url(mission, "mission-result", 2)}">See the result</a>' in there.content.decode()
    assert "is there already" not in text(pilot.get(url(mission, "mission-companion")))


SYSTEMS = {
    "narrow-sea": {"Altitude", "Hits", "Cockpit Hits", "What became of it"},
    "desert-dogfights": {"Altitude", "Position", "Bursts this turn", "Hits"},
    "flying-circus-1917": {"Altitude", "Position", "Bursts this turn", "Hits"},
    "angels-over-kent": {"Altitude", "Facing", "Status", "Hits"},
    "big-week": {"Row", "Column", "Depth", "Heading", "Pitch", "Counter", "Hits"},
    "buzz-bomb": {"Bursts this turn", "Hits", "Flying bombs shot down", "Flying bombs that came"},
}


@pytest.mark.parametrize("slug", broad(SYSTEMS, 2))
def test_every_game_keeps_what_lies_on_its_table(slug: str, cast: Cast) -> None:
    mission = make.opened(make.campaign(cast.owner, slug, allied="me"))
    owner = client_of(cast.owner)
    with CaptureQueriesContext(connection) as queries:
        page = page_of(owner, mission)
    assert len(queries) <= 16
    units = [row for unit in page.units for row in (*unit.cells, *(row for seat in unit.seats for row in seat.cells))]
    labels = {row.cell.label for row in (*units, *page.mission)}
    assert SYSTEMS[slug] <= labels
    told = {row.cell.name: row.value for row in units if row.what in ("altitude", "facing")}
    assert all(told.values()) or slug == "flying-circus-1917", "the orders say where they begin"
    filled = owner.get(url(mission, "mission-table"), {"taps": "1"})
    assert values(filled.context["form"]) | {"key": ""} == values(
        owner.get(url(mission, "mission-table")).context["form"]
    ) | {"key": ""}, "what nobody has tapped is as usual"


def test_hits_of_a_squadron_are_its_result(cast: Cast) -> None:
    mission = make.opened(make.campaign(cast.owner, "big-week", allied="me"))
    owner = client_of(cast.owner)
    unit = next(unit for unit in sheet_of(mission).units if unit.takes_hits and unit.side == "allied")
    send(owner, mission, tap("add", f"{unit.id}.hits", 1), tap("add", f"{unit.id}.hits", 2, 2))
    owner.post(
        url(mission, "mission-table"),
        values(owner.get(url(mission, "mission-table"), {"taps": "1"}).context["form"]) | {"store": "1"},
    )
    fates = [each["status"] for each in Flight.objects.get().report["aircraft"] if each["unit"] == unit.id]
    assert sorted(fates)[:3] == ["damaged", "destroyed", "destroyed"]


def test_the_part_of_a_strike_stands_apart_from_the_number_of_turns(cast: Cast) -> None:
    seed = make.seed_that_draws(make.EVERY_TYPE, "photographs")
    mission = make.opened(make.campaign(cast.owner, make.EVERY_TYPE, allied="me", axis="me", seed=seed))
    shown = " ".join(text(client_of(cast.owner).get(url(mission, "mission-companion"))).split())
    assert re.search(r"Turn 1 of \d+ Target-Bound", shown)
