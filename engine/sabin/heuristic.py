"""A player by rules of thumb: the prospects of each end of a move, the enemies whom it meets there, and who can come
there next. Nothing in this game is hidden, so he looks at the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.core.game import Action, Game, Side
from engine.core.players import generator
from engine.sabin.actions import FIRST_BLOCK, FIRST_COLUMN, GIVE_UP, HOLD_FIRE, OPEN_FIRE, PRESS_ON
from engine.sabin.combat import ASPECT, HEAD_ON, MODIFIER, fighters_reasons, sees_sun
from engine.sabin.moves import BREAK
from engine.sabin.prospects import CHANCES, DIE, MOVES_AHEAD, OVER, Prospects, Shots, prospects
from engine.sabin.state import State
from engine.sabin.tables import HIT_FROM, LOW_AMMUNITION_FROM, OUT_OF_THE_SUN, WEAK
from engine.sabin.terms import (
    BIT,
    CHOOSE_COLUMN,
    CLIMB,
    COLUMN,
    COLUMN_OF_PLACES,
    COLUMN_OF_SPOTS,
    DEPLOY,
    FACING,
    FIRE,
    INTERCEPTORS,
    MOVE,
    PITCH,
    ROW,
    TURN_BACK,
)


@dataclass(frozen=True, slots=True)
class Temper:
    """What a doctrine ventures."""

    flight: float
    """What a flight is worth that has nothing else to hope for, in hits."""
    nerve: float
    """The part of a squadron that may be hit before it turns back; above 1: never."""


TEMPERS: Final = {
    "cautious": Temper(flight=1.8, nerve=1.0),
    "steady": Temper(flight=0.8, nerve=9.0),
    "bold": Temper(flight=0.3, nerve=9.0),
}
COMING: Final = (0.4, 0.8)
"""How likely it is that an enemy who can come does: interceptors to escorts, and escorts to interceptors."""
PINNED: Final = 0.3
"""What it is worth to interceptors that an escort begins its move with one of them."""
NEEDED: Final = 1.0
"""The price of the only block that is left to a friend."""
COLUMNS_AHEAD: Final = 1
"""Where escorts are set up, in columns ahead of the bombers, or one further."""
ROWS_HIGHER: Final = (0, 1, 9)
"""By role: where flights are set up, in rows above the highest bombers."""
LOW_AMMUNITION: Final = sum(die >= LOW_AMMUNITION_FROM for die in DIE) / len(DIE)
SHADE: Final = 0.01
"""Values that are no further apart are taken for the same."""
SHADES: Final = tuple(SHADE * (number * 37 % 101) / 101 for number in range(4096))
"""What is added to the value of an action; its number and one that is drawn for each decision tell which."""
Ends: TypeAlias = tuple[tuple[float, int], ...]
"""Values and ends of a move."""
MOST_WEIGHED: Final = 4096
"""So many situations are remembered. A search comes back to those before chance or another choice parts its games."""
_WEIGHED: Final[dict[tuple[object, ...], Ends]] = {}


class HeuristicPlayer:
    """Plays one side by rules of thumb, as cautious, steady or bold as its doctrine says."""

    def __init__(self, side: Side, seed: int, doctrine: str = "steady") -> None:
        self._random = generator(seed, side)
        self.temper = TEMPERS[doctrine]

    def choose(self, game: Game) -> Action:
        state: State = game  # type: ignore[assignment]  # every game of this system is one
        choices = state.choices
        return choices[0] if len(choices) == 1 else _RULES[state.kind](self, state, choices)

    # Set-up

    def column(self, state: State, choices: tuple[Action, ...]) -> Action:
        """A column ahead of the bombers or thereabouts: the first shift brings the flight nearer to them."""
        wanted = FIRST_COLUMN + COLUMN[state.plan.bombers_at[0][1]] + COLUMNS_AHEAD + int(self._random() * 2)
        return min(choices, key=lambda action: abs(action - wanted))

    def deploy(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Escorts a row above the bombers, interceptors as high as they may."""
        plan = state.plan
        row = ROW[plan.bombers_at[-1][1]] + ROWS_HIGHER[plan.unit(state.actor).role]
        drawn = int(self._random() * len(SHADES))
        return min(
            choices,
            key=lambda action: abs((action - FIRST_BLOCK) % COLUMN_OF_PLACES // 3 - row) + SHADES[action ^ drawn],
        )

    # A move

    def move(self, state: State, choices: tuple[Action, ...]) -> Action:
        """The end of the highest value; formation is broken only where nothing else is worth as much."""
        flight = self.temper.flight
        situation = state.plan, state.sky, flight, state.actor, state.turn, *state.spots, *state.inverted
        ends = _WEIGHED.get(situation)
        if ends is None:
            if len(_WEIGHED) >= MOST_WEIGHED:
                _WEIGHED.clear()
            ends = _WEIGHED[situation] = _weighed(state, choices, flight)
        drawn = int(self._random() * len(SHADES))
        best, highest = BREAK, -flight
        for value, end in ends:
            value += SHADES[end ^ drawn]
            if value > highest:
                best, highest = end, value
        return best

    # Combat and the end of a turn

    def fire(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Fire if that can hit anything, unless only the die could that ends the own flight's fight too."""
        number = state.actor
        foe = state.against if number == state.attacker else state.attacker
        modifier = MODIFIER[fighters_reasons(state, number, foe, state.sun and number == state.attacker)]
        if max(DIE) + modifier < HIT_FROM:
            return HOLD_FIRE
        if LOW_AMMUNITION_FROM + modifier == HIT_FROM and state.inverted[foe] and self.temper.flight > 1:
            return HOLD_FIRE
        return OPEN_FIRE

    def turn_back(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Press on, unless whole squadrons' worth of aircraft are hit."""
        plan = state.plan
        hits = sum(state.hits[number] for number in plan.bombers)
        size = sum(plan.unit(number).size for number in plan.bombers)
        return GIVE_UP if hits > size * self.temper.nerve else PRESS_ON


def _weighed(state: State, choices: tuple[Action, ...], flight: float) -> Ends:
    """What the ends are worth of which each may come out highest, whatever is added of ``SHADES``."""
    number, spots = state.actor, state.spots
    known = prospects(state.plan, state.sky, flight)
    mine = known[number]
    start, box = spots[number], ~state.turn & 1
    left = state.plan.turns - state.turn + 1
    ranked = mine.ranked(start, box, left + OVER if left <= MOVES_AHEAD else MOVES_AHEAD)
    near = _Near(state, known)
    met = mine.reach(start, box).mask & near.enemies
    watched = near.danger | near.needed | met
    found, highest = [], -flight
    for value, end, later in ranked:
        if value + SHADE <= highest:  # and so are all that follow, but where enemies are met
            if not met:
                break
            if not met & BIT[end]:
                continue
        if watched & BIT[end]:
            value = near.weigh(value, end, later)
        if value + SHADE > highest and end in choices:
            found.append((value, end))
            highest = max(highest, value)
    return tuple([each for each in found if each[0] + SHADE > highest])


class _Near:
    """The other flights, as they matter to one that moves now."""

    __slots__ = ("_back", "_box", "_comers", "_moves", "_prospects", "_state", "danger", "enemies", "needed")

    def __init__(self, state: State, prospects: dict[int, Prospects]) -> None:
        plan, spots, inverted, number = state.plan, state.spots, state.inverted, state.actor
        box, left = ~state.turn & 1, plan.turns - state.turn
        self._state, self._prospects = state, prospects
        if state.phase == INTERCEPTORS:  # escorts come next, after the shift
            order, shift, self._box = plan.interceptors, plan.shifts[box], box
            left += 1
        else:
            order, shift, self._box = plan.escorts, 0, 1 - box
        self._back = back = shift * COLUMN_OF_SPOTS
        self._moves = left + OVER if left <= MOVES_AHEAD else MOVES_AHEAD
        self.needed = taken = ours = 0
        """The blocks that alone are left to friends who climb and have yet to move."""
        waiting = False
        for friend in order:
            spot = spots[friend]
            if friend == number:
                waiting, taken = True, ours
            elif spot >= 0:
                ours |= BIT[spot]
                if waiting and PITCH[spot] == CLIMB and not inverted[friend]:
                    blocks = prospects[friend].reach(spot, box).mask & ~taken
                    if not blocks & (blocks - 1):
                        self.needed |= blocks
        self.enemies = danger = 0
        self._comers: list[Shots] = []
        """Of enemies who may come next: none who leaves, or has one of ours in his block."""
        for foe in plan.foes[number]:
            spot = spots[foe]
            if spot >= 0:
                self.enemies |= BIT[spot]
                if spot >= back and not inverted[foe] and not ours & BIT[spot]:
                    shots = prospects[foe].shots(spot - back, self._box)
                    danger |= shots.mask
                    self._comers.append(shots)
        self.danger = danger << shift * COLUMN_OF_PLACES

    def weigh(self, value: float, end: int, later: float) -> float:
        """The value of an end where others matter: who is met there, who is in the way, who comes."""
        if self.enemies & BIT[end]:
            value = later + self._meet(end, later)
        if self.needed & BIT[end]:
            value -= NEEDED
        if self.danger & BIT[end]:
            safe, coming = 1.0, COMING[self._state.phase == INTERCEPTORS]
            there = end - self._back
            for shots in self._comers:
                safe *= 1 - coming * shots[there]
            value -= (1 - safe) * (1 + later)
        return value

    def _meet(self, end: int, later: float) -> float:
        """Hits to expect in a combat with fighters, what it denies them, and what it risks."""
        state = self._state
        number, spots = state.actor, state.spots
        for foe in state.plan.foes[number]:
            if BIT[spots[foe]] == BIT[end]:
                break
        target = spots[foe]
        modifier = MODIFIER[ASPECT[FACING[end]][FACING[target]]] + WEAK * self._prospects[number].unit.weak
        if sees_sun(state.sky, spots[number], end, target):
            modifier += OUT_OF_THE_SUN
        hits = CHANCES[modifier]
        theirs, spot = self._prospects[foe], target - self._back
        felled = pinned = 0.0
        if not state.inverted[foe] and spot >= 0:
            felled = theirs.worth(spot, self._box, self._moves)
            pinned = PINNED if state.phase == INTERCEPTORS else theirs.held(spot, self._box, self._moves)
        risk = CHANCES[WEAK * theirs.unit.weak] if HEAD_ON.get(FACING[end]) == FACING[target] else 0.0
        gain = hits * (1 + felled) - LOW_AMMUNITION * later if hits else 0.0
        return max(gain, 0.0) - risk + pinned * (1 - hits)


Rule: TypeAlias = Callable[[HeuristicPlayer, State, tuple[Action, ...]], Action]
_RULES: Final[dict[int, Rule]] = {
    CHOOSE_COLUMN: HeuristicPlayer.column,
    DEPLOY: HeuristicPlayer.deploy,
    MOVE: HeuristicPlayer.move,
    FIRE: HeuristicPlayer.fire,
    TURN_BACK: HeuristicPlayer.turn_back,
}
"""By kind of decision."""
