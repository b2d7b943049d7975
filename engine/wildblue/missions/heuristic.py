"""How the player by rules of thumb flies campaign Missions: strikers, bombers, escorts, interceptors.

As in ``heuristic`` it knows only what its side may see: a face-down hand is as unknown to it as the enemy's cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.core.game import Action
from engine.wildblue.actions import (
    ATTACK_BOMBER,
    ATTACK_OBLIQUE,
    ATTACK_ROCKETS,
    BREAK_OFF,
    BY_OBLIQUE,
    BY_ROCKETS,
    CHOOSE_ALTITUDE,
    CLIMB,
    CONTINUE,
    DISENGAGE,
    DIVE,
    DIVE_BOMB,
    END,
    IS_RETURN_FIRE,
    JETTISON,
    KEEP,
    PASS,
    STAY,
    STRIKE_WAY,
    TARGET,
    TEXT,
)
from engine.wildblue.cards import (
    ACE_PILOT,
    BARREL_ROLL,
    CHOP_THROTTLE,
    FIRING,
    FULL_THROTTLE,
    TIGHT_TURN,
    VERTICAL_ROLL,
)
from engine.wildblue.heuristic_values import (
    ANSWER_RISK,
    ATTACKING,
    LEADER_VALUE,
    NEVER,
    WINGMAN_VALUE,
)
from engine.wildblue.missions.mission import Mission, mission_of
from engine.wildblue.state import NONE, State
from engine.wildblue.tables import FIRE, TABLES
from engine.wildblue.terms import (
    ALTITUDE,
    ALTITUDE_STEP,
    BOMBS,
    COUNTER,
    CRAFT_COUNT,
    DROP_TANKS,
    ESCORT,
    ESCORTING,
    FOLLOW,
    FORMATION,
    GROUND_ROCKETS,
    HIGH,
    INTERCEPTOR,
    LEADER,
    LOW,
    MEDIUM,
    NEUTRAL,
    ORDER,
    ORDNANCE,
    OVER_TARGET,
    RESPOND,
    SIDE_OF_CRAFT,
    SIDE_OF_UNIT,
    STRIKE,
    STRIKER,
    TARGET_BOUND,
    TORPEDOES,
    WINGMAN_TARGET,
)
from engine.wildblue.terms import BREAK_OFF as BREAK_OFF_STEP
from engine.wildblue.terms import JETTISON as JETTISON_STEP

if TYPE_CHECKING:
    from engine.wildblue.heuristic import HeuristicPlayer

Rule: TypeAlias = "Callable[[HeuristicPlayer, State, tuple[Action, ...]], Action]"
"""Chooses one of the actions of an open decision."""

SHIELD: Final = sum(
    1 << face for face in (ACE_PILOT, BARREL_ROLL, CHOP_THROTTLE, TIGHT_TURN, FULL_THROTTLE, VERTICAL_ROLL)
)
"""Faces with which an escort stops the fire of others."""
WORTH: Final[dict[str, int]] = {kind: 10 * points for kind, points in TABLES["victory"]["mission"]["destroyed"].items()}
"""What shooting down an aircraft of a class brings, in tenths of a Victory Point."""
GUNS_RISK: Final = 4
"""What each card of a bomber's mini-hand takes from the worth of attacking it."""


# Set-up


def _altitude(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """Escorts begin with the bombers, interceptors above them; strikers High, for every dive gives a card."""
    mission = mission_of(state)
    unit = state.actor >> 2
    role = mission.plan.roles[unit]
    if role == ESCORTING:
        wanted = _bombers_altitude(state, mission, unit >> SIDE_OF_UNIT)
    elif role == INTERCEPTOR:
        wanted = min(_bombers_altitude(state, mission, 1 - (unit >> SIDE_OF_UNIT)) + 1, HIGH)
    else:
        return player.altitude(state, choices)
    action = CHOOSE_ALTITUDE[wanted]
    return action if action in choices else choices[-1]


def _order(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """Send first the unit whose hand attacks best, as far as it may be looked at."""
    unseen = mission_of(state).face_down

    def attacks(action: Action) -> int:
        unit = TARGET[action]
        return 0 if unseen >> unit & 1 else (state.masks[4 * unit] & ATTACKING).bit_count()

    return max(choices, key=attacks)


# Loads


def _jettison(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """Drop tanks when there is an enemy near; drop bombs when the Leader will not get them to the target."""
    mission = mission_of(state)
    unit = state.actor >> 2
    craft = 4 * unit
    load = mission.load[craft] | mission.load[craft + 1]
    if not load & ORDNANCE:
        near = any(state.altitude[foe] == state.altitude[unit] for foe in state.foes[unit])
        return JETTISON if near and load & DROP_TANKS else KEEP
    if load & (BOMBS | TORPEDOES | GROUND_ROCKETS) and mission.phase not in (TARGET_BOUND, OVER_TARGET):
        return JETTISON  # nothing left to drop them on
    sheet = state.sheet(craft)
    hopeless = (
        state.positions[unit] < NEUTRAL and sheet.capacity - state.hits[craft] <= 1 and not state.sheets[craft + 1]
    )
    return JETTISON if hopeless and mission.phase == TARGET_BOUND else KEEP


def _strike(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """Strike with all there is."""
    return max(choices, key=_strike_value)


def _break_off(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """Go on to the target while there is something to strike with and an aircraft that may come through."""
    if CONTINUE not in choices:
        return BREAK_OFF
    unit = state.actor >> 2
    craft = 4 * unit
    mission = mission_of(state)
    spent = not (mission.load[craft] | mission.load[craft + 1]) & ORDNANCE
    weak = state.damaged[craft] and not state.sheets[craft + 1]
    return BREAK_OFF if weak and spent else CONTINUE


def _formation(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """Turn home only with a Formation of which nothing but damaged aircraft is left."""
    unit = state.actor >> 2
    crafts = [craft for craft in range(4 * unit, 4 * unit + 3) if state.sheets[craft]]
    beaten = all(state.damaged[craft] for craft in crafts) and len(crafts) == 1
    return DISENGAGE if beaten and player.temper.flight else STAY


# Altitude


def _altitude_step(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """Strikers keep to the way in unless pursued; escorts to the bombers.

    Interceptors go for the bombers, and are not driven away from them by a pursuer.
    """
    mission = mission_of(state)
    unit = state.active
    if DIVE_BOMB in choices:
        return DIVE_BOMB
    role = mission.plan.roles[unit]
    here = state.altitude[unit]
    if mission.phase == OVER_TARGET and mission.over >> unit & 1 and role == STRIKER:
        return DIVE if DIVE in choices and here == LOW and _goes_low(state, mission, unit) else _stay(choices)
    bound = role == STRIKER and mission.phase == TARGET_BOUND and mission.load[4 * unit] & ORDNANCE
    if bound and state.positions[unit] >= NEUTRAL:
        return _towards(_striking_altitude(state, mission, unit), here, choices)
    side = unit >> SIDE_OF_UNIT
    neutral = state.positions[unit] == NEUTRAL
    if neutral and role == ESCORTING and mission.plan.escorts >> unit & 1:
        return _towards(_bombers_altitude(state, mission, side), here, choices)
    if role == INTERCEPTOR and state.positions[unit] <= NEUTRAL:
        bombers = _bombers_altitude(state, mission, 1 - side, here)
        if neutral or bombers == here:
            return _towards(bombers, here, choices)
    if mission.face_down >> unit & 1:
        return DIVE if state.positions[unit] < NEUTRAL and DIVE in choices else _stay(choices)
    return player.altitude_step(state, choices)


def _follow(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """Escorts stay where the bombers are; all others as in a dogfight."""
    mission = mission_of(state)
    unit = state.actor >> 2
    here = state.altitude[unit]
    if mission.plan.escorts >> unit & 1 and _bombers_altitude(state, mission, unit >> SIDE_OF_UNIT, here) == here:
        return STAY
    return player.follow(state, choices)


# Attacks


def _wingman_target(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """Attack where a Hit is worth most, bombers first; rockets before guns."""
    return max(choices[:-1], key=lambda action: aim(player, state, action))


def aim(player: HeuristicPlayer, state: State, action: Action) -> int:
    """What an attack that is declared, or a card at its target, may bring.

    Damage costs an unharmed bomber the points for coming home too; to shoot it down then adds about half as much.
    """
    craft = TARGET[action]
    sheet = state.sheet(craft)
    mission = mission_of(state)
    if not mission.plan.formations >> (craft >> 2) & 1:
        return player.worth(state, craft)
    if action in BY_ROCKETS:
        return 3 * WORTH[state.sortie(craft).aircraft.aircraft_class]
    worth = WORTH[state.sortie(craft).aircraft.aircraft_class] * (9 if sheet.back else 5)
    worth //= sheet.capacity - state.hits[craft]
    worth -= GUNS_RISK * (sheet.turret_defense + _support(state, mission, craft))
    return worth + (20 if action in BY_OBLIQUE else 0)


def _leader(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """Declare an attack on a bomber when the hand can hurt it; else as in a dogfight."""
    mission = mission_of(state)
    craft = state.actor
    target = state.target
    if 0 <= target < CRAFT_COUNT and mission.plan.formations >> (target >> 2) & 1:
        return max(choices, key=BOMBER_VALUE.__getitem__)
    if mission.face_down >> (craft >> 2) & 1:
        return _blind(choices)
    if target == NONE and state.positions[craft >> 2] == NEUTRAL and not state.played:
        declared = [action for action in choices if action in DECLARES]
        if declared:
            best = max(declared, key=lambda action: aim(player, state, action))
            if best in BY_ROCKETS or best in BY_OBLIQUE or _can_hurt(state, craft):
                return best
            choices = tuple(action for action in choices if action not in DECLARES)
    return player.leader(state, choices)


def _can_hurt(state: State, craft: int) -> bool:
    """Whether the hand holds fire that the Bursts at a bomber allow, with a Maneuver or without."""
    mask = state.masks[craft] & FIRING
    burst = state.sheet(craft).burst + 1 + (1 if state.masks[craft] & ATTACKING & ~FIRING else 0)
    return bool(mask & FIRE[min(burst, 9)])


# Defence


def _respond(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """A bomber's crew plays what is hardest to answer; all others as in a dogfight."""
    if mission_of(state).plan.formations >> (state.actor >> 2) & 1:
        return min(choices, key=CREW_RISK.__getitem__)
    return player.respond(state, choices)


def _escort(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """Send the escort that can best stop an attack; none, if none can."""
    best, most = PASS, 0
    for action in choices:
        if action != PASS:
            cards = (state.masks[4 * TARGET[action]] & SHIELD).bit_count()
            if cards > most:
                best, most = action, cards
    return best


def _counter(player: HeuristicPlayer, state: State, choices: tuple[Action, ...]) -> Action:
    """Hit back with the best fire there is."""
    return max(choices, key=WINGMAN_VALUE.__getitem__)


# Pieces


def _blind(choices: tuple[Action, ...]) -> Action:
    """In a Leader Step with a hand that nobody has seen: rockets if there are any, else nothing."""
    return next((action for action in choices if action in BY_ROCKETS), END)


def _stay(choices: tuple[Action, ...]) -> Action:
    """Keep the altitude, or dive where that must be."""
    return STAY if STAY in choices else choices[0]


def _towards(wanted: int, here: int, choices: tuple[Action, ...]) -> Action:
    """One level nearer to an altitude, if the choices allow it."""
    if here > wanted and DIVE in choices:
        return DIVE
    if here < wanted and CLIMB in choices:
        return CLIMB
    return _stay(choices)


def _striking_altitude(state: State, mission: Mission, unit: int) -> int:
    """Where a unit's way of striking begins: Medium to dive or bomb from, Low for torpedoes, rockets and strafing."""
    load = mission.load[4 * unit] or state.sortie(4 * unit).load
    if load & TORPEDOES:
        return LOW
    if load & BOMBS:
        return MEDIUM
    return LOW


def _goes_low(state: State, mission: Mission, unit: int) -> bool:
    """Whether a unit over the target has to come down to Very Low: torpedoes, or nothing but guns."""
    load = mission.load[4 * unit]
    return bool(load & TORPEDOES) or not load & (BOMBS | GROUND_ROCKETS)


def _bombers_altitude(state: State, mission: Mission, side: int, here: int = NONE) -> int:
    """Where the strikers of a side fly, as far as it is known; the nearest to ``here``."""
    own = state.actor >> SIDE_OF_CRAFT == side
    known: list[int] = []
    for unit in state.present:
        if unit >> SIDE_OF_UNIT == side and mission.plan.roles[unit] == STRIKER:
            altitude = state.altitude[unit]
            if altitude < 0 and own:
                altitude = state.hidden[unit]
            if altitude >= 0:
                known.append(altitude)
    if not known:
        return MEDIUM
    return known[0] if here < 0 else min(known, key=lambda altitude: abs(altitude - here))


def _support(state: State, mission: Mission, craft: int) -> int:
    """Turret Support that the others of a Formation lend. [SUP 20.5.1]"""
    first = craft & ~3
    return sum(
        sheet.turret_support
        for other in range(first, first + 3)
        if other != craft and (sheet := state.sheets[other]) and not mission.no_support >> other & 1
    )


def _strike_value(action: Action) -> int:
    """Bombs before rockets before guns, and as much as can be at once; who has dived bombs from the dive."""
    if action == END:
        return -1
    mode, rockets, strafe = STRIKE_WAY[action]
    return 32 * bool(mode) + 16 * rockets + 8 * strafe + mode


DECLARES: Final = frozenset((*ATTACK_BOMBER, *ATTACK_ROCKETS, *ATTACK_OBLIQUE))
BOMBER_VALUE: Final = tuple(
    0 if action == END else LEADER_VALUE[NEUTRAL][action] if TARGET[action] >= 0 else NEVER
    for action in range(len(TEXT))
)
"""Against a Formation aircraft moves come before fire too, for they gain Bursts; what they cannot, fire does."""
CREW_RISK: Final = tuple(ANSWER_RISK[action] - (3 if action in IS_RETURN_FIRE else 0) for action in range(len(TEXT)))
"""How many cards of a deck stop the answer of a bomber's crew; return fire hurts besides."""

RULES: Final[dict[int, Rule]] = {
    ALTITUDE: _altitude,
    ORDER: _order,
    JETTISON_STEP: _jettison,
    WINGMAN_TARGET: _wingman_target,
    RESPOND: _respond,
    ALTITUDE_STEP: _altitude_step,
    FOLLOW: _follow,
    STRIKE: _strike,
    ESCORT: _escort,
    COUNTER: _counter,
    LEADER: _leader,
    BREAK_OFF_STEP: _break_off,
    FORMATION: _formation,
}
"""By kind of decision: what a Mission needs beside, or in the place of, the rules of a dogfight."""
