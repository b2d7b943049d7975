"""The report of a game as a campaign reads it: by its own units and seats.

Forecasts and simulations retell thousands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from engine.core.report import AircraftReport, Kill, Report, Score

if TYPE_CHECKING:
    from engine.core.campaigns import MissionUnit

Seat: TypeAlias = tuple[str, str]
"""The ids of a unit and of a seat in it."""
Retelling: TypeAlias = Callable[[Report], Report]


class OneByOne:
    """The aircraft of a mission, each of which is one of its games'."""

    __slots__ = ("_as_called", "_seats")

    def __init__(self, places: Iterable[tuple[Seat, MissionUnit, int]]) -> None:
        """``places``: by the unit and seat of a game which aircraft of a campaign's unit it is, counted from 0."""
        self._seats: dict[Seat, Seat] = {}
        self._as_called: list[tuple[Seat, tuple[str, str, str, int, str]]] = []
        for seat, unit, place in places:
            self._seats[seat] = unit.id, str(place + 1)
            man = unit.men[place]
            called = (*self._seats[seat], unit.role, unit.number, man.name if man else "")
            self._as_called.append((seat, called))

    def retold(self, report: Report, causes: Mapping[Seat, str]) -> Report:
        """``causes``: how those were hit of which people tell it otherwise than the game."""
        told = {(entry.unit, entry.seat): entry for entry in report.aircraft}
        aircraft = []
        for seat, called in self._as_called:
            entry = told[seat]
            kills = entry.kills and tuple(map(self._kill, entry.kills))
            damaged = entry.damaged and tuple(map(self._kill, entry.damaged))
            aircraft.append(entry.called(*called, kills, damaged, causes.get(seat, entry.cause)))
        return report.but(aircraft, pointed(report, self._seats))

    def _kill(self, kill: Kill) -> Kill:
        return Kill(*self._seats[kill.unit, kill.seat], kill.aircraft, kill.sharers)


def pointed(report: Report, seats: Mapping[Seat, Seat]) -> tuple[Score, ...]:
    """The scores of a game, each about the campaign's unit and seat; about none that is not among the ``seats``."""
    return tuple(
        [
            Score(each.side, each.points, each.section, each.reason, *seats.get((each.unit, each.seat), ("", "")))
            for each in report.scores
        ]
    )


def seats_of(report: Report, flown: Sequence[AircraftReport]) -> dict[Seat, Seat]:
    """By unit and seat of a game those of a campaign, where both tell of the same aircraft; else none."""
    pairs = list(zip(report.aircraft, flown, strict=False))
    alike = len(report.aircraft) == len(flown) and all(
        (each.side, each.aircraft, each.status) == (own.side, own.aircraft, own.status) for each, own in pairs
    )
    return {(each.unit, each.seat): (own.unit, own.seat) for each, own in pairs} if alike else {}
