"""Careers of pilots and crews: experience, what it earns, and the fate of who was shot down. [WBY-S 19.5]

Nothing here reads or writes rows: campaigns that keep a roster fold their journal with it.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from typing import Any, Final, Literal

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


def outcome(bomb_result: str, ground: Ground, *, fuel_tank: bool = False) -> Fate:
    """The fate of one man by the Bomb result of the card drawn for him: ``miss``, ``hit``, ``direct`` or ``vital``.

    ``fuel_tank``: his aircraft was Destroyed by a Fuel Tank Hit, which is one row worse.
    """
    rows = _TABLE["fate"]["results"]
    row = rows[min(rows.index(bomb_result) + fuel_tank, len(rows) - 1)]
    if row == "miss":
        return Fate("unhurt")
    if row == "vital":
        return Fate("killed")
    fate: Any = "wounded" if row == "hit" else _TABLE["fate"]["direct"][ground]
    return Fate(fate, _TABLE["fate"]["out"][row] if fate == "wounded" else 0)


def searched_for(bomb_result: str) -> Literal["rescued", "missing"]:
    """Whether a missing man is found, by a card drawn at the next debrief."""
    return "rescued" if bomb_result in ("miss", "hit") else "missing"
