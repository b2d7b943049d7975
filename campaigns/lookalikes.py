"""Names that pass for others: by Unicode's own data of look-alikes, scripts and signs that nobody sees (UTS 39)."""

from __future__ import annotations

from typing import Final

import disarm

HOUSE: Final = ("The staff", "Staff", "The engine", "Engine", "The umpire", "The site", "Ready Room", "Former member")
"""What the pages call the house itself, or who has left it."""
INVISIBLE: Final = "It holds a sign that cannot be seen: type the name anew."
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
_OF_PICTURES: Final = "\ufe0e\ufe0f"
"""Signs that telephones put behind a picture, so that it has colours or none."""


def why_not(name: str, *, by_word: bool = True) -> str:
    """Why a name deceives the eye, in a sentence; empty if it does not.

    ``by_word``: each word may be of an alphabet of its own, as in the name of a club. Kanji and kana count as one.
    """
    if any(not skeleton(each) for each in name if not each.isspace() and not (by_word and each in _OF_PICTURES)):
        return INVISIBLE
    return MIXED if disarm.is_mixed_script(name, per_word=by_word) else ""
