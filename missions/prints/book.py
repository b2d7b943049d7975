"""From a campaign to its book, for one pair of eyes: what its viewer may not know is not in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from django.utils import timezone

from campaigns.access import Viewer
from campaigns.catalogue.type_names import unbroken
from campaigns.documents.book.annals import Act, ActLine
from campaigns.documents.book.book import Book
from campaigns.documents.book.chapter import BookNote, BookStory, Chapter, FightTurn, Plan, PlanUnit, SideLosses
from campaigns.documents.logs.mission_report import MissionReport
from campaigns.models import Campaign, Entry, Pilot
from campaigns.packs import PackDefinition
from campaigns.packs.schema import SIDES, Side
from campaigns.prints.log_rows import mission_report, side_names
from campaigns.prints.logbook import ace_lines, honour_lines
from campaigns.prints.maps import filled_map
from campaigns.selectors.campaigns import STAFF, CampaignPage, campaign_page
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.journal import BatchOfLines, visible, whole_journal
from campaigns.selectors.mission_rows import MissionRow, SortieRow
from campaigns.selectors.squadrons import known_chronicle
from campaigns.standing.chronicle import Chronicle
from campaigns.standing.kinds import NoteWritten, Voided
from campaigns.standing.lines import saying
from campaigns.standing.stories import stories
from config.common import markdown
from config.common.refusals import Refusal
from config.common.vocabulary import day
from engine.core.errors import EngineError
from missions.access import may_see_orders
from missions.flights import context
from missions.models import Flight, Mission, Orders
from missions.prints.book_front import Front
from missions.replay.narrative import retold
from missions.selectors.after_action_reports import open_stories
from missions.selectors.campaign_odds import shown_odds
from missions.selectors.missions import UnitSummary, audience_of, flight_of, orders_summary

Progress = Callable[[int, int], None]
"""Told how many of how many missions have been read."""

STATES: Mapping[str, str] = {
    Mission.Status.PLANNING: "Orders are being written.",
    Mission.Status.READY: "Both sides’ orders are signed; it has yet to be flown.",
    Mission.Status.FLOWN: "It has been flown and waits for its debrief.",
}
SEALED = "These orders are sealed until the mission is flown."
UNSIGNED = "No orders have been signed yet."
UNWRITTEN = "No orders were written down."
NO_REASON = "No reason given."
CORRECTED = "Its result has been corrected since"
MOST_ACES = 40


def book(campaign: Campaign, viewer: Viewer, progress: Progress | None = None) -> Book:
    """The book of a campaign that ``campaign_or_404`` fetched. The same number of queries however long it is."""
    page = campaign_page(campaign, viewer)
    missions = {
        mission.number: mission
        for mission in Mission.objects.filter(campaign=campaign)
        .select_related("flight", "debrief")
        .prefetch_related("orders")
    }
    known = known_chronicle(campaign, viewer)
    front = Front(campaign, viewer, page)
    told = _Told(campaign, viewer, page, known)
    chapters = []
    for row in page.missions:
        mission = missions[row.number]
        mission.campaign = campaign
        chapters.append(told.chapter(row, mission))
        if progress is not None:
            progress(len(chapters), len(page.missions))
    return Book(
        sides=(front.titles["allied"], front.titles["axis"]),
        cover=front.cover(),
        overview=front.overview(known, missions, shown_odds(campaign, page)),
        map=filled_map(page, campaign, viewer),
        chapters=tuple(chapters),
        aces=ace_lines(known, MOST_ACES) if known.standing.airmen else None,
        fallen=honour_lines(known) if known.standing.airmen and page.definition.options.careers else None,
        journal=tuple(_acts(campaign, viewer)),
    )


class _Told:
    """What all chapters of a book need, fetched once."""

    def __init__(self, campaign: Campaign, viewer: Viewer, page: CampaignPage, known: Chronicle) -> None:
        self.viewer = viewer
        self.page = page
        self.pack: PackDefinition = definition_of(campaign)
        self.pilots = {pilot.pk: pilot for pilot in Pilot.objects.filter(campaign=campaign)}
        self.said: dict[int, list[Entry]] = defaultdict(list)
        kinds = (NoteWritten.kind, Voided.kind)
        about = campaign.entries.in_force().filter(visible(campaign, viewer), kind__in=kinds, mission__isnull=False)
        for entry in about.order_by("number"):
            self.said[entry.mission or 0].append(entry)
        self.lines = _stories(known)
        self.stories: dict[int, list[BookStory]] = defaultdict(list)
        for story in open_stories(campaign):
            told = BookStory(story.side, story.author.get_username(), markdown.blocks(story.text))
            self.stories[story.mission.number].append(told)

    def chapter(self, row: MissionRow, mission: Mission) -> Chapter:
        """A mission, as far as the viewer may know it."""
        said = self.said[row.number]
        report = mission_report(row, side_names(self.pack))
        counts = row.is_debriefed and not row.is_void
        when = [day(row.date), row.place, row.length if counts and row.way != Flight.Way.GROUNDED else ""]
        return Chapter(
            number=row.number,
            title=row.title,
            when=" · ".join(part for part in when if part),
            key=f"mission-{row.number}",
            facts=(*_state(row, mission, said), *(report.facts if counts else ())),
            plans=() if mission.is_operation else tuple(self._plan(mission, side) for side in SIDES),
            fight=self._fight(mission),
            losses=tuple(
                _losses(row, report, side, self.lines.get((row.number, side), {}))
                for side in SIDES
                if counts and row.sorties
            ),
            points=(row.points["allied"], row.points["axis"]) if counts else None,
            scores=report.scores if counts else (),
            stories=tuple(self.stories[row.number]),
            notes=tuple(_notes(row, mission, said, counts=counts)),
        )

    def _fight(self, mission: Mission) -> tuple[FightTurn, ...]:
        """Turn by turn, of what the engine flew."""
        flight = flight_of(mission)
        if flight is None or not flight.has_replay or mission.status == Mission.Status.VOID:
            return ()
        try:
            return retold(flight.record, audience_of(mission, self.viewer))
        except (Refusal, EngineError):  # a record that the rules of today cannot follow is left out, its outcome stays
            return ()

    def _plan(self, mission: Mission, side: Side) -> Plan:
        signed = {orders.side: orders for orders in mission.orders.all()}
        orders = signed.get(side)
        is_guess = mission.is_on_paper and orders is not None and orders.signed_by_id is None
        if orders is None or is_guess:
            sealed = UNWRITTEN if mission.orders_are_open or is_guess else UNSIGNED
            return Plan(side, self.page.commanders[side], sealed=sealed)
        if not may_see_orders(orders, mission, self.viewer):
            return Plan(side, self.page.commanders[side], sealed=SEALED)
        known = list(signed.values()) if mission.orders_are_open else [orders]
        return self._open_plan(mission, orders, side, [context.orders_of(each).resource for each in known])

    def _open_plan(self, mission: Mission, orders: Orders, side: Side, spent: Sequence[str | None]) -> Plan:
        summary = orders_summary(orders, self.pack, mission, self.pilots, spent)
        return Plan(
            side,
            self.page.commanders[side],
            resource=summary.resource,
            doctrine=summary.doctrine if _by_engine(mission) else "",
            units=tuple(_unit(unit) for unit in summary.units),
        )


def _by_engine(mission: Mission) -> bool:
    """Its pilots fought as the orders say; on screen people decided."""
    flight = flight_of(mission)
    return flight is not None and flight.way == Flight.Way.ENGINE


def _has_fight(mission: Mission) -> bool:
    flight = flight_of(mission)
    return flight is not None and flight.has_replay


def _unit(unit: UnitSummary) -> PlanUnit:
    how = [
        unit.altitude_name,
        unit.load,
        f"arrives turn {unit.arrives}" if unit.arrives > 1 else "",
        f"escorts {unit.escorts}" if unit.escorts else "",
    ]
    return PlanUnit(
        title=unit.role,
        aircraft=", ".join(part for part in (unbroken(unit.aircraft_name), unit.kind) if part),
        how=" · ".join(part for part in how if part),
        men=unit.men,
    )


def _state(row: MissionRow, mission: Mission, said: Sequence[Entry]) -> Iterator[tuple[str, str]]:
    """What became of the mission, where it is not simply flown."""
    if row.is_void:
        reasons = [voided.reason for _, voided in saying(said, Voided)]
        yield "Void", " ".join(reasons) or NO_REASON
    elif not row.is_debriefed:
        yield "Under way", STATES[mission.status]
    elif (flight := flight_of(mission)) is not None and flight.has_replay:
        if flight.corrected_at is not None:
            yield "Flown", f"{flight.flyers.capitalize()}. {CORRECTED}; the fight is told as it was flown."
        if row.notes:
            yield "Result", " ".join(row.notes)
    elif row.way == Flight.Way.TABLE:
        yield "Flown", f"At the table. {CORRECTED}." if row.is_corrected else "At the table."
    elif row.way == Flight.Way.GROUNDED:
        yield "Not flown", " ".join(row.notes)
    elif row.way == Flight.Way.OPERATION:
        yield "Operation", " ".join(row.notes)


def _stories(known: Chronicle) -> Mapping[tuple[int, str], Mapping[str, str]]:
    """By mission and side, then by the name of the man who flew it, the line of story of each sortie."""
    found: dict[tuple[int, str], dict[str, str]] = defaultdict(dict)
    for man in known.standing.airmen.values():
        told = stories(known, man)
        for each in man.life:
            if each.entry in told:
                found[each.mission or 0, man.side][man.name] = told[each.entry]
    return found


def _losses(row: MissionRow, report: MissionReport, side: Side, told: Mapping[str, str]) -> SideLosses:
    own = [sortie for sortie in row.sorties if sortie.side == side]
    lines = report.allied if side == "allied" else report.axis
    return SideLosses(side, _tally(own, row.by_flak[side]), lines, told)


def _tally(sorties: Sequence[SortieRow], by_flak: int) -> str:
    """``2 of 6 lost, 1 to flak; 1 damaged``."""
    if not sorties:
        return "Nobody flew."
    lost = sum(each.status == "destroyed" for each in sorties)
    damaged = sum(each.status == "damaged" for each in sorties)
    flak = f", {by_flak} to flak" if by_flak else ""
    return f"{lost or 'None'} of {len(sorties)} lost{flak}" + (f"; {damaged} damaged" if damaged else "")


def _notes(row: MissionRow, mission: Mission, said: Sequence[Entry], *, counts: bool) -> Iterator[BookNote]:
    """What was written down at the table and differs from the pack, then what people have added."""
    if counts and row.notes and row.way == Flight.Way.TABLE and not _has_fight(mission):
        yield BookNote("", "at the table", " ".join(row.notes))
    if counts and row.differed:
        yield BookNote("", "differs from the pack", f"{'; '.join(row.differed)}.")
    for entry, note in saying(said, NoteWritten):
        yield BookNote(entry.side, entry.by or STAFF, note.text)


def _acts(campaign: Campaign, viewer: Viewer) -> Iterator[Act]:
    for batch in whole_journal(campaign, viewer):
        at = timezone.localtime(batch.at)
        yield Act(
            when=f"{day(at.date())}, {at:%H:%M %Z}",
            who=batch.who,
            lines=tuple(_lines(batch)),
        )


def _lines(act: BatchOfLines) -> Iterator[ActLine]:
    """What the journal's page shows of an act before it is unfolded."""
    if act.head is not None:
        yield ActLine(act.lines[0].number, act.head.text, act.head.is_reversed)
        return
    for line in act.told:
        yield ActLine(line.number, line.text, line.is_reversed)
