"""The writers of missions: drawn, planned, flown, debriefed, never backwards but by taking a debrief back.

One operation is one transaction that locks the campaign's row first and checks every guard under the lock.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns import journal, seeds
from campaigns.definitions import definition
from campaigns.journal import Batch
from campaigns.models import Campaign, Entry, Pilot, Role, Seat, Side
from campaigns.operations import finish_campaign, locked, reopen_campaign
from campaigns.packs import PackDefinition
from campaigns.packs import planning as cards
from campaigns.packs.schema import SIDES
from campaigns.packs.schema import Side as SideName
from campaigns.refusals import Refusal
from engine.core.report import AircraftReport, Report
from missions import jobs, loading, staff, table
from missions.models import Debrief, Flight, Job, Mission, Orders
from missions.orders import seats, validated
from missions.table import Outcome


def draw_mission(*, actor: User, campaign: Campaign) -> Mission:
    """Draw the campaign's next mission and store its seed; the staff plans for its sides at once. [WBY 24.3 C1]"""
    with locked(campaign.pk) as campaign:
        if campaign.is_finished:
            raise Refusal("The campaign is over: there is no mission left to draw.")
        flown = list(Mission.objects.filter(campaign=campaign).order_by("number"))
        if flown and flown[-1].status != Mission.Status.DEBRIEFED:
            raise Refusal(f"Mission {flown[-1].number} is not debriefed yet. Finish it before drawing the next.")
        pack = definition(campaign.pack)
        number = len(flown) + 1
        drawn = cards.draw(
            pack, number, [mission.key for mission in flown], seeds.chance(campaign.seed, "draw", number)
        )
        batch = Batch(campaign, actor)
        skilled = _draw_skilled(campaign, pack, drawn.key, number)
        mission = Mission.objects.create(
            campaign=campaign,
            number=number,
            key=drawn.key,
            title=drawn.definition.title,
            date=drawn.date.isoformat(),
            place=drawn.definition.place,
            seed=seeds.derive(campaign.seed, "mission", number),
            scenario={"stage": drawn.stage.key, "skilled": {side: pilot.pk for side, pilot in skilled.items()}},
        )
        batch.add(
            Entry.Kind.DRAWN,
            {
                "key": drawn.key,
                "title": mission.title,
                "date": mission.date,
                "place": mission.place,
                "stage": drawn.stage.title,
                "cards": [{"number": card.number, "face": card.face, "colour": card.colour} for card in drawn.cards],
                "skilled": {side: pilot.name for side, pilot in skilled.items()},
            },
            mission=number,
        )
        batch.write()
        for side in _staff_sides(campaign):
            plan = staff.plan(
                loading.choices(mission, side), seed=mission.seed, missions_left=pack.missions_in_all - number + 1
            )
            _sign(mission, side, plan, None)
        return mission


def _draw_skilled(campaign: Campaign, pack: PackDefinition, key: str, number: int) -> dict[SideName, Pilot]:
    """The skilled pilot or crew whom each side's card brings for this mission. [WBY 19.4]"""
    found: dict[SideName, Pilot] = {}
    taken = set(campaign.pilots.exclude(resource="").values_list("name", flat=True))
    for side in SIDES:
        chance = seeds.chance(campaign.seed, "skilled", number, side)
        drawn = cards.skilled_pilot_drawn(pack, key, side, chance, taken)
        if drawn is None:
            continue
        found[side], _ = Pilot.objects.get_or_create(
            campaign=campaign,
            side=side,
            name=drawn.name,
            defaults={
                "nation": drawn.nation,
                "service": drawn.service,
                "skills": list(drawn.skills),
                "on_roster": False,
            },
        )
    return found


def _staff_sides(campaign: Campaign) -> list[SideName]:
    taken = set(
        Seat.objects.filter(campaign=campaign, role=Role.COMMANDER, user__isnull=False).values_list("side", flat=True)
    )
    return [side for side in SIDES if side not in taken]


def sign_orders(*, actor: User, mission: Mission, side: SideName, document: object) -> Orders:
    """Sign a side's orders, or sign them anew as long as the mission has not been flown.

    Whatever may not be chosen is refused with a sentence and the field to mend.
    """
    with locked(mission.campaign_id) as campaign:
        mission = _under_lock(campaign, mission)
        if not Seat.objects.filter(campaign=campaign, side=side, role=Role.COMMANDER, user=actor).exists():
            raise Refusal("You do not command this side.")
        _refuse_unless_planning(mission)
        return _sign(mission, side, validated(loading.choices(mission, side), document), actor)


def _sign(mission: Mission, side: SideName, document: dict[str, Any], actor: User | None) -> Orders:
    orders, _ = Orders.objects.update_or_create(
        mission=mission,
        side=side,
        defaults={"document": document, "signed_at": timezone.now(), "signed_by": actor},
    )
    if mission.status == Mission.Status.PLANNING and mission.orders.count() == len(SIDES):
        _move(mission, Mission.Status.READY)
    return orders


def _refuse_unless_planning(mission: Mission) -> None:
    if mission.orders_are_open:
        raise Refusal(mission.why_orders_stand)
    if _open_job(mission) is not None:
        raise Refusal("The engine is flying the mission: its orders stand as they were signed.")


def open_orders(*, mission: Mission) -> Mission:
    """Lay both sides' signed orders open for everybody, to fly the mission at the table; from now on they stand.

    Doing so again changes nothing.
    """
    with locked(mission.campaign_id) as campaign:
        mission = _under_lock(campaign, mission)
        if mission.orders_are_open:
            return mission
        if _open_job(mission) is not None:
            raise Refusal("The engine is flying the mission.")
        _refuse_unless_ready(mission)
        mission.opened_at = timezone.now()
        mission.save(update_fields=["opened_at"])
        return mission


def queue_flight(*, actor: User, mission: Mission, debrief: bool = False) -> Job:
    """Have the engine fly the mission, and debrief it too if asked. A flight under way is joined, not doubled."""
    with locked(mission.campaign_id) as campaign:
        mission = _under_lock(campaign, mission)
        if (job := _open_job(mission)) is not None:
            return job
        _refuse_unless_ready(mission)
        now = timezone.now()
        job = Job.objects.create(
            owner=actor, mission=mission, kind=jobs.FLY, payload={"debrief": debrief}, sent_at=now, moved_at=now
        )
        # A broker that is down costs a while, not the job: the sweep sends it again.
        transaction.on_commit(lambda: jobs.send(job), robust=True)
        return job


def _refuse_unless_ready(mission: Mission) -> None:
    if mission.status == Mission.Status.PLANNING:
        missing = [side.label for side in Side if side not in {orders.side for orders in mission.orders.all()}]
        raise Refusal(f"The {' and the '.join(missing)} orders are not signed yet.")
    if mission.status != Mission.Status.READY:
        raise Refusal("The mission has been flown.")


def _open_job(mission: Mission) -> Job | None:
    return mission.jobs.filter(status__in=(Job.Status.QUEUED, Job.Status.RUNNING)).first()


def store_flight(*, mission: Mission, record: str, report: Report, key: UUID) -> Flight:
    """Keep the engine's flight of a mission. The same key again finds what it stored.

    A job (``key``) that has been given up stores nothing: the orders may have changed since.
    """
    with locked(mission.campaign_id) as campaign:
        mission = _under_lock(campaign, mission)
        flight = Flight.objects.filter(mission=mission).first()
        if flight is not None and flight.key == key:
            return flight
        _refuse_unless_ready(mission)
        if Job.objects.filter(pk=key, status=Job.Status.FAILED).exists():
            raise Refusal("This flight has been given up.")
        flight = Flight.objects.create(
            mission=mission,
            way=Flight.Way.ENGINE,
            record=record,
            report=report.as_json(),
            key=key,
            stored_at=timezone.now(),
        )
        _move(mission, Mission.Status.FLOWN)
        return flight


def record_table(*, actor: User, mission: Mission, outcome: Outcome, key: UUID, seen: str | None = None) -> Flight:
    """Record how a mission went at the table; until the debrief a new record replaces the old one.

    The same page again (``key``) finds what it stored; sent with other contents, after going back in the browser,
    it is a new record. ``seen`` is the ``Flight.version`` that the page came with, empty if there was none: what
    somebody else has stored since is not overwritten. What cannot have happened is refused with the field to mend.
    """
    with locked(mission.campaign_id) as campaign:
        mission = _under_lock(campaign, mission)
        flight = Flight.objects.filter(mission=mission).first()
        if flight is None:
            if _open_job(mission) is not None:
                raise Refusal("The engine is flying the mission.")
            _refuse_unless_ready(mission)
        elif flight.way == Flight.Way.ENGINE:
            raise Refusal("The engine has flown this mission.")
        if Flight.objects.filter(key=key).exclude(mission=mission).exists():
            raise Refusal("This page belongs to another mission. Open the mission again.")
        report = table.report(mission, outcome)
        if flight is not None and flight.key == key and Report.from_json(flight.report) == report:
            return flight
        if mission.status == Mission.Status.DEBRIEFED:
            raise Refusal("The mission has been debriefed. Take the debrief back to correct it.")
        if flight is not None and flight.key != key and seen not in (None, flight.version):
            raise Refusal("Another result has been stored since you opened this page. Open it again to see it.")
        flight, _ = Flight.objects.update_or_create(
            mission=mission,
            defaults={
                "way": Flight.Way.TABLE,
                "record": "",
                "report": report.as_json(),
                "key": key,
                "stored_at": timezone.now(),
            },
        )
        _move(mission, Mission.Status.FLOWN)
        return flight


def debrief(*, actor: User, mission: Mission, key: UUID, seen: str = "") -> tuple[Debrief, bool]:
    """Apply a mission's report to the journal, once. Returns the debrief and whether this call applied it.

    The same key again is the same act and gets the same answer; another act is refused. ``seen`` is the
    ``Flight.version`` that the actor was shown: if the result has changed since, nothing is applied. The last
    mission's debrief ends the campaign.
    """
    with locked(mission.campaign_id) as campaign:
        mission = _under_lock(campaign, mission)
        done = Debrief.objects.filter(mission=mission).first()
        if done is not None:
            if done.key == key:
                return done, False
            raise Refusal("The mission has been debriefed already.")
        if mission.status != Mission.Status.FLOWN:
            raise Refusal("The mission has not been flown yet.")
        if Debrief.objects.filter(key=key).exists():
            raise Refusal("This page belongs to another mission. Open the mission again.")
        flight = Flight.objects.get(mission=mission)
        if seen and seen != flight.version:
            raise Refusal("The result has been corrected since you opened this page. Look at it again.")
        report = Report.from_json(flight.report)
        batch = Batch(campaign, actor)
        done = Debrief.objects.create(mission=mission, key=key, actor=actor, at=batch.at, batch=batch.id)
        totals = journal.points(journal.in_force(campaign))
        _apply(batch, mission, flight, report)
        _move(mission, Mission.Status.DEBRIEFED)
        if mission.number == definition(campaign.pack).missions_in_all:
            final = {side: totals[side] + report.points(side) for side in Side.values}
            finish_campaign(campaign, batch, final, mission.number)
        batch.write()
        return done, True


def _apply(batch: Batch, mission: Mission, flight: Flight, report: Report) -> None:
    """Write a report's entries: resources, sorties, kills, target, points, and that it is debriefed."""
    pack = definition(mission.campaign.pack)
    flown_by = _pilots_by_seat(mission)
    for orders in mission.orders.all():
        if key := orders.document["resource"]:
            data = {"key": key, "title": pack.resources[key].title}
            batch.add(Entry.Kind.RESOURCE, data, side=orders.side, mission=mission.number)
    for aircraft in report.aircraft:
        pilot = flown_by.get((aircraft.unit, aircraft.seat))
        batch.add(Entry.Kind.SORTIE, _sortie(aircraft), side=aircraft.side, mission=mission.number, pilot=pilot)
        for kill in aircraft.kills:
            data = {
                "unit": aircraft.unit,
                "seat": aircraft.seat,
                "aircraft": aircraft.aircraft,
                "victim": {"unit": kill.unit, "seat": kill.seat, "aircraft": kill.aircraft},
            }
            batch.add(Entry.Kind.KILL, data, side=aircraft.side, mission=mission.number, pilot=pilot)
    if report.target is not None:
        target = report.target
        data = {"name": target.name, "damage": target.damage, "level": target.level, "points": target.points}
        batch.add(Entry.Kind.TARGET, data, mission=mission.number)
    types = {(each.unit, each.seat): each.aircraft for each in report.aircraft}
    for score in report.scores:
        data = {
            "points": score.points,
            "section": score.section,
            "reason": score.reason,
            "unit": score.unit,
            "seat": score.seat,
            "aircraft": types.get((score.unit, score.seat), ""),
        }
        batch.add(Entry.Kind.POINTS, data, side=score.side, mission=mission.number)
    batch.add(
        Entry.Kind.DEBRIEFED,
        {
            "way": flight.way,
            "turns": report.turns,
            "duration": list(report.duration),
            "effects": {side: list(effects) for side, effects in report.resources.items()},
            "points": {side: report.points(side) for side in SIDES},
            "notes": list(report.notes),
        },
        mission=mission.number,
    )


def _sortie(aircraft: AircraftReport) -> dict[str, Any]:
    return {
        "unit": aircraft.unit,
        "seat": aircraft.seat,
        "aircraft": aircraft.aircraft,
        "class": aircraft.aircraft_class,
        "status": aircraft.status,
        "exit": aircraft.exit,
        "hits": aircraft.hits,
        "cause": aircraft.cause,
        "over_target": aircraft.over_target,
        "jettisoned": aircraft.jettisoned,
        "role": aircraft.role,
        "load": list(aircraft.load),
        "struck": aircraft.struck,
        "cargo": aircraft.cargo,
        "mines": aircraft.mines,
        "recon": aircraft.recon,
        "fuel": aircraft.fuel,
    }


def _pilots_by_seat(mission: Mission) -> dict[tuple[str, str], Pilot]:
    """Who flew which seat, by the orders; who crewed which aircraft of a Formation."""
    pilots = {pilot.pk: pilot for pilot in Pilot.objects.filter(campaign_id=mission.campaign_id)}
    return {
        (unit["id"], seat.name): pilots[seat.pilot]
        for orders in loading.signed(mission).values()
        for unit in orders["units"]
        for seat in seats(unit)
        if seat.pilot is not None
    }


def withdraw_debrief(*, actor: User, mission: Mission) -> None:
    """Take a debrief back: its entries are reversed, and the mission stands as flown, to be recorded again.

    Only the latest mission's, before the next one is drawn. A campaign that it ended runs again.
    """
    with locked(mission.campaign_id) as campaign:
        mission = _under_lock(campaign, mission)
        done = Debrief.objects.filter(mission=mission).first()
        if done is None:
            raise Refusal("The mission has not been debriefed.")
        if Mission.objects.filter(campaign=campaign, number__gt=mission.number).exists():
            raise Refusal("The next mission has been drawn: this debrief stands.")
        batch = Batch(campaign, actor)
        for entry in campaign.entries.filter(batch=done.batch).exclude(kind=Entry.Kind.FINISHED).order_by("number"):
            batch.reverse(entry)
        if campaign.is_finished:
            reopen_campaign(campaign, batch)
        batch.write()
        done.delete()
        _move(mission, Mission.Status.FLOWN)


def _under_lock(campaign: Campaign, mission: Mission) -> Mission:
    """The mission as it stands now, with its locked campaign."""
    fresh = Mission.objects.get(pk=mission.pk)
    fresh.campaign = campaign
    return fresh


def _move(mission: Mission, status: Mission.Status) -> None:
    mission.status = status
    mission.save(update_fields=["status"])
