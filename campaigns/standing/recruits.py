"""The men that a journal is about, as they begin: rows or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(slots=True)
class Man:
    """A pilot or a crew as he begins, as his row has it if he has one; the journal says what became of him."""

    pk: int
    side: str
    name: str
    nation: str
    service: str
    skills: Sequence[str] = ()
    is_green: bool = False
    on_roster: bool = True
    resource: str = ""
    squadron: str = ""
    delivery: str = ""
    player_id: int | None = None
