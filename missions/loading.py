"""From rows to what planning and the engine need: the choices of a side, the engine's set-up document."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from campaigns import journal
from campaigns.definitions import definition
from campaigns.models import Pilot
from campaigns.packs import planning
from campaigns.packs.schema import MissionDefinition
from campaigns.packs.schema import Side as SideName
from missions import choices as offered
from missions import orders, setups
from missions.choices import Choices, PilotChoice, UnitChoice
from missions.models import Mission, Orders


def mission_definition(mission: Mission) -> MissionDefinition:
    """What the pack says of the mission that was drawn."""
    return definition(mission.campaign.pack).mission(mission.key)


def used_resources(mission: Mission, side: str) -> set[str]:
    """Resources that the side has put into the orders of the campaign's other missions. [WBY 24.6.2]"""
    others = Orders.objects.filter(mission__campaign_id=mission.campaign_id, side=side).exclude(mission=mission)
    return {key for key in others.values_list("document__resource", flat=True) if key}


def choices(mission: Mission, side: SideName) -> Choices:
    """What ``side`` may plan for this mission. Three queries."""
    return offered.build(
        definition(mission.campaign.pack),
        mission.key,
        side,
        month=mission.date[:7],
        used=used_resources(mission, side),
        pilots=_pilots(mission, side),
    )


def units(mission: Mission, side: SideName, resource: str | None) -> tuple[UnitChoice, ...]:
    """The units that ``side`` flies when ``resource`` is spent. No query."""
    return offered.units(definition(mission.campaign.pack), mission.key, side, resource)


def _pilots(mission: Mission, side: SideName) -> list[PilotChoice]:
    """The side's roster, and whoever the draw or a resource brings, with what they have done so far."""
    entries = mission.campaign.entries.filter(pilot__side=side, reverses__isnull=True, reversed_by__isnull=True)
    tallies = {tally.pilot.pk: tally for tally in journal.pilots(entries.select_related("pilot"))}
    found = []
    for pilot in Pilot.objects.filter(campaign_id=mission.campaign_id, side=side):
        drawn = pilot.pk == mission.scenario["skilled"].get(side)
        if not (pilot.on_roster or pilot.resource or drawn):
            continue
        tally = tallies.get(pilot.pk) or journal.PilotTally(pilot)
        found.append(
            PilotChoice(
                id=pilot.pk,
                name=pilot.name,
                nation=pilot.nation,
                service=pilot.service,
                skills=tuple(pilot.skills),
                missions=tally.missions,
                kills=tally.kills,
                resource=pilot.resource,
                is_crew=planning.is_crew(pilot.name, pilot.nation, pilot.service),
            )
        )
    return found


def signed(mission: Mission) -> dict[SideName, dict[str, Any]]:
    """The signed orders by side, with every key in place, as they are flown. One query."""
    rows = {side_name(row.side): row.document for row in Orders.objects.filter(mission=mission)}
    spent = [document["resource"] for document in rows.values()]
    return {side: as_flown(mission, side, document, spent) for side, document in rows.items()}


def as_flown(
    mission: Mission, side: SideName, document: Mapping[str, Any], spent: Collection[str | None]
) -> dict[str, Any]:
    """Signed orders with every key in place, when the resources ``spent`` are. No query."""
    return orders.as_flown(definition(mission.campaign.pack), mission.key, side, document, spent)


def setup(mission: Mission) -> dict[str, Any]:
    """The engine's set-up document for a mission whose orders are all signed. Two queries."""
    men = {pilot.pk: pilot for pilot in Pilot.objects.filter(campaign_id=mission.campaign_id)}
    pack = definition(mission.campaign.pack)
    return setups.setup(pack, mission.key, mission.date[:7], signed(mission), men)


def doctrines(mission: Mission) -> dict[str, str]:
    """How each side's pilots fight, by its orders."""
    return {row.side: row.document["doctrine"] for row in Orders.objects.filter(mission=mission)}


def side_name(side: str) -> SideName:
    """A side as a row holds it."""
    return "allied" if side == "allied" else "axis"
