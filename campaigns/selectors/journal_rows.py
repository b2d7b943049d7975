"""The lines of a journal with all that its page tells of each, read once: a page has hundreds, and rows are dear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from campaigns.standing.kinds import KINDS
from campaigns.standing.said import Said

FIELDS: Final = (
    "number", "batch", "at", "by", "moment", "kind", "side", "mission", "data",
    "pilot_id", "pilot__name", "reverses__number", "reversed_by__number",
)  # fmt: skip
"""What ``written`` is given of each entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenLine:
    number: int
    batch: UUID
    at: datetime
    by: str
    moment: int
    kind: str
    side: str
    mission: int | None
    data: Mapping[str, Any]
    pilot_id: int | None
    man: str
    """What the man is called that it is about; empty if it is about none."""
    reverses: int | None
    """The number of the entry that it takes back."""
    is_reversed: bool
    """A later entry takes it back."""
    said: Said
    """What it says."""


def written(rows: Iterable[tuple[Any, ...]]) -> Iterator[WrittenLine]:
    """The lines of ``values_list(*FIELDS)``."""
    for number, batch, at, by, moment, kind, side, mission, data, pilot_id, man, reverses, reversed_by in rows:
        yield WrittenLine(
            number=number,
            batch=batch,
            at=at,
            by=by,
            moment=moment,
            kind=kind,
            side=side,
            mission=mission,
            data=data,
            pilot_id=pilot_id,
            man=man or "",
            reverses=reverses,
            is_reversed=reversed_by is not None,
            said=KINDS[kind].said(data),
        )
