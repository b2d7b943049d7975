"""The standing of a campaign that is kept in rows: its journal and its men, fetched and folded.

Two queries, whatever the length of the campaign. Operations that want to know what their own lines will come to
fold them with ``after`` before they write them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from django.db.models import Q, TextField
from django.db.models.functions import Cast

from campaigns.models import Campaign, Entry, Pilot
from campaigns.packs import PackDefinition
from campaigns.selectors import kept_folds
from campaigns.selectors.definitions import definition_of
from campaigns.selectors.kept_folds import LINE
from campaigns.standing import Folding, Line, NewLine, Standing, fold, folded
from campaigns.standing.fold import begun, in_order
from campaigns.standing.kinds import Drawn, Resolved
from campaigns.standing.questions import under_way
from campaigns.standing.recruits import Man
from config.common.prepared import Prepared, number


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadBefore:
    """A journal that was read outside a transaction, folded as far as ``standing_of`` gives it before a mission."""

    folding: Folding
    rest: list[Line]
    """What ``go_on`` takes then."""
    last: int
    """Number of the journal's last entry when it was read."""


def standing_of(campaign: Campaign, *, before: int | None = None) -> Standing:
    """What a campaign has come to, or had come to when its Mission ``before`` was planned: drawn and not yet flown.

    It is to be read only: others may be reading the same. Two queries, another where something has been written since
    it was read last, and one for its pack if that has not been fetched.
    """
    if before is None:
        men = _MEN(campaign=campaign.pk)
        return (
            kept_folds.at_hand(campaign, men)
            or _folding(campaign, definition_of(campaign), men, for_reading=True).standing
        )
    return folding_before(campaign, before)[0].standing


def folding_of(campaign: Campaign) -> Folding:
    """The same, to be carried on by an operation with what it writes. Two queries."""
    return folding_with(campaign)


def folding_with(campaign: Campaign, added: Sequence[Line] = (), without: Collection[int] = ()) -> Folding:
    """The same with lines that are to be ``added``, and but those with the numbers ``without``. Two queries."""
    return _folding(campaign, definition_of(campaign), _MEN(campaign=campaign.pk), added, without)


def _folding(
    campaign: Campaign,
    pack: PackDefinition,
    men: kept_folds.Men,
    added: Sequence[Line] = (),
    without: Collection[int] = (),
    *,
    for_reading: bool = False,
) -> Folding:
    """One query. ``for_reading``: nobody carries it on, and the next reader may have the same."""
    if (found := kept_folds.taken_up(campaign, pack, men, without=without)) is not None:
        folding, since, last = found
        if folding.carry_on(in_order([*since, *added])):
            if for_reading:
                kept_folds.have_at_hand(campaign, men, folding.standing, last)
            return folding
    lines = lines_of(campaign)
    folding, ordered = begun(pack, _men(men), [*(line for line in lines if line.number not in without), *added])
    settled = 0 if added or without else kept_folds.settled(ordered)
    for line in ordered[:settled]:
        folding.take(line)
    if settled:
        kept_folds.keep(campaign, pack, men, folding, ordered[:settled])
    for line in ordered[settled:]:
        folding.take(line)
    return folding


def from_nothing(campaign: Campaign) -> Standing:
    """What a campaign has come to by all its lines, whatever has been kept. Two queries."""
    return fold(definition_of(campaign), men_of(campaign), lines_of(campaign))


def folding_before(campaign: Campaign, mission: int) -> tuple[Folding, list[Line]]:
    """The fold as far as ``standing_of`` gives it ``before`` a mission, and the lines that ``go_on`` takes then.

    Two queries.
    """
    pack, men = definition_of(campaign), _MEN(campaign=campaign.pk)
    if (found := kept_folds.taken_up(campaign, pack, men, before=2 * mission)) is not None:
        folding, since, _ = found
        early, rest = _parted(since, mission)
        if folding.carry_on(in_order(early)):
            return folding, rest
    early, rest = _parted(lines_of(campaign), mission)
    return folded(pack, _men(men), early), rest


def _parted(lines: Iterable[Line], mission: int) -> tuple[list[Line], list[Line]]:
    """What was there before a mission, once it was drawn, and everything else."""
    early: list[Line] = []
    rest: list[Line] = []
    for line in lines:
        (early if line.moment < 2 * mission or _draws(line, mission) else rest).append(line)
    return early, rest


def read_before(campaign: Campaign, mission: int) -> ReadBefore:
    """``folding_before``, to be gone on with by an operation that finds nothing written since. Three queries."""
    last = last_number(campaign)
    folding, rest = folding_before(campaign, mission)
    return ReadBefore(folding=folding, rest=rest, last=last)


def last_number(campaign: Campaign) -> int:
    """Of its journal's entries; 0: it has none. One query."""
    last = _LAST.first(campaign=campaign.pk)
    return last[0] if last else 0


_LAST = Prepared(
    lambda: Entry.objects.filter(campaign=number("campaign")).order_by("-number").values_list("number")[:1]
)


def go_on(campaign: Campaign, folding: Folding, rest: Sequence[Line]) -> Folding:
    """The fold of all: the one that ``folding_before`` gave with the ``rest`` taken, or anew where that cannot be."""
    if any(line.kind == Resolved.kind for line in rest):  # it counts from the beginning
        return folding_of(campaign)
    for line in sorted(rest, key=lambda line: (line.moment, line.number)):
        folding.take(line)
    return folding


def _draws(line: Line, mission: int) -> bool:
    return line.kind == Drawn.kind and line.mission == mission


def lines_of(campaign: Campaign, among: Q | None = None) -> list[Line]:
    """The lines of the journal in force; ``among`` these alone. One query."""
    if among is None:
        return [NewLine(*row) for row in _LINES(campaign=campaign.pk)]
    rows = campaign.entries.in_force().filter(among).order_by("number").values_list(*LINE)
    return [NewLine(*row) for row in rows.iterator(chunk_size=5000)]


_LINES = Prepared(
    lambda: Entry.objects.in_force().filter(campaign=number("campaign")).order_by("number").values_list(*LINE)
)


def men_of(campaign: Campaign) -> list[Man]:
    """All its men, those included whom a delivery has yet to bring. One query."""
    return _men(_MEN(campaign=campaign.pk))


def _men(rows: kept_folds.Men) -> list[Man]:
    return [_man(*row) for row in rows]


def _man(*values: Any) -> Man:
    read = list(values)
    read[_SKILLS] = json.loads(read[_SKILLS])
    return Man(*read)


_FIELDS: Final = [field.name for field in fields(Man)]
_SKILLS: Final = _FIELDS.index("skills")
_MEN = Prepared(
    lambda: (
        Pilot.objects.filter(campaign=number("campaign"))
        .order_by("pk")
        .annotate(written=Cast("skills", TextField()))
        .values_list(*("written" if name == "skills" else name for name in _FIELDS))
    )
)
"""With their skills as they are written down: hundreds of men are compared with those of the last time, and hardly ever
read."""


def rows_of(campaigns: Collection[Campaign]) -> dict[int, tuple[list[Man], list[Line]]]:
    """By campaign its men and the lines of its journal in force. Two queries, however many campaigns those are."""
    found: dict[int, tuple[list[Man], list[Line]]] = {campaign.pk: ([], []) for campaign in campaigns}
    men = Pilot.objects.filter(campaign__in=found).order_by("pk").values_list("campaign_id", *_FIELDS)
    for campaign, *man in men:
        found[campaign][0].append(Man(*man))
    lines = Entry.objects.in_force().filter(campaign__in=found).order_by("number")
    for campaign, *line in lines.values_list("campaign_id", *LINE).iterator(chunk_size=5000):
        found[campaign][1].append(NewLine(*line))
    return found


def now(standing: Standing, committed: int = 0) -> int:
    """The moment of what is decided now: after the latest Mission, or before it while it is under way.

    What must not touch a Mission any more whose orders stand gives ``Campaign.committed``: it comes after that one.
    """
    number = max(standing.missions, default=0)
    return 2 * number - 1 if is_under_way(standing) and number > committed else 2 * number + 1


def is_under_way(standing: Standing) -> bool:
    """A Mission has been drawn that is neither debriefed nor void."""
    return under_way(standing) is not None
