#!/usr/bin/env python3
"""Add up the JUnit files that the steps of `make test` left in a folder.

Prints the files that took longest, one line a step, then the total.
"""

import sys
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from pathlib import Path

DEAREST = 10


def counts(path: Path) -> dict[str, int]:
    """How many tests of one step passed, failed and were skipped."""
    suites = ElementTree.parse(path).getroot().findall("testsuite")
    tests, failures, errors, skipped = (
        sum(int(suite.get(name, 0)) for suite in suites) for name in ("tests", "failures", "errors", "skipped")
    )
    return {"passed": tests - failures - errors - skipped, "failed": failures + errors, "skipped": skipped}


def dearest(paths: list[Path]) -> list[tuple[float, str]]:
    """The seconds that the tests of a file took in all steps together; the longest first."""
    spent: defaultdict[str, float] = defaultdict(float)
    for path in paths:
        for case in ElementTree.parse(path).getroot().iter("testcase"):
            spent[case.get("classname", "").replace(".", "/") + ".py"] += float(case.get("time", 0))
    return sorted(((seconds, name) for name, seconds in spent.items()), reverse=True)[:DEAREST]


def main() -> int:
    paths = sorted(Path(sys.argv[1]).glob("*.xml"))
    for seconds, name in dearest(paths):
        print(f"{seconds:7.1f} s  {name}")
    total = {"passed": 0, "failed": 0, "skipped": 0}
    for path in paths:
        step = counts(path)
        print(f"{path.stem:12}", ", ".join(f"{number:5} {name}" for name, number in step.items()))
        total = {name: number + step[name] for name, number in total.items()}
    print(f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped")
    return 1 if total["failed"] or not total["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
