"""What the player of a man is told when he does not come back from a mission, and when he is found after all."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User

from campaigns.standing import Standing
from campaigns.standing.model import Airman
from campaigns.standing.questions import fate_in
from missions.models import Mission
from notices.operations import outbox

KIND = "man-fate"


def tell_fates(mission: Mission, standing: Standing, actor: User | None) -> None:
    """Tell the players of men what the debrief of ``mission`` has brought them, each of his own men and each once.

    ``standing``: what the campaign comes to with it.
    """
    _tell(mission, _fates(mission, standing), actor)


def tell_fates_anew(mission: Mission, before: Standing, standing: Standing, actor: User | None) -> None:
    """The same once a debrief has been corrected or taken back: what is so no longer is in nobody's inbox any more.

    Nor is what a later debrief has brought such a man: who came home was never searched for. ``before``: what the
    campaign came to; what was so then has been told to whoever flew the man.
    """
    for each in Mission.objects.filter(campaign=mission.campaign, number__gte=mission.number):
        was, now = _fates(each, before), _fates(each, standing)
        for key in was.keys() - now.keys():
            outbox.forget(KIND, mission.campaign, key)
        if each == mission:
            _tell(mission, {key: now[key] for key in now.keys() - was.keys()}, actor)


def _fates(mission: Mission, standing: Standing) -> dict[str, tuple[Airman, str]]:
    """What has become of whom in a mission, by what tells it from any other."""
    found = {}
    for man in standing.airmen.values():
        if fate := fate_in(man, mission.number):
            found[f"{mission.pk} {man.pk} {fate}"] = (man, fate)
    return found


def _tell(mission: Mission, fates: Mapping[str, tuple[Airman, str]], actor: User | None) -> None:
    players = {man.player_id for man, _ in fates.values() if man.player_id is not None}
    people = User.objects.in_bulk(players) if players else {}
    for key, (man, fate) in fates.items():
        if man.player_id is not None:
            outbox.tell(
                KIND,
                f"{key} {man.player_id}",
                campaign=mission.campaign,
                mission=mission.number,
                person=people[man.player_id],
                actor=actor,
                data={"pilot": man.name, "fate": fate},
            )
