"""The clock of background work."""

from __future__ import annotations

import gc
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.conf import settings

from config.beat import Clock


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
