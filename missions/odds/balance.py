"""How balanced a pack is by what came of its simulated campaigns, in the words in which all odds are told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from campaigns.packs.schema import SIDES
from config.common.figures import SURE, hundredths
from config.common.leads import lead, lead_between
from missions.odds.intervals import Mean, Share, share
from missions.odds.words import between, between_leads, mean_lead, percent_between

DRAWN = "Drawn"


@dataclass(frozen=True, slots=True)
class Won:
    """Campaigns that a side has won or, without a side, that were drawn."""

    side: str
    title: str
    share: Share
    shown: int
    """Of a hundred: what its rows of the victory table come to."""

    @property
    def text(self) -> str:
        return f"{self.title} {percent_between(self.share, self.shown)}"


@dataclass(frozen=True, slots=True)
class Graded:
    """A row of the victory table."""

    allied: str
    axis: str
    winner: str
    share: Share
    shown: int
    """Of a hundred: all rows come to a hundred."""

    @property
    def between(self) -> str:
        return between(self.share)


@dataclass(frozen=True, slots=True)
class MissionBalance:
    """How a mission of the pack went. ``spread`` is the standard deviation of one flight."""

    title: str
    flown: int
    side: str
    """Which is ahead; empty: neither."""
    ahead: str
    between: str
    """What that lies between nine times in ten; empty: of one flight nobody knows."""
    spread: float


@dataclass(frozen=True, slots=True)
class Balance:
    """All of it."""

    won: tuple[Won, ...]
    """Allied, drawn, Axis."""
    grades: tuple[Graded, ...]
    """From the Allies' best to the Axis's, as the victory table stands."""
    ahead: str
    """Victory Points ahead at the end, on average, and from the one extreme to the other."""
    missions: tuple[MissionBalance, ...]

    @property
    def who_won(self) -> str:
        """Who won how many, in a line."""
        return ", ".join(won.text for won in self.won)


@dataclass(frozen=True, slots=True)
class Beside:
    """A share of the campaigns of one pack, and of those of another."""

    title: str
    side: str
    before: Share
    after: Share


def beside(before: Balance, after: Balance) -> tuple[tuple[Beside, ...], tuple[Beside, ...]]:
    """Who has won, and the grades where both packs have as many, from the Allies' best on."""
    won = tuple(
        Beside(new.title, new.side, old.share, new.share) for old, new in zip(before.won, after.won, strict=True)
    )
    if len(before.grades) != len(after.grades):
        return won, ()
    grades = zip(before.grades, after.grades, strict=True)
    return won, tuple(Beside(f"{new.allied} / {new.axis}", new.winner, old.share, new.share) for old, new in grades)


def balance(told: Mapping[str, Any], titles: Mapping[str, str]) -> Balance:
    """Of a summary, as ``missions.simulation.summary`` gives it; ``titles`` are what the sides are called."""
    runs = told["runs"]
    rows = told["grades"] if told["grades"][0]["winner"] == "allied" else told["grades"][::-1]
    shown = hundredths([row["count"] for row in rows])
    grades = tuple(
        Graded(row["allied"], row["axis"], row["winner"], share(row["count"], runs), part)
        for row, part in zip(rows, shown, strict=True)
    )
    return Balance(
        won=tuple(
            Won(
                side,
                titles.get(side, DRAWN),
                share(sum(row["count"] for row in rows if row["winner"] == side), runs),
                sum(grade.shown for grade in grades if grade.winner == side),
            )
            for side in (SIDES[0], "", SIDES[1])
        ),
        grades=grades,
        ahead=_ahead(told, titles),
        missions=tuple(_mission(row, titles) for row in told["missions"]),
    )


def _ahead(told: Mapping[str, Any], titles: Mapping[str, str]) -> str:
    """Summaries that are kept from earlier have no spread of it, and the first of them nothing at all."""
    margin = told.get("margin")
    if margin is None:
        return ""
    average = lead(margin["mean"], titles, 1)
    if "spread" in margin and told["runs"] > 1:
        average = mean_lead(_mean(margin, told["runs"]), titles)
    return f"{average} on average, {lead_between(margin['least'], margin['most'], titles)} in all"


def _mission(row: Mapping[str, Any], titles: Mapping[str, str]) -> MissionBalance:
    return MissionBalance(
        title=row["title"],
        flown=row["flown"],
        side="allied" if row["mean"] > 0 else "axis" if row["mean"] < 0 else "",
        ahead=lead(row["mean"], titles, 1),
        between=between_leads(_mean(row, row["flown"]), titles) if row["flown"] > 1 else "",
        spread=row["spread"],
    )


def _mean(row: Mapping[str, Any], cases: int) -> Mean:
    beyond = SURE * row["spread"] / sqrt(cases)
    return Mean(row["mean"], row["mean"] - beyond, row["mean"] + beyond)
