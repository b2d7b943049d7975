"""What stands on a briefing beside the units: masthead, situation, target, turn track, enemy, resources, points.

Each part says how high it would be and draws itself into a box that may be lower or higher.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from reportlab.pdfgen.canvas import Canvas

from campaigns.documents.briefing.briefing_data import (
    Briefing,
    EnemyLine,
    PointsTable,
    ResourceLine,
    SquadronLine,
    TargetBox,
    Turn,
)
from campaigns.documents.kit import parts, qr, sheet, styles, tagging
from campaigns.documents.kit.parts import Box, put
from campaigns.documents.kit.styles import TextStyle
from campaigns.documents.kit.text import fit

MASTHEAD: Final = 92.0
CODE: Final = 78.0
"""The side of the QR code with its quiet zone."""
ADDRESS: Final = 7.5
ADDRESS_LINES: Final = 2
"""Height of a line of the address under the code, and how many there are."""
TARGET: Final = 212.0
"""Width of the target's card."""
NOTE_MOST: Final = 140.0
"""The greatest height of the situation's text; more of it is shrunk, then cut."""
TRACK: Final = 40.0
TALLY: Final = 12.0
RESULT: Final = 20.0
GAP: Final = 14.0
"""Between columns."""
_TALL: Final = 10_000.0
SLACK: Final = 0.5
"""What sums of heights may differ by."""

Paragraphs = Sequence[tuple[str, TextStyle]]


def masthead(canvas: Canvas, box: Box, sheet_: Briefing) -> None:
    """Whose briefing it is, the mission, the campaign, and the code that opens the form for the result."""
    left = box
    if sheet_.url:
        corner, left = box.cut_right(CODE + 24)
        left = left.cut_right(GAP)[1]
        _code(canvas, corner, sheet_.url)
    kicker, rest = left.cut_top(13)
    parts.side_sign(canvas, sheet_.side, kicker.x + 5.5, kicker.middle, 11)
    put(canvas, kicker.cut_left(16)[1], f"Mission briefing · for the {sheet_.side_title} side only", styles.KICKER)
    title, rest = rest.cut_top(36)
    with tagging.title(canvas, 1):
        put(canvas, title, sheet_.title, styles.TITLE)
    lead, rest = rest.cut_top(15)
    put(canvas, lead, sheet_.lead, styles.LEAD)
    lines = rest.cut_bottom(18)[0].columns((6, 5, 4), gap=GAP)
    said = (("Campaign", sheet_.campaign), ("Force", sheet_.force), ("Commander", sheet_.commander))
    for place, (label, value) in zip(lines, said, strict=True):
        parts.write_line(canvas, place, label, value)


def _code(canvas: Canvas, box: Box, url: str) -> None:
    square, under = box.cut_top(CODE)
    with tagging.figure(canvas, f"A code that opens {url}"):
        qr.draw(canvas, square.cut_right(CODE)[0], url)
    for line in _address_lines(url, under.width):
        place, under = under.cut_top(ADDRESS)
        put(canvas, place, line, styles.ADDRESS, "right", "top")


def _address_lines(url: str, width: float) -> list[str]:
    """An address broken after its slashes, at most as many lines as there is room for."""
    lines = [""]
    for piece in re.findall(r"[^/]*/+|[^/]+", url):
        longer = lines[-1] + piece
        if lines[-1] and fit(longer, styles.ADDRESS, _TALL, ADDRESS).width > width and len(lines) < ADDRESS_LINES:
            lines.append(piece)
        else:
            lines[-1] = longer
    return lines


def situation_height(sheet_: Briefing, width: float) -> float:
    """The height that the situation and the target's card beside it would like."""
    text = width - TARGET - GAP if sheet_.target else width
    return sheet.HEADING + max(
        min(_flow_height(_situation(sheet_), text) + 4, NOTE_MOST), _target_height(sheet_.target) - sheet.HEADING
    )


def situation(canvas: Canvas, box: Box, sheet_: Briefing) -> None:
    """What the mission is about, its special rules, and its target."""
    left = box
    if sheet_.target:
        right, left = box.cut_right(TARGET)
        left = left.cut_right(GAP)[1]
        _target(canvas, right, sheet_.target)
    _flow(canvas, heading(canvas, left, "Situation", sheet_.kind).cut_top(3)[1], _situation(sheet_))


def _situation(sheet_: Briefing) -> list[tuple[str, TextStyle]]:
    return [*((rule, styles.NAME) for rule in sheet_.rules), (sheet_.note, styles.CELL)]


def _target_height(target: TargetBox | None) -> float:
    if target is None:
        return 0.0
    return (
        sheet.HEADING + 17 + (36 + 12 * len(target.levels) if target.levels else 0) + (11 if target.small_arms else 0)
    )


def _target(canvas: Canvas, box: Box, target: TargetBox) -> None:
    """Its card: flak, damage by Bomb result, a box for each point of damage, and what each level earns."""
    body = heading(canvas, box, "Target", target.about).cut_top(2)[1]
    line, body = body.cut_top(14)
    flak, name = line.cut_right(104)
    put(canvas, name.cut_right(4)[1], target.name, styles.CELL_BOLD)
    put(canvas, flak, f"Area Flak {target.area_flak} · Target Flak {target.target_flak}", styles.CELL, "right")
    if target.small_arms:
        line, body = body.cut_top(11)
        put(canvas, line, f"{target.small_arms} more against strafers", styles.CELL, "right")
    if not target.levels:
        return
    line, body = body.cut_top(12)
    said = " · ".join(f"{label} {damage}" for label, damage in target.results)
    put(canvas, line, f"Damage: {said}", styles.CELL)
    track, body = body.cut_top(22)
    _damage_track(canvas, track, target)
    for level in target.levels:
        row, body = body.cut_top(12)
        figure, name = row.cut_right(54)
        put(canvas, name, f"from {level.damage}: {level.name}", styles.CELL)
        bonus = f" + {target.bonus}" if target.bonus else ""
        put(canvas, figure, f"{level.points}{bonus} VP", styles.CELL_BOLD, "right")
        parts.dotted(canvas, row.x, row.y, row.right)


def _damage_track(canvas: Canvas, box: Box, target: TargetBox) -> None:
    """A numbered box for each point of damage up to the highest level; those that reach a level are heavy."""
    most = max(level.damage for level in target.levels)
    thresholds = {level.damage for level in target.levels}
    rows = 1 if most <= 18 else 2
    each = -(-most // rows)
    size = min(box.width / each, 18.0)
    number = 0
    for line in box.rows(rows):
        for column in range(min(each, most - number)):
            number += 1
            place = Box(line.x + column * size, line.y + 1, size, line.height - 4)
            here = number in thresholds
            weight, ink = (styles.MEDIUM, styles.PALE) if here else (styles.HAIR, styles.WHITE)
            parts.outline(canvas, place, weight, ink)
            put(canvas, place.inset(0.5, 1), number, styles.MARK if here else styles.LABEL, "centre", "top")


def track_height(sheet_: Briefing) -> float:
    """The height of the turn track and of what is tallied under it."""
    return sheet.HEADING + (TRACK - sheet.HEADING if sheet_.turns else 0) + TALLY * len(sheet_.tallies)


def track(canvas: Canvas, box: Box, sheet_: Briefing) -> None:
    """A box to tick for each Turn; those that may not come are dashed."""
    body = heading(canvas, box, "Turns", sheet_.length)
    if sheet_.turns:
        cells, body = body.cut_top(TRACK - sheet.HEADING)
        _turns(canvas, cells.cut_top(3)[1], sheet_.turns)
    for tally in sheet_.tallies:
        line, body = body.cut_top(TALLY)
        shown = put(canvas, line, tally.label, styles.LABEL)
        start = line.x + max(shown.width + 8, 84)
        size = min(9.0, (line.right - start) / (tally.count * 1.14 + 2))
        for number in range(tally.count):
            x = start + number * size * 1.1 + number // 5 * size * 0.4
            parts.tick_box(canvas, x, line.middle - size / 2, size, ticked=False)


def _turns(canvas: Canvas, box: Box, turns: Sequence[Turn]) -> None:
    width = min(48.0, box.width / len(turns))
    for number, turn in enumerate(turns):
        place = Box(box.x + number * width, box.y, width, box.height).inset(1.2)
        weight, ink = (styles.HEAVY, styles.PALE) if turn.phase == "over" else (styles.MEDIUM, styles.WHITE)
        canvas.saveState()
        if not turn.sure:
            canvas.setDash([2, 2])
        parts.outline(canvas, place, weight if turn.sure else styles.LIGHT, ink)
        canvas.restoreState()
        put(canvas, place.inset(3, 3.2), turn.name, styles.MARK, valign="top")


def lower_height(sheet_: Briefing, width: float) -> float:
    """The height of the part with the enemy, the resources and the points."""
    enemy, *own, points = _lower_columns(sheet_, Box(0, 0, width, 0))
    heights = [_enemy_height(sheet_, enemy.width), _points_height(sheet_.points, points.width)]
    return max(*heights, *(_resources_height(sheet_, each.width) for each in own))


def _lower_columns(sheet_: Briefing, box: Box) -> tuple[Box, ...]:
    has_own = bool(sheet_.resources or sheet_.stocks)
    return box.columns((15, 12, 9) if has_own else (24, 12), gap=GAP)


def lower(canvas: Canvas, box: Box, sheet_: Briefing) -> None:
    """What is known of the enemy, what the side has to bring, and what earns points."""
    enemy, *own, points = _lower_columns(sheet_, box)
    _enemy(canvas, heading(canvas, enemy, "Enemy", "what he may send"), sheet_)
    for place in own:
        _resources(canvas, place, sheet_)
    _points(canvas, heading(canvas, points, "Victory Points"), sheet_.points)


ENEMY_LEAST: Final = 12.0
ENEMY_PENS: Final = (30.0, 62.0)
"""Widths of the columns for a pen: where a unit is, and what became of it."""
TERMS: Final = styles.NOTE


def _enemy_height(sheet_: Briefing, width: float) -> float:
    rows = sum(_enemy_row_height(each, width - sum(ENEMY_PENS)) for each in sheet_.enemy)
    return sheet.HEADING + 10 + rows + _flow_height(_enemy_notes(sheet_), width) + 3


def _enemy_row_height(enemy: EnemyLine, width: float) -> float:
    return 12 + fit(_said(enemy), TERMS, width - 4, 24).height + 4


def _said(enemy: EnemyLine) -> str:
    return f"{enemy.aircraft}: {enemy.terms}" if enemy.terms else enemy.aircraft


def _enemy_notes(sheet_: Briefing) -> list[tuple[str, TextStyle]]:
    return [(sheet_.enemy_may, styles.NOTE)] if sheet_.enemy_may else []


def _enemy(canvas: Canvas, box: Box, sheet_: Briefing) -> None:
    """A row for each unit that may come, with room for a pen; what finds no room is counted."""
    heads, body = box.cut_top(10)
    shares = (box.width - sum(ENEMY_PENS), *ENEMY_PENS)
    for place, title in zip(heads.columns(shares), ("Unit", "at", "hits, fate"), strict=True):
        put(canvas, place.inset(2, 1), title, styles.LABEL)
    for number, enemy in enumerate(sheet_.enemy):
        height, left = _enemy_row_height(enemy, shares[0]), len(sheet_.enemy) - number
        if body.height + SLACK < height + (ENEMY_LEAST if left > 1 else 0):
            put(canvas, body.cut_top(min(ENEMY_LEAST, body.height))[0], f"and {left} more", styles.CELL_ITALIC)
            return
        row, body = body.cut_top(height)
        _enemy_row(canvas, row, enemy, shares)
    _flow(canvas, body.cut_top(min(3, body.height))[1], _enemy_notes(sheet_))


def _enemy_row(canvas: Canvas, row: Box, enemy: EnemyLine, shares: Sequence[float]) -> None:
    parts.dotted(canvas, row.x, row.y, row.right)
    who, *pens = row.columns(shares)
    upper, under = who.inset(2, 1).cut_top(11)
    put(canvas, upper, enemy.title, styles.NAME)
    put(canvas, under, _said(enemy), TERMS, valign="top")
    for pen in pens:
        parts.upright(canvas, pen.x, row.y + 2, row.top - 2)


CHECK: Final = 13.0
CHECK_LEAST: Final = 11.0
TEXT_MOST: Final = 27.0
"""The greatest height of a resource's text."""


def _resources_height(sheet_: Briefing, width: float) -> float:
    lists = sum(_resource_height(line, width) for line in sheet_.resources)
    return sheet.HEADING + 2 + lists + CHECK * len(sheet_.stocks)


def _resource_height(line: ResourceLine, width: float) -> float:
    if not line.text:
        return CHECK_LEAST
    return CHECK_LEAST + min(fit(line.text, styles.SMALL, width - 13, _TALL).height, TEXT_MOST) + 3


def _resources(canvas: Canvas, box: Box, sheet_: Briefing) -> None:
    """Resources with boxes, those used before ticked, and stocks; what finds no room is counted."""
    title = "Resources" if sheet_.resources else "Stocks"
    body = heading(canvas, box, title, "tick yours" if _may_choose(sheet_) else "").cut_top(2)[1]
    for number, line in enumerate(sheet_.resources):
        height, left = _resource_height(line, body.width), len(sheet_.resources) - number
        if body.height + SLACK < height + (CHECK_LEAST if left > 1 else 0):
            put(canvas, body.cut_top(min(CHECK_LEAST, body.height))[0], f"and {left} more", styles.CELL_ITALIC)
            return
        row, body = body.cut_top(height)
        _resource(canvas, row, line)
    for stock in sheet_.stocks:
        row, body = body.cut_top(min(CHECK, max(body.height, 1)))
        put(canvas, row, stock, styles.CELL_BOLD)


def _may_choose(sheet_: Briefing) -> bool:
    return not sheet_.is_planned and any(line.state == "free" for line in sheet_.resources)


def _resource(canvas: Canvas, row: Box, line: ResourceLine) -> None:
    upper, under = row.cut_top(CHECK_LEAST)
    if line.state == "closed":
        put(canvas, Box(upper.x, upper.y, 9, upper.height), "\N{EN DASH}", styles.CELL, "centre")
    else:
        parts.tick_box(canvas, upper.x + 1, upper.middle - 3.5, 7, ticked=line.state in ("used", "now"))
    left = upper.cut_left(13)[1]
    look = {"now": styles.CELL_BOLD, "free": styles.NAME}.get(line.state, styles.NOTE)
    name = put(canvas, left.cut_left(left.width * (0.68 if line.aside else 1))[0], line.title, look)
    put(canvas, left.cut_left(name.width + 4)[1], line.aside, styles.CELL_ITALIC, "right")
    if line.text:
        put(canvas, under.cut_left(13)[1].cut_top(under.height - 3)[0], line.text, styles.SMALL, valign="top")


SQUADRONS: Final = 2
"""Squadrons in one row of the muster."""


def muster_height(sheet_: Briefing, width: float) -> float:
    """The height of the list of who may fly."""
    return sheet.HEADING + 3 + _flow_height(_men(sheet_), width) + CHECK * -(-len(sheet_.squadrons) // SQUADRONS)


def _men(sheet_: Briefing) -> list[tuple[str, TextStyle]]:
    return [(sheet_.men, styles.NOTE)] if sheet_.men else []


def muster(canvas: Canvas, box: Box, sheet_: Briefing) -> None:
    """Squadrons with what they have ready, and men, for who plans with a pen."""
    body = heading(canvas, box, "Who may fly", "ready · under repair · fit men" if sheet_.squadrons else "")
    body = body.cut_top(3)[1]
    for start in range(0, len(sheet_.squadrons), SQUADRONS):
        row, body = body.cut_top(CHECK)
        here = sheet_.squadrons[start : start + SQUADRONS]
        for place, line in zip(row.columns([1.0] * SQUADRONS, gap=GAP), here, strict=False):
            _squadron(canvas, place, line)
    _flow(canvas, body, _men(sheet_))


def _squadron(canvas: Canvas, box: Box, line: SquadronLine) -> None:
    parts.dotted(canvas, box.x, box.y, box.right)
    name, rest = box.cut_left(box.width * 0.42)
    figures, aircraft = rest.cut_right(40)
    put(canvas, name.inset(1, 0.5), line.title, styles.NAME)
    put(canvas, aircraft.inset(1, 0.5), line.aircraft, styles.NOTE)
    said = [str(line.serviceable), str(line.repair), *([] if line.fit is None else [str(line.fit)])]
    put(canvas, figures, " · ".join(said), styles.CELL_BOLD, "right")


POINTS: Final = 11.5
POINTS_NOTES_MOST: Final = 110.0


def _points_height(points: PointsTable, width: float) -> float:
    notes = min(_flow_height([(note, styles.NOTE) for note in points.notes], width), POINTS_NOTES_MOST)
    return sheet.HEADING + (10 if points.lines else 0) + POINTS * len(points.lines) + notes + 4


def _points(canvas: Canvas, box: Box, points: PointsTable) -> None:
    rest = box
    figure = 25.0
    if points.lines:
        head, rest = rest.cut_top(10)
        for place, title in _columns(head, points.columns, figure):
            put(canvas, place.inset(1, 1), title, styles.LABEL, "right")
    for line in points.lines:
        row, rest = rest.cut_top(min(POINTS, max(rest.height, 1)))
        figures = list(_columns(row, line.figures, figure))
        name = Box(row.x, row.y, row.width - figure * len(figures), row.height)
        put(canvas, name.inset(1, 0.5), line.what, styles.CELL)
        for place, text in figures:
            put(canvas, place.inset(1, 0.5), text, styles.CELL_BOLD, "right")
        parts.dotted(canvas, row.x, row.y, row.right)
    _flow(canvas, rest.cut_top(min(4, rest.height))[1], [(note, styles.NOTE) for note in points.notes])


def _columns(box: Box, texts: Sequence[str], width: float) -> Iterator[tuple[Box, str]]:
    """Columns of one width at the right of ``box``, each with its text."""
    for number, text in enumerate(texts):
        yield Box(box.right - width * (len(texts) - number), box.y, width, box.height), text


RESULT_LINES: Final = 4
"""What stands in one row of the result, unless it is long."""
LONG_LABEL: Final = 24
"""Letters from which on a question has a row of its own."""


def result_height(sheet_: Briefing) -> float:
    """The height of the lines for the result."""
    return sheet.HEADING + RESULT * len(_result_rows(sheet_.asked))


def _result_rows(asked: Sequence[str]) -> list[Sequence[str]]:
    short = [label for label in asked if len(label) < LONG_LABEL]
    rows: list[Sequence[str]] = [short[n : n + RESULT_LINES] for n in range(0, len(short), RESULT_LINES)]
    return rows + [[label] for label in asked if len(label) >= LONG_LABEL]


def result(canvas: Canvas, box: Box, sheet_: Briefing) -> None:
    """A line for each thing that the form for the result asks about the whole mission; below it come the notes."""
    body = heading(canvas, box, "Result and notes", "enter it with the code beside the title" if sheet_.url else "")
    for labels in _result_rows(sheet_.asked):
        row, body = body.cut_top(RESULT)
        columns = 1 if len(labels[0]) >= LONG_LABEL else RESULT_LINES
        for place, label in zip(row.columns([1.0] * columns, gap=GAP), labels, strict=False):
            parts.write_line(canvas, place, label)


def notes(canvas: Canvas, box: Box) -> None:
    """Lines to write on."""
    parts.ruled(canvas, box, 18)


def heading(canvas: Canvas, box: Box, title: str, aside: str = "") -> Box:
    """A heading over a rule, told as a title; gives the box under it."""
    with tagging.title(canvas, 2):
        return sheet.heading(canvas, box, title, aside)


def _flow_height(texts: Paragraphs, width: float) -> float:
    return sum(fit(text, style, width, _TALL).height + 3 for text, style in texts if text)


def _flow(canvas: Canvas, box: Box, texts: Paragraphs) -> None:
    """Paragraphs under one another; where there is too little room the last ones are shrunk, then cut."""
    rest = box
    for text, style in texts:
        if not text or rest.height < style.smallest:
            continue
        shown = put(canvas, rest, text, style, valign="top")
        rest = rest.cut_top(min(shown.height + 3, rest.height))[1]
