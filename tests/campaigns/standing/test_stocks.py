"""Stocks: what flying takes of them, what a period brings, and what want does. [SUP 27.2, 27.6, 27 supply]"""

from __future__ import annotations

from tests.campaigns.standing.journals import Journal
from tests.campaigns.standing.packs import FUEL, weeks
from tests.engine.rules import rule


@rule("SUP 27.6")
def test_fuel_falls_by_one_a_unit_by_two_with_drop_tanks_and_three_a_formation() -> None:
    journal = Journal(weeks(FUEL))
    journal.period(1)
    journal.draw(1, period=1)
    journal.sortie(1, "FF-A", unit="allied-1")
    journal.sortie(1, "FF-B", unit="allied-1", seat="wingman")
    assert journal.standing.stocks["allied"]["fuel"] == 9, "an Element is one unit"
    journal.sortie(1, "FF-C", unit="allied-2", load=["drop-tanks"])
    assert journal.standing.stocks["allied"]["fuel"] == 7
    for seat in "12":
        journal.sortie(1, f"FB-{'AB'[int(seat) - 1]}", unit="allied-3", seat=seat, **{"class": "medium-bomber"})
    assert journal.standing.stocks["allied"]["fuel"] == 4
    journal.sortie(1, "JS-A", side="axis", unit="axis-1")
    assert journal.standing.stocks == {"allied": {"fuel": 4}, "axis": {}}, "who keeps no stock pays nothing"


@rule("SUP 27.2")
def test_a_period_brings_its_income_from_the_second_one_on_as_far_as_it_can_be_stored() -> None:
    journal = Journal(weeks(FUEL))
    stocks = []
    for number in (1, 2, 3):
        journal.period(number)
        stocks.append(journal.standing.stocks["allied"]["fuel"])
    assert stocks == [10, 12, 12]


SUPPLY = """
[stocks.allied.supply]
title = "Food"
start = 2
drain = 2
"""


@rule("SUP 27 supply")
def test_cargo_fills_a_stock_that_each_period_empties() -> None:
    cargo = SUPPLY.replace("start = 2", "start = 5\ncargo = 3")
    journal = Journal(weeks(cargo, airlift=True))
    journal.period(1)
    journal.draw(1, period=1, key="airlift")
    journal.sortie(1, "TP-A", "Transports 1", cargo=2)
    journal.sortie(1, "TP-B", "Transports 2", cargo=0)
    assert journal.standing.stocks["allied"]["supply"] == 11
    journal.debrief(1)
    assert journal.standing.stocks["allied"]["supply"] == 11
    journal.fly(2, period=1)
    assert journal.standing.stocks["allied"]["supply"] == 9, "the last mission of a period ends it"
    assert journal.standing.marker == 3


@rule("SUP 27 supply")
def test_at_nothing_the_marker_moves_a_space_against_the_besieged() -> None:
    journal = Journal(weeks(SUPPLY))
    journal.period(1)
    journal.fly(1, period=1)
    assert journal.standing.marker == 3
    journal.fly(2, period=1)
    assert (journal.standing.stocks["allied"]["supply"], journal.standing.marker) == (0, 4)
    assert journal.standing.missions[2].marker == 4
    journal.period(2)
    assert journal.standing.marker == 4
    journal.period(3)
    assert journal.standing.marker == 5, "a period that was cut short ends when the next begins"
    other = Journal(weeks(SUPPLY.replace("allied", "axis")))
    other.period(1)
    other.fly(1, period=1)
    other.fly(2, period=1)
    assert other.standing.marker == 2, "against the side that starves, whichever it is"


@rule("SUP 27 supply", "SUP 27.8")
def test_an_event_of_the_space_happens_when_want_of_supplies_brings_the_marker_there() -> None:
    event = """
[events.retreat]
title = "Retreat"
text = "They give way."
space = 4
gives = [{ effect = "points", side = "axis", amount = 3 }]
"""
    journal = Journal(weeks(SUPPLY + event))
    journal.period(1)
    journal.fly(1, period=1)
    assert not journal.standing.events
    journal.fly(2, period=1)
    assert (list(journal.standing.events), journal.standing.points["axis"]) == (["retreat"], 3)
