"""A position document made into a game; everything in it is checked. See ``views`` for what it holds."""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.core.chance import Chance
from engine.core.errors import BadPosition
from engine.core.fields import Fields, keys
from engine.core.game import Document
from engine.flames.hands import mask_hand
from engine.wwi.actions import CHOOSE_ALTITUDE
from engine.wwi.aircraft import Aircraft
from engine.wwi.cards import CARDS, COPIES, COUNTS_AS_NUMBER, FACE_NUMBER, FACES
from engine.wwi.damage import flying_sides
from engine.wwi.offers import reach
from engine.wwi.pending import PENDING_KEYS, Pending, named
from engine.wwi.setup import check_flights, read_aircraft, read_options
from engine.wwi.state import Flight, State
from engine.wwi.terms import (
    ALL_SIDES,
    ALTITUDE,
    ALTITUDES,
    CRAFT,
    FATES,
    FLYING,
    MEDIUM,
    MOST_UNITS,
    MOST_WINGMEN,
    NEUTRAL,
    NONE,
    OVER,
    POSITIONS,
    SIDE_OF_UNIT,
    UNIT_COUNT,
    UNIT_NUMBER,
    UNITS,
)
from engine.wwi.turn import begin_altitude_step, begin_discard_step, begin_leader_step, next_wingman

KEYS: Final = keys(
    "turn turns step active order win points year options units engaged decks shuffled discards credits winner pending "
    "score decision"
)
"""``score`` and ``decision`` are read past: a view has them."""
UNIT_KEYS: Final = keys("side title altitude begins hand leader wingmen")
AIRCRAFT_KEYS: Final = keys("aircraft name pilot skills status hits damaged airframe mini_hand lasting")
STEPS: Final = ("wingman", "altitude", "leader", "discard", "set-up", "over")
MOST_HITS: Final = 99
MOST_LASTING: Final = 9


def restore(state: State, document: Document, chance: Chance) -> None:
    """Fill ``state`` and open its decision. Raises ``BadPosition``."""
    read = Fields("The position", document, BadPosition, only=KEYS)
    _Restoring(state, read, chance).restore()


class _Restoring:
    """One restoration under way."""

    def __init__(self, state: State, read: Fields, chance: Chance) -> None:
        self.state = state
        self.read = read
        self.chance = chance
        self.pending = read.fields("pending", "Pending", only=PENDING_KEYS)
        self.places: list[tuple[int, Fields]] = []

    def restore(self) -> None:
        read, state = self.read, self.state
        units = read.fields("units", "The units")
        if not units.document:
            raise BadPosition("The position names no units.")
        flights: list[Flight | None] = [None] * UNIT_COUNT
        rows = dict(units.numbered(UNIT_NUMBER, "there is no flight {name!r}."))
        for unit in sorted(rows):
            flights[unit] = self._flight(unit, rows[unit])
        free = {"extra_leaders": True, "free_for_all": max(rows) >= 2 * MOST_UNITS}
        chosen = read.document.get("options")
        options = read_options(
            Fields(
                "The position",
                read.document | {"options": free if chosen is None else chosen, "order": None},
                BadPosition,
            ),
            0,
            0,
        )
        check_flights(read, options, flights, whole=True)
        state.begin(options, flights, self.chance)
        for craft, each in self.places:
            self._aircraft(craft, each)
        for unit, each in rows.items():
            self._unit(unit, each)
        self._engaged()
        for side in range(len(state.camps)):
            self._deck(side)
        state.credits = [self._credit(entry) for entry in read.items("credits")]
        state.loaded = any(state.stacked) or not self.chance.script_is_over
        self._sequence()

    # Aircraft

    def _flight(self, unit: int, read: Fields) -> Flight:
        read.only(UNIT_KEYS)
        read.of_side(ALL_SIDES, unit >> SIDE_OF_UNIT)
        wingmen = read.items("wingmen")
        if len(wingmen) > MOST_WINGMEN:
            raise read.refuse(f"a Leader has at most {MOST_WINGMEN} Wingmen here.")
        if "leader" not in read:
            raise read.refuse("'leader' is missing.")
        aircraft: list[Aircraft] = []
        pilots, skills = [], []
        for seat, row in enumerate((read.document["leader"], *wingmen)):
            each = Fields(CRAFT[16 * unit + seat], row, BadPosition, only=AIRCRAFT_KEYS)
            if seat and "aircraft" not in each:
                aircraft.append(aircraft[0])
            else:
                aircraft.append(read_aircraft(each, "aircraft", each.document.get("aircraft"), BadPosition))
            pilots.append(each.text("pilot"))
            skills.append(tuple(each.texts("skills")))
            self.places.append((16 * unit + seat, each))
        begins = read.choice("begins", ALTITUDES) if "begins" in read else NONE
        return Flight(tuple(aircraft), tuple(pilots), tuple(skills), begins)

    def _aircraft(self, craft: int, read: Fields) -> None:
        """One aircraft on the table, or what became of it. [WWI Damage]"""
        state = self.state
        fate = state.fate[craft] = read.choice("status", FATES, "flying")
        if not fate:
            raise read.refuse("'status' must not be empty.")
        hits = state.hits[craft] = read.number("hits", 0, most=MOST_HITS)
        sheet = state.sheet(craft)
        back = sheet.back
        assert back is not None
        damaged = state.damaged[craft] = read.flag("damaged", hits >= sheet.airframe)
        if fate == FLYING:
            if hits >= back.airframe:
                raise read.refuse(f"{hits} Hits destroy it. [WWI Damage]")
            if hits >= sheet.airframe and not damaged:
                raise read.refuse(f"{hits} Hits turn it to its Damaged side. [WWI Damage]")
        state.sheets[craft] = None if fate != FLYING else back if damaged else sheet
        hand = read.texts("mini_hand")
        if hand and not craft & 15:
            raise read.refuse("a Leader’s cards are the 'hand' of his flight.")
        if hand and fate != FLYING:
            raise read.refuse("an aircraft that is gone holds no cards.")
        self._hand(craft, read, hand)
        lasting = read.fields("lasting", only=keys("engine tail wing wing_by on-fire"))
        state.engine_hits[craft] = lasting.number("engine", 0, most=MOST_LASTING)
        state.tail_hits[craft] = lasting.number("tail", 0, most=MOST_LASTING)
        state.wing_hits[craft] = lasting.number("wing", 0, most=MOST_LASTING)
        state.wing_by[craft] = named(self.state, lasting, "wing_by")
        lit_by = named(self.state, lasting, "on-fire")
        if lit_by != NONE:
            state.fire[craft] = lit_by
        if fate == FLYING and state.wing_hits[craft] and state.wing_by[craft] == NONE:
            raise lasting.refuse("'wing_by' must say who hit the wing.")
        if fate != FLYING and craft in state.fire:
            raise lasting.refuse("an aircraft that is gone does not burn.")

    def _hand(self, craft: int, read: Fields, hand: list[str]) -> None:
        for slug in hand:
            self.state.hands[craft].append(self._face(read, slug))
        mask_hand(self.state, craft)

    def _face(self, read: Fields, slug: object) -> int:
        if not isinstance(slug, str) or slug not in FACE_NUMBER:
            raise read.refuse(f"there is no card {slug!r}; they are {', '.join(FACES)}.")
        return FACE_NUMBER[slug]

    def _unit(self, unit: int, read: Fields) -> None:
        state = self.state
        if "altitude" in read or self.read.document.get("step") != "set-up":
            state.altitude[unit] = read.choice("altitude", ALTITUDES, ALTITUDES[MEDIUM])
        hand = read.texts("hand")
        if state.fate[16 * unit] == FLYING:
            self._hand(16 * unit, read, hand)
            return
        if hand:
            raise read.refuse("a Leader who is gone holds no cards.")
        if FLYING in state.fate[16 * unit : 16 * unit + 16]:
            raise read.refuse("Wingmen leave the game with their Leader. [WWI Multi-Player Games]")

    def _engaged(self) -> None:
        """Who is on whom. [WWI Positioning]"""
        state = self.state
        for entry in self.read.items("engaged"):
            if not isinstance(entry, (list, tuple)) or len(entry) != 3:
                raise BadPosition("Engaged: each entry is a flight, a flight and the position of the first.")
            read = Fields("Engaged", dict(zip(("first", "second", "position"), entry, strict=True)), BadPosition)
            pair = []
            for key in ("first", "second"):
                unit = read.known(key, UNIT_NUMBER)
                if unit is None or state.fate[16 * unit] != FLYING:
                    raise read.refuse(f"the {key} must be a flight whose Leader flies.")
                pair.append(unit)
            unit, other = pair
            edge = read.choice("position", POSITIONS)
            if edge == NEUTRAL:
                continue
            if unit >> SIDE_OF_UNIT == other >> SIDE_OF_UNIT:
                raise read.refuse(f"{UNITS[unit]} and {UNITS[other]} are on one side.")
            if state.on[unit] != NONE:
                raise read.refuse(f"{UNITS[unit]} can be on one enemy Leader only. [WWI Engaged]")
            if state.on[other] == unit:
                raise read.refuse("two Leaders cannot each be on the other. [WWI Positioning]")
            moving = self.pending.document.get("direction") or self.read.document.get("step") == "over"
            if state.altitude[unit] != state.altitude[other] and not moving:  # a game may end before all have followed
                raise read.refuse(f"{UNITS[unit]} and {UNITS[other]} are at different altitudes. [WWI Altitude]")
            state.on[unit], state.edge[unit] = other, edge

    # Cards

    def _deck(self, side: int) -> None:
        """A side's Draw Pile and discards; what is left out is made of the cards that are nowhere else."""
        state, read = self.state, self.read
        name = state.camps[side]
        held = Counter(
            card
            for unit in state.present
            if unit >> SIDE_OF_UNIT == side
            for craft in range(16 * unit, 16 * unit + 16)
            for card in state.hands[craft]
        )
        decks = read.fields("decks", "The decks", only=frozenset(state.camps))
        discards = read.fields("discards", "The discards", only=frozenset(state.camps))
        shuffled = read.fields("shuffled", "Shuffled", only=frozenset(state.camps))
        discarded = [self._face(discards, slug) for slug in discards.items(name)]
        state.discards[side].extend(reversed(discarded))
        out = held + Counter(discarded)
        pile = [self._face(decks, slug) for slug in decks.items(name)]
        out += Counter(pile)
        for face, count in out.items():
            if count > COPIES[face]:
                raise read.refuse(f"the {name} deck has {COPIES[face]} {FACES[face]} and not {count}. [SUP WWI deck]")
        rest = Counter(CARDS)
        rest.subtract(out)
        state.pools[side].clear()
        if name not in decks:
            state.pools[side].extend(rest.elements())
            return
        unordered = shuffled.number(name, 0, most=len(pile))
        cut = len(pile) - unordered
        state.stacked[side].extend(reversed(pile[:cut]))
        state.pools[side].extend(pile[cut:])
        if name not in discards:
            state.discards[side].extend(rest.elements())

    def _credit(self, entry: object) -> tuple[int, int, bool, int]:
        if not isinstance(entry, (list, tuple)) or len(entry) != 4:
            raise BadPosition(
                "Credits: each entry is an aircraft or null, an aircraft, what became of it, a card or null."
            )
        read = Fields("Credits", dict(zip(("by", "hurt", "what", "card"), entry, strict=True)), BadPosition)
        hurt = named(self.state, read, "hurt")
        if hurt == NONE:
            raise read.refuse("'hurt' must be an aircraft.")
        cause = read.known("card", COUNTS_AS_NUMBER)
        return (
            named(self.state, read, "by"),
            hurt,
            bool(read.choice("what", ("damaged", "destroyed"))),
            NONE if cause is None else cause,
        )

    # Whose turn it is, and what is open

    def _sequence(self) -> None:
        read, state = self.read, self.state
        state.turn = read.number("turn", 1, most=state.last_turn)
        winner = read.known("winner", {side: n for n, side in enumerate(state.camps)})
        state.winner = NONE if winner is None else winner
        active = read.known("active", UNIT_NUMBER)
        names = read.texts("order")
        order = [UNIT_NUMBER.get(name, NONE) for name in names]
        if names and (sorted(order) != list(state.present)):
            raise read.refuse("'order' must name every flight once. [WWI Set-Up 6]")
        state.order = order or list(state.present)
        step = STEPS[read.choice("step", STEPS, STEPS[0])]
        left = flying_sides(state)
        if step == "over":
            state.index = state.order.index(active) if active in state.order else 0
            state.active = state.order[state.index] if state.turn else NONE
            state.kind = OVER
            state.actor = NONE
            state.choices = ()
            if state.winner < 0 and len(left) == 1:
                state.winner = left[0]
            return
        if len(left) < 2:
            raise read.refuse("one side has no Leader in the air: the game is over. [WWI How to Win]")
        if state.winner >= 0:
            raise read.refuse("a game that somebody has won is over: 'step' must be over. [WWI How to Win]")
        if step == "set-up":
            self._set_up()
            return
        if not state.turn:
            raise read.refuse("turn 0 is the set-up. [WWI Set-Up]")
        if active is None:
            active = next(unit for unit in state.order if state.fate[16 * unit] == FLYING)
        if active not in state.order or state.fate[16 * active] != FLYING:
            raise read.refuse("'active' must be a flight whose Leader flies.")
        if NONE in [state.altitude[unit] for unit in state.present]:
            raise read.refuse("every flight must be at some altitude. [WWI Set-Up 7]")
        state.active = active
        state.index = state.order.index(active)
        state.seat = 0 if step in ("wingman", "altitude") else NONE
        reach(state)
        if self.pending.document:
            Pending(state, self.pending).restore(step)
        elif step == "wingman":
            next_wingman(state)
        elif step == "altitude":
            begin_altitude_step(state)
        elif step == "leader":
            begin_leader_step(state)
        else:
            begin_discard_step(state)

    def _set_up(self) -> None:
        state = self.state
        if state.turn:
            raise self.read.refuse("the set-up is turn 0. [WWI Set-Up]")
        state.index = next((n for n, unit in enumerate(state.order) if state.altitude[unit] == NONE), NONE)
        if state.index == NONE:
            raise self.read.refuse("in the set-up somebody has still to choose his altitude. [WWI Set-Up 7]")
        if any(state.altitude[unit] != NONE for unit in state.order[state.index :]):
            raise self.read.refuse("altitudes are chosen in Player Order. [WWI Set-Up 7]")
        unit = state.order[state.index]
        if state.flight(unit).altitude != NONE:
            raise self.read.refuse(f"{UNITS[unit]} begins where its set-up says. [WWI Set-Up 7]")
        state.kind = ALTITUDE
        state.actor = 16 * unit
        state.choices = CHOOSE_ALTITUDE
