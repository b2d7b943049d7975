"""Why the player by rules of thumb chooses what he does: by the rules, tables and thresholds that he himself goes by.

His figures have no unit; they are told as he compares them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from engine.core.choices import Because
from engine.core.game import SIDES, Action, Game
from engine.flames.because import ranked
from engine.flames.board import counted
from engine.wwi.actions import CLIMB, DIVE, END, FACE_PLAYED, FOLLOW_ON, PASS
from engine.wwi.heuristic import JUNK, LITTLE, MOST_HELD, PRICES, HeuristicPlayer, worth_of_cards
from engine.wwi.state import State
from engine.wwi.terms import (
    ALTITUDE,
    ALTITUDE_STEP,
    DISCARD,
    FOLLOW,
    KEEP,
    LEADER,
    NONE,
    PAY,
    RESPOND,
    WINGMAN,
    WOUNDED,
)

Told: TypeAlias = Callable[[HeuristicPlayer, State, Action], Because]


def because(game: Game, action: Action, doctrine: str) -> Because:
    """Why a player of this doctrine has chosen an action."""
    state: State = game  # type: ignore[assignment]  # every game of this system is one
    if len(state.choices) == 1:
        return Because("nothing else is allowed")
    return _TOLD[state.kind](HeuristicPlayer(SIDES[0], 0, doctrine), state, action)


def _counts(value: Callable[[Action], float]) -> Callable[[Action], str]:
    return lambda action: f"counts {round(value(action))}"


def _leader(player: HeuristicPlayer, state: State, action: Action) -> Because:
    def value(each: Action) -> float:
        return player.worth(state, each)

    if action == END:
        return Because("no card does more at once than it is worth in the hand")
    others = [each for each in state.choices if each != END]
    return ranked("it does most at once", action, others, value, _counts(value))


def _wingman(player: HeuristicPlayer, state: State, action: Action) -> Because:
    def value(each: Action) -> float:
        worth = player.worth(state, each)
        return worth if worth > 0 else LITTLE

    why = "it does most at once, and what is left of his cards is lost"
    return ranked(why, action, state.choices[:-1], value, _counts(value))


def _respond(player: HeuristicPlayer, state: State, action: Action) -> Because:
    craft = state.actor
    other = state.attacker if craft == state.defender else state.defender
    prices = PRICES[not craft & 15 and state.sheet(craft).good_turn][min(len(state.hands[other]), MOST_HELD)]

    def price(each: Action) -> float:
        return -prices[FACE_PLAYED[each]]

    def words(each: Action) -> str:
        return f"the card counts {round(-price(each))}"

    answers = [each for each in state.choices if each != PASS]
    if craft & 15:
        return ranked("a Wingman’s cards are lost anyway", action, answers, price, words)
    held = len(state.hands[craft])
    stake = player.threat(state) + 2 * held - 8 - player.temper.answers
    brings = "what his card brings" if craft == state.attacker else "what it saves"
    why = f"{brings} counts {round(stake)} with {counted(held, 'card')} in hand"
    if action != PASS:
        return ranked(why, action, answers, price, words)
    best = max(answers, key=price)
    return Because(f"{why}, and any answer more", ((best, words(best)),))


def _least(player: HeuristicPlayer, state: State, action: Action) -> Because:
    kept = worth_of_cards(state, state.actor)
    return ranked("it is missed least", action, state.choices, lambda each: -kept(each), _counts(kept))


def _discard(player: HeuristicPlayer, state: State, action: Action) -> Because:
    if action == END:
        return Because("there is room for what is drawn, or every card is of as much use as an unknown one")
    kept = worth_of_cards(state, state.actor)
    if kept(action) < JUNK and kept(action) == min(map(kept, state.choices[:-1])):
        why = f"it is missed least, and an unknown card counts {JUNK}"
        return ranked(why, action, state.choices[:-1], lambda each: -kept(each), _counts(kept))
    return Because("there are too many cards that only defend")


def _altitude_step(player: HeuristicPlayer, state: State, action: Action) -> Because:
    unit = state.active
    held = counted(len(state.hands[unit << 4]), "card")
    if state.on[unit] != NONE:
        return Because("it keeps him on an enemy")
    if unit in state.on:
        if action == CLIMB:
            return Because("to climb after him costs who is behind most")
        return Because("it may shake off who is behind" if action == DIVE else "he cannot get away")
    if action == CLIMB:
        return Because(f"the nearest enemy is above, and he has {held}")
    if action == DIVE:
        return Because("the nearest enemy is below")
    return Because("an enemy is at this altitude, or none can be gone to at what that costs")


def _follow(player: HeuristicPlayer, state: State, action: Action) -> Because:
    chase = player.temper.chase
    if action == FOLLOW_ON:
        return Because(f"enough cards are left to use the position: {chase}, or one less after a dive")
    return Because(f"too few cards would be left, or half a hand with one Hit to bear; he wants {chase}")


def _rule(why: str) -> Told:
    return lambda player, state, action: Because(why)


_TOLD: Final[dict[int, Told]] = {
    ALTITUDE: _rule("this doctrine likes to begin there, or out of reach of Wingmen; now and then elsewhere"),
    WINGMAN: _wingman,
    RESPOND: _respond,
    KEEP: _rule("the better position, else who is nearer to his end"),
    WOUNDED: _least,
    ALTITUDE_STEP: _altitude_step,
    PAY: _least,
    FOLLOW: _follow,
    LEADER: _leader,
    DISCARD: _discard,
}
"""By kind of decision."""
