"""Pools of a pack: squadrons, replacements, stocks, points to spend, and whether anybody can fly what it asks for."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterator

from campaigns.catalogue.library import library
from campaigns.packs.definition import PackDefinition
from campaigns.packs.errors import Path
from campaigns.packs.mission_checks import CARGO_TYPES, Found, check_green, unknown
from campaigns.packs.planning import first_day
from campaigns.packs.pools import ReplacementLine, SquadronLine, Stock
from campaigns.packs.schema import SIDES, UNIT_EFFECTS, Side
from engine.core.own_types import plain

BOTH_SIDES_FLY = ("progressive", "operation")
"""Kinds of which each side needs squadrons; the solitaire player flies against bombs."""
MOST_AIRCRAFT = 2_000
MOST_MEN = 1_000
"""Of one nation and service, in a whole campaign."""


def check_pools(pack: PackDefinition) -> Iterator[Found]:
    """What is wrong with squadrons, replacements, stocks, points and ships."""
    yield from _squadrons(pack)
    yield from _replacements(pack)
    yield from _in_all(pack)
    yield from _stocks(pack)
    yield from _budget(pack)
    yield from _ships(pack)
    if pack.keeps_pools:
        yield from _fillable(pack)


def check_type(squadron: SquadronLine, slug: str, date: datetime.date, path: Path) -> Iterator[Found]:
    """Whether the squadron can fly this type from this day on."""
    kind = library().aircraft.get(slug)
    if kind is None:
        yield path, unknown("an aircraft that this house knows", slug, library().aircraft)
    elif (kind.nation, kind.service) != (squadron.nation, squadron.service):
        yield (
            path,
            f"{plain(slug)} is flown by {plain(kind.nation)}, {kind.service}, and the squadron is of "
            f"{plain(squadron.nation)}, {squadron.service}. Choose another type. [WBY 19.1.1]",
        )
    elif kind.flies_from > date:
        yield path, f"{plain(slug)} came into service in {kind.in_service:%B %Y}, after {date}. Choose another type."


def _squadrons(pack: PackDefinition) -> Iterator[Found]:
    there = {squadron.side for squadron in pack.squadrons.values()}
    for side in SIDES:
        if pack.keeps_pools and pack.kind in BOTH_SIDES_FLY and side not in there:
            yield ("squadrons",), f"The {side} side has no squadron, and so nobody who could fly. Add one."
    codes = Counter(squadron.code for squadron in pack.squadrons.values())
    fed = {line.squadron for line in pack.replacements}
    fed |= {effect.squadron or "" for event in pack.events.values() for effect in event.gives if effect.aircraft}
    ships = {mission.target.ship for mission in pack.missions.values() if mission.target and mission.target.ship}
    for key, squadron in pack.squadrons.items():
        path: Path = ("squadrons", key)
        if codes[squadron.code] > 1:
            yield (
                (*path, "code"),
                f"{codes[squadron.code]} squadrons have the code {squadron.code!r}. Give each its own.",
            )
        yield from _nation(pack, squadron, path)
        date = max(squadron.first or pack.first, pack.first)
        yield from check_type(squadron, squadron.aircraft, date, (*path, "aircraft"))
        yield from check_green(squadron.green, squadron.pilots, path)
        if not squadron.strength and key not in fed:
            yield path, "It has no aircraft, and none ever come: give it a strength."
        yield from _days(pack, squadron, path)
        if squadron.ship is not None and squadron.ship not in ships:
            yield (*path, "ship"), unknown("the ship of a Mission Target of this pack", squadron.ship, ships)


def _in_all(pack: PackDefinition) -> Iterator[Found]:
    """All aircraft and men that can ever come: every man has a name of his own, and pages list them all."""
    aircraft = 0
    men: Counter[tuple[str, str]] = Counter()
    for key, more, crews in _comings(pack):
        aircraft += more
        if key in pack.squadrons:
            squadron = pack.squadrons[key]
            men[squadron.nation, squadron.service] += crews
    if aircraft > MOST_AIRCRAFT:
        yield ("squadrons",), f"{aircraft} aircraft would come in all. At most {MOST_AIRCRAFT} can."
    for (nation, service), wanted in men.items():
        names = [man.name.partition(" ") for man in pack.men(nation) if man.service == service]
        pairs = len({first for first, _, _ in names}) * len({last for _, _, last in names})
        if names and wanted > (most := min(pairs // 2, MOST_MEN)):
            yield (
                ("squadrons",),
                f"{wanted} men of {nation}, {service}, would come in all, and this house has names for {most}. "
                "Give squadrons and replacements fewer pilots.",
            )


def _comings(pack: PackDefinition) -> Iterator[tuple[str, int, int]]:
    """The squadron, aircraft and men of everything that brings any, as often as it does."""
    for key, squadron in pack.squadrons.items():
        yield key, squadron.strength, squadron.pilots
    for line in pack.replacements:
        times = len(line.periods(pack.periods_in_all))
        yield line.squadron, line.aircraft * times, line.pilots * times
    for event in pack.events.values():
        for effect in event.gives:
            yield effect.squadron or "", effect.aircraft, effect.pilots


def _nation(pack: PackDefinition, squadron: SquadronLine, path: Path) -> Iterator[Found]:
    if squadron.side not in pack.sides:
        return  # said once for the side
    side = pack.sides[squadron.side]
    if squadron.nation not in side.nations:
        yield (*path, "nation"), unknown(f"a nation of the {squadron.side} side", squadron.nation, side.nations)
    if squadron.service not in side.services:
        yield (*path, "service"), unknown(f"a service of the {squadron.side} side", squadron.service, side.services)


def _days(pack: PackDefinition, squadron: SquadronLine, path: Path) -> Iterator[Found]:
    for name, day in (("first", squadron.first), ("last", squadron.last)):
        if day is not None and not pack.first <= day <= pack.last:
            yield (*path, name), f"{day} lies outside {pack.first} to {pack.last}. Give a date within, or leave it out."
    if squadron.first and squadron.last and squadron.last < squadron.first:
        yield (*path, "last"), f"It leaves on {squadron.last}, before it joins on {squadron.first}. Swap the two dates."


def _replacements(pack: PackDefinition) -> Iterator[Found]:
    for index, line in enumerate(pack.replacements):
        path: Path = ("replacements", index)
        yield from _when(pack, line, path)
        if not (line.aircraft or line.pilots):
            yield path, "Nobody comes with this line: give aircraft or pilots."
        yield from check_green(line.green, line.pilots, path)
        if line.squadron not in pack.squadrons:
            yield (*path, "squadron"), unknown("a squadron of this pack", line.squadron, pack.squadrons)
        elif line.type is not None:
            squadron = pack.squadrons[line.squadron]
            yield from check_type(squadron, line.type, line.date or pack.last, (*path, "type"))


def _when(pack: PackDefinition, line: ReplacementLine, path: Path) -> Iterator[Found]:
    if (line.date is None) == (line.every is None):
        what = "It has both a date and every" if line.date else "It does not say when they come"
        yield path, f"{what}: give exactly one of date and every."
    if line.every is not None and not pack.has_periods:
        yield (*path, "every"), f"A pack of kind {pack.kind} has no periods. Give a date."
    elif line.every is not None and pack.periods_in_all == 1:
        yield (*path, "every"), "They come from the second period on, and the campaign has one. Give a date."
    if line.date is not None:
        yield from check_day(pack, line.date, (*path, "date"))


def check_day(pack: PackDefinition, date: datetime.date, path: Path) -> Iterator[Found]:
    """Whether a day that brings something ever comes."""
    if not pack.first <= date <= pack.last:
        yield path, f"{date} lies outside {pack.first} to {pack.last}. Give a date within."
    elif pack.has_periods and date > (last := first_day(pack, pack.periods_in_all)):
        yield path, f"No period begins on {date} or later: the last one begins on {last}. Give an earlier date."


def _stocks(pack: PackDefinition) -> Iterator[Found]:
    there = {squadron.side for squadron in pack.squadrons.values()}
    for side, stocks in pack.stocks.items():
        for name, stock in stocks.items():
            path: Path = ("stocks", side, name)
            if side not in there:
                yield path, f"Nobody of the {side} side uses it: it has no squadrons. Remove it."
            elif name == "supply" and not stock.drain:
                yield path, "Nothing empties it: give drain, or remove the stock."
            if stock.start > stock.most:
                yield (*path, "start"), f"{stock.start} is more than the {stock.most} that it holds. Give less."
            yield from _flows(pack, side, stock, path)


def _flows(pack: PackDefinition, side: Side, stock: Stock, path: Path) -> Iterator[Found]:
    for flow in ("income", "drain"):
        if getattr(stock, flow) and not pack.has_periods:
            yield (*path, flow), f"A pack of kind {pack.kind} has no periods in which it comes or goes. Remove it."
    delivers = any(each.striker == side and each.type in CARGO_TYPES for each in pack.missions.values())
    if stock.cargo and not delivers:
        yield (*path, "cargo"), f"In no Mission does the {side} side deliver Cargo. Add one, or remove it."


def _budget(pack: PackDefinition) -> Iterator[Found]:
    if pack.budget and pack.kind != "operation":
        yield ("budget",), "Only in an operation are Resources bought. Remove it. [SUP 25]"
        return
    priced = {resource.side for resource in pack.resources.values() if resource.cost}
    for side in pack.budget:
        if side not in priced:
            yield ("budget", side), f"No Resource of the {side} side costs anything. Give each a cost, or remove this."
    for key, resource in pack.resources.items():
        if not resource.cost:
            continue
        path: Path = ("resources", key, "cost")
        if pack.kind != "operation":
            yield path, "Only in an operation are Resources bought. Remove it. [SUP 25]"
        elif resource.cost > (points := pack.budget.get(resource.side, 0)):
            yield path, f"The {resource.side} side has {points} points in all and can never buy it. Change budget."


def _ships(pack: PackDefinition) -> Iterator[Found]:
    """A ship is a naval target, and the same one whenever she is met. [SUP 26]"""
    met: dict[str, str] = {}
    for key, mission in pack.missions.items():
        if mission.target is None or mission.target.ship is None or mission.target.slug not in library().targets:
            continue
        path: Path = ("missions", key, "target", "ship")
        slug, ship = mission.target.slug, mission.target.ship
        if library().targets[slug].target_class != "naval":
            yield path, f"{library().targets[slug].name} is no ship. Remove it, or choose a naval target."
        if met.setdefault(ship, slug) != slug:
            both = f"{ship} is a {plain(met[ship])} in an earlier Mission and a {plain(slug)} here."
            yield path, f"{both} Choose one of the two."


def _fillable(pack: PackDefinition) -> Iterator[Found]:
    """Every unit of a Mission, and every one that a Resource brings, is of a type that a squadron comes to fly."""
    flown = _types_flown(pack)
    for key, mission in pack.missions.items():
        for index, unit in enumerate(mission.units):
            yield from _none_flies(unit.aircraft, unit.side, flown, ("missions", key, "units", index, "aircraft"))
    for key, resource in pack.resources.items():
        for index, effect in enumerate(resource.gives):
            if effect.effect in UNIT_EFFECTS:
                path: Path = ("resources", key, "gives", index, "aircraft")
                yield from _none_flies(effect.aircraft, resource.side, flown, path)


def _none_flies(slugs: tuple[str, ...], side: Side, flown: dict[str, set[str]], path: Path) -> Iterator[Found]:
    if all(slug in library().aircraft for slug in slugs) and flown[side].isdisjoint(slugs):
        types = " or ".join(slugs) or "any"
        yield path, f"No squadron of the {side} side ever flies {types}. Add a squadron, or another type."


def _types_flown(pack: PackDefinition) -> dict[str, set[str]]:
    """By side, the types that its squadrons begin with or are ever given."""
    flown: dict[str, set[str]] = {side: set() for side in SIDES}
    for squadron in pack.squadrons.values():
        flown[squadron.side].add(squadron.aircraft)
    given = [(line.squadron, line.type) for line in pack.replacements]
    given += [(effect.squadron or "", effect.type) for event in pack.events.values() for effect in event.gives]
    for key, slug in given:
        if slug is not None and key in pack.squadrons:
            flown[pack.squadrons[key].side].add(slug)
    return flown
