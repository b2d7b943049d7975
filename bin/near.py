"""Run the tests that are near to what has changed: ``make near PATH…``, or without a path of what is not committed.

Which tests are near to which room says the table in CONTRIBUTING.md.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_ROW = re.compile(r"^\| `(?P<rooms>[^|]+)` \| `(?P<tests>tests/[^|]+)` \|$", re.MULTILINE)


def rooms() -> dict[str, tuple[str, ...]]:
    """By room (the beginning of a path) the tests that are near to it, as patterns of paths."""
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return {
        room: tuple(row["tests"].split("` `")) for row in _ROW.finditer(table) for room in row["rooms"].split("` `")
    }


def near(paths: Iterable[str]) -> list[str]:
    """The test files of the rooms that ``paths`` lie in, the innermost of each; a test file is near to itself."""
    table, found = rooms(), list[Path]()
    for path in paths:
        if path.startswith("tests/"):
            found += sorted(ROOT.glob(path))
            continue
        within = [room for room in table if path.startswith(room)]
        if within:
            found += [each for tests in table[max(within, key=len)] for each in sorted(ROOT.glob(tests))]
    return list(dict.fromkeys(str(each.relative_to(ROOT)) for each in found))


def _changed() -> list[str]:
    told = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [line[3:].rpartition(" -> ")[2] for line in told.stdout.splitlines()]


def main(paths: list[str]) -> int:
    tests = near(paths or _changed())
    if not tests:
        print("No test is near to that: see the table in CONTRIBUTING.md.")
        return 0
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "2", "--dist", "worksteal", *tests], cwd=ROOT
    ).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
