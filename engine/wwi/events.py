"""The integer log in sentences, and as a record.

What x, y and z of an event hold: ``DREW`` craft, -, face · ``CHECKED`` craft, why, face · ``PLACED`` unit ·
``SCRIPTED`` side, -, face · ``RESHUFFLED`` side · ``TURN`` turn · ``GOES`` unit · ``ALTITUDE_NOW`` unit, altitude, 0
down, 1 up, 2 at the start · ``POSITION_NOW`` unit, other unit, position + 2 · ``HIT`` craft, Hits, total · ``FLIPPED``,
``LOST`` craft, by whom or ``NOBODY`` · ``REMOVED`` craft · ``GAINED`` craft, Bursts, target · ``JAMMED``
craft, 1 if its Gunner · ``BURNS`` craft, 1 if out · ``LASTING`` craft, effect · ``SHED`` craft · ``ENDED`` side or
``NOBODY``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.core.game import Weight
from engine.core.record import Entry
from engine.flames.log import CardEvent, CardTeller
from engine.flames.log import entries as record_entries
from engine.wwi.actions import (
    BENEFITS,
    BY_GUNNER,
    COUNTS_AS,
    DIRECTION,
    END,
    FACE_PLAYED,
    GIVE_UP,
    PASS,
    STAY,
    TARGET,
)
from engine.wwi.cards import COLOUR, EFFECTS, FACES, NAMES
from engine.wwi.offers import bursts_at
from engine.wwi.scoring import verdict
from engine.wwi.setup import STREAM
from engine.wwi.state import (
    ALTITUDE_NOW,
    BURNS,
    CHECKED,
    DREW,
    ENDED,
    FLIPPED,
    FOR_JAM,
    GAINED,
    GOES,
    HIT,
    JAMMED,
    LASTING,
    LOST,
    NOBODY,
    PLACED,
    POSITION_NOW,
    REMOVED,
    RESHUFFLED,
    SCRIPTED,
    SHED,
    TURN,
    State,
    pinned,
)
from engine.wwi.terms import (
    ALL_SIDES,
    ALTITUDE,
    ALTITUDE_STEP,
    ALTITUDES,
    DECISIONS,
    DISCARD,
    FOLLOW,
    KEEP,
    LEADER,
    NONE,
    PAY,
    RESPOND,
    SIDE_NAMES,
    SIDE_OF_CRAFT,
    TAILING,
    TITLES,
    UNITS,
    WOUNDED,
    words,
)

EVENT_NAMES = {
    DREW: "draw",
    CHECKED: "check",
    PLACED: "order",
    SCRIPTED: "script",
    RESHUFFLED: "reshuffle",
    TURN: "turn",
    GOES: "goes",
    ALTITUDE_NOW: "altitude",
    POSITION_NOW: "position",
    HIT: "hit",
    FLIPPED: "damaged",
    LOST: "destroyed",
    REMOVED: "removed",
    GAINED: "bursts",
    JAMMED: "jammed",
    BURNS: "burns",
    LASTING: "lasting",
    SHED: "strain",
    ENDED: "over",
}
"""What an event's ``kind`` is."""
WEIGHTS: Final[dict[str, Weight]] = {
    **dict.fromkeys(("turn", "goes"), "routine"),
    **dict.fromkeys(("draw", "pay", "discard", "wounded"), "upkeep"),
    "destroyed": "decisive",
}
"""How much each kind of event is to who reads of it."""
_LASTING = {
    "wounded": "{} is wounded.",
    "on-fire": "{} is on fire!",
    "wing": "{} has a damaged wing.",
    "engine": "{} has a damaged engine.",
    "tail": "{} has a damaged tail.",
}
_COLOURS = {"red": "red", "blue": "blue", "both": "red and blue"}


def _drawn(item: int) -> tuple[str, str]:
    return ALL_SIDES[(item >> 16 & 255) >> SIDE_OF_CRAFT], FACES[item & 255]


_GIVEN = {
    DREW: _drawn,
    CHECKED: _drawn,
    SCRIPTED: lambda item: (ALL_SIDES[item >> 16 & 255], FACES[item & 255]),
    PLACED: lambda item: (STREAM, UNITS[item >> 16 & 255]),
}
"""The stream of chance that an event tells of, and what it gave."""


def entries(log: Iterable[int], texts: Sequence[str]) -> Iterator[Entry]:
    """The log as entries of a record."""
    return record_entries(log, texts, _GIVEN, SCRIPTED)


class Teller(CardTeller):
    """Tells a stretch of the log."""

    event_names = EVENT_NAMES
    together = {DREW: 8, PLACED: 24}

    def __init__(self, state: State) -> None:
        self._state = state
        self._ends = _end_of_attack(state) if state.kind == LEADER else ""

    def craft(self, craft: int) -> str:
        """An aircraft and its pilot: ``Richthofen`` or ``Axis 1 (Fokker Dr.I)``, ``Axis 1's Wingman 2``."""
        return called(self._state, craft)

    def unit(self, unit: int) -> str:
        return self.craft(unit << 4)

    def _at(self, craft: int) -> str:
        flight = self._state.flight(craft >> 4)
        name = self.craft(craft)
        return f"{name} ({flight.aircraft[craft & 15].short})" if flight.pilots[craft & 15] else name

    def _together(self, code: int, items: list[int]) -> CardEvent:
        if code == DREW:
            return self._drew(items[0] >> 16 & 255, [item & 255 for item in items])
        return CardEvent("order", f"Player order: {', '.join([self.unit(item >> 16 & 255) for item in items])}.")

    def _drew(self, craft: int, cards: list[int]) -> CardEvent:
        name = self.craft(craft)
        faces = ", ".join(NAMES[card] for card in cards)
        count = f"{len(cards)} card{'s' if len(cards) > 1 else ''}"
        return CardEvent("draw", f"{name} draws {count}.", f"{name} draws {faces}.", ALL_SIDES[craft >> SIDE_OF_CRAFT])

    def _decision(self, kind: int, actor: int, action: int) -> CardEvent | None:
        said = self._decided(kind, actor, action)
        return CardEvent(DECISIONS[kind], said) if said else None

    def _decided(self, kind: int, actor: int, action: int) -> str:
        name = self.craft(actor)
        face = FACE_PLAYED[action]
        if action == END and self._ends:
            return f"{name} {self._ends}."
        if action in (PASS, END) or (action == STAY and kind == ALTITUDE_STEP) or kind == ALTITUDE:
            return ""
        if kind == RESPOND:
            return f"{name} answers with {NAMES[face]}."
        if kind == KEEP:
            return f"{name} stays on {self.unit(TARGET[action])}."
        if kind in (PAY, DISCARD, WOUNDED):
            return f"{name} discards {NAMES[face]}."
        if kind == FOLLOW:
            return f"{name} follows." if action != STAY else f"{name} does not follow."
        if action == GIVE_UP:
            return f"{name} gives up position."
        if face < 0:
            return ""
        card = NAMES[COUNTS_AS[action]]
        if DIRECTION[action]:
            return f"{name} plays {card} to {'climb' if DIRECTION[action] > 0 else 'dive'}."
        gunner = "'s gunner" if BY_GUNNER[action] else ""
        for_whom = f" for {self.unit(BENEFITS[action])}" if BENEFITS[action] >= 0 else ""
        return f"{name}{gunner} plays {card} at {self._at(TARGET[action])}{for_whom}."

    def _event(self, code: int, x: int, y: int, z: int) -> str:
        if code == CHECKED:
            why = "to see whether the guns jam" if y == FOR_JAM else "for the fire aboard"
            return f"{self.craft(x)} draws {NAMES[z]} {why}: {_COLOURS[COLOUR[z]]}."
        if code == RESHUFFLED:
            return f"The discards of the {SIDE_NAMES[ALL_SIDES[x]]} are shuffled into a new Draw Pile."
        if code == TURN:
            return f"Turn {x}."
        if code == GOES:
            return f"{self.unit(x)} takes his turn."
        if code == ALTITUDE_NOW:
            verb = ("dives to", "climbs to", "begins at")[z]
            return f"{self.unit(x)} {verb} {words(ALTITUDES[y])}."
        if code == POSITION_NOW:
            return self._position(x, y, z - 2)
        if code == HIT:
            return f"{y} Hit{'s' if y > 1 else ''} on {self.craft(x)}, {z} in all."
        if code == FLIPPED:
            return f"{self.craft(x)} is Damaged."
        if code == LOST:
            return f"{self.craft(x)} is {'lost' if y == NOBODY else f'shot down by {self.craft(y)}'}."
        if code == REMOVED:
            return f"{self.craft(x)} leaves the fight: the Leader is gone."
        if code == GAINED:
            return f"{self.craft(x)} gains {y} Burst{'s' if y > 1 else ''} against {self.craft(z)}."
        if code == JAMMED:
            return (
                f"The {'gunner' if y else 'guns'} of {self.craft(x)} jam{'s' if y else ''}: no more firing this turn."
            )
        if code == BURNS:
            return f"The fire aboard {self.craft(x)} {'is out' if y else 'burns on'}."
        if code == LASTING:
            return _LASTING[EFFECTS[y]].format(self.craft(x))
        if code == SHED:
            return f"The damaged wing of {self.craft(x)} suffers."
        if code == ENDED:
            return verdict(self._state)
        return ""

    def _position(self, unit: int, other: int, position: int) -> str:
        first, second = self.unit(unit), self.unit(other)
        if position < 0:
            first, second, position = second, first, -position
        if not position:
            return f"{first} and {second} are Neutral."
        return f"{first} is {'Advantaged on' if position == 1 else 'Tailing'} {second}."


def _end_of_attack(state: State) -> str:
    """Why the active Leader can fire no more, as far as all can see, or the Bursts he has left. [WWI Leader Attack]"""
    unit = state.active
    on = state.on[unit]
    if not state.hands[unit << 4]:
        return "has no cards left"
    if not state.targets:
        return f"finds no enemy at {words(ALTITUDES[state.altitude[unit]])}"
    if state.jammed & 1:
        return "ends his attack with jammed guns"
    if on == NONE and pinned(state, unit):
        tailed = any(state.on[foe] == unit and state.edge[foe] == TAILING for foe in state.foes[unit])
        return f"is {'Tailed' if tailed else 'Disadvantaged'}: his guns cannot fire"
    left = max(bursts_at(state, target) for target in (state.targets if on == NONE else (on << 4,)))
    return f"ends his attack with {left or 'no'} Burst{'' if left == 1 else 's'} left"


def called(state: State, craft: int) -> str:
    """How an aircraft is called in a sentence."""
    flight = state.flight(craft >> 4)
    seat = craft & 15
    if flight.pilots[seat]:
        return flight.pilots[seat]
    name = TITLES[craft >> 4]
    if not seat:
        return f"{name} ({flight.aircraft[0].short})"
    return f"{name}’s Wingman {seat}" if len(flight.aircraft) > 2 else f"{name}’s Wingman"
