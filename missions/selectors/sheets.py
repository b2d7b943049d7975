"""What a table would write into a campaign, as a page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from campaigns.models import Campaign, Entry
from campaigns.packs import PackDefinition
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.journal_sentences import sentence_of
from campaigns.standing.change_kinds import Change, EarlierCareer
from campaigns.standing.kinds import Drawn, PeriodBegun, read
from campaigns.standing.result_kinds import Debriefed, FateMet
from campaigns.standing.sortie_text import count
from config.common.vocabulary import amount
from missions.archive.sheets import Problem, Sheet

_SHOWN: Final = {Change.kind, Debriefed.kind, Drawn.kind, FateMet.kind, PeriodBegun.kind}
"""Kinds of entries that are told one by one; the others are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetShown:
    rows: int
    problems: Sequence[Problem]
    lines: Sequence[str]
    """What would stand in the journal, in sentences."""
    others: int
    """Entries beside those: sorties, points, the note of the table."""


def shown(campaign: Campaign, sheet: Sheet, entries: Sequence[Entry], problems: Sequence[Problem]) -> SheetShown:
    """What a page shows of ``entries`` that are not written yet."""
    pack = definition_of(campaign)
    told = [entry for entry in entries if entry.kind in _SHOWN]
    return SheetShown(
        rows=len(sheet.rows),
        problems=sorted(problems, key=lambda each: (each.line, each.column)),
        lines=[_line(entry, pack) for entry in told],
        others=len(entries) - len(told),
    )


def _line(entry: Entry, pack: PackDefinition) -> str:
    """As the journal has it; a record with its figures, which the table is about."""
    said = read(entry)
    if isinstance(said, EarlierCareer) and entry.pilot:
        won = f"{amount(Fraction(said.kills))} victor{'y' if said.kills == '1' else 'ies'}"
        return f"{entry.pilot.name}: {count(said.missions, 'mission')} and {won} in all."
    return sentence_of(entry, pack)
