"""A squadron leader's part of a side's plan: what he may choose, whether it holds alone, and parts put together.

A part is a document as orders are (``missions.planning.orders``), of the units that his squadron flies and no others.
It spends no Resource and says nothing of doctrine: those are the commander's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from config.common.refusals import Refusal
from missions.planning import checks
from missions.planning.choices import Choices
from missions.planning.orders import said, units_said
from missions.planning.places import PILOT_KEYS, loads_of
from missions.planning.unit_orders import UnitOrders

NOTHING_YET: Mapping[str, Any] = {"resource": None, "doctrine": "steady", "experienced_crew": None, "units": []}
"""A plan in which nothing has been decided."""


def choices_of_part(choices: Choices, squadron: str) -> Choices:
    """What the leader of ``squadron`` may choose from: the units that it can fly, its aircraft and its men.

    Without a squadron the whole side's. Raises ``Refusal`` if the side has no such squadron.
    """
    if not squadron:
        return choices
    own = choices.pool.squadron(squadron) if choices.pool else None
    if choices.pool is None or own is None:
        raise Refusal("Your side has no such squadron in this campaign.")
    return replace(
        choices,
        pool=replace(choices.pool, squadrons=(own,)),
        pilots=tuple(man for man in choices.pilots if man.squadron == squadron),
        resources=(),
        part_of=squadron,
    )


def sketched(choices: Choices, squadron: str, document: object) -> dict[str, Any]:
    """A plan or part that need not be finished: it names what there is to plan and nothing of another squadron.

    Raises ``Refusal``.
    """
    orders = said(document)
    given = units_said(orders)
    if not squadron:
        return {**NOTHING_YET, **orders, "units": list(given.values())}
    own = choices_of_part(choices, squadron)
    known = {unit.id: unit.title for unit in own.units()}
    flying = {key: unit for key, unit in given.items() if unit.get("flies", True)}
    for key, unit in flying.items():
        if key not in known:
            raise Refusal(f"Your squadron cannot fly {key}: plan the units that it can fly.", "units")
        if unit.get("squadron") not in (None, squadron):
            raise Refusal(
                f"{known[key]} names a squadron that is not yours. Plan your own, and leave the others to theirs.",
                f"units.{key}.squadron",
            )
    return {**NOTHING_YET, "units": [{**unit, "squadron": squadron} for unit in flying.values()]}


def validated_part(choices: Choices, squadron: str, document: object) -> dict[str, Any]:
    """The part of ``squadron`` with every key in place. Raises ``Refusal`` naming the first thing that cannot be.

    What depends on the others' parts is left to the commander: whom escorts find, who strikes, one Altitude for all
    Formations of a type, and the weather's cap and the fuel that all share.
    """
    own = choices_of_part(choices, squadron)
    given = {unit["id"]: unit for unit in sketched(choices, squadron, document)["units"]}
    check = UnitOrders(own, None, given.values())
    flying = [(unit, check.unit(unit, given[unit.id])) for unit in own.units() if unit.id in given]
    checks.refuse_what_no_others_mend(own, flying)
    return {**NOTHING_YET, "units": [unit for _, unit in flying]}


@dataclass(frozen=True, slots=True)
class Part:
    """What one squadron's leader wants, as the commander reads it."""

    squadron: str
    document: Mapping[str, Any]

    @property
    def units(self) -> Mapping[str, Mapping[str, Any]]:
        """By id."""
        return {unit["id"]: unit for unit in self.document["units"]}


def merged(base: Mapping[str, Any] | None, parts: Sequence[Part]) -> dict[str, Any]:
    """``base``, or an empty plan, with the parts in the place of whatever it had their squadrons fly.

    Of two parts that want one unit the first has it; ``clashes`` tells of the other.
    """
    plan = {**NOTHING_YET, **(base or {})}
    handed = {part.squadron for part in parts}
    units = {unit["id"]: unit for unit in plan["units"]}
    for key, unit in units.items():
        if unit.get("flies", True) and unit.get("squadron") in handed:
            units[key] = {"id": key, "flies": False}
    taken: set[str] = set()
    for part in parts:
        for key, wanted in part.units.items():
            if key not in taken:
                units[key] = dict(wanted)
                taken.add(key)
    return plan | {"units": list(units.values())}


def is_in(part: Part, plan: Mapping[str, Any]) -> bool:
    """Whether the plan has all that the part wants, as it wants it."""
    planned = {unit["id"]: unit for unit in plan["units"]}
    return all(key in planned and _core(planned[key]) == _core(unit) for key, unit in part.units.items())


def _core(unit: Mapping[str, Any]) -> dict[str, Any]:
    """What a leader decides about a unit, however fully it is written; whom it escorts the commander may settle."""
    decided = ("squadron", "airframes", "altitude", "arrives", *PILOT_KEYS)
    return {key: unit.get(key) for key in decided} | {
        "load": loads_of({"load": unit.get("load")}),
        "crews": [man for man in unit.get("crews") or () if man is not None],
    }


def clashes(choices: Choices, parts: Sequence[Part]) -> tuple[str, ...]:
    """Where two parts want the same unit, aircraft or man, a sentence each."""
    return tuple(_clashes(choices, parts))


def _clashes(choices: Choices, parts: Sequence[Part]) -> Iterator[str]:
    units = {unit.id: unit.title for unit in choices.units()}
    squadrons = {each.key: each.title for each in choices.pool.squadrons} if choices.pool else {}
    first: dict[tuple[str, object], str] = {}
    for part in parts:
        name = squadrons.get(part.squadron, part.squadron)
        for key, unit in part.units.items():
            for what, thing in _wanted(key, unit):
                other = first.setdefault((what, thing), name)
                if other == name:
                    continue
                if what == "unit":
                    yield f"{other} and {name} both want to fly {units.get(key, key)}: decide who does."
                elif what == "airframe":
                    yield f"{other} and {name} both send {thing}: decide who does."
                else:
                    man = choices.standing.airmen.get(thing) if isinstance(thing, int) else None
                    yield f"{other} and {name} both send {man.name if man else 'the same man'}: decide who does."


def _wanted(key: str, unit: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    yield "unit", key
    for code in unit.get("airframes") or ():
        yield "airframe", code
    for man in (*(unit.get(seat) for seat in PILOT_KEYS), *(unit.get("crews") or ())):
        if man is not None:
            yield "man", man
