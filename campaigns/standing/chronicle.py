"""A standing beside the lines that it was folded from: what each man did and when, from one fold of the journal."""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Final

import engine
from campaigns.packs.definition import PackDefinition
from campaigns.standing import Line, Standing, fold, sortie_text
from campaigns.standing.change_kinds import EarlierCareer
from campaigns.standing.kinds import Ruling
from campaigns.standing.men import PART
from campaigns.standing.model import Airman, JournalFact
from campaigns.standing.recruits import Man
from campaigns.standing.result_kinds import Kill, Sortie
from campaigns.standing.victories import counted
from campaigns.standing.workings import fraction
from config.common.charts import ChartData, Series

MOST_POINTS: Final = 40
"""Missions of a chart; of a longer campaign every second, third … is drawn."""


@dataclass(frozen=True, slots=True)
class Victory:
    """An enemy aircraft that a man claims, or has been given a part of."""

    entry: int
    """Number of the journal entry that claims it."""
    mission: int
    victim: str
    """Slug of its type."""
    credit: Fraction
    """What he has of it by now, as the standings of the campaign count."""
    verdict: str
    """``confirmed``, ``denied``, ``shared``; empty: nobody has ruled on it."""
    reason: str
    other: int | None
    """The other man of a claim that was shared: with whom, or whose claim it was."""


@dataclass(frozen=True)
class Chronicle:
    """What a campaign has come to, and the lines that say so, as far as somebody may know them."""

    standing: Standing
    lines: Mapping[int, Line]
    """By number."""
    _victories: dict[int, tuple[Victory, ...]] = field(default_factory=dict, init=False)

    def sortie(self, happening: JournalFact) -> Sortie:
        """What the journal says of a sortie in somebody's life."""
        return Sortie.of(self.lines[happening.entry])

    def code(self, happening: JournalFact) -> str:
        """The code of the aircraft that was flown, by all that has been resolved; empty where there are no pools."""
        return self.code_of(self.lines[happening.entry])

    def code_of(self, sortie: Line) -> str:
        """The same of a sortie's line."""
        return self._codes.get(sortie.number) or Sortie.of(sortie).airframe

    def confirmed(self, kill: Line) -> Fraction:
        """What a claim to an enemy aircraft is worth to the side: nothing once it has been denied.

        Nor before it has been confirmed, where the standings count only those; who has no name need not claim.
        """
        ruling = self._ruling(kill.number)
        if ruling is None:
            return Fraction(0) if self.standing.only_confirmed and kill.pilot_id is not None else Kill.of(kill).part
        return Fraction(0) if ruling.verdict == "denied" else Kill.of(kill).part

    def ruling(self, kill: Line) -> Ruling | None:
        """What the latest ruling says of a claim; ``None``: nobody has ruled on it."""
        return self._ruling(kill.number)

    def unit(self, happening: JournalFact) -> str:
        """The place in which a sortie was flown: ``Interceptor 1 leader``."""
        flown = self.sortie(happening)
        names = self._names.get(happening.mission, {})
        return sortie_text.seat_name(names.get(flown.unit, flown.unit), flown.seat)

    def victories(self, man: Airman) -> tuple[Victory, ...]:
        """All that he ever claimed, in order, the denied ones too."""
        if man.pk not in self._victories:
            self._victories[man.pk] = tuple(self._claimed(man))
        return self._victories[man.pk]

    def flew(self, man: Airman) -> tuple[str, ...]:
        """Slugs of the types that he has flown: that of most of his victories first, then by how often he flew it."""
        type_in = {each.mission: self.sortie(each).aircraft for each in man.life if each.what == "sortie"}
        often = Counter(type_in.values())
        won: dict[str, Fraction] = defaultdict(Fraction)
        for victory in self.victories(man):
            won[type_in.get(victory.mission, "")] += victory.credit
        return tuple(sorted(often, key=lambda slug: (-won[slug], -often[slug])))

    def day(self, mission: int | None) -> datetime.date | None:
        """The day of a mission, if it was drawn."""
        known = self.standing.missions.get(mission or 0)
        return datetime.date.fromisoformat(known.date) if known and known.date else None

    @property
    def latest(self) -> int:
        """The number of the latest mission debriefed; 0 before the first."""
        return max((each.number for each in self.standing.missions.values() if each.is_debriefed), default=0)

    @cached_property
    def _codes(self) -> dict[int, str]:
        lives = self.standing.airframes.values()
        return {each.entry: airframe.code for airframe in lives for each in airframe.life if each.what == "sortie"}

    @cached_property
    def _names(self) -> dict[int | None, dict[str, str]]:
        flown: dict[int | None, list[Sortie]] = defaultdict(list)
        for line in self.lines.values():
            if line.kind == "sortie":
                flown[line.mission].append(Sortie.of(line))
        titles = engine.systems()[self.standing.pack.system].sides
        return {mission: sortie_text.names(sorties, titles) for mission, sorties in flown.items()}

    @cached_property
    def _rulings(self) -> dict[int, Line]:
        """The latest on each claim, by the number of the claim's entry."""
        return {Ruling.of(line).kill: line for line in self.lines.values() if line.kind == "ruling"}

    def _ruling(self, kill: int) -> Ruling | None:
        """What the latest says of a claim."""
        line = self._rulings.get(kill)
        return Ruling.of(line) if line else None

    def _claimed(self, man: Airman) -> Iterator[Victory]:
        for each in man.life:
            if each.what == "kill":
                yield self._victory(each.entry, None)
            elif each.what == "ruling":
                line = self.lines[each.entry]
                ruling = Ruling.of(line)
                own = self.lines.get(ruling.kill)
                if own is not None and ruling.partner == man.pk and line is self._rulings[own.number]:
                    yield self._victory(own.number, line.pilot_id)

    def _victory(self, entry: int, claimant: int | None) -> Victory:
        """``claimant``: whose claim it was; ``None`` of his own."""
        line = self.lines[entry]
        kill = Kill.of(line)
        ruling = self._ruling(entry)
        return Victory(
            entry=entry,
            mission=line.mission or 0,
            victim=kill.victim.aircraft,
            credit=kill.part * (PART[ruling.verdict] if ruling else not self.standing.only_confirmed),
            verdict=ruling.verdict if ruling else "",
            reason=ruling.reason if ruling else "",
            other=claimant if claimant is not None or ruling is None else ruling.partner,
        )


def chronicle(
    pack: PackDefinition, men: Iterable[Man], lines: Iterable[Line], *, only_confirmed: bool = False
) -> Chronicle:
    """Fold ``lines`` and keep them; ``only_confirmed`` as the campaign's terms have it."""
    kept = sorted(lines, key=lambda line: line.number)
    standing = counted(fold(pack, men, kept), only_confirmed=only_confirmed)
    return Chronicle(standing, {line.number: line for line in kept})


def kills_after(known: Chronicle, man: Airman) -> dict[int, Fraction]:
    """His victories after each mission that changed them, by its number, as they stand by now."""
    victories = {each.entry: each for each in known.victories(man)}
    total = Fraction(0)
    after: dict[int, Fraction] = {}
    for each in man.life:
        if each.what == "kill":
            total += victories[each.entry].credit
        elif each.what == "ruling":
            ruling = Ruling.of(known.lines[each.entry])
            if ruling.partner == man.pk and ruling.kill in victories:
                total += victories[ruling.kill].credit
        elif each.what == "career":
            total = fraction(EarlierCareer.of(known.lines[each.entry]).kills)
        else:
            continue
        after[each.moment // 2] = total
    return after


def kills_chart(known: Chronicle, man: Airman) -> ChartData | None:
    """His victories over the missions of the campaign; ``None`` if there are none to show."""
    after = kills_after(known, man)
    if not any(after.values()):
        return None
    total = after.get(0, Fraction(0))
    values = [total]
    for mission in range(1, known.latest + 1):
        total = after.get(mission, total)
        values.append(total)
    shown = shown_missions(known.latest)
    return ChartData(
        title="Victories",
        labels=tuple(str(mission) for mission in shown),
        series=(Series("Kills", man.side, tuple(float(values[mission]) for mission in shown)),),
        unit="in all",
    )


def shown_missions(latest: int) -> list[int]:
    """The missions that a chart has a point for: 0, the start, to ``latest``, at most about ``MOST_POINTS``.

    >>> shown_missions(4), shown_missions(90)[:3], shown_missions(90)[-1]
    ([0, 1, 2, 3, 4], [0, 3, 6], 90)
    """
    every = -(-latest // MOST_POINTS) or 1
    first = latest % every
    return list(dict.fromkeys([0, *range(first, latest + 1, every)]))
