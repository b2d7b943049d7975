"""The lanes of `make test`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = """
waits:
	@echo It waits.; for try in $$(seq 3000); do [ -e met ] && exit 0; sleep 0.02; done; exit 1

fails:
	@echo It fails.; exit 1

comes:
	@touch met

proves:
	@echo '<testsuites><testsuite tests="1" failures="0" errors="0" skipped="0"/></testsuites>' > told/proves.xml
"""


def steps(folder: Path, *lanes: str) -> subprocess.CompletedProcess[str]:
    (folder / "Makefile").write_text(MAKEFILE)
    command = [sys.executable, str(ROOT / "bin" / "steps.py"), "told", *lanes]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_what_waits_in_one_lane_is_met_from_the_other(tmp_path: Path) -> None:
    done = steps(tmp_path, "waits proves", "comes")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "1 passed, 0 failed, 0 skipped"
    timed = json.loads((tmp_path / "told" / "steps.json").read_text())
    assert [(each["step"], each["failed"]) for each in timed] == [("waits", False), ("proves", False), ("comes", False)]


def test_a_step_that_fails_keeps_no_other_from_running_and_what_it_said_is_told(tmp_path: Path) -> None:
    for lanes in (["fails proves"], ["fails proves", "comes"]):
        done = steps(tmp_path, *lanes)
        assert done.returncode == 1
        assert "It fails." in done.stdout
        assert "FAILED" in next(line for line in done.stdout.splitlines() if line.startswith("fails "))
        assert done.stdout.splitlines()[-1] == "1 passed, 0 failed, 0 skipped"
