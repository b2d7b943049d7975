"""From rows to what planning and the engine need: the choices of a side, a mission with its orders."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from campaigns.packs import PackDefinition
from campaigns.packs.schema import SIDES
from campaigns.packs.schema import Side as SideName
from campaigns.selectors import standings
from campaigns.selectors.definitions import definition_of
from campaigns.standing import Standing
from config.common.prepared import Prepared, number
from config.common.refusals import Refusal
from engine.core.report import Report
from missions.models import Draft, Mission, Orders
from missions.planning import choices as offered
from missions.planning import flown_units, lineup, orders, setups, validation
from missions.planning.choices import Choices, UnitChoice
from missions.planning.lineup import AS_ORDERED, Lineup
from missions.planning.mission_context import MissionContext
from missions.planning.orders import SideOrders
from missions.results import questionnaire
from missions.results.questionnaire import Questionnaire


def choices(mission: Mission, side: SideName) -> Choices:
    """What ``side`` may plan for this mission, as its campaign stands. Two queries."""
    return planned_with(mission, side, standings.standing_of(mission.campaign))


def planned_with(mission: Mission, side: SideName, standing: Standing) -> Choices:
    """The same for a standing that has been folded already. No query."""
    return offered.build(
        definition_of(mission.campaign),
        mission.key,
        side,
        month=mission.date[:7],
        standing=standing,
        drawn=mission.scenario.get("skilled", {}).get(side),
    )


def orders_of(row: Orders | Draft) -> SideOrders:
    """What a row holds."""
    return orders.stored(row.document)


_ORDERS = Prepared(lambda: Orders.objects.filter(mission=number("mission")))


def why_not(mission: Mission, side: SideName, signed: SideOrders, standing: Standing) -> str:
    """Why signed orders cannot be flown as the campaign stands by now, in a sentence; empty if they can. No query."""
    try:
        validation.validated(planned_with(mission, side, standing), signed)
    except Refusal as refusal:
        return refusal.sentence
    return ""


def units(mission: Mission, side: SideName, resource: str | None) -> tuple[UnitChoice, ...]:
    """The units that ``side`` flies when ``resource`` is spent. No query."""
    return offered.units(definition_of(mission.campaign), mission.key, side, resource)


def lineup_of(mission: Mission) -> Lineup:
    """Who flew otherwise than by the orders. No query."""
    return lineup.stored(mission.lineup)


def signed(mission: Mission) -> dict[SideName, SideOrders]:
    """By side what is flown: the signed orders with nothing left open, and as the lineup has it. One query."""
    rows = _ORDERS(mission=mission.pk)
    return _flown(definition_of(mission.campaign), mission, rows, lineup_of(mission))


def by_plan(mission: Mission, flew: Lineup) -> dict[SideName, SideOrders]:
    """What would have been flown by the signed orders with the Resources that ``flew`` says were spent. One query."""
    rows = _ORDERS(mission=mission.pk)
    return _flown(definition_of(mission.campaign), mission, rows, flew.only_spent)


def _flown(pack: PackDefinition, mission: Mission, rows: Iterable[Orders], flew: Lineup) -> dict[SideName, SideOrders]:
    known = {side_name(row.side): orders_of(row) for row in rows}
    known = {
        side: flown_units.with_resource(pack, mission.key, side, own, flew.of(side)) for side, own in known.items()
    }
    spent = [own.resource for own in known.values()]
    return {
        side: flown_units.as_it_was(validation.as_flown(pack, mission.key, side, own, spent), flew.of(side))
        for side, own in known.items()
    }


def resources_spent(mission: Mission) -> dict[str, str]:
    """The titles of the Resources that were spent, by side. One query where the campaign has Resources."""
    known = definition_of(mission.campaign).resources
    rows = _ORDERS(mission=mission.pk) if known else ()
    spent = {row.side: orders_of(row).resource for row in rows}
    flew = lineup_of(mission)
    spent |= {side: said.resource for side in SIDES if (said := flew.of(side).spent) is not None}
    return {side: known[key].title for side, key in spent.items() if key}


def as_flown(mission: Mission, row: Orders | Draft, spent: Collection[str | None] | None = None) -> SideOrders:
    """What a row holds with nothing left open, when the Resources ``spent`` are; without them, its own. No query."""
    own = orders_of(row)
    resources = [own.resource] if spent is None else spent
    return validation.as_flown(definition_of(mission.campaign), mission.key, side_name(row.side), own, resources)


def context_of(mission: Mission, standing: Standing | None = None) -> MissionContext:
    """All that is asked of a mission whose orders are signed. Three queries, one with the ``standing`` before it."""
    rows = _ORDERS(mission=mission.pk)
    return as_planned(definition_of(mission.campaign), mission, rows, standing or standing_before(mission))


def as_planned(
    pack: PackDefinition, mission: Mission, rows: Iterable[Orders], standing: Standing, flew: Lineup | None = None
) -> MissionContext:
    """The same by another ``pack`` or ``standing`` than the campaign's own, or by who is said to have flown. No query.

    ``flew``: left out, the mission's own lineup.
    """
    rows = list(rows)
    flew = lineup_of(mission) if flew is None else flew
    return MissionContext(
        pack=pack,
        key=mission.key,
        month=mission.date[:7],
        orders=_flown(pack, mission, rows, flew),
        standing=standing,
        lineup=flew,
        planned={} if flew == AS_ORDERED else _flown(pack, mission, rows, flew.only_spent),
        ordered={} if flew == AS_ORDERED else {side_name(row.side): orders_of(row).resource for row in rows},
    )


def sheet_of(mission: Mission, standing: Standing | None = None) -> Questionnaire:
    """What the table is asked about a mission, whose orders both sides must have signed.

    Three queries, one with the ``standing`` before it.
    """
    context = context_of(mission, standing)
    if len(context.orders) < len(SIDES):
        raise Refusal("The orders of both sides must be signed before the mission is flown.")
    return questionnaire.sheet(context)


def in_campaign_terms(mission: Mission, report: Report) -> Report:
    """What the engine's report of a mission says, by the units and seats of its orders. Three queries at most."""
    rules = definition_of(mission.campaign).rules
    return rules.retold(setups.order_of(context_of(mission)), report) if rules.retells else report


def standing_before(mission: Mission) -> Standing:
    """What the campaign had come to when the mission was flown: its men with the Skills of that day. Two queries."""
    return standings.standing_of(mission.campaign, before=mission.number)


def why_grounded(mission: Mission) -> str:
    """Why a mission whose orders are all signed cannot be flown, in a sentence; empty if it can. One query."""
    return setups.why_grounded(definition_of(mission.campaign), mission.key, signed(mission))


def side_name(side: str) -> SideName:
    """A side as a row holds it."""
    return "allied" if side == "allied" else "axis"
