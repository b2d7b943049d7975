"""Missions: drawn, flown, scored, debriefed, void. [WBY-C 24.3, SUP 27 steps 3-7]"""

from __future__ import annotations

import datetime

from campaigns.catalogue.ratings import FORMATION_CLASSES
from campaigns.standing import events, men, periods, pools, questions, stocks, track
from campaigns.standing.kinds import Drawn, Voided
from campaigns.standing.lines import Line
from campaigns.standing.model import Airman, TypeFlown
from campaigns.standing.result_kinds import Debriefed, Resource, Scored, Sortie, TargetHit
from campaigns.standing.workings import InHand, Workings
from config.common.figures import figure


def drawn(work: Workings, line: Line) -> None:
    """A Mission begins: whoever and whatever is back for it is ready again."""
    number, said = line.mission or 0, Drawn.of(line)
    standing = work.standing
    if _is_over(work):
        work.conflict(
            f"mission:{number}",
            f"Mission {number} was drawn although the campaign had ended by then. Declare it void, or accept it",
            number,
        )
    mission = standing.mission(number)
    mission.key, mission.title, mission.place = said.key, said.title, said.place
    mission.date, mission.stage = said.date, said.stage
    mission.period, mission.marker = said.period, standing.marker
    mission.operation = said.operation.began if said.operation else ""
    work.in_hand(number).place = mission.place
    where = "" if mission.place == mission.title else f", {mission.place}"
    work.tell(standing.life, "mission", f"Mission {number}: {mission.title}{where}", number)
    men.returned(work, number)
    work.date = datetime.date.fromisoformat(mission.date)
    pools.decks_cleared(work)
    if not work.pack.has_periods:
        work.tick = number
        periods.calendar(work)
        pools.repaired(work)


def _is_over(work: Workings) -> bool:
    """``Standing.is_over`` without going through all Missions."""
    if work.standing.is_off_track:
        return True
    if work.pack.has_periods:
        return work.standing.is_over
    return work.flown >= work.pack.missions_in_all


def resource(work: Workings, line: Line) -> None:
    """A Resource is used: once, and only when its event has happened. [WBY-C 24.6.2, SUP 25]"""
    said = Resource.of(line)
    side, key, number = line.side, said.key, line.mission or 0
    used = work.standing.resources[side]
    title = said.title
    if key in used:
        sentence = f"{title} was used in mission {number}, but mission {used[key]} had used it. Accept it, or amend one"
        work.conflict(f"resource:{side}:{key}:{number}", sentence, number, side)
    elif questions.is_locked(work.standing, key):
        sentence = f"{title} was used in mission {number}, before it could be. Accept it, or amend the mission"
        work.conflict(f"resource:{side}:{key}:{number}", sentence, number, side)
    used.setdefault(key, number)
    work.standing.spent[side] += said.cost
    budget = work.budget.get(side)
    if budget is not None and work.standing.spent[side] > budget:
        sentence = f"{title} was bought for mission {number}, but the points of the operation were spent by then"
        work.conflict(f"budget:{side}:{number}", sentence, number, side)


def sortie(work: Workings, line: Line) -> None:
    """An aircraft and its crew, as they flew or, after a conflict, as they are taken to have flown."""
    number, said, side = line.mission or 0, Sortie.of(line), line.side
    hand = work.in_hand(number)
    code, airman = _who_flew(work, hand, line, said)
    hand.seats[said.unit, said.seat] = (code, airman.pk if airman else None)
    if code:
        pools.fly(work, hand, code, said, airman.name if airman else "")
    if airman is not None:
        men.fly(work, hand, airman, code, said)
    if said.unit not in hand.units:
        hand.units[said.unit] = side
        if said.differs:
            hand.otherwise.add(said.unit)
        fuel = stocks.unit_fuel(said.load, said.aircraft_class in FORMATION_CLASSES)
        stocks.pay(work, side, number, fuel, is_told=said.differs)
    if said.cargo:
        stocks.deliver_cargo(work, side, said.cargo)
    _count(work, number, side, said)


def _count(work: Workings, number: int, side: str, said: Sortie) -> None:
    """What became of the aircraft, for the sums by type and by Mission."""
    standing = work.standing
    key = side, said.aircraft
    known = standing.flown_by_type.get(key) or standing.flown_by_type.setdefault(key, TypeFlown())
    known.sorties += 1
    if said.status == "damaged":
        known.damaged += 1
    elif said.status == "destroyed":
        known.destroyed += 1
        standing.mission(number).lost[side] += 1


def _who_flew(work: Workings, hand: InHand, line: Line, said: Sortie) -> tuple[str, Airman | None]:
    """Aircraft and man of a sortie, checked: those of the line and, if there are any, those put in their place."""
    side, squadron, code = line.side, said.squadron, said.airframe
    place = (hand.number, said.unit, said.seat)
    airman = work.airman(line.pilot_id)
    if code:
        pools.check(work, hand, code, side, squadron)
    if airman is not None:
        men.check(work, hand, airman, squadron)
    if (other := work.resolutions.airframes.get(place)) is not None:
        code = other
        pools.check(work, hand, code, side, "")
    if (stand_in := work.airman(work.resolutions.men.get(place))) is not None:
        airman = stand_in
        men.check(work, hand, airman, "")
    return code, airman


def points(work: Workings, line: Line) -> None:
    amount = Scored.of(line).points
    work.standing.points[line.side] += amount
    if line.mission is not None:
        mission = work.standing.mission(line.mission)
        mission.points[line.side] += amount


def target(work: Workings, line: Line) -> None:
    said = TargetHit.of(line)
    if said.ship:
        pools.ship_hit(work, said.ship, said.level, line.mission or 0)


def debriefed(work: Workings, line: Line) -> None:
    """A Mission counts from now on: repairs, the marker, events, perhaps the end of its period."""
    number, said = line.mission or 0, Debriefed.of(line)
    standing = work.standing
    mission = standing.mission(number)
    if mission.is_debriefed:
        return
    mission.is_debriefed = True
    pools.settle(work, work.in_hand(number), straggled=any(said.duration[3:]))
    if mission.is_void:
        return
    hand = work.in_hand(number)
    periods.check_caps(work, mission, [side for unit, side in hand.units.items() if unit not in hand.otherwise])
    work.flown += 1
    for pk in sorted(hand.men):
        men.rated(work, work.standing.airmen[pk])
    if track.by_points(work, mission.points, number):
        events.of_the_space(work)
    mission.marker = standing.marker
    score = " to ".join(figure(mission.points[side]) for side in mission.points)
    first = standing.pack.side_titles["allied"]
    how = "nobody flew" if said.way == "grounded" else f"points {score}, {first} first"
    work.tell(standing.life, "debriefed", f"Mission {number} debriefed: {how}", number)
    periods.flown(work, mission)


def voided(work: Workings, line: Line) -> None:
    """A Mission counts for nothing; those who sit out Missions do not count it either."""
    number = line.mission or 0
    mission = work.standing.mission(number)
    if mission.is_void:
        return
    mission.is_void = True
    if mission.is_debriefed:
        work.flown -= 1
        periods.unflown(work, mission)
    reason = f": {why}" if (why := Voided.of(line).reason) else ""
    work.tell(work.standing.life, "void", f"Mission {number} declared void{reason}", number)
    for pk in work.resting:
        airman = work.standing.airmen[pk]
        airman.back += airman.back > number
    if not work.pack.has_periods:
        for code in work.repairs:
            airframe = work.standing.airframes[code]
            airframe.back += airframe.back > number
