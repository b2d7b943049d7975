"""A finished operation counts as one Mission of a Land campaign, at a part of its Victory Points. [SUP 25]

It is another campaign: its name, how it ended and its points go into the journal of this one, and nothing else comes
over. What becomes of it later changes nothing here; the Mission may be declared void, and the operation counted anew.
"""

from __future__ import annotations

import math
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.contrib.auth.models import User

from campaigns.access import Viewer, refuse_unless_umpire
from campaigns.catalogue.tables import TABLES
from campaigns.models import Campaign, Entry, Role
from campaigns.operations import journal
from campaigns.operations.campaigns import grade_and_close, locked
from campaigns.operations.journal import Batch
from campaigns.packs.schema import SIDES
from campaigns.selectors import standings
from campaigns.sequence import draws
from campaigns.sequence.steps import stage_under_way
from campaigns.standing import Standing
from campaigns.standing.kinds import Drawn, Finished, Operation
from config.common import seeds
from config.common.figures import figure
from config.common.refusals import Refusal
from engine.core.report import Report, Score
from missions.models import Debrief, Flight, Mission
from missions.operations.debriefs import debrief_lines
from missions.operations.drawing import refuse_unless_between
from missions.operations.fates import tell_fates
from missions.operations.flights import new_flight
from missions.selectors.missions import why_void

DIVISOR: int = TABLES["operations"]["divisor"]
SECTION = "SUP 25"


def share(points: int) -> int:
    """What an operation's Victory Points count in a Land campaign; a remainder is dropped. [SUP 25]"""
    return math.trunc(Fraction(points, DIVISOR))


def counts(operation: Operation) -> dict[str, int]:
    """The Victory Points that it brings each side."""
    return {side: share(operation.points.by_side[side]) for side in SIDES}


def why_not(campaign: Campaign, standing: Standing) -> str:
    """Why no operation may be counted now, in a sentence; empty if one may."""
    if standing.pack.kind != "land":
        return "An operation counts as a Mission in a Land campaign only. [Supplement 25]"
    try:
        refuse_unless_between(campaign, standing)
    except Refusal as refusal:
        return refusal.sentence
    return ""


def choices(user: User, standing: Standing) -> dict[int, Operation]:
    """The operations that ``user`` may see, that are over and count in this campaign not yet. Two queries."""
    counted = {mission.operation for mission in draws.in_order(standing)}
    return {pk: operation for pk, operation in _ended(user).items() if operation.began not in counted}


def _ended(user: User) -> dict[int, Operation]:
    """By the key of its campaign; ``began`` tells it from all others, also when it is exported and brought in."""
    operations = Campaign.objects.for_user(user.pk).filter(pack__kind="operation", status=Campaign.Status.FINISHED)
    found = Entry.objects.in_force().filter(campaign__in=operations, kind=Finished.kind)
    ends = {entry.campaign_id: Finished.of(entry) for entry in found}
    return {
        each.pk: Operation(
            name=each.name,
            began=each.created_at.isoformat(),
            points=ends[each.pk].points,
            grade=ends[each.pk].grade,
            text=ends[each.pk].text,
        )
        for each in operations
        if each.pk in ends
    }


def count_operation(*, actor: User, campaign: Campaign, operation: int) -> Mission:
    """Count a finished operation (key of its campaign) as the next Mission: drawn and debriefed in one act. [SUP 25]"""
    with locked(campaign.pk) as campaign:
        refuse_unless_umpire(campaign, actor)
        standing = standings.standing_of(campaign)
        if reason := why_not(campaign, standing):
            raise Refusal(reason)
        ended = _ended(actor).get(operation)
        if ended is None:
            raise Refusal("Choose an operation of yours that is over.", "operation")
        for mission in draws.in_order(standing):
            if mission.operation == ended.began:
                raise Refusal(f"{ended.name} counts as mission {mission.number} already.", "operation")
        return _count(actor, campaign, standing, ended)


def _count(actor: User, campaign: Campaign, standing: Standing, ended: Operation) -> Mission:
    stage = stage_under_way(standing.pack, standing)
    assert stage is not None, "a campaign that runs has Missions left"
    drawn = draws.counted_line(standing, stage, ended)
    number = max(standing.missions, default=0) + 1
    batch = Batch(campaign, actor)
    batch.put(drawn)
    said = Drawn.of(drawn)
    mission = Mission.objects.create(
        campaign=campaign,
        number=number,
        title=ended.name,
        date=said.date,
        place=said.place,
        seed=seeds.derive(campaign.seed, "mission", number),
        status=Mission.Status.DEBRIEFED,
        scenario={"stage": stage.key, "skilled": {}},
    )
    report = _report(standing.pack.system, ended)
    for line in debrief_lines(mission, report, Flight.Way.OPERATION, journal.after(campaign, batch)):
        batch.put(line)
    new_flight(mission, Flight.Way.OPERATION, report, uuid.uuid4())
    Debrief.objects.create(mission=mission, key=uuid.uuid4(), actor=actor, at=batch.at, batch=batch.id)
    standing = grade_and_close(campaign, batch)
    batch.write()
    tell_fates(mission, standing, actor)
    return mission


def _report(system: str, ended: Operation) -> Report:
    """What a debrief applies: nobody flew, and the operation gives points."""
    scores = tuple(
        Score(
            side,
            share(ended.points.by_side[side]),
            SECTION,
            f"{figure(ended.points.by_side[side])} of the operation, divided by {DIVISOR}",
        )
        for side in SIDES
    )
    ending = f"The operation ended {figure(ended.points.allied)} to {figure(ended.points.axis)}, Allied points first."
    return Report(system=system, turns=0, aircraft=(), scores=scores, notes=(ending, ended.text))


@dataclass(frozen=True, slots=True)
class CountedPage:
    """A Mission that an operation counts as."""

    operation: Operation
    points: Mapping[str, int]
    """What it brought here."""
    divisor: int
    voided: str
    """Why it was declared void; empty if it was not."""
    may_void: bool


def page(mission: Mission, viewer: Viewer) -> CountedPage:
    """The page of such a Mission. At most two queries."""
    drawn = mission.campaign.entries.get(kind=Drawn.kind, mission=mission.number)
    operation = Drawn.of(drawn).operation
    assert operation is not None, "it counts as this mission"
    report = Report.from_json(mission.flight.report)
    return CountedPage(
        operation=operation,
        points={side: report.points(side) for side in SIDES},
        divisor=DIVISOR,
        voided=why_void(mission),
        may_void=viewer.may(Role.UMPIRE) and mission.status != Mission.Status.VOID,
    )
