"""Cards as a spreadsheet: one row a card, a column a figure, written as ``wildblue.leader.performance``.

Lists stand in one cell, apart by spaces; a cell that is empty says nothing.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic import ValidationError

from campaigns.packs.card_fields import CardField, card_fields, table_of, values_of
from campaigns.packs.card_schema import AIRCRAFT_CARDS, LONGEST_SLUG, SLUG
from campaigns.packs.cards import SLUG_IN_WORDS, aircraft_card
from campaigns.packs.errors import PackError, Problem, key_text
from campaigns.packs.sentences import path_of, sentence
from engine.core.game import Document

MOST_ROWS: Final = 200
LONGEST_CELL: Final = 1_000
YES, NO = "yes", "no"
TWICE: Final = "There are two columns of this name. Remove one."
_FORMULA: Final = ("=", "+", "-", "@")


def card_rows(system: str, cards: Iterable[tuple[str, Mapping[str, Any]]]) -> list[list[str]]:
    """A heading and a row for each card, by its slug."""
    fields = card_fields(system)
    rows = [["slug", *(field.name for field in fields)]]
    for slug, table in cards:
        values = values_of(system, table)
        rows.append([slug, *(written_cell(values.get(field.name)) for field in fields)])
    return rows


def read_card_table(system: str, text: str, filename: str, nations: Mapping[str, Document] = {}) -> dict[str, Document]:
    """The cards of a spreadsheet of one game. Raises ``PackError`` with every problem, at its line and column.

    ``nations``: those of somebody's making that they may be of, by code.
    """
    csv.field_size_limit(LONGEST_CELL)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(text))
    found: dict[str, Document] = {}
    problems: list[Problem] = []
    try:
        heading = [cell.strip() for cell in next(lines, [])]
        known = {field.name: field for field in card_fields(system)}
        problems += [
            Problem(filename, 1, name, "There is no such column. Remove it.")
            for name in heading
            if name and name != "slug" and name not in known
        ]
        problems += [Problem(filename, 1, name, TWICE) for name in known | {"slug": None} if heading.count(name) > 1]
        if "slug" not in heading:
            problems.append(Problem(filename, 1, "slug", "The first row names the columns, and one of them is slug."))
        for cells in [] if problems else lines:
            if not any(cell.strip() for cell in cells):
                continue
            if len(found) >= MOST_ROWS:
                problems.append(Problem(filename, lines.line_num, "", f"There are more than {MOST_ROWS} cards."))
                break
            row = dict(zip(heading, (cell.strip() for cell in cells), strict=False))
            slug = row.get("slug", "")
            if slug in found:  # else the later one would be kept, and nobody told
                problems.append(Problem(filename, lines.line_num, "slug", f"{slug!r:.60} stands twice."))
            made = _card(system, slug, row, known, nations)
            problems += [Problem(filename, lines.line_num, key, said) for key, said in made[1]]
            found[slug] = made[0]
    except csv.Error:
        told = f"This is no table of cells of up to {LONGEST_CELL:,} characters, as CSV has it."
        problems.append(Problem(filename, max(1, lines.line_num), "", told))
    if problems:
        raise PackError(problems)
    return found


def _card(
    system: str, slug: str, row: Mapping[str, str], known: Mapping[str, CardField], nations: Mapping[str, Document]
) -> tuple[Document, list[tuple[str, str]]]:
    """A card, and what is wrong with it by column."""
    if not re.fullmatch(SLUG, slug) or len(slug) > LONGEST_SLUG:
        return {}, [("slug", f"{slug!r:.60} is no slug. {SLUG_IN_WORDS}")]
    values: dict[str, Any] = {}
    wrong: list[tuple[str, str]] = []
    for name, field in known.items():
        if cell := row.get(name, ""):
            try:
                values[name] = _read(field, cell)
            except ValueError:
                wrong.append((name, f"{cell!r:.60} is {_WANTED[field.kind]}."))
    if wrong:
        return {}, wrong
    made, found = card_of_values(system, slug, values, nations)
    return made or {}, [(key_text(path), said) for path, said in found]


def card_of_values(
    system: str, slug: str, values: Mapping[str, Any], nations: Mapping[str, Document] = {}
) -> tuple[Document | None, list[tuple[tuple[str | int, ...], str]]]:
    """The card that says this in its fields, by name; or what is wrong with it, at its place."""
    table, shape = table_of(system, values), AIRCRAFT_CARDS[system]
    try:
        shape.model_validate(table)
    except ValidationError as error:
        return None, [(path_of(each), sentence(each, shape)) for each in error.errors(include_url=False)]
    return aircraft_card(system, slug, table, nations)


_WANTED: Final = {
    "number": "no whole number",
    "measure": "no number",
    "numbers": "no whole numbers apart by spaces",
    "switch": f"neither {YES} nor {NO}",
}


def _read(field: CardField, cell: str) -> Any:
    """Raises ``ValueError``."""
    match field.kind:
        case "number":
            return int(cell)
        case "measure":
            return float(cell.replace(",", ".")) if not cell.isdecimal() else int(cell)
        case "numbers":
            return [int(word) for word in cell.split()]
        case "choices":
            return cell.split()
        case "switch":
            if cell.lower() not in (YES, NO):
                raise ValueError(cell)
            return cell.lower() == YES
    return unquoted(cell)


def delimiter_of(text: str) -> str:
    """What stands between the cells of a spreadsheet."""
    first = text.partition("\n")[0]
    return ";" if first.count(";") > first.count(",") else ","


def unquoted(cell: str) -> str:
    """A text that stands in a cell."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell


def written_cell(value: Any) -> str:
    """No spreadsheet takes a text for a formula."""
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    text = "" if value is None else str(value)
    return f"'{text}" if isinstance(value, str) and text.startswith(_FORMULA) else text
