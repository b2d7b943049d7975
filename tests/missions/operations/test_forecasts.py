"""How a mission might go, by a side's plan: flown by a worker, seen by that side alone, and blind to the other."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

import engine
from accounts.selectors import exports
from campaigns.models import Campaign
from campaigns.operations import changes, pilots
from campaigns.packs.schema import SIDES, Side
from campaigns.selectors import standings
from campaigns.standing.model import Squadron
from config.common.refusals import Refusal
from engine.core.players import fly
from missions import tasks
from missions.flights import context
from missions.forms.orders import initial_orders
from missions.models import Forecast, Job, Mission, Orders
from missions.odds import forecast as odds
from missions.odds.calibration import calibration
from missions.odds.forecast import seed_of
from missions.odds.intervals import share, share_of_groups
from missions.odds.strengths import strengths
from missions.odds.words import percent_between
from missions.operations import drafts, forecasts, jobs, orders
from missions.planning import setups
from missions.planning.orders import SideOrders
from missions.selectors.forecasts import bars, panel
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad

RUNS = 12


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """What pages ask for is flown a few times only."""
    monkeypatch.setattr(forecasts.order, "__kwdefaults__", {"runs": RUNS})


def asked(mission: Mission, side: Side = "allied", actor: User | None = None, **changed: Any) -> Forecast:
    """What comes of asking by the staff's plan, ``changed``; flown."""
    plan = make.plan(mission, side).but(**changed)
    who = actor or make.commander(mission.campaign, side) or mission.campaign.owner
    ordered = forecasts.order(actor=who, mission=mission, side=side, plan=plan)
    for row in Forecast.objects.filter(mission=mission, side=side, job__status=Job.Status.QUEUED):
        tasks.forecast(str(row.job_id))
    ordered.refresh_from_db()
    return ordered


def page(mission: Mission, side: str = "allied") -> str:
    return reverse("mission-forecast", args=(mission.campaign_id, mission.number, side))


def plan_page(mission: Mission, side: str = "allied") -> str:
    return reverse("mission-plan", args=(mission.campaign_id, mission.number, side))


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """A mission of two commanders, which both still plan."""
    return make.drawn(make.club(cast))


def test_a_forecast_is_its_missions_flown_one_by_one(mission: Mission) -> None:
    told = odds.Forecast.from_json(asked(mission).results)
    question = odds.Flights(forecasts.asked(Forecast.objects.get(plan__isnull=False)))
    margins = []
    for number in range(RUNS):
        planned = question.planned(number)
        game = engine.new(planned.pack.system, setups.setup(planned), seed_of(number))
        players = {
            side: engine.heuristic_player(game.system, side, seed_of(number), planned.doctrines[side])
            for side in game.sides
        }
        report = fly(game, players).report()
        margins.append(report.points("allied") - report.points("axis"))
    assert list(told.margins) == margins
    assert told.won == share(sum(margin > 0 for margin in margins), RUNS)
    assert told.own_lost.sent == sum(unit.lost.sent for unit in told.units) > 0
    assert told.own_lost.count == sum(unit.lost.count for unit in told.units)


def test_nothing_that_the_other_side_does_changes_a_digit(cast: Cast, client: Client) -> None:
    mission = make.drawn(make.club(cast))
    client.force_login(cast.allied)
    seen = []

    def look() -> None:
        Job.objects.filter(forecast__isnull=False).delete()
        results = asked(mission, actor=cast.allied).results
        text = client.get(page(mission)).content.decode()
        seen.append((results, re.sub(r'name="csrfmiddlewaretoken" value="\w+"|nonce="[^"]+"', "", text)))

    look()
    document = make.orders(mission, "axis")
    signed: SideOrders = make.plan(mission, "axis")
    for doctrine in ("cautious", "bold"):
        draft = signed.but(doctrine=doctrine)
        kept = mission.drafts.filter(side="axis", squadron="").first()
        drafts.save_draft(
            actor=cast.axis,
            mission=mission,
            side="axis",
            document=draft,
            expected_version=kept.version if kept else "",
        )
        look()
    for doctrine in ("steady", "bold"):
        row = Orders.objects.filter(mission=mission, side="axis").first()
        orders.sign_orders(
            actor=cast.axis,
            mission=mission,
            side="axis",
            document={**document, "doctrine": doctrine},
            expected_version=row.version if row else "",
        )
        look()
    asked(mission, "axis", cast.axis)
    look()
    assert all(each == seen[0] for each in seen[1:])


def in_its_hangars(campaign: Campaign, actor: User) -> None:
    """What the Axis side does without anybody else knowing: an aircraft is scrapped, a man goes on leave."""
    standing = standings.standing_of(campaign)
    own = [each for each in standing.airframes.values() if each.side == "axis" and each.status == "serviceable"]
    changes.withdraw(actor=actor, campaign=campaign, side="axis", codes=[own[0].code], reason="Worn out.")
    men = [each for each in standing.airmen.values() if each.side == "axis" and each.status == "fit"]
    pilot = campaign.pilots.get(pk=men[0].pk)
    changes.set_status(actor=actor, campaign=campaign, pilot=pilot, status="leave", back=9, reason="Long overdue.")


def test_what_the_other_side_has_done_in_its_hangars_plays_no_part(cast: Cast) -> None:
    told = []
    for is_busy in (False, True):
        campaign = make.club(cast, make.PERIODS)
        if is_busy:
            in_its_hangars(campaign, cast.axis)
        told.append(asked(make.drawn(campaign), actor=cast.allied).results)
    assert told[0] == told[1]


def test_what_is_delivered_to_the_other_side_meanwhile_leaves_a_forecast_kept(cast: Cast) -> None:
    mission = make.drawn(make.club(cast, make.PERIODS))
    before = asked(mission, actor=cast.allied)
    squadron = next(each for each in mission_squadrons(mission) if each.side == "axis" and each.status == "present")
    changes.deliver(
        actor=cast.axis,
        campaign=mission.campaign,
        side="axis",
        squadron=squadron.key,
        count=1,
        reason="At last.",
    )
    assert asked(mission, actor=cast.allied).pk == before.pk
    Job.objects.filter(forecast__isnull=False).delete()
    assert asked(mission, actor=cast.allied).results == before.results


def test_what_people_write_into_the_journal_leaves_a_forecast_kept(mission: Mission, cast: Cast) -> None:
    plan = make.plan(mission, "allied")
    ordered = forecasts.order(actor=cast.allied, mission=mission, side="allied", plan=plan)
    pilots.add_note(actor=cast.axis, campaign=mission.campaign, text="Rain over the Channel.")
    tasks.forecast(str(ordered.job_id))
    ordered.refresh_from_db()
    assert ordered.results
    pilots.add_note(actor=cast.axis, campaign=mission.campaign, text="It has cleared.")
    assert asked(mission, actor=cast.allied).pk == ordered.pk


def test_what_is_flown_on_paper_is_not_forecast(cast: Cast) -> None:
    mission = make.on_paper(make.club(cast))
    with pytest.raises(Refusal, match="flown on paper"):
        forecasts.order(actor=cast.allied, mission=mission, side="allied", plan=make.plan(mission, "allied"))


def test_aircraft_of_which_nobody_was_told_may_have_flown_before_a_mission_is_forecast(cast: Cast) -> None:
    campaign = make.club(cast, make.PERIODS)
    for squadron in standings.standing_of(campaign).squadrons.values():
        if squadron.side == "axis" and squadron.status == "present":
            changes.deliver(
                actor=cast.axis, campaign=campaign, side="axis", squadron=squadron.key, count=6, reason="At last."
            )
    for _ in range(2):
        make.debriefed(campaign)
    told = odds.Forecast.from_json(asked(make.drawn(campaign), actor=cast.allied).results)
    assert told.flown == RUNS


def test_a_double_click_is_one_forecast(mission: Mission, cast: Cast, client: Client) -> None:
    client.force_login(cast.allied)
    sent = initial_orders(make.plan(mission, "allied")) | {"forecast": "1"}
    for _ in range(2):
        assert client.post(plan_page(mission), sent).status_code == 200
    assert Forecast.objects.count() == Job.objects.count() == 2, "of this plan, and of the staff's"


def test_a_worker_that_was_lost_in_the_middle_costs_nothing(
    mission: Mission, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    undisturbed = asked(mission).results
    Job.objects.all().delete()
    ordered = forecasts.order(actor=cast.allied, mission=mission, side="allied", plan=make.plan(mission, "allied"))
    fly_one = odds.Flight.report
    flown = []

    def lost(flight: odds.Flight) -> Any:
        flown.append(flight.seed)
        if len(flown) == 6:
            raise KeyboardInterrupt
        return fly_one(flight)

    monkeypatch.setattr(odds.Flight, "report", lost)
    with pytest.raises(KeyboardInterrupt):
        tasks.forecast(str(ordered.job_id))
    monkeypatch.setattr(odds.Flight, "report", fly_one)
    then = timezone.now() - timedelta(hours=1)
    Job.objects.filter(pk=ordered.job_id).update(moved_at=then, sent_at=then)
    assert jobs.resend_stuck() >= 1
    tasks.forecast(str(ordered.job_id))
    ordered.refresh_from_db()
    assert ordered.results == undisturbed


def mission_squadrons(mission: Mission) -> list[Squadron]:
    return list(standings.standing_of(mission.campaign).squadrons.values())


def test_only_who_commands_a_side_has_its_plans_flown(mission: Mission, cast: Cast) -> None:
    plan = make.plan(mission, "allied")
    asked(mission)
    for other in (cast.axis, cast.umpire, cast.owner, cast.reader, cast.stranger):
        with pytest.raises(Refusal, match="You do not command this side"):
            forecasts.order(actor=other, mission=mission, side="allied", plan=plan)
        with pytest.raises(Refusal, match="You do not command this side"):
            forecasts.cancel(actor=other, mission=mission, side="allied")


def test_a_campaign_that_has_gone_on_meanwhile_is_asked_again(mission: Mission, cast: Cast) -> None:
    ordered = forecasts.order(actor=cast.allied, mission=mission, side="allied", plan=make.plan(mission, "allied"))
    Forecast.objects.filter(pk=ordered.pk).update(digest="of-another-day")
    tasks.forecast(str(ordered.job_id))
    job = Job.objects.get(pk=ordered.job_id)
    assert job.status == Job.Status.FAILED
    assert "gone on" in job.message


def test_what_somebody_else_may_read_about_a_person_does_not_tell_that_he_asked(mission: Mission, cast: Cast) -> None:
    asked(mission)
    assert "forecast" in str(exports.everything_about(cast.allied))
    assert "forecast" not in str(exports.everything_about(cast.allied, by_others=True))


def test_aircraft_of_one_flight_share_its_luck_and_count_for_fewer_than_they_are() -> None:
    assert share_of_groups({(2, 0): 50, (2, 1): 100, (2, 2): 50}) == share(200, 400)
    assert share_of_groups({(2, 0): 100, (2, 2): 100}) == share(100, 200)
    assert share_of_groups({(2, 0): 200}) == share(0, 200)


def test_flights_of_which_all_aircraft_are_lost_say_so_whatever_their_sizes() -> None:
    told = share_of_groups({(2, 2): 50, (4, 4): 50})
    assert told.percent == 100
    assert told.low > 90


def test_that_flights_are_large_and_small_is_no_luck_of_their_losses() -> None:
    """By hand: half of 300 aircraft. Pairs are 1 off, fours 2 off: a variance of (1 + 4) / 2, the average flight has 3.

    So they say as much as 100 · ½ · ½ · 3² / 2½ = 90 aircraft by themselves.
    """
    assert share_of_groups({(2, 0): 25, (2, 2): 25, (4, 0): 25, (4, 4): 25}) == share(45, 90)
    assert share_of_groups({(2, 1): 50, (4, 2): 50}) == share(50, 100)


def test_the_missions_own_seed_and_the_others_true_plan_play_no_part(mission: Mission) -> None:
    before = asked(mission).results
    Mission.objects.filter(pk=mission.pk).update(seed=mission.seed + 1)
    Job.objects.filter(forecast__isnull=False).delete()
    assert asked(Mission.objects.get(pk=mission.pk)).results == before


def test_another_plan_is_flown_under_the_same_luck_and_stands_beside_the_one_before(
    mission: Mission, cast: Cast, client: Client
) -> None:
    first = asked(mission, doctrine="cautious")
    second = asked(mission, doctrine="bold")
    assert first.results["margins"] != second.results["margins"]
    client.force_login(cast.allied)
    columns = client.get(page(mission)).context["odds"].columns
    assert [column.title for column in columns] == ["This plan", "The plan before", "The staff’s plans"]
    assert list(columns[0].forecast.margins) == second.results["margins"]
    assert list(columns[1].forecast.margins) == first.results["margins"]
    again = asked(mission, doctrine="cautious")
    assert again.pk == first.pk, "the same plan finds what there is"
    assert list(client.get(page(mission)).context["odds"].columns[0].forecast.margins) == first.results["margins"]


def test_a_second_message_flies_the_same_and_changes_nothing(mission: Mission) -> None:
    row = asked(mission)
    Forecast.objects.filter(pk=row.pk).update(results={})
    Job.objects.filter(pk=row.job_id).update(status=Job.Status.RUNNING)
    tasks.forecast(str(row.job_id))
    assert Forecast.objects.get(pk=row.pk).results == row.results


def test_what_is_called_off_ends_soon_and_may_be_asked_again(
    mission: Mission, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    ordered = forecasts.order(
        actor=cast.allied, mission=mission, side="allied", plan=make.plan(mission, "allied"), runs=30
    )
    flown = []
    fly_one = odds.Flight.report

    def fly_and_call_off(flight: odds.Flight) -> Any:
        flown.append(flight.seed)
        if len(flown) == 4:
            forecasts.cancel(actor=cast.allied, mission=mission, side="allied")
        return fly_one(flight)

    monkeypatch.setattr(odds.Flight, "report", fly_and_call_off)
    monkeypatch.setattr(jobs, "WRITES_A_SECOND", 1_000_000)
    tasks.forecast(str(ordered.job_id))
    assert len(flown) == 4
    job = Job.objects.get(pk=ordered.job_id)
    assert (job.status, job.message) == (Job.Status.FAILED, forecasts.CANCELLED)
    monkeypatch.setattr(odds.Flight, "report", fly_one)
    assert asked(mission).results


def test_a_plan_that_could_not_be_signed_is_refused_and_flies_nothing(mission: Mission, cast: Cast) -> None:
    plan = make.plan(mission, "allied").but(doctrine="reckless")
    with pytest.raises(Refusal, match="doctrine"):
        forecasts.order(actor=cast.allied, mission=mission, side="allied", plan=plan)
    assert not Forecast.objects.exists()


def test_there_is_none_once_nobody_plans_any_more(cast: Cast) -> None:
    mission = make.opened(make.club(cast))
    with pytest.raises(Refusal):
        forecasts.order(actor=cast.allied, mission=mission, side="allied", plan=make.plan(mission, "allied"))


def test_of_many_plans_the_newest_are_kept(mission: Mission, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecasts, "KEPT", 2)
    rows = [asked(mission, doctrine=doctrine) for doctrine in ("cautious", "bold", "steady")]
    kept = Forecast.objects.filter(mission=mission, plan__isnull=False)
    assert {row.pk for row in kept} == {row.pk for row in rows[1:]}
    assert Job.objects.filter(kind=jobs.FORECAST).count() == Forecast.objects.count()


@pytest.mark.parametrize("slug", broad(["kursk", "angels-over-kent", "big-week", "flying-circus-1917"], 2))
def test_every_game_and_a_pool_has_forecasts(slug: str, cast: Cast) -> None:
    mission = make.drawn(make.club(cast, slug))
    for side in SIDES:
        told = odds.Forecast.from_json(asked(mission, side).results)
        assert told.flown + told.grounded == RUNS


def test_the_page_of_orders_asks_keeps_what_stands_in_the_form_and_signs_nothing(
    mission: Mission, cast: Cast, client: Client
) -> None:
    client.force_login(cast.allied)
    sent = initial_orders(make.plan(mission, "allied")) | {"doctrine": "bold", "forecast": "1"}
    shown = client.post(plan_page(mission), sent)
    assert shown.status_code == 200
    assert shown.context["form"]["doctrine"].value() == "bold"
    assert "Waiting for take-off" in shown.content.decode()
    assert not Orders.objects.filter(mission=mission, side="allied").exists()
    waiting = client.get(page(mission), headers={"HX-Request": "true"}).content.decode()
    assert 'hx-trigger="every 1s"' in waiting
    assert "Call it off" in waiting
    for row in Forecast.objects.all():
        tasks.forecast(str(row.job_id))
    told = client.get(page(mission), headers={"HX-Request": "true"}).content.decode()
    assert "of 100" in told
    assert "hx-trigger" not in told
    assert "This plan" in client.get(plan_page(mission)).content.decode()


def test_the_page_costs_the_same_queries_with_one_forecast_and_with_many(
    mission: Mission, cast: Cast, client: Client
) -> None:
    client.force_login(cast.allied)
    asked(mission)
    counts = []
    for doctrine in ("cautious", "bold"):
        with CaptureQueriesContext(connection) as queries:
            client.get(page(mission))
        counts.append(len(queries))
        asked(mission, doctrine=doctrine)
    assert counts[0] == counts[1]


def test_no_page_and_no_job_tells_others_that_a_side_has_asked(mission: Mission, cast: Cast, client: Client) -> None:
    row = asked(mission)
    for other in (cast.axis, cast.umpire, cast.reader):
        client.force_login(other)
        assert client.get(page(mission)).status_code == 403
        assert client.get(reverse("job", args=(row.job_id,))).status_code == 404
        board = client.get(reverse("mission", args=(mission.campaign_id, mission.number))).content.decode()
        assert "forecast" not in board.lower()


def test_a_picture_has_every_flight_in_one_column_and_a_draw_in_the_middle() -> None:
    margins = (-30, -7, -1, 0, 0, 1, 4, 29, 30)
    told = bars(odds.Forecast(margins=margins), 30)
    assert sum(bar.count for bar in told) == len(margins)
    middle = told[len(told) // 2]
    assert middle.low == -middle.high <= 0
    for bar in told:
        assert bar.count == sum(bar.low <= margin <= bar.high for margin in margins)
    assert told[0].low <= -30
    assert told[-1].high >= 30


def test_its_standing_is_that_of_the_campaign_and_it_is_deleted_with_its_mission(mission: Mission) -> None:
    row = asked(mission)
    question = forecasts.asked(row)
    assert question.standing.missions.keys() == context.choices(mission, "allied").standing.missions.keys()
    mission.campaign.delete()
    assert not Forecast.objects.exists()
    assert not Job.objects.filter(kind="forecast").exists()


def test_how_true_forecasts_come_is_for_all_to_see_in_figures_that_add_up(client: Client) -> None:
    held = calibration()
    assert held.missions == sum(tenth.missions for tenth in held.tenths) >= 2_000
    off = sum(abs(tenth.said - tenth.came) * tenth.missions for tenth in held.tenths) / held.missions
    assert held.off == pytest.approx(off, abs=0.1)
    shown = client.get(reverse("odds")).content.decode()
    assert f"{held.off:.1f} points" in shown
    assert f"{held.missions:,}" in shown
    assert f"{held.holding} of the {len(held.tenths)} rows" in shown
    for tenth in held.tenths:
        assert tenth.share.low < tenth.came < tenth.share.high
        assert tenth.between in shown


def test_how_strong_the_levels_are_is_for_all_to_see_and_whoever_chooses_one_is_shown_the_way(
    mission: Mission, cast: Cast, client: Client
) -> None:
    shown = " ".join(strip_tags(client.get(reverse("odds")).content.decode()).split())
    assert "Regular against recruit" in shown
    assert len(strengths().met) >= 9
    for met in strengths().met:
        assert met.share.low < met.share.percent < met.share.high
        assert f"{met.share.percent:.0f} % {met.between}" in shown
    client.force_login(cast.owner)
    where_one_chooses = reverse("pack-simulate", args=[mission.campaign.pack.slug])
    assert f"{reverse('odds')}#levels" in client.get(where_one_chooses).content.decode()


def test_what_is_won_drawn_and_lost_comes_to_a_hundred_and_margins_have_their_signs(
    mission: Mission, cast: Cast, client: Client
) -> None:
    row = asked(mission)
    told = odds.Forecast.from_json(row.results) if row.results else odds.Forecast(())
    margins = (*[5] * 137, *[0] * 11, *[-5] * 152)
    Forecast.objects.filter(pk=row.pk).update(results=replace(told, margins=margins).as_json())
    client.force_login(cast.allied)
    shown = strip_tags(client.get(page(mission)).content.decode())
    assert "You win 46 of 100, lose 50, draw 4: nine times in ten the margin lies between −5 and +5" in shown
    found = panel(mission, "allied")
    assert found is not None
    assert [[int(cell.main[:-2]) for cell in row.cells[:1] if cell] for row in found.rows[:3]] == [[46], [4], [50]]


def test_what_a_target_may_come_to_stands_from_unharmed_to_the_worst(cast: Cast) -> None:
    mission = make.land_mission(cast.owner, "gazala")
    row = asked(mission, "axis")
    told = odds.Forecast.from_json(row.results)
    hit = replace(told, target={"Light": 1, "Closed": 1, "": 1, "Heavy": RUNS - 3})
    Forecast.objects.filter(pk=row.pk).update(results=hit.as_json())
    found = panel(mission, "axis")
    assert found is not None
    titles = [row.title for row in found.rows if row.title.startswith("Target")]
    assert titles == ["Target unharmed", "Target: Light", "Target: Heavy", "Target: Closed"]


def test_a_share_next_to_nothing_is_not_said_to_be_certain() -> None:
    assert percent_between(share(1, 900)) == "0\N{NO-BREAK SPACE}% (0.0 to 0.5)"
    assert percent_between(share(30, 100)) == "30\N{NO-BREAK SPACE}% (23 to 38)"
