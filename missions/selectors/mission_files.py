"""A single mission as its file."""

from __future__ import annotations

from campaigns.models import Pilot
from campaigns.packs.schema import SIDES
from config.common.refusals import Refusal
from engine.core.levels import USUAL_LEVEL
from missions.archive.mission_file import FORMAT, VERSION
from missions.archive.schema import seal
from missions.flights import context
from missions.models import Flight, Mission
from missions.selectors.missions import flight_of


def export_mission(mission: Mission) -> bytes:
    """The file of a mission that has been debriefed: from then on everybody may read what it holds. Two queries."""
    flight = flight_of(mission)
    if mission.status != Mission.Status.DEBRIEFED or flight is None:
        raise Refusal("A mission’s file holds the plans of both sides. It is there once the mission is debriefed.")
    if flight.way in (Flight.Way.GROUNDED, Flight.Way.OPERATION):
        raise Refusal("Nobody flew this mission, so there is nothing to take along.")
    signed = [(row.side, context.orders_of(row)) for row in mission.orders.order_by("side")]
    told = context.lineup_of(mission)
    flew = {man for _, own in signed for unit in own.units for man in unit.men}
    flew |= {man for side in SIDES for unit in told.of(side).units for man in unit.men}
    men = list(Pilot.objects.filter(campaign=mission.campaign, pk__in=flew).order_by("pk"))
    places = {man.pk: place for place, man in enumerate(men, 1)}
    lineup = told.with_men(places).as_json()
    document = {
        "format": FORMAT,
        "version": VERSION,
        "pack": mission.campaign.pack.slug,
        "pack_version": mission.campaign.pack.version,
        "campaign": mission.campaign.name,
        "number": mission.number,
        "key": mission.key,
        "title": mission.title,
        "date": mission.date,
        "men": [{"side": man.side, "name": man.name} for man in men],
        "orders": [{"side": side, "document": own.with_men(places).as_json()} for side, own in signed],
        **({"lineup": lineup} if lineup else {}),
        "flight": {
            "way": flight.way,
            "record": flight.record,
            "report": flight.report,
            "stored_at": flight.stored_at.isoformat(),
            **({"level": flight.level} if flight.level != USUAL_LEVEL else {}),
            **({"corrected_at": flight.corrected_at.isoformat()} if flight.corrected_at else {}),
        },
    }
    return seal(document)
