"""What the fold reads: lines of a journal and the men they are about, whether rows or not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol


class Line(Protocol):
    """One line of a journal in force; ``campaigns.operations.journal`` documents ``data`` by kind."""

    @property
    def number(self) -> int: ...
    @property
    def moment(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def mission(self) -> int | None: ...
    @property
    def pilot_id(self) -> int | None: ...
    @property
    def data(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line that has not been written yet: an operation writes it, a preview or a simulation only folds it."""

    kind: str
    data: Mapping[str, Any]
    side: str = ""
    mission: int | None = None
    pilot_id: int | None = None
    moment: int = 0
    """``2n`` in mission n, ``2n + 1`` after it and before the next."""
    number: int = 0


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
