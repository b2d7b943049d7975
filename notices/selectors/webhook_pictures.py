"""The picture that goes with a message to Discord about a debrief: how the fight ended, or the map.

It is what everybody of the campaign may see, on a side's own webhook, too: hands are open since the debrief, and the
map is that of a reader without a name.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.access import PUBLIC
from campaigns.maps import markup
from campaigns.selectors.maps import map_page
from missions.models import Mission
from missions.replay import pixels
from missions.replay.painting import paint_map
from missions.selectors.missions import debrief_of, flight_of, watched
from missions.selectors.stills import ACROSS, still_at
from notices.models import Happening, Webhook

logger = logging.getLogger(__name__)
ENDS = "debriefed"


@dataclass(frozen=True, slots=True)
class Picture:
    """A file of PNG."""

    name: str
    content: bytes


def picture_of(webhook: Webhook, happenings: Sequence[Happening]) -> Picture | None:
    """Of the last debrief that is told, as the webhook wants it, if its campaign has a map or its mission a replay.

    Three queries where there is one. News go out without a picture that cannot be drawn.
    """
    if webhook.format != Webhook.Format.DISCORD or not webhook.picture:
        return None
    told = next((each for each in reversed(happenings) if each.kind == ENDS), None)
    if told is None or told.mission is None:
        return None
    missions = Mission.objects.select_related("campaign__pack", "flight", "debrief")
    mission = missions.filter(campaign=told.campaign_id, number=told.mission).first()
    # A debrief that has been withdrawn since has shut the hands again.
    if mission is None or debrief_of(mission) is None:
        return None
    try:
        return _map(mission) if webhook.picture == Webhook.Picture.MAP else _end(mission)
    except Exception:  # the news go out without it
        logger.exception("the picture of mission %s cannot be drawn", mission.pk)
        return None


def _end(mission: Mission) -> Picture | None:
    """The table when the fight was over; ``None``: nobody recorded it."""
    flight = flight_of(mission)
    if flight is None or not flight.has_replay:
        return None
    seen = watched(mission, flight, None)
    return Picture(f"mission-{mission.number}.png", still_at(seen, seen.last, "png").content())


def _map(mission: Mission) -> Picture | None:
    """The map as it stands; ``None``: the pack has none."""
    page = map_page(mission.campaign, PUBLIC, None)
    if page is None or page.pictures.wide is None:
        return None
    svg = paint_map(markup.alone(page.pictures.wide, page.told.theatre))
    return Picture(f"map-{mission.number}.png", pixels.png(svg, ACROSS))
