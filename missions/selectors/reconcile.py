"""Proof that journal, rows and fold agree, for one campaign or for all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from campaigns.models import Campaign, Entry, Pilot
from campaigns.operations.campaigns import ending
from campaigns.selectors import journal_entries, reconcile, standings
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.pictures import worn
from campaigns.standing import Standing
from campaigns.standing.change_kinds import Change, Joined
from campaigns.standing.deliveries import BY_HAND
from campaigns.standing.kinds import (
    KINDS,
    Drawn,
    Finished,
    Named,
    Operation,
    PackMoved,
    PeriodBegun,
    Renamed,
    Ruling,
    Started,
    TermsAgreed,
    Voided,
)
from campaigns.standing.lines import Line, saying
from campaigns.standing.result_kinds import Debriefed, Differed, FateMet, Kill, Scored, Sortie
from campaigns.standing.said import Said
from config.common.steps import by_steps
from engine.core.report import Report
from missions.flights import context
from missions.models import Flight, Mission
from missions.planning.places import seats
from missions.results.differences import differences
from missions.selectors.missions import debrief_of, flight_of

MISSIONS_AT_ONCE = 100


class NotReconciled(AssertionError):
    """The journal contradicts itself or the rows beside it."""


def problems(campaign: Campaign) -> list[str]:
    """What the journal contradicts in itself, in the missions beside it or in what it folds to, a sentence each."""
    men = campaign.pilots.in_bulk()
    everything = list(campaign.entries.order_by("number"))
    reversed_ids = {entry.reverses_id for entry in everything if entry.reverses_id is not None}
    force = [entry for entry in everything if entry.reverses_id is None and entry.pk not in reversed_ids]
    standing = standings.from_nothing(campaign)
    return [
        *reconcile.problems(campaign, men, everything, force),
        *_missions(campaign, force, standing),
        *_periods(campaign, force),
        *_people(men, everything),
        *_terms(campaign, everything),
        *_versions(campaign, force),
        *_ending(campaign, force, standing),
        *_conflicts(everything, standing),
        *_pictures(campaign, standing),
        *_kept(campaign, standing),
    ]


def _kept(campaign: Campaign, standing: Standing) -> Iterable[str]:
    """What has been kept of a fold and carried on is what the whole journal folds to."""
    if standings.standing_of(campaign) != standing:
        yield "The fold that is kept is not what the journal comes to."


def assert_reconciled(campaign: Campaign) -> None:
    """Raise ``NotReconciled`` with every contradiction found."""
    campaign.refresh_from_db()
    if found := problems(campaign):
        raise NotReconciled("\n".join(found))


def _missions(campaign: Campaign, force: Sequence[Entry], standing: Standing) -> Iterable[str]:
    """Every debrief stands in the journal as its flight's report and its orders say, and nothing else does."""
    debriefed = {entry.mission: entry for entry in journal_entries.of_kind(force, Debriefed)}
    drawn = {entry.mission: entry for entry in journal_entries.of_kind(force, Drawn)}
    voided = {entry.mission for entry in journal_entries.of_kind(force, Voided)}
    if set(drawn) != set(campaign.missions.values_list("number", flat=True)):
        yield "The missions drawn are not the missions there are."
        return
    own: dict[int | None, list[Line]] = defaultdict(list)
    for entry in force:
        own[entry.mission].append(entry)
    missions = campaign.missions.select_related("flight", "debrief").defer("flight__record")
    for mission in by_steps(missions, "number", MISSIONS_AT_ONCE):
        mission.campaign = campaign
        said = Drawn.of(drawn[mission.number])
        if (said.key, said.date, said.period) != (mission.key, mission.date, mission.period):
            yield f"Mission {mission.number}: the journal drew another mission."
        flight, debrief = flight_of(mission), debrief_of(mission)
        done = mission.status == Mission.Status.DEBRIEFED
        if done != (debrief is not None) or done != (mission.number in debriefed):
            yield f"Mission {mission.number}: status, debrief and journal disagree whether it is debriefed."
        if (mission.status == Mission.Status.VOID) != (mission.number in voided):
            yield f"Mission {mission.number}: status and journal disagree whether it is void."
        if mission.status != Mission.Status.VOID and (
            (mission.status in (Mission.Status.FLOWN, Mission.Status.DEBRIEFED)) != (flight is not None)
        ):
            yield f"Mission {mission.number}: status and flight disagree whether it has been flown."
        yield from _operation(mission, said.operation, flight)
        if flight is None or debrief is None or mission.number not in debriefed:
            continue
        if debriefed[mission.number].batch != debrief.batch:
            yield f"Mission {mission.number}: its debrief did not write what is in force."
        yield from _outcome(mission, Report.from_json(flight.report), own[mission.number], standing)


def _operation(mission: Mission, told: Operation | None, flight: Flight | None) -> Iterable[str]:
    """What counts as a mission from an operation has the operation's name, is flown by nobody, and is never planned."""
    by_operation = flight is not None and flight.way == Flight.Way.OPERATION
    if mission.is_operation != bool(told) or mission.is_operation != by_operation:
        yield f"Mission {mission.number}: row, journal and flight disagree whether an operation counts as it."
    elif told and definition_of(mission.campaign).kind != "land":
        yield f"Mission {mission.number}: an operation counts as a mission in land campaigns only."
    elif told and flight is not None:
        if mission.title != told.name or mission.status not in (Mission.Status.DEBRIEFED, Mission.Status.VOID):
            yield f"Mission {mission.number}: it is not the operation that the journal names, or is not settled."
        if flight.report.get("aircraft") or mission.orders.exists():
            yield f"Mission {mission.number}: nobody flies where an operation counts."


def of_debrief(mission: Mission, report: Report, lines: Sequence[Line], standing: Standing) -> list[str]:
    """What would be wrong if the debrief of ``report`` wrote these ``lines``, with which ``standing`` comes about."""
    men = mission.campaign.pilots.in_bulk()
    return [*reconcile.of_results(men, lines), *_outcome(mission, report, lines, standing)]


def _outcome(mission: Mission, report: Report, own: Sequence[Line], standing: Standing) -> Iterable[str]:
    """What the journal says of one mission is what its report and orders come to."""
    pack = definition_of(mission.campaign)
    sorties = list(saying(own, Sortie))
    told: dict[type[Said], int] = {
        Sortie: len(report.aircraft),
        Kill: sum(len(each.kills) for each in report.aircraft),
        Scored: len(report.scores),
        FateMet: sum(
            pack.options.careers and entry.pilot_id is not None and sortie.status == "destroyed"
            for entry, sortie in sorties
        ),
    }
    for kind, count in told.items():
        if len(journal_entries.of_kind(own, kind)) != count:
            yield f"Mission {mission.number}: the journal has not as many {kind.kind} entries as the report."
    places = [(entry.side, sortie.unit, sortie.seat, sortie.aircraft) for entry, sortie in sorties]
    if sorted(places) != sorted((each.side, each.unit, each.seat, each.aircraft) for each in report.aircraft):
        yield f"Mission {mission.number}: the journal has others fly than the report."
    points = journal_entries.points_by_side(own)
    if any(points[side] != report.points(side) for side in points):
        yield f"Mission {mission.number}: the journal’s points are not the report’s."
    if not report.aircraft:
        return
    flown = context.context_of(mission, standing)
    marked = {entry.side for entry, _ in saying(own, Differed)}
    if marked != differences(flown).keys():
        yield f"Mission {mission.number}: journal and mission disagree whether somebody flew otherwise than planned."
    ordered = {
        (unit.id, seat.name): (seat.pilot, seat.airframe, unit.squadron if pack.keeps_pools else "")
        for orders in flown.orders.values()
        for unit in orders.units
        for seat in seats(unit)
    }
    for entry, sortie in sorties:
        flew = (entry.pilot_id, sortie.airframe, sortie.squadron)
        nobody = None if sortie.seat else (None, "", "")  # flying bombs have no seats
        if flew != ordered.get((sortie.unit, sortie.seat), nobody):
            yield f"Entry {entry.number} has somebody or something else fly than the orders."


def _periods(campaign: Campaign, force: Sequence[Entry]) -> Iterable[str]:
    """Periods begin one after the other, and every mission is flown in one that had begun."""
    moments = [
        entry.moment for number, (entry, period) in enumerate(saying(force, PeriodBegun), 1) if period.number == number
    ]
    if len(moments) != len(journal_entries.of_kind(force, PeriodBegun)) or moments != sorted(moments):
        yield "The periods do not begin one after the other."
    for mission in campaign.missions.filter(period__gt=0):
        if mission.period > sum(moment < 2 * mission.number for moment in moments):
            yield f"Mission {mission.number} was drawn in a period that had not begun."


def _people(men: Mapping[int, Pilot], everything: Sequence[Entry]) -> Iterable[str]:
    """Whoever the journal names is of this campaign; whoever joined by hand did so in the journal."""
    for entry in everything:
        if entry.pilot_id is not None and entry.pilot_id not in men:
            yield f"Entry {entry.number} is about a man of another campaign."
    joined = {
        entry.pilot_id
        for entry, change in saying(everything, Change)
        if isinstance(change, Joined) and entry.reverses_id is None
    }
    if joined != {pk for pk, pilot in men.items() if pilot.delivery == BY_HAND}:
        yield "The men who joined by hand are not those of the journal."
    named = {
        entry.pilot_id or 0: renamed.name
        for entry, renamed in saying(everything, Named)
        if isinstance(renamed, Renamed)
    }
    for pk, name in named.items():
        if pk in men and men[pk].name != name:
            yield f"{men[pk].name} was named {name} in the journal."


def _terms(campaign: Campaign, everything: Sequence[Entry]) -> Iterable[str]:
    """What has been agreed on anew stands in the campaign's row.

    Seats on both sides need not: whoever brings a campaign in sits where people sat.
    """
    agreed = {
        name: new
        for _, terms in saying(everything, TermsAgreed)
        for name, (_, new) in terms.changed.items()
        if name != "both_sides"
    }
    for name, value in agreed.items():
        if getattr(campaign, name) != value:
            yield f"The journal agrees on another {name} than the campaign’s row has."


def _pictures(campaign: Campaign, standing: Standing) -> Iterable[str]:
    """What a man or a squadron wears is kept, and nothing else is."""
    kept, needed = set(campaign.pictures.values_list("side", "digest")), worn(standing)
    if needed - kept:
        yield "The journal shows a picture that is not kept."
    if kept - needed:
        yield "A picture is kept that nobody wears."


def _versions(campaign: Campaign, force: Sequence[Entry]) -> Iterable[str]:
    said = [(entry.number, started.version) for entry, started in saying(force, Started)]
    said += [(entry.number, moved.version) for entry, moved in saying(force, PackMoved)]
    if said and max(said)[1] != campaign.pack.version:
        yield "The campaign’s row has another version of the pack than its journal."


def _ending(campaign: Campaign, force: Sequence[Entry], standing: Standing) -> Iterable[str]:
    """It has ended if nothing is left to fly, and as the standing grades it."""
    ends = journal_entries.of_kind(force, Finished)
    if standing.is_over != bool(ends):
        yield "The journal has ended, and something is left to fly, or the other way round."
    if standing.is_over and any(Finished.of(entry) != ending(standing) for entry in ends):
        yield "The campaign’s end is not what its journal comes to."


def _conflicts(everything: Sequence[Entry], standing: Standing) -> Iterable[str]:
    """What does not fit does so because something was corrected, or a victory judged, after it had been drawn."""
    corrections = [
        entry.number
        for entry in everything
        if entry.reverses_id is not None or KINDS[entry.kind].corrects or entry.kind == Ruling.kind
    ]
    drawn = {entry.mission: entry.number for entry in everything if entry.kind == Drawn.kind}
    for conflict in standing.open_conflicts:
        if not any(number > drawn.get(conflict.mission, 0) for number in corrections):
            yield f"Nothing was corrected, and yet: {conflict.sentence}."
