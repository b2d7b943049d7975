"""The house's own data files as plain objects: aircraft, targets, pilots, the Action deck.

Read once for each process. ``Library`` is what a pack is checked against and what planning looks things up in. Aircraft
that somebody has made are found beside those of the house by whoever knows their slugs, and are in no list: a pack says
which ones it has.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property, lru_cache
from typing import Any, TypeAlias, TypeVar

import engine
from engine.core import fixtures, own_types
from engine.core.campaigns import CatalogueEntry

FIXTURES = fixtures.FIXTURES
ALTITUDES = ("very-low", "low", "medium", "high", "very-high")

Table: TypeAlias = Mapping[str, Any]
"""Of a TOML file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AircraftType(CatalogueEntry):
    """A type of aircraft of one of the systems."""

    slug: str
    system: str

    @property
    def is_own(self) -> bool:
        """Somebody has made it: it is none of the house's."""
        return own_types.is_own(self.slug)

    @property
    def written(self) -> str:
        """Its slug as packs write it."""
        return own_types.plain(self.slug)


Entry = TypeVar("Entry")


class WithOwn(Mapping[str, Entry]):
    """The house's entries in their order; those that somebody has made are found by slug and not listed."""

    def __init__(self, of_house: Mapping[str, Entry], own: Callable[[str], Entry]) -> None:
        """``own``: raises ``KeyError`` for a slug that nobody here knows."""
        self._of_house = of_house
        self._own = own

    def __getitem__(self, slug: str) -> Entry:
        found = self._of_house.get(slug)
        return self._own(slug) if found is None else found

    def __iter__(self) -> Iterator[str]:
        return iter(self._of_house)

    def __len__(self) -> int:
        return len(self._of_house)


@lru_cache(maxsize=512)
def _own_type(slug: str) -> AircraftType:
    table = own_types.table_of(slug)
    if table is None or not engine.systems().keys() & table.keys():
        raise KeyError(slug)
    return made_type(table)


@lru_cache(maxsize=128)
def _own_target(slug: str) -> Target:
    table = own_types.table_of(slug)
    if table is None or "target_flak" not in table:
        raise KeyError(slug)
    return _target(slug, table)


def made_type(table: Table) -> AircraftType:
    """A type that somebody has made, by its table with its slug. Raises ``EngineError`` for one against the rules."""
    system = next(system for system in engine.systems().values() if system.slug in table)
    return _type(table["slug"], system.slug, system.campaign.entry(dict(table)))


def _type(slug: str, system: str, entry: CatalogueEntry) -> AircraftType:
    said: dict[str, Any] = {each.name: getattr(entry, each.name) for each in fields(entry)}
    return AircraftType(**said | {"family": entry.family or slug}, slug=slug, system=system)


@dataclass(frozen=True, slots=True)
class TargetLevel:
    name: str
    damage: int
    points: int


@dataclass(frozen=True, slots=True)
class Target:
    """One Target card. [WBY 21]"""

    slug: str
    name: str
    target_class: str
    hardened: bool
    area_flak: int
    target_flak: int
    hit: int
    direct: int
    vital: int
    levels: tuple[TargetLevel, ...]
    cargo: bool
    """Whether it scores the Cargo Points delivered to it, instead of damage."""
    provenance: str
    fixed: Mapping[str, str]
    """Figures that have another source than ``provenance``, by their keys in the file."""

    def level(self, damage: int) -> TargetLevel | None:
        """The highest level that this damage reaches."""
        return next((level for level in reversed(self.levels) if damage >= level.damage), None)


@dataclass(frozen=True, slots=True)
class PilotName:
    """A man or a crew; ``skills`` only of those whom a draw or a Resource brings.

    Pilots' names are invented. Most crews are generic, known by what they are good at. [WBY 19.3.8]
    """

    name: str
    nation: str
    service: str
    skills: tuple[str, ...]
    is_woman: bool = False
    """Given and family name go with those of other women only: Soviet surnames tell."""


@dataclass(frozen=True, slots=True)
class Card:
    """One of the 110 Action cards, as far as campaigns draw them. [WBY 2.2]"""

    number: int
    face: str
    colour: str
    bomb: str
    """Its Bomb result: ``miss``, ``hit``, ``direct`` or ``vital``."""


@dataclass(frozen=True)
class Library:
    aircraft: Mapping[str, AircraftType]
    other_types: Mapping[str, str]
    """The names of what flies in a game without having a card: the flying bomb. [SUP 28]"""
    targets: Mapping[str, Target]
    pilots: Mapping[str, tuple[PilotName, ...]]
    """By nation."""
    crews: Mapping[str, tuple[PilotName, ...]]
    """Skilled crews of Formation aircraft, by nation. [WBY 19.1, SUP 19.3]"""
    cards: tuple[Card, ...]

    @cached_property
    def faces(self) -> tuple[str, ...]:
        """The slug of each card face, once."""
        return tuple(dict.fromkeys(card.face for card in self.cards))


@cache
def library() -> Library:
    """Everything under ``FIXTURES``."""
    return Library(
        aircraft=_all_aircraft(),
        other_types=dict(pair for each in engine.systems().values() for pair in each.campaign.other_types.items()),
        targets=WithOwn(_all_targets(), _own_target),
        pilots=_men("services"),
        crews=_men("crews"),
        cards=_cards(),
    )


def _all_aircraft() -> Mapping[str, AircraftType]:
    """Those of every system, which know them by slugs of their own."""
    found: dict[str, AircraftType] = {}
    for system in engine.systems().values():
        for slug, entry in system.campaign.catalogue().items():
            if slug in found:
                raise ValueError(f"{system.title} and {found[slug].system} both have an aircraft {slug!r}.")
            found[slug] = _type(slug, system.slug, entry)
    return WithOwn(found, _own_type)


def _all_targets() -> dict[str, Target]:
    return {slug: _target(slug, table) for slug, table in fixtures.read("targets", "wildblue.toml").items()}


def _target(slug: str, table: Table) -> Target:
    damage = table.get("damage", {})
    return Target(
        slug=slug,
        name=table["name"],
        target_class=table["class"],
        hardened=table["hardened"],
        area_flak=table["area_flak"],
        target_flak=table["target_flak"],
        hit=damage.get("hit", 0),
        direct=damage.get("direct", 0),
        vital=damage.get("vital", 0),
        levels=tuple(TargetLevel(**level) for level in table.get("levels", ())),
        cargo=table.get("cargo", False),
        provenance=table["provenance"],
        fixed=table.get("fixed", {}),
    )


def _men(table: str) -> dict[str, tuple[PilotName, ...]]:
    """By nation, the pilots (``services``) or the ``crews`` of its files; those of one system have a folder."""
    found: dict[str, tuple[PilotName, ...]] = {}
    for path in sorted((FIXTURES / "pilots").rglob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        found[path.stem] = found.get(path.stem, ()) + tuple(
            PilotName(man["name"], path.stem, service, tuple(man.get("skills", ())), man.get("woman", False))
            for service, men in data.get(table, {}).items()
            for man in men
        )
    return found


def _cards() -> tuple[Card, ...]:
    data = fixtures.read("cards", "wildblue.toml")
    return tuple(
        Card(number, face, data["faces"][face]["colour"], bomb) for number, face, bomb, *_ in data["cards"]["list"]
    )


def aircraft_name(slug: str) -> str:
    """The name of a type; one that has left the files keeps its slug."""
    known = library().aircraft.get(slug)
    return known.name if known else library().other_types.get(slug, slug)
