"""Every action as an int and as text. The numbering is made once at import and is the same in every process."""

from __future__ import annotations

from typing import Final

from engine.wildblue.buzz.terms import BOMBS
from engine.wildblue.cards import (
    ACE_PILOT,
    BARREL_ROLL,
    FACES,
    FULL_THROTTLE,
    IMS_HEAVY_GUN,
    SCISSORS,
    TIGHT_TURN,
)

TEXT: Final[list[str]] = []
"""The text of each action."""
FACE_PLAYED: Final[list[int]] = []
"""The face of the card that the action plays, -1 if none."""
COUNTS_AS: Final[list[int]] = []
"""The face that it counts as."""
TARGET: Final[list[int]] = []
"""The flying bomb that it names, -1 if none."""
SPENDS_COUNTER: Final[list[bool]] = []
"""Whether a Full Throttle counter is spent in the place of a card. [WBY 6.3]"""


def _action(text: str, face: int = -1, counts_as: int | None = None, target: int = -1, counter: bool = False) -> int:
    TEXT.append(text)
    FACE_PLAYED.append(face)
    COUNTS_AS.append(face if counts_as is None else counts_as)
    TARGET.append(target)
    SPENDS_COUNTER.append(counter)
    return len(TEXT) - 1


PASS: Final = _action("pass")
END: Final = _action("end")
SKIP: Final = _action("skip")
ATTACK: Final = tuple(_action(f"attack > {bomb}", target=number) for number, bomb in enumerate(BOMBS))
PLAY: Final = tuple(
    tuple(_action(f"play {slug} > {bomb}", face, target=number) for face, slug in enumerate(FACES))
    for number, bomb in enumerate(BOMBS)
)
PLAY_HEAVY_GUN: Final = tuple(
    tuple(_action(f"play {slug} > {bomb} (heavy gun)", face, IMS_HEAVY_GUN, number) for face, slug in enumerate(FACES))
    for number, bomb in enumerate(BOMBS)
)
"""An In My Sights with a Heavy Gun marker. [WBY 9.1.2]"""


def _replies(as_face: int | None = None) -> tuple[int, ...]:
    """Responses by face; the last spends a counter."""
    detail = "" if as_face is None else f"as {FACES[as_face]}"
    plain = f" ({detail})" if detail else ""
    counter = f" (counter {detail})" if detail else " (counter)"
    return (
        *(_action(f"respond {slug}{plain}", face, as_face) for face, slug in enumerate(FACES)),
        _action(f"respond {FACES[FULL_THROTTLE]}{counter}", FULL_THROTTLE, as_face, counter=True),
    )


RESPOND: Final = _replies()
RESPOND_AS: Final = {face: _replies(face) for face in (ACE_PILOT, BARREL_ROLL, TIGHT_TURN, SCISSORS)}
"""A Skill or Agile makes any card one of these. [WBY 5.5.1, 19.2.1; SUP 19.2 V]"""
DISCARD: Final = tuple(_action(f"discard {slug}", face) for face, slug in enumerate(FACES))
EXCHANGE: Final = tuple(_action(f"exchange {slug}", face) for face, slug in enumerate(FACES))

HEAVY: Final = frozenset(action for row in PLAY_HEAVY_GUN for action in row)
NUMBER: Final = {text: action for action, text in enumerate(TEXT)}
"""The action of each text."""
assert len(NUMBER) == len(TEXT)
