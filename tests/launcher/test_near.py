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
    rooms = near.rooms()
    missing = [
        str(folder.relative_to(ROOT))
        for app in (*APPS, "engine")
        for folder in (ROOT / app).iterdir()
        if folder.is_dir() and folder.name not in ("__pycache__", "migrations")
        if not any(str(folder.relative_to(ROOT)).startswith(room) for room in rooms)
    ]
    assert missing == []


def test_the_rooms_and_the_tests_of_the_table_are_there() -> None:
    for room, tests in near.rooms().items():
        assert (ROOT / room).exists(), room
        assert all(list(ROOT.glob(each)) for each in tests), room


@pytest.mark.parametrize(
    ("paths", "tests"),
    [
        (["missions/planning/orders.py"], "tests/missions/test_pool_orders.py"),
        (["campaigns/standing/men.py"], "tests/campaigns/standing"),
        (["engine/sabin/flow.py", "campaigns/documents/kit/text.py"], "tests/documents"),
        (["tests/clubs/test_bans.py"], "tests/clubs/test_bans.py"),
    ],
)
def test_a_path_leads_to_the_tests_of_its_room(paths: list[str], tests: str) -> None:
    assert tests in near.near(paths)


def test_what_is_in_no_room_has_no_tests() -> None:
    assert near.near(["LICENSE"]) == []
