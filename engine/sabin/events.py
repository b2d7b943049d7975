"""The integer log in sentences.

What x, y and z of an event hold: ``SKY_IS`` sky · ``COMES_FROM`` approach · ``TURN_BEGINS`` turn · ``PHASE_BEGINS``
phase · ``LEAVES`` unit, status · ``SHIFTED`` columns · ``COMBAT`` unit, enemy unit, 1 if out of the Sun · ``SHOT``
unit, target, reasons for modifiers << 2 | hits; the die stands before it · ``INVERTED`` unit, why · ``ENDS`` how. Dice
are those of ``engine.core.dice``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core import dice
from engine.core.base import EVENT, PlainEvent
from engine.core.game import Weight
from engine.sabin.actions import COLUMN_CHOSEN, DEPLOYED, GIVE_UP, HOLD_FIRE, OPEN_FIRE, TEXT
from engine.sabin.combat import MODIFIER, MODIFIERS
from engine.sabin.moves import BREAK
from engine.sabin.names import called
from engine.sabin.scoring import result
from engine.sabin.state import (
    COMBAT,
    COMES_FROM,
    ENDS,
    HIT_BY_FIRE,
    INVERTED,
    LAST_LEFT,
    LEAVES,
    OUT_OF_TURNS,
    PHASE_BEGINS,
    SHIFTED,
    SHOT,
    SKY_IS,
    TURN_BEGINS,
    TURNED_BACK,
    State,
)
from engine.sabin.tables import CLOUD_ROWS
from engine.sabin.terms import (
    APPROACHES,
    BACK_LEFT,
    BACK_RIGHT,
    BOMBERS,
    CLEAR,
    COLUMNS,
    ESCORTS,
    FACING_TEXT,
    FACINGS,
    FRONT_LEFT,
    FRONT_RIGHT,
    INTERCEPTORS,
    LEFT_INVERTED,
    NO_MOVE,
    OUTPACED,
    PLACE_TEXT,
    ROWS,
    apart,
)

WEIGHTS: Final[dict[str, Weight]] = {"turn": "routine", "phase": "routine"}
"""How much each kind of event is to who reads of it."""
_SUN: Final = {
    BACK_LEFT: "behind the bombers on the left",
    BACK_RIGHT: "behind the bombers on the right",
    FRONT_LEFT: "ahead of the bombers on the left",
    FRONT_RIGHT: "ahead of the bombers on the right",
}
_FROM: Final = {"rear": "from behind, in column A-B", "front": "from ahead, in column Y-Z"}
_PHASE: Final = {
    INTERCEPTORS: "The interceptors’ phase.",
    BOMBERS: "The bombers’ phase.",
    ESCORTS: "The escorts’ phase.",
}
_LEAVES: Final = {
    LEFT_INVERTED: "is inverted and leaves",
    NO_MOVE: "has no move left, breaks formation and leaves",
    OUTPACED: "is left behind by the bombers",
}
_ENDS: Final = {
    LAST_LEFT: "The last interceptors have left.",
    OUT_OF_TURNS: "The last turn is over.",
    TURNED_BACK: "The bombers turn back.",
}
_COUNTS: Final = ("no hit", "1 hit", "2 hits")


def sky_sentence(state: State) -> str:
    """The Sun or the clouds, in a sentence; empty where there is nothing to tell."""
    if state.sky <= CLEAR:
        return ""
    if state.sky in _SUN:
        return f"The Sun stands {_SUN[state.sky]}."
    rows = tuple(ROWS[row] for row in CLOUD_ROWS[state.sky][state.plan.altitude])
    return f"A layer of cloud fills rows {apart(rows)}."


class Teller:
    """Tells a stretch of the log; nothing in this system is hidden."""

    def __init__(self, state: State) -> None:
        self._state = state

    def tell(self, kind: int, actor: int, log: list[int]) -> Sequence[PlainEvent]:
        """The events of a stretch of the log that began with ``actor``'s decision of ``kind``."""
        events, die = [], 0
        for item in log:
            if item < EVENT:
                if item != OPEN_FIRE:  # his shot tells of it
                    events.append(PlainEvent(*self._decision(actor, item)))
                continue
            code, x, y, z = item >> 24, item >> 16 & 255, item >> 8 & 255, item & 255
            if code << 24 == dice.ROLLED:
                die = item & dice.SHOWN
            elif code == SHOT:
                events.append(PlainEvent("shot", self._shot(x, y, z >> 2, die, z & 3)))
            elif code << 24 != dice.SCRIPTED:
                if code in (SKY_IS, COMES_FROM):
                    events.append(PlainEvent("die", f"The die shows {die}."))
                events.append(PlainEvent(*self._event(code, x, y, z)))
        return events

    def _decision(self, actor: int, action: int) -> tuple[str, str]:
        if action == GIVE_UP:
            return "turn-back", "The escorts’ side gives up."
        who = called(self._state, actor)
        if action < BREAK:
            return "flies", f"{who} flies to {PLACE_TEXT[action // FACINGS]}, {FACING_TEXT[action % FACINGS]}."
        if action == BREAK:
            return "breaks", f"{who} breaks formation and leaves."
        if action == HOLD_FIRE:
            return "fire", f"{who} holds fire."
        if action in COLUMN_CHOSEN:
            return "column", f"{who} will stand in column {COLUMNS[COLUMN_CHOSEN.index(action)]}."
        if action in DEPLOYED:
            return "deployed", f"{who} stands in {TEXT[action].removeprefix('deploy ')}."
        return "press-on", "The bombers press on."

    def _shot(self, shooter: int, target: int, reasons: int, die: int, hits: int) -> str:
        """``Bf 109 A fires at Spitfire B: die 5 +1 (same pitch and heading) = 6, 1 hit.``"""
        modified = [f" {dice.signed(value)} ({name})" for why, (value, name) in MODIFIERS.items() if reasons & why]
        total = f"{''.join(modified)} = {die + MODIFIER[reasons]}" if modified else ""
        who, whom = called(self._state, shooter), called(self._state, target)
        return f"{who} fires at {whom}: die {die}{total}, {_COUNTS[hits]}."

    def _event(self, code: int, x: int, y: int, z: int) -> tuple[str, str]:
        state = self._state
        if code == SKY_IS:
            return "sky", sky_sentence(state)
        if code == COMES_FROM:
            return "approach", f"The interceptors come {_FROM[APPROACHES[x]]}."
        if code == TURN_BEGINS:
            return "turn", f"Turn {x} begins."
        if code == PHASE_BEGINS:
            return "phase", _PHASE[x]
        if code == LEAVES:
            return "leaves", f"{called(state, x)} {_LEAVES[y]}."
        if code == SHIFTED:
            return "shift", f"All fighters are shifted back {x} {'blocks' if x > 1 else 'block'}."
        if code == COMBAT:
            out_of = " out of the Sun" if z else ""
            return "combat", f"{called(state, x)} meets {called(state, y)}{out_of}."
        if code == INVERTED:
            why = "is hit" if y == HIT_BY_FIRE else "runs low on ammunition"
            return "inverted", f"{called(state, x)} {why} and is inverted."
        assert code == ENDS
        return "over", f"{_ENDS[x]} {result(state)}"
