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
from campaigns.standing.model import Airman, Standing
from campaigns.standing.words import skill_name
from engine.core.campaigns import CampaignRules
from engine.core.type_cards import TypeCard
from engine.wildblue.aircraft import aircraft as ratings_of
from engine.wildblue.sheets import Sheet, Sortie
from engine.wildblue.tables import DROP_TANK_FUEL, FUEL, GREEN_PILOT
from engine.wildblue.terms import LOADS, MODES
from missions.planning.choices import Choices, UnitChoice
from missions.planning.orders import UnitOrders
from missions.planning.places import FlyingSeat, seats
from missions.results.questionnaire import ORDNANCE
from missions.selectors.missions import kind_of, load_of

LADDER: Final = dict(zip(ALTITUDES, ("VL", "L", "M", "H", "VH"), strict=True))
"""Altitudes as the cards abbreviate them. [WBY 5.2.7]"""
PLACES: Final = {"leader": "Leader", "wingman": "Wingman", "section": "Third man"}
MOST_OPTIONS: Final = 7
"""Choices that a line of boxes can hold; more of them are written."""
PHASES: Final = {"target-bound": "Target-Bound only", "home-bound": "Home-Bound only"}


def planned_unit(
    pack: PackDefinition,
    choice: UnitChoice,
    unit: UnitOrders,
    titles: Mapping[str, str],
    standing: Standing,
    *,
    is_crewed: bool,
) -> UnitBox:
    """A unit by its orders, which leave nothing open; ``is_crewed``: the experienced crew flies in it."""
    flying = seats(unit)
    loads = unit.load
    types = [library().aircraft[seat.aircraft] for seat in flying]
    strength = kind_of(unit, len(flying)) if pack.rules.told_by_pack else _aircraft(len(flying))
    terms = [
        strength,
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
        marks=_marks(choice, loads),
    )
    men = [standing.airmen.get(seat.pilot) if seat.pilot else None for seat in flying]
    if not pack.rules.told_by_pack:
        return _of_system(made, pack.rules, flying, types, men)
    made = _fuelled(_starting(made, [unit.altitude] if unit.altitude else []), pack, types[0], loads)
    lines = [_seat(seat, type_, loads, man) for seat, type_, man in zip(flying, types, men, strict=True)]
    if choice.role == "striker":
        lines = [
            replace(line, ratings=(*line.ratings, *_at_target(type_, loads, unit.mode)))
            for line, type_ in zip(lines, types, strict=True)
        ]
    return replace(made, seats=tuple(lines))


def blank_unit(pack: PackDefinition, choices: Choices, choice: UnitChoice, *, names_pool: bool) -> UnitBox:
    """A unit that nobody has planned yet; ``names_pool``: who reads it may know the side's squadrons."""
    types = [each.type for each in choice.aircraft]
    known = types[0] if len(types) == 1 else None
    altitudes = dict.fromkeys(altitude for each in choice.aircraft for altitude in each.altitudes)
    made = UnitBox(
        title=choice.title,
        aircraft=unbroken(known.name) if known else "",
        terms=", ".join(filter(None, _settled(pack, choice))),
        picks=tuple(_picks(pack, choices, choice, names_pool=names_pool)),
        marks=_marks(choice, [load for each in choice.aircraft for loads in each.loads for load in loads]),
    )
    if not pack.names_men:
        return replace(made, hits=choice.size, ratings=_chief(_card(known, 0)) if known else ())
    if not pack.rules.told_by_pack:
        places = [_place(pack.rules, number) for number in range(1, choice.size + 1)]
        return replace(made, seats=tuple(_of_card(place, known, number) for number, place in enumerate(places)))
    made = _starting(made, [altitude for altitude in ALTITUDES if altitude in altitudes])
    made = _fuelled(made, pack, known, ()) if known else made
    return replace(made, seats=tuple(_empty_seat(place, known) for place in _places(choice)))


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


def _aircraft(count: int) -> str:
    """How many fly together; of one alone nothing."""
    return f"{count} aircraft" if count > 1 else ""


def _starting(box: UnitBox, begins: Collection[str]) -> UnitBox:
    """The same at one of the Altitudes ``begins``; none where orders do not say where a unit begins."""
    if not begins:
        return box
    return replace(box, altitudes=tuple(LADDER.values()), begins=tuple(LADDER[altitude] for altitude in begins))


def _fuelled(box: UnitBox, pack: PackDefinition, type_: AircraftType, loads: Collection[str]) -> UnitBox:
    """The same with its Fuel Points: of Fighters, where the campaign counts them. [WBY 18.5; SUP 24.9]"""
    if not pack.options.fuel or type_.aircraft_class != "fighter" or type_.in_formation:
        return box
    return replace(box, fuel=FUEL[type_.endurance], tanks=DROP_TANK_FUEL if "drop-tanks" in loads else 0)


def _part(choice: UnitChoice) -> Iterator[str]:
    """What the mission or a resource says of the unit's part."""
    if choice.slot.line.phase:
        yield PHASES[choice.slot.line.phase]
    if choice.slot.line.over_target and choice.role != "striker":
        yield "may go Over Target"
    if choice.resource:
        yield "brought by the resource"


def _marks(choice: UnitChoice, loads: Collection[str]) -> tuple[str, ...]:
    """What the form for the result asks about the whole unit. [WBY 16.2, 18.1.2, 23.2.1]"""
    if not choice.aircraft[0].type.ratings or choice.role == "patrol":
        return ()
    over = choice.role == "striker" or choice.slot.line.over_target
    drops = any(load in ORDNANCE for load in loads) and not choice.formation
    marks = {"Over Target": over, "Struck": choice.role == "striker", "Jettisoned": drops, "Broke off": over}
    return tuple(mark for mark, is_asked in marks.items() if is_asked)


def _seat(seat: FlyingSeat, type_: AircraftType, loads: Collection[str], man: Airman | None) -> SeatLine:
    skills = (GREEN_PILOT,) if man and man.is_green else man.skills if man else ()
    mask = sum(1 << LOADS.index(load) for load in loads)
    number = ("leader", "wingman", "section").index(seat.name) if seat.name in PLACES else int(seat.name) - 1
    sortie = Sortie(0, number, ratings_of(type_.slug), "", tuple(skills), mask)
    sheet = sortie.wingman if seat.name in ("wingman", "section") else sortie.leader
    return SeatLine(
        place=PLACES.get(seat.name, f"Aircraft {seat.name}"),
        airframe=seat.airframe,
        pilot=man.name if man else "",
        about="Green" if man and man.is_green else "",
        skills=_skills(man, type_),
        ratings=tuple(_ratings(sheet, type_, leads=seat.name == "leader")),
        damaged_at=sheet.capacity,
        lost_at=sheet.back.capacity if sheet.back else sheet.capacity,
        has_cockpit=True,
    )


def _skills(man: Airman | None, type_: AircraftType) -> tuple[str, ...]:
    if man is None or man.is_green:
        return ()
    return tuple(skill_name(code, in_formation=type_.in_formation) for code in man.skills)


def _ratings(sheet: Sheet, type_: AircraftType, *, leads: bool) -> Iterator[tuple[str, str]]:
    """The figures of a card that a fight asks for, Skills counted, the Damaged side's after a stroke. [WBY 5]"""
    back = sheet.back or sheet
    medium = ALTITUDES.index("medium")
    if type_.in_formation:
        yield "Turrets", f"{sheet.turret_defense}/{back.turret_defense}"
        yield "Support", f"{sheet.turret_support}/{back.turret_support}"
        return
    if leads:
        yield "Performance", f"{sheet.performance}/{back.performance}"
        yield "Horsepower", f"{sheet.draw[medium]}/{back.draw[medium]}"
        if sheet.burst:
            yield "Bursts", f"{sheet.burst}/{back.burst}"
        if sheet.gunner:
            yield "Gunner", f"{sheet.gunner}/{back.gunner}"
        return
    yield "Offensive", f"{sheet.offensive[medium]}/{back.offensive[medium]}"
    yield "Defensive", f"{sheet.defensive[medium]}/{back.defensive[medium]}"


def _at_target(type_: AircraftType, loads: Collection[str], mode: str | None) -> Iterator[tuple[str, str]]:
    """Cards at the target by what it carries and how it drops it, Skills not counted; nothing else. [SUP 21]"""
    front = Sortie(0, 0, ratings_of(type_.slug), "", ()).leader
    back = front.back or front
    if "cargo" in loads:
        yield "Cargo", f"{front.cargo}/{back.cargo}, dropped {front.cargo_drop}/{back.cargo_drop}"
    if "torpedoes" in loads:
        mode = "torpedo"
    elif "bombs" not in loads:
        return
    how = mode or ("dive" if "dive" in type_.modes else "level")
    label = how.capitalize() if how == "torpedo" else f"{how.capitalize()} bombs"
    yield label, f"{front.bomb[MODES.index(how)]}/{back.bomb[MODES.index(how)]}"


def _of_system(
    box: UnitBox,
    rules: CampaignRules,
    flying: Sequence[FlyingSeat],
    types: Sequence[AircraftType],
    men: Sequence[Airman | None],
) -> UnitBox:
    """The same in another system: its own ratings, and men or hits as it counts them."""
    if not rules.has_men:
        codes = ", ".join(seat.airframe for seat in flying if seat.airframe)
        pool = (("from the pool", codes),) if codes else ()
        return replace(box, hits=len(flying), ratings=(*_chief(_card(types[0], 0)), *pool))
    lines = []
    for number, (seat, type_, man) in enumerate(zip(flying, types, men, strict=True)):
        line = _of_card(_place(rules, number + 1), type_, number)
        rank = rules.rank(man.record) if man else ""
        lines.append(replace(line, airframe=seat.airframe, pilot=man.name if man else "", about=rank))
    return replace(box, seats=tuple(lines))


def _card(type_: AircraftType, number: int) -> TypeCard:
    """The card of the aircraft at place ``number`` of its unit, from 0: the Leader's is the first."""
    cards = engine.systems()[type_.system].type_cards(type_.slug)
    return cards[min(number, len(cards) - 1)]


def _of_card(place: str, type_: AircraftType | None, number: int) -> SeatLine:
    """A seat with what its card says, as far as it is known which type flies there."""
    if type_ is None:
        return SeatLine(place)
    card = _card(type_, number)
    return SeatLine(place, ratings=_chief(card), damaged_at=card.hits[0], lost_at=card.hits[1])


def _chief(card: TypeCard) -> tuple[tuple[str, str], ...]:
    """The figures that a card shows largest; where its Damaged side has others, these after a stroke."""
    back = {figure.label: figure.value for figure in card.back.chief}
    pairs = ((figure.label, figure.value, back.get(figure.label, figure.value)) for figure in card.front.chief)
    return tuple((label, front if front == damaged else f"{front}/{damaged}") for label, front, damaged in pairs)


def _place(rules: CampaignRules, number: int) -> str:
    """Which aircraft of its unit, counted from 1."""
    if not rules.has_leaders:
        return f"Aircraft {number}"
    return "Leader" if number == 1 else f"Wingman {number - 1}"


# Nothing planned yet


def _settled(pack: PackDefinition, choice: UnitChoice) -> Iterator[str]:
    """What is no choice any more, in words."""
    if len(choice.sizes) == 1:
        yield f"Formation of {choice.sizes[0]}" if pack.rules.told_by_pack else _aircraft(choice.sizes[0])
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


def _picks(pack: PackDefinition, choices: Choices, choice: UnitChoice, *, names_pool: bool) -> Iterator[Pick]:
    """What its commander still has to choose."""
    if choice.pooled and names_pool:
        yield _pick("Squadron", [each.title for each in choices.squadrons_for(choice)])
    if len(choice.aircraft) > 1:
        yield _pick("Aircraft", [unbroken(each.name) for each in choice.aircraft])
    if len(choice.sizes) > 1:
        yield _pick("Formation of" if pack.rules.told_by_pack else "Strength", [str(size) for size in choice.sizes])
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


def _empty_seat(place: str, type_: AircraftType | None) -> SeatLine:
    """A seat without a man; of a type that is known with its ratings."""
    if type_ is None:
        return SeatLine(PLACES.get(place, f"Aircraft {place}"))
    return _seat(FlyingSeat(place, type_.slug, None), type_, (), None)
