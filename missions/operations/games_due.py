"""What the clock brings to games on screen: pauses that are over, decisions that came too late, who is told to come.

By beat. Each act is about one game and safe twice and at once: it looks again under the game's lock, and does nothing
to a game that has moved on or is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from functools import partial

from django.db.models import Prefetch, Q
from django.utils import timezone

from missions.games import chairs
from missions.models import Controller, Game
from missions.operations import game_tables, games, games_thought
from missions.operations.game_tables import locked_game, waits_for_another
from missions.selectors.games import PAUSE, chairs_of, controller_of
from notices.operations.outbox import tell

THOUGHT_LOST = timedelta(seconds=20)
"""A staff that has thought for so long without deciding was lost with its worker, and begins anew."""
PATIENCE = timedelta(minutes=10)
"""For so long nobody is told that it is his turn: who plays sees it."""


def due() -> Iterator[Callable[[], None]]:
    """What there is to do now.

    It reads the games that need the clock, and those of missions: seats and men change hands in a campaign, which knows
    of no game. A skirmish in which a person is waited for is left alone until it is late, or he is to be told.
    """
    running = Game.objects.filter(mission__campaign__archived_at=None)  # and those of skirmishes
    for game in running.filter(status=Game.Status.OVER, is_unattended=True).select_related("skirmish", "mission"):
        yield partial(hand_on, game)
    playing = running.filter(status=Game.Status.PLAYING)
    now = timezone.now()
    for game in playing.filter(Q(resumes_at__lte=now) | Q(resumes_at__gt=now + timedelta(seconds=PAUSE[1]))):
        yield partial(games.resume, game)
    people = Prefetch("controllers", Controller.objects.with_people())
    of_missions = playing.filter(mission__isnull=False).prefetch_related(people)
    others = playing.filter(mission__isnull=True, is_unattended=True).prefetch_related(people)
    for game in (*of_missions, *others):
        chair = chairs.in_charge(chairs_of(game.controllers.all()), game.side, game.unit)
        if waits_for_another(game, game.controllers.all()):
            yield partial(wait_anew, game)
        elif chair.thinks and game.waits_since <= now - THOUGHT_LOST:
            yield partial(game_tables.have_it_thought, game.pk)
        elif chair.is_staffs and not chair.thinks:
            yield partial(carry_on, game)
    for game in playing.filter(late_at__lte=now):
        yield partial(games_thought.think_for_absent, game, is_late)
    for game in playing.filter(told_at__isnull=True, resumes_at__isnull=True, waits_since__lte=now - PATIENCE):
        yield partial(tell_whose_turn, game)


def hand_on(game: Game) -> None:
    """Hand a game that is over on, if whoever ended it was lost before he could; it needs no clock from then on."""
    games.land(game)
    Game.objects.filter(pk=game.pk, status=Game.Status.OVER).update(is_unattended=False)


def wait_anew(game: Game) -> None:
    """Who has come to a seat while its game waits has his hours from then on, and is told that it is his turn."""
    with locked_game(game) as table:
        if not table.row.is_over and waits_for_another(table.row, table.controllers):
            table.seat_again()


def carry_on(game: Game) -> None:
    """Where a game waits for somebody who has left his seat to the staff, let that decide."""
    with locked_game(game) as table:
        if not table.row.is_over and _is_staffs(table.row, table.controllers):
            table.go_on()
            table.save()


def is_late(row: Game) -> bool:
    """The open decision has waited for longer than the terms say."""
    return not row.is_over and row.late_at is not None and row.late_at <= timezone.now()


def tell_whose_turn(game: Game) -> None:
    """Tell whoever is waited for, once for each time that he is."""
    with locked_game(game) as table:
        row = table.row
        if row.is_over or row.told_at is not None or row.waits_since > timezone.now() - PATIENCE:
            return
        row.told_at = timezone.now()
        row.save(update_fields=["told_at"])
        mission = row.mission
        for person in controller_of(table.controllers, row.side, row.unit).people:
            tell(
                "game-turn",
                f"{row.pk} {row.count} {person.pk}",
                campaign=mission.campaign if mission else None,
                mission=mission.number if mission else None,
                person=person,
                data={"game": row.pk, "title": row.skirmish.title if row.skirmish else ""},
            )


def _is_staffs(row: Game, controllers: Iterable[Controller]) -> bool:
    return chairs.in_charge(chairs_of(controllers), row.side, row.unit).is_staffs
