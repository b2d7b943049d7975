"""How a mission might go: it is flown again and again by the staff, one side's plan against what the other may send.

What the other side sends is what its staff would send, each time by another seed. Its orders, drafts and seed are never
looked at, nor is the mission's own seed, from which its flight will be drawn: so a forecast tells nothing that its side
may not know, and is the same whatever the other side does meanwhile.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from campaigns.packs import PackDefinition
from campaigns.packs.schema import SIDES, Side
from campaigns.standing import Standing
from campaigns.standing.questions import missions_left
from config.common import seeds
from engine.core.report import AircraftReport, Report
from missions.flights import flying
from missions.flights.flying import ReadyMission
from missions.odds.intervals import Mean, Share, mean, middle_90, share, share_of_groups
from missions.planning import choices, setups
from missions.planning.choices import Choices
from missions.planning.mission_context import MissionContext
from missions.planning.orders import SideOrders
from missions.planning.staff import Staff

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
    """The campaign's, as far as the side knows it."""
    side: Side
    skilled: int | None
    """The row of the skilled man whom the draw brought the side."""
    plan: SideOrders | None
    """Of that side, as it has been checked; ``None``: what its staff would send, each time by another seed."""


@dataclass(frozen=True, slots=True)
class Losses:
    """Of some aircraft, how many were hit like that, over all flights."""

    groups: Mapping[tuple[float, int], int]
    """By how many were sent in one flight and how many of them it were, in how many flights."""

    @property
    def sent(self) -> int:
        """All of them."""
        return round(sum(sent * number for (sent, _), number in self.groups.items()))

    @property
    def count(self) -> int:
        return sum(hit * number for (_, hit), number in self.groups.items())

    @property
    def share(self) -> Share:
        """Of the aircraft sent. Those of one flight share its luck, and count accordingly."""
        return share_of_groups(self.groups)

    def as_json(self) -> list[list[float]]:
        return [[sent, hit, number] for (sent, hit), number in sorted(self.groups.items())]

    @classmethod
    def from_json(cls, data: Any) -> Losses:
        """Those that ``as_json`` wrote, or wrote before it told the sizes of flights: then all have the average one."""
        if isinstance(data, dict):
            flights = sum(data["groups"].values())
            return cls({(data["sent"] / flights, int(hit)): number for hit, number in data["groups"].items()})
        return cls({(sent, hit): number for sent, hit, number in data})


NO_LOSSES = Losses({})


@dataclass(frozen=True, slots=True)
class UnitFate:
    """What became of the aircraft of a unit over all flights in which it flew."""

    unit: str
    title: str
    damaged: Losses
    """Came home Damaged."""
    lost: Losses
    """Were Destroyed."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """What came of the flights of a forecast. Margins are the own side's Victory Points less the other's."""

    margins: tuple[int, ...]
    """Flight by flight; of grounded ones none."""
    grounded: int = 0
    """Flights that could not take off."""
    units: tuple[UnitFate, ...] = ()
    """Of the own side."""
    own_lost: Losses = NO_LOSSES
    enemy_lost: Losses = NO_LOSSES
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

    def as_json(self) -> dict[str, Any]:
        return {
            "margins": list(self.margins),
            "grounded": self.grounded,
            "units": [[each.unit, each.title, each.damaged.as_json(), each.lost.as_json()] for each in self.units],
            "own": self.own_lost.as_json(),
            "enemy": self.enemy_lost.as_json(),
            "target": dict(self.target),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Forecast:
        """The forecast that ``as_json`` wrote."""
        return cls(
            margins=tuple(data["margins"]),
            grounded=data["grounded"],
            units=tuple(
                UnitFate(unit, title, Losses.from_json(damaged), Losses.from_json(lost))
                for unit, title, damaged, lost in data["units"]
            ),
            own_lost=Losses.from_json(data["own"]),
            enemy_lost=Losses.from_json(data["enemy"]),
            target=data["target"],
        )


def seed_of(number: int) -> int:
    """From which the flight of that number is drawn, whatever is asked."""
    return seeds.derive(LUCK, "forecast", number)


def forecast(
    asked: Asked, runs: int = RUNS, on_progress: Callable[[int, int], None] = lambda done, total: None
) -> Forecast:
    """Fly ``runs`` missions. The same is asked, the same comes out, to the digit."""
    flights, count = Flights(asked), _Count(asked)
    ready = [flights.ready(number) for number in range(runs)]  # all at once is quicker than between the flights
    for number, flight in enumerate(ready, 1):
        count.add(flight and flight.report())
        on_progress(number, runs)
    return count.forecast()


class Flight(NamedTuple):
    """A flight that is about to take off."""

    mission: ReadyMission
    seed: int
    doctrines: Mapping[str, str]

    def report(self) -> Report:
        return self.mission.report(self.seed, self.doctrines)


class Flights:
    """The flights of what is asked, by number; each is the same whenever and in whatever order it is flown."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        left = missions_left(asked.standing)
        planning = [side for side in SIDES if asked.plan is None or side != asked.side]
        self._staffs = {side: Staff(self._offers(side), left) for side in planning}
        self._missions: dict[tuple[object, ...], ReadyMission | None] = {}
        """By what is planned, but for the doctrines: many flights are of one mission."""

    def _offers(self, side: Side) -> Choices:
        asked = self._asked
        drawn = asked.skilled if side == asked.side else None
        return choices.build(asked.pack, asked.key, side, month=asked.month, standing=asked.standing, drawn=drawn)

    def ready(self, number: int) -> Flight | None:
        """The flight of that number before it takes off; ``None``: it cannot."""
        plans = self._plans(number)
        key = tuple([(plan.resource, plan.experienced_crew, plan.units) for plan in plans.values()])
        if key not in self._missions:
            self._missions[key] = self._made_ready(plans)
        mission = self._missions[key]
        if mission is None:
            return None
        return Flight(mission, seed_of(number), {side: plan.doctrine for side, plan in plans.items()})

    def planned(self, number: int) -> MissionContext:
        """The mission of that number as it is flown, both sides planned for."""
        return self._together(self._plans(number))

    def _plans(self, number: int) -> dict[Side, SideOrders]:
        plans = {side: by.plan(seed_of(number)) for side, by in self._staffs.items()}
        if self._asked.plan is not None:
            plans[self._asked.side] = self._asked.plan
        return plans

    def _together(self, plans: Mapping[Side, SideOrders]) -> MissionContext:
        asked = self._asked
        return flying.together(asked.pack, asked.key, month=asked.month, standing=asked.standing, plans=plans)

    def _made_ready(self, plans: Mapping[Side, SideOrders]) -> ReadyMission | None:
        context = self._together(plans)
        if setups.why_grounded(context.pack, context.key, context.orders):
            return None
        return ReadyMission(context)


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
        self._damaged: dict[str, Counter[tuple[float, int]]] = defaultdict(Counter)
        self._lost: dict[str, Counter[tuple[float, int]]] = defaultdict(Counter)
        self._own: Counter[tuple[float, int]] = Counter()
        self._enemy: Counter[tuple[float, int]] = Counter()
        self._target: Counter[str] = Counter()

    def add(self, report: Report | None) -> None:
        if report is None:
            self._grounded += 1
            return
        own = self._side
        other = next(side for side in SIDES if side != own)
        self._margins.append(report.points(own) - report.points(other))
        units: dict[str, list[AircraftReport]] = {}
        theirs = []
        for each in report.aircraft:
            if each.side == own:
                units.setdefault(each.unit, []).append(each)
            else:
                theirs.append(each)
        all_sent = all_lost = 0
        for name, unit in units.items():
            sent, lost = _sent(unit), _lost(unit)
            damaged = sum([each.status == "damaged" and each.size == 1 for each in unit])
            self._lost[name][sent, lost] += 1
            self._damaged[name][sent, damaged] += 1
            all_sent += sent
            all_lost += lost
        self._own[all_sent, all_lost] += 1
        self._enemy[_sent(theirs), _lost(theirs)] += 1
        if report.target is not None:
            self._target[report.target.level] += 1

    def forecast(self) -> Forecast:
        return Forecast(
            margins=tuple(self._margins),
            grounded=self._grounded,
            units=tuple(
                UnitFate(unit, self._titles.get(unit, unit), Losses(self._damaged[unit]), Losses(lost))
                for unit, lost in sorted(self._lost.items(), key=lambda item: _order(item[0]))
            ),
            own_lost=Losses(self._own),
            enemy_lost=Losses(self._enemy),
            target=dict(self._target),
        )


def _sent(aircraft: Iterable[AircraftReport]) -> int:
    return sum([each.size for each in aircraft])


def _lost(aircraft: Iterable[AircraftReport]) -> int:
    """Destroyed; of a flight or a squadron that flies as one, those that were hit."""
    return sum([min(each.hits, each.size) if each.size > 1 else each.status == "destroyed" for each in aircraft])


def _order(unit: str) -> tuple[str, int]:
    side, _, number = unit.rpartition("-")
    return side, int(number) if number.isdigit() else 0
