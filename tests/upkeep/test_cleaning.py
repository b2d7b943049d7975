"""What has had its time goes, a little at a time; what is young, or somebody's, stays."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from unittest import mock
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import UsedLink
from accounts.operations import sign_in_links
from api.models import Scope, Token
from api.operations import tokens
from campaigns.models import Campaign
from clubs import tasks as club_tasks
from clubs.models import Club, ClubArrival, ClubFile, Invitation
from clubs.operations import club_arrivals, club_files, invitations
from clubs.selectors.invitations import token_of
from config.common.file_parts import contents
from missions import tasks as house
from missions.models import (
    Analysis,
    Arrival,
    CampaignOdds,
    Flight,
    Forecast,
    Job,
    MovingPicture,
    Print,
    Simulation,
    Skirmish,
)
from missions.operations import (
    analyses,
    arrivals,
    campaign_odds,
    flights,
    forecasts,
    games,
    jobs,
    shared_replays,
    simulations,
    skirmish_tables,
)
from missions.replay import moving
from missions.results.outcomes import Outcome
from missions.selectors.archive import export
from missions.selectors.reconcile import problems
from notices.models import Delivery, Happening, Notice
from tests import make
from tests.cast import Cast
from tests.notices import news
from upkeep import tasks
from upkeep.operations import cleaning

pytestmark = [pytest.mark.django_db, pytest.mark.portable]


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleaning, "sleep", lambda seconds: None)
    monkeypatch.setattr(moving, "gif", lambda *args, **more: b"GIF89a")


def ended(job: Job | None) -> None:
    assert job is not None
    jobs.finish(job.pk, "It is done.")


def a_session(cast: Cast) -> object:
    Client().force_login(cast.owner)
    Session.objects.update(expire_date=timezone.now())
    return Session


def a_used_link(cast: Cast) -> object:
    sign_in_links.redeem(sign_in_links.token_for(cast.owner))
    return UsedLink


def a_token_that_has_run_out(cast: Cast) -> object:
    scopes = [Scope.CAMPAIGNS]
    token, _ = tokens.make(actor=cast.owner, key=uuid4(), label="Screen", scopes=scopes, days=30)
    Token.objects.filter(pk=token.pk).update(expires_at=timezone.now())
    return Token


def a_withdrawn_invitation(cast: Cast) -> object:
    invitation = make.invitation(make.people_of(cast, str(uuid4())), cast.owner, most_uses=20)
    invitations.withdraw(actor=cast.owner, invitation=invitation)
    return Invitation


def a_used_up_invitation(cast: Cast) -> object:
    club = make.people_of(cast, str(uuid4()))
    invitation = make.invitation(club, cast.owner, lasts=timedelta(days=90))
    invitations.accept(cast.stranger, token_of(invitation.pk))
    return Invitation


def a_print(cast: Cast) -> object:
    campaign = make.debriefed(make.club(cast)).campaign
    client = Client()
    client.force_login(cast.owner)
    assert client.get(reverse("campaign-print", args=(campaign.pk, "log", "pdf"))).status_code == 200
    return Print


def a_file_that_came(cast: Cast) -> object:
    content = export(make.debriefed(make.campaign(cast.owner)).campaign)
    job = arrivals.order(actor=cast.owner, name="evenings.json", size=len(content), content=[content]).job
    assert job is not None
    house.arrive(str(job.pk))
    return Arrival


def a_file_that_was_never_stored_to_its_end(cast: Cast) -> object:
    def cut_off() -> Iterator[bytes]:
        yield export(make.debriefed(make.campaign(cast.owner)).campaign)
        raise KeyboardInterrupt

    with mock.patch.object(Arrival, "delete"), pytest.raises(KeyboardInterrupt):
        arrivals.order(actor=cast.owner, name="evenings.json", size=1, content=cut_off())
    return Arrival


def a_moving_picture(cast: Cast) -> object:
    skirmish = make.flown_skirmish(cast.owner)
    client = Client()
    client.force_login(cast.owner)
    client.post(reverse("skirmish-moving", args=(skirmish.pk,)))
    house.moving_picture(str(MovingPicture.objects.get().job_id))
    return MovingPicture


def a_simulation(cast: Cast) -> object:
    ended(simulations.queue(actor=cast.owner, pack=make.pack(), runs=1).job)
    return Simulation


def a_forecast(cast: Cast) -> object:
    mission = make.drawn(make.club(cast))
    forecasts.order(actor=cast.allied, mission=mission, side="allied", plan=make.plan(mission, "allied"), runs=1)
    for job in Job.objects.all():
        ended(job)
    return Forecast


def some_odds(cast: Cast) -> object:
    campaign = make.debriefed(make.club(cast)).campaign
    ended(campaign_odds.order(actor=campaign.owner, campaign=campaign).job)
    return CampaignOdds


def an_analysis(cast: Cast) -> object:
    skirmish = make.flown_skirmish(cast.owner)
    ended(analyses.order_for_skirmish(actor=cast.owner, skirmish=skirmish).job)
    return Analysis


def a_flown_skirmish(cast: Cast) -> object:
    make.flown_skirmish(cast.owner)
    return Skirmish


def a_skirmish_on_screen_that_is_over(cast: Cast) -> object:
    game = make.game(cast.owner)
    games.rest(actor=cast.owner, game=game, side="allied", rests=True)
    return Skirmish


def a_skirmish_that_was_never_told(cast: Cast) -> object:
    make.table_skirmish(cast.owner)
    return Skirmish


def a_read_notice(cast: Cast) -> object:
    news.told(make.club(cast), mission=1)
    Notice.objects.update(read_at=timezone.now())
    return Notice


def an_unread_notice(cast: Cast) -> object:
    news.told(make.club(cast), mission=1)
    return Notice


def a_delivery(cast: Cast) -> object:
    campaign = make.club(cast)
    make.webhook(campaign)
    news.told(campaign, mission=1)
    Delivery.objects.update(status=Delivery.Status.SENT)
    return Delivery


def a_happening(cast: Cast) -> object:
    news.told(make.club(cast), mission=1)
    Notice.objects.all().delete()
    return Happening


def a_job(cast: Cast) -> object:
    ended(ordered_flight(cast))
    return Job


def ordered_flight(cast: Cast) -> Job:
    return flights.queue_flight(actor=cast.umpire, mission=make.planned(make.club(cast)), debrief=False)


def a_file_of_a_club(cast: Cast) -> type[Model]:
    file = club_files.order(actor=cast.owner, club=Club.objects.first() or make.people_of(cast))
    assert file.job is not None
    club_tasks.write_club(str(file.job.pk))
    return ClubFile


def a_file_of_a_club_that_came_to_nothing(cast: Cast) -> type[Model]:
    file = club_files.order(actor=cast.owner, club=Club.objects.first() or make.people_of(cast))
    assert file.job is not None
    jobs.fail(file.job.pk, "The disk was full.")
    return ClubFile


def a_club_that_came_in_a_file(cast: Cast) -> type[Model]:
    a_file_of_a_club(cast)
    content = b"".join(contents(ClubFile.objects.get().parts))
    arrival = club_arrivals.order(actor=cast.stranger, name="club.zip", size=len(content), content=[content])
    assert arrival.job is not None
    club_tasks.open_club(str(arrival.job.pk))
    return ClubArrival


OF_EACH_KIND: list[tuple[str, Callable[[Cast], Any]]] = [
    ("sessions", a_session),
    ("sign_in_links", a_used_link),
    ("api_tokens", a_token_that_has_run_out),
    ("invitations", a_withdrawn_invitation),
    ("invitations", a_used_up_invitation),
    ("prints", a_print),
    ("arrivals", a_file_that_came),
    ("arrivals", a_file_that_was_never_stored_to_its_end),
    ("club_files", a_file_of_a_club),
    ("club_files", a_file_of_a_club_that_came_to_nothing),
    ("club_arrivals", a_club_that_came_in_a_file),
    ("pictures", a_moving_picture),
    ("simulations", a_simulation),
    ("forecasts", a_forecast),
    ("odds", some_odds),
    ("analyses", an_analysis),
    ("skirmishes", a_flown_skirmish),
    ("skirmishes", a_skirmish_on_screen_that_is_over),
    ("skirmishes", a_skirmish_that_was_never_told),
    ("read_notices", a_read_notice),
    ("notices", an_unread_notice),
    ("deliveries", a_delivery),
    ("happenings", a_happening),
    ("jobs", a_job),
]


def test_there_is_a_test_of_every_kind(settings: Settings):
    assert {name for name, _ in OF_EACH_KIND} == set(cleaning.KINDS) == set(settings.KEPT)


@pytest.mark.parametrize(("name", "made"), OF_EACH_KIND, ids=lambda it: getattr(it, "__name__", ""))
def test_of_each_kind_what_is_young_stays_and_what_is_old_goes(
    name: str, made: Callable[[Cast], type[Model]], cast: Cast, settings: Settings
):
    settings.KEPT = dict.fromkeys(settings.KEPT, 0) | {name: 20}
    rows = made(cast)._default_manager.all()
    begun = timezone.now()
    assert rows.exists()
    assert cleaning.clean(begun + timedelta(days=19)).counts == {name: 0}
    count = rows.count()
    assert cleaning.clean(begun + timedelta(days=21)).counts == {name: count}
    assert not rows.exists()
    settings.KEPT = dict.fromkeys(settings.KEPT, 0)
    made(cast)
    assert cleaning.clean(begun + timedelta(days=10_000)).counts == {}, "0: never"
    assert rows.exists()


def in_a_thousand_days(settings: Settings) -> datetime:
    """When everything has had its time, skirmishes too."""
    settings.KEPT = settings.KEPT | {"skirmishes": 30}
    return timezone.now() + timedelta(days=1000)


def test_what_a_campaign_is_made_of_stays_for_ever(cast: Cast, settings: Settings):
    mission = make.debriefed(make.club(cast))
    entries = mission.campaign.entries.count()
    cleaning.clean(in_a_thousand_days(settings))
    assert Flight.objects.filter(mission=mission).exists()
    assert mission.campaign.entries.count() == entries
    assert problems(Campaign.objects.get(pk=mission.campaign.pk)) == []
    client = Client()
    client.force_login(cast.owner)
    assert client.get(reverse("mission", args=(mission.campaign.pk, mission.number))).status_code == 200


def kept_in_a_book(cast: Cast) -> None:
    make.own_pilot(cast.owner)


def kept_for_others_to_watch(cast: Cast) -> None:
    shared_replays.share_skirmish(actor=cast.owner, skirmish=make.flown_skirmish(cast.owner))


def kept_as_it_is_being_played(cast: Cast) -> None:
    make.game(cast.owner)


def kept_as_it_waits_for_a_worker(cast: Cast) -> None:
    make.skirmish(cast.owner)


@pytest.mark.parametrize(
    "kept", [kept_in_a_book, kept_for_others_to_watch, kept_as_it_is_being_played, kept_as_it_waits_for_a_worker]
)
def test_a_skirmish_that_somebody_keeps_stays(kept: Callable[[Cast], None], cast: Cast, settings: Settings):
    kept(cast)
    gone = make.flown_skirmish(cast.axis, key=uuid4())
    cleaning.clean(in_a_thousand_days(settings))
    assert Skirmish.objects.count() == 1
    assert not Skirmish.objects.filter(pk=gone.pk).exists()
    assert not Job.objects.filter(pk=make.job_of(gone).pk).exists()


def test_what_has_just_been_told_of_an_old_skirmish_keeps_it(cast: Cast, settings: Settings):
    settings.KEPT = settings.KEPT | {"skirmishes": 30}
    skirmish = make.table_skirmish(cast.owner)
    Skirmish.objects.update(created_at=timezone.now() - timedelta(days=99))
    skirmish_tables.tell(actor=cast.owner, skirmish=skirmish, outcome=Outcome(), key=uuid4())
    assert cleaning.clean().counts["skirmishes"] == 0
    assert cleaning.clean(timezone.now() + timedelta(days=31)).counts["skirmishes"] == 1


def test_work_that_is_waiting_or_under_way_is_never_cleaned_away(cast: Cast, settings: Settings):
    simulations.queue(actor=cast.owner, pack=make.pack(), runs=1)
    jobs.begin(ordered_flight(cast).pk)
    before = Job.objects.count()
    cleaning.clean(in_a_thousand_days(settings))
    assert Job.objects.count() == before == 2
    assert Simulation.objects.count() == 1


def test_a_job_stays_as_long_as_what_it_made(cast: Cast, settings: Settings):
    settings.KEPT = settings.KEPT | {"jobs": 1, "simulations": 100}
    a_simulation(cast)
    cleaning.clean(timezone.now() + timedelta(days=50))
    assert Simulation.objects.count() == Job.objects.count() == 1
    cleaning.clean(timezone.now() + timedelta(days=101))
    assert Simulation.objects.count() == Job.objects.count() == 0


def test_an_open_invitation_stays_and_lets_people_in(cast: Cast, settings: Settings):
    settings.KEPT = settings.KEPT | {"invitations": 1}
    club = make.people_of(cast)
    invitation = make.invitation(club, cast.owner, lasts=timedelta(days=60), most_uses=2)
    invitations.accept(cast.stranger, token_of(invitation.pk))
    cleaning.clean(timezone.now() + timedelta(days=60))
    assert Invitation.objects.filter(pk=invitation.pk).exists()


def test_a_used_sign_in_link_stays_used_whatever_the_setting(cast: Cast, settings: Settings):
    settings.KEPT = settings.KEPT | {"sign_in_links": 1}
    a_used_link(cast)
    cleaning.clean(timezone.now() + timedelta(hours=47))
    assert UsedLink.objects.exists()


def test_a_session_that_is_still_good_stays(cast: Cast):
    client = Client()
    client.force_login(cast.owner)
    cleaning.clean(timezone.now() + timedelta(days=89))
    assert client.get("/").status_code == 200


def test_what_is_on_its_way_to_a_webhook_stays(cast: Cast, settings: Settings):
    campaign = make.club(cast)
    make.webhook(campaign)
    told = news.told(campaign, mission=1)
    waiting = Delivery.objects.count()
    cleaning.clean(in_a_thousand_days(settings))
    assert Delivery.objects.count() == waiting
    assert Delivery.objects.get(happening=told).status == Delivery.Status.WAITING


def read_notices(cast: Cast, count: int) -> None:
    campaign = make.club(cast)
    for number in range(count):
        news.told(campaign, mission=number)
    Notice.objects.update(read_at=timezone.now())


def test_a_few_go_at_once_and_others_may_write_in_between(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    read_notices(cast, 7)
    count, pauses = Notice.objects.count(), list[int]()
    monkeypatch.setattr(cleaning, "sleep", lambda seconds: pauses.append(Notice.objects.count()))
    kinds = {"read_notices": replace(cleaning.KINDS["read_notices"], at_once=10)}
    monkeypatch.setattr(cleaning, "KINDS", kinds)
    assert cleaning.clean(timezone.now() + timedelta(days=91)).counts == {"read_notices": count}
    assert pauses == [max(0, count - 10 * each) for each in range(1, len(pauses) + 1)]
    assert pauses[-1] == 0


def test_a_worker_does_it_for_a_while_and_goes_on_after_others(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    read_notices(cast, 3)
    Notice.objects.update(read_at=timezone.now() - timedelta(days=91))
    count = Notice.objects.count()
    monkeypatch.setattr(cleaning, "KINDS", {"read_notices": replace(cleaning.KINDS["read_notices"], at_once=5)})
    monkeypatch.setattr(cleaning, "A_WHILE", 0.0)
    rounds = list[int]()
    monkeypatch.setattr(tasks.clean, "delay", lambda: rounds.append(Notice.objects.count()))
    while not rounds or rounds[-1]:
        tasks.clean()
    assert rounds == [count - 5 * each for each in range(1, len(rounds))] + [0]


def test_the_command_says_how_many_of_each_kind_went(cast: Cast):
    Session.objects.all().delete()
    Client().force_login(cast.owner)
    Session.objects.update(expire_date=timezone.now() - timedelta(days=2))
    said = io.StringIO()
    call_command("clean", stdout=said)
    assert "sessions: 1\n" in said.getvalue()
    assert "sign in links: 0\n" in said.getvalue()


def test_one_that_cannot_go_does_not_keep_the_others_waiting_for_ever(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    read_notices(cast, 1)
    stays = replace(cleaning.KINDS["read_notices"], remove=lambda rows: None)
    monkeypatch.setattr(cleaning, "KINDS", {"read_notices": stays})
    assert cleaning.clean(timezone.now() + timedelta(days=91)).counts == {"read_notices": 0}
