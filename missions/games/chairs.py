"""Who decides in a game, and what is decided without asking him."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import engine
from engine.core.choices import Habit
from engine.core.game import Action, Game, Side
from engine.core.levels import LOOKING_AHEAD
from missions.games.course import Course, Taken

How = Literal["habit", "forced", "staff"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """Who decides for a side, or for one unit of it."""

    side: Side
    unit: str
    """Empty: the side, but for units that have a chair of their own."""
    user: int | None
    """``None``: nobody sits there, and the staff decides."""
    stand_in: int | None = None
    """Who decides from it too."""
    waits: bool = False
    """Nobody sits there yet, and the game waits until somebody does."""
    rests: bool = False
    """Who sits there has left it to the staff, until he takes over again."""
    level: str = "regular"
    doctrine: str = "steady"
    habits: frozenset[str] = frozenset()

    @property
    def is_staffs(self) -> bool:
        return self.rests or (self.user is None and not self.waits)

    @property
    def thinks(self) -> bool:
        """The staff decides, and looks ahead before it does: that takes a while."""
        return self.is_staffs and self.level in LOOKING_AHEAD

    def is_held_by(self, user: int) -> bool:
        return user in (self.user, self.stand_in)


class Automatic(NamedTuple):
    """A decision that nobody was asked for."""

    taken: Taken
    how: How


def in_charge(chairs: Collection[Chair], side: Side, unit: str) -> Chair:
    """Who decides for a unit; without one, or where it has no chair of its own, for the side."""
    own = [chair for chair in chairs if chair.side == side]
    return next((chair for wanted in (unit, "") for chair in own if chair.unit == wanted), own[0])


def go_on(
    course: Course, chairs: Sequence[Chair], *, has_waited: bool = False, is_watched: bool = False
) -> Iterator[Automatic]:
    """Take what needs no person, until one has to decide, or a pause is due, or the staff thinks, or the game is over.

    ``has_waited``: the pause before the first decision has passed (``pauses``). ``is_watched``: others look on.
    """
    while (found := _unasked(course, chairs, is_watched)) is not None:
        if found.is_telling and not has_waited:
            return
        has_waited = False
        yield Automatic(course.take(found.action, is_persons=found.how != "staff"), found.how)


def pauses(course: Course, chairs: Sequence[Chair], *, is_watched: bool = False) -> bool:
    """Whether the open decision is taken without asking, but after a while: at once it would tell what is in a hand."""
    found = _unasked(course, chairs, is_watched)
    return found is not None and found.is_telling


def thinker(course: Course, chairs: Sequence[Chair]) -> Chair | None:
    """Who of the staff thinks about the open decision; ``None``: nobody does."""
    decision = course.game.decision
    if decision is None:
        return None
    chair = in_charge(chairs, decision.side, decision.unit)
    return chair if chair.thinks else None


class _Unasked(NamedTuple):
    action: Action
    how: How
    is_telling: bool = False
    """Taken at once it would tell another person what he may not know."""


def _unasked(course: Course, chairs: Sequence[Chair], is_watched: bool) -> _Unasked | None:
    game, system = course.game, engine.systems()[course.start.system]
    decision = game.decision
    if decision is None:
        return None
    side = decision.side
    chair = in_charge(chairs, side, decision.unit)
    if chair.is_staffs:
        return None if chair.thinks else _Unasked(staffs_choice(course, chair), "staff")
    legal, is_seen = game.legal(), is_watched or is_seen_by_another(chairs, chair)
    is_telling = is_seen and decision.kind not in system.open_kinds
    if len(legal) == 1 and not is_telling:
        return _Unasked(legal[0], "forced")
    chosen = by_habit(game, system.habits, chair.habits)
    return None if chosen is None else _Unasked(chosen, "habit", is_telling)


def staffs_choice(course: Course, chair: Chair) -> Action:
    """What the staff does in the open decision of a chair, for whoever sits there."""
    seed = course.start.seed_of(course.count)
    return engine.staff(course.start.system, chair.side, seed, chair.level, chair.doctrine).choose(course.game)


def is_seen_by_another(chairs: Sequence[Chair], own: Chair) -> bool:
    """Somebody of another side could learn from what is not asked what is not in a hand, on the same device too."""
    return any(chair.side != own.side and not chair.is_staffs for chair in chairs)


def by_habit(game: Game, habits: Sequence[Habit], chosen: Collection[str]) -> Action | None:
    """What somebody has set says here; ``None``: nothing."""
    decision = game.decision
    assert decision is not None, "somebody decides"
    for habit in habits:
        if habit.slug in chosen and decision.kind in habit.kinds:
            action = habit.choose(game)
            if action is not None:
                return action
    return None
