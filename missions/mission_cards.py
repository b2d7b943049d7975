"""The cards of what a side flies in a mission."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import Http404

from campaigns import card_sheets
from campaigns.access import Viewer
from campaigns.documents.aircraft_cards import AircraftCards
from campaigns.packs.schema import Side
from campaigns.sides import side_titles
from missions import loading
from missions.briefing_sheets import may_read
from missions.models import Mission, Orders
from missions.seats import SEATS, seats
from missions.selectors import may_see_orders

CARDS = {"leader": "leader", "wingman": "wingman", "section": "wingman"}
"""The card that stands for each seat; of a Formation's aircraft both do."""


def mission_cards(mission: Mission, viewer: Viewer, side: Side) -> AircraftCards:
    """A card for each aircraft by the orders, as far as the viewer may see them; before, of all types that may fly.

    Raises ``Http404`` for whom they are not.
    """
    if not may_read(mission, viewer, side):
        raise Http404("The cards of a side are for those who see its plans, until the orders are open.")
    title = f"Mission {mission.number}: {mission.title}, {side_titles(mission.campaign)[side]}"
    orders = Orders.objects.filter(mission=mission, side=side).first()
    if orders is not None and may_see_orders(orders, mission, viewer):
        return card_sheets.cards_of_seats(title, list(_flying(mission, side, orders)))
    choices = loading.planned_with(mission, side, loading.standing_before(mission))
    types = dict.fromkeys(each.slug for unit in choices.units(None) for each in unit.aircraft)
    return card_sheets.cards_of_seats(f"{title}, what may fly", [card_sheets.Seat(slug) for slug in types])


def _flying(mission: Mission, side: Side, orders: Orders) -> Iterator[card_sheets.Seat]:
    document = loading.as_flown(mission, side, orders.document, [orders.document["resource"]])
    titles = {unit.id: unit.title for unit in loading.units(mission, side, document["resource"])}
    for unit in document["units"]:
        shown = set()
        for seat in seats(unit):
            card = CARDS.get(seat.name, "") if seat.name in SEATS else ""
            if card or seat.aircraft not in shown:
                yield card_sheets.Seat(seat.aircraft, card, titles[unit["id"]])
            shown.add(seat.aircraft)
