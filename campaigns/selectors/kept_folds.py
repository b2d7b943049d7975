"""The fold of a long campaign, kept: whoever asks next folds only what has been written since.

It may be thrown away at any time, and is never asked who is right: it is taken up only where the code, the pack, the
terms and the men are those that it was made by, and where the last entry that it has taken still stands in the journal
and none up to it has been taken back. Everything else is folded from nothing.

Beside it each process holds on to what it has folded lately, for pages and whoever else only reads.
"""

from __future__ import annotations

import copyreg
import gc
import hashlib
import io
import logging
import pickle
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from functools import cache
from threading import Lock
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from django.conf import settings
from django.core.cache import caches

from campaigns.models import Campaign, Entry
from campaigns.packs import PackDefinition
from campaigns.standing import Folding, Line, NewLine, Standing
from campaigns.standing.kinds import Resolved
from config.common.prepared import Prepared, number

_log = logging.getLogger(__name__)
LINE = ("kind", "data", "side", "mission", "pilot_id", "moment", "number")
"""Fields of an entry, as a line has them."""
MARK = ("pk", "batch")
WORTH_KEEPING: Final = 200
"""Lines: fewer are folded in the time that it takes to look for what has been kept."""
LATELY: Final = 10
"""Missions."""
MOST_SINCE: Final = 500
"""Entries that are read and folded on a kept fold; of more a new one is kept."""
_MADE_BY: Final = ("campaigns", "engine", "fixtures")
"""Folders that decide what a journal comes to."""
_PACK: Final = "pack"
"""What stands in the place of the pack, which whoever takes the fold up has at hand."""


MOST_AT_HAND: Final = 8
"""Campaigns. The standing of 500 missions takes some megabytes."""
Last: TypeAlias = tuple[Any, ...]
"""Number and mark of the last entry."""
MOST_BESIDE: Final = 20
"""Things read beside one: a few, and of the parts of its missions those looked at last."""
T = TypeVar("T")
Men: TypeAlias = Sequence[tuple[Any, ...]]
"""The rows of a campaign's men, all that a fold reads of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    made_by: bytes
    moment: int
    number: int
    """Of the last entry that it has taken."""
    mark: tuple[Any, ...]
    """Tells that entry from any other that may come to stand there when a transaction or a database goes back."""
    folding: bytes


class _AtHand(NamedTuple):
    made_of: tuple[object, ...]
    last: Last
    standing: Standing
    beside: dict[Hashable, tuple[Any]]
    """What pages have read beside it, by what they call it; that may be ``None``."""


_at_hand: OrderedDict[int, _AtHand] = OrderedDict()
_lock = Lock()


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
    men: Men,
    *,
    without: Collection[int] = (),
    before: int | None = None,
) -> tuple[Folding, list[Line], Last] | None:
    """The kept fold, the lines in force that it has not taken, and the last entry's number and mark; ``None``: there is
    none to be used.

    ``without``: numbers of entries that are not to count; ``before``: a moment that it must not have come to. One
    query, where something has been kept.
    """
    kept = _read(campaign)
    if kept is None or kept.made_by != _made_by(campaign, men):
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
        folding = _loaded(kept, pack)
    except Exception as why:  # a pickle may raise anything; the journal is folded from nothing
        _log.warning("The kept fold of campaign %s cannot be read: %r", campaign.pk, why)
        return None
    return (folding, lines, (rows[-1][6], *rows[-1][9:])) if isinstance(folding, Folding) else None


def _loaded(kept: _Kept, pack: PackDefinition) -> object:
    """What has been kept. It is all new and nothing of it is rubbish: the collector need not look for any meanwhile."""
    collects = gc.isenabled()
    gc.disable()
    try:
        return _Unpickler(io.BytesIO(kept.folding), pack).load()
    finally:
        if collects:
            gc.enable()


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


def keep(campaign: Campaign, pack: PackDefinition, men: Men, folding: Folding, taken: Sequence[Line]) -> None:
    """Keep the fold of the settled lines, which have been ``taken``. One query."""
    number = max(line.number for line in taken)
    mark = campaign.entries.filter(number=number).values_list(*MARK).get()
    file = io.BytesIO()
    _Pickler(file, pack).dump(folding)
    made_by, moment = _made_by(campaign, men), folding.moment
    kept = _Kept(made_by=made_by, moment=moment, number=number, mark=mark, folding=file.getvalue())
    try:
        caches["folds"].set(str(campaign.pk), kept)
    except OSError as why:  # a full disk; the journal is folded from nothing next time
        _log.warning("The fold of campaign %s cannot be kept: %r", campaign.pk, why)


def forget(number: int) -> None:
    """Of a campaign that is deleted nothing is kept; other machines forget it in time."""
    with _lock:
        _at_hand.pop(number, None)
    try:
        caches["folds"].delete(str(number))
    except OSError as why:
        _log.warning("The kept fold of campaign %s cannot be taken away: %r", number, why)


def _read(campaign: Campaign) -> _Kept | None:
    try:
        kept = caches["folds"].get(str(campaign.pk))
    except Exception as why:  # the same of the cache, which unpickles too
        _log.warning("The kept fold of campaign %s cannot be read: %r", campaign.pk, why)
        return None
    return kept if isinstance(kept, _Kept) else None


_SINCE = Prepared(
    lambda: (
        Entry.objects.filter(campaign=number("campaign"), number__gte=number("number"))
        .order_by("number")
        .values_list("number", *MARK)[:2]
    )
)


def at_hand(campaign: Campaign, men: Men) -> Standing | None:
    """What this process has folded lately, if nothing has been written since; nobody changes it. One query, if any."""
    found = _at_hand.get(campaign.pk)
    if found is None or found.made_of != _made_of(campaign, men):
        return None
    if _SINCE(campaign=campaign.pk, number=found.last[0]) != [found.last]:
        return None
    with _lock:
        if campaign.pk in _at_hand:
            _at_hand.move_to_end(campaign.pk)
    return found.standing


def have_at_hand(campaign: Campaign, men: Men, standing: Standing, last: Last) -> None:
    """Hold on to what the journal comes to up to its ``last`` entry, for whoever only reads it in this process."""
    with _lock:
        _at_hand[campaign.pk] = _AtHand(_made_of(campaign, men), last, standing, {})
        _at_hand.move_to_end(campaign.pk)
        while len(_at_hand) > MOST_AT_HAND:
            _at_hand.popitem(last=False)


def beside(campaign: Campaign, standing: Standing, key: Hashable, read: Callable[[], T]) -> T:
    """What pages ``read`` of the journal and the pack beside a ``standing``: once, as long as that is at hand.

    It is nobody's in particular, and nobody changes it. ``key`` tells it from whatever else is read beside it.
    """
    found = _at_hand.get(campaign.pk)
    if found is None or found.standing is not standing:
        return read()
    known: tuple[T] | None = found.beside.get(key)
    if known is None:
        known = (read(),)
        if len(found.beside) >= MOST_BESIDE:
            found.beside.clear()
        found.beside[key] = known
    return known[0]


def _made_of(campaign: Campaign, men: Men) -> tuple[object, ...]:
    """All that a fold hangs on beside the journal and the code."""
    begun = (campaign.pk, campaign.created_at.timestamp(), campaign.seed)
    terms = (str(campaign.careers), str(campaign.fates))
    return begun, campaign.pack_id, campaign.pack.source, terms, men


def _made_by(campaign: Campaign, men: Men) -> bytes:
    """A digest of it, and of the code."""
    return hashlib.sha256(repr((_code(), *_made_of(campaign, men))).encode()).digest()


@cache
def _code() -> bytes:
    """A digest of the files by which a journal is folded, as they lie there now."""
    found = hashlib.sha256()
    for path in sorted(each for folder in _MADE_BY for each in (settings.BASE_DIR / folder).rglob("*.*")):
        if path.suffix in (".py", ".toml"):
            about = path.stat()
            found.update(f"{path} {about.st_size} {about.st_mtime_ns}\n".encode())
    return found.digest()
