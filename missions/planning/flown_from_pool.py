"""What flew otherwise than by the orders, on a side that counts its aircraft: out of which squadron, and which codes.

What was sent keeps its codes; what flew beside it comes out of what is serviceable at home, the least flown first, as
orders that leave it open are filled. [SUP 25]
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from campaigns.packs import PackDefinition
from campaigns.packs.schema import Side
from campaigns.standing.model import Standing
from config.common.refusals import Refusal
from missions.planning.lineup import LineupUnit, SideLineup
from missions.planning.orders import UnitOrders
from missions.planning.places import seats
from missions.planning.pool import Pool, SquadronChoice, pool_of


def from_pool(
    pack: PackDefinition,
    side: Side,
    standing: Standing,
    planned: Mapping[str, UnitOrders],
    lineup: SideLineup,
    *,
    is_seen: bool = True,
) -> SideLineup:
    """The lineup of ``side`` with the aircraft that its units flew. ``planned``: its units by the orders.

    Raises ``Refusal`` at a unit for which its squadron has not enough; what it has is told only where the side
    ``is_seen``. Of a side that keeps no pool nothing changes.
    """
    pool = pool_of(pack, side, standing, ())
    if pool is None or not lineup.units:
        return lineup
    said = lineup.by_id
    flown = {key: unit for key, unit in planned.items() if key not in said}
    taken = {code for unit in flown.values() for code in unit.airframes or () if code}
    kept = {key: _kept(unit, planned.get(key)) for key, unit in said.items() if unit.flies}
    taken.update(code for codes in kept.values() for code in codes)
    found = []
    for unit in lineup.units:
        if not unit.flies:
            found.append(unit)
            continue
        codes = _codes(pool, pack, side, unit, planned.get(unit.id), kept[unit.id], taken, is_seen=is_seen)
        taken.update(codes)
        found.append(unit.but(squadron=_squadron_of(unit, planned.get(unit.id)), airframes=codes))
    return lineup.model_copy(update={"units": tuple(found)})


def _squadron_of(unit: LineupUnit, planned: UnitOrders | None) -> str | None:
    return unit.squadron or (planned.squadron if planned is not None else None)


def _kept(unit: LineupUnit, planned: UnitOrders | None) -> tuple[str, ...]:
    """The codes that were sent and flew."""
    if planned is None or _squadron_of(unit, planned) != planned.squadron:
        return ()
    return tuple(code for code in planned.airframes or () if code)[: len(seats(unit))]


def _codes(
    pool: Pool,
    pack: PackDefinition,
    side: Side,
    unit: LineupUnit,
    planned: UnitOrders | None,
    kept: tuple[str, ...],
    taken: Collection[str],
    *,
    is_seen: bool,
) -> tuple[str, ...]:
    field, title = f"{unit.id}-squadron", pack.side_titles[side]
    key = _squadron_of(unit, planned)
    squadron = pool.squadron(key)
    if squadron is None:
        raise Refusal(f"The {title} side counts its aircraft: say out of which of its squadrons they came.", field)
    if any(seat.aircraft != squadron.type.slug for seat in seats(unit)):
        raise Refusal(f"{squadron.title} flies the {squadron.type.name} and nothing else.", field)
    wanted = len(seats(unit)) - len(kept)
    free = _free(squadron, taken)
    if not is_seen and (wanted > len(free) or (wanted and squadron.why_away)):
        raise Refusal(f"{squadron.title} cannot have flown with so many: its side knows what it has.", field)
    if wanted and squadron.why_away:
        raise Refusal(
            f"{squadron.title} {squadron.why_away}: none of its aircraft flew. Choose another squadron.", field
        )
    if wanted > len(free):
        raise Refusal(_too_few(pool, squadron, wanted, bool(kept), taken), field)
    return (*kept, *free[:wanted])


def _free(squadron: SquadronChoice, taken: Collection[str]) -> list[str]:
    return [each.code for each in squadron.airframes if each.code not in taken]


def _too_few(pool: Pool, squadron: SquadronChoice, wanted: int, is_more: bool, taken: Collection[str]) -> str:
    left = len(_free(squadron, taken))
    repair = f", and {squadron.in_repair} under repair" if squadron.in_repair else ""
    others = [
        f"{each.title} ({len(free)})"
        for each in pool.squadrons
        if each.key != squadron.key
        and each.type.slug == squadron.type.slug
        and not each.why_away
        and len(free := _free(each, taken)) >= wanted
    ]
    other = f"or out of another squadron: {', '.join(others[:3])}" if others else "or of another squadron and type"
    return (
        f"{squadron.title} has {left or 'no'} {squadron.type.name} serviceable at home{repair}: not the "
        f"{wanted}{' more' if is_more else ''} that are said to have flown. Say that fewer flew, {other}."
    )
