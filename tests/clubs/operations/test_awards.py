"""A club gives awards to its members: they are told, and it is shown until it is withdrawn."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.operations import accounts, records
from accounts.selectors.exports import everything_about
from accounts.selectors.records import record_of
from clubs.models import Award, Club, ClubRole, ModerationEntry
from clubs.operations import awards, clubs, endings, mutes, showcase
from clubs.operations.locks import locked
from config.common.refusals import Refusal
from notices.models import Happening, Notice
from notices.operations import fan_out
from notices.selectors.inbox import words
from tests import make
from tests.cast import Cast

pytestmark = pytest.mark.django_db
DAY = date(2026, 5, 3)


@pytest.fixture
def club(cast: Cast) -> Club:
    return make.people_of(cast, name="Flyers")


def given(cast: Cast, club: Club, **said: object) -> Award:
    told: dict[str, object] = {"name": "pilot", "title": "Sharp eyes", "why": "Saw them first", "day": DAY} | said
    return awards.give(actor=cast.umpire, club=club, **told)  # type: ignore[arg-type]


def page(client: Client, name: str, *args: object) -> str:
    return client.get(reverse(name, args=args)).content.decode()


def test_an_umpire_gives_an_award_by_the_page_and_everybody_whom_it_concerns_sees_it(
    cast: Cast, club: Club, client: Client
):
    client.force_login(cast.umpire)
    sent = {"name": "Pilot", "title": "<b>Sharp eyes</b>", "why": "Saw them first", "day": "2026-05-03"}
    shown = client.post(reverse("club-awards", args=(club.pk,)), sent, follow=True).content.decode()
    assert "&lt;b&gt;Sharp eyes&lt;/b&gt;" in shown
    assert "<b>Sharp" not in shown
    for name in ("club-members", "club-awards"):
        assert "&lt;b&gt;Sharp eyes" in page(client, name, club.pk)
    client.force_login(cast.pilot)
    assert "&lt;b&gt;Sharp eyes" in page(client, "record")
    happening = Happening.objects.get(kind="award-given")
    assert (happening.person, happening.actor) == (cast.pilot, cast.umpire)
    line = ModerationEntry.objects.get(act="awarded")
    assert (line.by, line.whom, line.what, line.why) == (cast.umpire, cast.pilot, sent["title"], sent["why"])
    assert [each["title"] for each in everything_about(cast.pilot)["clubs"]["awards"]] == [sent["title"]]
    client.force_login(cast.reader)
    assert client.post(reverse("club-awards", args=(club.pk,)), sent).status_code == 403


def test_who_gets_it_is_told_once_in_a_sentence(cast: Cast, club: Club):
    assert given(cast, club) == given(cast, club)
    fan_out.tell_all()
    (notice,) = Notice.objects.filter(happening__kind="award-given")
    assert notice.user == cast.pilot
    (told,) = words([notice.happening], cast.pilot.pk).values()
    assert told.sentence == "umpire has given you an award: Sharp eyes, for this: Saw them first."
    assert told.path == reverse("club-awards", args=(club.pk,))


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"name": "nobody at all"}, "Nobody here is called that"),
        ({"name": "stranger"}, "stranger is no member of Flyers"),
        ({"name": "umpire"}, "Somebody else gives you an award"),
        ({"title": " "}, "Say what it is called"),
        ({"title": "x" * 61}, "The title is longer than 60 letters"),
        ({"why": " "}, "Say what it is for"),
        ({"why": "x" * 201}, "longer than 200 letters"),
        ({"day": timezone.now().date() + timedelta(days=3)}, "Choose a day that has been"),
        ({"day": date(1, 1, 1)}, "Choose a day that has been"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(cast: Cast, club: Club, said: dict[str, object], sentence: str):
    with pytest.raises(Refusal, match=sentence):
        given(cast, club, **said)
    assert not Award.objects.exists()


def test_neither_a_player_nor_a_muted_umpire_gives_one(cast: Cast, club: Club):
    with pytest.raises(Refusal, match="Only owners and umpires"):
        awards.give(actor=cast.allied, club=club, name="pilot", title="Ace", why="Why not", day=DAY)
    until = timezone.now() + timedelta(days=1)
    mutes.mute(actor=cast.owner, club=club, user=cast.umpire, until=until, reason="Shouting")
    with pytest.raises(Refusal, match="Flyers has muted you"):
        given(cast, club)


def test_it_is_withdrawn_by_an_umpire_or_given_back_by_who_has_it_and_then_nobody_is_shown_it(
    cast: Cast, club: Club, client: Client
):
    one, other = given(cast, club), given(cast, club, title="Good loser")
    with pytest.raises(Refusal, match="Owners and umpires of a club withdraw awards"):
        awards.withdraw(actor=cast.axis, club=club, award=one.pk)
    awards.withdraw(actor=cast.owner, club=club, award=one.pk)
    client.force_login(cast.pilot)
    client.post(reverse("club-award-withdraw", args=(club.pk, other.pk)))
    assert not Award.objects.in_force().exists()
    assert record_of(cast.pilot, cast.pilot).awards == ()
    assert "Sharp eyes" not in page(client, "club-awards", club.pk)
    lines = ModerationEntry.objects.filter(act="award-back").order_by("pk").values_list("by", "whom", "what")
    assert list(lines) == [
        (cast.owner.pk, cast.pilot.pk, "Sharp eyes"),
        (cast.pilot.pk, cast.pilot.pk, "Good loser"),
    ]


def test_a_stranger_is_told_of_it_only_if_the_club_shows_itself(cast: Cast, club: Club):
    given(cast, club)
    records.show(user=cast.pilot, seen_by="everyone")
    seen = reverse("person", args=(cast.pilot.pk,))
    assert "Sharp eyes" not in Client().get(seen).content.decode()
    assert "Flyers" not in Client().get(seen).content.decode()
    assert [each.title for each in record_of(cast.pilot, cast.axis).awards] == ["Sharp eyes"]
    showcase.open_page(actor=cast.owner, club=club)
    shown = Client().get(seen).content.decode()
    assert "Sharp eyes" in shown
    assert "Flyers" in shown


def test_who_leaves_keeps_it_and_with_the_account_or_the_club_it_goes(cast: Cast, club: Club):
    given(cast, club)
    clubs.leave(actor=cast.pilot, club=club)
    assert [each.title for each in record_of(cast.pilot, cast.pilot).awards] == ["Sharp eyes"]
    accounts.close(user=cast.pilot, texts=False)
    assert not Award.objects.exists()
    with locked(club.pk) as held:
        clubs.add(club=held, user=cast.stranger, role=ClubRole.PLAYER)
    given(cast, club, name="stranger")
    endings.delete(actor=cast.owner, club=club, name=club.name)
    club.refresh_from_db()
    assert club.goes_at is not None
    endings.remove(club.pk, club.goes_at)
    assert not Award.objects.exists()


def test_a_club_that_is_archived_gives_none(cast: Cast, club: Club, client: Client):
    endings.archive(actor=cast.owner, club=club)
    with pytest.raises(Refusal, match="is archived"):
        given(cast, club)
    client.force_login(cast.owner)
    assert "Give one" not in page(client, "club-awards", club.pk)
