"""What comes of aircraft that were hit in a game where a unit takes hits. [SUP Sabin campaign]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from campaigns.packs import PackDefinition
from campaigns.packs.schema import Side
from config.common import seeds
from engine.core.report import AircraftReport, Kill, Report
from missions.planning.orders import SideOrders

EVEN = 0.5


def settled(pack: PackDefinition, report: Report, orders: Mapping[Side, SideOrders], number: int, seed: int) -> Report:
    """The report of mission ``number`` with the hits of each squadron added up, or of each side without squadrons.

    Half of them, rounded down, are damaged, and the rest are lost; a single one is lost on an even draw, which goes by
    the campaign's ``seed``. What is settled already stays as it is. Reports about named men are left alone.
    """
    if pack.rules.has_men:
        return report
    squadrons = {unit.id: unit.squadron or "" for own in orders.values() for unit in own.units}
    lost: set[tuple[str, str]] = set()
    hit: dict[tuple[str, str], list[AircraftReport]] = {}
    for each in report.aircraft:
        if each.status != "undamaged":
            hit.setdefault((each.side, squadrons.get(each.unit, "")), []).append(each)
    for whose, aircraft in hit.items():
        count = len(aircraft) - len(aircraft) // 2
        if len(aircraft) == 1:
            count = int(seeds.chance(seed, "hits", number, *whose).random() < EVEN)
        aircraft.sort(key=lambda each: each.status != "destroyed")
        lost |= {(each.unit, each.seat) for each in aircraft[:count]}

    left = {each.unit: each.exit for each in report.aircraft if each.status != "destroyed"}

    def told(each: AircraftReport) -> AircraftReport:
        shot = [*each.kills, *each.damaged]
        if not shot and each.status == "undamaged":
            return each
        said: dict[str, Any] = {
            "kills": tuple(kill for kill in shot if _place(kill) in lost),
            "damaged": tuple(kill for kill in shot if _place(kill) not in lost),
        }
        if each.status != "undamaged":
            gone = (each.unit, each.seat) in lost
            said["status"] = "destroyed" if gone else "damaged"
            said["exit"] = "" if gone else each.exit or left.get(each.unit, "")
        return each.but(**said)

    return replace(report, aircraft=tuple(map(told, report.aircraft)))


def _place(kill: Kill) -> tuple[str, str]:
    return kill.unit, kill.seat
