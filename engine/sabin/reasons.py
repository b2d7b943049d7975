"""Why an action is refused, in sentences with their rules."""

from __future__ import annotations

from collections.abc import Iterator

from engine.sabin.actions import COLUMN_CHOSEN, DEPLOYED, FIRST_BLOCK, FIRST_COLUMN, TEXT
from engine.sabin.moves import BREAK, Flying, Performance, near_bombers, paths
from engine.sabin.names import called
from engine.sabin.phases import free_blocks
from engine.sabin.plan import VERY_LOW, flying
from engine.sabin.state import State
from engine.sabin.tables import APPROACH_COLUMN, CLOUD_ROWS, ESCORT_COLUMNS, LEAST_BLOCKS, MOST_BLOCKS
from engine.sabin.terms import (
    BACK,
    CHOOSE_COLUMN,
    CLIMB,
    COLUMN,
    COLUMN_OF_PLACES,
    COLUMNS,
    DECISIONS,
    DEPLOY,
    DEPTH,
    DEPTHS,
    DIVE,
    FROM_FRONT,
    FROM_REAR,
    HEADING,
    LEVEL,
    MOST_UNITS,
    MOVE,
    PITCH,
    PLACE,
    PLACE_TEXT,
    ROW,
    ROWS,
    apart,
)


def why_not(state: State, action: int) -> str:
    """Why an action is not among the legal ones."""
    who = called(state, state.actor)
    if action < BREAK and state.kind == MOVE:
        return _why_not_there(state, action, who)
    if action in DEPLOYED and state.kind == DEPLOY:
        return _why_not_placed(state, action - FIRST_BLOCK, who)
    if action in COLUMN_CHOSEN and state.kind == CHOOSE_COLUMN:
        return _why_no_column(state, action - FIRST_COLUMN, who)
    return f"{who} has another decision to make ({DECISIONS[state.kind]}), such as {TEXT[state.choices[0]]!r}."


# Set-up


def _why_no_column(state: State, column: int, who: str) -> str:
    """Why a flight of the escorts may not be set up in a column."""
    if column in ESCORT_COLUMNS and not free_blocks(state, state.actor, column):
        return f"{who} finds no block left in column {COLUMNS[column]}. [SABIN Set-Up e]"
    first, last = COLUMNS[ESCORT_COLUMNS.start], COLUMNS[ESCORT_COLUMNS.stop - 1]
    return f"{who} may not be set up there: escorts stand in columns {first} to {last}. [SABIN Set-Up b]"


def _why_not_placed(state: State, place: int, who: str) -> str:
    """Why a flight may not be set up in a block."""
    plan, unit = state.plan, state.plan.unit(state.actor)
    escorts = unit.number // MOST_UNITS == plan.escorting
    column, row = place // COLUMN_OF_PLACES, place % COLUMN_OF_PLACES // len(DEPTHS)
    if column != state.column:
        if escorts:
            return f"{who} is set up in column {COLUMNS[state.column]}, which was chosen for it. [SABIN Set-Up b]"
        come = {FROM_REAR: "from behind", FROM_FRONT: "from ahead"}[state.approach]
        assert APPROACH_COLUMN[state.approach] == state.column
        return f"The interceptors come {come}: {who} is set up in column {COLUMNS[state.column]}. [SABIN Set-Up c]"
    highest = plan.ceiling_of(unit)
    if row > highest:
        rule = "SABIN Set-Up d"
        if escorts:
            rule = "SABIN Low Altitude c" if plan.altitude == VERY_LOW else "SABIN Set-Up b"
        heavy = "; SABIN Heavy Fighters a" if unit.heavy else ""
        return f"{who} is set up no higher than row {ROWS[highest]}. [{rule}{heavy}]"
    if escorts and row in CLOUD_ROWS[state.sky][plan.altitude]:
        return f"{who} must see the bombers: escorts are not set up in cloud. [SABIN Clouds c]"
    return f"{PLACE_TEXT[place]} is taken by its own side. [SABIN Set-Up e]"


# A move


def _why_not_there(state: State, end: int, who: str) -> str:
    """Why a flight cannot end its move at a spot."""
    plan, unit = state.plan, state.actor
    start = state.spots[unit]
    conditions = flying(plan, unit, state.sky, not state.turn & 1)
    ways = [path for path in paths(conditions, start) if path.end == end]
    if not ways:
        return f"{who} {_why_out_of_reach(conditions, start, end)}"
    if COLUMN[end] < conditions.ends_from:
        fast = plan.fast and not conditions.friendly
        return (
            f"{who} may not end its move behind column {COLUMNS[conditions.ends_from]}. "
            f"[SABIN {'Fighter Bombers b' if fast else 'Stacking c'}]"
        )
    block = PLACE[end]
    moved = [PLACE[state.spots[own]] for own in plan.before[unit] if state.spots[own] >= 0]
    if block in moved or (conditions.friendly and block in conditions.bombers):
        return f"{PLACE_TEXT[block]} is taken by its own side. [SABIN Stacking b]"
    if all(any(path.low <= row <= path.high for row in conditions.clouds) for path in ways):
        rows = apart(tuple(ROWS[row] for row in conditions.clouds))
        return (
            f"{who} may neither reverse nor meet an enemy when it has been in cloud, which fills rows {rows}. "
            "[SABIN Clouds b]"
        )
    if HEADING[end] != HEADING[start] and any(near_bombers(at, conditions.bombers) for at in (start, end)):
        return f"{who} may not reverse heading so near to the bombers. [SABIN Weaving d]"
    return f"{who} begins with an enemy in its block and may not go for another. [SABIN Stacking e]"


def _why_out_of_reach(conditions: Flying, start: int, end: int) -> str:
    """Why performance does not bring a flight there, wherever others are: what it would take, or what nobody can."""
    for performance, reason in _freer(conditions.performance, start):
        if any(path.end == end for path in paths(conditions._replace(performance=performance), start)):
            return reason
    return _why_nobody(start, end, {path.end for path in paths(Flying(_FREE, 0), start)})


_IN = ("in a climb", "in level flight", "in a dive")
"""By pitch."""
_FREE = Performance(restricted_from=len(ROWS))
"""Of a flight that nothing restricts but what holds for all."""


def _freer(performance: Performance, start: int) -> Iterator[tuple[Performance, str]]:
    """One restriction after the other taken away, and what it says."""
    if performance.ground:
        performance = performance._replace(ground=False)
        yield performance, "may not dive in row 0-1: it would crash. [SABIN Low Altitude a]"
    if performance.heavy:
        performance = performance._replace(heavy=False)
        if PITCH[start] == DIVE:
            yield performance, "flies heavy fighters: no climb follows their dive at once. [SABIN Heavy Fighters b]"
        else:
            yield (
                performance,
                "flies heavy fighters: from a climb, or reversing, they do not pitch down into a dive. "
                "[SABIN Heavy Fighters c]",
            )
    if performance.slow:
        if performance.odd:
            performance = performance._replace(odd=False)
            yield (
                performance,
                "flies slow fighters: this turn they move a second block from level flight only by diving. "
                "[SABIN Slow Fighters c]",
            )
        performance = performance._replace(slow=False)
        if PITCH[start] == DIVE:
            yield (
                performance,
                "flies slow fighters: from a dive they move two blocks at most, and two rows down. "
                "[SABIN Slow Fighters a]",
            )
        else:
            yield (
                performance,
                "flies slow fighters: from level flight a climb ends their move, and they do not climb after a second "
                "block so high. [SABIN Slow Fighters b]",
            )
    low = "" if performance.restricted_from else "; SABIN Low Altitude d"
    rows = f"{ROWS[performance.restricted_from].partition('-')[0]} up"
    yield (
        performance._replace(restricted_from=_FREE.restricted_from),
        f"cannot climb so: in rows {rows} who pitches up after the first block gives up the extra one, and a climb "
        f"that leads there is not kept. [SABIN Movement c, d{low}]",
    )


def _why_nobody(start: int, end: int, ends: set[int]) -> str:
    """Why no flight gets from one spot to another, wherever it flies."""
    began = PITCH[start]
    least, most = LEAST_BLOCKS[began], MOST_BLOCKS[began]
    ahead = (COLUMN[end] - COLUMN[start]) * (-1 if HEADING[start] == BACK else 1)
    aside = abs(DEPTH[end] - DEPTH[start])
    if not least <= ahead <= most:
        many = f"{least} block{'s' if least > 1 else ''}" if least == most else f"{least} or {most} blocks"
        return f"begins {_IN[began]} and moves {many} ahead, no more and no less. [SABIN Movement a]"
    if aside and began == CLIMB:
        return "begins in a climb and cannot weave. [SABIN Weaving a]"
    if aside > 1:
        return "weaves one block to the side at most. [SABIN Weaving a]"
    if aside and ahead > least:
        return f"weaves only when it moves no further than {least} block{'s' if least > 1 else ''}. [SABIN Weaving a]"
    if HEADING[end] != HEADING[start]:
        if began != LEVEL:
            return f"begins {_IN[began]}: only from level flight may a flight reverse its heading. [SABIN Weaving c]"
        if not aside:
            return "reverses its heading only as it weaves into the next block. [SABIN Weaving c]"
        if PITCH[end] == CLIMB:
            return "does not end in a climb when it reverses its heading. [SABIN Weaving c]"
    there = {other for other in ends if PLACE[other] == PLACE[end] and HEADING[other] == HEADING[end]}
    if there and aside and PITCH[end] == CLIMB:
        return "drops a block as it weaves there, and may not do so in a climb. [SABIN Weaving b]"
    if there:
        return f"cannot end {_IN[PITCH[end]]} there: pitch changes by one notch after each block. [SABIN Movement b]"
    return _why_not_so_high(start, end, ends, aside)


def _why_not_so_high(start: int, end: int, ends: set[int], aside: int) -> str:
    """Why no flight gets to that row."""
    beside = [ROW[other] for other in ends if COLUMN[other] == COLUMN[end] and DEPTH[other] == DEPTH[end]]
    lowest, highest = min(beside, default=ROW[start]), max(beside, default=ROW[start])
    if ROW[end] < lowest and not aside and PITCH[start] != CLIMB:
        return f"gets down to row {ROWS[lowest]} there at most; only who weaves drops a block more. [SABIN Weaving b]"
    rows = ROWS[lowest] if lowest == highest else f"{ROWS[lowest]} to {ROWS[highest]}"
    return f"reaches row {rows} there: each block of a move leads one row up or down, as it pitches. [SABIN Movement a]"
