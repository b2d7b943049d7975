"""Missions of a campaign on screen, begun and played by the operations that people use."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.utils import timezone

import engine
from campaigns.packs.schema import Side
from missions.models import Game, Mission
from missions.operations import games, mission_games
from missions.operations.games import GameTerms
from missions.operations.mission_games import SideChoice
from missions.selectors.games import controller_of, looked_at


def begun(mission: Mission, actor: User | None = None, *, terms: GameTerms | None = None, **who: str) -> Game:
    """A mission whose orders are open, on screen; ``axis="units"`` says who decides for a side."""
    choices: dict[Side, SideChoice] = {}
    for side in ("allied", "axis"):
        if side in who:
            choices[side] = SideChoice(who=who[side])
    actor = actor or mission.campaign.owner
    return mission_games.begin_mission(
        actor=actor, mission=mission, key=uuid4(), choices=choices, terms=terms or GameTerms()
    )


def waited_for(game: Game) -> User | None:
    """Who decides now."""
    return controller_of(game.controllers.with_people(), game.side, game.unit).person


def one_decision(game: Game) -> Game:
    """The open decision, taken by the person whose it is as the staff would."""
    if game.resumes_at is not None:
        Game.objects.filter(pk=game.pk).update(resumes_at=timezone.now())
        games.resume(game)
        game.refresh_from_db()
        return game
    person = waited_for(game)
    assert person is not None, f"{game} waits for nobody"
    return games.decide(actor=person, game=game, side=game.side, action=sensible(game), seen=game.seen[game.side])


def sensible(game: Game) -> str:
    """What the staff would do in the open decision."""
    with looked_at(game) as course:
        player = engine.staff(game.system, game.side, course.start.seed_of(course.count), "regular", "steady")
        return course.game.action_text(player.choose(course.game))


def played(game: Game, most: int = 10_000, **_: Any) -> Game:
    """Played on to its end, or for so many decisions; not landed."""
    for _count in range(most):
        if game.is_over:
            break
        game = one_decision(game)
    return game
