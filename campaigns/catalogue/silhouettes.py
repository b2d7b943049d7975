"""Which of our drawn shapes stands for an aircraft: by its engines or, of those of wood and wire, by its wings."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.catalogue.library import AircraftType, library
from engine.wwi import aircraft as wood_and_wire

BY_CLASS = {"medium-bomber": "twin", "heavy-bomber": "four"}
"""Of aircraft of which only another system's figures are kept."""
BY_WINGS = {1: "monoplane", 2: "biplane", 3: "triplane"}
"""Of aircraft of Down in Flames WWI."""


def shape_of(aircraft: AircraftType) -> str:
    """``single``, ``twin``, ``four``, ``monoplane`` …: a symbol ``plane-…`` of ``static/img/marks.svg``."""
    if aircraft.system == "wwi":
        return BY_WINGS[wood_and_wire.aircraft(aircraft.slug).wings]
    if aircraft.entry is not None:
        return BY_CLASS.get(aircraft.aircraft_class, "single")
    engines = aircraft.performance.get("engines", 1)
    return "single" if engines < 2 else "twin" if engines < 4 else "four"


def shapes() -> Mapping[str, str]:
    """The shape of every aircraft by slug."""
    return {slug: shape_of(aircraft) for slug, aircraft in library().aircraft.items()}
