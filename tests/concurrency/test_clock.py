"""Two clocks in processes of their own, as on two machines: one sends, and when it is killed the other does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.installations import ROOT, installation

PATIENCE = 120
"""Seconds, on a machine that is busy with something else."""
BEAT = [sys.executable, "-m", *["celery", "--quiet", "--app", "config", "beat", "--loglevel", "INFO"]]


@contextmanager
def clock(environment: dict[str, str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as output:
        process = subprocess.Popen(BEAT, cwd=ROOT, env=environment, stdout=output, stderr=output)
        try:
            yield process
        finally:
            process.kill()
            process.wait()


def wait_for(words: str, log: Path, *processes: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while words not in (said := log.read_text(errors="replace")):
        assert time.monotonic() < deadline, f"never said {words!r}:\n{said[-3000:]}"
        assert all(each.poll() is None for each in processes), said[-3000:]
        time.sleep(0.05)


@pytest.fixture
def both(tmp_path: Path, migrated: str | None, django_db_setup: None) -> Iterator[list[dict[str, str]]]:
    """Two machines with data folders of their own; on SQLite there is only one machine."""
    with installation(tmp_path / "one", migrated, JOB_STALE_SECONDS="2") as environment:
        second = environment | {"READY_ROOM_DATA": str(tmp_path / "two")}
        yield [environment, second if "DATABASE_URL" in environment else environment]


@pytest.mark.sweep
def test_of_two_clocks_one_sends_and_the_other_takes_over_when_it_is_killed(both: list[dict[str, str]], tmp_path: Path):
    logs = [tmp_path / "first.log", tmp_path / "second.log"]
    with clock(both[0], logs[0]) as first:
        wait_for("Sending due task resend-stuck", logs[0], first)
        with clock(both[1], logs[1]) as second:
            wait_for("another clock is at work", logs[1], first, second)
            sent = logs[0].read_text().count("Sending")
            while logs[0].read_text().count("Sending") < sent + 3:
                time.sleep(0.1)
            assert "Sending" not in logs[1].read_text()
            os.kill(first.pid, signal.SIGKILL)
            wait_for("this clock takes over", logs[1], second)
            wait_for("Sending due task resend-stuck", logs[1], second)
