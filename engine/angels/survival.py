"""What becomes of the pilot of a destroyed aircraft, for campaigns: no game asks it. [A20 Pilot Survival]"""

from __future__ import annotations

from typing import Any, Final, Literal

from engine.angels.tables import TABLES

_SURVIVAL: Final[dict[str, Any]] = TABLES["survival"]


def pilot_survives(die: int, over: Literal["friendly", "enemy", ""] = "") -> bool:
    """Whether a die of 1 to 6 lets him live to fly again; ``over``: whose territory he comes down in, if anybody's."""
    return bool(die + (_SURVIVAL[over] if over else 0) >= _SURVIVAL["die"])
