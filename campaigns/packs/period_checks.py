"""What kind of campaign may say what, and the periods, weather and track of those that have them. [SUP 25, 27]"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping

from campaigns.packs.definition import PackDefinition
from campaigns.packs.errors import Path
from campaigns.packs.mission_checks import Found, check_cards, check_faces
from campaigns.packs.planning import first_day
from campaigns.packs.schema import Kind, Stage

POOLS: tuple[Kind, ...] = ("progressive", "operation", "solitaire")
PERIODS: tuple[Kind, ...] = ("progressive", "solitaire")
BELONGS: Mapping[str, tuple[Kind, ...]] = {
    "squadrons": POOLS,
    "replacements": POOLS,
    "stocks": POOLS,
    "events": POOLS,
    "calendar": PERIODS,
    "progress": PERIODS,
}
"""Which kinds of packs may have these."""
OF_PERIODS = ("periods", "weather", "chosen_by")
"""What only a stage of periods has."""


def check_kind(pack: PackDefinition) -> Iterator[Found]:
    """What a kind needs, and what it has no use for."""
    for key, kinds in BELONGS.items():
        if getattr(pack, key) and key in pack.model_fields_set and pack.kind not in kinds:
            yield (key,), f"A pack of kind {pack.kind} has no {key}: only {' or '.join(kinds)} has. Remove it."
    if pack.kind in POOLS and not pack.squadrons:
        yield ("kind",), f"A pack of kind {pack.kind} keeps pools: add squadrons."
    if pack.kind == "progressive" and pack.progress is None:
        yield ("kind",), "A progressive campaign has a track: add progress."
    for side, definition in pack.sides.items():
        for nation, men in definition.pilots.items():
            path: Path = ("sides", side, "pilots", nation)
            if pack.keeps_pools and men:
                yield path, "Its men come with their squadrons. Write 0."
            elif pack.names_men and not pack.keeps_pools and not men:
                yield path, "It begins with nobody of this nation. Give 1 or more."
    if pack.options.careers:
        yield from _ground_below(pack)
        if pack.skilled_on:
            yield (
                ("skilled_on",),
                "With careers a roster is kept: no card brings a skilled man, Skills are earned. Remove it. [SUP 19.4]",
            )


def _ground_below(pack: PackDefinition) -> Iterator[Found]:
    """With careers it matters where a man comes down. [SUP 19.5]"""
    if pack.kind == "dogfights":
        yield (
            ("options", "careers"),
            "Dogfights do not say whose ground lies below, so they keep no careers. Remove it.",
        )
    for key, mission in pack.missions.items():
        if mission.striker is None and mission.over is None:
            yield (
                ("missions", key),
                "With careers it matters where men come down: say over, a side or water. [SUP 19.5]",
            )


def check_stage(pack: PackDefinition, stage: Stage, path: Path) -> Iterator[Found]:
    """Weather, periods and days of a stage."""
    if not pack.has_periods:
        for key in OF_PERIODS:
            if key in stage.model_fields_set:
                yield (*path, key), f"A pack of kind {pack.kind} has no periods, and so no {key}. Remove it."
        return
    for index, line in enumerate(stage.table):
        if line.date is not None:
            yield (*path, "table", index, "date"), "A Mission takes a day of the period that draws it. Remove the date."
    yield from _weather(stage, path)


def _weather(stage: Stage, path: Path) -> Iterator[Found]:
    for index, line in enumerate(stage.weather):
        here = (*path, "weather", index)
        yield from check_cards(line.cards, (*here, "cards"))
        if line.missions is not None and line.missions > stage.missions:
            yield (
                (*here, "missions"),
                f"A period of this stage has {stage.missions} Missions: the weather allows as many or fewer.",
            )
    if not stage.weather:
        return
    yield from check_faces(
        (line.cards for line in stage.weather),
        (*path, "weather"),
        "No weather comes with {cards}. Add each to one line.",
        "{card} brings {count} kinds of weather. Keep it in one line.",
    )


def check_periods(pack: PackDefinition) -> Iterator[Found]:
    """The periods of each stage end with it, and those of the next come after them."""
    before: datetime.date | None = None
    number = 1
    for index, stage in enumerate(pack.stages):
        path: Path = ("stages", index)
        last = first_day(pack, number) + datetime.timedelta(days=pack.calendar.days * stage.periods - 1)
        if last > stage.last:
            yield (
                (*path, "periods"),
                f"Its periods of {pack.calendar.days} days, {stage.periods} of them, last until {last}, and the stage "
                f"until {stage.last}. Give it fewer periods or a later last day.",
            )
        if before is not None and stage.first <= before:
            yield (*path, "first"), f"The periods of the stage before last until {before}. Begin this one later."
        before = last
        number += stage.periods


def check_track(pack: PackDefinition) -> Iterator[Found]:
    """The progress track and the grades that read it. [SUP 27 steps 7-9]"""
    track = pack.progress
    if track is None:
        return
    path: Path = ("progress",)
    if track.start > len(track.spaces):
        yield (
            (*path, "start"),
            f"The track has spaces 1 to {len(track.spaces)}, and no {track.start}. Give one of them.",
        )
    for index, (lower, higher) in enumerate(zip(track.moves, track.moves[1:], strict=False), 1):
        if higher.least <= lower.least or higher.spaces <= lower.spaces:
            yield (
                (*path, "moves", index),
                f"From {higher.least} points {higher.spaces} spaces do not follow from {lower.least} points "
                f"{lower.spaces}: order the moves from the smallest margin up.",
            )
    if pack.kind != "progressive":
        return
    for index, grade in enumerate(pack.victory.grades):
        if grade.least is not None and not 1 <= grade.least <= len(track.spaces) + 1:
            yield (
                ("victory", "grades", index, "least"),
                f"The track grades a progressive campaign: give a space from 1 to {len(track.spaces)}, or "
                f"{len(track.spaces) + 1} for a marker that has left it.",
            )
