"""The clock of background work."""

from __future__ import annotations

import gc
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import time
from typing import Any

import pytest
from celery import Celery
from django.conf import settings

from config.beat import SECOND_LOOKS, Clock


@pytest.fixture
def app() -> Celery:
    made = Celery("clock", broker="memory://", set_as_current=False)
    made.conf.beat_schedule = settings.CELERY_BEAT_SCHEDULE
    return made


def clock(app: Celery, folder: Path) -> Any:
    return Clock(app, schedule_filename=str(folder / "beat"))


def test_the_clock_starts_whatever_a_power_cut_left_of_its_file(app: Celery, tmp_path: Path) -> None:
    clock(app, tmp_path).close()
    files = {file: file.read_bytes() for file in tmp_path.iterdir()}
    for file, whole in files.items():
        for length in (0, 1, len(whole) // 2, len(whole) - 1):
            for other, content in files.items():
                other.write_bytes(content)
            file.write_bytes(whole[:length])
            again = clock(app, tmp_path)
            assert set(settings.CELERY_BEAT_SCHEDULE) <= set(again.schedule), f"{file.name} cut after {length} bytes"
            again.close()
    gc.collect()  # a file that is still open is heard of here, not in whichever test comes later


def messages(app: Celery) -> int:
    """How many have been sent since somebody asked last."""
    with app.connection_for_read() as connection, connection.SimpleQueue("celery", no_ack=True) as queue:
        count = 0
        with suppress(queue.Empty):
            while queue.get(block=False):
                count += 1
    return count


def make_all_due(beat: Any) -> None:
    for entry in beat.schedule.values():
        entry.last_run_at = entry.default_now() - timedelta(days=2)
    beat._heap = None


def tick_until_nothing_is_due(beat: Any) -> float:
    while not (pause := beat.tick()):
        pass
    return float(pause)


def test_of_two_clocks_one_sends_and_the_other_takes_over_when_it_ends(app: Celery, tmp_path: Path) -> None:
    messages(app)
    first, second = clock(app, tmp_path), clock(app, tmp_path)
    make_all_due(first)
    tick_until_nothing_is_due(first)
    assert messages(app) == len(first.schedule)
    assert second.tick() == SECOND_LOOKS
    second.sync()
    assert messages(app) == 0
    first.close()
    second.tick()
    make_all_due(second)
    tick_until_nothing_is_due(second)
    assert messages(app) == len(second.schedule)
    third = clock(app, tmp_path)
    assert third.tick() == SECOND_LOOKS
    third.close()
    assert second.tick() != SECOND_LOOKS, "one that waited and ends takes nothing with it"
    second.close()


def test_a_clock_that_is_put_back_does_not_wait_until_the_old_time_has_come_again(
    app: Celery, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beat = clock(app, tmp_path)
    tick_until_nothing_is_due(beat)
    messages(app)
    for entry in beat.schedule.values():
        entry.last_run_at = entry.default_now() + timedelta(hours=2)
    beat._heap = None
    monkeypatch.setattr("config.beat.time", lambda: time() - 7200)
    assert tick_until_nothing_is_due(beat) <= 30
    for entry in beat.schedule.values():
        assert entry.last_run_at <= entry.default_now()
    beat.close()


def test_a_message_of_the_clock_is_worth_nothing_once_the_next_has_come(app: Celery, tmp_path: Path) -> None:
    beat = clock(app, tmp_path)
    for name, entry in settings.CELERY_BEAT_SCHEDULE.items():
        beat.apply_entry(beat.schedule[name])
        with app.connection_for_read() as connection, connection.SimpleQueue("celery", no_ack=True) as queue:
            message: Any = queue.get(block=False)
        assert message.headers["task"] == entry["task"]
        assert isinstance(entry["schedule"], float)
        left = datetime.fromisoformat(message.headers["expires"]) - datetime.now(UTC)
        assert left <= timedelta(seconds=max(entry["schedule"], 60))
    beat.close()
