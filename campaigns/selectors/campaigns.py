"""What campaign pages show, as plain data: one fold of the journal a page, a fixed number of queries."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from django.db.models import Exists, OuterRef

from campaigns.access import Viewer
from campaigns.catalogue.library import OTHER_TYPES, library
from campaigns.models import Campaign, Entry, Pack, Role, Seat
from campaigns.packs import PackDefinition
from campaigns.packs.schema import SIDES, Grade
from campaigns.selectors import journal_entries
from campaigns.selectors.definitions import definition
from campaigns.selectors.sides import side_titles
from campaigns.selectors.standings import men_of
from campaigns.standing import Standing
from campaigns.standing import sortie_text as deeds
from campaigns.standing.chronicle import Chronicle
from campaigns.standing.kinds import (
    GIVERS,
    Debriefed,
    Drawn,
    Finished,
    Kill,
    PeriodBegun,
    Resource,
    Scored,
    Sortie,
    TargetHit,
    Voided,
    read,
)
from campaigns.standing.lines import NewLine, saying
from campaigns.standing.news import Unfolded, unfold
from campaigns.standing.questions import is_ace
from campaigns.standing.victories import counted
from clubs.models import Club
from config.common.charts import Bar, BarData, ChartData, Series

STAFF = "The staff"
SHOWN_ACES = 10


@dataclass(frozen=True, slots=True)
class CampaignRow:
    """A campaign in the list."""

    pk: int
    name: str
    pack_title: str
    kind: str
    points: Mapping[str, int] | None
    """``None`` while events of the pack may have given some: its own page counts them."""
    period: int
    """The one that is running; 0 before the first, and in campaigns without periods."""
    periods: int
    flown: int
    length: int
    is_finished: bool
    grades: Mapping[str, str]
    """By side what the victory table calls how it ended; empty while it runs."""
    sides: Mapping[str, str]
    """What each side is called."""


@dataclass(frozen=True, slots=True)
class HomeBoard:
    """The campaigns of one owner: the viewer's own ones, or those of a club."""

    club: Club | None
    running: tuple[CampaignRow, ...]
    others: int = 0
    """Running ones of the club in which the viewer has no part."""


@dataclass(frozen=True, slots=True)
class Home:
    running: tuple[CampaignRow, ...]
    finished: tuple[CampaignRow, ...]
    boards: tuple[HomeBoard, ...]
    """The running ones, the viewer's own first, then club by club."""


def home(user_id: int) -> Home:
    """The campaigns of a person, newest first: those in which they have a part; of a club's others how many.

    Two queries.
    """
    has_part = Exists(Seat.objects.held_by(user_id).filter(campaign=OuterRef("pk")))
    found = Campaign.objects.for_user(user_id).select_related("pack", "club").annotate(has_part=has_part)
    mine: list[Campaign] = []
    others: Counter[int | None] = Counter()
    clubs: dict[int | None, Club | None] = {None: None}
    for campaign in found:
        clubs[campaign.club_id] = campaign.club
        if campaign.has_part or campaign.owner_id == user_id:  # type: ignore[attr-defined]  # annotated above
            mine.append(campaign)
        elif not campaign.is_finished:
            others[campaign.club_id] += 1
    lines = board_lines(mine)
    rows = {campaign.pk: board_row(campaign, lines[campaign.pk]) for campaign in mine}
    running: dict[int | None, list[CampaignRow]] = defaultdict(list)
    for campaign in mine:
        if not campaign.is_finished:
            running[campaign.club_id].append(rows[campaign.pk])
    owners = sorted(clubs, key=lambda pk: (club.name, club.pk) if (club := clubs[pk]) else ("", 0))
    boards = (HomeBoard(clubs[pk], tuple(running[pk]), others[pk]) for pk in owners)
    return Home(
        running=tuple(row for row in rows.values() if not row.is_finished),
        finished=tuple(row for row in rows.values() if row.is_finished),
        boards=tuple(board for board in boards if board.running or board.others),
    )


BOARD = (*GIVERS, PeriodBegun.kind, Debriefed.kind, Finished.kind)
"""What the row of a campaign in a list is made of: few lines, so that many campaigns are listed without a fold."""


def board_lines(campaigns: Iterable[Campaign], *more: str) -> dict[int, list[NewLine]]:
    """The lines in force that ``board_row`` reads of each campaign, and those of ``more`` kinds. One query."""
    lines: dict[int, list[NewLine]] = {campaign.pk: [] for campaign in campaigns}
    found = Entry.objects.filter(
        campaign__in=lines, kind__in={*BOARD, *more}, reverses__isnull=True, reversed_by__isnull=True
    )
    names = ("kind", "data", "side", "mission", "pilot_id", "moment", "number")
    for campaign, *line in found.order_by("number").values_list("campaign_id", *names):
        lines[campaign].append(NewLine(*line))
    return lines


def board_row(campaign: Campaign, lines: Sequence[NewLine]) -> CampaignRow:
    """A campaign in a list, of what ``board_lines`` found."""
    pack = definition(campaign.pack)
    of_kind: dict[str, list[NewLine]] = defaultdict(list)
    for line in lines:
        of_kind[line.kind].append(line)
    ended = next((said for _, said in saying(lines, Finished)), None)
    return CampaignRow(
        pk=campaign.pk,
        name=campaign.name,
        pack_title=campaign.pack.title,
        kind=campaign.pack.kind,
        points=ended.points.by_side if ended else _points(pack, lines),
        period=len(of_kind[PeriodBegun.kind]),
        periods=pack.periods_in_all if pack.has_periods else 0,
        flown=len(of_kind[Debriefed.kind]),
        length=pack.missions_in_all,
        is_finished=campaign.is_finished,
        grades=ended.grade.by_side if ended else {},
        sides=side_titles(pack),
    )


def _points(pack: PackDefinition, lines: Iterable[NewLine]) -> dict[str, int] | None:
    """Victory Points of Missions and by decision; what events give is not in the journal."""
    if any(effect.effect == "points" for event in pack.events.values() for effect in event.gives):
        return None
    total: dict[str, int] = dict.fromkeys(SIDES, 0)
    for line in lines:
        if line.kind in GIVERS:
            for side, points in read(line).gives(line.side).items():
                total[side] += points
    return total


@dataclass(frozen=True, slots=True)
class SortieRow:
    """What the journal knows of one aircraft in one mission."""

    side: str
    unit: str
    """What its unit is called."""
    seat: str
    aircraft: str
    """Name of its type."""
    pilot: str
    load: str
    status: str
    exit: str
    cause: str
    deeds: tuple[str, ...]
    kills: Fraction


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """Victory Points of one reason, with the section that gives them."""

    side: str
    who: str
    reason: str
    section: str
    points: int


@dataclass(frozen=True, slots=True)
class MissionRow:
    """A mission as the journal knows it."""

    number: int
    title: str
    date: str
    place: str
    stage: str
    period: int
    """0 in campaigns without periods."""
    is_debriefed: bool
    is_void: bool
    way: str
    """``engine``, ``table``, ``grounded`` or ``operation``; empty before the debrief."""
    is_corrected: bool
    """An umpire has corrected its result since."""
    points: Mapping[str, int]
    total: Mapping[str, int]
    """The campaign's points after it."""
    resources: Mapping[str, str]
    """Title of the resource that each side used; empty if none, or not told yet."""
    flew: Mapping[str, tuple[str, ...]]
    """Types that each side flew."""
    destroyed: Mapping[str, int]
    damaged: Mapping[str, int]
    by_flak: Mapping[str, int]
    """Those of the destroyed whom the guns on the ground shot down."""
    notes: tuple[str, ...]
    length: str
    """Turns flown, by phase where there are any; empty before the debrief."""
    achieved: tuple[str, ...]
    """What became of the target and what was delivered, laid or found out, in words."""
    effects: Mapping[str, tuple[str, ...]]
    """What each side's Resource did, in words."""
    sorties: tuple[SortieRow, ...]
    scores: tuple[ScoreRow, ...]

    @property
    def margin(self) -> int:
        """Allied less Axis points of the campaign after it."""
        return self.total["allied"] - self.total["axis"]


@dataclass(frozen=True, slots=True)
class LossRow:
    """What became of one type."""

    side: str
    slug: str
    name: str
    sorties: int
    damaged: int
    destroyed: int


@dataclass(frozen=True, slots=True)
class PilotRow:
    """A pilot who has flown."""

    pk: int
    name: str
    side: str
    nation: str
    service: str
    skills: tuple[str, ...]
    missions: int
    kills: Fraction
    """As the standings of the campaign count them."""
    shot_down: int
    by_flak: int
    strikes: int
    """Missions in which he did what they were for: hit the target, delivered, laid, photographed."""
    is_ace: bool
    flew: tuple[str, ...]
    """Names of the types he flew: that of most of his victories first."""


@dataclass(frozen=True, slots=True)
class GradeRow:
    """A row of the victory table, as a range of the margin (Allied less Axis); ``None`` has no end."""

    low: int | None
    high: int | None
    titles: Mapping[str, str]
    """What each side calls it."""
    text: str
    is_current: bool
    """The campaign stands here."""
    label: str = ""
    """Of a campaign with a track: the spaces that it stands for, instead of a range."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    side: str
    role: str
    who: str
    is_staff: bool


@dataclass(frozen=True, slots=True)
class ResourceRow:
    key: str
    title: str
    text: str
    used_in: int | None
    cost: int
    """Points of an operation."""


@dataclass(frozen=True, slots=True)
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
    losses: tuple[LossRow, ...]
    kills_by_type: BarData
    """What each side shot down in the air, the most first."""
    pilots: tuple[PilotRow, ...]
    unfolded: Unfolded
    """What it has come to, step by step."""
    chart: ChartData
    grades: tuple[GradeRow, ...]
    seats: tuple[SeatRow, ...]
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
        return tuple(pilot for pilot in self.pilots if pilot.kills)[:SHOWN_ACES]

    @property
    def bombers(self) -> tuple[PilotRow, ...]:
        """The pilots and crews who struck, most often first."""
        struck = (pilot for pilot in self.pilots if pilot.strikes)
        return tuple(sorted(struck, key=lambda pilot: (-pilot.strikes, pilot.name)))[:SHOWN_ACES]

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
    pack = definition(campaign.pack)
    entries = journal_entries.in_force(campaign)
    unfolded = unfold(pack, men_of(campaign), entries)
    shown = counted(unfolded.standing, only_confirmed=campaign.only_confirmed)
    unfolded = replace(unfolded, standing=shown)
    missions = _missions(pack, entries, unfolded.points_after)
    return CampaignPage(
        pk=campaign.pk,
        name=campaign.name,
        pack=campaign.pack,
        definition=pack,
        is_finished=campaign.is_finished,
        points=unfolded.standing.points,
        length=pack.missions_in_all,
        missions=missions,
        losses=tuple(
            LossRow(row.side, row.aircraft, aircraft_name(row.aircraft), row.sorties, row.damaged, row.destroyed)
            for row in journal_entries.losses(entries)
        ),
        kills_by_type=_kills_by_type(entries),
        pilots=_pilots(unfolded.standing, entries),
        unfolded=unfolded,
        chart=_chart(missions, pack.missions_in_all, side_titles(pack)),
        grades=grades(pack, unfolded.standing.grade),
        seats=tuple(
            SeatRow(seat.side, seat.get_role_display(), _who(seat.user), seat.is_staff) for seat in campaign.seats.all()
        ),
        resources=_resources(pack, entries),
        viewer=viewer,
    )


def _kills_by_type(entries: Iterable[Entry]) -> BarData:
    kills = sorted(
        (
            (aircraft_name(aircraft), side, count)
            for (side, aircraft), count in journal_entries.kills_by_type(entries).items()
        ),
        key=lambda row: (-row[2], row[0], row[1]),
    )
    return BarData("Kills by type", tuple(Bar(name, side, count) for name, side, count in kills), "aircraft")


def _who(user: object) -> str:
    return str(user) if user else STAFF


_Sorties: TypeAlias = Sequence[tuple[Entry, Sortie]]


def aircraft_name(slug: str) -> str:
    """The name of a type; one that has left the files keeps its slug."""
    known = library().aircraft.get(slug)
    return known.name if known else OTHER_TYPES.get(slug, slug)


def _missions(
    pack: PackDefinition, entries: Sequence[Entry], points_after: Mapping[int, Mapping[str, int]]
) -> tuple[MissionRow, ...]:
    rows: list[MissionRow] = []
    by_mission: dict[int | None, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_mission[entry.mission].append(entry)
    for entry, drawn in sorted(saying(entries, Drawn), key=lambda pair: pair[0].mission or 0):
        own = by_mission[entry.mission]
        points = journal_entries.points_by_side(own)
        debriefed = next((said for _, said in saying(own, Debriefed)), None)
        sorties = list(saying(own, Sortie))
        names = deeds.names((sortie for _, sortie in sorties), side_titles(pack))
        used = {each.side: resource.title for each, resource in saying(own, Resource)}
        rows.append(
            MissionRow(
                number=entry.mission or 0,
                title=drawn.title,
                date=drawn.date,
                place=drawn.place,
                stage=drawn.stage,
                period=drawn.period,
                is_debriefed=debriefed is not None,
                is_void=bool(journal_entries.of_kind(own, Voided)),
                way=debriefed.way if debriefed else "",
                is_corrected=debriefed is not None and debriefed.corrected,
                points=points,
                total=points_after[entry.mission or 0],
                resources={side: used.get(side, "") for side in SIDES},
                flew={side: _types(sorties, side) for side in SIDES},
                destroyed={side: _count(sorties, side, "destroyed") for side in SIDES},
                damaged={side: _count(sorties, side, "damaged") for side in SIDES},
                by_flak={
                    side: sum(each.side == side and deeds.fell_to_flak(sortie) for each, sortie in sorties)
                    for side in SIDES
                },
                notes=debriefed.notes if debriefed else (),
                length=_length(debriefed) if debriefed else "",
                achieved=tuple(_achieved(pack, drawn, own, sorties)),
                effects={side: debriefed.effects.get(side, ()) for side in SIDES}
                if debriefed
                else dict.fromkeys(SIDES, ()),
                sorties=_flown(own, sorties, names),
                scores=_scores(own, names),
            )
        )
    return tuple(rows)


def _length(debriefed: Debriefed) -> str:
    if debriefed.way == "operation":
        return "counted in part"
    turns = deeds.count(debriefed.turns, "turn")
    phases = deeds.duration(debriefed.duration, short=True)
    return f"{turns}: {phases}" if phases else turns


def _achieved(pack: PackDefinition, drawn: Drawn, own: Sequence[Entry], sorties: _Sorties) -> Iterable[str]:
    for _, target in saying(own, TargetHit):
        if target.damage:
            level = f", {target.level}" if target.level else ""
            yield f"{target.name}: {target.damage} damage{level}"
        elif target.points == 0 and not any(deeds.achieved(sortie) for _, sortie in sorties):
            yield f"{target.name}: {deeds.IN_VAIN.get(pack.mission(drawn.key).type, deeds.NOT_DAMAGED)}"
    for total, thing, done in (
        (sum(sortie.cargo for _, sortie in sorties), "Cargo Point", "delivered"),
        (sum(sortie.mines for _, sortie in sorties), "mine", "laid"),
        (sum(sortie.recon for _, sortie in sorties), "VP", "for photographs"),
    ):
        if total:
            yield f"{deeds.count(total, thing)} {done}"


def _flown(own: Sequence[Entry], sorties: _Sorties, names: Mapping[str, str]) -> tuple[SortieRow, ...]:
    kills: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    for _, kill in saying(own, Kill):
        kills[kill.unit, kill.seat] += kill.part
    return tuple(
        SortieRow(
            side=entry.side,
            unit=names[sortie.unit],
            seat=sortie.seat,
            aircraft=aircraft_name(sortie.aircraft),
            pilot=entry.pilot.name if entry.pilot else "",
            load=deeds.load(sortie.load),
            status=sortie.status,
            exit=sortie.exit,
            cause=sortie.cause,
            deeds=deeds.deeds(sortie),
            kills=kills[sortie.unit, sortie.seat],
        )
        for entry, sortie in sorties
    )


def _scores(own: Sequence[Entry], names: Mapping[str, str]) -> tuple[ScoreRow, ...]:
    return tuple(
        ScoreRow(
            side=entry.side,
            who=deeds.seat_name(names.get(said.unit, said.unit), said.seat) if said.unit else "",
            reason=said.reason,
            section=said.section,
            points=said.points,
        )
        for entry, said in saying(own, Scored)
    )


def _types(sorties: _Sorties, side: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(aircraft_name(sortie.aircraft) for entry, sortie in sorties if entry.side == side))


def _count(sorties: _Sorties, side: str, status: str) -> int:
    return sum(entry.side == side and sortie.status == status for entry, sortie in sorties)


def _pilots(standing: Standing, entries: Sequence[Entry]) -> tuple[PilotRow, ...]:
    """Everybody who has flown, best first."""
    known = Chronicle(standing, {entry.number: entry for entry in entries})
    flown = dict.fromkeys(entry.pilot_id for entry in journal_entries.of_kind(entries, Sortie) if entry.pilot_id)
    men = [standing.airmen[pk] for pk in flown if pk in standing.airmen]
    return tuple(
        PilotRow(
            pk=man.pk,
            name=man.name,
            side=man.side,
            nation=man.man.nation,
            service=man.man.service,
            skills=man.skills,
            missions=man.missions,
            kills=man.kills,
            shot_down=man.shot_down,
            by_flak=man.by_flak,
            strikes=man.strikes,
            is_ace=is_ace(man),
            flew=tuple(map(aircraft_name, known.flew(man))),
        )
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


def grades(pack: PackDefinition, reached: Grade | None = None) -> tuple[GradeRow, ...]:
    """The victory table, from the Allies' best to the Axis's; ``reached`` is the row that is marked.

    As ranges of Allied less Axis points or, where the progress marker grades the campaign, of spaces.
    """
    rows = []
    above: int | None = None
    for grade in pack.victory.grades:
        low, high = grade.least, above - 1 if above is not None else None
        label = _spaces(pack, low, high) if pack.progress else ""
        if pack.victory.side == "axis" and pack.kind != "solitaire":
            low, high = (None if high is None else -high), (None if low is None else -low)
        titles = {"allied": grade.allied, "axis": grade.axis}
        rows.append(GradeRow(low, high, titles, grade.text, grade is reached, label))
        above = grade.least
    return tuple(rows if pack.victory.side == "allied" else reversed(rows))


def _spaces(pack: PackDefinition, low: int | None, high: int | None) -> str:
    """The spaces that a row of the victory table stands for, as the side counts them by whose success it goes."""
    assert pack.progress is not None
    titles = side_titles(pack)
    names = [f"Off the {titles['axis' if pack.victory.side == 'allied' else 'allied']} end"]
    spaces = [space.title for space in pack.progress.spaces]
    names += spaces if pack.victory.side == pack.progress.toward else spaces[::-1]
    names.append(f"Off the {titles[pack.victory.side]} end")
    own = names[low or 0 : len(names) if high is None else high + 1]
    return " – ".join(dict.fromkeys((own[0], own[-1]))) if own else ""


def _resources(pack: PackDefinition, entries: Sequence[Entry]) -> dict[str, tuple[ResourceRow, ...]]:
    used = {(entry.side, used.key): entry.mission for entry, used in saying(entries, Resource)}
    return {
        side: tuple(
            ResourceRow(key, resource.title, resource.text, used.get((side, key)), resource.cost)
            for key, resource in pack.resources_of(side).items()
        )
        for side in SIDES
    }


def commander(page: CampaignPage, side: str) -> str:
    """Who commands a side."""
    return next(seat.who for seat in page.seats if seat.side == side and seat.role == Role.COMMANDER.label)
