"""Which of our drawn shapes stands for an aircraft: by its engines or, of those of wood and wire, by its wings."""

from __future__ import annotations

from campaigns.catalogue.library import AircraftType

BY_CLASS = {"medium-bomber": "twin", "heavy-bomber": "four"}
"""Of aircraft of which the system knows no more."""


def shape_of(aircraft: AircraftType) -> str:
    """``single``, ``twin``, ``four``, ``monoplane`` …: a symbol ``plane-…`` of ``static/img/marks.svg``."""
    return aircraft.shape or BY_CLASS.get(aircraft.aircraft_class, "single")
