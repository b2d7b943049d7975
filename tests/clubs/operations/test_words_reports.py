"""The words of a season, and those with an answer to a night, are reported to the owners and umpires of the club."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from accounts.operations import accounts
from clubs.models import Club, ClubRole, ModerationEntry, Mute, Night, Rsvp, Season, WordsReport
from clubs.operations import clubs, endings, nights, seasons, words_reports
from clubs.operations.reports import Decision
from config.common.refusals import Refusal
from missions.selectors.matters import matters
from notices.models import Happening
from notices.operations import fan_out
from tests import make
from tests.cast import Cast
from tests.notices import news

pytestmark = pytest.mark.django_db
RUDE = "You are all *fools*."


@pytest.fixture
def season(cast: Cast) -> Season:
    """One that the Allied commander organises, with words about it."""
    return make.season(cast, notes=RUDE)


@pytest.fixture
def answered(cast: Cast) -> Rsvp:
    """The pilot's answer to a night, with a word."""
    night = make.night(make.people_of(cast), cast.umpire)
    return nights.answer(actor=cast.pilot, night=night, answer="yes", note="Only fools come")


def told(kind: str) -> set[str]:
    fan_out.tell_all()
    found = Happening.objects.filter(kind=kind)
    return {name for each in found for name in news.who_knows(each)}


def decide(actor: User, report: WordsReport, decision: Decision, why: str = "Names") -> WordsReport:
    return words_reports.decide(actor=actor, report=report, decision=decision, why=why)


def test_a_seasons_words_are_reported_to_the_officers_and_removed(cast: Cast, season: Season):
    first = words_reports.report_season(actor=cast.pilot, season=season, words="Rude.")
    assert words_reports.report_season(actor=cast.pilot, season=season, words="Again.") == first
    other = words_reports.report_season(actor=cast.reader, season=season, words="Unfair.")
    assert told("post-reported") == {"owner", "umpire"}
    assert (first.author, first.text) == (cast.allied, RUDE)
    Season.objects.filter(pk=season.pk).update(notes="You are all fine.")
    assert WordsReport.objects.get(pk=first.pk).text == RUDE, "nobody edits it away"
    with pytest.raises(Refusal, match="Say why it goes"):
        decide(cast.umpire, first, Decision.REMOVE, "")
    decide(cast.umpire, first, Decision.REMOVE)
    season.refresh_from_db()
    assert (season.notes, season.title) == ("", "Winter league")
    other.refresh_from_db()
    assert other.verdict == WordsReport.Verdict.REMOVED, "one answer for all who reported it"
    assert told("report-judged") == {"pilot", "reader"}
    assert told("post-removed") == {"allied"}
    line = ModerationEntry.objects.get()
    assert (line.act, line.by, line.whom, line.why) == ("post-removed", cast.umpire, cast.allied, "Names")
    assert line.what == "the words of the season Winter league"
    with pytest.raises(Refusal, match="umpire has decided already: removed"):
        decide(cast.owner, first, Decision.KEEP)


def test_a_word_with_an_answer_goes_and_the_answer_stays(cast: Cast, answered: Rsvp):
    made = words_reports.report_answer(actor=cast.axis, night=answered.night, author=cast.pilot, words="Rude.")
    words_reports.decide(actor=cast.owner, report=made, decision=Decision.MUTE, why="Names", lasts=timedelta(days=2))
    answered.refresh_from_db()
    assert (answered.answer, answered.note) == ("yes", "")
    assert Mute.objects.in_force(answered.night.club_id).get().user == cast.pilot
    assert "a word with the answer to Malta evening" in ModerationEntry.objects.get(act="post-removed").what
    with pytest.raises(Refusal, match="An answer without a word is taken"):
        nights.answer(actor=cast.pilot, night=answered.night, answer="yes", note="Only fools come")
    assert nights.answer(actor=cast.pilot, night=answered.night, answer="no").answer == "no"


def test_what_stays_may_be_reported_anew_and_who_is_banned_is_gone(cast: Cast, answered: Rsvp):
    night, club = answered.night, answered.night.club
    made = words_reports.report_answer(actor=cast.axis, night=night, author=cast.pilot, words="Rude.")
    decide(cast.umpire, made, Decision.KEEP, "")
    answered.refresh_from_db()
    assert answered.note == "Only fools come"
    assert told("post-removed") == set()
    again = words_reports.report_answer(actor=cast.axis, night=night, author=cast.pilot, words="Still.")
    assert again != made
    decide(cast.umpire, again, Decision.BAN)
    assert not club.members.filter(user=cast.pilot).exists()
    assert not Rsvp.objects.filter(pk=answered.pk).exists()
    assert WordsReport.objects.get(pk=again.pk).text == "Only fools come"


def test_nobody_reports_their_own_words_nor_decides_about_them(cast: Cast, season: Season):
    club = season.club
    with pytest.raises(Refusal, match="Those are your own words"):
        words_reports.report_season(actor=cast.allied, season=season, words="Hm.")
    with pytest.raises(Refusal, match="no member"):
        words_reports.report_season(actor=cast.stranger, season=season, words="Hm.")
    clubs.change_role(actor=cast.owner, club=club, user=cast.allied, role=ClubRole.UMPIRE)
    made = words_reports.report_season(actor=cast.pilot, season=season, words="Rude.")
    assert told("post-reported") == {"owner", "umpire"}
    for user in (cast.allied, cast.pilot, cast.stranger):
        with pytest.raises(Refusal, match="Only owners and umpires of the club"):
            decide(user, made, Decision.KEEP)
    Season.objects.filter(pk=season.pk).update(notes="")
    with pytest.raises(Refusal, match="does not stand there any more"):
        words_reports.report_season(actor=cast.axis, season=season, words="Rude.")


def test_where_only_the_author_could_decide_nobody_can_be_told(cast: Cast):
    alone = clubs.found(actor=cast.owner, name="Two", time_zone="UTC")
    night = make.night(alone, cast.owner)
    nights.answer(actor=cast.owner, night=night, answer="no", note="Fools")
    make_member(alone, cast.pilot)
    with pytest.raises(Refusal, match="there is nobody to report it to"):
        words_reports.report_answer(actor=cast.pilot, night=night, author=cast.owner, words="Rude.")


def make_member(club: Club, user: User) -> None:
    club.members.create(user=user, role=ClubRole.PLAYER)


def test_the_pages_lead_from_the_words_to_the_decision(cast: Cast, client: Client, season: Season):
    club = season.club
    night = make.night(club, cast.umpire)
    nights.answer(actor=cast.pilot, night=night, answer="yes", note="Only fools come")
    page, form = reverse("season", args=(club.pk, season.pk)), reverse("season-report", args=(club.pk, season.pk))
    client.force_login(cast.allied)
    assert form not in client.get(page).content.decode(), "those are their own"
    assert client.get(form).status_code == 403
    client.force_login(cast.axis)
    assert form in client.get(page).content.decode()
    assert "<em>fools</em>" in client.get(form).content.decode()
    assert client.post(form, {"words": ""}).status_code == 422
    assert "You hear what they decide" in client.post(form, {"words": "Rude."}, follow=True).content.decode()
    evening = reverse("night", args=(club.pk, night.pk))
    word = reverse("night-answer-report", args=(club.pk, night.pk, cast.pilot.pk))
    assert word in client.get(evening).content.decode()
    assert "Only fools come" in client.get(word).content.decode()
    client.post(word, {"words": "Rude too."})
    listed = reverse("club-reports", args=(club.pk,))
    assert client.get(listed).status_code == 403
    client.force_login(cast.umpire)
    assert listed in client.get(reverse("club-members", args=(club.pk,))).content.decode()
    assert [each.where for each in matters(cast.umpire.pk) if each.where == listed]
    text = client.get(listed).content.decode()
    assert text.index("A word with the answer to Malta evening, by pilot") < text.index("words of the season")
    report = WordsReport.objects.get(season=season)
    one = reverse("club-report", args=(club.pk, report.key))
    assert "Rude." in client.get(one).content.decode()
    assert client.post(one, {"decision": "remove", "why": ""}).status_code == 422
    answer = client.post(one, {"decision": "remove", "why": "Names"}, follow=True)
    assert "It is gone. Its author and whoever reported it are told." in answer.content.decode()
    assert "<button" not in client.get(one).content.decode().partition("<main")[2]
    assert "fools" not in client.get(page).content.decode()


def test_words_of_somebody_of_whom_the_database_can_hold_no_number_are_not_there(cast: Cast, client: Client):
    night = make.night(make.people_of(cast), cast.umpire)
    client.force_login(cast.pilot)
    for author in (2**63, 10**40):
        assert client.get(reverse("night-answer-report", args=(night.club_id, night.pk, author))).status_code == 404


def test_in_an_archived_club_nothing_is_reported_or_decided(cast: Cast, client: Client, season: Season):
    club = season.club
    made = words_reports.report_season(actor=cast.pilot, season=season, words="Rude.")
    endings.archive(actor=cast.owner, club=club)
    form, one = reverse("season-report", args=(club.pk, season.pk)), reverse("club-report", args=(club.pk, made.key))
    client.force_login(cast.axis)
    assert form not in client.get(reverse("season", args=(club.pk, season.pk))).content.decode()
    assert client.get(form).status_code == 403
    client.force_login(cast.umpire)
    assert "<button" not in client.get(one).content.decode().partition("<main")[2]
    assert "is archived" in client.post(one, {"decision": "keep", "why": ""}).content.decode()
    assert not matters(cast.umpire.pk)


def test_what_somebody_wrote_goes_from_the_reports_with_them(cast: Cast, answered: Rsvp):
    night: Night = answered.night
    made = words_reports.report_answer(actor=cast.axis, night=night, author=cast.pilot, words="Rude.")
    accounts.close(user=cast.axis, texts=True)
    made.refresh_from_db()
    assert (made.words, made.text) == ("", "Only fools come")
    accounts.close(user=cast.pilot, texts=True)
    made.refresh_from_db()
    assert made.text == ""


def hidden_of(page: str) -> dict[str, str]:
    """What the page's own form sends along unseen."""
    return dict(re.findall(r'<input type="hidden" name="(stood)" value="([^"]*)">', page))


def test_removed_words_of_a_season_do_not_come_back_by_a_page_that_was_open(cast: Cast, client: Client, season: Season):
    made = words_reports.report_season(actor=cast.pilot, season=season, words="Rude.")
    client.force_login(cast.allied)
    form = reverse("season-edit", args=(season.club_id, season.pk))
    Season.objects.filter(pk=season.pk).update(notes="You are all *great* fools.")  # nobody edits it away
    opened = client.get(form)
    sent = {name: str(value) for name, value in opened.context["form"].initial.items()} | hidden_of(
        opened.content.decode()
    )
    decide(cast.umpire, made, Decision.REMOVE)
    for notes in ("You are all *great*\r\nfools.", "You are all great fools!"):
        refused = client.post(form, sent | {"title": "Spring league", "notes": notes})
        assert refused.status_code == 422
        said = refused.content.decode()
        assert "has removed what stood here: the words of the season Winter league. The reason: Names." in said
        assert "Write something else, or nothing, and save again." in said
        assert "great" in said.partition("<textarea")[2], "what was typed stays"
        assert 'value="Spring league"' in said
        season.refresh_from_db()
        assert (season.title, season.notes) == ("Winter league", "")
    again = sent | hidden_of(said)
    assert client.post(form, again | {"notes": RUDE}).status_code == 422, "what was reported is gone, too"
    assert client.post(form, again | {"notes": "Welcome."}).status_code == 302
    season.refresh_from_db()
    assert season.notes == "Welcome."


def test_a_removed_word_with_an_answer_does_not_come_back_by_a_page_that_was_open(
    cast: Cast, client: Client, answered: Rsvp
):
    night = answered.night
    client.force_login(cast.pilot)
    page = client.get(reverse("night", args=(night.club_id, night.pk))).content.decode()
    made = words_reports.report_answer(actor=cast.axis, night=night, author=cast.pilot, words="Rude.")
    decide(cast.umpire, made, Decision.REMOVE)
    form = reverse("night-answer", args=(night.club_id, night.pk))
    for note in ("Only fools come", "Only fools come late"):
        refused = client.post(form, hidden_of(page) | {"answer": "no", "note": note})
        assert refused.status_code == 422
        said = refused.content.decode()
        assert "has removed what stood here: a word with the answer to Malta evening. The reason: Names." in said
        assert f'value="{note}"' in said, "what was typed stays"
        answered.refresh_from_db()
        assert (answered.answer, answered.note) == ("yes", "")
    assert client.post(form, hidden_of(page) | {"answer": "no", "note": ""}).status_code == 302, "without words"
    assert client.post(form, hidden_of(said) | {"answer": "no", "note": "I come late"}).status_code == 302
    answered.refresh_from_db()
    assert (answered.answer, answered.note) == ("no", "I come late")


def test_who_keeps_order_puts_back_what_was_removed_by_mistake(cast: Cast, client: Client, season: Season):
    decide(cast.owner, words_reports.report_season(actor=cast.pilot, season=season, words="Rude."), Decision.REMOVE)
    client.force_login(cast.umpire)
    form = reverse("season-edit", args=(season.club_id, season.pk))
    opened = client.get(form)
    sent = {name: str(value) for name, value in opened.context["form"].initial.items()}
    sent |= hidden_of(opened.content.decode())
    assert client.post(form, sent | {"notes": RUDE}).status_code == 302
    season.refresh_from_db()
    assert season.notes == RUDE


def test_what_a_season_is_called_is_reported_and_it_gets_a_plain_name(cast: Cast, client: Client):
    season = make.season(cast, title="League of fools", notes="Welcome.")
    since = f"from {season.begins_on.day} {season.begins_on:%B %Y}"
    plain = f"Season {since}"
    page = reverse("season", args=(season.club_id, season.pk))
    form = reverse("season-title-report", args=(season.club_id, season.pk))
    client.force_login(cast.pilot)
    assert form in client.get(page).content.decode()
    assert "League of fools" in client.get(form).content.decode().partition('<section class="sheet">')[2]
    assert client.post(form, {"words": "Rude."})["Location"] == page
    made = WordsReport.objects.get()
    assert (made.text, made.author, made.is_title) == ("League of fools", cast.allied, True)
    assert words_reports.report_season(actor=cast.pilot, season=season, words="Its words, too.") != made
    client.force_login(cast.allied)
    edit = reverse("season-edit", args=(season.club_id, season.pk))
    opened = client.get(edit)
    sent = {name: str(value) for name, value in opened.context["form"].initial.items()}
    sent |= hidden_of(opened.content.decode())
    decide(cast.umpire, made, Decision.REMOVE)
    season.refresh_from_db()
    assert (season.title, season.notes) == (plain, "Welcome.")
    assert "fools" not in str([(each.what, each.why) for each in ModerationEntry.objects.all()])
    assert WordsReport.objects.filter(verdict="open").count() == 1, "of its words nothing is decided"
    refused = client.post(edit, sent | {"win": "5"})
    assert refused.status_code == 422
    said = refused.content.decode()
    assert f"has removed what stood here: the title of a season {since}. The reason: Names." in said
    assert 'value="League of fools"' in said, "what was typed stays"
    season.refresh_from_db()
    assert (season.title, season.win) == (plain, 3)
    assert client.post(edit, sent | hidden_of(said) | {"title": "League of friends"}).status_code == 302
    client.force_login(cast.pilot)
    Season.objects.filter(pk=season.pk).update(title=plain)
    assert form not in client.get(page).content.decode()
    assert client.get(form).status_code == 404, "nobody called it that"


def test_the_word_on_a_disputed_game_is_reported_and_the_dispute_stands(cast: Cast, client: Client):
    season = make.season(cast)
    game = make.entered(cast, season)
    points = (game.allied_points, game.axis_points)
    form = reverse("season-game-report", args=(season.club_id, season.pk, game.pk))
    client.force_login(cast.reader)
    assert client.get(form).status_code == 404, "nothing is said yet"
    seasons.answer(actor=cast.axis, game=game, agrees=False, words="Only fools lose so.", points=points)
    page = reverse("season", args=(season.club_id, season.pk))
    assert form in client.get(page).content.decode()
    client.force_login(cast.axis)
    assert form not in client.get(page).content.decode()
    assert client.get(form).status_code == 403
    made = words_reports.report_game(actor=cast.reader, game=game, words="Rude.")
    assert (made.author, made.text) == (cast.axis, "Only fools lose so.")
    decide(cast.umpire, made, Decision.REMOVE)
    game.refresh_from_db()
    assert (game.status, game.words, game.answered_by) == ("disputed", "", cast.axis)
    assert ModerationEntry.objects.get().what == "a word on a game of the season Winter league"
    with pytest.raises(Refusal, match="has removed what stood here: a word on a game of the season Winter league"):
        seasons.answer(actor=cast.axis, game=game, agrees=True, words="Only fools lose so.", points=points)
    seasons.settle(actor=cast.umpire, game=game, counts=False, words="Play it again.")
    assert words_reports.report_game(actor=cast.reader, game=game, words="Hm.").author == cast.umpire
    client.force_login(cast.reader)
    assert client.get(reverse("season-game-report", args=(season.club_id, season.pk, 10**9))).status_code == 404


def test_a_word_on_a_game_that_has_given_way_to_another_takes_that_along_no_more(cast: Cast):
    season = make.season(cast)
    game = make.entered(cast, season)
    points = (game.allied_points, game.axis_points)
    seasons.answer(actor=cast.axis, game=game, agrees=False, words="Only fools lose so.", points=points)
    made = words_reports.report_game(actor=cast.reader, game=game, words="Rude.")
    seasons.settle(actor=cast.umpire, game=game, counts=False, words="Play it again.")
    decide(cast.owner, made, Decision.REMOVE)
    game.refresh_from_db()
    assert game.words == "Play it again."


def test_what_a_poll_says_is_reported_and_the_days_stay(cast: Cast, client: Client):
    poll = make.poll(make.people_of(cast), cast.umpire, title="Fools", place="The *mill*", notes="All come")
    page, form = (reverse(name, args=(poll.club_id, poll.pk)) for name in ("poll", "poll-report"))
    client.force_login(cast.umpire)
    assert form not in client.get(page).content.decode()
    assert client.get(form).status_code == 403
    client.force_login(cast.pilot)
    assert form in client.get(page).content.decode()
    assert "<em>mill</em>" in client.get(form).content.decode()
    assert client.post(form, {"words": ""}).status_code == 422
    client.post(form, {"words": "Rude."})
    made = WordsReport.objects.get()
    assert (made.author, made.text) == (cast.umpire, "Fools\n\nThe *mill*\n\nAll come")
    assert told("post-reported") == {"owner"}
    client.force_login(cast.owner)
    one = client.get(reverse("club-report", args=(poll.club_id, made.key))).content.decode()
    assert "The words of a poll of dates, by umpire" in one
    assert f'href="{page}"' in one
    decide(cast.owner, made, Decision.REMOVE)
    poll.refresh_from_db()
    assert (poll.title, poll.place, poll.notes, poll.dates.count()) == ("Club evening", "", "", 3)
    client.force_login(cast.pilot)
    assert form not in client.get(page).content.decode()
    assert client.get(form).status_code == 404
