"""The units of a set-up document: who flies what. [WBY 4.2-4.5, 17.3.1, 17.6, 18.1, 19.1]"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.core.errors import BadSetup
from engine.core.fields import Fields, keys
from engine.core.game import SIDES
from engine.wildblue.aircraft import Aircraft, aircraft, skills_in
from engine.wildblue.sheets import Sortie
from engine.wildblue.state import EDITION, NONE
from engine.wildblue.tables import CREW_SKILLS, SKILLS
from engine.wildblue.terms import (
    ALTITUDES,
    CRAFT_COUNT,
    SIDE_OF_UNIT,
    UNIT_IDS,
    UNIT_NUMBER,
    VERY_HIGH,
    leader_of,
    words,
)

_sortie: Final = lru_cache(maxsize=1024)(Sortie)
"""Nothing of a sortie changes, and games of one set-up are begun again and again."""
PILOT_KEYS = keys("name skills nation service")
NOBODY: tuple[str, tuple[str, ...]] = ("", ())
"""Name and Skills where no man is named."""


class Roster:
    """The units of a set-up as they are read."""

    def __init__(self, month: str, edition: int = EDITION) -> None:
        self.month = month
        self.edition = edition
        """Of the rules."""
        self.sorties: list[Sortie | None] = [None] * CRAFT_COUNT
        """By craft."""
        self.altitudes: dict[int, int] = {}
        """By unit: where it begins; ``NONE`` if its side chooses. [WBY 4.5]"""
        self.fields: dict[int, Fields] = {}
        """By unit: what the document says of it."""

    def add(self, document: object, number: int) -> int:
        """Take up the unit that stands at this place of the document's list; its number."""
        read = Fields(f"Unit {number} of the set-up", document, BadSetup)
        name = read.text("id", None)
        if name not in UNIT_NUMBER:
            raise read.refuse(f"there is no unit {name!r}; they are {UNIT_IDS}.")
        read.place = name
        unit = UNIT_NUMBER[name]
        read.of_side(SIDES, unit >> SIDE_OF_UNIT)
        if unit in self.fields:
            raise read.refuse("it stands twice in the set-up.")
        self.fields[unit] = read
        return unit

    def type(self, unit: int, source: object) -> Aircraft:
        """An aircraft of the unit's side, in service by the month. [WBY 4.2, 4.3]"""
        read = self.fields[unit]
        found = read.made(aircraft, source)
        side = SIDES[unit >> SIDE_OF_UNIT]
        if found.side and found.side != side:
            raise read.refuse(f"{found.name} flies for the {found.side} side. [WBY 4.2]")
        if self.month and found.taken_from > self.month:
            raise read.refuse(f"{found.name} came into service in {found.in_service}, after {self.month}. [WBY 4.3]")
        return found

    def alone(self, type_: Aircraft) -> bool:
        """Whether its Leaders have no Wingmen. [WBY 10.0]"""
        return type_.flies_alone and self.edition > 1

    def element(self, unit: int, type_: Aircraft, load: int = 0, *, wingman: bool, section: bool = False) -> None:
        """A Leader, his Wingman and the third man of their Section, with their pilots. [WBY 5.4, 17.6]"""
        read = self.fields[unit]
        if wingman and not type_.wingman:
            raise read.refuse(f"{type_.name} has no Wingman card. [WBY 5.4]")
        if wingman and self.alone(type_):
            raise read.refuse(f"{type_.name} flies without a Wingman, as Night Fighters and rockets do. [WBY 10.0]")
        leader = leader_of(unit)
        for seat, key, flies in (
            (0, "leader_pilot", True),
            (1, "wingman_pilot", wingman),
            (2, "section_pilot", section),
        ):
            name, skills = self._pilot(read, key, type_, SKILLS) if key in read.document else NOBODY
            if flies:
                self.sorties[leader + seat] = _sortie(unit, seat, type_, name, skills, load)
        altitude = read.choice("altitude", ALTITUDES) if "altitude" in read else NONE
        if altitude != NONE and altitude > highest(self.sorties, unit):
            raise read.refuse(f"it cannot begin at {words(ALTITUDES[altitude])}. [WBY 4.5, 5.2.7]")
        self.altitudes[unit] = altitude

    def formation(self, unit: int, types: list[Aircraft], load: int) -> None:
        """The aircraft of a Formation with their crews, at the altitude that it keeps. [WBY 17.3.1, 17.3.2]"""
        read = self.fields[unit]
        crews = read.items("crews")
        if len(crews) > len(types):
            raise read.refuse(f"it has {len(types)} aircraft and {len(crews)} crews.")
        for seat, type_ in enumerate(types):
            key = f"crew {seat + 1}"
            crew = Fields(read.place, {key: crews[seat] if seat < len(crews) else None}, BadSetup)
            name, skills = self._pilot(crew, key, type_, tuple(CREW_SKILLS))
            self.sorties[leader_of(unit) + seat] = _sortie(unit, seat, type_, name, skills, load)
        if "altitude" not in read:
            raise read.refuse("a Formation needs the altitude at which it flies. [WBY 17.3.2]")
        altitude = self.altitudes[unit] = read.choice("altitude", ALTITUDES)
        for type_ in types:
            assert type_.formation
            if altitude > type_.formation[0].ceiling:
                raise read.refuse(f"{words(ALTITUDES[altitude])} is above the Ceiling of {type_.name}. [WBY 5.2.7]")

    @staticmethod
    def _pilot(read: Fields, key: str, type_: Aircraft, known: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        """Name and Skills of a pilot or a crew, or of none. [WBY 19.1.1, 19.2, SUP 19.3]"""
        if key not in read:
            return NOBODY
        pilot = read.fields(key, only=PILOT_KEYS)
        for symbol, own in (("nation", type_.nation), ("service", type_.service)):
            theirs = pilot.text(symbol)
            if theirs and own and theirs != own:
                raise pilot.refuse(
                    f"{pilot.text('name') or 'the man'} is of the {symbol} {theirs!r}, "
                    f"and {type_.name} of {own!r}. [WBY 19.1.1]"
                )
        return pilot.text("name"), skills_in(pilot, known)


def highest(sorties: list[Sortie | None], unit: int) -> int:
    """The highest altitude at which an Element may begin: Very High only with Turbochargers. [WBY 4.5, 5.2.7]"""
    leader, wingman = sorties[leader_of(unit)], sorties[leader_of(unit) + 1]
    assert leader
    limit = leader.leader.ceiling
    if wingman and wingman.wingman.ceiling < limit:
        limit = wingman.wingman.ceiling
    if limit == VERY_HIGH and not leader.aircraft.turbo:
        limit -= 1
    return limit


def balance(sorties: list[Sortie | None]) -> tuple[int, int]:
    """Balance Value of each side. [WBY 13.1, 13.4]"""
    totals = [0, 0]
    for sortie in sorties:
        if sortie:
            totals[sortie.unit >> SIDE_OF_UNIT] += sortie.balance
    return totals[0], totals[1]
