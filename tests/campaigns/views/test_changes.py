"""The order of battle changed by hand: each change by its form, each refusal at its field, each taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from campaigns.forms.changes import FORMS, ChangeForm
from campaigns.models import Campaign
from campaigns.selectors import journal_entries
from campaigns.selectors.standings import standing_of
from campaigns.standing import Standing
from campaigns.views.changes import OPERATIONS
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast

WHY = "The staff says so."
Told = Callable[[Standing], Any]


@pytest.fixture
def front(cast: Cast, client: Client) -> Campaign:
    """A campaign with pools; its umpire looks at it."""
    client.force_login(cast.umpire)
    return make.club(cast, make.PERIODS)


def change(client: Client, campaign: Campaign, what: str, **data: Any) -> tuple[int, str]:
    """Status and text of the answer to a form."""
    answer = client.post(reverse("campaign-change", args=(campaign.pk, what)), {"reason": WHY} | data)
    return answer.status_code, " ".join(unescape(answer.content.decode()).split())


@pytest.mark.parametrize(
    ("what", "data", "told", "expected"),
    [
        (
            "deliver",
            {"squadron": "frontier-fighters", "count": 2},
            lambda s: sum(each.squadron == "frontier-fighters" for each in s.airframes.values()),
            8,
        ),
        ("withdraw", {"codes": ["FF-A", "FF-B"]}, lambda s: s.airframes["FF-B"].status, "withdrawn"),
        (
            "squadron",
            {"side": "axis", "title": "Jagdstaffel Nord", "code": "JN", "aircraft": "bf-109e-7"},
            lambda s: s.squadrons["jagdstaffel-nord"].code,
            "JN",
        ),
        (
            "re-equip",
            {"squadron": "frontier-fighters", "aircraft": "hurricane-iia", "count": 3},
            lambda s: s.squadrons["frontier-fighters"].aircraft,
            "hurricane-iia",
        ),
        ("withdraw-squadron", {"squadron": "stuka"}, lambda s: s.squadrons["stuka"].status, "withdrawn"),
        (
            "man",
            {"squadron": "jagd", "name": "Xaver Probst", "is_green": "on"},
            lambda s: [man.is_green for man in s.airmen.values() if man.name == "Xaver Probst"],
            [True],
        ),
        ("stock", {"stock": "allied:fuel", "amount": -5}, lambda s: s.stocks["allied"]["fuel"], 7),
        ("points", {"side": "axis", "points": 4}, lambda s: s.points["axis"], 4),
        ("progress", {"spaces": -2}, lambda s: s.marker, 1),
        ("rule", {"text": "No night flying."}, lambda s: s.rules, ["No night flying."]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_each_change_is_made_by_its_form_and_taken_back(
    what: str, data: dict[str, Any], told: Told, expected: Any, front: Campaign, client: Client
):
    offered = client.get(reverse("campaign-change", args=(front.pk, what)))
    assert offered.status_code == 200
    assert change(client, front, what, **data)[0] == 302
    assert told(standing_of(front)) == expected
    page = client.get(reverse("campaign-changes", args=(front.pk,)))
    assert WHY in page.content.decode()
    (made,) = page.context["made"]
    client.post(reverse("campaign-take-back", args=(front.pk,)), {"entry": made.key})
    assert not client.get(reverse("campaign-changes", args=(front.pk,))).context["made"]
    assert front.entries.filter(reverses__number=made.number).exists()
    assert_reconciled(front)


@pytest.mark.parametrize("number", ["", "-1", "½", "two", "9" * 30, "9" * 5000])
def test_nothing_is_taken_back_by_a_number_that_is_none(number: str, front: Campaign, client: Client):
    before = front.entries.count()
    assert client.post(reverse("campaign-take-back", args=(front.pk,)), {"entry": number}).status_code == 302
    assert front.entries.count() == before


def test_aircraft_move_to_a_squadron_that_flies_their_like(front: Campaign, client: Client):
    new = {"side": "allied", "title": "Second Fighters", "code": "SF", "aircraft": "hurricane-iia"}
    assert change(client, front, "squadron", **new)[0] == 302
    assert change(client, front, "move", codes=["FF-A"], squadron="second-fighters")[0] == 302
    assert standing_of(front).airframes["FF-A"].squadron == "second-fighters"
    status, shown = change(client, front, "move", codes=["FF-A"], squadron="second-fighters")
    assert status == 422
    assert "is with Second Fighters already" in shown
    assert_reconciled(front)


@pytest.mark.parametrize("page", ["campaign-changes", "campaign-journal"])
def test_a_squadron_is_called_by_its_name_where_its_changes_are_told(page: str, front: Campaign, client: Client):
    assert change(client, front, "deliver", squadron="frontier-fighters", count=1)[0] == 302
    shown = client.get(reverse(page, args=(front.pk,))).content.decode()
    assert "came to Frontier Fighters. The staff says so." in shown
    assert "came to frontier-fighters" not in shown


def test_a_damaged_aircraft_is_declared_repaired_and_an_absent_squadron_brought(front: Campaign, client: Client):
    make.debriefed(front)
    damaged = next(each.code for each in standing_of(front).airframes.values() if each.status == "repair")
    assert change(client, front, "repair", code=damaged)[0] == 302
    assert standing_of(front).airframes[damaged].status == "serviceable"
    assert change(client, front, "withdraw-squadron", squadron="jagd")[0] == 302
    assert change(client, front, "bring-squadron", squadron="jagd")[0] == 302
    assert standing_of(front).squadrons["jagd"].status == "present"
    assert_reconciled(front)


@pytest.mark.parametrize(
    ("what", "data", "sentence"),
    [
        ("deliver", {"squadron": "frontier-fighters", "count": 0}, "greater than or equal to 1"),
        ("deliver", {"squadron": "moon", "count": 1}, "This one is not among them."),
        (
            "deliver",
            {"squadron": "jagd", "count": 1, "aircraft": "hurricane-i"},
            "does not fly aircraft of another nation",
        ),
        ("withdraw", {}, "Tick at least one aircraft."),
        ("withdraw", {"codes": ["FF-A", "JS-A"]}, "Your side has no JS-A."),
        ("squadron", {"side": "axis", "title": "X", "code": "js", "aircraft": "bf-109e-7"}, "capital letters"),
        ("squadron", {"side": "axis", "title": "X", "code": "JS", "aircraft": "bf-109e-7"}, "carries JS already"),
        ("re-equip", {"squadron": "jagd", "aircraft": "bf-109e-7", "count": 2}, "already"),
        ("stock", {"stock": "allied:fuel", "amount": -99}, "There is not so much of it."),
        ("stock", {"stock": "allied:fuel", "amount": 0}, "and not 0"),
        ("progress", {"spaces": 0}, "and not 0"),
        ("rule", {"text": "Anything.", "reason": ""}, "Give a reason: the journal keeps it."),
    ],
)
def test_a_change_that_cannot_be_is_refused_at_its_field(
    what: str, data: dict[str, Any], sentence: str, front: Campaign, client: Client
):
    entries = front.entries.count()
    status, shown = change(client, front, what, **data)
    assert status == 422
    assert sentence in shown
    assert 'class="errorlist"' in shown
    assert front.entries.count() == entries


def test_a_commander_changes_his_own_pool_and_leaves_the_rest_to_the_umpire(
    front: Campaign, cast: Cast, client: Client
):
    client.force_login(cast.allied)
    page = client.get(reverse("campaign-changes", args=(front.pk,))).content.decode()
    offered = {what for what in FORMS if reverse("campaign-change", args=(front.pk, what)) in page}
    assert offered == {
        "deliver", "withdraw", "move", "squadron", "re-equip", "withdraw-squadron", "man", "stock",
    }  # fmt: skip
    form = client.get(reverse("campaign-change", args=(front.pk, "withdraw"))).content.decode()
    assert "FF-A" in form
    assert "JS-A" not in form
    assert change(client, front, "deliver", squadron="jagd", count=1)[0] == 422
    assert change(client, front, "points", side="allied", points=9)[0] == 403
    only = "Only %sumpires and the owner of this campaign may do that."
    for user, what, who in (
        (cast.allied, "points", ""),
        (cast.pilot, "points", ""),
        (cast.pilot, "deliver", "commanders, "),
    ):
        client.force_login(user)
        refused = client.get(reverse("campaign-change", args=(front.pk, what)))
        assert (refused.status_code, only % who in refused.content.decode()) == (403, True), what
    client.force_login(cast.umpire)
    assert change(client, front, "stock", stock="axis:fuel", amount=3)[0] == 302
    client.force_login(cast.allied)
    seen = client.get(reverse("campaign-changes", args=(front.pk,)))
    assert not seen.context["made"], "what the other side got is its own business"


def test_nothing_is_taken_from_a_mission_under_way(front: Campaign, client: Client):
    make.drawn(front)
    status, shown = change(client, front, "withdraw", codes=["FF-A"])
    assert status == 422
    assert "Mission 1 is under way" in shown
    assert change(client, front, "deliver", squadron="frontier-fighters", count=1)[0] == 302


def test_a_campaign_without_squadrons_offers_what_it_has(cast: Cast, client: Client):
    campaign = make.campaign(cast.owner, make.LAND)
    client.force_login(cast.owner)
    page = client.get(reverse("campaign-changes", args=(campaign.pk,))).content.decode()
    offered = {what for what in FORMS if reverse("campaign-change", args=(campaign.pk, what)) in page}
    assert offered == {"pilot", "points", "rule"}


def test_each_form_of_a_change_is_among_those_that_are_offered_and_has_its_operation() -> None:
    written = {form for form in every_form(ChangeForm) if "what" in vars(form)}
    assert set(FORMS.values()) == written
    assert FORMS.keys() == OPERATIONS.keys()


def every_form(form: type[ChangeForm]) -> Iterator[type[ChangeForm]]:
    for each in form.__subclasses__():
        yield each
        yield from every_form(each)


def test_the_pages_take_few_queries(
    front: Campaign, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
):
    for number in range(4):
        change(client, front, "rule", text=f"Rule {number}.")
    with django_assert_max_num_queries(9):
        client.get(reverse("campaign-changes", args=(front.pk,)))
    with django_assert_max_num_queries(9):
        client.get(reverse("campaign-change", args=(front.pk, "withdraw")))


def squadrons_of(campaign: Campaign, side: str) -> dict[str, str]:
    """Titles by key."""
    return {key: each.title for key, each in standing_of(campaign).squadrons.items() if each.side == side}


def test_an_owner_without_an_umpires_seat_reads_and_changes_no_squadron_that_is_hidden_from_him(
    cast: Cast, client: Client
):
    campaign = make.duel(cast)
    client.force_login(cast.owner)
    hidden = squadrons_of(campaign, "axis")
    entries = campaign.entries.count()
    for what in FORMS:
        shown = client.get(reverse("campaign-change", args=(campaign.pk, what)))
        assert shown.status_code in (200, 403), what
        for key, title in hidden.items():
            assert title not in shown.content.decode(), f"{title} in {what}"
            data = {"squadron": key, "count": 1, "aircraft": "bf-109e-7", "name": "Xaver Probst", "codes": ["JS-A"]}
            assert change(client, campaign, what, **data)[0] in (403, 422), f"{what} for {key}"
    new = {"side": "axis", "title": "Jagdstaffel Nord", "code": "JN", "aircraft": "bf-109e-7"}
    assert change(client, campaign, "squadron", **new)[0] == 422
    assert campaign.entries.count() == entries
    assert change(client, campaign, "deliver", squadron="frontier-fighters", count=1)[0] == 302


@pytest.mark.portable
def test_what_the_other_side_has_changed_is_not_taken_back_by_its_number(cast: Cast, client: Client):
    campaign = make.duel(cast)
    client.force_login(cast.axis)
    assert change(client, campaign, "deliver", squadron="jagd", count=1)[0] == 302
    number = campaign.entries.latest("number").number
    client.force_login(cast.owner)
    answer = client.post(
        reverse("campaign-take-back", args=(campaign.pk,)),
        {"entry": journal_entries.key_of(campaign.pk, number)},
        follow=True,
    )
    assert "There is no such decision for you to take back." in unescape(answer.content.decode())
    assert not campaign.entries.filter(reverses__number=number).exists()
    client.force_login(cast.umpire)
    client.post(
        reverse("campaign-take-back", args=(campaign.pk,)), {"entry": journal_entries.key_of(campaign.pk, number)}
    )
    assert campaign.entries.filter(reverses__number=number).exists()


def test_forms_offer_what_the_game_of_the_campaign_knows(cast: Cast, client: Client):
    """Other games' aircraft have no ratings in it, and in some nobody has a name."""
    client.force_login(cast.owner)
    kent = make.campaign(cast.owner, "angels-over-kent", allied="me", axis="me")
    for what in ("deliver", "re-equip", "squadron"):
        page = client.get(reverse("campaign-change", args=(kent.pk, what))).content.decode()
        assert 'value="hurricane-mk-i"' in page
        assert 'value="spitfire-i"' not in page
    week = make.campaign(cast.owner, "big-week", allied="me", axis="me")
    offered = client.get(reverse("campaign-changes", args=(week.pk,))).content.decode()
    assert reverse("campaign-change", args=(week.pk, "deliver")) in offered
    assert reverse("campaign-change", args=(week.pk, "man")) not in offered
