"""What a pack's shape alone cannot show: names that must exist, tables that must be whole, dates in order."""

from __future__ import annotations

import datetime
import difflib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from campaigns.packs.errors import Path
from campaigns.packs.library import AircraftType, Library
from campaigns.packs.schema import (
    CARD_GROUPS,
    COLOURS,
    GROUND_LOADS,
    SIDES,
    UNIT_EFFECTS,
    Load,
    Location,
    MissionDefinition,
    MissionType,
    PackDefinition,
    Resource,
    Side,
    Stage,
    UnitLine,
)
from engine.core.errors import EngineError
from engine.wildblue.aircraft import read_skills
from engine.wildblue.terms import MOST_UNITS

Found: TypeAlias = tuple[Path, str]
"""Where a mistake stands, and the sentence about it."""


def check(pack: PackDefinition, known: Library) -> Iterator[Found]:
    """Every mistake in a pack of the right shape."""
    yield from _sides(pack, known)
    yield from _stages(pack)
    for index, stage in enumerate(pack.stages):
        yield from _stage(pack, stage, ("stages", index), known)
    for key, mission in pack.missions.items():
        yield from _mission(pack, mission, ("missions", key), known)
    yield from _resources(pack, known)
    yield from _cards(pack.skilled_on, ("skilled_on",), known)
    yield from _grades(pack)


def _unknown(what: str, name: str, names: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, sorted(names), n=1, cutoff=0.5)
    return f"{name!r} is not {what}. " + (
        f"Did you mean {near[0]!r}?" if near else f"Known are: {', '.join(sorted(names)) or 'none'}."
    )


def _sides(pack: PackDefinition, known: Library) -> Iterator[Found]:
    for side in SIDES:
        if side not in pack.sides:
            yield ("sides",), f"The {side} side is missing: add a table sides.{side}."
            continue
        for nation in pack.sides[side].nations:
            path: Path = ("sides", side, "pilots", nation)
            if nation not in known.pilots:
                yield path, _unknown("a nation with pilots that this house knows", nation, known.pilots)
                continue
            there = [pilot for pilot in known.pilots[nation] if pilot.service in pack.sides[side].services]
            if len(there) < pack.sides[side].pilots[nation]:
                yield path, f"Only {len(there)} pilots of {nation} serve in these services. Ask for fewer."


def _stages(pack: PackDefinition) -> Iterator[Found]:
    if pack.last < pack.first:
        yield ("last",), f"The campaign ends on {pack.last}, before it begins on {pack.first}. Swap the two dates."
    before = pack.first
    for index, stage in enumerate(pack.stages):
        yield from _within(stage.first, before, pack.last, ("stages", index, "first"))
        yield from _within(stage.last, stage.first, pack.last, ("stages", index, "last"))
        before = stage.first
    for key, times in Counter(stage.key for stage in pack.stages).items():
        if times > 1:
            yield ("stages",), f"{times} stages have the key {key!r}. Give each a key of its own."


def _within(date: datetime.date, first: datetime.date, last: datetime.date, path: Path) -> Iterator[Found]:
    if not first <= date <= last:
        yield path, f"{date} lies outside {first} to {last}. Give a date within."


def _stage(pack: PackDefinition, stage: Stage, path: Path, known: Library) -> Iterator[Found]:
    if pack.kind == "dogfights":
        yield from _locations(pack, stage, path, known)
        return
    if stage.locations:
        yield (*path, "locations"), "Only a pack of kind dogfights has locations. Use a Mission table."
    faces = Counter(face for line in stage.table for face in line.faces)
    for index, line in enumerate(stage.table):
        here = (*path, "table", index)
        yield from _cards(line.cards, (*here, "cards"), known)
        yield from _within(line.date, stage.first, stage.last, (*here, "date"))
        if line.mission not in pack.missions:
            yield (*here, "mission"), _unknown("a mission of this pack", line.mission, pack.missions)
    missing = [card for card in known.faces if not faces[card]]
    if missing:
        yield (*path, "table"), f"No Mission is drawn by {', '.join(missing)}. Add each to one line of the table."
    for card in known.faces:
        if faces[card] > 1:
            yield (*path, "table"), f"{card} draws {faces[card]} Missions. Keep it in one line of the table."
    drawn = {line.mission for line in stage.table}
    if len(drawn) < stage.missions:
        yield (
            (*path, "missions"),
            f"{stage.missions} Missions are flown in this stage, but its table has only {len(drawn)}. "
            "Add Missions to the table or fly fewer.",
        )
    elif len(drawn) < stage.missions + (flown := _flown_before(pack, stage, drawn)):
        yield (
            (*path, "missions"),
            f"{stage.missions} Missions are flown in this stage, but earlier stages may have flown {flown} of the "
            f"{len(drawn)} Missions of its table. Add Missions to the table or fly fewer.",
        )


def _flown_before(pack: PackDefinition, stage: Stage, drawn: set[str]) -> int:
    """How many of these missions the stages before this one may fly at most."""
    earlier = pack.stages[: pack.stages.index(stage)]
    return sum(min(each.missions, len(drawn & {line.mission for line in each.table})) for each in earlier)


def _locations(pack: PackDefinition, stage: Stage, path: Path, known: Library) -> Iterator[Found]:
    if stage.table:
        yield (*path, "table"), "A pack of kind dogfights draws locations, not Missions. Remove the table."
    expected = 1
    for index, location in enumerate(stage.locations):
        here = (*path, "locations", index)
        yield from _within(location.date, stage.first, stage.last, (*here, "date"))
        low, high = location.numbers
        if low != expected or high < low:
            yield (
                (*here, "numbers"),
                f"{low} to {high} does not follow on: this location's card numbers must begin at {expected}.",
            )
        expected = max(expected, high + 1)
        for colour in COLOURS:
            yield from _match_up(pack, location, colour, here, known)
    if expected != len(known.cards) + 1:
        last: Path = ("locations", len(stage.locations) - 1, "numbers") if stage.locations else ()
        yield (
            (*path, *last),
            f"The locations cover card numbers 1 to {expected - 1}. They must cover 1 to {len(known.cards)}.",
        )
    if len(stage.locations) < stage.missions:
        yield (
            (*path, "missions"),
            f"{stage.missions} dogfights are flown in this stage, each at another location, "
            f"but it has only {len(stage.locations)}. Add locations or fly fewer.",
        )
    for key, times in Counter(location.key for each in pack.stages for location in each.locations).items():
        if times > 1 and any(location.key == key for location in stage.locations):
            yield (*path, "locations"), f"{times} locations have the key {key!r}. Give each a key of its own."


def _match_up(pack: PackDefinition, location: Location, colour: str, path: Path, known: Library) -> Iterator[Found]:
    match_up = getattr(location, colour)
    units = (*path, colour, "units")
    yield from _units(pack, match_up.units, location.date, units, known)
    yield from _both_sides(match_up.units, units)
    yield from _fighters_only(match_up.units, units, known)
    could_fly = sum(unit.count for unit in match_up.units) + sum(_most_brought(pack, side) for side in SIDES)
    if could_fly > MOST_UNITS:
        yield (
            units,
            f"Both sides together could fly {could_fly} units, with their largest Resources. "
            f"At most {MOST_UNITS} can fly in one dogfight.",
        )
    for index, unit in enumerate(match_up.units):
        for key, value, usual in (
            ("load", unit.load, ()), ("arrives", unit.arrives, (1,)), ("phase", unit.phase, None),
            ("section", unit.section, False), ("over_target", unit.over_target, False),
        ):  # fmt: skip
            if value != usual:
                yield (*units, index, key), f"A dogfight has no {key.replace('_', ' ')}. Remove it."


def _both_sides(units: tuple[UnitLine, ...], path: Path) -> Iterator[Found]:
    for side in SIDES:
        if not any(unit.side == side for unit in units):
            yield path, f"The {side} side has no unit. Add one."


def _most_brought(pack: PackDefinition, side: Side, mission: str | None = None) -> int:
    """The most units that one Resource brings to a side in this Mission, or in any."""
    return max(
        (
            sum(effect.count for effect in resource.gives if effect.effect in UNIT_EFFECTS)
            for resource in pack.resources_of(side).values()
            if mission is None or not resource.missions or mission in resource.missions
        ),
        default=0,
    )


def _fighters_only(units: tuple[UnitLine, ...], path: Path, known: Library) -> Iterator[Found]:
    for index, unit in enumerate(units):
        if unit.role != "fighter":
            yield (*path, index, "role"), f"In an Air Combat Mission there is no {unit.role}. Use fighter."
        for slug in unit.aircraft:
            if slug in known.aircraft and known.aircraft[slug].aircraft_class != "fighter":
                yield (*path, index, "aircraft"), f"{slug} is no fighter: only fighters fly Air Combat Missions."


def _units(
    pack: PackDefinition, units: tuple[UnitLine, ...], date: datetime.date, path: Path, known: Library
) -> Iterator[Found]:
    for index, unit in enumerate(units):
        yield from _aircraft(pack, unit.aircraft, unit.side, date, (*path, index, "aircraft"), known)
        types = [known.aircraft[slug] for slug in unit.aircraft if slug in known.aircraft]
        if len({kind.in_formation for kind in types}) > 1:
            yield (*path, index, "aircraft"), "Elements and Formations cannot be chosen between. Split the unit in two."
        yield from _unit_line(unit, types, (*path, index))
        for altitude in unit.altitudes:
            if not all(altitude in kind.start_altitudes for kind in types):
                yield (
                    (*path, index, "altitudes"),
                    f"Not every aircraft here can begin at {altitude}. Remove it.",
                )


def _unit_line(unit: UnitLine, types: list[AircraftType], path: Path) -> Iterator[Found]:
    """What the aircraft of a line cannot do. [WBY 17.3.1c, 17.3.4, 17.6, 18.1]"""
    formation = any(kind.in_formation for kind in types)
    if unit.section and (formation or unit.wingman != "always"):
        yield (*path, "section"), "A Section is an Element with a third aircraft. Remove it or let the Wingman fly."
    most = 3 if all(kind.aircraft_class == "heavy-bomber" for kind in types) else 2
    for place, size in enumerate(unit.size):
        if formation and size > most:
            yield (*path, "size", place), f"A Formation of these has at most {most} aircraft. [WBY 17.3.1c]"
    if unit.mode and not (formation and all(unit.mode in kind.modes for kind in types)):
        yield (*path, "mode"), f"Not every aircraft here bombs in Formation by {unit.mode}. Remove it. [WBY 17.3.4]"
    for place, load in enumerate(unit.load):
        for kind in types:
            if load not in kind.carries:
                able = ", ".join(kind.carries) or "nothing"
                yield (*path, "load", place), f"{kind.slug} carries no {load}; it carries {able}. [WBY 18.1]"


def _aircraft(
    pack: PackDefinition, slugs: tuple[str, ...], side: Side, date: datetime.date, path: Path, known: Library
) -> Iterator[Found]:
    for index, slug in enumerate(slugs):
        kind = known.aircraft.get(slug)
        if kind is None:
            yield (*path, index), _unknown("an aircraft that this house knows", slug, known.aircraft)
            continue
        if side in pack.sides and kind.nation not in pack.sides[side].nations:
            yield (*path, index), f"{slug} flies for {kind.nation}, which is not a nation of the {side} side."
        if _later(kind, date):
            yield (*path, index), f"{slug} came into service in {kind.in_service:%B %Y}, after {date}."


def _later(kind: AircraftType, date: datetime.date) -> bool:
    return kind.in_service > date


NEEDS: Mapping[MissionType, tuple[str, ...]] = {
    "air-combat": (),
    "strike": ("striker", "target", "base"),
    "intercept": ("striker",),
    "air-drop": ("striker", "target", "base"),
    "air-transport": ("striker", "target", "base"),
    "mine-laying": ("striker", "base"),
    "reconnaissance": ("striker", "base"),
}
"""What a Mission of each type must say. [SUP 21.8]"""
HAS_NO: Mapping[MissionType, tuple[str, ...]] = {
    "air-combat": ("striker", "target", "base"),
    "intercept": ("target",),
}
CARGO_TYPES = ("air-drop", "air-transport")
LOADS_OF_TYPE: Mapping[MissionType, tuple[Load, ...]] = {
    "air-drop": ("cargo",),
    "air-transport": ("cargo",),
    "mine-laying": ("mines",),
}
"""What strikers of these Missions carry, and nobody else anywhere."""


def _mission(pack: PackDefinition, mission: MissionDefinition, path: Path, known: Library) -> Iterator[Found]:
    dates = [line.date for stage in pack.stages for line in stage.table if line.mission == path[-1]]
    if pack.kind == "dogfights":
        yield path, "A pack of kind dogfights has locations, not missions. Move it to one."
    elif not dates:
        yield path, "No stage draws this Mission. Add it to a table or remove it."
    units = (*path, "units")
    yield from _units(pack, mission.units, min(dates, default=pack.last), units, known)
    yield from _most_units(pack, mission, units)
    title = mission.type.replace("-", " ")
    for key in NEEDS[mission.type]:
        if getattr(mission, key) is None:
            yield path, f"A Mission of type {mission.type} needs a {key}: add it."
    for key in HAS_NO.get(mission.type, ()):
        if getattr(mission, key) is not None:
            yield (*path, key), f"An {title.title()} Mission has no {key}. Remove it or make it a strike."
    if mission.type == "air-combat":
        yield from _both_sides(mission.units, units)
        yield from _fighters_only(mission.units, units, known)
    else:
        yield from _target(mission, path, known)
        yield from _roles(mission, units)
        yield from _mission_loads(mission, units, known)
    yield from _timing(mission, units, known)


def _most_units(pack: PackDefinition, mission: MissionDefinition, path: Path) -> Iterator[Found]:
    for side in SIDES:
        own = sum(unit.count for unit in mission.units if unit.side == side)
        could_fly = own + _most_brought(pack, side, str(path[1]))
        if could_fly > MOST_UNITS:
            yield (
                path,
                f"The {side} side could fly {could_fly} units, with its largest Resource. At most {MOST_UNITS} can.",
            )


def _target(mission: MissionDefinition, path: Path, known: Library) -> Iterator[Found]:
    if mission.target is None:
        return
    target = known.targets.get(mission.target.slug)
    here: Path = (*path, "target", "slug")
    if target is None:
        yield here, _unknown("a target that this house knows", mission.target.slug, known.targets)
    elif target.cargo != (mission.type in CARGO_TYPES):
        what = "takes in cargo" if target.cargo else "takes in no cargo"
        yield here, f"{target.name} {what}: it does not fit a Mission of type {mission.type}. Choose another target."


def _roles(mission: MissionDefinition, path: Path) -> Iterator[Found]:
    if mission.striker is None:
        return
    if not any(unit.role == "striker" and unit.side == mission.striker for unit in mission.units):
        yield path, f"No unit of the {mission.striker} side is a striker. Give one that role."
    for index, unit in enumerate(mission.units):
        roles = ("striker", "escort", "fighter") if unit.side == mission.striker else ("interceptor",)
        if unit.role not in roles:
            use = ", ".join(roles[:-1]) + f" or {roles[-1]}" if len(roles) > 1 else roles[0]
            yield (*path, index, "role"), f"A unit of this side cannot be {unit.role} here. Use {use}."


def _mission_loads(mission: MissionDefinition, path: Path, known: Library) -> Iterator[Found]:
    """Loads that fit the Mission and its target; that an aircraft carries them is checked with its line."""
    for index, unit in enumerate(mission.units):
        needed = LOADS_OF_TYPE.get(mission.type, ()) if unit.role == "striker" else ()
        if needed and unit.load != needed:
            yield (*path, index), f"Strikers of a Mission of type {mission.type} carry {needed[0]}: give load."
        for place, load in enumerate(unit.load):
            here = (*path, index, "load", place)
            if load in ("cargo", "mines") and load not in needed:
                yield here, f"Nobody carries {load} in a Mission of type {mission.type}. Remove it."
            elif load in GROUND_LOADS and unit.side != mission.striker:
                yield here, f"{load} are for the target, and this side has none to strike. Remove them. [WBY 18]"
            elif load == "torpedoes" and not _is_naval(mission, known):
                yield here, "Torpedoes are for naval targets. Choose another load or target. [SUP 21.6]"


def _is_naval(mission: MissionDefinition, known: Library) -> bool:
    target = known.targets.get(mission.target.slug) if mission.target else None
    return target is not None and target.target_class == "naval"


def _timing(mission: MissionDefinition, path: Path, known: Library) -> Iterator[Found]:
    """Arrivals, phases and who goes Over Target. [WBY 19.2.8, 23.2.1; SUP 23.1]"""
    speeds = [
        known.aircraft[slug].speed
        for unit in mission.units
        if unit.role == "striker"
        for slug in unit.aircraft
        if slug in known.aircraft
    ]
    bound, over, home = mission.duration(min(speeds, default=0))
    for index, unit in enumerate(mission.units):
        here = (*path, index)
        formation = any(slug in known.aircraft and known.aircraft[slug].in_formation for slug in unit.aircraft)
        for place, turn in enumerate(unit.arrives):
            if turn > bound + over + home:
                yield (*here, "arrives", place), f"The Mission has {bound + over + home} Turns. Let it arrive earlier."
        if unit.arrives != (1,) and (unit.role == "striker" or formation):
            yield (*here, "arrives"), "Strikers and Formations are there from the first Turn. Remove it."
        if unit.phase and (mission.base is None or unit.role == "striker" or formation):
            yield (*here, "phase"), "Only Fighters of a Mission with phases are limited to one. Remove it."
        if unit.over_target and (mission.target is None or unit.role == "striker"):
            yield (*here, "over_target"), "Strikers go Over Target anyway, others only where there is one. Remove it."
    for side in SIDES:
        lines = [unit for unit in mission.units if unit.side == side and len(unit.arrives) > 1]
        turns: set[int] = set()
        for unit in sorted(lines, key=lambda unit: max(unit.arrives)):
            for _ in range(unit.count):
                free = [turn for turn in sorted(unit.arrives) if turn not in turns]
                if not free:
                    yield (
                        path,
                        f"The {side} units that are scheduled have too few Turns: one arrives a Turn. "
                        "Give them more to choose from. [WBY 19.2.8]",
                    )
                    return
                turns.add(free[0])


def _resources(pack: PackDefinition, known: Library) -> Iterator[Found]:
    for key, resource in pack.resources.items():
        path: Path = ("resources", key)
        for index, mission in enumerate(resource.missions):
            if mission not in dict(pack.all_missions()):
                names = [name for name, _ in pack.all_missions()]
                yield (*path, "missions", index), _unknown("a mission of this pack", mission, names)
        for index, effect in enumerate(resource.gives):
            here = (*path, "gives", index)
            if effect.effect in UNIT_EFFECTS:
                if not effect.aircraft:
                    yield here, f"A Resource that gives {effect.effect} must name its aircraft: add aircraft."
                date = _first_use(pack, resource.missions)
                yield from _aircraft(pack, effect.aircraft, resource.side, date, (*here, "aircraft"), known)
            elif effect.aircraft:
                yield (*here, "aircraft"), f"{effect.effect} brings no aircraft. Remove them."
            if effect.effect == "loads" and effect.load is None:
                yield here, "A Resource that gives loads must say which: add load."
            if effect.effect == "late-arrival" and effect.arrives == (1,) and effect.phase != "home-bound":
                yield here, "A Resource that gives late-arrival must say when: add arrives or phase."
            if effect.effect == "named-pilot" and effect.pilot is None:
                yield here, "A Resource that gives a named pilot must name him: add pilot."
            try:
                read_skills(effect.skills)
            except EngineError as problem:
                yield (*here, "skills"), f"{problem} Correct the list."
        yield from _fighters_where_needed(pack, resource, path, known)
        yield from _bombers_where_they_strike(pack, resource, path, known)
    yield from _named_once(pack)


def _fighters_where_needed(pack: PackDefinition, resource: Resource, path: Path, known: Library) -> Iterator[Found]:
    """What a Resource brings flies in every Mission that allows it."""
    fought = next(
        (
            key
            for key, mission in pack.all_missions()
            if mission.type == "air-combat" and (not resource.missions or key in resource.missions)
        ),
        None,
    )
    if fought is None:
        return
    for index, effect in enumerate(resource.gives):
        for place, slug in enumerate(effect.aircraft):
            if slug in known.aircraft and known.aircraft[slug].aircraft_class != "fighter":
                yield (
                    (*path, "gives", index, "aircraft", place),
                    f"{slug} is no fighter: only fighters fly Air Combat Missions, and {fought} is one. "
                    "Say in missions which ones allow this Resource.",
                )


def _bombers_where_they_strike(pack: PackDefinition, resource: Resource, path: Path, known: Library) -> Iterator[Found]:
    """Bombers that a Resource brings strike: they need a Mission in which their side does, and something to carry."""
    defended = next(
        (
            key
            for key, mission in pack.all_missions()
            if mission.striker not in (resource.side, None) and (not resource.missions or key in resource.missions)
        ),
        None,
    )
    for index, effect in enumerate(resource.gives):
        here = (*path, "gives", index)
        types = [known.aircraft[slug] for slug in effect.aircraft if slug in known.aircraft]
        if effect.effect == "formation" and not all(kind.in_formation for kind in types):
            yield (*here, "aircraft"), "A Formation is of Medium or Heavy Bombers. Use element for these. [WBY 17.3]"
        if effect.effect in UNIT_EFFECTS and effect.effect != "formation" and any(kind.in_formation for kind in types):
            yield (*here, "aircraft"), f"Medium and Heavy Bombers fly in Formation. Use formation for {effect.effect}."
        if types and defended and any(kind.aircraft_class != "fighter" for kind in types):
            yield (
                (*here, "aircraft"),
                f"Bombers strike, and in {defended} the {resource.side} side does not. "
                "Say in missions which ones allow this Resource.",
            )
        for kind in types:
            if effect.load and effect.load not in kind.carries:
                yield (*here, "load"), f"{kind.slug} carries no {effect.load}. Choose another load. [WBY 18.1]"


def _named_once(pack: PackDefinition) -> Iterator[Found]:
    named: set[tuple[str, str]] = set()
    for key, resource in pack.resources.items():
        for index, effect in enumerate(resource.gives):
            if effect.effect != "named-pilot" or effect.pilot is None:
                continue
            if (resource.side, effect.pilot) in named:
                yield (
                    ("resources", key, "gives", index, "pilot"),
                    f"{effect.pilot} comes with another Resource of this side already. Name somebody else.",
                )
            named.add((resource.side, effect.pilot))


def _first_use(pack: PackDefinition, missions: tuple[str, ...]) -> datetime.date:
    """The earliest date on which one of these Missions (any, if none is named) may be flown."""
    dates = [line.date for stage in pack.stages for line in stage.table if not missions or line.mission in missions]
    dates += [location.date for stage in pack.stages for location in stage.locations]
    return min(dates, default=pack.last)


def _cards(names: tuple[str, ...], path: Path, known: Library) -> Iterator[Found]:
    for index, name in enumerate(names):
        if name not in known.faces and name not in CARD_GROUPS:
            yield (*path, index), _unknown("a card", name, (*known.faces, *CARD_GROUPS))


def _grades(pack: PackDefinition) -> Iterator[Found]:
    path: Path = ("victory", "grades")
    least = [grade.least for grade in pack.victory.grades]
    if least[-1] is not None:
        yield (*path, len(least) - 1, "least"), "The last grade takes every lower margin: remove its least."
    for index, margin in enumerate(least[:-1]):
        if margin is None:
            yield (*path, index), "Only the last grade has no least margin: add least."
        elif index and (above := least[index - 1]) is not None and margin >= above:
            yield (*path, index, "least"), f"{margin} is not below {above}: order the grades from the best margin down."
