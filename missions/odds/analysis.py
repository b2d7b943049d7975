"""What was in a fight that has been flown: the outlook at each moment, the turning points, what decisions were worth.

Made from the record alone, the same to the digit wherever it is made. The margin at the end is what was to be expected
at the start, and what the decisions of both sides were worth by what each of them knew; all the rest was luck.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import astuple, dataclass
from functools import partial
from math import hypot, sqrt
from typing import Any

from engine.core.game import SIDES, Frame, Side
from engine.core.record import Record
from missions.odds.fight import Fight, Move, taken_apart
from missions.odds.judging import Judge, Weighed, Worth
from missions.odds.outlooks import (
    MOST_LOOKED_AT,
    Moment,
    Outlook,
    TurnBegins,
    TurningPoint,
    curve,
    looked_at,
    turning_points,
    turns_of,
)

METHOD = 2
"""Another number: what was made before is made anew."""
_OF_A_DECISION = 5
_OF_A_TURN = 2
"""How much longer it takes to look into a decision, or again at an end of a turn, than to look out from a moment."""


@dataclass(frozen=True, slots=True)
class Looks:
    """How often is flown."""

    flights: int = 100
    """From each moment."""
    all_flights: int = 20_000
    """From all moments together, at most."""
    fewest: int = 40
    """From each moment of a long fight; of one that would need more still, moments are left out."""
    again: int = 200
    """From either end of what may be a turning point."""
    proof: int = 60
    """Deals over which a decision is compared with another."""


USUAL = Looks()


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision of a person. Points are Victory Points of his side's margin."""

    number: int
    """Of the decision in the record, from 1."""
    step: int
    """The step of the replay that shows it, all hands open."""
    turn: str
    side: Side
    unit: str
    """What the unit is called; empty: it was about the whole side."""
    taken: str
    best: str
    """The best other action that was found."""
    gain: Worth
    """By how much that would have been better."""


@dataclass(frozen=True, slots=True)
class Account:
    """Where a side's margin came from. In tenths of a Victory Point, so that it adds up as it is read."""

    side: Side
    expected: int
    luck: int
    play: int
    """What the side's own decisions were worth, beside those that the rules of thumb would have taken."""
    play_error: int
    """The standard error of that."""
    others: int
    """What the decisions of the other side were worth to this one."""
    came: int
    expected_error: int = 0
    """The standard error of what was expected, and of luck; 0 of what was kept before they were."""
    luck_error: int = 0


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that is kept of it."""

    moments: tuple[Moment, ...]
    decisions: int
    """How many the fight had."""
    turns: tuple[TurnBegins, ...]
    turning: tuple[TurningPoint, ...]
    judged: tuple[Judged, ...]
    """What mattered most first."""
    accounts: tuple[Account, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "moments": [[moment.decisions, *moment.outlook] for moment in self.moments],
            "decisions": self.decisions,
            "turns": [[*turn] for turn in self.turns],
            "turning": [[*point] for point in self.turning],
            "judged": [astuple(each) for each in self.judged],
            "accounts": [astuple(each) for each in self.accounts],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Analysis:
        """The analysis that ``as_json`` wrote."""
        return cls(
            moments=tuple(Moment(decisions, Outlook(*counted)) for decisions, *counted in data["moments"]),
            decisions=data["decisions"],
            turns=tuple(TurnBegins(*told) for told in data["turns"]),
            turning=tuple(
                TurningPoint(decisions, step, turn, side, actor, tuple(events), before, after, *map(tuple, flights))
                for decisions, step, turn, side, actor, events, before, after, *flights in data["turning"]
            ),
            judged=tuple(
                Judged(number, step, turn, side, unit, taken, best, Worth(*gain))
                for number, step, turn, side, unit, taken, best, gain in data["judged"]
            ),
            accounts=tuple(Account(*entries) for entries in data["accounts"]),
        )


def analyse(
    record: Record,
    persons: Collection[int] = (),
    looks: Looks = USUAL,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Analysis:
    """The analysis of a fight that is over. ``persons``: the numbers of the decisions that people took.

    Raises ``BadRecord``, and ``NotAnalysed`` for a fight of more sides than two or one that is not over.
    """
    fight = taken_apart(record)
    places = looked_at(fight, looks.all_flights // looks.fewest)
    flights = max(looks.fewest, min(looks.flights, looks.all_flights // len(places)))
    asked = [move for move in fight.moves if not move.is_forced and (move.number in persons or not move.is_usual)]
    done, total = 0, len(places) + _OF_A_DECISION * len(asked) + _OF_A_TURN * 2 * MOST_LOOKED_AT

    def told(steps: int = 1) -> None:
        nonlocal done
        done += steps
        on_progress(done, total)

    moments = tuple(curve(fight, places, flights, told))
    judge = Judge(fight, looks.proof, partial(told, 0))
    weighed: list[Weighed] = []
    plays: dict[Side, list[Worth]] = defaultdict(list)
    for move in asked:
        if move.number in persons:
            weighed.append(judge.weigh(move))
            plays[move.side].append(weighed[-1].play)
        else:
            plays[move.side].append(judge.play_of(move))
        told(_OF_A_DECISION)
    return Analysis(
        moments=moments,
        decisions=len(fight.moves),
        turns=tuple(turns_of(fight)),
        turning=turning_points(fight, moments, looks.again, partial(told, _OF_A_TURN)),
        judged=tuple(sorted((_judged(fight, each) for each in weighed), key=lambda each: -each.gain.points)),
        accounts=_accounts(moments[0].outlook, {side: _sum(plays[side]) for side in SIDES}, fight.margin),
    )


def _sum(worths: Iterable[Worth]) -> Worth:
    points, squares = 0.0, 0.0
    for each in worths:
        points += each.points
        squares += each.error**2
    return Worth(points, sqrt(squares))


def _accounts(start: Outlook, plays: Mapping[Side, Worth], came: int) -> tuple[Account, ...]:
    """Both sides' from the same tenths: what one owes to its luck the other owes to it as well.

    Luck is what is left, and as unsure as all that is taken off.
    """
    first, other = SIDES
    luck_error = hypot(start.margin_error, *(play.error for play in plays.values()))
    tenths = {side: round(10 * plays[side].points) for side in SIDES}
    expects = round(10 * start.margin)
    luck = 10 * came - expects - tenths[first] + tenths[other]
    return tuple(
        Account(
            side=side,
            expected=sign * expects,
            luck=sign * luck,
            play=tenths[side],
            play_error=round(10 * plays[side].error),
            others=-tenths[enemy],
            came=sign * 10 * came,
            expected_error=round(10 * start.margin_error),
            luck_error=round(10 * luck_error),
        )
        for side, enemy, sign in ((first, other, 1), (other, first, -1))
    )


def _judged(fight: Fight, weighed: Weighed) -> Judged:
    """In words."""
    move = weighed.move
    game, system = fight.games[move.number - 1], fight.system
    labels = {choice.action: choice.label for choice in system.choices(game, (move.taken, weighed.best))}
    caption = system.caption(Frame(0, game.turn, move.kind, move.unit, "", (), game.view(None)))
    return Judged(
        number=move.number,
        step=_step_of(fight, move),
        turn=caption.turn,
        side=move.side,
        unit=caption.actor if move.unit else "",
        taken=labels[move.taken],
        best=labels[weighed.best],
        gain=weighed.gain,
    )


def _step_of(fight: Fight, move: Move) -> int:
    """The first step of the replay in which it has been taken."""
    return next(frame.number for frame in fight.frames if frame.decisions >= move.number)
