"""A campaign as tables for spreadsheets: its missions, sorties, victories and losses, as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from campaigns.catalogue.library import aircraft_name
from campaigns.models import Campaign, Entry
from campaigns.selectors import journal_entries
from campaigns.selectors.journal_entries import of_kind
from campaigns.selectors.sides import side_titles
from campaigns.selectors.standings import standing_of
from campaigns.standing import sortie_text
from campaigns.standing.kinds import Drawn, Ruling, Voided
from campaigns.standing.lines import S, saying
from campaigns.standing.result_kinds import Debriefed, FateMet, Kill, Sortie

Cell: TypeAlias = str | int
Titles: TypeAlias = Mapping[str, str]
"""What the sides are called."""
R = TypeVar("R")
Columns: TypeAlias = Sequence[tuple[str, Callable[[R], Cell]]]
"""Of each column its heading, in which ``{allied}`` stands for what the side is called, and what a row has in it."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet would calculate a text that begins so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportSource:
    """What the rows of a table are made of."""

    campaign: Campaign
    entries: Sequence[Entry]
    """Those in force."""
    titles: Titles


@dataclass(frozen=True, slots=True)
class CsvTable(Generic[R]):
    columns: Columns[R]
    rows: Callable[[ExportSource], Iterable[R]]

    def lines(self, told: ExportSource) -> Iterator[Sequence[Cell]]:
        """The heading, then a line a row."""
        called = {side: title.lower() for side, title in told.titles.items()}
        yield [heading.format(**called) for heading, _ in self.columns]
        for row in self.rows(told):
            yield [safe(cell(row)) for _, cell in self.columns]


def table(campaign: Campaign, what: str) -> str:
    """One of ``TABLES`` as CSV with a heading row. Two queries. Raises ``KeyError``.

    ``campaign`` comes with its pack, whose game says what the sides are called.
    """
    text = io.StringIO(newline="")
    told = ExportSource(campaign=campaign, entries=journal_entries.in_force(campaign), titles=side_titles(campaign))
    csv.writer(text).writerows(TABLES[what].lines(told))
    return text.getvalue()


def safe(cell: Cell) -> Cell:
    """The cell, so that no spreadsheet takes it for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mission:
    number: int
    drawn: Drawn
    is_void: bool
    debriefed: Debriefed | None
    totals: Mapping[str, int]
    """The campaign's points after it."""

    @property
    def way(self) -> str:
        if self.is_void:
            return "void"
        return self.debriefed.way if self.debriefed else ""

    def points(self, side: str) -> Cell:
        return self.debriefed.points.by_side[side] if self.debriefed else ""

    def total(self, side: str) -> Cell:
        return self.totals[side] if self.debriefed else ""


def _missions(told: ExportSource) -> Iterator[_Mission]:
    entries = told.entries
    totals = standing_of(told.campaign).points_after
    debriefed = {entry.mission: said for entry, said in saying(entries, Debriefed)}
    void = {entry.mission for entry in of_kind(entries, Voided)}
    for entry, drawn in sorted(saying(entries, Drawn), key=lambda pair: pair[0].mission or 0):
        number = entry.mission or 0
        yield _Mission(
            number=number, drawn=drawn, is_void=number in void, debriefed=debriefed.get(number), totals=totals[number]
        )


_MISSIONS: Columns[_Mission] = (
    ("mission", lambda row: row.number),
    ("date", lambda row: row.drawn.date),
    ("title", lambda row: row.drawn.title),
    ("place", lambda row: row.drawn.place),
    ("stage", lambda row: row.drawn.stage),
    ("way", lambda row: row.way),
    ("turns", lambda row: row.debriefed.turns if row.debriefed else ""),
    ("{allied} VP", lambda row: row.points("allied")),
    ("{axis} VP", lambda row: row.points("axis")),
    ("{allied} total", lambda row: row.total("allied")),
    ("{axis} total", lambda row: row.total("axis")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _InMission(Generic[S]):
    """An entry about a mission."""

    entry: Entry
    said: S
    date: str
    names: Mapping[str, str]
    """What the units of the mission are called."""
    side: str
    more: str = ""
    """What another entry says of it: a verdict, a fate."""

    @property
    def pilot(self) -> str:
        return self.entry.pilot.name if self.entry.pilot else ""


def _in_missions(told: ExportSource, kind: type[S], more: Callable[[Entry, S], str]) -> Iterator[_InMission[S]]:
    """The entries of a kind by mission."""
    entries = told.entries
    dates = {entry.mission: drawn.date for entry, drawn in saying(entries, Drawn)}
    flown: dict[int | None, list[Sortie]] = {}
    for entry, sortie in saying(entries, Sortie):
        flown.setdefault(entry.mission, []).append(sortie)
    names = {mission: sortie_text.names(sorties, told.titles) for mission, sorties in flown.items()}
    for entry, said in sorted(saying(entries, kind), key=lambda pair: (pair[0].mission or 0, pair[0].number)):
        side = told.titles[entry.side].lower()
        yield _InMission(
            entry=entry,
            said=said,
            date=dates.get(entry.mission, ""),
            names=names[entry.mission],
            side=side,
            more=more(entry, said),
        )


def _sorties(told: ExportSource) -> Iterator[_InMission[Sortie]]:
    return _in_missions(told, Sortie, lambda _entry, _sortie: "")


def _losses(told: ExportSource) -> Iterator[_InMission[Sortie]]:
    fates = {(entry.mission, met.unit, met.seat): met.fate for entry, met in saying(told.entries, FateMet)}

    def fate(entry: Entry, sortie: Sortie) -> str:
        return fates.get((entry.mission, sortie.unit, sortie.seat), "")

    return (row for row in _in_missions(told, Sortie, fate) if row.said.status == "destroyed")


_SORTIES: Columns[_InMission[Sortie]] = (
    ("mission", lambda row: row.entry.mission or 0),
    ("date", lambda row: row.date),
    ("side", lambda row: row.side),
    ("unit", lambda row: row.names[row.said.unit]),
    ("seat", lambda row: row.said.seat),
    ("aircraft", lambda row: aircraft_name(row.said.aircraft)),
    ("code", lambda row: row.said.airframe),
    ("squadron", lambda row: row.said.squadron),
    ("pilot", lambda row: row.pilot),
    ("role", lambda row: row.said.role),
    ("load", lambda row: sortie_text.load(row.said.load)),
    ("status", lambda row: row.said.status),
    ("hits", lambda row: row.said.hits),
    ("cause", lambda row: row.said.cause),
    ("damage to target", lambda row: row.said.struck),
    ("cargo", lambda row: row.said.cargo),
    ("mines", lambda row: row.said.mines),
    ("reconnaissance", lambda row: row.said.recon),
    ("fuel", lambda row: "" if row.said.fuel is None else row.said.fuel),
    ("differs from the pack", lambda row: "yes" if row.said.differs else ""),
    ("man differs from the pack", lambda row: "yes" if row.said.man_differs else ""),
)


def _kills(told: ExportSource) -> Iterator[_InMission[Kill]]:
    ruled = {ruling.kill: ruling.verdict for _, ruling in saying(told.entries, Ruling)}
    unruled = "waiting" if told.campaign.only_confirmed else "as reported"

    def verdict(entry: Entry, kill: Kill) -> str:
        return ruled.get(entry.number, unruled if entry.pilot else "as reported")

    return _in_missions(told, Kill, verdict)


_KILLS: Columns[_InMission[Kill]] = (
    ("mission", lambda row: row.entry.mission or 0),
    ("date", lambda row: row.date),
    ("side", lambda row: row.side),
    ("pilot", lambda row: row.pilot),
    ("unit", lambda row: row.names.get(row.said.unit, row.said.unit)),
    ("seat", lambda row: row.said.seat),
    ("aircraft", lambda row: aircraft_name(row.said.aircraft)),
    ("victim", lambda row: aircraft_name(row.said.victim.aircraft)),
    ("victim's unit", lambda row: row.names.get(row.said.victim.unit, row.said.victim.unit)),
    ("victim's seat", lambda row: row.said.victim.seat),
    ("share", lambda row: str(row.said.part)),
    ("verdict", lambda row: row.more),
)
TABLES: Mapping[str, CsvTable[Any]] = {
    "missions": CsvTable(_MISSIONS, _missions),
    "sorties": CsvTable(_SORTIES, _sorties),
    "kills": CsvTable(_KILLS, _kills),
    "losses": CsvTable((*_SORTIES, ("fate", lambda row: row.more)), _losses),
}
"""What may be asked for."""
