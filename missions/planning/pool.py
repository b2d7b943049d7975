"""What a side has to fly a Mission with: its men and, where it keeps pools, squadrons, cap and fuel. No query."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from campaigns.catalogue.library import AircraftType, library
from campaigns.packs import PackDefinition, planning
from campaigns.packs.schema import Side
from campaigns.standing.model import Airframe, Airman, Standing
from campaigns.standing.pools import IN_POOL

SQUADRON_AWAY: Mapping[str, str] = {
    "away": "is not with your side yet",
    "withdrawn": "has been withdrawn",
    "grounded": "is aboard a carrier that cannot launch [SUP 26]",
}
"""Why no aircraft of a squadron flies, by its status."""


@dataclass(frozen=True, eq=False)
class SquadronChoice:
    """A squadron of the side, and what it can fly a Mission with."""

    key: str
    title: str
    type: AircraftType
    in_pool: Sequence[Airframe]
    """All its aircraft, as they came."""
    fit: Sequence[Airman]
    """The men who are, as they came."""
    names_men: bool
    """Its men are known by name: nobody else flies its aircraft."""
    why_away: str
    """Why none of its aircraft flies, as the end of a sentence; empty if it is here."""

    @cached_property
    def _of_type(self) -> tuple[Airframe, ...]:
        """Those of the type that it flies."""
        return tuple([airframe for airframe in self.in_pool if airframe.aircraft == self.type.slug])

    @cached_property
    def ready(self) -> tuple[Airframe, ...]:
        """The serviceable aircraft of its type, as they came."""
        return tuple([airframe for airframe in self._of_type if airframe.status == "serviceable"])

    @property
    def in_repair(self) -> int:
        return len(self._of_type) - len(self.ready)

    @cached_property
    def airframes(self) -> tuple[Airframe, ...]:
        """The serviceable ones, the least flown first."""
        return tuple(sorted(self.ready, key=lambda airframe: (airframe.sorties, len(airframe.code), airframe.code)))

    @cached_property
    def men(self) -> tuple[Airman, ...]:
        """The fit ones, those who have rested longest first."""
        return tuple(sorted(self.fit, key=lambda man: (last_flown(man), man.missions, man.is_green, man.name)))

    @cached_property
    def most(self) -> int:
        """Aircraft that it can send with somebody in them."""
        if self.why_away:
            return 0
        return min(len(self.ready), len(self.fit)) if self.names_men else len(self.ready)

    @property
    def why_not(self) -> str:
        """Why it can send nothing, in a sentence; empty if it can."""
        if self.most:
            return ""
        if self.why_away:
            return f"{self.title} {self.why_away}."
        if not self.ready:
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


def men_of(pack: PackDefinition, side: Side, standing: Standing, drawn: int | None = None) -> tuple[Airman, ...]:
    """The fit men of a side who may fly: its roster or its squadrons', and whoever the draw or a Resource brings."""
    of_squadrons = pack.keeps_pool(side)
    return tuple(
        airman
        for airman in standing.airmen.values()
        if airman.status == "fit"
        and (man := airman.man).side == side
        and (man.resource or man.pk == drawn or (airman.squadron if of_squadrons else man.on_roster))
    )


def is_crew(airman: Airman) -> bool:
    """A skilled crew of a Formation's aircraft; who has no Skill flies anything."""
    return planning.is_crew(airman.name, airman.man.nation, airman.man.service)


def may_fly(airman: Airman, aircraft: AircraftType) -> bool:
    """Only aircraft of his own nation and service; Pilots fly Elements, Crews Formations. [WBY 19.0, 19.1.1]"""
    if (airman.man.nation, airman.man.service) != (aircraft.nation, aircraft.service):
        return False
    return not airman.skills or is_crew(airman) == aircraft.in_formation


def last_flown(airman: Airman) -> int:
    """The Mission that he flew last; 0: none yet."""
    for each in reversed(airman.life):
        if each.what == "sortie":
            return each.mission or 0
    return 0


def pool_of(pack: PackDefinition, side: Side, standing: Standing, men: Collection[Airman]) -> Pool | None:
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


def _squadrons(side: Side, standing: Standing, men: Collection[Airman]) -> Iterator[SquadronChoice]:
    """What each has is looked at where somebody asks: a mission asks for few of them."""
    airframes: dict[str, list[Airframe]] = defaultdict(list)
    for airframe in standing.airframes.values():
        if airframe.side == side and airframe.status in IN_POOL:
            airframes[airframe.squadron].append(airframe)
    fit: dict[str, list[Airman]] = defaultdict(list)
    for man in men:
        fit[man.squadron].append(man)
    types = library().aircraft
    for squadron in standing.squadrons.values():
        if squadron.side == side:
            yield SquadronChoice(
                key=squadron.key,
                title=squadron.title,
                type=types[squadron.aircraft],
                in_pool=airframes[squadron.key],
                fit=fit[squadron.key],
                names_men=squadron.names_men,
                why_away=SQUADRON_AWAY.get(squadron.status, ""),
            )
