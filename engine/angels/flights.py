"""What may fly together: points, numbers, nations, year and theater. [A20 Building Flights, Constructing Your Own
Scenarios]

Each is checked only where the set-up asks for it, so that anything may be tried in a battle of one's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.angels.aircraft import Aircraft
from engine.angels.terms import SIDE_OF
from engine.core import fixtures
from engine.core.errors import BadSetup
from engine.core.fields import Fields
from engine.core.game import SIDE_NAMES, SIDES, Document

_TABLES: Final[dict[str, Any]] = fixtures.read("tables", "angels-flights.toml")
POINTS: Final[int] = _TABLES["flights"]["points"]
LEAST: Final[int] = _TABLES["flights"]["least"]
MOST: Final[int] = _TABLES["flights"]["most"]
BOMBERS: Final[int] = _TABLES["escort"]["bombers"]
ESCORT_MAP: Final[int] = _TABLES["escort"]["map"]
"""Hexes of its width and height: the escort's set-up areas do not fit a smaller one."""
MOST_POINTS: Final = 999
YEARS: Final = (1930, 1950)
"""First and last year that a battle may be set in."""
THEATERS: Final[dict[str, dict[str, Any]]] = _TABLES["theaters"]
NATIONS: Final[dict[str, str]] = {code: title for side in SIDES for code, title in _TABLES["nations"][side].items()}
"""Names of nations by code."""
SIDE_OF_NATION: Final[dict[str, str]] = {code: side for side in SIDES for code in _TABLES["nations"][side]}


def check_flights(setup: Document, flown: Sequence[tuple[int, Aircraft]]) -> None:
    """Refuse flights that the set-up's ``points``, ``year`` or ``theater`` do not allow.

    ``flown``: each aircraft with its number, see ``terms``; a side that has none is not looked at. Bomber tokens come
    with a scenario, not with a flight. Raises ``BadSetup`` with the rule in brackets.
    """
    read = Fields("The set-up", setup, BadSetup)
    points = read.number("points", 0, most=MOST_POINTS)
    year = _year(read)
    theaters = ("", *THEATERS)
    theater = theaters[read.choice("theater", theaters, "")]
    for side, name in enumerate(SIDES):
        flight = [each for number, each in flown if number >> SIDE_OF == side and not each.token]
        if points and flight:
            _check_points(name, flight, points)
        for each in flight:
            if points or theater:
                _check_side(name, each)
            if year and each.year > year:
                raise BadSetup(
                    f"{each.name} is of {each.year}, the battle of {year}: take an earlier aircraft or a later year. "
                    "[A20 Year Restrictions]"
                )
            if theater and each.nation not in THEATERS[theater]["nations"]:
                raise BadSetup(
                    f"{each.name} flies for {NATIONS.get(each.nation, 'no nation that is named')}, which was not in "
                    f"{THEATERS[theater]['title']}. [A20 Historical Theater Restrictions]"
                )


def _year(read: Fields) -> int:
    """The year of the battle; 0 if it does not matter. [A20 Year Restrictions]"""
    year = read.number("year", 0, most=YEARS[1])
    if 0 < year < YEARS[0]:
        raise read.refuse(f"'year' must be a year from {YEARS[0]} to {YEARS[1]}. [A20 Year Restrictions]")
    return year


def _check_points(side: str, flight: Sequence[Aircraft], points: int) -> None:
    """Two to five aircraft within the points. [A20 Building Flights]"""
    if not LEAST <= len(flight) <= MOST:
        raise BadSetup(
            f"The {SIDE_NAMES[side]} flight has {len(flight)} aircraft; it must have {LEAST} to {MOST}. "
            "[A20 Building Flights]"
        )
    cost = sum(each.cost for each in flight)
    if cost > points:
        raise BadSetup(
            f"The {SIDE_NAMES[side]} flight costs {cost} points, more than {points}: take cheaper aircraft or fewer. "
            "[A20 Building Flights]"
        )


def _check_side(side: str, flown: Aircraft) -> None:
    """Aircraft of a nation fly for the side that it is on. [A20 Choosing Sides]"""
    own = SIDE_OF_NATION.get(flown.nation, flown.side)
    if own and own != side:
        nation = NATIONS.get(flown.nation, "a nation of its own")
        raise BadSetup(
            f"{flown.name} flies for {nation}, on the {SIDE_NAMES[own]} side, not on the {SIDE_NAMES[side]} side. "
            "[A20 Choosing Sides]"
        )
