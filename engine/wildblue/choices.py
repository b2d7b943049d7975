"""The actions of a dogfight or a Mission as a person takes them: by card, by what they are aimed at, by button."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from engine.core.choices import Choice
from engine.core.game import Action, Game
from engine.flames.board import counted
from engine.wildblue.actions import BREAK_OFF as BREAKS_OFF
from engine.wildblue.actions import (
    BY_OBLIQUE,
    BY_ROCKETS,
    CHOOSE_ALTITUDE,
    CLIMB,
    CONTINUE,
    COUNTS_AS,
    DISENGAGE,
    DIVE,
    DIVE_BOMB,
    DRAW_CARDS,
    END,
    FACE_PLAYED,
    FOLLOW_ON,
    GIVE_UP,
    GO,
    HIDE_AT,
    INTERVENE,
    INTO_CLOUDS,
    IS_HEAVY_GUN,
    IS_RETURN_FIRE,
    IS_SPOILED,
    JETTISON,
    KEEP,
    PASS,
    ROLL_CLIMB,
    ROLL_DIVE,
    SKIP,
    SPENDS_COUNTER,
    STAY,
    STRIKE_MODES,
    STRIKE_WAY,
    TARGET,
    TEXT,
)
from engine.wildblue.altitude import follow_price
from engine.wildblue.cards import CLOUDS, FACES, FIRST_FIRING, NAMES, VERTICAL_ROLL
from engine.wildblue.missions.bombers import shielded
from engine.wildblue.missions.formations import is_formation
from engine.wildblue.missions.prompts import aircraft_called
from engine.wildblue.names import called
from engine.wildblue.state import State
from engine.wildblue.terms import (
    ALTITUDE,
    ALTITUDES,
    COUNTER,
    DISCARD,
    ESCORT,
    EXCHANGE,
    FOLLOW,
    FORMATION,
    LEADER,
    STRIKE,
    UNITS,
    VERY_HIGH,
    VERY_LOW,
    WINGMAN,
    unit_of,
    words,
)
from engine.wildblue.views import craft_name

_COUNTER: Final = "Full Throttle counter"
_FEW: Final = 6
"""Buttons from which one is found at a glance."""
_STRIKES: Final = ("", "Level bombing", "Dive bombing", "Torpedoes", "Lay mines", "Deliver Cargo")
"""By index of ``STRIKE_MODES``."""
_ENDS: Final = {
    LEADER: "End the Leader Step",
    WINGMAN: "End the Wingman Step",
    DISCARD: "End the Discard Step",
    EXCHANGE: "Draw as many as were given back",
    STRIKE: "Strike nothing",
    COUNTER: "No counter-attack",
}


def choices(game: Game, actions: Iterable[Action]) -> tuple[Choice, ...]:
    """How the deciding side takes these actions."""
    state: State = game  # type: ignore[assignment]  # every game of this system is one
    wanted = tuple(actions)
    many = sum(action in _DRAWS for action in wanted) > _FEW
    return tuple(_draw(state, action, many) if action in _DRAWS else _choice(state, action) for action in wanted)


def card_played(action: Action) -> str:
    """What an action plays, in words: ``Ace Pilot as Scissors``."""
    face, counts_as = FACE_PLAYED[action], COUNTS_AS[action]
    name = _COUNTER if SPENDS_COUNTER[action] else NAMES[face]
    if action in IS_HEAVY_GUN:
        return f"{name} with a Heavy Gun"
    return name if counts_as == face else f"{name} as {NAMES[counts_as]}"


def _choice(state: State, action: Action) -> Choice:
    if action in _PLAIN:
        return Choice(action, _PLAIN[action](state), is_plain=True)
    if action in _AT_ALTITUDE:
        return _to_altitude(state, action)
    if action in _BUTTONS:
        return Choice(action, _BUTTONS[action](state), is_grave=action in (DISENGAGE, BREAKS_OFF))
    if action in STRIKE_WAY:
        return _strike(action)
    if action in _GO:
        return Choice(action, f"{called(state, TARGET[action])} goes next", at=UNITS[TARGET[action]])
    if action in _INTERVENE:
        return Choice(action, f"{called(state, TARGET[action])} intervenes", at=UNITS[TARGET[action]])
    target = TARGET[action]
    card = "" if SPENDS_COUNTER[action] or FACE_PLAYED[action] < 0 else FACES[FACE_PLAYED[action]]
    if target >= 0:
        said = f"{card_played(action)} at" if FACE_PLAYED[action] >= 0 else _weapon(action)
        return Choice(action, f"{said} {aircraft_called(state, target)}", card, craft_name(state, target))
    return Choice(action, _with_card(action), card)


def _weapon(action: Action) -> str:
    return "Aerial Rockets at" if action in BY_ROCKETS else "Oblique Guns at" if action in BY_OBLIQUE else "Attack"


def _with_card(action: Action) -> str:
    """A card that is aimed at nobody."""
    if action == INTO_CLOUDS:
        return "Into the Clouds"
    if action in IS_RETURN_FIRE:
        return f"Return fire with {card_played(action)}"
    if action in IS_SPOILED:
        return f"Spoil the attack with {NAMES[FACE_PLAYED[action]]}"
    return f"{_VERBS[TEXT[action].partition(' ')[0]]} {card_played(action)}"


_VERBS: Final = {"respond": "Answer with", "pay": "Pay with", "discard": "Discard", "exchange": "Give back"}


def _strike(action: Action) -> Choice:
    mode, rockets, strafe = STRIKE_WAY[action]
    parts = [_STRIKES[mode]] if mode else []
    parts += ["rockets"] if rockets else []
    parts += ["strafing"] if strafe else []
    label = " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
    return Choice(action, label[:1].upper() + label[1:], at=f"target {STRIKE_MODES[mode] or 'guns'}")


# Altitudes


def _to_altitude(state: State, action: Action) -> Choice:
    """What leads to an altitude, by a card or without one."""
    if action in _CHOSEN:
        altitude, said = TARGET[action], "Begin at" if state.kind == ALTITUDE else "Go to"
    elif action in _HIDDEN:
        altitude, said = TARGET[action], "Leave the Clouds at"
    elif action == DIVE_BOMB:
        altitude, said = VERY_LOW, "Dive on the target, to"
    else:
        up = action in (CLIMB, ROLL_CLIMB)
        altitude = min(max(state.altitude[state.active] + (1 if up else -1), VERY_LOW), VERY_HIGH)
        said = "Climb to" if up else "Dive to"
    rolls = action in (ROLL_CLIMB, ROLL_DIVE)
    said = f"Vertical Roll: {said.lower()}" if rolls else said
    slug = ALTITUDES[altitude]
    return Choice(action, f"{said} {words(slug)}", FACES[VERTICAL_ROLL] if rolls else "", slug)


def _altitude(state: State, unit: int) -> str:
    return words(ALTITUDES[state.altitude[unit]])


def _draw(state: State, action: Action, many: bool) -> Choice:
    """Of very many numbers those between none and most stand at the aircraft that draws."""
    count = TARGET[action]
    most = max((TARGET[each] for each in state.choices if each in _DRAWS), default=count)
    between = many and 0 < count < most
    label = f"Draw {counted(count, 'card')}" if count else "Draw no card"
    return Choice(action, label, at=craft_name(state, state.actor) if between else "", is_plain=not count)


# Buttons


def _pass(state: State) -> str:
    if state.kind == ESCORT:
        return "No escort intervenes"
    if state.actor != state.defender:
        return "Pass: the attack fails"
    if shielded(state):
        return "Pass: leave it to the aircraft attacked"
    if state.attack in (CLOUDS, VERTICAL_ROLL):
        return "Pass: let him go"
    return "Pass: take the Hits" if state.attack >= FIRST_FIRING else "Pass: let it stand"


def _stay(state: State) -> str:
    unit = unit_of(state.actor)
    if state.kind == FOLLOW:
        return f"Stay at {_altitude(state, unit)} and be Neutral"
    if state.kind == FORMATION:
        return f"Fly on with {aircraft_called(state, state.actor)}"
    return f"Stay at {_altitude(state, unit)}"


def _follow(state: State) -> str:
    said = f"Follow {called(state, state.active)} to {_altitude(state, state.active)}"
    price = follow_price(state, unit_of(state.actor))
    return f"{said} for {counted(price, 'card')}" if price else said


def _give_up(state: State) -> str:
    foe = state.engaged[unit_of(state.actor)]
    return f"Give up the position on {called(state, foe)}" if foe >= 0 else "Give up a position"


def _disengage(state: State) -> str:
    who = aircraft_called(state, state.actor)
    return f"Disengage with {who if is_formation(state, unit_of(state.actor)) else called(state, unit_of(state.actor))}"


_PLAIN: Final[dict[Action, Callable[[State], str]]] = {
    PASS: _pass,
    END: lambda state: _ENDS[state.kind],
    SKIP: lambda state: "No attack by the Wingman",
    STAY: _stay,
    KEEP: lambda state: "Keep the load",
    CONTINUE: lambda state: "Continue over the target",
}
_BUTTONS: Final[dict[Action, Callable[[State], str]]] = {
    FOLLOW_ON: _follow,
    GIVE_UP: _give_up,
    DISENGAGE: _disengage,
    JETTISON: lambda state: "Jettison the load",
    BREAKS_OFF: lambda state: f"Break off with {called(state, unit_of(state.actor))}",
}
_CHOSEN: Final = frozenset(CHOOSE_ALTITUDE)
_HIDDEN: Final = frozenset(HIDE_AT)
_AT_ALTITUDE: Final = _CHOSEN | _HIDDEN | {CLIMB, DIVE, DIVE_BOMB, ROLL_CLIMB, ROLL_DIVE}
_GO: Final = frozenset(GO)
_INTERVENE: Final = frozenset(INTERVENE)
_DRAWS: Final = frozenset(DRAW_CARDS)
