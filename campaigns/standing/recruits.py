"""The men that a journal is about, as they begin: rows or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol


class Man(Protocol):
    """A pilot or a crew as he begins; the journal says what became of him."""

    @property
    def pk(self) -> int: ...
    @property
    def side(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def nation(self) -> str: ...
    @property
    def service(self) -> str: ...
    @property
    def skills(self) -> Sequence[str]: ...
    @property
    def is_green(self) -> bool: ...
    @property
    def on_roster(self) -> bool: ...
    @property
    def resource(self) -> str: ...
    @property
    def squadron(self) -> str: ...
    @property
    def delivery(self) -> str: ...
    @property
    def player_id(self) -> int | None: ...


@dataclass(slots=True)
class Recruit:
    """A man who has no row (yet)."""

    pk: int
    side: str
    name: str
    nation: str
    service: str
    skills: list[str] = field(default_factory=list)
    is_green: bool = False
    on_roster: bool = True
    resource: str = ""
    squadron: str = ""
    delivery: str = ""
    player_id: int | None = None
