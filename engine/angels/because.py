"""Which rule of thumb the staff goes by."""

from __future__ import annotations

from typing import Final

from engine.angels.actions import DECLINE, ENTER_CLOUDS, NO_MORE
from engine.angels.state import State
from engine.angels.terms import (
    ADJUST,
    AIRCRAFT,
    ATTACK,
    DEPLOY,
    DIRECTION,
    HEX,
    IN_CLOUDS,
    SPEED,
    STATUS,
    TURN_POSITION,
)
from engine.core.choices import Because
from engine.core.game import Action, Game

_WAY: Final = "the first step of the move with the best end: what may be hit from there, less what may hit him"
_RULES: Final = {
    TURN_POSITION: "always the second player",
    AIRCRAFT: "bombers first, then who is in the worst place to make use of moving later",
    SPEED: _WAY,
    HEX: _WAY,
    STATUS: "the status that does best between hitting and being hit",
    IN_CLOUDS: "there is as much to be hit as to be feared outside, or no way into the clouds",
    ADJUST: "the facing from which most is to be hit, less what may hit him",
    ATTACK: "the attack with most damage to expect",
    DIRECTION: "the fighters that were directed before, else those with most guns",
    DEPLOY: "one place is as good as another",
}
_OTHERWISE: Final = {
    ENTER_CLOUDS: "outside there is more to be feared than to be hit",
    NO_MORE: "no other facing is better",
    DECLINE: "no attack is worth making",
}


def because(game: Game, action: Action, doctrine: str) -> Because:
    """Why a player of this doctrine has chosen an action."""
    state: State = game  # type: ignore[assignment]  # every game of this system is one
    return Because(_OTHERWISE.get(action) or _RULES[state.kind])
