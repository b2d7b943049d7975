"""How a mission might go: it is flown again and again by the staff, one side's plan against what the other may send.

What the other side sends is what its staff would send, each time by another seed. Its orders, drafts and seed are never
looked at, nor is the mission's own seed, from which its flight will be drawn: so a forecast tells nothing that its side
may not know, and is the same whatever the other side does meanwhile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from campaigns.packs import PackDefinition
from campaigns.packs.schema import SIDES, Side
from campaigns.standing import Standing
from campaigns.standing.questions import missions_left
from config.common import seeds
from engine.core.report import Report
from missions.flights import flying
from missions.odds.intervals import Mean, Share, mean, middle_90, share
from missions.planning import choices, setups, staff
from missions.planning.mission_context import MissionContext
from missions.planning.orders import SideOrders

RUNS = 300
"""Flights of a forecast."""
LUCK = 0x0DD5
"""From which the seeds of all forecasts come: the same luck for every plan, so that plans are compared and not luck."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a forecast is made of: all of it its side may know."""

    pack: PackDefinition
    key: str
    """Of the mission in the pack."""
    month: str
    standing: Standing
    skilled: Mapping[Side, int | None]
    """The row of the skilled man whom the draw brought each side."""
    side: Side
    plan: SideOrders | None
    """Of that side, as it has been checked; ``None``: what its staff would send, each time by another seed."""


@dataclass(frozen=True, slots=True)
class UnitFate:
    """What became of the aircraft of a unit over all flights."""

    unit: str
    title: str
    sent: int
    damaged: int
    lost: int

    @property
    def losses(self) -> Share:
        """Of its aircraft, those Destroyed."""
        return share(self.lost, self.sent)

    @property
    def damages(self) -> Share:
        """Of its aircraft, those that came home Damaged."""
        return share(self.damaged, self.sent)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What came of the flights of a forecast. Margins are the own side's Victory Points less the other's."""

    margins: tuple[int, ...]
    """Flight by flight; of grounded ones none."""
    grounded: int = 0
    """Flights that could not take off."""
    units: tuple[UnitFate, ...] = ()
    """Of the own side."""
    enemy_sent: int = 0
    enemy_lost: int = 0
    target: Mapping[str, int] = field(default_factory=dict)
    """By level of damage to the Mission Target: in how many flights it came to that. Empty without a target."""

    @property
    def flown(self) -> int:
        return len(self.margins)

    @property
    def won(self) -> Share:
        return share(sum(margin > 0 for margin in self.margins), self.flown)

    @property
    def drawn(self) -> Share:
        return share(self.margins.count(0), self.flown)

    @property
    def lost(self) -> Share:
        return share(sum(margin < 0 for margin in self.margins), self.flown)

    @property
    def margin(self) -> Mean:
        return mean(self.margins)

    @property
    def range(self) -> tuple[int, int]:
        """Between which margins 90 in 100 flights end."""
        return middle_90(self.margins)

    @property
    def own_losses(self) -> Share:
        return share(sum(unit.lost for unit in self.units), sum(unit.sent for unit in self.units))

    @property
    def enemy_losses(self) -> Share:
        return share(self.enemy_lost, self.enemy_sent)

    @property
    def target_levels(self) -> dict[str, Share]:
        return {level: share(count, self.flown) for level, count in self.target.items()}

    def as_json(self) -> dict[str, Any]:
        return {
            "margins": list(self.margins),
            "grounded": self.grounded,
            "units": [[each.unit, each.title, each.sent, each.damaged, each.lost] for each in self.units],
            "enemy": [self.enemy_sent, self.enemy_lost],
            "target": dict(self.target),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Forecast:
        """The forecast that ``as_json`` wrote."""
        return cls(
            margins=tuple(data["margins"]),
            grounded=data["grounded"],
            units=tuple(UnitFate(*each) for each in data["units"]),
            enemy_sent=data["enemy"][0],
            enemy_lost=data["enemy"][1],
            target=data["target"],
        )


def seed_of(number: int) -> int:
    """From which the flight of that number is drawn, whatever is asked."""
    return seeds.derive(LUCK, "forecast", number)


def forecast(
    asked: Asked, runs: int = RUNS, on_progress: Callable[[int, int], None] = lambda done, total: None
) -> Forecast:
    """Fly ``runs`` missions. The same is asked, the same comes out, to the digit."""
    count = _Count(asked)
    for number in range(runs):
        count.add(fly(asked, number))
        on_progress(number + 1, runs)
    return count.forecast()


def fly(asked: Asked, number: int) -> Report | None:
    """The flight of that number; ``None``: it could not take off."""
    context = planned(asked, number)
    if setups.why_grounded(asked.pack, asked.key, context.orders):
        return None
    return flying.report_of(context, seed_of(number))


def planned(asked: Asked, number: int) -> MissionContext:
    """The mission of that number as it is flown, both sides planned for."""
    plans = {side: asked.plan if side == asked.side else None for side in SIDES}
    said = {side: plan or _by_staff(asked, side, number) for side, plan in plans.items()}
    return flying.together(asked.pack, asked.key, month=asked.month, standing=asked.standing, plans=said)


def _by_staff(asked: Asked, side: Side, number: int) -> SideOrders:
    offered = choices.build(
        asked.pack, asked.key, side, month=asked.month, standing=asked.standing, drawn=asked.skilled.get(side)
    )
    return staff.plan(offered, seed=seed_of(number), missions_left=missions_left(asked.standing))


class _Count:
    """Flights, counted."""

    def __init__(self, asked: Asked) -> None:
        self._side = asked.side
        self._titles = {
            unit.id: unit.title
            for resource in (None, *asked.pack.resources)
            for unit in choices.units(asked.pack, asked.key, asked.side, resource)
        }
        self._margins: list[int] = []
        self._grounded = 0
        self._fates: dict[str, Counter[str]] = {}
        self._enemy: Counter[str] = Counter()
        self._target: Counter[str] = Counter()

    def add(self, report: Report | None) -> None:
        if report is None:
            self._grounded += 1
            return
        own = self._side
        other = next(side for side in SIDES if side != own)
        self._margins.append(report.points(own) - report.points(other))
        for each in report.aircraft:
            fates = self._fates.setdefault(each.unit, Counter()) if each.side == own else self._enemy
            fates["sent"] += each.size
            if each.size > 1:
                fates["destroyed"] += min(each.hits, each.size)
            else:
                fates[each.status] += 1
        if report.target is not None:
            self._target[report.target.level] += 1

    def forecast(self) -> Forecast:
        return Forecast(
            margins=tuple(self._margins),
            grounded=self._grounded,
            units=tuple(
                UnitFate(unit, self._titles.get(unit, unit), fates["sent"], fates["damaged"], fates["destroyed"])
                for unit, fates in sorted(self._fates.items(), key=lambda item: _order(item[0]))
            ),
            enemy_sent=self._enemy["sent"],
            enemy_lost=self._enemy["destroyed"],
            target=dict(self._target),
        )


def _order(unit: str) -> tuple[str, int]:
    side, _, number = unit.rpartition("-")
    return side, int(number) if number.isdigit() else 0
