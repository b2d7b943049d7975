"""The throw-away servers of `make services`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LAUNCHER = [sys.executable, str(ROOT / "bin" / "with_services.py")]

ASK_BOTH = """
import os, psycopg
from dj_database_url import parse
from kombu import Connection
where = parse(os.environ["DATABASE_URL"])
with psycopg.connect(host=where["HOST"], user=where["USER"], dbname=where["NAME"]) as postgresql:
    print(postgresql.execute("select 6 * 7").fetchone()[0])
with Connection(os.environ["REDIS_URL"]) as broker:
    print(broker.default_channel.client.ping())
print(where["HOST"])
"""


def processes_that_mention(text: str) -> list[str]:
    """The command lines of running processes that contain ``text``."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            line = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue  # it ended meanwhile
        if text in line:
            found.append(line)
    return found


def test_a_command_finds_both_servers_and_nothing_is_left_of_them() -> None:
    done = subprocess.run([*LAUNCHER, sys.executable, "-c", ASK_BOTH], capture_output=True, text=True)
    answer, pong, folder = done.stdout.split()
    assert (answer, pong) == ("42", "True")
    assert not Path(folder).parent.exists()
    assert processes_that_mention(folder) == []


def test_the_exit_status_is_the_commands() -> None:
    done = subprocess.run([*LAUNCHER, "sh", "-c", "exit 7"])
    assert done.returncode == 7


def test_a_termination_stops_command_and_servers() -> None:
    command = [*LAUNCHER, "sh", "-c", "echo $DATABASE_URL; exec sleep 600"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as launcher:
        assert launcher.stdout is not None
        folder = launcher.stdout.readline().split("%2F")[2]
        assert processes_that_mention(folder)
        launcher.send_signal(signal.SIGTERM)
        assert launcher.wait() == 128 + signal.SIGTERM
    assert processes_that_mention(folder) == []


def test_a_missing_server_is_named(tmp_path: Path) -> None:
    done = subprocess.run([*LAUNCHER, "true"], env={"PATH": str(tmp_path)}, capture_output=True, text=True)
    assert done.returncode == 1
    assert "redis-server is not installed" in done.stderr
    assert "Traceback" not in done.stderr


def run_without_rights(tmp_path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """`bin/with_packages` for a user who may not install, asked for a program that is not there."""
    who = tmp_path / "id"
    who.write_text("#!/bin/sh\necho 1000\n")
    who.chmod(0o755)
    return subprocess.run(
        [str(ROOT / "bin" / "with_packages"), "chromium-of-the-moon", "echo", "the tests ran"],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", **environment},
        capture_output=True,
        text=True,
    )


def test_a_missing_program_is_named_in_one_line_where_it_cannot_be_installed(tmp_path: Path) -> None:
    done = run_without_rights(tmp_path)
    assert done.returncode == 0
    assert "the tests ran" not in done.stdout
    assert len(done.stderr.splitlines()) == 1
    assert "chromium-of-the-moon" in done.stderr


def test_a_missing_program_is_a_failure_in_continuous_integration(tmp_path: Path) -> None:
    assert run_without_rights(tmp_path, CI="true").returncode == 1
