"""Run the tests that are near to what has changed: ``make near PATHS=…``, or without a path of what is not committed.

Tests stand in the rooms of what they are about: to ``missions/operations/claims.py`` those in
``tests/missions/operations`` are near, and those about claims in other rooms. What folders do not tell, the table in
CONTRIBUTING.md says.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
_ROW = re.compile(r"^\| `(?P<rooms>[^|]+)` \| `(?P<tests>tests/[^|]+)` \|$", re.MULTILINE)


def besides(app: str) -> dict[str, tuple[str, ...]]:
    """By room (the beginning of a path) the tests that are near to it in other rooms, as patterns of paths."""
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").replace("<app>", app)
    return {
        room: tuple(row["tests"].split("` `")) for row in _ROW.finditer(table) for room in row["rooms"].split("` `")
    }


def _of_rooms(path: str) -> Iterator[Path]:
    """The folder of the innermost room that has one, what is about the same word, and what the table says besides."""
    app, *rooms = Path(path.removeprefix("templates/")).with_suffix("").parts
    folders = [TESTS.joinpath(app, *rooms[:depth]) for depth in range(len(rooms), 0, -1)]
    yield from [each for each in folders if each.is_dir()][:1]
    for place in (app, "concurrency", "pages") if rooms else ():
        yield from sorted((TESTS / place).rglob(f"test_{rooms[-1]}*.py"))
    table = besides(app)
    for room in sorted((each for each in table if path.startswith(each)), key=len)[-1:]:
        yield from (each for tests in table[room] for each in sorted(ROOT.glob(tests)))


def near(paths: Iterable[str]) -> list[str]:
    """The tests of the rooms that ``paths`` lie in; where one has none, the whole app's. A test is near to itself."""
    found = list[Path]()
    for path in paths:
        if path.startswith("tests/"):
            found += sorted(ROOT.glob(path))
        else:
            found += list(_of_rooms(path)) or sorted(TESTS.glob(Path(path).parts[0]))
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
