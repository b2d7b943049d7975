"""Which units the staff sends from a pool, from which squadrons and how strong. [SUP 25, 27 step 4]

Strikers and their escorts take turns, so that whatever limit is met first, those who strike are not alone. The first
unit of each part flies as strong as it can; the others leave their squadron a reserve, its Green men and their share
of the fuel for the missions to come.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from config.common import seeds
from engine.core.chance import Chance
from missions.planning.choices import Choices, UnitChoice
from missions.planning.fits import fits_of
from missions.planning.pool import Pool, SquadronChoice

KEPT = 5
"""Of so many of a squadron's aircraft, those under repair included, it keeps one while others may need it later."""
MOST_KEPT = 2
HASTE = 1.5
"""How much more than its share of the fuel a mission may take."""
PARTS = ("striker", "escort", "interceptor", "fighter", "patrol")


@dataclass(frozen=True, slots=True)
class Sent:
    """A unit that flies."""

    squadron: SquadronChoice
    size: int


class _Filler(NamedTuple):
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


class _Held(NamedTuple):
    """What a squadron can send."""

    aircraft: int
    proven: int
    """Aircraft for which it has men who are not Green."""
    reserve: int
    """Aircraft that it keeps at home."""


class Muster:
    """What a side may send from its pool. ``missions_left`` counts this mission too."""

    def __init__(self, choices: Choices, pool: Pool, missions_left: int) -> None:
        self.choices = choices
        self.pool = pool
        self.share = None if pool.fuel is None else fuel_share(choices, pool.fuel, missions_left)
        self._fits = fits_of(choices)
        self.asked = types_to_come(choices, pool, missions_left)
        self.squadrons: dict[str, _Held] = {}
        """Those that can fill a unit, as far as somebody has asked for them."""
        self._units: dict[str | None, tuple[tuple[UnitChoice, tuple[_Filler, ...]], ...]] = {}

    def sent(self, resource: str | None, chance: Chance) -> dict[str, Sent]:
        """By unit what flies; who is not named stays at home."""
        units = self._to_fill(resource)
        stock = _Stock(self)
        sent: dict[str, Sent] = {}
        parts: set[str] = set()
        for unit, fillers in units:
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
            self._units[resource] = tuple([(unit, tuple(self._fillers(resource, unit))) for unit in units])
        return self._units[resource]

    def _fillers(self, resource: str | None, unit: UnitChoice) -> Iterator[_Filler]:
        for squadron in self.choices.squadrons_for(unit):
            fit = self._fits.of(resource, unit, squadron.type.slug)
            yield _Filler(
                squadron=squadron,
                key=squadron.key,
                fuel=fit.fuel,
                most=fit.most,
                fewest=fit.fewest,
                reserve=self._held(squadron).reserve,
            )

    def _held(self, squadron: SquadronChoice) -> _Held:
        key = squadron.key
        if key not in self.squadrons:
            most = squadron.most
            self.squadrons[key] = _Held(
                aircraft=most,
                proven=sum([not man.is_green for man in squadron.fit]) if squadron.names_men else most,
                reserve=reserve(squadron) if squadron.type.slug in self.asked else 0,
            )
        return self.squadrons[key]


class _Stock:
    """What is left to send."""

    def __init__(self, muster: Muster) -> None:
        self._units = muster.pool.cap
        self._fuel = muster.pool.fuel
        self._share = muster.share
        self._aircraft = {key: held.aircraft for key, held in muster.squadrons.items()}
        self._proven = {key: held.proven for key, held in muster.squadrons.items()}

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


def types_to_come(choices: Choices, pool: Pool, missions_left: int) -> frozenset[str]:
    """Of which types aircraft are wanted after this mission.

    None after the last; in an operation, whose order is known, those that missions to come ask for; else all.
    """
    to_come = missions_left - 1
    if choices.pack.kind == "operation":
        order = [line.mission for stage in choices.pack.stages for line in stage.table]
        units = [unit for key in order[len(order) - to_come :] for unit in choices.pack.mission(key).units]
        return frozenset([slug for unit in units if unit.side == choices.side for slug in unit.aircraft])
    return frozenset([squadron.type.slug for squadron in pool.squadrons] if to_come else ())


def reserve(squadron: SquadronChoice) -> int:
    """Aircraft that it keeps at home for missions to come that may want them."""
    return min(MOST_KEPT, round((len(squadron.ready) + squadron.in_repair) / KEPT))


def fuel_share(choices: Choices, stock: int, missions_left: int) -> int:
    """What one mission may take of the stock and of what will come, with some to spare."""
    definition = choices.pack.stocks[choices.side]["fuel"]
    period = choices.standing.period
    to_come = choices.pack.periods_in_all - period.number if period else 0
    return min(stock, ceil(HASTE * (stock + definition.income * to_come) / max(missions_left, 1)))
