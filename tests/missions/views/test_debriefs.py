"""The debrief: what it shows, and that it is entered once."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import Entry
from campaigns.packs.schema import SIDES
from config.common.vocabulary import rule_name
from engine.core.report import Report
from missions.models import Debrief, Mission
from missions.operations import orders
from missions.results.outcomes import Outcome
from missions.selectors.reconcile import assert_reconciled
from missions.selectors.reports import report_page
from tests import make
from tests.cast import Cast


@pytest.fixture
def mission(cast: Cast, client: Client) -> Mission:
    client.force_login(cast.owner)
    return make.flown(make.campaign(cast.owner))


def url(mission: Mission, name: str = "mission-debrief") -> str:
    return reverse(name, args=(mission.campaign_id, mission.number))


def test_the_page_names_every_man_and_every_point_with_its_rule(mission: Mission, client: Client) -> None:
    page = client.get(url(mission))
    shown = page.content.decode()
    report = page.context["page"].told
    for row in (*report.rows["allied"], *report.rows["axis"]):
        assert row.report.pilot in shown
    assert report.scores
    for score in report.scores:
        assert rule_name(score.section) in shown


def answers(client: Client, mission: Mission) -> dict[str, str]:
    """The page as it comes, to be sent back."""
    form = client.get(url(mission)).context["form"]
    return {name: str(form[name].value()) for name in form.fields}


def test_a_double_click_enters_it_once_and_says_so(mission: Mission, client: Client) -> None:
    data = answers(client, mission)
    first = client.post(url(mission), data, follow=True)
    written = Entry.objects.count()
    second = client.post(url(mission), data, follow=True)
    assert "It is in the journal." in first.content.decode()
    assert "nothing was added" in second.content.decode()
    assert Entry.objects.count() == written
    assert_reconciled(mission.campaign)


def test_the_other_tab_is_told_that_it_came_too_late(mission: Mission, client: Client) -> None:
    tabs = [answers(client, mission) for _ in range(2)]
    assert tabs[0]["key"] != tabs[1]["key"]
    client.post(url(mission), tabs[0])
    written = Entry.objects.count()
    late = client.post(url(mission), tabs[1], follow=True)
    assert "The mission has been debriefed already." in late.content.decode()
    assert Entry.objects.count() == written
    assert Debrief.objects.count() == 1
    assert_reconciled(mission.campaign)


def test_a_result_that_was_corrected_meanwhile_is_looked_at_before_it_is_entered(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    mission = make.recorded(make.campaign(cast.owner))
    seen = answers(client, mission)
    make.record(mission, Outcome())
    refused = client.post(url(mission), seen, follow=True).content.decode()
    assert "The result has been corrected since you opened this page." in refused
    assert not Debrief.objects.exists()
    client.post(url(mission), answers(client, mission))
    assert Debrief.objects.count() == 1
    assert_reconciled(mission.campaign)


def test_a_page_that_does_not_say_what_it_showed_enters_nothing(mission: Mission, client: Client) -> None:
    response = client.post(url(mission), {"key": str(uuid4())})
    assert response.status_code == 422
    assert "The page came without its key." in response.content.decode()
    assert not Debrief.objects.exists()


@pytest.mark.parametrize(
    ("key", "sentence"),
    [("", "The page came without its key."), ("abc", "The page was altered on the way.")],
)
def test_a_page_without_its_key_enters_nothing(key: str, sentence: str, mission: Mission, client: Client) -> None:
    response = client.post(url(mission), answers(client, mission) | {"key": key})
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert not Debrief.objects.exists()


def test_once_entered_the_page_says_by_whom_and_offers_no_button(mission: Mission, client: Client) -> None:
    client.post(url(mission), answers(client, mission))
    page = client.get(url(mission)).content.decode()
    assert "In the journal" in page
    assert "Entered by owner" in page
    assert "Enter it in the journal" not in page


def test_a_debrief_is_taken_back_and_entered_again(mission: Mission, client: Client) -> None:
    client.post(url(mission), answers(client, mission))
    taken = client.post(url(mission, "mission-withdraw"), follow=True)
    assert "The debrief is taken back" in taken.content.decode()
    assert "Enter it in the journal" in taken.content.decode()
    assert_reconciled(mission.campaign)
    client.post(url(mission), answers(client, mission))
    assert_reconciled(mission.campaign)
    make.drawn(mission.campaign)
    refused = client.post(url(mission, "mission-withdraw"), follow=True)
    assert "The next mission has been drawn" in refused.content.decode()


def test_a_mission_that_has_not_been_flown_has_no_debrief(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    mission = make.planned(make.campaign(cast.owner))
    for response in (
        client.get(url(mission), follow=True),
        client.post(url(mission), {"key": str(uuid4())}, follow=True),
    ):
        assert "The mission has not been flown yet." in response.content.decode()


def test_a_reader_sees_the_debrief_but_does_not_enter_it(cast: Cast, client: Client) -> None:
    mission = make.flown(make.club(cast))
    client.force_login(cast.reader)
    page = client.get(url(mission)).content.decode()
    assert "A commander enters it." in page
    assert '<form method="post" class="apply"' not in page


def test_a_debrief_calls_a_resource_as_board_and_log_do_whatever_it_brought(cast: Cast, client: Client) -> None:
    client.force_login(cast.owner)
    mission = make.land_mission(cast.owner, "gazala")
    for side in SIDES:
        document = make.orders(mission, side)
        orders.sign_orders(actor=cast.owner, mission=mission, side=side, document=document)
    mission.refresh_from_db()
    make.record(mission)
    make.debrief(mission)
    page = client.get(url(mission))
    board = client.get(reverse("campaign", args=(mission.campaign_id,))).context["page"].missions[0].resources
    assert board["allied"], "it brings all that this side flies"
    told = page.context["page"].told
    assert {side: spent.title for side, spent in told.resources.items()} == {
        side: title for side, title in board.items() if title
    }
    assert not told.resources["allied"].effects, "it does nothing but bring aircraft"
    assert board["allied"] in page.content.decode()


def test_what_a_resource_did_is_told_beside_its_title_unless_that_says_it_all() -> None:
    report = Report(
        system="wildblue",
        turns=1,
        aircraft=(),
        scores=(),
        resources={"allied": ("Flak Guns (2)",), "axis": ("Blitzkrieg",)},
    )
    told = report_page(report, resources={"allied": "Bofors", "axis": "Blitzkrieg"}).resources
    assert (told["allied"].title, told["allied"].effects) == ("Bofors", ("Flak Guns (2)",))
    assert (told["axis"].title, told["axis"].effects) == ("Blitzkrieg", ())
    alone = report_page(report).resources["axis"]
    assert (alone.title, alone.effects) == ("", ("Blitzkrieg",)), "a skirmish knows no title"
