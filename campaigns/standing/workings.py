"""What the fold keeps in mind beside the standing while it reads a journal."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from campaigns.packs.definition import PackDefinition
from campaigns.packs.pools import Stock
from campaigns.packs.schema import SIDES
from campaigns.standing.deliveries import AT_START, Delivery, deliveries
from campaigns.standing.kinds import Resolved, Substituted
from campaigns.standing.lines import Line
from campaigns.standing.model import Airframe, Airman, Conflict, JournalFact, Squadron, Standing
from campaigns.standing.recruits import Man


@dataclass(slots=True)
class InHand:
    """The Mission whose lines are being read."""

    number: int
    place: str = ""
    seats: dict[tuple[str, str], tuple[str, int | None]] = field(default_factory=dict)
    """Airframe and man of each unit and seat, as they are taken to have flown."""
    airframes: set[str] = field(default_factory=set)
    men: set[int] = field(default_factory=set)
    units: dict[str, str] = field(default_factory=dict)
    """Units that flew, whose fuel has been paid for, and their side."""
    otherwise: set[str] = field(default_factory=set)
    """Those of them that flew otherwise than their orders say, or too: the table's word stands above cap and stock."""
    fuel_told: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    """By side what these took of the stock, as far as nobody has missed it yet."""
    damaged: dict[str, bool] = field(default_factory=dict)
    """Airframes that came home Damaged, and whether they were strikers: Stragglers, if there was such a Turn."""
    downed: set[tuple[str, str]] = field(default_factory=set)
    """Units and seats of enemy aircraft that somebody has shot down."""


@dataclass(slots=True)
class Claim:
    """An enemy aircraft that somebody reported destroyed."""

    pilot: int | None
    airframe: Airframe | None
    share: Fraction
    """What the report gives them of it."""
    kept: Fraction
    """The aircraft's and its crew's part of it by now; as the report has it, until there is a ruling."""
    credits: Mapping[int, Fraction] = field(default_factory=dict)
    """What each man has been given of it by now."""
    is_ruled: bool = False
    """Somebody has ruled on it."""


class Resolutions:
    """The ``resolved`` lines of a journal. They count wherever they stand in it."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.accepted: dict[str, str] = {}
        """By key of the conflict, in words."""
        self.airframes: dict[tuple[int, str, str], str] = {}
        """By Mission, unit and seat: the airframe taken to have flown."""
        self.men: dict[tuple[int, str, str], int] = {}
        for line in lines:
            self.add(line)

    def add(self, line: Line) -> None:
        told = Resolved.of(line)
        reason = f": {told.reason}" if told.reason else ""
        if not isinstance(told, Substituted):
            self.accepted[told.conflict] = f"accepted{reason}"
            return
        self.accepted[told.conflict] = f"substituted{reason}"
        seat = (told.mission, told.unit, told.seat)
        if told.airframe:
            self.airframes[seat] = told.airframe
        if told.pilot is not None:
            self.men[seat] = told.pilot


class Workings:
    """The standing as far as it has come, and what else is needed to carry it on."""

    def __init__(self, pack: PackDefinition, men: Iterable[Man], resolutions: Resolutions) -> None:
        self.pack = pack
        self.standing = Standing(pack)
        self.resolutions = resolutions
        self.moment = 1
        self.entry = 0
        """Moment and number of the line that is being read."""
        self.tick = 0
        """Periods that have begun or, in campaigns without, the latest Mission drawn."""
        self.date: datetime.date | None = None
        """The first day of the period, or the day of the latest Mission."""
        self.hand: InHand | None = None
        self.flown = 0
        """Missions that count so far."""
        self.is_closed = True
        """Nothing is left to settle of the latest period."""
        self.deliveries: dict[str, Delivery] = {}
        self.start: dict[str, Delivery] = {}
        """By squadron, what it has when it joins."""
        for delivery in deliveries(pack):
            if delivery.key == AT_START:
                self.start[delivery.squadron] = delivery
            else:
                self.deliveries[delivery.key] = delivery
        self.replacements = {key: each for key, each in self.deliveries.items() if key.startswith("replacement:")}
        """Those of the deliveries that are still to come."""
        self.stocks: dict[str, dict[str, Stock]] = {side: dict(named.items()) for side, named in pack.stocks.items()}
        self.budget: dict[str, int] = dict(pack.budget.items())
        self.men = {man.pk: man for man in men}
        self.waiting: dict[tuple[str, str], list[int]] = defaultdict(list)
        """Men by squadron and delivery, until it comes."""
        self.resting: set[int] = set()
        """Men who are wounded or on leave."""
        self.repairs: set[str] = set()
        self.began_green: dict[int, bool] = {}
        self.learned: dict[int, int] = defaultdict(int)
        """Skills that each man has learned beside those he began with."""
        self.stand_ins: dict[int, int] = {}
        """Who is missing in the place of a man, after a substitution."""
        self.claims: dict[int, Claim] = {}
        """By the number of the entry."""
        self.brought: set[str] = set()
        """Squadrons whose last day is past."""
        self.ticks: dict[str, int] = {}
        """When each event happened."""
        self.caps_to_come: list[tuple[str | None, int]] = []
        """By side (``None``: both), units more or fewer in the next period."""
        self.left_with: dict[str, list[str]] = {}
        """Airframes that each withdrawn squadron took along."""
        self.held: dict[str, list[Delivery]] = defaultdict(list)
        """What has come for a squadron that is still to join."""
        self.grounded_on: dict[str, str] = {}
        """By ship, the day on which her deck was put out."""
        self._conflicts: dict[str, int] = {}

    def tell(
        self, life: list[JournalFact], what: str, text: str, mission: int | None = None, *, follows: bool = False
    ) -> None:
        """Add to a life what the line in hand says or, if it ``follows`` from the pack, brings about."""
        life.append(JournalFact(self.moment, mission, what, text, 0 if follows else self.entry))

    def conflict(self, key: str, sentence: str, mission: int | None = None, side: str = "") -> None:
        """Note what does not fit, once a key."""
        if key not in self._conflicts:
            conflicts = self.standing.conflicts
            self._conflicts[key] = len(conflicts)
            conflicts.append(Conflict(key, mission, side, sentence, self.resolutions.accepted.get(key, "")))

    def resolve(self, key: str) -> None:
        """Mark a conflict that has been noted before its ``resolved`` line was read."""
        index = self._conflicts.get(key)
        if index is not None:
            old = self.standing.conflicts[index]
            self.standing.conflicts[index] = replace(old, resolved=self.resolutions.accepted[key])

    def in_hand(self, number: int) -> InHand:
        """The Mission that a line is about; lines of one Mission stand together."""
        if self.hand is None or self.hand.number != number:
            self.hand = InHand(number)
        return self.hand

    def airman(self, pk: int | None) -> Airman | None:
        return None if pk is None else self.standing.airmen.get(pk)

    def squadron_title(self, key: str) -> str:
        squadron: Squadron | None = self.standing.squadrons.get(key)
        return squadron.title if squadron else key


def fraction(value: Any) -> Fraction:
    """A number as JSON has it: ``3``, ``"7/2"`` or ``[7, 2]``.

    >>> fraction([7, 2]) == fraction("7/2") == Fraction(7, 2)
    True
    """
    return Fraction(*value) if isinstance(value, list | tuple) else Fraction(value)
