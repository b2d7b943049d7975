"""The integer log in sentences.

What x, y and z of an event hold (aircraft by number): ``TURN`` turn · ``INITIATIVE`` bonuses of the sides (4 bits
each), their totals · ``ORDERED`` first player · ``FORCED`` aircraft, action in y and z · ``MOVED``, ``PLACED``,
``BALKED`` aircraft, hex in y and z · ``FACED`` aircraft, facing, altitude · ``CHECKED`` aircraft, maneuver << 4 |
number needed, success << 7 | bonus + ``CHECK_BIAS`` · ``ADJUSTED_MAP`` edge · ``LEFT`` aircraft, edge · ``COLLIDED``
aircraft, aircraft, whether · ``BANDS`` - · ``CLOUDED`` aircraft, band, whether · ``FLAK``, ``BALLOON`` aircraft, die,
whether · ``ILLUMINATED`` aircraft, -, whether · ``DIRECTED`` aircraft · ``FIRED`` attacker, target, dice · ``NEEDED``
target number, in y and z a mask of ``attacks`` · ``RESULT`` aircraft, hits, result · ``HIT``, ``LOST`` aircraft, by
whom or ``NOBODY``, cause · ``AWARDED`` side, place among the awards (its last 8 bits) · ``ROLLED_FOR`` 0, side, die:
advantage; 1, number: situation · ``TURNED_LATE`` aircraft, facing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.angels.actions import (
    AHEAD,
    DECLINE,
    FIRST,
    KEEP,
    MANEUVER_NAMES,
    NO_MORE,
    SECOND,
    SPEED_OF,
    STATUS_OF,
    STAY_CLEAR,
    TURN_LEFT,
    TURN_RIGHT,
)
from engine.angels.attacks import FROM_AHEAD, MODIFIERS, STEADY, TARGET_DAMAGED
from engine.angels.hexes import name
from engine.angels.moves import CHECK_BIAS
from engine.angels.state import (
    ADJUSTED_MAP,
    AWARDED,
    BALKED,
    BALLOON,
    BANDS,
    BY_FLAK,
    CHECKED,
    CLOUDED,
    COLLIDED,
    DIRECTED,
    FACED,
    FIRED,
    FLAK,
    FORCED,
    HIT,
    ILLUMINATED,
    INITIATIVE,
    LEFT,
    LOST,
    MOVED,
    NEEDED,
    NOBODY,
    ORDERED,
    PLACED,
    RESULT,
    ROLLED_FOR,
    TURN,
    TURNED_LATE,
    State,
)
from engine.angels.tables import BANDITS_HIGH, FLAK_NUMBER
from engine.angels.terms import CLOUDS, EDGES, FACING_WORDS, MOST, NEUTRAL, SPEED, STATUS, STATUSES, UNITS
from engine.angels.victory import REASONS, counted
from engine.core.base import EVENT, PlainEvent
from engine.core.dice import ROLLED, SCRIPTED, SHOWN, signed
from engine.core.game import Weight

EVENT_NAMES: Final = {
    TURN: "turn",
    INITIATIVE: "initiative",
    ORDERED: "order",
    MOVED: "move",
    CHECKED: "check",
    ADJUSTED_MAP: "map",
    LEFT: "left",
    BALKED: "stacking",
    COLLIDED: "collision",
    BANDS: "clouds",
    CLOUDED: "clouds",
    FLAK: "flak",
    BALLOON: "balloon",
    ILLUMINATED: "illumination",
    DIRECTED: "direction",
    RESULT: "attack",
    HIT: "damaged",
    LOST: "destroyed",
    AWARDED: "points",
    ROLLED_FOR: "situation",
    PLACED: "deployed",
    TURNED_LATE: "adjust",
}
"""What an event's ``kind`` is."""
WEIGHTS: Final[dict[str, Weight]] = {"turn": "routine", "move": "upkeep", "speed": "upkeep", "destroyed": "decisive"}
"""How much each kind of event is to who reads of it."""
THE_SIDE: Final = ("The Allied side", "The Axis side")
_BY: Final = ("", "by flak", "by a balloon’s cable", "in a collision", "having run out of fuel")


def called(state: State, who: int) -> str:
    """An aircraft in a sentence: its name, and its pilot's or its number: ``Hurricane Mk I (Allied 2)``."""
    side, _, number = UNITS[who].partition("-")
    return f"{state.sheets[who].aircraft.name} ({state.names[who] or f'{side.title()} {number}'})"


class Teller:
    """Made before something happens, it tells what then stands in the log."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.place = state.place.copy()
        self.altitude = state.altitude.copy()
        self.hits = state.hits.copy()

    def tell(self, kind: int, actor: int, log: list[int]) -> Sequence[PlainEvent]:
        """The events of a stretch of the log that began with ``actor``'s decision of ``kind``."""
        return list(self._tell(kind, actor, log))

    def _tell(self, kind: int, actor: int, log: list[int]) -> Iterator[PlainEvent]:
        state = self.state
        dice: list[int] = []
        action = AHEAD
        """What the next hex is flown by."""
        checked = False
        shot: tuple[int, int, int, int, int] | None = None
        for item in log:
            code, x, y, z = item >> 24, item >> 16 & 255, item >> 8 & 255, item & 255
            if item < EVENT:
                action = item
                yield from self._decided(kind, actor, item)
                continue
            if item & ~SHOWN == ROLLED:
                dice.append(item & SHOWN)
                continue
            if item & ~SHOWN == SCRIPTED:
                continue
            if code == FORCED:
                action = item & 0xFFFF
                continue
            if code == CHECKED:
                needed, passed, bonus = y & 15, z >> 7, (z & 127) - CHECK_BIAS
                rolled = sum(dice)
                sentence = (
                    f"{called(state, x)} attempts a {MANEUVER_NAMES[y >> 4]}: rolls {rolled}"
                    f" {signed(bonus)} = {rolled + bonus} against {needed}, {'success' if passed else 'failure'}."
                )
                yield PlainEvent("check", sentence)
                checked = True
            elif code == MOVED:
                self.place[x] = item & 0xFFFF
                continue
            elif code == FACED:
                yield PlainEvent("move", self._flown(x, y, z, action, checked))
                action, checked = AHEAD, False
            elif code == FIRED:
                shot = (x, y, z, 0, 0)
                dice = []
                continue
            elif code == NEEDED:
                assert shot is not None
                shot = (*shot[:3], x, item & 0xFFFF)
                continue
            elif code == RESULT:
                yield PlainEvent("attack", self._result(x, y, z, dice, shot))
                shot = None
            else:
                sentence = self._sentence(code, x, y, z, item & 0xFFFF)
                if sentence:
                    yield PlainEvent(EVENT_NAMES[code], sentence)
            dice = []

    def _decided(self, kind: int, actor: int, action: int) -> Iterator[PlainEvent]:
        """What a decision says by itself."""
        state = self.state
        if kind == SPEED:
            speed = SPEED_OF[action]
            high = " (high speed)" if state.sheets[actor].is_high(speed) else ""
            yield PlainEvent("speed", f"{called(state, actor)} flies {speed} hexes{high}.")
        elif kind == STATUS and STATUS_OF[action] != NEUTRAL:
            yield PlainEvent(
                "status", f"{called(state, actor)} is now {STATUSES[STATUS_OF[action]].replace('-', ' ')}."
            )
        elif action == DECLINE:
            yield PlainEvent("decline", f"{THE_SIDE[actor // MOST]} makes no more attacks.")
        elif action == NO_MORE:
            yield PlainEvent("adjust", f"{THE_SIDE[actor // MOST]} adjusts no position.")
        elif action == KEEP:
            yield PlainEvent("direction", f"{THE_SIDE[actor // MOST]} directs the same fighters as before.")
        elif action in (FIRST, SECOND):
            which = "first" if action == FIRST else "second"
            yield PlainEvent("order", f"{THE_SIDE[actor // MOST]} chooses to be the {which} player.")
        elif action == STAY_CLEAR:
            yield PlainEvent("clouds", f"{called(state, actor)} stays clear of the clouds.")

    def _flown(self, who: int, facing: int, altitude: int, action: int, checked: bool) -> str:
        """A hex that has been flown."""
        turned = {TURN_LEFT: " and turns left", TURN_RIGHT: " and turns right"}.get(action, "") if not checked else ""
        height = ""
        if altitude != self.altitude[who]:
            height = f", now at altitude {altitude}"
            self.altitude[who] = altitude
        return (
            f"{called(self.state, who)} is in {name(self.place[who])}{turned}, heading {FACING_WORDS[facing]}{height}."
        )

    def _result(
        self, target: int, hits: int, result: int, dice: list[int], shot: tuple[int, int, int, int, int] | None
    ) -> str:
        """An attack with its dice and all that bears on it, by an aircraft or by flak."""
        card = self.state.sheets[target].aircraft
        armor = (f"armor {card.armor} holds", f"through armor {card.armor}", f"through vital armor {card.vital}")
        rolled = f"{hits} hit{'' if hits == 1 else 's'}, {armor[result]}."
        if shot is None:
            return (
                f"Flak bursts around {called(self.state, target)}, needing {FLAK_NUMBER},"
                f" and rolls {self._dice(dice[1:], FLAK_NUMBER)}: {rolled}"
            )
        attacker, _, _, needed, mask = shot
        found = [each for bit, each in enumerate(MODIFIERS) if mask >> bit & 1]
        if mask & FROM_AHEAD:
            found.append((self.state.sheets[target].attacked, "ahead of an expert"))
        added = sum(added for added, _ in found)
        return (
            f"{called(self.state, attacker)} attacks {called(self.state, target)}, needing {needed}"
            f"{self._bearing(attacker, mask, found)}, and rolls {self._dice(dice, needed - added)}: {rolled}"
        )

    def _dice(self, dice: list[int], needed: int) -> str:
        """What they show, ``needed`` after what is added: ``6 4 2 (a 6 is two hits)``. [A20 Resolving Attacks 5]"""
        counts_once = self.state.options.bandits_high and needed >= BANDITS_HIGH
        return " ".join(map(str, dice)) + (" (a 6 is two hits)" if 6 in dice and not counts_once else "")

    def _bearing(self, attacker: int, mask: int, found: list[tuple[int, str]]) -> str:
        """What bears on an attack: ``, +0 on each (better pilot +1, evading target −1), 1 more die (steady)``."""
        mine = self.state.sheets[attacker]
        said = ""
        if found:
            why = ", ".join(f"{why} {signed(added)}" if len(found) > 1 else why for added, why in found)
            said = f", {signed(sum(added for added, _ in found))} on each ({why})"
        for bit, dice, why in (
            (STEADY, mine.dice_steady, "steady"),
            (TARGET_DAMAGED, mine.dice_damaged, "damaged target"),
        ):
            if mask & bit:
                said += f", {dice} more {'die' if dice == 1 else 'dice'} ({why})"
        return said

    def _sentence(self, code: int, x: int, y: int, z: int, place: int) -> str:
        """Any other event; empty where others tell it."""
        state = self.state
        if code == TURN:
            self.place, self.altitude = state.place.copy(), state.altitude.copy()
            return f"Game Turn {x} begins."
        if code == INITIATIVE:
            return (
                f"Initiative: Allied {y - (x >> 4)} {signed(x >> 4)} = {y}, Axis {z - (x & 15)} {signed(x & 15)} = {z}."
            )
        if code == ORDERED:
            return f"{THE_SIDE[x]} is the first player."
        if code == ADJUSTED_MAP:
            return f"All aircraft are moved away from the {EDGES[x]} edge of the map."
        if code == LEFT:
            return f"{called(state, x)} leaves the map over the {EDGES[y]} edge and retreats from the battle."
        if code == BALKED:
            return f"{called(state, x)} makes room for a friend, goes back to {name(place)} and may not attack."
        if code == COLLIDED:
            what = "collide" if z else "miss each other"
            return f"{called(state, x)} and {called(state, y)} {what}."
        if code == BANDS:
            return f"The clouds, from altitude 1 up: {', '.join(CLOUDS[band] for band in state.bands)}."
        if code == CLOUDED:
            return f"{called(state, x)} {'is in the clouds' if z else 'finds no cover in the clouds'}."
        if code == FLAK:
            return f"{called(state, x)} flies through flak" + (" and is shot at." if z else " unharmed.")
        if code == BALLOON:
            return f"{called(state, x)} flies among balloon cables and " + ("strikes one." if z else "misses them.")
        if code == ILLUMINATED:
            return f"Searchlights {'catch' if z else 'miss'} {called(state, x)}."
        if code == DIRECTED:
            return f"{called(state, x)} gets fighter direction."
        if code in (HIT, LOST):
            what, left = "is destroyed", ""
            if code == HIT:
                self.hits[x] += 1
                points = state.sheets[x].aircraft.hits - self.hits[x]
                what = "is damaged"
                left = ", crippled" if points == 1 else f", {points} hit points left"
            if y != NOBODY and z < BY_FLAK:
                return f"{called(state, x)} {what} by {called(state, y)}{left}."
            return f"{called(state, x)} {what} {_BY[z]}{left}."
        if code == AWARDED:
            side, points, reason, _ = state.awards[y]
            return f"{THE_SIDE[side]} gets {counted(points)} {REASONS[reason][2]}."
        if code == ROLLED_FOR:
            return f"Starting situation {y}." if x else f"{THE_SIDE[y]} has the advantage (die {z})."
        if code == PLACED:
            return f"{called(state, x)} begins in {name(place)}."
        if code == TURNED_LATE:
            return f"{called(state, x)} turns at the last moment, heading {FACING_WORDS[y]}."
        raise AssertionError(f"event {code} has no sentence")
