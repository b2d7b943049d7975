"""A player that looks ahead, in any game: it tries what it may do, and sees what the rules of thumb make of it.

What its side cannot see is dealt anew again and again. In each deal every action that is still in question is played
and the game flown on by the rules of thumb of both sides, with the same chance for all of them, so that what they
share, luck above all, falls out of the comparison. What is hopeless is soon tried no more, and what the rules of thumb
would do is done unless something else has proven better.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from random import Random
from typing import TypeAlias

from engine.core.chance import Chance
from engine.core.game import Action, Game, Side
from engine.core.players import Player

Value: TypeAlias = Callable[[Game, Side], float]
"""What a game, over or not, is worth to a side: the higher, the better for it."""
Thumbs: TypeAlias = Callable[[Side, int], Player]
"""The player by rules of thumb of a side, from a seed."""
_SEEDS = 1 << 53
HOPE = 1.5
"""Standard errors by which an action may prove better than it has so far, or worse."""
CERTAIN = 3.5
CERTAIN_DEALS = 12
"""By so many standard errors over so many deals an action is better for certain."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How far a player looks. Games are counted and never seconds: the same wherever it plays."""

    plays: int
    """Games flown on for one decision, at most."""
    deals: int = 4
    """In how many deals all that is in question is tried before the hopeless is dropped."""
    doubt: float = 1.5
    """By how many standard errors something must be better than what the rules of thumb would do."""
    turns: int | None = None
    """After how many Turns' ends a game is judged as it stands; ``None``: it is flown to its end."""


def worth(game: Game, side: Side) -> float:
    """Victory Points that ``side`` is ahead, as the game stands."""
    return ahead(game.score(), side)


def ahead(points: Mapping[Side, int], side: Side) -> int:
    """By how many points ``side`` is ahead of the best of the others."""
    return points[side] - max(count for each, count in points.items() if each != side)


class Lead:
    """By how much an action was worth more than the usual one, deal for deal."""

    __slots__ = ("count", "mean", "squares")

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.squares = 0.0

    def add(self, lead: float) -> None:
        self.count += 1
        off = lead - self.mean
        self.mean += off / self.count
        self.squares += off * (lead - self.mean)

    @property
    def variance(self) -> float:
        return self.squares / (self.count - 1) if self.count > 1 else 0.0

    def error(self, usual: float) -> float:
        """The standard error of the mean, when leads vary by ``usual`` elsewhere: a few that are alike prove little."""
        return sqrt(self.squares + usual) / self.count if self.count > 1 else inf


def variance_of(leads: Collection[Lead]) -> float:
    """By how much leads vary on average."""
    return sum(lead.variance for lead in leads) / len(leads) if leads else 0.0


def flown_on(game: Game, action: Action | None, luck: int, thumbs: Thumbs, turns: int | None = None) -> Game:
    """A copy in which this action is taken, or none, and all that follows by the rules of thumb of all sides.

    ``luck``: the seed of all chance that is still to come. ``turns``: after how many Turns' ends it is left as it
    stands; ``None``: it is flown to its end.
    """
    flown = game.copy(Chance(luck))
    choosers = {side: thumbs(side, luck).choose for side in flown.sides}
    step = flown.step
    if action is not None:
        step(action)
    if turns is None:
        while side := flown.deciding:
            step(choosers[side](flown))
    else:
        last = flown.turn + turns
        while (side := flown.deciding) and flown.turn < last:
            step(choosers[side](flown))
    return flown


class Lookout:
    """Tries what a side may do, over all that it cannot see."""

    def __init__(self, thumbs: Thumbs, value: Value, effort: Effort) -> None:
        self._thumbs = thumbs
        self._value = value
        self._effort = effort

    def weigh(
        self, game: Game, side: Side, usual: Action, others: Sequence[Action], random: Callable[[], float]
    ) -> dict[Action, Lead]:
        """What each of the others proved to be worth to ``side`` beside the usual action.

        ``random``: what its deals and their luck come from.
        """
        effort = self._effort
        leads = {action: Lead() for action in others}
        rivals = list(others)
        plays = effort.plays
        while rivals and plays > len(rivals):
            for _ in range(effort.deals):
                world = game.determinize(side, Chance(int(random() * _SEEDS)))
                luck = int(random() * _SEEDS)
                par = self._outcome(world, side, usual, luck)
                for action in rivals:
                    leads[action].add(self._outcome(world, side, action, luck) - par)
                plays -= 1 + len(rivals)
                if plays <= len(rivals):
                    break
            rivals = _in_question(leads, rivals)
            if len(rivals) == 1 and _is_certain(leads, rivals[0]):
                break
        return leads

    def best_of(self, usual: Action, leads: Mapping[Action, Lead]) -> Action:
        """The one that has proven most, beyond doubt; else the usual one."""
        varies, doubt = variance_of(leads.values()), self._effort.doubt
        best, most = usual, 0.0
        for action, lead in leads.items():
            if lead.mean > most and lead.mean > doubt * lead.error(varies):
                best, most = action, lead.mean
        return best

    def _outcome(self, world: Game, side: Side, action: Action, luck: int) -> float:
        """What the game is worth after this action, flown on by the rules of thumb."""
        return self._value(flown_on(world, action, luck, self._thumbs, self._effort.turns), side)


def _is_certain(leads: Mapping[Action, Lead], action: Action) -> bool:
    """The only one left is better than the usual action, beyond what more deals would change."""
    lead = leads[action]
    return lead.count >= CERTAIN_DEALS and lead.mean > CERTAIN * lead.error(variance_of(leads.values()))


def _in_question(leads: Mapping[Action, Lead], rivals: Sequence[Action]) -> list[Action]:
    """Those that may yet prove the best, and better than the usual action; what comes to the same is not."""
    varies = variance_of([leads[action] for action in rivals])
    errors = {action: leads[action].error(varies) for action in rivals}
    top = max(leads[action].mean - HOPE * errors[action] for action in rivals)
    least = max(0.0, top)
    return [action for action in rivals if leads[action].mean + HOPE * errors[action] > least]


class SearchPlayer:
    """Decides for ``side`` by trying. Knows what ``game.determinize(side)`` leaves of a game, and nothing else."""

    def __init__(self, side: Side, seed: int, *, thumbs: Thumbs, value: Value, effort: Effort) -> None:
        self._side = side
        self._seed = seed
        self._usual = thumbs(side, seed)
        self._lookout = Lookout(thumbs, value, effort)
        self._decided = 0

    def choose(self, game: Game) -> Action:
        usual = self._usual.choose(game)
        self._decided += 1
        others = [action for action in game.legal() if action != usual]
        if not others:
            return usual
        random = Random(f"search {self._side} {self._seed} {self._decided}").random
        return self._lookout.best_of(usual, self._lookout.weigh(game, self._side, usual, others, random))
