"""The house's own data files as plain objects: aircraft, targets, pilots, the Action deck.

Read once for each process. ``Library`` is what a pack is checked against and what planning looks things up in.
"""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeAlias

import engine
from campaigns.catalogue.ratings import FORMATION_CLASSES
from engine.core.campaigns import CatalogueEntry
from engine.wildblue.buzz.terms import AIRCRAFT, AIRCRAFT_NAME

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
ALTITUDES = ("very-low", "low", "medium", "high", "very-high")

Table: TypeAlias = Mapping[str, Any]
"""Of a TOML file."""


@dataclass(frozen=True, slots=True)
class AircraftType:
    """One aircraft of ``fixtures/aircraft``."""

    slug: str
    name: str
    nation: str
    service: str
    side: str
    aircraft_class: str
    in_service: datetime.date
    note: str
    family: str
    """Types of one family may fly in one Formation. [WBY 17.3.1d]"""
    endurance: str = ""
    mission_speed: int = 0
    """6, or the Slow # [WBY 17.5.3]; of Formation aircraft their Speed."""
    performance: Table = field(default_factory=dict)
    wildblue: Table = field(default_factory=dict)
    """Its ratings in Wild Blue Yonder; empty of an aircraft of another system, and so are the three above."""
    system: str = "wildblue"
    entry: CatalogueEntry | None = None
    """What its own system says of it; ``None`` of Wild Blue Yonder's."""

    @property
    def in_formation(self) -> bool:
        """Whether it flies in Formations rather than Elements, in Wild Blue Yonder. [WBY 17.3]"""
        return self.entry is None and self.aircraft_class in FORMATION_CLASSES

    @property
    def front(self) -> Table:
        """The Undamaged side of its card: of the Leader or of the Formation aircraft; of other systems nothing."""
        if self.entry is not None:
            return {}
        card: Table = self.wildblue["formation" if self.in_formation else "leader"]
        return card

    @property
    def speed(self) -> int:
        """What is taken off a Mission's base durations. [WBY 17.3.1a, 17.5.3]"""
        return int(self.front["speed"]) if self.in_formation else self.mission_speed

    @property
    def carries(self) -> tuple[str, ...]:
        """The loads that it may carry. [WBY 18]"""
        return tuple(self.wildblue.get("carries", ()))

    @property
    def modes(self) -> Mapping[str, int]:
        """Bomb cards by mode of bombing, its usual mode first. [WBY 17.1, 17.2, 17.3.4]"""
        modes: Mapping[str, int] = self.front.get("bomb", {})
        return modes

    @property
    def cargo(self) -> int:
        """Cargo Points in an Air Transport Mission. [WBY 17.4.1]"""
        return int(self.front.get("cargo", 0))

    @property
    def cargo_drop(self) -> int:
        """Cargo Points in an Air Drop Mission. [WBY 17.4.1]"""
        return int(self.front.get("cargo_drop", 0))

    @property
    def night_combat(self) -> int:
        """Night Combat rating of a Night Fighter; 0 of all others. [WBY 17.1.1]"""
        return int(self.wildblue.get("night_combat", 0))

    @property
    def start_altitudes(self) -> tuple[str, ...]:
        """Altitudes at which it may begin: up to its Ceiling, Very High only if turbocharged. [WBY 4.5, 5.2.7]"""
        if self.entry is not None:
            return ()  # its system asks for them in play, if at all
        top = ALTITUDES.index(self.front["ceiling"])
        if not self.wildblue.get("turbo"):
            top = min(top, ALTITUDES.index("high"))
        return ALTITUDES[: top + 1]

    def balance(self, wingman: bool) -> int:
        """Balance Value of a lone Leader or, with his Wingman, of the Element. [WBY 13.1]"""
        if self.entry is not None:
            return self.entry.value
        return int(self.wildblue["balance"]) + (int(self.wildblue["wingman_balance"]) if wingman else 0)


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


OTHER_TYPES: Mapping[str, str] = {AIRCRAFT: AIRCRAFT_NAME}
"""The names of what flies in a game without having a card: the flying bomb. [SUP 28]"""


@dataclass(frozen=True)
class Library:
    aircraft: Mapping[str, AircraftType]
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
        targets={slug: _target(slug, table) for slug, table in _tables("targets")},
        pilots=_men("services"),
        crews=_men("crews"),
        cards=_cards(),
    )


def _all_aircraft() -> dict[str, AircraftType]:
    """Those of Wild Blue Yonder, and those that the other systems know by slugs of their own."""
    found = {slug: _aircraft(slug, table) for slug, table in _tables("aircraft")}
    for system in engine.systems().values():
        for slug, entry in system.campaign.catalogue().items():
            if slug in found:
                raise ValueError(f"{system.title} and {found[slug].system} both have an aircraft {slug!r}.")
            found[slug] = _of_system(system.slug, slug, entry)
    return found


def _of_system(system: str, slug: str, entry: CatalogueEntry) -> AircraftType:
    return AircraftType(
        slug=slug,
        name=entry.name,
        nation=entry.nation,
        service=entry.service,
        side=entry.side,
        aircraft_class=entry.aircraft_class,
        in_service=_first_of(entry.in_service),
        family=slug,
        note=entry.note,
        system=system,
        entry=entry,
    )


def _first_of(month: str) -> datetime.date:
    """The first day of ``1941-04``."""
    return datetime.date.fromisoformat(f"{month}-01")


def _tables(folder: str) -> list[tuple[str, Table]]:
    return [
        (slug, table)
        for path in sorted((FIXTURES / folder).glob("*.toml"))
        for slug, table in tomllib.loads(path.read_text(encoding="utf-8")).items()
    ]


def _aircraft(slug: str, table: Table) -> AircraftType:
    return AircraftType(
        slug=slug,
        name=table["name"],
        nation=table["nation"],
        service=table["service"],
        side=table["side"],
        aircraft_class=table["class"],
        in_service=_first_of(table["in_service"]),
        endurance=table["endurance"],
        mission_speed=table["mission_speed"],
        family=table.get("family", slug),
        note=table.get("note", ""),
        performance=table["performance"],
        wildblue=table["wildblue"],
    )


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
    data = tomllib.loads((FIXTURES / "cards" / "wildblue.toml").read_text(encoding="utf-8"))
    return tuple(
        Card(number, face, data["faces"][face]["colour"], bomb) for number, face, bomb, *_ in data["cards"]["list"]
    )


def aircraft_name(slug: str) -> str:
    """The name of a type; one that has left the files keeps its slug."""
    known = library().aircraft.get(slug)
    return known.name if known else OTHER_TYPES.get(slug, slug)
