"""What a pack's shape alone cannot show: names that must exist, tables that must be whole, dates in order."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Iterator

from campaigns.catalogue.library import library
from campaigns.packs.definition import PackDefinition
from campaigns.packs.errors import Path
from campaigns.packs.event_checks import check_events
from campaigns.packs.map_checks import check_map
from campaigns.packs.mission_checks import (
    Found,
    check_aircraft,
    check_both_sides,
    check_cards,
    check_faces,
    check_fighters_only,
    check_mission,
    check_schedules,
    check_units,
    in_service_by,
    is_bomber,
    most_brought,
    unknown,
)
from campaigns.packs.period_checks import check_kind, check_periods, check_stage, check_track
from campaigns.packs.pool_checks import check_pools
from campaigns.packs.schema import (
    COLOURS,
    SIDES,
    UNIT_EFFECTS,
    Location,
    MissionDefinition,
    Resource,
    Stage,
)
from campaigns.packs.solitaire_checks import check_solitaire
from campaigns.packs.system_checks import OF_UNITS, as_known, check_setup, check_words
from engine.core.errors import EngineError
from engine.core.own_types import plain


def check(pack: PackDefinition) -> Iterator[Found]:
    """Every mistake in a pack of the right shape; of its schedules only once the rest is right."""
    right = True
    for found in _in_itself(pack):
        right = False
        yield found
    if right:
        yield from check_schedules(pack)


def _in_itself(pack: PackDefinition) -> Iterator[Found]:
    yield from check_kind(pack)
    rules = pack.rules
    if (pack.scoring is None) == ("scoring" in rules.knows):
        remedy = (
            "The pack says no points: add a table scoring."
            if pack.scoring is None
            else "Its system scores by its own rules. Remove the table."
        )
        yield ("scoring",), remedy
        return
    yield from _sides(pack)
    yield from _stages(pack)
    for index, stage in enumerate(pack.stages):
        yield from _stage(pack, stage, ("stages", index))
        yield from check_stage(pack, stage, ("stages", index))
    if pack.has_periods:
        yield from check_periods(pack)
    yield from check_track(pack)
    yield from _grades(pack)
    yield from check_pools(pack)
    yield from check_events(pack)
    yield from check_map(pack)
    if said := tuple(check_words(pack)):
        yield from said
        if pack.kind not in rules.kinds:
            return
        pack = as_known(pack)
    for key, mission in pack.missions.items():
        right = True
        for found in check_mission(pack, mission, ("missions", key)):
            right = False
            yield found
        if right and "setup" in rules.knows:
            yield from check_setup(pack, mission, ("missions", key))
    if "solitaire" in rules.kinds:
        yield from check_solitaire(pack)
    yield from _resources(pack)
    yield from check_cards(pack.skilled_on, ("skilled_on",))


def _sides(pack: PackDefinition) -> Iterator[Found]:
    for side in SIDES:
        if side not in pack.sides:
            yield ("sides",), f"The {side} side is missing: add a table sides.{side}."
            continue
        for nation in pack.sides[side].nations:
            path: Path = ("sides", side, "pilots", nation)
            if not pack.men(nation):
                yield path, unknown("a nation with pilots that this house knows", nation, library().pilots)
                continue
            there = [pilot for pilot in pack.men(nation) if pilot.service in pack.sides[side].services]
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


def _stage(pack: PackDefinition, stage: Stage, path: Path) -> Iterator[Found]:
    if pack.kind == "dogfights":
        yield from _locations(pack, stage, path)
        return
    if stage.locations:
        yield (*path, "locations"), "Only a pack of kind dogfights has locations. Use a Mission table."
    for index, line in enumerate(stage.table):
        here = (*path, "table", index)
        yield from check_cards(line.cards, (*here, "cards"))
        if line.date is not None and not pack.has_periods:
            yield from _within(line.date, stage.first, stage.last, (*here, "date"))
        elif not pack.has_periods:
            yield (*here, "date"), "The line has no date: add it."
        if line.mission not in pack.missions:
            yield (*here, "mission"), unknown("a mission of this pack", line.mission, pack.missions)
    if pack.kind == "operation":
        yield from _in_order(stage, path)
        if len(stage.table) != stage.missions:
            yield (
                (*path, "table"),
                f"{stage.missions} Missions are flown in this stage, in the order of its table, which has "
                f"{len(stage.table)}. Give it one line for each.",
            )
        return
    yield from check_faces(
        (line.cards for line in stage.table),
        (*path, "table"),
        "No Mission is drawn by {cards}. Add each to one line of the table.",
        "{card} draws {count} Missions. Keep it in one line of the table.",
    )
    drawn = {line.mission for line in stage.table}
    if pack.has_periods:
        return
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


def _in_order(stage: Stage, path: Path) -> Iterator[Found]:
    """The Missions of an operation stand in the order they are flown in. [SUP 25]"""
    before = stage.first
    for index, line in enumerate(stage.table):
        here = (*path, "table", index)
        if line.cards:
            yield (*here, "cards"), "The Missions of an operation are flown in order, none is drawn. Remove the cards."
        if line.date is not None and line.date < before:
            yield (*here, "date"), f"{line.date} comes before {before}, the day of the Mission before. Order them."
        before = max(before, line.date or before)


def _flown_before(pack: PackDefinition, stage: Stage, drawn: set[str]) -> int:
    """How many of these missions the stages before this one may fly at most."""
    earlier = pack.stages[: pack.stages.index(stage)]
    return sum(min(each.missions, len(drawn & {line.mission for line in each.table})) for each in earlier)


def _locations(pack: PackDefinition, stage: Stage, path: Path) -> Iterator[Found]:
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
                f"{low} to {high} does not follow on: this location’s card numbers must begin at {expected}.",
            )
        expected = max(expected, high + 1)
        for colour in COLOURS:
            yield from _match_up(pack, location, colour, here)
    if expected != len(library().cards) + 1:
        last: Path = ("locations", len(stage.locations) - 1, "numbers") if stage.locations else ()
        yield (
            (*path, *last),
            f"The locations cover card numbers 1 to {expected - 1}. They must cover 1 to {len(library().cards)}.",
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


def _match_up(pack: PackDefinition, location: Location, colour: str, path: Path) -> Iterator[Found]:
    match_up = getattr(location, colour)
    units = (*path, colour, "units")
    yield from check_units(pack, match_up.units, location.date, units)
    yield from check_both_sides(match_up.units, units)
    yield from check_fighters_only(match_up.units, units)
    could_fly = sum(unit.count for unit in match_up.units) + sum(most_brought(pack, side) for side in SIDES)
    if could_fly > pack.rules.most_units:
        yield (
            units,
            f"Both sides together could fly {could_fly} units, with their largest Resources. "
            f"At most {pack.rules.most_units} can fly in one dogfight.",
        )
    for index, unit in enumerate(match_up.units):
        for key in ("load", "arrives", "phase", "section", "over_target"):
            if getattr(unit, key) != OF_UNITS[key]:
                yield (*units, index, key), f"A dogfight has no {key.replace('_', ' ')}. Remove it."


def _resources(pack: PackDefinition) -> Iterator[Found]:
    names = dict(pack.all_missions())
    for key, resource in pack.resources.items():
        path: Path = ("resources", key)
        for index, mission in enumerate(resource.missions):
            if mission not in names:
                yield (*path, "missions", index), unknown("a mission of this pack", mission, names)
        for index, effect in enumerate(resource.gives):
            here = (*path, "gives", index)
            if effect.effect in UNIT_EFFECTS:
                if not effect.aircraft:
                    yield here, f"A Resource that gives {effect.effect} must name its aircraft: add aircraft."
                date = in_service_by(pack, resource.missions)
                yield from check_aircraft(pack, effect.aircraft, resource.side, date, (*here, "aircraft"))
            elif effect.aircraft:
                yield (*here, "aircraft"), f"{effect.effect} brings no aircraft. Remove them."
            if effect.effect == "loads" and effect.load is None:
                yield here, "A Resource that gives loads must say which: add load."
            if effect.effect == "late-arrival" and effect.arrives == (1,) and effect.phase != "home-bound":
                yield here, "A Resource that gives late-arrival must say when: add arrives or phase."
            if effect.effect == "named-pilot" and effect.pilot is None:
                yield here, "A Resource that gives a named pilot must name the pilot: add pilot."
            try:
                pack.rules.check_skills(effect.skills)
            except EngineError as problem:
                yield (*here, "skills"), f"{problem} Correct the list."
        yield from _fighters_where_needed(pack, resource, path)
        yield from _bombers_where_they_strike(pack, resource, path)
    yield from _named_once(pack)


def _first_allowed(
    pack: PackDefinition, resource: Resource, is_such: Callable[[MissionDefinition], bool]
) -> str | None:
    """The first such Mission that allows this Resource."""
    allowed = ((key, each) for key, each in pack.all_missions() if not resource.missions or key in resource.missions)
    return next((key for key, each in allowed if is_such(each)), None)


def _fighters_where_needed(pack: PackDefinition, resource: Resource, path: Path) -> Iterator[Found]:
    """What a Resource brings flies in every Mission that allows it."""
    fought = _first_allowed(pack, resource, lambda mission: mission.type == "air-combat")
    if fought is None:
        return
    for index, effect in enumerate(resource.gives):
        for place, slug in enumerate(effect.aircraft):
            if is_bomber(slug):
                yield (
                    (*path, "gives", index, "aircraft", place),
                    f"{plain(slug)} is no fighter: only fighters fly Air Combat Missions, and {fought} is one. "
                    "Say in missions which ones allow this Resource.",
                )


def _bombers_where_they_strike(pack: PackDefinition, resource: Resource, path: Path) -> Iterator[Found]:
    """Bombers that a Resource brings strike: they need a Mission in which their side does, and something to carry."""
    defended = _first_allowed(pack, resource, lambda mission: mission.striker not in (resource.side, None))
    for index, effect in enumerate(resource.gives):
        here = (*path, "gives", index)
        types = [library().aircraft[slug] for slug in effect.aircraft if slug in library().aircraft]
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
                yield (*here, "load"), f"{kind.written} carries no {effect.load}. Choose another load. [WBY 18.1]"


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
