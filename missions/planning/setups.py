"""The engine's set-up document of a mission, from the pack and the orders of its sides. No query."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from campaigns.packs import PackDefinition, planning
from campaigns.packs.schema import SIDES, Effect, MissionDefinition, Side, helps
from campaigns.standing.model import Airman, Standing
from engine.core.campaigns import MissionOrder, MissionUnit
from engine.core.game import Document
from engine.core.report import AircraftReport, Report, Score
from engine.wildblue.names import unit_names
from engine.wildblue.tables import DURATION, GREEN_PILOT
from missions.planning import choices, scoring
from missions.planning.choices import UnitChoice
from missions.planning.mission_context import MissionContext
from missions.planning.orders import PILOT_KEYS, SideOrders, UnitOrders, one_or_several
from missions.planning.places import seats

_FLAGS = {
    "blitzkrieg": "blitzkrieg",
    "deceptive-course": "deceptive_course",
    "pathfinder": "pathfinder",
    "clouds-over-target": "clouds_over_target",
}
_COUNTS = {"flak-guns": "flak_guns", "small-arms": "small_arms"}
_BOMBARDIER, _BOMBER_PILOT = "B", "BM"
_DOGFIGHT_KEYS = ("aircraft", "wingman", "altitude", "leader_pilot", "wingman_pilot")
_PATROL_KEYS = ("aircraft", "wingman", "leader_pilot", "wingman_pilot")


def setup(context: MissionContext) -> Document:
    """What ``engine.new`` flies when both sides' orders are given; with one side's, what ``check`` looks at."""
    pack, key, orders, standing = context.pack, context.key, context.orders, context.standing
    if not pack.rules.told_by_pack:
        return pack.rules.setup(order_of(context))
    mission = context.definition
    spent = [own.resource for own in orders.values()]
    units = [
        unit for side in SIDES if side in orders for unit in _units(pack, key, side, orders[side], standing.airmen)
    ]
    common = {"month": context.month, "units": units} | ({"bonus": "balance"} if pack.values.balance else {})
    if pack.kind == "solitaire":
        values = scoring.week_values(pack.values)
        return {"kind": "buzz-bomb", "week": mission.week, "values": values} | common
    if pack.kind == "dogfights":
        values = scoring.dogfight_values(pack.values)
        return {"kind": "dogfight", "turns": mission.turns, "values": values} | common
    return (
        {
            "kind": "mission",
            "type": mission.type,
            "striker": mission.striker,
            "target": _target(mission),
            "night": planning.is_at_night(pack, key, spent),
            "effects": {
                side: _effects(_given(pack, mission, side, own.resource)) | _weather(mission, side, standing)
                for side, own in orders.items()
            },
            "values": scoring.mission_values(pack.values),
            "options": {"fuel": pack.options.fuel},
        }
        | _length(mission, orders)
        | common
    )


def order_of(context: MissionContext) -> MissionOrder:
    """The same for a system that makes its set-up itself: who flies what, with which men."""
    pack, key, orders, standing = context.pack, context.key, context.orders, context.standing
    units = []
    for side in SIDES:
        if side not in orders:
            continue
        choices_ = {unit.id: unit for unit in choices.units(pack, key, side, orders[side].resource)}
        for unit in orders[side].units:
            flown = seats(unit)
            units.append(
                MissionUnit(
                    id=unit.id,
                    side=side,
                    role=choices_[unit.id].role,
                    aircraft=tuple(seat.aircraft for seat in flown),
                    men=tuple(
                        standing.airmen[seat.pilot].record if seat.pilot in standing.airmen else None for seat in flown
                    ),
                    load=unit.load,
                    mode=unit.mode,
                )
            )
    return MissionOrder(context.definition.setup_document, context.month, tuple(units))


def in_campaign_terms(context: MissionContext, report: Report) -> Report:
    """The report of a game as a campaign reads it: by its own units and seats."""
    rules = context.pack.rules
    if rules.told_by_pack:
        return report
    order = order_of(context)
    numbers = numbers_of(context, order)
    flown = tuple(replace(each, number=numbers.get(each.unit, 0)) for each in rules.flown(order, report))
    return replace(report, aircraft=flown, scores=_pointed(report, flown))


def numbers_of(context: MissionContext, order: MissionOrder) -> dict[str, int]:
    """The numbers of units before which others of their part stayed at home, by id."""
    planned = {unit.id: unit for side in SIDES for unit in choices.units(context.pack, context.key, side, None)}
    counted = unit_names({unit.id: unit.role for unit in order.units}, sides=context.pack.side_titles)
    return {unit: planned[unit].number for unit, name in counted.items() if planned[unit].title != name}


def _pointed(report: Report, flown: Sequence[AircraftReport]) -> tuple[Score, ...]:
    """The scores of a game, each about the campaign's unit and seat; about none where these are no single aircraft."""
    pairs = list(zip(report.aircraft, flown, strict=False))
    alike = len(report.aircraft) == len(flown) and all(
        (each.side, each.aircraft, each.status) == (own.side, own.aircraft, own.status) for each, own in pairs
    )
    places = {(each.unit, each.seat): (own.unit, own.seat) for each, own in pairs} if alike else {}
    pointed = []
    for score in report.scores:
        unit, seat = places.get((score.unit, score.seat), ("", ""))
        pointed.append(replace(score, unit=unit, seat=seat))
    return tuple(pointed)


def why_grounded(pack: PackDefinition, key: str, orders: Mapping[Side, SideOrders]) -> str:
    """Why a mission cannot be flown with the orders of both sides, in a sentence; empty if it can.

    A striker finds an undefended target; who has nobody to fight, or nothing to strike with, stays on the ground.
    """
    if pack.kind == "solitaire":
        return ""  # the guns fire, whoever flies
    striker = pack.mission(key).striker
    for side in (striker,) if striker else SIDES:
        if not orders[side].units:
            return f"The {pack.side_titles[side]} side sends nobody, so nobody flies."
    return ""


def _length(mission: MissionDefinition, orders: Collection[Side]) -> Document:
    """Base durations; of a mission whose strikers are not known yet those that the fastest of them would fly.

    [WBY 23.1.1]
    """
    if mission.base is None:
        return {"turns": mission.turns}
    if mission.striker in orders:
        return {"base": {"target_bound": mission.base.target_bound, "home_bound": mission.base.home_bound}}
    bound, _, home = mission.duration(planning.fastest(mission))
    return {"base": {"target_bound": bound + DURATION["speed"], "home_bound": home + DURATION["speed"]}}


def _target(mission: MissionDefinition) -> Document | None:
    """The Mission Target with what this mission changes of its card."""
    if mission.target is None:
        return None
    own = {"area_flak": mission.target.area_flak, "target_flak": mission.target.target_flak}
    return {"slug": mission.target.slug} | {name: cards for name, cards in own.items() if cards is not None}


def _given(pack: PackDefinition, mission: MissionDefinition, side: Side, resource: str | None) -> list[Effect]:
    gives = pack.resources[resource].gives if resource else ()
    return [effect for effect in gives if helps(effect, side, mission)]


def _effects(given: Collection[Effect]) -> Document:
    """The effects of a side's resource that the engine plays by; the others are in the units. [SUP 24.6]"""
    flags = {_FLAGS[effect.effect]: True for effect in given if effect.effect in _FLAGS}
    counts = {_COUNTS[effect.effect]: effect.count for effect in given if effect.effect in _COUNTS}
    return flags | counts


def _weather(mission: MissionDefinition, side: Side, standing: Standing) -> dict[str, bool]:
    """Clouds over the target are an effect of the side that is struck, whoever sends them. [SUP 24.6, 27 step 1]"""
    period = standing.period
    clouded = period is not None and period.weather is not None and period.weather.clouds_over_target
    struck = mission.target is not None and side != mission.striker
    return {"clouds_over_target": True} if clouded and struck else {}


def _units(pack: PackDefinition, key: str, side: Side, orders: SideOrders, men: Mapping[int, Airman]) -> list[Document]:
    choices_ = {unit.id: unit for unit in choices.units(pack, key, side, orders.resource)}
    units: list[Document] = []
    for unit in orders.units:
        choice = choices_[unit.id]
        made = _formation(choice, unit, men) if choice.formation else _element(choice, unit, men)
        if unit.id == orders.experienced_crew:
            _give_experience(made)
        if pack.kind == "dogfights":
            made = {name: made[name] for name in _DOGFIGHT_KEYS}
        elif pack.kind == "solitaire":
            made = {"belt": choice.slot.line.belt} | {name: made[name] for name in _PATROL_KEYS}
        units.append({"id": unit.id, "side": side} | made)
    counted = unit_names({made["id"]: made.get("role", "") for made in units})
    for made in units:
        choice = choices_[made["id"]]
        if "role" in made and choice.title != counted[made["id"]]:  # others of its role stay at home
            made["number"] = choice.number
    return units


def _element(choice: UnitChoice, unit: UnitOrders, men: Mapping[int, Airman]) -> Document:
    return {
        "role": choice.role,
        "aircraft": unit.aircraft,
        "wingman": unit.wingman,
        "section": unit.section,
        "altitude": unit.altitude,
        "load": one_or_several(unit.load),
        "arrives": unit.arrives,
        "phase": choice.slot.line.phase,
        "over_target": choice.slot.line.over_target,
    } | {key: _man(man, men) for key, man in zip(PILOT_KEYS, unit.pilots, strict=True)}


def _formation(choice: UnitChoice, unit: UnitOrders, men: Mapping[int, Airman]) -> Document:
    models = unit.models or ()
    return {
        "role": choice.role,
        "aircraft": list(models),
        "size": len(models),
        "altitude": unit.altitude,
        "load": one_or_several(unit.load),
        "mode": unit.mode,
        "crews": [_man(crew, men) for crew in unit.crews or ()],
    }


def _man(key: int | None, men: Mapping[int, Airman]) -> Document | None:
    """A man as the engine knows him; who is of a squadron flies its aircraft, whatever their nation."""
    if key is None or key not in men:
        return None
    airman = men[key]
    skills = [GREEN_PILOT] if airman.is_green else list(airman.skills)
    man = {"name": airman.name, "skills": skills}
    return man if airman.squadron else man | {"nation": airman.man.nation, "service": airman.man.service}


def _give_experience(unit: Document) -> None:
    """One bomb card more: a Bombardier in a Formation, a pilot who bombs well in an Element. [WBY 19.2.2, SUP 19.3]

    Nobody who is Green is given a Skill. [SUP 19.6.3]
    """
    if "crews" in unit:
        crews = unit["crews"]
        seat = next((n for n, crew in enumerate(crews) if _lacks(crew, _BOMBARDIER)), None)
        if seat is not None:
            crews[seat] = _with_skill(crews[seat] or {"name": "Experienced crew", "skills": []}, _BOMBARDIER)
        return
    seats = ("leader_pilot", "wingman_pilot") if unit["wingman"] else ("leader_pilot",)
    pilot = next((name for name in seats if _lacks(unit[name], _BOMBER_PILOT)), None)
    if pilot is not None:
        unit[pilot] = _with_skill(unit[pilot] or {"name": "", "skills": []}, _BOMBER_PILOT)


def _lacks(man: Document | None, skill: str) -> bool:
    return man is None or not {skill, GREEN_PILOT} & set(man["skills"])


def _with_skill(man: Document, skill: str) -> Document:
    return man | {"skills": [*man["skills"], skill]}
