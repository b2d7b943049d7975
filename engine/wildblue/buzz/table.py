"""A week of flying bombs as a table tells it. [SUP 28]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.core.report import AircraftReport, Kill
from engine.core.table_sheet import FlyingBombs
from engine.wildblue.buzz.scoring import BLAST, GUNS, NO_SEAT, of_bomb
from engine.wildblue.buzz.state import last_turn
from engine.wildblue.buzz.terms import (
    A_TURN,
    AIRCRAFT,
    AIRCRAFT_NAME,
    BOMBS,
    DAMAGE,
    DOWN,
    MOST_BOMBS,
    MOST_TURNS,
    THROUGH,
    WAVE,
    WAVE_CARDS,
)


class _OfTheTable(FlyingBombs):
    name = AIRCRAFT_NAME
    coming = f"{WAVE} and what {WAVE_CARDS} cards add, up to {A_TURN} a Turn; {DAMAGE} Hits destroy one"
    most = MOST_BOMBS
    most_turns = MOST_TURNS
    by_guns = GUNS

    def last_turn(self, wave: int) -> int:
        return last_turn(wave)

    def told(
        self, fighters: Sequence[AircraftReport], downed: Sequence[int], causes: Sequence[str], wave: int, by_guns: int
    ) -> tuple[AircraftReport, ...]:
        names = iter(BOMBS)
        credited: list[AircraftReport] = []
        bombs: list[AircraftReport] = []
        for fighter, count, cause in zip(fighters, downed, causes, strict=True):
            own = list(_fallen(names, count, cause))
            bombs += own
            kills = tuple(Kill(each.unit, NO_SEAT, AIRCRAFT) for each in own)
            credited.append(replace(fighter, cause=BLAST if fighter.status != "undamaged" else "", kills=kills))
        bombs += _fallen(names, by_guns, GUNS)
        bombs += (of_bomb(next(names), THROUGH) for _ in range(wave - len(bombs)))
        return (*credited, *bombs)


FLYING_BOMBS: Final = _OfTheTable()


def _fallen(names: Iterator[str], count: int, cause: str) -> Iterator[AircraftReport]:
    for _ in range(count):
        yield of_bomb(next(names), DOWN, cause)
