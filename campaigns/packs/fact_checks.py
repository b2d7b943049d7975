"""What contradicts itself in data that is otherwise right: a type, a squadron or a day out of its time, a place twice.

A pack that does so can be read and flown, for nobody but its own author knows what is so; those that ship must not.
"""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from campaigns.catalogue.library import library
from campaigns.packs.definition import PackDefinition
from campaigns.packs.errors import PackError, Path, Problem, key_text
from campaigns.packs.lines import line_numbers, nearest
from campaigns.packs.map_checks import shown_place
from campaigns.packs.mission_checks import Found
from campaigns.packs.named_days import NamedDay, named_days
from campaigns.packs.pools import SquadronLine
from campaigns.packs.reader import read_pack
from campaigns.packs.schema import COLOURS, At, MissionDefinition, Stage, UnitLine

NEAR = 0.1
"""Degrees that one name may lie from itself: its field, its harbour, its middle."""
OF_THE_SEA = ("sea",)
"""Kinds of names that lie wherever there is room for them."""


@dataclass(slots=True)
class Places:
    """Where each name was first seen, over all packs."""

    seen: dict[str, tuple[At, str]] = field(default_factory=dict)


def contradictions(packs: Mapping[str, str], scenarios: Mapping[str, str] | None = None) -> list[Problem]:
    """Everything in these files, by name, that cannot be as another line of theirs has it.

    What is no pack at all is told as it is when it is read.
    """
    told: list[Problem] = []
    places = Places()
    for name, text in packs.items():
        try:
            pack = PackDefinition.model_validate(tomllib.loads(text))
        except (tomllib.TOMLDecodeError, ValidationError):
            told += _refused(text, name)
            continue
        told += _told(_of_pack(pack, name, places), text, name)
    for name, text in (scenarios or {}).items():
        told += _told(_of_scenarios(tomllib.loads(text)), text, name)
    return told


def _refused(text: str, name: str) -> tuple[Problem, ...]:
    try:
        read_pack(text, name)
    except PackError as error:
        return error.problems
    return ()


def _told(found: Iterable[Found], text: str, name: str) -> list[Problem]:
    lines = line_numbers(text)
    return [Problem(name, nearest(lines, path), key_text(path), message) for path, message in dict.fromkeys(found)]


def _of_pack(pack: PackDefinition, name: str, places: Places) -> Iterator[Found]:
    yield from _flown_too_early(pack)
    for key, squadron in pack.squadrons.items():
        yield from _squadron(pack, squadron, ("squadrons", key))
    yield from _days(pack)
    yield from _events(pack)
    yield from _places(pack, name, places)


# ---- Types before they served ------------------------------------------------------------------------------------


def _flown_too_early(pack: PackDefinition) -> Iterator[Found]:
    yield from _missions_too_early(pack, _days_of_missions(pack))
    yield from _pools_too_early(pack)


def _days_of_missions(pack: PackDefinition) -> Mapping[str, datetime.date]:
    """The day by which the types of each Mission must be there: the last, where pools bring them, else the first."""
    drawn: dict[str, datetime.date] = {}
    for stage in pack.stages:
        for line in stage.table:
            day = stage.last if pack.keeps_pools else line.date or stage.first
            pick = max if pack.keeps_pools else min
            drawn[line.mission] = pick(day, drawn.get(line.mission, day))
    return drawn


def _missions_too_early(pack: PackDefinition, drawn: Mapping[str, datetime.date]) -> Iterator[Found]:
    """What Missions, match-ups and Resources send; ``drawn``: the day of each Mission."""
    for key, mission in pack.missions.items():
        if key in drawn:
            yield from _units(mission.units, drawn[key], ("missions", key, "units"))
    for index, stage in enumerate(pack.stages):
        for number, location in enumerate(stage.locations):
            for colour in COLOURS:
                path: Path = ("stages", index, "locations", number, colour, "units")
                yield from _units(location.match_up(colour).units, location.date, path)
    for key, resource in pack.resources.items():
        days = [day for mission, day in drawn.items() if not resource.missions or mission in resource.missions]
        for index, effect in enumerate(resource.gives):
            for slug in effect.aircraft if days else ():
                day = (max if pack.keeps_pools else min)(days)
                yield from _type(slug, day, ("resources", key, "gives", index, "aircraft"))


def _pools_too_early(pack: PackDefinition) -> Iterator[Found]:
    """What squadrons begin with and get later."""
    for key, squadron in pack.squadrons.items():
        yield from _type(squadron.aircraft, _joins(pack, squadron), ("squadrons", key, "aircraft"))
    for index, coming in enumerate(pack.replacements):
        if coming.type is not None:
            yield from _type(coming.type, coming.date or pack.last, ("replacements", index, "type"))
    for key, event in pack.events.items():
        for index, given in enumerate(event.gives):
            if given.type is not None:
                yield from _type(given.type, event.date or pack.last, ("events", key, "gives", index, "type"))


def _units(units: Iterable[UnitLine], day: datetime.date, path: Path) -> Iterator[Found]:
    for index, unit in enumerate(units):
        for slug in unit.aircraft:
            yield from _type(slug, day, (*path, index, "aircraft"))


def _type(slug: str, day: datetime.date, path: Path) -> Iterator[Found]:
    kind = library().aircraft.get(slug)
    if kind is not None and kind.in_service > day:
        yield path, f"{slug} flies here on {day} and came into service in {kind.in_service:%B %Y}."


# ---- Squadrons before they were formed ---------------------------------------------------------------------------


def _joins(pack: PackDefinition, squadron: SquadronLine) -> datetime.date:
    return max(squadron.first or pack.first, pack.first)


def _squadron(pack: PackDefinition, squadron: SquadronLine, path: Path) -> Iterator[Found]:
    joins, leaves = _joins(pack, squadron), squadron.last or pack.last
    for key in ("formed", "disbanded"):
        if getattr(squadron, key) is not None and key not in squadron.fixed:
            yield (*path, key), f"Who says so? Name the source in fixed: fixed = {{ {key} = “public: …” }}."
    if squadron.formed is not None and f"{joins:%Y-%m}" < squadron.formed:
        yield (*path, "formed"), f"{squadron.title} flies here from {joins}, and was formed in {squadron.formed}."
    if squadron.disbanded is not None and f"{leaves:%Y-%m}" > squadron.disbanded:
        message = f"{squadron.title} flies here until {leaves}, and was disbanded in {squadron.disbanded}."
        yield (*path, "disbanded"), message
    if squadron.formed is not None and squadron.disbanded is not None and squadron.disbanded < squadron.formed:
        message = f"{squadron.title} was disbanded in {squadron.disbanded}, before it was formed in {squadron.formed}."
        yield (*path, "disbanded"), message


# ---- Days outside the stage in which they are told ---------------------------------------------------------------


def _days(pack: PackDefinition) -> Iterator[Found]:
    years = range(pack.first.year, pack.last.year + 1)
    for index, stage in enumerate(pack.stages):
        path: Path = ("stages", index)
        yield from _told_of(stage, stage.note, years, (*path, "note"))
        for number, line in enumerate(stage.table):
            here: Path = (*path, "table", number, "date")
            yield from _outside(stage, line.date, here)
            mission = pack.missions.get(line.mission)
            if mission is not None:
                yield from _briefing(stage, mission, line.date, years, ("missions", line.mission, "note"))
        for number, location in enumerate(stage.locations):
            here = (*path, "locations", number)
            yield from _outside(stage, location.date, (*here, "date"))
            yield from _told_of(stage, location.note, years, (*here, "note"))


def _outside(stage: Stage, day: datetime.date | None, path: Path) -> Iterator[Found]:
    if day is not None and not stage.first <= day <= stage.last:
        yield path, f"{day} lies outside {stage.title}, {stage.first} to {stage.last}."


def _briefing(
    stage: Stage, mission: MissionDefinition, day: datetime.date | None, years: range, path: Path
) -> Iterator[Found]:
    outside = tuple(_told_of(stage, mission.note, years, path))
    yield from outside
    named = tuple(named_days(mission.note, years))
    if day is not None and named and not outside and all(min(each.dates) > day for each in named):
        yield path, f"It tells of {_listed(named)}, and is flown on {day}, before that."


def _told_of(stage: Stage, text: str, years: range, path: Path) -> Iterator[Found]:
    """What came before and after may be told, too; something must be of the time that it is about."""
    named = tuple(named_days(text, years))
    if named and not any(each.is_within(stage.first, stage.last) for each in named):
        yield path, f"It tells of {_listed(named)}, and {stage.title} lasts from {stage.first} to {stage.last}."


def _events(pack: PackDefinition) -> Iterator[Found]:
    years = range(pack.first.year, pack.last.year + 1)
    for key, event in pack.events.items():
        named = tuple(named_days(event.text, years))
        if event.date is not None and named and not any(event.date in each.dates for each in named):
            yield ("events", key, "date"), f"It happens on {event.date}, and its text tells of {_listed(named)}."


def _listed(days: Iterable[NamedDay]) -> str:
    return ", ".join(dict.fromkeys(day.text for day in days))


# ---- Places that lie in two places -------------------------------------------------------------------------------


def _places(pack: PackDefinition, file: str, places: Places) -> Iterator[Found]:
    for path, name, at in _named_places(pack):
        where, who = places.seen.setdefault(name, (at, f"{file}, {key_text(path)}"))
        if max(abs(at[0] - where[0]), abs(at[1] - where[1])) > NEAR + 1e-9:
            yield path, f"{name} lies at {shown_place(at)} here and at {shown_place(where)} in {who}."


def _named_places(pack: PackDefinition) -> Iterator[tuple[Path, str, At]]:
    """What has a name and lies in one place; a piece of open sea does not."""
    for index, town in enumerate(pack.map.towns if pack.map is not None else ()):
        if town.kind not in OF_THE_SEA:
            yield ("map", "towns", index, "at"), town.title, town.at
    for key, mission in pack.missions.items():
        if mission.at is not None and mission.over != "water":
            yield ("missions", key, "at"), mission.place, mission.at
    for index, stage in enumerate(pack.stages):
        for number, location in enumerate(stage.locations):
            if location.at is not None:
                yield ("stages", index, "locations", number, "at"), location.place, location.at
    for key, squadron in pack.squadrons.items():
        if squadron.at is not None and squadron.base is not None:
            yield ("squadrons", key, "at"), squadron.base, squadron.at
    for key, event in pack.events.items():
        for index, given in enumerate(event.gives):
            if given.at is not None and given.base is not None:
                yield ("events", key, "gives", index, "at"), given.base, given.at


# ---- Scenarios ---------------------------------------------------------------------------------------------------


def _of_scenarios(tables: Mapping[str, Any]) -> Iterator[Found]:
    """Types of scenarios that say their month or year."""
    for key, table in tables.items():
        day = _latest(table)
        for index, unit in enumerate(table.get("units", ()) if day is not None else ()):
            slug = unit.get("aircraft")
            if isinstance(slug, str) and day is not None:
                yield from _type(slug, day, (key, "units", index, "aircraft"))


def _latest(table: Mapping[str, Any]) -> datetime.date | None:
    """The last day that a scenario may mean."""
    if isinstance(month := table.get("month"), str):
        return datetime.date.fromisoformat(f"{month}-28")
    if isinstance(year := table.get("year"), int):
        return datetime.date(year, 12, 31)
    return None
