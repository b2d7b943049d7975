"""From a side's pool to its pages of a log: squadrons with their aircraft, stocks by period. [SUP 25-28]

A side that the viewer may not look into gets no pages.
"""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.access import Viewer
from campaigns.catalogue.type_names import unbroken
from campaigns.documents.logs.pool_sheet import PoolAircraft, PoolSheet, PoolSquadron, PoolStock, State
from campaigns.models import Campaign
from campaigns.packs.definition import PackDefinition
from campaigns.packs.pools import ReplacementLine
from campaigns.packs.schema import SIDES, Side
from campaigns.selectors.squadrons import sees_pool
from campaigns.standing import Standing, fold
from campaigns.standing.deliveries import deliveries
from campaigns.standing.model import Airframe
from campaigns.standing.questions import SquadronRow, airframes, squadron_rows
from config.common.vocabulary import day

STATES: dict[str, State] = {"serviceable": "ready", "repair": "repair", "lost": "lost", "withdrawn": "gone"}


def blank_pools(pack: PackDefinition) -> tuple[PoolSheet, ...]:
    """What each side begins with, and what is to come."""
    if not pack.keeps_pools:
        return ()
    standing = fold(pack, (), ())
    return tuple(_sheet(standing, side, is_blank=True) for side in SIDES if _keeps(standing, side))


def filled_pools(campaign: Campaign, viewer: Viewer, standing: Standing) -> tuple[PoolSheet, ...]:
    """What the sides have come to that the viewer may look into."""
    return tuple(
        _sheet(standing, side) for side in SIDES if sees_pool(campaign, viewer, side) and _keeps(standing, side)
    )


def _keeps(standing: Standing, side: Side) -> bool:
    return any(squadron.side == side for squadron in standing.squadrons.values())


def _sheet(standing: Standing, side: Side, *, is_blank: bool = False) -> PoolSheet:
    """``is_blank``: of a campaign that has not begun."""
    expected = _expected(standing)
    return PoolSheet(
        side=side,
        force=standing.pack.sides[side].title,
        squadrons=tuple(
            _squadron(standing, row, expected.get(row.squadron.key, ()), is_blank=is_blank)
            for row in squadron_rows(standing, side)
        ),
        stocks=tuple(_stocks(standing, side)),
    )


def _expected(standing: Standing) -> dict[str, tuple[str, ...]]:
    """By squadron the codes of the replacements that the calendar brings and that have not come yet."""
    found: dict[str, tuple[str, ...]] = {}
    for delivery in deliveries(standing.pack):
        if not delivery.key.startswith("event:"):
            codes = tuple(code for code in delivery.codes if code not in standing.airframes)
            found[delivery.squadron] = found.get(delivery.squadron, ()) + codes
    return found


def _squadron(standing: Standing, row: SquadronRow, expected: tuple[str, ...], *, is_blank: bool) -> PoolSquadron:
    squadron = row.squadron
    fleet = [_aircraft(airframe) for airframe in airframes(standing, squadron.key)]
    if squadron.status != "withdrawn":
        fleet += [PoolAircraft(_letter(code), "expected") for code in expected]
    return PoolSquadron(
        code=squadron.code,
        title=squadron.title,
        base=squadron.base,
        aircraft=unbroken(row.aircraft),
        men=_men_to_begin(standing.pack, squadron.key) if is_blank else _men(row),
        fleet=tuple(fleet),
        note="; ".join(_notes(standing, row)),
    )


def _aircraft(airframe: Airframe) -> PoolAircraft:
    return PoolAircraft(_letter(airframe.code), STATES[airframe.status])


def _letter(code: str) -> str:
    """
    >>> _letter("UZ-A"), _letter("A1-AB")
    ('A', 'AB')
    """
    return code.rpartition("-")[2]


def _men_to_begin(pack: PackDefinition, key: str) -> str:
    line = pack.squadrons.get(key)
    if line is None or not line.pilots:
        return ""
    return f"{line.pilots}, {line.green} Green" if line.green else str(line.pilots)


def _men(row: SquadronRow) -> str:
    if not row.squadron.names_men:
        return ""
    parts = ((row.fit, "fit"), (row.unfit, "unfit"), (row.gone, "lost"))
    return ", ".join(f"{number} {what}" for number, what in parts if number) or "none"


def _notes(standing: Standing, row: SquadronRow) -> Iterator[str]:
    """When it comes and goes, and what the calendar sends it."""
    squadron, pack = row.squadron, standing.pack
    line = pack.squadrons.get(squadron.key)
    if squadron.status == "withdrawn":
        yield "withdrawn"
        return
    if squadron.status == "grounded":
        yield "on the ground: its carrier cannot launch"
    if line is not None and line.first is not None and squadron.status == "away":
        yield f"joins {day(line.first)}"
    if line is not None and line.last is not None:
        yield f"leaves after {day(line.last)}"
    for each in pack.replacements:
        if each.squadron == squadron.key:
            yield _replacement(each)


def _replacement(line: ReplacementLine) -> str:
    """
    >>> _replacement(ReplacementLine(squadron="jagd", every=2, aircraft=1, pilots=2))
    'every 2 periods +1, 2 men'
    >>> _replacement(ReplacementLine(squadron="jagd", every=2, aircraft=3, up_to=8))
    'every 2 periods +3 up to 8'
    """
    men = f"{line.pilots} {'man' if line.pilots == 1 else 'men'}" if line.pilots else ""
    brought = ", ".join(part for part in (f"+{line.aircraft}" if line.aircraft else "", men) if part)
    most = "" if line.up_to is None else f" up to {line.up_to}"
    return f"{line.when} {brought}{most}" + (" of a new type" if line.type else "")


def _stocks(standing: Standing, side: Side) -> Iterator[PoolStock]:
    for name, stock in standing.pack.stocks_of(side).items():
        notes = [f"{stock.start} to begin"]
        notes += [f"at most {stock.most}"] if stock.most < MUCH else []
        notes += [f"+{stock.income} each period"] if stock.income else []
        notes += [f"−{stock.drain} at its end"] if stock.drain else []
        notes += [f"+{stock.cargo} a Cargo Point"] if stock.cargo else []
        values = _by_period(standing, side, name)
        values += [("", "")] * (standing.pack.periods_in_all - len(values))
        yield PoolStock(stock.title, ", ".join(notes), tuple(values))


MUCH = 999
"""A store without an end."""


def _by_period(standing: Standing, side: Side, name: str) -> list[tuple[str, str]]:
    """What was there at the beginning and at the end of each period that has begun."""
    begun = [around[1][side].get(name, 0) for around in standing.stocks_around]
    left = [str(around[0][side].get(name, 0)) for around in standing.stocks_around[1:]]
    if begun:
        is_closed = standing.is_over or (standing.period is not None and standing.period.is_over)
        left.append(str(standing.stocks[side].get(name, 0)) if is_closed else "")
    return [(str(first), last) for first, last in zip(begun, left, strict=True)]
