"""The decision that a position has open within a step, restored; see ``views`` for what it holds."""

from __future__ import annotations

from typing import Final

from engine.core.fields import Fields, keys
from engine.wwi.actions import FOLLOW_OR_STAY, KEEP_ON, REPLIES
from engine.wwi.altitude import open_payment
from engine.wwi.cards import ANSWERS, COUNTS_AS_NAMES
from engine.wwi.offers import open_leader, open_wingman
from engine.wwi.state import State
from engine.wwi.terms import (
    ABSENT,
    ALTITUDE,
    ALTITUDE_STEP,
    ALTITUDES,
    CRAFT,
    CRAFT_NUMBER,
    DECISIONS,
    DISCARD,
    FLYING,
    FOLLOW,
    KEEP,
    LEADER,
    MOST_WINGMEN,
    NEUTRAL,
    NONE,
    OVER,
    PAY,
    POSITIONS,
    RESPOND,
    SIDE_OF_CRAFT,
    SIDE_OF_UNIT,
    UNIT_NUMBER,
    UNITS,
    WINGMAN,
    WOUNDED,
)
from engine.wwi.turn import begin_altitude_step, open_discards
from engine.wwi.views import JAMS

PENDING_KEYS: Final = keys(
    "decision actor seat spent gunned used extra jammed attacked attacker defender attack last gunner benefit "
    "direction kept placed left roll followers"
)


def named(state: State, read: Fields, key: str) -> int:
    """An aircraft that took off, by its name; ``NONE`` if it is left out."""
    craft = read.known(key, CRAFT_NUMBER)
    if craft is None:
        return NONE
    if state.fate[craft] == ABSENT:
        raise read.refuse(f"{CRAFT[craft]} is not in the game.")
    return craft


def needed(state: State, read: Fields, key: str) -> int:
    """An aircraft that flies, by its name."""
    craft = named(state, read, key)
    if craft == NONE or state.fate[craft] != FLYING:
        raise read.refuse(f"{key!r} must be an aircraft that flies.")
    return craft


class Pending:
    """One open decision under way into a state whose units, cards and turn are there already."""

    def __init__(self, state: State, pending: Fields) -> None:
        self.state = state
        self.pending = pending

    def restore(self, step: str) -> None:
        """Open the decision that was open. [WWI Sequence of Play]"""
        state, read = self.state, self.pending
        kind = read.choice("decision", DECISIONS)
        if kind in (OVER, ALTITUDE):
            raise read.refuse(f"{DECISIONS[kind]} is no decision within a turn.")
        state.seat = self._seat(step)
        actor = needed(state, read, "actor")
        state.spent = read.number("spent", 0)
        state.gunned = read.number("gunned", 0)
        used = read.fields("used")
        for name in used.document:
            if name not in UNIT_NUMBER:
                raise used.refuse(f"there is no flight {name!r}.")
            state.used |= used.number(name, 0, most=15) << 4 * UNIT_NUMBER[name]
        extra = read.fields("extra")
        for name in extra.document:
            if name not in CRAFT_NUMBER:
                raise extra.refuse(f"there is no aircraft {name!r}.")
            state.extra[CRAFT_NUMBER[name]] = extra.number(name, 0, least=1)
        for jam in read.texts("jammed"):
            if jam not in JAMS:
                raise read.refuse(f"'jammed' may name {' and '.join(JAMS)}.")
            state.jammed |= 1 << JAMS.index(jam)
        for name in read.texts("attacked"):
            craft = CRAFT_NUMBER.get(name, NONE)
            if craft == NONE or not craft & 15 or state.fate[craft] != FLYING or craft in state.with_hand:
                raise read.refuse(f"'attacked' names {name!r}, which is no Wingman in the air.")
            state.with_hand.append(craft)
        state.kind = kind
        state.actor = actor
        if kind in (RESPOND, KEEP, WOUNDED):
            self._attack(kind, actor)
        elif kind in (PAY, FOLLOW):
            self._move(kind, actor)
        else:
            self._step(kind, actor, step)

    def _seat(self, step: str) -> int:
        usual = {"wingman": 1, "altitude": 0}.get(step, NONE)
        seat = self.pending.number("seat", usual, least=-1, most=MOST_WINGMEN)
        if step_of(seat) != step and not (step == "discard" and seat < 0):
            raise self.pending.refuse(f"'seat' {seat} does not fit the {step} step.")
        return seat

    def _step(self, kind: int, actor: int, step: str) -> None:
        """A decision that opens, or goes on with, a step."""
        state, read = self.state, self.pending
        wanted = {WINGMAN: "wingman", ALTITUDE_STEP: "altitude", LEADER: "leader", DISCARD: "discard"}[kind]
        if wanted != step:
            raise read.refuse(f"{DECISIONS[kind]} is not asked in the {step} step. [WWI Sequence of Play]")
        if actor != 16 * state.active + (state.seat if kind == WINGMAN else 0):
            raise read.refuse("the 'actor' is not who has this step. [WWI Sequence of Play]")
        if kind == WINGMAN:
            if not open_wingman(state, actor):
                raise read.refuse(f"{CRAFT[actor]} can play no card. [WWI Wingmen Attack]")
        elif kind == ALTITUDE_STEP:
            begin_altitude_step(state)
        elif kind == LEADER:
            open_leader(state)
        else:
            if not state.masks[actor]:
                raise read.refuse(f"{CRAFT[actor]} has no card to discard.")
            open_discards(state)

    def _attack(self, kind: int, actor: int) -> None:
        """A card on the table: what answers it, whom it lets choose, whom it wounds."""
        state, read = self.state, self.pending
        attacker = state.attacker = needed(state, read, "attacker")
        defender = state.defender = needed(state, read, "defender")
        if attacker != 16 * state.active + max(state.seat, 0):
            raise read.refuse("the 'attacker' is not who has this step. [WWI Sequence of Play]")
        if (
            attacker >> SIDE_OF_CRAFT == defender >> SIDE_OF_CRAFT
            or state.altitude[attacker >> 4] != state.altitude[defender >> 4]
        ):
            raise read.refuse("the 'defender' is no enemy at the attacker’s altitude. [WWI Targeting]")
        if kind == RESPOND:
            self._respond(actor)
        elif kind == WOUNDED:
            state.victim = actor
            state.pay_left = read.number("left", 1, least=1)
            if actor != defender or state.pay_left > len(state.hands[actor]):
                raise read.refuse("who is wounded must be the 'defender' and hold the cards. [WWI Wounded]")
            open_payment(state)
        else:
            unit, foe = actor >> 4, defender >> 4
            kept = read.known("kept", UNIT_NUMBER)
            state.placed = read.choice("placed", POSITIONS)
            if kept is None or actor & 15 or state.on[unit] != kept or kept == foe or state.placed == NEUTRAL:
                raise read.refuse("'kept' must be the enemy on whom the Leader was. [WWI Engaged]")
            if actor >> SIDE_OF_CRAFT == defender >> SIDE_OF_CRAFT:
                raise read.refuse("the 'defender' is no enemy of who chooses. [WWI Engaged]")
            state.kept = kept
            state.benefit = unit
            state.choices = tuple(sorted((KEEP_ON[foe], KEEP_ON[kept])))

    def _respond(self, actor: int) -> None:
        state, read = self.state, self.pending
        if actor not in (state.attacker, state.defender) or not state.masks[actor]:
            raise read.refuse("who answers must be in the fight and hold a card. [WWI How It Works]")
        state.attack = read.choice("attack", COUNTS_AS_NAMES)
        state.last = read.choice("last", COUNTS_AS_NAMES)
        state.gunner = read.flag("gunner")
        benefit = read.known("benefit", UNIT_NUMBER)
        state.benefit = state.attacker >> 4 if benefit is None else benefit
        if state.benefit >> SIDE_OF_UNIT != state.attacker >> SIDE_OF_CRAFT or state.fate[16 * state.benefit] != FLYING:
            raise read.refuse("'benefit' must be a flight of the attacker’s side.")
        state.direction = read.number("direction", 0, least=-1, most=1)
        self._check_attack()
        state.choices = REPLIES[state.masks[actor] & ANSWERS[state.last]]

    def _check_attack(self) -> None:
        """Whether the card can have been played at this target."""
        state, read = self.state, self.pending
        attack = COUNTS_AS_NAMES[state.attack]
        at_wingman = bool(state.defender & 15)
        fires = attack.startswith(("ims", "oots")) or (at_wingman and attack.endswith("-fires"))
        moves = attack in ("maneuver", "immelmann")
        draws = attack in ("side-slip", "vertical-roll")
        if not fires and not moves and not draws:
            raise read.refuse(f"{attack} attacks nobody. [WWI Action Cards]")
        if moves and at_wingman and state.attacker & 15:
            raise read.refuse("a Wingman gains no Bursts. [WWI Maneuver]")
        changes = attack == "vertical-roll" and not at_wingman
        altitude = state.altitude[state.attacker >> 4] + state.direction
        if bool(state.direction) != changes or not 0 <= altitude < len(ALTITUDES) or (changes and state.attacker & 15):
            raise read.refuse(
                "a Leader’s Vertical Roll at a Leader changes altitude, and nothing else. [WWI Vertical Roll]"
            )
        if state.direction > 0 and len(state.hands[state.attacker]) < state.sheet(state.attacker).climb:
            raise read.refuse("the attacker has not the cards to climb. [WWI Changing Altitude]")
        if state.gunner and (not fires or state.attacker & 15):
            raise read.refuse("a Gunner fires, for a Leader. [WWI Gunner]")

    def _move(self, kind: int, actor: int) -> None:
        """A change of altitude under way. [WWI Following An Altitude Change]"""
        state, read = self.state, self.pending
        state.direction = read.number("direction", None, least=-1, most=1)
        state.roll = read.flag("roll")
        unit = state.mover = actor >> 4
        if not state.direction or actor & 15 or state.roll != (state.seat < 0):
            raise read.refuse("'direction' must be 1 or -1, 'actor' a Leader, 'roll' true in his own step alone.")
        front = unit if unit == state.active else state.on[unit]
        start = state.altitude[unit]
        if unit == state.active and kind == FOLLOW:
            raise read.refuse("nobody follows himself.")
        if front == NONE or not 0 <= start + state.direction < len(ALTITUDES):
            raise read.refuse(f"{UNITS[unit]} has nobody to follow, or cannot go further. [WWI Altitude]")
        if front != unit and state.altitude[front] != start + state.direction:
            raise read.refuse(f"{UNITS[front]} has not changed its altitude so.")
        for name in read.texts("followers"):
            follower = UNIT_NUMBER.get(name, NONE)
            if follower == NONE or state.on[follower] == NONE or follower in (state.active, unit, *state.followers):
                raise read.refuse(f"'followers' names {name!r}, which is on nobody or stands there twice.")
            if state.altitude[follower] != state.altitude[state.on[follower]] - state.direction:
                raise read.refuse(f"{name} has nobody to follow so.")
            state.followers.append(follower)
        if kind == FOLLOW:
            state.choices = FOLLOW_OR_STAY
            return
        state.pay_left = read.number("left", 1, least=1)
        if state.pay_left > len(state.hands[actor]):
            raise read.refuse(f"{UNITS[unit]} has not so many cards. [WWI Changing Altitude]")
        open_payment(state)


def step_of(seat: int) -> str:
    """The step in which a Wingman's seat, 0 or ``NONE`` stands."""
    return "wingman" if seat > 0 else "leader" if seat < 0 else "altitude"
