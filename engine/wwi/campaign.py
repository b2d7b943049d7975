"""Down in Flames WWI in a campaign: set-ups of its flights, and what became of each of their aircraft.

A unit is a flight: its first aircraft is the Leader's, the others his Wingmen's, all of one type. It may be as dear as
its side can fill it. A mission's own table says ``turns``, how many there are (left out: as in any game), and
``altitudes``, by side the one at which its flights begin, as ``{allied = "low"}``; who is not named there chooses.
Every mission is won by Victory Points after its turns, so that a Leader's fall is not the end while his side has
another in the air. [WWI Ways to Win 1, 4]
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final

from engine.core.campaigns import (
    CampaignRules,
    CatalogueEntry,
    MissionOrder,
    MissionUnit,
    Place,
    first_of,
    numbered,
    places_of,
)
from engine.core.errors import BadSetup, EngineError
from engine.core.fields import Fields, keys
from engine.core.game import SIDES, Document
from engine.core.own_types import given
from engine.core.report import AircraftReport, Answer, Report, Score, TargetReport
from engine.core.retelling import OneByOne, Retelling
from engine.core.table_marks import Mark, TableMarks, bursts, hits, values
from engine.core.table_sheet import DAMAGED, HOME, SHOT_DOWN, Ending
from engine.wwi.aircraft import Aircraft, aircraft, catalogue
from engine.wwi.tables import DAMAGED_COUNTS, DESTROYED_COUNTS, MOST_TURNS, TURNS
from engine.wwi.terms import ALTITUDES, BY_TURNS, MOST_UNITS, MOST_WINGMEN, NEUTRAL, POSITIONS, SEATS, STANDS, WINS

KEYS: Final = keys("turns altitudes")
"""What the table of a mission may say."""
SECTION: Final = "WWI Ways to Win 1"
_LEFT_ALONE: Final = (
    Ending("Broke off", "undamaged", "broke-off"),
    Ending("Broke off, damaged", "damaged", "broke-off"),
)


class WwiCampaign(CampaignRules):
    """Nothing is asked: points come of aircraft only. Experience changes nothing in the air. [SUP WWI campaign]"""

    sizes = (1, 1 + MOST_WINGMEN)
    has_men = True
    has_leaders = True

    def catalogue(self) -> Mapping[str, CatalogueEntry]:
        """Every aircraft of ``fixtures/aircraft/wwi``."""
        return _entries()

    def table(self, slug: str) -> Document:
        return aircraft.table(slug)

    def entry(self, table: Document) -> CatalogueEntry:
        return _entry(aircraft(table), table)

    def setup(self, order: MissionOrder) -> Document:
        read = order.read(KEYS)
        altitudes = read.fields("altitudes", "The mission, altitudes", only=frozenset(SIDES))
        return {
            "win": WINS[BY_TURNS],
            "turns": read.number("turns", TURNS, least=1, most=MOST_TURNS),
            "points": 0,
            "year": int(order.month[:4]),
            "options": {"extra_leaders": True},
            "units": [_flight(number, unit, altitudes) for number, unit in _numbered(order)],
        }

    def flyers(self, order: MissionOrder) -> Mapping[str, tuple[Place, ...]]:
        return {number: places_of(unit) for number, unit in _numbered(order)}

    def retelling(self, order: MissionOrder) -> Retelling:
        flown = OneByOne(
            ((number, SEATS[place]), unit, place)
            for number, unit in _numbered(order)
            for place in range(len(unit.aircraft))
        )
        return lambda report: flown.retold(report, _claimed(report))

    def endings(self, order: MissionOrder, unit: MissionUnit, place: int) -> tuple[Ending, ...]:
        """Only a Wingman breaks off, once his Leader has fallen."""
        return (HOME, DAMAGED, SHOT_DOWN, *(_LEFT_ALONE if place else ()))

    def table_marks(self, order: MissionOrder) -> TableMarks:
        """Wingmen fly where their Leader does. [WWI Set-Up 5, Damage]"""
        begins = order.read(KEYS).fields("altitudes", "The mission, altitudes", only=frozenset(SIDES))
        marks = TableMarks()
        for unit in order.units:
            starts = ALTITUDES[begins.choice(unit.side, ALTITUDES)] if unit.side in begins else ""
            marks.units[unit.id] = (
                Mark(
                    name="altitude",
                    label="Altitude",
                    choices=values(ALTITUDES),
                    is_ladder=True,
                    is_brief=True,
                    starts=starts,
                ),
                Mark(
                    name="position", label="Position", choices=values(STANDS), starts=POSITIONS[NEUTRAL], is_brief=True
                ),
                bursts(),
            )
            for place in range(1, len(unit.aircraft) + 1):
                type_ = _type(unit, place)
                front, back = type_.wingman if place > 1 else type_.leader
                marks.seats[unit.id, str(place)] = (hits(front.airframe, back.airframe),)
        return marks

    def scores(
        self,
        order: MissionOrder,
        flown: tuple[AircraftReport, ...],
        answers: Mapping[str, Answer],
        target: TargetReport | None = None,
    ) -> tuple[Score, ...]:
        """What each aircraft is worth to the side that has Damaged it, twice to the one that has Destroyed it.

        Nobody scores what nobody has done, such as a wing that breaks. [WWI Ways to Win 1]
        """
        types = {
            (unit.id, str(place)): _type(unit, place) for unit in order.units for place in range(1, len(unit.men) + 1)
        }
        counted: set[tuple[str, str]] = set()
        scores = []
        for count, down in ((DESTROYED_COUNTS, True), (DAMAGED_COUNTS, False)):
            for entry in flown:
                for kill in entry.kills if down else entry.damaged:
                    victim = kill.unit, kill.seat
                    if victim in counted:
                        continue  # he who shares it, or has Damaged what his side Destroyed
                    counted.add(victim)
                    type_ = types[victim]
                    worth = type_.points if kill.seat == "1" else type_.wingman_points
                    reason = f"{type_.short} {'shot down' if down else 'damaged'}"
                    scores.append(Score(entry.side, worth * count, SECTION, reason, entry.unit, entry.seat))
        return tuple(scores)


def _numbered(order: MissionOrder) -> Iterator[tuple[str, MissionUnit]]:
    """Each unit with the id of its flight in the game."""
    return zip(numbered(order.units, MOST_UNITS, "flights here."), order.units, strict=True)


def _flight(number: str, unit: MissionUnit, altitudes: Fields) -> Document:
    """A Leader with his Wingmen, and who flies them."""
    if len(set(unit.aircraft)) > 1:
        raise BadSetup("a Wingman flies the type of his Leader. [WWI Set-Up 3]", unit.id)
    leader, *wingmen = ({"name": man.name} if man else None for man in unit.men)
    made: Document = {
        "id": number,
        "aircraft": given(unit.aircraft[0]),
        "wingmen": len(unit.aircraft) - 1,
        "leader_pilot": leader,
        "wingman_pilots": wingmen,
    }
    if unit.side in altitudes:
        made["altitude"] = ALTITUDES[altitudes.choice(unit.side, ALTITUDES)]
    return made


def _claimed(report: Report) -> dict[tuple[str, str], str]:
    """By unit and seat in the game: who has Destroyed an aircraft or, if nobody has, Damaged it, as people tell it."""
    found: dict[tuple[str, str], str] = {}
    for kind in ("damaged", "kills"):
        for entry in report.aircraft:
            for kill in getattr(entry, kind):
                name = aircraft(entry.aircraft).name
                found[kill.unit, kill.seat] = f"by {entry.pilot}, {name}" if entry.pilot else f"by {name}"
    return found


def _type(unit: MissionUnit, place: int) -> Aircraft:
    """The type of an aircraft of a unit, places counted from 1."""
    try:
        return aircraft(unit.aircraft[place - 1])
    except EngineError as problem:
        raise BadSetup(str(problem), unit.id) from None


@cache
def _entries() -> dict[str, CatalogueEntry]:
    return {slug: _entry(aircraft(slug), table) for slug, table in catalogue().items()}


def _entry(card: Aircraft, table: Document) -> CatalogueEntry:
    return CatalogueEntry(
        name=card.name,
        nation=card.nation,
        service=table["service"],
        side=card.side,
        aircraft_class=table["class"],
        in_service=first_of(card.in_service),
        note=table["note"],
        provenance=table["wwi"]["provenance"],
        value=card.points,
    )
