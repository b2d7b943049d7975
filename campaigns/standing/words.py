"""How an aircraft or a man stands, in words: the same in comparisons and on pages."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Final

from campaigns.catalogue.library import OTHER_TYPES, library
from campaigns.standing.model import Airframe, Airman, Happening

PARTS: Final = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}

SKILL_NAMES: Final[Mapping[str, str]] = {
    "A": "Ace Pilot", "BM": "Bomb", "BU": "Burst", "CV": "Combat Vision", "D": "Damage", "G": "Gunner",
    "H": "Horsepower", "L": "Leadership", "P": "Performance", "S": "Strafe", "T": "Torpedo", "V": "Veteran",
}  # fmt: skip
NATIONS: Final[Mapping[str, str]] = {
    "ah": "Austria-Hungary", "be": "Belgium", "cn": "China", "de": "Germany", "fi": "Finland", "fr": "France",
    "gb": "Britain", "hu": "Hungary", "it": "Italy", "jp": "Japan", "pl": "Poland", "ro": "Romania", "ru": "Russia",
    "su": "Soviet Union", "us": "United States",
}  # fmt: skip
CREW_SKILL_NAMES: Final[Mapping[str, str]] = {
    "B": "Bombardier", "G": "Gunners", "U": "Mutual support", "D": "Damage", "N": "Navigator", "E": "Evasive",
}  # fmt: skip


def amount(number: Fraction | int) -> str:
    """Kills and experience, which may be shared.

    >>> amount(Fraction(3)), amount(Fraction(5, 2)), amount(Fraction(1, 3)), amount(Fraction(11, 5)), amount(0)
    ('3', '2½', '⅓', '2 1/5', '0')
    """
    whole, part = divmod(Fraction(number), 1)
    if not part:
        return str(whole)
    if part in PARTS:
        return f"{whole or ''}{PARTS[part]}"
    return f"{whole} {part}" if whole else str(part)


def told(happening: Happening) -> str:
    """What happened, as a sentence beside the Mission that it happened in."""
    text = happening.text.replace(f" in mission {happening.mission}", "") if happening.mission else happening.text
    return text[:1].upper() + text[1:]


def nation_name(code: str) -> str:
    """
    >>> nation_name("su"), nation_name("nz")
    ('Soviet Union', 'NZ')
    """
    return NATIONS.get(code, code.upper())


def airframe_state(airframe: Airframe, *, has_periods: bool) -> str:
    """``serviceable``, ``under repair until period 4``, ``lost``, ``withdrawn``."""
    if airframe.status == "repair":
        return f"under repair until {'period' if has_periods else 'mission'} {airframe.back}"
    return airframe.status


def airman_state(airman: Airman) -> str:
    """``fit``, ``wounded until mission 7``, ``on leave``, ``missing`` …; ``not there`` before he joins."""
    if airman.status in ("wounded", "leave"):
        state = "on leave" if airman.status == "leave" else "wounded"
        return f"{state} until mission {airman.back}" if airman.back else state
    return "not there" if airman.status == "away" else airman.status


def skill_name(code: str, *, in_formation: bool = False) -> str:
    """
    >>> skill_name("G"), skill_name("G", in_formation=True), skill_name("N")
    ('Gunner', 'Gunners', 'Navigator')
    """
    names = (CREW_SKILL_NAMES, SKILL_NAMES) if in_formation else (SKILL_NAMES, CREW_SKILL_NAMES)
    return next((each[code] for each in names if code in each), code)


@cache
def with_article(name: str) -> str:
    """A type's name after ``a`` or ``an``: an Albatros D.III."""
    return f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}"


def type_name(slug: str) -> str:
    """What a type of aircraft is called; its slug, if the house does not know it."""
    known = library().aircraft.get(slug)
    return known.name if known else OTHER_TYPES.get(slug, slug)
