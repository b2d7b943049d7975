"""What a side has to fly a Mission with: its men and, where it keeps pools, squadrons, cap and fuel. No query."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property

from campaigns.catalogue.library import AircraftType, library
from campaigns.packs import PackDefinition, planning
from campaigns.packs.schema import Side
from campaigns.standing.model import Airframe, Airman, Standing
from campaigns.standing.pools import IN_POOL
from engine.core.values import value

SQUADRON_AWAY: Mapping[str, str] = {
    "away": "is not with your side yet",
    "withdrawn": "has been withdrawn",
    "grounded": "is aboard a carrier that cannot launch [Supplement 26]",
}
"""Why no aircraft of a squadron flies, by its status."""


@value(frozen=True, eq=False)
class SquadronChoice:
    """A squadron of the side, and what it can fly a Mission with."""

    key: str
    title: str
    type: AircraftType
    ready: Sequence[Airframe]
    """The serviceable aircraft of its type, as they came."""
    in_repair: int
    """How many of its type are under repair."""
    fit: Sequence[Airman]
    """The men who are, as they came."""
    names_men: bool
    """Its men are known by name: nobody else flies its aircraft."""
    why_away: str
    """Why none of its aircraft flies, as the end of a sentence; empty if it is here."""

    @cached_property
    def airframes(self) -> tuple[Airframe, ...]:
        """The serviceable ones, the least flown first."""
        return tuple(sorted(self.ready, key=lambda airframe: (airframe.sorties, len(airframe.code), airframe.code)))

    @cached_property
    def men(self) -> tuple[Airman, ...]:
        """The fit ones, those who have rested longest first."""
        return tuple(sorted(self.fit, key=lambda man: (last_flown(man), man.missions, man.is_green, man.name)))

    @property
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


@value(frozen=True, slots=True)
class Pool:
    """What a side may fly a Mission with. [SUP 25, 27 step 4]"""

    by_key: Mapping[str, SquadronChoice]
    """In the order in which they came to the side."""
    cap: int | None
    """Units that it may fly; ``None``: as many as the Mission has."""
    weather: str
    """What sets the cap."""
    fuel: int | None
    """What the fuel stock holds; ``None``: fuel is not counted."""

    @property
    def squadrons(self) -> Collection[SquadronChoice]:
        return self.by_key.values()

    def squadron(self, key: str | None) -> SquadronChoice | None:
        return self.by_key.get(key or "")


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
        by_key={each.key: each for each in _squadrons(side, standing, men)},
        cap=period.caps[side] if period else None,
        weather=period.weather.title if period and period.weather else "",
        fuel=standing.stocks[side].get("fuel"),
    )


def _squadrons(side: Side, standing: Standing, men: Collection[Airman]) -> Iterator[SquadronChoice]:
    """Its aircraft and men are gone through once for all of them; they are sorted where a mission asks for them."""
    types = library().aircraft
    own = {key: squadron for key, squadron in standing.squadrons.items() if squadron.side == side}
    ready: dict[str, list[Airframe]] = {key: [] for key in own}
    in_repair = dict.fromkeys(own, 0)
    for airframe in standing.airframes.values():
        if airframe.status not in IN_POOL or airframe.side != side:
            continue
        key = airframe.squadron
        if key in own and airframe.aircraft == own[key].aircraft:
            if airframe.status == "serviceable":
                ready[key].append(airframe)
            else:
                in_repair[key] += 1
    fit: dict[str, list[Airman]] = {key: [] for key in own}
    for man in men:
        if man.squadron in fit:
            fit[man.squadron].append(man)
    for key, squadron in own.items():
        yield SquadronChoice(
            key=key,
            title=squadron.title,
            type=types[squadron.aircraft],
            ready=ready[key],
            in_repair=in_repair[key],
            fit=fit[key],
            names_men=squadron.names_men,
            why_away=SQUADRON_AWAY.get(squadron.status, ""),
        )
