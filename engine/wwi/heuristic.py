"""A player by rules of thumb. It looks at nothing that its side may not see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.core.game import Action, Game, Side
from engine.core.players import generator
from engine.wwi.actions import (
    BENEFITS,
    CLIMB,
    COUNTS_AS,
    DIRECTION,
    DISCARD_CARD,
    DIVE,
    END,
    FACE_PLAYED,
    FOLLOW_ON,
    GIVE_UP,
    PASS,
    STAY,
    TARGET,
)
from engine.wwi.altitude import price_to_follow
from engine.wwi.cards import (
    ANSWERS,
    CARDS,
    CHANDELLE,
    COLOUR,
    EFFECT,
    FACES,
    FIRST_FIRING,
    FUEL_TANK,
    HITS,
    IMMELMANN,
    JAMS,
    MANEUVER,
    SIDE_SLIP,
)
from engine.wwi.state import State, relation
from engine.wwi.terms import (
    ADVANTAGED,
    ALTITUDE,
    ALTITUDE_STEP,
    DISCARD,
    FLYING,
    FOLLOW,
    HIGH,
    KEEP,
    LEADER,
    LOW,
    MEDIUM,
    NEUTRAL,
    NONE,
    PAY,
    RESPOND,
    TAILING,
    WINGMAN,
    WOUNDED,
)

Rule: TypeAlias = "Callable[[HeuristicPlayer, State, tuple[Action, ...]], Action]"


@dataclass(frozen=True, slots=True)
class Temper:
    """What a doctrine ventures."""

    answers: int
    """What a threat must be worth beyond the card that answers it."""
    chase: int
    """Cards that must be left to follow or climb after an enemy."""
    begins: int
    """Altitude at which it likes to begin."""
    wingmen: int
    """In tenths: what a Hit on a Wingman is worth beside one on a Leader."""


TEMPERS: Final = {
    "cautious": Temper(answers=-4, chase=4, begins=HIGH, wingmen=6),
    "steady": Temper(answers=0, chase=2, begins=LOW, wingmen=4),
    "bold": Temper(answers=6, chase=1, begins=MEDIUM, wingmen=2),
}
_KEPT: Final = {
    "maneuver": 8,
    "immelmann": 16,
    "side-slip": 9,
    "vertical-roll": 11,
    "ace-pilot": 20,
    "barrel-roll": 8,
    "chandelle": 8,
    "stall-turn": 9,
    "ims-1b1h": 8,
    "ims-1b2h": 12,
    "ims-2b2h": 6,
    "ims-2b3h": 7,
    "ims-3b3h": 4,
    "ims-fuel-tank": 14,
    "ims-wounded": 8,
    "ims-on-fire": 9,
    "ims-wing": 13,
    "ims-engine": 7,
    "ims-tail": 13,
    "oots-1b2h": 17,
    "oots-2b3h": 9,
    "oots-3b4h": 7,
}
KEPT: Final = tuple(_KEPT.get(slug, 8) for slug in FACES)
"""What a card is worth in the hand."""
KEPT_BEHIND: Final = tuple(
    3 if face in (MANEUVER, IMMELMANN, SIDE_SLIP) else worth + 6 if face >= FIRST_FIRING else worth
    for face, worth in enumerate(KEPT)
)
"""The same while Tailing an enemy: no position can be bettered, and he is to be shot down."""
MOST_HELD: Final = 10
"""Cards in the other's hand; more make no difference."""
_ANSWERED: Final = tuple(sum(faces >> card & 1 for card in CARDS) / len(CARDS) for faces in ANSWERS)
"""By face: the share of all cards that answer it."""
PRICES: Final = tuple(
    tuple(
        tuple(
            worth + round(12 * (1 - (1 - _ANSWERED[face]) ** held)) - 8 * (good_turn and face == CHANDELLE)
            for face, worth in enumerate(KEPT)
        )
        for held in range(MOST_HELD + 1)
    )
    for good_turn in (False, True)
)
"""By whether a Chandelle brings a card, the other's cards and the face: what it costs to answer with it.

It costs more the likelier the answer is answered.
"""
JUNK: Final = 8
"""A card worth less is given for an unknown one."""
ENOUGH_BEHIND, ENOUGH = 2, 4
"""Blue cards to keep, when on an enemy and otherwise."""
LITTLE: Final = 0.1
"""What a Wingman's card counts that gains nothing: it is lost anyway."""
JAM_CHANCE: Final = 0.45
"""How often a shot with a Jam Check gets away."""
HIT_STAKE: Final = 6
DAMAGED_STAKE: Final = 12
DESTROYED_STAKE: Final = 60
_MOVE_STAKE: Final = {-TAILING: 22, -ADVANTAGED: 18, NEUTRAL: 16, ADVANTAGED: 14, TAILING: 0}
"""What bettering a position is worth, by the position before."""


def _kept(action: Action) -> int:
    return KEPT[FACE_PLAYED[action]]


def _kept_behind(action: Action) -> int:
    return KEPT_BEHIND[FACE_PLAYED[action]]


def worth_of_cards(state: State, craft: int) -> Callable[[Action], int]:
    """What the card of an action is worth to who holds it."""
    return _kept_behind if not craft & 15 and state.edge[craft >> 4] == TAILING else _kept


class HeuristicPlayer:
    """Plays one side by rules of thumb, as cautious, steady or bold as its doctrine says."""

    def __init__(self, side: Side, seed: int, doctrine: str = "steady") -> None:
        self._random = generator(seed, side)
        self.temper = TEMPERS[doctrine]

    def choose(self, game: Game) -> Action:
        state: State = game  # type: ignore[assignment]  # every game of this system is one
        choices = state.choices
        if len(choices) == 1:
            return choices[0]
        return _RULES[state.kind](self, state, choices)

    # Altitude

    def _altitude(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Where the doctrine likes it, out of reach of the Wingmen who are placed; now and then elsewhere."""
        placed = [state.altitude[foe] for foe in state.foes[state.actor >> 4]]
        free = [level for level in range(len(choices)) if level not in placed] or [self.temper.begins]
        if self._random() < 0.15:
            return choices[free[int(self._random() * len(free))]]
        return choices[min(free, key=lambda level: abs(level - self.temper.begins))]

    def _altitude_step(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Stay on an enemy; climb away from who is behind, which costs him most; else go to an enemy Leader."""
        unit = state.active
        if state.on[unit] != NONE:
            return STAY
        behind = [foe for foe in state.foes[unit] if state.on[foe] == unit]
        level = state.altitude[unit]
        if behind:
            if CLIMB in choices and len(state.hands[unit << 4]) > self.temper.chase:
                return CLIMB
            return DIVE if DIVE in choices else STAY
        levels = [state.altitude[foe] for foe in state.foes[unit] if state.fate[foe << 4] == FLYING]
        if level in levels:
            return STAY
        nearest = min(levels, key=lambda other: (abs(other - level), other))
        if nearest < level:
            return DIVE if DIVE in choices else STAY
        return CLIMB if CLIMB in choices and len(state.hands[unit << 4]) > self.temper.chase else STAY

    def _follow(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Follow while enough cards are left to use the position; with one Hit left nobody pays half his hand."""
        unit = state.mover
        craft = unit << 4
        price = price_to_follow(state, unit)
        held = len(state.hands[craft])
        sheet = state.sheet(craft)
        if 2 * price >= held and (sheet.back or sheet).airframe - state.hits[craft] <= 1:
            return STAY
        return FOLLOW_ON if held - price >= self.temper.chase - (state.direction < 0) else STAY

    def _least(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Give the card that is worth least."""
        return min(choices, key=worth_of_cards(state, state.actor))

    def _discard(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Make room for the cards that could be drawn."""
        craft = state.actor
        sheet = state.sheet(craft)
        room = sheet.performance - state.tail_hits[craft] - len(state.hands[craft])
        if room >= sheet.draw[state.altitude[craft >> 4]] - state.engine_hits[craft]:
            return END
        kept = worth_of_cards(state, craft)
        worst = min(choices[:-1], key=kept)
        if kept(worst) < JUNK:
            return worst
        # Too many cards that only defend: they draw no blood, least of all while the enemy cannot fire.
        defending = [card for card in state.hands[craft] if COLOUR[card] == "blue"]
        enough = ENOUGH_BEHIND if state.on[craft >> 4] != NONE else ENOUGH
        if len(defending) > enough:
            return DISCARD_CARD[min(defending, key=KEPT.__getitem__)]
        return END

    # Attack

    def _leader(self, state: State, choices: tuple[Action, ...]) -> Action:
        """The card that is worth most at once; none rather than one that does little."""
        best, most = END, 0.0
        for action in choices:
            worth = self.worth(state, action)
            if worth > most:
                best, most = action, worth
        return best

    def worth(self, state: State, action: Action) -> float:
        """What an action card gains, less what keeping it is worth."""
        if action in (END, GIVE_UP):
            return 0.0
        unit = state.active
        target = TARGET[action]
        counts_as = COUNTS_AS[action]
        face = FACE_PLAYED[action]
        if counts_as >= FIRST_FIRING:
            return self._fire(state, target, counts_as) + (5 if face >= FIRST_FIRING else -3)
        if DIRECTION[action]:
            if not any(state.on[foe] == unit for foe in state.foes[unit]):
                return 0.0
            return 9.0 if DIRECTION[action] < 0 else 3.0
        if target & 15:
            if face in (MANEUVER, IMMELMANN):  # Bursts, of use with a shot in the hand alone
                return 0.0
            return 1.0 if self._wingman_attacks(state) or face == SIDE_SLIP else 0.0
        friend = unit if BENEFITS[action] < 0 else BENEFITS[action]
        gain = _MOVE_STAKE[relation(state, friend, target >> 4)] + (40 if friend == unit else 20)
        if state.on[friend] not in (NONE, target >> 4):
            gain -= 45
        return gain + 4.0 - KEPT[face] / 4 + (2 if face == SIDE_SLIP else 0)

    def _wingman_attacks(self, state: State) -> bool:
        return bool(state.actor & 15)

    def _wingman(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Play all that the cards allow, the best first: what is left of them is lost."""
        best, most = END, 0.0
        for action in choices[:-1]:
            worth = self.worth(state, action)
            if worth <= 0:
                worth = LITTLE
            if worth > most:
                best, most = action, worth
        return best

    def _fire(self, state: State, target: int, counts_as: int) -> float:
        """What a shot is worth: more the nearer its target is to being Damaged or Destroyed."""
        craft = state.actor
        hits = HITS[counts_as] + (0 if craft & 15 else state.sheet(craft).plus)
        worth = self._stake(state, target, counts_as, hits)
        if target & 15:
            worth = worth * self.temper.wingmen / 10
        return worth * (JAM_CHANCE if JAMS[counts_as] else 1.0)

    def _stake(self, state: State, victim: int, counts_as: int, hits: int) -> float:
        """What Hits on an aircraft are worth to either side."""
        sheet = state.sheet(victim)
        total = state.hits[victim] + hits
        last = (sheet.back or sheet).airframe
        if EFFECT[counts_as] == FUEL_TANK or total >= last:
            return hits * HIT_STAKE + DESTROYED_STAKE
        stake = hits * HIT_STAKE + 4 * bool(EFFECT[counts_as])
        if sheet.back and total >= sheet.airframe:
            stake += DAMAGED_STAKE
        return stake + 10 * total / last

    # Answers

    def _respond(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Answer when the threat, or the own attack, is worth the card; with a card that is hard to answer in turn."""
        craft = state.actor
        other = state.attacker if craft == state.defender else state.defender
        held = min(len(state.hands[other]), MOST_HELD)
        prices = PRICES[not craft & 15 and state.sheet(craft).good_turn][held]
        best, least = PASS, 99
        for action in choices[:-1]:
            price = prices[FACE_PLAYED[action]]
            if price < least:
                best, least = action, price
        if craft & 15:
            return best
        stake = self.threat(state) + 2 * len(state.hands[craft]) - 8
        return best if stake >= least + self.temper.answers else PASS

    def threat(self, state: State) -> float:
        """What the success of the card in progress is worth."""
        counts_as, target, craft = state.attack, state.defender, state.attacker
        if counts_as >= FIRST_FIRING:
            plus = 0 if state.gunner or craft & 15 else state.sheet(craft).plus
            return self._stake(state, target, counts_as, HITS[counts_as] + plus)
        if state.direction:
            return 10
        if target & 15:
            return 4
        return _MOVE_STAKE[relation(state, state.benefit, target >> 4)] + (4 if counts_as == IMMELMANN else 0)

    def _keep(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Stay on whom he is Tailing, else on who is nearer to his end."""
        unit = state.benefit

        def worth(action: Action) -> tuple[int, int, int]:
            foe = TARGET[action]
            edge = state.edge[unit] if foe == state.kept else state.placed
            sheet = state.sheet(foe << 4)
            left = (sheet.back or sheet).airframe - state.hits[foe << 4]
            return edge, -left, -foe

        return max(choices, key=worth)


_RULES: Final[dict[int, Rule]] = {
    ALTITUDE: HeuristicPlayer._altitude,
    WINGMAN: HeuristicPlayer._wingman,
    RESPOND: HeuristicPlayer._respond,
    KEEP: HeuristicPlayer._keep,
    WOUNDED: HeuristicPlayer._least,
    ALTITUDE_STEP: HeuristicPlayer._altitude_step,
    PAY: HeuristicPlayer._least,
    FOLLOW: HeuristicPlayer._follow,
    LEADER: HeuristicPlayer._leader,
    DISCARD: HeuristicPlayer._discard,
}
"""By kind of decision. One table for all players: with one of its own each would be a cycle for the collector."""
