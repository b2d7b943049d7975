"""What a plan leaves for the next mission, before it is signed. Plain data. [SUP 27 step 4]"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from campaigns.standing.stocks import unit_fuel
from missions.planning.choices import Choices, UnitChoice
from missions.planning.pool import SquadronChoice


@dataclass(frozen=True, slots=True)
class PlannedUnit:
    """A unit that is to fly, as far as it has been planned."""

    unit: UnitChoice
    squadron: SquadronChoice
    aircraft: int
    load: Collection[str]


@dataclass(frozen=True, slots=True)
class Left:
    """What there is of something, what the plan takes and what stays."""

    now: int
    taken: int

    @property
    def left(self) -> int:
        return max(self.now - self.taken, 0)

    @property
    def over(self) -> int:
        """How much the plan takes too much."""
        return max(self.taken - self.now, 0)


@dataclass(frozen=True, slots=True)
class SquadronLeft:
    squadron: SquadronChoice
    aircraft: Left
    men: Left | None
    """``None``: its men are not known by name."""


@dataclass(frozen=True, slots=True)
class PoolAfterPlan:
    """What a plan takes, and what it leaves if everybody comes home."""

    squadrons: tuple[SquadronLeft, ...]
    fuel: Left | None
    units: Left | None
    """Against the weather's cap; ``None``: it sets none."""
    weather: str
    flying: int
    """Units that fly."""
    aircraft: int
    """Aircraft that fly."""

    @property
    def names_men(self) -> bool:
        """Whether the men of any of its squadrons have names."""
        return any(each.men is not None for each in self.squadrons)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the plan has too little of, a sentence each."""
        told = []
        if self.units and self.units.over:
            told.append(f"The weather lets {self.units.now} of your units fly: {self.units.over} too many.")
        if self.fuel and self.fuel.over:
            told.append(f"The fuel is short by {self.fuel.over}.")
        for each in self.squadrons:
            if each.aircraft.over:
                told.append(f"{each.squadron.title} is short of {each.aircraft.over} aircraft.")
            elif each.men and each.men.over:
                told.append(f"{each.squadron.title} is short of {each.men.over} fit men.")
        return tuple(told)


def tomorrow(choices: Choices, flights: Sequence[PlannedUnit]) -> PoolAfterPlan | None:
    """What ``flights`` take of the side's pool; ``None`` for a side without one."""
    pool = choices.pool
    if pool is None:
        return None
    taken = dict.fromkeys((squadron.key for squadron in pool.squadrons), 0)
    for flight in flights:
        taken[flight.squadron.key] += flight.aircraft
    fuel = sum(unit_fuel(flight.load, flight.unit.formation) for flight in flights)
    return PoolAfterPlan(
        squadrons=tuple(
            SquadronLeft(
                squadron,
                Left(len(squadron.ready), taken[squadron.key]),
                Left(len(squadron.fit), taken[squadron.key]) if squadron.names_men else None,
            )
            for squadron in pool.squadrons
            if not squadron.why_away
        ),
        fuel=None if pool.fuel is None else Left(pool.fuel, fuel),
        units=None if pool.cap is None else Left(pool.cap, len(flights)),
        weather=pool.weather,
        flying=len(flights),
        aircraft=sum(flight.aircraft for flight in flights),
    )
