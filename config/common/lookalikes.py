"""Names that pass for others: by Unicode's own data of look-alikes, scripts and signs that nobody sees (UTS 39)."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

import disarm

HOUSE: Final = ("The staff", "Staff", "The engine", "Engine", "The umpire", "The site", "Ready Room", "Former member")
"""What the pages call the house itself, or who has left it."""
INVISIBLE: Final = "It holds a sign that cannot be seen: type the name anew."
PILED: Final = "More than four marks stand over one of its letters: leave some out."
MIXED: Final = "Its letters are of several alphabets, some of which look alike: write it in one."
OF_HOUSE: Final = "The house keeps that name for itself. Please choose another one."


def skeleton(name: str) -> str:
    """The same of all names that the eye takes for each other: ``BiggIes`` and ``bigg1es``."""
    return disarm.skeleton_key(name, digit_policy="tr39")


def is_of_house(name: str) -> bool:
    """It looks like what the pages call the house itself."""
    return bare(name) in _HOUSE


def bare(name: str) -> str:
    """Its skeleton without what stands between the letters: ``The-staff`` and ``Thestaff`` are ``The staff``."""
    return "".join(filter(str.isalnum, skeleton(name)))


_HOUSE: Final = frozenset(map(bare, HOUSE))
_PILE: Final = re.compile("m{5}")
"""More marks than any language writes over one letter (UTS 39, 5.4)."""
_OF_PICTURES: Final = "\ufe0e\ufe0f"
"""Signs that telephones put behind a picture, so that it has colours or none."""


def _mark(sign: str) -> str:
    """``m`` for a sign that is written over or under the one before it, else a blank."""
    return "m" if unicodedata.category(sign) in ("Mn", "Me") and sign not in _OF_PICTURES else " "


def why_not(name: str, *, by_word: bool = True) -> str:
    """Why a name deceives the eye, in a sentence; empty if it does not.

    ``by_word``: each word may be of an alphabet of its own, as in the name of a club. Kanji and kana count as one.
    """
    if any(not skeleton(each) for each in name if not each.isspace() and not (by_word and each in _OF_PICTURES)):
        return INVISIBLE
    if _PILE.search("".join(map(_mark, unicodedata.normalize("NFD", name)))):
        return PILED
    return MIXED if disarm.is_mixed_script(name, per_word=by_word) else ""
