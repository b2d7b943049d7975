"""Every scenario goes as its golden playthrough tells."""

from __future__ import annotations

import pytest

import engine
from tests.engine.playthrough import FOLDER, golden, scenarios, tell


@pytest.mark.parametrize(("system", "scenario"), scenarios())
def test_scenario_goes_as_its_stored_playthrough(system: str, scenario: str) -> None:
    stored = golden(system, scenario).read_text("utf-8").splitlines()
    told = tell(system, scenario).splitlines()
    for number, (expected, actual) in enumerate(zip(stored, told, strict=False), 1):
        assert actual == expected, f"line {number} of {golden(system, scenario).name}"
    assert len(told) == len(stored)


@pytest.mark.parametrize(("system", "scenario"), scenarios())
def test_record_of_a_stored_playthrough_still_replays(system: str, scenario: str) -> None:
    """Records outlive changes of the rules: this one was written by an earlier engine."""
    stored = golden(system, scenario).read_text("utf-8")
    record = stored[stored.index('{"format":') :]
    assert str(engine.replay(record).record) == record


def test_no_scenario_lacks_a_playthrough_and_no_playthrough_its_scenario() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {golden(*each).name for each in scenarios()}
    assert scenarios()
