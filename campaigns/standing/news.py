"""What the latest step of a campaign brought, told line by line: nobody needs to work out what has been worked out.

The news are of the period that has begun since the latest debrief or, if none has, of the Mission debriefed last.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from campaigns.packs.schema import SIDES
from campaigns.standing.model import JournalFact, Standing

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


def news(standing: Standing, sides: Collection[str]) -> News | None:
    """The latest, for somebody who may look into the pools of ``sides``; ``None`` before anything has happened."""
    latest = next((each for each in reversed(standing.life) if each.what in ("period", "debriefed")), None)
    if latest is None:
        return None
    moment = latest.moment
    groups = [NewsGroup("", tuple(f"{each.text}." for each in _at(standing.life, moment) if each.what in _COMMON))]
    for side in SIDES:
        if side in sides:
            groups.append(NewsGroup(side, tuple(_of_side(standing, side, moment))))
    of_debrief = latest.what == "debriefed"
    period = standing.period
    title = f"Mission {latest.mission} has been debriefed"
    if period is not None and not of_debrief:
        title = f"Period {period.number} has begun"
    return News(title, latest.mission if of_debrief else None, tuple(group for group in groups if group.lines))


def _of_side(standing: Standing, side: str, moment: int) -> Iterator[str]:
    for squadron in standing.squadrons.values():
        if squadron.side == side and (told := [each.text for each in _at(squadron.life, moment)]):
            yield f"{squadron.title} {' and '.join(told)}."
    yield from _of_airframes(standing, side, moment)
    yield from _of_men(standing, side, moment)
    yield from _stocks(standing, side, moment)


def _of_airframes(standing: Standing, side: str, moment: int) -> Iterator[str]:
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


def _of_men(standing: Standing, side: str, moment: int) -> Iterator[str]:
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


def _stocks(standing: Standing, side: str, moment: int) -> Iterator[str]:
    """What the step has taken or brought. Later steps of the same moment are in it."""
    before = standing.stocks_before.get(moment, {}).get(side, {})
    for name, stock in standing.pack.stocks_of(side).items():
        now = standing.stocks[side].get(name, 0)
        was = before.get(name, now)
        if was != now:
            yield f"{stock.title}: {was} before, {now} now."


def _at(life: Sequence[JournalFact], moment: int) -> list[JournalFact]:
    """What happened at that moment or, if nothing has come since, last."""
    first = len(life)
    while first and life[first - 1].moment >= moment:
        first -= 1
    return [each for each in life[first:] if each.moment == moment]
