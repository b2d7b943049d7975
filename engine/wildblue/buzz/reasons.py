"""Why an action of a week of flying bombs is not among the legal ones, in a sentence with its section."""

from __future__ import annotations

from engine.flames.board import counted
from engine.wildblue.buzz.actions import COUNTS_AS, FACE_PLAYED, SPENDS_COUNTER, TARGET, TEXT
from engine.wildblue.buzz.events import BOMB_NAMES
from engine.wildblue.buzz.state import BuzzState, belt_of
from engine.wildblue.buzz.terms import AIMING, ANSWERING, ATTACKING, COMING, DECISIONS
from engine.wildblue.cards import BURSTS, COLOUR, FACES, NAMES
from engine.wildblue.missions.formations import bursts_at_bombers
from engine.wildblue.reasons import ANSWERS_BY
from engine.wildblue.state import NONE


def why_not(state: BuzzState, action: int) -> str:
    """Why an action is not among the legal ones."""
    verb = TEXT[action].split()[0]
    if verb not in {TEXT[choice].split()[0] for choice in state.choices} and not (
        (verb == "respond" and state.kind == ANSWERING) or (verb == "play" and state.kind == ATTACKING)
    ):
        return f"another decision is open ({DECISIONS[state.kind]}). [SUP 28]"
    face = FACE_PLAYED[action]
    if face != NONE and not SPENDS_COUNTER[action] and not state.masks[state.actor] >> face & 1:
        return f"the patrol holds no {NAMES[face]}."
    if state.kind == AIMING and TARGET[action] >= 0:
        return _why_not_aim(state, TARGET[action])
    if state.kind == ATTACKING and TARGET[action] >= 0:
        return _why_not_play(state, action)
    if state.kind == ANSWERING and face >= 0:
        return _why_not_answer(state, action)
    return f"it is not one of the choices now, such as {TEXT[state.choices[-1]]!r}. [SUP 28]"


def _why_not_aim(state: BuzzState, bomb: int) -> str:
    """Why a patrol does not attack a flying bomb. [SUP 28]"""
    week, name = state.week, BOMB_NAMES[bomb]
    if bomb < week.wave and week.fates[bomb] == COMING:
        if belt_of(bomb, state.turn) != week.belts[state.active]:
            return f"{name} is over another belt than the patrol. [SUP 28]"
        by_night = week.by_night(bomb)
        return f"{name} comes by {'night' if by_night else 'day'}, the patrol flies by the other time of day. [SUP 28]"
    return f"{name} is not over the patrol’s belt by its time of day. [SUP 28]"


def _why_not_play(state: BuzzState, action: int) -> str:
    """Why a card is not played at a flying bomb. [SUP 20.4.1, 28; WBY 6.1b, 10.2]"""
    craft, face = state.actor, COUNTS_AS[action]
    if TARGET[action] != state.week.target:
        return "only one aircraft may be attacked in a step. [WBY 6.1b]"
    if COLOUR[face] == "blue":
        return f"{NAMES[face]} is a Response card: it answers others and attacks nobody. [WBY 2.2, 6.2]"
    if craft & 1:
        return f"a Wingman only fires at a flying bomb, and does not play {NAMES[face]}. [WBY 10.2b, SUP 28]"
    if BURSTS[face]:
        left = max(bursts_at_bombers(state, craft) - state.fired, 0)
        return f"{NAMES[face]} needs more Bursts than the {counted(left, 'Burst')} left. [SUP 20.4.1]"
    return f"{NAMES[face]} gains no Bursts against a flying bomb. [SUP 20.4.1]"


def _why_not_answer(state: BuzzState, action: int) -> str:
    """Why a card does not answer that of a flying bomb. [WBY 6.2]"""
    face = COUNTS_AS[action]
    if COLOUR[face] == "red":
        return f"{NAMES[face]} attacks and answers nothing. [WBY 2.2]"
    if face != FACE_PLAYED[action]:
        return f"no card counts as {NAMES[face]} here. [WBY 5.5.1, 19.2.1]"
    return f"{NAMES[face]} does not answer {NAMES[state.last]}. [{ANSWERS_BY[FACES[face]]}]"
