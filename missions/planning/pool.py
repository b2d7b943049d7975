"""What a side has to fly a Mission with: its men and, where it keeps pools, squadrons, cap and fuel. No query."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from campaigns.catalogue.library import AircraftType, library
from campaigns.packs import PackDefinition, planning
from campaigns.packs.schema import Side
from campaigns.standing.model import Airframe, Airman, Squadron, Standing

SQUADRON_AWAY: Mapping[str, str] = {
    "away": "is not with your side yet",
    "withdrawn": "has been withdrawn",
    "grounded": "is aboard a carrier that cannot launch [SUP 26]",
}
"""Why no aircraft of a squadron flies, by its status."""


@dataclass(frozen=True, slots=True)
class PilotChoice:
    """A pilot who may fly this mission."""

    id: int
    name: str
    nation: str
    service: str
    skills: tuple[str, ...]
    missions: int
    kills: Fraction
    resource: str
    """Key of the resource that brings him; empty: he is there anyway."""
    is_crew: bool = False
    """A skilled crew of a Formation's aircraft; who has no Skill flies anything."""
    is_green: bool = False
    rank: str = ""
    """What his record makes of him, where the system has a word for it."""
    squadron: str = ""
    """He flies its aircraft and no others; empty: he belongs to none."""
    last: int = 0
    """The Mission that he flew last; 0: none yet."""

    def may_fly(self, aircraft: AircraftType) -> bool:
        """Only aircraft of his own nation and service; Pilots fly Elements, Crews Formations. [WBY 19.0, 19.1.1]"""
        fits = not self.skills or self.is_crew == aircraft.in_formation
        return self.nation == aircraft.nation and self.service == aircraft.service and fits


@dataclass(frozen=True, slots=True)
class AirframeChoice:
    """A serviceable aircraft of a pool."""

    code: str
    sorties: int
    kills: Fraction


@dataclass(frozen=True, slots=True)
class SquadronChoice:
    """A squadron of the side, and what it can fly a Mission with."""

    key: str
    title: str
    type: AircraftType
    airframes: tuple[AirframeChoice, ...]
    """The serviceable ones of its type, the least flown first."""
    men: tuple[PilotChoice, ...]
    """The fit ones, those who have rested longest first."""
    in_repair: int
    unfit: int
    """Men who are wounded or on leave."""
    names_men: bool
    """Its men are known by name: nobody else flies its aircraft."""
    why_away: str
    """Why none of its aircraft flies, as the end of a sentence; empty if it is here."""

    @property
    def most(self) -> int:
        """Aircraft that it can send with somebody in them."""
        if self.why_away:
            return 0
        return min(len(self.airframes), len(self.men)) if self.names_men else len(self.airframes)

    @property
    def why_not(self) -> str:
        """Why it can send nothing, in a sentence; empty if it can."""
        if self.most:
            return ""
        if self.why_away:
            return f"{self.title} {self.why_away}."
        if not self.airframes:
            under = f": {self.in_repair} under repair" if self.in_repair else ""
            return f"{self.title} has no serviceable {self.type.name}{under}."
        return f"{self.title} has nobody fit to fly."


@dataclass(frozen=True, slots=True)
class Pool:
    """What a side may fly a Mission with. [SUP 25, 27 step 4]"""

    squadrons: tuple[SquadronChoice, ...]
    cap: int | None
    """Units that it may fly; ``None``: as many as the Mission has."""
    weather: str
    """What sets the cap."""
    fuel: int | None
    """What the fuel stock holds; ``None``: fuel is not counted."""

    def squadron(self, key: object) -> SquadronChoice | None:
        return next((squadron for squadron in self.squadrons if squadron.key == key), None)


def men_of(pack: PackDefinition, side: Side, standing: Standing, drawn: int | None = None) -> tuple[PilotChoice, ...]:
    """The fit men of a side who may fly: its roster or its squadrons', and whoever the draw or a Resource brings."""
    return tuple(
        _man(airman)
        for airman in standing.airmen.values()
        if airman.side == side and airman.status == "fit" and _is_called(pack, side, airman, drawn)
    )


def _is_called(pack: PackDefinition, side: Side, airman: Airman, drawn: int | None) -> bool:
    if airman.man.resource or airman.pk == drawn:
        return True
    return bool(airman.squadron) if pack.keeps_pool(side) else airman.man.on_roster


def _man(airman: Airman) -> PilotChoice:
    man = airman.man
    return PilotChoice(
        id=airman.pk,
        name=airman.name,
        nation=man.nation,
        service=man.service,
        skills=tuple(airman.skills),
        missions=airman.missions,
        kills=airman.kills,
        resource=man.resource,
        is_crew=planning.is_crew(man.name, man.nation, man.service),
        is_green=airman.is_green,
        rank=airman.rank,
        squadron=airman.squadron,
        last=next((each.mission or 0 for each in reversed(airman.life) if each.what == "sortie"), 0),
    )


def pool_of(pack: PackDefinition, side: Side, standing: Standing, men: Collection[PilotChoice]) -> Pool | None:
    """The side's pool as it stands; ``None`` if it keeps none. ``men``: those of ``men_of``."""
    if not pack.keeps_pool(side):
        return None
    period = standing.period
    return Pool(
        squadrons=tuple(_squadrons(side, standing, men)),
        cap=period.caps[side] if period else None,
        weather=period.weather.title if period and period.weather else "",
        fuel=standing.stocks[side].get("fuel"),
    )


def _squadrons(side: Side, standing: Standing, men: Collection[PilotChoice]) -> Iterator[SquadronChoice]:
    airframes: dict[str, list[Airframe]] = {}
    for airframe in standing.airframes.values():
        airframes.setdefault(airframe.squadron, []).append(airframe)
    airmen: dict[str, list[Airman]] = {}
    for airman in standing.airmen.values():
        airmen.setdefault(airman.squadron, []).append(airman)
    fit: dict[str, list[PilotChoice]] = {}
    for man in men:
        fit.setdefault(man.squadron, []).append(man)
    for squadron in standing.squadrons.values():
        if squadron.side == side:
            key = squadron.key
            yield _squadron(squadron, airframes.get(key, []), airmen.get(key, []), fit.get(key, []))


def _squadron(
    squadron: Squadron, airframes: list[Airframe], airmen: list[Airman], fit: list[PilotChoice]
) -> SquadronChoice:
    own = [airframe for airframe in airframes if airframe.aircraft == squadron.aircraft]
    ready = [airframe for airframe in own if airframe.status == "serviceable"]
    return SquadronChoice(
        key=squadron.key,
        title=squadron.title,
        type=library().aircraft[squadron.aircraft],
        airframes=tuple(
            AirframeChoice(airframe.code, airframe.sorties, airframe.kills)
            for airframe in sorted(ready, key=lambda airframe: (airframe.sorties, len(airframe.code), airframe.code))
        ),
        men=tuple(sorted(fit, key=lambda man: (man.last, man.missions, man.is_green, man.name))),
        in_repair=sum(airframe.status == "repair" for airframe in own),
        unfit=sum(airman.status in ("wounded", "leave") for airman in airmen),
        names_men=squadron.names_men,
        why_away=SQUADRON_AWAY.get(squadron.status, ""),
    )
