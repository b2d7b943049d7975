"""Joining on approval: a stranger asks with a few words, an owner or an umpire answers, once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from clubs.models import Asked, Club, ClubRole, ModerationEntry
from clubs.operations import asking, bans, clubs, endings
from clubs.operations.order import Rules
from clubs.operations.order import change as change_order
from clubs.selectors.members import place_of
from config.common.refusals import Refusal
from notices.models import Happening
from tests import make
from tests.cast import Cast

OPEN = Rules(takes_askers=True, quiet_from=None, quiet_until=None, posts_an_hour=None)


@pytest.fixture
def club(cast: Cast) -> Club:
    """A club that takes people who ask."""
    return change_order(actor=cast.owner, club=make.people_of(cast), rules=OPEN)


@pytest.mark.portable
def test_who_asks_waits_is_let_in_once_and_everybody_concerned_is_told(cast: Cast, club: Club):
    asked = asking.ask(actor=cast.stranger, club=club, words="I fly Hurricanes on Tuesdays.")
    assert asking.ask(actor=cast.stranger, club=club, words="Again!") == asked, "twice is once"
    told = Happening.objects.filter(kind="asks-to-join").values_list("person__username", flat=True)
    assert set(told) == {"owner", "umpire"}
    assert place_of(club, cast.stranger) is None
    asking.approve(actor=cast.umpire, club=club, asked=asked.pk)
    assert asking.approve(actor=cast.owner, club=club, asked=asked.pk).answered_by == cast.umpire
    place = place_of(club, cast.stranger)
    assert place is not None
    assert place.role == ClubRole.PLAYER
    assert Happening.objects.filter(kind="asked-answered", person=cast.stranger).count() == 1
    (line,) = ModerationEntry.objects.filter(act=ModerationEntry.Act.LET_IN)
    assert (line.by, line.whom) == (cast.umpire, cast.stranger)
    with pytest.raises(Refusal, match="umpire has answered already: stranger was let in"):
        asking.refuse(actor=cast.owner, club=club, asked=asked.pk)
    with pytest.raises(Refusal, match="You are in already"):
        asking.ask(actor=cast.stranger, club=club, words="And again.")


def test_who_is_refused_hears_why_and_when_they_may_ask_again(cast: Cast, club: Club):
    asked = asking.ask(actor=cast.stranger, club=club, words="Let me in.")
    asking.refuse(actor=cast.owner, club=club, asked=asked.pk, answer="We are full.")
    with pytest.raises(Refusal, match=r"Ask again from .* on"):
        asking.ask(actor=cast.stranger, club=club, words="Please.")
    Asked.objects.update(answered_at=timezone.now() - timedelta(days=31))
    assert asking.ask(actor=cast.stranger, club=club, words="Please.").status == Asked.Status.OPEN


@pytest.mark.portable
def test_nobody_asks_a_club_that_takes_nobody_and_who_is_banned_asks_no_more(cast: Cast, club: Club):
    asked = asking.ask(actor=cast.stranger, club=club, words="Let me in.")
    bans.ban(actor=cast.owner, club=club, user=cast.stranger)
    with pytest.raises(Refusal, match="stranger was refused"):
        asking.approve(actor=cast.umpire, club=club, asked=asked.pk)
    with pytest.raises(Refusal, match="has banned you"):
        asking.ask(actor=cast.stranger, club=club, words="Let me in.")
    other = make.people_of(cast, name="Closed Club")
    with pytest.raises(Refusal, match="by invitation only"):
        asking.ask(actor=cast.stranger, club=other, words="Let me in.")
    with pytest.raises(Refusal, match="Only owners and umpires"):
        asking.approve(actor=cast.pilot, club=club, asked=asked.pk)
    with pytest.raises(Refusal, match="Only an owner makes umpires"):
        asking.approve(actor=cast.umpire, club=club, asked=asked.pk, role=ClubRole.OWNER)


def test_a_stranger_finds_the_club_asks_takes_it_back_and_asks_again(
    cast: Cast, club: Club, client: Client, django_assert_num_queries: DjangoAssertNumQueries
):
    make.people_of(cast, name="Closed Club")
    client.force_login(cast.stranger)
    with django_assert_num_queries(5):
        page = client.get(reverse("clubs-open")).content.decode()
    assert "Ready Room Flyers" in page
    assert "Closed Club" not in page
    join = reverse("club-join", args=(club.pk,))
    wrong = client.post(join, {"words": " "})
    assert (wrong.status_code, Asked.objects.count()) == (422, 0)
    assert "Say in a few words who you are." in wrong.content.decode()
    assert "You are in no club yet" in client.get(reverse("clubs")).content.decode()
    client.post(join, {"words": "I fly <b>low</b>."})
    mine = client.get(reverse("clubs")).content.decode()
    assert "You have asked to be let in" in mine
    assert f'<a href="{join}">Ready Room Flyers</a>' in mine
    assert "You are in no club yet" not in mine
    assert "I fly &lt;b&gt;low&lt;/b&gt;." in client.get(join).content.decode()
    client.post(join, {"what": "take-back"})
    assert Asked.objects.get().status == Asked.Status.WITHDRAWN
    client.post(join, {"words": "I have thought about it."})
    client.force_login(cast.umpire)
    assert "Who asks to join (1)" in client.get(reverse("club-members", args=(club.pk,))).content.decode()
    with django_assert_num_queries(6):
        assert "I have thought about it." in client.get(reverse("club-asked", args=(club.pk,))).content.decode()
    waits = Asked.objects.get(status=Asked.Status.OPEN)
    act = reverse("club-asked-act", args=(club.pk, waits.pk, "let-in"))
    assert client.post(act, {"role": "99"}).status_code == 422
    client.post(act, {"role": "20"})
    assert place_of(club, cast.stranger) is not None
    client.force_login(cast.stranger)
    assert client.get(join)["Location"] == reverse("club", args=(club.pk,))


def test_who_asks_and_takes_it_back_again_and_again_is_heard_three_times_a_month(cast: Cast, club: Club):
    for _ in range(3):
        asking.ask(actor=cast.stranger, club=club, words="Me!")
        asking.take_back(actor=cast.stranger, club=club)
    told = Happening.objects.filter(kind="asks-to-join").count()
    with pytest.raises(Refusal, match=r"taken it back 3 times within a month. Ask again from"):
        asking.ask(actor=cast.stranger, club=club, words="Me!")
    assert Happening.objects.filter(kind="asks-to-join").count() == told
    Asked.objects.update(at=timezone.now() - timedelta(days=31))
    assert asking.ask(actor=cast.stranger, club=club, words="Me!").status == Asked.Status.OPEN


def test_a_club_that_is_open_no_more_tells_who_asked_once_its_name_alone(cast: Cast, club: Club, client: Client):
    asked = asking.ask(actor=cast.stranger, club=club, words="Let me in.")
    client.force_login(cast.stranger)
    join = reverse("club-join", args=(club.pk,))
    assert "6 members" in client.get(join).content.decode()
    asking.refuse(actor=cast.owner, club=club, asked=asked.pk)
    closed = Rules(takes_askers=False, quiet_from=None, quiet_until=None, posts_an_hour=None)
    change_order(actor=cast.owner, club=club, rules=closed)
    clubs.change(actor=cast.owner, club=club, name=club.name, about="Meet at the quokka house.", time_zone="UTC")
    page = client.get(join).content.decode()
    assert club.name in page
    assert "quokka" not in page
    assert "6 members" not in page


def test_an_answer_to_who_asks_that_is_refused_stays_in_its_form(cast: Cast, club: Club, client: Client):
    other = User.objects.create_user("other")
    asked = asking.ask(actor=cast.stranger, club=club, words="Let me in.")
    asking.ask(actor=other, club=club, words="Me too.")
    client.force_login(cast.umpire)

    def post(what: str, number: int = asked.pk, **sent: str) -> str:
        answer = client.post(reverse("club-asked-act", args=(club.pk, number, what)), sent)
        assert answer.status_code == 422, answer
        return answer.content.decode()

    shown = post("turn-away", answer="long " * 50)
    assert shown.count(f'value="{"long " * 50}"') == 1, "in the form that was sent alone"
    assert "That is longer than 200 letters." in shown
    assert "Choose one of these roles." in post("let-in", role="40")
    assert "Nobody asks so." in post("turn-away", number=10**6, answer="We are full.")
    asking.refuse(actor=cast.owner, club=club, asked=asked.pk, answer="Later.")
    shown = post("let-in", role="20")
    assert "owner has answered already: stranger was refused." in shown
    asking.approve(actor=cast.owner, club=club, asked=Asked.objects.get(user=other).pk)
    shown = post("turn-away", number=Asked.objects.get(user=other).pk, answer="We are <full>.")
    assert "owner has answered already: other was let in." in shown
    assert "You wrote: “We are &lt;full&gt;.”" in shown
    assert Asked.objects.get(user=other).answer == ""


def test_an_answer_that_comes_after_the_club_was_archived_stays_in_its_form(cast: Cast, club: Club, client: Client):
    asked = asking.ask(actor=cast.stranger, club=club, words="Let me in.")
    endings.archive(actor=cast.owner, club=club)
    client.force_login(cast.umpire)
    answer = client.post(reverse("club-asked-act", args=(club.pk, asked.pk, "turn-away")), {"answer": "We are full."})
    assert answer.status_code == 422
    assert "is archived: nothing is written in it" in answer.content.decode().partition("form-error")[2]
    assert 'value="We are full."' in answer.content.decode()
    asked.refresh_from_db()
    assert asked.status == Asked.Status.OPEN
