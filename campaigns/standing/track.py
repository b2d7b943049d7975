"""The progress marker. [SUP 27 steps 7-9]"""

from __future__ import annotations

from typing import Final

from campaigns.catalogue.tables import TABLES
from campaigns.packs.pools import Progress
from campaigns.packs.schema import SIDES
from campaigns.standing.workings import Workings

TABLE: Final = TABLES["progress"]


def moves_of(progress: Progress) -> list[tuple[int, int]]:
    """From which margin of Victory Points the marker moves how far; the least margin first."""
    if progress.moves:
        return sorted((move.least, move.spaces) for move in progress.moves)
    return sorted((move["least"], move["spaces"]) for move in TABLE["moves"])


def spaces_for(progress: Progress, margin: int) -> int:
    """How far so many Victory Points of a Mission more than the other side's move the marker."""
    return max((spaces for least, spaces in moves_of(progress) if margin >= least), default=0)


STARVED: Final[int] = TABLE["starved"]
"""How far it moves against a side that has used its supplies up."""


def by_points(work: Workings, points: dict[str, int], mission: int) -> bool:
    """Move the marker toward the side that did better in a Mission; whether it moved."""
    allied, axis = (points.get(side, 0) for side in SIDES)
    progress = work.pack.progress
    if progress is None or allied == axis:
        return False
    leader = "allied" if allied > axis else "axis"
    margin = abs(allied - axis)
    reason = f"by a margin of {margin} in mission {mission}"
    return move(work, up(work, leader, spaces_for(progress, margin)), reason, mission)


def starve(work: Workings, side: str) -> bool:
    """A side has used its supplies up: the marker moves against it."""
    if work.pack.progress is None:
        return False
    return move(work, -up(work, side, STARVED), f"because the {side} side has used its supplies up")


def up(work: Workings, side: str, spaces: int) -> int:
    """So many spaces in favour of a side, counted up the track."""
    assert work.pack.progress is not None
    return spaces if work.pack.progress.toward == side else -spaces


def move(work: Workings, spaces: int, reason: str, mission: int | None = None) -> bool:
    """Move the marker up the track; whether it moved. Once it has left the track it stays off."""
    standing, progress = work.standing, work.pack.progress
    if progress is None or standing.marker is None or standing.is_off_track:
        return False
    end = len(progress.spaces) + 1
    before, standing.marker = standing.marker, max(0, min(end, standing.marker + spaces))
    if standing.marker == before:
        return False
    where = progress.spaces[standing.marker - 1].title if 0 < standing.marker < end else ""
    text = f"The marker moves to {where}, {reason}" if where else f"The marker leaves the track, {reason}"
    work.tell(standing.life, "marker", text, mission, follows=True)
    return True
