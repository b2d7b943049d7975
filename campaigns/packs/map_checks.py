"""Places of a pack: within reach of its theatre, on a map that it has, and each told once."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.catalogue.theatres import Box, Place, Theatre, theatres
from campaigns.packs.definition import PackDefinition
from campaigns.packs.errors import Path
from campaigns.packs.maps import MapLine
from campaigns.packs.mission_checks import Found, unknown
from campaigns.packs.schema import At, MissionDefinition

FARTHEST = 10.0
"""Degrees beyond the edge of its theatre: what lies off the map is shown at its edge, what is further off is a slip."""


def check_map(pack: PackDefinition) -> Iterator[Found]:
    """What is wrong with the places of a pack and the lines on its map."""
    placed = list(_placed(pack))
    if pack.map is None:
        for path, _ in placed:
            yield path, "This pack has no map: add a table map with its theatre, or remove this."
        return
    theatre = theatres().get(pack.map.theatre)
    if theatre is None:
        yield ("map", "theatre"), unknown("a theatre that this house has a map of", pack.map.theatre, theatres())
        return
    for path, at in placed:
        yield from _within_reach(theatre, at, path)
    yield from _lines(pack, theatre)
    for key, mission in pack.missions.items():
        yield from _of_mission(mission, ("missions", key))
    for key, squadron in pack.squadrons.items():
        if squadron.at is not None and squadron.base is None:
            yield ("squadrons", key, "at"), "It says where its base lies, and has none. Add base, or remove this."
        elif squadron.at is not None and squadron.unplaced is not None:
            yield ("squadrons", key, "unplaced"), "It has a place on the map. Remove one of the two."


def _placed(pack: PackDefinition) -> Iterator[tuple[Path, At]]:
    """Every place of a Mission, squadron, event or location, and where it stands in the file."""
    for key, mission in pack.missions.items():
        if mission.at is not None:
            yield ("missions", key, "at"), mission.at
        for side, start in mission.start.items():
            yield ("missions", key, "start", side), start
    for key, squadron in pack.squadrons.items():
        if squadron.at is not None:
            yield ("squadrons", key, "at"), squadron.at
    for key, event in pack.events.items():
        for index, effect in enumerate(event.gives):
            if effect.at is not None:
                yield ("events", key, "gives", index, "at"), effect.at
    for index, stage in enumerate(pack.stages):
        for number, location in enumerate(stage.locations):
            if location.at is not None:
                yield ("stages", index, "locations", number, "at"), location.at
    if pack.map is not None:
        for index, town in enumerate(pack.map.towns):
            yield ("map", "towns", index, "at"), town.at


def _within_reach(theatre: Theatre, at: At, path: Path) -> Iterator[Found]:
    off = theatre.box.degrees_off(Place(*at))
    if off > FARTHEST:
        yield path, f"{shown_place(at)} lies {off:.0f}° outside {_where(theatre.box)}. Latitude stands first."


def _lines(pack: PackDefinition, theatre: Theatre) -> Iterator[Found]:
    for index, line in enumerate(pack.map.lines if pack.map else ()):
        path: Path = ("map", "lines", index)
        for number, at in enumerate(line.points):
            yield from _within_reach(theatre, at, (*path, "points", number))
        if line.first is not None and line.last is not None and line.last < line.first:
            yield (*path, "last"), f"{line.last} comes before {line.first}. Swap the two dates."
        yield from _spaces(pack, line, (*path, "spaces"))


def _spaces(pack: PackDefinition, line: MapLine, path: Path) -> Iterator[Found]:
    if line.spaces is None:
        return
    if pack.progress is None:
        yield path, "This pack has no track: give the line days, first and last, or neither."
        return
    low, high = line.spaces
    if not 1 <= low <= high <= len(pack.progress.spaces):
        yield path, f"The track has spaces 1 to {len(pack.progress.spaces)}: give the first and the last of them."


def _of_mission(mission: MissionDefinition, path: Path) -> Iterator[Found]:
    if mission.at is not None and mission.unplaced is not None:
        yield (*path, "unplaced"), "It has a place on the map. Remove one of the two."
    if mission.start and mission.at is None:
        yield (*path, "start"), "It says where a side comes from, and not where to: add at."


def shown_place(at: At) -> str:
    """As a pack has it: ``[51.1, 1.3]``."""
    return f"[{at[0]:g}, {at[1]:g}]"


def _where(box: Box) -> str:
    return f"the map of this theatre ({box.extent})"
