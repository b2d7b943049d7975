"""What the player of a man is told when he does not come back from a mission, and when he is found after all."""

from __future__ import annotations

from django.contrib.auth.models import User

from campaigns.standing import Standing
from campaigns.standing.questions import fate_in
from missions.models import Mission
from notices.operations import outbox

KIND = "man-fate"


def tell_fates(mission: Mission, standing: Standing, actor: User | None) -> None:
    """Tell the players of men what the debrief of ``mission`` has brought them, each of his own men and each once.

    ``standing``: what the campaign comes to with it.
    """
    _tell(mission, _fates(mission, standing), actor)


def tell_fates_anew(mission: Mission, standing: Standing, actor: User | None) -> None:
    """The same once a debrief has been corrected or taken back: what is so no longer is in nobody's inbox any more."""
    fates = _fates(mission, standing)
    outbox.forget_of_mission(KIND, mission.campaign, mission.number, but=[f"{KIND} {key}" for key in fates])
    _tell(mission, fates, actor)


def _fates(mission: Mission, standing: Standing) -> dict[str, tuple[int, dict[str, str]]]:
    """By what tells it from any other: whom it is to be told, and what."""
    found = {}
    for man in standing.airmen.values():
        if man.player_id is not None and (fate := fate_in(man, mission.number)):
            key = f"{mission.pk} {man.pk} {man.player_id} {fate}"
            found[key] = (man.player_id, {"pilot": man.name, "fate": fate})
    return found


def _tell(mission: Mission, fates: dict[str, tuple[int, dict[str, str]]], actor: User | None) -> None:
    if not fates:
        return
    people = User.objects.in_bulk({player for player, _ in fates.values()})
    for key, (player, data) in fates.items():
        outbox.tell(
            KIND,
            key,
            campaign=mission.campaign,
            mission=mission.number,
            person=people[player],
            actor=actor,
            data=data,
        )
