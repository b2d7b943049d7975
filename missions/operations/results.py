"""What the steps of a result on its way have in common: how it stands, who answers it, what is noted and told.

Functions that write are parts of the operations of ``submissions`` and ``approvals``, which hold the campaign's lock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.utils import timezone

from campaigns.models import Itself
from campaigns.operations import posts
from campaigns.operations.campaigns import locked
from config.common.refusals import Refusal
from missions.models import Mission, Submission, SubmissionStep
from missions.results import facts, facts_of_report, reports
from missions.results.outcomes import Outcome
from missions.results.questionnaire import Questionnaire
from missions.selectors.submissions import answering
from notices.operations.outbox import tell

WORDS_LENGTH = 300


def otherwise(asked: Questionnaire, submission: Submission, values: Mapping[str, object]) -> Outcome:
    """The outcome of a result with other facts. Refuses what cannot have happened, naming the fact."""
    outcome = facts.outcome(asked, values, str(submission.outcome["notes"]))
    try:
        reports.report(asked, outcome)
    except Refusal as refusal:
        raise Refusal(refusal.sentence, facts.named(asked, refusal)) from None
    return outcome


def drop(submission: Submission, signer: User | Itself, words: str = "") -> None:
    """Withdraw a result, part of an operation that has checked it."""
    submission.status = Submission.Status.WITHDRAWN
    submission.save(update_fields=["status"])
    note(submission, SubmissionStep.What.WITHDRAWN, signer, words)


@contextmanager
def locked_result(submission: Submission) -> Iterator[Submission]:
    """The result as it stands now, with its mission, in a transaction that holds the campaign."""
    with locked(submission.mission.campaign_id) as campaign:
        fresh = Submission.objects.select_related("mission", "by").get(pk=submission.pk)
        fresh.mission.campaign = campaign
        yield fresh


def note(submission: Submission, what: SubmissionStep.What, signer: User | Itself, words: str = "") -> SubmissionStep:
    """Write down a step: who did it, or what it happened by."""
    by, itself = (None, signer) if isinstance(signer, Itself) else (signer, "")
    words = words[:WORDS_LENGTH]
    return SubmissionStep.objects.create(
        submission=submission, what=what, by=by, itself=itself, at=timezone.now(), words=words
    )


def listed(labels: list[str]) -> str:
    """So many of the labels as a step holds."""
    text = "; ".join(labels)
    return text if len(text) <= WORDS_LENGTH else f"{text[: WORDS_LENGTH - 1]}…"


def take_line(mission: Mission, actor: User, notes: str, before: Iterable[str] = ()) -> None:
    """The line for the log of a result is a post, unless it stood there ``before``, or comes from paper with many."""
    if notes.strip() not in ("", "\n".join(before).strip()):
        without = "A result without a line for the log is taken."
        posts.write(mission.campaign, actor, field="notes", instead=without, counts=not mission.is_on_paper)


def settle_status(submission: Submission, asked: Questionnaire) -> None:
    """Put down how far the result is, as the remarks stand; ``asked`` is the sheet of its mission."""
    remarks = list(submission.remarks.all())
    if any(not each.agrees and not each.is_settled for each in remarks):
        status = Submission.Status.DISPUTED
    else:
        done = {(each.side, each.fact) for each in remarks if each.agrees}
        settled = {each.fact for each in remarks if each.is_settled}
        names = facts_of_report.said(asked, reports.report(asked, Outcome.from_json(submission.outcome)))
        answered = all(name in settled or (side, name) in done for side in answering(submission) for name in names)
        status = Submission.Status.AGREED if answered else Submission.Status.WAITING
    submission.status = status
    submission.save(update_fields=["status"])


def tell_of(submission: Submission, step: SubmissionStep, kind: str) -> None:
    """Tell those whom it concerns: of a new result the side that answers, of everything else all."""
    sides = answering(submission)
    due = submission.due_at.isoformat() if submission.due_at else ""
    tell(
        kind,
        f"{submission.pk} {step.pk}",
        campaign=submission.mission.campaign,
        mission=submission.mission.number,
        side=sides[0] if kind == "result-told" and len(sides) == 1 else "",
        actor=step.by,
        data={"table": submission.table, "side": submission.side, "due": due},
    )
