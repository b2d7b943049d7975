"""Every action as an int and as text ``kind card > target (detail)``, and the ready-made tuples that are offered.

The numbering is made once at import and is the same in every process.
"""

from __future__ import annotations

from typing import Final

from engine.wwi.cards import (
    ANSWERS,
    FACES,
    FIRES_AS,
    FIRST_FIRING,
    IMMELMANN,
    MANEUVER,
    SIDE_SLIP,
    VERTICAL_ROLL,
)
from engine.wwi.terms import ALTITUDES, CRAFT, CRAFT_COUNT, MOST_WINGMEN, SIDE_OF_UNIT, UNIT_COUNT, UNITS

TEXT: Final[list[str]] = []
"""The text of each action."""
FACE_PLAYED: Final[list[int]] = []
"""The face of the card that the action plays, -1 if none."""
COUNTS_AS: Final[list[int]] = []
"""What it counts as."""
TARGET: Final[list[int]] = []
"""The craft at which it is aimed, the unit or the altitude that it names; -1 if none."""
BENEFITS: Final[list[int]] = []
"""The unit whose position it betters, where that is not the player's own; -1 if none."""
BY_GUNNER: Final[list[bool]] = []
DIRECTION: Final[list[int]] = []
"""1 up, -1 down, 0 of what changes no altitude."""


def _action(
    text: str,
    face: int = -1,
    target: int = -1,
    *,
    counts_as: int = -1,
    benefits: int = -1,
    gunner: bool = False,
    direction: int = 0,
) -> int:
    TEXT.append(text)
    FACE_PLAYED.append(face)
    COUNTS_AS.append(face if counts_as < 0 else counts_as)
    TARGET.append(target)
    BENEFITS.append(benefits)
    BY_GUNNER.append(gunner)
    DIRECTION.append(direction)
    return len(TEXT) - 1


# Without a card

PASS: Final = _action("pass")
END: Final = _action("end")
STAY: Final = _action("stay")
CLIMB: Final = _action("climb", direction=1)
DIVE: Final = _action("dive", direction=-1)
FOLLOW_ON: Final = _action("follow")
GIVE_UP: Final = _action("give up position")
CHOOSE_ALTITUDE: Final = tuple(_action(f"altitude {slug}", target=n) for n, slug in enumerate(ALTITUDES))
KEEP_ON: Final = tuple(_action(f"keep > {unit}", target=n) for n, unit in enumerate(UNITS))

# With a card

RESPOND_WITH: Final = tuple(_action(f"respond {slug}", face) for face, slug in enumerate(FACES))
PAY_WITH: Final = tuple(_action(f"pay {slug}", face) for face, slug in enumerate(FACES))
DISCARD_CARD: Final = tuple(_action(f"discard {slug}", face) for face, slug in enumerate(FACES))
ROLL_CLIMB: Final = _action(f"play {FACES[VERTICAL_ROLL]} (climb)", VERTICAL_ROLL, direction=1)
ROLL_DIVE: Final = _action(f"play {FACES[VERTICAL_ROLL]} (dive)", VERTICAL_ROLL, direction=-1)

_SEATED: Final = tuple(craft for craft in range(CRAFT_COUNT) if CRAFT[craft])


def _by_craft(rows: dict[int, tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    return tuple(rows.get(craft, ()) for craft in range(CRAFT_COUNT))


def _plays(craft: int) -> tuple[int, ...]:
    """A card of each face at a craft; -1 of a face that does nothing there."""
    leader = not craft & 15
    return tuple(
        _action(f"play {slug} > {CRAFT[craft]}", face, craft)
        if face in (MANEUVER, IMMELMANN, SIDE_SLIP) or face >= FIRST_FIRING or (face == VERTICAL_ROLL and not leader)
        else -1
        for face, slug in enumerate(FACES)
    )


PLAY_AT: Final = _by_craft({craft: _plays(craft) for craft in _SEATED})
PLAY_AS_FIRE: Final = _by_craft(
    {
        craft: tuple(
            _action(f"play {FACES[face]} > {CRAFT[craft]} (as in-my-sights)", face, craft, counts_as=counts_as)
            for face, counts_as in FIRES_AS.items()
        )
        for craft in _SEATED
        if craft & 15
    }
)
"""A Maneuver, an Immelmann at a Wingman as an In My Sights card. [WWI Maneuver b, Immelmann b]"""
GUN_AT: Final = _by_craft(
    {
        craft: tuple(
            _action(f"play {slug} > {CRAFT[craft]} (gunner)", face, craft, gunner=True) if face >= FIRST_FIRING else -1
            for face, slug in enumerate(FACES)
        )
        for craft in _SEATED
    }
)
ROLL_AT: Final = tuple(
    tuple(
        _action(f"play {FACES[VERTICAL_ROLL]} > {unit} leader ({verb})", VERTICAL_ROLL, 16 * n, direction=direction)
        for verb, direction in (("climb", 1), ("dive", -1))
    )
    for n, unit in enumerate(UNITS)
)
"""By the enemy unit that may answer: up, down."""
MOVES: Final = (MANEUVER, IMMELMANN, SIDE_SLIP)
PLAY_FOR: Final = tuple(
    tuple(
        tuple(
            _action(f"play {FACES[face]} > {UNITS[foe]} leader (for {UNITS[friend]})", face, 16 * foe, benefits=friend)
            for face in MOVES
        )
        if foe >> SIDE_OF_UNIT != friend >> SIDE_OF_UNIT
        else ()
        for friend in range(UNIT_COUNT)
    )
    for foe in range(UNIT_COUNT)
)
"""By enemy and friendly unit: a card that betters another Leader's position. [WWI Action Cards]"""

NUMBER: Final = {text: action for action, text in enumerate(TEXT)}
"""The action of each text."""
assert len(NUMBER) == len(TEXT)
assert max(craft & 15 for craft in _SEATED) == MOST_WINGMEN

# What is offered together


def of_mask(row: tuple[int, ...], mask: int) -> tuple[int, ...]:
    """The actions of a row whose face is in the mask."""
    return tuple([action for face, action in enumerate(row) if mask >> face & 1 and action >= 0])


def _table(row: tuple[int, ...], shift: int) -> tuple[tuple[int, ...], ...]:
    return tuple(of_mask(row, mask << shift) for mask in range(256))


DISCARDS: Final = (_table(DISCARD_CARD, 0), _table(DISCARD_CARD, 8), _table(DISCARD_CARD, 16))
"""Discards of the faces in bits 0 to 7, 8 to 15 and 16 to 21 of a hand's mask."""
DISCARDS_OR_END: Final = tuple((*row, END) for row in DISCARDS[2])
PAYMENTS: Final = (_table(PAY_WITH, 0), _table(PAY_WITH, 8), _table(PAY_WITH, 16))
ALTITUDE_CHOICES: Final = tuple(
    tuple(action for action, may in ((CLIMB, number & 1), (DIVE, number & 2), (STAY, True)) if may)
    for number in range(4)
)
"""By whether one may climb, 1, and dive, 2."""
FOLLOW_OR_STAY: Final = (FOLLOW_ON, STAY)


class Replies(dict[int, tuple[int, ...]]):
    """By the mask of faces that answer what was played: these responses, or none."""

    def __missing__(self, mask: int) -> tuple[int, ...]:
        made = self[mask] = (*of_mask(RESPOND_WITH, mask), PASS)
        return made


REPLIES: Final = Replies()
assert all(answers.bit_count() < 8 for answers in ANSWERS), "that many replies should not be remembered"
