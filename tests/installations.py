"""Installations of their own, on the database and the broker that this run of the suite is about."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
from dj_database_url import parse
from psycopg import sql

ROOT = Path(__file__).resolve().parents[1]
REDIS_DATABASE = 15  # the test suite itself wakes no worker
_numbers = count(1)


@contextmanager
def installation(
    data: Path, migrated: Path | None = None, *, like: dict[str, str] | None = None, **more: str
) -> Iterator[dict[str, str]]:
    """The environment of one in the folder: an empty database, a copy of a migrated one of SQLite, or another's."""
    data.mkdir(exist_ok=True)
    if like is not None and "DATABASE_URL" not in os.environ:
        migrated = Path(like["READY_ROOM_DATA"]) / "ready-room.sqlite3"
    if migrated is not None:
        shutil.copyfile(migrated, data / "ready-room.sqlite3")
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ} | {
        "READY_ROOM_DATA": str(data),
        "SECRET_KEY": "only-for-the-tests-of-installations",
        "ALLOWED_HOSTS": "localhost",
        "HTTPS": "off",
        **more,
    }
    if "REDIS_URL" in os.environ:
        environment["REDIS_URL"] = os.environ["REDIS_URL"].replace("virtual_host=0", f"virtual_host={REDIS_DATABASE}")
    if "DATABASE_URL" not in os.environ:
        yield environment
        return
    server = parse(os.environ["DATABASE_URL"])
    name = f"installation_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(
        host=server["HOST"], user=server["USER"], dbname=server["NAME"], autocommit=True
    ) as connection:
        template = parse(like["DATABASE_URL"])["NAME"] if like is not None else "template1"
        made = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template))
        connection.execute(made)
        yield environment | {"DATABASE_URL": os.environ["DATABASE_URL"].removesuffix(server["NAME"]) + name}
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
