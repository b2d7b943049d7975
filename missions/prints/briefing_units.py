"""A side's units as its briefing prints them: as the orders send them, or as they may be sent. No query."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import engine
from campaigns.catalogue.library import ALTITUDES, AircraftType, library
from campaigns.catalogue.type_names import unbroken
from campaigns.documents.briefing.briefing_data import Pick, SeatLine, UnitBox
from campaigns.packs import PackDefinition
from campaigns.packs.effects import any_of
from campaigns.standing.words import skill_name
from engine.core.campaigns import MissionUnit, SeatFigures
from missions.planning.choices import Choices, UnitChoice
from missions.planning.orders import UnitOrders
from missions.planning.places import seats
from missions.selectors.missions import kind_of, load_of

LADDER: Final = dict(zip(ALTITUDES, ("VL", "L", "M", "H", "VH"), strict=True))
"""Altitudes as the cards abbreviate them. [WBY 5.2.7]"""
PLACES: Final = {"leader": "Leader", "wingman": "Wingman", "section": "Third man"}
MOST_OPTIONS: Final = 7
"""Choices that a line of boxes can hold; more of them are written."""
PHASES: Final = {"target-bound": "Target-Bound only", "home-bound": "Home-Bound only"}


def planned_unit(
    choices: Choices,
    choice: UnitChoice,
    unit: UnitOrders,
    flown: MissionUnit,
    titles: Mapping[str, str],
    *,
    is_crewed: bool,
) -> UnitBox:
    """A unit by its orders, which leave nothing open, ``flown`` with its men; ``is_crewed``: the experienced crew
    flies in it."""
    pack, flying = choices.pack, seats(unit)
    types = [library().aircraft[seat.aircraft] for seat in flying]
    terms = [
        kind_of(unit, len(flying), pack),
        load_of(unit),
        f"arrives on Turn {unit.arrives}" if unit.arrives > 1 else "",
        f"escorts {titles[unit.escorts]}" if unit.escorts else "",
        "experienced crew" if is_crewed else "",
        *_part(choice),
    ]
    made = UnitBox(
        title=choice.title,
        aircraft=" and ".join(dict.fromkeys(unbroken(type_.name) for type_ in types)),
        terms=", ".join(filter(None, terms)),
        marks=_marks(choices, choice, unit.load),
    )
    if not pack.names_men:
        codes = ", ".join(seat.airframe for seat in flying if seat.airframe)
        pool = (("from the pool", codes),) if codes else ()
        return replace(made, hits=len(flying), ratings=(*_figures(choices, flown, 0).ratings, *pool))
    lines = []
    for number, (seat, type_, man) in enumerate(zip(flying, types, flown.men, strict=True)):
        codes_ = man.skills if man and not man.is_green else ()
        line = _seat(choices, flown, number, seat.name)
        skills = tuple(skill_name(code, in_formation=type_.in_formation) for code in codes_)
        lines.append(replace(line, airframe=seat.airframe, pilot=man.name if man else "", skills=skills))
    made = _fuelled(_starting(made, [unit.altitude] if unit.altitude else []), pack, types[0], unit.load)
    return replace(made, seats=tuple(lines))


def blank_unit(choices: Choices, choice: UnitChoice, *, names_pool: bool) -> UnitBox:
    """A unit that nobody has planned yet; ``names_pool``: who reads it may know the side's squadrons."""
    pack, types = choices.pack, [each.type for each in choice.aircraft]
    known = types[0] if len(types) == 1 else None
    altitudes = dict.fromkeys(altitude for each in choice.aircraft for altitude in each.altitudes)
    made = UnitBox(
        title=choice.title,
        aircraft=unbroken(known.name) if known else "",
        terms=", ".join(filter(None, _settled(pack, choice))),
        picks=tuple(_picks(choices, choice, names_pool=names_pool)),
        marks=_marks(choices, choice, [load for each in choice.aircraft for loads in each.loads for load in loads]),
    )
    places = _places(choice)
    men = (None,) * len(places)
    flown = MissionUnit(choice.id, choices.side, choice.role, (known.slug,) * len(places), men) if known else None
    if not pack.names_men:
        return replace(made, hits=choice.size, ratings=_figures(choices, flown, 0).ratings if flown else ())
    made = _starting(made, [altitude for altitude in ALTITUDES if altitude in altitudes])
    made = _fuelled(made, pack, known, ()) if known else made
    return replace(made, seats=tuple(_seat(choices, flown, number, place) for number, place in enumerate(places)))


def brought_unit(titles: Sequence[str]) -> UnitBox:
    """A unit that one of the resources ``titles`` would bring."""
    made = UnitBox(
        title="With a resource",
        aircraft="",
        terms=f"only if you bring {any_of(titles)}",
        picks=(Pick("Aircraft"), Pick("Carries"), Pick("Arrives")),
        seats=tuple(SeatLine(PLACES[place]) for place in ("leader", "wingman")),
    )
    return _starting(made, ALTITUDES)


def _starting(box: UnitBox, begins: Collection[str]) -> UnitBox:
    """The same at one of the Altitudes ``begins``; none where orders do not say where a unit begins."""
    if not begins:
        return box
    return replace(box, altitudes=tuple(LADDER.values()), begins=tuple(LADDER[altitude] for altitude in begins))


def _fuelled(box: UnitBox, pack: PackDefinition, type_: AircraftType, loads: Collection[str]) -> UnitBox:
    """The same with its Fuel Points, where the campaign counts them. [WBY 18.5; SUP 24.9]"""
    fuel, tanks = pack.rules.fuel(type_.slug, loads) if pack.options.fuel else (0, 0)
    return replace(box, fuel=fuel, tanks=tanks)


def _part(choice: UnitChoice) -> Iterator[str]:
    """What the mission or a resource says of the unit's part."""
    if choice.slot.line.phase:
        yield PHASES[choice.slot.line.phase]
    if choice.slot.line.over_target and choice.role != "striker":
        yield "may go Over Target"
    if choice.resource:
        yield "brought by the resource"


def _marks(choices: Choices, choice: UnitChoice, loads: Collection[str]) -> tuple[str, ...]:
    """What the form for the result asks about the whole unit. [WBY 16.2, 18.1.2, 23.2.1]"""
    if choice.role == "patrol":
        return ()
    strikes = choice.role == "striker" and choices.definition.striker is not None
    over = strikes or choice.slot.line.over_target
    drops = not choices.pack.rules.ordnance.isdisjoint(loads) and not choice.formation
    marks = {"Over Target": over, "Struck": strikes, "Jettisoned": drops, "Broke off": over}
    return tuple(mark for mark, is_asked in marks.items() if is_asked)


def _seat(choices: Choices, unit: MissionUnit | None, number: int, name: str) -> SeatLine:
    """The aircraft at a place of its unit, from 0, with its figures if it is known what flies there."""
    place = PLACES.get(name) or choices.pack.rules.place(number + 1)
    if unit is None:
        return SeatLine(place)
    told = _figures(choices, unit, number)
    damaged_at, lost_at = told.hits
    return SeatLine(place, "", "", told.about, (), told.ratings, damaged_at, lost_at, told.has_cockpit)


def _figures(choices: Choices, unit: MissionUnit, number: int) -> SeatFigures:
    system = engine.systems()[choices.pack.system]
    return system.campaign.figures(unit, number, system.type_cards(unit.aircraft[number]))


# Nothing planned yet


def _settled(pack: PackDefinition, choice: UnitChoice) -> Iterator[str]:
    """What is no choice any more, in words."""
    if len(choice.sizes) == 1:
        yield pack.rules.together(str(choice.sizes[0]))
    elif not choice.sizes and choice.wingman == "never":
        yield "lone leader"
    elif not choice.sizes and choice.section and choice.wingman == "always":
        yield "Section of three"
    loads = _loads(choice)
    if len(loads) == 1 and loads[0]:
        yield loads[0]
    if len(choice.arrives) == 1 and choice.arrives[0] > 1:
        yield f"arrives on Turn {choice.arrives[0]}"
    yield from _part(choice)


def _loads(choice: UnitChoice) -> list[str]:
    """Each load that any of its types may carry, in words; empty: nothing."""
    every = (" and ".join(loads).replace("-", " ") for each in choice.aircraft for loads in each.loads)
    return list(dict.fromkeys(every))


def _picks(choices: Choices, choice: UnitChoice, *, names_pool: bool) -> Iterator[Pick]:
    """What its commander still has to choose."""
    if choice.pooled and names_pool:
        yield _pick("Squadron", [each.title for each in choices.squadrons_for(choice)])
    if len(choice.aircraft) > 1:
        yield _pick("Aircraft", [unbroken(each.name) for each in choice.aircraft])
    if len(choice.sizes) > 1:
        yield _pick(choices.pack.rules.size_label, [str(size) for size in choice.sizes])
    elif not choice.sizes and choice.wingman == "optional":
        yield Pick("Flies as", ("Section" if choice.section else "Element", "lone leader"))
    loads = _loads(choice)
    if len(loads) > 1:
        yield _pick("Carries", [load or "nothing" for load in loads])
    modes = {mode for each in choice.aircraft for load in each.loads for mode in choice.modes(each.type, load)}
    if len(modes) > 1:
        yield _pick("Bombs by", sorted(modes))
    if len(choice.arrives) > 1:
        yield _pick("Arrives on Turn", [str(turn) for turn in choice.arrives])
    if choice.escorts:
        titles = {unit.id: unit.title for unit in choices.units()}
        yield _pick("Escorts", [titles[unit] for unit in choice.escorts])


def _pick(label: str, options: Sequence[str]) -> Pick:
    """Boxes to tick, or a line where there are too many of them or none."""
    return Pick(label, tuple(options) if len(options) <= MOST_OPTIONS else ())


def _places(choice: UnitChoice) -> list[str]:
    if choice.formation:
        return [str(number) for number in range(1, choice.size + 1)]
    return ["leader", *(["wingman"] if choice.wingman != "never" else []), *(["section"] if choice.section else [])]
