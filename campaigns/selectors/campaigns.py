"""What campaign pages show, as plain data: one fold of the journal a page, a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.core.paginator import Page, Paginator
from django.db.models import Q

from campaigns.access import Viewer
from campaigns.catalogue.library import aircraft_name
from campaigns.models import Campaign, Pack, Role
from campaigns.packs import PackDefinition
from campaigns.packs.schema import SIDES
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.kept_folds import beside
from campaigns.selectors.mission_rows import MissionRow, mission_rows
from campaigns.selectors.sides import side_titles
from campaigns.selectors.standings import lines_of, standing_of
from campaigns.standing import Line, Standing
from campaigns.standing.chronicle import Chronicle
from campaigns.standing.kinds import Ruling
from campaigns.standing.model import Airman
from campaigns.standing.questions import is_ace
from campaigns.standing.victories import counted
from campaigns.standing.victory_table import GradeRow, grades
from config.common.charts import Bar, BarData, ChartData, Series

STAFF = "The staff"
SHOWN_ACES = 10
MISSIONS_A_PART = 30
MOST_CHARTED = 100
"""Missions that a chart has a point for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeLosses:
    """What became of one type of aircraft."""

    side: str
    aircraft: str
    sorties: int
    damaged: int
    destroyed: int

    @property
    def name(self) -> str:
        """Of the type."""
        return aircraft_name(self.aircraft)


@dataclass(frozen=True, slots=True, kw_only=True)
class PilotRow:
    """A pilot who has flown."""

    man: Airman
    """As the standings of the campaign count his victories."""
    is_ace: bool
    flew: tuple[str, ...]
    """Names of the types he flew: that of most of his victories first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResourceRow:
    key: str
    title: str
    text: str
    used_in: int | None
    cost: int
    """Points of an operation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignPage:
    """All that the page of a campaign shows, but what its missions know themselves."""

    pk: int
    name: str
    pack: Pack
    definition: PackDefinition
    is_finished: bool
    points: Mapping[str, int]
    length: int
    part: Page[int]
    """Of the numbers of its missions, the newest first."""
    missions: tuple[MissionRow, ...]
    """All, or those of a part."""
    losses: tuple[TypeLosses, ...]
    kills_by_type: BarData
    """What each side shot down in the air, the most first."""
    pilots: tuple[PilotRow, ...]
    """Everybody who has flown, best first; of a page in parts those alone whom it names."""
    standing: Standing
    """As the standings of the campaign count victories."""
    reported: Standing
    """As it was folded: what is the same for everybody may be kept beside it."""
    chart: ChartData
    grades: tuple[GradeRow, ...]
    commanders: Mapping[str, str]
    """Who commands each side."""
    resources: Mapping[str, tuple[ResourceRow, ...]]
    viewer: Viewer

    @property
    def flown(self) -> int:
        return sum(mission.is_debriefed for mission in self.standing.missions.values())

    @property
    def margin(self) -> int:
        """Allied less Axis points."""
        return self.points["allied"] - self.points["axis"]

    @property
    def aces(self) -> tuple[PilotRow, ...]:
        """The pilots with victories, best first."""
        return tuple(pilot for pilot in self.pilots if pilot.man.kills)[:SHOWN_ACES]

    @property
    def bombers(self) -> tuple[PilotRow, ...]:
        """The pilots and crews who struck, most often first."""
        struck = (pilot for pilot in self.pilots if pilot.man.strikes)
        return tuple(sorted(struck, key=lambda pilot: _by_strikes(pilot.man)))[:SHOWN_ACES]

    @property
    def lost_by_type(self) -> BarData:
        """The types that were shot down, the most first."""
        lost = sorted((row for row in self.losses if row.destroyed), key=lambda row: (-row.destroyed, row.name))
        return BarData("Lost by type", tuple(Bar(row.name, row.side, row.destroyed) for row in lost), "aircraft")

    @property
    def grade(self) -> GradeRow:
        """Where the margin stands in the victory table."""
        return next(row for row in self.grades if row.is_current)


def campaign_page(campaign: Campaign, viewer: Viewer, part: int | None = None) -> CampaignPage:
    """The page of a campaign that ``campaign_or_404`` fetched.

    ``part``: its missions come in parts, and it costs the same however many there are; 1 has the newest. Left out: all
    of them. Three queries; four for a part, and two if the standing is at hand and the part has been looked at.
    """
    pack = definition_of(campaign)
    reported = standing_of(campaign)
    standing = counted(reported, only_confirmed=campaign.only_confirmed)
    parts = Paginator(sorted(standing.missions, reverse=True), MISSIONS_A_PART)
    shown = parts.get_page(part or 1)

    if part is None:
        lines = lines_of(campaign)
        missions = mission_rows(pack, lines, standing)
        pilots = _pilots(standing, [man for man in standing.airmen.values() if _has_flown(man)], lines)
    else:
        key = ("missions", shown.number, campaign.only_confirmed)
        missions = beside(campaign, reported, key, lambda: _missions(campaign, standing, shown.object_list))
        pilots = beside(campaign, reported, ("best", campaign.only_confirmed), lambda: _best_pilots(campaign, standing))
    return CampaignPage(
        pk=campaign.pk,
        name=campaign.name,
        pack=campaign.pack,
        definition=pack,
        is_finished=campaign.is_finished,
        points=standing.points,
        length=pack.missions_in_all,
        part=shown,
        missions=missions,
        losses=_losses(standing),
        kills_by_type=_kills_by_type(standing),
        pilots=pilots,
        standing=standing,
        reported=reported,
        chart=_chart(standing, side_titles(pack)),
        grades=grades(pack, standing.grade),
        commanders={
            seat.side: seat.user.get_username() if seat.user else STAFF
            for seat in campaign.seats.all()
            if seat.role == Role.COMMANDER
        },
        resources=_resources(standing),
        viewer=viewer,
    )


def _missions(campaign: Campaign, standing: Standing, numbers: Iterable[int]) -> tuple[MissionRow, ...]:
    """One query."""
    return mission_rows(standing.pack, lines_of(campaign, among=Q(mission__in=numbers)), standing)


def _best_pilots(campaign: Campaign, standing: Standing) -> tuple[PilotRow, ...]:
    """Those whom the page names. One query."""
    men = _best(standing)
    return _pilots(standing, men, lines_of(campaign, among=Q(pilot__in=[man.pk for man in men]) | Q(kind=Ruling.kind)))


def _losses(standing: Standing) -> tuple[TypeLosses, ...]:
    """Sorties and losses by side and type, most destroyed first."""
    rows = [
        TypeLosses(side=side, aircraft=aircraft, sorties=each.sorties, damaged=each.damaged, destroyed=each.destroyed)
        for (side, aircraft), each in standing.flown_by_type.items()
    ]
    return tuple(sorted(rows, key=lambda row: (row.side, -row.destroyed, -row.sorties, row.aircraft)))


def _kills_by_type(standing: Standing) -> BarData:
    bars = (Bar(aircraft_name(aircraft), side, count) for (side, aircraft), count in standing.downed_by_type.items())
    return BarData(
        "Shot down by each side, by type",
        tuple(sorted(bars, key=lambda bar: (-bar.value, bar.label, bar.side))),
        "aircraft",
    )


def _has_flown(man: Airman) -> bool:
    return any(each.what == "sortie" for each in man.life)


def _by_merit(man: Airman) -> tuple[Fraction, int, str]:
    return (-man.kills, -man.missions, man.name)


def _by_strikes(man: Airman) -> tuple[int, str]:
    return (-man.strikes, man.name)


def _best(standing: Standing) -> list[Airman]:
    """Those whom the page names: by victories, and by strikes."""
    flown = [man for man in standing.airmen.values() if (man.kills or man.strikes) and _has_flown(man)]
    won = sorted((man for man in flown if man.kills), key=_by_merit)[:SHOWN_ACES]
    struck = sorted((man for man in flown if man.strikes), key=_by_strikes)[:SHOWN_ACES]
    return list({man.pk: man for man in (*won, *struck)}.values())


def _pilots(standing: Standing, men: Iterable[Airman], lines: Iterable[Line]) -> tuple[PilotRow, ...]:
    """The men, best first."""
    known = Chronicle(standing, {line.number: line for line in lines})
    return tuple(
        PilotRow(man=man, is_ace=is_ace(man), flew=tuple(map(aircraft_name, known.flew(man))))
        for man in sorted(men, key=_by_merit)
    )


def _chart(standing: Standing, titles: Mapping[str, str]) -> ChartData:
    """Victory Points of both sides after each mission or, of a long campaign, after every second, third …"""
    length = standing.pack.missions_in_all
    debriefed = [number for number, mission in sorted(standing.missions.items()) if mission.is_debriefed]
    every = -(-max(length, len(debriefed)) // MOST_CHARTED) or 1
    shown = debriefed[every - 1 :: every]
    if len(debriefed) % every:
        shown.append(debriefed[-1])
    return ChartData(
        title="Victory Points",
        labels=tuple(str(number) for number in range(0, length + every, every)),
        series=tuple(
            Series(titles[side], side, (0, *(standing.points_after[number][side] for number in shown)))
            for side in SIDES
        ),
    )


def _resources(standing: Standing) -> dict[str, tuple[ResourceRow, ...]]:
    return {
        side: tuple(
            ResourceRow(
                key=key,
                title=resource.title,
                text=resource.text,
                used_in=standing.resources[side].get(key),
                cost=resource.cost,
            )
            for key, resource in standing.pack.resources_of(side).items()
        )
        for side in SIDES
    }
