"""The claims board of a campaign: who claims what, what has become of it, and what the viewer may say of it.

What a debriefed report gives to a named man and what somebody claimed for one are one list. All of it is told by the
journal as it stands, so that a correction shows at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Final
from urllib.parse import urlencode

from django.contrib.auth.models import User
from django.core.paginator import Paginator

from campaigns.access import Viewer
from campaigns.catalogue.library import aircraft_name
from campaigns.models import Campaign, Entry, Pilot, Role
from campaigns.packs.schema import SIDES
from campaigns.selectors import journal_entries
from campaigns.selectors.judging import VERDICTS, refuse_own, verdicts_of
from campaigns.selectors.sides import side_titles
from campaigns.standing import sortie_text
from campaigns.standing.kinds import Ruling
from campaigns.standing.lines import saying
from campaigns.standing.men import PART
from campaigns.standing.result_kinds import Kill, Sortie
from config.common.refusals import Refusal
from config.common.vocabulary import amount
from missions.flights.context import sheet_of
from missions.models import Claim, Flight, Mission
from missions.selectors.missions import flight_of

CLAIMS_A_PAGE: Final = 20
OPEN, MINE = "open", "mine"
SHOWN: Final = {"": "All claims", OPEN: "Not judged yet", MINE: "Mine"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Which claims a reader wants to see; empty or 0: all."""

    shown: str = ""
    """``open`` or ``mine``."""
    mission: int = 0
    man: int = 0

    def address(self, page: int = 1) -> str:
        """The query of the address that shows this ``page``."""
        asked = {"show": self.shown, "mission": self.mission, "man": self.man, "page": page if page > 1 else ""}
        return urlencode({name: value for name, value in asked.items() if value})


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRow:
    """An enemy that somebody reported destroyed."""

    mission: int
    side: str
    pilot: str
    pilot_id: int
    place: tuple[str, str]
    """Unit and seat of the victim."""
    victim: str = ""
    """Name of its type."""
    victim_place: str = ""
    """``Interceptor 1 wingman``."""
    entry: int = 0
    """Number of its entry in the journal, for no page to show; 0 of one that no report bears out, or none yet."""
    key: str = ""
    """By which a form names that entry."""
    claim: int = 0
    """The key of what somebody claimed; 0 of one that only the report makes."""
    share: str = ""
    """What part of it the report gives: ``½``; empty of the whole."""
    words: str = ""
    by: str = ""
    """Who claimed it; empty: the report."""
    at: datetime | None = None
    verdict: str = OPEN
    """``open``, ``confirmed``, ``shared`` or ``denied``."""
    other: int | None = None
    shared_with: str = ""
    reason: str = ""
    judge: str = ""
    judged_at: datetime | None = None
    against: str = ""
    """What the report says of it instead; empty of one that it bears out."""
    waits: bool = False
    """Its mission has not been debriefed."""
    credit: Fraction = Fraction(0)
    """What has been confirmed of it."""
    is_disputed: bool = False
    """Somebody to whom the report does not give the same aircraft has an open claim to it."""
    may_report: bool = False
    """The viewer may tell the umpires that its words should not stand there."""
    is_mine: bool = False
    may: tuple[str, ...] = ()
    """Verdicts that the viewer may give now."""
    why_not: str = ""
    """Why he may not, where his seat would let him; empty if he may, or where it is none of his business."""
    may_correct: bool = False
    """A correction of the result would help, and he may make one."""
    partners: tuple[tuple[int, str], ...] = ()
    """Men of its side who flew in the mission, with whom it may be shared."""

    @property
    def anchor(self) -> str:
        return f"kill-{self.key}" if self.key else f"claim-{self.claim}"

    @property
    def is_open(self) -> bool:
        return self.verdict == OPEN

    @property
    def is_confirmable(self) -> bool:
        """The viewer may confirm it together with others: nobody has said anything against it."""
        return bool(self.entry) and self.is_open and not self.is_disputed and "confirmed" in self.may


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How much has been claimed, and how much of it confirmed."""

    name: str
    side: str
    claimed: int
    confirmed: str
    pilot_id: int = 0
    """0 of a whole side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimsPage:
    claims: tuple[ClaimRow, ...]
    page: int
    pages: int
    asked: Asked
    sides: tuple[Tally, ...]
    """Of the whole campaign."""
    men: tuple[Tally, ...]
    """Everybody who claims anything, most confirmed first."""
    missions: tuple[int, ...]
    """Numbers of those in which something is claimed."""
    is_empty: bool
    """Nothing has been claimed in the whole campaign."""
    only_confirmed: bool
    """The standings count what has been confirmed only."""
    judges: bool
    """The viewer may judge some claims."""

    @property
    def confirmable(self) -> tuple[ClaimRow, ...]:
        """Those of the page that may be confirmed in one press."""
        return tuple(row for row in self.claims if row.is_confirmable)

    @property
    def newer(self) -> str:
        """The query of the page before."""
        return self.asked.address(self.page - 1)

    @property
    def older(self) -> str:
        return self.asked.address(self.page + 1)


def claims_page(campaign: Campaign, viewer: Viewer, asked: Asked | None = None, page: int = 1) -> ClaimsPage:
    """A page of the claims, the latest mission first. Four queries, four more while a mission waits for its debrief."""
    asked = asked or Asked()
    board = _Board(campaign, viewer)
    rows = board.rows()
    wanted = [row for row in rows if _is_wanted(row, asked)]
    shown = Paginator(wanted, CLAIMS_A_PAGE).get_page(max(page, 1))
    return ClaimsPage(
        claims=tuple(board.told(row) for row in shown.object_list),
        page=shown.number,
        pages=shown.paginator.num_pages,
        asked=asked,
        sides=tuple(_tally("", side, [row for row in rows if row.side == side]) for side in SIDES),
        men=_men(rows),
        missions=tuple(sorted({row.mission for row in rows})),
        is_empty=not rows,
        only_confirmed=campaign.only_confirmed,
        judges=any(verdicts_of(viewer, side) for side in SIDES),
    )


def confirmable(campaign: Campaign, viewer: Viewer) -> list[Entry]:
    """The victories of reports that ``viewer`` may confirm together, the latest mission first."""
    board = _Board(campaign, viewer)
    numbers = [row.entry for row in board.rows() if row.is_confirmable]
    entries = {entry.number: entry for entry in board.reported}
    return [entries[number] for number in numbers]


def _is_wanted(row: ClaimRow, asked: Asked) -> bool:
    if (asked.shown == OPEN and not row.is_open) or (asked.shown == MINE and not row.is_mine):
        return False
    return asked.mission in (0, row.mission) and asked.man in (0, row.pilot_id)


def _men(rows: Iterable[ClaimRow]) -> tuple[Tally, ...]:
    of: dict[int, list[ClaimRow]] = defaultdict(list)
    for row in rows:
        of[row.pilot_id].append(row)
    credits = {pk: sum((row.credit for row in own), Fraction(0)) for pk, own in of.items()}
    order = sorted(of, key=lambda pk: (-credits[pk], -len(of[pk]), of[pk][0].pilot))
    return tuple(_tally(of[pk][0].pilot, of[pk][0].side, of[pk], pk) for pk in order)


def _tally(name: str, side: str, rows: Sequence[ClaimRow], pilot_id: int = 0) -> Tally:
    confirmed = sum((row.credit for row in rows), Fraction(0))
    return Tally(name=name, side=side, claimed=len(rows), confirmed=amount(confirmed), pilot_id=pilot_id)


class _Board:
    """What all rows of a board need, fetched once."""

    def __init__(self, campaign: Campaign, viewer: Viewer) -> None:
        self.campaign = campaign
        self.viewer = viewer
        entries = journal_entries.in_force(campaign)
        self.reported = [entry for entry in journal_entries.of_kind(entries, Kill) if entry.pilot is not None]
        self.rulings = {said.kill: (entry, said) for entry, said in saying(entries, Ruling)}
        self.kills: dict[tuple[int | None, str, str, str], list[Entry]] = defaultdict(list)
        """By mission, victor's side, unit and seat of the victim."""
        for entry, kill in saying(entries, Kill):
            self.kills[entry.mission, entry.side, kill.victim.unit, kill.victim.seat].append(entry)
        self.sorties: dict[int | None, list[Entry]] = defaultdict(list)
        for entry in journal_entries.of_kind(entries, Sortie):
            self.sorties[entry.mission].append(entry)
        self.claims = list(
            Claim.objects.filter(mission__campaign=campaign)
            .exclude(mission__status=Mission.Status.VOID)
            .select_related("mission", "pilot", "by", "judge")
        )
        self.claimants: dict[tuple[int | None, str, str, str], set[int]] = defaultdict(set)
        """Whose claims are open to an aircraft, by mission, their side, its unit and seat."""
        for each in self.claims:
            if each.verdict == Claim.Verdict.OPEN:
                self.claimants[each.mission.number, each.pilot.side, each.unit, each.seat].add(each.pilot_id)
        self.judges = User.objects.in_bulk({entry.actor_id for entry, _ in self.rulings.values() if entry.actor_id})
        self.under_way = {
            each.mission.number: each.mission for each in self.claims if each.mission.status != Mission.Status.DEBRIEFED
        }
        """Missions of claims that wait for a debrief: at most one, for no other is drawn before it."""
        for mission in self.under_way.values():
            mission.campaign = campaign
        self.flew: dict[int, Mapping[tuple[str, str], TookOff]] = {}

    def rows(self) -> list[ClaimRow]:
        """All of them, the latest mission first; in a mission those of the report, the latest first."""
        made = {(each.mission.number, each.pilot_id, each.unit, each.seat): each for each in self.claims}
        rows = []
        for kill in reversed(self.reported):
            assert kill.pilot is not None
            victim = Kill.of(kill).victim
            own = made.pop((kill.mission or 0, kill.pilot.pk, victim.unit, victim.seat), None)
            rows.append(self._of_report(kill, kill.pilot, own))
        rows += [self._of_claim(each) for each in reversed(made.values())]
        return sorted(rows, key=lambda row: -row.mission)

    def _of_report(self, entry: Entry, pilot: Pilot, claim: Claim | None) -> ClaimRow:
        kill = Kill.of(entry)
        row = replace(
            self._row(entry.mission or 0, pilot, kill.victim.unit, kill.victim.seat, claim),
            entry=entry.number,
            key=journal_entries.key_of(entry.campaign_id, entry.number),
            share=amount(kill.part) if kill.part < 1 else "",
            is_disputed=self._is_disputed(entry, kill),
        )
        ruled = self.rulings.get(entry.number)
        if ruled is None:
            return self._to_judge(row, pilot, claim, VERDICTS)
        ruling, said = ruled
        return self._judged(row, ruling, kill.part * PART[said.verdict], said.partner, VERDICTS)

    def _is_disputed(self, entry: Entry, kill: Kill) -> bool:
        about = (entry.mission, entry.side, kill.victim.unit, kill.victim.seat)
        return bool(self.claimants[about] - {each.pilot_id for each in self.kills[about]})

    def _of_claim(self, claim: Claim) -> ClaimRow:
        """One that the report of its mission does not bear out, or that waits for it."""
        pilot, number = claim.pilot, claim.mission.number
        kills = self.kills.get((number, pilot.side, claim.unit, claim.seat), [])
        row = self._row(number, pilot, claim.unit, claim.seat, claim)
        if row.waits:
            return replace(row, why_not="It waits for the debrief." if verdicts_of(self.viewer, row.side) else "")
        row = replace(row, against=_said(kills), may_correct=self.viewer.may(Role.UMPIRE))
        ruled = [self.rulings[kill.number] for kill in kills if kill.number in self.rulings]
        for ruling, said in ruled:
            if said.partner == pilot.pk:
                return self._judged(row, ruling, PART["shared"], ruling.pilot_id, ("denied",))
        may_share = not why_not_shared(kills) and (not ruled or self.viewer.may(Role.UMPIRE))
        if claim.verdict == Claim.Verdict.DENIED:
            again = ("shared",) if may_share and self.viewer.may(Role.UMPIRE) else ()
            judge = claim.judge.get_username() if claim.judge else ""
            return replace(
                row, verdict="denied", reason=claim.reason, judge=judge, judged_at=claim.judged_at, may=again
            )
        return self._to_judge(row, pilot, claim, ("shared", "denied") if may_share else ("denied",))

    def _row(self, mission: int, pilot: Pilot, unit: str, seat: str, claim: Claim | None) -> ClaimRow:
        mine = pilot.player_id == self.viewer.user_id
        row = ClaimRow(mission=mission, side=pilot.side, pilot=pilot.name, pilot_id=pilot.pk, place=(unit, seat))
        if claim is None:
            return replace(row, is_mine=mine)
        return replace(
            row,
            claim=claim.pk,
            words=claim.words,
            by=claim.by.get_username(),
            at=claim.at,
            may_report=bool(claim.words) and claim.by_id != self.viewer.user_id and not self.viewer.is_closed,
            is_mine=mine or claim.by_id == self.viewer.user_id,
            waits=mission in self.under_way,
        )

    def _judged(
        self, row: ClaimRow, ruling: Entry, credit: Fraction, other: int | None, again: tuple[str, ...]
    ) -> ClaimRow:
        """``other``: with whom it is shared; ``again``: what an umpire may make of it now."""
        judge, said = self.judges.get(ruling.actor_id or 0), Ruling.of(ruling)
        return replace(
            row,
            verdict=said.verdict,
            reason=said.reason,
            judge=judge.get_username() if judge else ruling.by,
            judged_at=ruling.at,
            credit=credit,
            other=other,
            may=again if self.viewer.may(Role.UMPIRE) else (),
        )

    def _to_judge(self, row: ClaimRow, pilot: Pilot, claim: Claim | None, sensible: tuple[str, ...]) -> ClaimRow:
        given = verdicts_of(self.viewer, row.side)
        if not given:
            return row
        try:
            made_it = claim is not None and claim.by_id == self.viewer.user_id
            refuse_own(self.campaign, self.viewer, pilot, made_it=made_it)
        except Refusal as refusal:
            return replace(row, why_not=refusal.sentence)
        return replace(row, may=tuple(verdict for verdict in given if verdict in sensible))

    def told(self, row: ClaimRow) -> ClaimRow:
        """With the names of all that it is about."""
        flew = self._flew(row.mission)
        victim = flew.get(row.place)
        names = {each.pilot_id: each.pilot.name for each in self.sorties[row.mission] if each.pilot is not None}
        claimants = {each.pilot_id for each in self.kills.get((row.mission, row.side, *row.place), [])}
        partners = {
            each.pilot.pk: each.pilot.name
            for each in self.sorties[row.mission]
            if each.side == row.side and each.pilot is not None and each.pilot_id not in claimants
        }
        shares = row.entry and "shared" in row.may
        return replace(
            row,
            victim=victim.aircraft if victim else "",
            victim_place=victim.name if victim else " ".join(row.place),
            shared_with=names.get(row.other, "") if row.verdict == "shared" else "",
            partners=tuple(sorted(partners.items(), key=lambda man: man[1])) if shares else (),
            may=tuple(each for each in row.may if each != "shared" or partners or not row.entry),
        )

    def _flew(self, number: int) -> Mapping[tuple[str, str], TookOff]:
        if number not in self.flew:
            mission = self.under_way.get(number)
            flew = took_off(mission) if mission else by_journal(self.sorties[number], self.campaign)
            self.flew[number] = {(each.unit, each.seat): each for each in flew}
        return self.flew[number]


def _said(kills: Sequence[Entry]) -> str:
    """What the report says of an aircraft that it does not give to the claimant."""
    if not kills:
        return "The report says that nobody of this side shot it down."
    who = [kill.pilot.name if kill.pilot else "somebody without a name" for kill in kills]
    return f"The report gives it to {' and '.join(who)}."


@dataclass(frozen=True, slots=True, kw_only=True)
class TookOff:
    """One aircraft that took off in a mission."""

    side: str
    unit: str
    seat: str
    name: str
    """``Interceptor 1 wingman``."""
    aircraft: str
    """Name of its type."""
    pilot: str
    """Who flew it; empty: nobody with a name."""

    @property
    def key(self) -> str:
        """As a form sends it."""
        return f"{self.unit} {self.seat}"

    @property
    def label(self) -> str:
        return f"{self.aircraft}, {self.name}" + (f" ({self.pilot})" if self.pilot else "")


def why_closed(mission: Mission) -> str:
    """Why nothing can be claimed in a mission, in a sentence; empty if something can. One query at most."""
    if mission.status == Mission.Status.VOID:
        return "The mission is void: nothing that happened in it counts."
    if mission.is_operation:
        return "An operation counts as this mission: its victories are claimed in its own campaign."
    if not mission.orders_are_open:
        return "Victories are claimed once both sides’ orders are open."
    flight = flight_of(mission)
    if flight is not None and flight.way == Flight.Way.GROUNDED:
        return "Nobody flew this mission."
    return ""


def took_off(mission: Mission) -> tuple[TookOff, ...]:
    """Who flew in a mission whose orders are open, by its debrief or before that its orders. At most four queries."""
    if mission.status == Mission.Status.DEBRIEFED:
        sorties = mission.campaign.entries.in_force().filter(kind=Sortie.kind, mission=mission.number)
        return by_journal(list(sorties.select_related("pilot").order_by("number")), mission.campaign)
    return tuple(
        TookOff(
            side=line.side,
            unit=line.unit,
            seat=line.seat,
            name=line.name,
            aircraft=line.aircraft.name,
            pilot=line.pilot,
        )
        for line in sheet_of(mission).lines
    )


def by_journal(sorties: Sequence[Entry], campaign: Campaign) -> tuple[TookOff, ...]:
    """The same of the ``sortie`` entries of one mission; flying bombs, which have no seat, are left out."""
    flown = list(saying(sorties, Sortie))
    names = sortie_text.names((sortie for _, sortie in flown), side_titles(campaign))
    return tuple(
        TookOff(
            side=entry.side,
            unit=sortie.unit,
            seat=sortie.seat,
            name=sortie_text.seat_name(names[sortie.unit], sortie.seat),
            aircraft=aircraft_name(sortie.aircraft),
            pilot=entry.pilot.name if entry.pilot else "",
        )
        for entry, sortie in flown
        if sortie.seat
    )


def may_claim_for(of: Viewer, pilot: Pilot) -> bool:
    """He plays this man, or leads or commands his side."""
    leads = {side for side, _ in of.leads}
    return pilot.player_id == of.user_id or pilot.side in of.commands or pilot.side in leads


def why_not_shared(kills: Sequence[Entry]) -> str:
    """Why a claim against the report can be given no share; empty if it can. ``kills``: what it says of the victim."""
    if not kills:
        return f"The report says that nobody of this side shot it down: the claim can only be denied. {UMPIRE_CORRECTS}"
    if len(kills) > 1 or Kill.of(kills[0]).part != 1:
        return f"The report divides this aircraft among several already. {UMPIRE_CORRECTS}"
    if kills[0].pilot is None:
        return f"The report gives this aircraft to somebody without a name. {UMPIRE_CORRECTS}"
    return ""


UMPIRE_CORRECTS: Final = "Only a correction of the result by the umpire can change that."
