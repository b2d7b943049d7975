"""What a table tells of a mission flown there, as plain data; ``missions.results.reports`` makes a report of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final

from engine.core.campaigns import OUT_OF_FUEL
from engine.core.report import AircraftReport, Conduct
from engine.core.values import value

FLAK, FUEL = "flak", "fuel"
"""In place of a seat: the guns on the ground did it, or the tanks ran dry."""
CAUSES = {FLAK: "flak over the target", FUEL: OUT_OF_FUEL}
MOST_DAMAGE = 99
MOST_FUEL = 99
NOTE_LENGTH = 500
PHOTOGRAPHS: tuple[str, ...] = ("miss", "hit", "direct", "vital")
"""The Bomb result of the card drawn for an aircraft that reconnoitres. [SUP 21.8.7]"""


@value(frozen=True, slots=True)
class AircraftOutcome(Conduct):
    """What happened to one aircraft."""

    key: str
    status: str = "undamaged"
    exit: str = ""
    by: str = ""
    """Who Damaged or Destroyed it: the key of an enemy, ``flak``, ``fuel``, or empty if nobody knows."""
    shared_with: tuple[str, ...] = ()
    """The keys of other enemies who destroyed it together with that one, each with the same share. [SUP 19.5]"""
    struck: int | None = None
    """Damage that it did to the target; ``None`` if only the whole is known."""
    cargo: int | None = None
    """Cargo Points delivered; ``None``: what its card says, if it came through."""
    mines: int | None = None
    photographs: str = ""
    """One of ``PHOTOGRAPHS``."""
    bombs: int = 0
    """Flying bombs that it shot down. [SUP 28]"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the table reports. Aircraft that are not named came home undamaged."""

    aircraft: tuple[AircraftOutcome, ...] = ()
    turns: int = 0
    """0: as many as usual."""
    target_damage: int | None = None
    """Damage to the target in all; ``None``: what the aircraft did, added up."""
    fuel: Mapping[str, int] | None = None
    """Fuel Points spent, by unit. [SUP 24.9]"""
    wave: int = 0
    """Flying bombs that came. [SUP 28]"""
    by_guns: int = 0
    """Flying bombs that fell to the guns; what nobody shot down got through."""
    answers: Mapping[str, Any] = field(default_factory=dict)
    """To the questions of the sheet."""
    notes: str = ""

    def as_json(self) -> dict[str, Any]:
        """All of it."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Outcome:
        """The outcome that ``as_json`` wrote."""
        aircraft = (AircraftOutcome(**{**each, "shared_with": tuple(each["shared_with"])}) for each in data["aircraft"])
        return cls(**{**data, "aircraft": tuple(aircraft)})


NUMBERS: Final = tuple(each.name for each in fields(Outcome) if each.type in ("int", "int | None"))
"""Of a whole mission."""


def usual(told: AircraftOutcome | AircraftReport, carried: tuple[int, int]) -> int:
    """What an aircraft delivers or lays, by its card, if it came through."""
    if not told.over_target or told.jettisoned or told.status == "destroyed":
        return 0
    return carried[told.status == "damaged"]
