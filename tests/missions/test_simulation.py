"""Whole campaigns flown by the staff on both sides: in memory, by the command, by a worker, on pages."""

from __future__ import annotations

import json
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from campaigns.catalogue.library import FIXTURES
from campaigns.models import Campaign
from campaigns.packs import PackDefinition, read_pack
from campaigns.packs.schema import SIDES, Side
from campaigns.selectors import standings
from campaigns.selectors.definitions import definition
from campaigns.sequence.steps import sequence
from campaigns.standing import NewLine
from campaigns.standing.recruits import Man
from config.common.refusals import Refusal
from missions import simulation, tasks
from missions.flights import context, flying
from missions.models import Job, Mission, Simulation
from missions.operations import debriefs, drawing, flights, jobs, simulations
from missions.planning import choices
from missions.planning.orders import SideOrders
from missions.planning.validation import completed
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad

SHIPPED = sorted(path.stem for path in (FIXTURES / "packs").glob("*.toml"))


def flown_by_hand(campaign: Campaign) -> Campaign:
    """The same campaign through the operations that people use, the staff in both seats."""
    pack = definition(campaign.pack)
    while True:
        standing = standings.standing_of(campaign)
        action = sequence(pack, standing, None).now.action
        if action == "over":
            campaign.refresh_from_db()
            return campaign
        if action == "open-period":
            drawing.open_period(actor=campaign.owner, campaign=campaign)
            continue
        mission = drawing.draw_mission(actor=campaign.owner, campaign=campaign)
        mission = Mission.objects.get(pk=mission.pk)
        if context.why_grounded(mission):
            debriefs.ground_mission(actor=campaign.owner, mission=mission, key=uuid4())
            continue
        game = flying.play(mission)
        flights.store_flight(mission=mission, record=str(game.record), report=game.report(), key=uuid4())
        debriefs.debrief(actor=campaign.owner, mission=mission, key=uuid4())


@pytest.mark.parametrize("slug", broad([make.LAND, make.PERIODS, make.DOGFIGHTS, make.OPERATION], 2))
def test_a_simulated_campaign_is_the_one_that_the_operations_fly_with_the_same_seed(cast: Cast, slug: str):
    campaign = flown_by_hand(make.campaign(cast.owner, slug, allied="staff", axis="staff", seed=3))
    assert campaign.is_finished
    assert_reconciled(campaign)
    standing = standings.standing_of(campaign)
    run = simulation.run(definition(campaign.pack), 3)
    assert run.points == standing.points
    assert run.score == standing.score
    assert run.marker == standing.marker
    lost = [man.side for man in standing.airmen.values() if man.is_lost]
    assert run.killed == {side: lost.count(side) for side in SIDES}
    assert [key for key, _ in run.margins] == [
        mission.key
        for number, mission in sorted(standing.missions.items())
        if campaign.missions.get(number=number).flight.way == "engine"
    ]


@pytest.mark.sweep
@pytest.mark.parametrize("slug", SHIPPED)
def test_every_shipped_pack_is_flown_from_start_to_end_by_the_staff(slug: str):
    """tests/missions/planning/test_packs_fly.py flies a mission of each kind of all of them."""
    pack = read_pack(make.source(slug), f"{slug}.toml")
    for seed in (1, 2, 3):
        flown_to_its_end(pack, seed)


@pytest.mark.parametrize("slug", ["schweinfurt-raids", "flying-circus-1917", "malta-1940-41"])
def test_a_pack_of_each_shape_is_flown_from_start_to_end_by_the_staff(slug: str):
    """An operation of strikes, the other war in its periods, a Land campaign."""
    flown_to_its_end(read_pack(make.source(slug), f"{slug}.toml"), seed=1)


def flown_to_its_end(pack: PackDefinition, seed: int) -> None:
    run = simulation.run(pack, seed)
    assert run.margins, "somebody flew"
    assert sum(ends.total() for ends in run.losses.values()) > 0
    assert 0 <= run.grade < len(pack.victory.grades)


def test_the_same_seed_gives_the_same_campaign():
    pack = read_pack(make.source(make.PERIODS), "pack.toml")
    assert simulation.run(pack, 5) == simulation.run(pack, 5)
    assert len({simulation.run(pack, seed).score for seed in range(12)}) > 1


@pytest.mark.parametrize("slug", [make.LAND, make.PERIODS])
def test_a_pack_that_has_been_flown_before_is_flown_as_if_it_were_new(slug: str):
    known = read_pack(make.source(slug), "pack.toml")
    simulation.run(known, 1)
    assert simulation.run(known, 2) == simulation.run(read_pack(make.source(slug), "pack.toml"), 2)


@pytest.mark.parametrize("slug", [make.LAND, make.PERIODS])
def test_each_line_of_a_simulated_journal_says_what_its_data_say(slug: str):
    campaign = simulation.SimulatedCampaign(read_pack(make.source(slug), "pack.toml"), 5)
    campaign.fly()
    for line in campaign.lines:
        assert isinstance(line, NewLine)
        assert line.said is not None
        again = type(line.said).said(line.data)
        assert (type(again), again) == (type(line.said), line.said)


@pytest.mark.parametrize("slug", ["kursk", "flying-circus-1917"])
def test_what_the_staffs_plan_while_a_campaign_wears_on_is_to_the_letter_what_a_check_of_it_says(slug: str):
    class Checked(simulation.SimulatedCampaign):
        def _plan(self, key: str, side: Side, month: str, skilled: Man | None, seed: int) -> SideOrders:
            plan = super()._plan(key, side, month, skilled, seed)
            drawn = skilled.pk if skilled else None
            offered = choices.build(self.pack, key, side, month=month, standing=self.standing, drawn=drawn)
            checked = completed(offered, plan)
            assert (checked, checked.as_json()) == (plan, plan.as_json())
            return plan

    campaign = Checked(read_pack(make.source(slug), "pack.toml"), 4, "recruit")
    campaign.fly()
    assert len(campaign.missions) > 5


def test_the_summary_counts_every_run_once():
    pack = read_pack(make.source(make.PERIODS), "pack.toml")
    runs = simulation.many(pack, 10, 0)
    told = simulation.summary(pack, runs)
    assert sum(grade["count"] for grade in told["grades"]) == 10
    assert sum(space["count"] for space in told["markers"]) == 10
    assert sum(told["wins"].values()) == pytest.approx(100)
    assert sum(mission["flown"] for mission in told["missions"]) == sum(len(each.margins) for each in runs)
    assert json.loads(json.dumps(told)) == told


def test_a_summary_counts_all_margins_from_the_same_side():
    rommel = read_pack(make.source(make.LAND), "pack.toml")
    flown = simulation.run(rommel, 3)
    told = simulation.summary(rommel, [flown])
    assert rommel.victory.side == "axis"
    assert told["margin"]["mean"] == sum(margin for _, margin in flown.margins) != 0


def test_the_middle_row_of_a_victory_table_is_nobodys_and_the_others_go_to_the_sides():
    rommel = read_pack(make.source(make.LAND), "pack.toml")
    assert rommel.victory.side == "axis"
    assert [simulation.winner(rommel, row) for row in range(5)] == ["axis", "axis", "", "allied", "allied"]


def test_the_command_prints_a_table_or_a_document():
    out = StringIO()
    call_command("simulate", make.LAND, "--runs", "2", stdout=out)
    assert "2 campaigns from seed 0, flown by regular staffs on both sides" in out.getvalue()
    out = StringIO()
    call_command("simulate", make.LAND, "--runs", "2", "--level", "recruit", stdout=out)
    assert "flown by recruit staffs on both sides" in out.getvalue()
    out = StringIO()
    call_command("simulate", make.LAND, "--runs", "2", "--seed", "9", "--json", stdout=out)
    assert json.loads(out.getvalue())["seed"] == 9


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [(("windmills",), "no pack file windmills.toml"), ((make.LAND, "--runs", "0"), "between 1 and 10,000")],
)
def test_the_command_says_what_it_cannot_do(arguments: tuple[str, ...], sentence: str):
    with pytest.raises(CommandError, match=sentence):
        call_command("simulate", *arguments)


def test_a_worker_flies_a_simulation_and_a_second_message_changes_nothing(cast: Cast):
    ordered = simulations.queue(actor=cast.owner, pack=make.pack(make.PERIODS), runs=3)
    tasks.simulate(str(ordered.job_id))
    ordered.refresh_from_db()
    assert ordered.results["runs"] == 3
    assert Job.objects.get(pk=ordered.job_id).status == Job.Status.DONE
    tasks.simulate(str(ordered.job_id))
    assert Simulation.objects.get(pk=ordered.pk).results == ordered.results


def test_the_same_order_again_finds_what_there_is_and_one_at_a_time_is_flown_for_a_person(cast: Cast):
    pack = make.pack(make.PERIODS)
    ordered = simulations.queue(actor=cast.owner, pack=pack, runs=3)
    assert simulations.queue(actor=cast.owner, pack=pack, runs=3) == ordered
    with pytest.raises(Refusal, match="still under way"):
        simulations.queue(actor=cast.owner, pack=pack, runs=4)
    simulations.queue(actor=cast.axis, pack=pack, runs=4)
    jobs.fail(ordered.job_id, "The worker went home.")
    assert simulations.queue(actor=cast.owner, pack=pack, runs=3) != ordered


@pytest.mark.parametrize(
    ("runs", "level"),
    [(0, "regular"), (-1, "veteran"), *((most + 1, level) for level, most in simulation.MOST_RUNS.items())],
)
def test_an_order_of_too_few_or_too_many_is_refused(cast: Cast, runs: int, level: str):
    with pytest.raises(Refusal, match="between 1 and"):
        simulations.queue(actor=cast.owner, pack=make.pack(), runs=runs, level=level)
    assert not Job.objects.exists()


def test_aces_take_too_long_for_a_worker(cast: Cast):
    with pytest.raises(Refusal, match="longer than a worker has"):
        simulations.queue(actor=cast.owner, pack=make.pack(make.PERIODS), runs=1, level="ace")
    assert not Job.objects.exists()


def test_a_level_that_there_is_not_is_refused(cast: Cast, client: Client):
    with pytest.raises(Refusal, match="recruit, regular, veteran, ace"):
        simulations.queue(actor=cast.owner, pack=make.pack(make.PERIODS), runs=2, level="champion")
    client.force_login(cast.owner)
    sent = client.post(reverse("pack-simulate", args=[make.PERIODS]), {"runs": "2", "level": "champion"})
    assert sent.status_code == 422
    assert "A level is one of" in sent.content.decode()
    assert not Simulation.objects.exists()


def test_who_flies_worse_flies_other_campaigns_and_is_named_on_their_page(cast: Cast, client: Client):
    pack = make.pack(make.PERIODS)
    told = {}
    for level in ("recruit", "regular"):
        ordered = simulations.queue(actor=cast.owner, pack=pack, runs=2, level=level)
        tasks.simulate(str(ordered.job_id))
        ordered.refresh_from_db()
        told[level] = ordered.results
    assert told["recruit"] != told["regular"]
    client.force_login(cast.owner)
    shown = client.get(reverse("simulation", args=[Simulation.objects.get(level="recruit").pk])).content.decode()
    assert "flown by recruit staffs on both sides" in shown


def test_the_pages_take_an_order_show_how_far_it_is_and_what_came_of_it(cast: Cast, client: Client):
    make.pack(make.PERIODS)
    client.force_login(cast.owner)
    address = reverse("pack-simulate", args=[make.PERIODS])
    assert client.post(address, {"runs": "many"}).status_code == 422
    answer = client.post(address, {"runs": "2", "seed": "4"})
    ordered = Simulation.objects.get()
    assert answer.headers["Location"] == reverse("simulation", args=[ordered.pk])
    waiting = client.get(answer.headers["Location"]).content.decode()
    assert "Waiting for take-off" in waiting
    tasks.simulate(str(ordered.job_id))
    shown = client.get(answer.headers["Location"]).content.decode()
    assert ordered.pack is not None
    for grade in definition(ordered.pack).victory.grades:
        assert grade.allied in shown
    assert "hx-trigger" not in shown
    assert "2 campaigns from seed 4" in client.get(address).content.decode()


def test_the_page_and_the_command_say_the_same_and_whose_lead_it_is(cast: Cast, client: Client):
    pack = make.pack(make.LAND)
    assert definition(pack).victory.side == "axis", "its table is read from the other side"
    ordered = simulations.queue(actor=cast.owner, pack=pack, runs=4, seed=3)
    tasks.simulate(str(ordered.job_id))
    client.force_login(cast.owner)
    page = " ".join(client.get(reverse("simulation", args=[ordered.pk])).content.decode().split())
    out = StringIO()
    call_command("simulate", make.LAND, "--runs", "4", "--seed", "3", stdout=out)
    printed = " ".join(out.getvalue().split())
    runs = simulation.many(definition(pack), 4, 3)
    points = [run.points["allied"] - run.points["axis"] for run in runs]
    ahead = "Allied" if sum(points) > 0 else "Axis"
    for told in (page, printed):
        assert f"Victory Points ahead: {ahead} +{abs(sum(points) / 4):.1f} (" in told
        for side, row in (("Allied", ("allied",)), ("Axis", ("axis",)), ("Drawn", ("",))):
            won = sum(simulation.winner(definition(pack), run.grade) in row for run in runs)
            assert f"{side} {25 * won} % (" in told
    grades = definition(pack).victory.grades
    assert printed.index(f"Allied: {grades[-1].allied}") < printed.index(f"Allied: {grades[0].allied}")


@pytest.mark.parametrize("kept", [("margin",), ("spread",)])
def test_simulations_that_are_kept_from_earlier_are_still_shown(cast: Cast, client: Client, kept: tuple[str]):
    ordered = simulations.queue(actor=cast.owner, pack=make.pack(make.LAND), runs=2)
    tasks.simulate(str(ordered.job_id))
    ordered.refresh_from_db()
    results = ordered.results
    del (results if kept == ("margin",) else results["margin"])[kept[0]]
    Simulation.objects.filter(pk=ordered.pk).update(results=results)
    client.force_login(cast.owner)
    page = client.get(reverse("simulation", args=[ordered.pk])).content.decode()
    assert ("Victory Points ahead: " in page) is (kept == ("spread",))
