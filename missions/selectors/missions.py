"""What mission pages show, as plain data for one viewer: what he may not know is not in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from django.urls import reverse

import engine
from campaigns.access import Viewer
from campaigns.catalogue.library import Target, aircraft_name, library
from campaigns.models import Itself, Pilot, Role
from campaigns.packs.definition import PackDefinition
from campaigns.packs.schema import SIDES, MissionDefinition, Side, Stage
from campaigns.selectors import standings
from campaigns.selectors.campaigns import STAFF
from campaigns.selectors.definitions import definition_of
from campaigns.standing.kinds import Voided
from config.common.prepared import Prepared, number
from config.common.refusals import Refusal
from config.common.vocabulary import ALTITUDES
from engine.core.report import Report
from missions.access import may_plan, may_see_orders
from missions.flights import context
from missions.models import Debrief, Draft, Flight, Job, Mission, Orders
from missions.planning.orders import UnitOrders
from missions.planning.places import FlyingSeat, seats
from missions.replay.frames import FightKey, Heading, Watched, frames_of
from missions.selectors.mission_games import OnScreen, on_screen
from missions.selectors.reports import ReportPage, report_of_mission
from missions.selectors.results import OnItsWay, on_its_way
from missions.selectors.sealed_orders import Sealed, sealed_with, signed_orders

ENTERED_ITSELF = {
    str(Itself.CLOCK.label): "Nobody opposed the result: it was entered by the clock",
    str(
        Itself.TERMS.label
    ): "The other side confirmed the result, and nobody else approves one: it was entered by the terms",
}
ENDED = (Mission.Status.DEBRIEFED, Mission.Status.VOID)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitSummary:
    """A unit as its orders send it."""

    id: str
    role: str
    aircraft: str
    """Slug; of a Formation the first."""
    aircraft_name: str
    """All its types."""
    kind: str
    """``lone leader``, ``Section of three``, ``Formation of 2``; empty: an Element."""
    altitude: str
    altitude_name: str
    load: str
    """In words, with the mode of bombing."""
    arrives: int
    """Game-Turn."""
    men: tuple[str, ...]
    """By seat, with the code of the aircraft if it has one; empty if nobody is named and nothing is counted."""
    escorts: str
    """What the unit that it escorts is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrdersSummary:
    """A side's orders for a reader who may see them."""

    resource: str
    doctrine: str
    units: tuple[UnitSummary, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SidePlan:
    """How far a side's planning is."""

    side: str
    commander: str
    is_signed: bool
    is_guess: bool
    """It was flown on paper, and these are what the staff would have done: nobody has said yet who flew."""
    may_plan: bool
    """The viewer may sign these orders now."""
    orders: OrdersSummary | None
    """``None`` unless signed and open to the viewer."""
    why_not: str
    """Why these orders no longer fit what the campaign has come to since; empty if they do or are closed to him."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionPage:
    """All that the page of a mission shows."""

    definition: MissionDefinition
    stage: Stage
    target: Target | None
    plans: Mapping[str, SidePlan]
    """By side, those first that the viewer may sign."""
    sealed: Sealed | None
    """Who has handed in, and until when; ``None`` once the orders are open, and for who plays alone."""
    results: OnItsWay | None
    """How far the results of its tables are; ``None`` where a commander records them, and before orders are open."""
    job: Job | None
    """The engine's flight under way."""
    game: OnScreen | None
    """Its game on screen under way."""
    failed: Job | None
    """The last flight, if it failed and none has been flown since."""
    flight: Flight | None
    debrief: Debrief | None
    points: Mapping[str, int] | None
    """Of the report, once flown."""
    watch_first: bool
    """It has a replay and nobody has debriefed it: the score is not to spoil the replay."""
    may_fly: bool
    """The viewer may have the engine fly it now."""
    may_screen: bool
    """The viewer may have it flown on screen now."""
    may_record: bool
    """The viewer may record now how it went at the table; where results are confirmed ``results`` says who may."""
    is_at_table: bool
    """Its orders are open, and it is neither flown nor recorded nor archived: it is played at the table now."""
    shows_flight_line: bool
    """There is still something to say of how it is flown, beside ``results``."""
    may_debrief: bool
    why_grounded: str
    """Why nobody can fly it by the orders that both sides have signed; empty if it can be flown."""
    may_ground: bool
    """The viewer may debrief it as not flown."""
    why_not_flown: str
    """Of a mission that was debriefed as not flown."""
    may_void: bool
    """It is under way, and the viewer may declare it void; once debriefed, the debrief leads there."""
    voided: str
    """Why it was declared void; empty if it was not."""


_LATEST_JOB = Prepared(lambda: Job.objects.filter(mission=number("mission")).order_by("-created_at")[:1])


def mission_page(mission: Mission, viewer: Viewer) -> MissionPage:
    """The page of a mission that ``mission_or_404`` fetched. Four queries, two more while signed orders wait."""
    pack = definition_of(mission.campaign)
    wanted = pack.mission(mission.key)
    flight, debrief = flight_of(mission), debrief_of(mission)
    latest = _LATEST_JOB.first(mission=mission.pk)
    job = latest if latest and not latest.is_finished else None
    commands = viewer.may(Role.COMMANDER)
    game = on_screen(mission, viewer)
    ready = mission.status == Mission.Status.READY and job is None and game is None
    why = context.why_grounded(mission) if pack.keeps_pools and mission.status == Mission.Status.READY else ""
    again = flight is not None and flight.way == Flight.Way.TABLE and debrief is None
    results = on_its_way(mission, viewer)
    is_told = results is not None and results.is_told
    flies = viewer.may(Role.UMPIRE) if mission.is_told_and_confirmed else commands
    may_fly = flies and ready and not why and not mission.is_on_paper and not is_told
    signed = signed_orders(mission)
    records = (ready and not why) or (again and mission.status == Mission.Status.FLOWN)
    return MissionPage(
        definition=wanted,
        stage=next(stage for stage in pack.stages if stage.key == mission.scenario["stage"]),
        target=library().targets[wanted.target.slug] if wanted.target else None,
        plans=_plans(mission, viewer, pack, signed, is_flying=job is not None or game is not None),
        sealed=sealed_with(mission, viewer, signed) if job is None else None,
        results=results,
        job=job,
        game=game,
        failed=latest if latest and latest.status == Job.Status.FAILED and flight is None else None,
        flight=flight,
        debrief=debrief,
        points={side: Report.from_json(flight.report).points(side) for side in SIDES} if flight else None,
        watch_first=flight is not None and flight.has_replay and flight.corrected_at is None and debrief is None,
        may_fly=may_fly,
        may_screen=commands and ready and not why and not mission.is_on_paper and not is_told,
        may_record=commands and records and results is None,
        is_at_table=ready and not why and mission.orders_are_open and not mission.is_on_paper and not viewer.is_closed,
        shows_flight_line=flight is None and not is_told and (results is None or commands or bool(job or game or why)),
        may_debrief=commands and mission.status == Mission.Status.FLOWN,
        why_grounded=why,
        why_not_flown=" ".join(flight.report.get("notes", ())) if flight and flight.way == Flight.Way.GROUNDED else "",
        may_ground=commands and ready and bool(why),
        may_void=viewer.may(Role.UMPIRE) and job is None and game is None and mission.status not in ENDED,
        voided=why_void(mission),
    )


def why_void(mission: Mission) -> str:
    """Why a mission was declared void, as a sentence; empty if it was not. One query if it was."""
    if mission.status != Mission.Status.VOID:
        return ""
    entry = mission.campaign.entries.filter(kind=Voided.kind, mission=mission.number).last()
    reason = Voided.of(entry).reason.strip() if entry else ""
    return reason if not reason or reason[-1] in ".!?…" else f"{reason}."


def flight_of(mission: Mission) -> Flight | None:
    """The mission's flight, if it has been flown."""
    return getattr(mission, "flight", None)


def debrief_of(mission: Mission) -> Debrief | None:
    """The mission's debrief, if it has been debriefed."""
    return getattr(mission, "debrief", None)


def _plans(
    mission: Mission, viewer: Viewer, pack: PackDefinition, signed: Mapping[str, Orders], *, is_flying: bool
) -> dict[str, SidePlan]:
    pilots = _named_in(signed.values(), mission)
    planning = not mission.orders_are_open and not is_flying and not mission.is_late
    waiting = mission.status in (Mission.Status.PLANNING, Mission.Status.READY) and not is_flying
    standing = standings.standing_of(mission.campaign) if waiting and signed else None
    plans = {}
    for seat in mission.campaign.seats.all():
        if seat.role != Role.COMMANDER:
            continue
        orders = signed.get(seat.side)
        known = signed.values() if mission.orders_are_open else [orders] if orders else []
        spent = [context.orders_of(each).resource for each in known]
        visible = orders is not None and may_see_orders(orders, mission, viewer)
        plans[seat.side] = SidePlan(
            side=seat.side,
            commander=str(seat.user) if seat.user else STAFF,
            is_signed=orders is not None,
            is_guess=mission.is_on_paper and orders is not None and orders.signed_by_id is None,
            may_plan=planning and may_plan(mission, viewer, seat.side),
            orders=orders_summary(orders, pack, mission, pilots, spent) if orders is not None and visible else None,
            why_not=context.why_not(mission, context.side_name(seat.side), context.orders_of(orders), standing)
            if orders is not None and visible and standing is not None
            else "",
        )
    return {side: plans[side] for side in sorted(SIDES, key=lambda side: not plans[side].may_plan)}


class Named(Protocol):
    """A man of whom no more is asked."""

    @property
    def name(self) -> str: ...


class _Man(NamedTuple):
    pk: int
    name: str


_MEN = Prepared(
    lambda: (
        Pilot.objects.filter(campaign=number("campaign"), pk__gte=number("first"), pk__lte=number("last"))
        .order_by()
        .values_list("pk", "name")
    )
)


def _named_in(signed: Iterable[Orders], mission: Mission) -> dict[int, Named]:
    """The men that these orders name, and who has come to the campaign between them. One query, none where they name
    nobody."""
    flying = (seat for orders in signed for unit in context.orders_of(orders).units for seat in seats(unit))
    named = {seat.pilot for seat in flying if seat.pilot}
    if not named:
        return {}
    return {pk: _Man(pk, name) for pk, name in _MEN(campaign=mission.campaign_id, first=min(named), last=max(named))}


def orders_summary(
    row: Orders | Draft,
    pack: PackDefinition,
    mission: Mission,
    pilots: Mapping[int, Named],
    spent: Collection[str | None],
) -> OrdersSummary:
    """Orders for somebody who may see them. ``spent``: the Resources that both sides spend, as far as he may know."""
    orders = context.as_flown(mission, row, spent)
    side = context.side_name(row.side)
    titles = {unit.id: unit.title for unit in context.units(mission, side, orders.resource)}
    units = tuple(_unit_summary(unit, titles, pilots, pack) for unit in orders.units)
    resource = pack.resources[orders.resource].title if orders.resource else ""
    return OrdersSummary(resource=resource, doctrine=orders.doctrine, units=units)


def _unit_summary(
    unit: UnitOrders, titles: Mapping[str, str], pilots: Mapping[int, Named], pack: PackDefinition
) -> UnitSummary:
    flying = seats(unit)
    named = [pilots.get(seat.pilot) if seat.pilot else None for seat in flying]
    types = dict.fromkeys(aircraft_name(seat.aircraft) for seat in flying)
    return UnitSummary(
        id=unit.id,
        role=titles[unit.id],
        aircraft=flying[0].aircraft,
        aircraft_name=" and ".join(types),
        kind=kind_of(unit, len(flying), pack) or ("1 aircraft" if unit.models else ""),
        altitude=unit.altitude or "",
        altitude_name=ALTITUDES.get(unit.altitude or "", ""),
        load=load_of(unit),
        arrives=unit.arrives,
        men=_men(named, flying, names_men=pack.names_men),
        escorts=titles[unit.escorts] if unit.escorts else "",
    )


def _men(named: Sequence[Named | None], flying: Sequence[FlyingSeat], *, names_men: bool) -> tuple[str, ...]:
    """Who sits in each aircraft; where nobody has a name, the aircraft alone."""
    if not names_men:
        return tuple(seat.airframe for seat in flying if seat.airframe)
    if not any(named) and not any(seat.airframe for seat in flying):
        return ()
    return tuple(_who(man, seat) for man, seat in zip(named, flying, strict=True))


def _who(man: Named | None, seat: FlyingSeat) -> str:
    """Who sits there, after the code of his aircraft if the side keeps a pool."""
    return f"{seat.airframe} {man.name if man else f'unnamed {seat.title}'}".strip()


def kind_of(unit: UnitOrders, aircraft: int, pack: PackDefinition) -> str:
    """How so many aircraft fly together, in the rulebook's words; of an Element nothing."""
    if unit.models:
        return pack.rules.together(str(aircraft))
    return {1: "lone leader", 2: "", 3: "Section of three"}[aircraft]


def load_of(unit: UnitOrders) -> str:
    """What a unit carries in words, with the mode of bombing."""
    mode = f" ({unit.mode})" if unit.mode and unit.mode != "torpedo" else ""
    return " and ".join(unit.load).replace("-", " ") + mode


def replay(mission: Mission, viewer: Viewer) -> Watched:
    """The steps of a mission that the engine flew, or people on screen.

    Until the debrief a commander sees it as his side saw it; afterwards the hands are open to everybody.
    """
    flight = flight_of(mission)
    if flight is None or not flight.has_replay:
        raise Refusal("There is a replay only of a mission that was flown by the engine or on screen.")
    return watched(mission, flight, audience_of(mission, viewer))


def watched(mission: Mission, flight: Flight, audience: Side | None) -> Watched:
    """What was flown, with somebody's eyes."""
    return Watched(
        title=f"mission {mission.number}",
        heading=Heading(mission.title, f"Mission {mission.number} of {mission.campaign.name}"),
        fight=FightKey(mission_id=mission.pk),
        system=engine.systems()[mission.campaign.pack.system],
        record=flight.record,
        frames=frames_of(flight.record, audience),
        url=reverse("mission-replay", args=(mission.campaign_id, mission.number)),
        film_url=reverse("mission-film", args=(mission.campaign_id, mission.number)),
        audience=audience,
    )


def audience_of(mission: Mission, viewer: Viewer) -> Side | None:
    """Whose eyes a mission that was flown is watched with; ``None``: all hands are open."""
    if debrief_of(mission) or viewer.table_side is None:
        return None
    if viewer.table_side == "":
        raise Refusal("The replay opens to you after the debrief.")
    return context.side_name(viewer.table_side)


@dataclass(frozen=True, slots=True, kw_only=True)
class DebriefPage:
    """A report, before or after it is applied."""

    flight: Flight
    told: ReportPage
    notes: tuple[str, ...]
    results: OnItsWay | None
    """What its tables told, where results are confirmed."""
    debrief: Debrief | None
    entered: str
    """``Entered by Anna``, or by what it came into the journal if nobody entered it; empty if it is not there."""
    may_debrief: bool
    may_withdraw: bool
    may_correct: bool
    """He may tell it anew or declare it void."""


def debrief_page(mission: Mission, viewer: Viewer) -> DebriefPage:
    """The debrief of a mission that has been flown. One query; one more where the campaign has Resources, and one where
    no account of ours entered it.
    """
    flight = flight_of(mission)
    if flight is None:
        raise Refusal("The mission has not been flown yet.")
    report = Report.from_json(flight.report)
    done = debrief_of(mission)
    is_latest = not Mission.objects.filter(campaign_id=mission.campaign_id, number__gt=mission.number).exists()
    return DebriefPage(
        flight=flight,
        told=report_of_mission(mission, report),
        notes=report.notes,
        results=on_its_way(mission, viewer),
        debrief=done,
        entered=_entered(mission, done) if done else "",
        may_debrief=mission.status == Mission.Status.FLOWN and viewer.may(Role.COMMANDER),
        may_withdraw=done is not None and is_latest and viewer.may(Role.UMPIRE),
        may_correct=done is not None and viewer.may(Role.UMPIRE),
    )


def _entered(mission: Mission, done: Debrief) -> str:
    if done.actor:
        return f"Entered by {done.actor.get_username()}"
    by = mission.campaign.entries.filter(batch=done.batch).values_list("by", flat=True).first() or STAFF
    return ENTERED_ITSELF.get(by) or f"Entered by {'the staff' if by == STAFF else by}"
