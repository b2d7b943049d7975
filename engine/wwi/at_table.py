"""A dogfight outside campaigns, played at a table. [WWI Ways to Win]"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from engine.core.at_table import AtTable
from engine.core.campaigns import Man, MissionOrder, MissionUnit
from engine.core.errors import BadAnswer
from engine.core.forms import Option, Question
from engine.core.game import Document
from engine.core.report import AircraftReport, Answer, Score, TargetReport
from engine.wwi.campaign import WwiCampaign
from engine.wwi.scoring import SECTIONS
from engine.wwi.setup import read_setup
from engine.wwi.state import Flight
from engine.wwi.tables import WON
from engine.wwi.terms import (
    ALL_SIDES,
    ALTITUDES,
    BY_FIRST_KILL,
    BY_LAST,
    BY_POINTS,
    BY_TURNS,
    NONE,
    SIDE_NAMES,
    SIDE_OF_UNIT,
    UNITS,
)

WINNER: Final = "winner"
"""In a report's answers: who has won by the fall of Leaders."""
DRAW: Final = "draw"
_NO_RECORD: Final = Fraction(0)
_REASONS: Final = {BY_LAST: "the last Leader in the air", BY_FIRST_KILL: "the first Leader shot down"}
_OTHERWISE: Final = "the enemy’s Leaders shot down"


class WwiAtTable(AtTable, WwiCampaign):
    """One set-up of the system: points come of aircraft, or the one point of the side that is said to have won."""

    def __init__(self, document: Document) -> None:
        """Raises ``BadSetup``."""
        self.document = document
        self._options, flights = read_setup(document, whole=True)
        self.document = document | {"turns": self._options.turns}
        self.order = MissionOrder({}, "", tuple(_units(flights)))

    @property
    def _is_by_points(self) -> bool:
        return self._options.win in (BY_POINTS, BY_TURNS)

    def asked(self, order: MissionOrder) -> tuple[Question, ...]:
        """Who has won, where it is no matter of points."""
        if self._is_by_points:
            return ()
        sides = dict.fromkeys(unit.side for unit in order.units)
        options = tuple(Option(side, SIDE_NAMES[side]) for side in sides)
        return (Question(WINNER, "Who has won", "choice", None, (*options, Option(DRAW, "Nobody: a draw"))),)

    def scores(
        self,
        order: MissionOrder,
        flown: tuple[AircraftReport, ...],
        answers: Mapping[str, Answer],
        target: TargetReport | None = None,
    ) -> tuple[Score, ...]:
        """[WWI How to Win, Ways to Win]"""
        if self._is_by_points:
            return super().scores(order, flown, answers, target)
        side = str(answers[WINNER])
        if side == DRAW:
            return ()
        if not any(each.side == side and each.seat == "1" and each.status != "destroyed" for each in flown):
            raise BadAnswer(WINNER, f"The {SIDE_NAMES[side]} side has no Leader left in the air, so it has not won.")
        win = self._options.win
        return (Score(side, WON, f"WWI {SECTIONS.get(win, 'How to Win')}", _REASONS.get(win, _OTHERWISE)),)


def _units(flights: list[Flight | None]) -> Iterator[MissionUnit]:
    for number, flight in enumerate(flights):
        if flight:
            yield MissionUnit(
                UNITS[number],
                ALL_SIDES[number >> SIDE_OF_UNIT],
                "fighter",
                tuple(each.key for each in flight.aircraft),
                tuple(Man(name, 0, _NO_RECORD, _NO_RECORD, False) if name else None for name in flight.pilots),
                altitude=ALTITUDES[flight.altitude] if flight.altitude != NONE else None,
            )
