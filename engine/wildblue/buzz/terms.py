"""The words and the numbers of a week of flying bombs. [SUP 28]"""

from __future__ import annotations

from typing import Any, Final

from engine.wildblue.cards import BOMB_RESULTS
from engine.wildblue.tables import TABLES
from engine.wildblue.terms import ALTITUDES, FORMATION

KIND: Final = "buzz-bomb"
"""The ``kind`` of a set-up and of a position."""
AIRCRAFT: Final = "fi-103"
AIRCRAFT_NAME: Final = "Fieseler Fi 103"

TABLE: Final[dict[str, Any]] = TABLES["buzz_bomb"]
VALUES: Final[dict[str, Any]] = TABLES["victory"]["buzz_bomb"]
SECTION: Final = "Supplement 28"

BELTS: Final = ("sea", "guns", "land")
SEA, GUNS, LAND = range(3)
TURNS_OVER: Final[int] = TABLE["turns_over"]
"""Game-Turns that a flying bomb is over each belt."""
WEEKS: Final[int] = TABLE["weeks"]
WAVE: Final[int] = TABLE["wave"]
WAVE_CARDS: Final[int] = TABLE["wave_cards"]
WAVE_RESULTS: Final[tuple[int, ...]] = tuple(TABLE["wave_results"][result] for result in BOMB_RESULTS)
"""Flying bombs for a card by its Bomb result, see ``cards.BOMB_RESULTS``."""
MOST_BOMBS: Final = 24
"""No wave is larger: more than the cards can give."""
DAMAGE: Final[int] = TABLE["damage"]
MINI_HAND: Final[int] = TABLE["mini_hand"]
BLAST: Final[dict[str, int]] = {key: TABLE[key] for key in ("closest", "blast")}
"""From how near the blast of a flying bomb reaches who shoots it down, and its Hits beside those of the card."""
GUN_CARDS: Final[tuple[int, ...]] = tuple(TABLE["guns"])
"""By week."""
JETS_FROM_WEEK: Final[int] = TABLE["jets_from_week"]
A_TURN: Final[int] = TABLE["a_turn"]
NIGHT: Final[int] = TABLE["night"]
MOST_TURNS: Final = (MOST_BOMBS - 1) // A_TURN + len(BELTS) * TURNS_OVER
"""Game-Turns of the longest week."""
ALTITUDE: Final = ALTITUDES.index(TABLE["altitude"])

BOMBS: Final = tuple(f"axis-{number}" for number in range(1, MOST_BOMBS + 1))
"""The names of the flying bombs."""
BOMB_NUMBER: Final = {name: number for number, name in enumerate(BOMBS)}

AIMING, ATTACKING, ANSWERING, DISCARDING, EXCHANGING = range(FORMATION + 1, FORMATION + 6)
"""Kinds of decision; no other game of this system has them."""
DECISIONS: Final = {
    AIMING: "target",
    ATTACKING: "attack",
    ANSWERING: "respond",
    DISCARDING: "discard",
    EXCHANGING: "exchange",
}

WINGMAN_STEP, LEADER_STEP, DISCARD_STEP = range(3)
STEPS: Final = ("wingman", "leader", "discard")
"""The steps of a patrol's turn in which something is decided."""

TO_COME, COMING, DOWN, THROUGH = range(4)
STATUSES: Final = ("to-come", "flying", "destroyed", "through")
"""What has become of a flying bomb."""
