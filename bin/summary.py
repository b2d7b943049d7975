#!/usr/bin/env python3
"""Add up what the steps of `make test` and `make sweep` left in their folders.

    bin/summary.py test-artifacts test-artifacts/sweep

Prints the files that took longest, one line a step with its seconds, then the total.
"""

import json
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter, defaultdict
from pathlib import Path
from typing import TypedDict

DEAREST = 10
STEPS = "steps.json"


class Step(TypedDict):
    """A target of the Makefile that has been run."""

    step: str
    seconds: float
    failed: bool


def counts(path: Path) -> Counter[str]:
    """How many tests of one step passed, failed and were skipped."""
    suites = ElementTree.parse(path).getroot().findall("testsuite")
    tests, failures, errors, skipped = (
        sum(int(suite.get(name, 0)) for suite in suites) for name in ("tests", "failures", "errors", "skipped")
    )
    return Counter(passed=tests - failures - errors - skipped, failed=failures + errors, skipped=skipped)


def dearest(paths: list[Path]) -> list[tuple[float, str]]:
    """The seconds that the tests of a file took in all steps together; the longest first."""
    spent: defaultdict[str, float] = defaultdict(float)
    for path in paths:
        for case in ElementTree.parse(path).getroot().iter("testcase"):
            spent[case.get("classname", "").replace(".", "/") + ".py"] += float(case.get("time", 0))
    return sorted(((seconds, name) for name, seconds in spent.items()), reverse=True)[:DEAREST]


def line(step: str, timed: Step | None, found: Counter[str] | None) -> str:
    """What became of one step."""
    seconds = f"{timed['seconds']:6.0f} s" if timed else ""
    tests = ", ".join(f"{found[name]:5} {name}" for name in ("passed", "failed", "skipped")) if found else ""
    return f"{step:15}{seconds:8}  {tests}{'  FAILED' if timed and timed['failed'] else ''}".rstrip()


def tell(folders: list[Path]) -> int:
    """Print it; 1 when a step or a test has failed, or there was none."""
    paths = [path for folder in folders for path in sorted(folder.glob("*.xml"))]
    timed: dict[str, Step] = {}
    for folder in folders:
        if (folder / STEPS).exists():
            timed |= {each["step"]: each for each in json.loads((folder / STEPS).read_text())}
    found = {path.stem: counts(path) for path in paths}
    for seconds, name in dearest(paths):
        print(f"{seconds:7.1f} s  {name}")
    for step in dict.fromkeys([*timed, *found]):
        print(line(step, timed.get(step), found.get(step)))
    total = sum(found.values(), Counter[str]())
    print(f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped", flush=True)
    return int(total["failed"] > 0 or not total["passed"] or any(each["failed"] for each in timed.values()))


if __name__ == "__main__":
    sys.exit(tell([Path(folder) for folder in sys.argv[1:]]))
