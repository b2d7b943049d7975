"""Names of types as lines of text may break them: a mark stays with the word that it belongs to."""

from __future__ import annotations

import re
from typing import Final

_WITHIN_A_MARK: Final = re.compile(r"(?<=\b[^\W\d]{2}) |(?<=\bMk\.) | (?=(?:\d\S*|[IVX]+[A-Za-z]?)(?: |$))")
"""A space after a short word, as in ``Bf 109`` and ``Mk I``, and one before a number, as in ``SPAD XIII``."""


def unbroken(name: str) -> str:
    """A name with its marks held together by no-break spaces.

    >>> unbroken("Hurricane Mk I (ARR)"), unbroken("Reggiane Re.2001 Falco II"), unbroken("Morane-Saulnier N")
    ('Hurricane Mk\xa0I (ARR)', 'Reggiane Re.2001 Falco\xa0II', 'Morane-Saulnier N')
    """
    return _WITHIN_A_MARK.sub("\N{NO-BREAK SPACE}", name)
