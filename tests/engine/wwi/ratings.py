"""The formula by which an aircraft's ratings follow from its public figures; told in docs/explanation/ratings-wwi.md.

No list of the printed cards is public. What the rulebook's example names is kept; ``fixed`` in the data says which.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import floor
from typing import Any, Final

from engine.core.game import Document

LEAST_PERFORMANCE, MOST_PERFORMANCE = 4, 9
HORSEPOWER_FROM: Final = (0.11, 0.24, 0.36)
"""Power to weight times speed over 200: from here on 2, 3 and 4."""
GOOD_GUNS_FROM: Final = 205
"""Two guns on what is so fast, in km/h, are held steady: one Burst that hits harder, not two."""
GOOD_CLIMB_WITHIN, BAD_CLIMB_FROM = 8.5, 22.0
"""Minutes to 3,000 m."""
GOOD_TURN_WITHIN, BAD_DIVE_WITHIN = 33.0, 30.0
"""Wing loading, kg for each square metre."""
HIGH_ALTITUDE_FROM: Final = 6300
"""Ceiling, m."""
STRUCTURE: Final = {"weak": -0.7, "": 0.0, "sturdy": 0.7}


def _rounded(number: float) -> int:
    """Half up."""
    return floor(number + 0.5)


def derive(figures: Mapping[str, Any]) -> Document:
    """The ratings of an aircraft with this ``performance`` table: speed_kmh, power_hp, weight_kg, wing_m2, ceiling_m,
    climb_min (to 3,000 m), guns (that fire forward), gunner (guns of the observer), crew, structure."""
    speed, weight = figures["speed_kmh"], figures["weight_kg"]
    power = figures["power_hp"] / weight
    loading = weight / figures["wing_m2"]
    two_seats = figures["crew"] > 1
    structure = figures.get("structure", "")

    performance = _rounded(speed / 40 + 10 * power + (44 - loading) / 15 - two_seats)
    performance = min(max(performance, LEAST_PERFORMANCE), MOST_PERFORMANCE)
    horsepower = 1 + sum(power * speed / 200 >= least for least in HORSEPOWER_FROM)
    good_guns = figures["guns"] > 1 and speed >= GOOD_GUNS_FROM
    bursts = 1 if good_guns else figures["guns"]
    gunner = figures.get("gunner", 0)
    airframe = _rounded(2.5 + 2.2 * weight / 1000 + STRUCTURE[structure])
    special = [
        ability
        for ability, has in (
            ("good-climb", figures["climb_min"] <= GOOD_CLIMB_WITHIN),
            ("bad-climb", figures["climb_min"] >= BAD_CLIMB_FROM),
            ("good-dive", structure == "sturdy"),
            ("bad-dive", loading < BAD_DIVE_WITHIN),
            ("good-guns", good_guns),
            ("good-turn", loading <= GOOD_TURN_WITHIN and not two_seats),
            ("weak-wing", structure == "weak"),
            ("high-altitude", figures["ceiling_m"] >= HIGH_ALTITUDE_FROM),
        )
        if has
    ]
    attack = max((performance + horsepower + bursts + good_guns + gunner) // 4, 1)
    response = max((performance + horsepower + gunner) // 4, 1)
    merits = sum(0.5 if each in ("good-climb", "good-dive", "good-turn", "high-altitude") else 0 for each in special)
    merits -= sum(0.5 if each in ("bad-climb", "bad-dive", "weak-wing") else 0 for each in special)
    points = performance + 1.5 * horsepower + 1.5 * bursts + 2 * good_guns + gunner + merits + airframe - 8
    wingman_points = 1.5 * attack + response + (airframe - 1) / 2 - 2.5
    return {
        "points": max(_rounded(points), 2),
        "wingman_points": max(floor(wingman_points), 1),
        "special": special,
        "leader": {
            "airframe": airframe,
            "performance": performance,
            "horsepower": horsepower,
            "bursts": bursts,
            "gunner": gunner,
        },
        "leader_damaged": {
            "airframe": airframe + 3,
            "performance": performance - 2,
            "horsepower": max(horsepower - 1, 1),
            "bursts": min(max(bursts - 1, 1), bursts),
            "gunner": min(gunner, 1),
        },
        "wingman": {"airframe": airframe - 1, "attack": attack, "response": response},
        "wingman_damaged": {
            "airframe": airframe + 1,
            "attack": max(attack - 1, 1),
            "response": max(response - 1, 1),
        },
    }
