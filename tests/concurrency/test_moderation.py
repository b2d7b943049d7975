"""Order in a club with everybody at once: one answer, one verdict, no seat for who is banned, no post too many."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from threading import Barrier
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.models import Campaign, Seat
from campaigns.operations import seats
from clubs.models import Asked, Ban, Club, ClubRole, ModerationEntry, Mute, PollAnswer, Posting, Rsvp, WordsReport
from clubs.operations import asking, bans, clubs, mutes, nights, open_seats, order, polls, reports, words_reports
from clubs.operations.locks import locked
from clubs.operations.order import Rules
from clubs.operations.reports import Decision
from config.common.refusals import Refusal
from missions.models import Comment, Orders, PostReport
from missions.operations import comments, post_reports
from missions.operations.orders import sign_orders
from missions.selectors.reconcile import assert_reconciled
from notices.models import Happening
from tests import make
from tests.cast import Cast
from tests.concurrency.test_once import PATIENCE, all_at_once, kinds

pytestmark = pytest.mark.django_db(transaction=True)
STARTED = 5
"""Members who have joined the club of the tests before."""


def open_club(cast: Cast, posts_an_hour: int | None = None) -> Club:
    """A club that takes people who ask."""
    rules = Rules(takes_askers=True, quiet_from=None, quiet_until=None, posts_an_hour=posts_an_hour)
    return order.change(actor=cast.owner, club=make.people_of(cast), rules=rules)


def campaign_of(cast: Cast, club: Club) -> Campaign:
    campaign = clubs.move_campaign(actor=cast.owner, campaign=make.club(cast), club=club)
    campaign.refresh_from_db()
    return campaign


def told(*kinds: str) -> dict[str, int]:
    """How often something of each kind has been told."""
    return {kind: Happening.objects.filter(kind=kind).count() for kind in kinds}


def test_two_who_approve_at_once_let_in_once_and_one_who_refuses_meanwhile_is_told(cast: Cast):
    club = open_club(cast)
    asked = asking.ask(actor=cast.stranger, club=club, words="I fly.")
    results = all_at_once(
        *(partial(asking.approve, actor=actor, club=club, asked=asked.pk) for actor in (cast.owner, cast.umpire) * 2)
    )
    assert kinds(results) == {"Asked": 4}, results
    assert club.members.filter(user=cast.stranger).count() == 1
    assert ModerationEntry.objects.filter(act=ModerationEntry.Act.LET_IN).count() == 1
    assert told("asked-answered", "member-joined") == {"asked-answered": 1, "member-joined": 1 + STARTED}
    for _ in range(3):
        clubs.remove(actor=cast.owner, club=club, user=cast.stranger)
        again = asking.ask(actor=cast.stranger, club=club, words="Again.")
        results = all_at_once(
            partial(asking.approve, actor=cast.owner, club=club, asked=again.pk),
            partial(asking.refuse, actor=cast.umpire, club=club, asked=again.pk),
        )
        assert kinds(results) == {"Asked": 1, "Refusal": 1}, results
        is_in = club.members.filter(user=cast.stranger).exists()
        assert is_in == isinstance(results[0], Asked)
        assert any("has answered already: stranger was" in str(each) for each in results), results
        assert Happening.objects.filter(kind="asked-answered", key__endswith=f" {again.pk}").count() == 1
        if not is_in:
            break


def test_who_is_let_in_and_banned_at_once_is_out_and_waits_no_more(cast: Cast):
    club = open_club(cast)
    for number in range(4):
        newcomer = User.objects.create_user(f"newcomer-{number}")
        asked = asking.ask(actor=newcomer, club=club, words="I fly.")
        results = all_at_once(
            partial(asking.approve, actor=cast.owner, club=club, asked=asked.pk),
            partial(bans.ban, actor=cast.umpire, club=club, user=newcomer),
        )
        assert type(results[1]).__name__ == "Ban", results
        assert isinstance(results[0], (Asked, Refusal)), results
        assert not club.members.filter(user=newcomer).exists()
        assert not Asked.objects.filter(user=newcomer, status=Asked.Status.OPEN).exists()


def test_what_somebody_does_while_they_are_banned_is_done_before_or_refused_and_nothing_of_theirs_is_left(cast: Cast):
    club = open_club(cast)
    campaign = campaign_of(cast, club)
    free = make.campaign(cast.owner, seed=9, allied="staff", axis="staff")
    clubs.move_campaign(actor=cast.owner, campaign=free, club=club)
    poll, night = make.poll(club, cast.umpire), make.night(club, cast.umpire)
    date = poll.dates.all()[0].pk
    for number in range(3):
        acts: dict[str, Callable[[], object]] = {
            "Ban": partial(bans.ban, actor=cast.owner, club=club, user=cast.pilot),
            "Comment": partial(comments.comment, actor=cast.pilot, campaign=campaign, text=f"Word {number}"),
            "comment": partial(open_seats.ask_for, actor=cast.pilot, club=club, campaign=free.pk, side="axis"),
            "NoneType": partial(polls.answer, actor=cast.pilot, poll=poll, answers={date: "yes"}),
            "Rsvp": partial(nights.answer, actor=cast.pilot, night=night, answer="yes"),
            "Seat": partial(seats.join, actor=cast.pilot, campaign=free, side="allied"),
        }
        results = all_at_once(*acts.values())
        for wanted, result in zip(acts, results, strict=True):
            assert type(result).__name__ in ("Refusal", wanted.capitalize(), wanted), results
        assert type(results[0]).__name__ == "Ban"
        assert not club.members.filter(user=cast.pilot).exists()
        assert not Seat.objects.held_by(cast.pilot.pk).exists()
        assert not PollAnswer.objects.exists()
        assert not Rsvp.objects.exists()
        assert ModerationEntry.objects.filter(act=ModerationEntry.Act.BANNED).count() == number + 1
        bans.lift(actor=cast.owner, club=club, ban=Ban.objects.get(lifted_at=None).pk)
        with locked(club.pk) as held:
            clubs.add(club=held, user=cast.pilot, role=ClubRole.PLAYER)
    assert_reconciled(campaign)
    assert_reconciled(free)


def test_without_the_lock_one_request_is_both_approved_and_refused(cast: Cast, monkeypatch: pytest.MonkeyPatch):
    club = open_club(cast)
    asked = asking.ask(actor=cast.stranger, club=club, words="I fly.")
    past_the_guard, answer = Barrier(2, timeout=PATIENCE), asking._answer

    @contextmanager
    def unlocked(club_id: int) -> Iterator[Club]:
        yield Club.objects.get(pk=club_id)

    def wait_for_the_other(*args: Any) -> None:
        past_the_guard.wait()
        answer(*args)

    monkeypatch.setattr(asking, "locked", unlocked)
    monkeypatch.setattr(asking, "_answer", wait_for_the_other)
    results = all_at_once(
        partial(asking.approve, actor=cast.owner, club=club, asked=asked.pk),
        partial(asking.refuse, actor=cast.umpire, club=club, asked=asked.pk),
    )
    assert kinds(results) == {"Asked": 2}, results


def test_a_ban_during_a_sign_ends_the_seat_and_the_orders_stand_or_were_refused(cast: Cast):
    campaign = campaign_of(cast, make.people_of(cast))
    mission = make.drawn(campaign)
    document = make.orders(mission, "allied")
    assert campaign.club is not None
    results = all_at_once(
        partial(bans.ban, actor=cast.owner, club=campaign.club, user=cast.allied),
        partial(sign_orders, actor=cast.allied, mission=mission, side="allied", document=document),
    )
    assert type(results[0]).__name__ == "Ban", results
    assert isinstance(results[1], (Orders, Refusal)), results
    assert Orders.objects.filter(mission=mission, side="allied", signed_by=cast.allied).exists() == isinstance(
        results[1], Orders
    )
    assert not campaign.seats.held_by(cast.allied.pk).exists()
    assert_reconciled(campaign)


def test_two_umpires_decide_about_one_post_once(cast: Cast):
    campaign = campaign_of(cast, make.people_of(cast))
    said = comments.comment(actor=cast.axis, campaign=campaign, text="Fools.")
    made = post_reports.report(actor=cast.pilot, campaign=campaign, post=said, words="Rude.")
    results = all_at_once(
        partial(reports.decide, actor=cast.owner, report=made, decision=Decision.MUTE, why="Names"),
        partial(reports.decide, actor=cast.umpire, report=made, decision=Decision.KEEP),
    )
    assert kinds(results) == {"PostReport": 1, "Refusal": 1}, results
    is_removed = isinstance(results[0], PostReport)
    assert Comment.objects.get().removed_at is not None if is_removed else Comment.objects.get().removed_at is None
    assert Mute.objects.exists() == is_removed
    assert ModerationEntry.objects.filter(act__startswith="post-").count() == 1
    assert told("report-judged", "post-removed", "muted") == {
        "report-judged": 1, "post-removed": is_removed, "muted": is_removed,
    }  # fmt: skip


def test_one_persons_words_are_reported_once_by_each_and_decided_about_once(cast: Cast):
    season = make.season(cast, notes="Fools.")
    tells = [
        partial(words_reports.report_season, actor=actor, season=season, words="Rude.")
        for actor in (cast.pilot, cast.pilot, cast.reader, cast.reader)
    ]
    results = all_at_once(*tells)
    assert kinds(results) == {"WordsReport": 4}, results
    made = WordsReport.objects.filter(by=cast.pilot).get()
    results = all_at_once(
        partial(words_reports.decide, actor=cast.owner, report=made, decision=Decision.MUTE, why="Names"),
        partial(words_reports.decide, actor=cast.umpire, report=made, decision=Decision.KEEP),
    )
    assert kinds(results) == {"WordsReport": 1, "Refusal": 1}, results
    is_removed = isinstance(results[0], WordsReport)
    season.refresh_from_db()
    assert season.notes == ("" if is_removed else "Fools.")
    assert not WordsReport.objects.filter(verdict="open").exists()
    assert told("report-judged", "post-removed", "muted") == {
        "report-judged": 2, "post-removed": is_removed, "muted": is_removed,
    }  # fmt: skip


def test_two_who_mute_one_person_at_once_leave_one_mute_in_force(cast: Cast):
    club = make.people_of(cast)
    until = timezone.now() + timedelta(days=1)
    results = all_at_once(
        *(
            partial(mutes.mute, actor=actor, club=club, user=cast.axis, until=until, reason=f"Says {actor}")
            for actor in (cast.owner, cast.umpire)
        )
    )
    assert kinds(results) == {"Mute": 2}, results
    assert Mute.objects.in_force(club.pk).count() == 1


def test_eight_posts_at_once_in_two_campaigns_are_as_many_as_the_club_lets_anybody_write(cast: Cast):
    club = open_club(cast, posts_an_hour=3)
    campaigns = [campaign_of(cast, club), make.campaign(cast.owner, seed=9)]
    clubs.move_campaign(actor=cast.owner, campaign=campaigns[1], club=club)
    acts = [
        partial(comments.comment, actor=cast.axis, campaign=campaigns[number % 2], text=f"Word {number}")
        for number in range(8)
    ]
    assert kinds(all_at_once(*acts)) == {"Comment": 3, "Refusal": 5}
    assert Comment.objects.count() == 3


def test_who_bans_while_posts_are_written_and_removed_waits_for_nobody_who_waits_for_them(cast: Cast):
    """Bans hold the club's row and then the campaigns', posts a campaign's: neither stands in the other's way."""
    club = open_club(cast, posts_an_hour=100)
    campaign = campaign_of(cast, club)
    for number in range(6):
        said = comments.comment(actor=cast.pilot, campaign=campaign, text=f"Word {number}")
        newcomer = User.objects.create_user(f"newcomer-{number}")
        results = all_at_once(
            partial(bans.ban, actor=cast.owner, club=club, user=newcomer),
            partial(comments.remove, actor=cast.umpire, comment=said),
            partial(comments.comment, actor=cast.owner, campaign=campaign, text=f"Answer {number}"),
        )
        assert [type(result).__name__ for result in results] == ["Ban", "NoneType", "Comment"], results
        Posting.objects.all().delete()
