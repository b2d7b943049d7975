"""Nations and lists of names as spreadsheets: a row a nation, a row a man. Targets have levels, and so no table."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any, Final

from campaigns.packs.card_tables import LONGEST_CELL, NO, TWICE, YES, delimiter_of, unquoted, written_cell
from campaigns.packs.cards import read_cards
from campaigns.packs.errors import PackError, Path, Problem
from campaigns.packs.reader import NO_TEXT, unprintable
from engine.core import own_types
from engine.core.game import Document

COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "nations": ("code", "name", "roundel"),
    "men": ("nation", "service", "name", "skills", "woman"),
}
"""By kind. Colours and Skills stand in one cell, apart by spaces."""
MOST_ROWS: Final = 2_000


def kind_of_table(text: str) -> str:
    """The kind whose columns the first row of a spreadsheet names; empty: none of these."""
    first = text.partition("\n")[0]
    heading = {cell.strip().strip('"') for cell in first.split(delimiter_of(text))}
    return next(
        (kind for kind, columns in COLUMNS.items() if {"slug"}.isdisjoint(heading) and {*columns[:2]} <= heading), ""
    )


def kind_rows(kind: str, cards: Iterable[tuple[str, Document]]) -> list[list[str]]:
    """A heading and the rows of the cards of a kind, by what they are called."""
    rows = [list(COLUMNS[kind])]
    for slug, table in cards:
        if kind == "nations":
            rows.append([slug, written_cell(table["name"]), " ".join(table["roundel"])])
            continue
        rows += [
            [
                slug,
                written_cell(service),
                written_cell(man["name"]),
                " ".join(man.get("skills", ())),
                YES if man.get("woman") else "",
            ]
            for service, men in sorted(table["services"].items())
            for man in men
        ]
    return rows


def read_kind_table(
    kind: str, system: str, text: str, filename: str, nations: Mapping[str, Document] = {}
) -> dict[str, Document]:
    """The cards of a spreadsheet of nations or of men. Raises ``PackError`` with every problem, at its line.

    ``nations``: those of somebody's making that men may be of, by code.
    """
    csv.field_size_limit(LONGEST_CELL)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(text))
    found: dict[str, Any] = {}
    places: dict[Path, int] = {}
    problems: list[Problem] = []
    try:
        heading = [cell.strip() for cell in next(lines, [])]
        problems += [
            Problem(filename, 1, name, "There is no such column. Remove it.")
            for name in heading
            if name and name not in COLUMNS[kind]
        ]
        problems += [Problem(filename, 1, name, TWICE) for name in COLUMNS[kind] if heading.count(name) > 1]
        for cells in [] if problems else lines:
            if not any(cell.strip() for cell in cells):
                continue
            row = dict(zip(heading, (unquoted(cell.strip()) for cell in cells), strict=False))
            if len(places) >= MOST_ROWS:
                problems.append(Problem(filename, lines.line_num, "", f"There are more than {MOST_ROWS:,} rows."))
                break
            path = _put(kind, found, row)
            if path in places:
                problems.append(Problem(filename, lines.line_num, "code", "It stands twice."))
            places[path] = lines.line_num
            if row.get("woman", "").lower() not in ("", YES, NO):
                problems.append(Problem(filename, lines.line_num, "woman", f"Use {YES} or {NO}, or leave it empty."))
    except csv.Error:
        told = f"This is no table of cells of up to {LONGEST_CELL:,} characters, as CSV has it."
        problems.append(Problem(filename, max(1, lines.line_num), "", told))
    read = read_cards({"system": system, "cards": {kind: found}}, nations)
    wrong = [*read.wrong, *((("cards", kind, *path), NO_TEXT) for path in unprintable(found))]
    problems += [Problem(filename, _line(places, path[2:]), _column(path), said) for path, said in wrong]
    if problems:
        raise PackError(problems)
    return read.by_kind[kind]


def _put(kind: str, found: dict[str, Any], row: Mapping[str, str]) -> Path:
    """Adds what a row says; gives where it stands."""
    if kind == "nations":
        found[row.get("code", "")] = {"name": row.get("name", ""), "roundel": row.get("roundel", "").lower().split()}
        return (row.get("code", ""),)
    nation, service = own_types.plain(row.get("nation", "")), row.get("service", "")
    men = found.setdefault(nation, {"services": {}})["services"].setdefault(service, [])
    skills = row.get("skills", "").split()
    is_woman = row.get("woman", "").lower() == YES
    man: dict[str, Any] = {"name": row.get("name", "")}
    if skills:
        man["skills"] = skills
    if is_woman:
        man["woman"] = True
    men.append(man)
    return (nation, "services", service, len(men) - 1)


def _line(places: Mapping[Path, int], path: Path) -> int:
    """The line of the row that says what stands at a path: of a table the first of its rows."""
    of_it = (line for place, line in places.items() if place == path[: len(place)] or path == place[: len(path)])
    return min(of_it, default=1)


def _column(path: Path) -> str:
    last = [step for step in path[3:] if isinstance(step, str) and step in ("name", "skills", "roundel", "woman")]
    return last[-1] if last else ""
