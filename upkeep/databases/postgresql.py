"""PostgreSQL: dumped and put back by its own programs."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

from django.db import connection, transaction

from config.common.refusals import Refusal
from upkeep.archives.manifest import Contents, Damaged

VARIABLES: Final = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "dbname": "PGDATABASE",
}
"""By which PostgreSQL's programs are told where the database is: a command line is read by everybody."""
THROW_AWAY: Final = "fallback_cache"
"""A table of what is counted while Redis is away."""


def size() -> int:
    """Bytes of the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def dump(to: Path) -> Contents:
    """Dump the database as it stands at one moment; nobody waits for it. What the dump holds.

    Refuses where ``pg_dump`` is not there or fails.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot(), current_setting('server_version')")
        snapshot, server = cursor.fetchone()
        cursor.execute("SELECT app, name FROM django_migrations")
        migrations = sorted(cursor.fetchall())
        counts = {}
        for name in sorted(set(_tables(cursor)) - {THROW_AWAY}):
            cursor.execute(f'SELECT COUNT(*) FROM "{name}"')
            counts[name] = cursor.fetchone()[0]
        _run(
            "pg_dump",
            *["--format=custom", "--compress=0", "--no-owner", "--no-privileges"],
            f"--exclude-table-data={THROW_AWAY}",
            f"--snapshot={snapshot}",
            f"--file={to}",
        )
    return Contents(kind="postgresql", server=server, migrations=migrations, counts=counts)


def check(file: Path, contents: Contents) -> None:
    """Raises ``Damaged`` unless ``pg_restore`` reads the dump to its end."""
    done = subprocess.run(
        [_program("pg_restore"), f"--file={os.devnull}", str(file)], capture_output=True, text=True, errors="replace"
    )
    if done.returncode:
        raise Damaged(f"pg_restore cannot read its database ({_said(done.stderr)})")


def load(file: Path) -> None:
    """Put what the dump holds into the database, which loses what it has: all of it, or nothing is there."""
    with transaction.atomic(), connection.cursor() as cursor:
        for name in _tables(cursor):
            cursor.execute(f'DROP TABLE "{name}" CASCADE')
    connection.close()
    options = ["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"]
    _run("pg_restore", *options, f"--dbname={connection.settings_dict['NAME']}", str(file))


def _tables(cursor: Any) -> list[str]:
    cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename")
    return [name for (name,) in cursor.fetchall()]


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise Refusal(f"{name} is not on this machine; Debian: apt-get install postgresql-client.")
    return found


def _run(name: str, *options: str) -> None:
    given = connection.get_connection_params()
    where = {variable: str(given[key]) for key, variable in VARIABLES.items() if given.get(key)}
    done = subprocess.run(
        [_program(name), *options], env=os.environ | where, capture_output=True, text=True, errors="replace"
    )
    if done.returncode:
        raise Refusal(f"{name} failed: {_said(done.stderr)}")


def _said(text: str) -> str:
    """The first thing that a program has complained of."""
    return (text.strip().splitlines() or ["it did not say why"])[0][:300]
