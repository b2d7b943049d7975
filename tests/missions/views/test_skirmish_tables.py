"""Skirmishes at the table: set up, printed, told, told anew, taken back, and entered in a pilot's book."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

import engine
from missions.forms.table import TableForm, answers_of, initial_outcome
from missions.models import OwnPilot, ResultDraft, Skirmish, SkirmishTelling
from missions.operations import skirmish_tables
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.skirmish_tables import live_telling, sheet_of_skirmish, told_in_full, told_version
from missions.selectors.skirmishes import verdict
from tests import make
from tests.campaigns.documents.reading import text_of, whole_text_of
from tests.cast import Cast

LEADER, ENEMY = "allied-1 leader", "axis-1 leader"
SHOT_DOWN = Outcome(aircraft=(AircraftOutcome(ENEMY, status="destroyed", by=LEADER),))


def filled(skirmish: Skirmish, outcome: Outcome) -> dict[str, object]:
    """What the page of the table sends for this outcome."""
    sheet = sheet_of_skirmish(skirmish)
    telling = SkirmishTelling(skirmish=skirmish, outcome=outcome.as_json())
    sent = answers_of(initial_outcome(told_in_full(skirmish, telling), sheet))
    usual = {
        name: field.initial for name, field in TableForm(sheet).fields.items() if field.initial not in (None, "", False)
    }
    return {**usual, **sent, "key": str(uuid4()), "seen": told_version(live_telling(skirmish))}


@pytest.mark.parametrize("system", [*engine.systems()])
def test_a_skirmish_of_every_game_is_set_up_printed_and_told_at_the_table(
    system: str, cast: Cast, client: Client
) -> None:
    client.force_login(cast.owner)
    form = client.get(reverse("skirmish-scenarios", args=[system])).context["form"]
    sent = {"key": str(uuid4()), "scenario": form.initial["scenario"], "at-table": "1"}
    page = client.post(reverse("skirmish-scenarios", args=[system]), sent, follow=True)
    skirmish = Skirmish.objects.get()
    assert skirmish.is_at_table
    assert skirmish.job is None
    assert "Tell how it went" in page.content.decode()
    blank = text_of(client.get(reverse("skirmish-log", args=[skirmish.pk])).content)
    assert skirmish.title in blank
    assert "NOTES" in blank, "what the sheet has room for is not left empty"
    assert all(line.aircraft.name in blank.replace("\xa0", " ") for line in sheet_of_skirmish(skirmish).lines)
    answers = {"winner": "draw"} if system == "wwi" else {"beginning": "even"} if system == "angels" else {}
    asked = {question.name for question in sheet_of_skirmish(skirmish).questions}
    told = Outcome(answers={name: answer for name, answer in answers.items() if name in asked})
    fields = filled(skirmish, told)
    review = client.post(reverse("skirmish-table", args=[skirmish.pk]), fields | {"review": "1"})
    assert review.status_code == 200, review.context["form"].errors
    assert not SkirmishTelling.objects.exists()
    kept = client.post(reverse("skirmish-table", args=[skirmish.pk]), fields | {"store": "1"}, follow=True)
    assert "The result is kept." in kept.content.decode()
    skirmish.refresh_from_db()
    assert skirmish.report is not None
    assert "TURNS PLAYED" in text_of(client.get(reverse("skirmish-log", args=[skirmish.pk])).content)
    assert client.get(reverse("skirmish-replay", args=[skirmish.pk]), follow=True).redirect_chain
    listed = client.get(reverse("skirmishes")).content.decode()
    assert "at the table" in listed


def test_the_list_says_who_has_won(cast: Cast, client: Client) -> None:
    skirmish = make.table_skirmish(cast.owner)
    skirmish_tables.tell(actor=cast.owner, skirmish=skirmish, outcome=SHOT_DOWN, key=uuid4())
    client.force_login(cast.owner)
    skirmish.refresh_from_db()
    assert "Victory: Allied, " in verdict(skirmish)
    assert verdict(skirmish) in client.get(reverse("skirmishes")).content.decode()


def test_what_was_told_wrong_is_told_anew_with_a_trace_and_taken_back_with_a_reason(cast: Cast, client: Client) -> None:
    skirmish = make.table_skirmish(cast.owner)
    client.force_login(cast.owner)
    address = reverse("skirmish-table", args=[skirmish.pk])
    client.post(address, filled(skirmish, SHOT_DOWN) | {"store": "1"})
    first = SkirmishTelling.objects.get()
    assert 'value="destroyed" ' in client.get(address).content.decode().replace("\n", " ")
    damaged = Outcome(aircraft=(AircraftOutcome(ENEMY, status="damaged", by=LEADER),))
    fields = filled(skirmish, damaged)
    assert "Why is it changed?" in client.post(address, fields | {"review": "1"}).content.decode()
    client.post(address, fields | {"store": "1", "why": "It limped home."})
    page = client.get(reverse("skirmish", args=[skirmish.pk])).content.decode()
    assert "It limped home." in page
    assert first.summary in page
    stale = {"key": str(uuid4()), "seen": str(first.pk), "why": "Late."}
    back = reverse("skirmish-take-back", args=[skirmish.pk])
    assert "Another result" in client.post(back, stale, follow=True).content.decode()
    assert "Say why" in client.post(back, {"key": str(uuid4())}, follow=True).content.decode()
    live = told_version(live_telling(skirmish))
    page = client.post(back, {"key": str(uuid4()), "seen": live, "why": "Wrong evening."}, follow=True).content.decode()
    assert "Wrong evening." in page
    skirmish.refresh_from_db()
    assert skirmish.report is None
    assert [each.outcome is None for each in SkirmishTelling.objects.all()] == [True, False, False]


def test_what_cannot_have_happened_is_refused_and_nothing_is_kept(cast: Cast, client: Client) -> None:
    skirmish = make.table_skirmish(cast.owner)
    client.force_login(cast.owner)
    fields = filled(skirmish, Outcome()) | {"turns": "99", "store": "1"}
    answer = client.post(reverse("skirmish-table", args=[skirmish.pk]), fields)
    assert "whole number from 1 to" in answer.content.decode()
    assert not SkirmishTelling.objects.exists()


def test_a_skirmish_stands_in_the_book_of_a_pilot_of_ones_own_and_in_his_printed_logbook(
    cast: Cast, client: Client
) -> None:
    skirmish = make.table_skirmish(cast.owner)
    skirmish_tables.tell(actor=cast.owner, skirmish=skirmish, outcome=SHOT_DOWN, key=uuid4())
    client.force_login(cast.owner)
    address = reverse("skirmish-book", args=[skirmish.pk])
    assert client.post(address, {"place": LEADER, "name": ""}).status_code == 422
    page = client.post(address, {"place": LEADER, "name": "Ann <b>Other</b>"}, follow=True).content.decode()
    assert "1 flight, 1 shot down" in page
    assert "Ann &lt;b&gt;Other" in page
    pilot = OwnPilot.objects.get()
    printed = whole_text_of(client.get(reverse("own-pilot-logbook", args=[pilot.pk])).content)
    assert "Shot down a" in printed
    assert "Over the Channel" in printed
    live = told_version(live_telling(skirmish))
    skirmish_tables.take_back(actor=cast.owner, skirmish=skirmish, key=uuid4(), why="Oops", expected_version=live)
    assert "Nothing is told of it" in client.get(reverse("own-pilot", args=[pilot.pk])).content.decode()
    client.post(reverse("skirmish-book-strike", args=[skirmish.pk, pilot.pk]))
    assert not pilot.sorties.exists()
    client.post(reverse("own-pilot-delete", args=[pilot.pk]))
    assert not OwnPilot.objects.exists()
    assert Skirmish.objects.exists()


def test_all_sides_of_a_free_for_all_are_told_of(cast: Cast, client: Client) -> None:
    skirmish = make.table_skirmish(cast.owner, "wwi", "free-for-all")
    client.force_login(cast.owner)
    page = client.get(reverse("skirmish-table", args=[skirmish.pk])).content.decode()
    sides = sheet_of_skirmish(skirmish).sides
    assert len(sides) > 2
    assert all(engine.systems()["wwi"].sides[side] in page for side in sides)
    fallen = AircraftOutcome("axis-1 1", status="destroyed", by="third-1 1")
    outcome = Outcome(aircraft=(fallen,), answers={"winner": "third"})
    skirmish_tables.tell(actor=cast.owner, skirmish=skirmish, outcome=outcome, key=uuid4())
    listed = client.get(reverse("skirmishes")).content.decode()
    assert (
        f"Victory: {engine.systems()['wwi'].sides['third']}, {' to '.join(['1', *['0'] * (len(sides) - 1)])}." in listed
    )
    assert client.get(reverse("skirmish-log", args=[skirmish.pk])).status_code == 200


def test_what_is_half_filled_in_is_kept_for_whoever_comes_back(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    skirmish = make.table_skirmish(cast.owner)
    table, keep = (reverse(name, args=[skirmish.pk]) for name in ("skirmish-table", "skirmish-table-keep"))
    assert f'hx-post="{keep}"' in client.get(table).content.decode()
    half = filled(skirmish, SHOT_DOWN) | {"notes": "Low over the sea."}
    now = client.post(keep, half, headers={"HX-Request": "true"}).content.decode()
    assert "for you alone" in now
    assert "<html" not in now
    assert "half told" in client.get(reverse("skirmishes")).content.decode()
    assert "You have begun to tell how it went" in client.get(reverse("skirmish", args=[skirmish.pk])).content.decode()
    back = client.get(table)
    assert back.context["form"]["notes"].value() == "Low over the sea."
    assert back.context["form"]["axis-1-leader-fate"].value() == "destroyed"
    thrown = client.post(reverse("skirmish-table-discard", args=[skirmish.pk]), follow=True).content.decode()
    assert "What you had filled in is thrown away." in thrown
    assert client.get(table).context["form"]["notes"].value() in (None, "")
    client.post(table, half | {"review": "1"})
    assert ResultDraft.objects.filter(skirmish=skirmish).exists(), "what is reviewed is kept too"
    client.post(table, half | {"store": "1"})
    assert not ResultDraft.objects.exists()
    client.post(keep, half)
    assert not ResultDraft.objects.exists(), "a page that has told its result keeps nothing more"


def test_what_was_kept_before_the_result_was_told_anew_is_shown_when_asked_for(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    skirmish = make.table_skirmish(cast.owner)
    table = reverse("skirmish-table", args=[skirmish.pk])
    client.post(reverse("skirmish-table-keep", args=[skirmish.pk]), filled(skirmish, Outcome()) | {"notes": "Kept."})
    ResultDraft.objects.update(seen="from before")
    skirmish_tables.tell(actor=cast.owner, skirmish=skirmish, outcome=SHOT_DOWN, key=uuid4())
    assert not ResultDraft.objects.exists(), "whoever tells it has no more use of it"
    client.post(reverse("skirmish-table-keep", args=[skirmish.pk]), filled(skirmish, SHOT_DOWN) | {"notes": "Kept."})
    ResultDraft.objects.update(seen="from before")
    page = client.get(table)
    assert "This is the stored one." in page.content.decode()
    assert page.context["form"]["notes"].value() != "Kept."
    assert client.get(f"{table}?kept=1").context["form"]["notes"].value() == "Kept."
