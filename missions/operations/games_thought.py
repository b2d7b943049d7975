"""The staff that looks ahead, in games on screen: it thinks in a worker, outside every lock, and decides under it.

What it has thought holds for the table that it was thought for. Has somebody decided, taken back or taken over
meanwhile, it is forgotten, and what is to be thought then is thought anew. So a worker may be lost, or two think at
once: of the same table, seed and level they think the same, and one of them decides.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic, sleep

import engine
from config.common.refusals import Refusal
from missions.games import chairs
from missions.games.chairs import Chair
from missions.games.course import Course
from missions.models import Game, GameEntry
from missions.operations import games
from missions.operations.game_tables import Table, locked_game
from missions.selectors.games import chairs_of, looked_at

logger = logging.getLogger(__name__)

AT_A_TIME = 12
"""Decisions after which a worker lets others go first."""
THOUGHT = (0.2, 0.7)
"""Seconds, from and to, that a decision takes at least where somebody could learn from how long it took.

Who has one card thinks no time about it, and who has many takes long: were each decision shown as soon as it is found,
its time would tell what is in the staff's hand.
"""


def think(number: int) -> bool:
    """Take what the staff has to decide in a game; whether more is to be thought. Safe twice and at once."""
    for _ in range(AT_A_TIME):
        row = Game.objects.select_related("skirmish", "mission").filter(pk=number).first()
        if row is None or row.is_over:
            return False
        seats = chairs_of(row.controllers.with_people())
        began = monotonic()
        try:
            with looked_at(row) as course:
                chair = chairs.thinker(course, seats)
                if chair is None:
                    return False
                action = course.game.action_text(chairs.staffs_choice(course, chair))
                wait = _least(course, seats, chair, row) - (monotonic() - began)
        except Refusal:  # the rules of today do not follow it, and its page says so
            return False
        if wait > 0:
            sleep(wait)
        try:
            _decide(row, partial(_still_thinks, chair), action, is_thought_on=True)
        except Game.DoesNotExist:  # somebody has deleted it meanwhile
            return False
    return True


def _still_thinks(chair: Chair, table: Table) -> bool:
    return chairs.thinker(table.course, table.chairs) == chair


def _least(course: Course, seats: Sequence[Chair], chair: Chair, row: Game) -> float:
    """How many seconds the open decision takes at least."""
    decision = course.game.decision
    assert decision is not None, "somebody thinks about it"
    is_seen = row.lets_watch or chairs.is_seen_by_another(seats, chair)
    if not is_seen or decision.kind in engine.systems()[row.system].open_kinds:
        return 0.0
    low, high = THOUGHT
    return low + (high - low) * secrets.randbelow(1000) / 1000


def think_for_absent(game: Game, is_late: Callable[[Game], bool]) -> None:
    """Take the one decision that came too late as the staff would, at the level and doctrine of that chair."""
    row = Game.objects.select_related("skirmish", "mission").get(pk=game.pk)
    if not is_late(row):
        return
    with looked_at(row) as course:
        chair = chairs.in_charge(chairs_of(row.controllers.with_people()), row.side, row.unit)
        action = course.game.action_text(chairs.staffs_choice(course, chair))
    _decide(row, lambda table: is_late(table.row), action, is_thought_on=False)


def _decide(row: Game, holds: Callable[[Table], bool], action: str, *, is_thought_on: bool) -> None:
    """Take what was thought of a game as ``row`` has it, if it is still the same and that still holds.

    ``is_thought_on``: whoever has thought it goes on thinking.
    """
    with locked_game(row) as table:
        if table.row.is_over or table.row.count != row.count or not holds(table):
            return
        taken = table.course.take(table.course.game.parse(action), is_persons=False)
        table.note(taken, GameEntry.How.STAFF)
        table.go_on()
        table.save(is_thought_on=is_thought_on)
    try:
        games.land(table.row)
    except Refusal as refusal:  # the beat hands it on, or says again why not
        logger.warning("game %s was not handed on: %s", row.pk, refusal)
