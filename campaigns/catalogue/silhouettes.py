"""Which of our drawn shapes stands for an aircraft: by its engines or, of those of wood and wire, by its wings."""

from __future__ import annotations

from collections.abc import Mapping

from campaigns.catalogue.library import AircraftType, library

BY_CLASS = {"medium-bomber": "twin", "heavy-bomber": "four"}
"""Of aircraft of which the system knows no more."""


def shape_of(aircraft: AircraftType) -> str:
    """``single``, ``twin``, ``four``, ``monoplane`` …: a symbol ``plane-…`` of ``static/img/marks.svg``."""
    return aircraft.shape or BY_CLASS.get(aircraft.aircraft_class, "single")


def shapes() -> Mapping[str, str]:
    """The shape of every aircraft by slug."""
    return {slug: shape_of(aircraft) for slug, aircraft in library().aircraft.items()}
