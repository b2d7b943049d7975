"""Pages of club nights: what members read, answer with one tap, and what umpires plan."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, ClubRole, Night, Rsvp, TablePlace
from clubs.operations import clubs as club_operations
from clubs.operations import nights, tables
from clubs.operations.locks import locked
from clubs.selectors.tables import coming_to, plan_of, version
from config.common import clock
from missions.models import Mission
from tests import make
from tests.cast import Cast
from tests.clubs.operations.test_nights import next_change

pytestmark = pytest.mark.django_db


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """Of a campaign of a club, in which everybody has the role of their name."""
    return make.of_a_club(make.club(cast))


@pytest.fixture
def club(mission: Mission) -> Club:
    assert mission.campaign.club is not None
    return mission.campaign.club


def text(client: Client, name: str, *args: object, status: int = 200, query: str = "") -> str:
    answer = client.get(reverse(name, args=args) + query)
    assert answer.status_code == status
    return " ".join(unescape(answer.content.decode()).split())


def sent(client: Client, name: str, *args: object, **data: object) -> tuple[int, str]:
    """Status and text of the answer; of a redirect, of the page that it leads to."""
    answer = client.post(reverse(name, args=args), data)
    shown = client.get(answer["Location"]) if answer.status_code == 302 else answer
    return answer.status_code, " ".join(unescape(shown.content.decode()).split())


def on_form(**more: object) -> dict[str, object]:
    in_a_week = (timezone.now() + timedelta(days=7)).date().isoformat()
    return {"title": "Malta evening", "day": in_a_week, "begins": "19:30", "ends": "23:00", "weeks": "1"} | more


@pytest.mark.portable
def test_an_umpire_announces_a_night_and_members_read_when_and_where_it_is(cast: Cast, club: Club, client: Client):
    client.force_login(cast.umpire)
    status, page = sent(
        client,
        "night-new",
        club.pk,
        **on_form(place="The Crown <b>", notes="Bring *pencils*\n\n<script>alert(1)</script>"),
    )
    assert status == 302
    assert "The night is announced." in page
    written = client.get(reverse("night", args=(club.pk, Night.objects.get().pk))).content.decode()
    assert "The Crown &lt;b&gt;" in written
    assert "<em>pencils</em>" in written
    assert "<script>alert" not in written
    assert "19:30 to 23:00" in page
    assert "Europe/London" in page
    assert "in 7 days" in page or "in 6 days" in page or "in 8 days" in page
    client.force_login(cast.reader)
    for name in ("club-nights", "club"):
        assert "Malta evening" in text(client, name, club.pk)


@pytest.mark.portable
def test_a_series_is_announced_in_one_go_and_each_night_changed_by_itself(cast: Cast, club: Club, client: Client):
    client.force_login(cast.umpire)
    assert "3 nights are announced." in sent(client, "night-new", club.pk, **on_form(weeks="3"))[1]
    assert sent(client, "night-new", club.pk, **on_form(weeks="27"))[0] == 422
    first, second, _ = Night.objects.all()
    edit = client.get(reverse("night-edit", args=(club.pk, first.pk)))
    assert edit.context["form"].initial["begins"].strftime("%H:%M") == "19:30"
    said = on_form(title="Sicily evening", revision=0)
    assert "changed, and its members are told" in sent(client, "night-edit", club.pk, first.pk, **said)[1]
    assert Night.objects.get(pk=second.pk).title == "Malta evening"
    status, page = sent(client, "night-edit", club.pk, first.pk, **on_form(title="Late", revision=0))
    assert status == 422
    assert "Somebody else has changed this night meanwhile." in page


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"title": ""}, "Give it a name."),
        ({"title": "x" * 121}, "A name has up to 120 letters."),
        ({"day": "tomorrow"}, "That is no day"),
        ({"day": "2020-01-01"}, "That is in the past."),
        ({"begins": "25:00"}, "That is no time"),
        ({"ends": "soon"}, "That is no time"),
        ({"place": "x" * 201}, "up to 200 letters"),
        ({"notes": "x" * 4001}, "up to 4,000 letters"),
    ],
)
def test_what_is_wrong_on_the_form_is_said_at_its_field_and_nothing_announced(
    cast: Cast, club: Club, client: Client, wrong: dict[str, str], sentence: str
):
    client.force_login(cast.umpire)
    status, page = sent(client, "night-new", club.pk, **on_form(**wrong))
    assert status == 422
    assert sentence in page
    assert not Night.objects.exists()


def test_the_page_says_what_the_clocks_do_to_a_time(cast: Cast, club: Club, client: Client):
    client.force_login(cast.umpire)
    gap = next_change(club.time_zone, forward=True)
    status, page = sent(client, "night-new", club.pk, **on_form(day=gap.date(), begins=f"{gap:%H:%M}", ends=""))
    assert status == 422
    assert "the clocks are put forward then" in page
    twice = next_change(club.time_zone, forward=False)
    status, page = sent(client, "night-new", club.pk, **on_form(day=twice.date(), begins=f"{twice:%H:%M}", ends=""))
    assert status == 302
    assert f"{twice:%H:%M} comes twice: the first of the two is meant." in page


@pytest.mark.portable
def test_one_tap_answers_and_a_word_with_it_is_shown_to_the_others(cast: Cast, club: Club, client: Client):
    night = make.night(club, cast.umpire)
    client.force_login(cast.pilot)
    assert "5 members have not answered" not in text(client, "night", club.pk, night.pk)
    status, page = sent(client, "night-answer", club.pk, night.pk, answer="yes", note="<i>I bring the map</i>")
    assert (status, Rsvp.objects.get().answer) == (302, "yes")
    assert "Noted: coming." in page
    assert "5 members have not answered" in page
    client.force_login(cast.reader)
    shown = client.get(reverse("night", args=(club.pk, night.pk))).content.decode()
    assert "&lt;i&gt;I bring the map&lt;/i&gt;" in shown
    assert sent(client, "night-answer", club.pk, night.pk, answer="of course")[0] == 422
    assert sent(client, "night-answer", club.pk, night.pk, answer="yes", note="x" * 201)[0] == 422
    assert Rsvp.objects.count() == 1


def pressed(page: str) -> str:
    """The answer that the page shows as pressed."""
    (value,) = re.findall(r'name="answer" value="(\w+)" aria-pressed="true"', page)
    return str(value)


@pytest.mark.portable
def test_a_refused_answer_is_shown_as_it_was_pressed_and_the_saved_one_stays(cast: Cast, club: Club, client: Client):
    night = make.night(club, cast.umpire)
    nights.answer(actor=cast.reader, night=night, answer="yes", note="I bring the map.")
    client.force_login(cast.reader)
    assert pressed(text(client, "night", club.pk, night.pk)) == "yes"

    status, page = sent(client, "night-answer", club.pk, night.pk, answer="no", note="x" * 201)
    assert (status, pressed(page)) == (422, "no")
    assert "A note has up to 200 letters." in page
    assert "x" * 201 in page
    assert "Nothing of this is saved: you have said “coming”." in page
    enter = re.search(r'<button class="visually-hidden" name="answer" value="(\w+)"', page)
    assert enter is not None
    assert enter[1] == "no", "Enter in the field sends what was pressed"
    given = Rsvp.objects.get(user=cast.reader)
    assert (given.answer, given.note) == ("yes", "I bring the map.")

    status, page = sent(client, "night-answer", club.pk, night.pk, answer="of course", note="")
    assert (status, pressed(page)) == (422, "yes"), "no answer was pressed"
    assert 'value="I bring the map."' not in page, "the word that was taken out does not come back"


def test_enter_in_the_field_of_the_word_changes_no_answer(cast: Cast, club: Club, client: Client):
    """A browser presses a form's first button then."""
    night = make.night(club, cast.umpire)
    client.force_login(cast.pilot)

    def first_answer() -> str:
        page = client.get(reverse("night", args=(club.pk, night.pk))).content.decode()
        found = re.search(r'<button[^>]*name="answer"[^>]*value="(\w*)"', page)
        assert found is not None
        return found[1]

    assert first_answer() == ""
    status, page = sent(client, "night-answer", club.pk, night.pk, answer="", note="By bus")
    assert (status, Rsvp.objects.exists()) == (422, False)
    assert "Say whether you come" in page
    assert 'value="By bus"' in page
    sent(client, "night-answer", club.pk, night.pk, answer="no")
    assert first_answer() == "no"


def test_a_cancelled_night_says_so_and_asks_nobody(cast: Cast, club: Club, client: Client):
    night = make.night(club, cast.umpire)
    client.force_login(cast.umpire)
    assert "cancelled, and its members are told" in sent(client, "night-cancel", club.pk, night.pk)[1]
    assert "This night has been cancelled." in sent(client, "night-cancel", club.pk, night.pk)[1]
    client.force_login(cast.pilot)
    page = text(client, "night", club.pk, night.pk)
    assert "Cancelled" in page
    assert "Are you coming?" not in page
    assert "Cancelled" in text(client, "club-nights", club.pk)
    assert b"STATUS:CANCELLED" in client.get(reverse("night-calendar", args=(club.pk, night.pk))).content


def test_a_night_goes_into_a_calendar_at_its_moment_and_with_its_revision(cast: Cast, club: Club, client: Client):
    night = make.night(club, cast.umpire)
    at = clock.local(night.begins_at, club.time_zone)
    nights.change(actor=cast.umpire, night=night, said=make.said(at, title="Sicily evening"), revision=0)
    client.force_login(cast.reader)
    answer = client.get(reverse("night-calendar", args=(club.pk, night.pk)))
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert 'filename="sicily-evening.ics"' in answer["Content-Disposition"]
    lines = answer.content.decode().replace("\r\n ", "").splitlines()
    assert "SUMMARY:Ready Room Flyers: Sicily evening" in lines
    assert "SEQUENCE:1" in lines
    assert any(line.startswith("DTSTART") and f"{night.begins_at:%Y%m%dT%H%M}00Z" in line for line in lines)


@pytest.mark.portable
def test_tables_are_laid_changed_and_taken_away_on_their_page(cast: Cast, club: Club, mission: Mission, client: Client):
    night = make.night(club, cast.umpire)
    act, page = reverse("night-tables-act", args=(club.pk, night.pk, "lay")), ("night-tables", club.pk, night.pk)
    client.force_login(cast.umpire)
    assert client.post(act, {"mission": mission.pk, "title": "Not this"})["Location"].endswith("#table-1")
    assert client.post(act, {"title": "Newcomers"})["Location"].endswith("#table-2")
    shown = text(client, *page)
    assert f"Mission {mission.number}: {mission.title}" in shown
    assert "Not this" not in shown
    assert sent(client, "night-tables-act", club.pk, night.pk, "lay")[0] == 422
    assert sent(client, "night-tables-act", club.pk, night.pk, "lay", mission="99")[0] == 422
    status, shown = sent(client, "night-tables-act", club.pk, night.pk, "relay", number="2", title="Old hands")
    assert (status, "Old hands" in shown) == (302, True)
    status, shown = sent(client, "night-tables-act", club.pk, night.pk, "relay", number="7", title="Nobody")
    assert (status, "There is no table 7." in shown) == (302, True)
    sent(client, "night-tables-act", club.pk, night.pk, "clear", number="2")
    assert [table.number for table in plan_of(night)] == [1]
    assert client.post(reverse("night-tables-act", args=(club.pk, night.pk, "burn"))).status_code == 404


@pytest.mark.portable
def test_places_are_proposed_saved_and_read_by_everybody(cast: Cast, club: Club, mission: Mission, client: Client):
    night = make.night(club, cast.umpire)
    for person in (cast.allied, cast.axis, cast.pilot, cast.reader):
        nights.answer(actor=person, night=night, answer="yes")
    tables.lay(actor=cast.umpire, night=night, mission=mission)
    client.force_login(cast.umpire)
    answer = client.get(reverse("night-tables", args=(club.pk, night.pk)) + "?suggest=seats")
    assert "Places for 3 people are proposed below. Save to keep them. Without a place: reader." in unescape(
        answer.content.decode()
    )
    assert not TablePlace.objects.exists()
    assert answer.content.decode().count('<option value="1 allied" selected>Table 1, Allied</option>') == 2
    form = answer.context["seats"]
    proposed = {name: form[name].value() or "" for name in form.fields}
    assert sent(client, "night-tables", club.pk, night.pk, **proposed)[0] == 302
    client.force_login(cast.reader)
    shown = text(client, "night", club.pk, night.pk)
    assert "No place yet: reader" in shown
    assert (
        shown.index("Allied</h4>")
        < shown.index("<li>pilot</li>")
        < shown.index("Axis</h4>")
        < shown.index("<li>axis</li>")
    )


@pytest.mark.portable
def test_a_plan_that_was_changed_meanwhile_is_shown_anew_and_not_saved_over(
    cast: Cast, club: Club, mission: Mission, client: Client
):
    night = make.night(club, cast.umpire)
    nights.answer(actor=cast.pilot, night=night, answer="yes")
    tables.lay(actor=cast.umpire, night=night, title="Dogfight")
    seen = version(plan_of(night))
    tables.seat_people(actor=cast.owner, night=night, places={cast.pilot.pk: (1, "axis")}, expected_version=seen)
    client.force_login(cast.umpire)
    person = f"person-{cast.pilot.pk}"
    answer = client.post(reverse("night-tables", args=(club.pk, night.pk)), {"seen": seen, person: "1 allied"})
    assert answer.status_code == 422
    assert tables.CHANGED in unescape(answer.content.decode())
    form = answer.context["seats"]
    assert form[person].value() == "1 axis"
    again = {"seen": form["seen"].value(), person: "1 allied"}
    assert sent(client, "night-tables", club.pk, night.pk, **again)[0] == 302
    assert TablePlace.objects.get().side == "allied"


def test_a_night_of_another_club_is_not_found(cast: Cast, club: Club, client: Client):
    other = make.people_of(cast, "Another club")
    night = make.night(other, cast.umpire)
    client.force_login(cast.umpire)
    for name in ("night", "night-edit", "night-tables", "night-calendar"):
        assert client.get(reverse(name, args=(club.pk, night.pk))).status_code == 404
    assert client.post(reverse("night-cancel", args=(club.pk, night.pk))).status_code == 404
    assert Night.objects.get().cancelled_at is None


@pytest.mark.portable
def test_pages_of_a_full_night_take_no_more_queries_than_those_of_an_empty_one(
    cast: Cast, club: Club, mission: Mission, client: Client
):
    night = make.night(club, cast.umpire)
    nights.answer(actor=cast.pilot, night=night, answer="yes")
    tables.lay(actor=cast.umpire, night=night, mission=mission)
    tables.seat_people(
        actor=cast.umpire,
        night=night,
        places={cast.pilot.pk: (1, "allied")},
        expected_version=version(plan_of(night)),
    )
    client.force_login(cast.umpire)
    pages = [("club-nights", (club.pk,)), ("night", (club.pk, night.pk)), ("night-tables", (club.pk, night.pk))]

    def queries() -> list[int]:
        found = []
        for name, args in pages:
            with CaptureQueriesContext(connection) as captured:
                assert client.get(reverse(name, args=args)).status_code == 200
            found.append(len(captured))
        return found

    few = queries()
    for number in range(20):
        user = User.objects.create_user(f"Member {number}")
        with locked(club.pk) as held:
            club_operations.add(club=held, user=user, role=ClubRole.PLAYER)
        nights.answer(actor=user, night=night, answer="yes")
        make.night(club, cast.umpire, days=8 + number)
    for _ in range(5):
        tables.lay(actor=cast.umpire, night=night, mission=mission)
    places = {rsvp.user_id: (1 + number % 6, "") for number, rsvp in enumerate(coming_to(night))}
    tables.seat_people(actor=cast.umpire, night=night, places=places, expected_version=version(plan_of(night)))
    assert queries() == few
    assert max(few) <= 12, few


def test_the_moment_of_a_night_is_told_to_machines_too(cast: Cast, club: Club, client: Client):
    night = make.night(club, cast.umpire)
    client.force_login(cast.reader)
    page = client.get(reverse("night", args=(club.pk, night.pk))).content.decode()
    assert datetime.fromisoformat(page.split('<time datetime="')[1].split('"')[0]) == night.begins_at
