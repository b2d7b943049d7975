"""Which of our drawn shapes stands for an aircraft: by the number of its engines."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.packs.library import AircraftType, library

BY_CLASS = {"medium-bomber": "twin", "heavy-bomber": "four"}
"""Of aircraft of which only another system's figures are kept."""


def shape_of(aircraft: AircraftType) -> str:
    """``single``, ``twin`` or ``four``: a symbol ``plane-…`` of ``static/img/marks.svg``."""
    if aircraft.entry is not None:
        return BY_CLASS.get(aircraft.aircraft_class, "single")
    engines = aircraft.performance.get("engines", 1)
    return "single" if engines < 2 else "twin" if engines < 4 else "four"


def shapes() -> Mapping[str, str]:
    """The shape of every aircraft by slug."""
    return {slug: shape_of(aircraft) for slug, aircraft in library().aircraft.items()}
