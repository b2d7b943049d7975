"""The writers of missions: drawn, planned, flown, debriefed, never backwards but by taking a debrief back.

One operation is one transaction that locks the campaign's row first and checks every guard under the lock.
"""

from __future__ import annotations

import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from campaigns.access import is_umpire, refuse_unless_for, refuse_unless_umpire, viewer
from campaigns.models import Campaign, Entry, Itself, Pilot, Role, Seat
from campaigns.operations.campaigns import locked, settle
from campaigns.operations.journal import Batch
from campaigns.operations.pilots import staff_skills
from campaigns.packs import PackDefinition
from campaigns.packs import planning as cards
from campaigns.packs.planning import DrawnMission
from campaigns.packs.schema import SIDES
from campaigns.packs.schema import Side as SideName
from campaigns.selectors import standings
from campaigns.selectors.definitions import definition
from campaigns.selectors.sides import side_titles
from campaigns.sequence import draws
from campaigns.standing import NewLine, Standing
from campaigns.standing.questions import missions_left
from config.common import clock, seeds
from config.common.refusals import Refusal
from engine.core.report import Report
from missions.access import may_plan
from missions.flights import context
from missions.models import Debrief, Flight, Job, Mission, Orders, ResultDraft, Step, Submission
from missions.operations import jobs
from missions.planning import staff
from missions.planning.orders import validated
from missions.results import outcomes
from missions.results.journal_lines import KINDS, grounded, outcome_lines
from missions.results.outcomes import Outcome
from notices.outbox import tell

VOID_IT = "The mission may be declared void."
"""What is left to do about an operation that was counted by mistake."""


def open_period(*, actor: User, campaign: Campaign, weather: str | None = None) -> None:
    """Begin the next period: a card gives its weather, and replacements, repairs and events follow. [SUP 27 steps 1-2]

    ``weather`` is the title of its weather, of a campaign brought in from paper; only the umpire gives it.
    """
    with locked(campaign.pk) as campaign:
        pack = definition(campaign.pack)
        standing = standings.standing_of(campaign)
        refuse_unless_between(campaign, standing)
        if not pack.has_periods:
            raise Refusal("This campaign has no periods.")
        if standing.period is not None and not standing.period.is_over:
            left = standing.period.missions - len(standing.period.flown)
            raise Refusal(f"The period has {left} more Missions to fly before the next begins. [SUP 27]")
        if weather is not None:
            refuse_unless_umpire(campaign, actor)
        try:
            line = draws.period_line(pack, standing, campaign.seed, weather)
        except KeyError:
            raise Refusal("There is no such weather in this stage.", "weather") from None
        batch = Batch(campaign, actor)
        if weather is None:
            for skill in staff_skills(standing, list(_staff_sides(campaign)), campaign.seed, standings.now(standing)):
                batch.put(skill)
        batch.put(line)
        settle(campaign, batch)
        batch.write()


def draw_mission(*, actor: User, campaign: Campaign) -> Mission:
    """Draw the campaign's next mission and store its seed; the staff plans for its sides at once.

    [WBY 24.3 C1, SUP 25, 27 step 3] Where a side chooses, its staff does; a person is asked (``choose_mission``).
    """
    with locked(campaign.pk) as campaign:
        pack = definition(campaign.pack)
        standing = standings.standing_of(campaign)
        side = _refuse_unless_drawable(campaign, pack, standing)
        if side is None:
            return _begin(actor, campaign, standing, draws.next_mission(pack, standing, campaign.seed))
        if side not in _staff_sides(campaign):
            raise Refusal(f"The {side_titles(pack)[side]} side chooses this Mission. [SUP 27 step 3]")
        return _begin(actor, campaign, standing, draws.chosen_by_staff(pack, standing, campaign.seed), chosen=side)


def choose_mission(*, actor: User, campaign: Campaign, key: str) -> Mission:
    """The side that the stage lets choose takes a Mission from its table. [SUP 27 step 3]"""
    with locked(campaign.pk) as campaign:
        pack = definition(campaign.pack)
        standing = standings.standing_of(campaign)
        side = _refuse_unless_drawable(campaign, pack, standing)
        if side is None:
            raise Refusal("A card draws this Mission: nobody chooses it.")
        refuse_unless_for(campaign, actor, side)
        try:
            drawn = draws.next_mission(pack, standing, campaign.seed, key)
        except KeyError:
            raise Refusal("This Mission cannot be chosen now. Choose one of those in the table.", "mission") from None
        return _begin(actor, campaign, standing, drawn, chosen=side)


def draw_on_paper(*, actor: User, campaign: Campaign, key: str, date: datetime.date) -> Mission:
    """Enter a mission that was flown on paper before the campaign came here: which it was, and when.

    For both sides the staff puts down what it would have done; the umpires sign what was flown instead
    (``sign_orders``). The result is recorded and debriefed as of any mission at the table.
    """
    with locked(campaign.pk) as campaign:
        refuse_unless_umpire(campaign, actor)
        pack = definition(campaign.pack)
        standing = standings.standing_of(campaign)
        _refuse_unless_drawable(campaign, pack, standing)
        try:
            drawn = draws.named(pack, standing, key, date)
        except KeyError:
            raise Refusal("This Mission cannot be the next: choose one of its stage's table.", "mission") from None
        except ValueError as problem:
            raise Refusal(str(problem), "date") from None
        return _begin(actor, campaign, standing, drawn, paper=True)


def refuse_unless_between(campaign: Campaign, standing: Standing) -> None:
    """Nothing new begins in a campaign that is over, or while a mission is under way."""
    if campaign.is_finished:
        raise Refusal("The campaign is over: there is no mission left to draw.")
    if standings.is_under_way(standing):
        number = max(standing.missions)
        raise Refusal(f"Mission {number} is not debriefed yet. Finish it before going on.")


def _refuse_unless_drawable(campaign: Campaign, pack: PackDefinition, standing: Standing) -> SideName | None:
    """The side that chooses the next mission; ``None`` if a card or the pack's order does."""
    refuse_unless_between(campaign, standing)
    if not pack.has_periods:
        return None
    if standing.period is None or standing.period.is_over:
        raise Refusal("The period's Missions have been flown: begin the next period first. [SUP 27]")
    return pack.stage_of_period(standing.period.number)[0].chosen_by


def _begin(
    actor: User,
    campaign: Campaign,
    standing: Standing,
    drawn: DrawnMission,
    *,
    chosen: str = "",
    paper: bool = False,
) -> Mission:
    """Make the mission that has been drawn, and let the staff plan for its sides.

    On paper everything has been decided: the staff chooses no Skills, and puts down orders for both sides.
    """
    pack = definition(campaign.pack)
    number = max(standing.missions, default=0) + 1
    sides = _staff_sides(campaign)
    batch = Batch(campaign, actor)
    if not paper:
        for skill in staff_skills(standing, list(sides), campaign.seed, standings.now(standing)):
            batch.put(skill)
    skilled = {} if paper else _draw_skilled(campaign, pack, drawn.key, number)
    names = {side: pilot.name for side, pilot in skilled.items()}
    line = draws.drawn_line(pack, standing, drawn, chosen=chosen, skilled=names, paper=paper)
    mission = Mission.objects.create(
        campaign=campaign,
        number=number,
        key=drawn.key,
        period=line.data["period"],
        title=drawn.definition.title,
        date=line.data["date"],
        place=drawn.definition.place,
        seed=seeds.derive(campaign.seed, "mission", number),
        scenario={"stage": drawn.stage.key, "skilled": {side: pilot.pk for side, pilot in skilled.items()}}
        | ({"paper": True} if paper else {}),
        orders_due=None if paper else _due(campaign, batch.at),
    )
    batch.put(line)
    settle(campaign, batch)
    batch.write()
    standing = standings.standing_of(campaign)
    if not paper:
        tell_of(mission, "mission-drawn", actor=actor, data={"title": mission.title, "place": mission.place})
    for side in SIDES if paper else sides:
        sign(mission, side, by_staff(mission, side, standing), None)
    return mission


def _due(campaign: Campaign, drawn_at: datetime.datetime) -> datetime.datetime | None:
    """Until when orders are taken for a mission drawn now; ``None``: as long as they are not opened."""
    hours = campaign.orders_hours
    return None if hours is None else drawn_at + datetime.timedelta(hours=hours)


def by_staff(mission: Mission, side: SideName, standing: Standing) -> dict[str, Any]:
    """What the staff would sign for a side as the campaign stands."""
    choices = context.planned_with(mission, side, standing)
    return staff.plan(choices, seed=mission.seed, missions_left=missions_left(standing))


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


def sign_orders(*, actor: User, mission: Mission, side: SideName, document: object, seen: str | None = None) -> Orders:
    """Sign a side's orders, or sign them anew until the deadline and as long as they have not been opened or flown.

    Its commander does, and whoever else may say who flew on paper (``may_plan``). Whatever may not be chosen is refused
    with a sentence and the field to mend. ``seen`` is the ``Orders.version`` that the page came with, empty if nobody
    had signed: what somebody else has signed since is not overwritten.
    """
    with locked(mission.campaign_id) as campaign:
        mission = under_lock(campaign, mission)
        member = viewer(campaign, actor)
        if member is None or not may_plan(mission, member, side):
            raise Refusal("You do not command this side.")
        refuse_unless_planning(mission)
        signed = Orders.objects.filter(mission=mission, side=side).select_related("signed_by").first()
        if seen is not None and seen != (signed.version if signed else ""):
            by = signed.signed_by.get_username() if signed and signed.signed_by else "The staff"
            who = Itself.CLOCK.label if signed and signed.came_late else by
            raise Refusal(f"{who} has signed these orders since you opened this page. Open it again to see them.")
        return sign(mission, side, validated(context.choices(mission, side), document), actor)


def sign(
    mission: Mission, side: SideName, document: dict[str, Any], actor: User | None, *, came_late: str = ""
) -> Orders:
    """Put a side's orders down, part of an operation that has checked them. With both in the mission is ready.

    Where the terms say so, both are laid open at once. Only the first signature is told: that a side thinks again is
    its secret. ``came_late``: how the deadline put them there.
    """
    now = timezone.now()
    signed = Orders.objects.filter(mission=mission, side=side).first()
    is_first = actor is not None and not came_late and (signed is None or signed.handed_in_at is None)
    defaults: dict[str, Any] = {
        "document": document, "signed_at": now, "signed_by": actor, "came_late": came_late,
    }  # fmt: skip
    if is_first:
        defaults["handed_in_at"] = now
    orders, _ = Orders.objects.update_or_create(mission=mission, side=side, defaults=defaults)
    if is_first and not mission.is_on_paper:
        again = [str(mission.pk), str(orders.pk)] if _was_withdrawn(mission, side) else []
        tell_of(mission, "orders-in", side, *again, actor=actor, data={"side": side})
    if mission.status == Mission.Status.PLANNING and mission.orders.count() == len(SIDES):
        _move(mission, Mission.Status.READY)
    open_together(mission, actor)
    return orders


def _was_withdrawn(mission: Mission, side: str) -> bool:
    """The umpire has withdrawn orders of the side: the next first signature is news again."""
    said = mission.campaign.entries.filter(kind=Entry.Kind.ORDERS, mission=mission.number, side=side)
    return said.filter(data__how="withdrawn").exists()


def open_together(mission: Mission, actor: User | None = None) -> None:
    """Lay open orders that are both in, if that is the campaign's way: part of an operation."""
    ready = mission.status == Mission.Status.READY and mission.opened_at is None and not mission.is_on_paper
    if ready and mission.campaign.opens == Campaign.Opens.TOGETHER:
        _open(mission, actor)


def refuse_unless_planning(mission: Mission) -> None:
    """Plans change only before the deadline, and while nobody has opened or flown them."""
    if mission.orders_are_open:
        raise Refusal(mission.why_orders_stand)
    if open_job(mission) is not None:
        raise Refusal("The engine is flying the mission: its orders stand as they were signed.")
    if mission.orders_due is not None and mission.is_late:
        raise Refusal(f"The plan comes too late: orders were taken until {clock_time(mission, mission.orders_due)}.")


def clock_time(mission: Mission, at: datetime.datetime) -> str:
    """A moment by the clock of the campaign's club, with its zone: ``Sunday 22 November 2026, 20:00 GMT``."""
    return clock.when(at, None, mission.campaign.time_zone)


def tell_of(
    mission: Mission,
    kind: str,
    *key: str,
    actor: User | None = None,
    side: str = "",
    data: dict[str, Any] | None = None,
) -> None:
    """Tell of something about a mission, everybody or one side; the same thing again is told once."""
    campaign = mission.campaign
    name = " ".join((str(campaign.pk), str(mission.number), *key))
    tell(kind, name, campaign=campaign, mission=mission.number, side=side, actor=actor, data=data)


def open_orders(*, mission: Mission, actor: User | None = None) -> Mission:
    """Lay both sides' signed orders open for everybody, to fly the mission at the table; from now on they stand.

    Doing so again changes nothing.
    """
    with locked(mission.campaign_id) as campaign:
        mission = under_lock(campaign, mission)
        if mission.orders_are_open:
            return mission
        if open_job(mission) is not None:
            raise Refusal("The engine is flying the mission.")
        refuse_unless_ready(mission)
        _open(mission, actor)
        return mission


def _open(mission: Mission, actor: User | None) -> None:
    mission.opened_at = timezone.now()
    mission.save(update_fields=["opened_at"])
    _commit(mission.campaign, mission)
    tell_of(mission, "orders-opened", actor=actor, data={})


def _commit(campaign: Campaign, mission: Mission) -> None:
    """Its orders stand: what men learn from now on counts after it."""
    if mission.number > campaign.committed:
        campaign.committed = mission.number
        campaign.save(update_fields=["committed"])


def queue_flight(*, actor: User, mission: Mission, debrief: bool = False) -> Job:
    """Have the engine fly the mission, and debrief it too if asked. A flight under way is joined, not doubled.

    Where results are confirmed, only those who approve them put the engine's in the place of what a table would tell.
    """
    with locked(mission.campaign_id) as campaign:
        mission = under_lock(campaign, mission)
        if (job := open_job(mission)) is not None:
            return job
        refuse_unless_ready(mission)
        if mission.is_on_paper:
            raise Refusal("This mission has been flown on paper. Record how it went.")
        if mission.is_told_and_confirmed and not is_umpire(campaign, actor):
            raise Refusal("In this campaign an umpire approves results: only an umpire has the engine fly a mission.")
        if mission.submissions.exclude(status=Submission.Status.WITHDRAWN).exists():
            raise Refusal("A table has told how it went. The engine flies only what no table has flown.")
        now = timezone.now()
        job = Job.objects.create(
            owner=actor, mission=mission, kind=jobs.FLY, payload={"debrief": debrief}, sent_at=now, moved_at=now
        )
        # A broker that is down costs a while, not the job: the sweep sends it again.
        transaction.on_commit(lambda: jobs.send(job), robust=True)
        return job


def refuse_unless_ready(mission: Mission) -> None:
    if mission.status == Mission.Status.PLANNING:
        titles, signed = side_titles(mission.campaign), {orders.side for orders in mission.orders.all()}
        missing = [titles[side] for side in SIDES if side not in signed]
        raise Refusal(f"The {' and the '.join(missing)} orders are not signed yet.")
    if mission.status == Mission.Status.VOID:
        raise Refusal("The mission has been declared void.")
    if mission.status != Mission.Status.READY:
        raise Refusal("The mission has been flown.")
    if why := context.why_grounded(mission):
        raise Refusal(why)


def open_job(mission: Mission) -> Job | None:
    """The engine's flight of the mission under way."""
    return mission.jobs.filter(status__in=(Job.Status.QUEUED, Job.Status.RUNNING)).first()


def store_flight(*, mission: Mission, record: str, report: Report, key: UUID) -> Flight:
    """Keep the engine's flight of a mission. The same key again finds what it stored.

    A job (``key``) that has been given up stores nothing: the orders may have changed since.
    """
    with locked(mission.campaign_id) as campaign:
        mission = under_lock(campaign, mission)
        flight = Flight.objects.filter(mission=mission).first()
        if flight is not None and flight.key == key:
            return flight
        refuse_unless_ready(mission)
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
        _commit(campaign, mission)
        return flight


def record_table(*, actor: User, mission: Mission, outcome: Outcome, key: UUID, seen: str | None = None) -> Flight:
    """Record how a mission went at the table; until the debrief a new record replaces the old one.

    The same page again (``key``) finds what it stored; sent with other contents, after going back in the browser,
    it is a new record. ``seen`` is the ``Flight.version`` that the page came with, empty if there was none: what
    somebody else has stored since is not overwritten. What cannot have happened is refused with the field to mend.
    """
    with locked(mission.campaign_id) as campaign:
        mission = under_lock(campaign, mission)
        if mission.is_told_and_confirmed:
            raise Refusal("In this campaign a result is told, confirmed by the other side and approved.")
        flight = Flight.objects.filter(mission=mission).first()
        if flight is None:
            if open_job(mission) is not None:
                raise Refusal("The engine is flying the mission.")
            refuse_unless_ready(mission)
        elif flight.way == Flight.Way.ENGINE:
            raise Refusal("The engine has flown this mission.")
        elif flight.way == Flight.Way.GROUNDED:
            raise Refusal("Nobody flew this mission.")
        elif flight.way == Flight.Way.OPERATION:
            raise Refusal(f"An operation counts as this mission: nobody flew it here. {VOID_IT}")
        elif mission.status == Mission.Status.VOID:
            raise Refusal("The mission has been declared void.")
        refuse_key_of_another(mission, key)
        report = outcomes.report(mission, outcome)
        if flight is not None and flight.key == key and Report.from_json(flight.report) == report:
            return flight
        if mission.status == Mission.Status.DEBRIEFED:
            raise Refusal("The mission has been debriefed. Take the debrief back to correct it.")
        if flight is not None and flight.key != key and seen not in (None, flight.version):
            raise Refusal("Another result has been stored since you opened this page. Open it again to see it.")
        ResultDraft.objects.filter(mission=mission, by=actor).delete()
        return _store_table(campaign, mission, report, key)


def _store_table(campaign: Campaign, mission: Mission, report: Report, key: UUID) -> Flight:
    flight, _ = Flight.objects.update_or_create(
        mission=mission,
        defaults={
            "way": Flight.Way.TABLE,
            "record": "",
            "report": report.as_json(),
            "corrected_at": None,
            "key": key,
            "stored_at": timezone.now(),
        },
    )
    _move(mission, Mission.Status.FLOWN)
    _commit(campaign, mission)
    return flight


def enter_result(*, signer: User | Itself, mission: Mission, report: Report, key: UUID) -> Debrief:
    """Store how a mission went at its tables and debrief it: part of the operation that approves the result.

    ``mission`` is under the lock of its campaign. ``signer``: who approved it, or what it was approved by.
    """
    refuse_unless_ready(mission)
    return _debrief(signer, mission, _store_table(mission.campaign, mission, report, key), key)


def debrief(*, actor: User, mission: Mission, key: UUID, seen: str = "") -> tuple[Debrief, bool]:
    """Apply a mission's report to the journal, once. Returns the debrief and whether this call applied it.

    The same key again is the same act and gets the same answer; another act is refused. ``seen`` is the
    ``Flight.version`` that the actor was shown: if the result has changed since, nothing is applied. The debrief
    that leaves nothing to fly ends the campaign.
    """
    with locked(mission.campaign_id) as campaign:
        mission = under_lock(campaign, mission)
        if (done := _debriefed_with(mission, key)) is not None:
            return done, False
        if mission.status != Mission.Status.FLOWN:
            raise Refusal("The mission has not been flown yet.")
        flight = Flight.objects.get(mission=mission)
        if seen and seen != flight.version:
            raise Refusal("The result has been corrected since you opened this page. Look at it again.")
        return _debrief(actor, mission, flight, key), True


def _debriefed_with(mission: Mission, key: UUID) -> Debrief | None:
    """The debrief that the same act has made; another act is refused, and so is the page of another mission."""
    done = Debrief.objects.filter(mission=mission).first()
    if done is not None:
        if done.key == key:
            return done
        raise Refusal("The mission has been debriefed already.")
    refuse_key_of_another(mission, key)
    return None


def refuse_key_of_another(mission: Mission, key: UUID) -> None:
    """An act is about one mission: its key has stored no flight and made no debrief of another."""
    for rows in (Flight.objects, Debrief.objects):
        if rows.filter(key=key).exclude(mission=mission).exists():
            raise Refusal("This page belongs to another mission. Open the mission again.")


def _debrief(signer: User | Itself, mission: Mission, flight: Flight, key: UUID) -> Debrief:
    """Write what a flight's report comes to."""
    campaign = mission.campaign
    report = Report.from_json(flight.report)
    batch = Batch(campaign, signer)
    actor = None if isinstance(signer, Itself) else signer
    done = Debrief.objects.create(mission=mission, key=key, actor=actor, at=batch.at, batch=batch.id)
    corrected = flight.corrected_at is not None
    for line in debrief_lines(mission, report, flight.way, standings.standing_of(campaign), corrected=corrected):
        batch.put(line)
    _move(mission, Mission.Status.DEBRIEFED)
    settle(campaign, batch)
    batch.write()
    points = {side: report.points(side) for side in SIDES}
    tell_of(mission, "debriefed", str(done.pk), actor=actor, data={"title": mission.title, "points": points})
    return done


def debrief_lines(
    mission: Mission, report: Report, way: str, standing: Standing, *, corrected: bool = False
) -> list[NewLine]:
    """What the debrief of ``report`` writes when the campaign stands as ``standing`` before it."""
    campaign = mission.campaign
    orders = {} if way in (Flight.Way.GROUNDED, Flight.Way.OPERATION) else context.signed(mission)
    return outcome_lines(
        definition(campaign.pack),
        standing,
        mission.number,
        mission.key,
        report,
        orders,
        way=way,
        seed=campaign.seed,
        corrected=corrected,
    )


def ground_mission(*, actor: User, mission: Mission, key: UUID) -> tuple[Debrief, bool]:
    """Debrief a mission that nobody can fly by its orders: no points, nothing spent. Answers as ``debrief`` does."""
    with locked(mission.campaign_id) as campaign:
        mission = under_lock(campaign, mission)
        if (done := _debriefed_with(mission, key)) is not None:
            return done, False
        if open_job(mission) is not None:
            raise Refusal("The engine is flying the mission.")
        if mission.status != Mission.Status.READY:
            refuse_unless_ready(mission)
        why = context.why_grounded(mission)
        if not why:
            raise Refusal("The mission can be flown by the orders of both sides.")
        flight = Flight.objects.create(
            mission=mission,
            way=Flight.Way.GROUNDED,
            report=grounded(definition(campaign.pack), why).as_json(),
            key=key,
            stored_at=timezone.now(),
        )
        return _debrief(actor, mission, flight, key), True


def withdraw_debrief(*, actor: User, mission: Mission) -> None:
    """Take a debrief back: its entries are reversed, and the mission stands as flown, to be recorded again.

    Only the latest mission's, before anything else has begun. A campaign that it ended runs again.
    """
    with locked(mission.campaign_id) as campaign:
        mission = under_lock(campaign, mission)
        if not Debrief.objects.filter(mission=mission).exists():
            raise Refusal("The mission has not been debriefed.")
        if mission.is_operation:
            raise Refusal(f"An operation counts as this mission: there is no debrief to take back. {VOID_IT}")
        if Mission.objects.filter(campaign=campaign, number__gt=mission.number).exists():
            raise Refusal("The next mission has been drawn: this debrief stands. It may be corrected instead.")
        later = campaign.entries.filter(kind=Entry.Kind.PERIOD, moment__gt=2 * mission.number)
        if later.filter(reverses__isnull=True, reversed_by__isnull=True).exists():
            raise Refusal("The next period has begun: this debrief stands. It may be corrected instead.")
        batch = Batch(campaign, actor)
        take_back(mission, batch)
        settle(campaign, batch)
        batch.write()
        Debrief.objects.filter(mission=mission).delete()
        told = _told_again(mission, actor)
        if told or Flight.objects.filter(mission=mission, way=Flight.Way.GROUNDED).delete()[0]:
            _move(mission, Mission.Status.READY)
        else:
            _move(mission, Mission.Status.FLOWN)


def _told_again(mission: Mission, actor: User) -> bool:
    """Results of tables that had been approved wait for it again, and the flight that they came to is gone."""
    approved = list(mission.submissions.filter(status=Submission.Status.APPROVED))
    if not (approved and mission.is_told_and_confirmed):
        return False
    for submission in approved:
        submission.status, submission.due_at = Submission.Status.AGREED, None
        submission.save(update_fields=["status", "due_at"])
        Step.objects.create(
            submission=submission,
            what=Step.What.DECIDED,
            by=actor,
            at=timezone.now(),
            words="The debrief was taken back: the result waits for approval again.",
        )
    Flight.objects.filter(mission=mission).delete()
    return True


def take_back(mission: Mission, batch: Batch) -> list[Entry]:
    """Reverse what a mission's debrief wrote, and the rulings on its claims; returns what has been reversed."""
    stands = mission.campaign.entries.filter(
        mission=mission.number,
        kind__in=(*KINDS, Entry.Kind.RULING),
        reverses__isnull=True,
        reversed_by__isnull=True,
    )
    entries = list(stands.order_by("number"))
    for entry in entries:
        batch.reverse(entry)
    return entries


def under_lock(campaign: Campaign, mission: Mission) -> Mission:
    """The mission as it stands now, with its locked campaign."""
    fresh = Mission.objects.get(pk=mission.pk)
    fresh.campaign = campaign
    return fresh


def _move(mission: Mission, status: Mission.Status) -> None:
    mission.status = status
    mission.save(update_fields=["status"])
