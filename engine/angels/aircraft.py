"""Stat cards. [A20 Aircraft Stats]

``aircraft()`` reads one from ``fixtures/aircraft/angels`` or from figures given inline (the same table).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from math import floor
from typing import Final

from engine.angels.tables import ABILITIES
from engine.angels.terms import QUALITIES
from engine.core import fixtures, own_types
from engine.core.catalogue import Types
from engine.core.fields import Fields, is_whole, keys
from engine.core.game import SIDES, Document

KINDS: Final = ("fighter", "naval-fighter", "heavy-fighter", "light-bomber", "medium-bomber", "heavy-bomber")
"""Types of aircraft; night rules tell them apart. [A20 Illumination]"""
MOST_SPEED: Final = 9
MOST_DICE: Final = 20
MOST_FIGURE: Final = 30
"""The highest figures that are read; the cards' own stay far below."""
MOST_COST: Final = 200
PRICE: Final = (0.74, 1.0, 1.4, 1.76)
"""By pilot quality: what an aircraft costs with him, in costs with an Average pilot."""
SHORT: Final = 10
"""Most characters of the name that stands on the map."""
FIGURES: Final = keys(
    "pilot cost normal high climb dive turn roll armor vital_armor hit_points attack rear all_round token abilities "
    "provenance section fixed"
)
"""What an ``angels`` table may hold."""
ABOUT: Final = keys("slug name like short nation service side class in_service note performance angels")
"""What stands beside it."""


@dataclass(frozen=True, slots=True, eq=False)
class Aircraft:
    """A stat card. [A20 How to Read a Stat Card]"""

    key: str
    """Slug, or the name of figures given inline."""
    name: str
    short: str
    """The name on the map."""
    nation: str
    """A code such as ``gb``; empty if it is not said."""
    side: str
    """Whose aircraft it is by its nation; empty if any side flies it."""
    kind: str
    """One of ``KINDS``."""
    in_service: str
    year: int
    pilot: int
    """Quality by number, see ``terms.QUALITIES``."""
    cost: int
    normal: tuple[int, int]
    """Least and most hexes of a turn at normal speed."""
    high: tuple[int, int]
    """The same at high speed; (0, 0): it has none."""
    climb: int
    dive: int
    turn: int
    roll: int
    armor: int
    vital: int
    hits: int
    """Hit points."""
    attack: tuple[int, int, int]
    """Attack dice at ranges 1 to 3."""
    rear: tuple[int, int, int]
    """The same of a gun that fires backwards; all 0 without one."""
    all_round: bool
    """``attack`` counts in every direction. [A20 Bomber Stats]"""
    token: bool
    """A bomber token: it flies straight or turns and does nothing else. [A20 Bomber Stats]"""
    abilities: frozenset[str]
    document: str | Document
    """What it was made from: the slug, or the inline figures."""

    @property
    def bonuses(self) -> tuple[tuple[str, int], ...]:
        """Of maneuver checks, as the card lists them."""
        return ("Climb", self.climb), ("Dive", self.dive), ("Turn", self.turn), ("Roll", self.roll)


def in_words(speeds: tuple[int, int]) -> str:
    """The least and the most hexes of a turn: ``2–4``."""
    return str(speeds[0]) if speeds[0] == speeds[1] else f"{speeds[0]}–{speeds[1]}"


@cache
def catalogue() -> dict[str, Document]:
    """Every aircraft of ``fixtures/aircraft/angels``, by slug."""
    return fixtures.read_all("aircraft", "angels")


@lru_cache(maxsize=512)
def with_pilot(flown: Aircraft, quality: int) -> Aircraft:
    """The same aircraft in the hands of another pilot, whom its cost reflects."""
    if quality == flown.pilot:
        return flown
    cost = floor(flown.cost * PRICE[quality] / PRICE[flown.pilot] + 0.5)
    return replace(flown, pilot=quality, cost=max(1, cost))


def _read(key: str, table: Document, source: str | Document) -> Aircraft:
    about = Fields(own_types.plain(key), table)
    if "angels" in about:
        about.only(ABOUT)
        read = about.fields("angels", about.place, only=FIGURES)
    else:
        about.only(ABOUT | FIGURES)
        read = about
    name = about.text("name", key)
    abilities = read.texts("abilities")
    unknown = next((ability for ability in abilities if ability not in ABILITIES), None)
    if unknown is not None:
        raise read.refuse(f"there is no ability {unknown!r}; it may have {', '.join(ABILITIES)}. [A20 Aircraft Stats]")
    armor = read.number("armor", None, least=1, most=MOST_FIGURE)
    vital = read.number("vital_armor", None, least=1, most=MOST_FIGURE)
    if vital < armor:
        raise read.refuse("its vital armor must not be less than its armor. [A20 Resolving Attacks]")
    rear = _dice(read, "rear")
    if any(rear) != ("rear-gun" in abilities):
        raise read.refuse("dice for 'rear' go with the ability rear-gun, and it with them. [A20 Aircraft Stats]")
    normal, high = _speeds(read)
    in_service = about.text("in_service")
    return Aircraft(
        key=key,
        name=name,
        short=about.text("short", name)[:SHORT],
        nation=about.text("nation"),
        side=("", *SIDES)[about.choice("side", ("", *SIDES), "")],
        kind=KINDS[about.choice("class", KINDS, KINDS[0])],
        in_service=in_service,
        year=_year(about, in_service),
        pilot=read.choice("pilot", QUALITIES, "average"),
        cost=read.number("cost", None, least=1, most=MOST_COST),
        normal=normal,
        high=high,
        climb=_bonus(read, "climb"),
        dive=_bonus(read, "dive"),
        turn=_bonus(read, "turn"),
        roll=_bonus(read, "roll"),
        armor=armor,
        vital=vital,
        hits=read.number("hit_points", None, least=1, most=MOST_FIGURE),
        attack=_dice(read, "attack"),
        rear=rear,
        all_round=read.flag("all_round"),
        token=read.flag("token"),
        abilities=frozenset(abilities),
        document=source,
    )


aircraft: Final = Types(catalogue, _read, "figures", longest=60)
"""The aircraft of a slug or of inline figures. Raises ``EngineError`` with a sentence."""


def _year(about: Fields, in_service: str) -> int:
    """The year of ``YYYY-MM`` or ``YYYY``; 0 if it is not said. [A20 Year Restrictions]"""
    if not in_service:
        return 0
    year, _, month = in_service.partition("-")
    digits = year.isascii() and year.isdecimal() and len(year) == 4
    if not digits or (month and month not in [f"{each:02}" for each in range(1, 13)]):
        raise about.refuse("'in_service' must be a year and a month, such as 1941-04.")
    return int(year)


def _bonus(read: Fields, name: str) -> int:
    """A maneuver bonus, which may be a penalty. [A20 Maneuver Checks]"""
    return read.number(name, 0, least=-MOST_FIGURE, most=MOST_FIGURE)


def _dice(read: Fields, name: str) -> tuple[int, int, int]:
    """Attack dice at ranges 1, 2 and 3; 0 beyond those that are given."""
    given = read.items(name)
    if len(given) > 3 or not all(is_whole(dice, 0, MOST_DICE) for dice in given):
        raise read.refuse(
            f"{name!r} must list attack dice, 0 to {MOST_DICE}, at ranges 1, 2 and 3. [A20 Aircraft Stats]"
        )
    first, second, third = (*given, 0, 0, 0)[:3]
    return first, second, third


def _speeds(read: Fields) -> tuple[tuple[int, int], tuple[int, int]]:
    """Normal and high speed. [A20 How to Read a Stat Card]"""
    ranges = []
    for name in ("normal", "high"):
        given = read.items(name)
        if not given and name == "high":
            ranges.append((0, 0))
            continue
        if len(given) != 2 or not all(is_whole(speed, 1, MOST_SPEED) for speed in given) or given[0] > given[1]:
            raise read.refuse(
                f"{name!r} must be two speeds, the least first, from 1 to {MOST_SPEED}. [A20 Aircraft Stats]"
            )
        ranges.append((given[0], given[1]))
    normal, high = ranges
    if high[1] and high[0] <= normal[1]:
        raise read.refuse("its high speed must begin above its normal speed. [A20 High Speed]")
    return normal, high
