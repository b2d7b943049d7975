"""The units of a briefing: altitude, load, men with their Skills, and boxes for hits, fuel and what became of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.briefing.briefing_data import Pick, SeatLine, UnitBox
from campaigns.documents.kit import parts, styles
from campaigns.documents.kit.parts import Box, put
from campaigns.documents.kit.styles import TextStyle
from campaigns.documents.kit.text import fit

HEAD: Final = 17.0
LINE: Final = 13.0
"""Height of a line of choices, and of those for fuel and ratings."""
COLUMNS: Final = 10.0
"""Height of the heads over the columns of seats."""
TICK: Final = 7.5
ALTITUDE: Final = 21.0
"""Width of the box of one Altitude."""
PAD: Final = 2.0

_SHARES: Final = (50.0, 136.0, 122.0, 76.0, 74.0, 82.0)
_HEADS: Final = ("Aircraft", "Pilot or crew, Skills", "Ratings: whole / damaged", "Hits", "Has shot down")
_COCKPITS: Final = 2
"""Boxes for hits on a cockpit."""


NARROWEST: Final = 539.0
"""The width of the page within its margins, less of A4 and letter."""


def unit_height(unit: UnitBox, pitch: float) -> float:
    """The height of a unit's box; ``pitch`` is that of a seat's line."""
    lines = len(list(_pick_lines(unit.picks, NARROWEST - 2 * PAD))) + bool(unit.ratings) + _has_foot(unit)
    return HEAD + LINE * lines + pitch * len(unit.seats)


def _has_foot(unit: UnitBox) -> bool:
    return bool(unit.marks or unit.hits)


def draw_unit(canvas: Canvas, box: Box, unit: UnitBox, fates: int, pitch: float) -> None:
    """A unit in a box of ``unit_height``, with so many boxes for the fate of each aircraft."""
    parts.rule(canvas, box.x, box.top, box.right, styles.MEDIUM)
    head, rest = box.cut_top(HEAD)
    _draw_head(canvas, head, unit)
    for picks in _pick_lines(unit.picks, NARROWEST - 2 * PAD):
        line, rest = rest.cut_top(LINE)
        _draw_picks(canvas, line.inset(PAD), picks)
    if unit.ratings:
        line, rest = rest.cut_top(LINE)
        put(canvas, line.inset(PAD, 1), _said(unit.ratings), styles.NOTE)
    for number, seat in enumerate(unit.seats):
        line, rest = rest.cut_top(pitch)
        if number:
            parts.dotted(canvas, line.x, line.top, line.right)
        _draw_seat(canvas, line, seat, fates)
    if _has_foot(unit):
        _draw_foot(canvas, rest.cut_top(LINE)[0].inset(PAD), unit)


def _draw_head(canvas: Canvas, box: Box, unit: UnitBox) -> None:
    """Its name, what it flies and carries, and the Altitudes."""
    parts.shade(canvas, box)
    left = box.inset(PAD + 1, 1)
    if unit.altitudes:
        ladder, left = left.cut_right(ALTITUDE * len(unit.altitudes))
        _draw_altitudes(canvas, ladder, unit)
        left = left.cut_right(8)[1]
    if unit.fuel:
        left = _draw_fuel(canvas, left, unit).cut_right(8)[1]
    title, rest = left.cut_left(min(left.width * 0.3, 130))
    shown = put(canvas, title, unit.title, styles.CELL_BOLD)
    rest = Box(title.x + shown.width + 9, rest.y, rest.right - title.x - shown.width - 9, rest.height)
    aircraft = put(canvas, rest.cut_left(rest.width * 0.55)[0], unit.aircraft, styles.CELL_BOLD)
    gap = aircraft.width + 9 if aircraft.lines else 0
    put(canvas, rest.cut_left(gap)[1], unit.terms, styles.CELL_ITALIC)


def _draw_fuel(canvas: Canvas, box: Box, unit: UnitBox) -> Box:
    """Its Fuel Points at the right of ``box``, those in drop tanks, which are spent first, shaded; gives the rest."""
    boxes = [True] * unit.tanks + [False] * unit.fuel
    label = _width("Fuel", styles.LABEL) + 5
    width = label + _track_width(len(boxes), FUEL, 5)
    place, rest = box.cut_right(width)
    put(canvas, place, "Fuel", styles.LABEL)
    _draw_track(canvas, place.cut_left(label)[1], boxes, FUEL, 5)
    return rest


def _draw_altitudes(canvas: Canvas, box: Box, unit: UnitBox) -> None:
    """A box for each Altitude, lowest left; where it begins is black, where it may begin is bold."""
    set_ = len(unit.begins) == 1
    for place, name in zip(box.columns([1.0] * len(unit.altitudes)), unit.altitudes, strict=True):
        here = name in unit.begins
        parts.outline(canvas, place.inset(0, 1), styles.MEDIUM, styles.BLACK if here and set_ else styles.WHITE)
        ink = styles.WHITE if here and set_ else styles.BLACK if here else styles.GREY
        put(canvas, place.inset(1, 2), name, styles.MARK if here else styles.LABEL, "centre", ink=ink)


def _pick_lines(picks: Sequence[Pick], width: float) -> Iterator[list[Pick]]:
    """The choices in as few lines as they need, each at its own width."""
    line: list[Pick] = []
    used = 0.0
    for pick in picks:
        needed = min(_pick_width(pick), width)
        if line and used + needed > width:
            yield line
            line, used = [], 0.0
        line.append(pick)
        used += needed
    if line:
        yield line


PEN: Final = 88.0
"""Width of a line to write a choice on."""
LABEL_MOST: Final = 90.0
BETWEEN: Final = 12.0


def _pick_width(pick: Pick) -> float:
    label = min(_width(pick.label, styles.LABEL), LABEL_MOST) + 5
    if not pick.options:
        return label + PEN + BETWEEN
    return label + sum(TICK + 3 + _width(option, styles.CELL) + 8 for option in pick.options) + BETWEEN


def _width(text: str, style: TextStyle) -> float:
    return fit(text, style, 1_000.0, LINE).width


def _draw_picks(canvas: Canvas, box: Box, picks: Sequence[Pick]) -> None:
    """Label and boxes to tick; a choice too long for the line shares what there is among its options."""
    rest = box
    for pick in picks:
        place, rest = rest.cut_left(min(_pick_width(pick), rest.width))
        label = put(canvas, place.cut_left(min(LABEL_MOST, place.width))[0], pick.label, styles.LABEL)
        room = place.cut_left(label.width + 5)[1]
        if not pick.options:
            parts.dotted(canvas, room.x, room.y + 2, room.x + PEN)
            continue
        wanted = [TICK + 3 + _width(option, styles.CELL) + 8 for option in pick.options]
        shrunk = min(1.0, room.width / sum(wanted))
        for option, width in zip(pick.options, wanted, strict=True):
            cell, room = room.cut_left(width * shrunk)
            parts.tick_box(canvas, cell.x, cell.middle - TICK / 2, TICK, ticked=False)
            put(canvas, Box(cell.x + TICK + 3, cell.y, cell.width - TICK - 8, cell.height), option, styles.CELL)


def draw_column_heads(canvas: Canvas, box: Box, fates: Sequence[str]) -> None:
    """What stands in each column of a seat's line, ``fates`` over their boxes."""
    *places, last = box.columns(_SHARES)
    for place, title in zip(places, _HEADS, strict=True):
        put(canvas, place.inset(PAD, 1), title, styles.LABEL)
    for place, fate in zip(last.columns([1.0] * len(fates)), fates, strict=True):
        put(canvas, place.inset(0.5, 1), fate, styles.LABEL, "centre")


def _draw_seat(canvas: Canvas, box: Box, seat: SeatLine, fates: int) -> None:
    where, who, ratings, hits, kills, fate = box.columns(_SHARES)
    _draw_two(canvas, where.inset(PAD, 1), seat.place, seat.airframe)
    _draw_man(canvas, who.inset(PAD, 1), seat)
    put(canvas, ratings.inset(PAD, 1), _said(seat.ratings), styles.NOTE)
    if seat.lost_at:
        _draw_hits(canvas, hits.inset(PAD, 1), seat)
    else:
        parts.dotted(canvas, hits.x + PAD, box.y + 4, hits.right - 8)
    parts.dotted(canvas, kills.x + PAD, box.y + 4, kills.right - 6)
    for place in fate.columns([1.0] * fates):
        parts.tick_box(canvas, place.x + (place.width - TICK - 1) / 2, place.middle - 4.2, TICK + 1, ticked=False)


def _draw_two(canvas: Canvas, box: Box, upper: str, lower: str) -> None:
    """A line and a fainter one under it, or the first alone in the middle."""
    if not lower:
        put(canvas, box, upper, styles.CELL)
        return
    first, second = box.rows(2)
    put(canvas, first, upper, styles.CELL)
    put(canvas, second, lower, styles.CELL_ITALIC)


def _draw_man(canvas: Canvas, box: Box, seat: SeatLine) -> None:
    """His name over his Skills, each with a box to tick when it has been used; a line where a name is missing."""
    if not seat.pilot:
        parts.dotted(canvas, box.x, box.y + 3, box.right - 8)
        return
    if not seat.skills and not seat.about:
        put(canvas, box, seat.pilot, styles.CELL_BOLD)
        return
    name, under = box.rows(2)
    put(canvas, name, seat.pilot, styles.CELL_BOLD)
    if seat.about:
        shown = put(canvas, under, seat.about, styles.CELL_ITALIC)
        under = under.cut_left(min(shown.width + 7, under.width))[1]
    if not seat.skills:
        return
    size = 6.0
    wanted = [size + 2.5 + _width(skill, styles.NOTE) + 6 for skill in seat.skills]
    shrunk = min(1.0, under.width / sum(wanted))
    for skill, width in zip(seat.skills, wanted, strict=True):
        cell, under = under.cut_left(width * shrunk)
        parts.tick_box(canvas, cell.x + 0.5, cell.middle - size / 2, size, ticked=False)
        put(canvas, Box(cell.x + size + 2.5, cell.y, cell.width - size - 5, cell.height), skill, styles.NOTE)


def _draw_hits(canvas: Canvas, box: Box, seat: SeatLine) -> None:
    """The hits that it takes: until it is damaged above, until it is destroyed below; the last of each is heavy."""
    rows = [count for count in (seat.damaged_at, seat.lost_at - seat.damaged_at) if count > 0]
    cockpits = 14.0 if seat.has_cockpit else 0.0
    most = max(rows)
    side = min(TICK, (box.width - cockpits) / (most + 0.5), box.height / len(rows) - 1.5)
    for line, count in zip(box.rows(len(rows)), rows, strict=True):
        for number in range(count):
            place = Box(line.x + number * (side + 0.8) + 0.8, line.middle - side / 2, side, side)
            parts.outline(canvas, place, styles.HEAVY if number == count - 1 else styles.LIGHT)
    if seat.has_cockpit:
        column = Box(box.x + most * (side + 0.8) + 6, box.y, side, box.height)
        for line in column.rows(_COCKPITS):
            canvas.setLineWidth(styles.LIGHT)
            canvas.setStrokeColor(styles.BLACK)
            canvas.circle(line.x + side / 2, line.middle, side / 2)
            put(canvas, line, "C", styles.MARK, "centre", ink=styles.GREY)


def _draw_foot(canvas: Canvas, box: Box, unit: UnitBox) -> None:
    """Hits on the whole unit, of which each second is an aircraft gone, and what may become of it."""
    rest = box
    if unit.hits:
        label, rest = rest.cut_left(_width("Hits", styles.LABEL) + 6)
        put(canvas, label, "Hits", styles.LABEL)
        _draw_track(canvas, rest, [False] * unit.hits, HITS, 2)
        rest = rest.cut_left(min(_track_width(unit.hits, HITS, 2) + 14, rest.width))[1]
    wanted = [TICK + 3 + _width(mark, styles.CELL) + 12 for mark in unit.marks]
    shrunk = min(1.0, rest.width / max(sum(wanted), 1))
    for mark, width in zip(unit.marks, wanted, strict=True):
        cell, rest = rest.cut_left(width * shrunk)
        parts.tick_box(canvas, cell.x, cell.middle - TICK / 2, TICK, ticked=False)
        put(canvas, Box(cell.x + TICK + 3, cell.y, cell.width - TICK - 3, cell.height), mark, styles.CELL)


FUEL: Final = 7.5
HITS: Final = 8.5
"""Sides of the boxes of a track."""
_SPACE: Final = 3.0
"""Between two groups of boxes."""


def _track_width(count: int, size: float, group: int) -> float:
    return count * (size + 1) + (count - 1) // group * _SPACE


def _draw_track(canvas: Canvas, box: Box, boxes: Sequence[bool], size: float, group: int) -> None:
    """A row of boxes to tick in groups, those shaded that are true; the last of each pair is heavy."""
    for number, shaded in enumerate(boxes):
        place = Box(box.x + number * (size + 1) + number // group * _SPACE, box.middle - size / 2, size, size)
        weight = styles.HEAVY if group == _PAIR and number % group else styles.MEDIUM
        parts.outline(canvas, place, weight, styles.SHADE if shaded else styles.WHITE)


_PAIR: Final = 2


def _said(ratings: Sequence[tuple[str, str]]) -> str:
    """
    >>> _said((("Performance", "6/4"), ("Bursts", "1/1")))
    'Performance 6/4 · Bursts 1/1'
    """
    return " · ".join(f"{label}\N{NO-BREAK SPACE}{figures}" for label, figures in ratings)
