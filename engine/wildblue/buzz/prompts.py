"""What a decision asks, and why an action is refused, in sentences."""

from __future__ import annotations

from engine.wildblue.buzz.actions import FACE_PLAYED, TARGET, TEXT
from engine.wildblue.buzz.events import BOMB_NAMES, patrol_names
from engine.wildblue.buzz.state import BuzzState
from engine.wildblue.buzz.terms import AIMING, ANSWERING, ATTACKING, DECISIONS, EXCHANGING
from engine.wildblue.cards import NAMES
from engine.wildblue.state import NONE
from engine.wildblue.terms import unit_of


def prompt(state: BuzzState) -> str:
    """A sentence for who has to decide."""
    patrol = patrol_names(state)[unit_of(state.actor)]
    who = f"{patrol}'s {'Wingman' if state.actor & 1 else 'Leader'}"
    kind = state.kind
    if kind == AIMING:
        return f"Choose a flying bomb for {who} to attack, or none."
    if kind == ATTACKING:
        return f"Play a card of {who} at {BOMB_NAMES[state.week.target]}, or end the attack."
    if kind == ANSWERING:
        return f"Answer {NAMES[state.last]} with {who}, or let the attack fail."
    if kind == EXCHANGING:
        return f"Combat Vision: give back cards of {patrol}'s first hand, or end."
    return f"Discard cards of {patrol}, or end the Discard Step."


def why_not(state: BuzzState, action: int) -> str:
    """Why an action is not among the legal ones."""
    verb = TEXT[action].split()[0]
    if verb not in {TEXT[choice].split()[0] for choice in state.choices}:
        return f"another decision is open ({DECISIONS[state.kind]})."
    face = FACE_PLAYED[action]
    if face != NONE and not state.masks[state.actor] >> face & 1:
        return f"the patrol holds no {NAMES[face]}."
    if state.kind == AIMING:
        return f"{BOMB_NAMES[TARGET[action]]} is not over the patrol's belt by its time of day. [SUP 28]"
    if state.kind == ATTACKING:
        return f"{NAMES[face]} does nothing here, or needs more Bursts. [SUP 20.4.1]"
    return f"it is not one of the choices now, such as {TEXT[state.choices[-1]]!r}."
