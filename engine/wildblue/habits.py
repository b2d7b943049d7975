"""Standing orders for a game of Wild Blue Yonder. [WBY 3, 8.2, 10; SUP 20.3]

Each knows no more than its side may see, and what the cards are worth to those who fly by rules of thumb.
"""

from __future__ import annotations

from typing import Final

from engine.core.choices import Habit
from engine.core.game import SIDES, Action, Game
from engine.flames.habits import always, if_alone
from engine.wildblue.actions import (
    ATTACK,
    BY_ROCKETS,
    CHOOSE_ALTITUDE,
    END,
    FACE_PLAYED,
    INTO_CLOUDS,
    PASS,
    ROLL_CLIMB,
    ROLL_DIVE,
    STAY,
    TARGET,
)
from engine.wildblue.buzz.game import BuzzBombGame
from engine.wildblue.heuristic import HeuristicPlayer
from engine.wildblue.heuristic_values import ANSWER_RISK, SPENT, WINGMAN_VALUE
from engine.wildblue.missions.formations import is_formation
from engine.wildblue.response_prompts import fate_of_attacked
from engine.wildblue.state import State
from engine.wildblue.terms import NEUTRAL, SIDE_OF_UNIT, unit_of

_EVASIONS: Final = frozenset((ROLL_CLIMB, ROLL_DIVE, INTO_CLOUDS))
_THUMB: Final = HeuristicPlayer(SIDES[0], 0)
"""Whoever's side it is: he asks the game who decides."""


def _state(game: Game) -> State:
    return game  # type: ignore[return-value]  # every game of this system is one


def _draw(game: Game) -> Action | None:
    return game.legal()[-1]


def _nothing_gained(game: Game) -> Action | None:
    """However many cards were discarded, no more would be drawn. [WBY 5.2.2, 5.2.3]"""
    state = _state(game)
    craft = state.actor
    sheet = state.sheet(craft)
    room = sheet.performance - state.cockpit[craft] - len(state.hands[craft])
    return END if room >= sheet.draw[state.altitude[unit_of(craft)]] else None


def _worst(game: Game) -> Action | None:
    return min(game.legal(), key=SPENT.__getitem__)


def _is_beset(state: State) -> bool:
    """Somebody is Advantaged over the unit or Tailing it."""
    return state.positions[unit_of(state.actor)] < NEUTRAL


def _one_altitude(game: Game) -> Action | None:
    """That of the side's first unit. [WBY 4.5]"""
    state = _state(game)
    unit = unit_of(state.actor)
    own = (each for each in state.present if each >> SIDE_OF_UNIT == unit >> SIDE_OF_UNIT)
    chosen = next((state.hidden[each] for each in own if state.hidden[each] >= 0), None)
    return None if chosen is None else next((each for each in state.choices if each == CHOOSE_ALTITUDE[chosen]), None)


def _keep_altitude(game: Game) -> Action | None:
    state = _state(game)
    return None if _is_beset(state) or STAY not in state.choices else STAY


def _altitude_by_thumb(game: Game) -> Action | None:
    return None if _is_beset(_state(game)) else _THUMB.choose(game)


def _plays(state: State) -> list[Action]:
    """The cards that a Leader may play, and the attacks that he may declare."""
    return [action for action in state.choices if FACE_PLAYED[action] >= 0 or TARGET[action] >= 0]


def _nothing_to_play(game: Game) -> Action | None:
    state = _state(game)
    return None if _plays(state) or END not in state.choices else END


def _only_evasions(game: Game) -> Action | None:
    """Vertical Rolls and Clouds, which answer attacks too. [WBY 6.2.5, 6.2.8]"""
    state = _state(game)
    plays = _plays(state)
    spared = bool(plays) and all(action in _EVASIONS for action in plays)
    return END if spared and not _is_beset(state) else None


def _only_attack(game: Game) -> Action | None:
    """Where there is a single one, and the unit has nobody to get away from."""
    state = _state(game)
    plays = _plays(state)
    attacks = [action for action in plays if TARGET[action] >= 0]
    return attacks[0] if len(attacks) == 1 and (plays == attacks or not _is_beset(state)) else None


def _wingman_target(game: Game) -> Action | None:
    """The Leader with whom the unit is Engaged, else who is nearest to his next loss; guns before rockets."""
    state = _state(game)
    foe = state.engaged[unit_of(state.actor)]
    if foe >= 0 and ATTACK[4 * foe] in state.choices:
        return ATTACK[4 * foe]
    targets = [action for action in state.choices if TARGET[action] >= 0]
    return min(targets, key=lambda action: (action in BY_ROCKETS, _bears(state, TARGET[action])))


def _bears(state: State, craft: int) -> int:
    """Hits until an aircraft is Damaged, or Destroyed."""
    return state.sheet(craft).capacity - state.hits[craft]


def _wingman(game: Game) -> Action | None:
    return max(game.legal(), key=WINGMAN_VALUE.__getitem__)


def _has_mini_hand(state: State) -> bool:
    return bool(state.actor & 1) or is_formation(state, unit_of(state.actor))


def _answer(game: Game) -> Action | None:
    """A mini-hand is lost anyway: the card that fewest others stop."""
    state = _state(game)
    if isinstance(game, BuzzBombGame) or not _has_mini_hand(state):
        return None
    return min(state.choices, key=ANSWER_RISK.__getitem__)


def _press_on(game: Game) -> Action | None:
    """The worst card that answers an answer to one's own attack."""
    state = _state(game)
    if isinstance(game, BuzzBombGame) or state.actor != state.attacker:
        return None
    answers = [action for action in state.choices if action != PASS]
    return min(answers, key=SPENT.__getitem__) if answers else None


def _answer_losses(game: Game) -> Action | None:
    """The worst card against fire that is enough to damage or destroy the aircraft."""
    state = _state(game)
    if isinstance(game, BuzzBombGame) or _has_mini_hand(state) or state.actor == state.attacker:
        return None
    if not fate_of_attacked(state):
        return None
    answers = [action for action in state.choices if action != PASS]
    return min(answers, key=SPENT.__getitem__) if answers else None


def _escort(game: Game) -> Action | None:
    return next((action for action in game.legal() if action != PASS), None)


def _is_mission(game: Game) -> bool:
    return _state(game).mission is not None


def _by_thumb(game: Game) -> Action | None:
    return _THUMB.choose(game)


def _first(game: Game) -> Action | None:
    return game.legal()[0]


HABITS: Final = (
    Habit("never-discard", "Never discard", frozenset({"discard"}), always("end"), "Cards"),
    Habit(
        "discard-to-draw",
        "End the Discard Step when room would bring no more cards",
        frozenset({"discard"}),
        _nothing_gained,
        "Cards",
    ),
    Habit(
        "make-room",
        "Discard what is worth less than an unknown card, to draw more",
        frozenset({"discard"}),
        _by_thumb,
        "Cards",
    ),
    Habit("draw-all", "Draw as many cards as I may", frozenset({"draw"}), _draw, "Cards", is_usual=True),
    Habit("pay-worst", "Pay with the worst card", frozenset({"pay"}), _worst, "Cards", is_usual=True),
    Habit("keep-hand", "Keep the first hand", frozenset({"exchange"}), always("end"), "Cards"),
    Habit(
        "one-altitude",
        "All my units begin where the first of them does",
        frozenset({"altitude"}),
        _one_altitude,
        "Altitude",
    ),
    Habit(
        "keep-altitude",
        "Keep my altitude unless somebody is on me",
        frozenset({"altitude-step"}),
        _keep_altitude,
        "Altitude",
    ),
    Habit(
        "staffs-altitude",
        "Change altitude as the staff would unless somebody is on me",
        frozenset({"altitude-step"}),
        _altitude_by_thumb,
        "Altitude",
    ),
    Habit("always-follow", "Always follow", frozenset({"follow"}), always("follow", "stay"), "Altitude"),
    Habit("never-follow", "Never follow", frozenset({"follow"}), always("stay"), "Altitude"),
    Habit(
        "order",
        "My units take their turns as they are numbered",
        frozenset({"order"}),
        _first,
        "Leaders",
        is_usual=True,
    ),
    Habit(
        "end-unable",
        "End the Leader Step when I have no card to play; no position is given up, and nobody Disengages",
        frozenset({"leader"}),
        _nothing_to_play,
        "Leaders",
        is_usual=True,
    ),
    Habit(
        "keep-evasions",
        "Keep Vertical Rolls and Clouds for answers unless somebody is on me",
        frozenset({"leader"}),
        _only_evasions,
        "Leaders",
    ),
    Habit("only-attack", "Leaders make the only attack that there is", frozenset({"leader"}), _only_attack, "Leaders"),
    Habit(
        "wingmen-aim",
        "Wingmen attack whom I am Engaged with, or who is nearest to being Damaged or Destroyed",
        frozenset({"wingman-target"}),
        _wingman_target,
        "Wingmen",
    ),
    Habit("wingmen-attack", "Wingmen play all they can, the best first", frozenset({"wingman"}), _wingman, "Wingmen"),
    Habit(
        "pass-unable",
        "Pass when I have nothing to answer with",
        frozenset({"respond"}),
        if_alone("pass"),
        "Answers",
        is_usual=True,
    ),
    Habit("wingmen-answer", "Wingmen and bombers answer when they can", frozenset({"respond"}), _answer, "Answers"),
    Habit(
        "answer-losses",
        "Leaders answer fire that would damage or destroy an aircraft, with the worst card",
        frozenset({"respond"}),
        _answer_losses,
        "Answers",
    ),
    Habit(
        "press-on",
        "Answer every answer to my own attacks, with the worst card",
        frozenset({"respond"}),
        _press_on,
        "Answers",
    ),
    Habit("escort", "Escorts intervene when they can", frozenset({"escort"}), _escort, "Missions", suits=_is_mission),
    Habit("keep-loads", "Never jettison", frozenset({"jettison"}), always("keep"), "Missions", suits=_is_mission),
    Habit("fly-on", "Bombers never turn back", frozenset({"formation"}), always("stay"), "Missions", suits=_is_mission),
    Habit(
        "go-over", "Go on over the target", frozenset({"break-off"}), always("continue"), "Missions", suits=_is_mission
    ),
)
