"""Having the engine fly, its progress, the replay."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.packs.schema import SIDES
from missions.flights import context, flying
from missions.models import Debrief, Job, Mission
from missions.operations import flights, orders
from missions.results.outcomes import Outcome
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast


def at(mission: Mission) -> tuple[int, int]:
    return mission.campaign_id, mission.number


def fly(client: Client, mission: Mission, callbacks: Any, **data: str) -> Job:
    """Press the button and let the worker do its work."""
    with callbacks(execute=True):
        response = client.post(reverse("mission-fly", args=at(mission)), data)
    job = Job.objects.get(mission=mission)
    assert response["Location"] == reverse("job", args=(job.pk,))
    return job


def test_the_engine_flies_and_its_page_leads_to_replay_and_debrief(
    owner: User, client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    mission = make.planned(make.campaign(owner))
    job = fly(client, mission, django_capture_on_commit_callbacks)
    page = client.get(reverse("job", args=(job.pk,))).content.decode()
    assert "Back on the ground" in page
    assert reverse("mission-replay", args=(*at(mission), 0)) in page
    assert not Debrief.objects.exists()
    assert_reconciled(mission.campaign)


def test_the_stage_called_watch_opens_the_table_and_not_the_long_log(owner: User, client: Client) -> None:
    mission = make.flown(make.campaign(owner))
    client.force_login(owner)
    stages = client.get(reverse("mission", args=at(mission))).context["stages"]
    assert [each.url for each in stages if each.title == "Watch"] == [reverse("mission-replay", args=(*at(mission), 0))]


@pytest.mark.portable
def test_debrief_right_away_does_both(owner: User, client: Client, django_capture_on_commit_callbacks: Any) -> None:
    mission = make.planned(make.campaign(owner))
    fly(client, mission, django_capture_on_commit_callbacks, debrief="on")
    mission.refresh_from_db()
    assert mission.status == Mission.Status.DEBRIEFED
    assert_reconciled(mission.campaign)


def test_the_level_of_the_pilots_is_chosen_beside_the_button(
    owner: User, client: Client, django_capture_on_commit_callbacks: Any
) -> None:
    mission = make.planned(make.campaign(owner))
    assert 'value="ace"' in client.get(reverse("mission", args=at(mission))).content.decode()
    refused = client.post(reverse("mission-fly", args=at(mission)), {"level": "champion"}, follow=True)
    assert "A level is one of recruit, regular, veteran, ace." in refused.content.decode()
    assert not Job.objects.exists()
    assert fly(client, mission, django_capture_on_commit_callbacks, level="recruit").payload["level"] == "recruit"


def test_a_second_click_joins_the_flight_under_way(owner: User, client: Client) -> None:
    mission = make.planned(make.campaign(owner))
    first = client.post(reverse("mission-fly", args=at(mission)))
    second = client.post(reverse("mission-fly", args=at(mission)))
    assert first["Location"] == second["Location"]
    assert Job.objects.count() == 1


@pytest.mark.portable
def test_the_progress_asks_for_itself_until_the_job_has_ended(owner: User, client: Client) -> None:
    mission = make.planned(make.campaign(owner))
    job = flights.queue_flight(actor=owner, mission=mission)
    url = reverse("job", args=(job.pk,))
    Job.objects.filter(pk=job.pk).update(status=Job.Status.RUNNING, done=2, total=6)
    part = client.get(url, headers={"HX-Request": "true"})
    assert f'hx-get="{url}"' in part.content.decode()
    assert "Turn 2 of 6." in part.content.decode()
    assert 'value="33"' in part.content.decode()
    assert "<html" not in part.content.decode()
    assert "HX-Request" in part["Vary"]
    whole = client.get(url).content.decode()
    assert "See how far it is" in whole
    Job.objects.filter(pk=job.pk).update(status=Job.Status.FAILED, message="The engine caught cold.")
    ended = client.get(url, headers={"HX-Request": "true"}).content.decode()
    assert "hx-get" not in ended
    assert "The engine caught cold." in ended
    assert "See how far it is" not in client.get(url).content.decode()


def test_a_flight_that_failed_is_told_on_the_mission_page_and_may_be_tried_again(owner: User, client: Client) -> None:
    mission = make.planned(make.campaign(owner))
    job = flights.queue_flight(actor=owner, mission=mission)
    Job.objects.filter(pk=job.pk).update(status=Job.Status.FAILED, message="The engine caught cold.")
    page = client.get(reverse("mission", args=at(mission))).content.decode()
    assert "The engine caught cold." in page
    assert "Let the engine fly it" in page


@pytest.mark.portable
def test_a_strike_is_offered_to_the_engine_and_to_the_table(owner: User, client: Client) -> None:
    mission = make.land_mission(owner, "via-balbia")
    for side in ("allied", "axis"):
        orders.sign_orders(actor=owner, mission=mission, side=side, document=make.orders(mission, side))
    page = client.get(reverse("mission", args=at(mission))).content.decode()
    assert "Let the engine fly it" in page
    assert "Open the orders" in page
    client.post(reverse("mission-fly", args=at(mission)))
    assert Job.objects.filter(mission=mission).count() == 1


def test_a_mission_without_orders_is_not_flown(owner: User, client: Client) -> None:
    mission = make.drawn(make.campaign(owner))
    refused = client.post(reverse("mission-fly", args=at(mission)), follow=True)
    assert "The Allied orders are not signed yet." in refused.content.decode()


@pytest.mark.parametrize("every", [5, pytest.param(1, marks=pytest.mark.sweep)])
def test_every_step_of_a_replay_has_its_page(every: int, owner: User, client: Client) -> None:
    mission = make.flown(make.campaign(owner))
    steps = len(client.get(reverse("mission-replay", args=at(mission))).context["turns"][-1].frames)
    last = client.get(reverse("mission-replay", args=(*at(mission), 0))).context["watched"].last
    assert last > steps
    for step in (*range(0, last, every), last):
        page = client.get(reverse("mission-replay", args=(*at(mission), step)))
        assert page.status_code == 200, step
        assert f"step {step} of {last}" in page.content.decode()


def test_the_log_of_a_turn_leads_with_what_somebody_did(owner: User, client: Client) -> None:
    mission = make.flown(make.campaign(owner))
    turns = client.get(reverse("mission-replay", args=at(mission))).context["turns"]
    (set_up,) = turns[0].lines
    assert set_up.headline == "Set-up"
    assert set_up.outcome.endswith("side goes first.")
    headlines = [line.headline for turn in turns[1:] for line in turn.lines]
    assert len(headlines) > 20
    for headline in headlines:
        assert not headline.endswith("goes next.")
        assert not headline.startswith("Game-Turn")


def test_the_buttons_of_a_replay_lead_through_it(owner: User, client: Client) -> None:
    mission = make.flown(make.campaign(owner))

    def jumps(step: int) -> dict[str, int | None]:
        found: dict[str, int | None] = client.get(reverse("mission-replay", args=(*at(mission), step))).context["jumps"]
        return found

    begin = jumps(0)
    assert begin["first"] is begin["back"] is begin["turn_back"] is None
    assert begin["on"] == 1
    last = begin["last"]
    assert last is not None
    end = jumps(last)
    assert end["last"] is end["on"] is end["turn_on"] is None
    assert end["back"] == last - 1
    turn = begin["turn_on"]
    assert turn is not None
    assert jumps(turn)["turn_back"] == 0
    assert jumps(turn + 1)["turn_back"] == turn


def test_the_slider_leads_to_the_address_of_its_step(owner: User, client: Client) -> None:
    mission = make.flown(make.campaign(owner))
    url = reverse("mission-replay", args=at(mission))
    assert client.get(url, {"step": "3"})["Location"] == reverse("mission-replay", args=(*at(mission), 3))
    for wrong in ("-1", "three", "9" * 5000, "²", ""):
        assert client.get(url, {"step": wrong}).status_code == 404


def test_a_mission_flown_at_the_table_has_no_replay(owner: User, client: Client) -> None:
    mission = make.recorded(make.campaign(owner))
    response = client.get(reverse("mission-replay", args=at(mission)), follow=True)
    assert "There is a replay only of a mission that was flown by the engine or on screen." in response.content.decode()


WRONG = [
    ("campaigns/{pk}/missions/1/replay/100000/", "This replay has steps 0 to "),
    ("campaigns/{pk}/missions/1/replay/" + "9" * 300 + "/", "This replay has steps 0 to "),
    ("campaigns/{pk}/missions/1/replay/" + "9" * 5000 + "/", "There is no page at this address."),
    ("campaigns/{pk}/missions/99/", "This campaign has no such mission."),
    ("campaigns/{pk}/missions/" + "9" * 40 + "/", "This campaign has no such mission."),
    ("campaigns/" + "9" * 40 + "/", "There is no such campaign among yours."),
    ("campaigns/-1/", "There is no page at this address."),
    ("campaigns/{pk}/missions/1/plan/neutral/", "A mission has an allied and an axis side, and no other."),
    ("jobs/not-a-job/", "There is no page at this address."),
    ("jobs/0b8f4c56-8f07-4d8e-9d35-1f3a3d1f5e5c/", "There is no such job among yours."),
    ("packs/%00/", "There is no page at this address."),
]


@pytest.mark.parametrize(("path", "sentence"), WRONG, ids=[path[:60] for path, _ in WRONG])
def test_an_address_that_leads_nowhere_is_not_found_with_a_sentence(
    path: str, sentence: str, owner: User, client: Client
) -> None:
    mission = make.flown(make.campaign(owner))
    response = client.get("/" + path.format(pk=mission.campaign_id))
    assert response.status_code == 404
    assert sentence in response.content.decode()


def test_the_score_of_a_flight_waits_behind_a_fold_until_the_replay_has_been_watched(
    owner: User, client: Client
) -> None:
    mission = make.flown(make.campaign(owner))
    page = client.get(reverse("mission", args=at(mission))).content.decode()
    assert page.index("<details") < page.index("watch the replay first") < page.index('class="tally"')
    make.debrief(mission)
    page = client.get(reverse("mission", args=at(mission))).content.decode()
    assert "watch the replay first" not in page
    assert 'class="tally"' in page


def test_a_result_from_the_table_is_no_surprise(owner: User, client: Client) -> None:
    mission = make.recorded(make.campaign(owner))
    page = client.get(reverse("mission", args=at(mission))).content.decode()
    assert "watch the replay first" not in page


def test_the_balance_stands_on_the_mission_once_the_orders_are_open(owner: User, client: Client) -> None:
    mission = make.planned(make.campaign(owner, seed=5))
    url = reverse("mission", args=at(mission))
    assert "begin with" not in client.get(url).content.decode()
    orders.open_orders(mission=mission)
    assert "VP (Wild Blue Yonder 13.1)" in client.get(url).content.decode()


@pytest.mark.parametrize("every", [7, pytest.param(1, marks=pytest.mark.sweep)])
def test_every_step_of_a_strikes_replay_has_its_page_with_the_target(every: int, owner: User, client: Client) -> None:
    seed = make.seed_that_draws(make.LAND, "via-balbia")
    mission = make.flown(make.campaign(owner, make.LAND, allied="me", axis="me", seed=seed))
    last = client.get(reverse("mission-replay", args=(*at(mission), 0))).context["watched"].last
    for step in (*range(0, last, every), last):
        page = client.get(reverse("mission-replay", args=(*at(mission), step)))
        assert page.status_code == 200, step
        assert "Ground Forces" in page.content.decode()
        assert 'class="cell now"' in page.content.decode()


def test_the_replay_of_a_reconnaissance_promises_nothing_for_damage(owner: User, client: Client) -> None:
    seed = make.seed_that_draws(make.EVERY_TYPE, "photographs")
    mission = make.flown(make.campaign(owner, make.EVERY_TYPE, allied="me", axis="me", seed=seed))
    board = client.get(reverse("mission-replay", args=(*at(mission), 0))).context["board"]
    assert "Cruiser" in [shape.text for shape in board.shapes]
    assert not [shape for shape in board.shapes if shape.look == "level"]


def test_where_photographs_were_the_task_nothing_speaks_of_bombs_or_of_damage(owner: User, client: Client) -> None:
    seed = make.seed_that_draws(make.EVERY_TYPE, "photographs")
    campaign = make.campaign(owner, make.EVERY_TYPE, allied="me", axis="me", seed=seed)
    mission = make.drawn(campaign)
    plan = client.get(reverse("mission-plan", args=(*at(mission), "allied"))).content.decode()
    assert "Photographs are taken from any Altitude" in plan
    assert "Bombs are surest" not in plan
    for side in SIDES:
        orders.sign_orders(actor=owner, mission=mission, side=side, document=make.orders(mission, side))
    mission.refresh_from_db()
    make.record(mission, Outcome())
    make.debrief(mission)
    for page in (reverse("mission-debrief", args=at(mission)), reverse("campaign", args=[campaign.pk])):
        shown = client.get(page).content.decode()
        assert "not damaged" not in shown
    assert "Cruiser: no photographs" in client.get(reverse("mission-debrief", args=at(mission))).content.decode()


def test_a_loaded_leaders_hand_lies_face_down_for_his_own_commander_too(cast: Cast, client: Client) -> None:
    seed = make.seed_that_draws(make.LAND, "via-balbia")
    mission = make.flown(make.club(cast, make.LAND, seed=seed))
    client.force_login(cast.axis)
    page = client.get(reverse("mission-replay", args=(*at(mission), 0)))
    hands = {hand.unit.partition(" (")[0]: hand for hand in page.context["hands"]}
    assert hands["Striker 1"].is_unseen
    assert hands["Striker 1"].cards == ()
    assert hands["Escort 1"].cards
    assert "nobody has seen them yet" in page.content.decode()


def test_a_side_reads_that_its_replay_opens_all_hands_once_the_mission_is_debriefed(cast: Cast, client: Client) -> None:
    mission = make.flown(make.club(cast))
    client.force_login(cast.axis)
    page = client.get(reverse("mission-replay", args=(*at(mission), 0))).content.decode()
    assert "side saw it; all hands open after the debrief." in page


def test_a_record_that_the_rules_cannot_follow_is_told_and_no_fault(cast: Cast, client: Client):
    mission = make.planned(make.campaign(cast.owner, "flying-circus-1917", allied="me", axis="me"))
    game = flying.play(mission)
    lines = str(game.record).splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("play "))
    record = "\n".join([*lines[:first], *lines[first + 1 :]])
    flights.store_flight(
        mission=mission, record=record, report=context.in_campaign_terms(mission, game.report()), key=uuid4()
    )
    client.force_login(cast.owner)
    answer = client.get(reverse("mission-replay", args=(mission.campaign_id, mission.number)), follow=True)
    assert answer.status_code == 200
    assert "cannot be followed by the rules as they are here" in answer.content.decode()
