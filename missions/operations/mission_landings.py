"""A mission's game that is over becomes its flight."""

from __future__ import annotations

from missions.flights.context import in_campaign_terms
from missions.models import Flight, Game, Mission
from missions.operations.flights import new_flight
from missions.operations.orders import commit_campaign
from missions.operations.under_lock import locked_mission, move_to
from missions.selectors.flights import has_landed
from missions.selectors.games import played_again


def land(game: Game) -> None:
    """Store what a mission's game has come to, as the engine's flight is stored. Safe twice and at once.

    Whoever ends the game lands it; if he is lost in between, the sweep does.
    """
    if game.status != Game.Status.OVER or has_landed(game):
        return
    assert game.mission_id is not None, "a mission's"
    mission = Mission.objects.select_related("campaign__pack").get(pk=game.mission_id)
    flown = played_again(game).game
    report = in_campaign_terms(mission, flown.report())
    with locked_mission(mission) as mission:
        if has_landed(game):
            return
        new_flight(mission, Flight.Way.SCREEN, report, game.key, str(flown.record))
        move_to(mission, Mission.Status.FLOWN)
        commit_campaign(mission)
