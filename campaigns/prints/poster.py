"""From the types of a game to the poster of their outlines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, takewhile
from typing import Final

import engine
from campaigns.catalogue.library import AircraftType, library
from campaigns.catalogue.shapes import shape_name, shapes
from campaigns.catalogue.type_names import unbroken
from campaigns.documents.cards.poster import Poster, PosterAircraft, PosterNation
from config.common.vocabulary import CLASSES, nation_name

MOST_NAMES: Final = 4
"""Of one airframe; where there are more, those that are not named are counted."""


def poster_of(system: str) -> Poster:
    """Its nations by name; the types of each by class and as they came into service, those of one airframe together."""
    types = sorted(
        (each for each in library().aircraft.values() if each.system == system),
        key=lambda each: (
            nation_name(each.nation), list(CLASSES).index(each.aircraft_class), each.in_service, each.name,
        ),
    )  # fmt: skip
    nations = groupby(types, key=lambda each: each.nation)
    return Poster(
        subject=engine.systems()[system].title,
        nations=tuple(PosterNation(nation_name(nation), _airframes(tuple(found))) for nation, found in nations),
    )


def _airframes(types: Sequence[AircraftType]) -> tuple[PosterAircraft, ...]:
    found: dict[str, list[AircraftType]] = {}
    for each in types:
        found.setdefault(shape_name(each.slug), []).append(each)
    return tuple(
        PosterAircraft(
            outline=shape,
            name=unbroken(together([each.name for each in alike])),
            detail=f"from {min(each.in_service for each in alike).year} · {shapes()[shape].span:.2f} m",
        )
        for shape, alike in found.items()
    )


def together(names: Sequence[str]) -> str:
    """Names of relations, what they begin with said once.

    >>> together(["Focke-Wulf Fw 190A-3", "Focke-Wulf Fw 190A-8"]), together(["SB-2"]), together(["Yak-1", "I-16"])
    ('Focke-Wulf Fw 190A-3, 190A-8', 'SB-2', 'Yak-1, I-16')
    """
    begun = zip(*(name.split()[:-1] for name in names), strict=False)
    same = sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, begun))
    first, *others = dict.fromkeys(names)
    shown = others if len(others) < MOST_NAMES else others[: MOST_NAMES - 2]
    more = f" and {len(others) - len(shown)} more" if len(shown) < len(others) else ""
    return ", ".join([first, *(" ".join(each.split()[same:]) for each in shown)]) + more
