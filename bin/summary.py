#!/usr/bin/env python3
"""Add up the JUnit files that the steps of `make test` left in a folder: one line a step, then the total."""

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path


def counts(path: Path) -> dict[str, int]:
    """How many tests of one step passed, failed and were skipped."""
    suites = ElementTree.parse(path).getroot().findall("testsuite")
    tests, failures, errors, skipped = (
        sum(int(suite.get(name, 0)) for suite in suites) for name in ("tests", "failures", "errors", "skipped")
    )
    return {"passed": tests - failures - errors - skipped, "failed": failures + errors, "skipped": skipped}


def main() -> int:
    total = {"passed": 0, "failed": 0, "skipped": 0}
    for path in sorted(Path(sys.argv[1]).glob("*.xml")):
        step = counts(path)
        print(f"{path.stem:12}", ", ".join(f"{number:5} {name}" for name, number in step.items()))
        total = {name: number + step[name] for name, number in total.items()}
    print(f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped")
    return 1 if total["failed"] or not total["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
