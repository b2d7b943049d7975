"""How figures are written wherever people read them: with a true minus, not a hyphen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

MINUS: Final = "\N{MINUS SIGN}"
SURE: Final = 1.645
"""Standard errors on either side of a figure that hold it 90 times in 100."""


def figure(number: float, form: str = "") -> str:
    """A number in the format ``form``; one below nothing with a true minus, which never leaves its digits.

    >>> figure(12), figure(-3.5, "g")
    ('12', '−3.5')
    """
    return format(number, form).replace("-", MINUS)


def signed(number: float) -> str:
    """A number with its sign, as something that is added or taken.

    >>> signed(4), signed(-4), signed(0)
    ('+4', '−4', '0')
    """
    return figure(number, "+") if number else "0"


def hundredths(counts: Sequence[int]) -> tuple[int, ...]:
    """Parts of a whole in percent, rounded so that they come to a hundred together; of nothing all are 0.

    >>> hundredths((137, 11, 152)), hundredths((0, 0))
    ((46, 4, 50), (0, 0))
    """
    total = sum(counts)
    if not total:
        return tuple(0 for _ in counts)
    parts = [divmod(100 * count, total) for count in counts]
    short = 100 - sum(whole for whole, _ in parts)
    raised = sorted(range(len(parts)), key=lambda place: -parts[place][1])[:short]
    return tuple(whole + (place in raised) for place, (whole, _) in enumerate(parts))
