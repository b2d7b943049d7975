"""What a Mission's shape alone cannot show: aircraft, loads and roles that fit it, units that can arrive."""

from __future__ import annotations

import datetime
import difflib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from campaigns.catalogue.library import AircraftType, library
from campaigns.packs.definition import PackDefinition
from campaigns.packs.effects import any_of
from campaigns.packs.errors import Path
from campaigns.packs.planning import UnitSlot, fastest, resource_choices, unit_slots
from campaigns.packs.schema import (
    CARD_GROUPS,
    GROUND_LOADS,
    SIDES,
    UNIT_EFFECTS,
    Load,
    MissionDefinition,
    MissionType,
    Side,
    UnitLine,
    faces_of,
)
from engine.core.own_types import plain

Found: TypeAlias = tuple[Path, str]
"""Where a mistake stands, and the sentence about it."""


MOST_NAMED = 30
"""Names that a sentence lists."""


def unknown(what: str, name: str, names: Iterable[str]) -> str:
    there = sorted(names)
    near = difflib.get_close_matches(name, there, n=1, cutoff=0.5)
    listed = ", ".join(there[:MOST_NAMED]) + (" …" if len(there) > MOST_NAMED else "") or "none"
    return f"{name!r} is not {what}. " + (f"Did you mean {near[0]!r}?" if near else f"Known are: {listed}.")


def is_bomber(slug: str) -> bool:
    """A type that this house knows as no Fighter."""
    kind = library().aircraft.get(slug)
    return kind is not None and kind.aircraft_class != "fighter"


NEEDS: Mapping[MissionType, tuple[str, ...]] = {
    "air-combat": (),
    "strike": ("striker", "target", "base"),
    "intercept": ("striker",),
    "air-drop": ("striker", "target", "base"),
    "air-transport": ("striker", "target", "base"),
    "mine-laying": ("striker", "base"),
    "reconnaissance": ("striker", "base"),
    "flying-bombs": ("week",),
}
"""What a Mission of each type must say. [SUP 21.8]"""
HAS_NO: Mapping[MissionType, tuple[str, ...]] = {
    "air-combat": ("striker", "target", "base"),
    "intercept": ("target",),
    "flying-bombs": ("striker", "target", "base"),
}
CARGO_TYPES = ("air-drop", "air-transport")
CARRIED: Mapping[MissionType, tuple[Load, ...]] = {
    "strike": ("bombs", "torpedoes", "ground-rockets"),
    "intercept": ("bombs", "torpedoes", "ground-rockets"),
    "air-drop": ("cargo",),
    "air-transport": ("cargo",),
    "mine-laying": ("mines",),
}
"""What is carried for the target in Missions of each type. [SUP 21.8]"""
NEEDED = ("cargo", "mines")
"""What every striker carries where anybody does."""


def check_mission(pack: PackDefinition, mission: MissionDefinition, path: Path) -> Iterator[Found]:
    """What is wrong with a Mission, which stands at ``path``."""
    if pack.kind == "dogfights":
        yield path, "A pack of kind dogfights has locations, not missions. Move it to one."
    elif not any(line.mission == path[-1] for stage in pack.stages for line in stage.table):
        yield path, "No stage draws this Mission. Add it to a table or remove it."
    units = (*path, "units")
    yield from check_units(pack, mission.units, in_service_by(pack, (str(path[-1]),)), units)
    yield from _most_units(pack, mission, units)
    title = mission.type.replace("-", " ")
    for key in NEEDS[mission.type]:
        if getattr(mission, key) is None:
            yield path, f"A Mission of type {mission.type} needs a {key}: add it."
    for key in HAS_NO.get(mission.type, ()):
        if getattr(mission, key) is not None:
            yield (*path, key), f"An {title.title()} Mission has no {key}. Remove it or make it a strike."
    if mission.type == "air-combat":
        yield from check_both_sides(mission.units, units)
        if "type" in pack.rules.knows:
            yield from check_fighters_only(mission.units, units)
    else:
        yield from _target(mission, path)
        yield from _roles(mission, units)
        yield from _mission_loads(mission, units)
    yield from _formations_together(mission, units)
    yield from _timing(pack, mission, units)


def in_service_by(pack: PackDefinition, missions: tuple[str, ...]) -> datetime.date:
    """The day on which what flies in these Missions (any, if none is named) must be in service.

    Their earliest; where squadrons bring it their latest, for it flies only once a squadron has it.
    """
    days = [
        stage.last if pack.keeps_pools else line.date or stage.first
        for stage in pack.stages
        for line in stage.table
        if not missions or line.mission in missions
    ]
    days += [location.date for stage in pack.stages for location in stage.locations]
    return (max if pack.keeps_pools else min)(days, default=pack.last)


def _most_units(pack: PackDefinition, mission: MissionDefinition, path: Path) -> Iterator[Found]:
    most, brought = pack.rules.most_units, ", with its largest Resource" if "resources" in pack.rules.knows else ""
    for side in SIDES:
        own = sum(unit.count for unit in mission.units if unit.side == side)
        could_fly = own + most_brought(pack, side, str(path[1]))
        if could_fly > most:
            yield path, f"The {side} side could fly {could_fly} units{brought}. At most {most} can."


def most_brought(pack: PackDefinition, side: Side, mission: str | None = None) -> int:
    """The most units that one Resource brings to a side in this Mission, or in any."""
    return max(
        (
            sum(effect.count for effect in resource.gives if effect.effect in UNIT_EFFECTS)
            for resource in pack.resources_of(side).values()
            if mission is None or not resource.missions or mission in resource.missions
        ),
        default=0,
    )


def _formations_together(mission: MissionDefinition, path: Path) -> Iterator[Found]:
    """All Formations of one type fly at one Altitude, so where no other type may fly there must be one. [WBY 17.3.2]"""
    common: dict[tuple[Side, str], set[str]] = {}
    for index, unit in enumerate(mission.units):
        types = [library().aircraft[slug] for slug in unit.aircraft if slug in library().aircraft]
        families = {kind.family for kind in types if kind.in_formation}
        if len(families) != 1:
            continue
        own = {"very-low"} if unit.load == ("torpedoes",) else set(unit.altitudes or types[0].start_altitudes)
        shared = common.setdefault((unit.side, families.pop()), set(own))
        shared &= own
        if not shared:
            yield (
                (*path, index),
                "All Formations of one type fly at one Altitude, and these have none in common with others of theirs. "
                "Change altitudes or aircraft. [WBY 17.3.2]",
            )


def _target(mission: MissionDefinition, path: Path) -> Iterator[Found]:
    if mission.target is None:
        return
    target = library().targets.get(mission.target.slug)
    here: Path = (*path, "target", "slug")
    if target is None:
        yield here, unknown("a target that this house knows", mission.target.slug, library().targets)
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
            yield (*path, index, "role"), f"A unit of this side cannot be {unit.role} here. Use {any_of(roles)}."
        for place, slug in enumerate(unit.aircraft):
            if is_bomber(slug) and unit.role in ("escort", "interceptor", "fighter"):
                yield (
                    (*path, index, "aircraft", place),
                    f"{plain(slug)} is no fighter: only fighters are {unit.role}s. "
                    "Choose another or another role. [WBY 17.1]",
                )


def _mission_loads(mission: MissionDefinition, path: Path) -> Iterator[Found]:
    """Loads that fit the Mission and its target; that an aircraft carries them is checked with its line."""
    for index, unit in enumerate(mission.units):
        needed = [load for load in CARRIED.get(mission.type, ()) if load in NEEDED and unit.role == "striker"]
        if needed and unit.load != tuple(needed):
            yield (*path, index), f"Strikers of a Mission of type {mission.type} carry {needed[0]}: give load."
        for place, load in enumerate(unit.load):
            here = (*path, index, "load", place)
            if load in GROUND_LOADS and load not in CARRIED.get(mission.type, ()):
                yield here, f"Nobody carries {load} in a Mission of type {mission.type}. Remove it. [SUP 21.8]"
            elif load in GROUND_LOADS and unit.side != mission.striker:
                yield here, f"{load} are for the target, and this side has none to strike. Remove them. [WBY 18]"
            elif load == "torpedoes" and not _is_naval(mission):
                yield here, "Torpedoes are for naval targets. Choose another load or target. [SUP 21.6]"


def _is_naval(mission: MissionDefinition) -> bool:
    target = library().targets.get(mission.target.slug) if mission.target else None
    return target is not None and target.target_class == "naval"


def _timing(pack: PackDefinition, mission: MissionDefinition, path: Path) -> Iterator[Found]:
    """Arrivals, phases and who goes Over Target. [WBY 19.2.8, 23.2.1; SUP 23.1]"""
    if any(slug not in library().aircraft for unit in mission.units for slug in unit.aircraft):
        return
    bound, turns = _shortest(pack, mission, str(path[1]))
    for index, unit in enumerate(mission.units):
        here = (*path, index)
        formation = any(library().aircraft[slug].in_formation for slug in unit.aircraft)
        latest = bound if unit.phase == "target-bound" else turns
        for place, turn in enumerate(unit.arrives):
            if turn > latest:
                yield (
                    (*here, "arrives", place),
                    f"The Mission may have no more than {latest} Turns for this unit. Let it arrive earlier.",
                )
        if unit.arrives != (1,) and (unit.role == "striker" or formation):
            yield (*here, "arrives"), "Strikers and Formations are there from the first Turn. Remove it."
        if unit.arrives != (1,) and unit.phase == "home-bound":
            yield (*here, "arrives"), "It arrives on the first Home-Bound Turn anyway. Remove it."
        if unit.phase and (mission.base is None or unit.role == "striker" or formation):
            yield (*here, "phase"), "Only Fighters of a Mission with phases are limited to one. Remove it."
        if unit.over_target and (mission.target is None or unit.role == "striker"):
            yield (*here, "over_target"), "Strikers go Over Target anyway, others only where there is one. Remove it."


def _shortest(pack: PackDefinition, mission: MissionDefinition, key: str) -> tuple[int, int]:
    """Target-Bound and all Turns of a Mission if its strikers and Resources make it as short as they can."""
    bound, over, home = mission.duration(fastest(mission))
    deceived = any(
        effect.effect == "deceptive-course"
        for resource in pack.resources.values()
        if resource.side == mission.striker and (not resource.missions or key in resource.missions)
        for effect in resource.gives
    )
    if deceived and bound > 1:
        bound -= 1
    return bound, bound + over + home


def check_schedules(pack: PackDefinition) -> Iterator[Found]:
    """Whatever Resource a side spends, its units can arrive, one that is scheduled a Game-Turn. [WBY 19.2.8]"""
    for key, mission in pack.missions.items():
        latest = _shortest(pack, mission, key)
        for side in SIDES:
            choices = resource_choices(pack, key, side).items()
            brings = [name for name, each in choices if any(one.effect in UNIT_EFFECTS for one in each.gives)]
            for resource in (None, *brings):
                path: Path = ("resources", resource, "gives") if resource else ("missions", key, "units")
                slots = unit_slots(pack, key, side, resource)
                if not _can_arrive(slots):
                    yield (
                        path,
                        f"Too many {side} units arrive on the same Turn of {key}: one arrives a Turn. "
                        "Give them more Turns to choose from. [WBY 19.2.8]",
                    )
                elif any(slot.resource and not _fits_in(slot, mission, latest) for slot in slots):
                    yield (
                        path,
                        f"What it brings cannot arrive in {key} as it says. "
                        "Say in missions which ones allow this Resource. [SUP 23.1.2]",
                    )


def _can_arrive(slots: Iterable[UnitSlot]) -> bool:
    taken: set[int] = set()
    for slot in sorted(slots, key=lambda slot: max(slot.line.arrives)):
        if slot.line.arrives == (1,):
            continue
        free = [turn for turn in sorted(slot.line.arrives) if turn not in taken]
        if not free:
            return False
        taken.add(free[0])
    return True


def _fits_in(slot: UnitSlot, mission: MissionDefinition, latest: tuple[int, int]) -> bool:
    """Whether a Resource's unit can be scheduled as it is in a Mission of so many Target-Bound and so many Turns."""
    line = slot.line
    if line.phase and mission.base is None:
        return False
    on_schedule = line.arrives != (1,)
    if on_schedule and (slot.formation or line.role == "striker" or line.phase == "home-bound"):
        return False
    return max(line.arrives) <= latest[0 if line.phase == "target-bound" else 1]


def check_both_sides(units: tuple[UnitLine, ...], path: Path) -> Iterator[Found]:
    for side in SIDES:
        if not any(unit.side == side for unit in units):
            yield path, f"The {side} side has no unit. Add one."


def check_fighters_only(units: tuple[UnitLine, ...], path: Path) -> Iterator[Found]:
    for index, unit in enumerate(units):
        if unit.role != "fighter":
            yield (*path, index, "role"), f"In an Air Combat Mission there is no {unit.role}. Use fighter."
        for slug in unit.aircraft:
            if is_bomber(slug):
                yield (*path, index, "aircraft"), f"{plain(slug)} is no fighter: only fighters fly Air Combat Missions."


def check_units(pack: PackDefinition, units: tuple[UnitLine, ...], date: datetime.date, path: Path) -> Iterator[Found]:
    for index, unit in enumerate(units):
        yield from check_aircraft(pack, unit.aircraft, unit.side, date, (*path, index, "aircraft"))
        types = [library().aircraft[slug] for slug in unit.aircraft if slug in library().aircraft]
        if len({kind.in_formation for kind in types}) > 1:
            yield (*path, index, "aircraft"), "Elements and Formations cannot be chosen between. Split the unit in two."
        yield from _unit_line(unit, types, pack.rules.sizes, (*path, index))
        for altitude in unit.altitudes:
            if not all(altitude in kind.start_altitudes for kind in types):
                yield (
                    (*path, index, "altitudes"),
                    f"Not every aircraft here can begin at {altitude}. Remove it.",
                )


def _unit_line(unit: UnitLine, types: list[AircraftType], sizes: tuple[int, int], path: Path) -> Iterator[Found]:
    """What the aircraft of a line cannot do. [WBY 17.3.1c, 17.3.4, 17.6, 18.1]"""
    formation = any(kind.in_formation for kind in types)
    if unit.section and (unit.wingman != "always" or any(kind.aircraft_class != "fighter" for kind in types)):
        yield (*path, "section"), "Fighters with a Wingman fly in Sections, others do not. Remove it. [WBY 17.6]"
    most = min((kind.most for kind in types if kind.in_formation), default=0)
    for place, size in enumerate(unit.size):
        if formation and size > most:
            yield (*path, "size", place), f"A Formation of these has at most {most} aircraft. [WBY 17.3.1c]"
        elif all(kind.is_sized for kind in types) and not sizes[0] <= size <= sizes[1]:
            text = f"A unit of this system has {sizes[0]} to {sizes[1]} aircraft, not {size}."
            yield (*path, "size", place), text
    if unit.mode and not (formation and all(unit.mode in kind.modes for kind in types)):
        yield (*path, "mode"), f"Not every aircraft here bombs in Formation by {unit.mode}. Remove it. [WBY 17.3.4]"
    if formation and "torpedoes" in unit.load and unit.altitudes and "very-low" not in unit.altitudes:
        yield (
            (*path, "altitudes"),
            "A Formation flies at one Altitude, and torpedoes are released at very-low. Add it. [SUP 21.6]",
        )
    for place, load in enumerate(unit.load):
        for kind in types:
            if load not in kind.carries:
                able = ", ".join(kind.carries) or "nothing"
                yield (*path, "load", place), f"{kind.written} carries no {load}; it carries {able}. [WBY 18.1]"


def check_aircraft(
    pack: PackDefinition, slugs: tuple[str, ...], side: Side, date: datetime.date, path: Path
) -> Iterator[Found]:
    for index, slug in enumerate(slugs):
        kind = library().aircraft.get(slug)
        if kind is None:
            yield (*path, index), unknown("an aircraft that this house knows", slug, library().aircraft)
            continue
        if kind.system != pack.system:
            remedy = f"Choose one of {pack.system}’s."
            yield (*path, index), f"{kind.written} is an aircraft of another game system. {remedy}"
        if side in pack.sides and kind.nation not in pack.sides[side].nations:
            whose = f"{kind.written} flies for {plain(kind.nation)}"
            yield (*path, index), f"{whose}, which is not a nation of the {side} side."
        if kind.flies_from > date:
            yield (*path, index), f"{kind.written} came into service in {kind.in_service:%B %Y}, after {date}."


def check_green(green: int, men: int, path: Path) -> Iterator[Found]:
    """No more men are Green than there are."""
    if green > men:
        yield (*path, "green"), f"{green} of {men} men cannot be Green. Give pilots at least as many."


def check_faces(lines: Iterable[tuple[str, ...]], path: Path, nothing: str, several: str) -> Iterator[Found]:
    """Every card stands in one of the ``lines``, and in no other; else ``nothing`` or ``several`` is said."""
    faces = Counter(face for cards in lines for face in faces_of(cards))
    if missing := [card for card in library().faces if not faces[card]]:
        yield path, nothing.format(cards=", ".join(missing))
    for card in library().faces:
        if faces[card] > 1:
            yield path, several.format(card=card, count=faces[card])


def check_cards(names: tuple[str, ...], path: Path) -> Iterator[Found]:
    for index, name in enumerate(names):
        if name not in library().faces and name not in CARD_GROUPS:
            yield (*path, index), unknown("a card", name, (*library().faces, *CARD_GROUPS))
