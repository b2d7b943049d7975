"""The settings of a server: they refuse to start half-made, and are clean by Django's own check."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SERVER = {"SECRET_KEY": "k8#" + "abcdefghij0123456789" * 3, "ALLOWED_HOSTS": "ready-room.example"}


def manage(data: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=kept | {"READY_ROOM_DATA": str(data)} | environment,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("missing", SERVER)
def test_a_server_does_not_start_without_key_or_hosts(tmp_path: Path, missing: str):
    run = manage(tmp_path, "check", **{name: value for name, value in SERVER.items() if name != missing})
    assert run.returncode != 0
    assert f"Set {missing}" in run.stderr
    assert "Traceback" not in run.stderr


@pytest.mark.slow("checks them in a process of its own")
def test_a_servers_settings_pass_djangos_own_check(tmp_path: Path):
    run = manage(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **SERVER)
    assert run.returncode == 0, run.stderr


def test_a_sweep_without_a_pause_is_refused(tmp_path: Path):
    run = manage(tmp_path, "check", **SERVER, JOB_STALE_SECONDS="0")
    assert run.returncode != 0
    assert "JOB_STALE_SECONDS" in run.stderr


@pytest.mark.slow("reads them in processes of their own")
def test_the_data_folder_may_hold_the_settings(tmp_path: Path):
    (tmp_path / "settings.env").write_text("".join(f"{name}={value}\n" for name, value in SERVER.items()))
    run = manage(tmp_path, "check")
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize(("chosen", "expected"), [({}, "False False"), ({"HSTS_SUBDOMAINS": "on"}, "True False")])
def test_hsts_binds_no_other_host_unless_told_to(tmp_path: Path, chosen: dict[str, str], expected: str):
    program = "from config import settings as s; print(s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD)"
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=SERVER | chosen | {"READY_ROOM_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert run.stdout.strip() == expected, run.stderr
