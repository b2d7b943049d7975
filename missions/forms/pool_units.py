"""What a form of orders should say of units from a pool: which squadron flies each, how strong, with which aircraft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from campaigns.catalogue.library import AircraftType
from config.common import seeds
from missions.planning.choices import Choices, UnitChoice
from missions.planning.pool import SquadronChoice
from missions.planning.staff_allocation import Muster, Sent

PROPOSED_FOR = 2
"""What is proposed leaves a reserve, as if one more mission were to come."""
KINDS = {1: "Lone Leader", 2: "Element", 3: "Section of three"}


class PoolUnits:
    """The wish of a form, unit by unit; of a unit that it does not mention what the staff would send."""

    def __init__(
        self, choices: Choices, units: Sequence[UnitChoice], resource: str | None, wish: Mapping[str, str]
    ) -> None:
        self._choices = choices
        self._wish = wish
        named = {unit.id for unit in units if f"{unit.id}-squadron" in wish}
        proposed: Mapping[str, Sent] = {}
        if choices.pool is not None and len(named) < len(units):
            proposed = Muster(choices, choices.pool, PROPOSED_FOR).sent(resource, seeds.chance(0, "proposal"))
        self._sent: dict[str, Sent] = {}
        left = {squadron.key: squadron.most for squadron in choices.pool.squadrons} if choices.pool else {}
        cap = choices.pool.cap if choices.pool else None
        for unit in sorted(units, key=lambda unit: unit.id not in named):
            if unit.id in named:
                found = self._wished(unit, left)
            elif cap is None or len(self._sent) < cap:
                found = _as_far_as(left, unit, proposed.get(unit.id))
            else:
                found = None
            if found is not None:
                self._sent[unit.id] = found
                left[found.squadron.key] -= found.size
        self._codes = {value for name, value in wish.items() if "-airframes-" in name}
        self._given: set[str] = set()

    def _wished(self, unit: UnitChoice, left: Mapping[str, int]) -> Sent | None:
        squadron = self.able(unit).get(self._wish[f"{unit.id}-squadron"])
        if squadron is None:
            return None
        sizes = unit.flown_by(squadron.type).strengths
        wished = next((size for size in sizes if str(size) == self._wish.get(f"{unit.id}-size")), None)
        able = [size for size in sizes if size <= left[squadron.key]]
        return Sent(squadron, wished or max(able, default=sizes[0]))

    def able(self, unit: UnitChoice) -> dict[str, SquadronChoice]:
        """The squadrons that can fill the unit."""
        return {squadron.key: squadron for squadron in self._choices.squadrons_for(unit)}

    def squadron(self, unit: UnitChoice) -> SquadronChoice | None:
        """Who flies it; ``None``: it stays at home."""
        sent = self._sent.get(unit.id)
        return sent.squadron if sent else None

    def size(self, unit: UnitChoice) -> int:
        sent = self._sent.get(unit.id)
        return sent.size if sent else 0

    @staticmethod
    def size_title(unit: UnitChoice, size: int) -> str:
        return f"{size} aircraft" if unit.formation else KINDS[size]

    def code(self, squadron: SquadronChoice, wished: str) -> str:
        """The aircraft of the next seat: the one wished for, else the least flown that is free; empty: none is."""
        codes = [airframe.code for airframe in squadron.airframes]
        if wished not in codes:
            wished = next((code for code in codes if code not in self._given | self._codes), "")
        self._given.add(wished)
        return wished

    def type_of(self, unit: UnitChoice) -> AircraftType:
        squadron = self.squadron(unit)
        return squadron.type if squadron else unit.aircraft[0].type


def _as_far_as(left: Mapping[str, int], unit: UnitChoice, found: Sent | None) -> Sent | None:
    """What is proposed, of what the units that somebody has planned leave of its squadron."""
    if found is None or found.size <= left[found.squadron.key]:
        return found
    sizes = unit.flown_by(found.squadron.type).strengths
    able = max((size for size in sizes if size <= left[found.squadron.key]), default=0)
    return replace(found, size=able) if able else None


def airframe_label(squadron: SquadronChoice, code: str) -> str:
    """``JS-A (3 sorties)``."""
    sorties = next(airframe.sorties for airframe in squadron.airframes if airframe.code == code)
    return f"{code} ({sorties} sortie{'' if sorties == 1 else 's'})" if sorties else f"{code} (new)"
