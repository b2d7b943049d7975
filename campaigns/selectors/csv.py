"""A campaign as tables for spreadsheets: its missions, sorties, victories and losses, as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from campaigns.models import Campaign, Entry, Side
from campaigns.selectors import journal_entries
from campaigns.selectors.campaigns import aircraft_name
from campaigns.selectors.definitions import definition
from campaigns.selectors.journal_entries import of_kind
from campaigns.selectors.sides import side_titles
from campaigns.selectors.standings import men_of
from campaigns.standing import sortie_text
from campaigns.standing.kinds import Debriefed, Drawn, FateMet, Kill, Ruling, Sortie
from campaigns.standing.lines import saying
from campaigns.standing.news import unfold

Cell: TypeAlias = str | int
Rows: TypeAlias = Iterator[Sequence[Cell]]
Titles: TypeAlias = Mapping[str, str]
"""What the sides are called."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet would calculate a text that begins so."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the rows of a table are made of."""

    campaign: Campaign
    entries: Sequence[Entry]
    """Those in force."""
    titles: Titles


def table(campaign: Campaign, what: str) -> str:
    """One of ``TABLES`` as CSV with a heading row. Two queries. Raises ``KeyError``.

    ``campaign`` comes with its pack, whose game says what the sides are called.
    """
    heading, rows = TABLES[what]
    titles = side_titles(campaign)
    called = {side: title.lower() for side, title in titles.items()}
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow([cell.format(**called) for cell in heading])
    told = Told(campaign, journal_entries.in_force(campaign), titles)
    writer.writerows([_safe(cell) for cell in row] for row in rows(told))
    return text.getvalue()


def _safe(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def _missions(told: Told) -> Rows:
    entries = told.entries
    totals = unfold(definition(told.campaign.pack), men_of(told.campaign), entries).points_after
    debriefed = {entry.mission: said for entry, said in saying(entries, Debriefed)}
    void = {entry.mission for entry in of_kind(entries, Entry.Kind.VOIDED)}
    for entry, drawn in sorted(saying(entries, Drawn), key=lambda pair: pair[0].mission or 0):
        how, total = debriefed.get(entry.mission), totals[entry.mission or 0]
        yield (
            entry.mission or 0,
            drawn.date,
            drawn.title,
            drawn.place,
            drawn.stage,
            "void" if entry.mission in void else how.way if how else "",
            how.turns if how else "",
            *(how.points.by_side[side] if how else "" for side in Side.values),
            *(total[side] if how else "" for side in Side.values),
        )


def _sorties(told: Told) -> Rows:
    entries, titles = told.entries, told.titles
    for entry, date, names in _with_missions(entries, Entry.Kind.SORTIE, titles):
        yield _sortie(entry, date, names, titles)


def _losses(told: Told) -> Rows:
    entries, titles = told.entries, told.titles
    fates = {(entry.mission, met.unit, met.seat): met.fate for entry, met in saying(entries, FateMet)}
    for entry, date, names in _with_missions(entries, Entry.Kind.SORTIE, titles):
        sortie = Sortie.of(entry)
        if sortie.status == "destroyed":
            fate = fates.get((entry.mission, sortie.unit, sortie.seat), "")
            yield (*_sortie(entry, date, names, titles), fate)


def _sortie(entry: Entry, date: str, names: Mapping[str, str], titles: Titles) -> Sequence[Cell]:
    sortie = Sortie.of(entry)
    return (
        entry.mission or 0,
        date,
        titles[entry.side].lower(),
        names[sortie.unit],
        sortie.seat,
        aircraft_name(sortie.aircraft),
        sortie.airframe,
        sortie.squadron,
        entry.pilot.name if entry.pilot else "",
        sortie.role,
        sortie_text.load(sortie.load),
        sortie.status,
        sortie.hits,
        sortie.cause,
        sortie.struck,
        sortie.cargo,
        sortie.mines,
        sortie.recon,
        "" if sortie.fuel is None else sortie.fuel,
    )


def _kills(told: Told) -> Rows:
    entries, titles = told.entries, told.titles
    ruled = {ruling.kill: ruling.verdict for _, ruling in saying(entries, Ruling)}
    unruled = "waiting" if told.campaign.only_confirmed else "as reported"
    for entry, date, names in _with_missions(entries, Entry.Kind.KILL, titles):
        kill = Kill.of(entry)
        yield (
            entry.mission or 0,
            date,
            titles[entry.side].lower(),
            entry.pilot.name if entry.pilot else "",
            names.get(kill.unit, kill.unit),
            kill.seat,
            aircraft_name(kill.aircraft),
            aircraft_name(kill.victim.aircraft),
            names.get(kill.victim.unit, kill.victim.unit),
            kill.victim.seat,
            str(kill.part),
            ruled.get(entry.number, unruled if entry.pilot else "as reported"),
        )


def _with_missions(
    entries: Sequence[Entry], kind: Entry.Kind, titles: Titles
) -> Iterator[tuple[Entry, str, Mapping[str, str]]]:
    """Entries of a kind by mission, with its date and what its units are called."""
    dates = {entry.mission: drawn.date for entry, drawn in saying(entries, Drawn)}
    flown: dict[int | None, list[Sortie]] = {}
    for entry, sortie in saying(entries, Sortie):
        flown.setdefault(entry.mission, []).append(sortie)
    names = {mission: sortie_text.names(sorties, titles) for mission, sorties in flown.items()}
    for entry in sorted(of_kind(entries, kind), key=lambda entry: (entry.mission or 0, entry.number)):
        yield entry, dates.get(entry.mission, ""), names[entry.mission]


_SORTIE = (
    "mission", "date", "side", "unit", "seat", "aircraft", "code", "squadron", "pilot", "role", "load", "status",
    "hits", "cause", "damage to target", "cargo", "mines", "reconnaissance", "fuel",
)  # fmt: skip
TABLES: Mapping[str, tuple[Sequence[str], Callable[[Told], Iterable[Sequence[Cell]]]]] = {
    "missions": (
        (
            "mission", "date", "title", "place", "stage", "way", "turns", "{allied} VP", "{axis} VP",
            "{allied} total", "{axis} total",
        ),
        _missions,
    ),
    "sorties": (_SORTIE, _sorties),
    "kills": (
        (
            "mission", "date", "side", "pilot", "unit", "seat", "aircraft", "victim", "victim's unit", "victim's seat",
            "share", "verdict",
        ),
        _kills,
    ),
    "losses": ((*_SORTIE, "fate"), _losses),
}  # fmt: skip
"""What may be asked for: its heading, in which ``{allied}`` stands for what the side is called, and its rows."""
