"""What a solitaire campaign against flying bombs may say, and what nobody else may. [SUP 28]"""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.catalogue.library import library
from campaigns.packs.definition import PackDefinition
from campaigns.packs.errors import Path
from campaigns.packs.mission_checks import Found
from campaigns.packs.schema import MissionDefinition, UnitLine
from engine.core.own_types import plain

WEEK = "flying-bombs"
"""The type of its Missions."""
OF_NO_USE = ("section", "load", "arrives", "phase", "over_target", "mode")
"""What a patrol has no use for."""


def check_solitaire(pack: PackDefinition) -> Iterator[Found]:
    if pack.kind != "solitaire":
        yield from _not_elsewhere(pack)
        return
    if pack.values.flying_bomb is None:
        yield ("scoring",), "A solitaire campaign gives points for flying bombs: add flying_bomb. [SUP 28]"
    if pack.victory.side != "allied":
        yield ("victory", "side"), "It is graded by the points of the Allied side. Write allied. [SUP 28]"
    if pack.resources:
        yield ("resources",), "A solitaire campaign has no Resources. Remove them."
    for key, squadron in pack.squadrons.items():
        if squadron.side != "allied":
            yield ("squadrons", key, "side"), "Only the Allied side has squadrons here. [SUP 28]"
    for key, mission in pack.missions.items():
        path: Path = ("missions", key)
        if mission.type != WEEK:
            yield (*path, "type"), f"The Missions of a solitaire campaign are of type {WEEK}."
        for index, unit in enumerate(mission.units):
            yield from _patrol(mission, unit, pack.rules.patrols_at, (*path, "units", index))


def _not_elsewhere(pack: PackDefinition) -> Iterator[Found]:
    for key, mission in pack.missions.items():
        path: Path = ("missions", key)
        if mission.type == WEEK or mission.week is not None:
            yield path, "Only a pack of kind solitaire has weeks of flying bombs. [SUP 28]"
        for index, unit in enumerate(mission.units):
            if unit.role == "patrol" or unit.belt is not None:
                yield (*path, "units", index), "Patrols and their belts belong to a pack of kind solitaire. [SUP 28]"
    if pack.values.flying_bomb is not None:
        yield ("scoring", "flying_bomb"), "No flying bombs come in a pack of this kind. Remove it."


def _patrol(mission: MissionDefinition, unit: UnitLine, altitude: str, path: Path) -> Iterator[Found]:
    """An Allied Fighter unit over a belt, at the Altitude of the flying bombs."""
    if unit.side != "allied" or unit.role != "patrol" or unit.belt is None:
        yield path, "It must be an Allied patrol over a belt: give side, role and belt. [SUP 28]"
    if unit.altitudes != (altitude,):
        yield (*path, "altitudes"), f"Flying bombs come at {altitude}, and patrols wait there: give that one. [SUP 28]"
    for key in OF_NO_USE:
        if key in unit.model_fields_set:
            yield (*path, key), "A patrol has no use for it. Remove it. [SUP 28]"
    for place, slug in enumerate(unit.aircraft):
        kind = library().aircraft.get(slug)
        if kind is None:
            continue  # said with the aircraft
        here: Path = (*path, "aircraft", place)
        if kind.aircraft_class != "fighter":
            yield here, f"{plain(slug)} is no fighter: patrols are. [SUP 28]"
            continue
        if kind.flies_alone and unit.wingman != "never":
            yield here, f'{plain(slug)} flies by night, as a lone Leader: write wingman = "never". [SUP 23.5, 28]'
        if mission.week is not None and mission.week < kind.from_week:
            yield here, f"{plain(slug)} does not fly before week {kind.from_week}. [SUP 28]"
