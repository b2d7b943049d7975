"""What pilots, crews and Gun Pods make of an aircraft's cards. [WBY 5, 18.6, 19]

A ``Sortie`` is one aircraft and its men in one game; its ``Sheet``s are the ratings in force, both sides of the Leader
and of the Wingman card, with Skills and altitude worked in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.wildblue.aircraft import Aircraft, FormationRatings, LeaderRatings
from engine.wildblue.tables import (
    CREW_SKILLS,
    EXTRA_BURSTS,
    GREEN,
    GREEN_PILOT,
    PODS,
    SKILL_ROLES,
    WINGMAN_MOST,
    altitude_table,
)
from engine.wildblue.terms import (
    ADVANTAGED,
    ALTITUDES,
    GUN_PODS,
    GUN_PODS_30,
    MODES,
)

_BY_ALTITUDE: Final = (0,) * len(ALTITUDES)
_BY_POSITION: Final = (0,) * len(EXTRA_BURSTS)
_BY_MODE: Final = (0,) * len(MODES)


@dataclass(slots=True, eq=False)
class Sheet:
    """Ratings in force of one aircraft in one role on one side of its card. Never changed once made."""

    back: Sheet | None
    """The Damaged side; ``None`` of the Damaged side itself."""
    agile: bool
    turret: bool
    capacity: int
    """Hits that flip the card, or destroy the aircraft if this is the Damaged side. [WBY 5.2.1]"""
    ceiling: int
    performance: int = 0
    draw: tuple[int, ...] = _BY_ALTITUDE
    """Cards that may be drawn, by altitude. [WBY 5.2.3]"""
    burst: int = 0
    """Bursts at a Wingman, without what cards gain. [WBY 10.6.2]"""
    limits: tuple[int, ...] = _BY_POSITION
    """Bursts of the pilot at a Fighter, by position. [WBY 7.4]"""
    bomber_limits: tuple[int, ...] = _BY_POSITION
    """The same at a Light Bomber; differs for Turret Fighters only. [WBY 5.5.5]"""
    plus: int = 0
    """Hits that heavy cannon add; of a Wingman, those of his Offensive rating. [WBY 9.3.6]"""
    gunner: int = 0
    offensive: tuple[int, ...] = _BY_ALTITUDE
    defensive: tuple[int, ...] = _BY_ALTITUDE
    defensive_at_bombers: tuple[int, ...] = _BY_ALTITUDE
    """A Wingman's Defensive rating as added when he attacks a Formation: Gun Pods take nothing. [WBY 18.6]"""
    at_bombers: int = 0
    """Cards that Gun Pods add to a Wingman's hand against Formation aircraft. [WBY 18.6.1]"""
    bomb: tuple[int, ...] = _BY_MODE
    """Bomb cards by mode, without Skills. [WBY 5.2.8]"""
    strafe: int = 0
    cargo: int = 0
    cargo_drop: int = 0
    turret_defense: int = 0
    """Of a Formation aircraft, its crew's Skills counted. [WBY 17.3.1b, SUP 19.3]"""
    turret_support: int = 0

    @classmethod
    def blank(
        cls, aircraft: Aircraft, skills: tuple[str, ...], back: Sheet | None, capacity: int, ceiling: int
    ) -> Sheet:
        """One on which no other ratings stand yet. A Green pilot is not Agile. [WBY 19.6.2]"""
        return cls(
            back=back,
            agile="agile" in aircraft.special and GREEN_PILOT not in skills,
            turret="turret-fighter" in aircraft.special,
            capacity=capacity,
            ceiling=ceiling,
        )


class Sortie:
    """One aircraft and its pilot in one game, as it took off."""

    __slots__ = ("aircraft", "green", "in_force", "leader", "load", "pilot", "seat", "skills", "unit", "wingman")

    def __init__(
        self, unit: int, seat: int, aircraft: Aircraft, pilot: str, skills: tuple[str, ...], load: int = 0
    ) -> None:
        """``load`` is the mask of what it takes off with, see ``terms.LOADS``.

        Of the third man of a Section no Skills are in force: his counter is gone before he flies a card of his own.
        [WBY 17.6d]
        """
        self.unit = unit
        self.seat = seat
        self.aircraft = aircraft
        self.pilot = pilot
        self.skills = skills
        self.green = GREEN_PILOT in skills
        self.load = load
        self.in_force = skills if seat < 2 or aircraft.in_formation else ()
        self.leader, self.wingman = _sheets(aircraft, self.in_force, load & GUN_PODS)

    @property
    def balance(self) -> int:
        """Balance Value, each Skill counting one. [WBY 5.2.10, 5.4.6, 13.4]"""
        leads = self.seat == 0 or self.aircraft.in_formation
        own = self.aircraft.balance if leads else self.aircraft.wingman_balance
        return own + (0 if self.green else len(self.skills))


def _sheets(aircraft: Aircraft, skills: tuple[str, ...], pods: int) -> tuple[Sheet, Sheet]:
    """The Undamaged sheets of the Leader and of the Wingman (of the same again, if there is no Wingman card)."""
    made = aircraft.sheets.get((skills, pods))
    if made is None:
        if aircraft.formation:
            back = _formation_sheet(aircraft, skills, aircraft.formation[1], None)
            leader = wingman = _formation_sheet(aircraft, skills, aircraft.formation[0], back)
        else:
            assert aircraft.leader
            back = _leader_sheet(aircraft, skills, pods, aircraft.leader[1], None)
            leader = wingman = _leader_sheet(aircraft, skills, pods, aircraft.leader[0], back)
            if aircraft.wingman:
                back = _wingman_sheet(aircraft, skills, pods, 1, None)
                wingman = _wingman_sheet(aircraft, skills, pods, 0, back)
        made = aircraft.sheets[skills, pods] = (leader, wingman)
    return made


def _gain(skills: tuple[str, ...], role: str, rating: str) -> int:
    """What Skills add to a rating. [WBY 19.2]"""
    gain = sum(1 for skill in skills if SKILL_ROLES.get(skill, {}).get(role) == rating)
    return min(gain, WINGMAN_MOST) if rating in ("offensive", "defensive") else gain


def _leader_sheet(
    aircraft: Aircraft, skills: tuple[str, ...], pods: int, card: LeaderRatings, back: Sheet | None
) -> Sheet:
    """One side of a Leader card with its pilot's Skills and Gun Pods. [WBY 5.2, 5.5.5, 7.4, 8.3.1, 18.6]"""
    capacity = card.damage + _gain(skills, "leader", "damage")
    sheet = Sheet.blank(aircraft, skills, back, capacity, card.ceiling)
    shock = GREEN["performance"] if GREEN_PILOT in skills else 0
    drag = PODS["performance"] if pods else 0
    sheet.performance = max(0, card.performance + _gain(skills, "leader", "performance") + shock + drag)
    horsepower = card.horsepower + _gain(skills, "leader", "horsepower")
    sheet.draw = tuple(max(0, horsepower + change) for change in altitude_table("horsepower", aircraft.turbo))
    sheet.gunner = card.gunner + _gain(skills, "leader", "gunner") if card.gunner else 0
    sheet.plus = card.burst_plus + (PODS["hits_30mm"] if pods & GUN_PODS_30 else 0)
    if sheet.turret:
        sheet.bomber_limits = tuple(
            sheet.gunner if position >= ADVANTAGED else 0 for position in range(len(EXTRA_BURSTS))
        )
    else:
        sheet.burst = card.burst + _gain(skills, "leader", "burst") + (PODS["burst"] if pods else 0)
        sheet.limits = tuple(0 if extra is None else sheet.burst + extra for extra in EXTRA_BURSTS)
        sheet.bomber_limits = sheet.limits
    _ground(sheet, card)
    return sheet


def _wingman_sheet(aircraft: Aircraft, skills: tuple[str, ...], pods: int, side: int, back: Sheet | None) -> Sheet:
    """One side of a Wingman card with its pilot's Skills and Gun Pods. [WBY 5.4, 8.3.2, 18.1d, 18.6]"""
    assert aircraft.leader
    assert aircraft.wingman
    card = aircraft.wingman[side]
    capacity = card.damage + _gain(skills, "wingman", "damage")
    sheet = Sheet.blank(aircraft, skills, back, capacity, card.ceiling)
    shock = GREEN["offensive"] if GREEN_PILOT in skills else 0
    offensive = max(0, card.offensive + _gain(skills, "wingman", "offensive") + shock)
    defensive = card.defensive + _gain(skills, "wingman", "defensive")
    sheet.offensive = tuple(max(0, offensive + change) for change in altitude_table("offensive", aircraft.turbo))
    table = altitude_table("defensive", aircraft.turbo)
    drag = PODS["defensive"] if pods else 0
    sheet.defensive = tuple(max(0, defensive + change + drag) for change in table)
    sheet.defensive_at_bombers = tuple(max(0, defensive + change) for change in table)
    sheet.at_bombers = PODS["offensive_at_bombers"] if pods else 0
    sheet.plus = card.offensive_plus + (PODS["hits_30mm"] if pods & GUN_PODS_30 else 0)
    sheet.burst = aircraft.leader[side].burst
    _ground(sheet, aircraft.leader[side])
    return sheet


def _ground(sheet: Sheet, card: LeaderRatings) -> None:
    """What both aircraft of an Element take to the target. [WBY 5.4.5]"""
    sheet.bomb = card.bomb
    sheet.strafe = card.strafe
    sheet.cargo = card.cargo
    sheet.cargo_drop = card.cargo_drop


def _formation_sheet(aircraft: Aircraft, skills: tuple[str, ...], card: FormationRatings, back: Sheet | None) -> Sheet:
    """One side of a Formation aircraft's card with its crew's Skills. [WBY 17.3.1, SUP 19.3, 19.6]"""
    crew = [CREW_SKILLS[skill] for skill in skills if skill in CREW_SKILLS]
    capacity = card.damage + sum(each.get("damage", 0) for each in crew)
    sheet = Sheet.blank(aircraft, skills, back, capacity, card.ceiling)
    shock = GREEN["turret_defense"] if GREEN_PILOT in skills else 0
    sheet.turret_defense = max(0, card.turret_defense + sum(each.get("turret_defense", 0) for each in crew) + shock)
    sheet.turret_support = card.turret_support + sum(each.get("turret_support", 0) for each in crew)
    sheet.bomb = card.bomb
    sheet.cargo = card.cargo
    sheet.cargo_drop = card.cargo_drop
    return sheet
