"""A worker that is killed loses no mission, flies none differently and debriefs none twice.

Runs on SQLite and the folder broker, and by `make services` on PostgreSQL and Redis.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from tests.installations import ROOT, installation

ON_SERVERS = "DATABASE_URL" in os.environ
LOGS = ROOT / "test-artifacts" / "kills"
"""Where a run that fails leaves all that it and its workers have said."""


KILLS = int(os.environ.get("KILLS", "50"))
"""In the sweep; ``make faults`` asks for more."""
IN_A_BATCH = 50
SIZES = [
    pytest.param(16, 2, marks=pytest.mark.sweep if ON_SERVERS else (), id="a few"),
    *(
        pytest.param(60, min(IN_A_BATCH, KILLS - begun), marks=pytest.mark.sweep, id=f"{begun} before")
        for begun in range(0, KILLS, IN_A_BATCH)
    ),
]
"""Missions and kills of a batch: a few on SQLite in every run; all that are asked for, on either, in the sweep."""


@pytest.mark.slow("starts an installation and three workers")
@pytest.mark.parametrize(("missions", "kills"), SIZES)
def test_every_mission_is_flown_and_debriefed_once_however_often_the_worker_is_killed(
    missions: int, kills: int, migrated: str | None, django_db_setup: None, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "tests.concurrency.kill_run", "--missions", str(missions), "--kills", str(kills)]
    with installation(tmp_path / "data", migrated, JOB_STALE_SECONDS="2") as environment:
        run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / f"{'servers' if ON_SERVERS else 'files'}-{datetime.now():%m%d-%H%M%S-%f}.log"
    log.write_text(f"{run.stdout}\n{run.stderr}")
    assert run.returncode == 0, f"all that was said is in {log}:\n{run.stderr[-4000:]}"
    result = json.loads(run.stdout)
    assert result["cut off"] >= kills, "a kill hit no mission in flight"
    missions = result["missions"]
    assert result["jobs"] == {"done": missions}
    assert result["flights"] == missions
    assert result["debriefs"] == missions
    assert result["debriefed once"] == missions
    assert result["records that differ"] == 0
    assert result["problems"] == []
    log.unlink()
