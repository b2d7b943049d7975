"""Values that are made by the thousand are what frozen dataclasses are, but for who watches over them."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import pytest

from engine.core.report import AircraftReport, Kill
from engine.core.values import value


@dataclass(frozen=True, slots=True)
class Frozen:
    name: str
    parts: tuple[int, ...] = ()


@value(frozen=True, slots=True)
class Quick:
    name: str
    parts: tuple[int, ...] = ()


def test_a_value_is_told_compared_and_found_like_a_frozen_dataclass() -> None:
    assert repr(Quick("a", (1,))) == repr(Frozen("a", (1,))).replace("Frozen", "Quick")
    assert Quick("a") == Quick("a") != Quick("b")
    assert hash(Quick("a", (1,))) == hash(Frozen("a", (1,)))
    assert {Quick("a"): 1}[Quick("a")] == 1
    assert not hasattr(Quick("a"), "__dict__")


def test_a_value_that_is_not_compared_is_found_by_itself_alone() -> None:
    @value(frozen=True, eq=False)
    class Own:
        parts: list[int]

    one = Own([1])
    assert {one: 1}[one] == 1
    assert one != Own([1])


FLOWN = AircraftReport(
    "axis", "axis-1", "leader", "bf-109e-3", "fighter", "damaged", kills=(Kill("allied-1", "2", "hurricane-i"),), hits=2
)
OTHERWISE = AircraftReport(
    "axis", "axis-1", "leader", "ju-88a-4", "medium-bomber", "damaged", "home", "Vogel", ("A",), "veteran", "B", 3, 2,
    (Kill("allied-1", "2", "hurricane-i"),), (Kill("allied-1", "1", "hurricane-i"),), "flak", "striker", 4,
    ("bombs",), 5, 6, 7, 8, 9, fuel_tank=True, over_target=True, jettisoned=True,
)  # fmt: skip
"""Of which a report says everything."""
CALLED: dict[str, Any] = {
    "unit": "axis-3", "seat": "2", "role": "escort", "number": 1, "pilot": "Kranz",
    "kills": (Kill("allied-4", "1", "hurricane-i"),), "damaged": (), "cause": "by F/O Brown",
}  # fmt: skip


def test_an_aircraft_that_is_called_otherwise_keeps_all_else_that_is_told_of_it() -> None:
    plain = AircraftReport("", "", "", "", "", "undamaged")
    assert not [each.name for each in fields(plain) if getattr(plain, each.name) == getattr(OTHERWISE, each.name)]
    assert OTHERWISE.called(**CALLED) == replace(OTHERWISE, **CALLED)


@pytest.mark.parametrize(
    "said", [{}, {"unit": "axis-3", "seat": "2"}, {"kills": (), "cause": "flak", "over_target": True}]
)
def test_an_aircraft_that_is_told_otherwise_keeps_what_nobody_says(said: dict[str, Any]) -> None:
    told = FLOWN.but(**said)
    assert told == replace(FLOWN, **said)
    assert {each.name for each in fields(told) if getattr(told, each.name) != getattr(FLOWN, each.name)} == set(said)


def test_an_aircraft_tells_nothing_that_a_report_does_not() -> None:
    with pytest.raises(TypeError, match="colour"):
        FLOWN.but(colour="red")
