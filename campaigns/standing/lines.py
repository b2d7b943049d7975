"""What the fold reads: the lines of a journal, rows or not. What they say is in ``campaigns.standing.kinds``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any, Protocol, Self, TypeVar

from campaigns.standing.said import Names, Said


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


class NewLine:
    """A line that has not been written yet: an operation writes it, a preview or a simulation only folds it."""

    __slots__ = ("_data", "kind", "mission", "moment", "number", "pilot_id", "said", "side")

    def __init__(
        self,
        kind: str,
        data: Mapping[str, Any] | None,
        side: str = "",
        mission: int | None = None,
        pilot_id: int | None = None,
        moment: int = 0,
        number: int = 0,
        said: Said | None = None,
    ) -> None:
        """``moment``: ``2n`` in mission n, ``2n + 1`` after it and before the next.

        ``said``: what the ``data`` are to be written from, if they have not been, so that it need not be read from
        them again.
        """
        self.kind, self.side, self.mission, self.pilot_id = kind, side, mission, pilot_id
        self.moment, self.number, self.said, self._data = moment, number, said, data

    def __eq__(self, other: object) -> bool:
        """Whether rows of them would be the same."""
        return isinstance(other, NewLine) and self._row == other._row

    def __repr__(self) -> str:
        return f"NewLine{self._row}"

    @property
    def _row(self) -> tuple[object, ...]:
        return self.kind, self.data, self.side, self.mission, self.pilot_id, self.moment, self.number

    @property
    def data(self) -> Mapping[str, Any]:
        """Written when somebody asks: a simulation never does."""
        if self._data is None:
            assert self.said is not None
            self._data = self.said.as_json()
        return self._data

    @classmethod
    def saying(
        cls, said: Said, *, side: str = "", mission: int | None = None, pilot_id: int | None = None, moment: int = 0
    ) -> Self:
        """Raises ``TypeError`` where ``said`` is not about what is named here."""
        about = mission is not None, side != "", pilot_id is not None
        if about not in _may_be_about(type(said)):
            raise TypeError(f"An entry of the kind {said.kind} {_wishes(said.names())}")
        return cls(said.kind, None, side, mission, pilot_id, moment, 0, said)

    def numbered(self, number: int) -> NewLine:
        """The same as it is numbered where it is written."""
        return NewLine(
            self.kind, self._data, self.side, self.mission, self.pilot_id, self.moment, number, said=self.said
        )


@cache
def _may_be_about(said: type[Said]) -> frozenset[tuple[bool, ...]]:
    """Whether a line names a mission, a side, a man, in each way that one of this kind may."""
    ways = {"never": (False,), "may": (False, True), "must": (True,)}
    return frozenset(product(*(ways[said.names()[what]] for what in ("mission", "side", "man"))))


def _wishes(names: Mapping[str, Names]) -> str:
    return ", ".join(f"{wish} names a {what}" for what, wish in names.items())


L = TypeVar("L", bound=Line)
S = TypeVar("S", bound=Said)


def saying(lines: Iterable[L], kind: type[S]) -> Iterator[tuple[L, S]]:
    """The lines of that kind, each with what it says."""
    return ((line, kind.of(line)) for line in lines if line.kind == kind.kind)
