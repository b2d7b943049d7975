"""Fights are analysed once they are open to whoever asks: by a worker, kept, made anew by newer rules."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

import engine
from config.common.refusals import Refusal
from engine.core.game import SIDES
from missions import tasks
from missions.models import Analysis, Game, GameEntry, Job, Mission, Skirmish
from missions.odds import outlooks
from missions.odds.analysis import Analysis as Found
from missions.odds.analysis import Looks, analyse
from missions.operations import analyses, corrections, games, jobs, mission_games, skirmishes
from missions.selectors.games import decided_by_people
from tests import make, screen
from tests.cast import Cast
from tests.missions import on_screen

FEW = Looks(flights=4, all_flights=80, fewest=2, again=6, proof=4)
REPLAY_PAGE = 5
"""Session, person, skirmish with job and game, unread notices; and what has been found in it."""


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """What pages ask for is flown a few times only."""
    monkeypatch.setattr(analyses, "LOOKS", FEW)


@pytest.fixture
def skirmish(cast: Cast) -> Skirmish:
    return make.flown_skirmish(cast.owner)


def analysed(skirmish: Skirmish, actor: User | None = None) -> Analysis:
    """What comes of asking; made."""
    row = analyses.order_for_skirmish(actor=actor or skirmish.owner, skirmish=skirmish)
    tasks.analyse(str(row.job_id))
    return Analysis.objects.select_related("job").get(pk=row.pk)


def analysed_mission(mission: Mission, actor: User) -> Analysis:
    row = analyses.order_for_mission(actor=actor, mission=mission)
    tasks.analyse(str(row.job_id))
    return Analysis.objects.select_related("job").get(pk=row.pk)


def page(skirmish: Skirmish) -> str:
    return reverse("skirmish-analysis", args=[skirmish.pk])


def mission_page(mission: Mission) -> str:
    return reverse("mission-analysis", args=[mission.campaign_id, mission.number])


def left_to_the_staff(game: Game, side: str, user: User) -> None:
    """Whoever plays has had enough of it: if all have, it is flown to its end."""
    games.rest(actor=user, game=on_screen.fresh(game), side=side, rests=True)
    row = on_screen.fresh(game)
    if row.is_over:
        games.land(row)


@pytest.fixture
def played(cast: Cast) -> Game:
    """A duel that its owner has played for a while against the staff; the staff has flown it to its end."""
    with on_screen.drawn(3):
        game = make.game(cast.owner)
        for _ in range(6):
            on_screen.act(game, [cast.owner])
        left_to_the_staff(game, "allied", cast.owner)
    return on_screen.fresh(game)


def test_what_is_found_once_is_kept_and_counts_once(
    skirmish: Skirmish, settings: Any, client: Client, cast: Cast
) -> None:
    settings.A_DAY = {**settings.A_DAY, "analyses": 1}
    first = analysed(skirmish)
    assert first.job.status == Job.Status.DONE
    assert analyses.order_for_skirmish(actor=cast.owner, skirmish=skirmish).job_id == first.job_id
    with pytest.raises(Refusal, match="ordered 1 analysis"):
        analyses.order_for_skirmish(actor=cast.owner, skirmish=make.flown_skirmish(cast.owner, seed=8))


def test_the_accounts_end_with_the_points_of_the_report(skirmish: Skirmish) -> None:
    points = engine.replay(skirmish.record).score()
    accounts = Found.from_json(analysed(skirmish).results).accounts
    assert [each.came for each in accounts] == [
        10 * (points["allied"] - points["axis"]),
        10 * (points["axis"] - points["allied"]),
    ]


@pytest.mark.portable
def test_a_worker_that_was_lost_in_the_middle_finds_the_same_the_next_time(
    skirmish: Skirmish, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    undisturbed = analysed(skirmish).results
    Job.objects.filter(kind=jobs.ANALYSE).delete()
    row = analyses.order_for_skirmish(actor=cast.owner, skirmish=skirmish)
    look = outlooks.look

    def lost(*args: Any) -> Any:
        monkeypatch.setattr(outlooks, "look", look)
        raise KeyboardInterrupt

    monkeypatch.setattr(outlooks, "look", lost)
    with pytest.raises(KeyboardInterrupt):
        tasks.analyse(str(row.job_id))
    then = timezone.now() - timedelta(hours=1)
    Job.objects.filter(pk=row.job_id).update(moved_at=then, sent_at=then)
    assert jobs.resend_stuck() == 1
    for _ in range(2):
        tasks.analyse(str(row.job_id))
        row.refresh_from_db()
        assert row.results == undisturbed


def test_a_second_message_of_a_job_that_has_ended_changes_nothing(skirmish: Skirmish) -> None:
    row = analysed(skirmish)
    tasks.analyse(str(row.job_id))
    again = Analysis.objects.select_related("job").get(pk=row.pk)
    assert (again.results, again.job.finished_at) == (row.results, row.job.finished_at)


@pytest.mark.portable
def test_what_was_made_by_other_rules_is_made_anew_a_few_at_a_time(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [analysed(make.flown_skirmish(cast.owner, seed=seed)) for seed in (1, 2, 3)]
    assert analyses.redo_outdated() == 0
    Analysis.objects.update(rules="wildblue 0 0")
    monkeypatch.setattr(analyses, "AT_A_TIME", 2)
    assert analyses.redo_outdated() == 2
    assert Analysis.objects.filter(rules="wildblue 0 0").count() == 1
    assert analyses.redo_outdated() == 0, "not while others wait"
    for job in Job.objects.filter(kind=jobs.ANALYSE, status=Job.Status.QUEUED):
        tasks.analyse(str(job.pk))
    tasks.analyses_outdated()
    tasks.analyse(str(Job.objects.get(kind=jobs.ANALYSE, status=Job.Status.QUEUED).pk))
    assert analyses.redo_outdated() == 0
    told = {row.pk: row.results for row in Analysis.objects.all()}
    assert told == {row.pk: row.results for row in rows}
    assert Job.objects.filter(kind=jobs.ANALYSE).count() == 3


def test_what_was_found_before_stands_until_it_has_been_made_anew(
    skirmish: Skirmish, client: Client, cast: Cast
) -> None:
    analysed(skirmish)
    Analysis.objects.update(rules="wildblue 0 0")
    analyses.redo_outdated()
    client.force_login(cast.owner)
    shown = client.get(page(skirmish)).content.decode()
    assert "Being made anew, by newer rules" in shown
    assert "Turning points" in shown


def test_a_skirmish_that_is_deleted_takes_its_analysis_and_the_work_on_it_along(skirmish: Skirmish, cast: Cast) -> None:
    row = analyses.order_for_skirmish(actor=cast.owner, skirmish=skirmish)
    skirmishes.delete(actor=cast.owner, skirmish=skirmish)
    assert not Job.objects.exists()
    assert not Analysis.objects.exists()
    tasks.analyse(str(row.job_id))


def test_the_work_ends_soon_when_nobody_wants_it_any_more(
    skirmish: Skirmish, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = analyses.order_for_skirmish(actor=cast.owner, skirmish=skirmish)
    looks = []
    look = outlooks.look

    def look_and_delete(*args: Any) -> Any:
        looks.append(1)
        if len(looks) == 3:
            skirmishes.delete(actor=cast.owner, skirmish=skirmish)
        return look(*args)

    monkeypatch.setattr(outlooks, "look", look_and_delete)
    monkeypatch.setattr(jobs, "WRITES_A_SECOND", 1_000_000)
    tasks.analyse(str(row.job_id))
    assert len(looks) == 3


def test_whoever_ordered_an_analysis_calls_it_off_and_the_work_ends_soon(
    skirmish: Skirmish, cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(cast.owner)
    client.post(page(skirmish))
    assert "Call it off" in client.get(page(skirmish)).content.decode()
    looks = []
    look = outlooks.look

    def look_and_call_off(*args: Any) -> Any:
        looks.append(1)
        if len(looks) == 3:
            for _ in range(2):
                told = client.post(f"{page(skirmish)}cancel/", follow=True).content.decode()
                assert "It has been called off" in told
                assert "Analyse this fight" in told
        return look(*args)

    monkeypatch.setattr(outlooks, "look", look_and_call_off)
    monkeypatch.setattr(jobs, "WRITES_A_SECOND", 1_000_000)
    tasks.analyse(str(Analysis.objects.get().job_id))
    assert len(looks) == 3
    monkeypatch.setattr(outlooks, "look", look)
    assert analysed(skirmish).job.status == Job.Status.DONE
    client.post(f"{page(skirmish)}cancel/")
    assert Analysis.objects.get().job.status == Job.Status.DONE, "it is there already"


def test_one_that_is_called_off_at_the_last_moment_is_not_kept(
    skirmish: Skirmish, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = analyses.order_for_skirmish(actor=cast.owner, skirmish=skirmish)

    def call_off(*args: Any) -> Any:
        made = analyse(*args)
        analyses.cancel_for_skirmish(actor=cast.owner, skirmish=skirmish)
        return made

    monkeypatch.setattr(analyses, "analyse", call_off)
    tasks.analyse(str(row.job_id))
    row.refresh_from_db()
    assert (row.job.status, row.results) == (Job.Status.FAILED, {})


def test_of_a_mission_nobody_calls_off_what_another_has_ordered(cast: Cast, client: Client) -> None:
    mission = make.flown(make.club(cast))
    make.debrief(mission)
    job = analyses.order_for_mission(actor=cast.pilot, mission=mission).job
    client.force_login(cast.umpire)
    assert "Call it off" not in client.get(mission_page(mission)).content.decode()
    told = client.post(f"{mission_page(mission)}cancel/", follow=True).content.decode()
    assert "Whoever ordered this analysis may call it off." in told
    job.refresh_from_db()
    assert job.status == Job.Status.QUEUED
    client.force_login(cast.pilot)
    assert "Call it off" in client.get(mission_page(mission)).content.decode()
    client.post(f"{mission_page(mission)}cancel/")
    job.refresh_from_db()
    assert job.message == "It has been called off."


def test_only_whoever_ordered_a_skirmish_has_it_analysed_and_only_when_it_is_over(cast: Cast) -> None:
    with pytest.raises(Refusal, match="once it has been flown"):
        analyses.order_for_skirmish(actor=cast.owner, skirmish=make.skirmish(cast.owner))
    with pytest.raises(Refusal, match="Whoever ordered"):
        analyses.order_for_skirmish(actor=cast.axis, skirmish=make.flown_skirmish(cast.owner))
    with pytest.raises(Refusal, match="two sides"):
        analyses.order_for_skirmish(actor=cast.owner, skirmish=make.flown_skirmish(cast.owner, "wwi", "free-for-all"))
    assert not Analysis.objects.exists()


def test_who_played_along_reads_what_was_found_and_orders_nothing(cast: Cast, client: Client) -> None:
    people = {"allied": cast.owner, "axis": cast.axis}
    with on_screen.drawn(3):
        game = make.game(cast.owner, axis=cast.axis)
        for _ in range(4):
            on_screen.act(game, list(people.values()))
        for side, user in people.items():
            left_to_the_staff(game, side, user)
    skirmish = Skirmish.objects.get(game=game)
    client.force_login(cast.axis)
    assert "may have it analysed" in client.get(page(skirmish)).content.decode()
    assert "Whoever ordered" in client.post(page(skirmish), follow=True).content.decode()
    analysed(skirmish)
    assert "What people decided" in client.get(page(skirmish)).content.decode()


def test_before_the_debrief_no_side_has_a_mission_analysed_or_is_shown_the_way(cast: Cast, client: Client) -> None:
    mission = make.flown(make.club(cast))
    row = analysed_mission(mission, cast.umpire)
    replay = reverse("mission-replay", args=(mission.campaign_id, mission.number, 0))
    for side in (cast.allied, cast.axis):
        with pytest.raises(Refusal, match="after the debrief"):
            analyses.order_for_mission(actor=side, mission=mission)
        client.force_login(side)
        assert "after the debrief" in client.get(mission_page(mission), follow=True).content.decode()
        shown = client.get(replay)
        assert mission_page(mission) not in shown.content.decode()
        assert not shown.context["curves"]
    make.debrief(mission)
    client.force_login(cast.reader)
    assert "Turning points" in client.get(mission_page(mission)).content.decode()
    assert client.get(replay).context["curves"]
    assert analyses.order_for_mission(actor=cast.axis, mission=mission).job_id == row.job_id


def test_a_mission_that_was_flown_at_the_table_is_not_analysed(cast: Cast) -> None:
    mission = make.recorded(make.club(cast))
    with pytest.raises(Refusal, match="by the engine or on screen"):
        analyses.order_for_mission(actor=cast.umpire, mission=mission)
    with pytest.raises(Refusal, match="not of this campaign"):
        analyses.order_for_mission(actor=cast.stranger, mission=mission)


def test_the_decisions_of_people_are_those_that_stand_in_the_record(cast: Cast) -> None:
    with on_screen.drawn(3):
        game = make.game(cast.owner, scenario="two-elements")
        for _ in range(12):
            on_screen.act(game, [cast.owner])
            shown = on_screen.page(game, "allied", cast.owner)
            if shown.may_take_back and not GameEntry.objects.filter(how=GameEntry.How.BACK).exists():
                games.take_back(actor=cast.owner, game=game, side="allied", seen=shown.seen)
        left_to_the_staff(game, "allied", cast.owner)
    back = GameEntry.objects.get(how=GameEntry.How.BACK)
    undone = range((back.back_to or 0) + 1, back.number)
    record = engine.replay(Skirmish.objects.get(game=game).record).record.decisions
    persons = decided_by_people(on_screen.fresh(game))
    decided = GameEntry.objects.filter(how=GameEntry.How.PERSON).order_by("number")
    stands = [each for each in decided if each.number not in undone]
    assert [record[number - 1] for number in persons] == [each.lines.partition("\n")[0] for each in stands]
    assert len(persons) == 11


def test_in_a_game_on_screen_what_its_player_decided_is_judged(played: Game) -> None:
    skirmish = Skirmish.objects.get(game=played)
    found = Found.from_json(analysed(skirmish).results)
    persons = decided_by_people(played)
    assert {each.side for each in found.judged} == {SIDES[0]}
    assert {each.number for each in found.judged} <= set(persons)
    assert found.judged


def test_the_page_waits_and_then_shows_what_was_found(skirmish: Skirmish, client: Client, cast: Cast) -> None:
    client.force_login(cast.owner)
    assert "Analyse this fight" in client.get(page(skirmish)).content.decode()
    assert client.post(page(skirmish))["Location"] == page(skirmish)
    waiting = client.get(page(skirmish), headers={"HX-Request": "true"}).content.decode()
    assert f'hx-get="{page(skirmish)}"' in waiting
    assert "<html" not in waiting
    assert "See how far it is" in waiting
    tasks.analyse(str(Job.objects.get(kind=jobs.ANALYSE).pk))
    told = client.get(page(skirmish)).content.decode()
    assert "hx-get" not in told
    for heading in ("How it stood", "Turning points", "Luck and play"):
        assert heading in told
    assert "What people decided" not in told, "nobody did"


def test_the_figures_of_a_side_add_up_as_they_are_read(played: Game, client: Client, cast: Cast) -> None:
    skirmish = Skirmish.objects.get(game=played)
    analysed(skirmish)
    client.force_login(cast.owner)
    for account in client.get(page(skirmish)).context["page"].accounts:
        *parts, came = [round(10 * float(text.split()[0].replace("−", "-"))) for _, text in account.entries]
        assert sum(parts) == came
        told = dict(account.entries)
        assert "±" in told["Expected at the start"]
        assert "±" in told["Luck"]
        assert "±" not in told["Came out"]


def test_flags_and_turning_points_lead_to_the_steps_of_the_replay(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    skirmish = make.flown_skirmish(cast.owner)
    monkeypatch.setattr(analyses, "LOOKS", Looks(flights=20, all_flights=2000, fewest=10, again=60, proof=2))
    analysed(skirmish)
    client.force_login(cast.owner)
    shown = client.get(page(skirmish)).context["page"]
    assert shown.turning
    replay = reverse("skirmish-replay", args=[skirmish.pk])
    frames = client.get(replay).context["watched"].frames
    for row, flag in zip(shown.turning, shown.curves[0][1].flags, strict=True):
        assert row.url == flag.url
        frame = frames[row.point.step]
        assert client.get(row.url).context["frame"] == frame
        assert set(row.point.events) & {event.text for event in frame.events}


def test_a_turning_point_says_how_sure_its_chances_are_unless_it_was_kept_before_that_was(
    cast: Cast, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    skirmish = make.flown_skirmish(cast.owner)
    monkeypatch.setattr(analyses, "LOOKS", Looks(flights=20, all_flights=2000, fewest=10, again=60, proof=2))
    row = analysed(skirmish)
    client.force_login(cast.owner)
    first = client.get(page(skirmish)).context["page"].turning[0]
    low, high = map(int, first.before.between.strip("()").split(" to "))
    assert low < first.point.before < high
    assert first.before.between in client.get(page(skirmish)).content.decode()
    row.results["turning"] = [told[:8] for told in row.results["turning"]]
    row.save()
    kept = client.get(page(skirmish)).context["page"].turning[0]
    assert (kept.before.main, kept.before.between) == (first.before.main, "")


@pytest.mark.portable
def test_the_curve_under_a_replay_costs_one_query_and_marks_the_step(
    skirmish: Skirmish, client: Client, cast: Cast, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(cast.owner)
    step = reverse("skirmish-replay", args=[skirmish.pk, 3])
    with django_assert_num_queries(REPLAY_PAGE):
        shown = client.get(step)
    assert not shown.context["curves"]
    assert "Analyse this fight" in shown.content.decode()
    analysed(skirmish)
    with django_assert_num_queries(REPLAY_PAGE):
        shown = client.get(step)
    (_, wide), _ = shown.context["curves"]
    assert wide.left <= wide.now[0] <= wide.right
    with django_assert_num_queries(REPLAY_PAGE):
        assert client.get(page(skirmish)).status_code == 200
    for side in SIDES:
        assert client.get(step, {"eyes": side}).context["curves"]


def test_a_mission_that_was_flown_anew_is_not_shown_what_was_found_before(cast: Cast, client: Client) -> None:
    mission = make.flown(make.club(cast))
    make.debrief(mission)
    row = analysed_mission(mission, cast.umpire)
    Analysis.objects.filter(pk=row.pk).update(digest="of another record")
    client.force_login(cast.umpire)
    assert "Turning points" not in client.get(mission_page(mission)).content.decode()
    again = analysed_mission(mission, cast.umpire)
    assert again.results == row.results


def test_after_a_correction_it_is_still_known_who_decided(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda most: 7 % most)
    mission = make.opened(make.club(cast))
    game = mission_games.leave_to_staff(actor=cast.umpire, game=screen.played(screen.begun(mission, cast.allied), 12))
    games.land(game)
    mission.refresh_from_db()
    make.debrief(mission)
    judged = analysed_mission(mission, cast.owner).results["judged"]
    mission = Mission.objects.get(pk=mission.pk)
    corrections.amend(
        actor=cast.umpire,
        mission=mission,
        outcome=make.rough(mission),
        key=uuid4(),
        expected_version=make.version(mission.campaign),
    )
    Job.objects.filter(analysis__isnull=False).delete()
    again = analysed_mission(Mission.objects.get(pk=mission.pk), cast.owner)
    assert judged
    assert again.results["judged"] == judged
