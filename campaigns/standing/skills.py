"""Skills that a man may learn: those that mean something in what his squadron flies. [WBY 19.2, SUP 19.2-19.5]"""

from __future__ import annotations

from typing import Final

from campaigns.catalogue.library import AircraftType
from campaigns.standing import Standing
from campaigns.standing.model import Airman
from campaigns.standing.questions import is_crew, type_of
from config.common import seeds
from config.common.vocabulary import CREW_SKILL_NAMES, SKILL_NAMES
from engine.wildblue.tables import CREW_SKILLS, SKILLS

NEEDS_LOAD: Final = {"BM": "bombs", "T": "torpedoes", "B": "bombs"}
"""Skills of no use in an aircraft that cannot carry this."""
NEEDS_RATING: Final = {"G": "gunner", "BU": "burst"}
"""Skills of a pilot of no use without this rating."""


def fitting(standing: Standing, airman: Airman) -> dict[str, str]:
    """Codes and names of the Skills that he may learn next; empty if he has every one that fits. [SUP 19.5]"""
    kind = type_of(standing, airman)
    return {
        code: name
        for code, name in names_for(standing, airman).items()
        if code not in airman.skills and (kind is None or _fits(code, kind))
    }


def names_for(standing: Standing, airman: Airman) -> dict[str, str]:
    """Codes and names of the Skills that a man of his kind may have: a pilot's, or a crew's."""
    if is_crew(standing, airman):
        return {code: CREW_SKILL_NAMES[code] for code in CREW_SKILLS}
    return {code: SKILL_NAMES[code] for code in SKILLS}


def _fits(code: str, kind: AircraftType) -> bool:
    load, rating = NEEDS_LOAD.get(code), NEEDS_RATING.get(code)
    if load is not None and load not in kind.carries:
        return False
    return kind.in_formation or rating is None or bool(kind.front.get(rating))


def chosen_by_staff(standing: Standing, airman: Airman, seed: int) -> str | None:
    """What the engine's staff lets him learn; ``None`` if nothing is left."""
    codes = list(fitting(standing, airman))
    chance = seeds.chance(seed, "skill", airman.side, airman.name, len(airman.skills))
    return codes[int(chance.random() * len(codes))] if codes else None
