"""What things are called in the games' terms and how dates and numbers are written, on pages and on paper."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from fractions import Fraction
from typing import Final

from engine.core import own_types

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

SUPPLEMENT: Final = "SUP"
RULEBOOKS: Final[Mapping[str, str]] = {
    "A20": "Angels Twenty",
    "SABIN": "Dogfight",
    "SUP": "Supplement",
    "WBY": "Wild Blue Yonder",
    "WBY-C": "Wild Blue Yonder Campaign Rulebook",
    "WBY-D": "Wild Blue Yonder Dogfight Rulebook",
    "WWI": "Down in Flames WWI",
}


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


_AMOUNT: Final = re.compile(r"(\d{1,4}(?:\.\d{1,2})?)?(?: ?([1-9]\d?/[1-9]\d?))?", re.ASCII)


def read_amount(text: str) -> Fraction | None:
    """A number from 0 that may have a part, as people write it; ``None`` if it is none.

    >>> read_amount("2½"), read_amount("2 1/3"), read_amount("2,5"), read_amount("-1")
    (Fraction(5, 2), Fraction(7, 3), Fraction(5, 2), None)
    """
    text = text.replace(",", ".")
    for part, sign in PARTS.items():
        text = text.replace(sign, f" {part}")
    found = _AMOUNT.fullmatch(text.strip())
    parts = [Fraction(part) for part in found.groups() if part] if found else []
    return sum(parts, Fraction(0)) if parts else None


def nation_name(code: str) -> str:
    """That of a nation that somebody has made, too.

    >>> nation_name("su"), nation_name("nz")
    ('Soviet Union', 'NZ')
    """
    own = own_types.table_of(code)
    return NATIONS.get(code, own_types.plain(code).upper()) if own is None else str(own["name"])


ALTITUDES = {"very-low": "Very Low", "low": "Low", "medium": "Medium", "high": "High", "very-high": "Very High"}

CLASSES = {
    "fighter": "Fighter",
    "light-bomber": "Light Bomber",
    "medium-bomber": "Medium Bomber",
    "heavy-bomber": "Heavy Bomber",
}

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

DOCTRINES = {
    "cautious": "Break off early and bring everybody home.",
    "steady": "Fight while the odds are fair.",
    "bold": "Press every attack.",
}

EXITS = {
    "disengaged": "disengaged",
    "clouds": "left in Clouds",
    "broke-off": "broke off",
    "through": "got through",
    "home": "home in time",
}


def day(value: str | date) -> str:
    """``1941-04-11`` is 11 April 1941; ``1941-04`` is April 1941. Anything else is left as it is."""
    text = value.isoformat() if isinstance(value, date) else value
    parts = text.split("-")
    if not all(part.isdecimal() for part in parts) or len(parts) not in (2, 3) or not 1 <= int(parts[1]) <= 12:
        return text
    month = f"{MONTHS[int(parts[1]) - 1]} {parts[0]}"
    return f"{int(parts[2])} {month}" if len(parts) == 3 else month


def month(value: date) -> str:
    """April 1941."""
    return f"{MONTHS[value.month - 1]} {value.year}"


def words(slug: str) -> str:
    """``land-campaign`` as words: Land campaign."""
    return slug.replace("-", " ").capitalize()


def rule_name(section: str) -> str:
    """A section as records name it, with the names of the rulebooks as they are printed.

    >>> rule_name("SUP 20.3.2, WBY 7.4"), rule_name("A20 Battle of Britain: Dogfight"), rule_name("Supplement 24.7")
    ('Supplement 20.3.2, Wild Blue Yonder 7.4', 'Angels Twenty, Battle of Britain: Dogfight', 'Supplement 24.7')
    """
    return _RULEBOOK.sub(lambda found: RULEBOOKS[found[1]] + (f" {found[2]}" if found[2] else ", "), section)


def rulebooks_in(source: str) -> frozenset[str]:
    """The codes of the rulebooks that a source names.

    >>> sorted(rulebooks_in("inferred from WBY-D 4.5, SUP 20.4")), rulebooks_in("a session report")
    (['SUP', 'WBY-D'], frozenset())
    """
    return frozenset(found[1] for found in _RULEBOOK.finditer(source))


def rulebook_and_section(section: str) -> tuple[str, str]:
    """The printed name of the rulebook that a section is of, and the section; no name where it has none.

    >>> rulebook_and_section("WBY 4.9.3"), rulebook_and_section("Supplement 24.7"), rulebook_and_section("24.3 C1")
    (('Wild Blue Yonder', '4.9.3'), ('Supplement', '24.7'), ('', '24.3 C1'))
    """
    named = rule_name(section)
    for title in sorted(RULEBOOKS.values(), key=len, reverse=True):
        if named.startswith((f"{title} ", f"{title}, ")):
            return title, named[len(title) :].lstrip(", ")
    return "", section


def rules_named(sentence: str) -> str:
    """A sentence whose sections stand in square brackets, with the names of the rulebooks as they are printed.

    >>> rules_named("One unit arrives a Game-Turn. [WBY 19.2.8, SUP 27]")
    'One unit arrives a Game-Turn. [Wild Blue Yonder 19.2.8, Supplement 27]'
    """
    return _SECTIONS.sub(lambda found: f"[{rule_name(found[1])}]", sentence)


_CODES: Final = "|".join(RULEBOOKS)
_RULEBOOK: Final = re.compile(rf"(?:^|(?<=[,;] )|(?<=from ))({_CODES}) (\d?)")
"""A rulebook’s code at the head of a source or of one in a list, and the first figure of its section, if it has one."""
_SECTIONS: Final = re.compile(rf"\[((?:{_CODES}) [^\[\]]+)\]")
