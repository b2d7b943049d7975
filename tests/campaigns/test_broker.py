"""The folder broker's messages. [docs/explanation/architecture.md]"""

from __future__ import annotations

import os
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection


@pytest.fixture
def connection(tmp_path: Path) -> Connection:
    folder = tmp_path / "queue"
    control = tmp_path / "control"
    folder.mkdir()
    control.mkdir()
    options = {"data_folder_in": str(folder), "data_folder_out": str(folder), "control_folder": str(control)}
    return Connection("folder://localhost", transport_options=options)


def test_a_message_is_not_found_before_it_is_whole(connection: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    replace = os.replace
    seen: list[str] = []

    def look_first(source: Path, target: Path) -> None:
        with connection.SimpleQueue("jobs") as reader:
            with pytest.raises(Empty):
                reader.get(block=False)
            seen.append("looked")
        replace(source, target)

    monkeypatch.setattr("config.broker.os.replace", look_first)
    with connection.SimpleQueue("jobs") as queue:
        queue.put({"job": 7})
        monkeypatch.undo()
        message: Any = queue.get(block=False)
    assert message.payload == {"job": 7}
    assert seen == ["looked"]
