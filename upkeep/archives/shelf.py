"""A folder of archives: what they are called, and which of them have had their time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

FORM: Final = "ready-room-%Y%m%dT%H%M%SZ.tar.gz"
LATELY: Final = timedelta(days=1)
"""All of this age are kept: one that was made before an update stands beside the one of the day."""


@dataclass(frozen=True, slots=True)
class Retention:
    """How many are kept: the newest of so many days, weeks and months of which there are any."""

    days: int
    weeks: int
    months: int


def name_at(at: datetime) -> str:
    return at.astimezone(UTC).strftime(FORM)


def on(folder: Path) -> dict[Path, datetime]:
    """The archives of a folder, by when they were made; whatever else lies there is nobody's business."""
    found = {}
    for path in folder.glob("ready-room-*.tar.gz"):
        try:
            found[path] = datetime.strptime(path.name, FORM).replace(tzinfo=UTC)
        except ValueError:
            continue
    return found


def outlived(archives: Mapping[Path, datetime], terms: Retention, now: datetime) -> set[Path]:
    """Those that are not kept any more. The newest of all is."""
    newest_first = sorted(archives, key=lambda path: archives[path], reverse=True)
    kept = {path for path in newest_first if archives[path] > now - LATELY} | set(newest_first[:1])
    for count, span in (
        (terms.days, lambda at: at.date()),
        (terms.weeks, lambda at: at.isocalendar()[:2]),
        (terms.months, lambda at: (at.year, at.month)),
    ):
        kept |= _newest_of_each(newest_first, archives, span, count)
    return set(archives) - kept


def _newest_of_each(
    newest_first: Iterable[Path], archives: Mapping[Path, datetime], span: Callable[[datetime], object], count: int
) -> set[Path]:
    firsts: dict[object, Path] = {}
    for path in newest_first:
        firsts.setdefault(span(archives[path]), path)
    return set(list(firsts.values())[:count])
