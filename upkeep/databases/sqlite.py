"""SQLite: copied by its own way to copy a database that others are writing, and put back by the same."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection

from upkeep.archives.manifest import Contents, Damaged

PATIENCE = 60
"""Seconds for a writer to finish."""


def size() -> int:
    """Bytes of the database."""
    path = Path(connection.settings_dict["NAME"])
    beside = path.with_name(path.name + "-wal")
    return path.stat().st_size + (beside.stat().st_size if beside.exists() else 0)


def dump(to: Path) -> Contents:
    """Copy the database as it stands at one moment; nobody waits for it. What the copy holds."""
    with closing(_opened(Path(connection.settings_dict["NAME"]))) as live, closing(_opened(to, "rwc")) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # a file by itself
    return look_into(to)


def look_into(file: Path) -> Contents:
    """What a database file holds. Raises ``Damaged`` of one that is not whole."""
    try:
        with closing(_opened(file)) as copy:
            if (found := copy.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
                raise Damaged(f"SQLite finds its database broken ({found})")
            tables = [
                name
                for (name,) in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
                if not name.startswith("sqlite_")
            ]
            if "django_migrations" not in tables:
                raise Damaged("its database is none of Ready Room's")
            return Contents(
                kind="sqlite",
                server=sqlite3.sqlite_version,
                migrations=sorted(copy.execute("SELECT app, name FROM django_migrations")),
                counts={name: copy.execute(f'SELECT COUNT(*) FROM "{name}"').fetchone()[0] for name in tables},
            )
    except sqlite3.DatabaseError as error:
        raise Damaged(f"SQLite cannot read its database ({error})") from None


def check(file: Path, contents: Contents) -> None:
    """Raises ``Damaged`` if the file holds anything else."""
    found = look_into(file)
    if found.migrations != contents.migrations or found.counts != contents.counts:
        raise Damaged("its database holds other rows than it says")


def load(file: Path) -> None:
    """Put the file's content in the place of the database's: all of it, or none of it."""
    connection.close()
    with closing(_opened(file)) as copy, closing(_opened(Path(connection.settings_dict["NAME"]), "rwc")) as live:
        copy.backup(live)


def _opened(file: Path, mode: str = "rw") -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode={mode}", uri=True, timeout=PATIENCE, isolation_level=None)
