"""By which way SQLite finds what the app asks for: never by reading all that the site has of what grows.

Every query is looked at once a process, in whichever test asks it first. SQLite keeps no statistics, so that its ways
are the same with ten rows as with a million; PostgreSQL's are measured at that size (``make scale``).
"""

from __future__ import annotations

import re
import sqlite3
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Final
from unittest import mock

from django.db.backends.sqlite3.base import SQLiteCursorWrapper

GROW: Final = frozenset(
    f"{app}_{name}"
    for app, names in {
        "campaigns": "entry pilot quota seat",
        "clubs": "rsvp",
        "missions": "claim comment controller debrief draft flight forecast game gameentry job mission orders "
        "ownsortie remark skirmish step story submission",
        "notices": "delivery happening notice",
    }.items()
    for name in names.split()
)
"""Tables with rows for every mission, game or message. Of campaigns, clubs and people there are never so many."""
SELDOM: Final = {
    "accounts/admin/site.py": "the office lists them",
    "accounts/operations/accounts.py": "an account is closed",
    "campaigns/operations/journal.py anonymise": "an account is closed",
    "demo/operations/removal.py": "a demo is taken away",
    "missions/operations/skirmishes.py remove": "a skirmish is deleted, with what was told of its games",
    "upkeep/operations/cleaning.py": "once a day, a little at a time",
}
"""Who may read through them all the same (a file, or a function of it), and when that is."""
OF_FEW: Final = frozenset({"untold_happenings"})
"""Indexes by which rows are found that soon have a value in place of ``NULL``."""
PARTIAL: Final = "SELECT name FROM sqlite_master WHERE sql LIKE '%INDEX%WHERE%'"
ROOT: Final = Path(__file__).parents[1]
NOT_THE_ASKER: Final = ("tests/plans.py", "tests/kept.py", "config/common/prepared.py")
ANY_ONE: Final = re.compile(r'FROM "\w+" LIMIT 1$')
"""Whether there is any: the first row will do."""
READS_ALL: Final = re.compile(r"SCAN (\w+)")
BY_ONE_COLUMN: Final = re.compile(r"SEARCH (\w+) USING (?:COVERING )?INDEX (\w+) \((\w+)=\?\)$")

found: list[str] = []
"""What has been found since a test has looked."""
_seen: set[str] = set()
_ask = SQLiteCursorWrapper.execute


def watched() -> mock._patch[Any]:
    return mock.patch.object(SQLiteCursorWrapper, "execute", _execute)


def _execute(cursor: Any, query: str, params: Any = None) -> Any:
    if query not in _seen:
        _seen.add(query)
        askers = list(_askers()) if query.startswith(("SELECT", "UPDATE", "DELETE")) else []
        if askers and not any(asker.startswith(tuple(SELDOM)) for asker in askers):
            sql = query if params is None else cursor.convert_query(query)
            plain = sqlite3.Cursor(cursor.connection)
            plan = [row[3] for row in plain.execute(f"EXPLAIN QUERY PLAN {sql}", params or ())]
            of_few = OF_FEW | {name for (name,) in plain.execute(PARTIAL)}
            found.extend(f"{askers[0]}: {way}, for {query}" for way in too_far(query, plan, of_few))
    return _ask(cursor, query, params)


def _askers() -> Iterator[str]:
    """Our functions on the way to this query, the innermost first; none, if it is a test's or a migration's."""
    frame = sys._getframe(2)
    while frame.f_back:
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(ROOT) and ".venv" not in file.parts:
            name = str(file.relative_to(ROOT))
            if (name.startswith("tests/") and name not in NOT_THE_ASKER) or "/migrations/" in name:
                return
            if name not in NOT_THE_ASKER:
                yield f"{name} {frame.f_code.co_name}"
        frame = frame.f_back


def too_far(query: str, plan: list[str], of_few: Collection[str]) -> Iterator[str]:
    """The lines of a plan by which all rows of a table that grows are read, or those where a column is ``NULL``.

    ``of_few``: the indexes by which those are few.
    """
    if ANY_ONE.search(query):
        return
    named = {name: table for table, name in re.findall(r'"(\w+)" "?([A-Z]\d+)"?', query)}
    for way in plan:
        if every := READS_ALL.match(way):
            if named.get(every[1], every[1]) in GROW:
                yield way
        elif by := BY_ONE_COLUMN.match(way):
            table, index, column = by.groups()
            is_null = re.search(rf'\b{table}"?."{column}" IS NULL', query)
            if named.get(table, table) in GROW and is_null and index not in of_few:
                yield way
