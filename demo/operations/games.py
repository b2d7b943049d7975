"""The game on screen of the demo: somebody has begun it, and the visitor takes over his chair in the third turn."""

from __future__ import annotations

from uuid import uuid4

from django.contrib.auth.models import User

import engine
from demo.operations.people import People
from missions.games import chairs
from missions.models import Game
from missions.operations import games
from missions.operations.games import GameTerms, SeatPlan
from missions.selectors.games import chairs_of, looked_at, token_of

SYSTEM, SCENARIO, SEED = "wildblue", "two-elements", 1940
TURN = 3
MOST_DECISIONS = 200
"""Within which the third turn comes, or never does."""


def begin_game(people: People) -> Game:
    """A fight that one of the club's begins against another, who leaves it to the staff, played up to its third turn.

    By rules of thumb, as the staff would decide.
    """
    mine, other = people.allied[1], people.axis[1]
    game = games.begin_skirmish(
        actor=mine,
        key=uuid4(),
        title="Over the Channel, before tea",
        system=SYSTEM,
        setup=engine.systems()[SYSTEM].scenarios()[SCENARIO].setup,
        seats=[SeatPlan(side="allied", user=mine), SeatPlan(side="axis", user=other)],
        terms=GameTerms(),
        seed=SEED,
    )
    games.rest(actor=other, game=game, side="axis", rests=True)
    for _ in range(MOST_DECISIONS):
        row = Game.objects.select_related("skirmish").get(pk=game.pk)
        with looked_at(row) as course:
            is_there = course.game.position()["turn"] == TURN and row.side == "allied"
            if is_there:
                return row
            chair = chairs.in_charge(chairs_of(row.controllers.with_people()), row.side, row.unit)
            action = course.game.action_text(chairs.staffs_choice(course, chair))
        games.decide(actor=mine, game=row, side=row.side, action=action, seen=row.seen[row.side])
    raise AssertionError("the game has no third turn")


def hand_over(people: People, game: Game, visitor: User) -> None:
    """Let the visitor play on: by the link that whoever began it would send."""
    chair = games.hand_over(actor=people.allied[1], game=game, side="allied")
    games.sit_down(actor=visitor, token=token_of(chair))
