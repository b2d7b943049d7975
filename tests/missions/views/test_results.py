"""Results on the page: handed in by phone, confirmed or disputed row by row, decided and approved."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from html import unescape
from html.parser import HTMLParser
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Role
from campaigns.operations import seats
from missions.models import Debrief, Flight, Mission, Submission
from missions.operations import approvals, submissions
from missions.operations.submissions import Dispute
from missions.results.outcomes import Outcome
from missions.selectors.reconcile import assert_reconciled
from missions.selectors.submissions import version
from tests import make
from tests.cast import Cast, client_of
from tests.engine.broad import broad


@pytest.fixture
def mission(cast: Cast) -> Mission:
    """A strike of a club, its orders open; results are confirmed."""
    seed = make.seed_that_draws(make.LAND, "via-balbia")
    return make.opened(make.confirmed(make.club(cast, make.LAND, seed=seed), hours=48))


def url(mission: Mission, name: str, *more: Any) -> str:
    return reverse(name, args=(mission.campaign_id, mission.number, *more))


def values(form: Any) -> dict[str, Any]:
    """What a browser sends of a form that nobody has touched."""
    found = {name: form[name].value() for name in form.fields}
    return {
        name: "on" if value is True else value
        for name, value in found.items()
        if value is not None and value is not False
    }


def text(response: Any) -> str:
    """What a reader sees, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


class FormReader(HTMLParser):
    """What a browser sends of the form with this address on a page: what is not there is not sent."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self._action, self._is_inside = action, False
        self.sent: dict[str, Any] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self._is_inside = given.get("action") == self._action
        name = given.get("name")
        if not self._is_inside or tag != "input" or not name:
            return
        if given.get("type") in ("radio", "checkbox"):
            if "checked" in given:
                self.sent.setdefault(name, []).append("on" if given.get("value") is None else given["value"])
        else:
            self.sent[name] = given.get("value") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._is_inside = False


def on_the_page(client: Client, mission: Mission, name: str) -> dict[str, Any]:
    """What the form of the result's page that goes to ``name`` sends, untouched."""
    reader = FormReader(url(mission, name, 1))
    reader.feed(client.get(url(mission, "mission-result", 1)).content.decode())
    assert reader.sent, "there is no such form"
    return reader.sent


def decided(client: Client, mission: Mission, **said: str) -> Any:
    """A decision, as a browser sends it."""
    sent = on_the_page(client, mission, "mission-result-decide") | said
    return client.post(url(mission, "mission-result-decide", 1), sent)


def hand_in(client: Client, mission: Mission, **said: str) -> Any:
    form = client.get(url(mission, "mission-table")).context["form"]
    return client.post(url(mission, "mission-table"), values(form) | said | {"store": "1"}, follow=True)


def answered(client: Client, mission: Mission, button: str, **said: str) -> Any:
    """The answer that a browser sends, something corrected."""
    sent = on_the_page(client, mission, "mission-result") | said | {button: "1"}
    return client.post(url(mission, "mission-result", 1), sent)


FATE = "axis-1-leader-fate"


@pytest.mark.portable
def test_from_the_table_to_the_journal_by_hand(cast: Cast, mission: Mission) -> None:
    pilot, axis, umpire = client_of(cast.pilot), client_of(cast.axis), client_of(cast.umpire)
    assert "Tell how it went" in text(pilot.get(url(mission, "mission")))
    page = hand_in(pilot, mission, **{FATE: "destroyed", "axis-1-leader-by": "allied-1 leader", "target_damage": "0"})
    assert "waits for the Axis side until" in text(page)
    assert "Confirm or dispute it" in text(axis.get(url(mission, "mission")))
    assert "Confirm or dispute it" not in text(pilot.get(url(mission, "mission")))
    assert answered(axis, mission, "confirm").status_code == 302
    assert "Approve it" in text(umpire.get(url(mission, "mission")))
    told = Submission.objects.get()
    done = umpire.post(url(mission, "mission-result-approve", 1), {"seen": version(told)}, follow=True)
    assert "The result is approved and in the journal." in text(done)
    assert Debrief.objects.get().actor == cast.umpire
    assert "How the result was confirmed" in text(axis.get(url(mission, "mission-debrief")))
    assert_reconciled(mission.campaign)


def test_a_dispute_is_shown_with_its_words_and_decided_on_the_page(cast: Cast, mission: Mission) -> None:
    hand_in(client_of(cast.pilot), mission, **{FATE: "destroyed", "target_damage": "0"})
    axis, umpire = client_of(cast.axis), client_of(cast.umpire)
    assert (
        answered(axis, mission, "dispute", **{FATE: "damaged", f"why-{FATE}": "It <b>limped</b> home."}).status_code
        == 302
    )
    page = umpire.get(url(mission, "mission-result", 1))
    shown = text(page)
    assert "Axis, axis: Damaged . “It <b>limped</b> home.”" in shown
    assert "<b>limped</b>" not in page.content.decode()
    assert "As told: Shot down" in shown
    assert "As the Axis side says: Damaged" in shown
    assert decided(umpire, mission, **{f"how-{FATE}": "axis"}, approve="1").status_code == 302
    flight = Flight.objects.get(mission=mission)
    assert [each["status"] for each in flight.report["aircraft"] if each["unit"] == "axis-1"] == [
        "damaged",
        "undamaged",
    ]
    assert "Damaged (told: Shot down)" in text(axis.get(url(mission, "mission-result", 1)))
    assert_reconciled(mission.campaign)


def test_the_umpire_may_say_something_else_than_either(cast: Cast, mission: Mission) -> None:
    make.told(mission, cast.pilot, Outcome(turns=3))
    answered(client_of(cast.axis), mission, "dispute", turns="4")
    umpire = client_of(cast.umpire)
    missing = decided(umpire, mission, approve="1")
    assert missing.status_code == 422
    assert "Say how it was." in text(missing)
    wrong = decided(umpire, mission, **{"how-turns": "third"}, turns="99")
    assert wrong.status_code == 422
    assert "a whole number from 1 to" in text(wrong)
    assert decided(umpire, mission, **{"how-turns": "third"}, turns="5").status_code == 302
    assert Submission.objects.get().outcome["turns"] == 5
    assert not Debrief.objects.exists()


def test_a_shot_down_that_was_disputed_is_given_its_shooter_by_the_umpire(cast: Cast, mission: Mission) -> None:
    make.told(mission, cast.pilot, Outcome())
    answered(client_of(cast.axis), mission, "dispute", **{FATE: "damaged"})
    umpire = client_of(cast.umpire)
    said = {f"how-{FATE}": "third", FATE: "destroyed", "axis-1-leader-by": "allied-1 leader", "approve": "1"}
    assert decided(umpire, mission, **said).status_code == 302
    kills = [each["kills"] for each in Flight.objects.get(mission=mission).report["aircraft"] if each["kills"]]
    assert [(kill["unit"], kill["seat"]) for (kill,) in kills] == [("axis-1", "leader")]


@pytest.mark.portable
def test_what_has_been_decided_is_not_answered_again(cast: Cast, mission: Mission) -> None:
    make.told(mission, cast.pilot, Outcome(turns=3))
    axis = client_of(cast.axis)
    answered(axis, mission, "dispute", turns="4")
    decided(client_of(cast.umpire), mission, **{"how-turns": "told"}, decide="1")
    assert "turns" not in on_the_page(axis, mission, "mission-result")
    assert answered(axis, mission, "confirm").status_code == 302
    assert answered(axis, mission, "dispute", **{FATE: "damaged"}).status_code == 302
    assert Submission.objects.get().status == "disputed"


@pytest.mark.portable
def test_confirming_all_does_not_swallow_a_correction_and_words_want_a_value(cast: Cast, mission: Mission) -> None:
    make.told(mission, cast.pilot)
    axis = client_of(cast.axis)
    swallowed = answered(axis, mission, "confirm", turns="2")
    assert swallowed.status_code == 422
    assert "You have corrected something." in text(swallowed)
    nothing = answered(axis, mission, "dispute")
    assert nothing.status_code == 422
    assert "Nothing differs from what was told." in text(nothing)
    words = answered(axis, mission, "dispute", **{"why-turns": "I counted.", FATE: "damaged"})
    assert words.status_code == 422
    assert "Say what it was instead" in text(words)
    long = answered(axis, mission, "dispute", **{"why-turns": "x" * 301, "turns": "2"})
    assert long.status_code == 422
    assert not Submission.objects.get().remarks.exists()


def test_the_page_asks_nobody_about_what_another_of_their_side_disputes(cast: Cast, mission: Mission) -> None:
    seats.give_seat(actor=cast.owner, campaign=mission.campaign, user=cast.stranger, role=Role.PILOT, side="axis")
    make.told(mission, cast.pilot, Outcome(turns=3))
    axis, wingman = client_of(cast.axis), client_of(cast.stranger)
    answered(axis, mission, "dispute", turns="4", **{"why-turns": "I counted."})
    assert "turns" not in on_the_page(wingman, mission, "mission-result")
    done = answered(wingman, mission, "confirm")
    page = text(wingman.get(done["Location"]))
    assert (
        "You have confirmed the rest. Only axis, the Axis commander or an umpire takes back what is disputed." in page
    )
    assert Submission.objects.get().remarks.get(agrees=False).by == cast.axis
    again = on_the_page(axis, mission, "mission-result")
    assert (again["turns"], again["why-turns"]) == ("4", "I counted."), "what they dispute stands in the form"
    answered(axis, mission, "confirm")
    assert Submission.objects.get().status == "agreed"
    assert "Taken back: turns played." in text(axis.get(url(mission, "mission-result", 1)))


def test_a_stale_page_confirms_nothing(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    axis = client_of(cast.axis)
    form = axis.get(url(mission, "mission-result", 1)).context["answer"]
    submissions.submit(
        actor=cast.pilot,
        mission=mission,
        table_number=1,
        outcome=Outcome(turns=2),
        key=uuid4(),
        expected_version=version(told),
    )
    stale = axis.post(url(mission, "mission-result", 1), values(form) | {"dispute": "1"})
    assert stale.status_code == 422
    assert "has moved on since you opened the page" in text(stale)


def test_what_was_withdrawn_leads_back_with_a_sentence(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    pilot, axis = client_of(cast.pilot), client_of(cast.axis)
    form = axis.get(url(mission, "mission-result", 1)).context["answer"]
    back = pilot.post(url(mission, "mission-result-withdraw", 1), {"seen": version(told)}, follow=True)
    assert "The result of table 1 is withdrawn." in text(back)
    late = axis.post(url(mission, "mission-result", 1), values(form) | {"confirm": "1"}, follow=True)
    assert "There is no result of table 1" in text(late)
    assert late.status_code == 200


def test_who_told_it_finds_it_filled_in_to_tell_it_anew(cast: Cast, mission: Mission) -> None:
    pilot = client_of(cast.pilot)
    hand_in(pilot, mission, turns="4", target_damage="0")
    form = pilot.get(url(mission, "mission-table")).context["form"]
    assert form["turns"].value() == 4
    page = hand_in(pilot, mission, turns="5")
    assert "Told anew" in text(page)
    assert Submission.objects.get().outcome["turns"] == 5


def test_the_other_side_is_told_who_was_quicker(cast: Cast, mission: Mission) -> None:
    axis = client_of(cast.axis)
    form = axis.get(url(mission, "mission-table")).context["form"]
    make.told(mission, cast.pilot)
    late = axis.post(url(mission, "mission-table"), values(form) | {"store": "1", "target_damage": "0"})
    assert late.status_code == 422
    assert "pilot has told the result of table 1 already. Confirm it or dispute it instead." in text(late)
    led = axis.get(url(mission, "mission-table"), follow=True)
    assert led.redirect_chain[-1][0] == url(mission, "mission-result", 1)
    assert "pilot has told the result of table 1 already." in text(led)


def test_several_tables_are_told_one_by_one_and_closed_together(cast: Cast) -> None:
    mission = make.opened(make.confirmed(make.club(cast), tables=3, merge="mean"))
    pilot, umpire = client_of(cast.pilot), client_of(cast.umpire)
    assert "You tell the result of table 2" in text(pilot.get(f"{url(mission, 'mission-table')}?table=2"))
    beyond = pilot.get(f"{url(mission, 'mission-table')}?table=4", follow=True)
    assert "Tables 1 to 3 fly this mission." in text(beyond)
    for number in (1, 2):
        told = make.told(mission, cast.pilot, table=number)
        submissions.answer(actor=cast.axis, submission=told, disputes={}, expected_version=version(told))
        umpire.post(url(mission, "mission-result-approve", number), {"seen": version(told)})
    page = umpire.get(url(mission, "mission-results"))
    assert "Close the mission with these 2 tables" in text(page)
    assert "Close the mission with" not in text(pilot.get(url(mission, "mission-results")))
    stale = umpire.post(url(mission, "mission-results-close"), {"table": ["1"]}, follow=True)
    assert "Look again" in text(stale)
    closed = umpire.post(url(mission, "mission-results-close"), {"table": ["1", "2"]}, follow=True)
    assert "2 tables: the mean counts." in text(closed)
    late = hand_in_at(pilot, mission, 3)
    assert "Mission 1 is closed: the result of table 2, approved by umpire" in text(late)
    assert_reconciled(mission.campaign)


def hand_in_at(client: Client, mission: Mission, table: int) -> Any:
    return client.post(url(mission, "mission-table"), {"table": str(table), "store": "1"}, follow=True)


@pytest.mark.parametrize(
    ("person", "step"),
    [
        ("axis", "Confirm how mission 1 went"),
        ("pilot", "The result of mission 1 is on its way"),
        ("umpire", "Approve the result of mission 1"),
        ("reader", "The result of mission 1 is on its way"),
    ],
)
def test_the_campaigns_next_step_is_whose_turn_it_is(person: str, step: str, cast: Cast, mission: Mission) -> None:
    make.told(mission, cast.pilot)
    page = client_of(getattr(cast, person)).get(reverse("campaign", args=(mission.campaign_id,)))
    assert step in text(page)
    assert "Told by pilot, waits for the Axis side until" in text(page)


def test_the_next_step_asks_for_a_result_and_for_a_decision(cast: Cast, mission: Mission) -> None:
    campaign = reverse("campaign", args=(mission.campaign_id,))
    assert "Play mission 1" in text(client_of(cast.pilot).get(campaign))
    told = make.told(mission, cast.pilot)
    submissions.answer(actor=cast.axis, submission=told, disputes={"turns": Dispute(2)}, expected_version=version(told))
    assert "Decide what is disputed of mission 1" in text(client_of(cast.owner).get(campaign))
    assert "1 fact waits for the umpire" in text(client_of(cast.axis).get(campaign))


def test_the_deadline_is_shown_with_its_zone(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    Submission.objects.filter(pk=told.pk).update(due_at=datetime(2041, 4, 11, 20, tzinfo=UTC))
    assert "until Thursday 11 April 2041, 20:00 UTC" in text(
        client_of(cast.reader).get(url(mission, "mission-result", 1))
    )


@pytest.mark.portable
def test_what_stood_by_the_clock_says_so(cast: Cast, mission: Mission) -> None:
    told = make.told(mission, cast.pilot)
    Submission.objects.filter(pk=told.pk).update(due_at=datetime(2001, 4, 11, 20, tzinfo=UTC))
    approvals.results_due()
    reader = client_of(cast.reader)
    assert "Nobody opposed the result: it was entered by the clock on" in text(
        reader.get(url(mission, "mission-debrief"))
    )
    assert "Stood unopposed : The clock," in text(reader.get(url(mission, "mission-result", 1)))


def test_the_tables_of_a_mission_take_no_more_queries_when_there_are_more(
    cast: Cast, django_assert_max_num_queries: Any
) -> None:
    mission = make.opened(make.confirmed(make.club(cast), tables=12))
    for number in range(1, 11):
        make.told(mission, cast.pilot, table=number)
    reader = client_of(cast.reader)
    reader.get(url(mission, "mission-results"))
    with django_assert_max_num_queries(12):
        assert reader.get(url(mission, "mission-results")).status_code == 200


@pytest.mark.parametrize("slug", broad(["angels-over-kent", "big-week", "flying-circus-1917", "malta-1941-42"], 1))
def test_the_facts_of_every_game_are_confirmed_disputed_and_decided(slug: str, cast: Cast) -> None:
    mission = make.opened(make.confirmed(make.club(cast, slug)))
    pilot, axis, umpire = client_of(cast.pilot), client_of(cast.axis), client_of(cast.umpire)
    form = pilot.get(url(mission, "mission-table")).context["form"]
    unit = form.sheet.units[0]
    said = {f"{unit.id}-hits": "4"} if unit.takes_hits else {f"{unit.lines[0].key.replace(' ', '-')}-fate": "destroyed"}
    said |= {
        name: str(form.fields[name].choices[0][0])
        for name in form.fields
        if name.startswith("answer-") and hasattr(form.fields[name], "choices")
    }
    told = pilot.post(url(mission, "mission-table"), values(form) | {"target_damage": "0"} | said | {"store": "1"})
    assert told.status_code == 302, told.context["form"].errors
    fact = next(iter(said))
    assert answered(axis, mission, "dispute", **{fact: "2" if unit.takes_hits else "damaged"}).status_code == 302
    assert "1 fact waits for the umpire" in text(umpire.get(url(mission, "mission-result", 1)))
    done = decided(umpire, mission, **{f"how-{fact}": "axis"}, approve="1")
    assert done.status_code == 302, done.context["decision"].errors
    statuses = [
        each["status"] for each in Flight.objects.get(mission=mission).report["aircraft"] if each["unit"] == unit.id
    ]
    assert statuses.count("damaged") == 1
    assert statuses.count("destroyed") == (1 if unit.takes_hits else 0), "of two hits one aircraft is lost"
    assert_reconciled(mission.campaign)


def test_following_a_link_to_an_act_leads_to_the_result(cast: Cast, mission: Mission) -> None:
    make.told(mission, cast.pilot)
    client = client_of(cast.owner)
    for name in ("mission-result-decide", "mission-result-approve", "mission-result-withdraw"):
        assert client.get(url(mission, name, 1))["Location"] == url(mission, "mission-result", 1)
    assert client.get(url(mission, "mission-results-close"))["Location"] == url(mission, "mission-results")
    assert Submission.objects.get().status == "waiting"
