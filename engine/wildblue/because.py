"""Why the player by rules of thumb chooses what he does: by the rules, tables and thresholds that he himself goes by.

Nothing is weighed here that he does not weigh; what he chose comes first by each order that is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from engine.core.choices import Because
from engine.core.game import SIDES, Action, Game
from engine.flames.because import ranked
from engine.flames.board import counted
from engine.wildblue.actions import (
    BY_OBLIQUE,
    BY_ROCKETS,
    CLIMB,
    COUNTS_AS,
    DISENGAGE,
    DIVE,
    END,
    FOLLOW_ON,
    PASS,
    TARGET,
)
from engine.wildblue.buzz.terms import AIMING, ANSWERING, DISCARDING, EXCHANGING
from engine.wildblue.buzz.terms import ATTACKING as ATTACKING_BOMBS
from engine.wildblue.cards import BURSTS, CLOUDS, HITS, IMS_COCKPIT, IMS_ENGINE, IMS_FUEL, VERTICAL_ROLL
from engine.wildblue.heuristic import HeuristicPlayer
from engine.wildblue.heuristic_values import (
    ANSWER_RISK,
    ATTACKING,
    FIGHTING_HAND,
    JUNK,
    LEADER_VALUE,
    MOVE_VALUE,
    NEVER,
    SPENT,
    WINGMAN_VALUE,
)
from engine.wildblue.missions import heuristic as missions
from engine.wildblue.missions.formations import is_formation
from engine.wildblue.missions.mission import Mission
from engine.wildblue.state import NONE, State
from engine.wildblue.tables import STEPS, WINGMAN_BURSTS
from engine.wildblue.terms import (
    ALTITUDE,
    ALTITUDE_STEP,
    BREAK_OFF,
    COUNTER,
    DISCARD,
    DRAW,
    ESCORT,
    ESCORTING,
    EXCHANGE,
    FOLLOW,
    FORMATION,
    HIDE,
    INTERCEPTOR,
    JETTISON,
    LEADER,
    NEUTRAL,
    ORDER,
    PAY,
    RESPOND,
    STRIKE,
    WINGMAN,
    WINGMAN_TARGET,
    unit_of,
)

Told: TypeAlias = Callable[[HeuristicPlayer, State, Action], Because]


def because(game: Game, action: Action, doctrine: str) -> Because:
    """Why a player of this doctrine has chosen an action."""
    state: State = game  # type: ignore[assignment]  # every game of this system is one
    if len(state.choices) == 1:
        return Because("nothing else is allowed")
    return _TOLD[state.kind](HeuristicPlayer(SIDES[0], 0, doctrine), state, action)


def _points(tenths: float) -> str:
    """Tenths of a Victory Point in words."""
    return f"{tenths / 10:.1f} points"


def _rule(why: str) -> Told:
    """A rule that weighs nothing."""
    return lambda player, state, action: Because(why)


# Cards


def _kept(action: Action) -> str:
    return f"worth {_points(SPENT[action])} in the hand"


def _pay(player: HeuristicPlayer, state: State, action: Action) -> Because:
    return ranked("it is missed least", action, state.choices, lambda each: -SPENT[each], _kept)


def _part(player: HeuristicPlayer, state: State, action: Action) -> Because:
    cards = state.choices[:-1]
    if action != END:
        why = "an unknown card is worth more"
        unknown = f", the unknown one {_points(JUNK)}"
        return ranked(
            why,
            action,
            cards,
            lambda each: -SPENT[each],
            lambda each: _kept(each) + (unknown if each == action else ""),
        )
    if state.kind == DISCARD and not _draws_more_with_room(state):
        return Because("room would bring no more cards")
    return Because(f"every card in hand is worth as much as an unknown one, {_points(JUNK)}, or more")


def _draws_more_with_room(state: State) -> bool:
    """Whether a card that is discarded brings another. [WBY 5.2.2]"""
    craft = state.actor
    sheet = state.sheet(craft)
    room = sheet.performance - state.cockpit[craft] - len(state.hands[craft])
    return 0 <= room < sheet.draw[state.altitude[unit_of(craft)]]


# The Wingman Step


def _wingman(player: HeuristicPlayer, state: State, action: Action) -> Because:
    why = "it does most; a mini-hand is lost anyway"
    return ranked(why, action, state.choices, WINGMAN_VALUE.__getitem__, _does(state))


_SPECIAL: Final = {
    IMS_COCKPIT: f"{counted(HITS[IMS_COCKPIT], 'Hit')} and a Cockpit Hit",
    IMS_ENGINE: "an Engine Hit",
    IMS_FUEL: "a Fuel Tank Hit",
}
"""Fire that does something other than plain Hits. [WBY 9.3.3-9.3.5]"""


def _does(state: State) -> Callable[[Action], str]:
    """What a card does at its target, as it is printed. [WBY 7.3, 10.6.2]"""

    def words(action: Action) -> str:
        target, face = TARGET[action], COUNTS_AS[action]
        if target < 0:
            return "does nothing"
        if BURSTS[face]:
            return f"{_SPECIAL.get(face) or counted(HITS[face], 'Hit')} for {counted(BURSTS[face], 'Burst')}"
        if target & 1 or is_formation(state, unit_of(target)):
            return f"{counted(WINGMAN_BURSTS[face], 'Burst')} more"
        return f"betters the position by {STEPS[face]}"

    return words


def _wingman_target(player: HeuristicPlayer, state: State, action: Action) -> Because:
    return _at_worth(player, state, action, state.choices[:-1])


def _at_worth(player: HeuristicPlayer, state: State, action: Action, choices: Iterable[Action]) -> Because:
    """By what an attack on each target is worth."""

    def value(each: Action) -> int:
        if state.mission is not None:
            return missions.aim(player, state, each)
        return player.worth(state, TARGET[each])

    def words(each: Action) -> str:
        craft = TARGET[each]
        left = state.sheet(craft).capacity - state.hits[craft]
        return f"{_points(value(each))}, {counted(left, 'Hit')} from its next loss"

    is_special = action in BY_ROCKETS or action in BY_OBLIQUE
    why = "such an attack is worth most there" if is_special else "a Hit is worth most there"
    return ranked(why, action, choices, value, words)


def _order(player: HeuristicPlayer, state: State, action: Action) -> Because:
    unseen = state.mission.face_down if state.mission else 0

    def value(each: Action) -> int:
        unit = TARGET[each]
        return 0 if unseen >> unit & 1 else (state.masks[4 * unit] & ATTACKING).bit_count()

    why = "its hand, as far as it is known, attacks best"
    return ranked(why, action, state.choices, value, lambda each: counted(value(each), "kind") + " of attacking card")


# Responses


def _respond(player: HeuristicPlayer, state: State, action: Action) -> Because:
    craft = state.actor
    if is_formation(state, unit_of(craft)):
        risk = missions.CREW_RISK
        why = "a mini-hand is lost anyway; this is hardest to stop, return fire preferred"
        return ranked(why, action, state.choices, lambda each: -risk[each], _stopped)
    if craft & 1:
        why = "a mini-hand is lost anyway; this is hardest to stop"
        return ranked(why, action, state.choices, lambda each: -ANSWER_RISK[each], _stopped)
    cost = player.answer_cost

    def words(each: Action) -> str:
        return f"the card counts {_points(cost(each))}"

    answers = [each for each in state.choices if each != PASS]
    if action != PASS and state.turn == state.last_turn and unit_of(craft) in state.order[: state.index]:
        return ranked("no card is of use any more", action, answers, lambda each: -cost(each), words)
    held = len(state.hands[craft])
    brings = "what the attack brings" if craft == state.attacker else "what it saves"
    stake = f"{_points(player.stake(state) + 2 * held - 6)} with {counted(held, 'card')} in hand"
    if action != PASS:
        found = ranked(f"{brings} counts more than the card", action, answers, lambda each: -cost(each), words)
        return found._replace(found=f"{stake}, {found.found}")
    best = min(answers, key=cost)
    return Because(f"any answer counts more than {brings}", ((best, words(best)),), stake)


def _stopped(action: Action) -> str:
    if action == PASS:
        return "stops nothing"
    return f"{counted(ANSWER_RISK[action], 'card')} of a deck stop it"


# Altitude


def _altitude_step(player: HeuristicPlayer, state: State, action: Action) -> Because:
    if state.mission is not None:
        return Because(_of_role(state, state.mission))
    unit = state.active
    position, cards = state.positions[unit], len(state.hands[4 * unit])
    held = counted(cards, "card")
    if position > NEUTRAL:
        return Because("it keeps a good position")
    if position < NEUTRAL:
        return Because("it may shake off who is on him" if action == DIVE else "he cannot dive away from who is on him")
    here = state.altitude[unit]
    levels = [state.altitude[foe] for foe in state.foes[unit] if state.altitude[foe] >= 0]
    if here in levels:
        if action == DIVE and cards < FIGHTING_HAND:
            return Because(f"with {held}, fewer than {FIGHTING_HAND}, he gathers more out of reach")
        if action == DIVE:
            return Because("none of his cards attacks, and he gathers others out of reach")
        return Because("there is an enemy at this altitude")
    if action == DIVE:
        is_below = any(level < here for level in levels)
        return Because(f"{'an enemy is below' if is_below else 'nobody is above'}, and a dive gives a card")
    if action == CLIMB:
        return Because(f"enemies are above, and he has {held} to follow them with")
    if CLIMB in state.choices and any(level > here for level in levels):
        enough = f"{held} {'is' if cards == 1 else 'are'} not enough"
        return Because(f"enemies are above, but {enough} to climb after them and fight")
    return Because("nothing that he may do leads nearer to an enemy")


def _of_role(state: State, mission: Mission) -> str:
    role = mission.plan.roles[state.active]
    if role == ESCORTING:
        return "escorts fly where the bombers do; with somebody on them, or on somebody, as in a dogfight"
    if role == INTERCEPTOR:
        return "interceptors go where the bombers are, even pursued; on somebody they fly as in a dogfight"
    return "until they have struck, strikers go to where they strike from, unless pursued; then as in a dogfight"


def _follow(player: HeuristicPlayer, state: State, action: Action) -> Because:
    left, chase = player.left_after(state), player.temper.chase
    if action != FOLLOW_ON and left >= chase:
        return Because("escorts stay with the bombers")
    how_many = "enough" if action == FOLLOW_ON else "too few"
    found = f"{counted(max(left, 0), 'card')}, and he wants {chase}"
    return Because(f"{how_many} cards would be left to use the position", (), found)


# The Leader Step


def _leader(player: HeuristicPlayer, state: State, action: Action) -> Because:
    craft = state.actor
    unit = unit_of(craft)
    position, choices = state.positions[unit], state.choices
    mission = state.mission
    if mission is not None:
        if state.target >= 0 and mission.plan.formations >> unit_of(state.target) & 1:
            why = "Bursts first, then what hits hardest for the worth of its card"
            bomber_value = missions.BOMBER_VALUE.__getitem__
            return ranked(why, action, choices, bomber_value, _played(state, bomber_value))
        if mission.face_down >> unit & 1:
            return Because("nobody has seen the hand, so only rockets are of use")
        if position == NEUTRAL and state.target == NONE and not state.played:
            declared = [each for each in choices if each in missions.DECLARES]
            if action in declared:
                return _at_worth(player, state, action, declared)
            choices = tuple(each for each in choices if each not in declared)
    if action == DISENGAGE and state.damaged[craft] and player.flees(state, craft):
        left = state.sheet(craft).capacity - state.hits[craft]
        return Because(f"{counted(left, 'Hit')} more would destroy him, and no sound Wingman can take his place")
    if position == NEUTRAL and state.target == NONE:
        choices = player.at_best_target(state, choices)
    value = LEADER_VALUE[position].__getitem__
    words = _played(state, value)
    if action == END:
        return Because("no card is worth more played than kept")
    if TARGET[action] < 0:
        why = "it gets away from who is on him"
        return ranked(why, action, choices, value, lambda each: "" if each == action else words(each))
    moves = COUNTS_AS[action] in MOVE_VALUE[position]
    why = "moves come before fire, giving Bursts" if moves else "it hits hardest for its worth"
    return ranked(why, action, choices, value, words)


def _played(state: State, value: Callable[[Action], int]) -> Callable[[Action], str]:
    """What comes of an action in the Leader Step."""
    does = _does(state)

    def words(action: Action) -> str:
        if action == END:
            return "keeps the cards"
        if COUNTS_AS[action] in (CLOUDS, VERTICAL_ROLL) and TARGET[action] < 0:
            return "gets away too" if value(action) > NEVER else "kept to answer with"
        return f"{does(action)}, {_kept(action)}" if TARGET[action] >= 0 else "gives up what he has"

    return words


# Missions


def _strike(player: HeuristicPlayer, state: State, action: Action) -> Because:
    return Because("it is most of what can be brought to the target at once")


def _escort(player: HeuristicPlayer, state: State, action: Action) -> Because:
    if action == PASS:
        return Because("no escort is known to hold a card that stops the attack")

    def value(each: Action) -> int:
        return (state.masks[4 * TARGET[each]] & missions.SHIELD).bit_count()

    others = [each for each in state.choices if each != PASS]
    return ranked("it can stop most", action, others, value, lambda each: counted(value(each), "kind") + " of answer")


def _counter(player: HeuristicPlayer, state: State, action: Action) -> Because:
    return ranked("it hits back hardest", action, state.choices, WINGMAN_VALUE.__getitem__, _does(state))


_TOLD: Final[dict[int, Told]] = {
    ALTITUDE: lambda player, state, action: Because(
        "escorts begin with the bombers, interceptors above them, others High, where there is most to dive for"
        if state.mission
        else "dives from there give cards; higher up fewer are drawn"
    ),
    EXCHANGE: _part,
    ORDER: _order,
    WINGMAN_TARGET: _wingman_target,
    WINGMAN: _wingman,
    RESPOND: _respond,
    ALTITUDE_STEP: _altitude_step,
    PAY: _pay,
    FOLLOW: _follow,
    LEADER: _leader,
    HIDE: _rule("it is the lowest that can be, and diving gives a card"),
    DISCARD: _part,
    DRAW: _rule("he draws as many as he may"),
    JETTISON: _rule("tanks go when an enemy is near, bombs only when they will not reach the target"),
    STRIKE: _strike,
    ESCORT: _escort,
    COUNTER: _counter,
    BREAK_OFF: _rule("he goes on while there is something to strike with, or an aircraft that may come through"),
    FORMATION: _rule("a Formation turns home only with one damaged aircraft left"),
    AIMING: _rule(
        "the flying bomb nearest to its end, then the one that leaves the belt first; none, if that may kill him"
    ),
    ATTACKING_BOMBS: _rule(
        "what destroys it with fewest Bursts; then Bursts, if the hand can use them; then the best fire"
    ),
    ANSWERING: _rule("fire is worth any answer, a Maneuver only a card that is worth little"),
    DISCARDING: _rule("only what is worth less than an unknown card is given up, and only to draw more"),
    EXCHANGING: _rule("only what is worth less than an unknown card is given back"),
}
"""By kind of decision."""
