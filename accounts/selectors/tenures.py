"""When somebody sat where, and whose a man was: as the journal has it, by the numbers of its entries.

A number is the place of an entry in the order in which all of them were written. A mission is of the time at which it
was debriefed first: a later correction makes it nobody else's.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from campaigns.models import Role, Seat
from campaigns.standing.kinds import Given, Named, SeatChanged
from campaigns.standing.lines import NewLine, saying

TAKEN: Final = ("given", "invited", "joined")
"""How somebody comes to a seat."""
ENDED: Final = ("left", "taken-away")
ROLES: Final = {role.name.lower(): role for role in Role}


@dataclass(frozen=True, slots=True)
class Span:
    """From behind one entry up to another; ``None``: to this day."""

    begins: int
    ends: int | None = None

    def holds(self, number: int) -> bool:
        return self.begins < number and (self.ends is None or number < self.ends)


@dataclass(frozen=True, slots=True)
class Tenure:
    """Somebody's time on a side of a campaign, with all the seats that they had there."""

    role: Role
    """The highest that they have; if they have none any more, that they had last."""
    spans: tuple[Span, ...]

    @property
    def is_over(self) -> bool:
        return all(span.ends is not None for span in self.spans)

    def holds(self, number: int) -> bool:
        return any(span.holds(number) for span in self.spans)


def tenures(user_id: int, held: Iterable[Seat], lines: Sequence[NewLine]) -> dict[str, Tenure]:
    """By side of a campaign; ``held``: the seats that they have there, ``lines``: of its journal, in order.

    A seat of which the journal does not say how they came to it has been theirs from the beginning: whoever starts a
    campaign, or brings one in, takes it with what there is.
    """
    spans: dict[tuple[str, str, str], list[Span]] = defaultdict(list)
    for line, said in saying(lines, SeatChanged):
        if not line.side:
            continue
        spans_here = spans[line.side, said.role, said.squadron]
        is_open = bool(spans_here) and spans_here[-1].ends is None
        if said.how in TAKEN and said.people.who == user_id:
            if not is_open:
                spans_here.append(Span(line.number))
        elif said.people.who == user_id if said.how in ENDED else said.how in TAKEN and said.people.whose == user_id:
            begins = spans_here.pop().begins if is_open else 0
            spans_here.append(Span(begins, line.number))
    for seat in held:
        key = seat.side, Role(seat.role).name.lower(), seat.squadron
        if seat.side and not spans[key]:
            spans[key].append(Span(0))
    found = {}
    for side in {side for (side, *_), there in spans.items() if there}:
        of_side = [(ROLES[word], span) for (where, word, _), there in spans.items() if where == side for span in there]
        still = [role for role, span in of_side if span.ends is None]
        last = max(of_side, key=lambda each: (each[1].ends or 0, each[0]))[0]
        found[side] = Tenure(max(still, default=last), tuple(span for _, span in of_side))
    return found


class Hands:
    """Through whose hands a man went. Whose he was first, his he has been from the beginning."""

    def __init__(self, lines: Iterable[NewLine], player_id: int | None) -> None:
        """``lines``: of the man, in order; ``player_id``: whose he is now."""
        given = [(line.number, said.people.who) for line, said in saying(lines, Named) if isinstance(said, Given)]
        self._numbers = [number for number, _ in given]
        self._people = [who for _, who in given]
        self._now = player_id

    def whose(self, number: int) -> int | None:
        """Whose he was when that entry was written."""
        if not self._people:
            return self._now
        return self._people[max(bisect_left(self._numbers, number) - 1, 0)]
