"""What the fold reads: the lines of a journal, rows or not. What they say is in ``campaigns.standing.kinds``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, TypeVar

from campaigns.standing.said import Said


class Line(Protocol):
    """One line of a journal in force."""

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
    said: Said | None = field(default=None, compare=False, repr=False)
    """What the data were written from, where they were: it need not be read from them again."""

    @classmethod
    def saying(
        cls, said: Said, *, side: str = "", mission: int | None = None, pilot_id: int | None = None, moment: int = 0
    ) -> Self:
        """Raises ``TypeError`` where ``said`` is not about what is named here."""
        for what, wish, is_named in (
            ("mission", said.of_mission, mission is not None),
            ("side", said.of_side, bool(side)),
            ("man", said.of_man, pilot_id is not None),
        ):
            if wish != "may" and is_named != (wish == "must"):
                raise TypeError(f"An entry of the kind {said.kind} {wish} names a {what}")
        return cls(said.kind, said.as_json(), side, mission, pilot_id, moment, said=said)


L = TypeVar("L", bound=Line)
S = TypeVar("S", bound=Said)


def saying(lines: Iterable[L], kind: type[S]) -> Iterator[tuple[L, S]]:
    """The lines of that kind, each with what it says."""
    return ((line, kind.of(line)) for line in lines if line.kind == kind.kind)
