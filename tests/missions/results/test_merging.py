"""What several tables of one mission come to, by each rule: the merging, exactly, and what always holds of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from config.common.refusals import Refusal
from engine.core.report import Report
from missions.flights.context import sheet_of
from missions.models import Mission, Submission
from missions.operations import approvals, orders, submissions
from missions.results import merging
from missions.results import reports as table
from missions.results.merging import Rule, TableResult
from missions.results.outcomes import FLAK, AircraftOutcome, Outcome
from missions.results.questionnaire import Questionnaire
from missions.selectors.approvals import merged_report
from missions.selectors.reconcile import assert_reconciled
from missions.selectors.submissions import version
from tests import make
from tests.cast import Cast
from tests.engine.broad import broad
from tests.missions.results import test_questionnaire

RULES: tuple[Rule, ...] = get_args(Rule)
MISSIONS = ("via-balbia", "scelidima", "brevity")
"""A strike of Elements, a fight, and a strike of a Formation."""

once = settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


@pytest.fixture
def mission(cast: Cast) -> Mission:
    return opened(cast, "via-balbia")


def opened(cast: Cast, key: str, number: int = 1) -> Mission:
    """This mission of a land campaign, its orders open."""
    mission = make.land_mission(cast.owner, key, number)
    for side in ("allied", "axis"):
        sign(mission, side)
    mission.refresh_from_db()
    return mission


def sign(mission: Mission, side: Any) -> None:
    owner = mission.campaign.owner
    orders.sign_orders(actor=owner, mission=mission, side=side, document=make.orders(mission, side))


def keys(mission: Mission, side: str) -> list[str]:
    return [line.key for line in sheet_of(mission).lines if line.side == side]


def told(mission: Mission, *outcomes: Outcome) -> list[TableResult]:
    """So many tables, numbered in the order in which they were handed in."""
    asked = sheet_of(mission)
    return [
        TableResult(number, merging.in_full(asked, outcome), table.report(asked, outcome))
        for number, outcome in enumerate(outcomes, 1)
    ]


def merged(rule: Rule, mission: Mission, *outcomes: Outcome) -> tuple[Outcome, Report]:
    """The facts and the report that these tables come to."""
    tables = told(mission, *outcomes)
    found = merging.merged(rule, sheet_of(mission), tables)
    return found, merging.scored(rule, tables, table.report(sheet_of(mission), found))


def fates(outcome: Outcome, *names: str) -> list[str]:
    by_key = {each.key: each for each in outcome.aircraft}
    return [by_key[name].status for name in names]


def shot(key: str, by: str = "", **more: Any) -> AircraftOutcome:
    return AircraftOutcome(key, status="destroyed", by=by, **more)


def hit(key: str, by: str = "") -> AircraftOutcome:
    return AircraftOutcome(key, status="damaged", by=by)


def test_vote_takes_each_fact_as_most_tables_tell_it(mission: Mission) -> None:
    (first, second, *_), foes = keys(mission, "axis"), keys(mission, "allied")
    found, report = merged(
        "vote",
        mission,
        Outcome(aircraft=(shot(first, foes[0]),), turns=4),
        Outcome(aircraft=(shot(first, foes[1]), hit(second)), turns=5),
        Outcome(aircraft=(shot(first, foes[1]),), turns=5),
    )
    assert fates(found, first, second) == ["destroyed", "undamaged"]
    assert found.turns == 5
    killers = [f"{each.unit} {each.seat}" for each in report.aircraft if each.kills]
    assert killers == [foes[1]]
    assert report.scores == table.report(sheet_of(mission), found).scores, "the points are the rules'"


def test_a_tie_of_the_vote_goes_to_the_table_handed_in_first(mission: Mission) -> None:
    first = keys(mission, "axis")[0]
    down, home = Outcome(aircraft=(shot(first),)), Outcome()
    assert fates(merged("vote", mission, down, home)[0], first) == ["destroyed"]
    assert fates(merged("vote", mission, home, down)[0], first) == ["undamaged"]


def test_mean_takes_the_middle_fate_and_the_mean_of_the_points(mission: Mission) -> None:
    """The tables give the Allied side 0, 3 and 13 points; one aircraft damaged is worth 3 of the mean's 5."""
    (first, second, *_), foe = keys(mission, "axis"), keys(mission, "allied")[0]
    found, report = merged(
        "mean",
        mission,
        Outcome(),
        Outcome(aircraft=(hit(first, foe),)),
        Outcome(aircraft=(shot(first, foe), shot(second, foe))),
    )
    assert fates(found, first, second) == ["damaged", "undamaged"]
    more = [score for score in report.scores if score.section == merging.SECTION]
    assert [(score.side, score.points, score.reason) for score in more] == [
        ("allied", 2, "to the mean of 3 tables (0, 3, 13)")
    ]
    assert (report.points("allied"), report.points("axis")) == (5, 0)


def test_of_two_middle_fates_the_milder_counts(mission: Mission) -> None:
    first = keys(mission, "axis")[0]
    down, home = Outcome(aircraft=(shot(first),)), Outcome()
    for order in ((down, home), (home, down)):
        assert fates(merged("mean", mission, *order)[0], first) == ["undamaged"]


def test_best_takes_the_clearest_table_whole(mission: Mission) -> None:
    first, second, *_ = keys(mission, "axis")
    clear = Outcome(aircraft=(shot(first), shot(second)), turns=3, notes="A rout.")
    found, report = merged("best", mission, Outcome(), clear, Outcome(aircraft=(hit(first),)))
    assert found == merging.in_full(sheet_of(mission), clear)
    assert report.scores == table.report(sheet_of(mission), clear).scores
    assert "Table 2: A rout." in report.notes


def test_sum_loses_an_aircraft_once_and_adds_every_point_with_its_table(mission: Mission) -> None:
    first, foe = keys(mission, "axis")[0], keys(mission, "allied")[0]
    outcomes = (Outcome(aircraft=(hit(first, foe),), turns=3), Outcome(aircraft=(shot(first, foe),)), Outcome())
    found, report = merged("sum", mission, *outcomes)
    assert fates(found, first) == ["destroyed"]
    assert sum(len(each.kills) for each in report.aircraft) == 1
    reports = [table.report(sheet_of(mission), each) for each in outcomes]
    for side in ("allied", "axis"):
        assert report.points(side) == sum(each.points(side) for each in reports)
    assert [score.reason for score in report.scores if score.side == "allied"][:2] == [
        f"table 1: {reports[0].scores[0].reason}",
        f"table 2: {reports[1].scores[0].reason}",
    ]


def test_a_man_is_credited_with_what_a_table_saw_and_with_no_more(mission: Mission) -> None:
    """Each table saw another enemy shoot the same bomber down: one of them did."""
    first, foes = keys(mission, "axis")[0], keys(mission, "allied")
    outcomes = [Outcome(aircraft=(shot(first, foe),)) for foe in foes[:3]]
    for rule in RULES:
        _, report = merged(rule, mission, *outcomes)
        assert [each.kills[0].seat for each in report.aircraft if each.kills] == [first.split()[1]], rule


def test_an_element_goes_over_the_target_as_one(mission: Mission) -> None:
    """One table has the leader home from over the target, another has the wingman come home and nobody over it."""
    leader, wingman = keys(mission, "axis")[:2]
    over = tuple(AircraftOutcome(key, over_target=True) for key in (leader, wingman))
    strike = Outcome(aircraft=(over[0], replace(over[1], status="damaged", by=FLAK)), target_damage=6)
    for rule in RULES:
        found, _ = merged(rule, mission, strike, Outcome(aircraft=(hit(leader),)), Outcome())
        by_key = {each.key: each for each in found.aircraft}
        assert by_key[leader].over_target == by_key[wingman].over_target, rule
        if not by_key[wingman].over_target:
            assert by_key[wingman].by != FLAK
            assert found.target_damage == 0


def test_the_target_took_no_less_than_its_aircraft_did(mission: Mission) -> None:
    first, second = keys(mission, "axis")[:2]
    pair = [AircraftOutcome(key, over_target=True) for key in (first, second)]
    big = Outcome(aircraft=(replace(pair[0], struck=9), pair[1]), target_damage=9)
    small = Outcome(aircraft=tuple(pair), target_damage=1)
    found, report = merged(
        "vote", mission, big, small, replace(small, aircraft=(replace(pair[0], struck=9), pair[1]), target_damage=9)
    )
    assert report.target is not None
    assert report.target.damage >= sum(each.struck for each in report.aircraft)
    assert found.target_damage == 9


def test_no_more_flying_bombs_fall_than_came(cast: Cast) -> None:
    mission = make.opened(make.campaign(cast.owner, "buzz-bomb", allied="me", axis="staff"))
    hunters = keys(mission, "allied")
    tables = [
        Outcome(aircraft=(AircraftOutcome(hunters[0], bombs=5),), wave=8, by_guns=3),
        Outcome(aircraft=(AircraftOutcome(hunters[-1], bombs=5),), wave=8, by_guns=3),
        Outcome(wave=6, by_guns=6),
    ]
    for rule in RULES:
        found, report = merged(rule, mission, *tables)
        assert found.by_guns + sum(each.bombs for each in found.aircraft) <= found.wave, rule
        assert len([each for each in report.aircraft if not each.seat]) == found.wave


@pytest.mark.parametrize(
    ("values", "wanted"), [([1, 2], 2), ([-1, -2], -2), ([0, 1], 1), ([0, -1], -1), ([4, 4, 5], 4), ([1, 2, 2], 2)]
)
def test_the_mean_is_rounded_half_away_from_zero(values: list[int], wanted: int) -> None:
    assert merging.mean(values) == wanted


@st.composite
def accounts(draw: Any, asked: Questionnaire) -> Outcome:
    """A result that a table may tell of this mission, as its page makes one; what cannot be is left to the checks."""
    aircraft = []
    for unit in asked.units:
        over = draw(st.booleans()) and unit.goes_over
        jettisoned = draw(st.booleans()) and unit.jettisons
        for line in unit.lines:
            ending = draw(st.sampled_from(line.endings))
            before = ending.status == "destroyed" and draw(st.booleans())
            went = line.goes_over and over and not before and not (unit.formation and ending.exit == "disengaged")
            foes = [each.key for each in asked.enemies(line.side)]
            by = draw(st.sampled_from(["", *foes, *([FLAK] if went else [])])) if ending.status != "undamaged" else ""
            others = [foe for foe in foes if foe != by]
            shares = draw(st.booleans()) and ending.status == "destroyed" and by in foes and others
            aircraft.append(
                AircraftOutcome(
                    line.key,
                    status=ending.status,
                    exit=ending.exit,
                    by=by,
                    shared_with=tuple(others[:1]) if shares else (),
                    over_target=went,
                    jettisoned=jettisoned and not before,
                    struck=draw(st.integers(0, 3)) if went and asked.takes_damage and not jettisoned else None,
                )
            )
    went_over = any(each.over_target for each in aircraft)
    struck = sum(each.struck or 0 for each in aircraft)
    turns = draw(st.integers(asked.phases[0] + 1 if went_over else 1, asked.turns))
    more = draw(st.integers(0, 5)) if went_over and asked.takes_damage else 0
    damage = struck + more if asked.takes_damage else None
    return Outcome(aircraft=tuple(aircraft), turns=turns, target_damage=damage)


def drawn(data: st.DataObject, mission: Mission, asked: Questionnaire) -> Outcome:
    """One that the table's own checks take."""
    for _ in range(5):
        outcome = data.draw(accounts(asked))
        try:
            table.report(sheet_of(mission), outcome)
        except Refusal:
            continue
        return outcome
    return Outcome()


@pytest.fixture(params=broad(MISSIONS, 1))
def fight(request: pytest.FixtureRequest, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> Mission:
    """A mission whose sheet is read once: every example asks for it often."""
    found = opened(cast, request.param, 3 if request.param == "brevity" else 1)
    asked = sheet_of(found)
    monkeypatch.setitem(globals(), "sheet_of", lambda mission: asked)
    return found


@once
@given(data=st.data())
def test_one_table_alone_comes_to_itself(fight: Mission, data: st.DataObject) -> None:
    asked = sheet_of(fight)
    outcome = drawn(data, fight, asked)
    for rule in RULES:
        found, report = merged(rule, fight, outcome)
        assert found == merging.in_full(asked, outcome)
        assert report == table.report(asked, outcome) == table.report(asked, found)


@once
@given(data=st.data(), count=st.integers(2, 4))
def test_equal_tables_come_to_themselves_unless_they_are_added(fight: Mission, data: st.DataObject, count: int) -> None:
    asked = sheet_of(fight)
    outcome = drawn(data, fight, asked)
    for rule in ("best", "mean", "vote"):
        found, report = merged(rule, fight, *[outcome] * count)
        assert found == merging.in_full(asked, outcome), rule
        assert replace(report, notes=()) == replace(table.report(asked, outcome), notes=()), rule


@once
@given(data=st.data())
def test_what_comes_of_several_tables_can_have_happened(fight: Mission, data: st.DataObject) -> None:
    """No table's facts have to stand in for facts that do not fit together."""
    asked = sheet_of(fight)
    outcomes = [drawn(data, fight, asked) for _ in range(3)]
    for rule in RULES:
        found, report = merged(rule, fight, *outcomes)  # the table's own checks would refuse
        took_off = {(each.unit, each.seat) for each in report.aircraft}
        lost = {(each.unit, each.seat) for each in report.aircraft if each.status == "destroyed"}
        credited = [(kill.unit, kill.seat) for each in report.aircraft for kill in each.kills]
        assert set(credited) <= lost <= took_off
        for account in found.aircraft:
            same = [
                each for table in told(fight, *outcomes) for each in table.outcome.aircraft if each.key == account.key
            ]
            seen = {(each.status, each.by, each.shared_with) for each in same}
            seen |= {(status, "", ()) for status, by, _ in seen if by == FLAK}
            assert (account.status, account.by, account.shared_with) in seen, "nobody saw that"


@once
@given(data=st.data())
def test_the_order_of_the_tables_matters_only_for_ties(fight: Mission, data: st.DataObject) -> None:
    """The numbers of sum and mean, and fates of which no two tie, are the same in every order."""
    asked = sheet_of(fight)
    outcomes = [drawn(data, fight, asked) for _ in range(3)]
    for rule in RULES:
        results = [merged(rule, fight, *order) for order in permutations(outcomes)]
        first = results[0]
        if rule in ("mean", "sum"):
            assert {report.points(side) for _, report in results for side in ("allied",)} == {first[1].points("allied")}
            for found, _ in results:
                assert [each.status for each in found.aircraft] == [each.status for each in first[0].aircraft]
        if rule == "best" and len({each.margin for each in told(fight, *outcomes)}) == 3:
            assert {found.turns for found, _ in results} == {first[0].turns}
            assert all(found.aircraft == first[0].aircraft for found, _ in results)
        if rule == "vote":
            for place, account in enumerate(first[0].aircraft):
                told_so = [(each.aircraft[place].status, each.aircraft[place].exit) for each in _full(fight, outcomes)]
                if len(set(told_so)) < 3:
                    ends = {(found.aircraft[place].status, found.aircraft[place].exit) for found, _ in results}
                    assert ends == {(account.status, account.exit)}


def _full(fight: Mission, outcomes: list[Outcome]) -> list[Outcome]:
    return [each.outcome for each in told(fight, *outcomes)]


def test_where_facts_do_not_fit_together_the_table_that_agrees_with_most_counts(cast: Cast) -> None:
    """Two tables climbed above the battle, which asks for all to come back undamaged; one lost an aircraft."""
    mission = test_questionnaire.signed(cast, "spiral")
    mission.campaign.merge = "sum"
    climbed = Outcome(answers={"climbed": True})
    lost = Outcome(aircraft=(shot(keys(mission, "allied")[0]),), answers={"climbed": False}, turns=5)
    tables = [
        Submission(table=number, outcome=outcome.as_json())
        for number, outcome in enumerate((climbed, climbed, lost), 1)
    ]
    facts = merging.merged("sum", sheet_of(mission), told(mission, climbed, climbed, lost))
    with pytest.raises(Refusal, match="Not all Allied aircraft"):
        table.report(sheet_of(mission), facts)
    report = merged_report(mission, tables)
    assert {each.status for each in report.aircraft if each.side == "allied"} == {"undamaged"}
    for side in ("allied", "axis"):
        assert report.points(side) == sum(
            table.report(sheet_of(mission), each).points(side) for each in (climbed, climbed, lost)
        )


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("slug", broad([make.PERIODS, make.LAND], 1))
def test_every_rule_leaves_a_campaign_that_reconciles(rule: Rule, slug: str, cast: Cast) -> None:
    campaign = make.confirmed(make.club(cast, slug), tables=3, merge=rule)
    mission = make.opened(campaign)
    first, *_ = keys(mission, "axis")
    foes = keys(mission, "allied")
    outcomes = [
        make.rough(mission),
        replace(
            make.rough(mission), aircraft=(shot(first, foes[-1], shared_with=tuple(foes[:1] if len(foes) > 1 else ())),)
        ),
        replace(make.rough(mission), aircraft=()),
    ]
    for number, outcome in enumerate(outcomes, 1):
        given = make.told(mission, cast.pilot, outcome, table=number)
        submissions.answer(actor=cast.axis, submission=given, disputes={}, expected_version=version(given))
        approvals.approve(actor=cast.umpire, submission=given, expected_version=version(given))
    assert Submission.objects.filter(status="approved").count() == 3
    mission.refresh_from_db()
    assert mission.status == Mission.Status.DEBRIEFED
    assert_reconciled(mission.campaign)
