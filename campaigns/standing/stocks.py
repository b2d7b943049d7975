"""Fuel and supplies: what units use up, Cargo fills, and each period brings and takes. [SUP 27]"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from campaigns.catalogue.tables import TABLES
from campaigns.packs.schema import SIDES
from campaigns.standing.workings import Workings

FUEL: Final[dict[str, int]] = TABLES["pool_fuel"]


def unit_fuel(load: Collection[str], formation: bool) -> int:
    """What a unit that flies takes off its side's fuel stock. [SUP 27 step 6]"""
    if formation:
        return FUEL["formation"]
    return FUEL["drop_tanks" if "drop-tanks" in load else "unit"]


def add(work: Workings, side: str, name: str, amount: int) -> int:
    """Change a stock, at least to 0 and at most to what can be stored; returns how much was missing."""
    stocks = work.standing.stocks[side]
    if name not in stocks:
        return 0
    wanted = stocks[name] + amount
    stocks[name] = max(0, min(wanted, work.stocks[side][name].most))
    return max(0, -wanted)


def pay(work: Workings, side: str, mission: int, fuel: int, *, is_told: bool = False) -> None:
    """Take a unit's fuel; what was not there is a conflict, unless ``is_told`` that it flew all the same.

    Nor do those that flew by their orders miss what such units took before them.
    """
    missing = add(work, side, "fuel", -fuel)
    taken = work.in_hand(mission).fuel_told
    if is_told:
        taken[side] += fuel - missing
        return
    forgiven = min(missing, taken[side])
    taken[side] -= forgiven
    if missing := missing - forgiven:
        title = work.stocks[side]["fuel"].title
        work.conflict(
            f"stock:fuel:{side}:{mission}",
            f"{title}: there was too little for all the units that flew in mission {mission}, by {missing} or more",
            mission,
            side,
        )


def deliver_cargo(work: Workings, side: str, points: int) -> None:
    """Cargo Points fill the stocks that live on them."""
    for name, stock in work.stocks.get(side, {}).items():
        if stock.cargo:
            add(work, side, name, points * stock.cargo)


def income(work: Workings) -> None:
    for side in SIDES:
        for name, stock in work.stocks.get(side, {}).items():
            add(work, side, name, stock.income)


def drain(work: Workings) -> list[str]:
    """What the end of a period takes; returns the sides that have nothing left of a stock."""
    starved: list[str] = []
    for side in SIDES:
        for name, stock in work.stocks.get(side, {}).items():
            if stock.drain:
                add(work, side, name, -stock.drain)
                if not work.standing.stocks[side][name]:
                    starved.append(side)
    return starved
