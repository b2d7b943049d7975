"""Every action as an int and as text. The numbering is made once at import and is the same in every process."""

from __future__ import annotations

from typing import Final

from engine.wildblue.actions import MADE_ANYTHING, Numbering
from engine.wildblue.buzz.terms import BOMBS
from engine.wildblue.cards import FACES, IMS_HEAVY_GUN

_ALL: Final = Numbering()
_action: Final = _ALL.add
TEXT: Final = _ALL.texts
"""The text of each action."""
FACE_PLAYED: Final = _ALL.faces
"""The face of the card that the action plays, -1 if none."""
COUNTS_AS: Final = _ALL.counts_as
"""The face that it counts as."""
TARGET: Final = _ALL.targets
"""The flying bomb that it names, -1 if none."""
SPENDS_COUNTER: Final = _ALL.counters
"""Whether a Full Throttle counter is spent in the place of a card. [WBY 6.3]"""

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
RESPOND: Final = _ALL.row("respond")
RESPOND_AS: Final = {face: _ALL.row("respond", face) for face in MADE_ANYTHING}
DISCARD: Final = tuple(_action(f"discard {slug}", face) for face, slug in enumerate(FACES))
EXCHANGE: Final = tuple(_action(f"exchange {slug}", face) for face, slug in enumerate(FACES))

HEAVY: Final = frozenset(action for row in PLAY_HEAVY_GUN for action in row)
NUMBER: Final = _ALL.numbers()
"""The action of each text."""
