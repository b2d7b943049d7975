"""The writer of guided games."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth.models import User

import engine
from missions.games.guide import Guide
from missions.models import Game
from missions.operations import games
from missions.operations.games import GameTerms, SeatPlan


def begin(*, actor: User, key: UUID, guide: Guide) -> Game:
    """A guided game, the staff on the other side. The same ``key`` again finds what there is."""
    seats = [
        SeatPlan(side=side, user=actor, habits=guide.orders)
        if side == guide.side
        else SeatPlan(side=side, level=guide.level, doctrine=guide.doctrine)
        for side in engine.systems()[guide.system].sides
    ]
    return games.begin_skirmish(
        actor=actor,
        key=key,
        title=guide.title,
        system=guide.system,
        setup=guide.setup,
        seats=seats,
        terms=GameTerms(guide=guide.slug),
    )
