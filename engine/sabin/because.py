"""Which rule of thumb the staff goes by."""

from __future__ import annotations

from typing import Final

from engine.core.choices import Because
from engine.core.game import Action, Game
from engine.sabin.actions import GIVE_UP, HOLD_FIRE, PRESS_ON
from engine.sabin.habits import can_hit
from engine.sabin.heuristic import TEMPERS
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
    BREAK: "no end of a move is worth more than to break formation",
    GIVE_UP: "more aircraft are hit than this doctrine bears",
}


def because(game: Game, action: Action, doctrine: str) -> Because:
    """Why a player of this doctrine has chosen an action."""
    state: State = game  # type: ignore[assignment]  # every game of this system is one
    if action == HOLD_FIRE:
        only = "only the die hits that ends his own fight too, and the enemy leaves anyway"
        return Because(only if can_hit(state) else "the die cannot hit")
    if action == PRESS_ON and TEMPERS[doctrine].nerve > 1:
        return Because("this doctrine never turns back")
    return Because(_OTHERWISE.get(action) or _RULES[state.kind])
