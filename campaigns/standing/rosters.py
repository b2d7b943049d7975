"""The men of a campaign: rosters, squadrons with all that will ever be delivered to them, those whom Resources bring.

``recruits(pack, seed)`` draws them all at the start; the same pack and seed give the same men. Pure: operations make
rows of them, simulations use them as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from campaigns.catalogue.library import PilotName
from campaigns.packs import PackDefinition, planning
from campaigns.packs.schema import SIDES, Effect, Side
from campaigns.standing.deliveries import deliveries
from campaigns.standing.recruits import Man
from config.common import seeds
from engine.core.chance import Chance


def recruits(pack: PackDefinition, seed: int, present: Iterable[Man] = ()) -> list[Man]:
    """The men of a campaign of ``pack``, numbered on from those ``present`` already, who fill their places first.

    Whoever has a Skill is brought by a Resource. Squadrons have their men instead of a roster of the side, Green ones
    last in each delivery. [WBY 19.4, SUP 19.5, 27]
    """
    there = list(present)
    found: list[Man] = []
    for side in SIDES:
        own = [man for man in there if man.side == side]
        found += _side(pack, side, seed, own)
    first = max((man.pk for man in there), default=0) + 1
    for number, man in enumerate(found, first):
        man.pk = number
    return found


def services(pack: PackDefinition, side: str) -> tuple[tuple[str, str], ...]:
    """Nation and service of the men whom a side's roster may have."""
    of = pack.sides["allied" if side == "allied" else "axis"]
    pairs = ((nation, man.service) for nation in of.nations for man in pack.men(nation))
    return tuple(dict.fromkeys(pair for pair in pairs if pair[1] in of.services))


def another_name(pack: PackDefinition, nation: str, service: str, seed: int, taken: Collection[str]) -> str:
    """The name of one man more. Raises ``StopIteration`` when a list of names is used up."""
    return next(_names(pack.men(nation), service, seeds.chance(seed, "another", nation, service), set(taken)))


def _side(pack: PackDefinition, side: Side, seed: int, present: Collection[Man]) -> Iterator[Man]:
    chance = seeds.chance(seed, "pilots", side)
    resources = pack.resources_of(side).items()
    named = {effect.pilot for _, resource in resources for effect in resource.gives if effect.pilot is not None}
    taken = named | {man.name for man in present}
    brought = Counter(man.resource for man in present if man.resource)
    for key, resource in resources:
        for effect in resource.gives:
            name = _resource_pilot(pack, side, effect, chance, taken)
            if name is None:
                continue
            if brought[key]:
                brought[key] -= 1
                continue
            taken.add(name.name)
            yield _recruit(side, name, resource=key)
    if pack.keeps_pools:
        yield from _squadrons(pack, side, seed, taken, present)
    elif not present:
        for name in _roster(pack, side, chance, taken):
            yield _recruit(side, name)


def _roster(pack: PackDefinition, side: Side, chance: Chance, taken: set[str]) -> Iterator[PilotName]:
    """The men whom a side begins with: those listed without Skills and, where they are too few, more of such names.

    Whoever is listed with Skills is kept for the Resources and cards that bring such men.
    """
    listed = [name for name in planning.roster(pack, side, chance) if name.name not in taken]
    yield from listed
    there = Counter(name.nation for name in listed)
    given = taken | {name.name for name in listed}
    for nation, service in services(pack, side):
        missing = pack.sides[side].pilots[nation] - there[nation]
        for name in islice(_names(pack.men(nation), service, chance, given), max(missing, 0)):
            there[nation] += 1
            yield PilotName(name, nation, service, ())


def _squadrons(pack: PackDefinition, side: Side, seed: int, taken: set[str], present: Collection[Man]) -> Iterator[Man]:
    names: dict[tuple[str, str], Iterator[str]] = {}
    there = Counter((man.squadron, man.delivery) for man in present)
    for delivery in deliveries(pack):
        squadron = pack.squadrons[delivery.squadron]
        if squadron.side != side:
            continue
        place = (squadron.nation, squadron.service)
        if place not in names:
            chance = seeds.chance(seed, "squadrons", side, *place)
            names[place] = _names(pack.men(squadron.nation), squadron.service, chance, taken, seeds.dealt)
        for number in range(there[delivery.squadron, delivery.key], delivery.men):
            name = PilotName(next(names[place]), *place, ())
            man = _recruit(side, name)
            man.squadron, man.delivery = delivery.squadron, delivery.key
            man.is_green = number >= delivery.men - delivery.green
            yield man


def _names(
    men: tuple[PilotName, ...],
    service: str,
    chance: Chance,
    taken: set[str],
    deal: Callable[[Sequence[str], Chance], Iterable[str]] = seeds.shuffled,
) -> Iterator[str]:
    """Names of a nation's list, shuffled; after the last, given and family names of the list in new pairs.

    None is ``taken``, and every one given becomes so. Raises ``StopIteration`` when no pair is left. ``deal``: as
    ``seeds.dealt`` where nothing else is drawn by this ``chance``.
    """
    listed = [man.name for man in men if man.service == service and not man.skills]
    everybody = {man.name for man in men}
    for name in deal(listed, chance):
        if name not in taken:
            taken.add(name)
            yield name
    for name in deal(_pairs(men, service), chance):
        if name not in taken and name not in everybody:
            taken.add(name)
            yield name


@lru_cache(maxsize=100)
def _pairs(men: tuple[PilotName, ...], service: str) -> tuple[str, ...]:
    """Each given name with each family name of a nation's list."""
    pairs: list[str] = []
    for of_women in (False, True):
        alike = [man for man in men if man.service == service and man.is_woman == of_women and " " in man.name]
        whole = [man.name.partition(" ") for man in alike]
        given, family = sorted({first for first, _, _ in whole}), sorted({last for _, _, last in whole})
        pairs += [f"{first} {last}" for first in given for last in family]
    return tuple(pairs)


def _resource_pilot(
    pack: PackDefinition, side: Side, effect: Effect, chance: Chance, taken: Collection[str]
) -> PilotName | None:
    """The pilot whom a Resource's effect brings, if it brings one. [WBY 19.1, WBY-S 24.6]"""
    if effect.effect == "skilled-pilot":
        return planning.skilled_pilot(pack, side, chance, taken)
    if effect.effect != "named-pilot" or effect.pilot is None:
        return None
    nations = pack.sides[side].nations
    for nation in nations:
        for known in pack.men(nation):
            if known.name == effect.pilot:
                return replace(known, skills=effect.skills or known.skills)
    return PilotName(effect.pilot, nations[0], pack.sides[side].services[0], effect.skills)


def _recruit(side: Side, name: PilotName, resource: str = "") -> Man:
    return Man(
        pk=0,
        side=side,
        name=name.name,
        nation=name.nation,
        service=name.service,
        skills=name.skills,
        on_roster=not resource,
        resource=resource,
    )
