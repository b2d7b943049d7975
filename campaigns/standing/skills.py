"""Skills that a man may learn: those that mean something in what his squadron flies. [WBY 19.2, SUP 19.2-19.5]"""

from __future__ import annotations

from campaigns.standing import Standing
from campaigns.standing.model import Airman
from campaigns.standing.questions import is_crew, type_of
from config.common import seeds
from config.common.vocabulary import CREW_SKILL_NAMES, SKILL_NAMES


def fitting(standing: Standing, airman: Airman) -> dict[str, str]:
    """Codes and names of the Skills that he may learn next; empty if he has every one that fits. [SUP 19.5]"""
    kind = type_of(standing, airman)
    return {
        code: name
        for code, name in names_for(standing, airman).items()
        if code not in airman.skills and (kind is None or code in kind.skills)
    }


def names_for(standing: Standing, airman: Airman) -> dict[str, str]:
    """Codes and names of the Skills that a man of his kind may have: a pilot's, or a crew's."""
    rules = standing.pack.rules
    if is_crew(standing, airman):
        return {code: CREW_SKILL_NAMES[code] for code in rules.crew_skills}
    return {code: SKILL_NAMES[code] for code in rules.skills}


def chosen_by_staff(standing: Standing, airman: Airman, seed: int) -> str | None:
    """What the engine's staff lets him learn; ``None`` if nothing is left."""
    codes = list(fitting(standing, airman))
    chance = seeds.chance(seed, "skill", airman.side, airman.name, len(airman.skills))
    return codes[int(chance.random() * len(codes))] if codes else None
