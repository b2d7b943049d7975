"""Careers of pilots and crews: experience, what it earns, and the fate of who was shot down. [WBY-S 19.5]

Nothing here reads or writes rows: campaigns that keep a roster fold their journal with it.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from functools import cache
from typing import Final, Literal

from campaigns.catalogue.library import library
from campaigns.catalogue.tables import TABLES
from engine.core.campaigns import Fate, Ground

_TABLE: Final = TABLES["careers"]
STEPS: Final[tuple[int, ...]] = tuple(_TABLE["steps"])
"""Experience at which a man rises: the first step ends his being Green, each later one gives him a Skill."""
ACE_KILLS: Final[int] = _TABLE["ace"]
"""Five confirmed kills make an ace, a title, not a Skill."""

_WORTH: Final[dict[str, int]] = _TABLE["experience"]


def of_sortie(struck: bool, damaged: int, home_damaged: bool) -> int:
    """Experience of one Mission flown.

    ``struck``: he struck the target; ``damaged``: enemy aircraft that he Damaged and did not Destroy himself;
    ``home_damaged``: his own aircraft came home Damaged.
    """
    return (
        _WORTH["mission"]
        + _WORTH["struck"] * struck
        + _WORTH["damaged"] * damaged
        + _WORTH["home_damaged"] * home_damaged
    )


def of_kill(share: Fraction) -> Fraction:
    """Experience of an enemy aircraft Destroyed, by his share of it."""
    return share * _WORTH["destroyed"]


def step(total: Fraction | int) -> int:
    """Steps that so much experience has reached: 0 to 4."""
    return bisect_right(STEPS, total.numerator // total.denominator)


def skills_earned(total: Fraction | int) -> int:
    """Skills that his owner may have chosen for him by now."""
    return max(0, step(total) - 1)


def outcome(bomb_result: str, ground: Ground, fates: str, *, fuel_tank: bool = False) -> Fate | None:
    """The fate of one man by the Bomb result of the card drawn for him: ``miss``, ``hit``, ``direct`` or ``vital``.

    ``fates``: the table, ``hard`` or ``mild``; ``fuel_tank``: his aircraft was Destroyed by a Fuel Tank Hit, which is
    one row worse. ``None``: another card says it, by ``outcome_again``.
    """
    rows = _TABLE["results"]
    row = rows[min(rows.index(bomb_result) + fuel_tank, len(rows) - 1)]
    told = _TABLE["fates"][fates][ground][row]
    return None if told == "again" else Fate(**told)


def outcome_again(bomb_result: str, fates: str) -> Fate:
    """The fate of a man of whom the first card has said nothing yet, by that of the second."""
    return Fate(**_TABLE["fates"][fates]["again"][bomb_result])


FLY_AGAIN: Final = ("unhurt", "wounded", "evading")
"""The fates after which a man flies again, at once or later."""


@cache
def flying_again(fates: str, ground: Ground) -> float:
    """The share of those shot down over such ground who fly again, of all cards that may tell their fate."""
    results = [card.bomb for card in library().cards]
    told = [outcome(first, ground, fates) or outcome_again(second, fates) for first in results for second in results]
    return sum(each.fate in FLY_AGAIN for each in told) / len(told)


def searched_for(bomb_result: str) -> Literal["rescued", "missing"]:
    """Whether a missing man is found, by a card drawn at the next debrief."""
    return "rescued" if bomb_result in ("miss", "hit") else "missing"
