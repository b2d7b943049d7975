"""What who commands the patrols might think of, and the rules do not allow now. [SUP 28]"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.core.choices import not_legal
from engine.core.game import Action
from engine.wildblue.buzz.actions import ATTACK, FACE_PLAYED, PLAY, RESPOND
from engine.wildblue.buzz.state import BuzzState
from engine.wildblue.buzz.terms import AIMING, ANSWERING, ATTACKING, COMING
from engine.wildblue.cards import ALL_FACES, COUNTER, FACES

_COUNTER_ROW: Final = len(FACES)


def tries(state: BuzzState) -> tuple[Action, ...]:
    """Of each card and each flying bomb something first; none of them is legal."""
    return not_legal(_thought(state), state.choices)


def _thought(state: BuzzState) -> Iterator[Action]:
    coming = [bomb for bomb, fate in enumerate(state.week.fates) if fate == COMING]
    mask = state.masks[state.actor] & ALL_FACES
    held = [face for face in range(len(FACES)) if mask >> face & 1]
    used = {FACE_PLAYED[action] for action in state.choices}
    if state.kind == AIMING:
        yield from (ATTACK[bomb] for bomb in coming)
    elif state.kind == ATTACKING:
        target = state.week.target
        yield from (PLAY[target][face] for face in held if face not in used)
        yield from (PLAY[bomb][face] for bomb in coming if bomb != target for face in held[:1])
    elif state.kind == ANSWERING:
        yield from (RESPOND[face] for face in held if face not in used)
        if state.masks[state.actor] & COUNTER:
            yield RESPOND[_COUNTER_ROW]
