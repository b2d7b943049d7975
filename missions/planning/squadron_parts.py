"""A squadron leader's part of a side's plan: what he may choose, whether it holds alone, and parts put together.

A part is a side's orders (``missions.planning.orders``) of the units that his squadron flies and no others.
It spends no Resource and says nothing of doctrine: those are the commander's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from config.common.refusals import Refusal
from missions.planning import checks
from missions.planning.choices import Choices
from missions.planning.orders import NOTHING_YET, SideOrders, UnitOrders
from missions.planning.unit_checks import UnitChecks


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
        pool=replace(choices.pool, by_key={own.key: own}),
        pilots=tuple(man for man in choices.pilots if man.squadron == squadron),
        resources=(),
        part_of=squadron,
    )


def sketched(choices: Choices, squadron: str, orders: SideOrders) -> SideOrders:
    """A plan or part that need not be finished: it names what there is to plan and nothing of another squadron.

    Raises ``Refusal``.
    """
    given = orders.by_id
    if not squadron:
        return SideOrders(
            resource=orders.resource,
            doctrine=orders.doctrine,
            experienced_crew=orders.experienced_crew,
            units=tuple(given.values()),
        )
    own = choices_of_part(choices, squadron)
    known = {unit.id: unit.title for unit in own.units()}
    flying = [unit for unit in given.values() if unit.flies]
    for unit in flying:
        if unit.id not in known:
            raise Refusal(f"Your squadron cannot fly {unit.id}: plan the units that it can fly.", "units")
        if unit.squadron not in (None, squadron):
            raise Refusal(
                f"{known[unit.id]} names a squadron that is not yours. Plan your own, and leave the others to theirs.",
                f"units.{unit.id}.squadron",
            )
    return NOTHING_YET.but(units=tuple(unit.but(squadron=squadron) for unit in flying))


def validated_part(choices: Choices, squadron: str, orders: SideOrders) -> SideOrders:
    """The part of ``squadron`` with everything said. Raises ``Refusal`` naming the first thing that cannot be.

    What depends on the others' parts is left to the commander: whom escorts find, who strikes, one Altitude for all
    Formations of a type, and the weather's cap and the fuel that all share.
    """
    own = choices_of_part(choices, squadron)
    given = sketched(choices, squadron, orders).by_id
    check = UnitChecks(own, None, given.values())
    flying = [(unit, check.unit(unit, given[unit.id])) for unit in own.units() if unit.id in given]
    checks.refuse_what_no_others_mend(own, flying)
    return NOTHING_YET.but(units=tuple(unit for _, unit in flying))


@dataclass(frozen=True, slots=True)
class Part:
    """What one squadron's leader wants, as the commander reads it."""

    squadron: str
    orders: SideOrders


def merged(base: SideOrders | None, parts: Sequence[Part]) -> SideOrders:
    """``base``, or an empty plan, with the parts in the place of whatever it had their squadrons fly.

    Of two parts that want one unit the first has it; ``clashes`` tells of the other. Which is first the caller decides:
    that which was handed in first, or at the deadline the latest (``missions.selectors.drafts``).
    """
    plan = base or NOTHING_YET
    handed = {part.squadron for part in parts}
    units = plan.by_id
    for unit in plan.flying:
        if unit.squadron in handed:
            units[unit.id] = UnitOrders(id=unit.id, flies=False)
    taken: set[str] = set()
    for part in parts:
        for wanted in part.orders.units:
            if wanted.id not in taken:
                units[wanted.id] = wanted
                taken.add(wanted.id)
    return plan.but(units=tuple(units.values()))


def is_in(part: Part, plan: SideOrders) -> bool:
    """Whether the plan has all that the part wants, as it wants it."""
    planned = plan.by_id
    return all(unit.id in planned and _core(planned[unit.id]) == _core(unit) for unit in part.orders.units)


def _core(unit: UnitOrders) -> tuple[object, ...]:
    """What a leader decides about a unit, however fully it is written; whom it escorts the commander may settle."""
    return (
        unit.squadron,
        unit.airframes,
        unit.altitude,
        unit.arrives,
        unit.load,
        unit.pilots,
        [crew for crew in unit.crews or () if crew],
    )


def clashes(choices: Choices, parts: Sequence[Part]) -> tuple[str, ...]:
    """Where two parts want the same unit, aircraft or man, a sentence each."""
    return tuple(_clashes(choices, parts))


def _clashes(choices: Choices, parts: Sequence[Part]) -> Iterator[str]:
    units = {unit.id: unit.title for unit in choices.units()}
    squadrons = {each.key: each.title for each in choices.pool.squadrons} if choices.pool else {}
    first: dict[tuple[str, object], str] = {}
    for part in parts:
        name = squadrons.get(part.squadron, part.squadron)
        for unit in part.orders.units:
            for what, thing in _wanted(unit):
                other = first.setdefault((what, thing), name)
                if other == name:
                    continue
                if what == "unit":
                    yield f"{other} and {name} both want to fly {units.get(unit.id, unit.id)}: decide who does."
                elif what == "airframe":
                    yield f"{other} and {name} both send {thing}: decide who does."
                else:
                    man = choices.standing.airmen.get(thing) if isinstance(thing, int) else None
                    yield f"{other} and {name} both send {man.name if man else 'the same man'}: decide who does."


def _wanted(unit: UnitOrders) -> Iterator[tuple[str, object]]:
    yield "unit", unit.id
    yield from (("airframe", code) for code in unit.airframes or () if code)
    yield from (("man", man) for man in unit.men)
