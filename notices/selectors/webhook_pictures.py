"""The picture that goes with a message to Discord: how the fight ended, all hands open since the debrief."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from missions.models import Mission
from missions.selectors.missions import debrief_of, flight_of, watched
from missions.selectors.stills import still_at
from notices.models import Happening, Webhook

logger = logging.getLogger(__name__)
ENDS = "debriefed"


@dataclass(frozen=True, slots=True)
class Picture:
    """A file of PNG."""

    name: str
    content: bytes


def picture_of(webhook: Webhook, happenings: Sequence[Happening]) -> Picture | None:
    """Of the last debrief that is told, if the webhook is sent pictures and its mission has a replay.

    Three queries where there is one. News go out without a picture that cannot be drawn.
    """
    if webhook.format != Webhook.Format.DISCORD or not webhook.has_pictures:
        return None
    told = next((each for each in reversed(happenings) if each.kind == ENDS), None)
    if told is None or told.mission is None:
        return None
    missions = Mission.objects.select_related("campaign__pack", "flight", "debrief")
    mission = missions.filter(campaign=told.campaign_id, number=told.mission).first()
    flight = flight_of(mission) if mission is not None else None
    # A debrief that has been withdrawn since has shut the hands again.
    if mission is None or flight is None or not flight.has_replay or debrief_of(mission) is None:
        return None
    try:
        seen = watched(mission, flight, None)
        return Picture(f"mission-{mission.number}.png", still_at(seen, seen.last, "png").content())
    except Exception:  # the news go out without it
        logger.exception("the picture of mission %s cannot be drawn", mission.pk)
        return None
