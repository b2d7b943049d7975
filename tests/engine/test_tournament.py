"""The tournaments of two trees' staff, and of its levels; forecasts held against outcomes. See ``bench``."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bench import level_missions, levels
from bench.calibration import Held, brier, error, within
from bench.tournament import ROOT, meet, tree_of
from missions.odds.strengths import strengths

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


def test_a_level_against_itself_is_as_good_in_every_pair() -> None:
    met = [levels.meet(each) for each in levels.meetings("wwi", "regular", "regular", 12)]
    assert len({(each.meeting.slug, each.meeting.seed) for each in met}) == 6, "each is flown twice, the sides swapped"
    told = levels.Share.of(each.ahead for each in met)
    assert told.won == told.lost
    assert sum(each.ahead for each in met) == 0


def test_a_tournament_that_was_interrupted_goes_on_behind_the_games_that_it_has_noted(tmp_path: Path) -> None:
    planned, kept = list(levels.meetings("wwi", "regular", "recruit", 6)), levels.Kept(tmp_path)
    with ThreadPoolExecutor(1) as pool:
        whole = levels.Kept(None).met(planned, pool)
        kept.met(planned[:4], pool)
        met = kept.met(planned, pool)
    assert [(each.meeting, each.ahead) for each in met] == [(each.meeting, each.ahead) for each in whole]
    (note,) = tmp_path.iterdir()
    lines = note.read_text("utf-8").splitlines()
    assert len(lines) == len(planned), "no game is flown twice"
    note.write_text("".join(line.replace('"rules":', '"rules":9') + "\n" for line in lines), "utf-8")
    with ThreadPoolExecutor(1) as pool:
        assert [each.ahead for each in kept.met(planned[:1], pool)] == [whole[0].ahead]
    assert len(note.read_text("utf-8").splitlines()) == len(planned) + 1, "a game of other rules is flown anew"


def test_campaign_missions_that_a_level_has_flown_are_noted_and_not_flown_again(tmp_path: Path) -> None:
    planned = list(level_missions.of_pack(ROOT / "fixtures/packs/flying-circus-1917.toml", 3))
    kept = tmp_path / "recruit.jsonl"
    with ThreadPoolExecutor(1) as pool:
        whole = list(level_missions.worths("recruit", planned, None, pool))
        list(level_missions.worths("recruit", planned[:2], kept, pool))
        assert list(level_missions.worths("recruit", planned, kept, pool)) == whole
    assert len(kept.read_text("utf-8").splitlines()) == len(planned) == 3
    assert any(each.worth != (0, 0) for each in whole), "who errs flies otherwise"


def test_the_table_of_the_documents_tells_what_the_kept_games_came_to() -> None:
    told = (ROOT / "docs/explanation/levels.md").read_text("utf-8").splitlines()
    games = [levels.row(games) for games in levels.whole(levels.KEPT)]
    missions = level_missions.rows(level_missions.read(levels.KEPT / "missions" / "ace.jsonl"))
    assert games
    assert missions
    assert [line for line in told if line.startswith("| ") and not line.startswith("| game")] == games + missions


def test_the_page_of_the_odds_tells_what_the_kept_games_came_to() -> None:
    kept = levels.whole(levels.KEPT)
    assert levels.SHOWN.read_text("utf-8") == levels.as_toml(kept)
    for met, games in zip(strengths().met, kept, strict=True):
        ahead = [each.ahead for each in games]
        assert (met.won, met.lost) == (sum(each > 0 for each in ahead), sum(each < 0 for each in ahead))
        assert met.won + met.drawn + met.lost == levels.GAMES


def test_the_share_of_games_says_how_sure_it_is() -> None:
    few, many = levels.Share(6, 1, 4), levels.Share(600, 100, 400)
    assert few.percent == many.percent == 60
    assert few.decided.low < many.decided.low < 60 < many.decided.high < few.decided.high


def test_forecasts_that_come_true_as_often_as_they_say_are_not_off() -> None:
    true = [Held(0.25, came, is_within=True) for came in (1, 0, 0, 0)] * 5
    false = [Held(0.95, came, is_within=came == 1) for came in (1, 0, 0, 0)] * 5
    assert error(true) == pytest.approx(0)
    assert error(false) == pytest.approx(70)
    assert brier(true) < brier(true, 0.5) < brier(false)
    assert (within(true), within(false)) == (100, 25)
