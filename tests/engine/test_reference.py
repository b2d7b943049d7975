"""The examples of the reference run as they are shown."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"


@pytest.mark.parametrize("name", ["positions-and-records.md"])
def test_the_examples_of_a_reference_page_run_as_shown(name: str) -> None:
    page = (REFERENCE / name).read_text("utf-8")
    examples = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
    assert examples
    shared: dict[str, Any] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for number, example in enumerate(examples, 1):
        test = doctest.DocTestParser().get_doctest(example, shared, f"{name}, example {number}", name, 0)
        failures: list[str] = []
        outcome = runner.run(test, out=failures.append, clear_globs=False)
        assert outcome.failed == 0, "".join(failures)
        shared = test.globs
