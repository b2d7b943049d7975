"""How figures are written wherever people read them: with a true minus, not a hyphen."""

from __future__ import annotations

from typing import Final

MINUS: Final = "\N{MINUS SIGN}"


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
