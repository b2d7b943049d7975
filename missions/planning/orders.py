"""Orders as a document, checked against what the side may choose and, last, by the engine itself.

    {"resource": "bf-110c-element" | null, "doctrine": "steady", "experienced_crew": "axis-2" | null,
     "units": [{"id": "axis-1", "aircraft": "bf-109e-3", "wingman": true, "section": false, "altitude": "high",
                "load": null | "bombs" | ["bombs", "ground-rockets"], "arrives": 1, "escorts": "axis-2" | null,
                "leader_pilot": 12 | null, "wingman_pilot": null, "section_pilot": null,
                "models": null, "mode": null, "crews": null},
               {"id": "axis-2", "aircraft": "b-17f", "models": ["b-17f", "b-17g"], "mode": "saturation",
                "crews": [17 | null, null], …}, …]}

``models`` and ``crews`` are a Formation's, aircraft by aircraft; there ``aircraft`` is the first model. Men are
named by their row. What is left out takes the usual value where there is one: no resource, steady, with a Wingman,
the first load, mode and Game-Turn, nobody named, no one to escort.

The units of a side that keeps a pool also say ``"flies": true, "squadron": "jagd", "airframes": ["JS-A", "JS-B"]``,
aircraft by aircraft; ``aircraft`` and ``models`` follow from the squadron. One that stays at home is
``{"id": "axis-2", "flies": false}``, or left out. Who or what is left out is filled in
(``missions.planning.assignments``).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import engine
from campaigns.packs import PackDefinition, planning
from campaigns.packs.schema import Side
from config.common.refusals import Refusal
from engine.core.errors import BadSetup
from missions.planning import checks, setups
from missions.planning import choices as offered
from missions.planning.assignments import POOL_KEYS
from missions.planning.choices import DOCTRINES, Choices, UnitChoice
from missions.planning.mission_context import MissionContext
from missions.planning.places import PILOT_KEYS, loads_of
from missions.planning.unit_orders import UnitOrders

_KEYS = {"resource", "doctrine", "experienced_crew", "units"}
_UNIT_KEYS = {
    "id", "aircraft", "models", "wingman", "section", "altitude", "load", "mode", "arrives", "escorts", "crews",
    *PILOT_KEYS, *POOL_KEYS,
}  # fmt: skip


def as_flown(
    pack: PackDefinition, mission: str, side: Side, document: Mapping[str, Any], spent: Collection[str | None]
) -> dict[str, Any]:
    """Signed orders with every key in place and the units that fly, when the Resources ``spent`` are.

    Orders that were signed before a key was known get its usual value. At night, whoever's Resource makes it night,
    Fighters leave their Wingmen at home. [WBY 15.1.1]
    """
    units = {unit.id: unit for unit in offered.units(pack, mission, side, document["resource"])}
    night = planning.is_at_night(pack, mission, spent)
    return {"experienced_crew": None, **document} | {
        "units": [_complete(unit, units[unit["id"]], night) for unit in document["units"] if unit.get("flies", True)]
    }


def _complete(unit: Mapping[str, Any], choice: UnitChoice, night: bool) -> dict[str, Any]:
    models = [unit["aircraft"]] * choice.size or None
    usual = {
        "models": models,
        "mode": next(iter(_modes(choice, unit)), None),
        "crews": models and [None] * len(models),
        "section": unit["wingman"] and choice.section,
        "section_pilot": None,
        "arrives": choice.arrives[0],
    }
    at_home = {"wingman": False, "section": False, "wingman_pilot": None, "section_pilot": None}
    aircraft = choice.aircraft_of(unit["aircraft"])
    fighter = aircraft is not None and aircraft.type.aircraft_class == "fighter"
    return usual | dict(unit) | (at_home if night and fighter else {})


def _modes(choice: UnitChoice, unit: Mapping[str, Any]) -> tuple[str, ...]:
    aircraft = choice.aircraft_of(unit["aircraft"])
    return choice.modes(aircraft.type, loads_of(unit)) if aircraft else ()


def validated(choices: Choices, document: object) -> dict[str, Any]:
    """The orders with every key in place. Raises ``Refusal`` naming the first thing that may not be chosen."""
    orders = said(document)
    resource = orders.get("resource") or None
    if resource is not None:
        found = choices.resource(resource) if isinstance(resource, str) else None
        if found is None:
            raise Refusal("Your side has no such resource.", "resource")
        if not found.usable:
            raise Refusal(found.why_not, "resource")
    doctrine = orders.get("doctrine") or "steady"
    if doctrine not in DOCTRINES:
        raise Refusal(f"A doctrine is {', '.join(DOCTRINES[:-1])} or {DOCTRINES[-1]}.", "doctrine")
    given = units_said(orders)
    wanted = choices.units(resource)
    _refuse_unless_named(choices, wanted, given, len(orders["units"]))
    check = UnitOrders(choices, resource, given.values())
    checked = [check.unit(unit, given.get(unit.id, {"flies": False})) for unit in wanted]
    flying = [(unit, document) for unit, document in zip(wanted, checked, strict=True) if document.get("flies", True)]
    checks.refuse_what_does_not_go_together(choices, flying)
    signed = {
        "resource": resource,
        "doctrine": doctrine,
        "experienced_crew": checks.experienced_crew(choices, resource, orders.get("experienced_crew"), flying),
        "units": checked,
    }
    _let_the_engine_check(choices, signed, flying)
    return signed


def said(document: object) -> dict[str, Any]:
    """A document that says nothing but what orders say. Raises ``Refusal``."""
    return _table(document, "orders", _KEYS)


def units_said(orders: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """By id what orders say of their units, each of which says nothing but what units do. Raises ``Refusal``."""
    units = orders.get("units")
    if not isinstance(units, list):
        raise Refusal("The orders do not list their units.", "units")
    return {unit["id"]: unit for unit in (_table(unit, "units", _UNIT_KEYS) for unit in units) if _has_id(unit)}


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


def _table(value: object, field: str, keys: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Refusal("The orders cannot be read.", field)
    for key in value:
        if key not in keys:
            raise Refusal(f"Orders say nothing about {key!r}.", field)
    return value


def _has_id(unit: Mapping[str, Any]) -> bool:
    return isinstance(unit.get("id"), str)


def _let_the_engine_check(choices: Choices, orders: dict[str, Any], flying: checks.Flying) -> None:
    """What ``engine.new`` would refuse is refused now, at the unit it is about."""
    if not flying:
        return
    as_they_fly = orders | {"units": [document for _, document in flying]}
    context = MissionContext(
        pack=choices.pack,
        key=choices.mission,
        month=choices.month,
        orders={choices.side: as_they_fly},
        standing=choices.standing,
    )
    setup = setups.setup(context)
    system = engine.systems()[choices.pack.system]
    try:
        system.check(setup)
    except BadSetup as problem:
        sentence = str(problem)
        unit = next((each for each, _ in flying if sentence.startswith(f"{each.id}: ")), None)
        if unit is None:
            raise Refusal(sentence, "units") from None
        raise Refusal(sentence.replace(f"{unit.id}: ", f"{unit.title}: ", 1), f"units.{unit.id}") from None
