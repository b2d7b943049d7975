"""What the log sheets of all campaign kinds share: page, masthead, check-off lists, aces, chart, signatures.

Each function draws into a box that its caller measured out. A value that is missing leaves room for a pen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.kit import parts, styles, tagging
from campaigns.documents.kit.parts import Box, put
from campaigns.documents.kit.rows import Column
from campaigns.documents.kit.text import fit
from config.common.charts import ChartData

SIDES: Final = ("allied", "axis")

HEADING: Final = 15.0
CHECK_LEAST: Final = 11.0
"""The least height of a line in a check-off list."""
CHECK_MOST: Final = 20.0
CHECK_AIR: Final = 2.0
"""Above the first line."""
GAP: Final = 9.0
MASTHEAD: Final = 80.0
SIGNATURES: Final = 17.0
EVEN_LEAST: Final = 8.4
"""The size below which names in a list are no longer made smaller for the sake of one."""
EMPTY_REACH: Final = 40.0
"""Victory Points that the grid of a blank chart would reach to; it shows no figures."""


@dataclass(frozen=True, slots=True)
class SideNames:
    """What the sides are called in the game that is played: Entente and Central Powers in 1917."""

    allied: str = "Allied"
    axis: str = "Axis"

    def of(self, side: str) -> str:
        return self.allied if side == "allied" else self.axis

    @property
    def signing(self) -> tuple[str, ...]:
        """Who signs a log."""
        return (f"{self.allied} commander", f"{self.axis} commander", "Umpire", "Date")


USUAL: Final = SideNames()


@dataclass(frozen=True, slots=True)
class LogResource:
    """A Resource of a side and the number of the mission that used it up."""

    title: str
    used_in: int | None = None
    cost: int = 0
    """Points of an operation. [SUP 25]"""


@dataclass(frozen=True, slots=True)
class Budget:
    """Points of an operation, to buy Resources with. ``spent`` is 0 where the reader may not know. [SUP 25]"""

    points: int
    spent: int = 0


@dataclass(frozen=True, slots=True)
class LogSide:
    """A side in the masthead and its check-off list. ``points`` is None on a blank sheet."""

    force: str = ""
    commander: str = ""
    points: int | None = None
    resources: tuple[LogResource, ...] = ()
    budget: Budget | None = None


def masthead_title(canvas: Canvas, box: Box, kicker: str, title: str, lead: str) -> None:
    """The name of the sheet, the campaign's title under it in large letters, and a line about it."""
    top, rest = box.cut_top(12)
    put(canvas, top, kicker, styles.KICKER, valign="top")
    name, under = rest.cut_top(rest.height - 15)
    with tagging.title(canvas, 1):
        put(canvas, name, title, styles.TITLE)
    put(canvas, under, lead, styles.LEAD)


def side_panel(canvas: Canvas, box: Box, side: str, called: str, data: LogSide) -> None:
    """A side's sign, name and force, its commander, and its Victory Points in a frame."""
    total, names = box.cut_right(58)
    parts.outline(canvas, total, styles.MEDIUM)
    label, figure = total.cut_top(13)
    put(canvas, label, "Points", styles.LABEL, "centre")
    if data.points is not None:
        put(canvas, figure.inset(3, 2), data.points, styles.TOTAL, "centre")
    names, _ = names.cut_left(names.width - 10)
    upper, lower = names.cut_top(26)
    parts.side_sign(canvas, side, upper.x + 7.5, upper.middle, 15)
    text = upper.cut_left(21)[1]
    name = put(canvas, text, called, styles.SIDE)
    beside = text.cut_left(name.width + 7)[1]
    if beside.width < 0.4 * text.width:
        beside = lower.cut_top(lower.height - 20)[0]
    put(canvas, beside, data.force, styles.CELL_ITALIC)
    parts.write_line(canvas, lower.cut_bottom(20)[0], "Commander", data.commander)


def heading(canvas: Canvas, box: Box, title: str, aside: str = "", sign: str = "") -> Box:
    """A small heading over a rule, with an ``aside`` at the right; gives the box under it."""
    strip, rest = box.cut_top(HEADING)
    line = Box(strip.x, strip.y + 3, strip.width, strip.height - 3)
    left = line
    if sign:
        parts.side_sign(canvas, sign, line.x + 5, line.middle, 9)
        left = line.cut_left(14)[1]
    name = put(canvas, left, title, styles.HEADING)
    put(canvas, left.cut_left(name.width + 8)[1], aside, styles.LABEL, "right")
    parts.rule(canvas, strip.x, strip.y, strip.right, styles.MEDIUM)
    return rest


@dataclass(frozen=True, slots=True)
class Check:
    """A line of a check-off list: ticked when it was used, with the number of the mission."""

    title: str
    used: str = ""


def check_list(canvas: Canvas, box: Box, checks: Sequence[Check], lines: int) -> None:
    """Boxes to tick, spaced for ``lines`` of them, so that lists side by side keep in step.

    A list too long goes on in a second column; what still finds no room is counted.
    """
    box = box.cut_top(CHECK_AIR)[1]
    room = int(box.height / CHECK_LEAST)
    if len(checks) <= room:
        _check_column(canvas, box, checks, min(CHECK_MOST, box.height / max(lines, len(checks), 1)))
        return
    left, right = box.columns((1, 1), gap=8)
    shown = list(checks[: 2 * room])
    if len(checks) > len(shown):
        shown[-1] = Check(f"and {len(checks) - len(shown) + 1} more")
    half = -(-len(shown) // 2)
    pitch = min(CHECK_MOST, box.height / half)
    _check_column(canvas, left, shown[:half], pitch)
    _check_column(canvas, right, shown[half:], pitch)


def _check_column(canvas: Canvas, box: Box, checks: Sequence[Check], pitch: float) -> None:
    rest = box
    for check in checks:
        line, rest = rest.cut_top(pitch)
        parts.tick_box(canvas, line.x + 0.5, line.middle - 4, 8, ticked=bool(check.used))
        used, name = line.cut_left(14)[1].cut_right(24)
        put(canvas, Box(name.x, name.y + 1, name.width - 4, name.height - 2), check.title, styles.CELL)
        if check.used:
            put(canvas, used, check.used, styles.CELL_ITALIC, "right")
        else:
            parts.dotted(canvas, used.x + 6, line.middle - 4, used.right)


@dataclass(frozen=True, slots=True)
class Ace:
    """A pilot of the table of victories."""

    name: str
    side: str
    flew: str
    """His aircraft, as far as known."""
    victories: str
    """As people write them: 2, 2½."""
    missions: int
    service: str = ""
    """Named where there is room for it."""

    def told(self, width: float, height: float) -> str:
        """His aircraft, and his service if both fit."""
        both = " · ".join(part for part in (self.flew, self.service) if part)
        return self.flew if fit(both, styles.CELL, width, height).cut else both


def ace_table(canvas: Canvas, box: Box, aces: Sequence[Ace], *, both_sides: bool) -> None:
    """Pilots with their victories and missions, each with his side's sign in a table of both; free rows for a pen.

    Those who find no room are counted. Their names have one size, but for one that is far longer than the others.
    """
    signs = 16.0 if both_sides else 0.0
    rows = _table(canvas, box, _ACES, 14, len(aces), signs)
    if not rows:
        return
    named, flew = (place.inset(2, 1) for place in _places(rows[0].cut_left(signs)[1], _ACES)[:2])
    name = styles.CELL_BOLD
    sizes = [fit(ace.name, name, named.width, named.height).size for _, ace in zip(rows, aces, strict=False)]
    even = replace(_ACES[0], style=replace(name, size=max(min(sizes, default=name.size), EVEN_LEAST)))
    for row, ace in zip(rows, aces, strict=False):
        if both_sides:
            parts.side_sign(canvas, ace.side, row.x + 6, row.middle, 8)
        texts = (ace.name, ace.told(flew.width, flew.height), ace.victories, str(ace.missions))
        _put_row(canvas, row.cut_left(signs)[1], (even, *_ACES[1:]), texts)


_ACES: Final = (
    Column("Pilot", 100, styles.CELL_BOLD),
    Column("Flew", 96),
    Column("Kills", 28, styles.CELL_BOLD, "right"),
    Column("Missions", 44, styles.CELL, "right"),
)


@dataclass(frozen=True, slots=True)
class Loss:
    """What became of a type; empty figures are for a pen."""

    aircraft: str
    side: str
    sorties: str = ""
    damaged: str = ""
    lost: str = ""


def _table(
    canvas: Canvas, box: Box, columns: Sequence[Column], pitch: float, count: int, signs: float = 0
) -> Sequence[Box]:
    """The head and the lines of a table of ``count`` rows; gives the rows to fill, the last says how many more."""
    head, body = box.cut_top(11)
    head = head.cut_left(signs)[1]
    for place, column in zip(_places(head, columns), columns, strict=True):
        put(canvas, place.inset(2), column.head, styles.LABEL, column.align)
    rows = body.rows(max(int(body.height / pitch), 1))
    for row in rows:
        parts.dotted(canvas, row.x, row.y, row.right)
    if count <= len(rows):
        return rows
    put(canvas, rows[-1].inset(2, 1), f"and {count - len(rows) + 1} more", styles.CELL_ITALIC)
    return rows[:-1]


def _put_row(canvas: Canvas, row: Box, columns: Sequence[Column], texts: Sequence[str]) -> None:
    for place, column, text in zip(_places(row, columns), columns, texts, strict=True):
        put(canvas, place.inset(2, 1), text, column.style, column.align)


def _places(row: Box, columns: Sequence[Column]) -> tuple[Box, ...]:
    return row.columns([column.share for column in columns])


def deeds_of_side(canvas: Canvas, box: Box, side: str, aces: Sequence[Ace], losses: Sequence[Loss] | None) -> None:
    """A side's victories under a heading or, where its men have no names, its losses by type."""
    if losses is None:
        body = heading(canvas, box, "Victories", sign=side)
        ace_table(canvas, body, [ace for ace in aces if ace.side == side], both_sides=False)
        return
    body = heading(canvas, box, "Losses by type", sign=side)
    own = [loss for loss in losses if loss.side == side]
    for row, loss in zip(_table(canvas, body, _LOSSES, 12, len(own)), own, strict=False):
        _put_row(canvas, row, _LOSSES, (loss.aircraft, loss.sorties, loss.damaged, loss.lost))


_LOSSES: Final = (
    Column("Type", 120, styles.CELL_BOLD),
    Column("Sorties", 42, styles.CELL, "right"),
    Column("Damaged", 42, styles.CELL, "right"),
    Column("Lost", 36, styles.CELL_BOLD, "right"),
)


def signatures(canvas: Canvas, box: Box, labels: Sequence[str]) -> None:
    """Lines to sign on."""
    for place, label in zip(box.columns([1.0] * len(labels), gap=16), labels, strict=True):
        parts.write_line(canvas, place, label)


def resources(canvas: Canvas, box: Box, side: str, data: LogSide, lines: int) -> None:
    """A side's Resources to tick off, with what they cost where they are bought with points. [WBY 24.6, SUP 25]"""
    body = heading(canvas, box, "Resources", "mission", sign=side)
    if data.budget is not None:
        strip, body = body.cut_top(BUDGET)
        label, marks = strip.cut_left(58)
        put(canvas, label, "Points spent", styles.LABEL)
        _draw_budget(canvas, marks, data.budget)
    checks = [
        Check(
            f"{resource.title} ({resource.cost})" if resource.cost else resource.title,
            "" if resource.used_in is None else str(resource.used_in),
        )
        for resource in data.resources
    ]
    check_list(canvas, body, checks, lines)


BUDGET: Final = 14.0
_BUDGET_BOX: Final = 8.0
_BUDGET_MOST: Final = 12
"""Points of an operation that are drawn as boxes; more are written."""


def _draw_budget(canvas: Canvas, box: Box, budget: Budget) -> None:
    if budget.points > _BUDGET_MOST:
        put(canvas, box, f"{budget.spent or ''} of {budget.points}", styles.CELL)
        return
    for number in range(budget.points):
        ticked = number < budget.spent
        parts.tick_box(canvas, box.x + number * (_BUDGET_BOX + 4), box.middle - 4, _BUDGET_BOX, ticked=ticked)


def resources_height(sides: Sequence[LogSide]) -> float:
    """What the longest list needs at least."""
    return (
        HEADING
        + CHECK_AIR
        + 1
        + max(CHECK_LEAST * len(data.resources) + BUDGET * (data.budget is not None) for data in sides)
    )


def open_ended(chart: ChartData, flown: int, length: int) -> ChartData:
    """A chart with room on its scale for the missions that are left, to be drawn on by hand: at most as much again."""
    highest = max((value for line in chart.series for value in line.values), default=0.0)
    if not highest:
        return replace(chart, reach=EMPTY_REACH)
    return replace(chart, reach=highest * min(max(length / max(flown, 1), 1), 2))


def ships(canvas: Canvas, box: Box, known: Sequence[tuple[str, str]]) -> None:
    """Ships whose fate matters to what flies from them, and what they have come to. [SUP 26]"""
    label, rest = box.cut_left(48)
    put(canvas, label, "Ships", styles.HEADING)
    for place, (name, level) in zip(rest.columns([1.0] * len(known), gap=16), known, strict=True):
        parts.write_line(canvas, place, name, level)
