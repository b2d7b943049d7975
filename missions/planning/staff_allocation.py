"""Which units the staff sends from a pool, from which squadrons and how strong. [SUP 25, 27 step 4]

Strikers and their escorts take turns, so that whatever limit is met first, those who strike are not alone. The first
unit of each part flies as strong as it can; the others leave their squadron a reserve, its Green men and their share
of the fuel for the missions to come.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from campaigns.standing.stocks import unit_fuel
from config.common import seeds
from engine.core.chance import Chance
from missions.planning.choices import Choices, UnitChoice
from missions.planning.pool import Pool, SquadronChoice

KEPT = Fraction(1, 5)
"""Of a squadron's aircraft, those under repair included, what it keeps at home while others may need it later."""
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

    def sent(self, resource: str | None, chance: Chance) -> dict[str, Sent]:
        """By unit what flies; who is not named stays at home."""
        stock = _Stock(self)
        sent: dict[str, Sent] = {}
        parts: set[str] = set()
        for unit in sorted(self.choices.units(resource), key=lambda unit: (unit.number, PARTS.index(unit.role))):
            if unit.role == "escort" and "striker" not in parts:
                continue
            found = stock.sent(unit, unit.role not in parts, chance)
            if found is not None:
                sent[unit.id] = found
                parts.add(unit.role)
        return sent


class _Stock:
    """What is left to send."""

    def __init__(self, muster: Muster) -> None:
        self._choices = muster.choices
        self._units = muster.pool.cap
        self._fuel = muster.pool.fuel
        self._share = muster.share
        self._reserves = muster.reserves
        self._aircraft = dict(muster.aircraft)
        self._proven = dict(muster.proven)

    def sent(self, unit: UnitChoice, first: bool, chance: Chance) -> Sent | None:
        """What this unit flies with; ``None``: it stays at home. The ``first`` of its part flies if it can at all."""
        if self._units == 0:
            return None
        squadrons = [each for each in self._choices.squadrons_for(unit) if self._pays(unit, each, first)]
        strong = {squadron.key: self._strength(unit, squadron, first) for squadron in squadrons}
        able = [squadron for squadron in squadrons if strong[squadron.key]]
        if not able:
            return None
        squadron = seeds.pick(able, [strong[each.key] * self._aircraft[each.key] for each in able], chance)
        sent = Sent(squadron, strong[squadron.key])
        self._take(unit, sent)
        return sent

    def _take(self, unit: UnitChoice, sent: Sent) -> None:
        self._aircraft[sent.squadron.key] -= sent.size
        self._proven[sent.squadron.key] -= sent.size
        if self._units is not None:
            self._units -= 1
        if self._fuel is not None and self._share is not None:
            fuel = _least_fuel(unit, sent.squadron)
            self._fuel -= fuel
            self._share -= fuel

    def _pays(self, unit: UnitChoice, squadron: SquadronChoice, first: bool) -> bool:
        left = self._fuel if first else self._share
        return left is None or self._fuel is None or _least_fuel(unit, squadron) <= min(left, self._fuel)

    def _strength(self, unit: UnitChoice, squadron: SquadronChoice, first: bool) -> int:
        """Aircraft that the squadron sends; 0 if it had better send none."""
        most = unit.size or max(unit.flown_by(squadron.type).strengths)
        left = self._aircraft[squadron.key]
        if first:
            return min(most, left) if left >= unit.fewest else 0
        able = min(most, left - self._reserves[squadron.key], self._proven[squadron.key])
        return able if able >= max(min(most, PAIR), unit.fewest) else 0


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
        squadron.key: min(MOST_KEPT, round(KEPT * (len(squadron.airframes) + squadron.in_repair)))
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
