"""What all processes count together is in Redis where there is one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.services.test_with_services import LAUNCHER, ROOT

TWO_PROCESSES = """
import os, django
django.setup()
from django.core.cache import cache
if child := os.fork():
    os.waitpid(child, 0)
print(type(cache._connections["default"]).__name__, cache.add("seen", 1, 60), flush=True)
"""


@pytest.mark.slow("starts Redis, PostgreSQL and two processes of ours")
def test_two_processes_see_the_same_counts(tmp_path: Path) -> None:
    settings = {"DJANGO_SETTINGS_MODULE": "config.settings", "DEBUG": "on", "READY_ROOM_DATA": str(tmp_path)}
    run = subprocess.run(
        [*LAUNCHER, sys.executable, "-c", TWO_PROCESSES],
        cwd=ROOT,
        env=os.environ | settings | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    assert run.stdout.split() == ["SteadyRedis", "True", "SteadyRedis", "False"], run.stderr
