"""The last lines of `make test`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def summary(folder: Path) -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, str(ROOT / "bin" / "summary.py"), str(folder)], capture_output=True, text=True, timeout=60
    )
    return done.returncode, done.stdout.splitlines()


def step(folder: Path, name: str, **counts: int) -> None:
    attributes = " ".join(f'{key}="{number}"' for key, number in counts.items())
    (folder / f"{name}.xml").write_text(f"<testsuites><testsuite {attributes}/></testsuites>")


def test_the_last_line_adds_up_all_steps(tmp_path: Path) -> None:
    step(tmp_path, "unit", tests=120, failures=0, errors=0, skipped=2)
    step(tmp_path, "e2e", tests=9, failures=0, errors=0, skipped=0)
    status, lines = summary(tmp_path)
    assert lines[-1] == "127 passed, 0 failed, 2 skipped"
    assert status == 0


def test_failures_and_errors_are_failed(tmp_path: Path) -> None:
    step(tmp_path, "unit", tests=10, failures=2, errors=1, skipped=0)
    status, lines = summary(tmp_path)
    assert lines[-1] == "7 passed, 3 failed, 0 skipped"
    assert status == 1


def test_no_test_at_all_is_not_a_success(tmp_path: Path) -> None:
    assert summary(tmp_path) == (1, ["0 passed, 0 failed, 0 skipped"])


def test_the_ten_dearest_files_come_first_over_all_steps(tmp_path: Path) -> None:
    for name in ("unit", "services"):
        cases = "".join(
            f'<testcase classname="tests.missions.test_{number:02}" time="{number}"/>' for number in range(12)
        )
        (tmp_path / f"{name}.xml").write_text(
            f'<testsuite tests="12" failures="0" errors="0" skipped="0">{cases}</testsuite>'.join(
                ("<testsuites>", "</testsuites>")
            )
        )
    lines = summary(tmp_path)[1]
    assert lines[0].split() == ["22.0", "s", "tests/missions/test_11.py"]
    assert [line.split()[-1][-5:-3] for line in lines[:10]] == [f"{number:02}" for number in range(11, 1, -1)]
    assert lines[10].startswith("services")
