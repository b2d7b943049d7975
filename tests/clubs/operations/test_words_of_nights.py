"""What a club night is called, and what is said of it: reported to those who keep order, and gone when they say so."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.forms.nights import NightForm
from clubs.models import ClubRole, ModerationEntry, Night, WordsReport
from clubs.operations import clubs, endings, nights, polls, words_reports
from clubs.operations.nights import Announcement
from clubs.operations.reports import Decision
from config.common import clock
from config.common.refusals import Refusal
from notices.models import Happening
from notices.operations import fan_out
from notices.selectors.inbox import words
from tests import make
from tests.cast import Cast
from tests.clubs.operations.test_words_reports import decide, hidden_of, told

pytestmark = [pytest.mark.django_db, pytest.mark.portable]
PLAIN = "Club evening"


@pytest.fixture
def night(cast: Cast) -> Night:
    """One that the club's umpire has announced."""
    return make.night(make.people_of(cast), cast.umpire, title="Evening of fools", notes="You are all *fools*.")


def said(night: Night, **more: str) -> Announcement:
    night.refresh_from_db()
    begins = clock.local(night.begins_at, night.club.time_zone)
    found = Announcement(night.title, begins.date(), begins.time(), None, night.place, night.notes)
    return replace(found, **more)  # type: ignore[arg-type]  # texts


def change(actor: User, night: Night, **more: str) -> Night:
    words = said(night, **more)
    return nights.change(actor=actor, night=night, said=words, revision=night.revision)


def test_the_notes_go_and_the_night_stands(cast: Cast, night: Night) -> None:
    made = words_reports.report_night(actor=cast.pilot, night=night, words="Rude.")
    assert words_reports.report_night(actor=cast.pilot, night=night, words="Again.") == made
    assert told("post-reported") == {"owner"}, "nobody decides about their own words"
    assert (made.author, made.text) == (cast.umpire, "You are all *fools*.")
    decide(cast.owner, made, Decision.REMOVE)
    night.refresh_from_db()
    assert (night.title, night.place, night.notes) == ("Evening of fools", "The Crown, upstairs", "")
    assert told("post-removed") == {"umpire"}
    assert ModerationEntry.objects.get().what == "the words of the night Evening of fools"
    with pytest.raises(Refusal, match="does not stand there any more"):
        words_reports.report_night(actor=cast.pilot, night=night, words="Rude.")


def test_what_it_is_called_goes_by_itself_and_it_gets_a_plain_name(cast: Cast, night: Night) -> None:
    made = words_reports.report_night(actor=cast.pilot, night=night, words="Rude.", is_title=True)
    other = words_reports.report_night(actor=cast.pilot, night=night, words="Its words, too.")
    decide(cast.owner, made, Decision.REMOVE)
    night.refresh_from_db()
    assert (night.title, night.notes) == (PLAIN, "You are all *fools*.")
    assert "fools" not in str([(each.what, each.why) for each in ModerationEntry.objects.all()])
    other.refresh_from_db()
    assert other.verdict == WordsReport.Verdict.OPEN, "of its words nothing is decided"


def inboxes() -> str:
    """All that anybody is told, in words."""
    fan_out.tell_all()
    return " ".join(each.sentence for each in words(list(Happening.objects.all())).values())


def test_a_title_that_goes_goes_from_the_notices_too(cast: Cast, night: Night) -> None:
    poll = make.poll(night.club, cast.umpire, title="Fools and dates")
    season = make.season(cast, title="League of fools")
    assert inboxes().count("ools") == 3
    for made in (
        words_reports.report_night(actor=cast.pilot, night=night, words="Rude.", is_title=True),
        words_reports.report_poll(actor=cast.pilot, poll=poll, words="Rude."),
        words_reports.report_season(actor=cast.pilot, season=season, words="Rude.", is_title=True),
    ):
        decide(cast.owner, made, Decision.REMOVE)
    assert "ools" not in inboxes()
    assert "Club evening has been announced" in inboxes()


def test_the_answer_of_who_announced_it_is_another_matter(cast: Cast, night: Night) -> None:
    nights.answer(actor=cast.umpire, night=night, answer="yes", note="Fools first")
    answer = words_reports.report_answer(actor=cast.pilot, night=night, author=cast.umpire, words="Rude.")
    notes = words_reports.report_night(actor=cast.pilot, night=night, words="Rude.")
    assert (answer != notes, answer.text) == (True, "Fools first")
    decide(cast.owner, answer, Decision.REMOVE)
    night.refresh_from_db()
    assert (night.notes, night.rsvps.get().note) == ("You are all *fools*.", "")
    assert nights.answer(actor=cast.umpire, night=night, answer="yes", note="You are all *fools*.").note


def test_who_mends_its_notes_is_not_the_author_of_what_it_is_called(cast: Cast, night: Night) -> None:
    clubs.change_role(actor=cast.owner, club=night.club, user=cast.axis, role=ClubRole.UMPIRE)
    change(cast.axis, night, notes="Bring dice.")
    title = words_reports.report_night(actor=cast.pilot, night=night, words="Rude.", is_title=True)
    notes = words_reports.report_night(actor=cast.pilot, night=night, words="Dull.")
    assert (title.author, notes.author) == (cast.umpire, cast.axis)
    decide(cast.owner, title, Decision.REMOVE)
    night.refresh_from_db()
    assert (night.title, night.notes) == (PLAIN, "Bring dice.")
    assert told("post-removed") == {"umpire"}


def test_they_are_the_words_of_who_wrote_them_last(cast: Cast, night: Night) -> None:
    clubs.change_role(actor=cast.owner, club=night.club, user=cast.axis, role=ClubRole.UMPIRE)
    change(cast.axis, night, place="The mill")
    assert words_reports.report_night(actor=cast.pilot, night=night, words="Rude.").author == cast.umpire
    change(cast.axis, night, notes="You are all *great* fools.")
    made = words_reports.report_night(actor=cast.reader, night=night, words="Rude.")
    assert made.author == cast.axis
    with pytest.raises(Refusal, match="Those are your own words"):
        words_reports.report_night(actor=cast.axis, night=night, words="Hm.")
    decide(cast.umpire, made, Decision.REMOVE)


@pytest.mark.parametrize(("field", "mended"), [("title", "Evening of games"), ("notes", "You are all *welcome*.")])
def test_what_somebody_else_has_written_instead_since_stays(cast: Cast, night: Night, field: str, mended: str) -> None:
    made = words_reports.report_night(actor=cast.pilot, night=night, words="Rude.", is_title=field == "title")
    change(cast.owner, night, **{field: mended})
    decide(cast.owner, made, Decision.REMOVE)
    night.refresh_from_db()
    assert getattr(night, field) == mended


def test_what_was_reported_goes_from_the_series_though_its_author_has_edited_one_night_of_it(cast: Cast) -> None:
    begins = timezone.now() + timedelta(days=3)
    words = Announcement("Games", begins.date(), begins.time(), None, "", "All fools")
    first, second, _ = nights.announce(actor=cast.umpire, club=make.people_of(cast), said=words, weeks=3)
    made = words_reports.report_night(actor=cast.pilot, night=second, words="Rude.")
    change(cast.umpire, first, place="The mill")
    change(cast.umpire, second, notes="All great fools")
    decide(cast.owner, made, Decision.REMOVE)
    assert {each.notes for each in Night.objects.all()} == {""}


def test_what_a_poll_said_stays_the_words_of_who_asked(cast: Cast) -> None:
    poll = make.poll(make.people_of(cast), cast.umpire, title="Fools", notes="All come")
    night = polls.close(actor=cast.owner, poll=poll, date=poll.dates.all()[0].pk)
    assert night is not None
    assert words_reports.report_night(actor=cast.pilot, night=night, words="Rude.").author == cast.umpire


def test_the_same_words_go_from_all_nights_of_the_series(cast: Cast) -> None:
    club = make.people_of(cast)
    begins = timezone.now() + timedelta(days=3)
    words = Announcement("Fools", begins.date(), begins.time(), None, "", "All fools")
    first, second, third = nights.announce(actor=cast.umpire, club=club, said=words, weeks=3)
    change(cast.umpire, third, title="The last one")
    made = words_reports.report_night(actor=cast.pilot, night=first, words="Rude.", is_title=True)
    decide(cast.owner, made, Decision.REMOVE)
    assert [Night.objects.get(pk=each.pk).title for each in (first, second, third)] == [PLAIN, PLAIN, "The last one"]
    with pytest.raises(Refusal, match="has removed what stood here: the name of a night"):
        change(cast.umpire, second, title="Fools")


@pytest.mark.parametrize("field", ["title", "notes"])
def test_removed_words_do_not_come_back_by_a_page_that_was_open(
    cast: Cast, client: Client, night: Night, field: str
) -> None:
    client.force_login(cast.umpire)
    form = reverse("night-edit", args=(night.club_id, night.pk))
    opened = client.get(form).content.decode()
    begun = {name: str(value) for name, value in NightForm.of(night).items() if value is not None}
    made = words_reports.report_night(actor=cast.pilot, night=night, words="Rude.", is_title=field == "title")
    decide(cast.owner, made, Decision.REMOVE)
    night.refresh_from_db()
    gone = getattr(night, field)
    for typed in (begun[field], begun[field] + "!"):
        refused = client.post(form, begun | hidden_of(opened) | {field: typed, "place": "The mill"})
        assert refused.status_code == 422
        page = unescape(refused.content.decode())
        assert "Somebody who keeps order in the club has removed what stood here" in page
        assert typed in page, "what was typed stays"
        night.refresh_from_db()
        assert (getattr(night, field), night.place) == (gone, "The Crown, upstairs")
    again = begun | hidden_of(page) | {"place": "The mill"}
    assert client.post(form, again).status_code == 422, "its author may not say it again"
    assert client.post(form, again | {field: "Something else"}).status_code == 302
    night.refresh_from_db()
    assert (getattr(night, field), night.place) == ("Something else", "The mill")


def test_who_keeps_order_puts_back_what_was_removed_by_mistake(cast: Cast, night: Night) -> None:
    decide(cast.owner, words_reports.report_night(actor=cast.pilot, night=night, words="Rude."), Decision.REMOVE)
    assert change(cast.owner, night, notes="You are all *fools*.").notes == "You are all *fools*."


def test_the_pages_lead_from_the_night_to_the_decision(cast: Cast, client: Client, night: Night) -> None:
    page = reverse("night", args=(night.club_id, night.pk))
    forms = [reverse(name, args=(night.club_id, night.pk)) for name in ("night-report", "night-title-report")]
    client.force_login(cast.umpire)
    for form in forms:
        assert form not in client.get(page).content.decode(), "those are their own"
        assert client.get(form).status_code == 403
    client.force_login(cast.pilot)
    for form, text in zip(forms, ("<em>fools</em>", "Evening of fools"), strict=True):
        assert form in client.get(page).content.decode()
        assert text in client.get(form).content.decode()
        assert client.post(form, {"words": ""}).status_code == 422
        assert "You hear what they decide" in client.post(form, {"words": "Rude."}, follow=True).content.decode()
    client.force_login(cast.owner)
    listed = client.get(reverse("club-reports", args=(night.club_id,))).content.decode()
    keys = re.findall(r"/reports/([0-9a-f-]{36})/", listed)
    assert len(set(keys)) == 2
    for key in set(keys):
        one = reverse("club-report", args=(night.club_id, key))
        assert f'href="{page}"' in client.get(one).content.decode()
        assert client.post(one, {"decision": "remove", "why": "Names"}).status_code == 302
    client.force_login(cast.pilot)
    shown = client.get(page).content.decode()
    assert "fools" not in shown
    for form in forms:
        assert form not in shown
        assert client.get(form).status_code == 404
    endings.archive(actor=cast.owner, club=night.club)
    assert client.get(forms[0]).status_code == 403
