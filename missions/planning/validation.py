"""Orders checked against what the side may choose and, last, by the engine itself; and completed as they are flown.

What is left out takes the usual value where there is one: no Resource, steady, with a Wingman, the first load, mode
and Game-Turn, nobody named, no one to escort. A unit of a pool that is left out stays at home; who or what else of it
is left out is filled in (``missions.planning.assignments``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import engine
from campaigns.packs import PackDefinition, planning
from campaigns.packs.schema import Side
from config.common.refusals import Refusal
from engine.core.errors import BadSetup
from engine.core.players import DOCTRINES
from missions.planning import checks, setups
from missions.planning import choices as offered
from missions.planning.choices import Choices, UnitChoice
from missions.planning.orders import SideOrders, UnitOrders
from missions.planning.unit_checks import UnitChecks

_NOT_ALWAYS_SAID = frozenset({"models", "mode", "crews", "section", "arrives"})
"""What orders lack that were signed before these keys were known."""


def as_flown(
    pack: PackDefinition, mission: str, side: Side, orders: SideOrders, spent: Collection[str | None]
) -> SideOrders:
    """Signed orders with everything said, and with the units that fly, when the Resources ``spent`` are.

    Orders that were signed before a key was known get its usual value. At night, whoever's Resource makes it night,
    Fighters leave their Wingmen at home. [WBY 15.1.1]
    """
    units = {unit.id: unit for unit in offered.units(pack, mission, side, orders.resource)}
    night = planning.is_at_night(pack, mission, spent)
    return orders.but(units=tuple(_complete(unit, units[unit.id], night) for unit in orders.flying))


def _complete(unit: UnitOrders, choice: UnitChoice, night: bool) -> UnitOrders:
    if unsaid := _NOT_ALWAYS_SAID - unit.model_fields_set:
        models = (unit.aircraft,) * choice.size or None
        usual = {
            "models": models,
            "mode": next(iter(_modes(choice, unit)), None),
            "crews": models and (None,) * len(models),
            "section": unit.wingman and choice.section,
            "arrives": choice.arrives[0],
        }
        unit = unit.but(**{key: usual[key] for key in unsaid})
    if not night:
        return unit
    aircraft = choice.aircraft_of(unit.aircraft)
    return unit.alone if aircraft is not None and aircraft.type.aircraft_class == "fighter" else unit


def _modes(choice: UnitChoice, unit: UnitOrders) -> tuple[str, ...]:
    aircraft = choice.aircraft_of(unit.aircraft)
    return choice.modes(aircraft.type, unit.load) if aircraft else ()


def validated(choices: Choices, orders: SideOrders) -> SideOrders:
    """The orders with everything said. Raises ``Refusal`` naming the first thing that may not be chosen."""
    signed = completed(choices, orders)
    _let_the_engine_check(choices, signed)
    return signed


def completed(choices: Choices, orders: SideOrders) -> SideOrders:
    """The same, but for what only the engine would refuse. Raises ``Refusal``."""
    resource = orders.resource or None
    if resource is not None:
        found = choices.resource(resource)
        if found is None:
            raise Refusal("Your side has no such resource.", "resource")
        if not found.usable:
            raise Refusal(found.why_not, "resource")
    if orders.doctrine not in DOCTRINES:
        raise Refusal(f"A doctrine is {', '.join(DOCTRINES[:-1])} or {DOCTRINES[-1]}.", "doctrine")
    given = orders.by_id
    wanted = choices.units(resource)
    _refuse_unless_named(choices, wanted, given, len(orders.units))
    check = UnitChecks(choices, resource, given.values())
    checked = [check.unit(unit, given.get(unit.id, UnitOrders(id=unit.id, flies=False))) for unit in wanted]
    flying = [(unit, own) for unit, own in zip(wanted, checked, strict=True) if own.flies]
    checks.refuse_what_does_not_go_together(choices, flying)
    return SideOrders(
        resource=resource,
        doctrine=orders.doctrine,
        experienced_crew=checks.experienced_crew(choices, resource, orders.experienced_crew, flying),
        units=tuple(checked),
    )


def _refuse_unless_named(
    choices: Choices, wanted: tuple[UnitChoice, ...], given: Mapping[str, object], count: int
) -> None:
    """Each unit of the mission is named once; those that come from a pool may be left out."""
    known = {unit.id for unit in wanted}
    needed = {unit.id for unit in wanted if not unit.pooled}
    if len(given) == count and needed <= set(given) <= known:
        return
    if choices.pool is not None:
        slots = ", ".join(unit.id for unit in wanted) or "none"
        raise Refusal(f"The units of this mission are {slots}; the orders name others, or one twice.", "units")
    fly = "1 unit flies" if len(wanted) == 1 else f"{len(wanted)} units fly"
    raise Refusal(f"In this mission {fly} for your side; the orders name {count} or name them wrong.", "units")


def _let_the_engine_check(choices: Choices, orders: SideOrders) -> None:
    """What ``engine.new`` would refuse is refused now, at the unit it is about."""
    flying = orders.flying
    if not flying:
        return
    setup = setups.setup(choices.context(orders.but(units=flying)))
    system = engine.systems()[choices.pack.system]
    try:
        system.check(setup)
    except BadSetup as problem:
        unit = next((each for each in choices.units(orders.resource) if each.id == problem.place), None)
        if unit is None:
            raise Refusal(str(problem), "units") from None
        raise Refusal(f"{unit.title}: {problem.sentence}", f"units.{unit.id}") from None
