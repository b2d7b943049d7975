"""How an aircraft or a man stands, in words: the same in comparisons and on pages."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from campaigns.standing.model import RESTING, Airframe, Airman, JournalFact
from config.common.vocabulary import CREW_SKILL_NAMES, SKILL_NAMES

_SPOKEN_VOWEL: Final = re.compile(r"[AEIO]|U(?!SMC)|[FHLMNRSX][.\d]|(?:LFG|LVG|MC|MS|SB|SBD|SM)\b|Fw ")
"""How a name begins that is spoken with a vowel first: a word, or a letter that stands by itself."""


def sentence(happening: JournalFact) -> str:
    """What happened, as a sentence beside the Mission that it happened in."""
    text = happening.text.replace(f" in mission {happening.mission}", "") if happening.mission else happening.text
    return text[:1].upper() + text[1:]


def airframe_state(airframe: Airframe, *, has_periods: bool) -> str:
    """``serviceable``, ``under repair until period 4``, ``lost``, ``withdrawn``."""
    if airframe.status == "repair":
        return f"under repair until {'period' if has_periods else 'mission'} {airframe.back}"
    return airframe.status


def airman_state(airman: Airman) -> str:
    """``fit``, ``wounded until mission 7``, ``evading capture`` …; ``not there``, ``posted away``."""
    if airman.status in RESTING:
        state = {"leave": "on leave", "evading": "evading capture"}.get(airman.status, airman.status)
        return f"{state} until mission {airman.back}" if airman.back else state
    if airman.status == "away":
        return "posted away" if airman.has_left else "not there"
    return airman.status


def skill_name(code: str, *, in_formation: bool = False) -> str:
    """
    >>> skill_name("G"), skill_name("G", in_formation=True), skill_name("N")
    ('Gunner', 'Gunners', 'Navigator')
    """
    names = (CREW_SKILL_NAMES, SKILL_NAMES) if in_formation else (SKILL_NAMES, CREW_SKILL_NAMES)
    return next((each[code] for each in names if code in each), code)


@cache
def with_article(name: str) -> str:
    """A type's name after ``a`` or ``an``, as it is spoken.

    >>> with_article("Albatros D.III"), with_article("S.E.5a"), with_article("Spitfire Mk I")
    ('an Albatros D.III', 'an S.E.5a', 'a Spitfire Mk I')
    >>> with_article("MC.202"), with_article("SBD Dauntless"), with_article("SPAD XIII")
    ('an MC.202', 'an SBD Dauntless', 'a SPAD XIII')
    """
    return f"{'an' if _SPOKEN_VOWEL.match(name) else 'a'} {name}"
