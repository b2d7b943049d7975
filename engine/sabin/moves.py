"""Where a fighter flight can end its move. [SABIN Movement, Weaving, Stacking]

What never changes within a game (bombers do not move, clouds do not drift) is worked out once for each spot at which a
move may start; ``phases`` then takes away what the other flights forbid at the moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from engine.sabin.tables import LEAST_BLOCKS, MOST_BLOCKS, SLOW_MOST_BLOCKS, SLOW_MOST_ROWS
from engine.sabin.terms import (
    BACK,
    CLIMB,
    COLUMN,
    COLUMN_OF_PLACES,
    COLUMNS,
    DEPTH,
    DIVE,
    FACING,
    FORWARDS,
    HEADING,
    LEVEL,
    PITCH,
    PLACE,
    ROW,
    ROWS,
    SPOTS,
    spot,
)

BREAK: Final = SPOTS
"""The action of breaking formation; an action below it is the spot at which the move ends."""


class Flying(NamedTuple):
    """All that bears on a flight's moves for the whole game."""

    ends_from: int
    """The first column in which a move may end."""
    restricted_from: int
    """The first row that restricts climbs."""
    ground: bool = False
    """Whether the board's lower edge is the ground."""
    heavy: bool = False
    slow: bool = False
    odd: bool = False
    """Whether the turn marker stands in an odd box; it matters to slow fighters."""
    clouds: tuple[int, ...] = ()
    """Rows in cloud."""
    bombers: tuple[int, ...] = ()
    """Places of the bombers."""
    friendly: bool = False
    """Whether these are its own side's."""


class Reach(NamedTuple):
    """What a flight can do from one spot, as far as other flights do not forbid it."""

    choices: tuple[int, ...]
    """Spots at which the move may end, and ``BREAK``."""
    mask: int
    """A bit for each place among them."""
    clouded: frozenset[int]
    """Those reached through cloud alone: no enemy may be there. [SABIN Clouds b]"""
    facings: dict[int, tuple[int, ...]]
    """By place: how the flight may point there."""


class Path(NamedTuple):
    """One way to fly a move."""

    end: int
    low: int
    """The lowest row on the way, the start's among them."""
    high: int


Tables = dict[int, Reach]


@cache
def tables(flying: Flying) -> Tables:
    """What is known so far of the moves of such a flight, by the spot of the start; ``reach`` fills it."""
    return {}


def reach(flying: Flying, start: int, known: Tables) -> Reach:
    """All ends of moves from ``start``. ``known`` is ``tables(flying)``."""
    clear: set[int] = set()
    clouded: set[int] = set()
    for path in paths(flying, start):
        end = path.end
        if COLUMN[end] < flying.ends_from:
            continue
        at_bombers = PLACE[end] in flying.bombers
        if at_bombers and flying.friendly:
            continue
        reverses = HEADING[end] != HEADING[start]
        if reverses and (_near_bombers(start, flying.bombers) or _near_bombers(end, flying.bombers)):
            continue
        if any(path.low <= row <= path.high for row in flying.clouds):
            if not reverses and not at_bombers:
                clouded.add(end)
        else:
            clear.add(end)
    ends = sorted(clear | clouded)
    mask = 0
    facings: dict[int, tuple[int, ...]] = {}
    for end in ends:
        mask |= 1 << PLACE[end]
        facings[PLACE[end]] = (*facings.get(PLACE[end], ()), FACING[end])
    found = Reach((*ends, BREAK), mask, frozenset(clouded - clear), facings)
    known[start] = found
    return found


def _near_bombers(at: int, bombers: tuple[int, ...]) -> bool:
    """Whether bombers are in this block, or in the next one ahead. [SABIN Weaving d]"""
    ahead = PLACE[at] + (-COLUMN_OF_PLACES if HEADING[at] == BACK else COLUMN_OF_PLACES)
    return PLACE[at] in bombers or ahead in bombers


def paths(flying: Flying, start: int) -> Iterator[Path]:
    """Every way in which the flight's own performance lets it move."""
    row, pitch = ROW[start], PITCH[start]
    most = MOST_BLOCKS[pitch]
    if flying.slow and pitch == DIVE:  # [SABIN Slow Fighters a]
        most = min(most, SLOW_MOST_BLOCKS)
    yield from _blocks(flying, start, COLUMN[start], row, pitch, 0, most, row, row)


def _blocks(
    flying: Flying, start: int, column: int, row: int, pitch: int, moved: int, most: int, low: int, high: int
) -> Iterator[Path]:
    """Move one block on, change pitch, and stop there or go on. [SABIN Movement]"""
    column += 1 if HEADING[start] == FORWARDS else -1
    row += LEVEL - pitch
    if not (0 <= column < len(COLUMNS) and 0 <= row < len(ROWS)):  # [SABIN Stacking a]
        return
    moved += 1
    low, high = min(low, row), max(high, row)
    began = PITCH[start]
    for after in _pitches(flying, began, pitch, row, moved):
        if moved >= LEAST_BLOCKS[began]:
            yield Path(spot(column, row, DEPTH[start], HEADING[start], after), low, high)
            if began != CLIMB and moved == LEAST_BLOCKS[began]:
                yield from _weaves(flying, start, column, row, after, low, high)
        limit = most
        if moved == 1 and after < pitch and ROW[start] >= flying.restricted_from:  # [SABIN Movement c]
            limit = LEAST_BLOCKS[began]
        if flying.slow and began == LEVEL and not _slow_goes_on(flying, start, after):
            limit = moved
        if moved < limit:
            yield from _blocks(flying, start, column, row, after, moved, limit, low, high)


def _pitches(flying: Flying, began: int, pitch: int, row: int, moved: int) -> Iterator[int]:
    """The pitch that a flight may have after a block into which it moved in ``pitch``. [SABIN Movement b, d]"""
    for after in (CLIMB, LEVEL, DIVE):
        if abs(after - pitch) > 1 and began != CLIMB:
            continue
        if after == CLIMB:
            restricted = row >= flying.restricted_from
            if pitch == CLIMB and restricted:
                continue
            if flying.heavy and began == DIVE:  # [SABIN Heavy Fighters b]
                continue
            if flying.slow and began == LEVEL and moved > 1 and restricted:  # [SABIN Slow Fighters b]
                continue
        if after == DIVE:
            if flying.ground and row == 0:  # [SABIN Low Altitude a]
                continue
            if flying.heavy and began == CLIMB:  # [SABIN Heavy Fighters c]
                continue
        yield after


def _slow_goes_on(flying: Flying, start: int, after: int) -> bool:
    """Whether slow fighters that began in level flight may move a second block. [SABIN Slow Fighters b, c]"""
    if flying.odd and ROW[start] >= flying.restricted_from:
        return after == DIVE
    return after != CLIMB


def _weaves(flying: Flying, start: int, column: int, row: int, pitch: int, low: int, high: int) -> Iterator[Path]:
    """Shift to the side at the end of the move, with a drop, with a reversal, with both. [SABIN Weaving]"""
    began, heading = PITCH[start], HEADING[start]
    may_reverse = began == LEVEL and pitch != CLIMB and not (flying.heavy and pitch == DIVE)
    may_drop = (
        pitch != CLIMB
        and row > 0
        and not (flying.ground and row == 1 and pitch == DIVE)
        and not (flying.slow and began == DIVE and ROW[start] - row + 1 > SLOW_MOST_ROWS)
    )
    for depth in (DEPTH[start] - 1, DEPTH[start] + 1):
        if not 0 <= depth <= 2:
            continue
        for toward in (heading, 1 - heading) if may_reverse else (heading,):
            yield Path(spot(column, row, depth, toward, pitch), low, high)
            if may_drop:
                yield Path(spot(column, row - 1, depth, toward, pitch), min(low, row - 1), high)
