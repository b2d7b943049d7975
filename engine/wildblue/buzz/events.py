"""A week of flying bombs in sentences, and as a record.

What x, y and z of an event hold, beside those of ``wildblue.events``: ``WAVE_DRAWN`` how many come · ``CAME``,
``GOT_THROUGH`` flying bomb · ``CROSSED`` flying bomb, belt · ``BOMB_HIT`` flying bomb, Hits, total · ``BOMB_LOST``
flying bomb, aircraft that shot it down or ``BY_GUNS`` · ``ANSWERED`` flying bomb, face · ``SHOWN`` for the guns: flying
bomb.
"""

from __future__ import annotations

from engine.core.names import unit_names
from engine.flames.log import CardEvent
from engine.wildblue.buzz.actions import COUNTS_AS, FACE_PLAYED, HEAVY, SPENDS_COUNTER, TARGET
from engine.wildblue.buzz.state import (
    ANSWERED,
    BOMB_HAND,
    BOMB_HIT,
    BOMB_LOST,
    BY_GUNS,
    CAME,
    CROSSED,
    FOR_BLAST,
    FOR_WAVE,
    GOT_THROUGH,
    WAVE_DRAWN,
    BuzzState,
)
from engine.wildblue.buzz.terms import (
    AIMING,
    ANSWERING,
    ATTACKING,
    BELTS,
    BOMBS,
    DECISIONS,
    DISCARDING,
    EXCHANGING,
)
from engine.wildblue.cards import BOMB, FACE, NAMES, SPOILED
from engine.wildblue.events import EVENT_NAMES, ShowingTeller
from engine.wildblue.terms import UNITS

PATROL_ROLE, BOMB_ROLE = "patrol", "flying-bomb"
"""What patrols and flying bombs are for in documents and reports; they are called by it."""
OVER_BELT = ("over the sea", "over the guns on the coast", "over the land")
EVENT_NAMES |= {
    WAVE_DRAWN: "wave",
    CAME: "arrived",
    CROSSED: "crossed",
    BOMB_HIT: "bomb-hit",
    BOMB_LOST: "bomb-destroyed",
    GOT_THROUGH: "through",
    ANSWERED: "answer",
}
BOMB_NAMES = tuple(unit_names(dict.fromkeys(BOMBS, BOMB_ROLE)).values())
"""``Flying Bomb 1`` and so on."""


def patrol_names(state: BuzzState) -> dict[int, str]:
    """What each patrol is called, by unit."""
    names = unit_names({UNITS[unit]: PATROL_ROLE for unit in state.present})
    return {unit: names[UNITS[unit]] for unit in state.present}


class BuzzTeller(ShowingTeller):
    """Tells a stretch of the log of a week."""

    def __init__(self, state: BuzzState) -> None:
        super().__init__(state)
        self._patrols = patrol_names(state)

    def _named(self, unit: int) -> str:
        return self._patrols[unit]

    def _drew(self, craft: int, cards: list[int]) -> CardEvent:
        if craft != BOMB_HAND:
            return super()._drew(craft, cards)
        faces = ", ".join(NAMES[FACE[card]] for card in cards)
        return CardEvent("draw", "The flying bomb has its mini-hand.", f"Its mini-hand: {faces}.", "axis")

    def _shown(self, who: int, purpose: int, cards: list[int]) -> CardEvent:
        if purpose == FOR_WAVE:
            results = ", ".join(f"{NAMES[FACE[card]]} ({BOMB[card].title()})" for card in cards)
            return CardEvent("wave-cards", f"For the wave are drawn {results}.")
        if purpose == FOR_BLAST:
            symbol = "a Spoiled symbol: the blast reaches the attacker" if SPOILED[cards[0]] else "no Spoiled symbol"
            return CardEvent("blast", f"For the blast is drawn {NAMES[FACE[cards[0]]]}, with {symbol}.")
        faces = ", ".join(NAMES[FACE[card]] for card in cards)
        return CardEvent("guns", f"The guns fire at {BOMB_NAMES[who]}: {faces}.")

    def _decision(self, kind: int, actor: int, action: int) -> CardEvent | None:
        name = self._craft(actor)
        face = FACE_PLAYED[action]
        said = secret = ""
        if kind == AIMING and TARGET[action] >= 0:
            said = f"{name} attacks {BOMB_NAMES[TARGET[action]]}."
        elif kind == ATTACKING and face >= 0:
            said = f"{name} plays {_card(action)} at {BOMB_NAMES[TARGET[action]]}."
        elif kind == ANSWERING and face >= 0:
            said = f"{name} answers with {_card(action)}."
        elif kind in (DISCARDING, EXCHANGING) and face >= 0:
            verb = "gives back" if kind == EXCHANGING else "discards"
            said, secret = f"{name} {verb} a card.", f"{name} {verb} {NAMES[face]}."
        return CardEvent(DECISIONS[kind], said, secret, "allied") if said else None

    def _event(self, code: int, x: int, y: int, z: int) -> str:
        if code == WAVE_DRAWN:
            return f"{x} flying bombs come in this week."
        if code == CAME:
            return f"{BOMB_NAMES[x]} comes over the sea."
        if code == CROSSED:
            return f"{BOMB_NAMES[x]} is now {OVER_BELT[y]}."
        if code == BOMB_HIT:
            return f"{y} Hit{'s' if y > 1 else ''} on {BOMB_NAMES[x]}, {z} in all."
        if code == BOMB_LOST:
            return f"{BOMB_NAMES[x]} is shot down by {'the guns' if y == BY_GUNS else self.aircraft(y)}."
        if code == GOT_THROUGH:
            return f"{BOMB_NAMES[x]} gets through."
        if code == ANSWERED:
            return f"{BOMB_NAMES[x]} evades: {NAMES[y]}."
        return super()._event(code, x, y, z)


def _card(action: int) -> str:
    """The card that an action plays, and as what."""
    face = FACE_PLAYED[action]
    text = "a Full Throttle counter" if SPENDS_COUNTER[action] else NAMES[face]
    if action in HEAVY:
        return f"{text} with a Heavy Gun"
    return text if COUNTS_AS[action] == face else f"{text} as {NAMES[COUNTS_AS[action]]}"


assert len(OVER_BELT) == len(BELTS)
