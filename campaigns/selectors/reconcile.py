"""Whether a campaign's journal agrees with itself and with the rows beside it."""

from __future__ import annotations

import uuid
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction

from campaigns.models import Campaign, Entry, Pilot, Side
from campaigns.selectors.journal_entries import of_kind, points_by_side
from campaigns.standing.kinds import OF_RESULT, Finished, Started
from campaigns.standing.lines import Line, saying
from campaigns.standing.result_kinds import Debriefed, Kill, Scored, Sortie


def problems(
    campaign: Campaign, men: Mapping[int, Pilot], everything: Sequence[Entry], force: Sequence[Entry]
) -> list[str]:
    """What is wrong with a campaign's journal, a sentence each; ``force``: those of its entries that are in force."""
    return [
        *_numbering(everything),
        *_reversals(everything),
        *of_results(men, force),
        *_ending(campaign, force),
    ]


def of_results(men: Mapping[int, Pilot], force: Sequence[Line]) -> Iterable[str]:
    """What is wrong with what the lines in force, written or not, say of results. ``men``: of the campaign, by key."""
    yield from _sorties_and_kills(men, force)
    yield from _debriefs(force)


def _numbering(entries: Sequence[Entry]) -> Iterable[str]:
    if [entry.number for entry in entries] != list(range(1, len(entries) + 1)):
        yield "The journal’s numbers have a gap."
    heads: dict[uuid.UUID, tuple[int | None, datetime]] = {}
    for entry in entries:
        head = (entry.actor_id, entry.at)
        if heads.setdefault(entry.batch, head) != head:
            yield f"Entry {entry.number} has another actor or time than its batch."
    if not entries or entries[0].kind != Started.kind:
        yield "The journal does not begin with the start of the campaign."


def _reversals(entries: Sequence[Entry]) -> Iterable[str]:
    by_key = {entry.pk: entry for entry in entries}
    for entry in entries:
        if entry.reverses_id is None:
            continue
        old = by_key.get(entry.reverses_id)
        if old is None or old.number >= entry.number:
            yield f"Entry {entry.number} reverses something that is not an earlier entry of this campaign."
        if old is None:
            continue
        if old.reverses_id is not None:
            yield f"Entry {entry.number} reverses a reversal."
        same = ("kind", "side", "mission", "moment", "pilot_id", "data")
        if any(getattr(entry, name) != getattr(old, name) for name in same):
            yield f"Entry {entry.number} does not say what entry {old.number} said that it reverses."


def _sorties_and_kills(men: Mapping[int, Pilot], force: Sequence[Line]) -> Iterable[str]:
    sorties: dict[tuple[int | None, str, str, str], tuple[Line, Sortie]] = {}
    flown: Counter[tuple[int | None, int]] = Counter()
    for entry, sortie in saying(force, Sortie):
        key = (entry.mission, entry.side, sortie.unit, sortie.seat)
        if key in sorties:
            yield f"Entry {entry.number} is a second sortie of {sortie.unit} {sortie.seat}."
        sorties[key] = entry, sortie
        if entry.pilot_id is not None:
            flown[entry.mission, entry.pilot_id] += 1
        if (man := men.get(entry.pilot_id or 0)) is not None and man.side != entry.side:
            yield f"Entry {entry.number} has {man} fly for the other side."
    if any(count > 1 for count in flown.values()):
        yield "A pilot flew twice in one mission."
    shares: dict[tuple[int | None, str, str, str], Fraction] = defaultdict(Fraction)
    for entry, kill in saying(force, Kill):
        foe = Side.AXIS if entry.side == Side.ALLIED else Side.ALLIED
        place = (entry.mission, foe.value, kill.victim.unit, kill.victim.seat)
        shares[place] += kill.part
        down = sorties.get(place)
        if down is None or down[1].status != "destroyed":
            yield f"Entry {entry.number} claims an aircraft that was not destroyed."
        by = sorties.get((entry.mission, entry.side, kill.unit, kill.seat))
        if by is None or by[0].pilot_id != entry.pilot_id:
            yield f"Entry {entry.number} credits a pilot who did not fly that aircraft."
    for (mission, _, unit, seat), total in shares.items():
        if total > 1:
            yield f"More than one victory is claimed for {unit} {seat} in mission {mission}."


def _debriefs(force: Sequence[Line]) -> Iterable[str]:
    debriefed: set[int | None] = set()
    scored: dict[int | None, list[Line]] = defaultdict(list)
    for entry in of_kind(force, Scored):
        scored[entry.mission].append(entry)
    for entry, debrief in saying(force, Debriefed):
        if entry.mission in debriefed:
            yield f"Mission {entry.mission} is debriefed twice."
        debriefed.add(entry.mission)
        if debrief.points.by_side != points_by_side(scored[entry.mission]):
            yield f"The points of mission {entry.mission} do not add up to its debrief."
    for entry in force:
        if entry.kind in OF_RESULT and entry.mission not in debriefed:
            yield f"Entry {entry.number} tells of a mission that is not debriefed."


def _ending(campaign: Campaign, force: Sequence[Entry]) -> Iterable[str]:
    ends = of_kind(force, Finished)
    if len(ends) > 1:
        yield "The campaign has ended twice."
    if bool(ends) != campaign.is_finished:
        yield f"The campaign’s row says {campaign.status}, its journal otherwise."
