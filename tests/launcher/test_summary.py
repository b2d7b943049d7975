"""The last lines of `make test` and of continuous integration."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def summary(*folders: Path) -> tuple[int, list[str]]:
    command = [sys.executable, str(ROOT / "bin" / "summary.py"), *map(str, folders)]
    done = subprocess.run(command, capture_output=True, text=True)
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


def test_each_step_is_a_line_with_its_seconds_and_one_without_tests_counts_too(tmp_path: Path) -> None:
    step(tmp_path, "unit", tests=10, failures=0, errors=0, skipped=0)
    ran = [{"step": "types", "seconds": 12.4, "failed": True}, {"step": "unit", "seconds": 250.6, "failed": False}]
    (tmp_path / "steps.json").write_text(json.dumps(ran))
    status, lines = summary(tmp_path)
    assert [line.split()[:3] for line in lines[:-1]] == [["types", "12", "s"], ["unit", "251", "s"]]
    assert ["FAILED" in line for line in lines[:-1]] == [True, False]
    assert lines[-1] == "10 passed, 0 failed, 0 skipped"
    assert status == 1


def test_two_folders_are_added_up(tmp_path: Path) -> None:
    sweep = tmp_path / "sweep"
    sweep.mkdir()
    step(tmp_path, "unit", tests=10, failures=0, errors=0, skipped=1)
    step(sweep, "sweep-unit", tests=5, failures=1, errors=0, skipped=0)
    status, lines = summary(tmp_path, sweep)
    assert lines[-1] == "13 passed, 1 failed, 1 skipped"
    assert status == 1


MAKEFILE = """
quick: ; @echo quick is done
broken: ; @echo broken is not && false
tests: ; @cp made/tests.xml results/tests.xml
"""


def test_every_step_is_run_though_one_before_it_fails(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text(MAKEFILE)
    (tmp_path / "made").mkdir()
    (tmp_path / "results").mkdir()
    step(tmp_path / "made", "tests", tests=3, failures=0, errors=0, skipped=0)
    step(tmp_path / "results", "of-the-run-before", tests=99, failures=0, errors=0, skipped=0)
    command = [sys.executable, str(ROOT / "bin" / "steps.py"), "results", "quick broken", "tests"]
    done = subprocess.run(command, cwd=tmp_path, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert {"quick is done", "broken is not"} <= set(lines)
    assert [line.split()[0] for line in lines[-4:-1]] == ["quick", "broken", "tests"]
    assert lines[-1] == "3 passed, 0 failed, 0 skipped"
    assert done.returncode == 1
