"""How odds are written: the same on every page, in every document and by every command.

A share and what it lies between nine times in ten: ``58 % (52 to 64)``. A lead likewise, always with its side's name:
``Allied +3.2 (+1.0 to +5.4)``.
"""

from __future__ import annotations

from collections.abc import Mapping

from config.common.leads import lead, lead_between
from missions.odds.intervals import Mean, Share


def percent(found: Share) -> str:
    """``58 %``, which no line breaks."""
    return f"{found.percent:.0f}\N{NO-BREAK SPACE}%"


def between(found: Share) -> str:
    """``(52 to 64)``; with a decimal where both ends were the same figure without.

    >>> between(Share(0.1, 0.02, 0.48)), between(Share(58.0, 52.1, 63.7))
    ('(0.0 to 0.5)', '(52 to 64)')
    """
    places = int(f"{found.low:.0f}" == f"{found.high:.0f}")
    return f"({found.low:.{places}f} to {found.high:.{places}f})"


def percent_between(found: Share, shown: int | None = None) -> str:
    """``58 % (52 to 64)``. ``shown``: of a hundred, where several such come to a hundred together."""
    main = percent(found) if shown is None else f"{shown}\N{NO-BREAK SPACE}%"
    return f"{main} {between(found)}"


def mean_lead(found: Mean, titles: Mapping[str, str]) -> str:
    """A mean of Allied less Axis Victory Points.

    >>> mean_lead(Mean(-3.2, -5.4, -1.0), {"allied": "Allied", "axis": "Axis"})
    'Axis +3.2 (+1.0 to +5.4)'
    """
    return f"{lead(found.value, titles, 1)} {between_leads(found, titles)}"


def between_leads(found: Mean, titles: Mapping[str, str]) -> str:
    """What such a mean lies between: it names a side where that is not the one that is ahead."""
    side = lead(found.value, titles, 1).rpartition(" +")[0]
    within = lead_between(found.low, found.high, titles, 1)
    return f"({within.removeprefix(f'{side} ') if ' to +' in within else within})"
