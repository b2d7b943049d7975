"""The settings of a server: they refuse to start half-made. That Django finds nothing wrong, ``make checks`` sees."""

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


def test_a_sweep_without_a_pause_is_refused(tmp_path: Path):
    run = manage(tmp_path, "check", **SERVER, JOB_STALE_SECONDS="0")
    assert run.returncode != 0
    assert "JOB_STALE_SECONDS" in run.stderr


def told(data: Path, *names: str, **environment: str) -> str:
    """What the settings are, in a process of their own."""
    program = f"from config import settings as s; print({', '.join(f's.{name}' for name in names)})"
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment | {"READY_ROOM_DATA": str(data)},
        capture_output=True,
        text=True,
    )
    return run.stdout.strip() or run.stderr


def test_the_data_folder_may_hold_the_settings(tmp_path: Path):
    (tmp_path / "settings.env").write_text("".join(f"{name}={value}\n" for name, value in SERVER.items()))
    assert told(tmp_path, "SECRET_KEY", "ALLOWED_HOSTS") == f"{SERVER['SECRET_KEY']} ['{SERVER['ALLOWED_HOSTS']}']"


@pytest.mark.parametrize(("chosen", "expected"), [({}, "False False"), ({"HSTS_SUBDOMAINS": "on"}, "True False")])
def test_hsts_binds_no_other_host_unless_told_to(tmp_path: Path, chosen: dict[str, str], expected: str):
    assert told(tmp_path, "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD", **SERVER, **chosen) == expected


def test_keys_of_discord_and_google_come_in_pairs(tmp_path: Path):
    keys = {"DISCORD_CLIENT_ID": "4711", "DISCORD_CLIENT_SECRET": "hush"}
    assert "'client_id': '4711'" in told(tmp_path, "SOCIALACCOUNT_PROVIDERS", **SERVER, **keys)
    del keys["DISCORD_CLIENT_SECRET"]
    alone = told(tmp_path, "SOCIALACCOUNT_PROVIDERS", **SERVER, **keys)
    assert "Set both DISCORD_CLIENT_ID and DISCORD_CLIENT_SECRET, or neither." in alone
