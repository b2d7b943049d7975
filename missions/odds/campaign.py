"""How a campaign might end: it is flown on again and again from where it stands, by staffs on both sides.

Everybody may read it, so it is made of what everybody may know: the public lines of the journal. A mission that has
been drawn is flown by what the staffs would send, not by what has been signed, and all that is still to come is drawn
from seeds of its own, not from the campaign's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from campaigns.packs import PackDefinition
from campaigns.packs.schema import Side
from campaigns.standing import Standing, fold
from campaigns.standing.questions import missions_left, under_way
from config.common import seeds
from missions.odds.intervals import Mean, Share, between, mean, share
from missions.simulation import ENGINE, Past, SimulatedCampaign, winner

METHOD = 1
"""Another number when the same standing comes to other odds: what was kept is of another time then."""
RUNS = 300
"""Ends that are flown, where there is time for so many."""
FEWEST = 60
"""Of fewer ends nothing is said."""
MOST_MISSIONS: Mapping[str, int] = {"wildblue": 9_000, "wwi": 9_000, "angels": 4_000, "sabin": 3_000}
"""Missions of each game that a worker flies for the odds of a campaign: two minutes at most on a core of today, and a
worker has eight.
"""
CASES = 20
"""Ends in which a side has won the next mission, without which its worth is not told."""
LUCK = 0xCA3B
"""From which the seeds of all ends come."""


@dataclass(frozen=True, slots=True)
class End:
    """How the campaign came out once."""

    grade: int
    """Row of the pack's victory table, from 0."""
    final: int
    """Where it stood at its end, as ``stands`` says."""
    next_margin: int | None
    """Allied less Axis Victory Points of the next mission; ``None``: nobody flew it."""


class Band(NamedTuple):
    """Between which values the ends lie after a mission: the middle 90 in 100 of them, and the middle half."""

    low: int
    quarter: int
    middle: int
    three_quarters: int
    high: int


@dataclass(frozen=True, slots=True)
class Worth:
    """What came of the campaign where a side had won the next mission."""

    side: Side
    cases: int
    final: Mean
    won: Share
    """Of the campaigns, by the Allied side."""


@dataclass(frozen=True, slots=True)
class CampaignOdds:
    """What came of the ends."""

    flown: int
    """Missions that had been debriefed."""
    under_way: int
    """Number of the mission that had been drawn and not debriefed; 0: none had."""
    stood: int
    """Where it stood, as ``stands`` says."""
    ends: tuple[End, ...]
    band: tuple[Band, ...]
    """After each mission to come, the next one first; what has ended earlier stays where it ended."""

    def won(self, pack: PackDefinition, side: str) -> Share:
        """Ends in which the victory table gives the campaign to a side; to nobody, if it is empty."""
        return share(sum(winner(pack, end.grade) == side for end in self.ends), len(self.ends))

    def graded(self, grade: int) -> Share:
        return share(sum(end.grade == grade for end in self.ends), len(self.ends))

    @property
    def final(self) -> Mean:
        return mean([end.final for end in self.ends])

    def worth(self, pack: PackDefinition) -> tuple[Worth, Worth] | None:
        """What it is worth to win the next mission; ``None`` where too few ends say so."""
        allied = [end for end in self.ends if (end.next_margin or 0) > 0]
        axis = [end for end in self.ends if (end.next_margin or 0) < 0]
        if min(len(allied), len(axis)) < CASES:
            return None
        return _worth(pack, "allied", allied), _worth(pack, "axis", axis)

    def as_json(self) -> dict[str, Any]:
        return {
            "flown": self.flown,
            "under_way": self.under_way,
            "stood": self.stood,
            "ends": [[end.grade, end.final, end.next_margin] for end in self.ends],
            "band": [list(each) for each in self.band],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> CampaignOdds:
        """The odds that ``as_json`` wrote."""
        return cls(
            flown=data["flown"],
            under_way=data["under_way"],
            stood=data["stood"],
            ends=tuple(End(*each) for each in data["ends"]),
            band=tuple(Band(*each) for each in data["band"]),
        )


def _worth(pack: PackDefinition, side: Side, ends: Sequence[End]) -> Worth:
    return Worth(
        side=side,
        cases=len(ends),
        final=mean([end.final for end in ends]),
        won=share(sum(winner(pack, end.grade) == "allied" for end in ends), len(ends)),
    )


def stands(standing: Standing) -> int:
    """Where a campaign stands in one figure: the space of its marker, or the Allied less the Axis Victory Points."""
    if standing.pack.progress is not None and standing.marker is not None:
        return standing.marker
    return standing.points["allied"] - standing.points["axis"]


def ends_to_fly(standing: Standing) -> int:
    """How many ends a worker has the time to fly; 0 where it would be too few to say anything."""
    missions = max(1, missions_left(standing))
    runs = min(RUNS, MOST_MISSIONS[standing.pack.system] // missions)
    return runs if runs >= FEWEST else 0


def campaign_odds(
    pack: PackDefinition,
    past: Past,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> CampaignOdds:
    """Fly on a campaign that is not over. The same past, to the digit the same odds.

    ``on_progress`` is told how many missions of how many have been flown.
    """
    standing = fold(pack, past.men, past.lines)
    runs, left = ends_to_fly(standing), missions_left(standing)
    ends, paths = [], []
    for number in range(runs):
        end, path = _flown_on(pack, past, number, partial(_told, on_progress, number * left, runs * left))
        ends.append(end)
        paths.append(path)
    length = max(map(len, paths), default=0)
    drawn = under_way(standing)
    return CampaignOdds(
        flown=standing.flown,
        under_way=drawn.number if drawn else 0,
        stood=stands(standing),
        ends=tuple(ends),
        band=tuple(_band([path[min(place, len(path) - 1)] for path in paths]) for place in range(length)),
    )


def _told(on_progress: Callable[[int, int], None], before: int, total: int, done: int) -> None:
    """``done`` missions more than ``before``: an end that comes early counts as all the missions that it might have."""
    on_progress(before + done, total)


def seed_of(number: int) -> int:
    """From which all that is to come is drawn in the end of that number, whatever the campaign."""
    return seeds.derive(LUCK, "campaign", number)


def _flown_on(
    pack: PackDefinition, past: Past, number: int, on_mission: Callable[[int], None]
) -> tuple[End, list[int]]:
    """One end, and where the campaign stood after each mission on the way."""
    campaign = SimulatedCampaign(pack, seed_of(number), past=past)
    path: list[int] = []

    def debriefed() -> None:
        path.append(stands(campaign.standing))
        on_mission(len(path))

    run = campaign.fly(debriefed)
    final = stands(campaign.standing)
    path[-1:] = [final]
    first = campaign.missions[0] if campaign.missions else None
    margin = None
    if first is not None and first.way == ENGINE:
        margin = first.report.points("allied") - first.report.points("axis")
    return End(run.grade, final, margin), path


def _band(values: Sequence[int]) -> Band:
    low, high = between(values, 0.90)
    quarter, three_quarters = between(values, 0.50)
    middle, _ = between(values, 0.0)
    return Band(low, quarter, middle, three_quarters, high)
