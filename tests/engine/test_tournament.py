"""The tournament of two trees' staff. See ``bench/tournament.py``."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from bench.tournament import ROOT, meet, tree_of

GAMES = 4


def test_staff_wins_against_itself_as_often_as_it_loses() -> None:
    tallies = meet(ROOT, ROOT, "wwi", GAMES)
    told = sum(tallies.values(), Counter[str]())
    assert told["won"] == told["lost"]
    assert told["won"] + told["lost"] + told["drawn"] == GAMES


def test_games_of_trees_with_other_rules_differ_and_count_for_nobody(tmp_path: Path) -> None:
    for folder in ("engine", "fixtures"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    cards = tmp_path / "fixtures" / "cards" / "wwi.toml"
    text = cards.read_text("utf-8").replace('"Maneuver", count = 20', '"Maneuver", count = 10')
    cards.write_text(text.replace('"Barrel Roll", count = 11', '"Barrel Roll", count = 21'), "utf-8")
    told = sum(meet(ROOT, tmp_path, "wwi", GAMES).values(), Counter[str]())
    assert told == Counter(differs=GAMES)


def test_a_git_ref_gives_its_engine() -> None:
    if subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True).returncode:
        pytest.skip("no git history here")
    with tree_of("HEAD") as folder:
        assert {path.name for path in folder.iterdir()} == {"engine", "fixtures"}
