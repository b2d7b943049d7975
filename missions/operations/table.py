"""What was flown at the table, recorded."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import User

from config.common.refusals import Refusal
from engine.core.report import Report
from missions.flights.context import sheet_of
from missions.models import Flight, Mission, ResultDraft
from missions.operations.flights import store_table
from missions.operations.results import take_line
from missions.operations.under_lock import locked_mission
from missions.results import reports
from missions.results.outcomes import Outcome
from missions.selectors.flights import (
    VOID_IT,
    open_job,
    refuse_if_on_screen,
    refuse_key_of_another,
    refuse_unless_ready,
)


def record_table(
    *, actor: User, mission: Mission, outcome: Outcome, key: UUID, expected_version: str | None = None
) -> Flight:
    """Record how a mission went at the table; until the debrief a new record replaces the old one.

    The same page again (``key``) finds what it stored; sent with other contents, after going back in the browser,
    it is a new record. ``expected_version`` is the ``Flight.version`` that the page came with, empty if there was none:
    what somebody else has stored since is not overwritten. What cannot have happened is refused with the field to mend.
    """
    with locked_mission(mission) as mission:
        if mission.is_told_and_confirmed:
            raise Refusal("In this campaign a result is told, confirmed by the other side and approved.")
        flight = Flight.objects.filter(mission=mission).first()
        if flight is None:
            if open_job(mission) is not None:
                raise Refusal("The engine is flying the mission.")
            refuse_unless_ready(mission)
            refuse_if_on_screen(mission)
        elif flight.way == Flight.Way.ENGINE:
            raise Refusal("The engine has flown this mission.")
        elif flight.way == Flight.Way.SCREEN:
            raise Refusal("This mission has been flown on screen.")
        elif flight.way == Flight.Way.GROUNDED:
            raise Refusal("Nobody flew this mission.")
        elif flight.way == Flight.Way.OPERATION:
            raise Refusal(f"An operation counts as this mission: nobody flew it here. {VOID_IT}")
        elif mission.status == Mission.Status.VOID:
            raise Refusal("The mission has been declared void.")
        refuse_key_of_another(mission, key)
        report = reports.report(sheet_of(mission), outcome)
        if flight is not None and flight.key == key and Report.from_json(flight.report) == report:
            return flight
        if mission.status == Mission.Status.DEBRIEFED:
            raise Refusal("The mission has been debriefed. Take the debrief back to correct it.")
        if flight is not None and flight.key != key and expected_version not in (None, flight.version):
            raise Refusal("Another result has been stored since you opened this page. Open it again to see it.")
        take_line(mission, actor, outcome.notes, flight.report["notes"] if flight is not None else ())
        ResultDraft.objects.filter(mission=mission, by=actor).delete()
        return store_table(mission, report, key)
