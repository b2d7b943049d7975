"""A table from a spreadsheet, read: missions, men, or losses and victories (``docs/reference/sheets.md``).

Whatever is wrong is found at once, each at its line and column; nothing here knows rows of a database.
"""

from __future__ import annotations

import csv
import datetime
import hashlib
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias

from config.common.refusals import Refusal
from config.common.vocabulary import read_amount

What: TypeAlias = Literal["missions", "men", "losses"]
LARGEST: Final = 100_000
"""Bytes of a table."""
MOST_ROWS: Final = 100
MOST_PROBLEMS: Final = 50
"""Told at once."""
LONGEST: Final = 500
"""Letters of a cell."""
SEPARATORS: Final = ";,\t"
_FORMULA: Final = ("=", "+", "-", "@")
"""How a cell begins that a spreadsheet would calculate."""
_ODD: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_DAY: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[./](\d{1,2})[./](\d{4})")
_YES: Final = {"yes": True, "true": True, "1": True, "x": True, "no": False, "false": False, "0": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """``column`` counts from 1 and is 0 where the whole line is meant."""

    line: int
    column: int
    heading: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """One line; what its cells say by the heading of their column, those that are empty left out."""

    line: int
    cells: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    what: What
    headings: Sequence[str]
    rows: Sequence[SheetRow]
    problems: Sequence[Problem]
    mark: str
    """By which the same table is known again: of what it says, however it is written."""

    def problem(self, line: int, heading: str, sentence: str) -> Problem:
        """One that shows only when the row is to be written."""
        known = heading in self.headings
        column = self.headings.index(heading) + 1 if known else 0
        return Problem(line=line, column=column, heading=heading if known else "", sentence=sentence)


def _text(cell: str) -> str:
    """A cell that our own tables have marked as text comes back without the mark."""
    if cell.startswith("'") and cell[1:].startswith(_FORMULA):
        return cell[1:]
    if cell.startswith(_FORMULA):
        raise ValueError(f"A spreadsheet would calculate what begins with “{cell[0]}”. Write it as text.")
    return cell


def _whole(cell: str) -> int:
    if not re.fullmatch(r"\d{1,4}", cell, re.ASCII):
        raise ValueError("This is a whole number from 0: 7.")
    return int(cell)


def _amount(cell: str) -> Fraction:
    if (found := read_amount(cell)) is None:
        raise ValueError("Write it as 2, 2½, 2 1/3, 2.5 or 2,5.")
    return found


def _yes_or_no(cell: str) -> bool:
    if cell.lower() not in _YES:
        raise ValueError("Write yes or no.")
    return _YES[cell.lower()]


def _day(cell: str) -> datetime.date:
    wrong = ValueError("Write the day as 1941-04-16 or 16.4.1941, the day first.")
    if (found := _DAY.fullmatch(cell)) is None:
        raise wrong
    year, month, day = (int(part) for part in (found.groups()[:3] if found[1] else found.groups()[:2:-1]))
    try:
        return datetime.date(year, month, day)
    except ValueError:
        raise wrong from None


def _names(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in _text(cell).split("/") if part.strip())


def _letters(cell: str) -> tuple[str, ...]:
    return tuple(_text(cell).upper().split())


Reader: TypeAlias = Callable[[str], Any]
COLUMNS: Final[Mapping[What, Mapping[str, Reader]]] = {
    "missions": {
        "mission": _text, "date": _day, "weather": _text, "allied": _names, "axis": _names,
        "destroyed": _names, "damaged": _names, "damage": _whole, "turns": _whole, "notes": _text,
    },
    "men": {
        "side": _text, "name": _text, "squadron": _text, "nation": _text, "service": _text, "missions": _whole,
        "victories": _amount, "experience": _amount, "green": _yes_or_no, "skills": _letters,
    },
    "losses": {
        "side": _text, "name": _text, "state": _text, "back": _whole, "victories": _amount, "aircraft": _text,
    },
}  # fmt: skip
"""What each table may have, and how a cell of it is read. ``docs/reference/sheets.md`` says what they mean."""
NEEDED: Final[Mapping[What, Sequence[str]]] = {
    "missions": ("mission", "date"),
    "men": ("side", "name"),
    "losses": ("side",),
}


def decoded(content: bytes) -> str:
    """The text of a file, however a spreadsheet has written it: UTF-8, UTF-16 with its mark, or Windows-1252."""
    if len(content) > LARGEST:
        raise Refusal(f"The table is larger than {LARGEST // 1000} kB. Enter it in parts.", "file")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings: tuple[str, ...] = ("utf-16",)
    else:
        encodings = ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Refusal("This is no text. Save the table as CSV.", "file")


def read_sheet(what: What, text: str) -> Sheet:
    """Read a table. Raises ``Refusal`` for what is no table at all; everything else is among its problems."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if len(text.encode(errors="replace")) > LARGEST:
        raise Refusal(f"The table is larger than {LARGEST // 1000} kB. Enter it in parts.", "text")
    if not text.strip():
        raise Refusal("There is nothing in it: choose a file, or paste the table.", "text")
    if _ODD.search(text):
        raise Refusal("There are characters in it that no text has. Save the table as CSV.", "text")
    first = text.lstrip("\n").partition("\n")[0]
    separator = max(SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    lines: list[tuple[int, list[str]]] = []
    begins = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                lines.append((begins, [cell.strip() for cell in cells]))
            begins = reader.line_num + 1
    except csv.Error:
        raise Refusal(
            f"The table cannot be read from line {begins} on: a quotation mark is missing, or one too many.", "text"
        ) from None
    return _sheet(what, lines)


def _sheet(what: What, lines: Sequence[tuple[int, list[str]]]) -> Sheet:
    (head, named), *rest = lines
    headings = [cell.lower() for cell in named]
    problems = list(_wrong_headings(what, head, headings))
    if not rest:
        problems.append(Problem(line=head, column=0, heading="", sentence="No line follows the headings."))
    if len(rest) > MOST_ROWS:
        many = f"The table has {len(rest)} lines below its headings, and {MOST_ROWS} are entered at a time."
        raise Refusal(f"{many} Enter it in parts.", "text")
    rows: list[SheetRow] = []
    for line, cells in rest:
        found = dict[str, Any]()
        wrong = list(_wrong_row(what, line, headings, cells, found))
        problems += wrong
        if not wrong:
            rows.append(SheetRow(line=line, cells=found))
    said = repr((what, [sorted(row.cells.items()) for row in rows]))
    return Sheet(
        what=what,
        headings=headings,
        rows=rows,
        problems=problems[:MOST_PROBLEMS],
        mark=hashlib.sha256(said.encode()).hexdigest()[:12],
    )


def _wrong_headings(what: What, line: int, headings: Sequence[str]) -> Iterator[Problem]:
    known = COLUMNS[what]
    for column, heading in enumerate(headings, 1):
        if heading not in known:
            sentence = f"No column of this table is called so. There are {', '.join(known)}."
            yield Problem(line=line, column=column, heading=heading[:40], sentence=sentence)
        elif heading in headings[: column - 1]:
            yield Problem(line=line, column=column, heading=heading, sentence="There are two columns of this name.")
    for heading in NEEDED[what]:
        if heading not in headings:
            yield Problem(line=line, column=0, heading="", sentence=f"The column {heading} is missing.")


def _wrong_row(
    what: What, line: int, headings: Sequence[str], cells: Sequence[str], found: dict[str, Any]
) -> Iterator[Problem]:
    """What is wrong with a row; what is right goes into ``found``."""
    if len(cells) > len(headings):
        sentence = f"This line has {len(cells)} cells, and there are {len(headings)} headings."
        yield Problem(line=line, column=len(headings) + 1, heading="", sentence=sentence)
    for column, (heading, cell) in enumerate(zip(headings, cells, strict=False), 1):
        if heading not in COLUMNS[what] or not cell:
            continue
        try:
            if len(cell) > LONGEST:
                raise ValueError(f"A cell has up to {LONGEST} letters.")
            found[heading] = COLUMNS[what][heading](cell)
        except ValueError as wrong:
            yield Problem(line=line, column=column, heading=heading, sentence=str(wrong))
    said = {heading for heading, cell in zip(headings, cells, strict=False) if cell}
    for column, heading in enumerate(headings, 1):
        if heading in NEEDED[what] and heading not in said:
            yield Problem(line=line, column=column, heading=heading, sentence="This cell may not be empty.")
