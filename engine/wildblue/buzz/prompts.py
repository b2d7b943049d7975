"""What a decision asks, in a sentence."""

from __future__ import annotations

from engine.wildblue.buzz.events import BOMB_NAMES, patrol_names
from engine.wildblue.buzz.state import BuzzState
from engine.wildblue.buzz.terms import AIMING, ANSWERING, ATTACKING, EXCHANGING
from engine.wildblue.cards import NAMES
from engine.wildblue.terms import unit_of


def prompt(state: BuzzState) -> str:
    """A sentence for who has to decide."""
    patrol = patrol_names(state)[unit_of(state.actor)]
    who = f"{patrol}’s {'Wingman' if state.actor & 1 else 'Leader'}"
    kind = state.kind
    if kind == AIMING:
        return f"Choose a flying bomb for {who} to attack, or none."
    if kind == ATTACKING:
        return f"Play a card of {who} at {BOMB_NAMES[state.week.target]}, or end the attack."
    if kind == ANSWERING:
        bomb = BOMB_NAMES[state.week.target]
        return (
            f"{bomb} evades {NAMES[state.attack]} with {NAMES[state.last]}. Answer with {who}, or let the attack fail?"
        )
    if kind == EXCHANGING:
        return f"Combat Vision: give back cards of {patrol}’s first hand, or end."
    return f"Discard cards of {patrol}, or end the Discard Step."
