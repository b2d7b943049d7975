"""A mission that another copy of the campaign has flown, the club's other table, is brought in from its file.

It stands as flown then, by the orders of the file, and is debriefed here as any other; where results are confirmed it
is told, and waits for the other side and for approval as if its table sat here. A preview does all of it and undoes it.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from pydantic import TypeAdapter, ValidationError

import engine
from campaigns.access import refuse_unless_umpire, viewer
from campaigns.models import Campaign
from campaigns.operations import quotas
from campaigns.packs.schema import SIDES, Side
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.sides import side_titles
from campaigns.standing import Standing
from campaigns.standing.lines import saying
from campaigns.standing.result_kinds import FateMet
from config.common.figures import figure
from config.common.refusals import Refusal
from engine.core.errors import EngineError
from engine.core.report import Report
from missions.archive.mission_file import MissionFile
from missions.flights import context
from missions.models import Flight, Mission, Submission
from missions.operations import debriefs, submissions
from missions.operations.flights import new_flight
from missions.operations.orders import commit_campaign, open_orders, sign
from missions.operations.results import take_line
from missions.operations.under_lock import locked_mission, move_to
from missions.planning import setups
from missions.planning.flown_from_pool import from_pool
from missions.planning.lineup import Lineup
from missions.planning.orders import SideOrders
from missions.planning.validation import validated
from missions.results import facts, facts_of_report, reports
from missions.results.outcomes import NOTE_LENGTH, Outcome
from missions.selectors import reconcile
from missions.selectors.flights import open_job, refuse_if_on_screen, refuse_unless_sealed
from missions.selectors.lineups import unseen_sides
from missions.selectors.submissions import live_of

_REPORT = TypeAdapter(Report)
_OUT_OF_PLACE = (ArithmeticError, KeyError, TypeError, ValueError, IndexError, AttributeError, EngineError)
"""What the rules raise about a file that was made by hand."""
_WAYS = (Flight.Way.ENGINE, Flight.Way.TABLE, Flight.Way.SCREEN)


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionBrought:
    """What a mission of a file comes to here."""

    differences: Sequence[str]
    """What stands otherwise here than in the file, in sentences."""
    points: Mapping[str, int]
    lost: Mapping[str, int]
    """Aircraft of each side that were Destroyed."""
    fates: Sequence[tuple[str, str]]
    """Men who were shot down, and what a debrief here draws for them; empty where the result waits first."""
    waits_as: int = 0
    """The table as whose result it is told, where that has to be confirmed."""


def bring_in(*, actor: User, mission: Mission, file: MissionFile) -> Flight | Submission:
    """Put a mission down as it was flown elsewhere. It is debriefed, or confirmed, by the same pages as ever."""
    with locked_mission(mission) as mission:
        quotas.spend(actor.pk, "imports")
        preview(actor=actor, mission=mission, file=file)  # else what nobody can debrief would stand here
        brought, _, _ = _bring(actor, mission, file)
    return brought


def preview(*, actor: User, mission: Mission, file: MissionFile) -> MissionBrought:
    """What bringing it in would come to; nothing is kept. Refuses what that would refuse."""
    with transaction.atomic():
        with locked_mission(mission) as fresh:
            brought, report, differences = _bring(actor, fresh, file)
            campaign = Campaign.objects.select_related("pack").get(pk=fresh.campaign_id)
            try:
                if isinstance(brought, Flight):
                    debriefs.debrief(actor=actor, mission=fresh, key=uuid.uuid4())
                problems = reconcile.problems(campaign)
            except _OUT_OF_PLACE as error:
                raise _does_not_belong(error) from error
            own = campaign.entries.in_force().filter(mission=fresh.number).select_related("pilot")
            fates = [(entry.pilot.name, said.fate) for entry, said in saying(own, FateMet) if entry.pilot]
        transaction.set_rollback(True)
    if problems:
        raise Refusal(f"The file contradicts itself: {problems[0]}")
    down = [each.side for each in report.aircraft if each.status == "destroyed"]
    return MissionBrought(
        differences=differences,
        points={side: report.points(side) for side in SIDES},
        lost={side: down.count(side) for side in SIDES},
        fates=fates,
        waits_as=_waits_as(brought),
    )


def _waits_as(brought: Flight | Submission) -> int:
    if isinstance(brought, Flight) or brought.status == Submission.Status.APPROVED:
        return 0
    return brought.table


def _bring(actor: User, mission: Mission, file: MissionFile) -> tuple[Flight | Submission, Report, list[str]]:
    """What stands here then, what it comes to, and what differs."""
    campaign = mission.campaign
    refuse_unless_umpire(campaign, actor)
    _refuse_unless_waiting(mission)
    _refuse_another(mission, file)
    table = _free_table(mission) if mission.is_told_and_confirmed else 0
    differences = [*_otherwise(mission, file)]
    keys = _men(mission, file)
    titles = side_titles(campaign)
    try:
        for told in file.orders:
            own = told.document.with_men(keys)
            differences += _sign(actor, mission, told.side, own, titles[told.side])
        before = context.standing_before(mission)
        differences += _line_up(actor, mission, file.lineup.with_men(keys), before)
        report = _report(mission, file, before)
        if table:
            submission, more = _told(actor, mission, report, before, table)
            report = reports.report(context.sheet_of(mission, before), Outcome.from_json(submission.outcome))
            return submission, report, [*differences, *more]
    except _OUT_OF_PLACE as error:
        raise _does_not_belong(error) from None
    way, flight = Flight.Way(file.flight.way), file.flight
    take_line(mission, actor, "\n".join(report.notes))
    made = new_flight(mission, way, report, uuid.uuid4(), flight.record, flight.level)
    move_to(mission, Mission.Status.FLOWN)
    commit_campaign(mission)
    return made, report, differences


def _does_not_belong(error: Exception) -> Refusal:
    return Refusal(f"The file holds something that does not belong there: {error!r:.200}.")


def _free_table(mission: Mission) -> int:
    """The first table here that has told nothing yet."""
    tables = range(1, mission.campaign.tables + 1)
    free = next((number for number in tables if live_of(mission, number) is None), 0)
    if not free:
        which = "It has" if len(tables) == 1 else f"All {len(tables)} tables have"
        raise Refusal(f"{which} told how this mission went here. Withdraw a result first, and bring the file in then.")
    return free


def _told(actor: User, mission: Mission, report: Report, before: Standing, table: int) -> tuple[Submission, list[str]]:
    """Tell what the file says as the result of a table, by the actor; what it loses by that."""
    open_orders(mission=mission, actor=actor)
    mission.refresh_from_db()
    sheet = context.sheet_of(mission, before)
    outcome = facts.made_of(sheet, facts_of_report.read(sheet, report), "\n".join(report.notes)[:NOTE_LENGTH])
    again = reports.report(sheet, outcome)
    told = submissions.submit(actor=actor, mission=mission, table_number=table, outcome=outcome, key=uuid.uuid4())
    titles = side_titles(mission.campaign)
    differs = [
        f"{titles[side]}: {figure(report.points(side))} VP there; here the rules give {figure(again.points(side))} for "
        "what was told."
        for side in SIDES
        if report.points(side) != again.points(side)
    ]
    return told, differs


def _refuse_unless_waiting(mission: Mission) -> None:
    if mission.status not in (Mission.Status.PLANNING, Mission.Status.READY):
        raise Refusal("This mission has been flown or declared void: nothing is brought in over it.")
    if open_job(mission) is not None:
        raise Refusal("The engine is flying the mission.")
    refuse_if_on_screen(mission)


def _refuse_another(mission: Mission, file: MissionFile) -> None:
    pack = mission.campaign.pack
    if file.pack != pack.slug:
        raise Refusal(f"The file’s mission is of another pack, {file.pack}. This campaign is of {pack.slug}.")
    if file.number != mission.number or file.key != mission.key:
        raise Refusal(
            f"The file holds mission {file.number}, {file.title}. This is mission {mission.number}, {mission.title}: "
            "bring it into a copy that has come as far, and has drawn the same."
        )
    if file.flight.way not in _WAYS:
        raise Refusal("Nobody flew the file’s mission, so there is nothing to bring in.")


def _otherwise(mission: Mission, file: MissionFile) -> list[str]:
    found = []
    if file.pack_version != mission.campaign.pack.version:
        here = mission.campaign.pack.version
        found.append(f"It was flown by version {file.pack_version} of the pack; here version {here} is played.")
    if file.date != mission.date:
        found.append(f"There it was flown on {file.date}, here it is of {mission.date}: that day stays.")
    return found


def _men(mission: Mission, file: MissionFile) -> dict[int, int]:
    """Whom the file names, by their keys here."""
    here = {(man.side, man.name): man.pk for man in mission.campaign.pilots.all()}
    missing = [man.name for man in file.men if (man.side, man.name) not in here]
    if missing:
        names = ", ".join(missing[:5])
        raise Refusal(f"There flew men whom this campaign does not have: {names}. Add them, or rename others so.")
    return {place: here[man.side, man.name] for place, man in enumerate(file.men, 1)}


def _sign(actor: User, mission: Mission, side: Side, own: SideOrders, title: str) -> list[str]:
    """Put down the file's orders for a side; what is said of those that were here."""
    row = mission.orders.filter(side=side).first()
    if row is not None and context.orders_of(row).as_json() == own.as_json():
        return []
    if mission.opened_at is not None:
        raise Refusal(f"The {title} orders are open here, and other ones were flown there. Open orders stand.")
    refuse_unless_sealed(mission)
    sign(mission, side, validated(context.choices(mission, side), own), actor)
    if row is None:
        return [f"The {title} side has signed nothing here: the orders of the file are put down for it."]
    by = viewer(mission.campaign, actor)
    seen = by is not None and by.sees_plans_of(side)
    units = [unit.id for unit in own.units if unit != context.orders_of(row).by_id.get(unit.id)] if seen else []
    which = f" They differ in {', '.join(units)}." if units else ""
    return [f"The {title} orders of the file take the place of those that were signed here.{which}"]


def _line_up(actor: User, mission: Mission, flew: Lineup, before: Standing) -> list[str]:
    """Put down who flew otherwise; a side that counts its aircraft flies those that it has here."""
    pack = definition_of(mission.campaign)
    planned = context.by_plan(mission, flew)
    by = viewer(mission.campaign, actor)
    unseen = SIDES if by is None else unseen_sides(mission.campaign, by)
    here = Lineup(
        **{
            side: from_pool(pack, side, before, planned[side].by_id, flew.of(side), is_seen=side not in unseen)
            for side in SIDES
        }
    )
    if mission.lineup != here.as_json() and mission.submissions.exclude(status=Submission.Status.WITHDRAWN).exists():
        raise Refusal("Another table has told its result here, and others flew there. Its result is withdrawn first.")
    mission.lineup = here.as_json()
    mission.save(update_fields=["lineup"])
    if here.as_json() == flew.as_json():
        return []
    return ["Beside what was sent there flew aircraft of other codes: here the least flown take their places."]


def _report(mission: Mission, file: MissionFile, before: Standing) -> Report:
    """How it went, once it is sure that it could have gone so by these orders."""
    mission.refresh_from_db(fields=["status"])
    planned = context.as_planned(definition_of(mission.campaign), mission, mission.orders.all(), before)
    if why := setups.why_grounded(planned.pack, mission.key, planned.orders):
        raise Refusal(f"By these orders nobody could have flown it here: {why}")
    engine.systems()[planned.pack.system].check(setups.setup(planned))
    try:
        _REPORT.validate_json(json.dumps(file.flight.report), strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise Refusal(f"The file’s report cannot be read: {first['msg']}.") from None
    return Report.from_json(file.flight.report)
