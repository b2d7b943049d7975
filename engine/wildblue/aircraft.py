"""Aircraft cards and what a pilot makes of them. [WBY 5]

``aircraft()`` reads one type from ``fixtures/aircraft`` or from ratings given inline (the same table). A ``Sortie`` is
one aircraft and its crew in one game; its ``Sheet``s are the ratings in force, both sides of the Leader and of the
Wingman card, with Skills and altitude worked in.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache

from engine.core.errors import EngineError
from engine.core.fields import Fields, keys
from engine.core.game import SIDES, Document
from engine.wildblue.tables import (
    CREW_SKILLS,
    EXTRA_BURSTS,
    FUEL,
    GREEN,
    GREEN_PILOT,
    MISSION_SPEED,
    PODS,
    SKILL_ROLES,
    SKILLS,
    WINGMAN_MOST,
    altitude_table,
)
from engine.wildblue.terms import (
    ADVANTAGED,
    ALTITUDES,
    FIXTURES,
    GUN_PODS,
    GUN_PODS_30,
    HIGH,
    LOADS,
    MODES,
    VERY_HIGH,
)

CLASSES = ("fighter", "light-bomber", "medium-bomber", "heavy-bomber")
SPECIAL = ("agile", "multi-engined", "single-engined", "power-boost", "turret-fighter", "dive-brakes")
OF_FORMATIONS = ("multi-engined", "single-engined", "dive-brakes")
"""What of it a Formation aircraft may be. [WBY 17.3.1]"""
MODE_KEYS = keys(" ".join(MODES))
MOST = 15
"""The highest rating that is read; the cards' own stay far below."""


@dataclass(frozen=True, slots=True)
class LeaderRatings:
    """One side of a Leader card. [WBY 5.2]"""

    performance: int
    horsepower: int
    burst: int
    burst_plus: int
    gunner: int
    damage: int
    ceiling: int
    bomb: tuple[int, ...]
    """Cards by mode of bombing, see ``terms.MODES``; 0 where it cannot. [WBY 5.2.8]"""
    strafe: int
    cargo: int
    cargo_drop: int
    """Cargo Points of an Air Transport and of an Air Drop Mission. [WBY 17.4.1]"""


@dataclass(frozen=True, slots=True)
class WingmanRatings:
    """One side of a Wingman card. [WBY 5.4]"""

    offensive: int
    offensive_plus: int
    defensive: int
    damage: int
    ceiling: int


@dataclass(frozen=True, slots=True)
class FormationRatings:
    """One side of a Medium or Heavy Bomber's card. [WBY 17.3.1]"""

    speed: int
    turret_defense: int
    turret_support: int
    damage: int
    ceiling: int
    bomb: tuple[int, ...]
    cargo: int
    cargo_drop: int


@dataclass(frozen=True, slots=True, eq=False)
class Aircraft:
    """A type of aircraft as its cards rate it."""

    key: str
    """Slug, or the name of ratings given inline."""
    name: str
    side: str
    """Whose border the card has; empty if it is not said."""
    aircraft_class: str
    in_service: str
    balance: int
    wingman_balance: int
    special: frozenset[str]
    turbo: bool
    jet_speed: int
    jet_thrust: int
    heavy_guns: int
    leader: tuple[LeaderRatings, LeaderRatings] | None
    """Undamaged and Damaged side; ``None`` of Formation aircraft."""
    wingman: tuple[WingmanRatings, WingmanRatings] | None
    formation: tuple[FormationRatings, FormationRatings] | None
    family: str
    """Types of one family may fly in one Formation. [WBY 17.3.1d]"""
    nation: str
    service: str
    endurance: str
    speed: int
    """What a Mission's base duration is shortened by: 6, or the Slow #. [WBY 17.5.3, 23.1.1]"""
    night_combat: int
    """Of a Night Fighter; 0 of any other aircraft. [WBY 17.1.1]"""
    oblique_guns: int
    carries: int
    """Mask of the loads that it may carry. [WBY 18.0]"""
    document: str | Document
    """What it was made from: the slug, or the inline ratings."""
    sheets: dict[tuple[tuple[str, ...], int], tuple[Sheet, Sheet]] = field(default_factory=dict)
    """Made so far, by the pilot's Skills and the Gun Pods: Leader and Wingman, Undamaged."""

    @property
    def in_formation(self) -> bool:
        """Whether it flies in Formations. [WBY 17.3]"""
        return self.formation is not None

    @property
    def multi_engined(self) -> bool:
        """Whether it survives the loss of an engine. [WBY 5.5.3]"""
        return "multi-engined" in self.special or (self.formation is not None and "single-engined" not in self.special)

    def same_type(self, other: Aircraft) -> bool:
        """Whether both have the same cards."""
        return self is other or self.document == other.document

    @property
    def short_name(self) -> str:
        """The name without its maker: ``MC.202 Folgore`` of ``Macchi MC.202 Folgore``."""
        words = self.name.split()
        for number, word in enumerate(words[1:], 1):
            if word in ("Mk", "Mark"):
                return " ".join(words[number - 1 :])
            if any(letter.isdigit() for letter in word):
                return " ".join(words[number - 1 if len(words[number - 1]) <= 2 else number :])
        return self.name


class Sheet:
    """Ratings in force of one aircraft in one role on one side of its card. Never changed once made."""

    __slots__ = (
        "agile",
        "at_bombers",
        "back",
        "bomb",
        "bomber_limits",
        "burst",
        "capacity",
        "cargo",
        "cargo_drop",
        "ceiling",
        "defensive",
        "defensive_at_bombers",
        "draw",
        "gunner",
        "limits",
        "offensive",
        "performance",
        "plus",
        "strafe",
        "turret",
        "turret_defense",
        "turret_support",
    )

    performance: int
    draw: tuple[int, ...]
    """Cards that may be drawn, by altitude. [WBY 5.2.3]"""
    burst: int
    """Bursts at a Wingman, without what cards gain. [WBY 10.6.2]"""
    limits: tuple[int, ...]
    """Bursts of the pilot at a Fighter, by position. [WBY 7.4]"""
    bomber_limits: tuple[int, ...]
    """The same at a Light Bomber; differs for Turret Fighters only. [WBY 5.5.5]"""
    plus: int
    """Hits that heavy cannon add; of a Wingman, those of his Offensive rating. [WBY 9.3.6]"""
    gunner: int
    agile: bool
    turret: bool
    offensive: tuple[int, ...]
    defensive: tuple[int, ...]
    capacity: int
    """Hits that flip the card, or destroy the aircraft if this is the Damaged side. [WBY 5.2.1]"""
    ceiling: int
    back: Sheet | None
    """The Damaged side; ``None`` of the Damaged side itself."""
    defensive_at_bombers: tuple[int, ...]
    """A Wingman's Defensive rating as added when he attacks a Formation: Gun Pods take nothing. [WBY 18.6]"""
    at_bombers: int
    """Cards that Gun Pods add to a Wingman's hand against Formation aircraft. [WBY 18.6.1]"""
    bomb: tuple[int, ...]
    """Bomb cards by mode, without Skills. [WBY 5.2.8]"""
    strafe: int
    cargo: int
    cargo_drop: int
    turret_defense: int
    """Of a Formation aircraft, its crew's Skills counted. [WBY 17.3.1b, supplement 19.3]"""
    turret_support: int

    def __init__(self, aircraft: Aircraft, skills: tuple[str, ...], back: Sheet | None) -> None:
        self.agile = "agile" in aircraft.special and GREEN_PILOT not in skills  # [19.6.2]
        self.turret = "turret-fighter" in aircraft.special
        self.back = back
        self.performance = self.burst = self.gunner = self.plus = 0
        self.draw = self.offensive = self.defensive = (0,) * len(ALTITUDES)
        self.limits = self.bomber_limits = (0,) * len(EXTRA_BURSTS)
        self.defensive_at_bombers = self.offensive
        self.bomb = (0,) * len(MODES)
        self.at_bombers = self.strafe = self.cargo = self.cargo_drop = self.turret_defense = self.turret_support = 0


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
    sheet = Sheet(aircraft, skills, back)
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
    sheet.capacity = card.damage + _gain(skills, "leader", "damage")
    sheet.ceiling = card.ceiling
    _ground(sheet, card)
    return sheet


def _wingman_sheet(aircraft: Aircraft, skills: tuple[str, ...], pods: int, side: int, back: Sheet | None) -> Sheet:
    """One side of a Wingman card with its pilot's Skills and Gun Pods. [WBY 5.4, 8.3.2, 18.1d, 18.6]"""
    assert aircraft.leader
    assert aircraft.wingman
    card = aircraft.wingman[side]
    sheet = Sheet(aircraft, skills, back)
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
    sheet.capacity = card.damage + _gain(skills, "wingman", "damage")
    sheet.ceiling = card.ceiling
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
    """One side of a Formation aircraft's card with its crew's Skills. [WBY 17.3.1, supplement 19.3, 19.6]"""
    sheet = Sheet(aircraft, skills, back)
    crew = [CREW_SKILLS[skill] for skill in skills if skill in CREW_SKILLS]
    shock = GREEN["turret_defense"] if GREEN_PILOT in skills else 0
    sheet.turret_defense = max(0, card.turret_defense + sum(each.get("turret_defense", 0) for each in crew) + shock)
    sheet.turret_support = card.turret_support + sum(each.get("turret_support", 0) for each in crew)
    sheet.capacity = card.damage + sum(each.get("damage", 0) for each in crew)
    sheet.ceiling = card.ceiling
    sheet.bomb = card.bomb
    sheet.cargo = card.cargo
    sheet.cargo_drop = card.cargo_drop
    return sheet


@cache
def catalogue() -> dict[str, Document]:
    """Every aircraft of ``fixtures/aircraft`` that has ratings for this game, by slug."""
    found: dict[str, Document] = {}
    for path in sorted((FIXTURES / "aircraft").glob("*.toml")):
        for slug, table in tomllib.loads(path.read_text("utf-8")).items():
            if isinstance(table, dict) and {"leader", "formation"} & table.get("wildblue", {}).keys():
                found[slug] = table
    return found


@cache
def _by_slug(slug: str) -> Aircraft:
    try:
        table = catalogue()[slug]
    except KeyError:
        raise EngineError(f"There is no aircraft {slug!r}.") from None
    return _read(slug, table, slug)


@lru_cache(maxsize=256)
def _by_ratings(ratings: str) -> Aircraft:
    table = json.loads(ratings)
    name = table.get("name")
    if not isinstance(name, str) or not name.strip():
        raise EngineError("An aircraft given by its ratings needs a name.")
    return _read(name, table, table)


def aircraft(source: object) -> Aircraft:
    """The aircraft of a slug or of inline ratings. Raises ``EngineError`` with a sentence."""
    if isinstance(source, str):
        return _by_slug(source)
    if isinstance(source, dict):
        try:
            return _by_ratings(json.dumps(source, allow_nan=False))
        except (TypeError, ValueError, RecursionError) as problem:
            if isinstance(problem, EngineError):
                raise
            raise EngineError("The ratings of an aircraft must be plain JSON.") from None
    raise EngineError("An aircraft is a slug or a table of ratings.")


def _read(key: str, table: Document, source: str | Document) -> Aircraft:
    read = Fields(key, table)
    ratings = read.fields("wildblue", key) if "wildblue" in table else read
    class_ = CLASSES[read.choice("class", CLASSES, "fighter")]
    cards = wings = formation = None
    if class_ in ("medium-bomber", "heavy-bomber"):
        if "formation" not in ratings:
            raise read.refuse("a Medium or Heavy Bomber has ratings of a Formation aircraft. [WBY 17.3.1]")
        bomber = _formation(ratings.fields("formation"), None)
        formation = (bomber, _formation(ratings.fields("formation_damaged"), bomber))
        for name in ("jet_speed", "jet_thrust", "heavy_guns", "oblique_guns", "night_combat"):
            if ratings.number(name, 0, most=MOST):
                raise read.refuse(f"a Formation aircraft has no {name!r}. [WBY 17.3.1]")
    else:
        if "leader" not in ratings:
            raise read.refuse("it has no ratings of a Leader.")
        front = _leader(ratings.fields("leader"), None)
        cards = (front, _leader(ratings.fields("leader_damaged"), front))
        if "wingman" in ratings:
            wing = _wingman(ratings.fields("wingman"), front, None)
            wings = (wing, _wingman(ratings.fields("wingman_damaged"), cards[1], wing))
    for sides in (cards, wings, formation):
        if sides and sides[1].damage <= sides[0].damage:
            raise read.refuse("the Damaged side must bear more Hits than the other side. [WBY 5.2.1]")
    special = ratings.texts("special")
    if any(word not in SPECIAL for word in special):
        raise read.refuse(f"'special' must list some of {', '.join(SPECIAL)}.")
    if formation and any(word not in OF_FORMATIONS for word in special):
        raise read.refuse(
            f"'special' of a Formation aircraft must list some of {', '.join(OF_FORMATIONS)}. [WBY 17.3.1]"
        )
    carries = ratings.texts("carries")
    if any(load not in LOADS for load in carries):
        raise read.refuse(f"'carries' must list some of {', '.join(LOADS)}.")
    speed = ratings.number("jet_speed", 0, most=MOST)
    return Aircraft(
        key=key,
        name=read.text("name", key),
        side=("", *SIDES)[read.choice("side", ("", *SIDES), "")],
        aircraft_class=class_,
        in_service=read.text("in_service"),
        balance=ratings.number("balance", 0),
        wingman_balance=ratings.number("wingman_balance", 0),
        special=frozenset(special),
        turbo=ratings.flag("turbo") or speed > 0,
        jet_speed=speed,
        jet_thrust=ratings.number("jet_thrust", 0, most=MOST),
        heavy_guns=ratings.number("heavy_guns", 0, most=MOST),
        leader=cards,
        wingman=wings,
        formation=formation,
        family=read.text("family", key),
        nation=read.text("nation"),
        service=read.text("service"),
        endurance=("", *FUEL)[read.choice("endurance", ("", *FUEL), "")],
        speed=formation[0].speed if formation else read.number("mission_speed", MISSION_SPEED, most=MOST),
        night_combat=ratings.number("night_combat", 0, most=MOST),
        oblique_guns=ratings.number("oblique_guns", 0, most=MOST),
        carries=sum(1 << LOADS.index(load) for load in set(carries)),
        document=source,
    )


def _leader(read: Fields, front: LeaderRatings | None) -> LeaderRatings:
    """One side of a Leader card; on the Damaged side what is left out is as on the front, Damage doubled."""
    return LeaderRatings(
        performance=read.number("performance", front.performance if front else None, most=MOST),
        horsepower=read.number("horsepower", front.horsepower if front else None, most=MOST),
        burst=read.number("burst", front.burst if front else 0, most=MOST),
        burst_plus=read.number("burst_plus", front.burst_plus if front else 0, most=MOST),
        gunner=read.number("gunner", front.gunner if front else 0, most=MOST),
        damage=read.number("damage", 2 * front.damage if front else None, least=1),
        ceiling=read.choice("ceiling", ALTITUDES, ALTITUDES[front.ceiling if front else VERY_HIGH]),
        bomb=_bomb(read, front.bomb if front else None),
        strafe=read.number("strafe", front.strafe if front else 0, most=MOST),
        cargo=read.number("cargo", front.cargo if front else 0, most=MOST),
        cargo_drop=read.number("cargo_drop", front.cargo_drop if front else 0, most=MOST),
    )


def _bomb(read: Fields, front: tuple[int, ...] | None) -> tuple[int, ...]:
    """Bomb cards by mode; on the Damaged side what is left out is as on the front. [WBY 5.2.8]"""
    if "bomb" not in read and front is not None:
        return front
    modes = read.fields("bomb")
    modes.only(MODE_KEYS)
    return tuple(modes.number(mode, 0, most=MOST) for mode in MODES)


def _formation(read: Fields, front: FormationRatings | None) -> FormationRatings:
    """One side of a Formation aircraft's card; on the Damaged side what is left out is as on the front."""
    return FormationRatings(
        speed=read.number("speed", front.speed if front else None, most=MOST),
        turret_defense=read.number("turret_defense", front.turret_defense if front else None, most=MOST),
        turret_support=read.number("turret_support", front.turret_support if front else 0, most=MOST),
        damage=read.number("damage", 2 * front.damage if front else None, least=1),
        ceiling=read.choice("ceiling", ALTITUDES, ALTITUDES[front.ceiling if front else HIGH]),
        bomb=_bomb(read, front.bomb if front else None),
        cargo=read.number("cargo", front.cargo if front else 0, most=MOST),
        cargo_drop=read.number("cargo_drop", front.cargo_drop if front else 0, most=MOST),
    )


def _wingman(read: Fields, leader: LeaderRatings, front: WingmanRatings | None) -> WingmanRatings:
    """One side of a Wingman card; Damage and Ceiling are the Leader's unless given. [WBY 5.4.1, 5.4.4]"""
    return WingmanRatings(
        offensive=read.number("offensive", front.offensive if front else None, most=MOST),
        offensive_plus=read.number("offensive_plus", front.offensive_plus if front else 0, most=MOST),
        defensive=read.number("defensive", front.defensive if front else None, most=MOST),
        damage=read.number("damage", leader.damage, least=1),
        ceiling=read.choice("ceiling", ALTITUDES, ALTITUDES[leader.ceiling]),
    )


def read_skills(value: object, known: Sequence[str] = SKILLS) -> tuple[str, ...]:
    """The Skills of a pilot or a crew; who is Green has ``Green`` alone. Raises ``EngineError``. [WBY 19.2, 19.6.3]"""
    if not isinstance(value, (list, tuple)) or not all(isinstance(skill, str) for skill in value):
        raise EngineError("Skills are a list of codes.")
    skills = tuple(value)
    for skill in skills:
        if skill not in known and skill != GREEN_PILOT:
            section = "WBY 19.2" if known is SKILLS else "supplement 19.3"
            codes = f"{', '.join(known)} and {GREEN_PILOT}"
            raise EngineError(f"There is no Skill {skill!r} here; the codes are {codes}. [{section}]")
    if len(set(skills)) < len(skills):
        raise EngineError("A pilot has each Skill once.")
    if GREEN_PILOT in skills and len(skills) > 1:
        raise EngineError("A Green pilot has no Skill. [WBY 19.6.3]")
    return skills
