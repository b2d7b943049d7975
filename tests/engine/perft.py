"""Counting every way a small game can go: decision and chance nodes to a fixed depth.

Chance is enumerated too. A game draws its random numbers from the ``Chance`` it is given, so one that answers from a
prepared list, and then keeps count of what it was asked beyond it, walks all outcomes: each number is tried in steps
of 1/12, which tells 1, 2, 3, 4, 6 or 12 equal outcomes apart (tiny Draw Piles only), and outcomes that lead to the
same position are one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from engine.core.chance import Chance
from engine.core.game import Action, Game

PARTS = 12
LARGEST_PILE = 4


class Prepared(Chance):
    """Gives the numbers it was made with, then zeros; ``asked`` counts all."""

    def __init__(self, numbers: tuple[float, ...]) -> None:
        super().__init__(0)
        self.asked = 0

        def prepared() -> float:
            self.asked += 1
            return numbers[self.asked - 1] if self.asked <= len(numbers) else 0.0

        self.random = prepared


def outcomes(game: Game, action: Action) -> list[Game]:
    """Every different game that an action can lead to."""
    found: list[Game] = []
    level: list[tuple[float, ...]] = [()]
    while level:
        seen: set[tuple[str, bool]] = set()
        longer: list[tuple[float, ...]] = []
        for numbers in level:
            chance = Prepared(numbers)
            after = game.copy(chance)
            after.step(action)
            open_ = chance.asked > len(numbers)
            position = after.position()
            assert max(map(len, position["decks"].values())) <= LARGEST_PILE, "a pile has been reshuffled"
            key = (json.dumps(position, sort_keys=True), open_)
            if key in seen:
                continue
            seen.add(key)
            if open_:
                longer.extend((*numbers, part / PARTS) for part in range(PARTS))
            else:
                found.append(after)
        level = longer
    return found


@dataclass(frozen=True, slots=True)
class Count:
    """Games reached after so many actions, and among these actions those whose outcome chance decided."""

    games: int
    chances: int


def perft(game: Game, depth: int) -> list[Count]:
    """The counts at each depth from 1 to ``depth``."""
    counts = []
    level = [game]
    for _ in range(depth):
        followers = [outcomes(each, action) for each in level for action in each.legal()]
        level = [after for each in followers for after in each]
        counts.append(Count(len(level), sum(len(each) > 1 for each in followers)))
    return counts


def divide(game: Game, depth: int) -> dict[str, int]:
    """Games at full depth below each first action: where two engines differ, it shows."""
    return {
        game.action_text(action): sum(
            perft(after, depth - 1)[-1].games if depth > 1 else 1 for after in outcomes(game, action)
        )
        for action in game.legal()
    }
