"""Every action as an int and as text. The numbering is the same in every process.

An action below ``BREAK`` is the spot at which a move ends, so that what a flight can reach is what it may choose.
"""

from __future__ import annotations

from typing import Final

from engine.sabin.moves import BREAK
from engine.sabin.terms import COLUMNS, FACING_TEXT, FACINGS, PLACE_TEXT, PLACES, SPOTS

TEXT: Final[list[str]] = [f"fly {PLACE_TEXT[n // FACINGS]} ({FACING_TEXT[n % FACINGS]})" for n in range(SPOTS)]
"""The text of each action."""


def _action(text: str) -> int:
    TEXT.append(text)
    return len(TEXT) - 1


assert _action("break formation") == BREAK
OPEN_FIRE: Final = _action("fire")
HOLD_FIRE: Final = _action("hold fire")
PRESS_ON: Final = _action("press on")
GIVE_UP: Final = _action("turn back")
COLUMN_CHOSEN: Final = tuple(_action(f"column {name}") for name in COLUMNS)
DEPLOYED: Final = tuple(_action(f"deploy {PLACE_TEXT[n]}") for n in range(PLACES))
FIRST_COLUMN: Final = COLUMN_CHOSEN[0]
FIRST_BLOCK: Final = DEPLOYED[0]
"""Added to a column, or a place, they give the action that chooses it."""

FIRE_CHOICES: Final = (OPEN_FIRE, HOLD_FIRE)
TURN_BACK_CHOICES: Final = (PRESS_ON, GIVE_UP)

NUMBER: Final = {text: n for n, text in enumerate(TEXT)}
assert len(NUMBER) == len(TEXT)
