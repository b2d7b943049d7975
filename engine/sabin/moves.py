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
    BIT,
    CLIMB,
    COLUMN,
    COLUMN_OF_PLACES,
    COLUMN_OF_SPOTS,
    COLUMNS,
    DEPTH,
    DIVE,
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


class Performance(NamedTuple):
    """What a flight itself can do, wherever it is."""

    restricted_from: int
    """The first row that restricts climbs."""
    ground: bool = False
    """Whether the board's lower edge is the ground."""
    heavy: bool = False
    slow: bool = False
    odd: bool = False
    """Whether the turn marker stands in an odd box; it matters to slow fighters."""


class Flying(NamedTuple):
    """All that bears on a flight's moves for the whole game."""

    performance: Performance
    ends_from: int
    """The first column in which a move may end."""
    clouds: tuple[int, ...] = ()
    """Rows in cloud."""
    bombers: tuple[int, ...] = ()
    """Places of the bombers."""
    friendly: bool = False
    """Whether these are its own side's."""


class Ways(NamedTuple):
    """What performance allows from one spot."""

    paths: tuple[Path, ...]
    ends: tuple[int, ...]
    mask: int
    first: int
    """Column among the ends."""
    last: int


NONE_CLOUDED: Final[frozenset[int]] = frozenset()
CENTRE: Final = len(COLUMNS) // 2
assert max(MOST_BLOCKS) <= CENTRE


class Reach:
    """What a flight can do from one spot, as far as other flights do not forbid it."""

    __slots__ = ("choices", "clouded", "mask")

    def __init__(self, choices: tuple[int, ...], mask: int, clouded: frozenset[int]) -> None:
        self.choices = choices
        """Spots at which the move may end, and ``BREAK``."""
        self.mask = mask
        """A bit for each place among them."""
        self.clouded = clouded
        """Those reached through cloud alone: no enemy may be there. [SABIN Clouds b]"""


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
    found = known[start] = _open_sky(flying, start) or _among(flying, start)
    return found


def _open_sky(flying: Flying, start: int) -> Reach | None:
    """The ends where neither bombers nor clouds nor edges are near, which are the same in every column."""
    columns = COLUMN[start] - CENTRE
    ways = _ways(flying.performance, start - columns * COLUMN_OF_SPOTS)
    if flying.clouds or not ways.ends:
        return None
    if not flying.ends_from <= ways.first + columns <= ways.last + columns < len(COLUMNS):
        return None
    mask = ways.mask << columns * COLUMN_OF_PLACES if columns > 0 else ways.mask >> -columns * COLUMN_OF_PLACES
    if (mask | BIT[start]) & _around(flying.bombers):
        return None
    shift = columns * COLUMN_OF_SPOTS
    return Reach((*[end + shift for end in ways.ends], BREAK), mask, NONE_CLOUDED)


@cache
def _around(bombers: tuple[int, ...]) -> int:
    """A bit for each place of the bombers and the next ones ahead and behind."""
    return sum(1 << place + side for place in bombers for side in (-COLUMN_OF_PLACES, 0, COLUMN_OF_PLACES))


def _among(flying: Flying, start: int) -> Reach:
    """The ends one by one, with all that bombers, clouds and edges forbid."""
    clear: set[int] = set()
    clouded: set[int] = set()
    heading = HEADING[start]
    may_reverse = not near_bombers(start, flying.bombers)
    for path in paths(flying, start):
        end = path.end
        if COLUMN[end] < flying.ends_from:
            continue
        at_bombers = PLACE[end] in flying.bombers
        if at_bombers and flying.friendly:
            continue
        reverses = HEADING[end] != heading
        if reverses and (not may_reverse or near_bombers(end, flying.bombers)):
            continue
        if flying.clouds and any(path.low <= row <= path.high for row in flying.clouds):
            if not reverses and not at_bombers:
                clouded.add(end)
        else:
            clear.add(end)
    ends = sorted(clear | clouded)
    mask = 0
    for end in ends:
        mask |= BIT[end]
    return Reach((*ends, BREAK), mask, frozenset(clouded - clear))


def near_bombers(at: int, bombers: tuple[int, ...]) -> bool:
    """Whether bombers are in this block, or in the next one ahead. [SABIN Weaving d]"""
    ahead = PLACE[at] + (-COLUMN_OF_PLACES if HEADING[at] == BACK else COLUMN_OF_PLACES)
    return PLACE[at] in bombers or ahead in bombers


def paths(flying: Flying, start: int) -> Iterator[Path]:
    """Every way in which the flight's own performance lets it move. No move leaves the board. [SABIN Stacking a]"""
    columns = COLUMN[start] - CENTRE
    shift = columns * COLUMN_OF_SPOTS
    for end, low, high in _ways(flying.performance, start - shift).paths:
        if 0 <= COLUMN[end] + columns < len(COLUMNS):
            yield Path(end + shift, low, high)


@cache
def _ways(performance: Performance, start: int) -> Ways:
    """The same from a spot in the central column, from which no move reaches the edges ahead and behind."""
    row, pitch = ROW[start], PITCH[start]
    most = MOST_BLOCKS[pitch]
    if performance.slow and pitch == DIVE:  # [SABIN Slow Fighters a]
        most = min(most, SLOW_MOST_BLOCKS)
    found = tuple(_blocks(performance, start, COLUMN[start], row, pitch, 0, most, row, row))
    ends = sorted({path.end for path in found})
    mask = 0
    for end in ends:
        mask |= BIT[end]
    columns = [COLUMN[end] for end in ends] or [CENTRE]
    return Ways(found, tuple(ends), mask, min(columns), max(columns))


def _blocks(
    performance: Performance, start: int, column: int, row: int, pitch: int, moved: int, most: int, low: int, high: int
) -> Iterator[Path]:
    """Move one block on, change pitch, and stop there or go on. [SABIN Movement]"""
    column += 1 if HEADING[start] == FORWARDS else -1
    row += LEVEL - pitch
    if not 0 <= row < len(ROWS):  # [SABIN Stacking a]
        return
    moved += 1
    low, high = min(low, row), max(high, row)
    began = PITCH[start]
    for after in _pitches(performance, began, pitch, row, moved):
        if moved >= LEAST_BLOCKS[began]:
            yield Path(spot(column, row, DEPTH[start], HEADING[start], after), low, high)
            if began != CLIMB and moved == LEAST_BLOCKS[began]:
                yield from _weaves(performance, start, column, row, after, low, high)
        limit = most
        if moved == 1 and after < pitch and ROW[start] >= performance.restricted_from:  # [SABIN Movement c]
            limit = LEAST_BLOCKS[began]
        if performance.slow and began == LEVEL and not _slow_goes_on(performance, start, after):
            limit = moved
        if moved < limit:
            yield from _blocks(performance, start, column, row, after, moved, limit, low, high)


def _pitches(performance: Performance, began: int, pitch: int, row: int, moved: int) -> Iterator[int]:
    """The pitch that a flight may have after a block into which it moved in ``pitch``. [SABIN Movement b, d]"""
    for after in (CLIMB, LEVEL, DIVE):
        if abs(after - pitch) > 1 and began != CLIMB:
            continue
        if after == CLIMB:
            restricted = row >= performance.restricted_from
            if pitch == CLIMB and restricted:
                continue
            if performance.heavy and began == DIVE:  # [SABIN Heavy Fighters b]
                continue
            if performance.slow and began == LEVEL and moved > 1 and restricted:  # [SABIN Slow Fighters b]
                continue
        if after == DIVE:
            if performance.ground and row == 0:  # [SABIN Low Altitude a]
                continue
            if performance.heavy and began == CLIMB:  # [SABIN Heavy Fighters c]
                continue
        yield after


def _slow_goes_on(performance: Performance, start: int, after: int) -> bool:
    """Whether slow fighters that began in level flight may move a second block. [SABIN Slow Fighters b, c]"""
    if performance.odd and ROW[start] >= performance.restricted_from:
        return after == DIVE
    return after != CLIMB


def _weaves(
    performance: Performance, start: int, column: int, row: int, pitch: int, low: int, high: int
) -> Iterator[Path]:
    """Shift to the side at the end of the move, with a drop, with a reversal, with both. [SABIN Weaving]"""
    began, heading = PITCH[start], HEADING[start]
    may_reverse = began == LEVEL and pitch != CLIMB and not (performance.heavy and pitch == DIVE)
    may_drop = (
        pitch != CLIMB
        and row > 0
        and not (performance.ground and row == 1 and pitch == DIVE)
        and not (performance.slow and began == DIVE and ROW[start] - row + 1 > SLOW_MOST_ROWS)
    )
    for depth in (DEPTH[start] - 1, DEPTH[start] + 1):
        if not 0 <= depth <= 2:
            continue
        for toward in (heading, 1 - heading) if may_reverse else (heading,):
            yield Path(spot(column, row, depth, toward, pitch), low, high)
            if may_drop:
                yield Path(spot(column, row - 1, depth, toward, pitch), min(low, row - 1), high)
