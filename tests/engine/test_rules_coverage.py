"""The rulebook sections and their tests agree."""

import subprocess
import sys

import pytest

from tests.engine import coverage
from tests.engine.rules import UnknownSection, rule, sections


@pytest.mark.slow("run alone, it collects the tests of all rules")
def test_every_rule_and_worked_example_has_a_test_and_the_coverage_page_is_up_to_date(
    collected: coverage.Collector,
) -> None:
    if collected.is_whole:
        assert coverage.check(collected.by_section()) == []
        return
    outcome = subprocess.run(
        [sys.executable, "-m", "tests.engine.coverage", "--check"],
        cwd=coverage.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr


def test_a_mark_that_names_an_unlisted_section_is_an_error() -> None:
    with pytest.raises(UnknownSection, match=r"WBY 99\.9"):
        rule("WBY 3.1", "WBY 99.9")


def test_a_mark_that_names_nothing_is_an_error() -> None:
    with pytest.raises(UnknownSection):
        rule()


def test_a_section_without_a_test_is_reported_and_a_component_is_not() -> None:
    untested = {section.id for section in coverage.missing({})}
    assert "WBY 7.3.4" in untested
    assert "WBY 14.5.1" in untested
    assert "WBY 2.4" not in untested
    assert len(untested) == sum(section.kind != "component" for section in sections().values())
