"""Who is muted reads and flies, and writes nothing; how much anybody writes; what moderators did stays written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, time, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from campaigns.models import Campaign
from campaigns.operations import pilots
from clubs.models import Club, ClubRole, ModerationEntry, Mute, Season
from clubs.models.moderation import NeverChanged
from clubs.operations import bans, clubs, mutes, nights, order, seasons
from clubs.operations.order import Rules
from clubs.operations.seasons import SeasonTerms
from clubs.selectors.moderation import log_page
from config.common.refusals import Refusal
from missions.operations import after_action_reports, comments, post_reports, submissions
from missions.operations.orders import sign_orders
from missions.operations.submissions import Dispute
from missions.selectors.submissions import version
from notices.models import Happening
from tests import make
from tests.cast import Cast


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    """A campaign of a club in which everybody but the stranger has a seat."""
    return clubs.move_campaign(actor=cast.owner, campaign=make.club(cast), club=make.people_of(cast))


@pytest.fixture
def club(campaign: Campaign) -> Club:
    assert campaign.club is not None
    return campaign.club


def tomorrow() -> datetime:
    return timezone.now() + timedelta(days=1)


@pytest.mark.portable
def test_who_is_muted_writes_nothing_by_any_door_and_flies_on(cast: Cast, campaign: Campaign, club: Club):
    mission = make.drawn(campaign)
    night = make.night(club, cast.umpire)
    said = comments.comment(actor=cast.allied, campaign=campaign, text="Good morning.")
    mutes.mute(actor=cast.umpire, club=club, user=cast.allied, until=tomorrow(), reason="Called people names")
    muted = "has muted you until .* Called people names\\."
    with pytest.raises(Refusal, match=muted):
        comments.comment(actor=cast.allied, campaign=campaign, text="And you!")
    with pytest.raises(Refusal, match=muted):
        comments.edit(actor=cast.allied, comment=said, text="And you!")
    with pytest.raises(Refusal, match=muted):
        pilots.add_note(actor=cast.allied, campaign=campaign, text="And you!")
    with pytest.raises(Refusal, match=muted):
        after_action_reports.tell_story(actor=cast.allied, mission=mission, side="allied", text="And you!")
    with pytest.raises(Refusal, match="An answer without a word is taken"):
        nights.answer(actor=cast.allied, night=night, answer="yes", note="And you!")
    assert nights.answer(actor=cast.allied, night=night, answer="yes").answer == "yes"
    comments.comment(actor=cast.pilot, campaign=campaign, text="Others write.")
    document = make.orders(mission, "allied")
    assert sign_orders(actor=cast.allied, mission=mission, side="allied", document=document).signed_by == cast.allied
    (told,) = Happening.objects.filter(kind="muted")
    assert told.person == cast.allied


def test_who_is_muted_disputes_a_result_without_a_word(cast: Cast, campaign: Campaign, club: Club):
    told = make.told(make.opened(make.confirmed(campaign)), cast.allied)
    mutes.mute(actor=cast.umpire, club=club, user=cast.axis, until=tomorrow(), reason="Called people names")
    asked: dict[str, Any] = {"actor": cast.axis, "submission": told, "expected_version": version(told)}
    with pytest.raises(Refusal, match="A dispute without words is taken"):
        submissions.answer(disputes={"turns": Dispute(2, "Liar!")}, **asked)
    answered = submissions.answer(disputes={"turns": Dispute(2)}, **asked)
    assert answered.status == answered.Status.DISPUTED


def test_who_is_muted_tells_a_result_without_a_line_for_the_log(cast: Cast, campaign: Campaign, club: Club):
    mission = make.opened(make.confirmed(campaign))
    mutes.mute(actor=cast.umpire, club=club, user=cast.allied, until=tomorrow(), reason="Called people names")
    with pytest.raises(Refusal, match="A result without a line for the log is taken") as refused:
        make.told(mission, cast.allied)
    assert refused.value.field == "notes"
    told = make.told(mission, cast.allied, replace(make.rough(mission), notes=""))
    assert told.by == cast.allied


def test_who_is_muted_opens_and_renames_no_season_and_disputes_its_games_without_a_word(cast: Cast, club: Club):
    season = make.season(cast)
    game = make.entered(cast, season)
    points = (game.allied_points, game.axis_points)
    for user in (cast.allied, cast.axis):
        mutes.mute(actor=cast.umpire, club=club, user=user, until=tomorrow(), reason="Called people names")
    with pytest.raises(Refusal, match="has muted you"):
        make.season(cast, title="The umpire is a fool", notes="You heard me.")
    today = timezone.now().date()
    terms = SeasonTerms(title="The umpire is a fool", begins_on=today, ends_on=today)
    with pytest.raises(Refusal, match="has muted you"):
        seasons.change(actor=cast.allied, season=season, terms=terms)
    assert Happening.objects.get(kind="season-opened").data["title"] == "Winter league"
    with pytest.raises(Refusal, match="An answer without words is taken"):
        seasons.answer(actor=cast.axis, game=game, agrees=False, words="Liar!", points=points)
    answered = seasons.answer(actor=cast.axis, game=game, agrees=False, points=points)
    assert answered.status == answered.Status.DISPUTED


def test_a_fight_that_somebody_muted_enters_in_a_season_is_called_by_its_game(cast: Cast, club: Club):
    season = make.season(cast)
    mutes.mute(actor=cast.umpire, club=club, user=cast.allied, until=tomorrow(), reason="Called people names")
    game = make.entered(cast, season)
    assert game.skirmish is not None
    assert game.title == "Wild Blue Yonder" != game.skirmish.title
    assert Happening.objects.get(kind="season-game").data["skirmish"] == "Wild Blue Yonder"


@pytest.mark.portable
def test_a_mute_ends_by_itself_by_hand_or_by_another(cast: Cast, campaign: Campaign, club: Club):
    first = mutes.mute(actor=cast.umpire, club=club, user=cast.axis, until=tomorrow(), reason="Shouting")
    assert mutes.mute(actor=cast.owner, club=club, user=cast.axis, until=first.until, reason="Shouting") == first
    second = mutes.mute(
        actor=cast.owner, club=club, user=cast.axis, until=tomorrow() + timedelta(days=6), reason="Shouting again"
    )
    assert list(Mute.objects.in_force(club.pk)) == [second]
    mutes.lift(actor=cast.umpire, club=club, mute=second.pk)
    comments.comment(actor=cast.axis, campaign=campaign, text="Sorry.")
    third = mutes.mute(actor=cast.owner, club=club, user=cast.axis, until=tomorrow(), reason="Not sorry")
    Mute.objects.filter(pk=third.pk).update(until=timezone.now() - timedelta(seconds=1))
    comments.comment(actor=cast.axis, campaign=campaign, text="It is over.")
    assert mutes.mute(actor=cast.owner, club=club, user=cast.axis, until=tomorrow(), reason="Again") != third


@pytest.mark.portable
def test_a_player_mutes_nobody_an_umpire_no_umpire_and_nobody_forever(cast: Cast, club: Club):
    for actor, user, until, reason, said in (
        (cast.pilot, cast.reader, tomorrow(), "No", "Only owners and umpires"),
        (cast.umpire, cast.owner, tomorrow(), "No", "Only an owner mutes"),
        (cast.umpire, cast.umpire, tomorrow(), "No", "cannot mute yourself"),
        (cast.umpire, cast.axis, timezone.now(), "No", "Choose a time to come"),
        (cast.umpire, cast.axis, timezone.now() + timedelta(days=400), "No", "Choose a time to come"),
        (cast.umpire, cast.axis, tomorrow(), " ", "Say why"),
    ):
        with pytest.raises(Refusal, match=said):
            mutes.mute(actor=actor, club=club, user=user, until=until, reason=reason)
    assert not Mute.objects.exists()


@pytest.mark.portable
def test_a_club_lets_anybody_write_so_much_an_hour_and_says_when_it_goes_again(
    cast: Cast, campaign: Campaign, club: Club, monkeypatch: pytest.MonkeyPatch
):
    rules = Rules(takes_askers=False, quiet_from=None, quiet_until=None, posts_an_hour=2)
    order.change(actor=cast.owner, club=club, rules=rules)
    for text in ("One.", "Two."):
        comments.comment(actor=cast.axis, campaign=campaign, text=text)
    with pytest.raises(Refusal, match=r"written 2 times within the hour.*It goes again in \d+ minutes, at \d\d:\d\d"):
        comments.comment(actor=cast.axis, campaign=campaign, text="Three.")
    comments.comment(actor=cast.allied, campaign=campaign, text="Each has their own.")
    later = timezone.now() + timedelta(hours=1, seconds=1)
    monkeypatch.setattr("campaigns.operations.posts.timezone.now", lambda: later)
    comments.comment(actor=cast.axis, campaign=campaign, text="Three.")


def test_whoever_waits_while_another_post_of_theirs_is_counted_begins_no_new_hour(
    cast: Cast, campaign: Campaign, club: Club, monkeypatch: pytest.MonkeyPatch
):
    rules = Rules(takes_askers=False, quiet_from=None, quiet_until=None, posts_an_hour=1)
    order.change(actor=cast.owner, club=club, rules=rules)
    began = timezone.now()
    comments.comment(actor=cast.axis, campaign=campaign, text="One.")
    clock = iter([began, timezone.now()])  # before the first is counted, and when the row is free
    monkeypatch.setattr("campaigns.operations.posts.timezone", SimpleNamespace(now=lambda: next(clock)))
    with pytest.raises(Refusal, match="written once within the hour"):
        comments.comment(actor=cast.axis, campaign=campaign, text="Two.")


def test_words_count_wherever_they_are_written_and_what_belongs_to_running_things_does_not(
    cast: Cast, campaign: Campaign, club: Club
):
    rules = Rules(takes_askers=False, quiet_from=None, quiet_until=None, posts_an_hour=1)
    told = make.told(make.opened(make.confirmed(campaign)), cast.allied)
    season = make.season(cast)
    night = make.night(club, cast.umpire)
    order.change(actor=cast.owner, club=club, rules=rules)
    nights.answer(actor=cast.axis, night=night, answer="yes", note="With a cake.")
    nights.answer(actor=cast.axis, night=night, answer="no", note="With a cake.")
    doors: tuple[Callable[[], object], ...] = (
        lambda: nights.answer(actor=cast.axis, night=night, answer="yes", note="With two."),
        lambda: submissions.answer(
            actor=cast.axis,
            submission=told,
            expected_version=version(told),
            disputes={"turns": Dispute(2, "It was not so.")},
        ),
        lambda: make.season(cast, title="Another", organiser=cast.axis),
        lambda: comments.comment(actor=cast.axis, campaign=campaign, text="Good morning."),
    )
    for write in doors:
        with pytest.raises(Refusal, match="written once within the hour"):
            write()
    make.night(club, cast.umpire, title="Crete evening")
    make.night(club, cast.umpire, title="Malta again")
    assert Season.objects.get() == season


def test_the_log_says_who_did_what_to_whom_and_why_to_the_owners_and_is_never_changed(
    cast: Cast, club: Club, client: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    mutes.mute(actor=cast.umpire, club=club, user=cast.axis, until=tomorrow(), reason="Shouting")
    banned = bans.ban(actor=cast.owner, club=club, user=cast.reader, reason="Read letters aloud")
    bans.lift(actor=cast.umpire, club=club, ban=banned.pk)
    clubs.remove(actor=cast.owner, club=club, user=cast.pilot)
    acts = [(row.act, row.by, row.whom, row.why) for row in log_page(club, cast.owner.pk).rows]
    assert acts == [
        ("Removed from the club", "owner", "pilot", ""),
        ("Ban lifted", "umpire", "reader", ""),
        ("Banned", "owner", "reader", "Read letters aloud"),
        ("Muted", "umpire", "axis", "Shouting"),
    ]
    line = ModerationEntry.objects.all()[0]
    line.why = "Otherwise"
    for change in (line.save, line.delete, ModerationEntry.objects.all().delete):
        with pytest.raises(NeverChanged):
            change()
    with pytest.raises(NeverChanged):
        ModerationEntry.objects.update(why="Otherwise")
    client.force_login(cast.owner)
    with django_assert_num_queries(7):
        page = client.get(reverse("club-moderation", args=(club.pk,))).content.decode()
    assert "Read letters aloud" in page


def test_the_log_keeps_what_one_side_says_from_an_owner_of_the_other(cast: Cast, campaign: Campaign, club: Club):
    clubs.change_role(actor=cast.owner, club=club, user=cast.axis, role=ClubRole.OWNER)
    said = comments.comment(actor=cast.pilot, campaign=campaign, text="We come low.", side="allied")
    comments.remove(actor=cast.umpire, comment=said)
    assert [row.act for row in log_page(club, cast.axis.pk).rows] == []
    assert [row.act for row in log_page(club, cast.umpire.pk).rows] == ["Post removed"], "an umpire hears both"


@pytest.mark.portable
def test_the_log_does_not_tell_an_owner_that_words_of_their_own_were_reported_for_nothing(
    cast: Cast, campaign: Campaign, club: Club
):
    clubs.change_role(actor=cast.owner, club=club, user=cast.umpire, role=ClubRole.OWNER)
    for author in (cast.owner, cast.allied):
        said = comments.comment(actor=author, campaign=campaign, text="Bring biscuits.")
        told = post_reports.report(actor=cast.axis, campaign=campaign, post=said, words="Not about flying.")
        post_reports.judge(actor=cast.umpire, report=told, is_removed=False)
    assert [row.whom for row in log_page(club, cast.owner.pk).rows] == ["allied"]
    assert [row.whom for row in log_page(club, cast.umpire.pk).rows] == ["allied", "owner"]
    said = comments.comment(actor=cast.owner, campaign=campaign, text="And cake.")
    told = post_reports.report(actor=cast.axis, campaign=campaign, post=said, words="Still not.")
    post_reports.judge(actor=cast.umpire, report=told, is_removed=True, why="Not here")
    assert log_page(club, cast.owner.pk).rows[0].act == "Post removed", "of that they are told"


def test_the_pages_of_order_say_what_is_wrong_and_change_nothing(
    cast: Cast, campaign: Campaign, club: Club, client: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    client.force_login(cast.owner)
    rules = reverse("club-order", args=(club.pk,))
    for sent, said in (
        ({"quiet_from": "22:00"}, "Quiet hours have a beginning and an end"),
        ({"quiet_from": "22:00", "quiet_until": "22:00"}, "That would be the whole day"),
        ({"quiet_from": "20:00", "quiet_until": "12:01"}, "16 hours at most"),
        ({"quiet_from": "08:00", "quiet_until": "07:59"}, "16 hours at most"),
        ({"quiet_from": "late", "quiet_until": "22:00"}, "That is no time"),
        ({"posts_an_hour": "0"}, "At least one, or leave it empty."),
        ({"posts_an_hour": "many"}, "Say how many as a whole number"),
    ):
        wrong = client.post(rules, sent)
        assert (wrong.status_code, said in wrong.content.decode()) == (422, True), said
    assert not ModerationEntry.objects.exists()
    client.post(rules, {"takes_askers": "on", "quiet_from": "22:00", "quiet_until": "07:00", "posts_an_hour": "20"})
    club.refresh_from_db()
    assert (club.takes_askers, club.quiet_from, club.posts_an_hour) == (True, time(22), 20)
    (line,) = ModerationEntry.objects.all()
    assert line.what == "People may ask to be let in; quiet from 22:00 to 07:00; at most 20 posts an hour"
    page = reverse("club-mutes", args=(club.pk,))
    wrong = client.post(page, {"name": "nobody", "lasts": "24", "reason": "No"})
    assert (wrong.status_code, "Nobody here is called that" in wrong.content.decode()) == (422, True)
    client.post(page, {"name": "Axis", "lasts": "24", "reason": "Shouting."})
    with django_assert_num_queries(5):
        assert "Shouting." in client.get(page).content.decode()
    client.force_login(cast.axis)
    talk = client.get(reverse("campaign-talk", args=(campaign.pk,))).content.decode()
    assert "Ready Room Flyers has muted you until" in talk
    assert "Say it</button>" not in talk
    refused = client.post(reverse("campaign-talk", args=(campaign.pk,)), {"text": "Hello"})
    assert refused.status_code == 422
    client.force_login(cast.owner)
    client.post(reverse("club-mute-lift", args=(club.pk, Mute.objects.get().pk)))
    assert not Mute.objects.in_force(club.pk).exists()
