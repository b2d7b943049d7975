"""What a decision was worth, by what its side knew when it took it.

What the side could not see is dealt anew again and again. In each deal the action that was taken, the one that the
rules of thumb would have taken and the best other one are played, and flown on with the same luck. A first look finds
which action that is and whether anything is in it at all; how much, a second look on other deals says. So what only
looked good because it was lucky in the first look does not look good in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from engine.core.chance import SEEDS, Chance
from engine.core.game import Action, Game, Side
from engine.core.search import Effort, Lead, Lookout, ahead, flown_on, variance_of
from missions.odds.fight import Fight, Move

DOUBT = 2.0
"""Standard errors by which a decision must differ in the first look from what the rules of thumb would do; one that
differs less counts for nothing."""
LOOKS = 6
"""Flights of the first look, for each deal of the second."""
CHEAP = 3
"""Of those whom nobody asks about, one in so many deals is looked at first."""


@dataclass(frozen=True, slots=True)
class Worth:
    """Victory Points, and the standard error."""

    points: float
    error: float

    @property
    def is_sure(self) -> bool:
        return abs(self.points) > DOUBT * self.error


NOTHING = Worth(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A decision that was looked into."""

    move: Move
    best: Action
    """The best other action that was found."""
    gain: Worth
    """By how much that would have been better than what was done."""
    play: Worth
    """By how much what was done was better than what the rules of thumb would have done, as far as that is proven."""


class Judge:
    """Looks into the decisions of one fight."""

    def __init__(self, fight: Fight, proof: int, on_flight: Callable[[], None] = lambda: None) -> None:
        """``proof``: deals of the second look. ``on_flight`` is called after each flight: a look may take long."""
        self._fight = fight
        self._proof = proof
        self._on_flight = on_flight
        effort = Effort(plays=LOOKS * proof, deals=max(2, proof // 10))
        self._lookout = Lookout(fight.thumbs, value=self._ahead, effort=effort)

    def weigh(self, move: Move) -> Weighed:
        """All that could have been done instead. The decision must have been one."""
        game = self._fight.games[move.number - 1]
        others = [action for action in move.legal if action != move.taken]
        leads = self._lookout.weigh(game, move.side, move.taken, others, self._random(move, "first look").random)
        best = max(others, key=lambda action: (leads[action].count, leads[action].mean))
        differs = move.usual in leads and _differs(leads[move.usual], variance_of(leads.values()))
        asked = [best, move.usual] if differs and best != move.usual else [best]
        found = self._compared(game, move, asked)
        return Weighed(move, best, found[best], _negated(found[move.usual]) if differs else NOTHING)

    def play_of(self, move: Move) -> Worth:
        """Only that, and looked at less closely first: by how much what was done was better than the usual."""
        if move.is_usual:
            return NOTHING
        game, deals = self._fight.games[move.number - 1], max(2, self._proof // CHEAP)
        lead = self._leads(game, move, [move.usual], deals, "first look")[move.usual]
        if not _differs(lead, lead.variance):
            return NOTHING
        return _negated(self._compared(game, move, [move.usual])[move.usual])

    def _compared(self, game: Game, move: Move, actions: Sequence[Action]) -> dict[Action, Worth]:
        """The second look: by how much each action is better than what was done."""
        leads = self._leads(game, move, actions, self._proof, "second look")
        return {action: Worth(lead.mean, sqrt(lead.variance / lead.count)) for action, lead in leads.items()}

    def _leads(
        self, game: Game, move: Move, actions: Collection[Action], deals: int, purpose: str
    ) -> dict[Action, Lead]:
        """By how much each of these actions was worth more than what was done, deal for deal."""
        thumbs, side, random = self._fight.thumbs, move.side, self._random(move, purpose).random
        leads = {action: Lead() for action in actions}
        for _ in range(deals):
            world = game.determinize(side, Chance(int(random() * SEEDS)))
            luck = int(random() * SEEDS)
            par = self._ahead(flown_on(world, move.taken, luck, thumbs), side)
            for action, lead in leads.items():
                lead.add(self._ahead(flown_on(world, action, luck, thumbs), side) - par)
        return leads

    def _ahead(self, game: Game, side: Side) -> float:
        self._on_flight()
        return ahead(game.score(), side)

    def _random(self, move: Move, purpose: str) -> Random:
        return Random(f"analysis {purpose} {move.number}")


def _differs(lead: Lead, usual: float) -> bool:
    return abs(lead.mean) > DOUBT * lead.error(usual)


def _negated(worth: Worth) -> Worth:
    return Worth(-worth.points, worth.error)
