"""A mission on the map: where it is fought, where from, and how it ended."""

from __future__ import annotations

import datetime
from collections import Counter

from campaigns.maps.drawing import Pictures, beside
from campaigns.maps.situation import Flown, situation
from campaigns.packs.schema import SIDES
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.sides import side_titles
from engine.core.report import Report
from missions.models import Mission
from missions.selectors.missions import MissionPage


def mission_map(mission: Mission, page: MissionPage) -> Pictures | None:
    """The map of a mission alone, by what everybody may know; ``None`` if it has no place on one. No query.

    Which squadrons fly is not on it, nor the track: the campaign's own map tells that.
    """
    if page.definition.at is None:
        return None
    lost: Counter[str] = Counter()
    is_debriefed = page.debrief is not None and page.points is not None and page.flight is not None
    if is_debriefed and page.flight is not None:
        report = Report.from_json(page.flight.report)
        lost.update(each.side for each in report.aircraft if each.status == "destroyed")
    told = situation(
        definition_of(mission.campaign),
        (
            Flown(
                number=mission.number,
                key=mission.key,
                title=mission.title,
                place=mission.place,
                date=datetime.date.fromisoformat(mission.date),
                is_debriefed=is_debriefed,
                points=page.points or dict.fromkeys(SIDES, 0),
                lost=lost,
                bases={},
            ),
        ),
        mission.number,
    )
    return beside(told, side_titles(mission.campaign)) if told is not None else None
