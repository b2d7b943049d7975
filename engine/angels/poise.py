"""An aircraft that has moved, and what it may do yet, for the player by rules of thumb; see ``shots``."""

from __future__ import annotations

from operator import getitem
from typing import TYPE_CHECKING, Final, TypeAlias

from engine.angels import attacks
from engine.angels.outlook import enemies, goal
from engine.angels.shots import (
    BELOW,
    FLEETING,
    NO_SHOT,
    NO_SHOTS,
    NO_THREATS,
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
from engine.angels.terms import CLIMBING, EVADING_LEFT, EVADING_RIGHT, HIGHEST, NEUTRAL

if TYPE_CHECKING:
    from engine.angels.game import AngelsGame

STATUS_COST: Final = (0.0, 0.8, 0.7, 0.7, 0.4)
"""What the maneuver costs that a status requires, by status."""
Meeting: TypeAlias = tuple[int, int, list[int], int, list[int], int]
"""An enemy, how much higher it is, the shot at it by gun, and those that it has, each with what bears on it."""


def eagerness(game: AngelsGame, who: int, others: list[int]) -> tuple[int, float, int]:
    """Who moves before his friends has less of it: bombers, then those who sit worst to the enemies."""
    near = sum([stance(game, who, other, game.facing[who]) for other in others])
    return int(not game.sheets[who].aircraft.token), near, who


class Poise:
    """An aircraft that has moved, and what it may do yet."""

    def __init__(self, game: AngelsGame, who: int, caution: float) -> None:
        self.game, self.who, self.caution = game, who, caution
        self.enemies = enemies(game, who)
        self.idle = idle(game)

    def met(self, facing: int) -> list[Meeting]:
        """The enemies between whom and it there may be shots, its nose pointing there."""
        game, who, idle = self.game, self.who, self.idle
        mine = game.sheets[who]
        found = []
        for other in self.enemies:
            height = game.altitude[other] - game.altitude[who]
            if -2 < height < 2:
                nose, sheet = game.facing[other], game.sheets[other]
                d = game.place[other] - game.place[who]
                given: list[int] = []
                taken: list[int] = []
                if not idle >> who & 1 and sees(game, who, other):
                    lower = mine.aspect_lower
                    given = [aims(gun, lower, nose).get(d, NO_SHOTS).get(facing, NO_SHOT) for gun, _ in mine.guns]
                if not idle >> other & 1 and sees(game, other, who):
                    if game.to_move >> other & 1:
                        paces = sheet.paces[game.crippled(other)]
                        taken = [threats(paces, gun, nose).get(d, NO_THREATS)[facing] for gun, _ in sheet.guns]
                    else:
                        lower = sheet.aspect_lower
                        guns = sheet.guns
                        taken = [fires(gun, lower, nose).get(d, NO_SHOTS).get(facing, NO_SHOT) for gun, _ in guns]
                hits, hurts = given.count(NO_SHOT) < len(given), taken.count(NO_SHOT) < len(taken)
                if hits or hurts:
                    upon = attacks.standing(game, who, other) if hits else 0
                    against = attacks.standing(game, other, who) if hurts else 0
                    found.append((other, height, given if hits else [], upon, taken if hurts else [], against))
        return found

    def exchange(self, met: list[Meeting], status: int) -> tuple[float, float]:
        """The best attack that it has, and all upon it."""
        game, who = self.game, self.who
        gain = risk = 0.0
        for other, height, given, upon, taken, against in met:
            waiting = game.to_move >> other & 1
            if given and (not height or height == BELOW.get(status)):
                poised = status, game.status[other]
                steady = not game.maneuvered[who]
                share = FLEETING if waiting else 1.0
                paid = priced(game, who, other, upon, poised, height < 0, steady, share)
                gain = max(gain, *map(getitem, paid, given))
            its_status = NEUTRAL if waiting else game.status[other]
            if taken and (waiting or not height or -height == BELOW.get(its_status)):
                share = THREAT[abs(height)] if waiting else 1.0
                steady = not game.maneuvered[other]
                paid = priced(game, other, who, against, (its_status, status), height > 0, steady, share)
                risk += sum(map(getitem, paid, taken))
        return gain, risk

    def facing(self, facing: int) -> float:
        """What it is worth to point its nose there."""
        gain, risk = self.exchange(self.met(facing), self.game.status[self.who])
        sits = sum([stance(self.game, self.who, other, facing) for other in self.enemies])
        return gain - self.caution * risk + sits

    def status(self, statuses: tuple[int, ...]) -> int:
        """The best of them."""
        game, who = self.game, self.who
        facing = game.facing[who]
        met = self.met(facing)
        low = goal(game, who)[1]
        best, most = NEUTRAL, -1e9
        gain = risk = 0.0
        for status in statuses:
            if met and status != EVADING_RIGHT:  # which is as good as to the left
                gain, risk = self.exchange(met, status)
            value = gain - self.caution * risk - STATUS_COST[status]
            if status == CLIMBING:
                value += (0.1 + 0.8 * low) * (HIGHEST - game.altitude[who])
            elif met and status in (EVADING_LEFT, EVADING_RIGHT):
                turned = (facing + (1 if status == EVADING_RIGHT else 5)) % 6
                value += 0.06 * sum(
                    STANCES[0][game.facing[other]][game.place[other] - game.place[who]][turned]
                    for other in self.enemies
                )
            if value > most:
                best, most = status, value
        return best
