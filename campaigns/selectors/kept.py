"""The fold of a long campaign, kept: whoever asks next folds only what has been written since.

It may be thrown away at any time, and is never asked who is right: it is taken up only where the code, the pack, the
terms and the men are those that it was made by, and where the last entry that it has taken still stands in the journal
and none up to it has been taken back. Everything else is folded from nothing.
"""

from __future__ import annotations

import copyreg
import hashlib
import io
import logging
import pickle
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from functools import cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any, Final

from django.conf import settings
from django.core.cache import caches

from campaigns.models import Campaign
from campaigns.packs import PackDefinition
from campaigns.standing import Folding, Line, NewLine
from campaigns.standing.kinds import Resolved
from campaigns.standing.recruits import Man

_log = logging.getLogger(__name__)
LINE = ("kind", "data", "side", "mission", "pilot_id", "moment", "number")
"""Fields of an entry, as a line has them."""
MARK = ("pk", "batch")
WORTH_KEEPING: Final = 200
"""Lines: fewer are folded in the time that it takes to look for what has been kept."""
LATELY: Final = 10
"""Missions."""
WORTH_KEEPING_AGAIN: Final = 30
"""Entries on top of the settled ones: with as many a fold of all is kept, too, until something else is written."""
MOST_SINCE: Final = 500
"""Entries that are read and folded on a kept fold; of more a new one is kept."""
_MADE_BY: Final = ("campaigns", "engine", "fixtures")
"""Folders that decide what a journal comes to."""
_PACK: Final = "pack"
"""What stands in the place of the pack, which whoever takes the fold up has at hand."""


_OF_MAN: Final = attrgetter(*(each.name for each in fields(Man)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    made_by: bytes
    moment: int
    number: int
    """Of the last entry that it has taken."""
    mark: tuple[Any, ...]
    """Tells that entry from any other that may come to stand there when a transaction or a database goes back."""
    folding: bytes


def _read_only(items: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """The mappings of a pack, which pickle does not know by their own name."""
    return MappingProxyType(items)


class _Pickler(pickle.Pickler):
    dispatch_table = {**copyreg.dispatch_table, MappingProxyType: lambda it: (_read_only, (dict(it),))}

    def __init__(self, file: io.BytesIO, pack: PackDefinition) -> None:
        super().__init__(file, protocol=5)
        self._pack = pack

    def persistent_id(self, obj: object) -> str | None:
        return _PACK if obj is self._pack else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, pack: PackDefinition) -> None:
        super().__init__(file)
        self._pack = pack

    def persistent_load(self, pid: str) -> PackDefinition:
        return self._pack


def taken_up(
    campaign: Campaign,
    pack: PackDefinition,
    men: Sequence[Man],
    *,
    without: Collection[int] = (),
    before: int | None = None,
) -> tuple[Folding, list[Line], int] | None:
    """The kept fold, the lines in force that it has not taken, and the number of the last entry; ``None``: there is
    none to be used.

    That of all, or else the settled one. ``without``: numbers of entries that are not to count; ``before``: a moment
    that it must not have come to. One query, where something has been kept; another where the fold of all is outdated.
    """
    for key in (_of_all(campaign), str(campaign.pk)):
        if (found := _taken_up(campaign, pack, men, _read(campaign, key), without, before)) is not None:
            return found
    return None


def _of_all(campaign: Campaign) -> str:
    return f"{campaign.pk}-all"


def _taken_up(
    campaign: Campaign,
    pack: PackDefinition,
    men: Sequence[Man],
    kept: _Kept | None,
    without: Collection[int],
    before: int | None,
) -> tuple[Folding, list[Line], int] | None:
    if kept is None or kept.made_by != _made_by(campaign, pack, men):
        return None
    if any(number <= kept.number for number in without) or (before is not None and kept.moment >= before):
        return None
    since = campaign.entries.filter(number__gte=kept.number).order_by("number")
    rows = list(since.values_list(*LINE, "reverses__number", "reversed_by__number", *MARK))
    if not rows or len(rows) > MOST_SINCE or (rows[0][6], rows[0][8], rows[0][9:]) != (kept.number, None, kept.mark):
        return None
    lines: list[Line] = []
    for row in rows[1:]:
        reverses, reversed_by = row[7:9]
        if reverses is not None and reverses <= kept.number:
            return None
        if reverses is None and reversed_by is None and row[6] not in without:
            lines.append(NewLine(*row[:7]))
    try:
        folding = _Unpickler(io.BytesIO(kept.folding), pack).load()
    except Exception as why:  # a pickle may raise anything; the journal is folded from nothing
        _log.warning("The kept fold of campaign %s cannot be read: %r", campaign.pk, why)
        return None
    return (folding, lines, rows[-1][6]) if isinstance(folding, Folding) else None


def settled(ordered: Sequence[Line]) -> int:
    """How many of the lines of a journal, in order, are worth keeping a fold of; 0: it is too short.

    Not the latest missions, for those are corrected most; all, where what is earlier was not also written earlier.
    """
    if len(ordered) < WORTH_KEEPING:
        return 0
    count = bisect_right(ordered, ordered[-1].moment - 2 * LATELY, key=lambda line: line.moment)
    late = ordered[count:]
    if not count or not late or any(line.kind == Resolved.kind for line in late):
        return len(ordered)
    in_turn = max(line.number for line in ordered[:count]) < min(line.number for line in late)
    return count if in_turn else len(ordered)


def keep(campaign: Campaign, pack: PackDefinition, men: Sequence[Man], folding: Folding, taken: Sequence[Line]) -> None:
    """Keep the fold of the settled lines, which have been ``taken``. One query."""
    _write(campaign, str(campaign.pk), pack, men, folding, max(line.number for line in taken))


def keep_all(
    campaign: Campaign, pack: PackDefinition, men: Sequence[Man], folding: Folding, last: int, since: int
) -> None:
    """Keep a fold up to the ``last`` entry, where many lines were taken ``since`` another was. One query then."""
    if since >= WORTH_KEEPING_AGAIN:
        _write(campaign, _of_all(campaign), pack, men, folding, last)


def _write(
    campaign: Campaign, key: str, pack: PackDefinition, men: Sequence[Man], folding: Folding, number: int
) -> None:
    mark = campaign.entries.filter(number=number).values_list(*MARK).get()
    file = io.BytesIO()
    _Pickler(file, pack).dump(folding)
    made_by, moment = _made_by(campaign, pack, men), folding.moment
    kept = _Kept(made_by=made_by, moment=moment, number=number, mark=mark, folding=file.getvalue())
    try:
        caches["folds"].set(key, kept)
    except OSError as why:  # a full disk; the journal is folded from nothing next time
        _log.warning("The fold of campaign %s cannot be kept: %r", campaign.pk, why)


def _read(campaign: Campaign, key: str) -> _Kept | None:
    try:
        kept = caches["folds"].get(key)
    except Exception as why:  # the same of the cache, which unpickles too
        _log.warning("The kept fold of campaign %s cannot be read: %r", campaign.pk, why)
        return None
    return kept if isinstance(kept, _Kept) else None


def _made_by(campaign: Campaign, pack: PackDefinition, men: Sequence[Man]) -> bytes:
    """A digest of all that a fold hangs on beside the journal."""
    begun = (campaign.pk, campaign.created_at.timestamp(), campaign.seed)
    terms = (str(campaign.careers), str(campaign.fates))
    said = (_code(), begun, campaign.pack_id, campaign.pack.source, terms, list(map(_OF_MAN, men)))
    return hashlib.sha256(repr(said).encode()).digest()


@cache
def _code() -> bytes:
    """A digest of the files by which a journal is folded, as they lie there now."""
    found = hashlib.sha256()
    for path in sorted(each for folder in _MADE_BY for each in (settings.BASE_DIR / folder).rglob("*.*")):
        if path.suffix in (".py", ".toml"):
            about = path.stat()
            found.update(f"{path} {about.st_size} {about.st_mtime_ns}\n".encode())
    return found.digest()
