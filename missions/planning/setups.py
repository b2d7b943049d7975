"""A mission as its system is told it, from the pack and the orders of its sides. No query."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from campaigns.packs import PackDefinition, planning
from campaigns.packs.schema import SIDES, MissionDefinition, Side, helps
from campaigns.standing.model import Standing
from engine.core.campaigns import MissionOrder, MissionTerms, MissionUnit
from engine.core.game import Document
from engine.core.names import unit_names
from engine.core.own_types import table_of
from missions.planning import flown_units
from missions.planning.mission_context import MissionContext
from missions.planning.orders import SideOrders
from missions.planning.places import seats


def setup(context: MissionContext) -> Document:
    """What ``engine.new`` flies when both sides' orders are given; with one side's, what ``check`` looks at."""
    return context.pack.rules.setup(order_of(context))


def order_of(context: MissionContext) -> MissionOrder:
    """What is flown, who flies what, and with which men."""
    return MissionOrder(
        setup=context.definition.setup_document,
        month=context.month,
        units=tuple(unit for side in SIDES if side in context.orders for unit in _units(context, side)),
        terms=_terms(context),
    )


def _units(context: MissionContext, side: Side) -> Iterator[MissionUnit]:
    pack, orders, men = context.pack, context.orders[side], context.standing.airmen
    told = context.lineup.of(side).by_id
    choices_ = flown_units.unit_choices(pack, context.key, side, orders.resource, context.lineup.of(side))
    flying = {unit.id: choices_[unit.id] for unit in orders.units}
    counted = unit_names({unit: choice.role for unit, choice in flying.items()}, sides=pack.side_titles)
    for unit in orders.units:
        choice, flown = flying[unit.id], seats(unit)
        yield MissionUnit(
            id=unit.id,
            side=side,
            role=choice.role,
            aircraft=tuple(seat.aircraft for seat in flown),
            men=tuple(men[seat.pilot].record if seat.pilot in men else None for seat in flown),
            seats=tuple(seat.name for seat in flown),
            number=choice.number if choice.title != counted[unit.id] else 0,
            altitude=unit.altitude,
            load=unit.load,
            mode=unit.mode,
            arrives=unit.arrives,
            phase=choice.slot.line.phase,
            over_target=choice.slot.line.over_target,
            belt=choice.slot.line.belt,
            is_experienced=unit.id == orders.experienced_crew,
            is_told=unit.id in told,
        )


def _terms(context: MissionContext) -> MissionTerms:
    pack, mission = context.pack, context.definition
    return MissionTerms(
        kind=pack.kind,
        type=mission.type,
        striker=mission.striker,
        target=_target(mission),
        base=(mission.base.target_bound, mission.base.home_bound) if mission.base else None,
        fastest=planning.fastest(mission) if mission.base else 0,
        turns=mission.turns,
        week=mission.week,
        night=planning.is_at_night(pack, context.key, [own.resource for own in context.orders.values()]),
        effects={
            side: _given(pack, mission, side, own.resource) | _weather(mission, side, context.standing)
            for side, own in context.orders.items()
        },
        points=pack.scoring.model_dump(exclude={"fixed"}) if pack.scoring else {},
        keeps_fuel=pack.options.fuel,
    )


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


def _target(mission: MissionDefinition) -> Document | None:
    """The Mission Target with what this mission changes of its card."""
    if mission.target is None:
        return None
    own = {"area_flak": mission.target.area_flak, "target_flak": mission.target.target_flak}
    changed: Document = {name: cards for name, cards in own.items() if cards is not None}
    card = table_of(mission.target.slug)
    return {"slug": mission.target.slug} | changed | ({"card": card} if card else {})


def _given(pack: PackDefinition, mission: MissionDefinition, side: Side, resource: str | None) -> dict[str, int]:
    gives = pack.resources[resource].gives if resource else ()
    return {effect.effect: effect.count for effect in gives if helps(effect, side, mission)}


def _weather(mission: MissionDefinition, side: Side, standing: Standing) -> dict[str, int]:
    """Clouds over the target are an effect of the side that is struck, whoever sends them. [SUP 24.6, 27 step 1]"""
    period = standing.period
    clouded = period is not None and period.weather is not None and period.weather.clouds_over_target
    struck = mission.target is not None and side != mission.striker
    return {"clouds-over-target": 1} if clouded and struck else {}
