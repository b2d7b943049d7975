"""Which units the staff sends from a pool, from which squadrons and how strong. [SUP 25, 27 step 4]

Strikers and their escorts take turns, so that whatever limit is met first, those who strike are not alone. The first
unit of each part flies as strong as it can; the others leave their squadron a reserve, its Green men and their share
of the fuel for the missions to come.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from campaigns.standing.stocks import unit_fuel
from config.common import seeds
from engine.core.chance import Chance
from missions.planning.choices import Choices, UnitChoice
from missions.planning.pool import Pool, SquadronChoice

KEPT = 5
"""Of so many of a squadron's aircraft, those under repair included, it keeps one while others may need it later."""
MOST_KEPT = 2
PAIR = 2
HASTE = 1.5
"""How much more than its share of the fuel a mission may take."""
PARTS = ("striker", "escort", "interceptor", "fighter", "patrol")


@dataclass(frozen=True, slots=True)
class Sent:
    """A unit that flies."""

    squadron: SquadronChoice
    size: int


@dataclass(frozen=True, slots=True)
class _Filler:
    """A squadron that can fill a unit."""

    squadron: SquadronChoice
    key: str
    """The squadron's."""
    fuel: int
    """The least that the unit then takes of the stock."""
    most: int
    """Aircraft with which it then flies at most."""
    fewest: int
    """With fewer it is not worth while, unless it is the first of its part."""
    reserve: int
    """Aircraft that the squadron keeps at home."""


class Muster:
    """What a side may send from its pool. ``missions_left`` counts this mission too."""

    def __init__(self, choices: Choices, pool: Pool, missions_left: int) -> None:
        self.choices = choices
        self.pool = pool
        self.share = None if pool.fuel is None else fuel_share(choices, pool.fuel, missions_left)
        self.reserves = reserves(choices, pool, missions_left)
        self.aircraft = {squadron.key: squadron.most for squadron in pool.squadrons}
        self.proven = {
            squadron.key: sum(not man.is_green for man in squadron.fit) if squadron.names_men else squadron.most
            for squadron in pool.squadrons
        }

        self._units: dict[str | None, tuple[tuple[UnitChoice, tuple[_Filler, ...]], ...]] = {}

    def sent(self, resource: str | None, chance: Chance) -> dict[str, Sent]:
        """By unit what flies; who is not named stays at home."""
        stock = _Stock(self)
        sent: dict[str, Sent] = {}
        parts: set[str] = set()
        for unit, fillers in self._to_fill(resource):
            if unit.role == "escort" and "striker" not in parts:
                continue
            found = stock.sent(unit, fillers, unit.role not in parts, chance)
            if found is not None:
                sent[unit.id] = found
                parts.add(unit.role)
        return sent

    def _to_fill(self, resource: str | None) -> tuple[tuple[UnitChoice, tuple[_Filler, ...]], ...]:
        """The units when ``resource`` is spent, who is to be filled first first; kept, for one muster sends often."""
        if resource not in self._units:
            units = sorted(self.choices.units(resource), key=lambda unit: (unit.number, PARTS.index(unit.role)))
            self._units[resource] = tuple((unit, tuple(self._fillers(unit))) for unit in units)
        return self._units[resource]

    def _fillers(self, unit: UnitChoice) -> Iterator[_Filler]:
        for squadron in self.choices.squadrons_for(unit):
            most = unit.size or max(unit.flown_by(squadron.type).strengths)
            yield _Filler(
                squadron=squadron,
                key=squadron.key,
                fuel=_least_fuel(unit, squadron),
                most=most,
                fewest=max(min(most, PAIR), unit.fewest),
                reserve=self.reserves[squadron.key],
            )


class _Stock:
    """What is left to send."""

    def __init__(self, muster: Muster) -> None:
        self._units = muster.pool.cap
        self._fuel = muster.pool.fuel
        self._share = muster.share
        self._aircraft = dict(muster.aircraft)
        self._proven = dict(muster.proven)

    def sent(self, unit: UnitChoice, fillers: Sequence[_Filler], first: bool, chance: Chance) -> Sent | None:
        """What this unit flies with; ``None``: it stays at home. The ``first`` of its part flies if it can at all."""
        if self._units == 0:
            return None
        fuel = self._fuel_for(first)
        able: list[tuple[_Filler, int]] = []
        weights: list[int] = []
        for filler in fillers:
            if fuel is not None and filler.fuel > fuel:
                continue
            left = self._aircraft[filler.key]
            if first:
                fewest, size = unit.fewest, min(filler.most, left)
            else:
                fewest, size = filler.fewest, min(filler.most, left - filler.reserve, self._proven[filler.key])
            if size >= fewest:
                able.append((filler, size))
                weights.append(size * left)
        if not able:
            return None
        filler, size = seeds.pick(able, weights, chance)
        self._take(filler, size)
        return Sent(filler.squadron, size)

    def _fuel_for(self, first: bool) -> int | None:
        """What a unit may take of the stock; ``None``: nobody counts it."""
        if self._fuel is None or self._share is None:
            return None
        return self._fuel if first else min(self._share, self._fuel)

    def _take(self, filler: _Filler, size: int) -> None:
        self._aircraft[filler.key] -= size
        self._proven[filler.key] -= size
        if self._units is not None:
            self._units -= 1
        if self._fuel is not None and self._share is not None:
            self._fuel -= filler.fuel
            self._share -= filler.fuel


def reserves(choices: Choices, pool: Pool, missions_left: int) -> dict[str, int]:
    """Aircraft that each squadron keeps at home for missions to come, by its key.

    None in the last mission; nor in an operation, whose order is known, if no mission to come asks for its type.
    """
    to_come = missions_left - 1
    if choices.pack.kind == "operation":
        order = [line.mission for stage in choices.pack.stages for line in stage.table]
        units = [unit for key in order[len(order) - to_come :] for unit in choices.pack.mission(key).units]
        asked = {slug for unit in units if unit.side == choices.side for slug in unit.aircraft}
    else:
        asked = {squadron.type.slug for squadron in pool.squadrons} if to_come else set()
    return {
        squadron.key: min(MOST_KEPT, round((len(squadron.ready) + squadron.in_repair) / KEPT))
        if squadron.type.slug in asked
        else 0
        for squadron in pool.squadrons
    }


def fuel_share(choices: Choices, stock: int, missions_left: int) -> int:
    """What one mission may take of the stock and of what will come, with some to spare."""
    definition = choices.pack.stocks[choices.side]["fuel"]
    period = choices.standing.period
    to_come = choices.pack.periods_in_all - period.number if period else 0
    return min(stock, ceil(HASTE * (stock + definition.income * to_come) / max(missions_left, 1)))


def _least_fuel(unit: UnitChoice, squadron: SquadronChoice) -> int:
    aircraft = unit.aircraft_of(squadron.type.slug)
    return min(unit_fuel(load, unit.formation) for load in aircraft.loads) if aircraft else 0
