"""Every action as an int and as text ``kind card > target (detail)``, and the ready-made tuples that are offered.

The numbering is made once at import and is the same in every process.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.angels import hexes
from engine.angels.tables import MOST_MAP
from engine.angels.terms import CLIMBING, COUNT, DIVING, HIGHEST, LOWEST, MOST, STATUSES, UNITS

TEXT: Final[list[str]] = []
"""The text of each action."""


def _action(text: str) -> int:
    TEXT.append(text)
    return len(TEXT) - 1


# A hex of a move

MANEUVERS: Final = ("break", "barrel-roll", "climb", "power-dive", "split-s", "scissors", "tight-turn")
BREAK, BARREL_ROLL, CLIMB, POWER_DIVE, SPLIT_S, SCISSORS, TIGHT_TURN = range(7)
"""The difficult maneuvers. [A20 Difficult Maneuvers]"""
MANEUVER_NAMES: Final = ("Break", "Barrel Roll", "Climb", "Power Dive", "Split S", "Scissors", "Tight Turn")

AHEAD: Final = _action("ahead")
TURN_LEFT: Final = _action("turn left")
TURN_RIGHT: Final = _action("turn right")
DIFFICULT: Final = len(TEXT)
"""Actions from here on, up to ``SPEED``, are difficult maneuvers."""

STAY, STRAIGHT, SLIP_LEFT, SLIP_RIGHT = range(4)
_EFFECTS: Final[list[tuple[int, int, int, int, int, int]]] = [(0, 0, 0, 0, 0, 0)] * DIFFICULT


def _maneuver(
    maneuver: int, detail: str, where: int, turn: int = 0, climb: int = 0, failed: tuple[int, int] = (0, 0)
) -> int:
    """Where it goes on success, the hex sides that it turns to the right, the altitude that it gains; failed: the last
    two of a failure, which always goes straight ahead."""
    _EFFECTS.append((maneuver, where, turn % 6, climb, failed[0] % 6, failed[1]))
    return _action(f"{MANEUVERS[maneuver]}{detail}")


_maneuver(BREAK, " left", SLIP_LEFT, -1)
_maneuver(BREAK, " right", SLIP_RIGHT, 1)
_maneuver(BARREL_ROLL, " left", SLIP_LEFT)
_maneuver(BARREL_ROLL, " right", SLIP_RIGHT)
_maneuver(CLIMB, "", STRAIGHT, 0, 1)
_maneuver(POWER_DIVE, " (1)", STRAIGHT, 0, -1, (0, -1))
_maneuver(POWER_DIVE, " (2)", STRAIGHT, 0, -2, (0, -1))
_maneuver(SPLIT_S, " left", STRAIGHT, -2, -1, (0, -1))
_maneuver(SPLIT_S, " right", STRAIGHT, 2, -1, (0, -1))
_maneuver(SPLIT_S, " back", STRAIGHT, 3, -1, (0, -1))
_maneuver(SCISSORS, "", STAY)
TIGHT_LEFT: Final = _maneuver(TIGHT_TURN, " left", STRAIGHT, -2, 0, (-1, 0))
TIGHT_RIGHT: Final = _maneuver(TIGHT_TURN, " right", STRAIGHT, 2, 0, (1, 0))
EFFECT: Final = tuple(_EFFECTS)
"""By action: the maneuver; where to, turn and climb of a success; turn and climb of a failure."""

FASTEST: Final = 12
SPEED: Final = tuple(_action(f"speed {speed}") for speed in range(FASTEST + 1))
FLY: Final = tuple(_action(f"aircraft {unit}") for unit in UNITS)
STATUS: Final = tuple(_action(f"status {status}") for status in STATUSES)
ENTER_CLOUDS: Final = _action("enter clouds")
STAY_CLEAR: Final = _action("stay clear")
FIRST: Final = _action("move first")
SECOND: Final = _action("move second")
DIRECT: Final = tuple(_action(f"direct {unit}") for unit in UNITS)
KEEP: Final = _action("keep direction")
ADJUST_LEFT: Final = tuple(_action(f"adjust {unit} (left)") for unit in UNITS)
ADJUST_RIGHT: Final = tuple(_action(f"adjust {unit} (right)") for unit in UNITS)
NO_MORE: Final = _action("no adjustment")
DECLINE: Final = _action("decline")
ATTACK: Final = tuple(
    tuple(_action(f"attack {mine} > {other}") if (n ^ m) & MOST else -1 for m, other in enumerate(UNITS))
    for n, mine in enumerate(UNITS)
)
"""By attacker and target; -1 where they are of one side."""
PLACE: Final = {place: _action(f"place {hexes.name(place)}") for place in sorted(hexes.hexes(MOST_MAP, MOST_MAP))}
"""By hex: deploying there."""

NUMBER: Final = {text: action for action, text in enumerate(TEXT)}
"""The action of each text."""
assert len(NUMBER) == len(TEXT)

SPEED_OF: Final = {action: speed for speed, action in enumerate(SPEED)}
CHOSEN: Final = {action: who for who, action in enumerate(FLY)}
STATUS_OF: Final = {action: status for status, action in enumerate(STATUS)}
DIRECTED: Final = {action: who for who, action in enumerate(DIRECT)}
ADJUSTED: Final = {ADJUST_LEFT[who]: (who, 5) for who in range(COUNT)} | {
    ADJUST_RIGHT[who]: (who, 1) for who in range(COUNT)
}
"""By action: who turns, by how many hex sides to the right."""
AIM: Final = {ATTACK[n][m]: (n, m) for n in range(COUNT) for m in range(COUNT) if ATTACK[n][m] >= 0}
"""By action: attacker and target."""
PLACED: Final = {action: place for place, action in PLACE.items()}


@cache
def of_mask(row: tuple[int, ...], mask: int) -> tuple[int, ...]:
    """The actions of a row of which the bit is set."""
    return tuple(action for n, action in enumerate(row) if mask >> n & 1)


ORDERS: Final = (FIRST, SECOND)
CLOUD_CHOICES: Final = (ENTER_CLOUDS, STAY_CLEAR)


@cache
def statuses(altitude: int) -> tuple[int, ...]:
    """Those that may be chosen: no diving from the lowest band, no climbing from the highest. [A20 Aircraft Status]"""
    return tuple(
        action
        for status, action in enumerate(STATUS)
        if not (status == DIVING and altitude == LOWEST) and not (status == CLIMBING and altitude == HIGHEST)
    )


def allowed_at(action: int, altitude: int) -> bool:
    """Whether a maneuver keeps an aircraft within the bands, succeed or fail."""
    _, _, _, climb, _, climb_failed = EFFECT[action]
    return altitude + min(climb, climb_failed) >= LOWEST and altitude + max(climb, climb_failed) <= HIGHEST
