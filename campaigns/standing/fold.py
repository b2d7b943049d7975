"""The fold itself: lines in, ``Standing`` out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final

from campaigns.packs.definition import PackDefinition
from campaigns.standing import changes, men, missions, periods, pools
from campaigns.standing.kinds import PackMoved, Resolved
from campaigns.standing.lines import Line
from campaigns.standing.model import Standing, Stocks
from campaigns.standing.recruits import Man
from campaigns.standing.workings import Resolutions, Workings


def fold(pack: PackDefinition, men: Iterable[Man], lines: Iterable[Line]) -> Standing:
    """What a campaign of ``pack`` has come to by the ``lines`` of its journal that are in force.

    They are taken in the order of moment and number, whatever order they come in. Nothing is ever refused: what
    does not fit is listed in ``Standing.conflicts``.
    """
    return folded(pack, men, lines).standing


def folded(pack: PackDefinition, men: Iterable[Man], lines: Iterable[Line]) -> Folding:
    """The same, to be carried on with what is written next."""
    folding, ordered = begun(pack, men, lines)
    for line in ordered:
        folding.take(line)
    return folding


def begun(pack: PackDefinition, men: Iterable[Man], lines: Iterable[Line]) -> tuple[Folding, list[Line]]:
    """A fold that has taken nothing yet, and the lines that it is to take, in order."""
    ordered = in_order(lines)
    return Folding(pack, men, (line for line in ordered if line.kind == "resolved")), ordered


def in_order(lines: Iterable[Line]) -> list[Line]:
    """As they are folded: by moment, and those of one moment as they were written."""
    return sorted(lines, key=lambda line: (line.moment, line.number))


def by_mission(pack: PackDefinition, men: Iterable[Man], lines: Iterable[Line]) -> Iterator[tuple[int, Standing]]:
    """The standing at the start, which is 0, and after each Mission and what followed it, by the Mission's number.

    It is the same one each time, and goes on changing. A Mission of which no line tells is left out.
    """
    folding, ordered = begun(pack, men, lines)
    yield 0, folding.standing
    for number, of_mission in groupby(ordered, key=lambda line: line.moment // 2):
        for line in of_mission:
            folding.take(line)
        yield number, folding.standing


class Folding:
    """A fold that can be carried on: ``take`` one line after the other, in order, and read ``standing`` at any time."""

    def __init__(self, pack: PackDefinition, men: Iterable[Man], resolved: Iterable[Line] = ()) -> None:
        """``resolved``: those lines of this kind that count from the beginning, wherever they stand."""
        self._work = Workings(pack, men, Resolutions(resolved))
        self._moment = self._number = 0
        _begin(self._work)

    @property
    def standing(self) -> Standing:
        """As far as it has come; it goes on changing as lines are taken."""
        return self._work.standing

    @property
    def moment(self) -> int:
        """Of the latest line that it has taken."""
        return self._moment

    def take(self, line: Line) -> None:
        """Read the next line. Kinds of ``PASSED_OVER`` change nothing."""
        work = self._work
        self._moment, self._number = line.moment, max(self._number, line.number)
        work.entry = line.number
        work.moment = line.moment
        if line.moment > work.standing.moment:
            work.standing.moment = line.moment
        handler = _HANDLERS.get(line.kind)
        if handler is None:
            return
        standing, after = work.standing, line.moment // 2
        if work.stocks and line.moment not in standing.stocks_before:
            standing.stocks_before[line.moment] = _kept(standing)
        handler(work, line)
        if standing.points_after.get(after) != standing.points:
            standing.points_after[after] = dict(standing.points)

    def carry_on(self, lines: Iterable[Line]) -> bool:
        """Take what has been written since, of ``lines`` in their order; ``False``, and nothing is taken, if it belongs
        before what has been taken: then the journal is folded anew.
        """
        new = [line for line in lines if line.number > self._number]
        moments = [self._moment, *(line.moment for line in new)]
        if sorted(moments) != moments or any(line.kind == "resolved" for line in new):
            return False
        for line in new:
            self.take(line)
        return True


def _begin(work: Workings) -> None:
    standing = work.standing
    for side, named in work.stocks.items():
        standing.stocks[side] = {name: min(stock.start, stock.most) for name, stock in named.items()}
    if work.pack.progress is not None:
        standing.marker = work.pack.progress.start
    men.begin(work)
    pools.begin(work)


def _kept(standing: Standing) -> Stocks:
    return {side: dict(stocks) for side, stocks in standing.stocks.items()}


def _period(work: Workings, line: Line) -> None:
    left = _kept(work.standing)
    periods.begun(work, line)
    work.standing.stocks_around.append((left, _kept(work.standing)))


def _started(work: Workings, line: Line) -> None:
    work.tell(work.standing.life, "started", "The campaign begins")


def _pack(work: Workings, line: Line) -> None:
    work.tell(work.standing.life, "pack", f"Moved to version {PackMoved.of(line).version} of the pack")


def _finished(work: Workings, line: Line) -> None:
    work.tell(work.standing.life, "finished", "The campaign is over")


def _resolved(work: Workings, line: Line) -> None:
    work.resolutions.add(line)
    work.resolve(Resolved.of(line).conflict)


_HANDLERS: Final[Mapping[str, Callable[[Workings, Line], None]]] = {
    "started": _started,
    "drawn": missions.drawn,
    "resource": missions.resource,
    "sortie": missions.sortie,
    "kill": men.kill,
    "target": missions.target,
    "points": missions.points,
    "debriefed": missions.debriefed,
    "voided": missions.voided,
    "fate": men.meet_fate,
    "search": men.search,
    "period": _period,
    "skill": men.learn,
    "ruling": men.rule,
    "decorated": men.decorate,
    "named": men.name,
    "picture": men.portray,
    "change": changes.change,
    "resolved": _resolved,
    "pack": _pack,
    "finished": _finished,
}
HANDLED: Final = frozenset(_HANDLERS)
PASSED_OVER: Final = frozenset({"archived", "differed", "note", "orders", "seat", "terms"})
"""Kinds of which nothing comes for the standing."""
FOR_THE_EYE: Final = frozenset({"picture"})
"""Kinds of which nothing comes for what is planned, flown or counted."""
