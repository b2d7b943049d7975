"""What the rules forbid is refused with the rule and a sentence, by whichever door it comes: here the protocol."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.protocol import Session


def told(system: str, setup: dict[str, Any]) -> str:
    """What the protocol answers to a set-up that cannot be flown."""
    session = Session()
    answer = session.answer(json.dumps({"do": "new", "system": system, "setup": setup}).encode())
    assert answer["ok"] is False
    assert answer["error"] == "bad-request"
    assert session.answer(b'{"do":"legal"}')["ok"] is False, "nothing has begun"
    return str(answer["message"])


def leaders(*flights: dict[str, Any], **changed: Any) -> dict[str, Any]:
    return {"points": 22, "year": 1918, "units": list(flights)} | changed


def flight(side: str, aircraft: str, wingmen: int = 0) -> dict[str, Any]:
    return {"id": f"{side}-1", "side": side, "aircraft": aircraft, "wingmen": wingmen}


def test_a_flight_over_its_points_is_refused() -> None:
    setup = leaders(flight("allied", "spad-xiii", 8), flight("axis", "fokker-dr-i"))
    assert "[WWI Set-Up" in told("wwi", setup)
    card = {"side": "allied", "aircraft": "spitfire-mk-i-ace"}
    fighters = [card | {"id": f"allied-{n}", "hex": [3, 2 + 2 * n], "facing": "s", "altitude": 3} for n in (1, 2, 3)]
    enemy = {"id": "axis-1", "side": "axis", "aircraft": "bf-109e-ace", "hex": [9, 9], "facing": "n", "altitude": 3}
    said = told("angels", {"points": 100, "units": [*fighters, enemy]})
    assert "100" in said
    assert "[A20 Building Flights" in said


def test_an_aircraft_later_than_the_year_is_refused() -> None:
    said = told("wwi", leaders(flight("allied", "spad-xiii"), flight("axis", "fokker-dr-i"), year=1916))
    assert "1916" in said
    assert "[WWI Set-Up" in said
    units = [
        {
            "id": "allied-1",
            "side": "allied",
            "aircraft": "typhoon-interceptor",
            "hex": [3, 3],
            "facing": "s",
            "altitude": 3,
        },
        {"id": "axis-1", "side": "axis", "aircraft": "bf-109e-ace", "hex": [9, 9], "facing": "n", "altitude": 3},
    ]
    said = told("angels", {"year": 1940, "units": units})
    assert "1940" in said
    assert "[A20 Year Restrictions" in said


def test_a_stack_that_the_rules_forbid_is_refused() -> None:
    at = {"column": "O-P", "row": "8-9", "depth": "left"}
    units = [
        {"id": "allied-1", "side": "allied", "role": "bomber", "type": "medium"},
        {"id": "allied-2", "side": "allied", "role": "escort", "at": at},
        {"id": "allied-3", "side": "allied", "role": "escort", "at": at},
        {"id": "axis-1", "side": "axis", "role": "interceptor"},
    ]
    said = told("sabin", {"escorting": "allied", "ceiling": "8-9", "units": units})
    assert said.startswith("allied-3")
    assert "[SABIN" in said


def test_a_hex_off_the_map_is_refused() -> None:
    units = [
        {
            "id": "allied-1",
            "side": "allied",
            "aircraft": "spitfire-mk-i-ace",
            "hex": [17, 3],
            "facing": "s",
            "altitude": 3,
        },
        {"id": "axis-1", "side": "axis", "aircraft": "bf-109e-ace", "hex": [9, 9], "facing": "n", "altitude": 3},
    ]
    said = told("angels", {"units": units})
    assert said.startswith("allied-1")
    assert "map" in said
    assert "[A20" in said


@pytest.mark.parametrize("system", ["wwi", "sabin", "angels"])
def test_a_set_up_without_anybody_is_refused(system: str) -> None:
    assert "unit" in told(system, {"units": []}) or "side" in told(system, {"units": []})
