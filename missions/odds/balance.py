"""How balanced a pack is by what came of its simulated campaigns, in the words in which all odds are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from campaigns.packs.schema import SIDES
from config.common.leads import lead, lead_between
from missions.odds.intervals import SURE, Mean, Share, share
from missions.odds.words import mean_lead, percent_between

DRAWN = "Drawn"


@dataclass(frozen=True, slots=True)
class Won:
    """Campaigns that a side has won or, without a side, that were drawn."""

    side: str
    title: str
    share: Share

    @property
    def text(self) -> str:
        return f"{self.title} {percent_between(self.share)}"


@dataclass(frozen=True, slots=True)
class Graded:
    """A row of the victory table."""

    allied: str
    axis: str
    winner: str
    count: int
    share: Share


@dataclass(frozen=True, slots=True)
class MissionBalance:
    """How a mission of the pack went. ``spread`` is the standard deviation of one flight."""

    title: str
    flown: int
    ahead: str
    side: str
    """Which is ahead; empty: neither."""
    spread: float


@dataclass(frozen=True, slots=True)
class Balance:
    """All of it."""

    won: tuple[Won, ...]
    """Allied, Axis, drawn."""
    grades: tuple[Graded, ...]
    """From the Allies' best to the Axis's, as the victory table stands."""
    ahead: str
    """Victory Points ahead at the end, on average, and from the one extreme to the other."""
    missions: tuple[MissionBalance, ...]


def balance(told: Mapping[str, Any], titles: Mapping[str, str]) -> Balance:
    """Of a summary, as ``missions.simulation.summary`` gives it; ``titles`` are what the sides are called."""
    runs = told["runs"]
    rows = told["grades"] if told["grades"][0]["winner"] == "allied" else told["grades"][::-1]
    grades = tuple(
        Graded(row["allied"], row["axis"], row["winner"], row["count"], share(row["count"], runs)) for row in rows
    )
    return Balance(
        won=tuple(
            Won(
                side,
                titles.get(side, DRAWN),
                share(sum(grade.count for grade in grades if grade.winner == side), runs),
            )
            for side in (*SIDES, "")
        ),
        grades=grades,
        ahead=_ahead(told, titles),
        missions=tuple(
            MissionBalance(
                title=row["title"],
                flown=row["flown"],
                ahead=_mean(row, row["flown"], titles),
                side="allied" if row["mean"] > 0 else "axis" if row["mean"] < 0 else "",
                spread=row["spread"],
            )
            for row in told["missions"]
        ),
    )


def _ahead(told: Mapping[str, Any], titles: Mapping[str, str]) -> str:
    """Summaries that are kept from earlier have no spread of it, and the first of them nothing at all."""
    margin = told.get("margin")
    if margin is None:
        return ""
    average = _mean(margin, told["runs"], titles) if "spread" in margin else lead(margin["mean"], titles, 1)
    return f"{average} on average, {lead_between(margin['least'], margin['most'], titles)} in all"


def _mean(row: Mapping[str, Any], cases: int, titles: Mapping[str, str]) -> str:
    """With what it lies between nine times in ten; of one case nobody knows."""
    if cases < 2:
        return lead(row["mean"], titles, 1)
    beyond = SURE * row["spread"] / sqrt(cases)
    return mean_lead(Mean(row["mean"], row["mean"] - beyond, row["mean"] + beyond), titles)
