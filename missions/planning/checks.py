"""What the units of a side may not do together, and what they may not use up together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from campaigns.standing.stocks import unit_fuel
from config.common.refusals import Refusal
from missions.planning.choices import Choices, UnitChoice
from missions.planning.orders import SideOrders, UnitOrders
from missions.planning.places import seats

Flying: TypeAlias = Sequence[tuple[UnitChoice, UnitOrders]]
"""The units that fly, each with its orders."""
LEADERSHIP = "L"


def refuse_what_does_not_go_together(choices: Choices, flying: Flying) -> None:
    """Arrivals, Altitudes, escorts and, of a pool, its limits. Raises ``Refusal``."""
    _arrivals(choices, flying)
    _formations_together(flying)
    _escorted(choices, flying)
    if choices.pool is not None:
        _needed(choices, flying)
        _cap(choices, flying)
        _fuel(choices, flying)


def refuse_what_no_others_mend(choices: Choices, flying: Flying) -> None:
    """What part of a plan may not do whatever else flies. Raises ``Refusal``.

    Whom its escorts find, and whether anybody strikes, only the whole plan tells.
    """
    _arrivals(choices, flying)
    _formations_together(flying)
    _cap(choices, flying)
    _fuel(choices, flying)


def refuse_torpedoes_from_above(unit: UnitChoice, load: tuple[str, ...], altitude: str | None) -> None:
    """Raises ``Refusal`` at a Formation that would have to come down to release them. [WBY 17.3.2, SUP 21.6]"""
    if unit.formation and load == ("torpedoes",) and altitude != "very-low":
        raise Refusal(
            f"{unit.title} must fly at Very Low: there torpedoes are released, and Formations keep their Altitude. "
            "[WBY 17.3.2, SUP 21.6]",
            f"units.{unit.id}.altitude",
        )


def fuel_of(flying: Flying) -> int:
    """What units take from the fuel stock. [SUP 27 step 6]"""
    return sum(unit_fuel(unit.load, choice.formation) for choice, unit in flying)


def experienced_crew(choices: Choices, resource: str | None, chosen: str | None, flying: Flying) -> str | None:
    """The striking unit that gets the experienced crew of the resource; usually the first. [SUP 24.6]"""
    crewed = [unit.id for unit in choices.crewed(resource)]
    able = [unit.id for _, unit in flying if unit.id in crewed and not _all_green(choices, unit)]
    if not chosen:
        return next(iter(able), None)
    if chosen in able:
        return chosen
    field = "experienced_crew"
    if chosen in crewed and any(unit.id == chosen for _, unit in flying):
        raise Refusal(
            "Whoever flies there is Green, and nobody who is Green is given a Skill. Choose another unit. [SUP 19.6.3]",
            field,
        )
    why = "Choose a unit that strikes." if crewed else "No resource brings one."
    raise Refusal(f"The experienced crew cannot fly there. {why}", field)


def _all_green(choices: Choices, unit: UnitOrders) -> bool:
    """Whether everybody whom the experienced crew could teach is Green."""
    green = {pilot.pk for pilot in choices.pilots if pilot.is_green}
    taught = seats(unit)[:2] if unit.models is None else seats(unit)
    return all(seat.pilot in green for seat in taught)


def _arrivals(choices: Choices, flying: Flying) -> None:
    """Of the units that are scheduled one arrives a Game-Turn, one more where a leader of men flies. [WBY 19.2.8]"""
    scheduled = [(choice, unit) for choice, unit in flying if len(choice.arrives) > 1]
    if not scheduled:
        return
    leaders = {pilot.pk for pilot in choices.pilots if LEADERSHIP in pilot.skills and not pilot.is_green}
    for turn in {unit.arrives for _, unit in scheduled}:
        together = [(choice, unit) for choice, unit in scheduled if unit.arrives == turn]
        led = any(seat.pilot in leaders for _, unit in together for seat in seats(unit))
        if len(together) > 1 + led:
            choice, unit = together[1 + led]
            raise Refusal(
                f"{choice.title} cannot arrive on Game-Turn {turn} as well: one unit arrives a Game-Turn, "
                "and one more with a pilot who has Leadership. [WBY 19.2.8]",
                f"units.{unit.id}.arrives",
            )


def _formations_together(flying: Flying) -> None:
    """All Formations of one type fly at one Altitude. [WBY 17.3.2]"""
    first: dict[str, tuple[UnitChoice, str | None]] = {}
    for choice, unit in flying:
        aircraft = choice.aircraft_of(unit.aircraft)
        if not choice.formation or aircraft is None:
            continue
        other, altitude = first.setdefault(aircraft.type.family, (choice, unit.altitude))
        if altitude != unit.altitude:
            raise Refusal(
                f"{choice.title} flies at the Altitude of {other.title}: all Formations of one type do. [WBY 17.3.2]",
                f"units.{unit.id}.altitude",
            )


def _escorted(choices: Choices, flying: Flying) -> None:
    """Who is to be escorted takes off."""
    flies = {choice.id for choice, _ in flying}
    away = {unit.id: unit.title for unit in choices.units() if unit.id not in flies}
    for choice, unit in flying:
        if unit.escorts is not None and unit.escorts in away:
            raise Refusal(
                f"{choice.title} cannot escort {away[unit.escorts]}: it stays at home. Choose another unit.",
                f"units.{choice.id}.escorts",
            )


def _needed(choices: Choices, flying: Flying) -> None:
    """Who can strike must, with something; so must both sides of a mission without strikers. [SUP 27 step 4]"""
    strikes = choices.strikes
    if any(choice.role == "striker" for choice, _ in flying) if strikes else flying:
        return
    if needed := choices.needed:
        one = " or ".join(unit.title for unit in needed)
        what = "Your side strikes in this mission" if strikes else "Both sides meet in this mission"
        raise Refusal(f"{what}: at least one unit must fly. Send {one}.", f"units.{needed[0].id}.flies")
    if flying:
        raise Refusal(
            "None of your striking units can fly, and without one nobody has anything to escort. "
            "Let all units stay at home.",
            f"units.{flying[0][0].id}.flies",
        )


def _cap(choices: Choices, flying: Flying) -> None:
    """No more units than the weather lets fly. [SUP 27 step 1]"""
    cap = choices.pool.cap if choices.pool else None
    if cap is None or len(flying) <= cap:
        return
    weather = f" ({choices.pool.weather})" if choices.pool and choices.pool.weather else ""
    units = "1 unit" if cap == 1 else f"{cap or 'no'} units"
    raise Refusal(
        f"The weather{weather} lets your side fly {units} in a mission, and {len(flying)} are to fly. "
        f"Let {len(flying) - cap} stay at home. [SUP 27 step 1]",
        f"units.{flying[cap][0].id}.flies",
    )


def _fuel(choices: Choices, flying: Flying) -> None:
    """No more than the fuel stock holds. [SUP 27 step 4]"""
    stock = choices.pool.fuel if choices.pool else None
    if stock is None:
        return
    for number in range(1, len(flying) + 1):
        if (needed := fuel_of(flying[:number])) > stock:
            raise Refusal(
                f"These units take {fuel_of(flying)} fuel, and the stock holds {stock}: with "
                f"{flying[number - 1][0].title} it would be {needed}. Leave drop tanks or units at home. "
                "[SUP 27 step 4]",
                f"units.{flying[number - 1][0].id}.flies",
            )


def nobody_flies(choices: Choices, orders: SideOrders) -> str:
    """Who would stay at home though they could fly, in a sentence, of orders or a part that send nobody.

    Empty if somebody flies, and where nobody could: it is no mistake then. ``orders`` have been checked. Sending
    nobody is allowed: pages ask before it is signed.
    """
    if orders.flying:
        return ""
    able = _able(choices, orders.resource)
    bring = [each.title for each in choices.resources if each.usable and _able(choices, each.key)]
    if able:
        could = f"{len(able)} of its units could" if len(able) > 1 else f"{able[0].title} could"
    elif bring:
        *first, last = bring
        could = f"{', '.join(first)} or {last} would bring aircraft" if first else f"{last} would bring aircraft"
    else:
        return ""
    squadron = choices.pool.squadron(choices.part_of) if choices.pool else None
    who = squadron.title if squadron else f"the {choices.pack.side_titles[choices.side]} side"
    return f"Nobody would fly for {who}: {could}."


def _able(choices: Choices, resource: str | None) -> list[UnitChoice]:
    """The units that could fly; of a whole side no escorts without somebody to escort."""
    able = [unit for unit in choices.units(resource) if choices.can_fly(unit)]
    alone = bool(choices.part_of) or any(unit.role == "striker" for unit in able)
    return [unit for unit in able if alone or unit.role != "escort"]
