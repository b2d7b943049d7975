"""Two machines: a web server on each, three workers, two clocks. Restarted one after the other, and nobody notices."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.concurrency.machines import (
    CLOCK,
    WEB,
    WORKER,
    Crowd,
    Server,
    Visitor,
    free_port,
    open_jobs,
    running,
    tell,
    until,
)
from tests.installations import installation

MISSIONS = 40

pytestmark = [
    pytest.mark.sweep,
    pytest.mark.skipif("DATABASE_URL" not in os.environ, reason="SQLite and the folder broker are one machine's"),
]


@pytest.fixture
def machines(tmp_path: Path, migrated: str | None, gathered: Path) -> Iterator[list[dict[str, str]]]:
    """Environments of two machines: folders of their own, the database and Redis of both."""
    with installation(tmp_path / "one", migrated, JOB_STALE_SECONDS="2", STATIC_ROOT=str(gathered)) as first:
        tell(first, "prepare")
        yield [first, first | {"READY_ROOM_DATA": str(tmp_path / "two")}]


def test_a_rolling_restart_under_load_is_noticed_by_nobody(machines: list[dict[str, str]], tmp_path: Path):
    first, second = machines
    settled = tell(first, "settle")
    ports = [free_port(), free_port()]
    webs = [
        Server(f"{WEB} --bind 127.0.0.1:{port}", machine, tmp_path / f"web-{port}.log")
        for port, machine in zip(ports, machines, strict=True)
    ]
    workers = [
        Server(f"{WORKER} --hostname {number}@rolling", machine, tmp_path / f"worker-{number}.log")
        for number, machine in enumerate((first, second, second))
    ]
    clocks = [
        Server(CLOCK, machine, tmp_path / f"clock-{number}.log") for number, machine in enumerate((first, second))
    ]
    visitors = [Visitor(ports, settled["session"]) for _ in range(4)]

    def is_up(port: int) -> bool:
        try:
            return Visitor([port], settled["session"]).ask("GET", "/")[0] == 200
        except OSError:
            return False

    with running([*webs, *workers, *clocks]):
        for port in ports:
            until(lambda port=port: is_up(port), "the web server answers")  # type: ignore[misc]  # mypy #15459
        with Crowd(visitors, settled["pages"], settled["talk"]) as crowd:
            tell(first, "queue", str(MISSIONS))
            for web, port in zip(webs, ports, strict=True):
                web.restart()
                until(lambda port=port: is_up(port), "it answers again")  # type: ignore[misc]  # mypy #15459
            for each in (*workers, *clocks):
                each.restart()
            until(lambda: not open_jobs(first), "every mission has been flown")
    found = tell(first, "look")
    assert crowd.wrong == []
    assert crowd.answers["GET 503"] == crowd.answers["POST 503"] == 0
    assert crowd.answers["GET 200"] > 50
    assert found["said"] == dict.fromkeys(crowd.said, 1)
    assert found["jobs"] == {"done": MISSIONS}
    assert found["debriefed once"] == found["flights"] == MISSIONS
    assert found["records that differ"] == 0
    assert found["problems"] == []
