"""What an act comes to in one sentence, where its lines are many: corrections, and debriefs that have been taken back.

All lines stay in the journal; its page folds them under this sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from campaigns.catalogue.library import aircraft_name
from campaigns.packs import PackDefinition
from campaigns.selectors.journal_entries import of_kind
from campaigns.selectors.journal_rows import WrittenLine
from campaigns.selectors.journal_sentences import score_said, sentence
from campaigns.selectors.sides import side_titles
from campaigns.standing import sortie_text
from campaigns.standing.kinds import Voided
from campaigns.standing.lines import saying
from campaigns.standing.result_kinds import Debriefed, Sortie

NAMED = 3
"""So many aircraft of a correction are named, the others counted."""


@dataclass(frozen=True, slots=True)
class Head:
    text: str
    is_reversed: bool
    """A later act takes all of it back."""


def head(act: Sequence[WrittenLine], names: Mapping[str, str], pack: PackDefinition) -> Head | None:
    """The sentence over the lines of one act; ``None``: they speak for themselves. ``names``: of its units."""
    wrote = next((each for each in of_kind(act, Debriefed) if each.reverses is None), None)
    took = next((each for each in of_kind(act, Debriefed) if each.reverses is not None), None)
    if took is None:
        return _of(wrote, names, pack) if wrote is not None and wrote.is_reversed else None
    if wrote is not None:
        return Head(" ".join(_corrected(act, took, wrote, names, pack)), wrote.is_reversed)
    void = next(iter(of_kind(act, Voided)), None)
    if void is not None:
        return _of(void, names, pack)
    return Head(f"The debrief of mission {took.mission} was taken back.", False)


def _of(line: WrittenLine, names: Mapping[str, str], pack: PackDefinition) -> Head:
    return Head(sentence(line, line.man, names, pack), line.is_reversed)


def _corrected(
    act: Sequence[WrittenLine], took: WrittenLine, wrote: WrittenLine, names: Mapping[str, str], pack: PackDefinition
) -> Iterator[str]:
    yield f"Mission {wrote.mission} was corrected."
    changed = list(_aircraft(act, names))
    yield from changed[:NAMED]
    if len(changed) > NAMED:
        yield f"And {len(changed) - NAMED} more aircraft."
    sides = side_titles(pack)
    was, now = (score_said(Debriefed.of(each).points.by_side, sides) for each in (took, wrote))
    if was != now:
        yield f"{now} instead of {was}."


def _aircraft(act: Sequence[WrittenLine], names: Mapping[str, str]) -> Iterator[str]:
    """What is told otherwise of each aircraft."""
    sorties = list(saying(act, Sortie))
    before = {(sortie.unit, sortie.seat): sortie for entry, sortie in sorties if entry.reverses is not None}
    for entry, sortie in sorties:
        old = before.get((sortie.unit, sortie.seat))
        if entry.reverses is not None or old is None or old == sortie:
            continue
        who = sortie_text.seat_name(names.get(sortie.unit, sortie.unit), sortie.seat)
        is_other = old.status != sortie.status
        what = f"{sortie.status} instead of {old.status}" if is_other else "told otherwise"
        yield f"{entry.man or who}, {aircraft_name(sortie.aircraft)}: {what}."
