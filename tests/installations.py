"""Installations of their own, on the database and the broker that this run of the suite is about."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
from dj_database_url import parse
from psycopg import sql

ROOT = Path(__file__).resolve().parents[1]
REDIS_DATABASE = 15  # the test suite itself wakes no worker
_numbers = count(1)


@contextmanager
def installation(
    data: Path, migrated: str | None = None, *, like: dict[str, str] | None = None, **more: str
) -> Iterator[dict[str, str]]:
    """The environment of one in the folder: an empty database, a copy of the migrated one, or of another's."""
    data.mkdir(exist_ok=True)
    is_on_a_server = "DATABASE_URL" in os.environ
    if like is not None:
        file = f"{like['READY_ROOM_DATA']}/ready-room.sqlite3"
        migrated = parse(like["DATABASE_URL"])["NAME"] if is_on_a_server else file
    if migrated is not None and not is_on_a_server:
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
    if not is_on_a_server:
        yield environment
        return
    name = f"installation_{os.getpid()}_{next(_numbers)}"
    with _server() as connection:
        made = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        connection.execute(made.format(sql.Identifier(name), sql.Identifier(migrated or "template1")))
        yield environment | {"DATABASE_URL": _address_of(name)}
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def migrated_on_the_server(name: str) -> str:
    """The migrated database of PostgreSQL, made by whoever asks for it first; the others wait."""
    with (Path(tempfile.gettempdir()) / f"ready-room-{name}.lock").open("w") as file, _server() as connection:
        fcntl.flock(file, fcntl.LOCK_EX)
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            return name
        begun = f"{name}_begun"
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(begun)))
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(begun)))
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings_test",
            "DATABASE_URL": _address_of(begun),
        }
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
        rename = sql.SQL("ALTER DATABASE {} RENAME TO {}")
        connection.execute(rename.format(sql.Identifier(begun), sql.Identifier(name)))
    return name


def _server() -> psycopg.Connection[Any]:
    server = parse(os.environ["DATABASE_URL"])
    return psycopg.connect(host=server["HOST"], user=server["USER"], dbname=server["NAME"], autocommit=True)


def _address_of(database: str) -> str:
    return os.environ["DATABASE_URL"].removesuffix(parse(os.environ["DATABASE_URL"])["NAME"]) + database
