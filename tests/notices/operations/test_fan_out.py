"""What has happened is told once, to those whom it concerns and who want to know."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from campaigns.models import Role, Seat
from campaigns.operations import seats
from clubs.operations import clubs, nights
from missions.operations import drawing
from notices import tasks
from notices.models import Delivery, Happening, Notice, Webhook
from notices.operations import fan_out
from notices.operations.outbox import tell, told_here
from notices.selectors import inbox
from notices.selectors.kinds import ALWAYS, KINDS, TOPICS
from tests import make
from tests.cast import Cast
from tests.notices import news
from upkeep.operations import cleaning

pytestmark = pytest.mark.django_db


def test_everybody_in_a_campaign_is_told_but_who_did_it_and_strangers(cast: Cast):
    campaign = make.club(cast)
    drawn = news.told(campaign, mission=1, actor=cast.umpire)
    assert news.who_knows(drawn) == {"owner", "allied", "axis", "pilot", "reader"}


def test_what_is_for_one_side_is_told_to_it_and_to_umpires_only(cast: Cast):
    campaign = make.club(cast)
    part = news.told(campaign, "part-in", mission=1, side="allied", actor=cast.pilot, data={"squadron": "No. 5"})
    assert news.who_knows(part) == {"allied", "umpire", "owner"}  # who owns this campaign umpires it too


def test_what_is_for_one_person_is_told_to_nobody_else(cast: Cast):
    campaign = make.club(cast)
    given = news.told(campaign, "seat-given", person=cast.pilot, actor=cast.umpire, data={"role": "Pilot"})
    assert news.who_knows(given) == {"pilot"}


def test_news_of_a_club_are_told_to_its_members(cast: Cast):
    club = make.people_of(cast)
    clubs.leave(actor=cast.pilot, club=club)
    night = news.told(None, "night-announced", club=club, actor=cast.owner, data={"night": 1})
    assert news.who_knows(night) == {"umpire", "allied", "axis", "reader"}


def test_an_act_is_told_through_its_own_operation_and_in_words(
    cast: Cast, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
):
    campaign = make.club(cast)
    with django_capture_on_commit_callbacks(execute=True):
        mission = drawing.draw_mission(actor=cast.umpire, campaign=campaign)
    lines = news.lines(inbox.inbox(cast.axis.pk))
    told = next(told for notice, told in lines if notice.happening.kind == "mission-drawn")
    assert told.sentence == f"Mission 1 has been drawn: {mission.title}, {mission.place}. Next come both sides’ orders."
    assert told.where == campaign.name
    assert told.path == f"/campaigns/{campaign.pk}/missions/1/"


def test_what_is_rolled_back_is_not_told(cast: Cast):
    campaign = make.club(cast)
    before = Happening.objects.count()
    with transaction.atomic():
        tell("mission-drawn", "1 1", campaign=campaign)
        transaction.set_rollback(True)
    fan_out.tell_all()
    assert Happening.objects.count() == before


@pytest.mark.portable
def test_the_same_happening_is_told_once_however_often_it_is_noted(cast: Cast):
    campaign = make.club(cast)
    first = news.told(campaign, key="1 1")
    again = news.told(campaign, key="1 1")
    assert first == again
    assert Notice.objects.filter(happening=first, user=cast.axis).count() == 1
    assert fan_out.tell_all().happenings == 0


def test_a_kind_without_words_is_a_bug_that_shows_where_it_is_told(cast: Cast):
    with pytest.raises(AssertionError, match="no-such-kind"):
        tell("no-such-kind", "1", person=cast.owner)


def test_kinds_that_somebody_does_not_want_do_not_come(cast: Cast):
    campaign = make.club(cast)
    news.wants(cast.axis, unwanted=["mission-drawn"])
    assert "axis" not in news.who_knows(news.told(campaign))
    assert "axis" in news.who_knows(news.told(campaign, "orders-opened"))


def test_nothing_comes_of_a_muted_campaign_and_all_of_another(cast: Cast):
    muted, other = make.club(cast), make.club(cast, seed=8)
    news.wants(cast.axis, muted=[muted.pk])
    assert "axis" not in news.who_knows(news.told(muted))
    assert "axis" in news.who_knows(news.told(other))


@pytest.mark.portable
def test_nobody_mutes_a_campaign_that_is_not_theirs(cast: Cast):
    campaign = make.campaign(cast.owner)
    assert not news.wants(cast.axis, muted=[campaign.pk]).muted.exists()


def test_an_account_that_is_closed_is_told_nothing(cast: Cast):
    campaign = make.club(cast)
    cast.axis.is_active = False
    cast.axis.save()
    assert "axis" not in news.who_knows(news.told(campaign))


@pytest.mark.portable
def test_a_stand_in_is_told_while_they_stand_in(cast: Cast):
    campaign = make.club(cast)
    seat = Seat.objects.get(campaign=campaign, side="axis", role=Role.COMMANDER)
    seat.stand_in, seat.stand_in_until = cast.stranger, timezone.now() + timedelta(days=1)
    seat.save()
    assert "stranger" in news.who_knows(news.told(campaign, "part-in", side="axis"))
    seat.stand_in_until = timezone.now()
    seat.save()
    assert "stranger" not in news.who_knows(news.told(campaign, "part-in", side="axis"))


def test_who_plays_alone_is_not_told_what_they_see(cast: Cast):
    campaign = make.campaign(cast.owner)
    make.debriefed(campaign)
    fan_out.tell_all()
    assert not Notice.objects.exists()


def test_what_is_nobodys_news_wakes_no_worker(
    cast: Cast, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
):
    campaign = make.campaign(cast.owner)
    with django_capture_on_commit_callbacks() as woken:
        alone = news.happens(campaign)
    assert alone.told_at is not None
    assert not woken


@pytest.mark.parametrize("listens", ["somebody in a seat", "a stand-in", "a club", "a webhook", "whom it is for"])
def test_what_is_somebodys_news_waits_for_a_worker(
    cast: Cast, listens: str, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
):
    campaign = make.campaign(cast.owner)
    seat = Seat.objects.filter(campaign=campaign, user=cast.owner).first() or campaign.seats.get(side="axis")
    person = cast.pilot if listens == "whom it is for" else None
    if listens == "somebody in a seat":
        Seat.objects.create(campaign=campaign, role=Role.READER, user=cast.reader)
    elif listens == "a stand-in":
        seat.stand_in, seat.stand_in_until = cast.pilot, timezone.now() + timedelta(days=1)
        seat.save()
    elif listens == "a club":
        campaign.club = make.people_of(cast)
        campaign.save()
    elif listens == "a webhook":
        Webhook.objects.create(campaign=campaign, url="https://example.org/", secret="x", made_by=cast.owner)
    with django_capture_on_commit_callbacks() as woken:
        happening = news.happens(campaign, person=person)
    assert happening.told_at is None
    assert len(woken) == 1


def test_who_tells_what_happens_by_their_own_work_sends_no_message(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
):
    monkeypatch.setattr(tasks.tell_all, "apply_async", lambda *given, **named: pytest.fail("a message was sent"))
    campaign = make.club(cast)
    with told_here(tasks.tell_all), django_capture_on_commit_callbacks(execute=True):
        drawn = news.happens(campaign, mission=1, actor=cast.umpire)
    assert news.who_knows(drawn) == {"owner", "allied", "axis", "pilot", "reader"}


@pytest.mark.portable
def test_whoever_has_said_no_to_a_night_is_not_reminded_of_it(cast: Cast):
    club = make.people_of(cast)
    night = make.night(club, cast.owner)
    nights.answer(actor=cast.axis, night=night, answer="no")
    soon = news.told(None, "night-soon", club=club, data={"night": night.pk, "title": night.title})
    assert news.who_knows(soon) == {"owner", "umpire", "allied", "pilot", "reader"}


def test_one_happening_that_cannot_be_told_keeps_no_other_waiting(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    campaign = make.club(cast)
    fan_out.tell_all()
    bad, good = news.happens(campaign), news.happens(campaign)
    audience = fan_out.audience

    def broken(happening: Happening) -> set[int]:
        if happening == bad:
            raise RuntimeError("no such luck")
        return audience(happening)

    monkeypatch.setattr(fan_out, "audience", broken)
    assert fan_out.tell_all().happenings == 1
    assert news.who_knows(good)
    monkeypatch.undo()
    assert fan_out.tell_all().happenings == 1
    assert news.who_knows(bad) == news.who_knows(good)


@pytest.mark.portable
def test_a_worker_that_dies_in_the_middle_has_told_nothing_and_the_next_tells_all(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
):
    campaign = make.club(cast)
    fan_out.tell_all()
    happening = news.happens(campaign)

    def dies(happening: Happening) -> list[Delivery]:
        raise KeyboardInterrupt

    monkeypatch.setattr(fan_out, "_webhooks", dies)
    with pytest.raises(KeyboardInterrupt):
        fan_out.tell_all()
    assert not Notice.objects.filter(happening=happening).exists()
    monkeypatch.undo()
    tasks.tell_all()
    assert len(news.who_knows(happening)) == 6


def test_a_broker_that_is_away_fails_no_operation(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
):
    campaign = make.club(cast)

    def away() -> None:
        raise OSError("no broker")

    monkeypatch.setattr("notices.operations.outbox._wake", away)
    with django_capture_on_commit_callbacks(execute=True):
        drawn = news.happens(campaign)
    tasks.tell_all()
    assert news.who_knows(drawn)


@pytest.mark.portable
def test_who_is_told_can_read_it_and_nobody_else_for_every_kind_of_happening(cast: Cast):
    campaign, club = make.club(cast), make.people_of(cast)
    happenings = [
        news.told(campaign),
        news.told(campaign, side="axis"),
        news.told(campaign, "seat-given", person=cast.reader),
        news.told(None, "member-joined", club=club),
    ]
    people = [getattr(cast, name) for name in Cast.__slots__]
    for happening in happenings:
        readers = {user.username for user in people if inbox.notices_of(user.pk).filter(happening=happening).exists()}
        assert readers == news.who_knows(happening)


@pytest.mark.portable
def test_who_has_left_reads_no_more_of_it(cast: Cast):
    campaign, club = make.club(cast), make.people_of(cast)
    news.told(campaign, "part-in", side="axis", mission=1)
    news.told(None, "handed-over", club=club, actor=cast.owner, data={"user": cast.umpire.pk})
    kinds = {notice.happening.kind for notice, _ in news.lines(inbox.inbox(cast.axis.pk))}
    assert {"part-in", "handed-over"} <= kinds
    Seat.objects.filter(campaign=campaign, user=cast.axis).delete()
    seats.give_seat(actor=cast.owner, campaign=campaign, user=cast.axis, role=Role.PILOT, side="allied")
    kinds = {notice.happening.kind for notice, _ in news.lines(inbox.inbox(cast.axis.pk))}
    assert "part-in" not in kinds
    clubs.leave(actor=cast.axis, club=club)
    kinds = {notice.happening.kind for notice, _ in news.lines(inbox.inbox(cast.axis.pk))}
    assert "handed-over" not in kinds


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_words_and_leads_somewhere_even_when_little_is_known(kind: str, cast: Cast):
    campaign, club = make.club(cast), make.people_of(cast)
    bare = news.happens(campaign, kind, club=club)
    full = news.happens(
        campaign,
        kind,
        club=club,
        mission=2,
        side="axis",
        actor=cast.umpire,
        person=cast.axis,
        data={
            "side": "axis", "title": "Fog", "place": "Malta", "squadron": "No. 5", "due": "2026-11-26T19:30:00+00:00",
            "how": "last", "table": 2, "points": {"allied": 3, "axis": 1}, "text": "A draw.", "pilot": "Ann",
            "verdict": "shared", "role": "Pilot", "user": cast.axis.pk, "for": cast.allied.pk, "why": "Gone.",
            "until": "2026-11-26T19:30:00+00:00", "night": 5, "begins": "2026-11-26T19:30:00+00:00", "weeks": 3,
        },
    )  # fmt: skip
    for happening in (bare, full):
        words = inbox.words([happening])[happening.key]
        begins_with_a_name = words.sentence.startswith(("umpire", "axis", "allied"))
        assert begins_with_a_name or words.sentence[0].isupper(), words.sentence
        assert words.sentence.endswith("."), words.sentence
        assert not [odd for odd in ("None", "  ", "..") if odd in words.sentence], words.sentence
        assert words.path.startswith("/")


@pytest.mark.portable
def test_sentences_say_who_what_and_when_by_the_clock_of_the_club(cast: Cast):
    club = make.people_of(cast, time_zone="Europe/Berlin")
    campaign = make.club(cast)
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    due = news.told(campaign, "orders-due", mission=3, data={"due": "2026-11-26T19:30:00+00:00"})
    late = news.told(campaign, "orders-late", mission=3, data={"side": "axis", "how": "staff"})
    score = news.told(campaign, "debriefed", mission=3, data={"title": "Fog", "points": {"allied": 4, "axis": 2}})
    data = {"user": cast.allied.pk, "for": cast.axis.pk, "how": "stand-in"}
    stands = news.told(campaign, "stand-in", person=cast.axis, data=data)
    happenings = list(Happening.objects.select_related(*inbox.NAMED))
    words = {key: told.sentence for key, told in inbox.words(happenings, cast.axis.pk).items()}
    assert words[due.key] == "Orders for mission 3 are due on Thursday 26 November 2026, 20:30 CET."
    assert words[late.key] == (
        "The Axis side had not handed in its orders for mission 3 when they were due: the staff has planned for it."
    )
    assert words[score.key] == "Mission 3, Fog, has been debriefed: Allied 4, Axis 2."
    assert words[stands.key] == "allied stands in for you."


@pytest.mark.portable
def test_what_is_old_is_forgotten_and_what_is_not_stays(cast: Cast):
    campaign = make.club(cast)
    old, new = news.told(campaign), news.told(campaign)
    now = timezone.now()
    Notice.objects.filter(happening=old, user=cast.axis).update(read_at=now - timedelta(days=91))
    Notice.objects.filter(happening=new, user=cast.axis).update(read_at=now - timedelta(days=89))
    assert cleaning.clean().counts["read_notices"] == 1
    assert not Notice.objects.filter(happening=old, user=cast.axis).exists()
    assert Notice.objects.filter(happening=new, user=cast.axis).exists()
    Notice.objects.filter(happening=old).update(at=now - timedelta(days=366))
    Happening.objects.filter(pk=old.pk).update(told_at=now - timedelta(days=401))
    cleaning.clean()
    assert not Happening.objects.filter(pk=old.pk).exists()
    assert Happening.objects.filter(pk=new.pk).exists()


def test_every_kind_can_be_refused_but_the_test_of_a_webhook_and_what_one_would_lose_something_by():
    offered = [name for names in TOPICS.values() for name in names]
    assert sorted(offered) == sorted(set(KINDS) - {"webhook-test"} - ALWAYS)


def test_who_reads_of_themselves_is_said_you(cast: Cast):
    campaign = make.club(cast)
    told = news.told(campaign, "seat-given", data={"role": "Commander", "side": "axis", "user": cast.axis.pk})
    happenings = [Happening.objects.select_related(*inbox.NAMED).get(pk=told.pk)]
    assert inbox.words(happenings, cast.axis.pk)[told.key].sentence == (
        "You have been given a seat: Commander of the Axis side."
    )
    assert inbox.words(happenings, cast.allied.pk)[told.key].sentence == (
        "axis has a seat now: Commander of the Axis side."
    )
