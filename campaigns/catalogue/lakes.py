"""The lakes that maps show: rings of places, from which ``manage.py cut_theatres`` cuts those of each theatre."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from campaigns.catalogue.theatres import Place
from engine.core import fixtures

FILE: Final = "lakes.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lake:
    name: str
    rings: tuple[tuple[Place, ...], ...]
    """Its shore first, then those of its islands; none is closed."""
    source: str
    """Its own, or else its file's."""


def lakes() -> tuple[Lake, ...]:
    """All that are kept, as their file has them."""
    told = fixtures.read(FILE)
    return tuple(
        Lake(
            name=each["name"],
            rings=tuple(tuple(Place(*at) for at in ring) for ring in each["rings"]),
            source=each.get("source", told["source"]),
        )
        for each in told["lakes"]
    )
