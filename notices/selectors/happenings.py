"""What a happening is about, and what there is to each kind of them (``notices.selectors.kinds``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, NamedTuple, TypeAlias

Way: TypeAlias = Literal["urgent", "mail", "inbox"]
"""``urgent``: by e-mail at once, unless somebody wants none at all; ``mail``: as they wish; ``inbox``: by no e-mail."""
Page: TypeAlias = tuple[str, tuple[Any, ...]]
"""An address' name and arguments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What a happening is about, by the names of today."""

    campaign: int | None
    club: int | None
    mission: int | None
    who: str
    """Who did it; empty: the staff, or the clock."""
    reader: int | None
    """Whom the sentence is for; ``None``: several people, or none of ours."""
    of_side: str
    """What the side is called that alone is told of it; empty: everybody is."""
    sides: Mapping[str, str]
    """What the campaign's sides are called."""
    people: Mapping[int, str]
    """What the people are called whom ``data`` names by number."""
    tell: Callable[[datetime], str]
    """How a moment is told."""
    data: Mapping[str, Any]
    times: dict[str, datetime] = field(default_factory=dict)
    """The moments that the sentence has told, by their names in ``data``."""

    def text(self, key: str) -> str:
        """A text of ``data``; empty if it has none."""
        value = self.data.get(key)
        return "" if value is None else str(value)

    def is_reader(self, key: str = "user") -> bool:
        """Whether somebody whom ``data`` names by number is who reads it."""
        return self.reader is not None and self.data.get(key) == self.reader

    def person(self, key: str = "user") -> str:
        """What somebody is called whom ``data`` names by number."""
        return self.people.get(self.data.get(key) or 0, "Somebody")

    @property
    def actor(self) -> str:
        return self.who or "The staff"

    @property
    def the_mission(self) -> str:
        """``mission 3``, or the campaign if it is about none."""
        return f"mission {self.mission}" if self.mission is not None else "the campaign"

    @property
    def the_side(self) -> str:
        """``the Allied side``; one of the sides, if it does not say which."""
        side = self.text("side")
        return f"the {self.sides[side]} side" if side in self.sides else "a side"

    @property
    def the_result(self) -> str:
        """``the result of mission 3 at table 2``."""
        table = self.text("table")
        return f"the result of {self.the_mission}" + (f" at table {table}" if table and table != "1" else "")

    def when(self, key: str) -> str:
        """A moment of ``data``, as it is told to whom the sentence is for: Thursday 26 November 2026, 19:30 GMT."""
        try:
            at = datetime.fromisoformat(self.text(key))
        except ValueError:
            return "a time that is not told"
        self.times[key] = at
        return self.tell(at)


class HappeningKind(NamedTuple):
    """One kind of happening."""

    title: str
    sentence: Callable[[About], str]
    page: Callable[[About], Page]
    way: Way = "mail"
    is_for_umpires: bool = False
    """Only umpires and the owner have something to do about it: nobody else has it in his inbox."""
