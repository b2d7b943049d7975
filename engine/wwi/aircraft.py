"""Types of aircraft and their cards, from ``fixtures/aircraft/wwi`` or given inline. [WWI Your Leader, Your Wingmen]"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from engine.core import fixtures, own_types
from engine.core.catalogue import Types
from engine.core.fields import Fields, keys
from engine.core.game import SIDES, Document
from engine.wwi import tables
from engine.wwi.terms import ABILITIES

KEYS: Final = keys("slug name like short nation service side class in_service note performance wwi")
RATINGS_KEYS: Final = keys(
    "provenance points wingman_points special leader leader_damaged wingman wingman_damaged fixed"
)
LEADER_KEYS: Final = keys("airframe performance horsepower bursts gunner")
WINGMAN_KEYS: Final = keys("airframe attack response")
MOST_AIRFRAME: Final = 40
MOST_CARDS: Final = 20
MOST_SHOTS: Final = 9
"""Bursts of a Leader or a Gunner."""
MOST_POINTS: Final = 99
MOST_WINGS: Final = 3


@dataclass(slots=True, eq=False)
class Sheet:
    """One side of a card, ready for play: what a Leader or a Wingman can do, by altitude where that matters."""

    airframe: int
    """Hits that turn the card, or destroy the aircraft if this is its Damaged side."""
    back: Sheet | None = None
    """The Damaged side; ``None`` of the Damaged side itself."""
    performance: int = 0
    draw: tuple[int, ...] = (0, 0, 0)
    """Horsepower by altitude."""
    bursts: int = 0
    gunner: int = 0
    plus: int = 0
    """Hits beyond those of the card. [WWI Good Guns]"""
    climb: int = 0
    """Cards to discard for a level."""
    dive: int = 0
    """Cards drawn for a level."""
    good_turn: bool = False
    weak_wing: bool = False
    attack: tuple[int, ...] = (0, 0, 0)
    """Of a Wingman, by altitude."""
    response: tuple[int, ...] = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class LeaderRatings:
    airframe: int
    performance: int
    horsepower: int
    bursts: int
    gunner: int


@dataclass(frozen=True, slots=True)
class WingmanRatings:
    airframe: int
    attack: int
    response: int


@dataclass(frozen=True, slots=True, eq=False)
class Aircraft:
    """A type of aircraft as its cards rate it."""

    key: str
    """Slug, or the name of ratings given inline."""
    name: str
    short: str
    nation: str
    side: str
    in_service: str
    """Year and month; empty if it is not said."""
    points: int
    """What a Leader of it costs, and what he is worth to the enemy. [WWI Set-Up 1, Ways to Win 1]"""
    wingman_points: int
    special: frozenset[str]
    leader: tuple[LeaderRatings, LeaderRatings]
    wingman: tuple[WingmanRatings, WingmanRatings]
    wings: int
    """One above the other: a biplane has two."""
    document: str | Document
    """What it was made from: the slug, or the inline ratings."""

    @property
    def year(self) -> int:
        """Of its coming into service; 0 if it is not said."""
        return int(self.in_service[:4] or 0)

    def same_type(self, other: Aircraft) -> bool:
        return self is other or self.document == other.document


@lru_cache(maxsize=1024)
def leader_sheet(aircraft: Aircraft) -> Sheet:
    """The Undamaged side of a Leader's card."""
    front, back = (_leader_side(aircraft.special, each) for each in aircraft.leader)
    front.back = back
    return front


@lru_cache(maxsize=1024)
def wingman_sheet(aircraft: Aircraft, leader: Aircraft) -> Sheet:
    """The Undamaged side of a Wingman's card, under this Leader. [WWI High Altitude]"""
    front, back = (_wingman_side(each, "high-altitude" in leader.special) for each in aircraft.wingman)
    front.back = back
    return front


def _leader_side(special: frozenset[str], ratings: LeaderRatings) -> Sheet:
    return Sheet(
        airframe=ratings.airframe,
        performance=ratings.performance,
        draw=_by_altitude(ratings.horsepower, tables.HORSEPOWER_AT, "high-altitude" in special),
        bursts=ratings.bursts,
        gunner=ratings.gunner,
        plus=tables.GOOD_GUNS if "good-guns" in special else 0,
        climb=next((n for ability, n in tables.CLIMB.items() if ability in special), tables.CLIMB["usual"]),
        dive=next((n for ability, n in tables.DIVE.items() if ability in special), tables.DIVE["usual"]),
        good_turn="good-turn" in special,
        weak_wing="weak-wing" in special,
    )


def _wingman_side(ratings: WingmanRatings, high: bool) -> Sheet:
    return Sheet(
        airframe=ratings.airframe,
        attack=_by_altitude(ratings.attack, tables.ATTACK_AT, high),
        response=_by_altitude(ratings.response, tables.RESPONSE_AT, high),
    )


def _by_altitude(rating: int, changes: tuple[int, ...], spared: bool) -> tuple[int, ...]:
    """A rating at each altitude; who is spared suffers nothing from being High. [WWI Altitude, High Altitude]"""
    return tuple(max(rating + (max(change, 0) if spared else change), 0) for change in changes)


@cache
def catalogue() -> dict[str, Document]:
    """Every aircraft of ``fixtures/aircraft/wwi``, by slug."""
    return fixtures.read_all("aircraft", "wwi")


def _read(key: str, table: Document, source: str | Document) -> Aircraft:
    read = Fields(own_types.plain(key), table, only=KEYS)
    ratings = read.fields("wwi", read.place)
    if not ratings.document:
        raise read.refuse("it has no ratings for this game under 'wwi'.")
    ratings.only(RATINGS_KEYS)
    special = ratings.texts("special")
    for ability in special:
        if ability not in ABILITIES:
            raise ratings.refuse(f"there is no special ability {ability!r}; they are {', '.join(ABILITIES)}.")
    if {"good-climb", "bad-climb"} <= set(special) or {"good-dive", "bad-dive"} <= set(special):
        raise ratings.refuse("it cannot climb, or dive, both well and badly. [WWI Special Abilities]")
    side = read.text("side")
    if side not in ("", *SIDES):
        raise read.refuse(f"'side' is {side!r}; it must be allied or axis.")
    in_service = read.text("in_service")
    if in_service and not (in_service[:4].isdecimal() and len(in_service) in (4, 7)):
        raise read.refuse("'in_service' must be a year and month such as 1917-06.")
    leader = (_leader(ratings, "leader"), _leader(ratings, "leader_damaged"))
    wingman = (_wingman(ratings, "wingman"), _wingman(ratings, "wingman_damaged"))
    airframes = {"Leader": [each.airframe for each in leader], "Wingman": [each.airframe for each in wingman]}
    for who, (front, back) in airframes.items():
        if back <= front:
            raise ratings.refuse(f"the {who}’s Damaged side must bear more Hits in all than its front. [WWI Damage]")
    name = read.text("name", key)
    return Aircraft(
        key=key,
        name=name,
        short=read.text("short", name),
        nation=read.text("nation"),
        side=side,
        in_service=in_service,
        points=ratings.number("points", 0, most=MOST_POINTS),
        wingman_points=ratings.number("wingman_points", 0, most=MOST_POINTS),
        special=frozenset(special),
        leader=leader,
        wingman=wingman,
        wings=read.fields("performance", read.place).number("wings", 2, least=1, most=MOST_WINGS),
        document=source,
    )


aircraft: Final = Types(catalogue, _read)
"""The aircraft of a slug or of inline ratings. Raises ``EngineError`` with a sentence."""


def _leader(ratings: Fields, name: str) -> LeaderRatings:
    read = ratings.fields(name, f"{ratings.place}, {name}", only=LEADER_KEYS)
    return LeaderRatings(
        airframe=read.number("airframe", None, least=1, most=MOST_AIRFRAME),
        performance=read.number("performance", None, most=MOST_CARDS),
        horsepower=read.number("horsepower", None, most=MOST_CARDS),
        bursts=read.number("bursts", None, most=MOST_SHOTS),
        gunner=read.number("gunner", 0, most=MOST_SHOTS),
    )


def _wingman(ratings: Fields, name: str) -> WingmanRatings:
    read = ratings.fields(name, f"{ratings.place}, {name}", only=WINGMAN_KEYS)
    return WingmanRatings(
        airframe=read.number("airframe", None, least=1, most=MOST_AIRFRAME),
        attack=read.number("attack", None, most=MOST_CARDS),
        response=read.number("response", None, most=MOST_CARDS),
    )
