"""The integer log in sentences, and as a record.

What x, y and z of an event hold: aircraft stand by their craft of take-off, units and sides by their numbers.
``DREW`` craft now, -, card · ``CHECKED`` aircraft, Level, card · ``FIRST`` side · ``RESHUFFLED`` side · ``TURN`` turn ·
``ALTITUDE_NOW`` unit, altitude, 1 if up · ``POSITION_NOW`` unit, other unit, position · ``HIT`` aircraft, Hits, total ·
``COCKPIT``, ``FLIPPED``, ``LOST`` aircraft, by whom or ``NOBODY`` · ``PROMOTED`` aircraft · ``STOPPED`` · ``GAINED``
unit, Bursts · ``LEFT`` aircraft, fate · ``COUNTERS`` unit, number · ``REVEALED`` unit, altitude, place in
``_REVEALED`` · ``SCRIPTED`` side, -, card · ``COULD_NOT_CLIMB`` unit · ``FOLLOWED`` unit, other unit. Those of
Missions: see ``missions.events``.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from engine.core.game import SIDES, Weight
from engine.core.record import Entry
from engine.flames.log import CardEvent, CardTeller
from engine.flames.log import entries as record_entries
from engine.wildblue.actions import (
    COUNTS_AS,
    DISENGAGE,
    FACE_PLAYED,
    GIVE_UP,
    INTO_CLOUDS,
    IS_HEAVY_GUN,
    PASS,
    ROLL_CLIMB,
    ROLL_DIVE,
    SKIP,
    SPENDS_COUNTER,
    STAY,
    TARGET,
)
from engine.wildblue.cards import FACE, NAMES, card_text
from engine.wildblue.damage import NOBODY
from engine.wildblue.state import (
    ALTITUDE_NOW,
    CHECKED,
    COCKPIT,
    COULD_NOT_CLIMB,
    COUNTERS,
    DREW,
    FIRST,
    FLIPPED,
    FOLLOWED,
    GAINED,
    HIT,
    LEFT,
    LOST,
    POSITION_NOW,
    PROMOTED,
    RESHUFFLED,
    REVEALED,
    SCRIPTED,
    SHOWN,
    STOPPED,
    TURN,
    State,
)
from engine.wildblue.tables import LEVELS
from engine.wildblue.terms import (
    ALTITUDE,
    ALTITUDES,
    CRAFT_COUNT,
    DECISIONS,
    DISCARD,
    DISENGAGED,
    EXCHANGE,
    FOLLOW,
    HIDE,
    HOME,
    IN_CLOUDS,
    LEADER,
    ORDER,
    PAY,
    POSITIONS,
    RESPOND,
    SIDE_OF_CRAFT,
    UNITS,
    WINGMAN,
    WINGMAN_TARGET,
    leader_of,
    words,
)

EVENT_NAMES = {
    DREW: "draw",
    CHECKED: "check",
    FIRST: "first",
    RESHUFFLED: "reshuffle",
    TURN: "turn",
    ALTITUDE_NOW: "altitude",
    POSITION_NOW: "position",
    HIT: "hit",
    COCKPIT: "cockpit",
    FLIPPED: "damaged",
    LOST: "destroyed",
    PROMOTED: "promoted",
    STOPPED: "stopped",
    GAINED: "bursts",
    LEFT: "left",
    COUNTERS: "counters",
    REVEALED: "revealed",
    SCRIPTED: "script",
    COULD_NOT_CLIMB: "no-climb",
    FOLLOWED: "followed",
}
"""What an event's ``kind`` is; ``missions.events`` adds its own."""
WEIGHTS: Final[dict[str, Weight]] = {
    **dict.fromkeys(("turn", "phase", "order", "arrived", "rejoined", "crossed"), "routine"),
    **dict.fromkeys(("draw", "pay", "discard", "climb"), "upkeep"),
    **dict.fromkeys(("destroyed", "bomb-destroyed"), "decisive"),
}
"""How much each kind of event is to who reads of it, those of Missions and of weeks too."""
_REVEALED = ("is at", "comes out of the Clouds at", "comes out of the Clouds, bound for")
"""By what was in secret: the altitude of the start, and under the Clouds marker that to stay at or to change to."""
_GONE = {DISENGAGED: "is away", IN_CLOUDS: "is gone in the Clouds", HOME: "goes home"}


def _drawn(item: int) -> tuple[str, str]:
    return SIDES[(item >> 16 & 255) >> SIDE_OF_CRAFT], card_text(item & 255)


_GIVEN = {
    DREW: _drawn,
    CHECKED: _drawn,
    SHOWN: lambda item: (SIDES[item >> 8 & 1], card_text(item & 255)),
    SCRIPTED: lambda item: (SIDES[item >> 16 & 255], card_text(item & 255)),
    FIRST: lambda item: ("first", SIDES[item >> 16 & 255]),
}
"""The stream of chance that an event tells of, and what it gave."""


def entries(log: Iterable[int], texts: Sequence[str]) -> Iterator[Entry]:
    """The log as entries of a record."""
    return record_entries(log, texts, _GIVEN, SCRIPTED)


class Teller(CardTeller):
    """Tells a stretch of the log, following who leads each unit from before it on."""

    event_names = EVENT_NAMES
    together = {DREW: 8}

    def __init__(self, state: State) -> None:
        self._sorties = state.sorties
        self._man = state.man
        self._who = state.who[:]
        self._leads = [False] * CRAFT_COUNT
        for craft in range(0, CRAFT_COUNT, 4):
            self._leads[state.who[craft]] = True

    # Names

    def aircraft(self, who: int) -> str:
        """An aircraft and its pilot: ``Rossi`` or ``Axis 1 (MC.202 Folgore)``."""
        sortie = self._man(who)
        unit = self._named(sortie.unit)
        if sortie.pilot:
            return sortie.pilot
        return f"{unit} ({sortie.aircraft.short_name})" if self._leads[who] else f"{unit}’s Wingman"

    def struck_by_fire(self, who: int) -> str:
        """An aircraft as that which takes Hits."""
        return self.aircraft(who)

    def _named(self, unit: int) -> str:
        """``Axis 1``."""
        return words(UNITS[unit])

    def _craft(self, craft: int) -> str:
        return self.aircraft(self._who[craft])

    def _unit(self, unit: int) -> str:
        return self._craft(leader_of(unit))

    def _at(self, craft: int) -> str:
        """As a target: with the type where a name alone would hide it."""
        sortie = self._man(self._who[craft])
        name = self._craft(craft)
        return f"{name} ({sortie.aircraft.short_name})" if sortie.pilot else name

    # Sentences

    def _together(self, code: int, items: list[int]) -> CardEvent:
        return self._drew(items[0] >> 16 & 255, [item & 255 for item in items])

    def _promote(self, who: int) -> None:
        self._leads[who] = True
        self._who[who & ~3] = who

    def _drew(self, craft: int, cards: list[int]) -> CardEvent:
        name = self._craft(craft)
        faces = ", ".join(NAMES[FACE[card]] for card in cards)
        count = f"{len(cards)} card{'s' if len(cards) > 1 else ''}"
        verb = "draws a mini-hand:" if craft & 1 else "draws"
        return CardEvent("draw", f"{name} {verb} {count}.", f"{name} {verb} {faces}.", SIDES[craft >> SIDE_OF_CRAFT])

    def _decision(self, kind: int, actor: int, action: int) -> CardEvent | None:
        name = self._craft(actor)
        side = SIDES[actor >> SIDE_OF_CRAFT]
        said = secret = ""
        if action in (SKIP, PASS):
            return None
        if kind in (WINGMAN, LEADER) and TARGET[action] >= 0:
            said = f"{name} plays {self._card(action)} at {self._at(TARGET[action])}."
        elif kind == RESPOND:
            said = f"{name} answers with {self._card(action)}."
        elif kind == WINGMAN_TARGET:
            said = f"{name} attacks {self._at(TARGET[action])}."
        elif action in (ROLL_CLIMB, ROLL_DIVE):
            said = f"{name} plays Vertical Roll to {'climb' if action == ROLL_CLIMB else 'dive'}."
        elif action == INTO_CLOUDS:
            said = f"{name} plays Clouds to slip away."
        elif action == GIVE_UP:
            said = f"{name} gives up position."
        elif action == DISENGAGE:
            said = f"{name} breaks off for home."
        elif kind == FOLLOW and action == STAY:
            said = f"{name} does not follow."
        elif kind == ORDER:
            said = f"{self._named(TARGET[action])} goes next."
        elif kind in (PAY, DISCARD, EXCHANGE) and FACE_PLAYED[action] >= 0:
            if SPENDS_COUNTER[action]:
                said = f"{name} spends a Full Throttle counter."
            else:
                verb = "gives back" if kind == EXCHANGE else "discards"
                said = f"{name} {verb} a card."
                secret = f"{name} {verb} {NAMES[FACE_PLAYED[action]]}."
        elif kind == HIDE:
            said = f"{name} chooses an altitude in the Clouds."
            secret = f"{name} will come out of the Clouds at {words(ALTITUDES[TARGET[action]])}."
        elif kind == ALTITUDE:
            said = f"{name} chooses an altitude."
            secret = f"{name} begins at {words(ALTITUDES[TARGET[action]])}."
        return CardEvent(DECISIONS[kind], said, secret, side) if said else None

    def _card(self, action: int) -> str:
        face = FACE_PLAYED[action]
        text = "a Full Throttle counter" if SPENDS_COUNTER[action] else NAMES[face]
        if action in IS_HEAVY_GUN:
            return f"{text} with a Heavy Gun"
        if COUNTS_AS[action] != face:
            return f"{text} as {NAMES[COUNTS_AS[action]]}"
        return text

    def _event(self, code: int, x: int, y: int, z: int) -> str:
        if code == CHECKED:
            return f"{self.aircraft(x)} draws {NAMES[FACE[z]]} to get away: Level {LEVELS[y]}."
        if code == FIRST:
            return f"The {words(SIDES[x])} side goes first."
        if code == RESHUFFLED:
            return f"The {words(SIDES[x])} discards are shuffled into a new Draw Pile."
        if code == TURN:
            return f"Game-Turn {x}."
        if code == ALTITUDE_NOW:
            return f"{self._unit(x)} {'climbs' if z else 'dives'} to {words(ALTITUDES[y])}."
        if code == POSITION_NOW:
            return self._position(x, y, z)
        if code == HIT:
            return f"{y} Hit{'' if y == 1 else 's'} on {self.struck_by_fire(x)}, {z} in all."
        if code == COCKPIT:
            return f"{self.aircraft(x)} is hit in the cockpit."
        if code == FLIPPED:
            return f"{self.aircraft(x)} is Damaged."
        if code == LOST:
            return f"{self.aircraft(x)} is {'lost' if y == NOBODY else f'shot down by {self.aircraft(y)}'}."
        if code == PROMOTED:
            self._promote(x)
            return f"{self.aircraft(x)} takes the lead."
        if code == STOPPED:
            return "The attack fails."
        if code == GAINED:
            return f"{self._unit(x)} gains {y} Burst{'s' if y > 1 else ''}."
        if code == LEFT:
            return f"{self.aircraft(x)} {_GONE[y]}."
        if code == COUNTERS:
            return f"{self._unit(x)} takes {y} Full Throttle counter{'s' if y > 1 else ''}."
        if code == REVEALED:
            return f"{self._unit(x)} {_REVEALED[z]} {words(ALTITUDES[y])}."
        if code == COULD_NOT_CLIMB:
            return f"{self._unit(x)} has no card left to climb with."
        if code == FOLLOWED:
            return f"{self._unit(x)} follows {self._unit(y)}."
        return ""

    def _position(self, unit: int, other: int, position: int) -> str:
        first, second = self._unit(unit), self._unit(other)
        if position < 2:
            first, second, position = second, first, 4 - position
        if position == 2:
            return f"{first} and {second} are Neutral."
        if POSITIONS[position] == "tailing":
            return f"{first} is Tailing {second}."
        return f"{first} is Advantaged over {second}."


class ShowingTeller(Teller):
    """Tells also of cards that are drawn only to be shown."""

    together = {DREW: 8, SHOWN: 8}

    def _together(self, code: int, items: list[int]) -> CardEvent:
        if code == DREW:
            return super()._together(code, items)
        return self._shown(items[0] >> 16 & 255, (items[0] >> 8 & 255) >> 1, [item & 255 for item in items])

    @abstractmethod
    def _shown(self, who: int, purpose: int, cards: list[int]) -> CardEvent:
        """Cards for one purpose."""
