"""Buzz Bomb, the solitaire campaign: planned, flown, debriefed and graded, through operations and pages. [SUP 28]"""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.selectors import journal_entries, standings
from campaigns.standing.result_kinds import Kill, Scored, Sortie
from config.common.refusals import Refusal
from missions.flights import context, flying
from missions.flights.context import sheet_of
from missions.models import Flight, Mission, Orders
from missions.operations import corrections, flights, table
from missions.operations.orders import open_orders, sign_orders
from missions.planning import setups
from missions.results import reports
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.rules import rule

SLUG = "buzz-bomb"
WEEKS = 5


@pytest.fixture
def solitaire(cast: Cast) -> Campaign:
    """A campaign of which nobody commands the Axis side."""
    return make.campaign(cast.owner, SLUG)


def flown_week(campaign: Campaign) -> Mission:
    """The next week, flown by the engine and debriefed."""
    mission = make.flown(campaign)
    make.debrief(mission)
    mission.refresh_from_db()
    return mission


def sign(mission: Mission, *units: dict[str, object]) -> Mission:
    """The Allied orders: these patrols, and no others."""
    sign_orders(actor=mission.campaign.owner, mission=mission, side="allied", document={"units": list(units)})
    mission.refresh_from_db()
    return mission


def patrol(number: int, **orders: object) -> dict[str, object]:
    return {"id": f"allied-{number}", "altitude": "low", **orders}


# Planning


@rule("SUP 28 patrols")
def test_the_allied_player_assigns_patrols_to_the_belts_and_the_axis_plans_nothing(solitaire: Campaign) -> None:
    mission = make.drawn(solitaire)
    signed = Orders.objects.get(mission=mission)
    assert (signed.side, signed.document["units"]) == ("axis", [])
    choices = context.choices(mission, "allied")
    assert {unit.slot.line.belt for unit in choices.units()} == {"sea", "guns", "land"}
    assert choices.units()[0].title == "Patrol 1 over the sea"
    sign(mission, patrol(1, aircraft="tempest-v"), patrol(2, aircraft="mosquito-nf-xiii"))
    flies = {unit["id"]: unit["belt"] for unit in setups.setup(context.context_of(mission))["units"]}
    assert flies == {"allied-1": "sea", "allied-2": "land"}


@rule("SUP 28 patrols", "SUP 28 night")
def test_a_night_fighter_flies_from_its_squadron_without_a_wingman(solitaire: Campaign) -> None:
    mission = make.drawn(solitaire)
    sign(mission, patrol(2, aircraft="mosquito-nf-xiii", wingman=True))
    (unit,) = (
        each
        for each in mission.orders.get(side="allied").document["units"]
        if each.get("aircraft") == "mosquito-nf-xiii"
    )
    assert not unit["wingman"]
    assert len([code for code in unit["airframes"] if code]) == 1


def test_no_more_patrols_fly_than_the_weather_allows(solitaire: Campaign) -> None:
    mission = make.drawn(solitaire)
    period = standings.standing_of(solitaire).period
    assert period is not None
    cap = period.caps["allied"]
    assert cap is not None
    by_day = (1, 3, 4, 6, 7)
    with pytest.raises(Refusal, match="The weather"):
        sign(mission, *(patrol(number, wingman=False) for number in by_day[: cap + 1]))


@rule("SUP 28 guns")
def test_a_week_without_patrols_is_flown_all_the_same(solitaire: Campaign) -> None:
    mission = sign(make.drawn(solitaire))
    assert context.why_grounded(mission) == ""
    assert mission.status == Mission.Status.READY
    record = table.record_table(actor=solitaire.owner, mission=mission, outcome=Outcome(wave=7, by_guns=2), key=uuid4())
    assert sum(score["points"] for score in record.report["scores"]) == 2 * 2 - 3 * 5


# From week to week


@rule("SUP 28 patrols", "SUP 28 points")
def test_five_weeks_are_flown_and_graded_by_the_total(solitaire: Campaign) -> None:
    points = []
    for number in range(1, WEEKS + 1):
        mission = flown_week(solitaire)
        assert mission.title
        standing = standings.standing_of(solitaire)
        points.append(standing.points["allied"])
        meteors = [each for each in standing.airframes.values() if each.aircraft == "meteor-i"]
        assert all((each.status == "serviceable") == (number >= 4) for each in meteors)
        assert_reconciled(solitaire)
    solitaire.refresh_from_db()
    assert solitaire.is_finished
    standing = standings.standing_of(solitaire)
    assert standing.score == points[-1]
    least = standing.grade.least
    assert least is None or points[-1] >= least
    assert standing.points["axis"] == 0


def test_what_came_stands_in_the_journal_with_who_shot_it_down(solitaire: Campaign) -> None:
    mission = flown_week(solitaire)
    entries = solitaire.entries.filter(mission=mission.number)
    bombs = [entry.data for entry in entries.filter(kind=Sortie.kind, side="axis")]
    assert {data["aircraft"] for data in bombs} == {"fi-103"}
    kills = [entry.data["victim"]["unit"] for entry in entries.filter(kind=Kill.kind)]
    fallen = {data["unit"] for data in bombs if data["status"] == "destroyed"}
    assert kills
    assert set(kills) <= fallen
    through = [data for data in bombs if data["exit"] == "through"]
    points = sum(entry.data["points"] for entry in entries.filter(kind=Scored.kind))
    assert points == 2 * len(fallen) - 3 * len(through)


# At the table


def planned(campaign: Campaign) -> Mission:
    """Two patrols over the sea, one of them alone."""
    first, second = patrol(1, aircraft="tempest-v"), patrol(7, aircraft="spitfire-xiv", wingman=False)
    return sign(make.drawn(campaign), first, second)


@rule("SUP 28 points")
def test_a_week_at_the_table_scores_what_was_shot_down_what_got_through_and_what_was_lost(solitaire: Campaign) -> None:
    outcome = Outcome(
        aircraft=(
            AircraftOutcome("allied-1 leader", bombs=2),
            AircraftOutcome("allied-1 wingman", bombs=1, status="damaged"),
            AircraftOutcome("allied-7 leader", bombs=1, status="destroyed"),
        ),
        wave=9,
        by_guns=2,
    )
    told = reports.report(sheet_of(planned(solitaire)), outcome)
    assert told.points("allied") == 2 * 6 - 3 * 3 - 5
    assert told.turns == 8  # the ninth comes in Turn 3
    assert [len(each.kills) for each in told.aircraft if each.side == "allied"] == [2, 1, 1]
    assert [each.exit for each in told.aircraft if each.side == "axis"] == [""] * 6 + ["through"] * 3
    assert {each.cause for each in told.aircraft if each.side == "allied"} == {"", "the blast of a flying bomb"}


@pytest.mark.parametrize(
    ("outcome", "field", "why"),
    [
        (Outcome(), "wave", "Between 1 and 24"),
        (Outcome(wave=3, by_guns=4), "by_guns", "0 to 3"),
        (Outcome(wave=3, by_guns=2, aircraft=(AircraftOutcome("allied-1 leader", bombs=2),)), "wave", "4 are said"),
        (
            Outcome(wave=3, aircraft=(AircraftOutcome("allied-1 leader", bombs=5),)),
            "aircraft.allied-1 leader.bombs",
            "0 to 3",
        ),
    ],
)
def test_what_cannot_have_happened_at_the_table_is_refused(
    solitaire: Campaign, outcome: Outcome, field: str, why: str
) -> None:
    with pytest.raises(Refusal, match=why) as refused:
        reports.report(sheet_of(planned(solitaire)), outcome)
    assert refused.value.field == field


def test_a_week_is_recorded_corrected_and_debriefed_on_its_pages(solitaire: Campaign, client: Client) -> None:
    mission = open_orders(mission=planned(solitaire))
    client.force_login(solitaire.owner)
    url = reverse("mission-table", args=(solitaire.pk, mission.number))
    form = client.get(url).context["form"]
    names = [name for name in form.fields if name not in ("key", "seen")]
    data = {name: value for name in names if (value := form[name].initial) not in (None, "")}
    data |= {"key": str(form["key"].initial), "wave": "8", "by_guns": "1", "allied-1-leader-bombs": "3"}
    assert client.post(url, data | {"store": "1", "wave": "3"}).status_code == 422
    assert client.post(url, data | {"review": "1"}).status_code == 200
    assert client.post(url, data | {"store": "1"}).status_code == 302
    report = Flight.objects.get(mission=mission).report
    assert sum(score["points"] for score in report["scores"]) == 2 * 4 - 3 * 4
    again = client.get(url).context["form"]
    assert [again[name].initial for name in ("wave", "by_guns", "allied-1-leader-bombs")] == [8, 1, 3]
    mission.refresh_from_db()
    make.debrief(mission)
    assert_reconciled(solitaire)


def test_a_week_that_the_engine_flew_is_corrected_to_another_wave(solitaire: Campaign, client: Client) -> None:
    mission = flown_week(solitaire)
    client.force_login(solitaire.owner)
    assert client.get(reverse("mission-amend", args=(solitaire.pk, mission.number))).status_code == 200
    outcome = Outcome(wave=8, by_guns=2, aircraft=(AircraftOutcome("allied-1 leader", bombs=3),))
    corrections.amend(
        actor=solitaire.owner,
        mission=mission,
        outcome=outcome,
        key=uuid4(),
        expected_version=journal_entries.version(solitaire),
    )
    assert standings.standing_of(solitaire).points["allied"] == 2 * 5 - 3 * 3
    assert_reconciled(solitaire)


# Pages


def look(client: Client, name: str, *args: object) -> str:
    """The page, which must be there."""
    response = client.get(reverse(name, args=args))
    assert response.status_code == 200, (name, args)
    return response.content.decode()


def test_every_page_of_a_week_from_its_plan_to_the_journal(solitaire: Campaign, client: Client) -> None:
    client.force_login(solitaire.owner)
    mission = make.drawn(solitaire)
    place = (solitaire.pk, mission.number)
    assert "Patrol 1 over the sea" in look(client, "mission-plan", *place, "allied")
    sign(mission, patrol(1), patrol(3))
    look(client, "mission", *place)
    mission = _flown(mission)
    look(client, "mission", *place)
    assert "Fieseler Fi 103" in look(client, "mission-debrief", *place)
    assert "The guns fire at" in look(client, "mission-replay", *place)
    last = 0
    while (page := client.get(reverse("mission-replay", args=(*place, last)))).status_code == 200:
        last += 1
    assert page.status_code == 404
    assert last > 10
    step = look(client, "mission-replay", *place, 1)
    assert step.index("Over the sea</text>") < step.index("Over the guns</text>") < step.index("Over the land</text>")
    assert "Very High</text>" not in step
    make.debrief(mission)
    for name in ("campaign", "campaign-squadrons", "campaign-pilots", "campaign-memorial", "campaign-prints"):
        assert client.get(reverse(name, args=(solitaire.pk,))).status_code == 200
    told = look(client, "campaign-journal", solitaire.pk)
    assert "destroyed Fieseler Fi 103" in told
    assert "was shot down" in told


def _flown(mission: Mission) -> Mission:
    """By the engine, as the task does it."""
    game = flying.play(mission)
    flights.store_flight(mission=mission, record=str(game.record), report=game.report(), key=uuid4())
    mission.refresh_from_db()
    return mission


def test_the_pack_page_says_what_flying_bombs_are_worth(cast: Cast, client: Client) -> None:
    make.pack(SLUG)
    client.force_login(cast.owner)
    page = look(client, "pack", SLUG)
    assert "Each that gets through: −3." in page
    assert "patrol, over the guns" in page
    assert client.get(reverse("pack-log", args=(SLUG,))).status_code == 200


def test_nobody_takes_the_axis_side_against_flying_bombs_whatever_was_ticked(cast: Cast, client: Client) -> None:
    make.pack(SLUG)
    client.force_login(cast.owner)
    assert "nobody commands the Axis" in client.get(f"{reverse('campaign-new')}?pack={SLUG}").content.decode()
    begun = {"pack": SLUG, "name": "Kent", "allied": "me", "axis": "me"}
    assert client.post(reverse("campaign-new"), begun).status_code == 302
    campaign = Campaign.objects.get(name="Kent")
    assert campaign.seats.get(side="axis").user is None
    make.drawn(campaign)
    page = client.get(reverse("mission", args=(campaign.pk, 1))).content.decode()
    assert "Flying bombs need no orders." in page
    assert "Sealed orders" not in page
