"""A position document made into a game; everything in it is checked. See ``positions`` for what it holds."""

from __future__ import annotations

from typing import Any

from engine.core.chance import Chance
from engine.core.errors import BadPosition
from engine.core.fields import Fields, keys
from engine.core.game import SIDES, Document
from engine.flames.hands import mask_hand
from engine.wildblue.aircraft import Aircraft, aircraft, skills_in
from engine.wildblue.cards import COPIES, DECK_SIZE, FACE, FACE_NUMBER, FACES, named
from engine.wildblue.damage import side_gone
from engine.wildblue.hands import set_counters, set_guns
from engine.wildblue.missions.mission import Mission
from engine.wildblue.missions.restore import AIRCRAFT_KEYS as MISSION_AIRCRAFT_KEYS
from engine.wildblue.missions.restore import UNIT_KEYS as MISSION_UNIT_KEYS
from engine.wildblue.missions.restore import (
    lay_aircraft,
    lay_unit,
    read_formation,
    read_mission,
    read_section,
    read_turn,
    took_off_with,
    unit_load,
)
from engine.wildblue.missions.setup import read_values
from engine.wildblue.pending import MISSION_KEYS as MISSION_PENDING_KEYS
from engine.wildblue.pending import PENDING_KEYS, out_of_clouds, restore_pending
from engine.wildblue.positions import CAUSES
from engine.wildblue.scoring import usual_values
from engine.wildblue.setup import SIDE_KEYS, read_bonus, read_options
from engine.wildblue.sheets import Sortie
from engine.wildblue.state import EDITION, NONE, Options, State
from engine.wildblue.terms import (
    ALTITUDE,
    ALTITUDES,
    CRAFT_COUNT,
    CRAFT_NUMBER,
    DECISIONS,
    DESTROYED,
    FATES,
    FLYING,
    IN_CLOUDS,
    MOST_UNITS,
    NEUTRAL,
    OVER,
    OVER_TARGET,
    POSITIONS,
    SEATS,
    SIDE_OF_UNIT,
    STRAGGLER,
    UNIT_IDS,
    UNIT_NUMBER,
    UNITS,
    leader_of,
    unit_of,
)
from engine.wildblue.turn import MISSION_STEP_NAMES, STEP_NAMES, begin_step, equip, finish
from engine.wildblue.views import MARKERS

KEYS = keys(
    "turn turns step active order units engaged attack decks discards shuffled first month bonus options "
    "credits pending score decision mission values"
)
"""``attack``, ``score`` and ``decision`` are read past: a view has them."""
UNIT_KEYS = keys("side altitude clouds hidden status leader wingman hand full_throttle heavy_guns load lost")
AIRCRAFT_KEYS = keys(
    "aircraft name seat pilot skills hits cockpit damage damaged status exit markers full_throttle heavy_guns mini_hand"
)


def restore(state: State, document: Document, chance: Chance) -> None:
    """Fill ``state`` and open its decision. Raises ``BadPosition``."""
    read = Fields("The position", document, BadPosition, only=KEYS)
    options = read_options(read)
    if "values" in read:
        options.values = read_values(read.fields("values", "The values"), usual_values(chance.rules or EDITION))
    units = read.fields("units", "The units")
    if not units.document:
        raise BadPosition("The position names no units.")
    if len(units.document) > MOST_UNITS and "mission" not in read:
        raise BadPosition(f"A game has at most {MOST_UNITS} units.")
    Restoring(state, read, units).restore(options, chance)


CAUSE_NUMBER = FACE_NUMBER | {name: cause for cause, name in CAUSES.items() if name}
"""What stands in the last place of ``credits``."""


class Restoring:
    """One restoration under way."""

    def __init__(self, state: State, read: Fields, units: Fields) -> None:
        self.state = state
        self.read = read
        self.pending = read.fields("pending", "Pending")
        self.units = dict(sorted(units.numbered(UNIT_NUMBER, f"there is no unit {{name!r}}; they are {UNIT_IDS}.")))
        self.sorties: list[Sortie | None] = [None] * CRAFT_COUNT
        self.places: list[tuple[int, int, Fields]] = []
        """Craft of take-off, craft now (``NONE`` off the table), its fields."""
        self.mission: Mission | None = None
        self.turn = 0

    def restore(self, options: Options, chance: Chance) -> None:
        self.mission = read_mission(self.read, self.units, chance.rules or EDITION)
        if self.mission:
            self.turn = read_turn(self.mission, self.read, options)
        else:
            self.turn = self.read.number("turn", 1, most=options.turns)
        for unit, read in self.units.items():
            self._read_unit(unit, read)
        options.bonus = read_bonus(self.read, self.sorties)
        state = self.state
        state.begin(options, self.sorties, chance, self.mission)
        state.sheets = [None] * CRAFT_COUNT
        state.flying = 0
        for who, craft, read in self.places:
            self._place(who, craft, read)
            if self.mission:
                lay_aircraft(
                    state, who, craft, read, unit_load(self.mission.plan, unit_of(who), self.units[unit_of(who)])
                )
        decks = [Deck(self.read, side) for side in (0, 1)]
        for unit, read in self.units.items():
            if self.mission:
                lay_unit(state, unit, read, setting_up=self.setting_up)
            self._lay_unit(unit, read, decks[unit >> SIDE_OF_UNIT])
        for side in (0, 1):
            decks[side].finish(state, side)
        for entry in self.read.items("engaged"):
            self._engage(entry)
        state.credits = [self._credit(entry) for entry in self.read.items("credits")]
        self._sequence()
        mission = self.mission
        if mission and mission.over and not (mission.phase == OVER_TARGET or state.kind == OVER or mission.dropping):
            raise self.read.refuse("units are Over Target in the Over-Target Turn alone. [WBY 16.9]")

    # Units and aircraft

    def _read_unit(self, unit: int, read: Fields) -> None:
        """Who took off, and where he is now."""
        read.only(UNIT_KEYS | MISSION_UNIT_KEYS if self.mission else UNIT_KEYS)
        read.of_side(SIDES, unit >> SIDE_OF_UNIT)
        if self.mission and self.formations >> unit & 1:
            self.places += read_formation(self.mission.plan, unit, read, self.sorties)
            return
        if "leader" not in read:
            raise read.refuse("a unit has a Leader; one that is gone keeps its status.")
        leader = read.fields("leader")
        load = unit_load(self.mission.plan, unit, read) if self.mission else 0
        who = self._read_aircraft(unit, 0, leader, None, load)
        self.places.append((who, leader_of(unit), leader))
        if "wingman" in read:
            wingman = read.fields("wingman")
            if who & 1 and not self.mission:
                raise read.refuse("its Wingman was promoted, so it has no other.")
            self.places.append((self._read_aircraft(unit, 1, wingman, leader, load), leader_of(unit) + 1, wingman))
        for entry in read.items("lost"):
            lost = Fields(f"{read.place}, lost", entry, BadPosition)
            if lost.choice("status", FATES, "destroyed") == FLYING:
                raise lost.refuse("an aircraft that is lost does not fly.")
            self.places.append((self._read_aircraft(unit, 0, lost, leader, 0), NONE, lost))
        if who & 3 and not self.sorties[leader_of(unit)]:
            self.sorties[leader_of(unit)] = Sortie(unit, 0, _type(leader, None), "", ())
            self.places.append(
                (leader_of(unit), NONE, Fields(f"{read.place}, lost", {"status": "destroyed"}, BadPosition))
            )
        if self.mission:
            third = read_section(unit, read, self.sorties)
            if third:
                self.sorties[leader_of(unit) + 2] = third

    def _read_aircraft(self, unit: int, seat: int, read: Fields, leader: Fields | None, load: int) -> int:
        """Make the sortie of one aircraft; its craft of take-off. ``load`` is what its unit carries."""
        read.only(AIRCRAFT_KEYS | MISSION_AIRCRAFT_KEYS if self.mission else AIRCRAFT_KEYS)
        seat = read.choice("seat", SEATS if self.mission else SEATS[:2], SEATS[seat])
        who = leader_of(unit) + seat
        if self.sorties[who]:
            raise read.refuse(f"{SEATS[seat]} stands twice in this unit.")
        type_ = _type(read, leader)
        if type_.aircraft_class not in ("fighter", "light-bomber"):
            raise read.refuse(f"{type_.name} flies in a Formation, which is given as 'formation'. [WBY 4.4, 17.3]")
        if seat and not type_.wingman:
            raise read.refuse(f"{type_.name} has no Wingman card. [WBY 5.4]")
        skills = skills_in(read)
        took_off = took_off_with(read, load) if self.mission else 0
        self.sorties[who] = Sortie(unit, seat, type_, read.text("pilot"), skills, took_off)
        return who

    def _place(self, who: int, craft: int, read: Fields) -> None:
        """Put an aircraft on the table, or note what became of it."""
        state = self.state
        sortie = state.man(who)
        fate = read.choice("status", FATES, FATES[DESTROYED] if craft == NONE else FATES[FLYING])
        if read.text("exit") == FATES[IN_CLOUDS]:
            fate = IN_CLOUDS
        front = sortie.wingman if craft & 1 and craft != NONE else sortie.leader
        assert front.back is not None
        hits = read.number("hits", 0, most=255)
        damaged = read.flag("damaged", hits >= front.capacity)
        cockpit = read.number("cockpit", 0)
        if fate != FLYING:
            state.fate[who] = fate
            state.final_hits[who] = (hits, cockpit, damaged)
            if craft >= 0:
                _man(state, craft, who)
            return
        if hits >= front.back.capacity:
            raise read.refuse(f"with {hits} Hits it is Destroyed. [WBY 4.9.1]")
        if hits >= front.capacity and not damaged:
            raise read.refuse(f"with {hits} Hits it is Damaged. [WBY 4.9.1]")
        _man(state, craft, who)
        state.sheets[craft] = front.back if damaged else front
        state.hits[craft] = hits
        state.cockpit[craft] = cockpit
        state.damaged[craft] = damaged
        state.flying |= 1 << unit_of(craft)
        equip(state, craft)
        if "markers" in read:
            names = read.texts("markers")
            if any(name not in MARKERS.values() for name in names):
                raise read.refuse(f"'markers' must list some of {', '.join(MARKERS.values())}.")
            state.markers[craft] &= sum(bit for bit, name in MARKERS.items() if name in names)
        if craft & 1:
            _counters(state, craft, read)

    def _lay_unit(self, unit: int, read: Fields, deck: Deck) -> None:
        """Altitude, counters and hands of a unit."""
        state = self.state
        mission = self.mission
        leader, wingman = leader_of(unit), leader_of(unit) + 1
        if not state.flying >> unit & 1:
            if read.texts("hand"):
                raise read.refuse("a unit that is gone holds no cards.")
            return
        if mission and mission.plan.formations >> unit & 1:
            place = state.hidden if self.setting_up else state.altitude
            place[unit] = read.choice("altitude", ALTITUDES, "medium")
            for _, craft, own in self.places:
                if unit_of(craft) == unit and state.sheets[craft]:
                    _hand(state, craft, own, "mini_hand", deck)
            return
        if not state.sheets[leader]:
            raise read.refuse("its Leader is gone, so the Wingman must have been promoted. [WBY 11.2]")
        setting_up = self.setting_up
        elsewhere = mission and not setting_up and (mission.to_come | mission.away) >> unit & 1
        if not elsewhere and ("altitude" in read or not setting_up):
            altitude = read.choice("altitude", ALTITUDES, "medium")
            if setting_up:
                state.hidden[unit] = altitude
            else:
                state.altitude[unit] = altitude
        if "hidden" in read:
            state.hidden[unit] = read.choice("hidden", ALTITUDES)
            if abs(state.hidden[unit] - state.altitude[unit]) > 1:
                raise read.refuse("under a Clouds marker the altitude changes by one level at most. [WBY 7.3.5a]")
        elif read.flag("clouds"):
            raise read.refuse("a unit in the Clouds needs the altitude chosen there, as 'hidden'. [WBY 7.3.5a]")
        _counters(state, leader, read)
        _hand(state, leader, read, "hand", deck)
        if mission:
            mission.aside += deck.take(read, "aside")
        if state.sheets[wingman]:
            _hand(state, wingman, read.fields("wingman"), "mini_hand", deck)

    @property
    def formations(self) -> int:
        """Mask of the units without turns of their own."""
        return self.mission.plan.formations if self.mission else 0

    @property
    def setting_up(self) -> bool:
        """Whether altitudes are still being chosen in secret."""
        return self.turn == 0 and self.pending.document.get("decision") == DECISIONS[ALTITUDE]

    def _engage(self, entry: Any) -> None:
        """One triple: a, b, position of a relative to b. [WBY 7.5]"""
        state = self.state
        if not isinstance(entry, (list, tuple)) or len(entry) != 3:
            raise self.read.refuse("each of 'engaged' is [unit, unit, position of the first].")
        read = Fields("Engaged", dict(zip(("unit", "other", "position"), entry, strict=True)), BadPosition)
        first, second = read.known("unit", UNIT_NUMBER), read.known("other", UNIT_NUMBER)
        position = read.choice("position", POSITIONS)
        if first is None or second is None:
            raise read.refuse("it names two units.")
        pair = f"{UNITS[first]} and {UNITS[second]}"
        if not (state.flying >> first & 1 and state.flying >> second & 1):
            raise read.refuse(f"{pair} are not both in the game.")
        if first >> SIDE_OF_UNIT == second >> SIDE_OF_UNIT:
            raise read.refuse(f"{pair} are on the same side.")
        if self.formations >> first & 1 or self.formations >> second & 1:
            raise read.refuse(f"{pair}: a Formation is never Engaged. [WBY 17.3.3]")
        if position == NEUTRAL:
            return
        apart = abs(state.altitude[first] - state.altitude[second])
        following = self.pending.document.get("decision") in ("follow", "pay")
        if apart > (0 if not following else 2 if self.mission else 1):
            raise read.refuse(f"{pair} are not at the same altitude. [WBY 8.0]")
        for unit in (first, second):
            if state.engaged[unit] != NONE:
                raise read.refuse(f"{UNITS[unit]} is Engaged twice. [WBY 7.5.1a]")
            if state.hidden[unit] != NONE:
                raise read.refuse(f"{UNITS[unit]} is in the Clouds and cannot be Engaged. [WBY 7.3.5]")
        state.engaged[first], state.engaged[second] = second, first
        state.positions[first], state.positions[second] = position, 4 - position

    def _credit(self, entry: Any) -> tuple[int, int, int, int]:
        """One entry of ``credits``: by whom or null, who, damaged or destroyed, card or null."""
        if not isinstance(entry, (list, tuple)) or len(entry) != 4:
            raise self.read.refuse("each of 'credits' is [by, aircraft, damaged or destroyed, card].")
        read = Fields("Credits", dict(zip(("by", "aircraft", "what", "card"), entry, strict=True)), BadPosition)
        by, victim, face = (
            read.known("by", CRAFT_NUMBER),
            read.known("aircraft", CRAFT_NUMBER),
            read.known("card", CAUSE_NUMBER),
        )
        if victim is None or not self.sorties[victim] or (by is not None and not self.sorties[by]):
            raise read.refuse("an aircraft that did not take off stands in it.")
        lost = read.choice("what", ("damaged", "destroyed"))
        return NONE if by is None else by, victim, lost, NONE if face is None else face

    # The sequence of play

    def _sequence(self) -> None:
        """Turn, order, whose turn it is, and the decision."""
        state = self.state
        read = self.read
        pending = self.pending
        pending.only(MISSION_PENDING_KEYS if self.mission else PENDING_KEYS)
        state.turn = self.turn
        if self.mission and self.mission.phase == STRAGGLER:
            state.last_turn += 1
        if state.turn == 0 and "decision" not in pending:
            raise read.refuse("Turn 0 is the set-up; it needs its decision as 'pending'.")
        step = read.text("step", "wingman")
        active = read.known("active", UNIT_NUMBER)
        self._order(active, step)
        if active is None and state.order and step not in ("order", "over"):
            active = state.order[0]
        state.active = NONE if active is None else active
        if active is not None and active not in self.units:
            raise read.refuse(f"{UNITS[active]} is active but not in the game.")
        if active in state.order:
            state.index = state.order.index(active)
        if "decision" in pending:
            restore_pending(state, pending)
            return
        if side_gone(state) or step == "over":
            finish(state)
            return
        names = MISSION_STEP_NAMES if self.mission else STEP_NAMES
        if step not in names:
            raise read.refuse(f"'step' is {step!r}; it must be one of {', '.join(names)}.")
        if step == "order":
            if state.turn != 1:
                raise read.refuse("the play order is determined on Turn 1. [WBY 4.7]")
        elif step == "final":
            pass
        elif active is None or not state.flying >> active & 1 or state.altitude[active] == NONE:
            raise read.refuse("it must name as active a unit that is in the game.")
        elif step not in ("search", "jettison", "wingman", "altitude"):
            out_of_clouds(state, read)
        begin_step(state, step)

    def _order(self, active: int | None, step: str) -> None:
        """The play order: as given; else sides in turn, the active one's first. [WBY 4.7]"""
        state = self.state
        order = []
        for name in self.read.texts("order"):
            if name not in UNIT_NUMBER or UNIT_NUMBER[name] not in self.units or UNIT_NUMBER[name] in order:
                raise self.read.refuse(f"the order names {name!r}, which is not in the game or stands there twice.")
            order.append(UNIT_NUMBER[name])
            if self.mission and self.mission.to_come >> order[-1] & 1:
                raise self.read.refuse(f"the order names {name!r}, which is yet to come. [WBY 19.2.8]")
        there = ~(self.formations | self.mission.to_come) if self.mission else ~0
        takes_turns = [unit for unit in self.units if there >> unit & 1]
        if not order and takes_turns and step not in ("order", "set-up", "over"):
            if active is None:
                active = takes_turns[0]
            others = [unit for unit in takes_turns if unit >> SIDE_OF_UNIT != active >> SIDE_OF_UNIT]
            own = [unit for unit in takes_turns if unit not in others and unit != active]
            order = [active]
            while own or others:
                for queue in (others, own):
                    if queue:
                        order.append(queue.pop(0))
        if active is not None and active in self.units and active not in order and state.turn:
            raise self.read.refuse(f"{UNITS[active]} is active but not in the order.")
        missing = [unit for unit in takes_turns if unit not in order and state.flying >> unit & 1]
        if state.turn > 1 and missing and step != "over":
            raise self.read.refuse(f"the order lacks {UNITS[missing[0]]}. [WBY 4.7]")
        state.order = order


# Pieces


def _type(read: Fields, leader: Fields | None) -> Aircraft:
    """The aircraft of a seat; a Wingman flies his Leader's type. [WBY 5.4]"""
    source = read.document.get("aircraft")
    if source is None and leader is not None:
        source = leader.document.get("aircraft")
    found = read.made(aircraft, source)
    if leader is not None and not found.same_type(read.made(aircraft, leader.document.get("aircraft"))):
        raise read.refuse("Leader and Wingman fly the same type of aircraft. [WBY 5.4]")
    return found


def _man(state: State, craft: int, who: int) -> None:
    """Put a man in his place; whoever was promoted has left an empty one, unless another comes there."""
    state.who[craft] = who
    if who != craft and not craft & 3:
        state.who[craft + 1] = who


def _counters(state: State, craft: int, read: Fields) -> None:
    """Full Throttle counters and Heavy Gun markers, where the document gives them."""
    set_counters(state, craft, read.number("full_throttle", state.counters[craft]))
    set_guns(state, craft, read.number("heavy_guns", state.guns[craft]))


def _hand(state: State, craft: int, read: Fields, key: str, deck: Deck) -> None:
    cards = deck.take(read, key)
    state.hands[craft].extend(cards)
    mask_hand(state, craft)


class Deck:
    """The 110 cards of a side being laid out: hands first, then discards and Draw Pile."""

    def __init__(self, read: Fields, side: int) -> None:
        self._side = side
        self._rest = list(range(DECK_SIZE))
        self._deck = read.fields("decks", "Decks")
        self._discards = read.fields("discards", "Discards")
        self._shuffled = read.fields("shuffled", "Shuffled")
        for fields in (self._deck, self._discards, self._shuffled):
            fields.only(SIDE_KEYS)

    def take(self, read: Fields, key: str) -> list[int]:
        """Cards named in a document, which the deck must still have."""
        taken = []
        for slug in read.texts(key):
            cards = read.made(named, slug)
            card = next((card for card in self._rest if card in cards), NONE)
            if card < 0:
                side, face = SIDES[self._side], FACE[cards[0]]
                raise read.refuse(f"the {side} deck has {COPIES[face]} {FACES[face]}, and here is one more.")
            self._rest.remove(card)
            taken.append(card)
        return taken

    def finish(self, state: State, side: int) -> None:
        """The discards as given, the Draw Pile as given or the rest of the 110, shuffled.

        Of a Draw Pile that is given without the discards, the rest of the 110 has been discarded.
        """
        name = SIDES[side]
        discards = self.take(self._discards, name)[::-1]
        if name not in self._deck:
            state.pools[side][:] = self._rest
        else:
            deck = self.take(self._deck, name)
            if name not in self._discards:
                discards, self._rest = self._rest, []
            if self._rest:
                raise self._deck.refuse(f"the {name} side has {len(self._rest)} of its {DECK_SIZE} cards nowhere.")
            shuffled = self._shuffled.number(name, 0, most=DECK_SIZE)
            if shuffled > len(deck):
                raise self._shuffled.refuse(f"the {name} deck has only {len(deck)} cards.")
            known = len(deck) - shuffled
            state.stacked[side][:] = deck[:known][::-1]
            state.pools[side][:] = deck[known:]
            state.loaded = state.loaded or known > 0
        state.discards[side][:] = discards
