"""What those who play a campaign agree on: changed by an umpire, in the journal, read by everybody in sentences."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from campaigns.access import viewer, with_seats
from campaigns.models import Campaign, Role
from campaigns.models.terms import FIELDS, MOST_HOURS, Terms
from campaigns.operations import seats, terms
from campaigns.selectors.journal import JournalFilter, journal_page
from campaigns.selectors.terms import MEANINGS, TITLES, hours, term_rows
from campaigns.standing.kinds import TermsAgreed
from config.common.refusals import Refusal
from missions.archive import schema
from missions.selectors.archive import export
from missions.selectors.reconcile import assert_reconciled, problems
from notices.models import Happening
from tests import make
from tests.cast import Cast

AS_IT_BEGINS: dict[str, Any] = {
    "orders": "",
    "late": "umpire",
    "opens": "by-hand",
    "results": "plain",
    "result": "",
    "tables": "1",
    "merge": "mean",
    "both_sides": "False",
    "joining": "asked",
    "victories": "claimed",
    "careers": "pack",
    "fates": "pack",
}
"""What the form sends of a campaign that has just begun."""


@pytest.fixture
def club(cast: Cast) -> Campaign:
    return make.club(cast)


def send(campaign: Campaign, user: User, **changed: Any) -> Any:
    client = Client()
    client.force_login(user)
    return client.post(reverse("campaign-terms", args=[campaign.pk]), AS_IT_BEGINS | changed)


def page(campaign: Campaign, user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.get(reverse("campaign-terms", args=[campaign.pk])).content.decode()


def agreed(campaign: Campaign) -> dict[str, Any]:
    campaign.refresh_from_db()
    return {name: getattr(campaign, name) for name in FIELDS}


@pytest.mark.portable
def test_an_umpire_changes_the_terms_and_everybody_reads_them_and_is_told(club: Campaign, cast: Cast):
    Happening.objects.all().delete()
    answer = send(club, cast.umpire, orders="72", late="staff", opens="together", both_sides="True")
    assert answer.status_code == 302
    now = agreed(club)
    assert (now["orders_hours"], now["late"], now["opens"], now["both_sides"]) == (72, "staff", "together", True)
    entry = club.entries.get(kind=TermsAgreed.kind)
    assert entry.data["changed"] == {
        "orders_hours": [None, 72],
        "late": ["umpire", "staff"],
        "opens": ["by-hand", "together"],
        "both_sides": [False, True],
    }
    found = viewer(with_seats().get(pk=club.pk), cast.reader)
    assert found is not None
    line = journal_page(club, found, JournalFilter(subject="people")).batches[0].lines[0].text
    assert "Orders are due: 3 days after the draw (before: when both sides are ready: there is no deadline)" in line
    told = Happening.objects.get(kind="terms-changed")
    assert (told.person, told.side, told.actor, set(told.data["changed"])) == (
        None,
        "",
        cast.umpire,
        {"orders_hours", "late", "opens", "both_sides"},
    )
    shown = page(club, cast.reader)
    assert "3 days after the draw" in shown
    assert "The engine’s staff plans for the side" in shown
    assert "Agree on these terms" not in shown
    assert_reconciled(club)


def test_the_same_terms_again_write_nothing(club: Campaign, cast: Cast):
    entries = club.entries.count()
    assert send(club, cast.owner).status_code == 302
    assert club.entries.count() == entries


def test_only_the_owner_and_umpires_change_them(club: Campaign, cast: Cast):
    for user in (cast.allied, cast.axis, cast.pilot, cast.reader):
        assert send(club, user, tables="3").status_code == 403
        with pytest.raises(Refusal, match="Only the owner"):
            terms.change_terms(actor=user, campaign=club, tables=3)
    assert agreed(club)["tables"] == 1


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"orders": "other"}, "orders_hours"),
        ({"orders": "other", "orders_hours": "0"}, "orders_hours"),
        ({"orders": "other", "orders_hours": str(MOST_HOURS + 1)}, "orders_hours"),
        ({"orders": "25"}, "orders"),
        ({"late": "never"}, "late"),
        ({"tables": "21"}, "tables"),
        ({"tables": ""}, "tables"),
        ({"both_sides": "maybe"}, "both_sides"),
        ({"victories": ""}, "victories"),
    ],
)
def test_what_cannot_be_agreed_on_is_refused_at_its_field(
    club: Campaign, cast: Cast, changed: dict[str, str], field: str
):
    before = agreed(club)
    answer = send(club, cast.umpire, **changed)
    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert agreed(club) == before


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("orders_hours", 0),
        ("orders_hours", True),
        ("orders_hours", "72"),
        ("result_hours", MOST_HOURS + 1),
        ("tables", 0),
        ("tables", 21),
        ("late", "never"),
        ("late", None),
        ("both_sides", 1),
    ],
)
def test_the_operation_takes_nothing_that_the_form_would_not(club: Campaign, cast: Cast, name: str, value: object):
    with pytest.raises(Refusal) as refused:
        terms.change_terms(actor=cast.owner, campaign=club, **{name: value})
    assert refused.value.field == name


@pytest.mark.portable
def test_hours_that_are_no_preset_may_be_given(club: Campaign, cast: Cast):
    assert send(club, cast.umpire, orders="other", orders_hours="36", result="48").status_code == 302
    assert (agreed(club)["orders_hours"], agreed(club)["result_hours"]) == (36, 48)
    assert 'value="36"' in page(club, cast.umpire)


@pytest.mark.portable
def test_seats_on_both_sides_are_forbidden_only_once_nobody_has_them(club: Campaign, cast: Cast):
    terms.change_terms(actor=cast.owner, campaign=club, both_sides=True)
    for user, role in ((cast.pilot, Role.PILOT), (cast.umpire, Role.COMMANDER)):
        seats.give_seat(actor=cast.owner, campaign=club, user=user, role=role, side="axis")
    with pytest.raises(Refusal, match="pilot and umpire sit on both sides") as refused:
        terms.change_terms(actor=cast.owner, campaign=club, both_sides=False, tables=4)
    assert refused.value.field == "both_sides"
    assert agreed(club)["tables"] == 1
    for user, role in ((cast.pilot, Role.PILOT), (cast.umpire, Role.COMMANDER)):
        seats.leave(actor=user, campaign=club, seat=club.seats.get(user=user, role=role, side="axis").pk)
    terms.change_terms(actor=cast.owner, campaign=club, both_sides=False)
    assert not agreed(club)["both_sides"]


def test_who_flies_both_sides_alone_may_do_so_from_the_start_and_is_asked_nothing(cast: Cast):
    alone = make.campaign(cast.owner, allied="me", axis="me")
    assert alone.both_sides
    assert not make.campaign(cast.owner).both_sides
    again = make.brought_in(actor=cast.owner, content=export(alone))
    assert again.both_sides
    assert json.loads(export(alone))["campaign"]["terms"] == {"fates": "pack"}


def test_a_file_with_terms_that_there_are_not_is_refused(club: Campaign, cast: Cast):
    terms.change_terms(actor=cast.owner, campaign=club, tables=3)
    club.refresh_from_db()
    for name, value in (("tables", 99), ("late", "never"), ("weather", "fine"), ("orders_hours", True)):
        document = json.loads(export(club))
        document["campaign"]["terms"] = {name: value}
        with pytest.raises(Refusal, match="terms cannot be read"):
            make.brought_in(actor=cast.owner, content=schema.seal(_unsealed(document)))
    document = json.loads(export(club))
    next(each for each in document["journal"] if each["kind"] == "terms")["data"]["changed"]["tables"] = [1, 99]
    with pytest.raises(Refusal, match="there are no such terms"):
        make.brought_in(actor=cast.owner, content=schema.seal(_unsealed(document)))


def _unsealed(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != "sha256"}


@pytest.mark.portable
def test_a_row_that_says_other_than_the_journal_is_found(club: Campaign, cast: Cast):
    terms.change_terms(actor=cast.owner, campaign=club, tables=3)
    club.refresh_from_db()
    assert problems(club) == []
    club.tables = 2
    assert problems(club) == ["The journal agrees on another tables than the campaign’s row has."]


def test_every_choice_has_its_words(club: Campaign):
    assert set(TITLES) == set(FIELDS)
    fields = {field.name: field for field in Terms._meta.local_fields}
    for name, meanings in MEANINGS.items():
        choices = fields[name].choices or ((False, ""), (True, ""))
        assert list(meanings) == [str(value) for value, _ in choices]
    assert all(row.agreed and row.title for row in term_rows(club))


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "1 hour"),
        (24, "a day"),
        (36, "36 hours"),
        (72, "3 days"),
        (168, "a week"),
        (336, "2 weeks"),
        (240, "10 days"),
    ],
)
def test_hours_are_said_as_people_say_them(count: int, words: str):
    assert hours(count) == words
