"""Pages of an archived club say that it is archived, and offer only what still works."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Asked, BannedName, Club
from clubs.operations import (
    asking,
    awards,
    bans,
    clubs,
    endings,
    fixtures,
    mutes,
    nights,
    order,
    showcase,
    tables,
    words_reports,
)
from clubs.operations.order import Rules
from clubs.selectors.seasons import open_to
from missions.models import Mission, Skirmish
from missions.operations import shared_replays
from tests import make
from tests.cast import Cast
from tests.crawl.offers import offered, pages_below
from tests.engine.broad import broad

pytestmark = pytest.mark.django_db

ARCHIVED = "is archived: nothing is written in it"
OPEN = Rules(takes_askers=True, quiet_from=None, quiet_until=None, posts_an_hour=None)
STILL_WORKS = {
    "end/open/",
    "end/delete/",
    "leave/",
    "hand-over/",
    "file/",
    "public/",
    "public/show/",
    "nights/remind/",
    "invitations/…/withdraw/",
}
"""What may be sent from pages of an archived club, by what stands behind its address: people leave, and choose how they
are told; links and pages come down; and its end is decided."""


def in_full(cast: Cast) -> Club:
    """A club in which everything goes on at once: a season, nights, a poll, people who ask, bans, mutes, awards, cards
    and a public page with a fight on it, and another that may be shown."""
    club = make.people_of(cast)
    season = make.season(cast, notes="Bring a friend.")
    make.entered(cast, season)
    words_reports.report_season(actor=cast.pilot, season=season, words="Rude.")
    fixtures.draw_up(actor=cast.allied, season=season)
    campaign = make.club(cast)
    clubs.move_campaign(actor=cast.owner, campaign=campaign, club=club)
    showcase.open_page(actor=cast.owner, club=club)
    fought = make.fought(campaign, 2)
    shared = [shared_replays.share_mission(actor=cast.axis, mission=Mission.objects.get(pk=each.pk)) for each in fought]
    showcase.show_replay(actor=cast.axis, club=club, replay=shared[0])
    make.drawn(campaign)
    night = make.night(club, cast.umpire)
    nights.answer(actor=cast.pilot, night=night, answer="yes", note="I bring the map")
    tables.lay(actor=cast.umpire, night=night, title="Skirmishes")
    make.poll(club, cast.umpire)
    make.invitation(club, cast.owner)
    make.card(cast.owner, club=club)
    make.kind_card(cast.owner, "nations", "sia", club=club)
    awards.give(
        actor=cast.umpire, club=club, name="pilot", title="Best landing", why="No bounce.", day=timezone.now().date()
    )
    bans.ban(actor=cast.owner, club=club, user=User.objects.create_user("banned"))
    BannedName.objects.create(club=club, name="Somebody", reason="")
    mutes.mute(
        actor=cast.owner, club=club, user=cast.pilot, until=timezone.now() + timedelta(days=2), reason="For a while."
    )
    order.change(actor=cast.owner, club=club, rules=OPEN)
    asking.ask(actor=cast.stranger, club=club, words="I fly the Macchi.")
    club.refresh_from_db()
    return club


@pytest.mark.slow("reads every page of a club with somebody's eyes")
@pytest.mark.parametrize(
    "who",
    broad(["owner", "allied", "umpire", "axis", "reader"], 2),
)
def test_no_page_of_an_archived_club_offers_what_would_be_refused(cast: Cast, who: str, subtests: pytest.Subtests):
    club = in_full(cast)
    base = reverse("club", args=(club.pk,))
    endings.archive(actor=cast.owner, club=club)
    for page in pages_below(getattr(cast, who), base):
        with subtests.test(page.path):
            assert page.status in (200, 302), page.text[:2000]
            if page.kind == "text/html" and page.status == 200:
                assert ARCHIVED in page.text
                sent_to = {re.sub(r"/\d+/", "/…/", each.removeprefix(base)) for each in offered(page)}
                assert sent_to <= STILL_WORKS


def test_a_page_of_a_club_that_is_only_a_form_says_that_the_club_is_archived(cast: Cast, client: Client):
    club = make.people_of(cast)
    season, night = make.season(cast), make.night(club, cast.umpire)
    somebody = club.members.get(user=cast.pilot)
    forms = [
        reverse(name, args=(club.pk, *args))
        for name, *args in (
            ("night-new",),
            ("night-edit", night.pk),
            ("night-tables", night.pk),
            ("poll-new",),
            ("season-new",),
            ("season-edit", season.pk),
            ("club-member-remove", somebody.pk),
            ("club-card-new", "wildblue"),
            ("club-kind-new", "targets", "wildblue"),
        )
    ]
    client.force_login(cast.umpire)
    assert {client.get(form).status_code for form in forms} == {200}
    endings.archive(actor=cast.owner, club=club)
    for form in forms:
        answer = client.get(form)
        assert answer.status_code == 403, form
        assert "Its owners can open it again" in answer.content.decode()
    endings.open_again(actor=cast.owner, club=club)
    assert {client.get(form).status_code for form in forms} == {200}


def test_who_was_writing_while_the_club_was_archived_is_told_so_and_keeps_the_words(cast: Cast, client: Client):
    club = make.people_of(cast)
    pk, day = club.pk, (timezone.now() + timedelta(days=9)).date().isoformat()
    endings.archive(actor=cast.owner, club=club)
    client.force_login(cast.owner)
    member = club.members.get(user=cast.pilot).pk
    for name, sent, words in (
        ("club-settings", {"name": club.name, "about": "A long story.", "time_zone": "UTC"}, "A long story."),
        ("night-new", {"title": "A long evening", "day": day, "begins": "19:30", "weeks": "1"}, "A long evening"),
        ("club-bans", {"name": "pilot", "reason": "A long reason."}, "A long reason."),
        ("club-member-remove", {"ban": "on", "reason": "A long reason."}, "A long reason."),
        ("club-awards", {"name": "pilot", "title": "A long title", "why": "Why.", "day": "2026-01-01"}, "A long title"),
    ):
        args = (pk, member) if name == "club-member-remove" else (pk,)
        answer = client.post(reverse(name, args=args), sent)
        assert answer.status_code == 422, name
        text = answer.content.decode()
        form = text[text.index('class="form-error"') :]
        assert ARCHIVED in form, name
        assert words in form, name


def test_the_word_with_an_answer_that_comes_too_late_is_kept_in_its_form(cast: Cast, client: Client):
    club = make.people_of(cast)
    night = make.night(club, cast.umpire)
    endings.archive(actor=cast.owner, club=club)
    client.force_login(cast.pilot)
    sent = {"answer": "yes", "note": "I bring the map of the long way round"}
    answer = client.post(reverse("night-answer", args=(club.pk, night.pk)), sent)
    assert answer.status_code == 422
    assert ARCHIVED in answer.content.decode()
    assert 'value="I bring the map of the long way round"' in answer.content.decode()


def test_nobody_is_offered_an_archived_club_where_they_choose_one(cast: Cast, client: Client):
    club = make.people_of(cast, name="The Quokkas")
    campaign, card = make.campaign(cast.umpire), make.card(cast.umpire)
    season = make.season(cast)
    game = make.entered(cast, season)
    skirmish = Skirmish.objects.get(season_games=game)
    season.games.all().delete()
    pages = [
        reverse("campaign-new") + f"?pack={campaign.pack.slug}",
        reverse("campaign-club", args=(campaign.pk,)),
        reverse("campaign-copy", args=(campaign.pk,)),
        reverse("own-card", args=(card.system, card.written)),
    ]
    client.force_login(cast.umpire)
    assert all("The Quokkas" in client.get(page).content.decode() for page in pages)
    assert open_to(skirmish, cast.allied) == [season]
    endings.archive(actor=cast.owner, club=club)
    for page in pages:
        assert "The Quokkas" not in client.get(page).content.decode(), page
    assert open_to(skirmish, cast.allied) == []


def test_a_stranger_is_not_asked_to_join_an_archived_club_and_takes_back_what_waits(cast: Cast, client: Client):
    club = order.change(actor=cast.owner, club=make.people_of(cast), rules=OPEN)
    club = showcase.open_page(actor=cast.owner, club=club)
    public, join = reverse("public-club", args=(club.public_key,)), reverse("club-join", args=(club.pk,))
    assert join in client.get(public).content.decode()
    asked = asking.ask(actor=cast.stranger, club=club, words="I fly the Macchi.")
    endings.archive(actor=cast.owner, club=club)
    assert join not in client.get(public).content.decode()
    client.force_login(cast.stranger)
    assert client.get(reverse("club", args=(club.pk,))).status_code == 404
    assert 'value="take-back"' in client.get(join).content.decode()
    long_ago = timezone.now() - timedelta(days=40)
    Asked.objects.filter(pk=asked.pk).update(status=Asked.Status.REFUSED, answered_at=long_ago)
    said = client.get(join).content.decode().partition("<main")[2]
    assert "lets nobody in now" in said
    assert "<button" not in said


def test_a_stranger_who_asks_to_join_a_club_that_was_archived_meanwhile_is_told_so(cast: Cast, client: Client):
    club = order.change(actor=cast.owner, club=make.people_of(cast, name="The Quokkas"), rules=OPEN)
    clubs.change(actor=cast.owner, club=club, name=club.name, about="We meet at the old mill.", time_zone="UTC")
    join, words = reverse("club-join", args=(club.pk,)), {"words": "I fly the <Macchi>."}
    client.force_login(cast.stranger)
    assert client.get(join).status_code == 200
    endings.archive(actor=cast.owner, club=club)
    assert client.post(join, words).status_code == 404, "nothing of it is shown to strangers any more"
    assert client.get(join).status_code == 404
    showcase.open_page(actor=cast.owner, club=endings.open_again(actor=cast.owner, club=club))
    endings.archive(actor=cast.owner, club=club)
    refused = client.post(join, words)
    said = refused.content.decode().partition("<main")[2]
    assert (refused.status_code, Asked.objects.count()) == (422, 0)
    assert "The Quokkas is archived" in said
    assert "I fly the &lt;Macchi&gt;." in said.partition("<textarea")[2], "what was typed stays"
    assert "old mill" not in said
    looked = client.get(join).content.decode().partition("<main")[2]
    assert "The Quokkas has been archived: it lets nobody in now." in looked
    assert "<button" not in looked
    assert "old mill" not in looked
    endings.delete(actor=cast.owner, club=club, name=club.name)
    assert client.post(join, words).status_code == 404
