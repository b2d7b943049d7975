"""The shapes of the replay's picture, in user units; ``templates/missions/table/picture.svg`` writes them down."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TrackCell:
    """One turn of the mission."""

    label: str
    x: int
    width: int
    phase: str
    state: str
    """``past``, ``now`` or ``ahead``."""

    @property
    def middle(self) -> int:
        return self.x + self.width // 2


@dataclass(frozen=True, slots=True)
class Track:
    """The turns of a mission from left to right. [WBY 23.1.1, 23.2, 23.4]"""

    cells: tuple[TrackCell, ...]
    title: str
    """The turn being played, in words."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A unit that is not at the table: still to come, or away until the Home-Bound Turns."""

    x: int
    y: int
    side: str
    silhouette: str
    text: str
    how: str
    """``to-come`` or ``away``."""


@dataclass(frozen=True, slots=True)
class DamageBox:
    """One point of damage on the target's track."""

    x: int
    width: int
    filled: bool
    new: bool
    """Inflicted in this step."""


@dataclass(frozen=True, slots=True)
class LevelMark:
    """Where a level of damage is reached."""

    x: int
    name: str
    points: int
    reached: bool

    @property
    def text_x(self) -> int:
        """Where its name ends."""
        return self.x - 5


@dataclass(frozen=True, slots=True)
class TargetPicture:
    """The Mission Target on the ground, with its damage. [SUP 21]"""

    y: int
    name: str
    kind: str
    """``military``, ``naval`` or ``industrial``: its symbol is ``target-…``."""
    flak: str
    boxes: tuple[DamageBox, ...]
    levels: tuple[LevelMark, ...]
    said: str
    """Damage and level in words."""
    under_fire: bool
    x: int
    text_x: int
    right: int


@dataclass(frozen=True, slots=True)
class Band:
    """A level of Altitude, or a belt, as wide as the picture."""

    altitude: str
    label: str
    y: int
    height: int
    label_x: int
    label_y: int


@dataclass(frozen=True, slots=True)
class Plane:
    """One aircraft from above. ``angle`` turns it clockwise from nose-up; ``mark`` is its part in this step."""

    x: int
    y: int
    size: int
    angle: int
    silhouette: str
    label: str
    damaged: bool
    mark: str = ""
    """``actor``, ``target`` or empty."""
    loads: tuple[Load, ...] = ()
    out: bool = False
    """Out of Formation. [WBY 17.3.7]"""
    ghost: bool = False
    """The third man of a Section: a marker, no aircraft of its own. [WBY 17.6]"""

    @property
    def half(self) -> float:
        return self.size / 2


@dataclass(frozen=True, slots=True)
class Load:
    """What an aircraft carries, drawn under it."""

    x: int
    y: int
    symbol: str
    name: str


@dataclass(frozen=True, slots=True)
class Puff:
    """A burst of flak; ``hit`` where it did something."""

    x: int
    y: int
    size: int
    hit: bool

    @property
    def left(self) -> float:
        return self.x - self.size / 2

    @property
    def top(self) -> float:
        return self.y - self.size / 2


@dataclass(frozen=True, slots=True)
class Pip:
    """One box of an aircraft's capacity for Hits."""

    dx: int
    """From the row's own corner."""
    hit: bool
    beyond: bool
    """A Hit here would count on the Damaged side."""


@dataclass(frozen=True, slots=True)
class PipRow:
    x: int
    y: int
    label: str
    title: str
    pips: tuple[Pip, ...]
    note: str = ""
    note_x: int = 0


@dataclass(frozen=True, slots=True)
class ShownUnit:
    """One Element, Lone Leader or Formation where it lies."""

    id: str
    name: str
    side: str
    aircraft: str
    """Name of its type, short enough for its cell."""
    x: int
    y: int
    planes: tuple[Plane, ...]
    rows: tuple[PipRow, ...]
    in_clouds: bool
    active: bool
    note: str = ""
    """What else is to know of it, in a word or two."""
    backs: tuple[int, ...] = ()
    """Left edges of the cards of a hand that nobody has seen. [WBY 18.1d]"""
    support: tuple[tuple[int, int, int, int], ...] = ()
    """Lines between aircraft that lend one another Turret Support. [WBY 17.3.1b]"""


@dataclass(frozen=True, slots=True)
class Link:
    """A line between two aircraft: a Position (``tailing``, ``advantaged``), what is played (``fire``, ``play``), or
    an escort that comes between (``escort``)."""

    kind: str
    x1: int
    y1: int
    x2: int
    y2: int
    label: str = ""

    @property
    def middle(self) -> int:
        return (self.x1 + self.x2) // 2


@dataclass(frozen=True, slots=True)
class Gone:
    """An aircraft that has left the table."""

    side: str
    label: str
    how: str
    """``destroyed`` or ``disengaged``."""


@dataclass(frozen=True, slots=True)
class Picture:
    width: int
    height: int
    ground: int
    """Where the ground begins."""
    bands: tuple[Band, ...]
    units: tuple[ShownUnit, ...]
    links: tuple[Link, ...]
    gone: tuple[Gone, ...]
    lines: tuple[str, ...]
    """The same in sentences."""
    track: Track | None = None
    waiting: tuple[Waiting, ...] = ()
    over: tuple[Band, ...] = ()
    """The strips of units Over Target."""
    target: TargetPicture | None = None
    flak: tuple[Puff, ...] = ()
    stars: tuple[tuple[int, int, float], ...] = ()
    """Where the stars stand, with their radius; none by day."""

    @property
    def night(self) -> bool:
        return bool(self.stars)

    @property
    def ground_height(self) -> int:
        return self.height - self.ground

    @property
    def edge_height(self) -> int:
        """Of the strip of units that wait."""
        return self.bands[0].y - self.waiting[0].y if self.waiting else 0
