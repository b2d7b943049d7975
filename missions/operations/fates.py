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
    """The same once a debrief has been corrected or taken back: what is so no longer is in nobody's inbox any more.

    Nor is what a later debrief has brought such a man: who came home was never searched for.
    """
    since = Mission.objects.filter(campaign=mission.campaign, number__gte=mission.number)
    still = [f"{KIND} {key}" for each in since for key in _fates(each, standing)]
    outbox.forget_since(KIND, mission.campaign, mission.number, but=still)
    _tell(mission, _fates(mission, standing), actor)


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
