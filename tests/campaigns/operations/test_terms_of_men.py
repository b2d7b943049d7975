"""Careers and fates, agreed on as a campaign begins: whoever is shot down is missed the next day. [SUP 19.5]"""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.access import viewer, with_seats
from campaigns.models import Campaign
from campaigns.operations import campaigns, terms
from campaigns.packs.schema import SIDES
from campaigns.selectors import standings
from campaigns.selectors.definitions import definition, definition_of
from campaigns.selectors.terms import men_said, term_rows
from campaigns.standing.kinds import TermsAgreed
from campaigns.standing.lines import saying
from campaigns.standing.result_kinds import FateMet
from clubs.operations.copying import copy_campaign
from config.common.refusals import Refusal
from missions.archive import schema
from missions.flights.context import choices, sheet_of
from missions.models import Mission
from missions.results.outcomes import AircraftOutcome, Outcome
from missions.selectors.archive import export
from missions.selectors.reconcile import assert_reconciled
from tests import make
from tests.cast import Cast
from tests.engine.rules import rule

SABIN = "big-week"


def begun(cast: Cast, slug: str = make.LAND, **of_men: str) -> Campaign:
    return campaigns.start_campaign(
        actor=cast.owner,
        pack=make.pack(slug),
        name="Evenings",
        seats={"allied": "me", "axis": "me"},
        seed=7,
        of_men=of_men,
    )


def nobody_came_home(mission: Mission) -> Outcome:
    asked = sheet_of(mission)
    return Outcome(
        aircraft=tuple(AircraftOutcome(line.key, status="destroyed") for line in asked.lines),
        answers={each.name: each.options[0].value for each in asked.questions if each.kind == "choice"},
    )


@rule("SUP 19.5")
@pytest.mark.parametrize("slug", [make.LAND, make.DOGFIGHTS])
def test_a_land_campaign_and_dogfights_may_keep_careers_and_miss_who_was_shot_down(cast: Cast, slug: str):
    campaign = begun(cast, slug, careers="kept")
    assert not definition(campaign.pack).options.careers
    mission = make.debriefed(campaign, nobody_came_home)
    met = {entry.pilot_id: said for entry, said in saying(campaign.entries.all(), FateMet)}
    assert met
    away = {pk for pk, said in met.items() if said.fate != "unhurt"}
    following = make.planned(campaign)
    assert following.status == Mission.Status.READY, "others fly in their place"
    offered = {man.pk for side in SIDES for man in choices(following, side).pilots}
    assert away
    assert not away & offered
    assert met.keys() - away <= offered
    assert_reconciled(campaign)
    assert mission.number == 1


@rule("SUP 19.5", "SUP 19.4")
def test_with_careers_no_card_brings_a_skilled_man_and_without_them_nobody_is_missed(cast: Cast):
    assert definition(make.pack(make.LAND)).skilled_on
    assert not definition_of(begun(cast, careers="kept")).skilled_on
    campaign = begun(cast, make.PERIODS, careers="none")
    assert definition(campaign.pack).options.careers
    make.debriefed(campaign, nobody_came_home)
    standing = standings.standing_of(campaign)
    assert {man.status for man in standing.airmen.values() if man.missions} == {"fit"}
    assert not campaign.entries.filter(kind=FateMet.kind).exists()
    assert_reconciled(campaign)


def test_where_nobody_has_a_name_no_careers_are_kept(cast: Cast):
    with pytest.raises(Refusal, match="does not name the men") as refused:
        begun(cast, SABIN, careers="kept")
    assert refused.value.field == "careers"
    campaign = begun(cast, SABIN)
    with pytest.raises(Refusal, match="does not name the men"):
        terms.change_terms(actor=cast.owner, campaign=campaign, careers="kept")
    assert men_said(campaign) == ""
    assert not {"Careers", "Fates of those shot down"} & {row.title for row in term_rows(campaign)}
    with pytest.raises(Refusal, match="Choose one of these"):
        begun(cast, careers="sometimes")


def test_what_is_chosen_at_the_start_stands_in_the_journal_and_on_the_pages(cast: Cast, client: Client):
    client.force_login(cast.owner)
    sent = {"pack": make.pack(make.LAND).slug, "allied": "me", "axis": "me", "careers": "kept", "fates": "mild"}
    assert client.post(reverse("campaign-new"), sent).status_code == 302
    campaign = Campaign.objects.get()
    assert (campaign.careers, campaign.fates) == ("kept", "mild")
    assert campaign.entries.get(kind=TermsAgreed.kind).data["changed"] == {
        "careers": ["pack", "kept"],
        "fates": ["pack", "mild"],
    }
    board = client.get(reverse("campaign", args=[campaign.pk])).content.decode()
    agreed = client.get(reverse("campaign-terms", args=[campaign.pk])).content.decode()
    for page in (board, agreed):
        assert "By the mild table about 74 in 100 of those who are shot down over enemy ground fly again" in page
    assert_reconciled(campaign)


@pytest.mark.parametrize(
    ("slug", "of_men", "careers", "fates"),
    [
        (make.PERIODS, {}, "Kept, as its pack has it", "Hard, as its pack has it"),
        (make.LAND, {}, "Not kept, as its pack has it", None),
        (make.LAND, {"careers": "kept"}, "Kept", "Hard, as its pack has it"),
        (make.PERIODS, {"careers": "kept", "fates": "mild"}, "Kept", "Mild"),
        (make.PERIODS, {"careers": "none"}, "Not kept", None),
    ],
)
def test_the_terms_say_what_the_pack_has_where_it_is_left_to_the_pack(
    cast: Cast, client: Client, slug: str, of_men: dict[str, str], careers: str, fates: str | None
):
    campaign = begun(cast, slug, **of_men)
    client.force_login(cast.owner)
    page = client.get(reverse("campaign-terms", args=[campaign.pk])).content.decode()
    agreed = page[page.index('<dl class="terms">') : page.index("</dl>")]
    said = dict(re.findall(r"<dt>(.*?)</dt>\s*<dd>\s*(.*?)\s*<span", agreed))
    assert (said["Careers"], said.get("Fates of those shot down")) == (careers, fates)


def test_until_the_first_mission_is_drawn_they_may_be_changed_and_then_no_more(cast: Cast, client: Client):
    campaign = begun(cast)
    assert terms.change_terms(actor=cast.owner, campaign=campaign, careers="kept", fates="mild") == ("careers", "fates")
    make.drawn(campaign)
    for name, value in (("careers", "none"), ("fates", "hard")):
        with pytest.raises(Refusal, match="before the first mission is drawn") as refused:
            terms.change_terms(actor=cast.owner, campaign=campaign, **{name: value})
        assert refused.value.field == name
    terms.change_terms(actor=cast.owner, campaign=campaign, tables=2)
    client.force_login(cast.owner)
    assert 'name="fates"' not in client.get(reverse("campaign-terms", args=[campaign.pk])).content.decode()
    assert_reconciled(campaign)


def test_a_file_carries_them_and_one_from_before_reads_as_it_was(cast: Cast):
    campaign = begun(cast, careers="kept")
    make.debriefed(campaign, nobody_came_home)
    again = make.brought_in(actor=cast.owner, content=export(campaign))
    assert (again.careers, again.fates) == ("kept", "pack")
    assert definition_of(again).options.fates == "hard"
    document = json.loads(export(begun(cast, make.PERIODS)))
    del document["sha256"], document["campaign"]["terms"]["fates"]
    old = make.brought_in(actor=cast.owner, content=schema.seal(document))
    assert definition_of(old).options.fates == "mild", "there was no other table"
    assert definition_of(old).options.careers


def test_a_copy_has_them_too(cast: Cast):
    campaign = begun(cast, careers="kept", fates="mild")
    found = viewer(with_seats().get(pk=campaign.pk), cast.owner)
    assert found is not None
    copied = copy_campaign(actor=cast.owner, viewer=found, campaign=campaign, name="Again", club=None, with_seats=False)
    assert (copied.careers, copied.fates) == ("kept", "mild")
