"""The cards of what a side flies in a mission."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import Http404

from campaigns.access import Viewer
from campaigns.documents.cards.aircraft_cards import AircraftCard
from campaigns.documents.cards.card_sheet import CardSheet
from campaigns.packs.schema import Side
from campaigns.prints import cards
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.sides import side_titles
from missions.access import may_see_orders
from missions.flights import context
from missions.models import Mission, Orders
from missions.planning.places import seats
from missions.prints.briefing import may_read

LEADERS = ("leader", "1")
"""Seats whose card is a Leader's, where a type has more than one."""


def mission_cards(mission: Mission, viewer: Viewer, side: Side) -> CardSheet[AircraftCard]:
    """A card for each aircraft by the orders, as far as the viewer may see them; before, of all types that may fly.

    Raises ``Http404`` for whom they are not, and where nothing that flies has a card, as flying bombs have none.
    """
    found = _cards(mission, viewer, side)
    if not found.cards:
        raise Http404("What this side sends has no cards.")
    return found


def _cards(mission: Mission, viewer: Viewer, side: Side) -> CardSheet[AircraftCard]:
    if not may_read(mission, viewer, side):
        raise Http404("The cards of a side are for those who see its plans, until the orders are open.")
    title = f"Mission {mission.number}: {mission.title}, {side_titles(mission.campaign)[side]}"
    orders = Orders.objects.filter(mission=mission, side=side).first()
    if orders is not None and may_see_orders(orders, mission, viewer):
        return cards.cards_of_seats(title, list(_flying(mission, side, orders)))
    choices = context.planned_with(mission, side, context.standing_before(mission))
    types = dict.fromkeys(each.slug for unit in choices.units(None) for each in unit.aircraft)
    return cards.cards_of_seats(f"{title}, what may fly", [cards.WantedCard(aircraft=slug) for slug in types])


def _flying(mission: Mission, side: Side, row: Orders) -> Iterator[cards.WantedCard]:
    """A card an aircraft, with who sits in it; one for a unit whose aircraft are not told apart."""
    pack = definition_of(mission.campaign)
    orders = context.as_flown(mission, row)
    titles = {unit.id: unit.title for unit in context.units(mission, side, orders.resource)}
    men = context.standing_before(mission).airmen
    for unit in orders.units:
        flying = seats(unit)
        if not pack.names_men:
            yield cards.WantedCard(aircraft=flying[0].aircraft, seat="", label=titles[unit.id])
            continue
        for seat in flying:
            card = "leader" if seat.name in LEADERS else "wingman"
            man = men.get(seat.pilot or 0)
            named = (titles[unit.id], man.name if man else "", seat.airframe)
            rank = man.rank if man else ""
            yield cards.WantedCard(aircraft=seat.aircraft, seat=card, label=" · ".join(filter(None, named)), rank=rank)
