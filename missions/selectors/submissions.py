"""How a result that a table has told stands: whether it may still be told or changed, who answers, when it stands."""

from __future__ import annotations

from django.utils import timezone

from campaigns.access import Viewer
from campaigns.models import ON_A_SIDE, Role
from campaigns.packs.schema import SIDES
from config.common.refusals import Refusal
from missions.models import Flight, Mission, Remark, Submission, SubmissionStep
from missions.selectors.flights import (
    ON_SCREEN,
    clock_time,
    open_game,
    open_job,
    refuse_if_on_screen,
    refuse_unless_ready,
)

OPEN = (Submission.Status.WAITING, Submission.Status.AGREED, Submission.Status.DISPUTED)
"""A result in one of these may still be changed."""
DUE = (Submission.Status.WAITING, Submission.Status.AGREED)
"""Nobody has opposed a result in one of these."""
STALE = "This result has moved on since you opened the page. Look at it again: nothing was changed."


def refuse_unless_open(mission: Mission) -> None:
    """Results are told of a mission whose orders are open and that nothing has closed."""
    if not mission.is_told_and_confirmed:
        raise Refusal("In this campaign a commander records the result.")
    flight = Flight.objects.filter(mission=mission).first()
    if mission.status == Mission.Status.VOID:
        raise Refusal("The mission has been declared void: it has no result.")
    if flight is not None and flight.way == Flight.Way.ENGINE:
        raise Refusal("The engine has flown this mission: no table tells its result.")
    if flight is not None and flight.way == Flight.Way.SCREEN:
        raise Refusal("This mission has been flown on screen: no table tells its result.")
    if flight is not None and flight.way == Flight.Way.GROUNDED:
        raise Refusal("Nobody flew this mission.")
    if flight is not None and mission.status == Mission.Status.DEBRIEFED:
        raise Refusal(closed_by(mission))
    if flight is not None:
        raise Refusal("A commander has recorded this mission. Debrief it, or declare it void.")
    if open_job(mission) is not None:
        raise Refusal("The engine is flying the mission.")
    refuse_unless_ready(mission)
    refuse_if_on_screen(mission)
    if not mission.orders_are_open:
        raise Refusal("Open the orders of both sides first. Then everybody may read them, and the result too.")


def why_not_told(mission: Mission, table_number: int) -> str:
    """Why nothing may be recorded of a mission now, or told of one of its tables, in a sentence; empty if it may."""
    if mission.is_told_and_confirmed:
        if not 1 <= table_number <= mission.campaign.tables:
            return f"Tables 1 to {mission.campaign.tables} fly this mission."
        try:
            refuse_unless_open(mission)
        except Refusal as refusal:
            return refusal.sentence
        return ""
    if table_number != 1:
        return "One table flies this mission."
    if mission.status == Mission.Status.VOID:
        return "The mission has been declared void: it has no result."
    if mission.status == Mission.Status.PLANNING:
        return "Both sides sign their orders first; then the page knows who took off."
    if not mission.orders_are_open:
        return "Open the orders of both sides first. Then everybody may read them, and nobody can change them any more."
    if mission.status == Mission.Status.DEBRIEFED:
        return "The mission has been debriefed. Take the debrief back to correct it."
    if Flight.objects.filter(mission=mission, way=Flight.Way.ENGINE).exists():
        return "The engine has flown this mission."
    if Flight.objects.filter(mission=mission, way=Flight.Way.SCREEN).exists():
        return "This mission has been flown on screen."
    if open_game(mission) is not None:
        return ON_SCREEN
    return ""


def closed_by(mission: Mission) -> str:
    """Which table's result has closed the mission, and when, in a sentence."""
    step = (
        SubmissionStep.objects.filter(
            submission__mission=mission,
            submission__status=Submission.Status.APPROVED,
            what__in=(SubmissionStep.What.APPROVED, SubmissionStep.What.STOOD),
        )
        .select_related("submission", "by")
        .last()
    )
    if step is None:
        return "The mission has been debriefed: it takes no other result."
    approved = f"approved by {step.by.get_username() if step.by else step.signature.lower()}"
    who = "unopposed" if step.what == SubmissionStep.What.STOOD else approved
    return (
        f"Mission {mission.number} is closed: the result of table {step.submission.table}, {who}, has been in the "
        f"journal since {clock_time(mission, step.at)}. An umpire may correct it."
    )


def live_of(mission: Mission, table_number: int) -> Submission | None:
    """The result of a table that has not been withdrawn."""
    found = Submission.objects.filter(mission=mission, table=table_number).exclude(status=Submission.Status.WITHDRAWN)
    return found.select_related("by").first()


def version(submission: Submission) -> str:
    """Differs after every step of the result."""
    return str(submission.steps.order_by("-pk").values_list("pk", flat=True).first())


def may_lift(viewer: Viewer, remark: Remark) -> bool:
    """Whose a dispute is to take back: theirs who raised it, the commander's of its side, an umpire's."""
    return viewer.user_id == remark.by_id or remark.side in viewer.commands or viewer.may(Role.UMPIRE)


def stands(submission: Submission) -> bool:
    """Whether nobody has opposed a result by its deadline, carried out or not."""
    due = submission.due_at
    return submission.status in DUE and due is not None and due <= timezone.now()


def refuse_if_stands(submission: Submission) -> None:
    """What nobody opposed in time stands, whether a worker has entered it or not."""
    if stands(submission):
        assert submission.due_at is not None, "it has a deadline"
        until = clock_time(submission.mission, submission.due_at)
        raise Refusal(f"Nobody opposed this result until {until}: it stands. An umpire may correct it.")


def answering(submission: Submission) -> tuple[str, ...]:
    """The sides that answer a result: those that did not tell it and on which somebody plays but who told it."""
    playing = {
        seat.side
        for seat in submission.mission.campaign.seats.all()
        if seat.role in ON_A_SIDE and seat.user_id not in (None, submission.by_id)
    }
    return tuple(side for side in SIDES if side != submission.side and side in playing)
