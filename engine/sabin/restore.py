"""A position document made into a game; everything in it is checked. See ``views`` for what it holds."""

from __future__ import annotations

from typing import Any, Final

from engine.core import dice
from engine.core.chance import Chance
from engine.core.errors import BadPosition
from engine.core.fields import Fields, is_whole, keys
from engine.core.game import Document
from engine.sabin.combat import HEAD_ON
from engine.sabin.phases import (
    all_gone,
    ask_to_fire,
    begin_phase,
    end_turn,
    next_to_deploy,
    next_to_move,
    open_block,
    open_column,
)
from engine.sabin.plan import Plan
from engine.sabin.setup import KINDS, PLAN_KEYS, PLAN_UNIT_KEYS, read_plan
from engine.sabin.state import GOING_ON, LAST_LEFT, OUT_OF_TURNS, State
from engine.sabin.tables import TRACK
from engine.sabin.terms import (
    APPROACHES,
    BOMBER,
    BOMBERS,
    COLUMNS,
    DEPTHS,
    END_OF_TURN,
    ESCORT,
    ESCORTS,
    FACING,
    FINISHED,
    FLYING,
    FROM_FRONT,
    HEADINGS,
    INTERCEPTOR,
    INTERCEPTORS,
    LEVEL_BACK,
    NONE,
    OVER,
    PHASES,
    PITCHES,
    PLACE,
    PLACE_TEXT,
    ROWS,
    SET_UP,
    SKIES,
    STATUSES,
    TO_DEPLOY,
    UNIT_NUMBER,
    UNITS,
    spot,
)
from engine.sabin.views import ENDINGS

KEYS: Final = PLAN_KEYS | keys(
    "kind turn phase active sky approach units column combat ending credits scripted suffered score decision"
)
"""The last three are read past: a view has them."""
UNIT_KEYS: Final = PLAN_UNIT_KEYS | keys("name title status column row depth heading pitch inverted hits")
COMBAT_KEYS: Final = keys("by against sun fires")
MOST_HITS: Final = 999
MOST_LISTED: Final = 1000
"""Longest list of credits or dice that is read."""


def restore(state: State, document: Document, chance: Chance) -> None:
    """Fill ``state`` and open its decision. Raises ``BadPosition``."""
    read = Fields("The position", document, BadPosition, only=KEYS)
    read.choice("kind", KINDS, KINDS[0])
    units = read.fields("units", "The units")
    if not units.document:
        raise BadPosition("The position names no units.")
    wrong = f"there is no unit {{name!r}}; they are {UNITS[0]} to {UNITS[-1]}."
    given = dict(units.numbered(UNIT_NUMBER, wrong, only=UNIT_KEYS))
    plan = read_plan(read, given)
    if not plan.bombers or not plan.interceptors:
        raise BadPosition("A position has bombers and interceptors, those that have left among them. [SABIN Units]")
    _Restoring(state, read, plan, given).restore(chance)


class _Restoring:
    """One restoration under way."""

    def __init__(self, state: State, read: Fields, plan: Plan, units: dict[int, Fields]) -> None:
        self.state = state
        self.read = read
        self.plan = plan
        self.units = units
        self.phase = read.choice("phase", PHASES, PHASES[INTERCEPTORS])

    def restore(self, chance: Chance) -> None:
        state, read, plan = self.state, self.read, self.plan
        state.begin(plan, chance)
        state.settle_sky(read.choice("sky", SKIES, SKIES[0]))
        if "approach" in read:
            state.approach = read.choice("approach", APPROACHES)
        if plan.fast:
            state.approach = FROM_FRONT
        state.phase = self.phase
        if self.phase == SET_UP:
            state.turn = read.number("turn", 0, most=0)
        else:
            state.turn = read.number("turn", 1, least=1, most=plan.turns)
        for unit, given in self.units.items():
            self._lay(unit, given)
        for side in (0, 1):
            theirs = [unit for unit in plan.present if plan.unit(unit).side == side]
            state.suffered[side] = min(TRACK, sum(state.hits[unit] for unit in theirs))
        state.credits = [self._credit(entry) for entry in self._listed("credits")]
        state.scripted = self._listed("scripted")
        if not all(map(dice.is_face, state.scripted)):
            raise read.refuse("scripted: The dice of a script are a list of whole numbers from 1 to 6.")
        active = read.known("active", UNIT_NUMBER)
        combat = self._combat(active) if "combat" in read else None
        self._check_blocks(self._moved(state.attacker if combat else active, combat is not None))
        self._open(active, combat)

    # Units

    def _lay(self, unit: int, read: Fields) -> None:
        """Where a unit is and what it has suffered."""
        state = self.state
        fighters = self.plan.unit(unit).role != BOMBER
        status = read.choice("status", STATUSES, STATUSES[FLYING])
        if status == TO_DEPLOY and self.phase != SET_UP:
            raise read.refuse("it was set up before the first turn. [SABIN Set-Up]")
        if not fighters and status != FLYING:
            raise read.refuse("bombers never leave. [SABIN Combat h]")
        if status not in (FLYING, TO_DEPLOY) and self.phase == SET_UP:
            raise read.refuse("nobody leaves before the first turn.")
        state.status[unit] = status
        state.hits[unit] = read.number("hits", 0, most=MOST_HITS)
        inverted = read.flag("inverted", fighters and state.hits[unit] > 0)
        if inverted and not fighters:
            raise read.refuse("bombers are never inverted. [SABIN Combat h]")
        if fighters and status == FLYING and state.hits[unit] and not inverted:
            raise read.refuse("a flight that is hit is inverted. [SABIN Combat i]")
        state.inverted[unit] = inverted
        if status != FLYING:
            return
        if not fighters and not read.document.keys() & {"column", "row", "depth", "heading", "pitch"}:
            return  # it has a place of its own
        at = spot(
            read.choice("column", COLUMNS),
            read.choice("row", ROWS),
            read.choice("depth", DEPTHS),
            read.choice("heading", HEADINGS, HEADINGS[0]),
            read.choice("pitch", PITCHES, PITCHES[1]),
        )
        if not fighters and at != state.spots[unit]:
            raise read.refuse(f"this squadron flies in {PLACE_TEXT[PLACE[state.spots[unit]]]}. [SABIN Set-Up a]")
        state.spots[unit] = at

    def _moved(self, mover: int | None, in_combat: bool) -> set[int]:
        """Flights that have moved in the phase that is open; in a combat its attacker has."""
        order = {INTERCEPTORS: self.plan.interceptors, ESCORTS: self.plan.escorts}.get(self.phase, ())
        if mover is None or mover not in order:
            return set()
        return set(order[: order.index(mover) + in_combat])

    def _check_blocks(self, moved: set[int]) -> None:
        """One flight or squadron of a side in a block, but for who has yet to move. [SABIN Stacking b]"""
        state, plan = self.state, self.plan
        taken: set[tuple[bool, bool, int]] = set()
        for unit in plan.fighters:
            if state.spots[unit] < 0:
                continue
            block = PLACE[state.spots[unit]]
            escort = plan.unit(unit).role == ESCORT
            place = (escort, unit in moved, block)
            passing = self.phase == BOMBERS or (self.phase == ESCORTS and unit not in moved)
            if place in taken or (escort and block in plan.bomber_places and not passing):
                raise self.units[unit].refuse(f"{PLACE_TEXT[block]} is taken by its own side. [SABIN Stacking b]")
            taken.add(place)

    # The sequence of play

    def _open(self, active: int | None, combat: tuple[int, int] | None) -> None:
        """Open the decision, or go on to the next one."""
        state, plan, phase = self.state, self.plan, self.phase
        if self.read.choice("ending", ENDINGS, ENDINGS[GOING_ON if phase != FINISHED else OUT_OF_TURNS]) and (
            phase != FINISHED
        ):
            raise self.read.refuse("only a game that is over has an 'ending'.")
        if phase == FINISHED:
            self._over()
        elif phase == SET_UP:
            self._set_up(active)
        elif all_gone(state):
            raise self.read.refuse("all interceptors have left, so the game is over. [SABIN Victory c]")
        elif phase == END_OF_TURN:
            end_turn(state)
        elif combat:
            order = plan.escorts if phase == ESCORTS else plan.interceptors
            state.index = order.index(state.attacker)
            ask_to_fire(state, combat[0])
        elif phase == BOMBERS:
            begin_phase(state, BOMBERS)
        else:
            order = plan.interceptors if phase == INTERCEPTORS else plan.escorts
            if active is not None and active not in order:
                raise self.read.refuse(f"{UNITS[active]} does not move in this phase. [SABIN Sequence]")
            state.index = NONE if active is None else order.index(active) - 1
            next_to_move(state)

    def _over(self) -> None:
        state = self.state
        state.ending = self.read.choice("ending", ENDINGS, ENDINGS[OUT_OF_TURNS])
        if not state.ending:
            raise self.read.refuse(f"'ending' must be one of {', '.join(ENDINGS[1:])}.")
        if all_gone(state) != (state.ending == LAST_LEFT):
            raise self.read.refuse("a game ends as 'last-left' when no interceptor is left. [SABIN Victory c]")
        state.kind = OVER
        state.actor = NONE
        state.choices = ()

    def _set_up(self, active: int | None) -> None:
        """Flights are set up in their order, each where it may be. [SABIN Set-Up]"""
        state, plan = self.state, self.plan
        waiting = [unit for unit in plan.deployers if state.status[unit] == TO_DEPLOY]
        if active is not None and waiting[:1] != [active]:
            raise self.read.refuse(f"{UNITS[active]} is not the next to be set up.")
        if not waiting or active is None or (plan.unit(active).role == INTERCEPTOR and state.approach == NONE):
            next_to_deploy(state)
        elif "column" in self.read and plan.unit(active).role == ESCORT:
            column = self.read.choice("column", COLUMNS)
            if column not in plan.columns_of(plan.unit(active), state.approach):
                raise self.read.refuse(f"it may not be set up in column {COLUMNS[column]}. [SABIN Set-Up]")
            open_block(state, active, column)
        else:
            open_column(state, active)
        if state.phase == SET_UP and not state.choices:
            raise self.read.refuse("the next flight finds no block. [SABIN Set-Up]")

    def _combat(self, active: int | None) -> tuple[int, int]:
        """Note the combat; who decides in it, and the attacker."""
        state, plan = self.state, self.plan
        read = self.read.fields("combat", "The combat", only=COMBAT_KEYS)
        by, against = read.known("by", UNIT_NUMBER), read.known("against", UNIT_NUMBER)
        if by not in plan.fighters or against not in plan.present:
            raise read.refuse("'by' is a flight and 'against' a unit of the other side.")
        assert by is not None
        assert against is not None
        role = ESCORT if self.phase == ESCORTS else INTERCEPTOR
        foe = plan.unit(against)
        if (
            self.phase not in (INTERCEPTORS, BOMBERS, ESCORTS)
            or plan.unit(by).role != role
            or foe.side == plan.unit(by).side
            or (self.phase == BOMBERS and foe.role != BOMBER)
        ):
            raise read.refuse(f"{UNITS[by]} does not come to {UNITS[against]} in this phase. [SABIN Combat a]")
        here, there = state.spots[by], state.spots[against]
        if here < 0 or there < 0 or PLACE[here] != PLACE[there]:
            raise read.refuse("both are in one block. [SABIN Combat a]")
        head_on = HEAD_ON.get(FACING[here]) == FACING[there]
        fires = read.flag("fires") if "fires" in read else None
        if (fires is not None and (foe.role == BOMBER or not head_on)) or (
            self.phase == BOMBERS and FACING[here] != LEVEL_BACK
        ):
            raise read.refuse("nobody is asked here: outside his own phase he fires head-on alone. [SABIN Combat c]")
        asked = by if fires is None else against
        if active is not None and active not in (by, asked):
            raise self.read.refuse(f"{UNITS[asked]} decides in this combat.")
        state.attacker, state.against = by, against
        state.sun = read.flag("sun")
        state.fires = NONE if fires is None else int(fires)
        return asked, by

    def _credit(self, entry: Any) -> int:
        """Who has hit whom, and how often."""
        if isinstance(entry, (list, tuple)) and len(entry) == 3:
            shooter, victim, hits = entry
            first, second = self._number(shooter), self._number(victim)
            if first >= 0 and second >= 0 and is_whole(hits, 1, 2):
                return first << 16 | second << 8 | hits
        raise self.read.refuse("each of 'credits' is [unit, unit that it hit, 1 or 2].")

    def _number(self, name: Any) -> int:
        """The unit of this name; ``NONE`` if there is none in the position."""
        number = UNIT_NUMBER.get(name, NONE) if isinstance(name, str) else NONE
        return number if number in self.units else NONE

    def _listed(self, key: str) -> list[Any]:
        listed = self.read.items(key)
        if len(listed) > MOST_LISTED:
            raise self.read.refuse(f"{key!r} lists more than {MOST_LISTED}.")
        return listed
