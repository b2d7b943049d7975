"""A battle that was told at the table, as the facts of a game: its scenario scores it as it scores a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.angels.aircraft import Aircraft
from engine.angels.questions import CLIMBED, begun, strafed, strafers
from engine.angels.setup import Plan
from engine.angels.terms import COUNT, DESTROYED, FLYING, OF_SIDE, RETREATED
from engine.angels.victory import NOBODY, REASON, Facts, climbed
from engine.core.campaigns import OUT_OF_FUEL
from engine.core.errors import BadAnswer
from engine.core.game import SIDES
from engine.core.report import AircraftReport, Answer

Award = tuple[int, int, int, int]
"""Side, points, reason, aircraft or ``NOBODY``, as ``State.awards``."""
_THE_TURN: Final = 0
"""All that was told is scored as one Game Turn, before any that a scenario counts to."""


def awards(plan: Plan, flown: Mapping[int, AircraftReport], answers: Mapping[str, Answer]) -> Sequence[Award]:
    """The points of a battle; ``flown`` tells of each aircraft of its plan. Raises ``BadAnswer``."""
    battle = _TableBattle(plan, flown, answers)
    conditions = plan.conditions
    if answers.get(CLIMBED) and not climbed(conditions, battle):
        side = SIDES[conditions.side].capitalize()
        sentence = f"Not all {side} aircraft came back undamaged without leaving the map, so not all can be above it."
        raise BadAnswer(CLIMBED, sentence)
    conditions.bonus(battle)
    conditions.end_of_turn(battle)
    for of, flying in strafers(conditions, plan.flown).items():
        if points := conditions.strafing * int(answers.get(strafed(of), 0)):
            battle.award(of, points, REASON["strafing"], flying[0] if len(flying) == 1 else NOBODY)
    conditions.finish(battle)
    return battle.awards


def beforehand(plan: Plan) -> Sequence[Award]:
    """The points of a battle that has not begun, where it can begin in one way only."""
    battle = _TableBattle(plan, {}, {})
    plan.conditions.bonus(battle)
    return battle.awards


class _TableBattle(Facts):
    """All that was told, as of a game."""

    def __init__(self, plan: Plan, flown: Mapping[int, AircraftReport], answers: Mapping[str, Answer]) -> None:
        conditions = plan.conditions
        fates = {"destroyed": DESTROYED, "disengaged": RETREATED, "through": RETREATED, "home": RETREATED}
        self.present = tuple(sorted(flown))
        self.aircraft: list[Aircraft | None] = [plan.flown.get(who) for who in range(COUNT)]
        self.fate, self.edge, self.hits, self.altitude = ([NOBODY] * COUNT for _ in range(4))
        self.gone = [_THE_TURN] * COUNT
        self.maneuvered = [True] * COUNT  # who has strafed is asked: nobody strafes in this turn
        self.turn = _THE_TURN
        self.situation, self.advantage = begun(plan, answers)
        self.awards: list[Award] = []
        self._dry = {who for who, entry in flown.items() if entry.cause == OUT_OF_FUEL}
        for who, entry in flown.items():
            self.fate[who] = DESTROYED if entry.status == "destroyed" else fates.get(entry.exit, FLYING)
            self.edge[who] = conditions.edge if entry.exit in ("through", "home") else NOBODY
            self.hits[who] = int(entry.status != "undamaged")
        if answers.get(CLIMBED):
            for who in OF_SIDE[conditions.side]:
                self.altitude[who] = conditions.altitude

    def award(self, side: int, points: int, reason: int, who: int = NOBODY) -> None:
        if reason == REASON["destroyed"] and who in self._dry:
            reason = REASON["fuel"]
        self.awards.append((side, points, reason, who))

    def lose(self, who: int) -> None:
        raise AssertionError("who was lost has been told")
