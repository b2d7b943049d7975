"""A player by rules of thumb: each end of a move is valued by the combat that it brings, by who can come there next,
and by what can be done from there in the turn to come. Nothing in this game is hidden, so he looks at the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.core.game import Action, Game, Side
from engine.core.players import generator
from engine.sabin.actions import FIRST_BLOCK, FIRST_COLUMN, GIVE_UP, HOLD_FIRE, OPEN_FIRE, PRESS_ON
from engine.sabin.combat import (
    ASPECT,
    HEAD_ON,
    bombers_fire,
    bombers_modifier,
    fighters_modifier,
    may_hit_twice,
    sees_sun,
)
from engine.sabin.moves import BREAK
from engine.sabin.phases import within_reach
from engine.sabin.plan import Unit
from engine.sabin.state import State
from engine.sabin.tables import HIT_FROM, LOW_AMMUNITION_FROM, ON_BOMBERS, OUT_OF_THE_SUN, TWO_HITS_FROM, WEAK
from engine.sabin.terms import (
    CHOOSE_COLUMN,
    COLUMN,
    COLUMN_OF_PLACES,
    COLUMN_OF_SPOTS,
    DEPLOY,
    ESCORT,
    FACING,
    FAST_TYPES,
    FIRE,
    INTERCEPTOR,
    INTERCEPTORS,
    LEVEL_BACK,
    LEVEL_FORWARDS,
    MOVE,
    PLACE,
    ROW,
    TURN_BACK,
)

DIE: Final = range(1, 7)
Ways: TypeAlias = dict[int, tuple[int, ...]]
"""By place: how an enemy may point who comes there."""


@dataclass(frozen=True, slots=True)
class Temper:
    """What a doctrine ventures."""

    flight: float
    """What a flight that has to leave is worth beside the hit, in hits."""
    nerve: float
    """The part of a squadron that may be hit before it turns back; above 1: never."""


TEMPERS: Final = {
    "cautious": Temper(flight=1.5, nerve=1.0),
    "steady": Temper(flight=0.8, nerve=9.0),
    "bold": Temper(flight=0.4, nerve=9.0),
}
FELLED: Final = 0.6
"""What it is worth that an enemy flight has to leave, beside the hit."""
HELD: Final = 0.15
"""What it is worth that an enemy begins his move with one of ours."""
SOON: Final = 0.7
"""What an attack that can be made next turn is worth of one made now."""
LATER: Final = 0.5
"""The same, of one a turn later."""
COVER: Final = 0.5
"""The same of a counterattack on who may attack the bombers."""
STRAYING: Final = 0.04
"""The price of each block between a flight and where it is wanted."""
STRANDED: Final = 1.0
"""The price of a spot without a next move, in flights."""
HEIGHT: Final = 0.03
"""What a row above the bombers is worth, up to three."""
COLUMNS_AHEAD: Final = {ESCORT: 1, INTERCEPTOR: 0}
"""Where flights are wanted, in columns ahead of the bombers."""


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
        wanted = COLUMN[state.plan.bombers_at[0][1]] + 1 + int(self._random() * 2)
        return min(choices, key=lambda action: abs(action - FIRST_COLUMN - wanted))

    def deploy(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Escorts a row or two above the bombers, interceptors as high as they may."""
        row = ROW[state.plan.bombers_at[-1][1]]
        if state.plan.unit(state.actor).role == INTERCEPTOR:
            row += 3

        def far(action: Action) -> float:
            place = action - FIRST_BLOCK
            return abs(place % COLUMN_OF_PLACES // 3 - row - 1) + self._random()

        return min(choices, key=far)

    # A move

    def move(self, state: State, choices: tuple[Action, ...]) -> Action:
        """The end of the highest value; formation is broken only where nothing else is worth as much."""
        view = _Outlook(state, self.temper)
        best, highest = BREAK, -self.temper.flight
        for action in choices:
            if action == BREAK:
                continue
            value = view.value(action) + 0.01 * self._random()
            if value > highest:
                best, highest = action, value
        return best

    # Combat and the end of a turn

    def fire(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Fire if that can hit anything, unless only the die could that ends the own flight's fight too."""
        number = state.actor
        foe = state.against if number == state.attacker else state.attacker
        sun = state.sun and number == state.attacker
        modifier = fighters_modifier(state, number, foe, sun)
        if max(DIE) + modifier < HIT_FROM:
            return HOLD_FIRE
        if LOW_AMMUNITION_FROM + modifier == HIT_FROM and self.temper.flight > 1 + FELLED:
            return HOLD_FIRE
        return OPEN_FIRE

    def turn_back(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Press on, unless whole squadrons' worth of aircraft are hit."""
        plan = state.plan
        hits = sum(state.hits[number] for number in plan.bombers)
        size = sum(plan.unit(number).size for number in plan.bombers)
        return GIVE_UP if hits > size * self.temper.nerve else PRESS_ON


class _Outlook:
    """What a flight that moves now has to hope and to fear."""

    def __init__(self, state: State, temper: Temper) -> None:
        plan = state.plan
        self.state = state
        self.temper = temper
        self.number = state.actor
        self.unit = plan.unit(state.actor)
        self.start = state.spots[state.actor]
        self.intercepts = state.phase == INTERCEPTORS
        columns = plan.shifts[~state.turn & 1]
        next_columns = plan.shifts[state.turn & 1]
        self.shift = columns if self.intercepts else next_columns
        """Columns that the board moves before this flight's next move."""
        self.back = self.shift * COLUMN_OF_SPOTS
        self.enemies = {PLACE[state.spots[foe]]: foe for foe in plan.foes[self.number] if state.spots[foe] >= 0}
        self.bombers = dict(zip(plan.bomber_places, plan.bombers, strict=True))
        self.threats: list[tuple[Unit, Ways]] = []
        for foe in plan.foes[self.number]:
            spot = state.spots[foe]
            if self.intercepts:
                spot -= self.back
            if spot >= 0 and not state.inverted[foe]:
                reached = within_reach(state, foe, spot, state.turn + (not self.intercepts))
                self.threats.append((plan.unit(foe), reached.facings))

    def value(self, end: int) -> float:
        """Of ending the move at a spot, in hits."""
        lost = 0.0
        value = 0.0
        place = PLACE[end]
        if place in self.enemies:
            foe = self.enemies[place]
            gain, lost = self._against_fighters(end, foe)
            value += gain + (0.0 if self.state.inverted[foe] else HELD)
        elif self.intercepts and place in self.bombers:
            gain, lost = self.against_bombers(FACING[end], self.bombers[place], fires=True, shifted=False)
            value += gain
        after = end - self.back
        if self.intercepts and after >= 0 and PLACE[after] in self.bombers:
            facing = FACING[after]
            gain, hit = self.against_bombers(
                facing, self.bombers[PLACE[after]], fires=facing == LEVEL_BACK, shifted=True
            )
            value += gain
            lost = 1 - (1 - lost) * (1 - hit)
        threat = self._threat(end)
        value -= threat * (1 + self.temper.flight)
        staying = (1 - lost) * (1 - threat)
        return value - lost * self.temper.flight + staying * self._future(after)

    # Combat

    def _against_fighters(self, end: int, foe: int) -> tuple[float, float]:
        """Hits to expect, less those suffered; and the chance to be inverted."""
        state = self.state
        mine, theirs = FACING[end], FACING[state.spots[foe]]
        modifier = ASPECT[mine][theirs] + WEAK * self.unit.weak
        if sees_sun(state.sky, self.start, end, state.spots[foe]):
            modifier += OUT_OF_THE_SUN
        chance = _chance(modifier)
        if not chance:
            return 0.0, 0.0
        gain = chance * (1 + (0.0 if state.inverted[foe] else FELLED))
        head_on = HEAD_ON.get(mine) == theirs
        return gain - (1 / 6 if head_on else 0.0), 1 / 6

    def against_bombers(self, facing: int, number: int, *, fires: bool, shifted: bool) -> tuple[float, float]:
        """The same against bombers."""
        plan = self.state.plan
        bomber = plan.unit(number)
        modifier = ASPECT[facing][LEVEL_FORWARDS]
        if bomber.type not in FAST_TYPES:
            modifier += ON_BOMBERS
        if self.unit.weak and not plan.exempt:
            modifier += WEAK
        theirs = bombers_modifier(bomber, facing, bomber_phase=shifted)
        shoot = bombers_fire(bomber, facing, bomber_phase=shifted)
        twice = may_hit_twice(self.unit, facing, bomber)
        given = taken = lost = 0
        for die in DIE:
            hits = shoot and die + theirs >= HIT_FROM
            if fires and die + modifier >= HIT_FROM:
                given += 2 if twice and die + modifier >= TWO_HITS_FROM else 1
            taken += hits
            lost += hits or (fires and die >= LOW_AMMUNITION_FROM)
        return (given - taken) / 6, lost / 6

    def _threat(self, end: int) -> float:
        """The chance to be hit by fighters who come in their next phase."""
        target = FACING[end]
        place = PLACE[end] - (self.shift * COLUMN_OF_PLACES if self.intercepts else 0)
        spared = 1.0
        for unit, ways in self.threats:
            facings = ways.get(place)
            if facings:
                chance = max(_chance(ASPECT[facing][target] + WEAK * unit.weak) for facing in facings)
                spared *= 1 - chance / 2
        return 1 - spared

    # What comes after

    def _future(self, after: int) -> float:
        """What the flight can do from where it is when it moves again."""
        if after < 0:
            return -STRANDED * self.temper.flight
        reached = within_reach(self.state, self.number, after, self.state.turn + 1)
        if len(reached.choices) == 1:
            return -STRANDED * self.temper.flight
        wanted, spot = self.state.plan.bombers_at[0][1], after
        rows = ROW[spot] - ROW[wanted]
        value = HEIGHT * min(max(rows, -3), 3)
        columns = abs(COLUMN[spot] - COLUMN[wanted] - COLUMNS_AHEAD[self.unit.role])
        value -= STRAYING * (columns + max(0, abs(rows) - 2))
        return value + (self.attack_from(after) if self.intercepts else self._cover_from(reached.facings))

    def attack_from(self, spot: int) -> float:
        """The best attack on bombers in the next turn, or in the one after it."""
        soon = self._best_attack(spot, self.state.turn + 1)
        if soon > 0:
            return SOON * soon
        later = 0.0
        turn = self.state.turn + 1
        back = self.state.plan.shifts[turn + 1 & 1] * COLUMN_OF_SPOTS
        for end in within_reach(self.state, self.number, spot, turn).choices[:-1]:
            if end >= back:
                later = max(later, self._best_attack(end - back, turn + 1))
        return SOON * LATER * later

    def _best_attack(self, spot: int, turn: int) -> float:
        facings = within_reach(self.state, self.number, spot, turn).facings
        best = 0.0
        for place, bomber in self.bombers.items():
            for facing in facings.get(place, ()):
                gain, lost = self.against_bombers(facing, bomber, fires=True, shifted=False)
                best = max(best, gain - lost * self.temper.flight / 2)
        return best

    def _cover_from(self, facings: Ways) -> float:
        """How well attackers of the bombers could be met, who fly on behind them as the board shifts."""
        value = 0.0
        for place in self.bombers:
            behind = place - self.shift * COLUMN_OF_PLACES
            ways = facings.get(behind, ())
            if ways:
                value += max(_chance(ASPECT[facing][LEVEL_FORWARDS] + WEAK * self.unit.weak) for facing in ways)
        return COVER * value


def _chance(modifier: int) -> float:
    """Of one hit with a die and this modifier."""
    return CHANCES.get(modifier, 0.0)


CHANCES: Final = {modifier: sum(die + modifier >= HIT_FROM for die in DIE) / len(DIE) for modifier in range(-4, 5)}
Rule: TypeAlias = Callable[[HeuristicPlayer, State, tuple[Action, ...]], Action]
_RULES: Final[dict[int, Rule]] = {
    CHOOSE_COLUMN: HeuristicPlayer.column,
    DEPLOY: HeuristicPlayer.deploy,
    MOVE: HeuristicPlayer.move,
    FIRE: HeuristicPlayer.fire,
    TURN_BACK: HeuristicPlayer.turn_back,
}
"""By kind of decision."""
