"""The events and decisions of Missions in sentences.

What x, y and z of an event hold, beside those of ``events``: aircraft stand by their craft of take-off. ``SHOWN``
aircraft, purpose and side of the deck, card · ``PHASE`` phase, Turns of it left · ``STRAGGLERS`` · ``ARRIVED``,
``REJOINED`` unit, altitude · ``BROKE_OFF``, ``OVER_TARGET_NOW``, ``TURNED_UP`` unit · ``RELEASED`` aircraft, loads ·
``STRUCK`` aircraft, damage, the target's total · ``SPOILED``, ``SUPPORT_LOST``, ``OUT_OF_FORMATION`` aircraft ·
``INTERVENED`` unit, attacking craft, attacked craft · ``NEGATED`` attacking craft, face, unit · ``DELIVERED`` aircraft,
number, what · ``FUEL_SPENT`` unit, Fuel Points spent, left · ``FOUND`` unit, 1 if it found anyone. Damage and Fuel
Points are clamped.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.core.names import unit_names
from engine.flames.log import CardEvent
from engine.wildblue.actions import (
    BY_OBLIQUE,
    BY_ROCKETS,
    DIVE_BOMB,
    END,
    FACE_PLAYED,
    IS_RETURN_FIRE,
    IS_SPOILED,
    KEEP,
    STAY,
    STRIKE_MODES,
    STRIKE_WAY,
    TARGET,
)
from engine.wildblue.actions import (
    JETTISON as JETTISON_LOAD,
)
from engine.wildblue.cards import BOMB, FACE, NAMES, STRAFE
from engine.wildblue.cards import SPOILED as SYMBOL
from engine.wildblue.damage import NOBODY
from engine.wildblue.events import EVENT_NAMES, ShowingTeller
from engine.wildblue.missions.flak import AREA_HITS
from engine.wildblue.missions.strikes import CARGO_DELIVERED, MINES_LAID
from engine.wildblue.state import (
    ARRIVED,
    BROKE_OFF,
    DELIVERED,
    FOR_AERIAL_ROCKETS,
    FOR_AREA_FLAK,
    FOR_BOMB,
    FOR_CLIMB,
    FOR_RECON,
    FOR_ROCKETS,
    FOR_SEARCH,
    FOR_STRAFE,
    FOR_TARGET_FLAK,
    FOUND,
    FUEL_SPENT,
    INTERVENED,
    LOST,
    NEGATED,
    OUT_OF_FORMATION,
    OVER_TARGET_NOW,
    PHASE,
    PURPOSES,
    REJOINED,
    RELEASED,
    SPOILED,
    STRAGGLERS,
    STRUCK,
    SUPPORT_LOST,
    TURNED_UP,
    State,
)
from engine.wildblue.terms import (
    ALTITUDE_STEP,
    ALTITUDES,
    BREAK_OFF,
    COUNTER,
    DECISIONS,
    ESCORT,
    FORMATION,
    JETTISON,
    LEADER,
    OVER_TARGET,
    RESPOND,
    ROLES,
    STRIKE,
    TARGET_BOUND,
    UNITS,
    UNSEEN,
    WINGMAN_TARGET,
    leader_of,
    loads_called,
    unit_of,
    words,
)

EVENT_NAMES |= {
    PHASE: "phase",
    STRAGGLERS: "stragglers",
    ARRIVED: "arrived",
    BROKE_OFF: "broke-off",
    REJOINED: "rejoined",
    RELEASED: "released",
    STRUCK: "struck",
    SPOILED: "spoiled",
    INTERVENED: "intervened",
    NEGATED: "negated",
    SUPPORT_LOST: "support-lost",
    OUT_OF_FORMATION: "out-of-formation",
    TURNED_UP: "turned-up",
    DELIVERED: "delivered",
    FUEL_SPENT: "fuel",
    FOUND: "found",
    OVER_TARGET_NOW: "over-target",
}
_SILENT = ((COUNTER, END), (JETTISON, KEEP), (FORMATION, STAY))
_PLACE = ("first", "second", "third")
_SHOWN = {
    FOR_SEARCH: "{0} searches the dark: {1}.",
    FOR_BOMB: "{0} bombs: {1}.",
    FOR_STRAFE: "{0} strafes: {1}.",
    FOR_ROCKETS: "{0} fires rockets: {1}.",
    FOR_TARGET_FLAK: "Target Flak at {0}: {1}.",
    FOR_AREA_FLAK: "Area Flak at {0}: {1}.",
    FOR_AERIAL_ROCKETS: "Rockets at {0}: {1}.",
    FOR_RECON: "{0} takes photographs: {1}.",
    FOR_CLIMB: "{0} discards {1} unseen, to climb.",
}
"""By purpose: whose cards they are, and the cards."""
_PRINTED = {
    FOR_BOMB: BOMB,
    FOR_RECON: BOMB,
    FOR_STRAFE: STRAFE,
    FOR_ROCKETS: STRAFE,
    FOR_TARGET_FLAK: SYMBOL,
    FOR_AREA_FLAK: tuple("" if AREA_HITS >> face & 1 else "miss" for face in FACE),
}
"""What is said of each card beside its name, by purpose."""
_SYMBOLS = {"normal": "spoiled", "special": "special spoiled"}
_WAYS = {
    "level": "bombs from level flight",
    "dive": "bombs from a dive",
    "torpedo": "drops its torpedoes",
    "mines": "lays its mines",
    "cargo": "drops its cargo",
}


class MissionTeller(ShowingTeller):
    """Tells the log of a Mission; units are called by their part in it."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        mission = state.mission
        assert mission is not None
        plan = mission.plan
        self._plan = plan
        names = unit_names({UNITS[unit]: ROLES[plan.roles[unit]] for unit in state.present}, plan.numbers)
        self._names = {unit: names[UNITS[unit]] for unit in state.present}
        self._sections = mission.sections
        self._face_down = mission.face_down
        if state.turn == 0:  # the hands are dealt while this is told [18.1d]
            self._face_down = sum(1 << unit for unit in state.present if self._man(leader_of(unit)).load & UNSEEN)
        self._oblique = mission.oblique
        self._dropping = bool(mission.dropping)
        self._under_flak = NOBODY
        """Whom the last flak was fired at, by craft of take-off."""

    # Names

    def _named(self, unit: int) -> str:
        return self._names[unit]

    def aircraft(self, who: int) -> str:
        """``Striker 3's second aircraft`` of a Formation; of a Section the ``third man``, who has no place at first."""
        sortie = self._man(who)
        if self._plan.formations >> sortie.unit & 1:
            alone = not self._sorties[leader_of(sortie.unit) + 1]
            name = self._names[sortie.unit]
            return name if alone else f"{name}’s {_PLACE[sortie.seat]} aircraft"
        if (
            sortie.seat == 2
            and not sortie.pilot
            and who not in self._who[leader_of(sortie.unit) : leader_of(sortie.unit) + 2]
        ):
            return f"{self._names[sortie.unit]}’s third man"
        return super().aircraft(who)

    def struck_by_fire(self, who: int) -> str:
        """The Hits on the Wingman card of a Section are its third man's. [WBY 17.6c]"""
        name, wingman = self.aircraft(who), leader_of(unit_of(who)) + 1
        if self._sections >> unit_of(who) & 1 and who == self._who[wingman]:
            return f"{name}, borne by {self.aircraft(wingman + 1)}"
        return name

    def _unit(self, unit: int) -> str:
        return self.both(unit) if self._plan.formations >> unit & 1 else super()._unit(unit)

    def _at(self, craft: int) -> str:
        if self._plan.formations >> unit_of(craft) & 1:
            return f"{self.aircraft(craft)} ({self._man(craft).aircraft.short_name})"
        return super()._at(craft)

    def both(self, unit: int) -> str:
        """A unit as a whole: ``Striker 1 (Ju 87B)``."""
        return f"{self._names[unit]} ({self._man(leader_of(unit)).aircraft.short_name})"

    def craft(self, craft: int) -> str:
        """The aircraft at a place."""
        return self._craft(craft)

    # Cards

    def _promote(self, who: int) -> None:
        super()._promote(who)
        unit = unit_of(who)
        self._face_down &= ~(1 << unit)
        self._oblique = False
        if self._sections >> unit & 1:
            self._sections &= ~(1 << unit)
            self._who[leader_of(unit) + 1] = leader_of(unit) + 2

    def _drew(self, craft: int, cards: list[int]) -> CardEvent:
        """Cards drawn; those of a face-down hand nobody sees, a bomber's are a mini-hand. [WBY 18.1d, 17.3.1f]"""
        drew = super()._drew(craft, cards)
        unit = unit_of(craft)
        if self._plan.formations >> unit & 1 and not craft & 1:
            said, secret = (text.replace(" draws ", " draws a mini-hand: ", 1) for text in (drew.said, drew.secret))
            return CardEvent(drew.kind, said, secret, drew.side)
        if self._face_down >> unit & 1 and not craft & 3 and not self._oblique:
            return CardEvent(drew.kind, drew.said)
        return drew

    def _shown(self, who: int, purpose: int, cards: list[int]) -> CardEvent:
        if purpose in (FOR_TARGET_FLAK, FOR_AREA_FLAK):
            self._under_flak = who
        printed = _PRINTED.get(purpose)
        said = []
        for card in cards:
            more = printed[card] if printed else ""
            said.append(f"{NAMES[FACE[card]]} ({_SYMBOLS.get(more, more)})" if more else NAMES[FACE[card]])
        return CardEvent(PURPOSES[purpose], _SHOWN[purpose].format(self.aircraft(who), "; ".join(said)))

    # Sentences

    def _decision(self, kind: int, actor: int, action: int) -> CardEvent | None:
        said = ""
        if kind in (BREAK_OFF, ESCORT) or (kind, action) in _SILENT:  # nothing happens, or an event tells of it
            return None
        name = self._craft(actor)
        if action in BY_OBLIQUE:
            self._oblique = True
        if kind in (LEADER, WINGMAN_TARGET) and TARGET[action] >= 0 and FACE_PLAYED[action] < 0:
            weapon = " with rockets" if action in BY_ROCKETS else " with Oblique Guns" if action in BY_OBLIQUE else ""
            said = f"{name} attacks {self._at(TARGET[action])}{weapon}."
        elif kind == COUNTER:
            said = f"{name} plays {self._card(action)} at {self._at(TARGET[action])}."
        elif kind == RESPOND and action in IS_RETURN_FIRE:
            said = f"{name} fires back with {NAMES[FACE_PLAYED[action]]}."
        elif kind == RESPOND and action in IS_SPOILED:
            said = f"{name} spoils the attack with {NAMES[FACE_PLAYED[action]]}."
        elif kind == JETTISON and action == JETTISON_LOAD:
            said = f"{name if self._dropping else self.both(unit_of(actor))} jettisons its load."
        elif kind == ALTITUDE_STEP and action == DIVE_BOMB:
            said = f"{name} dives on the target."
        elif kind == STRIKE:
            said = f"{self.both(unit_of(actor))} {_strike(action)}."
        return CardEvent(DECISIONS[kind], said) if said else super()._decision(kind, actor, action)

    def _event(self, code: int, x: int, y: int, z: int) -> str:
        say = _SENTENCES.get(code)
        return say(self, x, y, z) if say else super()._event(code, x, y, z)

    def phase(self, phase: int, turns: int) -> str:
        count = f"{turns} Turn{'s' if turns > 1 else ''}"
        if phase == OVER_TARGET:
            return "Over the target."
        return f"{'Target' if phase == TARGET_BOUND else 'Home'}-Bound for {count}."

    def struck(self, who: int, damage: int, total: int) -> str:
        target = self._plan.target
        name = target.name if target else "target"
        if not damage:
            return f"{self.aircraft(who)} does no damage."
        return f"{self.aircraft(who)} does {damage} damage: {name}, {total} in all."

    def delivered(self, who: int, number: int, what: int) -> str:
        name = self.aircraft(who)
        if what == CARGO_DELIVERED:
            return f"{name} delivers {number} Cargo Point{'' if number == 1 else 's'}."
        if what == MINES_LAID:
            return f"{name} lays {number} mine{'' if number == 1 else 's'}."
        return (
            f"{name} brings photographs worth {number} VP{'' if number == 1 else 's'}."
            if number
            else f"{name}’s photographs show nothing."
        )

    def lost(self, who: int, by: int, _: int) -> str:
        if who & 3 == 2:
            self._sections &= ~(1 << unit_of(who))
        if by == NOBODY and who == self._under_flak:
            return f"{self.aircraft(who)} is shot down by Flak."
        return super()._event(LOST, who, by, 0)


def _strike(action: int) -> str:
    """How a unit strikes, as a predicate: ``bombs from a dive and strafes``."""
    if action == END:
        return "strikes nothing"
    mode, rockets, strafe = STRIKE_WAY[action]
    said = [_WAYS[STRIKE_MODES[mode]]] if mode else []
    if rockets:
        said.append("fires its rockets")
    if strafe:
        said.append("strafes")
    return " and ".join(said)


def _loads(high: int, low: int) -> str:
    return loads_called(high << 8 | low)


_SENTENCES: dict[int, Callable[[MissionTeller, int, int, int], str]] = {
    PHASE: lambda tell, x, y, z: tell.phase(x, y),
    STRAGGLERS: lambda tell, x, y, z: "A Straggler Turn, for the Damaged are slow.",
    ARRIVED: lambda tell, x, y, z: f"{tell.both(x)} arrives at {words(ALTITUDES[y])}.",
    REJOINED: lambda tell, x, y, z: f"{tell.both(x)} rejoins at {words(ALTITUDES[y])}.",
    BROKE_OFF: lambda tell, x, y, z: f"{tell.both(x)} breaks off before the target.",
    OVER_TARGET_NOW: lambda tell, x, y, z: f"{tell.both(x)} goes over the target.",
    RELEASED: lambda tell, x, y, z: f"{tell.aircraft(x)} carries no {_loads(y, z)} any more.",
    STRUCK: MissionTeller.struck,
    SPOILED: lambda tell, x, y, z: f"{tell.aircraft(x)}’s strike is spoiled.",
    INTERVENED: lambda tell, x, y, z: f"{tell.both(x)} intervenes for {tell.craft(z)}.",
    NEGATED: lambda tell, x, y, z: f"{tell.both(z)} wards off {NAMES[y]}.",
    SUPPORT_LOST: lambda tell, x, y, z: f"{tell.aircraft(x)} lends no Turret Support in this Turn.",
    OUT_OF_FORMATION: lambda tell, x, y, z: f"{tell.aircraft(x)} falls out of formation.",
    TURNED_UP: lambda tell, x, y, z: f"{tell.both(x)} turns up its hand.",
    DELIVERED: MissionTeller.delivered,
    FUEL_SPENT: lambda tell, x, y, z: f"{tell.both(x)} spends {y} Fuel Point{'' if y == 1 else 's'}; {z} left.",
    FOUND: lambda tell, x, y, z: f"{tell.both(x)} finds {'the enemy' if y else 'nobody'} in the dark.",
    LOST: MissionTeller.lost,
}
"""What each event of a Mission says."""
