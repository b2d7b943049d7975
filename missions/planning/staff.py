"""The engine's staff: it plans for a side that no person commands, from the same choices and by the same rules.

A plan draws from a generator of its own, derived from the mission's seed and the side, so that it tells
nothing about the flight and comes out the same however often it is asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypedDict

from campaigns.catalogue.library import ALTITUDES, library
from campaigns.packs.schema import UNIT_EFFECTS
from campaigns.standing.model import Airman
from config.common import seeds
from config.common.refusals import Refusal
from engine.core.chance import Chance
from engine.core.players import DOCTRINES
from missions.planning.briefing import use_at_target
from missions.planning.choices import AircraftChoice, Choices, UnitChoice, spread_arrivals
from missions.planning.orders import SideOrders, UnitOrders
from missions.planning.staff_allocation import PAIR, Muster, Sent
from missions.planning.validation import completed

DOCTRINE_WEIGHTS = (1, 3, 2)
"""Cautious, steady, bold."""
SECOND_THOUGHTS = 50
EFFECT_WORTH = 4
"""Of an effect that brings no unit, and of each bomber of a Formation, in Balance Values."""
USEFUL = {
    "torpedo": {"low": 3, "very-low": 2},
    "dive": {"medium": 4, "low": 2},
    "strafe": {"low": 4, "very-low": 1},
    "level": {"medium": 3, "low": 3, "high": 1},
    "saturation": {"medium": 4, "high": 2, "low": 1},
    "cargo": {"low": 3, "medium": 2, "very-low": 1},
}
"""How gladly strikers begin at an Altitude, by what they do at the target. [SUP 21.2-21.7]"""


def plan(choices: Choices, *, seed: int, missions_left: int) -> SideOrders:
    """Orders for ``choices.side``, as ``missions.planning.validation.completed`` gives them.

    ``missions_left`` counts this mission and those to come: resources are spread over them. Should what one unit
    flies not go with what another does, the staff thinks again.
    """
    return Staff(choices, missions_left).plan(seed)


class Staff:
    """The staff of one side before one mission. What it thinks of hangs on the seed; what it has does not."""

    def __init__(self, choices: Choices, missions_left: int) -> None:
        self._choices = choices
        self._missions_left = missions_left
        self._muster = None if choices.pool is None else Muster(choices, choices.pool, missions_left)
        self._wanted = _loads_wanted(choices)

    def plan(self, seed: int) -> SideOrders:
        chance = seeds.chance(seed, "staff", self._choices.side)
        for _ in range(SECOND_THOUGHTS):
            try:
                return self._plan(chance)
            except Refusal:
                continue
        return self._plan(chance)

    def _plan(self, chance: Chance) -> SideOrders:
        choices = self._choices
        resource, sent = self._resource(chance)
        units = [unit for unit in choices.units(resource) if sent is None or unit.id in sent]
        strikers = [unit.id for unit in units if unit.role == "striker"]
        turns = spread_arrivals(units)
        flown: dict[str, UnitOrders] = {}
        for unit in sorted(units, key=lambda unit: bool(unit.escorts)):  # escorts go where their strikers are
            aircraft = _aircraft(unit, chance) if sent is None else _of_squadron(unit, sent[unit.id])
            load = self._load(unit, aircraft)
            mode = next(iter(unit.modes(aircraft.type, load)), None)
            escorts = strikers[(unit.number - 1) % len(strikers)] if unit.escorts and strikers else None
            unit = unit.flown_by(aircraft.type)
            flown[unit.id] = UnitOrders(
                id=unit.id,
                aircraft=aircraft.slug,
                load=load,
                mode=mode,
                arrives=turns[unit.id],
                escorts=escorts,
                altitude=_altitude(unit, aircraft, load, mode, escorts, flown, chance),
                **(_in_usual_size(unit, aircraft) if sent is None else _in_size(unit, sent[unit.id])),
            )
        _man(choices, resource, units, flown)
        doctrine = seeds.pick(DOCTRINES, DOCTRINE_WEIGHTS, chance)
        orders = SideOrders(resource=resource, doctrine=doctrine, units=tuple(flown[unit.id] for unit in units))
        return completed(choices, orders)

    def _resource(self, chance: Chance) -> tuple[str | None, Mapping[str, Sent] | None]:
        """The best of the resources that do something, as often as it takes to have used most of them at the end.

        With it comes what then flies from the pool; ``None``: there is none, and every unit flies.
        """
        choices = self._choices
        usable = [choice.key for choice in choices.resources if choice.usable]
        unused = sum(not choice.used for choice in choices.resources)
        if usable and chance.random() * self._missions_left < unused:
            sent = {key: self._sent(key, chance) for key in usable}
            worth = {key: value for key in usable if (value := _strength(choices, key, sent[key])) is not None}
            if worth:
                key = seeds.pick(list(worth), [1 + value for value in worth.values()], chance)
                return key, sent[key]
        return None, self._sent(None, chance)

    def _sent(self, resource: str | None, chance: Chance) -> Mapping[str, Sent] | None:
        return None if self._muster is None else self._muster.sent(resource, chance)

    def _load(self, unit: UnitChoice, aircraft: AircraftChoice) -> tuple[str, ...]:
        """Strikers carry what they can; the others what is wanted, and nothing else in the way."""
        if unit.role == "striker":
            return max(aircraft.loads, key=len)
        loads = aircraft.loads
        if _counts_fuel(self._choices):  # drop tanks are filled from the stock [SUP 27 step 6]
            loads = tuple(sorted(loads, key=lambda load: "drop-tanks" in load))
        return next((load for load in loads if self._wanted.intersection(load)), loads[0])


def _counts_fuel(choices: Choices) -> bool:
    return choices.pool is not None and choices.pool.fuel is not None


def _loads_wanted(choices: Choices) -> frozenset[str]:
    """What those carry gladly who do not strike: who meets Formations, what hurts these."""
    wanted = {"drop-tanks"} if choices.pack.options.fuel and not _counts_fuel(choices) else set()
    if any(
        line.side != choices.side and library().aircraft[line.aircraft[0]].in_formation
        for line in choices.definition.units
    ):
        wanted |= {"air-rockets", "gun-pods-20", "gun-pods-30"}
    return frozenset(wanted)


def _of_squadron(unit: UnitChoice, sent: Sent) -> AircraftChoice:
    aircraft = unit.aircraft_of(sent.squadron.type.slug)
    assert aircraft is not None
    return aircraft


class _Size(TypedDict, total=False):
    """What the orders of a unit say of its strength."""

    models: tuple[str, ...] | None
    wingman: bool
    section: bool
    squadron: str


def _in_usual_size(unit: UnitChoice, aircraft: AircraftChoice) -> _Size:
    return {"models": (aircraft.slug,) * unit.size or None, "wingman": unit.wingman != "never"}


def _in_size(unit: UnitChoice, sent: Sent) -> _Size:
    """A unit from a pool: its squadron, and with how many aircraft it flies."""
    squadron = sent.squadron
    if unit.formation:
        return {"squadron": squadron.key, "models": (squadron.type.slug,) * sent.size, "wingman": False}
    return {"squadron": squadron.key, "wingman": sent.size > 1, "section": sent.size > PAIR}


def _strength(choices: Choices, resource: str, sent: Mapping[str, Sent] | None) -> int | None:
    """Balance Value that a resource adds, and what its effects are worth; ``None`` if all its units stay at home."""
    brought = [unit for unit in choices.units(resource) if unit.resource == resource]
    flying = [unit for unit in brought if sent is None or unit.id in sent]
    others = [effect for effect in choices.effects(resource) if effect.effect not in UNIT_EFFECTS]
    if not flying and (brought or not others):
        return None
    return EFFECT_WORTH * len(others) + sum(max(_value(unit, choice) for choice in unit.aircraft) for unit in flying)


def _value(unit: UnitChoice, choice: AircraftChoice) -> int:
    """Balance Value of the unit with this type; bombers in Formation have none of their own. [WBY 13.1]"""
    return (
        EFFECT_WORTH * unit.size
        if unit.formation
        else choice.type.balance(unit.flown_by(choice.type).wingman != "never")
    )


def _aircraft(unit: UnitChoice, chance: Chance) -> AircraftChoice:
    """The better types more often."""
    values = [_value(unit, choice) for choice in unit.aircraft]
    return seeds.pick(unit.aircraft, [2.0 ** (value - min(values)) for value in values], chance)


def _altitude(
    unit: UnitChoice,
    aircraft: AircraftChoice,
    load: tuple[str, ...],
    mode: str | None,
    escorts: str | None,
    flown: Mapping[str, UnitOrders],
    chance: Chance,
) -> str | None:
    """Strikers begin where they hit their target, escorts with them; for the others height is an asset."""
    levels = [level for level in ALTITUDES if level in aircraft.altitudes]
    if not levels:
        return None
    if unit.formation:
        together = next((each.altitude for each in flown.values() if each.models), None)
        if together in levels:
            return together  # [WBY 17.3.2]
    if unit.role == "striker":
        use = use_at_target(aircraft.type, load, mode)
        if unit.formation and use == "torpedo":
            return levels[0]  # released at Very Low, and Formations stay where they are [WBY 17.3.2, SUP 21.6]
        useful = USEFUL[use]
        weights = [useful.get(level, 0) for level in levels]
        if any(weights):
            return seeds.pick(levels, weights, chance)
    if escorts and (level := flown[escorts].altitude):
        above = ALTITUDES[min(ALTITUDES.index(level) + 1, len(ALTITUDES) - 1)]
        near = [3 if each == level else 1 if each == above else 0 for each in levels]
        if any(near):
            return seeds.pick(levels, near, chance)
    return seeds.pick(levels, [float(1 + ALTITUDES.index(level)) ** 3 for level in levels], chance)


def _man(choices: Choices, resource: str | None, units: Sequence[UnitChoice], flown: dict[str, UnitOrders]) -> None:
    """The best free pilot leads, the next flies on his wing; who is left crews the Formations."""
    flying: set[int] = set()
    for unit in sorted(units, key=lambda unit: unit.formation):
        own = flown[unit.id]
        aircraft = unit.aircraft_of(own.aircraft)
        assert aircraft is not None
        squadron = choices.pool.squadron(own.squadron or "") if choices.pool else None
        pilots = choices.pilots_for(aircraft.type, resource, squadron)
        if unit.formation:
            flown[unit.id] = own.but(crews=tuple(_best(pilots, flying) for _ in own.models or ()))
            continue
        section = own.wingman and (own.section if own.says("section") else unit.section)
        flown[unit.id] = own.but(
            leader_pilot=_best(pilots, flying),
            wingman_pilot=_best(pilots, flying) if own.wingman else None,
            section_pilot=_best(pilots, flying) if section else None,
        )


def _best(pilots: Collection[Airman], flying: set[int]) -> int | None:
    free = [pilot for pilot in pilots if pilot.pk not in flying]
    if not free:
        return None
    best = max(free, key=lambda pilot: (not pilot.is_green, len(pilot.skills), pilot.kills, pilot.missions, -pilot.pk))
    flying.add(best.pk)
    return best.pk
