"""A worker that is killed loses no mission, flies none differently and debriefs none twice.

Runs on SQLite and the folder broker, and by `make services` on PostgreSQL and Redis.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from dj_database_url import parse
from psycopg import sql

ROOT = Path(__file__).resolve().parents[2]
REDIS_DATABASE = 15  # the test suite itself wakes no worker


@pytest.fixture
def installation(tmp_path: Path, migrated: Path | None, django_db_setup: None) -> Iterator[dict[str, str]]:
    """The environment of a fresh installation on the database and the broker that this run of the suite is about."""
    if migrated is not None:
        shutil.copyfile(migrated, tmp_path / "ready-room.sqlite3")
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ} | {
        "READY_ROOM_DATA": str(tmp_path),
        "SECRET_KEY": "only-for-the-kill-test",
        "ALLOWED_HOSTS": "localhost",
        "HTTPS": "off",
        "JOB_STALE_SECONDS": "2",
    }
    if "REDIS_URL" in os.environ:
        environment["REDIS_URL"] = os.environ["REDIS_URL"].replace("virtual_host=0", f"virtual_host={REDIS_DATABASE}")
    if "DATABASE_URL" not in os.environ:
        yield environment
        return
    server = parse(os.environ["DATABASE_URL"])
    name = f"kill_test_{os.getpid()}"
    with psycopg.connect(
        host=server["HOST"], user=server["USER"], dbname=server["NAME"], autocommit=True
    ) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield environment | {"DATABASE_URL": os.environ["DATABASE_URL"].removesuffix(server["NAME"]) + name}
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


SIZES = [
    pytest.param(16, 2, marks=pytest.mark.sweep if "DATABASE_URL" in os.environ else ()),
    *([] if "DATABASE_URL" in os.environ else [pytest.param(300, 10, marks=pytest.mark.sweep)]),
]
"""Missions and kills: a few on SQLite in every run; many there, and a few on a database server, in the sweep."""


@pytest.mark.slow("starts an installation and three workers")
@pytest.mark.parametrize(("missions", "kills"), SIZES)
def test_every_mission_is_flown_and_debriefed_once_however_often_the_worker_is_killed(
    missions: int, kills: int, installation: dict[str, str]
) -> None:
    command = [sys.executable, "-m", "tests.concurrency.kill_run", "--missions", str(missions), "--kills", str(kills)]
    run = subprocess.run(command, cwd=ROOT, env=installation, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr[-4000:]
    result = json.loads(run.stdout)
    assert result["cut off"] >= kills, "a kill hit no mission in flight"
    assert result["jobs"] == {"done": missions}
    assert result["flights"] == missions
    assert result["debriefs"] == missions
    assert result["debriefed once"] == missions
    assert result["records that differ"] == 0
    assert result["problems"] == []
