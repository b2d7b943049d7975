"""The writers of results on their way: told by who sat at the table, confirmed or disputed by the other side.

One operation is one transaction that locks the campaign's row first and checks every guard under the lock. What comes
after, the umpire's part and the clock's, is in ``missions.operations.approvals``.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.access import Viewer, is_umpire, viewer
from campaigns.models import Campaign, Itself, Role
from campaigns.operations import posts
from campaigns.selectors.sides import side_titles
from config.common.lengths import refuse_longer
from config.common.refusals import Refusal
from engine.core.report import Report
from missions.flights.context import sheet_of
from missions.models import Mission, PostReport, Remark, ResultDraft, Submission, SubmissionStep
from missions.operations import approvals
from missions.operations.results import (
    WORDS_LENGTH,
    drop,
    listed,
    locked_result,
    note,
    otherwise,
    settle_status,
    take_line,
    tell_of,
)
from missions.operations.under_lock import locked_mission
from missions.results import facts, facts_of_report, reports
from missions.results.outcomes import Outcome
from missions.results.questionnaire import Questionnaire
from missions.selectors.approvals import approvers
from missions.selectors.submissions import (
    OPEN,
    STALE,
    answering,
    live_of,
    may_lift,
    refuse_if_stands,
    refuse_unless_open,
    version,
)


@dataclass(frozen=True, slots=True)
class Dispute:
    """What somebody says that a fact should be instead."""

    value: Any
    words: str = ""
    """Why."""


def submit(
    *, actor: User, mission: Mission, table_number: int, outcome: Outcome, key: UUID, expected_version: str = ""
) -> Submission:
    """Tell how the mission went at a table, or tell it anew as long as it has not been approved.

    The same page again (``key``) finds what it stored. ``expected_version`` is the ``version`` of the result that it is
    to replace, empty if there was none; a fact that changes loses its confirmation, and its dispute if it now says the
    same. Where nobody can answer, and whoever tells it may approve it, it is approved at once.
    """
    with locked_mission(mission) as mission:
        campaign = mission.campaign
        teller = viewer(campaign, actor)
        if teller is None or not teller.may(Role.PILOT):
            raise Refusal("Only who plays in the campaign tells how a mission went.")
        told = Submission.objects.filter(key=key).first()
        if told is not None:
            if told.mission_id != mission.pk:
                raise Refusal("This page belongs to another mission. Open the mission again.")
            if told.by_id != actor.pk or told.table != table_number:
                raise Refusal("This page has told another result. Open the page of the table again.")
            if told.status == Submission.Status.WITHDRAWN:
                key = uuid4()  # gone back in the browser to what was withdrawn: another telling
            elif Outcome.from_json(told.outcome) == outcome:
                return told
        refuse_unless_open(mission)
        if not 1 <= table_number <= campaign.tables:
            raise Refusal(f"Tables 1 to {campaign.tables} fly this mission.", "table")
        asked = sheet_of(mission)
        report = reports.report(asked, outcome)
        live = live_of(mission, table_number)
        ResultDraft.objects.filter(mission=mission, table=table_number, by=actor).delete()
        if live is not None:
            return _tell_anew(campaign, mission, asked, live, actor, outcome, report, key, expected_version)
        if expected_version:
            raise Refusal(f"The result of table {table_number} has been withdrawn since you opened this page.")
        take_line(mission, actor, outcome.notes)
        submission = Submission.objects.create(
            mission=mission,
            table=table_number,
            outcome=outcome.as_json(),
            side=_side_of(teller),
            by=actor,
            at=timezone.now(),
            key=key,
            due_at=_due(campaign),
        )
        submission.mission = mission
        step = note(submission, SubmissionStep.What.TOLD, actor)
        tell_of(submission, step, "result-told")
        settle_status(submission, asked)
        if not answering(submission) and is_umpire(campaign, actor):
            approvals.approve_now(submission, actor)
        return submission


def _tell_anew(
    campaign: Campaign,
    mission: Mission,
    asked: Questionnaire,
    live: Submission,
    actor: User,
    outcome: Outcome,
    report: Report,
    key: UUID,
    expected_version: str,
) -> Submission:
    live.mission = mission
    if live.status == Submission.Status.APPROVED:
        raise Refusal(f"The result of table {live.table} has been approved: it stands.")
    if live.by_id != actor.pk:
        raise Refusal(
            f"{live.by.get_username()} has told the result of table {live.table} already. "
            "Confirm it or dispute it instead."
        )
    if expected_version != version(live) and not (live.key == key and not expected_version):
        raise Refusal(STALE)
    refuse_if_stands(live)
    old = facts_of_report.said(asked, reports.report(asked, Outcome.from_json(live.outcome)))
    new = facts_of_report.said(asked, report)
    changed = [name for name in new if new[name] != old.get(name)]
    known = facts.asked_of(asked)
    for remark in live.remarks.filter(fact__in=changed):
        if remark.is_settled:
            raise Refusal(f"{known[remark.fact].whole_label.capitalize()}: the umpire has decided this.")
    remarks = live.remarks.filter(fact__in=changed)
    live.remarks.filter(pk__in=[each.pk for each in remarks if each.agrees or each.value == new[each.fact]]).delete()
    take_line(mission, actor, outcome.notes, [str(live.outcome["notes"])])
    live.outcome, live.key, live.at, live.due_at = outcome.as_json(), key, timezone.now(), _due(campaign)
    live.save(update_fields=["outcome", "key", "at", "due_at"])
    step = note(live, SubmissionStep.What.CHANGED, actor, listed([known[name].whole_label for name in changed]))
    tell_of(live, step, "result-told")
    settle_status(live, asked)
    return live


def answer(
    *, actor: User, submission: Submission, disputes: Mapping[str, Dispute], expected_version: str
) -> Submission:
    """Say of every fact of a result whether it was so, for the side (or sides) that the actor plays on.

    ``disputes``: what the facts that were otherwise should say; with them the result must be one that can have
    happened. All others are confirmed, but for what somebody else of the side disputes and the actor may not take back
    (``results.may_lift``): that stays. With everybody's yes to a result that was told by the only person who approves
    results, the terms approve it.
    """
    with locked_result(submission) as submission:
        mission = submission.mission
        member, own = _answers_for(submission, actor)
        refuse_unless_open(mission)
        asked = sheet_of(mission)
        told = facts_of_report.said(asked, reports.report(asked, Outcome.from_json(submission.outcome)))
        real = _real(told, disputes)
        settled = set(submission.remarks.filter(is_settled=True).values_list("fact", flat=True))
        remarks = list(submission.remarks.filter(side__in=own).exclude(fact__in=settled).select_related("by"))
        held = [each for each in remarks if not each.agrees and not may_lift(member, each)]
        _refuse_other_than(held, real)
        said = {(each.side, each.fact): _said(each) for each in remarks if each not in held}
        wanted: dict[tuple[str, str], _Answer] = {
            (side, name): (False, real[name].value, real[name].words) if name in real else (True, None, "")
            for side in own
            for name in told
            if name not in settled
        }
        for each in held:
            del wanted[each.side, each.fact]
        if said == wanted:
            return submission
        if submission.status not in OPEN or expected_version != version(submission):
            raise Refusal(STALE)
        refuse_if_stands(submission)
        if decided := next((name for name in real if name in settled), None):
            raise Refusal("The umpire has decided this already.", decided)
        if real:
            otherwise(asked, submission, {**told, **{name: each.value for name, each in real.items()}})
        changed = {place for place in wanted if said.get(place) != wanted[place]}
        words = {name: wanted[side, name][2] for side, name in changed}
        _refuse_removed(submission, actor, words)
        _take_words(mission.campaign, actor, words)
        step = _note_answer(submission, asked, actor, said, wanted, held)
        submission.remarks.filter(pk__in=[each.pk for each in remarks if (each.side, each.fact) in changed]).delete()
        now = timezone.now()
        Remark.objects.bulk_create(
            Remark(
                submission=submission, fact=name, agrees=agrees, value=value, words=words, side=side, by=actor, at=now
            )
            for (side, name), (agrees, value, words) in wanted.items()
            if (side, name) in changed
        )
        settle_status(submission, asked)
        _tell_of_answer(submission, step)
        return submission


def _answers_for(submission: Submission, actor: User) -> tuple[Viewer, list[str]]:
    """Who answers, and the sides for which they do. Refuses who has told the result, and who plays on no such side."""
    member = viewer(submission.mission.campaign, actor)
    sides = answering(submission)
    own = [side for side in sides if side in member.sides] if member is not None else []
    if submission.by_id == actor.pk:
        raise Refusal("You told this result yourself: somebody of the other side answers it.")
    if member is None or not own:
        raise Refusal(_who_answers(submission.mission.campaign, sides))
    return member, own


def _tell_of_answer(submission: Submission, step: SubmissionStep) -> None:
    """Tell people that a result is disputed or agreed on; the terms approve one that only its teller could."""
    if step.what == SubmissionStep.What.DISPUTED:
        tell_of(submission, step, "result-disputed")
    elif submission.status == Submission.Status.AGREED:
        tell_of(submission, step, "result-agreed")
        if approvers(submission.mission.campaign) == {submission.by_id}:
            approvals.approve_now(submission, Itself.TERMS)


_Answer: TypeAlias = tuple[bool, Any, str]
"""What a side says of a fact: whether it was so, what it was instead, and why."""


def _said(remark: Remark) -> _Answer:
    return remark.agrees, remark.value, remark.words


def _refuse_other_than(held: Iterable[Remark], real: Mapping[str, Dispute]) -> None:
    """What somebody else of the side disputes may be said again; another value in its place would take it back."""
    for remark in held:
        if remark.fact in real and real[remark.fact].value != remark.value:
            who = remark.by.get_username()
            raise Refusal(
                f"{who} disputes this already. Only {who}, the commander of the side or an umpire takes that back.",
                remark.fact,
            )


def _note_answer(
    submission: Submission,
    asked: Questionnaire,
    actor: User,
    said: Mapping[tuple[str, str], _Answer],
    wanted: Mapping[tuple[str, str], _Answer],
    held: Iterable[Remark],
) -> SubmissionStep:
    """Write down what an answer disputes anew, what it takes back, and what it leaves in dispute."""

    known = facts.asked_of(asked)

    def labels(places: Iterable[tuple[str, str]]) -> str:
        return "; ".join(known[name].whole_label for name in dict.fromkeys(name for _, name in places))

    raised = labels(each for each in wanted if not wanted[each][0] and said.get(each) != wanted[each])
    lifted = labels(each for each in wanted if wanted[each][0] and each in said and not said[each][0])
    words = [raised, f"Taken back: {lifted}." if lifted else ""]
    if not raised:
        words += [
            f"But for {labels([(each.side, each.fact)])}, which {each.by.get_username()} disputes." for each in held
        ]
    what = SubmissionStep.What.DISPUTED if raised else SubmissionStep.What.CONFIRMED
    return note(submission, what, actor, listed([each for each in words if each]))


def _refuse_removed(submission: Submission, actor: User, words: Mapping[str, str]) -> None:
    """What umpires have removed of what somebody said of a fact does not come back by a page that was open."""
    removed = PostReport.objects.filter(submission=submission, author=actor, verdict=PostReport.Verdict.REMOVED)
    for each in removed:
        said = words.get(each.fact, "")
        if said and said.split() in (each.text.split(), each.removed.split()):
            raise Refusal(
                f"An umpire has removed these words. The reason: {each.why.rstrip('.')}. "
                "Write something else, or nothing, and answer again.",
                each.fact,
            )


def _take_words(campaign: Campaign, actor: User, words: Mapping[str, str]) -> None:
    """``words``: by fact, of what somebody disputes anew: one post. Who is muted disputes it without any."""
    about = next((fact for fact, said in words.items() if said), None)
    if about is not None:
        posts.write(campaign, actor, field=about, instead="A dispute without words is taken.")


def _real(told: Mapping[str, object], disputes: Mapping[str, Dispute]) -> dict[str, Dispute]:
    """Those disputes that are about something."""
    for name, dispute in disputes.items():
        if name not in told:
            raise Refusal("There is no such fact in this result.", name)
        refuse_longer(dispute.words, WORDS_LENGTH, name, "The words are")
    return {name: dispute for name, dispute in disputes.items() if dispute.value != told[name]}


def withdraw(*, actor: User, submission: Submission, expected_version: str) -> None:
    """Take a result back that has not been approved: who told it does, or an umpire. The table may tell it again.

    What is disputed only an umpire takes back: told again, nobody would know of the dispute.
    """
    with locked_result(submission) as submission:
        if submission.status == Submission.Status.WITHDRAWN:
            return
        if submission.status == Submission.Status.APPROVED:
            raise Refusal("The result has been approved: it stands.")
        if submission.by_id != actor.pk and not is_umpire(submission.mission.campaign, actor):
            raise Refusal("Only who told a result, or an umpire, withdraws it.")
        if expected_version != version(submission):
            raise Refusal(STALE)
        if not is_umpire(submission.mission.campaign, actor):
            refuse_if_stands(submission)
            if submission.status == Submission.Status.DISPUTED:
                raise Refusal("It is disputed: tell it anew as it was, or ask an umpire to withdraw it.")
        drop(submission, actor)


def _side_of(teller: Viewer) -> str:
    """For which side he tells a result: that on which he plays, or as umpire for neither."""
    return next(iter(teller.sides)) if len(teller.sides) == 1 else ""


def _due(campaign: Campaign) -> datetime.datetime | None:
    hours = campaign.result_hours
    return timezone.now() + datetime.timedelta(hours=hours) if hours is not None else None


def _who_answers(campaign: Campaign, sides: tuple[str, ...]) -> str:
    titles = side_titles(campaign)
    if not sides:
        return "Nobody but who told it has a part in this result: the umpire decides."
    return f"The {' and the '.join(titles[side] for side in sides)} side answers this result."
