"""An aircraft that has moved, and what it may do yet, for the player by rules of thumb; see ``shots``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from engine.angels import attacks
from engine.angels.outlook import goal
from engine.angels.shots import (
    BELOW,
    FLEETING,
    NO_SHOT,
    STANCES,
    THREAT,
    aims,
    fires,
    idle,
    priced,
    sees,
    stance,
    threats,
)
from engine.angels.terms import CLIMBING, EVADING_LEFT, EVADING_RIGHT, FLYING, HIGHEST, NEUTRAL, OF_SIDE, SIDE_OF

if TYPE_CHECKING:
    from engine.angels.game import AngelsGame

STATUS_COST: Final = (0.0, 0.8, 0.7, 0.7, 0.4)
"""What the maneuver costs that a status requires, by status."""
Meeting: TypeAlias = tuple[int, int, list[tuple[tuple[int, ...], int]], list[tuple[tuple[int, ...], int]]]
"""An enemy, how much higher it is, the shots at it, dice and shot, and those that it has."""


def eagerness(game: AngelsGame, who: int) -> tuple[int, float, int]:
    """Who moves before the others has less of it: bombers, then those who sit worst to the enemies."""
    facing = game.facing[who]
    near = sum(
        stance(game, who, other, facing) for other in OF_SIDE[1 - (who >> SIDE_OF)] if game.fate[other] == FLYING
    )
    return int(not game.sheets[who].aircraft.token), near, who


class Poise:
    """An aircraft that has moved, and what it may do yet."""

    def __init__(self, game: AngelsGame, who: int, caution: float) -> None:
        self.game, self.who, self.caution = game, who, caution
        self.enemies = [n for n in OF_SIDE[1 - (who >> SIDE_OF)] if game.fate[n] == FLYING]
        self.idle = idle(game)

    def met(self, facing: int) -> list[Meeting]:
        """The enemies between whom and it there may be shots, its nose pointing there."""
        game, who, idle = self.game, self.who, self.idle
        mine = game.sheets[who]
        found = []
        for other in self.enemies:
            height = game.altitude[other] - game.altitude[who]
            if not -2 < height < 2:
                continue
            nose, sheet = game.facing[other], game.sheets[other]
            key = 8 * (game.place[who] - game.place[other]) + facing
            given, taken = [], []
            if not idle >> who & 1 and sees(game, who, other):
                for gun, dice in mine.guns:
                    shot = aims(gun, mine.aspect_lower, nose).get(key)
                    if shot is not None:
                        given.append((dice, shot))
            if not idle >> other & 1 and sees(game, other, who):
                for gun, dice in sheet.guns:
                    if game.to_move >> other & 1:
                        shot = threats(sheet.paces[game.crippled(other)], gun, nose)[key]
                    else:
                        shot = fires(gun, sheet.aspect_lower, nose).get(key, NO_SHOT)
                    if shot != NO_SHOT:
                        taken.append((dice, shot))
            if given or taken:
                found.append((other, height, given, taken))
        return found

    def exchange(self, met: list[Meeting], status: int) -> tuple[float, float]:
        """The best attack that it has, and all upon it."""
        game, who = self.game, self.who
        mine = game.sheets[who]
        best = risk = 0.0
        for other, height, given, taken in met:
            sheet = game.sheets[other]
            waiting = game.to_move >> other & 1
            if given and (not height or height == BELOW.get(status)):
                mask = attacks.standing(game, who, other)
                mask |= attacks.poised(mine, sheet, status, game.status[other], height < 0)
                if not game.maneuvered[who]:
                    mask |= attacks.STEADY
                for dice, shot in given:
                    found = priced(game, who, other, dice, mask)[shot]
                    best = max(best, found * FLEETING if waiting else found)
            its_status = NEUTRAL if waiting else game.status[other]
            if taken and (waiting or not height or -height == BELOW.get(its_status)):
                mask = attacks.standing(game, other, who) | attacks.poised(sheet, mine, its_status, status, height > 0)
                if not game.maneuvered[other]:
                    mask |= attacks.STEADY
                for dice, shot in taken:
                    found = priced(game, other, who, dice, mask)[shot]
                    risk += found * THREAT[abs(height)] if waiting else found
        return best, risk

    def facing(self, facing: int) -> float:
        """What it is worth to point its nose there."""
        gain, risk = self.exchange(self.met(facing), self.game.status[self.who])
        sits = sum(stance(self.game, self.who, other, facing) for other in self.enemies)
        return gain - self.caution * risk + sits

    def status(self, statuses: tuple[int, ...]) -> int:
        """The best of them."""
        game, who = self.game, self.who
        facing = game.facing[who]
        met = self.met(facing)
        low = goal(game, who)[1]
        best, most = NEUTRAL, -1e9
        for status in statuses:
            gain, risk = self.exchange(met, status) if met else (0.0, 0.0)
            value = gain - self.caution * risk - STATUS_COST[status]
            if status == CLIMBING:
                value += (0.1 + 0.8 * low) * (HIGHEST - game.altitude[who])
            elif met and status in (EVADING_LEFT, EVADING_RIGHT):
                turned = (facing + (1 if status == EVADING_RIGHT else 5)) % 6
                value += 0.3 * sum(
                    STANCES[game.facing[other]][8 * (game.place[other] - game.place[who]) + turned]
                    for other in self.enemies
                )
            if value > most:
                best, most = status, value
        return best
