"""What a system asks after a mission that was told at the table: page, points, corrections and files."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.operations import campaigns as campaign_operations
from campaigns.operations import packs
from campaigns.standing.result_kinds import Scored
from missions.flights import context, flying
from missions.forms.table import TableForm
from missions.models import Flight, Mission
from missions.operations import flights, orders
from missions.selectors.archive import export
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad
from tests.engine.rules import rule

KENT, SABIN, WWI = "angels-over-kent", "big-week", "flying-circus-1917"


def signed(cast: Cast, key: str) -> Mission:
    """This mission as the first of the pack, which has all its squadrons from the beginning; the orders are open."""
    swapped = {"bread": key, key: "bread"}
    text = re.sub(r'(base = ".*"\nat = .*\n)first = .*\n', r"\1", make.source(KENT))
    return begun(cast, re.sub(r'(?<={ mission = ")[\w-]+', lambda row: swapped.get(row[0], row[0]), text))


def first(cast: Cast, slug: str, old: str = "", new: str = "") -> Mission:
    """The first mission of a pack in whose text ``old`` is ``new``."""
    assert old in make.source(slug)
    return begun(cast, make.source(slug).replace(old, new))


def begun(cast: Cast, text: str) -> Mission:
    """The first mission of this pack, both flown by the owner, the orders open."""
    own = make.with_version(text, f"9.{zlib.crc32(text.encode())}")
    pack = packs.load_pack(own, "own.toml")[0]
    campaign = campaign_operations.start_campaign(
        actor=cast.owner, pack=pack, name="Own", seats={"allied": "me", "axis": "me"}, seed=7
    )
    return orders.open_orders(mission=make.planned(campaign))


@pytest.fixture
def owner(cast: Cast, client: Client) -> Client:
    client.force_login(cast.owner)
    return client


def url(mission: Mission, name: str = "mission-table") -> str:
    return reverse(name, args=(mission.campaign_id, mission.number))


def values(form: TableForm) -> dict[str, Any]:
    """What a browser sends of a page that nobody has touched."""
    found: dict[str, Any] = {}
    for name in form.fields:
        value = form[name].value()
        if value not in (None, False, ""):
            found[name] = "on" if value is True else value
    return found


def page(client: Client, mission: Mission, name: str = "mission-table") -> TableForm:
    answer = client.get(url(mission, name))
    assert answer.status_code == 200
    form: TableForm = answer.context["form"]
    return form


def told(client: Client, mission: Mission, **said: str) -> dict[str, int]:
    """The points by reason of what was said on the page, as the journal has them after the debrief."""
    answer = client.post(url(mission), values(page(client, mission)) | said | {"store": "1"})
    assert answer.status_code == 302, answer.context["form"].errors
    make.debrief(mission)
    assert_reconciled(mission.campaign)
    return points(mission.campaign)


def points(campaign: Campaign) -> dict[str, int]:
    """Of the last mission, by side and reason."""
    last = max(campaign.missions.values_list("number", flat=True))
    found: Counter[str] = Counter()
    for entry in campaign.entries.filter(kind=Scored.kind, mission=last, reversed_by=None, reverses=None):
        found[f"{entry.side} {entry.data['reason']}"] += entry.data["points"]
    return found


def errors(client: Client, mission: Mission, **said: str) -> str:
    """What the page says against this, as a sentence."""
    answer = client.post(url(mission), values(page(client, mission)) | said | {"review": "1"})
    assert answer.status_code == 422
    return " ".join(unescape(answer.content.decode()).split())


@rule("A20 Advantaged Position")
def test_the_page_asks_how_a_battle_began_and_gives_the_points_of_the_worse_place(cast: Cast, owner: Client) -> None:
    mission = signed(cast, "margate")
    form = page(owner, mission)
    assert form["answer-beginning"].value() is None
    first = owner.get(url(mission)).content.decode()
    assert '<a href="#id_answer-beginning_0">How the battle began</a>' in first, "before anybody has gone wrong"
    untouched = errors(owner, mission)
    said = "How the battle began: choose one of the answers."
    assert f'<a href="#id_answer-beginning_0">{said}</a>' in untouched, "on top, with the way there"
    question = untouched[untouched.index('<legend class="field-label">How the battle began') :]
    assert question.index(f"<li>{said}</li>") < question.index("id_answer-beginning_0"), "and at the question"
    assert "Choose one of these." in errors(owner, mission, **{"answer-beginning": "9-axis"})
    assert told(owner, mission, **{"answer-beginning": "5-axis"})["allied for the worse starting position"] == 15


@rule("A20 Battle of Britain: Schnellbomber b")
def test_the_page_asks_for_targets_strafed(cast: Cast, owner: Client) -> None:
    mission = signed(cast, "manston")
    assert "a whole number from 0 to 15" in errors(owner, mission, **{"answer-strafed-axis": "16"})
    assert "a whole number from 0 to 15" in errors(owner, mission, **{"answer-strafed-axis": "-1"})
    assert told(owner, mission, **{"answer-strafed-axis": "4"}) == {"axis for targets strafed": 40}


@rule("A20 Battle of Britain: Intercept the Interceptors b")
def test_the_page_asks_whether_all_got_above_the_battle(cast: Cast, owner: Client) -> None:
    mission = signed(cast, "spiral")
    damaged = errors(owner, mission, **{"answer-climbed": "on", "allied-1-1-fate": "damaged"})
    assert "Not all Allied aircraft came back undamaged" in damaged
    assert told(owner, mission, **{"answer-climbed": "on"}) == {"allied for getting above the battle undamaged": 1}


@rule("A20 Winning the Bomber Escort Scenario")
def test_bombers_may_get_through_turn_back_or_both_damaged(cast: Cast, owner: Client) -> None:
    mission = signed(cast, "blackwater")
    form = page(owner, mission)
    bombers = next(unit.id for unit in form.sheet.units if unit.role == "striker")
    labels = [label for _, label in form.fields[f"{bombers}-1-fate"].choices]  # type: ignore[attr-defined]
    assert labels[3:] == ["Through", "Through, damaged", "Turned back", "Turned back, damaged"]
    fates = {f"{bombers}-1-fate": "through", f"{bombers}-2-fate": "damaged-through"}
    assert told(owner, mission, **fates) == {"axis for bringing the bombers through": 1}
    reports = [each for each in Flight.objects.get(mission=mission).report["aircraft"] if each["unit"] == bombers]
    assert [(each["status"], each["exit"]) for each in reports] == [("undamaged", "through"), ("damaged", "through")]


@rule("A20 Battle of Britain: Limited Fuel b", "A20 Battle of Britain: Limited Fuel c")
def test_fighters_are_home_in_time_for_nothing_or_out_of_fuel_for_everything(cast: Cast, owner: Client) -> None:
    mission = signed(cast, "fuel")
    scored = told(owner, mission, **{"axis-1-1-fate": "damaged-home", "axis-2-1-fate": "fuel"})
    assert set(scored) == {"allied for an enemy fighter out of fuel", "axis for bombers without a scratch"}
    flight = Flight.objects.get(mission=mission)
    dry = next(each for each in flight.report["aircraft"] if each["unit"] == "axis-2")
    assert (dry["status"], dry["cause"]) == ("destroyed", "lack of fuel")
    again = page(owner, mission, "mission-amend")
    assert (again["axis-1-1-fate"].value(), again["axis-2-1-fate"].value()) == ("damaged-home", "fuel")


@rule("SABIN Victory d")
def test_bombers_of_dogfight_that_turned_back_take_their_sides_points_with_them(cast: Cast, owner: Client) -> None:
    mission = first(cast, SABIN, 'options = { sky = "roll"', 'options = { turning_back = "behind", sky = "roll"')
    form = page(owner, mission)
    assert [field.label for field in form.questions()] == ["The bombers turned back"]
    hits = {f"{unit.id}-hits": "1" for unit in form.sheet.units}
    scored = told(owner, mission, **hits, **{"answer-turned-back": "on"})
    assert scored["axis The bombers turned back"] > 0
    assert not [each for each in scored if each.startswith("allied")]


def test_nothing_is_asked_where_losses_tell_all(cast: Cast, owner: Client) -> None:
    kent = signed(cast, "bread")
    for mission in (kent, first(cast, SABIN), first(cast, WWI)):
        assert page(owner, mission).questions() == []
    exits = {ending.exit for line in page(owner, kent).sheet.lines for ending in line.endings}
    assert exits == {"", "disengaged"}


def test_only_a_wingman_of_1917_breaks_off(cast: Cast, owner: Client) -> None:
    for line in page(owner, first(cast, WWI)).sheet.lines:
        assert ("broke-off" in {ending.exit for ending in line.endings}) == (line.seat != "1"), line.key


def test_the_page_says_which_aircraft_is_the_leaders_where_that_counts(cast: Cast, owner: Client) -> None:
    lines = page(owner, first(cast, WWI)).sheet.lines
    assert {line.place for line in lines if "Leader" in line.place} == {"aircraft 1, the Leader"}
    assert [line for line in lines if "Leader" in line.place] == [line for line in lines if line.seat == "1"]
    assert not [line for line in page(owner, first(cast, KENT)).sheet.lines if "Leader" in line.place]


@pytest.mark.parametrize(("slug", "titles"), [(WWI, ["Aircraft 1, the Leader", "Aircraft 2"]), (KENT, ["Aircraft 1"])])
def test_the_plan_says_which_aircraft_is_the_leaders_where_that_counts(
    slug: str, titles: list[str], cast: Cast, owner: Client
) -> None:
    mission = make.drawn(make.campaign(cast.owner, slug, allied="me", axis="me"))
    plan = owner.get(reverse("mission-plan", args=(mission.campaign_id, mission.number, "axis"))).content.decode()
    assert [title for title in titles if f'<legend class="field-label">{title}</legend>' in plan] == titles
    assert ("the Leader" in plan) == (slug == WWI)


@pytest.mark.parametrize("key", broad(["margate", "spiral", "manston", "blackwater", "fuel"], 2))
def test_a_correction_begins_with_what_the_game_has_told_and_saved_unchanged_gives_its_points(
    cast: Cast, owner: Client, key: str
) -> None:
    mission = signed(cast, key)
    game = _flown(mission)
    make.debrief(mission)
    before = points(mission.campaign)
    sent = values(page(owner, mission, "mission-amend")) | {"notes": "Looked at again."}
    review = owner.post(url(mission, "mission-amend"), sent | {"review": "1"})
    assert review.status_code == 200, review.context["form"].errors
    entered = owner.post(url(mission, "mission-amend"), sent | {"store": "1", "confirm": review.context["confirm"]})
    assert entered.status_code == 302
    assert points(mission.campaign) == before
    flight = Flight.objects.get(mission=mission)
    assert (flight.way, flight.corrected_at is None) == (Flight.Way.ENGINE, False)
    for name, answer in flight.report.get("answers", {}).items():
        assert game["answers"][name] == answer
    assert_reconciled(mission.campaign)


def _flown(mission: Mission) -> dict[str, Any]:
    """The report of a game of the mission, stored."""
    game = flying.play(mission)
    report = context.in_campaign_terms(mission, game.report())
    flights.store_flight(mission=mission, record=str(game.record), report=report, key=uuid4())
    mission.refresh_from_db()
    stored: dict[str, Any] = Flight.objects.get(mission=mission).report
    return stored


def test_answers_go_into_the_file_of_a_campaign_and_come_back(cast: Cast, owner: Client) -> None:
    mission = signed(cast, "manston")
    told(owner, mission, **{"answer-strafed-axis": "3"})
    file = export(mission.campaign)
    again = make.brought_in(actor=cast.owner, content=file)
    flight = Flight.objects.get(mission__campaign=again, mission__number=mission.number)
    assert flight.report["answers"] == {"strafed-axis": 3}
