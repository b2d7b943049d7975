"""Flights that may and may not be built."""

from __future__ import annotations

from typing import Any

import pytest

import engine
from engine.core.errors import BadSetup
from tests.engine.angels.make import card
from tests.engine.rules import rule

ANGELS = engine.systems()["angels"]
SPITFIRE, HURRICANE = "spitfire-mk-i-ace", "hurricane-mk-i"
EMIL, ZERO = "bf-109e-wingman", "a6m2-zero-ace"


def flights(allied: list[Any], axis: list[Any], **keys: Any) -> None:
    """Check a battle of these aircraft. Raises ``BadSetup``."""
    units = [
        {"id": f"{side}-{number}", "aircraft": flown}
        for side, flight in (("allied", allied), ("axis", axis))
        for number, flown in enumerate(flight, 1)
    ]
    ANGELS.check({"units": units, "situation": 1, **keys})


@rule("A20 Building Flights")
def test_a_flight_of_two_to_five_aircraft_within_its_points_may_fly() -> None:
    flights([SPITFIRE, HURRICANE, HURRICANE], [EMIL, EMIL], points=100)
    flights(["ms-406-rookie"] * 5, [EMIL, EMIL], points=75)


@rule("A20 Building Flights")
@pytest.mark.parametrize(
    ("allied", "said"),
    [
        ([SPITFIRE, SPITFIRE, HURRICANE], "costs 117 points, more than 100"),
        ([SPITFIRE], "has 1 aircraft; it must have 2 to 5"),
        (["ms-406-rookie"] * 6, "has 6 aircraft"),
    ],
)
def test_a_flight_over_its_points_or_of_other_numbers_is_refused(allied: list[str], said: str) -> None:
    with pytest.raises(BadSetup, match=rf"Allied flight {said}.*\[A20 Building Flights\]"):
        flights(allied, [EMIL, EMIL], points=100)


def test_a_better_pilot_counts_with_what_he_costs() -> None:
    unit = {"id": "allied-1", "aircraft": HURRICANE, "pilot": "ace"}
    units = [unit, unit | {"id": "allied-2"}, unit | {"id": "allied-3"}]
    setup = {"units": units, "situation": 1, "points": 100}
    with pytest.raises(BadSetup, match="costs 132 points"):
        ANGELS.check(setup)


@rule("A20 Constructing Your Own Scenarios")
def test_without_points_year_or_theater_anything_flies_against_anything() -> None:
    flights([ZERO], [SPITFIRE] * 6)


@rule("A20 Choosing Sides")
@pytest.mark.parametrize(
    ("allied", "axis", "said"),
    [
        ([HURRICANE, ZERO], [EMIL, EMIL], "A6M2 Zero Ace flies for Japan, on the Axis side, not on the Allied side"),
        ([HURRICANE, HURRICANE], [EMIL, "i-16-abu"], "China, on the Allied side"),
        ([HURRICANE, "ms-406-maetimaha"], [EMIL, EMIL], "Finland, on the Axis side"),
        ([HURRICANE, HURRICANE], [EMIL, card(side="allied")], "on the Allied side"),
    ],
)
def test_aircraft_fly_for_the_side_that_their_nation_is_on(allied: list[Any], axis: list[Any], said: str) -> None:
    with pytest.raises(BadSetup, match=rf"{said}.*\[A20 Choosing Sides\]"):
        flights(allied, axis, points=200)


def test_an_aircraft_of_no_nation_flies_for_anybody() -> None:
    flights([HURRICANE, card()], [EMIL, card()], points=200)


@rule("A20 Year Restrictions")
@pytest.mark.parametrize(("year", "allowed"), [(1942, False), (1943, True), (1945, True)])
def test_no_aircraft_is_later_than_the_year_of_the_battle(year: int, allowed: bool) -> None:
    if allowed:
        flights(["typhoon-interceptor"], [EMIL], year=year)
        return
    with pytest.raises(
        BadSetup, match=r"Typhoon Interceptor is of 1943, the battle of 1942.*\[A20 Year Restrictions\]"
    ):
        flights(["typhoon-interceptor"], [EMIL], year=year)


@rule("A20 Historical Theater Restrictions")
@pytest.mark.parametrize(
    ("theater", "allied", "axis"),
    [
        ("western-front", "kosciuszko-hurricane-mk-i", "c-202-folgore"),
        ("eastern-front", "guards-yak-1", "ms-406-maetimaha"),
        ("china", "i-16-abu", "ki-61-tony"),
        ("mediterranean", "p-40b-rookie", "c-200-saetta-rookie"),
        ("south-pacific", "usmc-f4f-4-wildcat", "a6m2-zeke"),
    ],
)
def test_nations_meet_where_they_met(theater: str, allied: str, axis: str) -> None:
    flights([allied], [axis], theater=theater)


@rule("A20 Historical Theater Restrictions")
@pytest.mark.parametrize(
    ("theater", "allied", "axis", "said"),
    [
        ("south-pacific", "p-40b-rookie", EMIL, "Germany"),
        ("eastern-front", HURRICANE, EMIL, "Britain"),
        ("western-front", "guards-yak-1", EMIL, "Soviet Union"),
        ("mediterranean", "kosciuszko-hurricane-mk-i", EMIL, "Poland"),
        ("china", "i-16-ishak", ZERO, "Soviet Union"),
        ("china", card(side="allied"), ZERO, "no nation that is named"),
    ],
)
def test_nations_do_not_meet_where_they_never_did(theater: str, allied: Any, axis: str, said: str) -> None:
    with pytest.raises(BadSetup, match=rf"{said}, which was not in .*\[A20 Historical Theater Restrictions\]"):
        flights([allied], [axis], theater=theater)


@rule("A20 Bomber Escort Scenario")
def test_bombers_are_no_part_of_a_flight() -> None:
    flights(
        [HURRICANE, HURRICANE, "medium-bomber-token"], [EMIL, EMIL, "he-111-token"], points=60, theater="western-front"
    )


def test_a_side_whose_orders_are_secret_is_not_looked_at() -> None:
    flights([], [EMIL, EMIL], points=100)


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"points": -1}, "points"),
        ({"points": "100"}, "points"),
        ({"points": 10_000}, "points"),
        ({"year": 1914}, "year"),
        ({"year": "1940"}, "year"),
        ({"theater": "moon"}, "theater"),
        ({"theater": ["china"]}, "theater"),
    ],
)
def test_limits_that_are_none_are_refused_with_a_sentence(keys: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetup, match=said):
        flights([HURRICANE], [EMIL], **keys)


@rule("A20 Choosing Sides", "A20 Historical Theater Restrictions")
def test_a_theater_asks_for_the_right_side_even_where_points_do_not_matter() -> None:
    with pytest.raises(BadSetup, match="Choosing Sides"):
        flights([EMIL], [EMIL], theater="western-front")
