"""An aircraft that has moved, and what it may do yet, for the player by rules of thumb; see ``shots``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from engine.angels.outlook import enemies, goal
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
from engine.angels.terms import CLIMBING, EVADING_LEFT, EVADING_RIGHT, HIGHEST, NEUTRAL

if TYPE_CHECKING:
    from engine.angels.game import AngelsGame

STATUS_COST: Final = (0.0, 0.8, 0.7, 0.7, 0.4)
"""What the maneuver costs that a status requires, by status."""
Meeting: TypeAlias = tuple[int, int, tuple[int, ...], tuple[int, ...]]
"""An enemy, how much higher it is, the shot at it by gun, and those that it has."""


def eagerness(game: AngelsGame, who: int) -> tuple[int, float, int]:
    """Who moves before the others has less of it: bombers, then those who sit worst to the enemies."""
    near = sum([stance(game, who, other, game.facing[who]) for other in enemies(game, who)])
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
                meeting = 8 * (game.place[other] - game.place[who]) + facing
                given: tuple[int, ...] = ()
                taken: tuple[int, ...] = ()
                if not idle >> who & 1 and sees(game, who, other):
                    given = tuple([aims(gun, mine.aspect_lower, nose).get(meeting, NO_SHOT) for gun, _ in mine.guns])
                if not idle >> other & 1 and sees(game, other, who):
                    if game.to_move >> other & 1:
                        paces = sheet.paces[game.crippled(other)]
                        taken = tuple([threats(paces, gun, nose)[meeting] for gun, _ in sheet.guns])
                    else:
                        lower = sheet.aspect_lower
                        taken = tuple([fires(gun, lower, nose).get(meeting, NO_SHOT) for gun, _ in sheet.guns])
                if max(given + taken, default=NO_SHOT) != NO_SHOT:
                    found.append((other, height, given, taken))
        return found

    def exchange(self, met: list[Meeting], status: int) -> tuple[float, float]:
        """The best attack that it has, and all upon it."""
        game, who = self.game, self.who
        gain = risk = 0.0
        for other, height, given, taken in met:
            waiting = game.to_move >> other & 1
            if given and (not height or height == BELOW.get(status)):
                poised = status, game.status[other]
                steady = not game.maneuvered[who]
                paid = priced(
                    game, who, other, poised, below=height < 0, steady=steady, share=FLEETING if waiting else 1.0
                )
                gain = max(gain, *[each[shot] for each, shot in zip(paid, given, strict=True)])
            its_status = NEUTRAL if waiting else game.status[other]
            if taken and (waiting or not height or -height == BELOW.get(its_status)):
                share = THREAT[abs(height)] if waiting else 1.0
                steady = not game.maneuvered[other]
                paid = priced(game, other, who, (its_status, status), below=height > 0, steady=steady, share=share)
                risk += sum([each[shot] for each, shot in zip(paid, taken, strict=True)])
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
                    STANCES[0][game.facing[other]][8 * (game.place[other] - game.place[who]) + turned]
                    for other in self.enemies
                )
            if value > most:
                best, most = status, value
        return best
