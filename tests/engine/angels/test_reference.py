"""The examples of the reference page of Angels Twenty run as they are shown."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

from engine.angels.terms import CLOUDS, FACINGS, FATES, QUALITIES, STATUSES
from engine.angels.victory import SCENARIOS

PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "angels.md").read_text("utf-8")


def test_the_examples_run_as_shown() -> None:
    examples = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)
    assert len(examples) == 2
    shared: dict[str, Any] = {}
    for number, example in enumerate(examples, 1):
        test = doctest.DocTestParser().get_doctest(example, shared, f"example {number}", "angels.md", 0)
        failures: list[str] = []
        outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=failures.append, clear_globs=False)
        assert outcome.failed == 0, "".join(failures)
        shared = test.globs


def test_the_page_names_every_word_that_documents_use() -> None:
    for words in (CLOUDS, FACINGS, FATES, QUALITIES, STATUSES, SCENARIOS):
        assert " ".join(words) in PAGE
