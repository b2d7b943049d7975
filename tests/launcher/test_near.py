"""``make near``: the tests that are near to a change."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bin"))
import near  # noqa: E402

APPS = ("accounts", "campaigns", "clubs", "missions", "notices")


def test_every_room_of_the_apps_and_the_engine_has_its_tests() -> None:
    missing = [
        str(folder.relative_to(ROOT))
        for app in (*APPS, "engine")
        for folder in (ROOT / app).iterdir()
        if folder.is_dir() and folder.name not in ("__pycache__", "migrations")
        if not near.near([str(folder.relative_to(ROOT))])
    ]
    assert missing == []


def test_the_rooms_and_the_tests_of_the_table_are_there() -> None:
    assert [room for room in near.besides("missions") if not list(ROOT.glob(f"{room}*"))] == []
    tests = {each for app in APPS for tests in near.besides(app).values() for each in tests}
    assert [each for each in sorted(tests) if not list(ROOT.glob(each))] == []


@pytest.mark.parametrize(
    ("paths", "tests"),
    [
        (["campaigns/standing/men.py"], "tests/campaigns/standing"),
        (["missions/operations/claims.py"], "tests/concurrency/test_claims.py"),
        (["engine/sabin/moves.py", "static/css/tokens.css"], "tests/pages"),
        (["missions/planning/orders.py"], "tests/missions/planning"),
        (["templates/missions/claims/board.html"], "tests/missions/views"),
        (["notices/apps.py"], "tests/notices"),
        (["config/health.py"], "tests/pages/test_health.py"),
        (["tests/clubs/operations/test_bans.py"], "tests/clubs/operations/test_bans.py"),
    ],
)
def test_a_path_leads_to_the_tests_of_its_room(paths: list[str], tests: str) -> None:
    assert tests in near.near(paths)


def test_what_is_in_no_room_has_no_tests() -> None:
    assert near.near(["LICENSE"]) == []
