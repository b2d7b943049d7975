"""By how much a side is ahead, in words: always with its name, so that nobody need know which side has which sign.

Where a figure stands for both sides (what is stored, reckoned with or drawn), it is the Allied Victory Points less the
Axis ones. People read whose lead it is. On the pages of one side alone it is their own less the other's, and the page
says so.
"""

from __future__ import annotations

from collections.abc import Mapping

from config.common.figures import figure

LEVEL = "level"
AHEAD = "Victory Points ahead"


def lead(margin: float, titles: Mapping[str, str], places: int = 0) -> str:
    """``margin`` is Allied less Axis, ``titles`` are what the sides are called, ``places`` follow the point.

    >>> sides = {"allied": "Allied", "axis": "Axis"}
    >>> lead(3.21, sides, 1), lead(-11, sides), lead(0.04, sides, 1)
    ('Allied +3.2', 'Axis +11', 'level')
    """
    side = _ahead(margin, places)
    return f"{titles[side]} {_size(margin, places)}" if side else LEVEL


def lead_between(low: float, high: float, titles: Mapping[str, str], places: int = 0) -> str:
    """From one margin to the other, the smaller lead first where one side has both; its name is told once.

    >>> sides = {"allied": "Allied", "axis": "Axis"}
    >>> lead_between(-11, -4, sides), lead_between(-3, 3, sides), lead_between(0, 4, sides)
    ('Axis +4 to +11', 'Axis +3 to Allied +3', 'level to Allied +4')
    """
    ends = (high, low) if high <= 0 else (low, high)
    one, other = (lead(end, titles, places) for end in ends)
    if one == other:
        return one
    same = _ahead(ends[0], places) == _ahead(ends[1], places)
    return f"{one} to {_size(ends[1], places) if same else other}"


def lead_from(low: float | None, high: float | None, titles: Mapping[str, str]) -> str:
    """The same, one end of which may be open.

    >>> sides = {"allied": "Allied", "axis": "Axis"}
    >>> lead_from(30, None, sides), lead_from(None, -30, sides), lead_from(-5, None, sides)
    ('Allied +30 or more', 'Axis +30 or more', 'Axis +5 or less')
    >>> lead_from(0, None, sides), lead_from(None, 0, sides), lead_from(None, None, sides)
    ('level or Allied ahead', 'level or Axis ahead', 'any')
    """
    if low is not None and high is not None:
        return lead_between(low, high, titles)
    end, side = (low, "allied") if low is not None else (high, "axis")
    if end is None:
        return "any"
    if not end:
        return f"{LEVEL} or {titles[side]} ahead"
    return f"{lead(end, titles)} or {'more' if _ahead(end, 0) == side else 'less'}"


def _ahead(margin: float, places: int) -> str:
    """Who is, as far as the figure shows it; empty: nobody."""
    shown = round(margin, places)
    return "allied" if shown > 0 else "axis" if shown < 0 else ""


def _size(margin: float, places: int) -> str:
    return figure(abs(margin), f"+.{places}f")
