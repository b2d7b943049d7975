"""A player of Wild Blue Yonder that follows rules of thumb.

It sees what its side may see: its own hands and mini-hands, and what lies open on the table. Of the other side's
cards it knows nothing and asks nothing. Most decisions are the action of greatest value, or of least cost, in a table
of ``heuristic_values``; what campaign Missions add is in ``missions.heuristic``.
"""

from __future__ import annotations

from typing import Final

from engine.core.game import Action, Game, Side
from engine.wildblue.actions import (
    CHOOSE_ALTITUDE,
    CLIMB,
    DISENGAGE,
    DIVE,
    END,
    FOLLOW_ON,
    PASS,
    STAY,
    TARGET,
)
from engine.wildblue.buzz import heuristic as buzz
from engine.wildblue.cards import (
    CLOUDS,
    FIRST_FIRING,
    HITS,
    VERTICAL_ROLL,
)
from engine.wildblue.heuristic_values import (
    ANSWER_COSTS,
    ANSWER_RISK,
    ATTACKING,
    CLOUDS_STAKE,
    DAMAGED_STAKE,
    DEADLY,
    DESTROYED_STAKE,
    FIGHTING_HAND,
    HIT_STAKE,
    JUNK,
    LEADER_VALUE,
    MOVE_STAKE,
    ROLL_STAKE,
    SPENT,
    TEMPERS,
    WINGMAN_VALUE,
)
from engine.wildblue.missions.heuristic import RULES, Rule
from engine.wildblue.state import NONE, State
from engine.wildblue.tables import CLIMB_PRICE, FOLLOW_PRICE, FOLLOW_ROLL
from engine.wildblue.terms import (
    ALTITUDE,
    ALTITUDE_STEP,
    DISCARD,
    DRAW,
    EXCHANGE,
    FOLLOW,
    HIDE,
    HIGH,
    LEADER,
    NEUTRAL,
    ORDER,
    PAY,
    RESPOND,
    TAILING,
    WINGMAN,
    WINGMAN_TARGET,
)

_spent: Final = SPENT.__getitem__
_answer_risk: Final = ANSWER_RISK.__getitem__
_wingman_value: Final = WINGMAN_VALUE.__getitem__
_leader_value: Final = tuple(values.__getitem__ for values in LEADER_VALUE)
"""The tables as functions; the last by position."""


class HeuristicPlayer:
    """Plays one side by rules of thumb, as cautious, steady or bold as its doctrine says."""

    def __init__(self, side: Side, seed: int, doctrine: str = "steady") -> None:
        self.temper = TEMPERS[doctrine]
        self.answer_cost = ANSWER_COSTS[doctrine].__getitem__

    def choose(self, game: Game) -> Action:
        state: State = game  # type: ignore[assignment]  # every game of this system is one
        choices = state.choices
        if len(choices) == 1:
            return choices[0]
        rules = _RULES if state.mission is None else _MISSION_RULES
        return rules[state.kind](self, state, choices)

    # Set-up

    def altitude(self, state: State, choices: tuple[Action, ...]) -> Action:
        """High, for every dive gives a card; higher still there are fewer to draw."""
        return CHOOSE_ALTITUDE[HIGH] if CHOOSE_ALTITUDE[HIGH] in choices else choices[-1]

    def _exchange(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Give back what is worth less than an unknown card."""
        worst = min(choices[:-1], key=_spent)
        return worst if SPENT[worst] < JUNK else END

    def _order(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Send first the unit whose hand attacks best."""
        return max(choices, key=lambda action: (state.masks[4 * TARGET[action]] & ATTACKING).bit_count())

    # The Wingman Step

    def _wingman_target(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Attack where a Hit is worth most."""
        return max(choices[:-1], key=lambda action: self.worth(state, TARGET[action]))

    def _wingman(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Play all that the mini-hand allows, the best first: what is left of it is lost."""
        return max(choices, key=_wingman_value)

    def worth(self, state: State, craft: int) -> int:
        """What a Hit on an aircraft is worth: more the nearer it is to being Damaged or Destroyed.

        Less where more cards may answer: of a Wingman's mini-hand, or of a Leader's hand to the cards of another.
        """
        sheet = state.sheets[craft]
        assert sheet is not None
        left = sheet.capacity - state.hits[craft]
        worth = (DAMAGED_STAKE if sheet.back else DESTROYED_STAKE) * 10 // left
        if craft & 1:
            return worth * (10 - sheet.defensive[state.altitude[craft >> 2]]) // 10
        return worth if state.actor & 1 else worth * 8 // 10

    # Responses

    def respond(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Answer when the threat, or the own attack, is worth the card; cards have no worth after the last own turn."""
        craft = state.actor
        if craft & 1:
            return min(choices, key=_answer_risk)
        cost = self.answer_cost
        best = min(choices, key=cost)
        if best != PASS and state.turn == state.last_turn and craft >> 2 in state.order[: state.index]:
            return best
        return best if self.stake(state) + 2 * len(state.hands[craft]) - 6 >= cost(best) else PASS

    def stake(self, state: State) -> int:
        """What the success of the attack in progress is worth."""
        attack = state.attack
        if attack >= FIRST_FIRING:
            return self._fire_stake(state, attack)
        if attack == VERTICAL_ROLL:
            return ROLL_STAKE
        if attack == CLOUDS:
            return CLOUDS_STAKE
        unit = state.attacker >> 2
        foe = state.defender >> 2
        position = state.positions[unit] if state.engaged[unit] == foe else TAILING - state.positions[foe]
        return MOVE_STAKE[position][attack]

    def _fire_stake(self, state: State, attack: int) -> int:
        victim = state.defender
        sheet = state.sheets[victim]
        assert sheet is not None
        hits = 10 if attack in DEADLY else HITS[attack] + state.sheet(state.attacker).plus
        total = state.hits[victim] + hits
        stake = hits * HIT_STAKE
        if total >= sheet.capacity:
            stake += DAMAGED_STAKE if sheet.back else DESTROYED_STAKE
            if total >= (sheet.back or sheet).capacity:
                stake += DESTROYED_STAKE
        return stake

    # Altitude

    def altitude_step(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Keep a position that is good; dive to shake off an enemy, for a card, or after one; climb after one.

        Who has too few cards to win a fight that has not begun dives out of it, and gathers more.
        """
        unit = state.active
        position = state.positions[unit]
        if position > NEUTRAL:
            return choices[-1]
        can_dive = DIVE in choices
        if position < NEUTRAL:
            return DIVE if can_dive else choices[-1]
        altitude = state.altitude[unit]
        above = below = False
        for foe in state.foes[unit]:
            other = state.altitude[foe]
            if other == altitude:
                weak = len(state.hands[4 * unit]) < FIGHTING_HAND or not state.masks[4 * unit] & ATTACKING
                return DIVE if can_dive and weak else choices[-1]
            if other > altitude:
                above = True
            elif other >= 0:
                below = True
        if can_dive and (below or not above):
            return DIVE
        if above and choices[0] == CLIMB and len(state.hands[4 * unit]) > self.temper.chase:
            return CLIMB
        return choices[-1]

    def _pay(self, state: State, choices: tuple[Action, ...]) -> Action:
        return min(choices, key=_spent)

    def follow(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Follow while enough cards are left to use the position."""
        return FOLLOW_ON if self.left_after(state) >= self.temper.chase else STAY

    def left_after(self, state: State) -> int:
        """Cards and counters that are left when an altitude change has been followed; a dive gives one."""
        craft = state.actor
        left = len(state.hands[craft]) + state.counters[craft] - FOLLOW_PRICE[state.positions[craft >> 2]]
        if state.roll:
            left -= FOLLOW_ROLL
        return left + (1 if state.direction < 0 else -CLIMB_PRICE)

    def _hide(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Come out of the Clouds as low as can be: diving gives a card."""
        return choices[0]

    # The Leader Step

    def leader(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Better the position, then fire; get away from an enemy who cannot be shaken off otherwise."""
        craft = state.actor
        unit = craft >> 2
        if state.damaged[craft] and DISENGAGE in choices and self.flees(state, craft):
            return DISENGAGE
        position = state.positions[unit]
        if position == NEUTRAL and state.target == NONE:
            choices = self.at_best_target(state, choices)
        return max(choices, key=_leader_value[position])

    def flees(self, state: State, craft: int) -> bool:
        """Whether to Disengage: the Leader is nearly Destroyed and no sound Wingman can take his place."""
        sheet = state.sheet(craft)
        if sheet.capacity - state.hits[craft] > self.temper.flight:
            return False
        return not state.sheets[craft + 1] or state.damaged[craft + 1]

    def at_best_target(self, state: State, choices: tuple[Action, ...]) -> tuple[Action, ...]:
        """The attacks at the target of most worth; all choices if there is no target."""
        worth: dict[int, int] = {}
        for action in choices:
            target = TARGET[action]
            if target >= 0 and target not in worth:
                worth[target] = self.worth(state, target)
        if len(worth) < 2:
            return choices
        best = max(worth, key=worth.__getitem__)
        return tuple([action for action in choices if TARGET[action] == best])

    # Cards

    def _discard(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Make room for cards that could be drawn, with those worth less than an unknown one.

        A hand above what may be held stays: a card thrown away from it makes room for none. [WBY 5.2.2]
        """
        craft = state.actor
        sheet = state.sheets[craft]
        assert sheet is not None
        room = sheet.performance - state.cockpit[craft] - len(state.hands[craft])
        if not 0 <= room < sheet.draw[state.altitude[craft >> 2]]:
            return END
        worst = min(choices[:-1], key=_spent)
        return worst if SPENT[worst] < JUNK else END

    def _draw(self, state: State, choices: tuple[Action, ...]) -> Action:
        """Draw as many cards as may be drawn."""
        return choices[-1]


_RULES: Final[dict[int, Rule]] = {
    ALTITUDE: HeuristicPlayer.altitude,
    EXCHANGE: HeuristicPlayer._exchange,
    ORDER: HeuristicPlayer._order,
    WINGMAN_TARGET: HeuristicPlayer._wingman_target,
    WINGMAN: HeuristicPlayer._wingman,
    RESPOND: HeuristicPlayer.respond,
    ALTITUDE_STEP: HeuristicPlayer.altitude_step,
    PAY: HeuristicPlayer._pay,
    FOLLOW: HeuristicPlayer.follow,
    LEADER: HeuristicPlayer.leader,
    HIDE: HeuristicPlayer._hide,
    DISCARD: HeuristicPlayer._discard,
    DRAW: HeuristicPlayer._draw,
    **buzz.RULES,
}
"""By kind of decision. One table for all players: with one of its own each would be a cycle for the collector."""
_MISSION_RULES: Final[dict[int, Rule]] = _RULES | RULES
