"""Each fact of a table's result, whole: its input on the page, its way through the report and back, what is shown of
it, what several tables come to.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from campaigns.models import Campaign
from campaigns.standing.result_kinds import Sortie
from config.common.refusals import Refusal
from engine.core.report import CONDUCT, Report
from missions.flights.context import sheet_of
from missions.forms.table import field_name
from missions.models import Mission
from missions.operations.orders import open_orders
from missions.results import facts, facts_of_report, merging, outcomes, reports
from missions.results.facts import Fact, Said
from missions.results.merging import TableResult
from missions.results.outcomes import Outcome
from missions.results.questionnaire import Questionnaire
from missions.selectors.reports import report_page
from tests import make
from tests.cast import Cast

MISSIONS = (
    (make.LAND, "via-balbia"),
    *((make.EVERY_TYPE, key) for key in ("luqa", "forward", "mines", "photographs")),
    *((slug, "") for slug in (make.DOGFIGHTS, make.PERIODS, "angels-over-kent", "flying-circus-1917")),
    *((slug, "") for slug in ("big-week", "buzz-bomb", "stalingrad-airlift")),
)
"""Of every system and kind: together they ask for every fact."""
SHOWN_ELSEWHERE = {"fuel_tank"}
"""Of what the report shows nothing: the card of the man's fate is drawn by it, when the mission is debriefed."""
NOT_KEPT = {"fuel_tank"}
"""What the entry of a sortie does not say: the card of its crew does."""
SAID_BY_OTHERS = {"over_target", "jettisoned"}
"""What an aircraft did that the facts of its unit say: what the unit did, and whether this one was lost before."""


def mission_of(owner: User, slug: str, key: str) -> Mission:
    seed = make.seed_that_draws(slug, key) if key else 7
    axis: Any = "staff" if slug == "buzz-bomb" else "me"
    campaign: Campaign = make.campaign(owner, slug, axis=axis, seed=seed)
    return open_orders(mission=make.planned(campaign))


def otherwise(fact: Fact) -> Any:
    """Something else that may be said of it than what is usual; ``None`` if there is nothing."""
    match fact.kind:
        case "choice":
            values = [value for value, _ in fact.choices if value != fact.usual and value != outcomes.FUEL]
            return next(iter(values), None)
        case "choices":
            return [fact.choices[-1][0]]
        case "number":
            return (fact.usual - 1) if fact.usual else 0 if fact.most == 1 else 1
        case "switch":
            return True
    return "Said"


def beside(sheet: Questionnaire, known: dict[str, Fact], fact: Fact) -> dict[str, Any]:
    """What has to be so for something to be said of a fact."""
    unit = fact.about.split()[0] if fact.about else ""
    values: dict[str, Any] = {"wave": 9} if sheet.bombs else {}
    if sheet.takes_damage and fact.what not in ("struck", "target_damage"):
        values["target_damage"] = 0
    if f"{unit}.over" in known and fact.what != "over":
        ways = dict(known[f"{unit}.over"].choices)
        values[f"{unit}.over"] = next(way for way in ("over", "jettisoned") if way in ways)
    if fact.applies in ("hit", "destroyed"):
        values[f"{fact.about}.fate"] = "destroyed"
    if fact.what == "shared_with":
        values[f"{fact.about}.by"] = fact.choices[0][0]
    if fact.what == "hit_by":
        values[f"{unit}.hits"] = 1
    return values


def asked(sheet: Questionnaire) -> Iterable[Fact]:
    """One fact of each kind of which something else may be said."""
    alone = {unit.lines[0].key for unit in sheet.units if len(unit.lines) == 1}
    sayable = (fact for fact in facts.asked_of(sheet).values() if otherwise(fact) is not None)
    return {fact.what: fact for fact in sayable if fact.what != "before" or fact.about not in alone}.values()


def report_of(sheet: Questionnaire, values: Said) -> tuple[Outcome, Report]:
    """What comes of it, as it is stored."""
    outcome = Outcome.from_json(json.loads(json.dumps(facts.outcome(sheet, values, "").as_json())))
    return outcome, Report.from_json(json.loads(json.dumps(reports.report(sheet, outcome).as_json())))


@pytest.mark.slow("plans a mission of every system and kind")
def test_each_fact_is_asked_on_the_page_and_comes_back_from_the_report_which_shows_it(
    cast: Cast, client: Client, subtests: pytest.Subtests
) -> None:
    client.force_login(cast.owner)
    found = set[str]()
    for slug, key in MISSIONS:
        mission = mission_of(cast.owner, slug, key)
        sheet = sheet_of(mission)
        known = facts.asked_of(sheet)
        found |= {fact.what for fact in known.values() if fact.about != facts.ANSWER}
        page = client.get(reverse("mission-table", args=(mission.campaign_id, mission.number))).content.decode()
        for name in known:
            assert f'name="{field_name(name)}"' in page, f"nobody is asked for {name}"
        for fact in asked(sheet):
            with subtests.test(f"{slug} {key} {fact.name}"):
                comes_back(sheet, known, fact)
    assert found == set(re.findall(r'\bwhat="(\w+)"', inspect.getsource(facts))), "these missions ask for every fact"
    assert CONDUCT.keys() <= found | SAID_BY_OTHERS, "what a report takes from a table is asked"
    assert CONDUCT.keys() <= Sortie.model_fields.keys() | NOT_KEPT, "what a report takes from a table is kept"


def shown(report: Report) -> str:
    return render_to_string("missions/debriefs/report.html", {"told": report_page(report)})


def comes_back(sheet: Questionnaire, known: dict[str, Fact], fact: Fact) -> None:
    usual = beside(sheet, known, fact)
    _, before = report_of(sheet, {"target_damage": 0, **usual} if sheet.takes_damage else usual)
    outcome, report = report_of(sheet, usual | {fact.name: otherwise(fact)})
    said = dict(facts_of_report.said(sheet, report))
    if fact.kind == "number" and fact.about in {line.key for line in sheet.lines}:
        aircraft = next(each for each in outcome.aircraft if each.key == fact.about)
        others = tuple(each for each in outcome.aircraft if each != aircraft)
        too_many: dict[str, Any] = {fact.what: fact.most + 1}
        with pytest.raises(Refusal):
            reports.report(sheet, replace(outcome, aircraft=(*others, replace(aircraft, **too_many))))
    assert said | usual | {fact.name: otherwise(fact)} == said
    if fact.what not in SHOWN_ELSEWHERE and fact.about != facts.ANSWER:
        assert shown(report) != shown(before), "the report shows nothing of it"
    tables = [TableResult(number, merging.in_full(sheet, outcome), report) for number in (1, 2)]
    assert merging.merged("vote", sheet, tables) == tables[0].outcome
