"""A position document of a week made into a game; everything in it is checked. See ``views.position``."""

from __future__ import annotations

from typing import Final

from engine.core.chance import Chance
from engine.core.errors import BadPosition
from engine.core.fields import Fields, keys
from engine.core.game import SIDES, Document
from engine.flames.hands import mask_hand
from engine.wildblue.buzz import attack, flow
from engine.wildblue.buzz.actions import EXCHANGE
from engine.wildblue.buzz.setup import read_blast, read_values
from engine.wildblue.buzz.state import BOMB_HAND, BY_GUNS, BuzzState, Week, arrival, belt_of
from engine.wildblue.buzz.terms import (
    AIMING,
    ALTITUDE,
    ANSWERING,
    ATTACKING,
    BELTS,
    BOMB_NUMBER,
    BOMBS,
    COMING,
    DAMAGE,
    DECISIONS,
    DISCARD_STEP,
    DISCARDING,
    DOWN,
    EXCHANGING,
    KIND,
    LEADER_STEP,
    MOST_BOMBS,
    STATUSES,
    STEPS,
    TO_COME,
    WEEKS,
    WINGMAN_STEP,
)
from engine.wildblue.buzz.views import GUNS_NAME
from engine.wildblue.cards import FACE_NUMBER, FIRING
from engine.wildblue.restore import Deck, Restoring
from engine.wildblue.setup import read_options
from engine.wildblue.sheets import Sortie
from engine.wildblue.state import NONE
from engine.wildblue.tables import MAX_BURSTS
from engine.wildblue.terms import ALTITUDES, CRAFT_NUMBER, MOST_UNITS, UNIT_NUMBER, leader_of

KEYS: Final = keys(
    "kind week month wave turn turns step active order guns units decks discards shuffled downed values blast pending "
    "engaged attack score decision"
)
"""Some are read past: they are written for the reader, or a view has them."""
PENDING_KEYS: Final = keys("decision actor target fired bonus drawn agile exchanged attack last")
PATROL_KEYS: Final = keys("role belt night")
BOMB_KEYS: Final = keys("side altitude clouds status role belt night leader wingman hand formation")
OF_BOMB: Final = keys("aircraft name seat pilot skills hits damage damaged status mini_hand")
_STEP_OF: Final = {AIMING: STEPS[:2], ATTACKING: STEPS[:2], ANSWERING: STEPS[:2], DISCARDING: STEPS[2:]}
_MOST_HITS: Final = 255


def restore(state: BuzzState, document: Document, chance: Chance) -> None:
    """Fill ``state`` and open its decision. Raises ``BadPosition``."""
    read = Fields("The position", document, BadPosition, only=KEYS)
    read.choice("kind", (KIND,))
    units = read.fields("units", "The units")
    if any(name not in UNIT_NUMBER and name not in BOMB_NUMBER for name in units.document):
        raise units.refuse(f"they are {SIDES[0]}-1 to {SIDES[0]}-{MOST_UNITS}, and {BOMBS[0]} to {BOMBS[-1]}.")
    _RestoringWeek(state, read, units).restore_week(chance)


class _RestoringWeek(Restoring):
    """One restoration under way: patrols as the Elements of a dogfight, and the flying bombs."""

    state: BuzzState

    def __init__(self, state: BuzzState, read: Fields, units: Fields) -> None:
        own = {name: unit for name, unit in units.document.items() if name not in BOMB_NUMBER}
        super().__init__(state, read, Fields(units.place, own, BadPosition))
        self.bombs = {BOMB_NUMBER[name]: units.fields(name, name) for name in units.document if name in BOMB_NUMBER}

    def restore_week(self, chance: Chance) -> None:
        read, state = self.read, self.state
        options = read_options(read, frozenset())
        week = Week(read.number("week", None, least=1, most=WEEKS))
        week.values = read_values(read)
        week.blast = read_blast(read)
        week.send(read.number("wave", len(self.bombs) or None, least=1, most=MOST_BOMBS))
        self.turn = read.number("turn", 1, most=week.turns)
        patrols = {unit: self._patrol(week, unit, fields) for unit, fields in self.units.items()}
        for unit, fields in patrols.items():
            self._read_unit(unit, fields)
        for unit in patrols:
            self._check_type(week, unit)
        state.begin(options, self.sorties, chance)
        state.sheets = [None] * len(state.sheets)
        state.flying = 0
        state.lay_out(week)
        for who, craft, fields in self.places:
            self._place(who, craft, fields)
        decks = [Deck(read, side) for side in (0, 1)]
        for unit, fields in patrols.items():
            state.altitude[unit] = NONE
            self._lay_unit(unit, fields, decks[0])
        target = self.pending.known("target", BOMB_NUMBER)
        week.target = NONE if target is None else target
        for bomb in range(week.wave):
            self._bomb(bomb, decks[1])
        if any(bomb >= week.wave for bomb in self.bombs) or week.target >= week.wave:
            raise read.refuse(f"there are {week.wave} flying bombs in the wave.")
        for side in (0, 1):
            decks[side].finish(state, side)
        self._downed()
        self._go_on()

    def _patrol(self, week: Week, unit: int, read: Fields) -> Fields:
        """Station a patrol; what is left to read of it as of any unit."""
        week.station(unit, read.choice("belt", BELTS), by_night=False)
        rest = {key: value for key, value in read.document.items() if key not in PATROL_KEYS}
        return Fields(read.place, rest | {"altitude": ALTITUDES[ALTITUDE]}, BadPosition)

    def _check_type(self, week: Week, unit: int) -> None:
        """A Night Fighter is a lone Leader, and flies by night; all are Fighters."""
        seats: list[Sortie] = [each for each in self.sorties[leader_of(unit) : leader_of(unit) + 2] if each]
        type_ = seats[0].aircraft
        if type_.aircraft_class != "fighter":
            raise self.units[unit].refuse("patrols are Fighters. [SUP 28]")
        if type_.night_combat:
            if len(seats) > 1:
                raise self.units[unit].refuse("it flies by night, as a lone Leader. [SUP 23.5]")
            week.station(unit, week.belts[unit], by_night=True)

    def _bomb(self, bomb: int, deck: Deck) -> None:
        """One flying bomb, by default as it must be in this Game-Turn."""
        state, week = self.state, self.state.week
        read = self.bombs.get(bomb) or Fields(BOMBS[bomb], {}, BadPosition)
        read.only(BOMB_KEYS)
        aircraft = Fields(read.place, next(iter(read.items("formation")), {}), BadPosition, only=OF_BOMB)
        coming = COMING if arrival(bomb) <= self.turn else TO_COME
        fate = week.fates[bomb] = read.choice("status", STATUSES, STATUSES[coming])
        week.hits[bomb] = aircraft.number("hits", 0, most=_MOST_HITS)
        if (fate == TO_COME) != (coming == TO_COME):
            raise read.refuse(f"it comes in Turn {arrival(bomb)}.")
        if fate == COMING and belt_of(bomb, self.turn) >= len(BELTS):
            raise read.refuse("it is past the last belt.")
        if fate != DOWN and week.hits[bomb] >= DAMAGE:
            raise read.refuse(f"with {week.hits[bomb]} Hits it is destroyed. [SUP 28]")
        cards = deck.take(aircraft, "mini_hand")
        if cards and bomb != week.target:
            raise read.refuse("only the flying bomb that is attacked has a mini-hand. [SUP 20.5.1]")
        state.hands[BOMB_HAND] += cards
        mask_hand(state, BOMB_HAND)

    def _downed(self) -> None:
        """Who shot down which flying bomb."""
        week = self.state.week
        read = self.read.fields("downed", "Downed")
        for name in read.document:
            by = read.known(name, CRAFT_NUMBER | {GUNS_NAME: BY_GUNS})
            bomb = BOMB_NUMBER.get(name, NONE)
            if by is None or not 0 <= bomb < week.wave or week.fates[bomb] != DOWN:
                raise read.refuse(f"{name!r} is not a flying bomb that was shot down.")
            if by != BY_GUNS and not self.sorties[by]:
                raise read.refuse(f"{read.document[name]!r} did not take off.")
            week.downed_by[bomb] = by
        if any(fate == DOWN and by == NONE for fate, by in zip(week.fates, week.downed_by, strict=True)):
            raise self.read.refuse("'downed' tells who shot down each flying bomb that is destroyed.")

    def _go_on(self) -> None:
        """Whose turn it is, and the decision."""
        state, read, pending = self.state, self.read, self.pending
        pending.only(PENDING_KEYS)
        state.turn = self.turn
        active = read.known("active", UNIT_NUMBER)
        if not any(fate in (TO_COME, COMING) for fate in state.week.fates):
            flow.finish(state)
            state.active = NONE if active is None else active
            return
        if active is None:
            active = next((unit for unit in state.present if state.flying >> unit & 1), NONE)
        if active == NONE or not state.flying >> active & 1:
            raise read.refuse("it must name as active a patrol that flies.")
        flow.begin_patrol(state, active)
        name = pending.text("decision")
        step = read.text("step", STEPS[WINGMAN_STEP])
        if name == DECISIONS[EXCHANGING]:
            if self.turn:
                raise read.refuse("hands are exchanged in Turn 0.")
            state.exchanged = pending.number("exchanged", 0)
            flow.offer_cards(state, EXCHANGE, EXCHANGING)
            state.agile = NONE
            return
        if step not in STEPS or not self.turn:
            raise read.refuse(f"'step' is {step!r}; from Turn 1 on it is one of {', '.join(STEPS)}.")
        state.week.step = STEPS.index(step)
        if name and not pending.flag("agile"):
            state.agile = NONE
        kind = next((kind for kind, text in DECISIONS.items() if text == name), NONE)
        if kind in (ATTACKING, ANSWERING):
            self._attack(kind)
        elif name and (kind == NONE or step not in _STEP_OF[kind]):
            raise pending.refuse(f"'decision' {name!r} does not fall into the step {step!r}.")
        else:
            flow.proceed(state)

    def _attack(self, kind: int) -> None:
        """An attack in progress."""
        state, pending = self.state, self.pending
        week = state.week
        craft = leader_of(state.active) + (week.step == WINGMAN_STEP)
        if week.step == DISCARD_STEP or not state.sheets[craft]:
            raise pending.refuse("there is nobody who attacks in this step.")
        if week.target not in flow.within_reach(state, state.active):
            raise pending.refuse("'target' is no flying bomb within the patrol’s reach.")
        state.actor = craft
        state.fired = pending.number("fired", 0, most=MAX_BURSTS)
        state.bonus = pending.number("bonus", 0, most=MAX_BURSTS)
        state.drawn = pending.flag("drawn")
        if week.step == LEADER_STEP and state.hands[craft + 1]:
            raise pending.refuse("a mini-hand is discarded when its attack is over. [WBY 10.1]")
        if kind == ATTACKING:
            attack.open_attack(state)
            return
        played, last = pending.known("attack", FACE_NUMBER), pending.known("last", FACE_NUMBER)
        if played is None or last is None or not (attack.MOVES | FIRING) >> played & 1:
            raise pending.refuse("a response needs the card of the 'attack', and the 'last' one.")
        state.attack, state.last = played, last
        attack.open_answer(state)
