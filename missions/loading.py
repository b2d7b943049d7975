"""From rows to what planning and the engine need: the choices of a side, the engine's set-up document."""

from __future__ import annotations

from typing import Any

from campaigns import journal
from campaigns.definitions import definition
from campaigns.models import Pilot, Side
from campaigns.packs.schema import MissionDefinition
from campaigns.packs.schema import Side as SideName
from missions import choices as planning
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
    return planning.build(
        definition(mission.campaign.pack),
        mission.key,
        side,
        used=used_resources(mission, side),
        pilots=_pilots(mission, side),
    )


def units(mission: Mission, side: SideName, resource: str | None) -> tuple[UnitChoice, ...]:
    """The units that ``side`` flies when ``resource`` is spent. No query."""
    return planning.units(definition(mission.campaign.pack), mission.key, side, resource)


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
            )
        )
    return found


def setup(mission: Mission) -> dict[str, Any]:
    """The engine's set-up document for a mission whose orders are all signed. Two queries."""
    orders = {row.side: row.document for row in Orders.objects.filter(mission=mission)}
    pilots = {pilot.pk: pilot for pilot in Pilot.objects.filter(campaign_id=mission.campaign_id)}
    definition_ = mission_definition(mission)
    document: dict[str, Any] = {
        "kind": "dogfight",
        "turns": definition_.turns,
        "month": mission.date[:7],
        "units": [_unit(side, unit, pilots) for side in Side.values for unit in orders[side]["units"]],
    }
    if definition(mission.campaign.pack).scoring.balance:
        document["bonus"] = "balance"
    return document


def doctrines(mission: Mission) -> dict[str, str]:
    """How each side's pilots fight, by its orders."""
    return {row.side: row.document["doctrine"] for row in Orders.objects.filter(mission=mission)}


def _unit(side: str, unit: dict[str, Any], pilots: dict[int, Pilot]) -> dict[str, Any]:
    return {
        "id": unit["id"],
        "side": side,
        "aircraft": unit["aircraft"],
        "wingman": unit["wingman"],
        "altitude": unit["altitude"],
        "leader_pilot": _pilot(pilots.get(unit["leader_pilot"])),
        "wingman_pilot": _pilot(pilots.get(unit["wingman_pilot"])),
    }


def _pilot(pilot: Pilot | None) -> dict[str, Any] | None:
    return {"name": pilot.name, "skills": list(pilot.skills)} if pilot else None
