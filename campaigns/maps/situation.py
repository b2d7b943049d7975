"""What a map shows of a campaign up to one of its missions, as plain data: the page, the log and the book draw it.

It knows what it is told. Whose squadrons are in ``Flown`` and ``stationed`` is the selector's decision.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from campaigns.catalogue.theatres import Place, Theatre, theatres
from campaigns.packs.definition import PackDefinition
from campaigns.packs.maps import MapLine, Town
from campaigns.packs.schema import SIDES, MissionDefinition

Result = Literal["allied", "axis", "level", "next"]
"""Which side came out ahead; ``next``: it has yet to be debriefed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flown:
    """A mission that has been drawn and is not void, as far as the reader may know it."""

    number: int
    key: str
    title: str
    place: str
    date: datetime.date
    is_debriefed: bool
    points: Mapping[str, int]
    lost: Mapping[str, int]
    """Aircraft that each side lost."""
    bases: Mapping[str, Sequence[str]]
    """By side, the bases that squadrons of it flew from; of sides whose squadrons the reader does not know, none."""


@dataclass(frozen=True, slots=True)
class Way:
    """From a base, or from where a side is said to come from, to where the mission was fought."""

    side: str
    base: str
    """Empty: the pack does not name it."""
    start: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionMark:
    """A mission on the map."""

    flown: Flown
    at: Place
    ways: tuple[Way, ...]
    result: Result


@dataclass(frozen=True, slots=True)
class BaseMark:
    """An airfield from which a side flies."""

    side: str
    title: str
    at: Place
    squadrons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrackMark:
    """Where the marker stands; ``number`` is 0 or one past the last where it has left the track."""

    number: int
    spaces: tuple[str, ...]

    @property
    def title(self) -> str:
        """Of the space."""
        return self.spaces[self.number - 1] if 0 < self.number <= len(self.spaces) else "off the track"


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The map after mission ``until``; 0: before the first."""

    theatre: Theatre
    until: int
    day: datetime.date
    missions: tuple[MissionMark, ...]
    elsewhere: tuple[tuple[Flown, str], ...]
    """Missions that it does not show, and why."""
    bases: tuple[BaseMark, ...]
    towns: tuple[Town, ...]
    lines: tuple[MapLine, ...]
    track: TrackMark | None

    @property
    def fronts(self) -> tuple[str, ...]:
        """Titles of the fronts of that day."""
        return tuple(line.title for line in self.lines if line.kind == "front")


def situation(
    pack: PackDefinition,
    missions: Iterable[Flown],
    until: int,
    *,
    marker: int | None = None,
    stationed: Mapping[str, Sequence[tuple[str, str]]] = MappingProxyType({}),
) -> Situation | None:
    """``marker``: where that of the track stands, if it is to be told. ``stationed``: by side the squadrons that the
    reader may know of, each with its base. ``None``: the pack has no map.
    """
    if pack.map is None:
        return None
    shown = [flown for flown in missions if flown.number <= until]
    places = bases_of(pack)
    on_track = min(max(marker, 1), len(pack.progress.spaces)) if pack.progress and marker is not None else None
    day = shown[-1].date if shown else pack.first
    return Situation(
        theatre=theatres()[pack.map.theatre],
        until=until,
        day=day,
        missions=tuple(_marks(pack, shown, places)),
        elsewhere=tuple(_elsewhere(pack, shown)),
        bases=tuple(_stationed(stationed, places)),
        towns=pack.map.towns,
        lines=tuple(line for line in pack.map.lines if _is_there(line, day, on_track)),
        track=TrackMark(marker, tuple(space.title for space in pack.progress.spaces))
        if pack.progress is not None and marker is not None
        else None,
    )


def bases_of(pack: PackDefinition) -> dict[str, Place]:
    """Where the bases lie that the pack names, by title."""
    found = {line.base: line.at for line in pack.squadrons.values() if line.base and line.at}
    moves = (effect for event in pack.events.values() for effect in event.gives)
    found |= {effect.base: effect.at for effect in moves if effect.base and effect.at}
    return {title: Place(*at) for title, at in found.items()}


def _marks(pack: PackDefinition, shown: Iterable[Flown], places: Mapping[str, Place]) -> Iterator[MissionMark]:
    for flown in shown:
        told = _told(pack, flown)
        if told is not None and told.at is not None:
            yield MissionMark(
                flown=flown, at=Place(*told.at), ways=tuple(_ways(told, flown, places)), result=_result(flown)
            )


def _told(pack: PackDefinition, flown: Flown) -> MissionDefinition | None:
    """What the pack says of a mission; nothing of an operation that counts as one."""
    return pack.mission(flown.key) if flown.key else None


def _elsewhere(pack: PackDefinition, shown: Iterable[Flown]) -> Iterator[tuple[Flown, str]]:
    for flown in shown:
        told = _told(pack, flown)
        if told is None:
            yield flown, "An operation with a map of its own."
        elif told.at is None:
            yield flown, f"{told.unplaced}." if told.unplaced else "The pack does not say where."


def _ways(told: MissionDefinition, flown: Flown, places: Mapping[str, Place]) -> Iterator[Way]:
    for side in SIDES:
        if side in told.start:
            yield Way(side, "", Place(*told.start[side]))
        for base in flown.bases.get(side, ()):
            if base in places:
                yield Way(side, base, places[base])


def _result(flown: Flown) -> Result:
    if not flown.is_debriefed:
        return "next"
    allied, axis = flown.points["allied"], flown.points["axis"]
    return "allied" if allied > axis else "axis" if axis > allied else "level"


def _stationed(stationed: Mapping[str, Sequence[tuple[str, str]]], places: Mapping[str, Place]) -> Iterator[BaseMark]:
    for side in SIDES:
        there: dict[str, list[str]] = {}
        for squadron, base in stationed.get(side, ()):
            if base in places:
                there.setdefault(base, []).append(squadron)
        for base, squadrons in there.items():
            yield BaseMark(side, base, places[base], tuple(squadrons))


def _is_there(line: MapLine, day: datetime.date, marker: int | None) -> bool:
    if line.spaces is not None and (marker is None or not line.spaces[0] <= marker <= line.spaces[1]):
        return False
    return (line.first is None or line.first <= day) and (line.last is None or day <= line.last)
