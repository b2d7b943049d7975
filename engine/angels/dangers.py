"""What is in the sky beside aircraft: clouds, flak fields, balloons, searchlights, and other aircraft."""

from __future__ import annotations

from functools import lru_cache

from engine.angels.damage import strike, volley
from engine.angels.hexes import STEP
from engine.angels.state import (
    BALLOON,
    BY_BALLOON,
    BY_COLLISION,
    BY_FLAK,
    CLOUDED,
    COLLIDED,
    FLAK,
    ILLUMINATED,
    NONE,
    State,
    event,
)
from engine.angels.tables import (
    BALLOON_ALTITUDE,
    BALLOON_DAMAGE,
    BALLOON_DESTROYED,
    BALLOON_DIE,
    COLLISION,
    COLLISION_POOR,
    FLAK_DIE,
    FLAK_NUMBER,
    INTO_CLOUDS,
)
from engine.angels.tables import ILLUMINATED as LEAST_DIE
from engine.angels.terms import FLYING, POOR, SIDE_OF, SOLID
from engine.core.dice import roll

BALLOON_BIT = 1


@lru_cache(maxsize=64)
def dangers_of(flak: tuple[tuple[int, int, int], ...], balloons: tuple[int, ...], turn: int) -> dict[int, int]:
    """The dangers of each hex in a Game Turn, see ``State.fields``. [A20 Flak Fields, Barrage Balloons]"""
    found = dict.fromkeys(balloons, BALLOON_BIT)
    for middle, altitude, since in flak:
        if turn >= since:
            for place in (middle, *(middle + step for step in STEP)):
                found[place] = found.get(place, 0) | 1 << altitude
    return found


def enter(state: State, who: int) -> None:
    """An aircraft has entered a hex where there is flak or a balloon, whoever's. [A20 Flak Fields, Barrage Balloons]"""
    dangers = state.fields[state.place[who]]
    if dangers >> state.altitude[who] & 1:
        die = roll(state)
        state.log.append(event(FLAK, who, die, die <= FLAK_DIE))
        if die <= FLAK_DIE:
            strike(state, who, volley(state, roll(state), FLAK_NUMBER, 0), NONE, BY_FLAK)
    if dangers & BALLOON_BIT and state.altitude[who] == BALLOON_ALTITUDE and state.fate[who] == FLYING:
        die = roll(state)
        state.log.append(event(BALLOON, who, die, die <= BALLOON_DIE))
        if die <= BALLOON_DIE:
            die = roll(state)
            if die >= BALLOON_DESTROYED:
                state.lose(who, NONE, BY_BALLOON)
            elif die >= BALLOON_DAMAGE:
                state.hurt(who, NONE, BY_BALLOON)


def enter_clouds(state: State, who: int) -> None:
    """Solid clouds take an aircraft in, of others a die decides. [A20 Clouds]"""
    band = state.bands[state.altitude[who] - 1]
    inside = band == SOLID or roll(state) >= INTO_CLOUDS[band]
    if inside:
        state.clouded |= 1 << who
    state.log.append(event(CLOUDED, who, band, inside))


def collide(state: State) -> None:
    """Aircraft in one hex and band may collide. [A20 Midair Collision]

    Each rolls once; if two of them or more roll a possible collision, all who did are destroyed.
    """
    groups: dict[int, list[int]] = {}
    for who in state.present:
        if state.fate[who] == FLYING:
            groups.setdefault(state.place[who] << 3 | state.altitude[who], []).append(who)
    for group in groups.values():
        if len(group) < 2:
            continue
        doomed = []
        for who in group:
            poor = state.sheets[who].aircraft.pilot == POOR
            if roll(state) <= (COLLISION_POOR if poor else COLLISION):
                doomed.append(who)
        state.log.append(event(COLLIDED, group[0], group[1], len(doomed) > 1))
        if len(doomed) > 1:
            for who in doomed:
                other = next(each for each in doomed if each != who)
                state.lose(who, other if (other ^ who) >> SIDE_OF else NONE, BY_COLLISION)


def illuminate(state: State) -> None:
    """Searchlights look for the other side's aircraft. [A20 Illumination]"""
    for who in state.present:
        if state.fate[who] == FLYING and state.options.searchlights[1 - (who >> SIDE_OF)]:
            if roll(state) >= LEAST_DIE[state.sheets[who].aircraft.kind]:
                state.illuminated |= 1 << who
            state.log.append(event(ILLUMINATED, who, 0, state.illuminated >> who & 1))
