"""What pages show of results on their way: each fact and what is said of it, whom it waits for, who may act."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from campaigns.access import Viewer
from campaigns.models import Role
from campaigns.packs.schema import SIDES
from campaigns.selectors.sides import side_titles
from clubs.selectors.own_clock import both, own_zone, own_zone_in
from missions.flights.context import sheet_of
from missions.models import Mission, Remark, Submission, SubmissionStep
from missions.results import facts, facts_of_report
from missions.results import reports as table
from missions.results.facts import Fact
from missions.results.merging import TITLES
from missions.results.outcomes import Outcome
from missions.results.questionnaire import Questionnaire
from missions.selectors import approvals as selectors_approvals
from missions.selectors.flights import (
    clock_time,
    open_game,
)
from missions.selectors.reports import ReportPage, report_of_mission
from missions.selectors.submissions import OPEN, answering, may_lift, stands


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A table of the mission, and how far its result is."""

    table: int
    status: str
    """As ``Submission.Status``; empty: nothing has been told."""
    sentence: str
    """``told by Anna, waits for the Axis side until Saturday 21 November 2026, 20:00 GMT``."""
    act: str
    """What the viewer may do now: ``tell``, ``answer``, ``decide``, ``approve``; empty: nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnItsWay:
    """The results of a mission, for its page and for the campaign's next step."""

    mission: Mission
    tables: tuple[TableRow, ...]
    several: bool
    is_closed: bool
    """Its result is in the journal."""
    may_close: bool
    approved: tuple[int, ...]
    """The tables whose results have been approved, in the order in which they were handed in."""
    rule: str
    """What several tables come to, in words."""

    @property
    def mine(self) -> TableRow | None:
        """The table at which it is the viewer's turn: to say something of what was told before telling more."""
        acts = sorted((each for each in self.tables if each.act), key=lambda each: each.act == "tell")
        return acts[0] if acts else None

    @property
    def is_told(self) -> bool:
        """Some table has told its result."""
        return any(each.status for each in self.tables)

    @property
    def waiting(self) -> TableRow | None:
        """The first table whose result waits for somebody."""
        return next((each for each in self.tables if each.status not in ("", "approved")), None)


def on_its_way(mission: Mission, viewer: Viewer) -> OnItsWay | None:
    """The results of a mission whose results are confirmed; ``None`` of any other, before its orders are open, and of
    one that is flown on screen.

    Two queries; one more for each result that is confirmed or disputed and not approved.
    """
    if not mission.is_told_and_confirmed or not mission.orders_are_open:
        return None
    found = list(
        Submission.objects.filter(mission=mission)
        .exclude(status=Submission.Status.WITHDRAWN)
        .select_related("by")
        .annotate(own_zone=own_zone_in(viewer.user_id))
        .order_by("pk")
    )
    is_open = mission.status == Mission.Status.READY
    if not found and (not is_open or open_game(mission) is not None):
        return None
    for submission in found:
        submission.mission = mission
    by_table = {each.table: each for each in found}
    tables = mission.campaign.tables if is_open else 0
    numbers = sorted({*by_table, *range(1, tables + 1)})
    may_tell = is_open and viewer.may(Role.PILOT)
    approved = tuple(each.table for each in found if each.status == Submission.Status.APPROVED)
    return OnItsWay(
        mission=mission,
        tables=tuple(_row(number, by_table.get(number), viewer, may_tell=may_tell) for number in numbers),
        several=mission.campaign.tables > 1 or len(found) > 1,
        is_closed=mission.status == Mission.Status.DEBRIEFED,
        may_close=is_open and bool(approved) and viewer.may(Role.UMPIRE),
        approved=approved,
        rule=TITLES[mission.campaign.merge],  # type: ignore[index]  # one of its choices
    )


def _row(number: int, submission: Any, viewer: Viewer, *, may_tell: bool) -> TableRow:
    if submission is None:
        return TableRow(table=number, status="", sentence="nobody has told it yet", act="tell" if may_tell else "")
    may = Rights.of(submission, viewer)
    act = "decide" if may.decide else "answer" if may.answer and submission.status == "waiting" else ""
    return TableRow(
        table=number,
        status=submission.status,
        sentence=sentence(submission, submission.own_zone or ""),
        act=act or ("approve" if may.approve else ""),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """What somebody may do about a result now."""

    answer: bool
    decide: bool
    approve: bool
    change: bool
    withdraw: bool

    @classmethod
    def of(cls, submission: Submission, viewer: Viewer) -> Rights:
        under_way = submission.status in OPEN and submission.mission.status == Mission.Status.READY
        is_open = under_way and not viewer.is_closed
        told_it = submission.by_id == viewer.user_id
        judges = is_open and viewer.may(Role.UMPIRE)
        status = submission.status
        is_disputed = status == Submission.Status.DISPUTED
        return cls(
            answer=is_open
            and not told_it
            and not stands(submission)
            and not viewer.sides.isdisjoint(answering(submission)),
            decide=judges and is_disputed,
            approve=judges
            and (
                status == Submission.Status.AGREED
                or (status == Submission.Status.WAITING and not (told_it and answering(submission)))
            ),
            change=is_open and told_it and not stands(submission),
            withdraw=is_open and (judges or (told_it and not is_disputed and not stands(submission))),
        )


def sentence(submission: Submission, own: str) -> str:
    """How far a result is, and whom it waits for; ``own``: the time zone of who reads it."""
    titles = side_titles(submission.mission.campaign)
    sides = " and the ".join(titles[side] for side in answering(submission))
    told = f"told by {submission.by.get_username()}"
    due = both(submission.due_at, submission.mission.campaign.time_zone, own) if submission.due_at else ""
    match submission.status:
        case Submission.Status.WAITING if sides:
            return f"{told}, waits for the {sides} side{f' until {due}' if due else ''}"
        case Submission.Status.WAITING | Submission.Status.AGREED:
            if submission.remarks.filter(is_settled=True).exists():
                agreed = f"{told}, decided by the umpire"
            elif sides:
                agreed = f"{told}, confirmed by the {sides} side"
            else:
                agreed = f"{told}, and nobody else is there to answer"
            stands = f", and stands by itself after {due}" if due else ""
            return f"{agreed}; it waits for approval{stands}"
        case Submission.Status.DISPUTED:
            count = len(set(submission.remarks.filter(agrees=False, is_settled=False).values_list("fact", flat=True)))
            return f"{told}, disputed: {count} {'fact waits' if count == 1 else 'facts wait'} for the umpire"
    return f"{told}, {submission.get_status_display().lower()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideAnswer:
    """What a side says of a fact that it disputes."""

    remark: Remark
    shown: str
    """What it says instead, in words."""
    is_own: bool
    """The viewer plays on this side."""
    may_lift: bool
    """The viewer may take it back."""
    may_report: bool
    """The viewer may tell the umpires that its words should not stand there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FactRow:
    """One fact of a result."""

    fact: Fact
    shown: str
    """What was told, or has been decided."""
    state: str
    """``open``, ``agreed``, ``disputed`` or ``decided``."""
    said: tuple[SideAnswer, ...]
    with_it: tuple[str, ...] = ()
    """Other facts that are asked together with this one."""

    @property
    def name(self) -> str:
        return self.fact.name

    @property
    def held(self) -> SideAnswer | None:
        """What somebody else of the viewer's side disputes here: they are not asked about it."""
        return next((said for said in self.said if self._stands(said) and not said.may_lift), None)

    @property
    def standing(self) -> SideAnswer | None:
        """What the viewer's side disputes here and they may take back."""
        return next((said for said in self.said if self._stands(said) and said.may_lift), None)

    def _stands(self, said: SideAnswer) -> bool:
        return self.state == "disputed" and said.is_own


@dataclass(frozen=True, slots=True, kw_only=True)
class FactGroup:
    """An aircraft, a unit or the mission, with its facts."""

    title: str
    note: str
    side: str
    aircraft: str
    """Slug, of an aircraft."""
    rows: tuple[FactRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRow:
    """What was done, by whom and when."""

    title: str
    by: str
    at: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultPage:
    """All that the page of a table's result shows."""

    mission: Mission
    submission: Submission
    version: str
    sheet: Questionnaire
    told: Mapping[str, object]
    """The value of each fact."""
    groups: tuple[FactGroup, ...]
    report: ReportPage
    notes: str
    steps: tuple[StepRow, ...]
    sentence: str
    may: Rights
    disputed: tuple[str, ...]
    """The facts that wait for a decision."""
    several: bool

    def by_side(self) -> list[tuple[str, list[FactGroup]]]:
        """The groups of each side; those of the mission come last, of no side."""
        found = [(side, [group for group in self.groups if group.side == side]) for side in (*SIDES, "")]
        return [(side, groups) for side, groups in found if groups]


def result_page(mission: Mission, submission: Submission, viewer: Viewer) -> ResultPage:
    """The page of a result. ``mission`` came with its campaign and seats."""
    submission.mission = mission
    asked = sheet_of(mission)
    outcome = Outcome.from_json(submission.outcome)
    report = table.report(asked, outcome)
    told = facts_of_report.said(asked, report)
    remarks: dict[str, list[Remark]] = {}
    for remark in submission.remarks.select_related("by"):
        remarks.setdefault(remark.fact, []).append(remark)
    steps = list(submission.steps.select_related("by"))
    known = facts.asked_of(asked)
    rows = {name: _fact(known[name], told[name], remarks.get(name, ()), answering(submission), viewer) for name in told}
    return ResultPage(
        mission=mission,
        submission=submission,
        version=str(max(step.pk for step in steps)),
        sheet=asked,
        told=told,
        groups=tuple(_groups(asked, rows, told)),
        report=report_of_mission(mission, report),
        notes=outcome.notes,
        steps=tuple(_step(mission, step) for step in steps),
        sentence=sentence(submission, own_zone(viewer.user_id) if submission.due_at else ""),
        may=Rights.of(submission, viewer),
        disputed=tuple(name for name, row in rows.items() if row.state == "disputed"),
        several=mission.campaign.tables > 1,
    )


def _fact(
    fact: Fact,
    told: Any,
    remarks: Iterable[Remark],
    sides: Sequence[str],
    viewer: Viewer,
) -> FactRow:
    remarks = list(remarks)
    agreed = {each.side for each in remarks if each.agrees}
    if any(each.is_settled for each in remarks):
        state = "decided"
    elif any(not each.agrees for each in remarks):
        state = "disputed"
    else:
        state = "agreed" if sides and agreed.issuperset(sides) else "open"
    return FactRow(
        fact=fact,
        shown=fact.shown(told),
        state=state,
        said=tuple(
            SideAnswer(
                remark=each,
                shown=fact.shown(each.value),
                is_own=each.side in viewer.sides,
                may_lift=may_lift(viewer, each),
                may_report=bool(each.words) and each.by_id != viewer.user_id and not viewer.is_closed,
            )
            for each in remarks
            if each.side and not each.agrees
        ),
    )


def _groups(asked: Questionnaire, rows: Mapping[str, FactRow], told: Mapping[str, object]) -> Iterable[FactGroup]:
    about: dict[str, list[FactRow]] = {}
    for row in rows.values():
        about.setdefault(row.fact.about, []).append(row)
    for unit in asked.units:
        if of_unit := about.pop(unit.id, None):
            yield FactGroup(
                title=unit.name,
                note=" and ".join(unit.aircraft),
                side=unit.side,
                aircraft="",
                rows=_together(of_unit, told),
            )
        for line in unit.lines:
            if own := about.pop(line.key, None):
                note = f"{line.name}, {line.aircraft.name}" if line.pilot else line.aircraft.name
                yield FactGroup(
                    title=line.pilot or line.name,
                    note=note,
                    side=unit.side,
                    aircraft=line.aircraft.slug,
                    rows=_together(own, told),
                )
    if about:
        yield FactGroup(title="The mission", note="", side="", aircraft="", rows=tuple(chain(*about.values())))


def _together(rows: Sequence[FactRow], told: Mapping[str, object]) -> tuple[FactRow, ...]:
    """The rows of a unit or an aircraft, the quiet ones of which nothing has been told put to its first."""
    quiet = [
        row
        for row in rows
        if row.fact.is_quiet and told[row.name] in ("", False, [], None) and row.state in ("open", "agreed")
    ]
    first, *others = (row for row in rows if row not in quiet)
    return (replace(first, with_it=tuple(row.name for row in quiet)), *others)


def _step(mission: Mission, step: SubmissionStep) -> StepRow:
    return StepRow(title=step.get_what_display(), by=step.signature, at=clock_time(mission, step.at), words=step.words)


@dataclass(frozen=True, slots=True)
class ClosingPage:
    """What the approved tables of a mission come to."""

    points: Mapping[str, int]
    each: tuple[tuple[int, Mapping[str, int]], ...]
    """By table, in the order in which they were handed in."""


def closing_page(mission: Mission) -> ClosingPage | None:
    """What closing the mission now would enter; ``None`` while nothing has been approved."""
    approved = selectors_approvals.approved(mission)
    if not approved:
        return None
    merged, asked = selectors_approvals.merged_report(mission, approved), sheet_of(mission)
    tables = [(each.table, table.report(asked, Outcome.from_json(each.outcome))) for each in approved]
    return ClosingPage(
        points={side: merged.points(side) for side in SIDES},
        each=tuple((number, {side: report.points(side) for side in SIDES}) for number, report in tables),
    )
