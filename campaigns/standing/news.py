"""What the latest step of a campaign brought, told line by line: nobody needs to work out what has been worked out.

The news are of the period that has begun since the latest debrief or, if none has, of the Mission debriefed last.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from campaigns.packs import PackDefinition
from campaigns.packs.schema import SIDES
from campaigns.standing import Line, Standing
from campaigns.standing.fold import begun
from campaigns.standing.model import JournalFact
from campaigns.standing.recruits import Man

Stocks = Mapping[str, Mapping[str, int]]

_COMMON = ("marker", "event", "void")
"""Happenings of the campaign as a whole that are told; the rest is in the title or on the page already."""
_ORDINARY = ("sortie", "kill", "ruling")
"""Of a man: what the debrief of his Mission tells."""
_CROWD = 12
"""More new men than this are counted, not named."""


@dataclass(frozen=True, slots=True)
class NewsGroup:
    """What concerns one side, or both."""

    side: str
    """Empty: both."""
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class News:
    title: str
    """``Period 2 has begun``, ``Mission 3 has been debriefed``."""
    mission: int | None
    """Of a debrief."""
    groups: tuple[NewsGroup, ...]


@dataclass(frozen=True, slots=True)
class Unfolded:
    """A standing, with what the stocks were before each moment and the points after each Mission."""

    standing: Standing
    stocks_before: Mapping[int, Stocks]
    points_after: Mapping[int, Mapping[str, int]]
    """Victory Points of the campaign after each Mission and what it brought."""
    stocks_around: Sequence[tuple[Stocks, Stocks]]
    """For each period what was there before it was opened, and when it had begun."""


def unfold(pack: PackDefinition, men: Iterable[Man], lines: Iterable[Line]) -> Unfolded:
    """Fold a journal, keeping stocks and points at each step."""
    folding, ordered = begun(pack, men, lines)
    before: dict[int, Stocks] = {}
    points: dict[int, Mapping[str, int]] = {}
    around: list[tuple[Stocks, Stocks]] = []
    for line in ordered:
        if line.moment not in before:
            before[line.moment] = _kept(folding.standing)
        left = _kept(folding.standing) if line.kind == "period" else {}
        folding.take(line)
        if line.kind == "period":
            around.append((left, _kept(folding.standing)))
        points[line.moment // 2] = dict(folding.standing.points)
    return Unfolded(folding.standing, before, points, around)


def _kept(standing: Standing) -> Stocks:
    return {side: dict(stocks) for side, stocks in standing.stocks.items()}


def news(unfolded: Unfolded, sides: Collection[str]) -> News | None:
    """The latest, for somebody who may look into the pools of ``sides``; ``None`` before anything has happened."""
    standing = unfolded.standing
    latest = next((each for each in reversed(standing.life) if each.what in ("period", "debriefed")), None)
    if latest is None:
        return None
    moment = latest.moment
    groups = [NewsGroup("", tuple(f"{each.text}." for each in _at(standing.life, moment) if each.what in _COMMON))]
    for side in SIDES:
        if side in sides:
            groups.append(NewsGroup(side, tuple(_of_side(unfolded, side, moment))))
    of_debrief = latest.what == "debriefed"
    period = standing.period
    title = f"Mission {latest.mission} has been debriefed"
    if period is not None and not of_debrief:
        title = f"Period {period.number} has begun"
    return News(title, latest.mission if of_debrief else None, tuple(group for group in groups if group.lines))


def _of_side(unfolded: Unfolded, side: str, moment: int) -> Iterator[str]:
    standing = unfolded.standing
    for squadron in standing.squadrons.values():
        if squadron.side == side and (told := [each.text for each in _at(squadron.life, moment)]):
            yield f"{squadron.title} {' and '.join(told)}."
    mended = []
    for airframe in standing.airframes.values():
        if airframe.side == side:
            for each in _at(airframe.life, moment):
                if each.what == "repaired":
                    mended.append(airframe.code)
                elif each.what in ("lost", "damaged"):
                    yield f"{airframe.code} {'is ' if each.what == 'damaged' else ''}{each.text}."
    if mended:
        yield f"Back from repair: {', '.join(mended)}."
    joined, back = [], []
    for airman in standing.airmen.values():
        if airman.side == side:
            for each in _at(airman.life, moment):
                if each.what == "joined":
                    joined.append(airman.name)
                elif each.what == "returned":
                    back.append(airman.name)
                elif each.what not in _ORDINARY:
                    yield f"{airman.name} {each.text}."
    if len(joined) > _CROWD:
        yield f"{len(joined)} men have joined; the roster names them."
    elif joined:
        yield f"New men: {', '.join(joined)}."
    if back:
        yield f"Fit again: {', '.join(back)}."
    yield from _stocks(unfolded, side, moment)


def _stocks(unfolded: Unfolded, side: str, moment: int) -> Iterator[str]:
    """What the step has taken or brought. Later steps of the same moment are in it."""
    standing = unfolded.standing
    before = unfolded.stocks_before.get(moment, {}).get(side, {})
    for name, stock in standing.pack.stocks_of(side).items():
        now = standing.stocks[side].get(name, 0)
        was = before.get(name, now)
        if was != now:
            yield f"{stock.title}: {was} before, {now} now."


def _at(life: Iterable[JournalFact], moment: int) -> Iterator[JournalFact]:
    return (each for each in life if each.moment == moment)
