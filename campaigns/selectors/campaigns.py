"""What campaign pages show, as plain data: one fold of the journal a page, a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from campaigns.access import Viewer
from campaigns.catalogue.library import aircraft_name
from campaigns.models import Campaign, Entry, Pack, Role
from campaigns.packs import PackDefinition
from campaigns.packs.schema import SIDES
from campaigns.selectors import journal_entries
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.journal_entries import TypeLosses
from campaigns.selectors.mission_rows import MissionRow, mission_rows
from campaigns.selectors.sides import side_titles
from campaigns.selectors.standings import men_of
from campaigns.standing import Standing
from campaigns.standing.chronicle import Chronicle
from campaigns.standing.kinds import Resource, Sortie
from campaigns.standing.lines import saying
from campaigns.standing.model import Airman
from campaigns.standing.news import Unfolded, unfold
from campaigns.standing.questions import is_ace
from campaigns.standing.victories import counted
from campaigns.standing.victory_table import GradeRow, grades
from config.common.charts import Bar, BarData, ChartData, Series

STAFF = "The staff"
SHOWN_ACES = 10


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
    missions: tuple[MissionRow, ...]
    losses: tuple[TypeLosses, ...]
    kills_by_type: BarData
    """What each side shot down in the air, the most first."""
    pilots: tuple[PilotRow, ...]
    unfolded: Unfolded
    """What it has come to, step by step."""
    chart: ChartData
    grades: tuple[GradeRow, ...]
    commanders: Mapping[str, str]
    """Who commands each side."""
    resources: Mapping[str, tuple[ResourceRow, ...]]
    viewer: Viewer

    @property
    def flown(self) -> int:
        return sum(mission.is_debriefed for mission in self.missions)

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
        return tuple(sorted(struck, key=lambda pilot: (-pilot.man.strikes, pilot.man.name)))[:SHOWN_ACES]

    @property
    def lost_by_type(self) -> BarData:
        """The types that were shot down, the most first."""
        lost = sorted((row for row in self.losses if row.destroyed), key=lambda row: (-row.destroyed, row.name))
        return BarData("Lost by type", tuple(Bar(row.name, row.side, row.destroyed) for row in lost), "aircraft")

    @property
    def grade(self) -> GradeRow:
        """Where the margin stands in the victory table."""
        return next(row for row in self.grades if row.is_current)


def campaign_page(campaign: Campaign, viewer: Viewer) -> CampaignPage:
    """The page of a campaign that ``campaign_or_404`` fetched. Two queries."""
    pack = definition_of(campaign)
    entries = journal_entries.in_force(campaign)
    unfolded = unfold(pack, men_of(campaign), entries)
    shown = counted(unfolded.standing, only_confirmed=campaign.only_confirmed)
    unfolded = replace(unfolded, standing=shown)
    missions = mission_rows(pack, entries, unfolded.points_after)
    return CampaignPage(
        pk=campaign.pk,
        name=campaign.name,
        pack=campaign.pack,
        definition=pack,
        is_finished=campaign.is_finished,
        points=unfolded.standing.points,
        length=pack.missions_in_all,
        missions=missions,
        losses=tuple(journal_entries.losses(entries)),
        kills_by_type=_kills_by_type(entries),
        pilots=_pilots(unfolded.standing, entries),
        unfolded=unfolded,
        chart=_chart(missions, pack.missions_in_all, side_titles(pack)),
        grades=grades(pack, unfolded.standing.grade),
        commanders={
            seat.side: seat.user.get_username() if seat.user else STAFF
            for seat in campaign.seats.all()
            if seat.role == Role.COMMANDER
        },
        resources=_resources(pack, entries),
        viewer=viewer,
    )


def _kills_by_type(entries: Iterable[Entry]) -> BarData:
    found = journal_entries.kills_by_type(entries).items()
    bars = (Bar(aircraft_name(aircraft), side, count) for (side, aircraft), count in found)
    return BarData("Kills by type", tuple(sorted(bars, key=lambda bar: (-bar.value, bar.label, bar.side))), "aircraft")


def _pilots(standing: Standing, entries: Sequence[Entry]) -> tuple[PilotRow, ...]:
    """Everybody who has flown, best first."""
    known = Chronicle(standing, {entry.number: entry for entry in entries})
    flown = dict.fromkeys(entry.pilot_id for entry in journal_entries.of_kind(entries, Sortie) if entry.pilot_id)
    men = [standing.airmen[pk] for pk in flown if pk in standing.airmen]
    return tuple(
        PilotRow(man=man, is_ace=is_ace(man), flew=tuple(map(aircraft_name, known.flew(man))))
        for man in sorted(men, key=lambda man: (-man.kills, -man.missions, man.name))
    )


def _chart(missions: Sequence[MissionRow], length: int, titles: Mapping[str, str]) -> ChartData:
    """Victory Points of both sides after each mission."""
    debriefed = [mission for mission in missions if mission.is_debriefed]
    return ChartData(
        title="Victory Points",
        labels=tuple(str(number) for number in range(length + 1)),
        series=tuple(
            Series(titles[side], side, (0, *(mission.total[side] for mission in debriefed))) for side in SIDES
        ),
    )


def _resources(pack: PackDefinition, entries: Sequence[Entry]) -> dict[str, tuple[ResourceRow, ...]]:
    used = {(entry.side, used.key): entry.mission for entry, used in saying(entries, Resource)}
    return {
        side: tuple(
            ResourceRow(
                key=key, title=resource.title, text=resource.text, used_in=used.get((side, key)), cost=resource.cost
            )
            for key, resource in pack.resources_of(side).items()
        )
        for side in SIDES
    }
