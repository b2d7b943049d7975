"""What a flight may hope for from a spot, other flights apart: tables that fill as they are asked.

Bombers stand still, so what they bring is worked out once for each spot and for some moves ahead: attacks on them and
their fire, cover for them, the coming shifts, dead ends. Who else is near is looked at in ``heuristic``.
"""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import Final, TypeAlias

from engine.sabin.combat import ASPECT, MODIFIER, bombers_fire, bombers_reasons, may_hit_twice
from engine.sabin.moves import Flying, Reach, reach, tables
from engine.sabin.plan import Plan, Unit, flying
from engine.sabin.tables import HIT_FROM, LOW_AMMUNITION_FROM, ON_BOMBERS, TWO_HITS_FROM, WEAK
from engine.sabin.terms import (
    BIT,
    COLUMN,
    COLUMN_OF_SPOTS,
    ESCORT,
    FACING,
    FACINGS,
    FAST_TYPES,
    INTERCEPTOR,
    LEVEL_BACK,
    LEVEL_FORWARDS,
    PLACE,
    ROW,
    SPOTS,
)

DIE: Final = range(1, 7)
MOVES_AHEAD: Final = 3
"""How many moves of its own a flight looks ahead."""
LATER: Final = 0.75
"""What something is worth a turn later."""
COVER: Final = 0.25
"""What a chance to meet attackers of the bombers is worth of a chance to hit."""
STRAYING: Final = 0.05
"""The price of each block between a flight and where it is wanted."""
HEIGHT: Final = 0.03
"""What a row above the bombers is worth, up to ``HIGHEST``."""
STATION: Final = {ESCORT: -1, INTERCEPTOR: 0}
"""Where flights are wanted, in columns ahead of the bombers."""
HIGHEST: Final = 3
ROWS_NEAR: Final = 2
"""So far above or below the bombers a flight does not stray."""

Prospect: TypeAlias = tuple[float, int, float]
"""What an end of a move is worth in hits, the end, and what is left of the worth when it has been fought there."""
_MODIFIERS: Final = (*range(5), *range(-4, 0))
CHANCES: Final[tuple[float, ...]] = tuple(
    sum(die + modifier >= HIT_FROM for die in DIE) / len(DIE) for modifier in _MODIFIERS
)
"""Of a hit, by modifier; a place below 0 counts from the end."""


OVER: Final = MOVES_AHEAD + 1
"""Moves are counted down to 0 where the game goes on after those that are looked at, and to this where it is over."""
BOX: Final = SPOTS
MOVE: Final = 2 * SPOTS
_KNOWN: Final[dict[object, Prospects]] = {}
_MOST_KNOWN: Final = 32


@lru_cache(_MOST_KNOWN)
def prospects(plan: Plan, sky: int, flight: float) -> dict[int, Prospects]:
    """Those of all flights, by unit. Flights that fly alike share them, in whatever game."""
    found = {}
    squadrons = tuple((squadron.type, squadron.forward_guns) for squadron in map(plan.unit, plan.bombers))
    for number in plan.fighters:
        ways = tuple(flying(plan, number, sky, odd) for odd in (False, True))
        key = ways, plan.unit(number).weak, plan.exempt, plan.fast, squadrons, flight
        if key not in _KNOWN:
            if len(_KNOWN) >= _MOST_KNOWN:
                _KNOWN.clear()
            _KNOWN[key] = Prospects(plan, number, ways, flight)
        found[number] = _KNOWN[key]
    return found


class Shots(dict[int, float]):
    """The best chances to hit fighters in a move, by the spot at which they stand."""

    __slots__ = ("_ends", "_weak", "mask")

    def __init__(self, reach: Reach, weak: int) -> None:
        self.mask = reach.mask
        """A bit for each place that is reached."""
        self._ends = reach.choices[:-1]
        self._weak = weak

    def __missing__(self, target: int) -> float:
        found = 0.0
        if self.mask & BIT[target]:
            block, theirs = PLACE[target], FACING[target]
            aspects = [ASPECT[FACING[end]][theirs] for end in self._ends if PLACE[end] == block]
            found = max([CHANCES[MODIFIER[aspect] + self._weak] for aspect in aspects])
        self[target] = found
        return found


class Prospects:
    """What the flights of a kind may hope for, in hits; ``flight`` is what one is worth beyond what is looked at."""

    __slots__ = (
        "_back",
        "_bombers",
        "_boxes",
        "_flight",
        "_held",
        "_known",
        "_met",
        "_plan",
        "_ranked",
        "_shots",
        "_ways",
        "_worth",
        "unit",
    )

    def __init__(self, plan: Plan, number: int, ways: tuple[Flying, ...], flight: float) -> None:
        self.unit = unit = plan.unit(number)
        self._flight = flight
        self._plan = plan
        self._ways = ways
        self._known = tuple(map(tables, ways))
        self._boxes = (0, 1) if plan.fast or unit.slow else (0, 0)
        """By box of the turn marker: the one that stands for it."""
        shifts = plan.shifts if unit.role == INTERCEPTOR else plan.shifts[::-1]
        self._back = tuple(columns * COLUMN_OF_SPOTS for columns in shifts)
        """By box: how far the board moves before the flight's next move."""
        self._bombers = {PLACE[at]: plan.unit(squadron) for squadron, at in plan.bombers_at}
        self._met: dict[int, tuple[float, float]] = {}
        self._worth: dict[int, float] = {}
        self._held: dict[int, float] = {}
        self._ranked: dict[int, tuple[Prospect, ...]] = {}
        self._shots: dict[int, Shots] = {}

    def ranked(self, start: int, box: int, moves: int) -> tuple[Prospect, ...]:
        """The ends of a move from a spot, the best first, while so many moves are left with this one."""
        key = moves * MOVE + self._boxes[box] * BOX + start
        found = self._ranked.get(key)
        if found is None:
            found = self._ranked[key] = tuple(sorted(self._ends(start, box, moves), key=itemgetter(0), reverse=True))
        return found

    def worth(self, start: int, box: int, moves: int) -> float:
        """Of beginning a move at a spot; a dead end is worth nothing."""
        if start < 0:
            return 0.0
        key = moves * MOVE + self._boxes[box] * BOX + start
        found = self._worth.get(key)
        if found is None:
            if not moves:
                found = self._standing(start)
            elif moves == OVER:
                found = 0.0
            else:
                found = max([value for value, _, _ in self._ends(start, box, moves)], default=0.0)
            self._worth[key] = found
        return found

    def held(self, start: int, box: int, moves: int) -> float:
        """What it costs interceptors that they may not go for bombers from a spot."""
        key = moves * MOVE + self._boxes[box] * BOX + start
        found = self._held.get(key)
        if found is None:
            ranked = self.ranked(start, box, moves)
            free = [value for value, end, _ in ranked if PLACE[end] not in self._bombers]
            found = self._held[key] = ranked[0][0] - max(free, default=0.0) if ranked else 0.0
        return found

    def shots(self, start: int, box: int) -> Shots:
        """What a move from a spot may hit."""
        key = self._boxes[box] * BOX + start
        found = self._shots.get(key)
        if found is None:
            found = self._shots[key] = Shots(self.reach(start, box), WEAK * self.unit.weak)
        return found

    def reach(self, start: int, box: int) -> Reach:
        known = self._known[box]
        return known.get(start) or reach(self._ways[box], start, known)

    def _ends(self, start: int, box: int, moves: int) -> list[Prospect]:
        back = self._back[box]
        met, known = self._met, self._worth
        nearer = self._boxes[box] * BOX
        ahead = (moves - 1) * MOVE + self._boxes[1 - box] * BOX - back
        found = []
        for end in self.reach(start, box).choices[:-1]:
            fight = met.get(end + nearer)
            if fight is None:
                fight = met[end + nearer] = self._meets(end, back)
            gain, stays = fight
            later = known.get(ahead + end) if end >= back else 0.0
            if later is None:
                later = self.worth(end - back, 1 - box, moves - 1)
            later *= LATER * stays
            found.append((gain + later, end, later))
        return found

    def _standing(self, spot: int) -> float:
        """Of being there at the end of all that is looked at."""
        wanted = self._plan.bombers_at[0][1]
        rows = ROW[spot] - ROW[wanted]
        columns = abs(COLUMN[spot] - COLUMN[wanted] - STATION[self.unit.role])
        strays = STRAYING * (columns + max(0, abs(rows) - ROWS_NEAR))
        return self._flight + HEIGHT * min(max(rows, -HIGHEST), HIGHEST) - strays

    def _meets(self, end: int, back: int) -> tuple[float, float]:
        """What the end of a move and the shift after it bring of bombers, and the chance not to be inverted there."""
        after = end - back
        if self.unit.role != INTERCEPTOR:
            return (self._cover(after, back) if after >= 0 else 0.0), 1.0
        gain, stays = 0.0, 1.0
        for spot, shifted in ((end, False), (after, True)):
            bomber = self._bombers.get(PLACE[spot]) if spot >= 0 else None
            if bomber:
                hits, lost = self._against(bomber, FACING[spot], shifted=shifted)
                gain += stays * hits
                stays *= 1 - lost
        return gain, stays

    def _cover(self, start: int, back: int) -> float:
        """How well who attacks the bombers could be met next, when the shift has put him behind them."""
        attackers = [place * FACINGS + LEVEL_FORWARDS - back for place in self._bombers]
        shots = self.shots(start, 0)
        return COVER * sum(shots[attacker] for attacker in attackers)

    def _against(self, bomber: Unit, facing: int, *, shifted: bool) -> tuple[float, float]:
        """Hits to expect on bombers, less those suffered, and the chance to be inverted."""
        modifier = MODIFIER[ASPECT[facing][LEVEL_FORWARDS]]
        if bomber.type not in FAST_TYPES:
            modifier += ON_BOMBERS
        if self.unit.weak and not self._plan.exempt:
            modifier += WEAK
        fires = not shifted or facing == LEVEL_BACK
        theirs = MODIFIER[bombers_reasons(bomber, facing, bomber_phase=shifted)]
        shoot = bombers_fire(bomber, facing, bomber_phase=shifted)
        twice = may_hit_twice(self.unit, facing, bomber)
        given = taken = lost = 0
        for die in DIE:
            hits = shoot and die + theirs >= HIT_FROM
            if fires and die + modifier >= HIT_FROM:
                given += 2 if twice and die + modifier >= TWO_HITS_FROM else 1
            taken += hits
            lost += hits or (fires and die >= LOW_AMMUNITION_FROM)
        return (given - taken) / len(DIE), lost / len(DIE)
