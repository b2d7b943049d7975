"""How a campaign might end, as its members are shown it: nothing in it is any side's secret."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

import engine
from campaigns.access import Viewer
from campaigns.models import Campaign, Role
from campaigns.packs import PackDefinition
from campaigns.packs.schema import SIDES
from campaigns.selectors.campaigns import CampaignPage
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.known import journal_known_to_all
from campaigns.selectors.sides import side_titles
from campaigns.standing import Standing
from config.common.charts import Band, ChartData, Series
from config.common.figures import hundredths
from config.common.prepared import Prepared, number
from missions.models import CampaignOdds as Row
from missions.models import Job
from missions.odds.campaign import METHOD, CampaignOdds, Worth, ends_to_fly, stands
from missions.odds.intervals import Mean, Share
from missions.odds.words import between, mean_lead, percent_between
from missions.simulation import winner


def digest(campaign: Campaign) -> str:
    """What the odds of a campaign are made of, by name: no side's secrets are part of it. One query."""
    pack = definition_of(campaign)
    edition = engine.systems()[pack.system].edition
    made_of = [pack.slug, pack.version, edition, METHOD, journal_known_to_all(campaign)]
    return sha256(json.dumps(made_of).encode()).hexdigest()


def why_not(campaign: Campaign, standing: Standing) -> str:
    """Why nobody can look how a campaign might end, in a sentence; empty if one can. No query."""
    if campaign.is_finished or standing.is_over:
        return "The campaign is over: how it ended is known."
    if not ends_to_fly(standing):
        return "Too many Missions are left to fly them all again and again. Look when fewer are."
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeOdds:
    """A row of the victory table, and how many of a hundred ends come to it."""

    titles: dict[str, str]
    winner: str
    share: Share
    shown: int
    """Of a hundred: all rows come to a hundred."""

    @property
    def between(self) -> str:
        return between(self.share)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideOdds:
    """How many of a hundred ends a side wins, or are drawn."""

    side: str
    title: str
    share: Share
    shown: int
    """What its rows come to."""
    grades: tuple[GradeOdds, ...]
    """The rows of the victory table that make it up, where there are several."""

    @property
    def sentence(self) -> str:
        """``Allied 58 % (52 to 64), of these Decisive victory 12 %``."""
        parts = [f"{own.titles[self.side or 'allied']} {own.shown}\N{NO-BREAK SPACE}%" for own in self.grades]
        of_these = f", of these {', '.join(parts)}" if parts else ""
        return f"{self.title} {percent_between(self.share, self.shown)}{of_these}"


@dataclass(frozen=True, slots=True, kw_only=True)
class WorthRow:
    """What comes of the campaign when a side wins the next mission."""

    side: str
    cases: int
    won: str
    """Of a hundred campaigns, by the Allied side."""
    final: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownOdds:
    """What came of the latest look."""

    flown_at: datetime
    ends: int
    is_current: bool
    """The campaign still stands where it stood then."""
    stood: str
    """``after mission 7, with mission 8 drawn``."""
    sides: tuple[SideOdds, ...]
    grades: tuple[GradeOdds, ...]
    final: str
    """Where it ends on average."""
    worth: tuple[WorthRow, ...]
    next_mission: int
    measure: str
    """What the picture shows."""
    chart: ChartData


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsPanel:
    """What stands under "How might it end?"."""

    job: Job | None
    """Of what is being flown, or has failed; ``None``: nothing is and has."""
    shown: ShownOdds | None
    why_not: str
    may_order: bool

    @property
    def is_under_way(self) -> bool:
        return self.job is not None and not self.job.is_finished


def panel(campaign: Campaign, viewer: Viewer, page: CampaignPage) -> OddsPanel:
    """For the pages of a campaign. One query, two where somebody has looked."""
    row = _ROW.first(campaign=campaign.pk)
    standing = page.standing
    reason = why_not(campaign, standing)
    return OddsPanel(
        job=row.job if row is not None and row.job.status != Job.Status.DONE else None,
        shown=_shown(campaign, row, page) if row is not None else None,
        why_not=reason,
        may_order=viewer.may(Role.PILOT) and not reason,
    )


_ROW = Prepared(lambda: Row.objects.filter(campaign=number("campaign")).order_by().select_related("job"))


def shown_odds(campaign: Campaign, page: CampaignPage) -> ShownOdds | None:
    """What came of the latest look; ``None``: nobody has looked. Two queries at most."""
    row = Row.objects.filter(campaign=campaign).first()
    return None if row is None else _shown(campaign, row, page)


def _shown(campaign: Campaign, row: Row, page: CampaignPage) -> ShownOdds | None:
    """What a row holds; ``None`` while it holds nothing. One query."""
    if row.flown_at is None:
        return None
    pack, odds = page.definition, CampaignOdds.from_json(row.results)
    titles = dict(side_titles(pack))
    grades = tuple(_grades(pack, odds))
    return ShownOdds(
        flown_at=row.flown_at,
        ends=len(odds.ends),
        is_current=row.digest == digest(campaign),
        stood=_stood(odds),
        sides=tuple(_sides(pack, odds, grades, titles)),
        grades=grades,
        final=_place(pack, odds.final, titles),
        worth=tuple(_worth(pack, each, titles) for each in odds.worth(pack) or ()),
        next_mission=odds.under_way or odds.flown + 1,
        measure=_measure(pack, titles),
        chart=_chart(pack, odds, page),
    )


def _stood(odds: CampaignOdds) -> str:
    after = f"after {odds.flown} mission{'' if odds.flown == 1 else 's'}" if odds.flown else "before its first mission"
    return f"{after}, with mission {odds.under_way} drawn" if odds.under_way else after


def _grades(pack: PackDefinition, odds: CampaignOdds) -> Iterator[GradeOdds]:
    """From the Allies' best to the Axis's, as the victory table stands on all pages."""
    counts = Counter(end.grade for end in odds.ends)
    shown = hundredths([counts[number] for number, _ in enumerate(pack.victory.grades)])
    rows = [
        GradeOdds(
            titles={"allied": grade.allied, "axis": grade.axis},
            winner=winner(pack, number),
            share=odds.graded(number),
            shown=shown[number],
        )
        for number, grade in enumerate(pack.victory.grades)
    ]
    yield from rows if pack.victory.side == "allied" else reversed(rows)


def _sides(
    pack: PackDefinition, odds: CampaignOdds, grades: Sequence[GradeOdds], titles: dict[str, str]
) -> Iterator[SideOdds]:
    """Both sides, then what is nobody's where the table has such a row."""
    for side in (*SIDES, ""):
        own = tuple(grade for grade in grades if grade.winner == side)
        if own:
            yield SideOdds(
                side=side,
                title=titles.get(side, "Drawn"),
                share=odds.won(pack, side),
                shown=sum(grade.shown for grade in own),
                grades=tuple(grade for grade in own if grade.shown) if len(own) > 1 else (),
            )


def _place(pack: PackDefinition, found: Mean, titles: dict[str, str]) -> str:
    """Where campaigns end on average: a space of the track, or by how many points a side is ahead."""
    if pack.progress is not None:
        return f"on space {found.value:.1f} ({found.low:.1f} to {found.high:.1f}) of {len(pack.progress.spaces)}"
    return f"with {mean_lead(found, titles)}"


def _measure(pack: PackDefinition, titles: dict[str, str]) -> str:
    if pack.progress is None:
        return f"{titles['allied']} less {titles['axis']} Victory Points: above 0 {titles['allied']} are ahead"
    toward, other = titles[pack.progress.toward], titles["axis" if pack.progress.toward == "allied" else "allied"]
    return f"the space of the marker, up toward the {toward} end, down toward the {other} one"


def _worth(pack: PackDefinition, worth: Worth, titles: dict[str, str]) -> WorthRow:
    return WorthRow(
        side=worth.side, cases=worth.cases, won=percent_between(worth.won), final=_place(pack, worth.final, titles)
    )


def _chart(pack: PackDefinition, odds: CampaignOdds, page: CampaignPage) -> ChartData:
    """The line of what has been, and the band of what may come from where the campaign stood."""
    standing = page.standing
    counted = [mission for _, mission in sorted(standing.missions.items()) if mission.counts]
    start, unit = 0, "VP"
    totals = [standing.points_after[mission.number] for mission in counted]
    line = [total["allied"] - total["axis"] for total in totals]
    if pack.progress is not None:
        start, unit = pack.progress.start, "spaces"
        line = [stands(standing) if mission.marker is None else mission.marker for mission in counted]
    last = max(page.length, odds.flown + len(odds.band), len(line))
    return ChartData(
        title="How it might end",
        labels=tuple(str(number) for number in range(last + 1)),
        series=(Series("now", "", (start, *line)),),
        unit=unit,
        band=Band(
            start=odds.flown,
            middle=(odds.stood, *(each.middle for each in odds.band)),
            half=((odds.stood, odds.stood), *((each.quarter, each.three_quarters) for each in odds.band)),
            most=((odds.stood, odds.stood), *((each.low, each.high) for each in odds.band)),
        ),
    )
