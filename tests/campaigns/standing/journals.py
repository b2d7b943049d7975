"""Journals to fold, written line by line as operations write them."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping
from typing import Any

from campaigns.packs import PackDefinition
from campaigns.packs.planning import first_day
from campaigns.standing import NewLine, Standing, fold
from campaigns.standing.deliveries import BY_HAND, deliveries
from campaigns.standing.recruits import Man


def men_of(pack: PackDefinition) -> list[Man]:
    """Everybody whom a delivery ever brings, and two men a side where there are none; named ``Fighters 1`` …"""
    men: list[Man] = []
    counted: dict[str, int] = {}
    for delivery in deliveries(pack):
        squadron = pack.squadrons[delivery.squadron]
        for place in range(delivery.men):
            counted[delivery.squadron] = counted.get(delivery.squadron, 0) + 1
            men.append(
                Man(
                    pk=len(men) + 1,
                    side=squadron.side,
                    name=f"{squadron.title} {counted[delivery.squadron]}",
                    nation=squadron.nation,
                    service=squadron.service,
                    is_green=place >= delivery.men - delivery.green,
                    squadron=delivery.squadron,
                    delivery=delivery.key,
                )
            )
    if not men:
        for side, nation, service in (("allied", "gb", "RAF"), ("axis", "de", "Luftwaffe")):
            men += [Man(len(men) + n, side, f"{side} {n}", nation, service) for n in (1, 2)]
    return men


USUAL: Mapping[str, dict[str, Any]] = {
    "debriefed": {"notes": []},
    "ruling": {"with": None, "reason": ""},
    "points": {"unit": "", "seat": "", "aircraft": ""},
    "fate": {
        "airframe": "",
        "card": {"number": 1, "face": "maneuver"},
        "result": "hit",
        "fuel_tank": False,
        "ground": "friendly",
        "missions_out": 0,
    },
}
"""What operations always write, where a test says nothing of it."""


class Journal:
    """Lines in force, numbered as they are written."""

    def __init__(self, pack: PackDefinition) -> None:
        self.pack = pack
        self.men = men_of(pack)
        self.lines: list[NewLine] = []
        self.latest = 0
        self.add("started", {"pack": pack.slug, "version": pack.version})

    def add(
        self,
        kind: str,
        data: Mapping[str, Any],
        side: str = "",
        mission: int | None = None,
        pilot: int | None = None,
        moment: int | None = None,
    ) -> int:
        """Write a line; returns its number."""
        if moment is None:
            moment = 2 * self.latest + 1 if mission is None else 2 * mission
        number = len(self.lines) + 1
        self.lines.append(NewLine(kind, USUAL.get(kind, {}) | dict(data), side, mission, pilot, moment, number))
        return number

    def take_back(self, *numbers: int) -> None:
        """Those lines are in force no longer."""
        self.lines = [line for line in self.lines if line.number not in numbers]

    def pilot(self, name: str) -> int:
        return next(man.pk for man in self.men if man.name == name)

    def period(self, number: int, weather: str | None = None) -> int:
        first = first_day(self.pack, number)
        last = first + datetime.timedelta(days=self.pack.calendar.days - 1)
        data = {"number": number, "first": first.isoformat(), "last": last.isoformat()}
        return self.add("period", {**data, "stage": "weeks", "card": None, "weather": weather})

    def draw(self, mission: int, *, period: int = 0, date: str = "1941-04-14", key: str = "sweep") -> int:
        self.latest = max(self.latest, mission)
        title = self.pack.mission(key).title
        data = {"key": key, "title": title, "date": date, "place": "The wire", "period": period, "chosen": ""}
        data |= {"stage": "Weeks", "cards": [], "skilled": {}}
        return self.add("drawn", data, mission=mission)

    def sortie(
        self,
        mission: int,
        airframe: str = "",
        pilot: str = "",
        status: str = "undamaged",
        *,
        unit: str = "",
        seat: str = "leader",
        side: str = "allied",
        squadron: str = "",
        **more: Any,
    ) -> int:
        """One aircraft of a mission; the unit is named after the aircraft or the man unless it is given."""
        data = {
            "unit": unit or f"{side}-{airframe or pilot}",
            "seat": seat,
            "aircraft": "hurricane-i" if side == "allied" else "bf-109e-7",
            "class": "fighter",
            "status": status,
            "cause": "" if status == "undamaged" else "a burst of fire",
            "exit": "",
            "hits": 0,
            "over_target": False,
            "jettisoned": False,
            "role": "fighter",
            "load": [],
            "airframe": airframe,
            "squadron": squadron,
            **more,
        }
        return self.add("sortie", data, side, mission, self.pilot(pilot) if pilot else None)

    def kill(self, mission: int, airframe: str, pilot: str, side: str = "allied", **more: Any) -> int:
        """To be written after the sortie of ``airframe`` (or of ``pilot``, if it has none)."""
        data = {
            "unit": f"{side}-{airframe or pilot}",
            "seat": "leader",
            "aircraft": "hurricane-i",
            "victim": {"unit": "axis-1", "seat": "leader", "aircraft": "bf-109e-7"},
            **more,
        }
        return self.add("kill", data, side, mission, self.pilot(pilot))

    def fate(self, mission: int, airframe: str, pilot: str, fate: str, out: int = 0, side: str = "allied") -> int:
        data = {
            "unit": f"{side}-{airframe or pilot}",
            "seat": "leader",
            "aircraft": "hurricane-i",
            "airframe": airframe,
            "fate": fate,
            "missions_out": out,
        }
        return self.add("fate", data, side, mission, self.pilot(pilot))

    def search(self, mission: int, pilot: str, fate: str) -> int:
        data = {"card": {"number": 1, "face": "maneuver"}, "result": "hit", "fate": fate}
        return self.add("search", data, "allied", mission, self.pilot(pilot))

    def change(self, what: str, side: str = "allied", pilot: str = "", moment: int | None = None, **data: Any) -> int:
        pk = self.pilot(pilot) if pilot else None
        return self.add("change", {"what": what, "reason": "So we decided", **data}, side, None, pk, moment)

    def career(self, pilot: str, moment: int | None = None, **said: Any) -> int:
        """What a record on paper says of a man; what is left out is as he began."""
        man = next(man for man in self.men if man.name == pilot)
        began: dict[str, Any] = {
            "experience": "0",
            "kills": "0",
            "missions": 0,
            "green": man.is_green,
            "skills": list(man.skills),
        }
        return self.change("career", pilot=pilot, moment=moment, **(began | said))

    def debrief(self, mission: int, allied: int = 0, axis: int = 0, duration: Collection[int] = (3, 1, 2, 0)) -> None:
        """A mission's points and its debrief."""
        for side, points in (("allied", allied), ("axis", axis)):
            if points:
                self.add(
                    "points",
                    {"points": points, "section": "24.7", "reason": "Hits"},
                    side,
                    mission,
                )
        score = {"allied": allied, "axis": axis}
        data = {"way": "table", "turns": 6, "duration": list(duration), "points": score}
        self.add("debriefed", data, mission=mission)

    def fly(self, mission: int, *, period: int = 0, allied: int = 0, axis: int = 0, date: str = "1941-04-14") -> None:
        """A whole mission of which nothing matters but its points."""
        self.draw(mission, period=period, date=date)
        self.debrief(mission, allied, axis)

    def recruit(self, name: str, squadron: str) -> str:
        """A man whom a change brings; his row is made with it."""
        side = self.pack.squadrons[squadron].side
        man = Man(len(self.men) + 1, side, name, "gb", "RAF", squadron=squadron, delivery=BY_HAND)
        self.men.append(man)
        return name

    @property
    def standing(self) -> Standing:
        return fold(self.pack, self.men, self.lines)
