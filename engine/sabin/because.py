"""Which rule of thumb the staff goes by."""

from __future__ import annotations

from typing import Final

from engine.core.choices import Because
from engine.core.game import Action, Game
from engine.sabin.actions import GIVE_UP, HOLD_FIRE
from engine.sabin.moves import BREAK
from engine.sabin.state import State
from engine.sabin.terms import CHOOSE_COLUMN, DEPLOY, FIRE, MOVE, TURN_BACK

_RULES: Final = {
    CHOOSE_COLUMN: "a column ahead of the bombers or next to that: the first shift brings them nearer",
    DEPLOY: "escorts begin a row above the bombers, interceptors as high as they may",
    MOVE: "the end of a move with the best prospects: hits to expect there and later, less what may come",
    FIRE: "the die can hit",
    TURN_BACK: "too few aircraft are hit to turn back for",
}
_OTHERWISE: Final = {
    HOLD_FIRE: "the die cannot hit, or only by what ends his own fight too",
    BREAK: "no end of a move is worth more than to break formation",
    GIVE_UP: "more aircraft are hit than this doctrine bears",
}


def because(game: Game, action: Action, doctrine: str) -> Because:
    """Why a player of this doctrine has chosen an action."""
    state: State = game  # type: ignore[assignment]  # every game of this system is one
    return Because(_OTHERWISE.get(action) or _RULES[state.kind])
