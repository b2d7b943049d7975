"""Aircraft cards and what a pilot makes of them. [WBY 5]

``aircraft()`` reads one type from ``fixtures/aircraft`` or from ratings given inline (the same table). A ``Sortie`` is
one aircraft and its crew in one game; its ``Sheet``s are the ratings in force, both sides of the Leader and of the
Wingman card, with Skills and altitude worked in.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, field
from functools import cache, lru_cache

from engine.core.errors import EngineError
from engine.core.fields import Fields
from engine.core.game import SIDES, Document
from engine.wildblue.tables import EXTRA_BURSTS, GREEN, GREEN_PILOT, SKILL_ROLES, SKILLS, WINGMAN_MOST, altitude_table
from engine.wildblue.terms import ADVANTAGED, ALTITUDES, FIXTURES, VERY_HIGH

CLASSES = ("fighter", "light-bomber", "medium-bomber", "heavy-bomber")
SPECIAL = ("agile", "multi-engined", "power-boost", "turret-fighter")
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
    bomb: int
    strafe: int


@dataclass(frozen=True, slots=True)
class WingmanRatings:
    """One side of a Wingman card. [WBY 5.4]"""

    offensive: int
    offensive_plus: int
    defensive: int
    damage: int
    ceiling: int


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
    leader: tuple[LeaderRatings, LeaderRatings]
    """Undamaged and Damaged side."""
    wingman: tuple[WingmanRatings, WingmanRatings] | None
    document: str | Document
    """What it was made from: the slug, or the inline ratings."""
    sheets: dict[tuple[str, ...], tuple[Sheet, Sheet]] = field(default_factory=dict)
    """Made so far, by the pilot's Skills: Leader and Wingman, Undamaged."""

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
        "back",
        "bomber_limits",
        "burst",
        "capacity",
        "ceiling",
        "defensive",
        "draw",
        "gunner",
        "limits",
        "offensive",
        "performance",
        "plus",
        "turret",
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

    def __init__(self, aircraft: Aircraft, skills: tuple[str, ...], back: Sheet | None) -> None:
        self.agile = "agile" in aircraft.special and GREEN_PILOT not in skills  # [19.6.2]
        self.turret = "turret-fighter" in aircraft.special
        self.back = back
        self.performance = self.burst = self.gunner = self.plus = 0
        self.draw = self.offensive = self.defensive = (0,) * len(ALTITUDES)
        self.limits = self.bomber_limits = (0,) * len(EXTRA_BURSTS)


class Sortie:
    """One aircraft and its pilot in one game, as it took off."""

    __slots__ = ("aircraft", "green", "leader", "pilot", "seat", "skills", "unit", "wingman")

    def __init__(self, unit: int, seat: int, aircraft: Aircraft, pilot: str, skills: tuple[str, ...]) -> None:
        self.unit = unit
        self.seat = seat
        self.aircraft = aircraft
        self.pilot = pilot
        self.skills = skills
        self.green = GREEN_PILOT in skills
        self.leader, self.wingman = _sheets(aircraft, skills)

    @property
    def balance(self) -> int:
        """Balance Value, each Skill counting one. [WBY 5.2.10, 5.4.6, 13.4]"""
        own = self.aircraft.wingman_balance if self.seat else self.aircraft.balance
        return own + (0 if self.green else len(self.skills))


def _sheets(aircraft: Aircraft, skills: tuple[str, ...]) -> tuple[Sheet, Sheet]:
    """The Undamaged sheets of the Leader and of the Wingman (of the Leader again, if there is no Wingman card)."""
    made = aircraft.sheets.get(skills)
    if made is None:
        back = _leader_sheet(aircraft, skills, aircraft.leader[1], None)
        leader = wingman = _leader_sheet(aircraft, skills, aircraft.leader[0], back)
        if aircraft.wingman:
            back = _wingman_sheet(aircraft, skills, aircraft.wingman[1], None)
            wingman = _wingman_sheet(aircraft, skills, aircraft.wingman[0], back)
        made = aircraft.sheets[skills] = (leader, wingman)
    return made


def _gain(skills: tuple[str, ...], role: str, rating: str) -> int:
    """What Skills add to a rating. [WBY 19.2]"""
    gain = sum(1 for skill in skills if SKILL_ROLES.get(skill, {}).get(role) == rating)
    return min(gain, WINGMAN_MOST) if rating in ("offensive", "defensive") else gain


def _leader_sheet(aircraft: Aircraft, skills: tuple[str, ...], card: LeaderRatings, back: Sheet | None) -> Sheet:
    """One side of a Leader card with its pilot's Skills. [WBY 5.2, 5.5.5, 7.4, 8.3.1]"""
    sheet = Sheet(aircraft, skills, back)
    shock = GREEN["performance"] if GREEN_PILOT in skills else 0
    sheet.performance = max(0, card.performance + _gain(skills, "leader", "performance") + shock)
    horsepower = card.horsepower + _gain(skills, "leader", "horsepower")
    sheet.draw = tuple(max(0, horsepower + change) for change in altitude_table("horsepower", aircraft.turbo))
    sheet.gunner = card.gunner + _gain(skills, "leader", "gunner") if card.gunner else 0
    sheet.plus = card.burst_plus
    if sheet.turret:
        sheet.bomber_limits = tuple(
            sheet.gunner if position >= ADVANTAGED else 0 for position in range(len(EXTRA_BURSTS))
        )
    else:
        sheet.burst = card.burst + _gain(skills, "leader", "burst")
        sheet.limits = tuple(0 if extra is None else sheet.burst + extra for extra in EXTRA_BURSTS)
        sheet.bomber_limits = sheet.limits
    sheet.capacity = card.damage + _gain(skills, "leader", "damage")
    sheet.ceiling = card.ceiling
    return sheet


def _wingman_sheet(aircraft: Aircraft, skills: tuple[str, ...], card: WingmanRatings, back: Sheet | None) -> Sheet:
    """One side of a Wingman card with its pilot's Skills. [WBY 5.4, 8.3.2]"""
    sheet = Sheet(aircraft, skills, back)
    shock = GREEN["offensive"] if GREEN_PILOT in skills else 0
    offensive = max(0, card.offensive + _gain(skills, "wingman", "offensive") + shock)
    defensive = card.defensive + _gain(skills, "wingman", "defensive")
    sheet.offensive = tuple(max(0, offensive + change) for change in altitude_table("offensive", aircraft.turbo))
    sheet.defensive = tuple(max(0, defensive + change) for change in altitude_table("defensive", aircraft.turbo))
    sheet.plus = card.offensive_plus
    sheet.capacity = card.damage + _gain(skills, "wingman", "damage")
    sheet.ceiling = card.ceiling
    return sheet


@cache
def catalogue() -> dict[str, Document]:
    """Every aircraft of ``fixtures/aircraft`` that has ratings for this game, by slug."""
    found: dict[str, Document] = {}
    for path in sorted((FIXTURES / "aircraft").glob("*.toml")):
        for slug, table in tomllib.loads(path.read_text("utf-8")).items():
            if isinstance(table, dict) and "leader" in table.get("wildblue", {}):
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
            return _by_ratings(json.dumps(source))
        except (TypeError, ValueError, RecursionError) as problem:
            if isinstance(problem, EngineError):
                raise
            raise EngineError("The ratings of an aircraft must be plain JSON.") from None
    raise EngineError("An aircraft is a slug or a table of ratings.")


def _read(key: str, table: Document, source: str | Document) -> Aircraft:
    read = Fields(key, table)
    ratings = read.fields("wildblue", key) if "wildblue" in table else read
    if "leader" not in ratings:
        raise read.refuse("it has no ratings of a Leader.")
    front = _leader(ratings.fields("leader"), None)
    back = _leader(ratings.fields("leader_damaged"), front)
    wings = None
    if "wingman" in ratings:
        wing = _wingman(ratings.fields("wingman"), front, None)
        wings = (wing, _wingman(ratings.fields("wingman_damaged"), back, wing))
    for sides in ((front, back), wings):
        if sides and sides[1].damage <= sides[0].damage:
            raise read.refuse("the Damaged side must bear more Hits than the other side. [WBY 5.2.1]")
    special = ratings.texts("special")
    if any(word not in SPECIAL for word in special):
        raise read.refuse(f"'special' must list some of {', '.join(SPECIAL)}.")
    speed = ratings.number("jet_speed", 0, most=MOST)
    return Aircraft(
        key=key,
        name=read.text("name", key),
        side=("", *SIDES)[read.choice("side", ("", *SIDES), "")],
        aircraft_class=CLASSES[read.choice("class", CLASSES, "fighter")],
        in_service=read.text("in_service"),
        balance=ratings.number("balance", 0),
        wingman_balance=ratings.number("wingman_balance", 0),
        special=frozenset(special),
        turbo=ratings.flag("turbo") or speed > 0,
        jet_speed=speed,
        jet_thrust=ratings.number("jet_thrust", 0, most=MOST),
        heavy_guns=ratings.number("heavy_guns", 0, most=MOST),
        leader=(front, back),
        wingman=wings,
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
        bomb=read.number("bomb", front.bomb if front else 0, most=MOST),
        strafe=read.number("strafe", front.strafe if front else 0, most=MOST),
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


def read_skills(value: object) -> tuple[str, ...]:
    """The Skills of a pilot; a Green pilot has ``Green`` alone. Raises ``EngineError``. [WBY 19.2, 19.6.3]"""
    if not isinstance(value, (list, tuple)) or not all(isinstance(skill, str) for skill in value):
        raise EngineError("Skills are a list of codes.")
    skills = tuple(value)
    for skill in skills:
        if skill not in SKILLS and skill != GREEN_PILOT:
            raise EngineError(f"There is no Skill {skill!r}; the codes are {', '.join(SKILLS)} and {GREEN_PILOT}.")
    if len(set(skills)) < len(skills):
        raise EngineError("A pilot has each Skill once.")
    if GREEN_PILOT in skills and len(skills) > 1:
        raise EngineError("A Green pilot has no Skill. [WBY 19.6.3]")
    return skills
